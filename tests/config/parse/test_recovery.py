"""Where a string that is never closed is taken to end."""

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
