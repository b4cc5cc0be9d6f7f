"""The value of an expression: fully known, partly known, or known only by its source text."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from datetime import date, time
from decimal import Decimal
from functools import cached_property
from itertools import groupby, takewhile
from os.path import commonprefix
from typing import Final, TypeAlias
from uuid import UUID

from waypost.immutable import immutable
from waypost.shown.names import short_name
from waypost.shown.secrets import holds_secrets
from waypost.text import Span

# In the `marked` form of a text, each unknown part is one such character, which RFC 6570 allows in literals and values.
FIRST_MARK: Final = 0xE000
MARK: Final = re.compile(r"[\ue000-\uf8ff]")
# Bytes are what is not known as a text; they are shown by how they are written.
LITERAL_BYTES: Final = re.compile(r"(?:[bB][rR]?|[rR][bB])[\"']")
MOST_OPTIONS: Final = 6
# Where secrets are looked for in a value.
_DEEPEST_SECRET: Final = 4
_MOST_SEARCHED: Final = 500


@immutable(slots=True)
class Unknown:
    """A value that is known only at run time; shown by its expression."""

    expression: str
    span: Span | None = None
    # A parameter of the function being analysed, whose value its callers may provide.
    parameter: bool = False
    # The type that it is declared with, as written, and what it is unless it is set otherwise: an address, most often.
    annotation: str = ""
    default: str = ""
    # A parameter without a default, which no caller can leave out.
    required: bool = False
    # Something that was sent here, `page["next"]`, or that a loop goes on with: a URL that it is may be a whole one.
    datum: bool = False


@immutable(slots=True)
class Constant:
    """A number, a boolean or None; or a date, a decimal or a UUID that is written out."""

    value: float | bool | date | time | Decimal | UUID | None
    span: Span | None = None


@immutable(slots=True)
class TextPiece:
    """Known characters and their place; `verbatim` is true if characters and source match one to one."""

    text: str
    span: Span | None
    verbatim: bool = True
    # Whether it is the value of something with the name of a secret: nobody is shown it, wherever it is sent.
    secret: bool = field(default=False, compare=False)
    # The parameter of which they are the default: where they are sent, its name is shown.
    given: str = field(default="", compare=False)


@immutable(slots=True)
class Hole:
    """An unknown part of a text."""

    value: "Value"
    # The text between the braces, or the operand as written.
    expression: str
    # The whole interpolation with its braces, or the operand.
    span: Span | None
    # How the value is inserted: "f" (an f-string), "format", "%", "+", "expand" (the expansion of a template).
    form: str
    # A conversion or format specification as written: `!r:>3`.
    spec: str = ""
    # A field without a value in the call of `format`.
    missing: bool = False


Part: TypeAlias = TextPiece | Hole


@immutable()
class Text:
    """A string in parts."""

    parts: tuple[Part, ...]
    # The expression that contains it, if that is a literal.
    span: Span | None = None
    # Whether it is bytes: these characters in UTF-8.
    encoded: bool = False

    @cached_property
    def known(self) -> str | None:
        """The whole string, if no part of it is unknown."""
        return None if self.holes else "".join(part.text for part in self.parts if isinstance(part, TextPiece))

    @cached_property
    def holes(self) -> tuple[Hole, ...]:
        return tuple(part for part in self.parts if isinstance(part, Hole))

    @cached_property
    def marked(self) -> str:
        """The string with one private-use character for each unknown part; its own are replaced."""
        out: list[str] = []
        mark = FIRST_MARK
        for part in self.parts:
            if isinstance(part, TextPiece):
                out.append(part.text if part.text.isascii() else MARK.sub("\ufffd", part.text))
            else:
                out.append(chr(mark))
                mark += 1
        return "".join(out)

    def hole(self, mark: str) -> Hole:
        return self.holes[ord(mark) - FIRST_MARK]

    def shown(self, name: str = "{{{}}}") -> str:
        """The string for people and inventories, with the names of unknown parts in braces."""
        return "".join(part.text if isinstance(part, TextPiece) else name.format(name_of(part)) for part in self.parts)

    def slice(self, start: int, end: int) -> "Text":
        """Characters `start` to `end` of the marked form."""
        return Text(tuple(self._cut(start, end)))

    def _cut(self, start: int, end: int) -> Iterator[Part]:
        at = 0
        for part in self.parts:
            length = len(part.text) if isinstance(part, TextPiece) else 1
            low, high = max(start - at, 0), min(end - at, length)
            if low < high:
                yield part if (low, high) == (0, length) or isinstance(part, Hole) else _cut_piece(part, low, high)
            at += length

    def where(self, start: int, end: int) -> Span | None:
        """The source of characters `start` to `end` of the marked form; an empty range is a point."""
        found: Span | None = None
        at = 0
        for part in self.parts:
            length = len(part.text) if isinstance(part, TextPiece) else 1
            low, high = max(start - at, 0), min(end - at, length)
            if low < high or (start == end and 0 <= start - at <= length):
                span = _cut_piece(part, low, high).span if isinstance(part, TextPiece) else part.span
                if span is not None:
                    found = span if found is None else found.cover(span)
            at += length
        return found


def _cut_piece(piece: TextPiece, low: int, high: int) -> TextPiece:
    text = piece.text[low:high]
    if piece.span is None or not piece.verbatim:
        return replace(piece, text=text)
    start = piece.span.start + len(piece.text[:low].encode("utf-8", "surrogatepass"))
    return replace(piece, text=text, span=Span(start, start + len(text.encode("utf-8", "surrogatepass"))))


@immutable(slots=True)
class KeyedValue:
    """One key of a mapping, or one argument: its value, and where both are written."""

    key: str
    value: "Value"
    key_span: Span | None = None
    value_span: Span | None = None
    # Set only on some paths through the code.
    maybe: bool = False

    @property
    def span(self) -> Span | None:
        """The whole `key: value`, or `key=value`."""
        if self.key_span is None or self.value_span is None:
            return self.value_span
        return self.key_span.cover(self.value_span)


@immutable()
class KeyedValues:
    """A mapping with string keys, as far as it is known; `open` if there may be more keys."""

    entries: tuple[KeyedValue, ...] = ()
    open: bool = False
    # The display that it was written as, if it is one.
    span: Span | None = None

    @cached_property
    def by_key(self) -> Mapping[str, KeyedValue]:
        return {entry.key: entry for entry in self.entries}

    def with_entry(self, entry: KeyedValue) -> "KeyedValues":
        return self.with_entries((entry,))

    def with_entries(self, entries: Iterable[KeyedValue]) -> "KeyedValues":
        """The table with these entries: in place of its own with the same keys, the others last."""
        found = dict(self.by_key)
        for entry in entries:
            found[entry.key] = entry
        return KeyedValues(tuple(found.values()), self.open, self.span)

    def merged(self, other: "Value") -> "KeyedValues":
        """The table, updated by another value."""
        if not isinstance(other, KeyedValues):
            return replace(self, open=True)
        return KeyedValues(
            self.with_entries(map(self._surely, other.entries)).entries, self.open or other.open, self.span
        )

    def _surely(self, entry: KeyedValue) -> KeyedValue:
        """An entry that may be set, merged with one that certainly is, certainly has a value."""
        old = self.by_key.get(entry.key)
        return replace(entry, maybe=False) if old and not old.maybe and entry.maybe else entry


@immutable()
class Row:
    """A list, tuple or set, as far as it is known; `open` if there may be more items."""

    items: tuple["Value", ...] = ()
    open: bool = False
    span: Span | None = None
    # What represents the remaining items, if they are the last ones.
    rest: "Value | None" = None
    # An iterator or generator of these items: clients send it piece by piece, or take it otherwise than a list.
    once: bool = False


# What nearly every call has: one for all, whose keys are looked up often.
NO_KEYWORDS: Final = KeyedValues()


@immutable(slots=True)
class Reference:
    """Something imported or built in, by its dotted name."""

    name: str


@immutable()
class Arguments:
    """The arguments of a call."""

    positional: tuple[KeyedValue, ...] = ()
    keywords: KeyedValues = NO_KEYWORDS
    # An unknown `*args` somewhere among the positional ones.
    open: bool = False
    # The list with its parentheses.
    span: Span | None = None

    def at(self, position: int | None, keyword: str | None) -> KeyedValue | None:
        """The argument given by keyword or by position."""
        if keyword is not None and (found := self.keywords.by_key.get(keyword)):
            return found
        if position is not None and position < len(self.positional):
            return self.positional[position]
        return None


@immutable()
class Thing:
    """An object of a known type: the arguments that built it give its base address, headers and defaults."""

    type: str
    built: Arguments = field(default_factory=Arguments)
    # Whether `built` really built it: false for a parameter of which only the type is known.
    whole: bool = True
    # The object whose defaults this one extends.
    parent: "Value | None" = None


@immutable()
class Either:
    """One of several values; which one is known only at run time."""

    options: tuple["Value", ...]


Value: TypeAlias = Unknown | Constant | Text | KeyedValues | Row | Reference | Thing | Either

NONE: Final = Constant(None)


def options_of(value: "Value") -> tuple["Value", ...]:
    """The possible values of a value, usually one."""
    return value.options if isinstance(value, Either) else (value,)


def either(*values: "Value") -> "Value":
    """A choice of `values` without duplicates; if there are too many, of the first or what others have in common."""
    if len(values) == 1 and not isinstance(values[0], Either):
        return values[0]
    found: list[Value] = []
    shown: set[str] = set()
    for option in (option for value in values for option in options_of(value)):
        if isinstance(option, Text):
            # The same text in two places is one value.
            text = option.shown()
            if text not in shown:
                shown.add(text)
                found.append(option)
        elif option not in found:
            found.append(option)
    if len(found) == 1:
        return found[0]
    if len(found) <= MOST_OPTIONS:
        return Either(tuple(found))
    return Either((*found[: MOST_OPTIONS - 1], in_common(found[MOST_OPTIONS - 1 :])))


def joined(one: "Value", other: "Value") -> "Value":
    """One of two values, as far as that is known."""
    if isinstance(one, KeyedValues) and isinstance(other, KeyedValues):
        return joined_tables(one, other)
    if isinstance(one, Row) and isinstance(other, Row) and _are_alike(one, other):
        return replace(one, items=tuple(map(joined, one.items, other.items)))
    return either(one, other)


def _are_alike(one: "Row", other: "Row") -> bool:
    return len(one.items) == len(other.items) and (one.open, one.once) == (other.open, other.once)


def joined_tables(one: "KeyedValues", other: "KeyedValues") -> "KeyedValues":
    """One of two mappings: what only one has may be missing."""
    entries = {each.key: replace(each, maybe=True) for each in (*one.entries, *other.entries)}
    for each in one.entries:
        if (its := other.by_key.get(each.key)) is not None:
            entries[each.key] = joined_entry(each, its)
    return KeyedValues(tuple(entries.values()), one.open or other.open, one.span)


def joined_entry(one: KeyedValue, other: KeyedValue) -> KeyedValue:
    return replace(one, value=joined(one.value, other.value), maybe=one.maybe or other.maybe)


def joined_arguments(one: "Arguments", other: "Arguments") -> "Arguments":
    """The arguments of a call that is made in two ways."""
    first, second = one.positional, other.positional
    fewer, more = sorted((first, second), key=len)
    both = tuple(map(joined_entry, first, second))
    positional = (*both, *(replace(each, maybe=True) for each in more[len(fewer) :]))
    return Arguments(positional, joined_tables(one.keywords, other.keywords), one.open or other.open, one.span)


# What is in the place of more texts than can be shown.
OTHERS: Final = Unknown("value")


def in_common(values: Sequence["Value"]) -> "Text | Unknown":
    """What several texts begin with and something unknown; unknown as a whole if that is nothing."""
    texts = [value for value in values if isinstance(value, Text)]
    known = [_beginning(text) for text in texts]
    length = len(commonprefix(known)) if len(texts) == len(values) else 0  # noqa: RUF071 - characters are what counts
    if not length:
        return Unknown(OTHERS.expression)
    return Text((*texts[0].slice(0, length).parts, Hole(OTHERS, OTHERS.expression, None, "+")))


def _beginning(text: Text) -> str:
    """The known characters at the start."""
    known = takewhile(lambda part: isinstance(part, TextPiece), text.parts)
    return "".join(part.text for part in known if isinstance(part, TextPiece))


def address_in(value: "Value | None") -> str:
    """The known address that a value is, or nothing."""
    known = value.known if isinstance(value, Text) else None
    return known if known is not None and known.startswith(("http://", "https://")) else ""


def json_parts(value: "Value") -> "list[Part] | None":  # noqa: PLR0911 - one answer for each kind of value
    """The JSON that `json.dumps` writes of a value, with a hole for each part that is not known; if its keys are."""
    match value:
        case Text(parts=parts) if all(isinstance(part, TextPiece) for part in parts):
            return [_json_piece(value.known, secret=any(secrets_in([value])))]
        case Constant(value=known) if known is None or isinstance(known, bool | int | float):
            return [_json_piece(known)]
        case KeyedValues(entries=entries, open=False) if not any(each.maybe for each in entries):
            rows = [(f"{json.dumps(each.key)}: ", json_parts(each.value)) for each in entries]
            return _json_of("{", rows, "}")
        case Row(items=items, open=False, once=False):
            return _json_of("[", [("", json_parts(each)) for each in items], "]")
        case Unknown(expression=expression):
            return [Hole(value, expression, None, "f")]
        case Text(parts=[*parts]):
            inner = (part if isinstance(part, Hole) else _json_piece(part.text, 1, part.secret) for part in parts)
            return [TextPiece('"', None, verbatim=False), *inner, TextPiece('"', None, verbatim=False)]
    return None


def json_type(value: "Value") -> str | None:
    """The JSON type of a value, as far as it is known."""
    match value:
        case Text():
            return "string"
        case Constant(value=constant):
            return _json_type_of(constant)
        case Row():
            return "array"
        case KeyedValues():
            return "object"
    return None


def _json_type_of(constant: object) -> str | None:
    if constant is None:
        return "null"
    if isinstance(constant, bool):
        return "boolean"
    return "integer" if isinstance(constant, int) else "number" if isinstance(constant, float) else None


def _json_piece(value: object, cut: int = 0, secret: bool = False) -> TextPiece:  # noqa: FBT001, FBT002 - of the piece
    written = json.dumps(value)
    return TextPiece(written[cut : len(written) - cut], None, verbatim=False, secret=secret)


def _json_of(start: str, rows: "Sequence[tuple[str, list[Part] | None]]", end: str) -> "list[Part] | None":
    made: list[Part] = []
    for before, parts in rows:
        if parts is None:
            return None
        made += [TextPiece(f"{', ' if made else start}{before}", None, verbatim=False), *parts]
    return [*made, TextPiece(end if made else start + end, None, verbatim=False)]


def name_of(hole: Hole) -> str:
    """A short name for an unknown part."""
    return short_name(hole.expression)


def as_secret(value: "Value", name: str, depth: int = 0) -> "Value":
    """A value that is given a name: if it is that of secrets, its texts are secret from then on."""
    if not holds_secrets(name) or depth > _DEEPEST_SECRET:
        return value
    match value:
        case Text() if not all(isinstance(part, Hole) or part.secret for part in value.parts):
            parts = (replace(part, secret=True) if isinstance(part, TextPiece) else part for part in value.parts)
            return replace(value, parts=tuple(parts))
        case KeyedValues():
            entries = [replace(each, value=as_secret(each.value, name, depth + 1)) for each in value.entries]
            return replace(value, entries=tuple(entries)) if any(secrets_in(each.value for each in entries)) else value
        case Row():
            items = [as_secret(each, name, depth + 1) for each in value.items]
            return replace(value, items=tuple(items)) if any(secrets_in(items)) else value
        case Either():
            return Either(tuple(as_secret(each, name, depth + 1) for each in value.options))
    return value


def secrets_in(values: Iterable["Value | None"]) -> Iterator[str]:
    """The secret texts in values, at any depth."""
    return ("".join(piece.text for piece in pieces) for pieces in secret_pieces(values))


def secret_pieces(values: Iterable["Value | None"]) -> Iterator[Sequence[TextPiece]]:
    """The pieces that follow one another in a text and are one secret."""
    waiting, seen = list(values), 0
    while waiting and seen < _MOST_SEARCHED:
        value, seen = waiting.pop(), seen + 1
        match value:
            case Text():
                for is_secret, parts in groupby(value.parts, lambda part: isinstance(part, TextPiece) and part.secret):
                    if is_secret:
                        yield [part for part in parts if isinstance(part, TextPiece)]
                waiting += (each.value for each in value.holes if not isinstance(each.value, Unknown))
            case KeyedValues():
                waiting += (as_secret(each.value, each.key) for each in value.entries)
            case Row():
                waiting += (*value.items, value.rest)
            case Either():
                waiting += value.options
            case Thing():
                waiting += (*(each.value for each in value.built.positional), value.built.keywords, value.parent)
