"""Operations on partly known texts: what Python would do, with the unknown parts kept."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final
from urllib.parse import quote

from waypost.routes.evaluate.limits import LONGEST, MOST_PARTS, bounded, extend
from waypost.routes.model.values import (
    MOST_OPTIONS,
    Arguments,
    Constant,
    Either,
    Hole,
    KeyedValues,
    Method,
    Part,
    Reference,
    Row,
    Text,
    TextPiece,
    Unknown,
    Value,
    either,
    options_of,
)
from waypost.text import Span

_CONVERSIONS: Final[Mapping[str, Callable[[Any], Any]]] = {"": lambda same: same, "!r": repr, "!s": str, "!a": ascii}
# What follows the unknown start of a text.
_UNKNOWN_START: Final = re.compile(r"[\ue000-\uf8ff]+([^\ue000-\uf8ff])")
# In a format specification: a width longer than any URL, or a great many digits after the point.
_WIDE = re.compile(r"\d{4}")
_FIELD = re.compile(r"\{\{|\}\}|\{(?P<name>[^{}!:]*)(?P<spec>![rsa])?(?P<format>:(?:[^{}]|\{[^{}]*\})*)?\}")
_PERCENT = re.compile(
    r"%(?:(?P<literal>%)|(?:\((?P<name>[^()]*)\))?"
    r"(?P<spec>[-#0 +]*(?:\*|\d+)?(?:\.(?:\*|\d+))?)[hlL]?(?P<type>[a-zA-Z]))"
)


def parts_of(value: Value, expression: str, span: Span | None, form: str, spec: str = "") -> tuple[Part, ...]:
    """What a value contributes to a text; `spec` is a conversion and format specification as written."""
    if not spec:
        if isinstance(value, Text):
            return value.parts
        if isinstance(value, Constant) and (value.value is not None or expression == "None"):
            return (TextPiece(str(value.value), span, verbatim=False),)
    elif (formatted := _formatted(value, spec)) is not None:
        return (TextPiece(formatted, span, verbatim=False),)
    return (Hole(value, expression, span, form, spec),)


def _formatted(value: Value, spec: str) -> str | None:
    known = value.known if isinstance(value, Text) else value.value if isinstance(value, Constant) else None
    if known is None:
        return None
    conversion, _, form = spec.partition(":")
    try:
        shown = _CONVERSIONS[conversion](known)
        return None if _WIDE.search(form) else format(shown, form)
    except (ArithmeticError, ValueError, TypeError, KeyError):
        return None


def spread(text: Text) -> Value:
    """The text, or each possible text if a part of it is one of several known values."""
    rows: list[list[Part]] = [[]]
    for part in text.parts:
        options = options_of(part.value) if isinstance(part, Hole) and not part.spec else ()
        if len(options) > 1 and len(options) * len(rows) <= MOST_OPTIONS and all(map(_is_plain, options)):
            assert isinstance(part, Hole)
            ways = [parts_of(option, part.expression, part.span, part.form) for option in options]
            rows = [[*row, *way] for row in rows for way in ways]
        else:
            for row in rows:
                row.append(part)
    return text if len(rows) == 1 else either(*(Text(tuple(row), text.span) for row in rows))


def _is_plain(value: Value) -> bool:
    return (isinstance(value, Text) and any(isinstance(part, TextPiece) for part in value.parts)) or (
        isinstance(value, Constant) and value.value is not None
    )


def joined(texts: Iterable[Text]) -> Text:
    parts = tuple(part for text in texts for part in text.parts)
    return Text(parts)


def as_text(value: Value, expression: str, span: Span | None) -> Text:
    """A value as an operand of `+` between strings."""
    if isinstance(value, Text):
        return value
    return Text((Hole(value, expression, span, "+"),), span)


# A place of a `string.Template`.
_PLACE: Final = re.compile(r"\$(?:\$|(?P<name>(?a:[_a-zA-Z]\w*))|\{(?P<braced>(?a:[_a-zA-Z]\w*))\})")
_ANY: Final = KeyedValues(open=True)
_NAMED_FIELD: Final = re.compile(r"\{([^\W\d]\w*)\}")


def _replaced(text: Text, pattern: re.Pattern[str], part: Callable[[re.Match[str]], Iterable[Part]]) -> Text:
    """The text with every match replaced by other parts."""
    parts: list[Part] = []
    at = 0
    for match in pattern.finditer(text.marked):
        extend(parts, text.slice(at, match.start()).parts)
        extend(parts, part(match))
        at = match.end()
    parts.extend(text.slice(at, len(text.marked)).parts)
    return Text(tuple(parts))


def format_call(text: Text, arguments: Arguments) -> Text:
    """`text.format(…)`."""
    numbers = iter(range(1_000))

    def field(match: re.Match[str]) -> Iterable[Part]:
        span = text.where(*match.span())
        if match["name"] is None:
            return (TextPiece(match[0][0], span, verbatim=False),)
        name = match["name"] or str(next(numbers))
        return _field(name, (match["spec"] or "") + (match["format"] or ""), span, arguments)

    return _replaced(text, _FIELD, field)


def _substituted(text: Text, arguments: Arguments) -> Text:
    """`Template("/users/$id").substitute(id=id)`: no other text has such a method."""
    given = arguments.at(0, None)
    table = KeyedValues() if given is None else given.value if isinstance(given.value, KeyedValues) else _ANY
    named = Arguments(keywords=table.merged(arguments.keywords))

    def field(match: re.Match[str]) -> Iterable[Part]:
        span, name = text.where(*match.span()), match["name"] or match["braced"]
        return _field(name, "", span, named) if name else (TextPiece("$", span, verbatim=False),)

    return _replaced(text, _PLACE, field)


def _field(name: str, spec: str, span: Span | None, arguments: Arguments) -> tuple[Part, ...]:
    root = re.split(r"[.\[]", name, maxsplit=1)[0]
    found = arguments.at(int(root), None) if root.isdecimal() else arguments.keywords.by_key.get(root)
    if found is None:
        missing = not (arguments.open if root.isdecimal() else arguments.keywords.open)
        return (Hole(Unknown(name), name, span, "format", spec, missing=missing),)
    if root != name:
        value: Value = Unknown(expression_of(found.value, root) + name[len(root) :])
    else:
        value = found.value
    return parts_of(value, expression_of(value, root), found.value_span or span, "format", spec)


def quoted(value: Value) -> Value:
    """A value in one path segment, with its known parts percent-encoded, as far as they can be."""
    made = encoded(value, partial(quote, safe="")) if isinstance(value, Text) else None
    return value if made is None else made


def encoded(text: Text, encode: Callable[[str], str]) -> Text | None:
    """A text with its known parts percent-encoded; None if Python would raise, as for half of a surrogate pair."""
    try:
        parts = [replace(part, text=encode(part.text)) if isinstance(part, TextPiece) else part for part in text.parts]
    except UnicodeEncodeError:
        return None
    return Text(tuple(parts), text.span)


def expression_of(value: Value, otherwise: str) -> str:
    """The words by which an unknown value is shown."""
    if isinstance(value, Reference):
        return value.name
    return value.expression if isinstance(value, Unknown | Method) else otherwise


def percent(text: Text, operand: Value, span: Span | None, names: Sequence[str] = ()) -> Text:
    """`text % operand`; `names` are the operands as they are written."""
    items, written = _operands(operand), iter(names)

    def conversion(match: re.Match[str]) -> Iterable[Part]:
        at = text.where(*match.span())
        if match["literal"]:
            return (TextPiece("%", at, verbatim=False),)
        value = next(items, Unknown("…", span)) if match["name"] is None else _named(operand, match["name"])
        name = match["name"] or next(written, "value")
        expression = name if isinstance(value, Either) else expression_of(value, name)
        if match["spec"] or match["type"] not in "sdi":
            return (Hole(value, expression, at, "%", match[0]),)
        return parts_of(value, expression, at, "%")

    return _replaced(text, _PERCENT, conversion)


def _operands(operand: Value) -> Iterator[Value]:
    if isinstance(operand, Row):
        yield from operand.items
    else:
        yield operand


def _named(operand: Value, name: str) -> Value:
    found = operand.by_key.get(name) if isinstance(operand, KeyedValues) else None
    return found.value if found else Unknown(name)


def with_unknown_fields(text: Text) -> Text:
    """A template of which each field is filled in with something unknown."""
    return _replaced(text, _NAMED_FIELD, lambda found: (Hole(Unknown(found[1]), found[1], None, "replace"),))


def _replace(text: Text, arguments: Arguments) -> Value | None:
    old, new = (arguments.at(index, None) for index in (0, 1))
    if old is None or new is None or not isinstance(old.value, Text) or not old.value.known:
        return None
    value, span = new.value, new.value_span
    parts = parts_of(value, expression_of(value, "value"), span, "replace")
    return _replaced(text, re.compile(re.escape(old.value.known)), lambda _: parts)


def _stripped(side: str) -> Callable[[Text, Arguments], Value | None]:
    def strip(text: Text, arguments: Arguments) -> Value | None:
        given = arguments.at(0, None)
        chars = given.value.known if given and isinstance(given.value, Text) else None
        if given and chars is None:
            return None
        marked = text.marked
        start = len(marked) - len(marked.lstrip(chars)) if side in "lb" else 0
        end = len(marked.rstrip(chars)) if side in "rb" else len(marked)
        left = (marked[start:] if side in "lb" else "", marked[start:end][::-1] if side in "rb" else "")
        return None if any(_may_go_on(each, chars or "") for each in left) else text.slice(start, max(start, end))

    return strip


def _may_go_on(left: str, chars: str) -> bool:
    """Whether more would be stripped if the unknown part that a text begins with is empty.

    Not asked of slashes, which are stripped from addresses and segments that are something.
    """
    behind = _UNKNOWN_START.match(left)
    return behind is not None and behind[1] != "/" and behind[1] in chars


def _recased(change: Callable[[str], str]) -> Callable[[Text, Arguments], Value | None]:
    def recase(text: Text, _: Arguments) -> Value | None:
        if any(len(change(part.text)) != len(part.text) for part in text.parts if isinstance(part, TextPiece)):
            return None
        return Text(
            tuple(replace(part, text=change(part.text)) if isinstance(part, TextPiece) else part for part in text.parts)
        )

    return recase


def respelt(text: Text, made: str) -> Text:
    """What a known text has become, at the place of that text."""
    return Text((TextPiece(made, text.where(0, len(text.marked)), verbatim=False),))


def _respelt(change: Callable[[str], str]) -> Callable[[Text, Arguments], Value | None]:
    """What depends on the whole text."""
    return lambda text, _: respelt(text, change(text.known)) if text.known is not None else None


def sliced(text: Text, start: int | None, end: int | None) -> Text | None:
    """`text[start:end]`, if its bounds are within the known ends of the text."""
    if not text.parts:
        return text
    first, last = (len(part.text) if isinstance(part, TextPiece) else 0 for part in (text.parts[0], text.parts[-1]))
    known = text.known is not None
    if not known and any(each is not None and not -last <= each <= first for each in (start, end)):
        return None
    low, high, _ = slice(start, end).indices(len(text.marked))
    return text.slice(low, high)


def _join(text: Text, arguments: Arguments) -> Text | None:
    given = arguments.at(0, None)
    row = given.value if given is not None else None
    if given is None or not isinstance(row, Row) or (row.open and row.rest is None):
        return None
    parts: list[Part] = []
    for index, item in enumerate((*row.items, row.rest) if row.rest is not None else row.items):
        extend(parts, text.parts if index else ())
        extend(parts, parts_of(item, expression_of(item, "value"), given.value_span, "join"))
    return Text(tuple(parts))


def _prefix(text: Text, arguments: Arguments) -> Value | None:
    given = arguments.at(0, None)
    known = given.value.known if given and isinstance(given.value, Text) else None
    if known is None:
        return None
    return text.slice(len(known) if text.marked.startswith(known) else 0, len(text.marked))


def _suffix(text: Text, arguments: Arguments) -> Value | None:
    given = arguments.at(0, None)
    known = given.value.known if given and isinstance(given.value, Text) else None
    if known is None:
        return None
    return text.slice(0, len(text.marked) - (len(known) if known and text.marked.endswith(known) else 0))


def _format_map(text: Text, arguments: Arguments) -> Value | None:
    given = arguments.at(0, None)
    if given is None:
        return None
    table = given.value if isinstance(given.value, KeyedValues) else KeyedValues(open=True)
    return format_call(text, Arguments(keywords=table))


def _starts(text: Text, arguments: Arguments) -> Value | None:
    """`startswith`, as far as the known beginning decides it."""
    given = arguments.at(0, None)
    beginnings = _known_texts(given.value) if given is not None else None
    start = text.parts[0].text if text.parts and isinstance(text.parts[0], TextPiece) else ""
    if beginnings is None:
        return None
    if any(start.startswith(each) for each in beginnings):
        return Constant(value=True)
    sure = text.known is not None or not any(each.startswith(start) for each in beginnings)
    return Constant(value=False) if sure else None


def _ends(text: Text, arguments: Arguments) -> Value | None:
    given = arguments.at(0, None)
    endings = _known_texts(given.value) if given is not None else None
    end = text.parts[-1].text if text.parts and isinstance(text.parts[-1], TextPiece) else ""
    if endings is None:
        return None
    if any(end.endswith(each) for each in endings):
        return Constant(value=True)
    sure = text.known is not None or not any(each.endswith(end) for each in endings)
    return Constant(value=False) if sure else None


def _known_texts(value: Value) -> list[str] | None:
    """A known text, or several in a tuple."""
    values = value.items if isinstance(value, Row) and not value.open else (value,)
    texts = [each.known for each in values if isinstance(each, Text) and each.known is not None]
    return texts if len(texts) == len(values) else None


def _encode(text: Text, arguments: Arguments) -> Value | None:
    """Bytes are shown as written: `b"…"`."""
    encoding = arguments.at(0, "encoding")
    name = encoding.value if encoding is not None else None
    if text.known is None or (name is not None and not (isinstance(name, Text) and name.known)):
        return None
    try:
        written = text.known.encode(name.known if isinstance(name, Text) and name.known else "utf-8")
    except (LookupError, ValueError):
        return None
    return Unknown(repr(written), text.span)


def _split(text: Text, arguments: Arguments) -> Value | None:
    """A known text at a known separator."""
    given = arguments.at(0, "sep")
    sign = given.value.known if given is not None and isinstance(given.value, Text) else None
    if text.known is None or not sign or len(arguments.positional) + len(arguments.keywords.entries) > 1:
        return None
    pieces = text.known.split(sign)
    return Row(tuple(respelt(text, each) for each in pieces)) if len(pieces) < MOST_PARTS else None


_METHODS: Mapping[str, Callable[[Text, Arguments], Value | None]] = {
    "capitalize": _respelt(str.capitalize),
    "casefold": _respelt(str.casefold),
    "encode": _encode,
    "format": lambda text, arguments: spread(format_call(text, arguments)),
    "format_map": _format_map,
    "join": lambda text, arguments: spread(made) if (made := _join(text, arguments)) is not None else None,
    "lower": _recased(str.lower),
    "lstrip": _stripped("l"),
    "removeprefix": _prefix,
    "removesuffix": _suffix,
    "replace": _replace,
    "rstrip": _stripped("r"),
    "startswith": _starts,
    "endswith": _ends,
    "split": _split,
    "strip": _stripped("b"),
    **dict.fromkeys(("substitute", "safe_substitute"), _substituted),
    "swapcase": _respelt(str.swapcase),
    "title": _respelt(str.title),
    "upper": _recased(str.upper),
}


def call_method(text: Text, name: str, arguments: Arguments) -> Value | None:
    """The result of a string method; None if it is not followed."""
    method = _METHODS.get(name)
    if method is None or len(text.marked) > LONGEST or len(text.parts) > MOST_PARTS:
        return None
    made = method(text, arguments)
    return None if made is None else bounded(made)
