"""Requests that are objects before they are sent: what is listed where one is made may be changed until then.

A call that makes one is a request of its own, as long as nobody changes its verb or URL. If somebody does, it is likely
only, and what is sent is listed where it is sent.
"""

from collections.abc import Hashable, Iterator
from collections.abc import Mapping as TypingMapping
from functools import partial
from typing import Final, TypeGuard

from waypost.clients import CLIENTS
from waypost.routes.domain.events import Event
from waypost.routes.domain.places import Place
from waypost.routes.domain.values import (
    CHANGED,
    NO_ARGUMENTS,
    NONE,
    AbstractMachine,
    Arguments,
    Class,
    Entry,
    External,
    Function,
    Mapping,
    Object,
    Sequence,
    Unknown,
    Value,
    derived,
    text_of,
    unknown,
)
from waypost.routes.library.registry import Answer, Call, models

# What makes one, and where it is given the parts that are attributes later.
_ATTRIBUTES: Final = {name: parts for client in CLIENTS for name, parts in client.request_objects.items()}
_SENDERS: Final = tuple(name for client in CLIENTS for name in client.senders)
# Sessions add what they have: `requests.Session.prepare_request`.
_PREPARERS: Final = tuple(name for client in CLIENTS for name in client.preparers)
_TABLES: Final = frozenset(("headers", "params"))
# What says where it goes, by the name of the attribute that a client reads.
_GOES: Final = {"url": "url", "full_url": "url", "method": "method", "host": "url", "path": "url", "selector": "url"}
# What else of it is sent, by the attribute in which that is.
_SENT: Final = ("params", "headers", "data", "json", "cookies", "files", "content")
_BODY: Final = "body"
# What has a whole URL, with all that the query is given.
_WHOLE: Final = ("requests.PreparedRequest", "httpx.Request")
_CHANGED: Final = "it is changed before it is sent"


