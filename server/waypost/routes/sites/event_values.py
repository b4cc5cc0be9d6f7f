"""The values of an event as plain data with spans: what the rooms above show, check and change.

What a domain value is inside, nobody above knows. A choice stays one hole in a text until here: it is spread over the
ways in which a call may be made, alike in all of its arguments.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from enum import IntEnum
from functools import reduce
from os.path import commonprefix
from typing import Any, Final, NamedTuple, Protocol
from urllib.parse import unquote_plus

from waypost.routes.domain import values as domain
from waypost.routes.domain.bounds import BOUNDS
from waypost.routes.domain.code import Parameter
from waypost.routes.domain.events import Event
from waypost.routes.domain.places import Place
from waypost.routes.library.clients import CHAINED
from waypost.routes.library.formatting import formatted_by
from waypost.routes.library.plain import JSON
from waypost.routes.library.request_objects import is_of_built
from waypost.routes.model.values import (
    NONE,
    Arguments,
    Constant,
    Either,
    Hole,
    KeyedValue,
    KeyedValues,
    Part,
    Reference,
    Row,
    Text,
    TextPiece,
    Thing,
    Unknown,
    Value,
    address_in,
    either,
    joined,
    json_parts,
)
from waypost.routes.sites.site_parts import shape_of
from waypost.shown.names import has_name, is_notation, is_of_call, name_of_key, short_name
from waypost.text import Span

_DEEPEST: Final = 10
# The name of a pair, before its value in a URL or a form.
_KEY_BEFORE: Final = re.compile(r"(?:[?&]|\A)([A-Za-z_][^?&=/]*)=\Z")


class Combination(NamedTuple):
    """One way of making a call."""

    # Which of its alternatives each choice is in it, and the paths that could have led to all of them.
    chosen: Mapping[int, int] = {}
    arms: domain.Arms = domain.ANY

    def of(self, value: domain.Value) -> domain.Value:
        index = self.chosen.get(value.created) if isinstance(value, domain.Choice) else None
        return value if index is None else value.options()[index]

    def choosing(self, value: domain.Choice, index: int) -> "Combination | None":
        arms = domain.agreed(self.arms, value.arms[index])
        return Combination({**self.chosen, value.created: index}, arms) if arms is not None else None


class Doubt(IntEnum):
    """Why a value may be another one: callers may give it, or something that is not seen may have changed it."""

    NONE = 0
    DEFAULT = 1
    CHANGED = 2


def ways(given: Iterable[domain.Value], arms: domain.Arms) -> list[Combination]:
    """The ways in which some values may be chosen together where some paths have led, a few at most."""
    found = [Combination(arms=arms)]
    for value in given:
        found = _few([more for way in found for more in _chosen(value, way, 0)], found)
    return found


def _few(ways: list[Combination], before: list[Combination]) -> list[Combination]:
    """Ways, unless there are more than are listed: then what would have made them stays unknown."""
    return ways if len(ways) <= BOUNDS.texts else before


def _chosen(value: domain.Value, way: Combination, depth: int) -> Iterator[Combination]:
    """The ways in which one value may be, given what is chosen already."""
    found = [way]
    for part in value.parts() if depth < _DEEPEST else ():
        if isinstance(part, domain.Piece):
            continue
        found = _few([more for each in found for more in _chosen_in(part.value, each, depth)], found)
    yield from found


def _chosen_in(value: domain.Value, way: Combination, depth: int) -> Iterator[Combination]:
    known = way.of(value)
    if known is not value:
        yield from _chosen(known, way, depth + 1)
    elif not isinstance(value, domain.Choice) or _may_be_left_out(value):
        yield way
    else:
        for index in _usable(value):
            if (chosen := way.choosing(value, index)) is not None:
                yield from _chosen(value.options()[index], chosen, depth + 1)


def _usable(value: domain.Choice) -> Sequence[int]:
    """The alternatives that can be part of a text: None fails at run time, or is guarded against."""
    all_of = range(len(value.options()))
    return [index for index in all_of if value.options()[index].literal() is not None] or all_of


def _may_be_left_out(value: domain.Value) -> bool:
    """Whether a part of a text is something unknown, or nothing: that is one form, `{name?}`."""
    others = [each for each in value.options() if each.literal() != ""]
    is_unknown = all(isinstance(each, domain.Unknown) for each in others)
    return bool(others) and is_unknown and len(others) < len(value.options())


def beginning(value: domain.Value, depth: int = 0) -> tuple[domain.Part, ...]:
    """What the alternatives of a text begin with, all of them."""
    if not isinstance(value, domain.Choice) or not value.textual or depth > _DEEPEST:
        return ()
    first, *others = (tuple(_certain(each.parts(), depth)) for each in value.options())
    for other in others:
        first = tuple(_shared(first, other))
    return first


def _certain(parts: Iterable[domain.Part], depth: int) -> Iterator[domain.Part]:
    """Parts, up to the first that is one of several."""
    for part in parts:
        if isinstance(part, domain.Hole) and isinstance(part.value, domain.Choice):
            yield from beginning(part.value, depth + 1)
            return
        yield part


def _shared(one: Sequence[domain.Part], other: Sequence[domain.Part]) -> Iterator[domain.Part]:
    """The parts with which both begin."""
    length = min(len(one), len(other))
    for mine, its in zip(one[:length], other[:length], strict=True):
        if isinstance(mine, domain.Piece) and isinstance(its, domain.Piece) and mine.text != its.text:
            text = commonprefix((mine.text, its.text))  # noqa: RUF071 - of characters, not of paths
            if text:
                yield domain.cut(mine, 0, len(text))
            return
        if type(mine) is not type(its) or (isinstance(mine, domain.Hole) and mine.value.key() != its.value.key()):  # type: ignore[union-attr]  # both are holes
            return
        yield mine


def is_named(value: domain.Value, way: Combination, *, after: str = "") -> bool:
    """Whether all defaults in a text, beside which there is something else, are of parameters that have names there.

    Of a URL, only those in its query are shown by these.
    """
    parts = way.of(value).parts()
    before = ""
    for part in parts:
        if isinstance(part, domain.Hole):
            if way.of(part.value).flags & domain.DEFAULT:
                return False
        elif part.given == domain.UNNAMED or (part.given and after not in before):
            return False
        else:
            before += part.text
    return len(parts) > 1


def doubt_about(value: domain.Value, way: Combination, depth: int = 0) -> Doubt:
    """Whether it, or a part of it, may be another, as it is in one way of making a call."""
    value = way.of(value)
    parts = [part.value for part in value.parts() if isinstance(part, domain.Hole) and part.value is not value]
    # A text has the flags of what is in it, also of what was not chosen there; and what has no known part is any.
    is_of_parts = depth < _DEEPEST and any(each.flags & domain.CHANGED for each in parts)
    is_any = bool(depth) and value.textual and bool(parts) and len(parts) == len(value.parts())
    if value.flags & domain.CHANGED and not is_of_parts and not is_any:
        return Doubt.DEFAULT if value.flags & domain.DEFAULT else Doubt.CHANGED
    inner = parts if depth < _DEEPEST else ()
    return max((doubt_about(each, way, depth + 1) for each in inner), default=Doubt.NONE)


def lacks(given: domain.Arguments) -> bool:
    """Whether a text that is given needs an attribute which an object lacks: its class leaves it to subclasses."""
    return any(
        isinstance(part, domain.Hole) and _is_left_out(part.value) for each in given.values() for part in each.parts()
    )


def _is_left_out(value: domain.Value) -> bool:
    if value.literal() is None:
        return True
    if not isinstance(value, domain.Unknown) or value.kind != "attribute":
        return False
    of = value.operands[0]
    return isinstance(of, domain.Object) and of.generic and of.in_program


def _is_bytes(value: domain.Value) -> bool:
    """Whether a value is known as bytes, which are shown as they are, however they are made."""
    return isinstance(value.literal(), bytes)


class Spans(Protocol):
    """Where things are written in one file."""

    def span_of(self, place: Place | None) -> Span | None:
        """The bytes of a place, if it is in the file."""

    def is_secret(self, place: Place | None) -> bool:
        """Whether what is written at a place, in any file, is nobody else's business."""

    def literal_at(self, span: Span) -> Span | None:
        """The same bytes, if a literal or a display is written there."""

    def call_at(self, span: Span) -> str:
        """The call that is written there, and nothing else; empty if there is none."""

    def written(self, span: Span | None) -> str:
        """The expression that is written at a place, without the braces around it."""

    def filled(self, event: Event) -> Text | None:
        """The URL that a call gives, if it is one of a helper that fills a template."""

    def built(self, event: Event, part: str) -> Value | None:
        """A part of the request that a call of the builder makes."""

    def string_around(self, span: Span) -> Span:
        """The string, or the strings side by side, in which something stands; itself if it is in none."""


