"""The requests of a program, as a list: what events say, by verb and URL."""

import re
from collections.abc import Collection, Hashable, Iterable, Iterator, Sequence
from itertools import islice
from typing import Final, NamedTuple

from waypost.clients.shape import VERBS, At, Shape, verb_of
from waypost.routes.domain.bounds import BOUNDS
from waypost.routes.domain.events import Event
from waypost.routes.domain.places import Place
from waypost.routes.domain.values import (
    CHANGED,
    MISSING,
    Class,
    Function,
    Hole,
    Module,
    Object,
    Part,
    Piece,
    Text,
    Value,
    unknown,
)
from waypost.routes.library.clients import known
from waypost.routes.library.formatting import formatted_by
from waypost.routes.run.machine import Machine, roots_of
from waypost.routes.run.program import Program

_HOLE: Final = re.compile(r"\{[^{}]*\}")


class Way(NamedTuple):
    """One way in which a call may be made."""

    verb: str
    url: str
    place: Place | None
    likely: bool
    # The address that the client was made for.
    base: str = ""


def run_all(program: Program, modules: Sequence[Module]) -> Machine:
    """Run the modules and every function of them as roots."""
    machine = Machine(program)
    for module in modules:
        machine.run_module(module)
    machine.effects.expect(modules)
    machine.events += (event for module in modules for event in machine.body_events.get(module.file, ()))
    run_roots(machine, modules)
    return machine


def run_roots(machine: Machine, modules: Iterable[Module], asking: Collection[str] | None = None) -> None:
    """The functions of some modules, as if each were called from outside; or only those that ask for something."""
    for module in modules:
        found = [*roots_of(module), *machine.made_in(module), *machine.decorated.get(module.file, ())]
        seen: set[Hashable] = set()
        for function in found:
            # What a call has made may call whatever that call was given.
            is_asked = asking is None or bool(function.made_by) or _is_in(function.code.block.name, asking)
            if is_asked and function.key() not in seen:
                seen.add(function.key())
                _run(machine, function)


def _is_in(name: str, blocks: Collection[str]) -> bool:
    """Whether a function is, or is in, one of some blocks of its file."""
    name = name.partition("#")[0]
    while name and name not in blocks:
        name = name.rpartition(".")[0]
    return bool(name)


def _run(machine: Machine, function: Function) -> None:
    """A root; a method also for the objects of each class that inherits it."""
    machine.run_root(function)
    owner = function.owner
    if owner is None or function.kind in ("static", "class") or function.code.name == "__init__":
        return
    heirs = (heir for heir in machine.heirs(owner) if _inherits(heir, owner, function))
    for heir in islice(heirs, BOUNDS.roots):
        machine.run_root(function, heir.instance(machine))


def _inherits(heir: Class, owner: Class, function: Function) -> bool:
    """Whether a class has a function from one that it inherits from."""
    names = [function.code.name]
    if function.made_by:
        names = [name for name, entry in owner.table.items() if entry.value.key() == function.key()] or names
    return any(heir.find(name) is owner.table.get(name) for name in names)


def requests(events: Sequence[Event]) -> list[Way]:
    """The requests, each once, at the outermost call that makes it.

    A call that makes exactly what a function on the way is listed with is not listed again.
    """
    rows: dict[tuple[Place | None, str, str], Way] = {}
    always: set[tuple[Place | None, str, str]] = set()
    forms: list[tuple[Event, list[tuple[str, str, bool]]]] = []
    made = {event.place for event in events if event.of_closure and not event.trail}
    for event in events:
        # What enters a function of the program is told by what that does.
        ways = list(_ways(event)) if not event.is_outer else []
        if event.trail and event.place in made:
            # A function that is made more than once sends this, too.
            for verb, url, likely in ways:
                rows.setdefault((event.place, verb, url), Way(verb, url, event.place, likely, _base(event)))
                always.add((event.place, verb, url))
        if event.trail and not any(_tells(url) for _, url, _ in ways):
            continue
        forms.append((event, ways))
        for verb, url, likely in ways:
            old = rows.get((event.entry, verb, url))
            if old is None or (old.likely and not likely):
                rows[event.entry, verb, url] = Way(verb, url, event.entry, likely, _base(event))
    listed: dict[Place | None, set[tuple[str, str, bool]]] = {}
    for (place, verb, url), row in rows.items():
        listed.setdefault(place, set()).add((verb, _shape(url), row.likely))
    kept = set(always)
    for event, ways in forms:
        # Where more ways are listed, or the same are only likely, this one is specific.
        mine = {(verb, _shape(url), likely) for verb, url, likely in ways}
        if not any(listed.get(place) == mine for place in event.on_the_way):
            kept.update((event.entry, verb, url) for verb, url, _ in ways)
    return [row for key, row in rows.items() if key in kept]