class RequestObject(Object):
    """A request that a client's library has made and not sent yet."""

    __slots__ = ("client", "event", "level", "made_at", "maker", "of_client")

    def __init__(self, of: External, maker: str, made_at: Place | None, client: Value | None) -> None:
        super().__init__(of)
        # The call that has made it, and how many branches were open then.
        self.maker = maker
        self.made_at = made_at
        self.client = client
        self.event: Event | None = None
        self.level = 0
        # The headers that it has of the client that has prepared it: whoever has it may take them away.
        self.of_client: TypingMapping[Hashable, Entry] = {}

    def facts(self) -> None:
        return None

    def sent_parts(self) -> tuple[str, ...]:
        """What else of it is sent than where it goes. Of a request that is prepared, `body` is what others became."""
        return (*_SENT, _BODY) if _BODY in _ATTRIBUTES[self.maker] else _SENT

    def emptied(self) -> "RequestObject":
        assert isinstance(self.of, External)
        made = RequestObject(self.of, self.maker, self.made_at, self.client)
        made.generic, made.shared, made.event, made.level = self.generic, self.shared, self.event, self.level
        made.of_client = self.of_client
        return made

    def take_headers(self, m: AbstractMachine) -> None:
        """It gets the headers of its client, as it does when that prepares it."""
        of, own = (each.table.get("headers") if isinstance(each, Object) else None for each in (self.client, self))
        if of is None or own is None or not isinstance(of.value, Mapping) or not isinstance(own.value, Mapping):
            return
        if of.value.open or own.value.open:
            return
        merged = of.value.copied()
        self.of_client = dict(merged.table)
        merged.update(m, own.value)
        self.write(m, "headers", own._replace(value=merged))

    def part(self, name: str) -> Entry | None:
        """A part of it, without what it has of its client."""
        entry: Entry | None = self.table.get(name)
        if not self.of_client or name != "headers" or entry is None or not isinstance(entry.value, Mapping):
            return entry
        own = {key: each for key, each in entry.value.table.items() if not self._is_of_client(key, each)}
        return entry._replace(value=Mapping(own))

    def _is_of_client(self, key: Hashable, entry: Entry) -> bool:
        of = self.of_client.get(key)
        return of is not None and entry._replace(maybe=of.maybe).is_like(of)

    def sender(self) -> Value | None:
        """Its client, without the headers that were taken away from it."""
        now, of = self.table.get("headers"), self.client
        if not self.of_client or now is None or not isinstance(now.value, Mapping) or not isinstance(of, Object):
            return of
        left = {key: each for key in self.of_client if (each := now.value.table.get(key)) is not None}
        if all(key in left and (not left[key].maybe or of_it.maybe) for key, of_it in self.of_client.items()):
            return of
        sender = of.frozen()
        assert isinstance(sender, Object)
        table = {key: of_it._replace(maybe=left[key].maybe) for key, of_it in self.of_client.items() if key in left}
        sender.table["headers"] = Entry(Mapping(table))
        return sender

    def _with_queries(self) -> list[Object]:
        """Itself and its client, as far as what they have in their queries is in its URL by now."""
        owners = (self, self.client) if self.type in _WHOLE else ()
        return [each for each in owners if isinstance(each, Object) and _has_entries(each.table.get("params"))]

    def _drop_queries(self, m: AbstractMachine) -> None:
        """Another URL is what it is, and what it was made of says no longer what is sent."""
        dropped = self._with_queries()
        if dropped and self.event is not None and self.event.settle is not None:
            self.event.settle = partial(self.settle, self.event)
        for each in dropped:
            if each is self:
                self.change(m, "params", Entry(Mapping()))
            else:
                self.client = each.frozen()
                assert isinstance(self.client, Object)
                self.client.table["params"] = Entry(Mapping())
                self.prepare_with(self.client)

    def set_attribute(self, m: AbstractMachine, name: str, entry: Entry) -> None:
        part = _GOES.get(name, name)
        if part == "url":
            self._drop_queries(m)
        self.change(m, part, entry if name in {part, "full_url"} else Entry(unknown(part)))

    def attribute(self, m: AbstractMachine, name: str, place: Place | None = None) -> Value:
        if name == "url" and self._with_queries():
            return unknown(name)
        return super().attribute(m, "url" if name == "full_url" else name, place)

    def change(self, m: AbstractMachine, part: str, entry: Entry) -> None:
        """From now on it is another request: in a branch, perhaps."""
        self.write(m, part, entry)
        names = _ATTRIBUTES[self.maker]
        if self.event is None or part not in names:
            return
        if self.event.settle is None:
            m.doubt(self.made_at, _CHANGED)
            return
        at = names.index(part)
        made = self.event.arguments.at(at, part)
        entry = entry._replace(value=entry.value.frozen())
        if m.level > self.level:
            entry = made.join(entry) if made is not None else entry.possibly_absent()
        self.event.arguments = self.event.arguments.replaced(at, part, entry)

    def escape(self, m: AbstractMachine) -> None:
        super().escape(m)
        m.doubt(self.made_at, _CHANGED)

    def escape_as_result(self, m: AbstractMachine) -> None:
        parts = self.sent_parts()
        if any(map(m.written_outside, (*_GOES, *parts, *(f"{name}[]" for name in parts)))):
            m.doubt(self.made_at, _CHANGED)

    def prepare_with(self, client: Value | None) -> None:
        """From now on it has the defaults of a client."""
        if self.event is not None and client is not None:
            self.event.receiver = client.frozen()

    def sent(self, m: AbstractMachine, place: Place | None) -> None:
        """It is sent: that is a request of its own if it is not the one that was made."""
        event = self.event
        is_over = event is None or event.settle is None
        if is_over and not self._has_other_parts(m):
            return
        found = ((name, self.part(name)) for name in ("method", "url", *self.sent_parts()) if self._has(m, name))
        given = {name: entry for name, entry in found if entry is not None}
        sent = m.record(self.maker, self.sender(), Arguments((), given), place)
        if is_over:
            m.doubt(self.made_at, _CHANGED)
        elif sent is not None and event is not None:
            event.sends.append(sent)

    def settle(self, event: Event) -> None:
        """What is listed where it is made is what it has become; where it is sent, what it was then.

        What may have failed before that has sent nothing: then it has become what each call sends of it.
        """
        names = _ATTRIBUTES[self.maker]
        first = event.sends[0].arguments if event.sends else None
        is_one = first is not None and all(self._is_like(each.arguments, first) for each in event.sends)
        for name in _TABLES.intersection(names):
            now = self.part(name)
            sent = first.at(None, name) if first is not None and is_one else None
            # On a path on which it was not even made, it has no parts.
            now = sent if sent is not None and (now is None or _is_same_perhaps(now.value, sent.value)) else now
            was = event.arguments.at(names.index(name), name)
            if now is None or (was is None and not (isinstance(now.value, Mapping) and now.value.table)):
                continue
            if not _is_same(now.value, was.value if was is not None else None):
                now = now._replace(value=now.value.frozen())
                event.arguments = event.arguments.replaced(names.index(name), name, now)
        if self.of_client and (sender := self.sender()) is not self.client:
            event.receiver = sender
        others = [each for each in event.sends if not self._is_like(each.arguments, event.arguments)]
        for each in event.sends:
            if each not in others:
                each.callee = ""
        if others:
            event.likely = event.likely or _CHANGED

    def _is_like(self, sent: Arguments, made: Arguments) -> bool:
        """Whether what was sent is what was made, as far as something is sent of it."""
        names = _ATTRIBUTES[self.maker]
        for name in ("method", "url", *self.sent_parts()):
            one = sent.at(None, name)
            other = made.at(names.index(name), name) if name in names else None
            if (one is None) is not (other is None):
                return False
            if one is None or other is None:
                continue
            if one.maybe != other.maybe or not _is_same(one.value, other.value):
                return False
        return True

    def _has(self, m: AbstractMachine, name: str) -> bool:
        """Whether it has been given a part: an empty table that nobody wrote into is none."""
        entry = self.part(name)
        if entry is None or not isinstance(entry.value, Mapping) or entry.value.table:
            return entry is not None
        made, positions = m.given_at(self.made_at), _ATTRIBUTES[self.maker]
        return made is not None and name in positions and made.at(positions.index(name), name) is not None

    def _has_other_parts(self, m: AbstractMachine) -> bool:
        """Whether it is no longer what it was made as."""
        made = m.given_at(self.made_at)
        if made is None:
            return False
        positions = _ATTRIBUTES[self.maker]
        for name in ("method", "url", *self.sent_parts()):
            now, was = self.part(name), made.at(positions.index(name), name) if name in positions else None
            if now is not None and not _is_same(now.value, was.value if was is not None else None):
                return True
        return False


