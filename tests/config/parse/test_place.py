"""What stands at a cursor, in documents that are whole and in half-typed ones."""

import pytest

from tests.support.marked import cursor
from waypost.config.parse import Missing, Part, Place, Scalar, Syntax, parse

TOML_PLACES = [
    ("$0", Part.KEY, ()),
    ("[default]\n$0", Part.KEY, ("default",)),
    ("[default]\nloc$0", Part.KEY, ("default",)),
    ("[default]\nloc$0\nbinary = true", Part.KEY, ("default",)),
    ("[$0", Part.HEADER, ()),
    ("[def$0\n[files]", Part.HEADER, ()),
    ("[type.$0", Part.HEADER, ("type",)),
    ("[type.$0]", Part.HEADER, ("type",)),
    ("[type.py]$0", Part.AFTER, ("type", "py")),
    ("[type.py] # $0", Part.COMMENT, ("type", "py")),
    ("# $0", Part.COMMENT, ()),
    ("default.$0", Part.KEY, ("default",)),
    ("type.py.ext$0", Part.KEY, ("type", "py")),
    ("[default]\nlocale =$0", Part.VALUE, ("default", "locale")),
    ("[default]\nlocale = $0\n[files]", Part.VALUE, ("default", "locale")),
    ('[default]\nlocale = "$0', Part.VALUE, ("default", "locale")),
    ('[default]\nlocale = "en$0"', Part.VALUE, ("default", "locale")),
    ('[default]\nlocale = "en" $0', Part.AFTER, ("default", "locale")),
    ('[default]\nlocale = "en#" # $0', Part.COMMENT, ("default", "locale")),
    ('a = ["x", $0]', Part.VALUE, ("a", 1)),
    ('a = [\n  "x",\n  $0\n[files]', Part.VALUE, ("a", 1)),
    ("a = [\n$0", Part.VALUE, ("a", 0)),
    ('a = [\n  "x",\n\n$0\n[files]', Part.KEY, ()),
    ('a = ["$0"]', Part.VALUE, ("a", 0)),
    ('a = [ # $0\n"x"]', Part.COMMENT, ("a", 0)),
    ("w = { $0 }", Part.KEY, ("w",)),
    ("w = { a = 'x', $0", Part.KEY, ("w",)),
    ("w = { a.b$0 = 'x' }", Part.KEY, ("w", "a")),
    ("w = { a = $0 }", Part.VALUE, ("w", "a")),
    ("[[x]]\n[[x]]\na$0", Part.KEY, ("x", 1)),
    ("a$0.b", Part.KEY, ()),
    ("a $0", Part.AFTER, ("a",)),
]
JSON_PLACES = [
    ("{$0}", Part.KEY, ()),
    ('{"default": {$0', Part.KEY, ("default",)),
    ('{"default": {"loc$0"}}', Part.KEY, ("default",)),
    ('{"default": {loc$0}}', Part.KEY, ("default",)),
    ('{"default": {"locale": $0}}', Part.VALUE, ("default", "locale")),
    ('{"default": {"locale": "$0"}}', Part.VALUE, ("default", "locale")),
    ('{"default": {"locale": "en", $0}}', Part.KEY, ("default",)),
    ('{"a": ["x", $0]}', Part.VALUE, ("a", 1)),
    ('{"a": {\n  "b": "c",\n  "d": "e$0",\n  "f": "g"\n}}', Part.VALUE, ("a", "d")),
    ('{"a": {\n  "b": "c",\n  "d$0": "e",\n  "f": "g"\n}}', Part.KEY, ("a",)),
    ('{"a": 1}$0', Part.AFTER, ()),
]


def place(source: str, syntax: Syntax) -> Place:
    text, offset = cursor(source)
    return parse(text.encode(), syntax).at(offset)


@pytest.mark.parametrize(("source", "part", "path"), TOML_PLACES)
@pytest.mark.parametrize("prefix", ["", "# \U0001f6a9\n", "\ufeff"])
def test_a_place_in_toml(source: str, part: Part, path: tuple, prefix: str) -> None:
    text, offset = cursor(source)
    source_bytes = (prefix + text).encode()
    found = parse(source_bytes, Syntax.TOML).at(offset + len(prefix.encode()))
    assert (found.part, found.path) == (part, path)


@pytest.mark.parametrize(("source", "part", "path"), JSON_PLACES)
@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_a_place_in_json(source: str, part: Part, path: tuple, line_end: str) -> None:
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
        assert all(tree.at(offset).part in Part for offset in range(len(tree.source) + 1))
