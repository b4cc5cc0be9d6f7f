"""Strings as they are written: where their quotes end, and which bytes each character of the value came from."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from waypost.text.encoding import decode, encode


class Chunk(NamedTuple):
    """A stretch of a string: its value, and its position. An escape is a separate chunk."""

    text: str
    start: int
    end: int
    plain: bool
    fault: str = ""


_QUOTES = {"basic": 1, "literal": 1, "json": 1, "multiline-basic": 3, "multiline-literal": 3}
_SIMPLE = {
    b"b": "\b", b"t": "\t", b"n": "\n", b"f": "\f", b"r": "\r", b"e": "\x1b", b'"': '"', b"\\": "\\", b"/": "/",
}  # fmt: skip
_ALLOWED = {"basic": b'btnfre"\\', "multiline-basic": b'btnfre"\\', "json": b'btnfr"\\/'}
_HEX = {b"x": 2, b"u": 4, b"U": 8}
_HEX_ALLOWED = {"basic": b"xuU", "multiline-basic": b"xuU", "json": b"u"}
_HEX_DIGITS = re.compile(rb"[0-9A-Fa-f]*")
_CONTINUED = re.compile(rb"\\[ \t]*\r?\n[ \t\r\n]*")
# A character, or what is left of one.
CHARACTER = re.compile(rb"[\x00-\x7f]|[\xc0-\xff][\x80-\xbf]*|[\x80-\xff]")
_LOW_HALF = re.compile(rb"\\u([Dd][C-Fc-f][0-9A-Fa-f]{2})")
_SURROGATES = range(0xD800, 0xE000)
_LOW_SURROGATES = 0xDC00


def quote_lengths(raw: bytes, style: str, closed: bool) -> tuple[int, int]:  # noqa: FBT001 - two facts of one string
    """How long the quotes before and after the text are; a newline right after `\"\"\"` counts as part of them."""
    width = _QUOTES.get(style, 0)
    opening = min(width, len(raw))
    if width == 3:  # noqa: PLR2004 - multi-line strings have three quotes
        opening += 2 if raw[3:5] == b"\r\n" else 1 if raw[3:4] == b"\n" else 0
    return opening, min(width, max(len(raw) - opening, 0)) if closed else 0


def decoded(raw: bytes, style: str) -> str:
    """The value of the text between the quotes."""
    if b"\\" not in raw and b"\r" not in raw:
        return decode(raw)
    return "".join(chunk.text for chunk in chunks(raw, style))


def chunks(raw: bytes, style: str) -> Iterator[Chunk]:
    """The text between the quotes, stretch by stretch."""
    special = b"\\" if style in _ALLOWED else None
    position = 0
    while position < len(raw):
        escape = raw.find(special, position) if special else -1
        end = escape if escape >= 0 else len(raw)
        if end > position:
            yield from _plain_chunks(raw, position, end)
        if escape < 0:
            return
        chunk = _escape(raw, escape, style)
        yield chunk
        position = chunk.end


def source_range(raw: bytes, style: str, start: int, end: int) -> tuple[int, int]:
    """The bytes of `raw` that characters `start:end` of its value were written as."""
    first = last = None
    seen = 0
    for chunk in chunks(raw, style):
        length = len(chunk.text)
        if first is None and seen + length > start:
            first = _byte_of(chunk, start - seen)
        if last is None and end > start and seen + length >= end:
            last = chunk.end if not chunk.plain else _byte_of(chunk, end - seen)
            break
        seen += length
    first = len(raw) if first is None else first
    return first, max(first, first if end <= start else len(raw) if last is None else last)


def _byte_of(chunk: Chunk, characters: int) -> int:
    if not chunk.plain:
        return chunk.start
    return chunk.start + len(encode(chunk.text[:characters]))


def _plain_chunks(raw: bytes, start: int, end: int) -> Iterator[Chunk]:
    """Plain text; CRLF reads as LF, and malformed bytes are separate so that lengths stay correct."""
    while (cut := raw.find(b"\r\n", start, end)) >= 0:
        if cut > start:
            yield from _plain_line(raw, start, cut)
        yield Chunk("\n", cut, cut + 2, plain=False)
        start = cut + 2
    yield from _plain_line(raw, start, end)


def _plain_line(raw: bytes, start: int, end: int) -> Iterator[Chunk]:
    text = raw[start:end]
    value = decode(text)
    if len(encode(value)) == len(text) and "\ufffd" not in value:
        yield Chunk(value, start, end, plain=True)
        return
    yield from _malformed_chunks(raw, start, end)


def _malformed_chunks(raw: bytes, start: int, end: int) -> Iterator[Chunk]:
    for match in CHARACTER.finditer(raw, start, end):
        yield Chunk(decode(match[0]), match.start(), match.end(), plain=False)


def _escape(raw: bytes, start: int, style: str) -> Chunk:
    letter = raw[start + 1 : start + 2]
    if letter in _HEX and letter in _HEX_ALLOWED[style]:
        return _numeric_escape(raw, start, style)
    if letter and letter in _ALLOWED[style]:
        return Chunk(_SIMPLE[letter], start, start + 2, plain=False)
    if style == "multiline-basic":
        continued = _CONTINUED.match(raw, start)
        if continued:
            return Chunk("", start, continued.end(), plain=False)
    character = CHARACTER.match(raw, start + 1)
    end = character.end() if character and letter not in (b"\r", b"\n") else start + 1
    shown = decode(raw[start:end])
    return Chunk(shown, start, end, plain=False, fault=f"`{shown}` is not an escape sequence")


def _numeric_escape(raw: bytes, start: int, style: str) -> Chunk:
    width = _HEX[raw[start + 1 : start + 2]]
    digits = _HEX_DIGITS.match(raw, start + 2, start + 2 + width)
    end = digits.end() if digits else start + 2
    if end - start - 2 < width:
        fault = f"`{decode(raw[start : start + 2])}` needs {width} hexadecimal digits"
        return Chunk("\ufffd", start, end, plain=False, fault=fault)
    code = int(raw[start + 2 : end], 16)
    if style == "json" and code in range(0xD800, _LOW_SURROGATES):
        low = _LOW_HALF.match(raw, end)
        if low:
            return Chunk(_joined(code, int(low[1], 16)), start, low.end(), plain=False)
    if code in _SURROGATES or code > 0x10FFFF:  # noqa: PLR2004 - the last code point of Unicode
        fault = f"`{decode(raw[start:end])}` is not a character"
        return Chunk("\ufffd", start, end, plain=False, fault=fault)
    return Chunk(chr(code), start, end, plain=False)


def _joined(high: int, low: int) -> str:
    return chr(0x10000 + ((high - 0xD800) << 10) + (low - _LOW_SURROGATES))
