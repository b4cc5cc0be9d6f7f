"""Functions whose result is what Python itself says, if all of their arguments are known."""

import base64
import html
import json
import posixpath
import re
import textwrap
from collections.abc import Callable
from collections.abc import Sequence as AnySequence
from contextlib import suppress
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from string import Template
from typing import Any, Final
from urllib.parse import parse_qs, parse_qsl, unquote, unquote_plus, urldefrag
from uuid import UUID
from xml.sax.saxutils import escape

from waypost.routes.domain.bounds import BOUNDS
from waypost.routes.domain.places import Place
from waypost.routes.domain.values import (
    ANY,
    FALSE,
    MISSING,
    TRUE,
    AbstractMachine,
    Arguments,
    Constant,
    Entry,
    External,
    Function,
    Hole,
    Mapping,
    Sequence,
    Text,
    Unknown,
    Value,
    choice,
    concatenated,
    cut,
    derived,
    nameless,
    place_of,
    placed,
    text_of,
    unknown,
    value_of,
)
from waypost.routes.library.containers import generated
from waypost.routes.library.registry import Answer, Call, models
from waypost.routes.library.texts import alternatives

# No longer text is handed to Python, nor made by it.
_LONGEST: Final = 2_000
_KINDS: Final[dict[str, Callable[[Any], Any]]] = {"list": list, "tuple": tuple, "set": frozenset}


def plain(value: Value, depth: int = 0) -> Any:
    """The Python object that a value is, with all that it holds; `MISSING` if anything of it is not known."""
    literal = value.literal()
    if literal is not MISSING or depth > BOUNDS.copied:
        return literal
    if isinstance(value, Sequence) and value.kind in _KINDS:
        known = value.known_items()
        items = [plain(each, depth + 1) for each in known] if known is not None else [MISSING]
        return MISSING if MISSING in items else _KINDS[value.kind](items)
    if isinstance(value, Mapping) and not value.open:
        rows = {key: MISSING if entry.maybe else plain(entry.value, depth + 1) for key, entry in value.entries()}
        return MISSING if MISSING in rows.values() else rows
    return MISSING


def _flags(call: Call) -> int:
    found = 0
    for each in (call.receiver, *call.arguments.values()):
        found |= each.flags if each is not None else 0
    return found


def _asked(call: Call, function: Callable[..., Any]) -> Answer:
    """What Python says; nothing if it would fail, or if not all is known."""
    if call.arguments.open:
        return None
    # What a method of a plain object is called on comes first.
    of = (plain(call.receiver),) if isinstance(call.receiver, Constant) else ()
    positional = [*of, *(plain(entry.value) for entry in call.arguments.positional)]
    named = {name: plain(entry.value) for name, entry in call.arguments.keywords.items()}
    given = [*positional, *named.values()]
    if any(each is MISSING or (isinstance(each, (str, bytes)) and len(each) > _LONGEST) for each in given):
        return None
    try:
        made = function(*positional, **named)
    except (TypeError, ValueError, LookupError, ArithmeticError, RecursionError, re.error):
        return None
    if isinstance(made, (str, bytes)) and len(made) > 4 * _LONGEST:
        return None
    place = place_of(*(each for each in (call.receiver, *call.arguments.values()) if each is not None))
    return placed(value_of(made), place).flagged(_flags(call))


# What makes a date of a text.
_MADE: Final = ("fromisoformat", "strptime")


def _of_moment(kind: type, given: tuple[Any, ...], named: dict[str, Any]) -> Any:
    """A date or a time; the method of a moment is called by the same words as the type."""
    of = given[0] if given and isinstance(given[0], datetime) else None
    return getattr(of, kind.__name__)() if of is not None else kind(*given, **named)


# Patterns that may take long on short texts.
_SLOW: Final = re.compile(r"\)[*+{]|(?:[*+{].*){3}", re.DOTALL)
_LONGEST_SUBJECT: Final = 200
_SEARCHES: Final = ("match", "search", "fullmatch", "findall", "split")


def _searched(search: Callable[..., Any]) -> Callable[..., Any]:
    """What a regular expression finds in a short text."""

    def run(pattern: Any, string: Any, *more: Any) -> Any:
        written = pattern.pattern if isinstance(pattern, re.Pattern) else pattern
        if not isinstance(written, str) or _SLOW.search(written) or len(string) > _LONGEST_SUBJECT:
            raise ValueError(written)
        return search(pattern, string, *more)

    return run