def _has_entries(entry: Entry | None) -> bool:
    if entry is None or entry.value.literal() is None:
        return False
    return not isinstance(entry.value, Mapping) or bool(entry.value.table)


def _is_same(now: Value, was: Value | None) -> bool:
    """Whether two values have the same in them."""
    if isinstance(now, Mapping):
        before = was.table if isinstance(was, Mapping) else {}
        return now.table.keys() == before.keys() and all(
            entry.maybe == before[key].maybe and _is_same(entry.value, before[key].value)
            for key, entry in now.table.items()
        )
    if was is not None and _keys(now) == _keys(was):
        return True
    return was is not None and (now.key() == was.key() or now.frozen().key() == was.key() or isinstance(was, Sequence))


def _is_same_perhaps(now: Value, sent: Value) -> bool:
    """Whether a table has the same in it as another one, or perhaps less."""
    if not isinstance(now, Mapping) or not isinstance(sent, Mapping) or now.table.keys() != sent.table.keys():
        return False
    return all(_is_same(entry.value, sent.table[key].value) for key, entry in now.table.items())


def _keys(value: Value) -> set[Hashable]:
    """The keys of the alternatives of a value, in whatever order they are."""
    return {value.key()} if value.symbolic else {each.key() for each in value.options()}


@models(" ".join(_ATTRIBUTES))
def make_request(call: Call) -> Answer:
    event = call.machine.record(call.dotted, call.receiver, call.arguments, call.place)
    of = "httpx.Request" if call.last == "build_request" else call.dotted
    made = RequestObject(External(of), call.dotted, call.place, call.receiver)
    made.event, made.level = event, call.machine.level
    if event is not None:
        event.settle = partial(made.settle, event)
    for position, name in enumerate(_ATTRIBUTES[call.dotted]):
        entry = call.arguments.at(position, name)
        if entry is not None and name in _TABLES and isinstance(entry.value, Mapping):
            entry = entry._replace(value=entry.value.copied() if call.last == "build_request" else entry.value)
        elif entry is None and name in _TABLES:
            entry = Entry(Mapping())
        if entry is not None:
            made.write(call.machine, name, entry)
    if call.last == "build_request":
        made.take_headers(call.machine)
    return made


