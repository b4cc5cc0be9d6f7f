"""What GitHub runs, as far as that can be seen here: the files are valid, and what they name exists."""

import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from packaging.requirements import Requirement

from waypost.core.version import VERSION

ROOT = Path(__file__).parents[1]
GITHUB = ROOT / ".github"
WORKFLOWS = sorted((GITHUB / "workflows").glob("*.yml"))
ACTION = GITHUB / "actions" / "waypost" / "action.yml"
# The hash of a commit, which nobody can move, and the release that it is: dependabot updates both.
_ACTION_NAME = re.compile(r"uses: [\w-]+/[\w-]+(?:/[\w-]+)*@[0-9a-f]{40} # v[\d.]+")


def read(path: Path) -> dict[Any, Any]:
    return yaml.safe_load(path.read_text("utf-8"))


def steps(path: Path) -> Iterator[dict[str, Any]]:
    found = read(path)
    for job in found["jobs"].values() if "jobs" in found else (found["runs"],):
        yield from job["steps"]


@pytest.mark.parametrize("path", [*WORKFLOWS, ACTION], ids=lambda path: path.name)
def test_every_step_uses_an_action_or_runs_valid_bash(path: Path) -> None:
    for step in steps(path):
        assert ("uses" in step) != ("run" in step), step
        script = re.sub(r"\$\{\{.*?\}\}", "x", step.get("run", ""))
        subprocess.run(["bash", "-n", "-c", script], check=True)


@pytest.mark.parametrize("path", [*WORKFLOWS, ACTION], ids=lambda path: path.name)
def test_every_action_is_pinned(path: Path) -> None:
    named = re.findall(r"uses: .*", path.read_text("utf-8"))
    assert [each for each in named if not _ACTION_NAME.fullmatch(each)] == []


@pytest.mark.parametrize("path", [*WORKFLOWS, ACTION], ids=lambda path: path.name)
def test_every_name_is_defined(path: Path) -> None:
    text, found = path.read_text("utf-8"), read(path)
    ids = {step["id"] for step in steps(path) if "id" in step}
    assert set(re.findall(r"steps\.([\w-]+)\.", text)) <= ids
    assert set(re.findall(r"inputs\.(\w+)", text)) <= set(found.get("inputs", ()))
    matrices = [job.get("strategy", {}).get("matrix", {}) for job in found.get("jobs", {}).values()]
    assert set(re.findall(r"matrix\.(\w+)", text)) <= {name for matrix in matrices for name in matrix}
    needed = {name for job in found.get("jobs", {}).values() for name in [job.get("needs")] if name}
    assert needed <= set(found.get("jobs", ()))


@pytest.mark.parametrize("path", [*WORKFLOWS, ACTION], ids=lambda path: path.name)
def test_every_file_that_a_step_runs_exists(path: Path) -> None:
    text = path.read_text("utf-8").replace('"$GITHUB_ACTION_PATH/', f'"{path.parent.relative_to(ROOT).as_posix()}/')
    named = re.findall(r"bash \"?([\w./-]+)", text) + re.findall(r"hashFiles\('([^']+)'\)", text)
    assert [name for name in named if not (ROOT / name).is_file()] == []
    modules = re.findall(r"python3 -m (tests\.[\w.]+)", text)
    places = {name: ROOT / name.replace(".", "/") for name in modules}
    assert [
        name
        for name, place in places.items()
        if not place.with_suffix(".py").is_file() and not (place / "__main__.py").is_file()
    ] == []


def test_what_the_action_installs_by_hash_is_what_the_package_needs() -> None:
    pinned = dict(re.findall(r"^([\w-]+)==([\w.]+)", (ROOT / "server" / "requirements.txt").read_text(), re.MULTILINE))
    for line in tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["dependencies"]:
        needed = Requirement(line)
        assert needed.specifier.contains(pinned.get(needed.name, "")), line


@pytest.mark.skipif(os.name == "nt", reason="the workflow runs on Linux")
@pytest.mark.parametrize(("tag", "is_released"), [(f"v{VERSION}", True), (VERSION, False), ("v0.0.9", False)])
def test_only_the_tag_of_this_version_is_released(tag: str, tmp_path: Path, *, is_released: bool) -> None:
    """The notes are then the changelog's section."""
    [script] = [
        step["run"] for step in steps(GITHUB / "workflows" / "release.yml") if "--release" in step.get("run", "")
    ]
    lines = [line.replace("notes.md", f"{tmp_path}/notes.md") for line in script.splitlines() if " pip " not in line]
    environment = {
        "PATH": os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"])),
        "GITHUB_REF_NAME": tag,
    }
    done = subprocess.run(["bash", "-e", "-c", "\n".join(lines)], cwd=ROOT, env=environment, check=False)
    assert (done.returncode == 0) is is_released
    if is_released:
        notes = (tmp_path / "notes.md").read_text("utf-8")
        assert notes.startswith("### Added\n\n- ")
        assert "## Unreleased" not in notes


def test_a_release_has_the_extension_of_every_platform() -> None:
    [script] = [
        step["run"] for step in steps(GITHUB / "workflows" / "release.yml") if "run package" in step.get("run", "")
    ]
    assert script.endswith("-- --target all")
    help_text = subprocess.run(
        [sys.executable, ROOT / "client-vscode" / "scripts" / "bundle.py", "--help"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert ",all}" in help_text.replace("\n", "").replace(" ", "")