class PlainValues:
    """Makes plain values, with spans in one file."""

    def __init__(self, spans: Spans, is_client: Callable[[str], bool]) -> None:
        self.spans = spans
        self.span_of = spans.span_of
        self.is_client = is_client
        # Whether a default is what is most likely sent, and not only one of many values: in a URL, before its query.
        self.is_likely = False

    def arguments(
        self, given: domain.Arguments, way: Combination, span: Span | None = None, apart: Iterable[domain.Value] = ()
    ) -> Arguments:
        """The arguments of a call; of some it is said apart that they are only likely."""
        likely = set(map(id, apart))
        positional = tuple(self.entry("", each, way, likely=id(each.value) in likely) for each in given.positional)
        named = tuple(
            self.entry(name, each, way, likely=id(each.value) in likely) for name, each in given.keywords.items()
        )
        is_open = given.rest is not None
        return Arguments(positional, KeyedValues(named, given.more is not None), is_open, span)

    def entry(
        self, key: str, entry: domain.Entry, way: Combination, depth: int = 0, *, likely: bool = False
    ) -> KeyedValue:
        around, self.is_likely = self.is_likely, likely
        value, span = self.value(entry.value, way, depth), self.span_of(entry.place)
        self.is_likely = around
        if key in _TABLES and isinstance(value, Either):
            # None is as good as an empty one.
            tables = [KeyedValues() if each == NONE else each for each in value.options]
            value = reduce(joined, tables) if all(isinstance(each, KeyedValues) for each in tables) else value
        is_default = entry.value.flags & domain.DEFAULT and not is_named(entry.value, way)
        if is_default and not likely and _may_be_given(value):
            value = Unknown(self.spans.written(span) or key, default=shape_of(value))
        literal = self.spans.literal_at(span) if span is not None and isinstance(value, _WRITTEN) else None
        if literal is not None and isinstance(value, _WRITTEN):
            value = replace(value, span=literal)
        is_shown = not isinstance(value, Unknown) or _is_bytes(entry.value)
        call = self.spans.call_at(span) if span is not None and not is_shown else ""
        if call and isinstance(value, Unknown):
            value = replace(value, expression=call, span=span)
        if isinstance(value, Unknown) and way.of(entry.value).perhaps_none:
            value = Either((value, NONE))
        is_open = entry.maybe and self._built(entry.value) is None
        return KeyedValue(key, value, self.span_of(entry.key_place), span, is_open)

    def value(self, value: domain.Value, way: Combination, depth: int = 0) -> Value:
        value = way.of(value)
        make = next((_KINDS[each] for each in type(value).__mro__ if each in _KINDS), None)
        return make(self, value, way, depth + 1) if make is not None and depth < _DEEPEST else Unknown(value.name)

    def text(self, value: domain.Value, way: Combination, depth: int = 0) -> Text:
        """A value as a text, with a hole for what is not known."""
        parts = tuple(self._named(self._parts(value, way, depth)))
        spans = [part.span for part in parts if part.span is not None]
        span = spans[0] if spans else None
        for each in spans[1:]:
            span = span.cover(each) if span is not None else each
        return Text(parts, self.spans.string_around(span) if span is not None else None)

    def _named(self, parts: Iterable[Part]) -> Iterator[Part]:
        """Parts of a text, with the names of parameters in the place of their defaults where these are sent."""
        is_sent = not self.is_likely
        for index, part in enumerate(parts):
            if index == 0 and isinstance(part, TextPiece) and part.text.startswith(_SCHEMES):
                is_sent = False
            if isinstance(part, TextPiece) and part.given not in {"", domain.UNNAMED} and is_sent:
                yield Hole(Unknown(part.given, default=part.text), part.given, None, "f")
            else:
                is_sent = is_sent or (isinstance(part, TextPiece) and "?" in part.text)
                yield part

    def _parts(self, value: domain.Value, way: Combination, depth: int) -> Iterator[Part]:
        before = ""
        for part in value.parts():
            if isinstance(part, domain.Piece):
                before += part.text
                secret = self.spans.is_secret(part.place)
                yield TextPiece(part.text, self.span_of(part.place), part.verbatim, secret, part.given)
                continue
            key, before = _key_before(before), ""
            inner = way.of(part.value)
            filled = self._filled(inner)
            if filled is not None:
                yield from filled.parts
                continue
            if part.spec:
                inner = formatted_by(inner, part.spec)
            if inner is not value and depth < _DEEPEST and _is_written_out(inner):
                yield from self._parts(inner, way, depth + 1)
            elif inner is part.value and (known := beginning(inner)) and depth < _DEEPEST:
                # There are too many ways in which it goes on.
                yield from self._parts(domain.Text((*known, part._replace(value=domain.nameless()))), way, depth + 1)
            else:
                # By the name that it has in the source, if that means one thing.
                is_own = inner is part.value or _is_only_unknown(part.value)
                shown = part.shown if is_own else inner.name
                written = self.spans.written(self.span_of(part.place)) if is_own and part.label else ""
                if is_of_call(shown):
                    goes_in = map(_goes_in, inner.options())
                    shown = _first_named(written, part.label, *goes_in, key) or shown
                shown = f"{shown}?" if _may_be_left_out(inner) else shown
                shown = written if written and short_name(written) == shown else shown
                unknown = replace(_unknown(inner), expression=shown)
                # A field of `format` that nothing is for.
                is_missing = isinstance(inner, domain.Unknown) and inner.kind == "missing"
                yield Hole(unknown, shown, self.span_of(part.place), part.form, part.spec, is_missing)

    # One function for each kind ---------------------------------------------------------------------------------------

    def of_text(self, value: domain.Text, way: Combination, depth: int) -> Value:
        return self.text(value, way, depth)

    def of_constant(self, value: domain.Constant, _: Combination, __: int) -> Value:
        known = value.literal()
        if isinstance(known, bytes) and self.spans.is_secret(value.place):
            written = known.decode("utf-8", "backslashreplace")
            return Text((TextPiece(written, self.span_of(value.place), verbatim=False, secret=True),), encoded=True)
        return Unknown(str(known)) if isinstance(known, bytes | slice) else Constant(known)

    def of_unknown(self, value: domain.Unknown, way: Combination, depth: int) -> Value:
        return self._filled(value) or self._built(value) or self._dumped(value, way, depth) or _unknown(value)

    def _dumped(self, value: domain.Unknown, way: Combination, depth: int) -> Text | None:
        """JSON of which some values are not known, also as bytes."""
        method = next(iter(value.operands), None) if value.kind == "call" else None
        encoded = isinstance(method, domain.Unknown) and method.kind == "attribute" and method.name == "encode"
        made = method.operands[0] if isinstance(method, domain.Unknown) and encoded else value
        if not isinstance(made, domain.Unknown) or made.kind != JSON:
            return None
        parts = json_parts(self.value(made.operands[0], way, depth))
        return Text(tuple(parts), encoded=encoded) if parts is not None else None

    def _filled(self, value: domain.Value) -> Text | None:
        """What a helper of a client gives: a template with its values; or the builder: a text of its request."""
        if isinstance(value, domain.Unknown) and value.kind == "call" and isinstance(value.detail, Event):
            return self.spans.filled(value.detail)
        built = self._built(value)
        return built if isinstance(built, Text) else None

    def _built(self, value: domain.Value) -> Value | None:
        """A part of a request that the builder makes."""
        if not is_of_built(value):
            return None
        made, part = value.operands
        return self.spans.built(made.detail, str(part.literal())) if isinstance(made, domain.Unknown) else None

    def of_choice(self, value: domain.Choice, way: Combination, depth: int) -> Value:
        # Whether a request has a body is known as soon as it is.
        for each in value.options():
            if (built := self._built(each)) is not None:
                return built
        agreeing = [each for each, arms in value.cases() if domain.agreed(way.arms, arms) is not None]
        made = [self._one_of(each, way, depth) for each in agreeing or value.options()]
        is_table = all(isinstance(each, KeyedValues) for each in made)
        return reduce(joined, made) if is_table else either(*made)

    def _one_of(self, value: domain.Value, way: Combination, depth: int) -> Value:
        """A value among others; a default by the name of its parameter."""
        made = self.value(value, way, depth)
        given = value.given if isinstance(value, domain.Constant) else ""
        if given in {"", domain.UNNAMED} or self.is_likely or not _may_be_given(made):
            return made
        return Unknown(given, default=shape_of(made))

    def of_external(self, value: domain.External, _: Combination, __: int) -> Value:
        return Reference(value.dotted)

    def of_mapping(self, value: domain.Mapping, way: Combination, depth: int) -> Value:
        entries = [(key, entry) for key, entry in value.entries() if isinstance(key, str)]
        is_whole = len(entries) == sum(1 for _ in value.entries())
        named = tuple(self.entry(key, entry, way, depth) for key, entry in entries)
        return KeyedValues(named, value.open or not is_whole)

    def of_sequence(self, value: domain.Sequence, way: Combination, depth: int) -> Value:
        items = value.items
        known = tuple(self._one_of(each, way, depth) for each in items.known)
        rest = self._one_of(items.rest, way, depth) if items.rest is not None else None
        return Row(known, rest is not None, None, rest, value.kind in domain.GENERATED)

    def of_object(self, value: domain.Object, way: Combination, depth: int) -> Value:
        """A client with what it has now; of any other object only its name is shown."""
        maker = value.table.get(CHAINED)
        if maker is not None:
            of = maker.value
            parent = self.value(of, way, depth) if isinstance(of, domain.Object) else Thing(value.type)
            built = self.arguments(value.built, way)
            return Thing(
                value.type, built, whole=not value.generic, parent=parent if isinstance(parent, Thing) else None
            )
        if isinstance(value.literal(), str):
            return self.text(value, way, depth)
        if not self.is_client(value.type):
            # The name of its class is that of a call: what it is given for has a better one.
            return Unknown(_as_written(value) or f"{value.name}()")
        named = tuple(self._of_client(key, entry, way, depth) for key, entry in value.attributes().items())
        built = Arguments((), KeyedValues(named, value.built.open or domain.OPEN in value.table))
        return Thing(value.type, built, whole=not value.generic)

    def _of_client(self, key: str, entry: domain.Entry, way: Combination, depth: int) -> KeyedValue:
        """What a client has; an address that something else may have taken the place of is only its default."""
        made = self.entry(key, entry, way, depth)
        if entry.maybe and isinstance(made.value, Row):
            # It may not have any; of a dict, each entry says that for itself.
            return replace(made, value=Unknown(key))
        address = address_in(made.value) if entry.value.flags & domain.CHANGED else ""
        return replace(made, value=Unknown(key, default=address)) if address else made


