"""A real Emacs with eglot."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.editors.driver import documented, until, write
from tests.editors.emacs import Emacs

pytestmark = pytest.mark.editors

CLIENT = """\
from waypost import endpoint
endpoint("GET /repos/octocat/hello")
"""
MISTAKEN = """\
[default]
locale = "en_US"
"""


@pytest.fixture
def emacs(tmp_path: Path) -> Iterator[Emacs]:
    editor = Emacs(write(tmp_path / "project", {"typos.toml": MISTAKEN, "client.py": CLIENT}), tmp_path / "socket")
    yield editor
    editor.close()


def test_a_mistake_is_listed(emacs: Emacs) -> None:
    emacs.edit("typos.toml")

    ((line, message),) = until("a diagnostic", emacs.diagnostics)

    assert line == 1
    assert "en_US" in message


def test_mending_it_by_hand_clears_it(emacs: Emacs) -> None:
    emacs.edit("typos.toml")
    until("a diagnostic", emacs.diagnostics)

    emacs.keys("M-< C-n C-e DEL DEL DEL DEL - u s C-e")
    emacs.keys('"')

    until("no diagnostic", lambda: not emacs.diagnostics(), emacs.diagnostics)
    assert emacs.text() == MISTAKEN.replace("en_US", "en-us")


def test_a_fix_is_applied(emacs: Emacs) -> None:
    emacs.edit("typos.toml")
    until("a diagnostic", emacs.diagnostics)

    emacs.keys("M-< C-n C-e C-b C-b")
    emacs.fix('Change to "en-us"')

    until("the fix", lambda: emacs.text() == MISTAKEN.replace("en_US", "en-us"), emacs.text)


def test_a_key_completes(emacs: Emacs) -> None:
    emacs.edit("typos.toml")
    until("a diagnostic", emacs.diagnostics)

    emacs.keys("M-> c h e c k - f i l e n")
    emacs.command("completion-at-point")

    until("the key", lambda: "check-filename" in emacs.text(), emacs.text)


def test_the_documentation_of_a_key_is_shown(emacs: Emacs) -> None:
    emacs.edit("typos.toml")
    until("a diagnostic", emacs.diagnostics)

    emacs.keys("M-< C-n")

    assert "en-gb" in until("the documentation", lambda: "en-gb" in emacs.hover() and emacs.hover(), emacs.hover)


def test_the_documentation_of_a_route_is_its_request(emacs: Emacs) -> None:
    emacs.edit("client.py")

    emacs.keys("M-< C-n C-s / RET")

    until("the request", lambda: "api.github.com/repos/octocat/hello" in emacs.hover(), emacs.hover)


def test_every_file_of_the_project_is_checked_as_documented(tmp_path: Path) -> None:
    wrong = 'from waypost import endpoint\nendpoint("GET /users/{username}")\n'
    emacs = Emacs(write(tmp_path / "project", {"client.py": CLIENT, "api/wrong.py": wrong}), tmp_path / "socket")
    try:
        emacs.edit("client.py")
        emacs.lisp(f"(progn {documented('emacs-check')} t)")
        until("the server", lambda: emacs.lisp("(and (eglot-current-server) t)"))
        emacs.command("waypost-check-workspace")

        listed = "(vconcat (mapcar #'car flymake-list-only-diagnostics))"
        assert until("the list", lambda: emacs.lisp(listed)) == [str(tmp_path / "project" / "api" / "wrong.py")]
    finally:
        emacs.close()


CALLS = {
    "client.py": CLIENT + 'endpoint("GET /repos/{owner}/{repo}", owner="octocat", repo="x")\n',
    "api/other.py": 'from waypost import endpoint\nendpoint("GET /repos/{o}/{r}", o="octocat", r="y")\n',
    "sender.py": """\
import requests


def send(verb, path):
    return requests.request(verb, "https://x.example" + path)
""",
    "users.py": """\
from sender import send

def remove(name):
    send("DELETE", f"/users/{name}")
""",
}


@pytest.fixture
def calls(tmp_path: Path) -> Iterator[Emacs]:
    editor = Emacs(write(tmp_path / "project", CALLS), tmp_path / "socket")
    editor.edit("client.py")
    until("the server", lambda: editor.lisp("(and (eglot-current-server) t)"))
    yield editor
    editor.close()


def test_definition_leads_from_a_placeholder_to_its_value(calls: Emacs) -> None:
    calls.keys("M-< C-n C-n C-s { RET")
    calls.lisp("(progn (xref-find-definitions (symbol-name (symbol-at-point))) t)")

    line = CALLS["client.py"].splitlines()[2]
    until("the value", lambda: calls.lisp("(current-column)") == line.index("owner="))


def test_references_list_the_calls_of_a_route_in_every_file(calls: Emacs) -> None:
    """Once the other files have been read."""
    calls.keys("M-< C-n C-n C-s / RET")

    assert until("the list", lambda: len(found := calls.lisp("(waypost-references)")) == 3 and found) == [
        "client.py:2",
        "client.py:3",
        "other.py:2",
    ]


def test_the_callers_of_a_function_that_makes_requests(calls: Emacs) -> None:
    """This Eglot has no command for it, so the server is asked through Eglot."""
    calls.edit("sender.py")

    calls.keys("M-< C-n C-n C-n C-f C-f C-f C-f C-f")
    assert until("the callers", lambda: calls.lisp("(waypost-callers)")) == ["remove"]
