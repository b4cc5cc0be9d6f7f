"""The glossary of `server/docs/contributing.md` holds in every message, setting, page, comment and docstring."""

import re
from collections.abc import Iterator

import pytest

from tests.support.prose import ROOT, Prose, prose, python_prose, without_code

GLOSSARY = ROOT / "server" / "docs" / "contributing.md"

# These quote the words that they ban.
_QUOTING = ("tests/test_words.py", "server/docs/contributing.md")


def glossary() -> dict[str, re.Pattern[str]]:
    """The banned words, by their entry in the first column of the table."""
    table = GLOSSARY.read_text("utf-8").partition("## Words")[2]
    rows = re.findall(r"^\| (?!not\b|---)(.+?) \| .+? \|$", table, re.MULTILINE)
    return {row: re.compile("|".join(_patterns(row)), re.IGNORECASE) for row in rows}


def _patterns(row: str) -> Iterator[str]:
    for entry in re.findall(r"\*([^*]+)\*", row):
        words = re.escape(entry).replace(r"\ ", r"\s+")
        yield rf"(?<!there )\b{words}\b(?! longer| more)"


def faults_of(piece: Prose, banned: dict[str, re.Pattern[str]]) -> Iterator[str]:
    for pattern in banned.values():
        for found in pattern.finditer(piece.text):
            line = piece.line + piece.text.count("\n", 0, found.start())
            yield f"{piece.path}:{line}: {found[0]!r}"
    for found in re.finditer(r"(?<![\w.\-\"/=\N{MIDDLE DOT}])urls?(?![\w(=./:\N{MIDDLE DOT}])", piece.text):
        line = piece.line + piece.text.count("\n", 0, found.start())
        yield f"{piece.path}:{line}: {found[0]!r} is written URL"


def test_the_glossary_holds_everywhere() -> None:
    banned = glossary()
    pieces = [piece for piece in prose() if piece.path not in _QUOTING]
    assert len(pieces) > 100
    assert [fault for piece in pieces for fault in faults_of(piece, banned)] == []


@pytest.mark.parametrize(
    ("source", "lines"),
    [
        ('"""Mends a call."""\n', [1]),
        ("x = 1  # the url of a call\n", [1]),
        ('raise ValueError(f"{name} is none of them")\n', [1]),
        ("x = url  # `url` is code, https://example.com/url too\n", []),
        ('KIND = "mend"\n', []),
        ('x = """One.\n\nIt speaks of many.\n"""\n', [3]),
    ],
)
def test_prose_is_read_and_code_is_not(source: str, lines: list[int]) -> None:
    found = [fault for piece in python_prose("a.py", source) for fault in faults_of(piece, glossary())]
    assert [int(fault.split(":")[1]) for fault in found] == lines


def test_code_is_blanked_line_for_line() -> None:
    assert without_code("a\n```\nmend\n```\nb").count("\n") == 4
