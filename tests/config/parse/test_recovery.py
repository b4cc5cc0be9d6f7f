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


OPEN_LINES = [
    'a = {x = [\n"a"\n]\n[""b = """ c = 1 }\n',
    "a = ['\U0001f6a9', {b = ''' c = 1 ]\n",
    'a = [1, """ c',
    # The string stands where a key is read.
    'a = {b = "c":"""',
    "a = {b = 1, '''\U0001f6a9 c\nd = 2\n",
    'a = [{b.""" c',
]


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize("text", OPEN_LINES)
def test_a_bracket_is_not_closed_within_a_string_of_several_lines(text: str, newline: str) -> None:
    """What is added there is part of the string: the bracket would still be open."""
    source = text.replace("\n", newline)
    open_ones = [error for error in parse(source.encode(), Syntax.TOML).errors if error.code == "unclosed-bracket"]
    assert open_ones
    assert not any(error.fix for error in open_ones)


def test_a_bracket_is_closed_after_other_strings() -> None:
    for text in ("a = {b = 'c'\n", 'a = [1, """c\nd"""\n', "a = [1, 'c"):
        errors = parse(text.encode(), Syntax.TOML).errors
        assert [bool(error.fix) for error in errors if error.code == "unclosed-bracket"] == [True], text


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize("key", ["(b", "\U0001f6a9", "b.c++", "1/2"])
@pytest.mark.parametrize(
    "text",
    ["a = {x = 1,\n%s = 2\n[b]\n", "a = [\n1,\n%s = [2]\n[b]\n", "a = [ 1\n[c.%s]\nd = 2\n"],
)
def test_quotes_around_a_key_change_nothing_else(text: str, key: str, newline: str) -> None:
    """Whether a line begins the next statement, if brackets are open before it, is decided as if the key had them."""
    before, quoted = (
        [error.code for error in parse((text % each).replace("\n", newline).encode(), Syntax.TOML).errors]
        for each in (key, ".".join(f'"{part}"' for part in key.split(".")))
    )
    assert [code for code in before if code != "bare-key"] == quoted


@pytest.mark.parametrize("value", ["07:32:00", "-1", "1e+5", "1979-05-27T07:32:00Z", '"b"'])
def test_a_list_of_one_value_is_no_header(value: str) -> None:
    assert not parse(f"a = [\n  [{value}]\n]\n".encode(), Syntax.TOML).errors
    codes = [error.code for error in parse(f"a = [\n  [{value}]\n".encode(), Syntax.TOML).errors]
    assert codes == ["unclosed-bracket"]
