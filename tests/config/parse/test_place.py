"""What is at a cursor, in complete and half-typed documents."""

import pytest

from tests.support.marked import cursor
from waypost.config.parse import CursorPlace, Missing, PlacePart, Scalar, Syntax, parse

TOML_PLACES = [
    ("$0", PlacePart.KEY, ()),
    ("[default]\n$0", PlacePart.KEY, ("default",)),
    ("[default]\nloc$0", PlacePart.KEY, ("default",)),
    ("[default]\nloc$0\nbinary = true", PlacePart.KEY, ("default",)),
    ("[$0", PlacePart.HEADER, ()),
    ("[def$0\n[files]", PlacePart.HEADER, ()),
    ("[type.$0", PlacePart.HEADER, ("type",)),
    ("[type.$0]", PlacePart.HEADER, ("type",)),
    ("[type.py]$0", PlacePart.AFTER, ("type", "py")),
    ("[type.py] # $0", PlacePart.COMMENT, ("type", "py")),
    ("# $0", PlacePart.COMMENT, ()),
    ("default.$0", PlacePart.KEY, ("default",)),
    ("type.py.ext$0", PlacePart.KEY, ("type", "py")),
    ("[default]\nlocale =$0", PlacePart.VALUE, ("default", "locale")),
    ("[default]\nlocale = $0\n[files]", PlacePart.VALUE, ("default", "locale")),
    ('[default]\nlocale = "$0', PlacePart.VALUE, ("default", "locale")),
    ('[default]\nlocale = "en$0"', PlacePart.VALUE, ("default", "locale")),
    ('[default]\nlocale = "en" $0', PlacePart.AFTER, ("default", "locale")),
    ('[default]\nlocale = "en#" # $0', PlacePart.COMMENT, ("default", "locale")),
    ('a = ["x", $0]', PlacePart.VALUE, ("a", 1)),
    ('a = [\n  "x",\n  $0\n[files]', PlacePart.VALUE, ("a", 1)),
    ("a = [\n$0", PlacePart.VALUE, ("a", 0)),
    ('a = [\n  "x",\n\n$0\n[files]', PlacePart.KEY, ()),
    ('a = ["$0"]', PlacePart.VALUE, ("a", 0)),
    ('a = [ # $0\n"x"]', PlacePart.COMMENT, ("a", 0)),
    ("w = { $0 }", PlacePart.KEY, ("w",)),
    ("w = { a = 'x', $0", PlacePart.KEY, ("w",)),
    ("w = { a.b$0 = 'x' }", PlacePart.KEY, ("w", "a")),
    ("w = { a = $0 }", PlacePart.VALUE, ("w", "a")),
    ("[[x]]\n[[x]]\na$0", PlacePart.KEY, ("x", 1)),
    ("a$0.b", PlacePart.KEY, ()),
    ("a $0", PlacePart.AFTER, ("a",)),
]
JSON_PLACES = [
    ("{$0}", PlacePart.KEY, ()),
    ('{"default": {$0', PlacePart.KEY, ("default",)),
    ('{"default": {"loc$0"}}', PlacePart.KEY, ("default",)),
    ('{"default": {loc$0}}', PlacePart.KEY, ("default",)),
    ('{"default": {"locale": $0}}', PlacePart.VALUE, ("default", "locale")),
    ('{"default": {"locale": "$0"}}', PlacePart.VALUE, ("default", "locale")),
    ('{"default": {"locale": "en", $0}}', PlacePart.KEY, ("default",)),
    ('{"a": ["x", $0]}', PlacePart.VALUE, ("a", 1)),
    ('{"a": {\n  "b": "c",\n  "d": "e$0",\n  "f": "g"\n}}', PlacePart.VALUE, ("a", "d")),
    ('{"a": {\n  "b": "c",\n  "d$0": "e",\n  "f": "g"\n}}', PlacePart.KEY, ("a",)),
    ('{"a": 1}$0', PlacePart.AFTER, ()),
]


def place(source: str, syntax: Syntax) -> CursorPlace:
    text, offset = cursor(source)
    return parse(text.encode(), syntax).at(offset)


@pytest.mark.parametrize(("source", "part", "path"), TOML_PLACES)
@pytest.mark.parametrize("prefix", ["", "# \U0001f6a9\n", "\ufeff"])
def test_a_place_in_toml(source: str, part: PlacePart, path: tuple, prefix: str) -> None:
    text, offset = cursor(source)
    source_bytes = (prefix + text).encode()
    found = parse(source_bytes, Syntax.TOML).at(offset + len(prefix.encode()))
    assert (found.part, found.path) == (part, path)


@pytest.mark.parametrize(("source", "part", "path"), JSON_PLACES)
@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_a_place_in_json(source: str, part: PlacePart, path: tuple, line_end: str) -> None:
    found = place(source.replace("\n", line_end), Syntax.JSON)
    assert (found.part, found.path) == (part, path)


def test_a_place_knows_what_the_cursor_touches() -> None:
    assert place("[type.p$0y]", Syntax.TOML).key.name == "py"
    assert isinstance(place("a = 'x$0'", Syntax.TOML).value, Scalar)
    assert isinstance(place("a = $0", Syntax.TOML).value, Missing)
    assert place("w = {a = 1, b$0 = 2}", Syntax.TOML).member.keys[0].name == "b"


def test_every_offset_of_a_document_has_a_place() -> None:
    for source, *_ in TOML_PLACES:
        text, _ = cursor(source)
        tree = parse(text.encode(), Syntax.TOML)
        assert all(tree.at(offset).part in PlacePart for offset in range(len(tree.source) + 1))
