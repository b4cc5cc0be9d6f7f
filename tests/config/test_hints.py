"""Inlay hints on globs and headers."""

from pathlib import Path

import pytest

from waypost.analysis import Analysis
from waypost.text import Document, Span
from waypost.workspace import Folder, Settings, Workspace, uri_of

SOURCE = """\
[files]
extend-exclude = ["*.a", "!x.a", "["]
[default]
locale = "en-us"
binary = true
[type.mine]
binary = false
extend-glob = ["*.b"]
"""


@pytest.mark.parametrize(
    ("setting", "expected"),
    [
        ("off", []),
        ("globs", [('"["]', "matches 2 files"), ('"*.b"]', "matches 1 file")]),
        (
            "all",
            [
                ('"["]', "matches 2 files"),
                ("[type.mine]", 'locale = "en-us"'),
                ('"*.b"]', "matches 1 file"),
            ],
        ),
    ],
)
def test_hints_are_those_the_settings_want(tmp_path: Path, setting: str, expected: list) -> None:
    for name in ("x.a", "y.a", "z.b"):
        (tmp_path / name).write_text("x\n")
    settings, _ = Settings.read({"inlay-hints": {"config": setting}})
    document = Document.from_text(uri_of(tmp_path / "typos.toml"), SOURCE)
    hints = Analysis(document, Workspace([Folder(tmp_path, settings)])).inlay_hints(Span(0, len(SOURCE)))
    shown = sorted((hint.offset, hint.label) for hint in hints)
    assert [label for _, label in shown] == [label for _, label in expected]
    for (offset, _), (text, _) in zip(shown, expected, strict=True):
        assert SOURCE[:offset].endswith(text)


def test_counts_in_one_line_are_short(tmp_path: Path) -> None:
    (tmp_path / "x.a").write_text("x\n")
    source = '[files]\nextend-exclude = ["*.a", "*.b"]\n[type.mine]\nextend-glob = ["*.a"]\n'
    document = Document.from_text(uri_of(tmp_path / "typos.toml"), source)
    hints = Analysis(document, Workspace([Folder(tmp_path)])).inlay_hints(Span(0, len(source)))
    assert [hint.label for hint in hints] == ["1 file", "0 files", "matches 1 file"]


def test_no_hints_outside_a_workspace(tmp_path: Path) -> None:
    document = Document.from_text(uri_of(tmp_path / "typos.toml"), SOURCE)
    assert not Analysis(document, Workspace()).inlay_hints(Span(0, len(SOURCE)))


def test_what_is_not_counted_yet_is_counted_beside(tmp_path: Path) -> None:
    (tmp_path / "x.a").write_text("x")
    put_off = []
    document = Document.from_text(uri_of(tmp_path / "typos.toml"), SOURCE)
    workspace = Workspace([Folder(tmp_path)])
    workspace.services.later_hints = put_off.append
    assert not Analysis(document, workspace).inlay_hints(Span(0, len(SOURCE)))
    for work in put_off:
        work()
    found = Analysis(document, workspace).inlay_hints(Span(0, len(SOURCE)))
    assert [hint.label for hint in found] == ["matches 1 file", "matches 0 files"]
    assert len(put_off) == 1


def test_a_hundred_globs_are_counted(tmp_path: Path) -> None:
    globs = ", ".join(map('"*.{}"'.format, range(120)))
    source = f"[files]\nextend-exclude = [{globs}]\n"
    document = Document.from_text(uri_of(tmp_path / "typos.toml"), source)
    assert len(Analysis(document, Workspace([Folder(tmp_path)])).inlay_hints(Span(0, len(source)))) == 100
