"""Reads a TOML key: one name, or several separated by dots."""

import re

from waypost.config.parse.cursor import TextCursor
from waypost.config.parse.nodes import Key, Style
from waypost.config.parse.quoted import control_name, in_quotes, read_string, toml_style
from waypost.text.encoding import decode

_BARE = re.compile(rb"[A-Za-z0-9_-]+")
# What was probably meant as a bare key: everything up to what must end one.
_INTENDED = re.compile(rb"""[^\s.=\[\]{},"'#]+""")


# As other formats separate a key from its value.
_COLON = re.compile(rb"""[ \t]*:(?=[ \t]*["'\[{]|[ \t]+[^\s=#][^=#\r\n]*(?:[#\r\n]|\Z))""")


def is_colon(cursor: TextCursor, at: int) -> bool:
    """Whether there is a colon where a `=` belongs."""
    return cursor.source[at : at + 1] == b":" and _COLON.match(cursor.source, at) is not None


def read_keys(cursor: TextCursor, *, nested: bool = False) -> tuple[Key, ...]:
    """The parts of the key at the cursor, which is left after the last one. A part not typed yet has an empty name."""
    parts = [_part(cursor, nested=nested)]
    while True:
        behind = cursor.pos
        cursor.skip()
        if cursor.peek() != b".":
            cursor.pos = behind
            return tuple(parts)
        cursor.pos += 1
        behind = cursor.pos
        cursor.skip()
        part = _part(cursor, nested=nested)
        if part.start == part.end:
            cursor.pos = behind
        parts.append(part)


def _part(cursor: TextCursor, *, nested: bool) -> Key:
    if cursor.peek() in (b'"', b"'"):
        return _quoted(cursor, nested=nested)
    start = cursor.pos
    match = _INTENDED.match(cursor.source, start)
    end = match.end() if match else start
    if end > start and is_colon(cursor, end - 1):
        end -= 1
    cursor.pos = end
    name = decode(cursor.source[start:end])
    bare = _BARE.match(cursor.source, start, end)
    if match and (not bare or bare.end() != end):
        _report_bare(cursor, name, start, end)
    return Key(cursor.statement, start - cursor.base, end - cursor.base, name, Style.BARE)


def _report_bare(cursor: TextCursor, name: str, start: int, end: int) -> None:
    odd = next(character for character in name if not _BARE.fullmatch(character.encode("utf-8", "replace")))
    if ord(odd) < 0x20 or ord(odd) == 0x7F:  # noqa: PLR2004 - control characters
        cursor.report("control-character", f"{control_name(odd.encode())} is not allowed in a key", start, end)
        return
    # `locale:en` is no key, and in quotes it would be one without a value.
    is_key = ":" not in name or b"=" in cursor.source[end : cursor.line_end(end)]
    fix = in_quotes(cursor, start, end, name) if is_key else None
    cursor.report("bare-key", f"A key with `{odd}` in it needs quotes", start, end, fix)


def _quoted(cursor: TextCursor, *, nested: bool) -> Key:
    start = cursor.pos
    style = toml_style(cursor)
    scalar = read_string(cursor, style, nested=nested)
    if style in (Style.MULTILINE_BASIC, Style.MULTILINE_LITERAL) and scalar.closed:
        cursor.report("multiline-key", "A key cannot be a multi-line string", start, cursor.pos)
    return Key(cursor.statement, scalar.start, scalar.end, str(scalar.value), style)
