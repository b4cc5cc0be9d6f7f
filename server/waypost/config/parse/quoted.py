"""Reads a string, in TOML and in JSON, and reports the errors inside it."""

import re
from itertools import islice

from waypost.config.parse import strings
from waypost.config.parse.cursor import TextCursor
from waypost.config.parse.nodes import Scalar, ScalarKind, Style, SyntaxFix

# No group is possessive, here and elsewhere: before Python 3.11.5 those with alternatives match wrongly.
_BODIES = {
    Style.BASIC: re.compile(rb'(?:[^"\\\r\n]++|\\[^\r\n]|\\?\r(?!\n))*'),
    Style.JSON: re.compile(rb'(?:[^"\\\r\n]++|\\[^\r\n]|\\?\r(?!\n))*'),
    Style.LITERAL: re.compile(rb"(?:[^'\r\n]++|\r(?!\n))*"),
    Style.MULTILINE_BASIC: re.compile(rb'(?:[^"\\]++|\\[\s\S]|"(?!""))*'),
    Style.MULTILINE_LITERAL: re.compile(rb"(?:[^']++|'(?!''))*"),
}
_FAULTS = {
    Style.BASIC: re.compile(rb"[\x00-\x08\x0a-\x1f\x7f]"),
    Style.JSON: re.compile(rb"[\x00-\x1f]"),
    Style.LITERAL: re.compile(rb"[\x00-\x08\x0a-\x1f\x7f]"),
    Style.MULTILINE_BASIC: re.compile(rb"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]|\r(?!\n)"),
    Style.MULTILINE_LITERAL: re.compile(rb"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]|\r(?!\n)"),
}
# Nobody reads more about one string.
_MOST_FAULTS = 10
_ESCAPED = (Style.BASIC, Style.MULTILINE_BASIC, Style.JSON)
_MULTILINE = (Style.MULTILINE_BASIC, Style.MULTILINE_LITERAL)
# A line at which an unfinished `"""` must have ended: a header, or a key with its value.
_NEXT_STATEMENT = re.compile(
    rb"""^[ \t]*(?:\[\[?[\w.\- \t"']+\]\]?[ \t]*(?:\#.*)?\r?$|[\w.\-"']+[ \t]*=)""", re.MULTILINE
)
# What may end a line after a string in brackets.
_LINE_TAIL = b"]}, \t"


def toml_style(cursor: TextCursor) -> Style:
    """The style of the string whose first quote is at the cursor."""
    if cursor.peek(3) == b'"""':
        return Style.MULTILINE_BASIC
    if cursor.peek(3) == b"'''":
        return Style.MULTILINE_LITERAL
    return Style.BASIC if cursor.peek() == b'"' else Style.LITERAL


def read_string(cursor: TextCursor, style: Style, *, nested: bool) -> Scalar:
    """The string at the cursor; `nested` means that brackets are open around it."""
    start = cursor.pos
    quote = cursor.peek()
    cursor.pos += 3 if style in _MULTILINE else 1
    body = cursor.pos
    match = _BODIES[style].match(cursor.source, body)
    end = match.end() if match else body
    closed = cursor.source[end : end + 1] == quote
    if style in (Style.BASIC, Style.JSON) and cursor.source[end : end + 1] == b"\\":
        end += 1  # with nothing after it on its line
    if not closed:
        cursor.far = max(cursor.far, len(cursor.source) if style in _MULTILINE else cursor.next_line(end))
        end = _recovered_end(cursor, style, body, end, nested=nested)
        cursor.pos = end
        if style in _MULTILINE:
            cursor.open_lines_end = end
    elif style in _MULTILINE:
        end = _past_extra_quotes(cursor, end, quote)
        cursor.pos = end + 3
    else:
        cursor.pos = end + 1
    opening = strings.quote_lengths(cursor.source[start : min(start + 5, end)], style, closed=False)[0]
    return _finished(cursor, style, start, start + opening, end, closed=closed)


def _past_extra_quotes(cursor: TextCursor, end: int, quote: bytes) -> int:
    """The end of the text if one or two quotes that belong to it precede the closing three."""
    extra = 0
    while extra < 2 and cursor.source[end + 3 + extra : end + 4 + extra] == quote:  # noqa: PLR2004 - five in a row close
        extra += 1
    return end + extra