@models("requests.Request.prepare", "")
def prepare(call: Call) -> Answer:
    return _prepared(call.machine, call.of)


@models(" ".join(name for name in _PREPARERS if name not in _SENDERS), "request")
def prepare_with(call: Call, request: Value) -> Answer:
    if isinstance(request, RequestObject):
        request.prepare_with(call.receiver)
    return _prepared(call.machine, request, call.receiver)


def _prepared(m: AbstractMachine, of: Value, client: Value | None = None) -> Answer:
    if not isinstance(of, RequestObject):
        return None
    made = RequestObject(External("requests.PreparedRequest"), of.maker, of.made_at, client or of.client)
    # What is changed from now on on the one that it was made of is not sent with it.
    made.event, made.level, of.event = of.event, of.level, None
    for name, entry in of.table.items():
        made.write(m, name, entry._replace(value=entry.value.frozen()))
    if client is not None:
        made.take_headers(m)
    return made


@models("requests.PreparedRequest.prepare_url", "url, params=")
def prepare_url(call: Call, url: Value, params: Value | None) -> Answer:
    """Another URL, with what its query is given."""
    if not isinstance(call.of, RequestObject):
        return None
    call.of.set_attribute(call.machine, "url", Entry(url))
    if params is not None and params.literal() is not None:
        call.of.change(call.machine, "params", Entry(params))
    return NONE


@models("requests.PreparedRequest.prepare_method", "method")
def prepare_method(call: Call, method: Value) -> Answer:
    if not isinstance(call.of, RequestObject):
        return None
    call.of.set_attribute(call.machine, "method", Entry(method))
    return NONE


@models("urllib.request.Request.add_header urllib.request.Request.add_unredirected_header", "key, val")
def add_header(call: Call, key: Value, val: Value) -> Answer:
    headers = call.of.table.get("headers") if isinstance(call.of, Object) else None
    if headers is not None:
        headers.value.set_item(call.machine, key, Entry(val, place=call.place))
    return NONE


@models(" ".join(_SENDERS))
def send(call: Call) -> Answer:
    """A request object is sent; or a URL, if the client takes one as well."""
    given = call.arguments.at(0, "request") or call.arguments.at(None, "url") or call.arguments.at(None, "fullurl")
    options = given.value.options() if given is not None else ()
    objects = [each for each in options if isinstance(each, RequestObject)]
    for each in objects:
        if call.dotted in _PREPARERS:
            each.prepare_with(call.receiver)
        each.sent(call.machine, call.place)
    subclasses = [found for each in options for found in _made_as(each)]
    for subclass, maker in subclasses:
        _send_of_subclass(call, subclass, maker)
    event = None
    if not objects and not subclasses:
        event = call.machine.record(call.dotted, call.receiver, call.arguments, call.place)
        if given is not None:
            given.value.escape(call.machine)
    return derived("call", f"{call.last}()", External(call.dotted, call.receiver), detail=event)


# Requests of the program's own classes -------------------------------------------------------------------------------

_CLASSES: Final = tuple(name for name in _ATTRIBUTES if name.rpartition(".")[2][:1].isupper())


@models(" ".join(f"{name}.__init__" for name in _CLASSES))
def start_subclass(call: Call) -> Answer:
    """An object of a class that inherits from a request: `Request.__init__(self, url, data)`."""
    of, given = call.receiver, call.arguments
    if not isinstance(of, Object):
        return None
    for position, name in enumerate(_ATTRIBUTES[call.dotted.removesuffix(".__init__")]):
        entry = given.at(position, name)
        if name in _TABLES and (entry is None or entry.value.literal() is None):
            entry = Entry(Mapping())
        if entry is not None:
            of.write(call.machine, name, entry)
    return NONE