def _may_be_given(value: Value) -> bool:
    """Whether nothing is said about a value of which only a default is known; where requests are sent is likely."""
    if isinstance(value, Text):
        return not value.marked.startswith(_SCHEMES)
    return isinstance(value, Constant) and value != NONE


def _as_written(value: domain.Object) -> str:
    """The expression that makes one of the few library objects that clients look into, if all of it is known."""
    given = [each.value.literal() for each in value.built.positional]
    named = {name: each.value.literal() for name, each in value.built.keywords.items()}
    is_known = all(isinstance(each, str) for each in (*given, *named.values())) and not value.built.open
    if not is_known or value.in_program or not value.type.endswith("BasicAuth"):
        return ""
    return f"{value.type}({', '.join((*map(repr, given), *(f'{name}={each!r}' for name, each in named.items())))})"


def _unknown(value: domain.Value) -> Unknown:
    """A value of which only a name is known; of a parameter, what it is declared as."""
    if not isinstance(value, domain.Unknown) or value.kind != "parameter":
        is_datum = isinstance(value, domain.Unknown) and value.kind in domain.DATA
        return Unknown(_expression(value), datum=is_datum)
    head = value.detail if isinstance(value.detail, Parameter) else Parameter(value.name)
    return Unknown(value.name, parameter=True, annotation=head.declared, required=not head.has_default)