def _recovered_end(cursor: TextCursor, style: Style, body: int, end: int, *, nested: bool) -> int:
    """Where an unfinished string should have ended: with its line, or before the next statement."""
    if style in _MULTILINE:
        match = _NEXT_STATEMENT.search(cursor.source, cursor.next_line(body))
        end = match.start() - 1 if match else len(cursor.source)
        return end - 1 if cursor.source[end - 1 : end] == b"\r" else end
    if nested:
        line = cursor.source.rfind(b"\n", 0, body) + 1
        alone = not cursor.source[line : body - 1].strip(b" \t")
        end = body + len(_without_tail(cursor.source[body:end], alone=alone))
    while end > body and cursor.source[end - 1 : end] in (b" ", b"\t"):
        end -= 1
    return end


def _without_tail(text: bytes, *, alone: bool) -> bytes:
    """The text of an unfinished item: brackets after it close only those opened on its own line."""
    if alone:
        return text.rstrip(b" \t").removesuffix(b",")
    return text.rstrip(_LINE_TAIL)


def _finished(cursor: TextCursor, style: Style, start: int, body: int, end: int, *, closed: bool) -> Scalar:
    raw = cursor.source[body:end]
    known = len(cursor.problems)
    if not closed:
        _report_open(cursor, style, start, end)
    _report_faults(cursor, style, start, body, raw, closed=closed)
    return Scalar(
        cursor.statement,
        start - cursor.base,
        cursor.pos - cursor.base,
        ScalarKind.STRING,
        strings.decoded(raw, style),
        style,
        closed,
        broken=len(cursor.problems) > known,
    )


def _report_open(cursor: TextCursor, style: Style, start: int, end: int) -> None:
    width = 3 if style in _MULTILINE else 1
    quotes = cursor.source[start : start + width].decode()
    text = cursor.source[start + width : end]
    # If a comment may have been swallowed, the intended end is unclear.
    fix = None if b" #" in text else cursor.mend("Close the string", (end, end, quotes))
    if width == 1:
        cursor.report("unclosed-string", f"This string is not closed: `{quotes}` is missing", start, end, fix)
    else:
        cursor.report("unclosed-string", f"This string is never closed with `{quotes}`", start, start + width)


def _report_faults(cursor: TextCursor, style: Style, start: int, body: int, raw: bytes, *, closed: bool) -> None:
    control = _FAULTS[style].search(raw)
    if control:
        at = body + control.start()
        cursor.report("control-character", f"{control_name(control[0])} is not allowed in a string", at, at + 1)
    if style not in _ESCAPED or b"\\" not in raw:
        return
    fix = _as_literal(cursor, style, start, body, raw)
    faulty = (
        chunk for chunk in strings.chunks(raw, style) if chunk.fault and not (chunk.end == len(raw) and not closed)
    )
    for chunk in islice(faulty, _MOST_FAULTS):
        cursor.report("escape", chunk.fault, body + chunk.start, body + chunk.end, fix)


def _as_literal(cursor: TextCursor, style: Style, start: int, body: int, raw: bytes) -> SyntaxFix | None:
    """A literal string means the same without escapes: what the author of a regex or a path meant."""
    closed = cursor.pos == body + len(raw) + 1
    if style is not Style.BASIC or not closed or b"'" in raw or b'\\"' in raw or b"\\\\" in raw:
        return None
    return cursor.mend("Write it as a literal string", (start, start + 1, "'"), (cursor.pos - 1, cursor.pos, "'"))


def in_quotes(cursor: TextCursor, start: int, end: int, text: str) -> SyntaxFix | None:
    """Quotes around an unquoted text, if it means the same in them."""
    if not text.isprintable() or any(character in text for character in '"\\\ufffd'):
        return None
    return cursor.mend("Put quotes around it", (start, end, f'"{text}"'))


def control_name(character: bytes) -> str:
    if character == b"\r":
        return "A carriage return without a line feed"
    return f"The control character U+{character[0]:04X}"
