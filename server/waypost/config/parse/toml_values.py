"""Reads TOML's keys and values: scalars, lists and inline tables, with TOML 1.1's freedoms, finished or not."""

import re

from waypost.config.parse.brackets import Fence, read_bracketed, swallows
from waypost.config.parse.cursor import BLANKS, CONTROL, DEPTH_LIMIT, TextCursor
from waypost.config.parse.entries import collect
from waypost.config.parse.nodes import Array, Bad, Form, Key, Member, Missing, Scalar, ScalarKind, Style, Table, Value
from waypost.config.parse.quoted import control_name, in_quotes, read_string, toml_style
from waypost.config.parse.scalars import toml_scalar
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
    if end > start + 1 and is_colon(cursor, end - 1):
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


_TOKEN = re.compile(rb"[^\s,\[\]{}#=\"']+(?:(?<=[0-9]{4}-[0-9]{2}-[0-9]{2}) [0-9]{2}:[^\s,\[\]{}#=\"']*)?")
# Unquoted text, to the end of the line or, in brackets, of the item.
_LOOSE = re.compile(rb"[^\r\n#]+")
_LOOSE_ITEM = re.compile(rb"[^\r\n#,\[\]{}]+")
_BOOLEANS = {
    **dict.fromkeys(("True", "TRUE", "t", "tr", "tru", "yes", "Yes", "on", "On"), "true"),
    **dict.fromkeys(("False", "FALSE", "f", "fa", "fal", "fals", "no", "No", "off", "Off"), "false"),
}
_NULLS = ("null", "nil", "none", "None", "NULL", "Null")


def read_value(cursor: TextCursor, depth: int = 0) -> Value:
    """The value at the cursor, which is left after it."""
    first = cursor.peek()
    if first in (b'"', b"'"):
        return read_string(cursor, toml_style(cursor), nested=depth > 0)
    if first in (b"[", b"{"):
        if depth >= DEPTH_LIMIT:
            return _too_deep(cursor)
        return _read_array(cursor, depth) if first == b"[" else _read_inline(cursor, depth)
    return _read_bare(cursor, depth)


def _read_bare(cursor: TextCursor, depth: int) -> Value:
    start = cursor.pos
    match = _TOKEN.match(cursor.source, start)
    if not match:
        return _read_loose(cursor, depth)
    text = match[0].decode(errors="replace")
    found = toml_scalar(text)
    if found is None or _goes_on(cursor, match.end(), depth):
        return _read_loose(cursor, depth)
    cursor.pos = match.end()
    kind, value = found
    if kind is ScalarKind.NULL:
        cursor.report("null", "TOML has no null: leave the key out", start, cursor.pos)
    return Scalar(cursor.statement, start - cursor.base, cursor.pos - cursor.base, kind, value)


def _goes_on(cursor: TextCursor, end: int, depth: int) -> bool:
    """Whether more unquoted text follows on the line, as in `1 file`."""
    blank = BLANKS.match(cursor.source, end)
    after = blank.end() if blank else end
    following = _TOKEN.match(cursor.source, after)
    if not following or after == end:
        return False
    return depth > 0 or b"=" not in cursor.source[after : cursor.line_end(after)]


def _read_loose(cursor: TextCursor, depth: int) -> Value:
    """Text that is not a value, or nothing at all."""
    start = cursor.pos
    match = (_LOOSE_ITEM if depth else _LOOSE).match(cursor.source, start)
    text = match[0].rstrip() if match else b""
    if not text:
        return Missing(cursor.statement, start - cursor.base, start - cursor.base)
    if depth == 0 and text.endswith(b",") and text.count(b",") == 1:
        text = text[:-1].rstrip() or text
    cursor.pos = start + len(text)
    _report_loose(cursor, text.decode(errors="replace"), start)
    return Bad(cursor.statement, start - cursor.base, cursor.pos - cursor.base)


def _report_loose(cursor: TextCursor, text: str, start: int) -> None:
    end = cursor.pos
    control = CONTROL.search(cursor.source, start, end)
    if control:
        name = control_name(control[0])
        cursor.report("control-character", f"{name} is not allowed here", control.start(), control.end())
    elif text in _BOOLEANS:
        meant = _BOOLEANS[text]
        fix = cursor.mend(f"Write `{meant}`", (start, end, meant))
        cursor.report("bare-value", f"`{text}` is not a value: write `{meant}`", start, end, fix)
    elif text in _NULLS:
        cursor.report("null", "TOML has no null: leave the key out", start, end)
    elif text[0].isdigit() or text[0] in "+-.":
        cursor.report("number", f"`{_short(text)}` is not a number or date", start, end)
    else:
        quoted = None if "'" in text or "=" in text else in_quotes(cursor, start, end, text)
        cursor.report("bare-value", f"`{_short(text)}` is not a value: text needs quotes", start, end, quoted)


def _short(text: str) -> str:
    return text if len(text) <= 40 else f"{text[:39]}…"  # noqa: PLR2004 - a message is one line


def _too_deep(cursor: TextCursor) -> Bad:
    start = cursor.pos
    if not any(each.code == "too-deep" for each in cursor.problems):
        cursor.report("too-deep", f"Nested more than {DEPTH_LIMIT} levels deep", start, start + 1)
    cursor.pos = cursor.line_end()
    return Bad(cursor.statement, start - cursor.base, cursor.pos - cursor.base)


