"""A real Emacs with lsp-mode."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.editors.driver import until, write
from tests.editors.emacs import Emacs, LspMode

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
    editor = LspMode(write(tmp_path / "project", {"typos.toml": MISTAKEN, "client.py": CLIENT}), tmp_path / "socket")
    yield editor
    editor.close()


def test_a_mistake_is_listed_and_a_fix_mends_it(emacs: Emacs) -> None:
    emacs.edit("typos.toml")
    ((line, message),) = until("a diagnostic", emacs.diagnostics)
    assert line == 1
    assert "en_US" in message

    emacs.keys("M-< C-n C-e C-b C-b")
    emacs.fix('Change to "en-us"')

    until("the fix", lambda: emacs.text() == MISTAKEN.replace("en_US", "en-us"), emacs.text)
    until("no diagnostic", lambda: not emacs.diagnostics(), emacs.diagnostics)


def test_a_key_completes(emacs: Emacs) -> None:
    emacs.edit("typos.toml")
    until("a diagnostic", emacs.diagnostics)

    emacs.keys("M-> c h e c k - f i l e n")
    emacs.command("completion-at-point")

    until("the key", lambda: "check-filename" in emacs.text(), emacs.text)


def test_the_documentation_of_a_route_is_its_request(emacs: Emacs) -> None:
    emacs.edit("client.py")
    until("the server", lambda: emacs.lisp('(if (lsp-feature? "textDocument/hover") t nil)'))

    emacs.keys("M-< C-n C-s / RET")

    assert "https://api.github.com/repos/octocat/hello" in emacs.hover()
