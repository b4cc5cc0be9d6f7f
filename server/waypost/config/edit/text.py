"""How keys, strings and lines are written."""

import json
import re
from collections.abc import Iterable

from waypost.config.parse import Style, Syntax

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


def newline_of(source: bytes) -> str:
    first = source.find(b"\n")
    return "\r\n" if first > 0 and source[first - 1 : first] == b"\r" else "\n"


def _quoted(text: str) -> str:
    """In double quotes, valid in both TOML and JSON; only TOML requires the delete character to be escaped."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
