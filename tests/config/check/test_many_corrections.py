"""Corrections in large word lists: an edit costs only the entries that it touches, and finds the others that it
affects."""

from string import ascii_lowercase

import pytest

from waypost.analysis import Analysis
from waypost.config.check import conflicts, word_tables
from waypost.text import Document, Encoding, Position, TextChange
from waypost.workspace import Workspace

ENTRIES = [f'wrg{one}{two} = "wrong{one}{two}"\n' for one in "abc" for two in ascii_lowercase]


def edited(line: int, text: str, *, ends: str = "\n") -> tuple[Analysis, Analysis]:
    """The analysis after a line of the list was replaced, and a fresh analysis of the same text."""
    source = "".join(["# 🚩\n[default.extend-words]\n", *ENTRIES]).replace("\n", ends)
    document, workspace = Document.from_text("file:///w/typos.toml", source), Workspace()
    before = Analysis(document, workspace)
    before.diagnostics()
    at = Position(line + 2, 0), Position(line + 2, len(ENTRIES[line]) - 1)
    after, edits = document.edited([TextChange(text, *at)], Encoding.UTF16)
    return before.updated(after, edits, workspace), Analysis(after, workspace)


@pytest.mark.parametrize("ends", ["\n", "\r\n"])
@pytest.mark.parametrize("text", ['wrongzz = "right"', 'wrongcz = "right"', 'wrongCz = "wrongab"', "wrongcz = ", ""])
def test_an_edit_yields_what_a_fresh_start_yields(text: str, ends: str) -> None:
    updated, fresh = edited(40, text, ends=ends)
    assert sorted(updated.diagnostics(), key=repr) == sorted(fresh.diagnostics(), key=repr)


def test_an_entry_concerns_corrections_elsewhere() -> None:
    updated, _ = edited(3, 'wrongcz = "right"')
    assert [found.message for found in updated.diagnostics()] == [
        "typos reports the correction `wrongcz` itself, which should be `right`"
    ]


def test_of_two_equal_corrections_the_other_one_stays() -> None:
    """The second entry with a correction comes and goes; then the correction itself becomes an entry."""
    document, workspace = (
        Document.from_text("file:///w/typos.toml", "[default.extend-words]\n" + "".join(ENTRIES)),
        Workspace(),
    )
    made, before = Analysis(document, workspace), ENTRIES[40]
    made.diagnostics()
    for text in ('wrgzz = "wrongab"\n', "\n", 'wrongab = "right"\n'):
        at = Position(41, 0), Position(41, len(before) - 1)
        document, edits = document.edited([TextChange(text[:-1], *at)], Encoding.UTF16)
        made, before = made.updated(document, edits, workspace), text
        found = sorted(made.diagnostics(), key=repr)
        assert found == sorted(Analysis(document, workspace).diagnostics(), key=repr)
    assert [each.message for each in found] == [
        "typos reports the correction `wrongab` itself, which should be `right`"
    ]


def test_an_edit_reads_no_correction_but_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []
    parts = word_tables._parts
    monkeypatch.setattr(word_tables, "_parts", lambda text: read.append(text) or parts(text))
    monkeypatch.setattr(conflicts, "_Engine", None)
    updated, _ = edited(3, 'other = "another"')
    assert list(updated.diagnostics()) == []
    # Every correction once at the start; then the one in the line, and a neighbor that is read again with it.
    assert len(read) <= len(ENTRIES) + 4
