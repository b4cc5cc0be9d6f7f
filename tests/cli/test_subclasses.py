"""What the subclasses of a class in other files give to its requests: one answer everywhere, cached, and followed."""

import os
from pathlib import Path

import pytest
from lsprotocol import types

from tests.cli.run import check, found
from tests.support.editor import editor

MIXIN = """\
import requests

class Users:
    def user(self):
        return self.fetch("/user/{id}")

    def ping(self):
        return requests.get("https://x.example/ping")
"""
BASE = """\
import requests

class Base:
    def fetch(self, path):
        return requests.get("https://api.github.com" + path)
"""
HEIR = """\
from .base import Base
from .users import Users

class Client(Users, Base):
    pass
"""
EXPECTED = [("users.py", "missing-parameter", 5)]


@pytest.fixture
def project(tmp_path) -> Path:
    root = tmp_path / "project"
    (root / "pkg").mkdir(parents=True)
    (root / "waypost.toml").write_text("")
    for name, text in {"__init__": "", "users": MIXIN, "base": BASE, "client": HEIR}.items():
        put(root / "pkg" / f"{name}.py", text)
    return root


def put(path: Path, text: str, age: int = 100) -> None:
    path.write_text(text)
    os.utime(path, (1_700_000_000 - age, 1_700_000_000 - age))


def listed(root: Path, *arguments: str, stdin: bytes | None = None) -> list[tuple[str, str, int]]:
    return [(Path(path).name, rule, line) for path, rule, line in found(*arguments, cwd=root, stdin=stdin)]


def test_however_a_file_is_reached(project) -> None:
    ways = {
        "folder": listed(project, "."),
        "file": listed(project, "pkg/users.py"),
        "stdin": listed(project, "--stdin-filename", "pkg/users.py", stdin=MIXIN.encode()),
        "within": listed(project / "pkg"),
        "processes": listed(project, "--jobs", "2", "."),
    }
    assert ways == dict.fromkeys(ways, EXPECTED)


async def test_in_an_editor_edits_of_the_subclass_are_followed(project) -> None:
    """Whether or not it is open, and although the mixin does not import it."""
    async with editor("visual_studio_code", project) as user:
        user.open("pkg/users.py", MIXIN)
        await user.diagnostics_until("pkg/users.py", ["missing-parameter"])
        user.open("pkg/client.py", HEIR)
        user.change("pkg/client.py", HEIR.replace("Users, ", ""))
        await user.diagnostics_until("pkg/users.py", [])
        user.change("pkg/client.py", HEIR)
        await user.diagnostics_until("pkg/users.py", ["missing-parameter"])
        user.close("pkg/client.py")
        for text, expected in ((HEIR.replace("Users, ", ""), []), (HEIR, ["missing-parameter"])):
            (project / "pkg/client.py").write_text(text)
            event = types.FileEvent(user.uri("pkg/client.py"), types.FileChangeType.Changed)
            user.client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([event]))
            await user.diagnostics_until("pkg/users.py", expected)


CHANGES = {
    "a subclass less": {"client": HEIR.replace("Users, ", "")},
    "a subclass of another class": {"client": HEIR.replace(".users import", ".base import")},
    "another subclass": {"other": HEIR.replace("pass", "def fetch(self, path): return path")},
    "another base": {"base": BASE.replace("requests.get(", "len(")},
    "a package less": {"__init__": None},
    "a test's class": {"conftest": HEIR.replace("pass", "def fetch(self, path): return path")},
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_a_cached_finding_is_that_of_a_fresh_run(project, change) -> None:
    def cached() -> str:
        return check("--output-format", "json", "--cache-dir", "../cache", ".", cwd=project).out

    def fresh() -> str:
        return check("--output-format", "json", ".", cwd=project).out

    before = cached()
    assert before == fresh()
    assert "missing-parameter" in before
    for name, text in change.items():
        path = project / "pkg" / f"{name}.py"
        put(path, text, age=50) if text is not None else path.unlink()
    assert cached() == fresh()
    for name, text in {"__init__": "", "base": BASE, "client": HEIR}.items():
        put(project / "pkg" / f"{name}.py", text, age=40)
    (project / "pkg" / "other.py").unlink(missing_ok=True)
    assert cached() == fresh() == before