def _key_before(text: str) -> str:
    """The name of the pair whose value comes next."""
    pair = _KEY_BEFORE.search(text)
    return name_of_key(unquote_plus(pair[1])) if pair is not None else ""


def _goes_in(value: domain.Value, depth: int = 0) -> str:
    """The name of what goes into a call; nothing if that has none."""
    if isinstance(value, domain.Sequence) and depth <= _DEEPEST:
        rest = () if value.items.rest is None else (value.items.rest,)
        return next(filter(None, (_goes_in(each, depth + 1) for each in (*value.items.known, *rest))), "")
    if isinstance(value, domain.Text) and depth <= _DEEPEST:
        holes = (part for part in value.pieces if isinstance(part, domain.Hole))
        return next(filter(None, (part.label or _goes_in(part.value, depth + 1) for part in holes)), "")
    if not isinstance(value, domain.Unknown) or depth > _DEEPEST:
        return ""
    if value.kind == "each" or (value.kind == "item" and value.is_called_after):
        return _goes_in(value.operands[0], depth + 1)
    if not is_of_call(value.name) or not value.operands:
        return _expression(value)
    made, *arguments = value.operands
    given = (each for each in (_changed_by(made), *arguments) if each is not None)
    return _first_named(*(_goes_in(each, depth + 1) for each in given), value.name)