# By their dotted names. None of them reads anything but its arguments, or takes long.
_FUNCTIONS: Final[dict[str, Callable[..., Any]]] = {
    "urllib.parse.unquote": unquote,
    "urllib.parse.unquote_plus": unquote_plus,
    "urllib.parse.parse_qs": parse_qs,
    "urllib.parse.parse_qsl": parse_qsl,
    "urllib.parse.urldefrag": lambda url: tuple(urldefrag(url)),
    "json.loads": json.loads,
    "base64.b64encode": base64.b64encode,
    "base64.b64decode": base64.b64decode,
    "base64.urlsafe_b64encode": base64.urlsafe_b64encode,
    "base64.urlsafe_b64decode": base64.urlsafe_b64decode,
    "html.escape": html.escape,
    "html.unescape": html.unescape,
    "textwrap.dedent": textwrap.dedent,
    "xml.sax.saxutils.escape": escape,
    "re.escape": re.escape,
    "re.compile": re.compile,
    **{f"re.{name}": _searched(getattr(re, name)) for name in _SEARCHES},
    **{f"Pattern.{name}": _searched(getattr(re.Pattern, name)) for name in _SEARCHES},
    **{f"Match.{name}": getattr(re.Match, name) for name in ("group", "groups", "groupdict", "__getitem__")},
    "builtins.ascii": ascii,
    "builtins.abs": abs,
    "builtins.round": round,
    "builtins.max": max,
    "builtins.min": min,
    "builtins.sum": sum,
    "builtins.ord": ord,
    "builtins.chr": chr,
    "builtins.hex": hex,
    "builtins.divmod": divmod,
    **{
        f"{kind.__module__}.{name}": make
        for kind in (date, datetime, time, timedelta, Decimal, UUID)
        for name, make in (
            (kind.__name__, kind),
            *((f"{kind.__name__}.{made}", getattr(kind, made, None)) for made in _MADE),
        )
        if make is not None
    },
    **{
        f"{kind.__name__}.{name}": getattr(kind, name)
        for kind in (date, datetime, time)
        for name in ("isoformat", "strftime", "replace")
    },
    "datetime.date": lambda *given, **named: _of_moment(date, given, named),
    "datetime.time": lambda *given, **named: _of_moment(time, given, named),
    **{
        f"{module}.{function.__name__}": function
        for module in ("posixpath", "os.path")
        for function in (posixpath.basename, posixpath.dirname, posixpath.normpath, posixpath.split, posixpath.splitext)
    },
}


def _register(name: str, function: Callable[..., Any]) -> None:
    @models(name)
    def asked(call: Call) -> Answer:
        return _asked(call, function)


for _name, _function in _FUNCTIONS.items():
    _register(_name, _function)

# JSON that is written of what is known in part, and only when it is shown.
JSON: Final = "json"


@models("json.dumps")
def dumped(call: Call) -> Answer:
    found = _asked(call, json.dumps)
    arguments = call.arguments
    if found is not None or arguments.open or arguments.keywords or len(arguments.positional) != 1:
        return found
    value = arguments.positional[0].value
    return derived(JSON, None, value.frozen()) if isinstance(value, Mapping | Sequence) else None


@models("Pattern.sub", "repl, string, count=")
def substituted_by(call: Call, repl: Value, string: Value, count: Value | None) -> Answer:
    return substituted(call, call.of, repl, string, count)


@models("re.sub", "pattern, repl, string, count=")
def substituted(call: Call, pattern: Value, repl: Value, string: Value, count: Value | None) -> Answer:
    """A regular expression on a short text, as in names of classes that are made into paths."""
    written, subject = pattern.literal(), string.literal()
    written = written.pattern if isinstance(written, re.Pattern) and isinstance(written.pattern, str) else written
    is_slow = not isinstance(written, str) or _SLOW.search(written) is not None or count is not None
    is_known = isinstance(subject, str) and len(subject) <= _LONGEST_SUBJECT and not is_slow
    if not isinstance(repl, Function):
        return _asked(call, re.Pattern.sub if call.receiver is not None else re.sub) if is_known else None
    if is_known and (found := _matches(pattern.literal(), subject)) is not None:
        return _replaced(call, subject, found, repl).flagged(_flags(call))
    # What it does for any match is done perhaps.
    match = Arguments((Entry(unknown("match")),))
    call.machine.either(
        ((TRUE, ANY), (FALSE, ANY)),
        lambda is_met: repl.call(call.machine, match, call.place) if is_met is TRUE else is_met,
    )
    return _filled(written, string) if isinstance(string, Text) and not is_slow else None


def _matches(pattern: Any, subject: str) -> list[re.Match[str]] | None:
    try:
        return list(re.finditer(pattern, subject))
    except re.error:
        return None