def _made_as(value: Value) -> Iterator[tuple[Object, str]]:
    """An object of such a class, and the request that it inherits from."""
    if isinstance(value, Object) and isinstance(value.cls, Class):
        yield from ((value, each) for each in value.cls.externals() if each in _CLASSES)


def _send_of_subclass(call: Call, of: Object, maker: str) -> None:
    """What such an object is when it is sent; its class may say itself which verb it has."""
    given: dict[str, Entry] = {}
    for name in ("url", "method", *_SENT, _BODY):
        entry = of.table.get(name) or of.found(name)
        if entry is not None and name in _ATTRIBUTES[maker] and not isinstance(entry.value, Function):
            given[name] = entry._replace(value=entry.value.frozen())
    chosen = of.found("get_method")
    if chosen is not None and isinstance(chosen.value, Function):
        verb = chosen.value.with_receiver(of).call(call.machine, NO_ARGUMENTS)
        own = given.get("method") if isinstance(verb, Unknown) else None
        # Where that was not followed, or is not known, its verb is most likely the attribute.
        given["method"] = Entry(own.value.flagged(CHANGED) if own is not None else verb)
    if "url" in given:
        call.machine.record(maker, call.receiver, Arguments((), given), call.place)


# Requests as plain data ----------------------------------------------------------------------------------------------

# What a call of a client's own functions takes of it, by the name in the builder's.
_TAKEN: Final = {"method": "method", "url": "url", "headers": "headers"}
_BODIES: Final = {"as_requests": "data", "as_httpx": "content", "as_urllib": "data"}


@models("waypost.endpoint waypost.endpoint.strict")
def build(call: Call) -> Answer:
    """A request as a dict; what is in it is known where it is shown. What was merged is listed there."""
    first = call.arguments.at(0, None)
    if first is not None and call.arguments == Arguments((first,)) and _is_merged(first.value):
        return _built(call.machine, first.value, {**_TAKEN, "body": "body"})
    event = call.machine.record(call.dotted, call.receiver, call.arguments, call.place)
    of = External(call.dotted, call.receiver)
    given = [entry.value for entry in call.arguments.positional]
    return _built(call.machine, derived("call", f"{call.last}()", of, *given, detail=event), {**_TAKEN, "body": "body"})


def _is_merged(value: Value) -> bool:
    """Whether a value is what `endpoint.merge` gives."""
    event = value.detail if isinstance(value, Unknown) else None
    return isinstance(event, Event) and event.callee == "waypost.endpoint.merge"


@models("waypost.endpoint.parse", "options")
def build_merged(call: Call, options: Value) -> Answer:
    is_made = isinstance(options, Unknown) and isinstance(options.detail, Event)
    return _built(call.machine, options, {**_TAKEN, "body": "body"}) if is_made else None


@models("waypost.render.as_requests waypost.render.as_httpx waypost.render.as_urllib", "options")
def as_keywords(call: Call, options: Value) -> Answer:
    """Keywords of a client's function."""
    entry = options.table.get("url") if isinstance(options, Mapping) else None
    made = entry.value.operands[0] if entry is not None and is_of_built(entry.value) else None
    return _built(call.machine, made, {**_TAKEN, _BODIES[call.last]: "content"}) if made is not None else None


def _built(m: AbstractMachine, made: Value, names: TypingMapping[str, str]) -> Mapping:
    table = Mapping()
    for name, part in names.items():
        table.write(m, name, Entry(derived("item", part, made, text_of(part)), maybe=part not in _TAKEN))
    return table


def is_of_built(value: Value) -> TypeGuard[Unknown]:
    """Whether a value is a part of a request that a call of the builder makes."""
    made = next(iter(value.operands), None) if isinstance(value, Unknown) and value.kind == "item" else None
    return isinstance(made, Unknown) and made.kind == "call" and isinstance(made.detail, Event)


__all__ = ["RequestObject", "is_of_built"]