def _changed_by(method: domain.Value) -> domain.Value | None:
    """Of what a method gives another form or a part: a text that is stripped, a match; not a client that is asked."""
    if isinstance(method, domain.External):
        return method.receiver
    if not isinstance(method, domain.Unknown) or method.kind != "attribute":
        return None
    of = method.operands[0]
    is_found = isinstance(of, domain.Unknown) and isinstance(next(iter(of.operands), None), domain.External)
    return of if is_notation(method.name) or is_found else None


def _expression(value: domain.Value) -> str:
    """What tells a value from others of its name: `user.id` and `team.id`."""
    if not isinstance(value, domain.Unknown):
        return value.name
    if is_of_call(value.name):
        return (_goes_in(value) if value.operands else "") or value.name
    if value.kind != "attribute":
        return value.name
    of = value.operands[0].name
    written = f"{of}.{value.name}"
    return written if is_of_call(of) or short_name(written) == value.name else value.name


def _first_named(*expressions: str) -> str:
    """The first of some expressions that says what a value is; nothing if none does."""
    return next((each for each in expressions if each and has_name(each)), "")


# What a default is likely sent to begins so.
_SCHEMES: Final = ("http://", "https://")
# Keywords that are given tables.
_TABLES: Final = frozenset(("params", "headers", "cookies"))
# What has the place of the expression by which it is written.
_WRITTEN: Final = (Constant, Text, KeyedValues, Row)


def _is_only_unknown(value: domain.Value) -> bool:
    """Whether one of several values is not known, and the others are."""
    return sum(isinstance(each, domain.Unknown) for each in value.options()) == 1


def _is_written_out(value: domain.Value) -> bool:
    """Whether a value is put into a text as its own characters."""
    literal = value.literal()
    is_plain = literal is not domain.MISSING and literal is not None and not isinstance(literal, bool | bytes | slice)
    return value.textual or is_plain


_KINDS: Final[Mapping[type, Callable[[PlainValues, Any, Combination, int], Value]]] = {
    domain.Text: PlainValues.of_text,
    domain.Constant: PlainValues.of_constant,
    domain.Unknown: PlainValues.of_unknown,
    domain.Choice: PlainValues.of_choice,
    domain.External: PlainValues.of_external,
    domain.Mapping: PlainValues.of_mapping,
    domain.Sequence: PlainValues.of_sequence,
    domain.Object: PlainValues.of_object,
}