def _tells(url: str) -> bool:
    """Whether something of a URL is known."""
    return re.search(r"\w", _HOLE.sub("", url)) is not None


def _shape(url: str) -> str:
    return _HOLE.sub("{}", url)


def _ways(event: Event) -> Iterator[tuple[str, str, bool]]:
    """The verbs and URLs of an event, and whether each is likely only."""
    sure = [shape for shape in known().shapes.get(event.callee, ()) if not shape.helper]
    if sure:
        shape = sure[0]
        if shape.url_of_receiver:
            return
        verb, url = _verb(event, shape), _argument(event, shape.url)
        if url is None:
            url = Text((Piece(shape.default_url),)) if shape.default_url else unknown("url")
        yield from _spread(verb, url, likely=not shape.client or bool(event.likely), in_url=shape.verb_in_url)
    else:
        found = by_looks(event)
        if found is not None:
            yield from _spread(*found, likely=True)


def _argument(event: Event, at: At) -> Value | None:
    entry = event.arguments.at(*at)
    if entry is not None:
        return entry.value
    if event.arguments.more is not None and at.keyword:
        return unknown(at.keyword)
    return event.arguments.rest


def _verb(event: Event, shape: Shape) -> Value:
    if isinstance(shape.verb, str):
        return Text((Piece(shape.verb),))
    if shape.verb is None:
        return Text((Piece("" if shape.verb_in_url else verb_of(event.callee)),))
    given = _argument(event, shape.verb)
    if given is not None and given.literal() is not None:
        return given
    has_body = shape.verb_with_body and any(_argument(event, at) for at in (shape.data, shape.json) if at is not None)
    return Text((Piece(shape.verb_with_body if has_body else shape.default_verb),))


def _spread(verb: Value, url: Value, *, likely: bool, in_url: bool = False) -> Iterator[tuple[str, str, bool]]:
    chosen: dict[int, Value] = {}
    verbs = _texts(verb, chosen)
    if any(not word.isalpha() for word, *_ in verbs):
        verbs = [("", True, chosen)]
    for word, likely_word, same in verbs:
        for text, likely_text, _ in _texts(url, same):
            if in_url and not word and " " in text:
                first, _, rest = text.partition(" ")
                yield first.upper(), rest, likely or likely_text
            else:
                known = word.upper() if word.isalpha() else ""
                yield known, text, likely or likely_word or likely_text or not known


def _texts(value: Value, chosen: dict[int, Value]) -> list[tuple[str, bool, dict[int, Value]]]:
    """The texts that a value may be; what is chosen in one place is chosen alike in all."""
    rows: list[tuple[str, bool, dict[int, Value]]] = [("", bool(value.flags & CHANGED), chosen)]
    for part in value.parts():
        more = [way for row in rows for way in _part(part, *row)]
        if len(more) > BOUNDS.texts and isinstance(part, Hole):
            # More ways than are listed: the part stays unknown.
            more = [(f"{text}{{{part.shown}}}", likely, same) for text, likely, same in rows]
        rows = more
    return rows


