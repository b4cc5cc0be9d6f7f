"""The files that the page about CI gives to services and tools: each is read as they read it, and its commands run."""

import configparser
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import yaml
from junitparser import JUnitXml

from tests.cli.run import shell

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "server" / "docs" / "ci.md").read_text("utf-8")


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A folder with a finding, so that a command that checks nothing is noticed."""
    (tmp_path / "client.py").write_text('import httpx\n\nhttpx.get("/x/{id}")\n')
    return tmp_path


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)


def yaml_blocks() -> list[Any]:
    return [yaml.safe_load(block) for block in blocks("yaml")]


def strings_in(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        for each in value:
            yield from strings_in(each)
    elif isinstance(value, str):
        yield value


@pytest.mark.slow
def test_the_commands_of_every_service_run(project) -> None:
    commands = [text for text in strings_in(yaml_blocks()) if text.startswith("waypost ")]
    assert len(commands) >= 2
    for command in commands:
        done = shell("bash", "-c", command, cwd=project, WAYPOST_CACHE_DIR=str(project / ".kept"))
        assert done.returncode == 1, (command, done.stderr)


@pytest.mark.slow
def test_what_gitlab_collects_is_what_the_command_writes(project) -> None:
    [job] = [job for found in yaml_blocks() if isinstance(found, dict) and (job := found.get("waypost"))]
    assert shell("bash", "-c", job["script"][-1], cwd=project).returncode == 1
    assert JUnitXml.fromfile(str(project / job["artifacts"]["reports"]["junit"])).failures > 0


def test_the_hooks_and_the_action_that_are_named_are_there() -> None:
    offered = {hook["id"] for hook in yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())}
    named = {hook["id"] for found in yaml_blocks() for repo in _listed("repos", found) for hook in repo["hooks"]}
    assert set() < named <= offered
    jobs = [job for found in yaml_blocks() if "jobs" in found for job in found["jobs"].values()]
    [step] = [each for job in jobs for each in job["steps"] if "/waypost@" in each["uses"]]
    folder = step["uses"].split("@")[0].removeprefix("waypost/waypost/")
    action = yaml.safe_load((ROOT / folder / "action.yml").read_text())
    assert set(step.get("with", ())) <= set(action["inputs"])


def _listed(key: str, found: Any) -> list[Any]:
    return list(found.get(key, [])) if isinstance(found, dict) else []


DOCUMENT = "openapi: 3.1.0\ninfo: {title: A, version: '1'}\npaths:\n  /users:\n    get: {responses: {}}\n"


@pytest.mark.skipif(shutil.which("git") is None, reason="pre-commit works on a repository")
@pytest.mark.slow
def test_a_change_of_an_api_document_runs_a_hook(project) -> None:
    [hook] = [
        each for each in yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text()) if each["id"] == "waypost-api"
    ]
    repos = [{"repo": "local", "hooks": [{**hook, "language": "system"}]}]
    (project / ".pre-commit-config.yaml").write_text(yaml.safe_dump({"repos": repos}))
    (project / "waypost.toml").write_text('[apis]\n"https://a.example" = "openapi.yaml"\n')
    (project / "client.py").write_text('import httpx\n\nhttpx.get("https://a.example/users")\n')
    (project / "openapi.yaml").write_text(DOCUMENT)
    assert b"Passed" in _committed(project)
    (project / "openapi.yaml").write_text(DOCUMENT.replace("/users", "/people"))
    assert b"client.py:3:" in _committed(project)


def _committed(project: Path) -> bytes:
    for command in (("git", "init", "-q"), ("git", "add", "-A")):
        assert shell(*command, cwd=project).returncode == 0
    own = {"PRE_COMMIT_HOME": str(project.parent / "hooks"), "WAYPOST_CACHE_DIR": str(project.parent / "kept")}
    files = ("--files", "openapi.yaml")
    return shell(sys.executable, "-m", "pre_commit", "run", *files, cwd=project, **own).stdout


@pytest.mark.slow
def test_tox_runs_the_check(project) -> None:
    [block] = blocks("ini")
    settings = configparser.ConfigParser()
    settings.read_string(block)
    [name] = settings.sections()
    assert name.startswith("testenv:")
    done = shell(*settings[name]["commands"].split(), cwd=project)
    assert (done.returncode, b"missing-parameter" in done.stdout) == (1, True)


@pytest.mark.slow
def test_a_session_of_nox_runs_the_check(project) -> None:
    [block] = [each for each in blocks("python") if "nox" in each]
    nox = SimpleNamespace(session=lambda function: function)
    defined: dict[str, Any] = {"nox": nox}
    exec(block, defined)
    ran: list[tuple[str, ...]] = []
    installed: list[str] = []
    defined["waypost"](SimpleNamespace(install=installed.append, run=lambda *command: ran.append(command)))
    assert installed == ["waypost"]
    assert [shell(*command, cwd=project).returncode for command in ran] == [1]


@pytest.mark.skipif(shutil.which("make") is None, reason="make is not installed")
@pytest.mark.slow
def test_make_runs_the_check(project) -> None:
    [block] = blocks("make")
    (project / "Makefile").write_text(block)
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["make", "waypost"], cwd=project, env=os.environ | {"PATH": path}, capture_output=True, check=False
    )
    assert b"missing-parameter" in done.stdout
    assert done.returncode == 2