def _replaced(call: Call, subject: str, matches: list[re.Match[str]], repl: Value) -> Value:
    """A text in which a function says what takes the place of each match."""
    made: list[Value] = []
    at = 0
    for match in matches:
        made += [text_of(subject[at : match.start()])] if match.start() > at else []
        made.append(repl.call(call.machine, Arguments((Entry(Constant(match)),)), call.place))
        at = match.end()
    return concatenated([*made, text_of(subject[at:])] if at < len(subject) or not made else made)


# What stands for a name between signs, and matches nothing that begins or ends in what is not known.
_NAMED_PLACE: Final = re.compile(r"(?:\\?[^\w\s\\.*+?()\[\]|^$])+\((?:\?P<\w+>)?\\w\+\)(?:\\?[^\w\s\\.*+?()\[\]|^$])*")


def _filled(pattern: str, text: Text) -> Answer:
    """A text of which a function replaces some places: `re.sub(":id", lambda found: ..., path)`."""
    is_whole = text.literal() is not MISSING
    is_closed = not pattern.endswith((")", "+"))
    if not is_whole and not _NAMED_PLACE.fullmatch(pattern):
        return None
    made: list[Value] = []
    for index, part in enumerate(text.pieces):
        if isinstance(part, Hole):
            made.append(Text((part,)))
            continue
        at = 0
        try:
            places = list(re.finditer(pattern, part.text)) if len(part.text) <= _LONGEST_SUBJECT else None
        except re.error:
            return None
        is_last = index == len(text.pieces) - 1
        if places is None or (places and places[-1].end() == len(part.text) and not is_last and not is_closed):
            return None
        for found in places:
            name = found[1] if found.re.groups else found[0].strip("<>{}[]:$")
            made += [Text((cut(part, at, found.start()),)), Text((Hole(unknown(name) if name else nameless()),))]
            at = found.end()
        made.append(Text((cut(part, at, len(part.text)),)))
    return concatenated([each for each in made if each.textual and _has_any(each)]).flagged(text.flags)


def _has_any(text: Value) -> bool:
    return any(isinstance(part, Hole) or part.text for part in text.parts())


# Templates ------------------------------------------------------------------------------------------------------------


class Fields(Value):
    """A `string.Template`."""

    __slots__ = ("template",)
    name = "template()"

    def __init__(self, template: str) -> None:
        self.template = template

    def truth(self) -> bool | None:
        return True

    def attribute(self, m: AbstractMachine, name: str, place: Place | None = None) -> Value:
        if name in ("substitute", "safe_substitute"):
            return External(f"string.Template.{name}", self)
        return text_of(self.template) if name == "template" else derived("attribute", name, self)


@models("string.Template", "template")
def make_template(call: Call, template: Value) -> Answer:
    literal = template.literal()
    return Fields(literal) if isinstance(literal, str) else None


@models("string.Template.substitute string.Template.safe_substitute")
def fill_template(call: Call) -> Answer:
    assert isinstance(call.of, Fields)
    arguments = call.arguments
    table = arguments.positional[0].value if arguments.positional else Mapping()
    if arguments.open or len(arguments.positional) > 1 or not isinstance(table, Mapping | Unknown):
        return None
    made: list[Value] = []
    at = 0
    for found in Template.pattern.finditer(call.of.template):
        made.append(text_of(call.of.template[at : found.start()]))
        at = found.end()
        name = found["named"] or found["braced"]
        if found["escaped"] is not None:
            made.append(text_of("$"))
        elif name is None:
            return None
        else:
            value = _field(call, table, name, found[0])
            if value is None:
                return None
            made.append(value)
    return concatenated([*made, text_of(call.of.template[at:])])


def _field(call: Call, table: Mapping | Unknown, name: str, written: str) -> Value | None:
    entry, lacking = call.arguments.keywords.get(name), False
    if entry is None and isinstance(table, Unknown):
        return Text((Hole(table.item(call.machine, text_of(name))),))
    if entry is None:
        assert isinstance(table, Mapping)
        entry, lacking = table.lookup(text_of(name))
    if entry is None:
        return text_of(written) if call.last == "safe_substitute" and not lacking else None
    return entry.value if not lacking else None


# Bytes ----------------------------------------------------------------------------------------------------------------

_ENCODINGS: Final = frozenset(("utf-8", "utf8", "UTF-8", "ascii", "latin-1", "latin1", "iso-8859-1"))