def _part(  # a way so far, and what one part of a text adds
    part: Part,
    text: str,
    likely: bool,  # noqa: FBT001 - of the way
    chosen: dict[int, Value],
) -> Iterator[tuple[str, bool, dict[int, Value]]]:
    if isinstance(part, Piece):
        yield text + part.text, likely, chosen
        return
    value = chosen.get(id(part.value), part.value)
    options = [each for each in value.options() if each.literal() is not None] or list(value.options())
    if part.spec and len(options) == 1 and options[0].literal() is MISSING:
        yield f"{text}{{{part.shown}}}", likely, chosen
        return
    for option in options:
        if part.spec:
            option = formatted_by(option, part.spec)  # noqa: PLW2901 - what is inserted is the option so shown
        same = {**chosen, id(part.value): option} if len(options) > 1 else chosen
        changed = likely or bool(option.flags & CHANGED)
        if option.textual or isinstance(option.literal(), (str, int, float)):
            for inner, likely_inner, more in _texts(option, same) if not isinstance(option, Hole) else ():
                yield text + inner, changed or likely_inner, more
        else:
            yield f"{text}{{{part.shown if part.label else option.name}}}", changed, same


def _base(event: Event) -> str:
    """The address that the client of an event was made for."""
    receiver = event.receiver
    if not isinstance(receiver, Object):
        return ""
    entry = receiver.table.get("base_url")
    return _texts(entry.value, {})[0][0] if entry is not None else ""


_LOOKS: Final = re.compile(
    r"_*(?:a|async_|http_?|do_?|api_?|make_|send_|rest_?|raw_|call_)?_?(get|post|put|patch|delete)"
    r"(?:_?(?:json|request|raw|async|api|http|call|data|page|all|list|resource))*_*",
    re.IGNORECASE,
)
_CLIENT: Final = re.compile(r"(?i)client|session|http|api|request|rest|conn|transport|self")
_VERB_NAMES: Final = ("method", "http_method", "verb", "request_method")
_URL_NAMES: Final = ("url", "uri", "path", "endpoint", "url_path", "resource_path", "route", "resource")
_SENT_WITH: Final = frozenset(
    ["headers", "params", "timeout", "proxies", "auth", "cookies", "verify", "json", "data", "files"]
)
_RESPONSE: Final = frozenset(
    ["json", "status_code", "raise_for_status", "content", "ok", "iter_content", "status", "headers", "text"]
)


def by_looks(event: Event) -> tuple[Value, Value] | None:
    """The verb and the URL of a call that looks like a request: two kinds of evidence, at least."""
    owner, _, name = event.callee.rpartition(".")
    score = 0
    verb: Value | None = None
    given = [entry.value for entry in event.arguments.positional[:4]]
    named = {key: entry.value for key, entry in event.arguments.keywords.items()}
    words = [*(each for each in given), *(named[key] for key in _VERB_NAMES if key in named)]
    verb = next((each for each in words if any(_is_verb(option) for option in each.options())), None)
    found = _LOOKS.fullmatch(name)
    if verb is not None:
        score += 2
    elif found is not None:
        verb = Text((Piece(found[1].upper()),))
        score += 1
    else:
        return None
    urls = [named[key] for key in _URL_NAMES if key in named] + [
        each for each in given if each is not verb and each.textual
    ]
    if not urls:
        return None
    url = urls[0]
    beginning = next((_beginning(option) for option in url.options() if option.textual), None)
    if beginning is None or re.search(r"[\s|<>]", beginning):
        return None
    score += (
        2 if beginning.startswith("http") else 1 if beginning.startswith("/") or re.match(r"\{\w*\}/", beginning) else 0
    )
    score += bool(_CLIENT.search(owner)) + bool(_SENT_WITH & named.keys()) + bool(_RESPONSE & event.uses)
    return (verb, url) if score >= 3 else None  # noqa: PLR2004 - two kinds of evidence, one of them strong


def _beginning(value: Value) -> str:
    return "".join(part.text if isinstance(part, Piece) else f"{{{part.shown}}}" for part in value.parts())


def _is_verb(value: Value) -> bool:
    literal = value.literal()
    return isinstance(literal, str) and literal.upper() in VERBS
