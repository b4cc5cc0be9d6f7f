"""A real Emacs with eglot."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.editors.driver import until, write
from tests.editors.emacs import Emacs

MISTAKEN = """\
[default]
locale = "en_US"
"""


@pytest.fixture
def emacs(tmp_path: Path) -> Iterator[Emacs]:
    editor = Emacs(write(tmp_path / "project", {"typos.toml": MISTAKEN}), tmp_path / "socket")
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
    emacs.fix('Write "en-us"')

    until("the fix", lambda: emacs.text() == MISTAKEN.replace("en_US", "en-us"), emacs.text)