def skip_space(cursor: TextCursor) -> bool:
    """Skip blanks, line ends and comments; returns whether a new line was begun."""
    begun = False
    while True:
        cursor.skip()
        if cursor.peek() == b"\n" or cursor.peek(2) == b"\r\n":
            cursor.pos += 1 if cursor.peek() == b"\n" else 2
            begun = True
        elif cursor.peek() == b"#":
            skip_comment(cursor)
        else:
            return begun


def skip_comment(cursor: TextCursor) -> None:
    start = cursor.pos
    cursor.pos = cursor.line_end()
    control = CONTROL.search(cursor.source, start, cursor.pos)
    if control:
        name = control_name(control[0])
        cursor.report("control-character", f"{name} is not allowed in a comment", control.start(), control.end())


def _read_array(cursor: TextCursor, depth: int) -> Array:
    array = Array(cursor.statement, cursor.pos - cursor.base, cursor.pos - cursor.base)

    def read_item() -> bool:
        array.items.append(_item(cursor, depth))
        return swallows(array.items[-1])

    read_bracketed(cursor, array, read_item, skip_space, fence=Fence(cursor, b"]"))
    return array


def _read_inline(cursor: TextCursor, depth: int) -> Table:
    table = Table(cursor.statement, cursor.pos - cursor.base, cursor.pos - cursor.base, Form.INLINE)

    def read_member() -> bool:
        table.members.append(_read_member(cursor, depth))
        return swallows(table.members[-1].value)

    read_bracketed(cursor, table, read_member, skip_space, fence=Fence(cursor, b"}"))
    table.entries, problems = collect(table.members)
    cursor.problems.extend(problems)
    return table


def _item(cursor: TextCursor, depth: int) -> Value:
    item = read_value(cursor, depth + 1)
    if isinstance(item, Missing):  # a character that begins no value: skip it, or the loop would never end
        start = cursor.pos
        cursor.pos += 1
        cursor.report("stray", f"`{cursor.shown(start)}` does not belong here", start, cursor.pos)
        return Bad(cursor.statement, start - cursor.base, cursor.pos - cursor.base)
    return item


def _read_member(cursor: TextCursor, depth: int) -> Member:
    start = cursor.pos
    keys = read_keys(cursor, nested=True)
    if cursor.pos == start and cursor.peek() != b"=":
        cursor.pos += 1
        cursor.report("stray", f"`{cursor.shown(start)}` does not belong here", start, cursor.pos)
        nothing = Missing(cursor.statement, cursor.pos - cursor.base, cursor.pos - cursor.base)
        return Member(cursor.statement, start - cursor.base, cursor.pos - cursor.base, keys, None, nothing)
    behind, told = cursor.pos, len(cursor.problems)
    skip_space(cursor)
    if not at_sign(cursor, behind):
        cursor.pos = behind
        del cursor.problems[told:]
        return without_value(cursor, keys, start)
    return with_value(cursor, keys, start, depth + 1)


def at_sign(cursor: TextCursor, behind: int) -> bool:
    """Whether the sign of a key that ends at `behind` is at the cursor. A colon is taken for one, and reported."""
    if not is_colon(cursor, cursor.pos):
        return cursor.peek() == b"="
    sign = " =" if cursor.source[cursor.pos + 1 : cursor.pos + 2].isspace() else " = "
    fix = cursor.mend("Write `=`", (behind, cursor.pos + 1, sign))
    cursor.report("colon", "TOML has `=` between a key and its value, not `:`", cursor.pos, cursor.pos + 1, fix)
    return True


def without_value(cursor: TextCursor, keys: tuple[Key, ...], start: int) -> Member:
    """A key without a value."""
    if not report_empty(cursor, keys):
        name = cursor.source[start : cursor.pos].decode(errors="replace")
        cursor.report("no-value", f"`{_short(name)}` has no value: write `= …` after it", start, cursor.pos)
    nothing = Missing(cursor.statement, cursor.pos - cursor.base, cursor.pos - cursor.base)
    return Member(cursor.statement, start - cursor.base, cursor.pos - cursor.base, keys, None, nothing)


def with_value(cursor: TextCursor, keys: tuple[Key, ...], start: int, depth: int) -> Member:
    """A key whose `=` is at the cursor."""
    report_empty(cursor, keys)
    sign = cursor.pos
    cursor.pos += 1
    equals = cursor.pos - cursor.base
    if depth:
        skip_space(cursor)
    else:
        cursor.skip()
    value = read_value(cursor, depth)
    if isinstance(value, Missing):
        cursor.pos = sign + 1
        value = Missing(cursor.statement, equals, equals)
        cursor.report("no-value", "A value is missing after `=`", sign, sign + 1)
    return Member(cursor.statement, start - cursor.base, cursor.pos - cursor.base, keys, equals, value)


def report_empty(cursor: TextCursor, keys: tuple[Key, ...]) -> bool:
    """Report a missing key part; returns whether one was missing."""
    for key in keys:
        if not key.name and not key.quoted:
            at = cursor.base + key.start
            message = (
                "A name is missing after the dot" if len(keys) > 1 and key is keys[-1] else "A name is missing here"
            )
            # At the end of a line, show what is before it.
            is_last = cursor.source[at : at + 1] in (b"", b"\r", b"\n")
            before = at - 1 if at and (is_last or key is not keys[0]) else at
            cursor.report("no-key", message, before, before + 1)
            return True
    return False
