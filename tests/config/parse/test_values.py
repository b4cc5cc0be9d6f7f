"""What is understood in a document, whole or broken."""

import re
import tomllib

import pytest
from hypothesis import given

from tests.config.parse.mutations import JSON, TOML, mutated
from tests.support.budget import examples
from waypost.config.parse import Array, Form, Scalar, Syntax, Table, parse, plain

_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}|[0-9]{2}:[0-9]{2}")
DOUBLES = ["duplicate-key", "duplicate-table"]
UNDERSTOOD = [
    ('a = "x\nb = 1', {"a": "x", "b": 1}, ["unclosed-string"]),
    ('a = ["x\\\n]\nb = 1', {"a": ["x\\"], "b": 1}, ["unclosed-string"]),
    ("a = [\n  'x',\n[t]\nb = true\n", {"a": ["x"], "t": {"b": True}}, ["unclosed-bracket"]),
    ("a = [\n  'x',\nb = 1\n", {"a": ["x"], "b": 1}, ["unclosed-bracket"]),
    ("a = [\n  'x',\nb = 1\n]", {"a": ["x"]}, ["bare-value"]),
    ("a = { b = 'x'\n[t]\n", {"a": {"b": "x"}, "t": {}}, ["unclosed-bracket"]),
    ("a = { b = ['x' }\nc = 1", {"a": {"b": ["x"]}, "c": 1}, ["unclosed-bracket"]),
    ('a = """x\nb = 1\n[t]\n', {"a": "x", "b": 1, "t": {}}, ["unclosed-string"]),
    ("[t\nb = 1\n", {"t": {"b": 1}}, ["unclosed-header"]),
    ("[t.]\nb = 1\n", {"t": {"b": 1}}, ["no-key"]),
    ("a\nb =\nc.\n= 1\nd = 1", {"d": 1}, ["no-value", "no-value", "no-key", "no-key"]),
    ("a = ['x' 'y']\nb = ['x',, 'y']", {"a": ["x", "y"], "b": ["x", "y"]}, ["comma", "comma"]),
    ("a = en-us\nb = True\nc = 1x\nd = 1,\n", {"d": 1}, ["bare-value", "bare-value", "number", "comma"]),
    ("a =\n [\n  'x',\n  # c\n  'y',\n]\nb = 1", {"b": 1}, ["no-value", "no-key"]),
    ("a'b = [\n  'x',\n  'y'\n]\nb = 1", {"b": 1}, ["no-value"]),
    ("a = [\n  'x],\n  'y',\n]\nb = 1", {"a": ["x]", "y"], "b": 1}, ["unclosed-string"]),
    ("'x',\n'y',\n]\nb = 1", {"b": 1}, ["no-value"]),
    ("}\n]\n]\na = 1", {"a": 1}, ["stray"]),
    ("a = 1\na = 2\n[t]\nx = 1\n[t]\nx = 2\ny = 3", {"a": 1, "t": {"x": 1, "y": 3}}, DOUBLES),
    ("é = 1\na/b = 2", {"é": 1, "a/b": 2}, ["bare-key", "bare-key"]),
    ("a = null\nb = 1", {"a": None, "b": 1}, ["null"]),
    ("a = None\nb = nil\nd = 1", {"d": 1}, ["null", "null"]),
    ("a: 1\nb : 2\n", {"a": 1, "b": 2}, ["colon", "colon"]),
    ("a = abc,\nb = 1\n", {"b": 1}, ["bare-value"]),
    ("a = [ # \x01\n 1]\nb = 2", {"a": [1], "b": 2}, ["control-character"]),
    ("[a.b.c]\n[a]\nb = 1\nd = 1", {"a": {"b": {"c": {}}, "d": 1}}, ["duplicate-key"]),
    ("[a.b.c.d]\n[a]\nb.c.e = 2\n", {"a": {"b": {"c": {"d": {}, "e": 2}}}}, []),
    ("[a.b.c]\nx = 1\n[a]\nb.c = 2\n", {"a": {"b": {"c": {"x": 1}}}}, ["duplicate-key"]),
    ("[a.b.c]\nx = 1\n[a]\nb.c.x = 2\n", {"a": {"b": {"c": {"x": 1}}}}, ["duplicate-key"]),
    ("[a.b]\nx = 1\n[a]\nb.x = 2\n", {"a": {"b": {"x": 1}}}, ["duplicate-key"]),
    ('a = "\\+ \\d"', {"a": "\\+ \\d"}, ["escape", "escape"]),
    ("a = " + "[" * 100_000, {"a": None}, ["unclosed-bracket", "too-deep"]),
    ("a = {\n b = 1, # c\n c = 2,\n}\n", {"a": {"b": 1, "c": 2}}, []),
]  # fmt: skip
UNDERSTOOD_JSON = [
    ('{"a": "x\n, "b": 1}', {"a": "x", "b": 1}, ["unclosed-string"]),
    ('{"a": [1, 2}', {"a": [1, 2]}, ["unclosed-bracket"]),
    ('{"a": {"b": 1', {"a": {"b": 1}}, ["unclosed-bracket"]),
    ('{"a": 1 "b": 2, , "c": 3,}', {"a": 1, "b": 2, "c": 3}, ["comma", "comma", "comma"]),
    ("{'a': 'x', b: True}", {"a": "x"}, ["quotes", "quotes", "bare-key", "bare-value"]),
    ('{"a", "b": , "c": 1}', {"c": 1}, ["no-value", "no-value"]),
    ('{"a": 1 // one\n}', {"a": 1}, ["comment"]),
    ('{"a": 1, "a": 2} x', {"a": 1}, ["duplicate-key"]),
    ("", {}, ["root"]),
    ("[1]", {}, ["root"]),
    ('{"a": ' * 200, None, ["unclosed-bracket", "too-deep"]),
]


