"""The built packages contain exactly what they should, and work on their own."""

import json
import os
import subprocess
import sys
import tarfile
import tomllib
import venv
import zipfile
from pathlib import Path

import pytest

from waypost.core.version import VERSION

pytestmark = pytest.mark.network

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "server" / "waypost"


def run(*command: str | Path, **options) -> "subprocess.CompletedProcess[str]":
    return subprocess.run([str(each) for each in command], capture_output=True, text=True, check=True, **options)


def tracked(below: str) -> set[str]:
    listed = run("git", "ls-files", below, cwd=ROOT).stdout.split("\n")
    return {name for name in listed if name}


@pytest.fixture(scope="module")
def built(tmp_path_factory) -> Path:
    """A folder with the wheel and the sdist, built from the tracked files as they are now."""
    source, out = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("dist")
    for name in tracked("."):
        if (ROOT / name).is_file():
            target = source / name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes((ROOT / name).read_bytes())
    run(sys.executable, "-m", "build", "--outdir", out, source)
    return out


def test_the_wheel_holds_the_package_and_its_papers(built) -> None:
    wheel = zipfile.ZipFile(next(built.glob("*.whl")))
    info = f"waypost-{VERSION}.dist-info"
    expected = {name.removeprefix("server/") for name in tracked("server/waypost")}
    expected |= {
        f"{info}/{name}" for name in ("METADATA", "WHEEL", "RECORD", "entry_points.txt", "licenses/server/LICENSE")
    }
    assert set(wheel.namelist()) == expected
    metadata = wheel.read(f"{info}/METADATA").decode()
    assert f"Version: {VERSION}" in metadata
    assert "License-Expression: MIT" in metadata


def test_the_sdist_holds_what_builds_and_tests_the_package(built) -> None:
    with tarfile.open(next(built.glob("*.tar.gz"))) as archive:
        names = {name.partition("/")[2] for name in archive.getnames() if "/" in name}
    expected = tracked("server") | tracked("tests") | {"pyproject.toml", "README.md"}
    assert names - {"PKG-INFO", ".gitignore"} == expected


def test_the_wheel_works_in_a_fresh_environment(built, tmp_path) -> None:
    """Installed from the wheel alone, with its dependencies, away from the sources."""
    venv.create(tmp_path / "env", with_pip=True)
    programs = tmp_path / "env" / ("Scripts" if os.name == "nt" else "bin")
    run(programs / "python", "-m", "pip", "install", "--quiet", "--retries", "10", next(built.glob("*.whl")))
    assert run(programs / "waypost", "--version").stdout == f"waypost {VERSION}\n"
    (tmp_path / "typos.toml").write_text("[default\n")
    done = subprocess.run(
        [programs / "waypost", "check", "--output-format", "concise"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, "error[syntax-error]" in done.stdout) == (1, True), done
    typed = run(
        programs / "python",
        "-c",
        "import waypost, pathlib; print(pathlib.Path(waypost.__file__).with_name('py.typed').is_file())",
    )
    assert typed.stdout == "True\n"


LIBRARY = """\
from typing import assert_type

from waypost import EndpointOptions, endpoint
from waypost.core.preview import Preview
from waypost.render import as_curl

request = endpoint("GET /orgs/{org}/repos", org="octokit")
assert_type(request, EndpointOptions)
assert_type(as_curl(request), str)
Preview(endpoint)
print(request["url"])
"""


def test_the_library_can_be_had_alone(tmp_path) -> None:
    """Who wants the builder gets one other package, and its types."""
    venv.create(tmp_path / "env", with_pip=True)
    python = tmp_path / "env" / ("Scripts" if os.name == "nt" else "bin") / "python"
    for name in tracked("server"):
        if (ROOT / name).is_file():
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name).write_bytes((ROOT / name).read_bytes())
    run(sys.executable, "-m", "build", "--wheel", "--outdir", tmp_path / "dist", tmp_path / "server" / "library")
    run(python, "-m", "pip", "install", "--quiet", "--retries", "10", next((tmp_path / "dist").glob("*.whl")))
    listed = json.loads(run(python, "-m", "pip", "list", "--format", "json").stdout)
    assert {each["name"] for each in listed} - {"pip", "setuptools"} == {"waypost-core", "uritemplate"}
    program = tmp_path / "program.py"
    program.write_text(LIBRARY)
    assert run(python, program).stdout == "https://api.github.com/orgs/octokit/repos\n"
    mypy = ("-m", "mypy", "--strict", "--config-file=", "--cache-dir", tmp_path / "cache", "--python-executable")
    run(sys.executable, *mypy, python, program)


def test_both_packages_need_the_same_of_what_both_need() -> None:
    texts = ((ROOT / name).read_text("utf-8") for name in ("pyproject.toml", "server/library/pyproject.toml"))
    whole, library = (tomllib.loads(text)["project"] for text in texts)
    assert set(library["dependencies"]) <= set(whole["dependencies"])
    assert library["requires-python"] == whole["requires-python"]
