"""No fix breaks a valid document, and applying all safe fixes terminates."""

import ast
import json
import tomllib
import warnings
from collections import Counter
from collections.abc import Callable, Sequence
from math import inf
from typing import Final

import pytest
from hypothesis import example, given

from tests.fuzz.mutations import documents
from tests.fuzz.seeds import CONFIGS, SOURCES, surroundings
from tests.support.budget import examples
from waypost.analysis import Analysis
from waypost.cli.fix import applied, fixed
from waypost.results import Edit
from waypost.text import Document

FILES = surroundings()
# So many syntax errors are shown for a line.
_MOST_ON_A_LINE: Final = 3


def is_toml(source: bytes) -> bool:
    return _succeeds(lambda: tomllib.loads(source.decode()))


def is_json(source: bytes) -> bool:
    return _succeeds(lambda: json.loads(source.decode()))


def is_python(source: bytes) -> bool:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return _succeeds(lambda: ast.parse(source))


def _succeeds(read: Callable[[], object]) -> bool:
    try:
        read()
    except (ValueError, SyntaxError, RecursionError, MemoryError):
        return False
    return True


def is_valid(document: Document) -> bool:
    if document.uri.endswith(".py"):
        return is_python(document.source)
    return (is_json if document.uri.endswith(".json") else is_toml)(document.source)


def faults(document: Document) -> float:
    """How many syntax errors there may be after a fix. Where something unclosed ends is a guess, which any edit may
    change; but a header ends with its line. And no more than three of a line are shown: it may have others."""
    found = [each for each in Analysis(document, FILES).diagnostics() if each.rule == "syntax-error"]
    lines = Counter(document.lines.line_at(each.span.start) for each in found)
    is_guess = any("closed" in each.message and "header" not in each.message for each in found)
    return inf if is_guess or any(count >= _MOST_ON_A_LINE for count in lines.values()) else len(found)


def after(document: Document, edits: Sequence[Edit]) -> Document:
    own = [edit for edit in edits if edit.uri in (None, document.uri)]
    return Document(document.uri, applied(document.source, own))


def check_fixes(document: Document) -> None:
    was_valid, had = is_valid(document), faults(document)
    made = Analysis(document, FILES)
    for found in made.diagnostics():
        for fix in found.fixes:
            mended = after(document, fix.edits)
            assert is_valid(mended) or not was_valid, (found, fix, mended.source)
            assert had == inf or faults(mended) <= had, (found, fix, mended.source)
    once = fixed(document, FILES)
    assert is_valid(once) or not was_valid, once.source
    assert had == inf or faults(once) <= had, once.source
    left = Analysis(once, FILES).fix_all()
    assert not [edit for edit in left if edit.uri is None], (once.source, left)


@examples(10)
@given(documents(CONFIGS, most=6, wild=False))
@example(Document("file:///w/typos.toml", b"[https://a.b/https://a.b/[c]\n"))
@example(Document("file:///w/typos.toml", b'[files]\nx = ["a**b"", "[z-a]"]\n'))  # one quote too many
@example(
    Document("file:///w/typos.toml", b"x = {, # one\n  'b',\n]\ntext = \"\"(e\n[ teh = 1, l = 2 }\n")
)  # quotes join
@example(
    Document("file:///w/typos.toml", b'[type.py]\nextend-words = { a = "b", c = "d"\nextend-ignore-re numer" }\n')
)  # two things are missing
@example(Document("file:///w/typos.toml", b"files.extend-exclude = [\n  'b'\"'\"\"\"',\n]\n"))  # four errors in a line
@example(Document("file:///w/c/typos.json", b'{:{""}"default":{"extend-words":{""//,\r"":}}}'))  # a comma in a comment
@example(
    Document("file:///w/typos.toml", b'type.mine.locale = "en"x = [\r\n  "\xf0\x9f\x9a\xa9", # one\r\n]\r\n')
)  # a list that a broken line opens
@pytest.mark.slow
def test_configurations(document: Document) -> None:
    check_fixes(document)


@examples(10)
@given(documents(SOURCES, most=6, wild=False))
@pytest.mark.slow
def test_python_sources(document: Document) -> None:
    check_fixes(document)
