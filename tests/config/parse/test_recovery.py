"""Where a string that is never closed is considered to end."""

import pytest

from waypost.config.parse import Syntax, parse, plain


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize("header", ["[default]", "[default] # why", "  [[default]]"])
def test_before_the_next_header(newline: str, header: str) -> None:
    text = newline.join(['text = """', " many", header, "locale = 'en'", ""])
    tree = parse(text.encode(), Syntax.TOML)
    assert list(tree.root.entries) == ["text", "default"]


LINES = [
    ('["a],', ["a"]),
    ('["a b  ', ["a b"]),
    ('[{ x = "a, b } ] ,', [{"x": "a, b"}]),
    ('["", "a]b', ["", "a]b"]),
]


@pytest.mark.parametrize(("line", "value"), LINES)
def test_before_the_brackets_that_end_its_line(line: str, value: object) -> None:
    tree = parse(f"x = {line}\ny = 1\n".encode(), Syntax.TOML)
    assert plain(tree.root.get("x")) == value


@pytest.mark.parametrize(
    ("source", "syntax"),
    [
        (b"\x00{}", Syntax.JSON),
        (b"{a\x01: 1}", Syntax.JSON),
        (b"{a\xff: 1}", Syntax.JSON),
        (b"{a\\b: 1}", Syntax.JSON),
        (b"\xc3\xa9\x01 = 1", Syntax.TOML),
        (b"a\xff = 1", Syntax.TOML),
        (b"a = b\xff", Syntax.TOML),
        (b"a = b\xe2\x80\x8b", Syntax.TOML),
        (b"a = ['x', b = ]", Syntax.TOML),
        (b"a = b = c", Syntax.TOML),
    ],
)
def test_quotes_are_offered_only_where_they_make_it_right(source: bytes, syntax: Syntax) -> None:
    errors = parse(source, syntax).errors
    assert errors
    assert not any(error.fix for error in errors)
