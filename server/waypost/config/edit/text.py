"""How keys, strings and lines are written, and the replacements that need no more than that."""

import json
import re
from collections.abc import Iterable, Iterator, Sequence

from waypost.config.parse import Key, Placed, Style, Syntax, Tree, parse
from waypost.config.parse.toml_statements import Header, Pair
from waypost.results import Edit
from waypost.text import Span
from waypost.text.encoding import encode

_BARE = re.compile(r"[A-Za-z0-9_-]+\Z")
_LITERAL_UNSAFE = re.compile(r"['\x00-\x08\x0a-\x1f\x7f]")


def key_text(name: str, style: Style = Style.BARE) -> str:
    """A key in the style of another one."""
    if style is Style.JSON or (style is Style.BASIC and not _LITERAL_UNSAFE.search(name)):
        return _quoted(name)
    if style is Style.LITERAL and not _LITERAL_UNSAFE.search(name):
        return f"'{name}'"
    return name if _BARE.match(name) else _quoted(name)


def headed(names: Iterable[str]) -> str:
    """A path as a header has it."""
    return ".".join(map(key_text, names))


def string_text(value: str, style: Style = Style.BASIC) -> str:
    """A string in the style of another one, if that style can represent it."""
    if style in (Style.LITERAL, Style.MULTILINE_LITERAL) and not _LITERAL_UNSAFE.search(value):
        return f"'{value}'"
    return _quoted(value)


def pattern_text(value: str, syntax: Syntax) -> str:
    """A regular expression in the best quotes: those in which backslashes are literal."""
    if syntax is Syntax.TOML and "\\" in value:
        return string_text(value, Style.LITERAL)
    return string_text(value)


def pair_text(tree: Tree, name: str, value: str) -> str:
    """A key with its value."""
    return f"{key_text(name, Style.JSON)}: {value}" if tree.syntax is Syntax.JSON else f"{key_text(name)} = {value}"


def newline_of(source: bytes) -> str:
    first = source.find(b"\n")
    return "\r\n" if first > 0 and source[first - 1 : first] == b"\r" else "\n"


def _quoted(text: str) -> str:
    """In double quotes, valid in both TOML and JSON; only TOML requires the delete character to be escaped."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def replace(tree: Tree, place: Placed, text: str) -> Sequence[Edit]:
    return [Edit(tree.span(place), text)]


def rename(tree: Tree, key: Key, name: str) -> Sequence[Edit]:
    """Another name for one part of a key, with the same quotes if possible."""
    return [Edit(tree.span(key), key_text(name, key.style))]


def drop_key(tree: Tree, key: Key) -> Sequence[Edit]:
    """A dotted key without one of its parts; nothing if that is the last one."""
    statement = key.statement
    keys = (
        statement.member.keys
        if isinstance(statement, Pair)
        else statement.keys
        if isinstance(statement, Header)
        else ()
    )
    at = next((index for index, each in enumerate(keys) if each is key), len(keys))
    if at + 1 >= len(keys):
        return []
    return [Edit(Span(tree.span(key).start, tree.span(keys[at + 1]).start), "")]


def edited(source: bytes, edits: Sequence[Edit]) -> bytes:
    """A source with edits applied; edits at one place keep their order."""
    for _, edit in reversed(sorted(enumerate(edits), key=lambda each: (each[1].span, each[0]))):  # noqa: C413
        source = source[: edit.span.start] + encode(edit.text) + source[edit.span.end :]
    return source


def headers_made(tree: Tree, edits: Sequence[Edit]) -> Iterator[str]:
    """The tables that edits write headers for: new and renamed ones."""
    for edit in edits:
        if edit.text.strip().startswith("["):
            yield _table_of(edit.text.strip())
        elif edit.text and tree.syntax is Syntax.TOML:
            statement = tree.statement_at(edit.span.start)
            if isinstance(statement, Header):
                start = tree.start(statement)
                text = statement.text.decode(errors="replace")
                yield _table_of(text[: edit.span.start - start] + edit.text + text[edit.span.end - start :])


def _table_of(header: str) -> str:
    """The table of a header, however it is written: with other quotes or spaces, a comment, or not closed."""
    (statement, *_) = parse(header.encode(), Syntax.TOML).statements
    return headed(key.name for key in statement.keys) if isinstance(statement, Header) else header