@pytest.mark.parametrize(("source", "value", "codes"), UNDERSTOOD)
@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_what_is_there_is_understood_and_each_fault_is_one_error(
    source: str, value: dict, codes: list, line_end: str
) -> None:
    tree = parse(source.replace("\n", line_end).encode(), Syntax.TOML)
    assert [each.code for each in tree.errors] == codes
    if "too-deep" not in codes:
        assert plain(tree.root) == value


@pytest.mark.parametrize(("source", "value", "codes"), UNDERSTOOD_JSON)
def test_what_is_there_of_json_is_understood(source: str, value: dict | None, codes: list) -> None:
    tree = parse(source.encode(), Syntax.JSON)
    assert [each.code for each in tree.errors] == codes
    if value is not None:
        assert plain(tree.root) == value


@examples(50)
@given(mutated(TOML))
def test_what_tomllib_reads_is_read_the_same(source: bytes) -> None:
    try:
        expected = tomllib.loads(source.decode().removeprefix("\ufeff"))
    except (UnicodeDecodeError, tomllib.TOMLDecodeError):
        return
    tree = parse(source, Syntax.TOML)
    assert not tree.errors
    assert _without_dates(plain(tree.root)) == _without_dates(expected)


def _without_dates(value: object) -> object:
    """Numbers as they print, so that nan equals nan. Dates and times, which stay text in our tree, are left out."""
    if isinstance(value, dict):
        return {name: _without_dates(each) for name, each in value.items()}
    if isinstance(value, list):
        return [_without_dates(each) for each in value]
    if hasattr(value, "isoformat") or (isinstance(value, str) and _DATE.match(value)):
        return "a date"
    return value if isinstance(value, str) else repr(value)


@pytest.mark.parametrize(("syntax", "sources"), [(Syntax.TOML, TOML), (Syntax.JSON, JSON)])
def test_the_sources_of_mutations_are_mostly_valid(syntax: Syntax, sources: tuple[bytes, ...]) -> None:
    assert sum(not parse(each, syntax).errors for each in sources) >= len(sources) // 2


def test_a_table_named_in_many_places_is_one_table() -> None:
    source = b'[default.extend-words]\na = "a"\n[default]\nbinary = true\n[default.extend-identifiers]\n'
    tree = parse(source, Syntax.TOML)
    entry = tree.root.entries["default"]
    assert isinstance(entry.value, Table)
    assert entry.value.form is Form.HEADER
    assert list(entry.value.entries) == ["extend-words", "binary", "extend-identifiers"]
    assert [tree.span(key).of(source) for key in entry.keys] == [b"default"] * 3


@pytest.mark.parametrize(
    ("written", "start", "end", "expected"),
    [
        (b'"a\\u0062\xf0\x9f\x9a\xa9c"', 1, 2, b"\\u0062"),
        (b'"a\\u0062\xf0\x9f\x9a\xa9c"', 2, 4, b"\xf0\x9f\x9a\xa9c"),
        (b"'a\\b'", 1, 3, b"\\b"),
        (b'"""\n a\\\n   b"""', 1, 3, b"a\\\n   b"),
        (b"'''\r\nx\r\ny'''", 1, 3, b"\r\ny"),
        (b'"abc', 1, 3, b"bc"),
        (b'"abc"', 3, 3, b""),
    ],
)
def test_a_part_of_a_value_is_found_in_its_source(written: bytes, start: int, end: int, expected: bytes) -> None:
    source = b"# \xc3\xa9\nkey = " + written + b"\n"
    tree = parse(source, Syntax.TOML)
    scalar = tree.root.get("key")
    assert isinstance(scalar, Scalar)
    assert tree.span(scalar.part(start, end)).of(source) == expected


def test_a_json_surrogate_pair_is_one_character() -> None:
    source = b'{"k": "\\ud83d\\udea9x"}'
    tree = parse(source, Syntax.JSON)
    scalar = tree.root.get("k")
    assert isinstance(scalar, Scalar)
    assert scalar.value == "🚩x"
    assert tree.span(scalar.part(1, 2)).of(source) == b"x"


def test_tables_of_a_list_are_its_items() -> None:
    tree = parse(b"[[x]]\na = 1\n[x.y]\nb = 2\n[[x]]\n", Syntax.TOML)
    array = tree.root.get("x")
    assert isinstance(array, Array)
    assert plain(array) == [{"a": 1, "y": {"b": 2}}, {}]


ORDINARY = """\
[files]
extend-exclude = [
  "vendor/", # ours
  '*.svg',
  # more
  "a b",
]
ignore-hidden = false

[default]
locale = "en-us"
extend-ignore-re = ["(?m)^x$", 'y\\d+']
extend-words = { teh = "teh", "a b" = "c" }

[default.extend-identifiers]
Foo = "Foo"
Bar = "Bar"
"""


def test_one_slip_of_the_finger_never_floods_a_document() -> None:
    source = ORDINARY.encode()
    assert not parse(source, Syntax.TOML).errors
    for at in range(len(source)):
        added = (source[:at] + each + source[at:] for each in (b'"', b"'", b"[", b"\n", b"="))
        slips = [source[:at] + source[at + 1 :], *added]
        for slip in slips:
            errors = parse(slip, Syntax.TOML).errors
            assert len(errors) <= 5, (slip[max(0, at - 30) : at + 30], [each.message for each in errors])