@models("str.encode bytes.decode str.decode", "encoding=, errors=")
def encoded(call: Call, encoding: Value | None, errors: Value | None) -> Answer:
    """Of what is known, bytes or the text; what is not known stays what it is."""
    name = encoding.literal() if encoding is not None else "utf-8"
    given = alternatives(call.of)
    if any(each.literal() is MISSING for each in given):
        return call.of if call.of.textual else None
    if name not in _ENCODINGS or errors is not None:
        return None
    made: list[Value] = []
    for each in given:
        with suppress(UnicodeError, AttributeError):
            made.append(placed(value_of(getattr(each.literal(), call.last)(name)), place_of(each)))
    return choice(made).flagged(call.of.flags) if made else None


@models("builtins.bytes", "source=, encoding=, errors=")
def bytes_of(call: Call, source: Value | None, encoding: Value | None, errors: Value | None) -> Answer:
    """`bytes(text, "utf-8")`."""
    if source is None or encoding is None or not source.textual:
        return None
    return encoded(call._replace(dotted="str.encode", receiver=source), encoding, errors)


# Iterators and callables ----------------------------------------------------------------------------------------------


@models("itertools.chain.from_iterable", "items")
def chained_items(call: Call, items: Value) -> Answer:
    rows = items.iterate(call.machine).known
    known = [each.iterate(call.machine).known for each in rows or ()]
    if rows is None or None in known:
        return None
    return generated([each for row in known for each in row or ()])


@models("itertools.islice", "items, first, stop=, step=")
def sliced(call: Call, items: Value, first: Value, stop: Value | None, step: Value | None) -> Answer:
    given = [each.literal() for each in (first, stop, step) if each is not None]
    each = items.iterate(call.machine)
    if each.known is None or not all(number is None or isinstance(number, int) for number in given):
        return generated((), each.any)
    return generated(each.known[slice(*given)])


@models("itertools.repeat", "item, times=")
def repeated(call: Call, item: Value, times: Value | None) -> Answer:
    count = times.literal() if times is not None else MISSING
    if not isinstance(count, int) or not 0 <= count <= BOUNDS.parts:
        return generated((), item)
    return generated([item] * count)


@models("functools.reduce", "function, items, initial=")
def reduced(call: Call, function: Value, items: Value, initial: Value | None) -> Answer:
    known = items.iterate(call.machine).known
    if known is None or not (known or initial is not None) or len(known) > BOUNDS.unrolled:
        return None
    first, *rest = known if initial is None else (initial, *known)
    for each in rest:
        first = function.call(call.machine, Arguments((Entry(first), Entry(each))), call.place)
    return first


class Getter(Value):
    """What `operator.attrgetter`, `itemgetter` and `methodcaller` make."""

    __slots__ = ("arguments", "keys", "kind")
    name = "getter()"

    def __init__(self, kind: str, keys: AnySequence[Value], arguments: Arguments) -> None:
        self.kind = kind
        self.keys = keys
        self.arguments = arguments

    def truth(self) -> bool | None:
        return True

    def call(self, m: AbstractMachine, arguments: Arguments, place: Place | None = None) -> Value:
        if len(arguments.positional) != 1 or arguments.keywords or arguments.open:
            return super().call(m, arguments, place)
        found = [self._of(m, arguments.positional[0].value, key, place) for key in self.keys]
        return found[0] if len(found) == 1 else Sequence(found, kind="tuple")

    def _of(self, m: AbstractMachine, of: Value, key: Value, place: Place | None) -> Value:
        if self.kind == "itemgetter":
            return of.item(m, key, place)
        name = str(key.literal())
        if self.kind == "methodcaller":
            return of.attribute(m, name, place).call(m, self.arguments, place)
        for each in name.split("."):
            of = of.attribute(m, each, place)
        return of


@models("operator.attrgetter operator.itemgetter operator.methodcaller")
def getter(call: Call) -> Answer:
    given = call.arguments
    if given.open or not given.positional or (call.last != "methodcaller" and given.keywords):
        return None
    values = [entry.value for entry in given.positional]
    keys = values[:1] if call.last == "methodcaller" else values
    if call.last != "itemgetter" and not all(isinstance(key.literal(), str) for key in keys):
        return None
    return Getter(call.last, keys, given.without(1))


@models("operator.setitem", "table, key, value")
def set_item(call: Call, table: Value, key: Value, value: Value) -> Answer:
    table.set_item(call.machine, key, Entry(value))
    return Constant(None)


@models("operator.getitem", "table, key")
def get_item(call: Call, table: Value, key: Value) -> Answer:
    return table.item(call.machine, key, call.place)


@models("operator.add operator.concat", "a, b")
def added(call: Call, a: Value, b: Value) -> Answer:
    return a.binary(call.machine, "+", b, call.place)


__all__ = ["Fields", "Getter", "plain"]
