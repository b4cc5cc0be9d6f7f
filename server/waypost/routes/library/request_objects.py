"""Requests that are objects before they are sent: what is listed where one is made may be changed until then.

A call that makes one is a request of its own, as long as nobody changes its verb or URL. If somebody does, it is likely
only, and what is sent is listed where it is sent.
"""

from typing import Final

from waypost.routes.domain.places import Place
from waypost.routes.domain.values import (
    AbstractMachine,
    Arguments,
    Entry,
    External,
    Mapping,
    Object,
    Sequence,
    Value,
    derived,
    unknown,
)
from waypost.routes.library.registry import Answer, Call, models

_OF_REQUESTS: Final = ("method", "url", "headers", "files", "data", "params", "auth", "cookies", "hooks", "json")
_OF_HTTPX: Final = ("params", "headers", "cookies", "content", "data", "files", "json")
# What makes one, and where it is given the parts that are attributes later.
_ATTRIBUTES: Final = {
    "requests.Request": _OF_REQUESTS,
    "niquests.Request": _OF_REQUESTS,
    "httpx.Request": ("method", "url", *_OF_HTTPX),
    "httpx.Client.build_request": ("method", "url", *_OF_HTTPX),
    "httpx.AsyncClient.build_request": ("method", "url", *_OF_HTTPX),
    "urllib.request.Request": ("url", "data", "headers", "origin_req_host", "unverifiable", "method"),
}
_TABLES: Final = frozenset(("headers", "params"))
# What says where it goes, by the name of the attribute that a client reads.
_GOES: Final = {"url": "url", "full_url": "url", "method": "method", "host": "url", "path": "url", "selector": "url"}
# What else of it is sent, by the attribute in which that is.
_SENT: Final = ("params", "headers", "data", "json", "cookies", "files", "content")
_CHANGED: Final = "it is changed before it is sent"


class RequestObject(Object):
    """A request that a client's library has made and not sent yet."""

    __slots__ = ("client", "made_at", "maker")

    def __init__(self, of: External, maker: str, made_at: Place | None, client: Value | None) -> None:
        super().__init__(of)
        # The call that has made it.
        self.maker = maker
        self.made_at = made_at
        self.client = client

    def facts(self) -> None:
        return None

    def emptied(self) -> "RequestObject":
        assert isinstance(self.of, External)
        made = RequestObject(self.of, self.maker, self.made_at, self.client)
        made.generic, made.shared = self.generic, self.shared
        return made

    def set_attribute(self, m: AbstractMachine, name: str, entry: Entry) -> None:
        part = _GOES.get(name)
        if part is not None:
            self.change(m, part, entry if name in {part, "full_url"} else Entry(unknown(part)))
        else:
            super().set_attribute(m, name, entry)

    def attribute(self, m: AbstractMachine, name: str, place: Place | None = None) -> Value:
        return super().attribute(m, "url" if name == "full_url" else name, place)

    def change(self, m: AbstractMachine, part: str, entry: Entry) -> None:
        """From now on it is sent somewhere else."""
        self.write(m, part, entry)
        self.write(m, _CHANGED, Entry(unknown("change")))
        m.doubt(self.made_at, _CHANGED)

    def escape(self, m: AbstractMachine) -> None:
        super().escape(m)
        m.doubt(self.made_at, _CHANGED)

    def left(self, m: AbstractMachine) -> None:
        if any(map(m.written_outside, (*_GOES, *_SENT, *(f"{name}[]" for name in _SENT)))):
            m.doubt(self.made_at, _CHANGED)

    def sent(self, m: AbstractMachine, place: Place | None) -> None:
        """It is sent: that is a request of its own if it is not the one that was made."""
        if _CHANGED in self.table or self._has_other_parts(m):
            m.doubt(self.made_at, _CHANGED)
            given = {name: self.table[name] for name in ("method", "url", *_SENT) if self._has(m, name)}
            m.record(self.maker, self.client, Arguments((), given), place)

    def _has(self, m: AbstractMachine, name: str) -> bool:
        """Whether it has been given a part: an empty table that nobody wrote into is none."""
        entry = self.table.get(name)
        if entry is None or not isinstance(entry.value, Mapping) or entry.value.table:
            return entry is not None
        made, positions = m.given_at(self.made_at), _ATTRIBUTES[self.maker]
        return made is not None and name in positions and made.at(positions.index(name), name) is not None

    def _has_other_parts(self, m: AbstractMachine) -> bool:
        """Whether its query, headers or body are no longer those that it was made with."""
        made = m.given_at(self.made_at)
        if made is None:
            return False
        positions = _ATTRIBUTES[self.maker]
        for name in _SENT:
            now, was = self.table.get(name), made.at(positions.index(name), name) if name in positions else None
            if now is not None and not _is_same(now.value, was.value if was is not None else None):
                return True
        return False


def _is_same(now: Value, was: Value | None) -> bool:
    """Whether two values have the same in them."""
    if isinstance(now, Mapping):
        before = was.table if isinstance(was, Mapping) else {}
        return now.table.keys() == before.keys() and all(
            entry.maybe == before[key].maybe and _is_same(entry.value, before[key].value)
            for key, entry in now.table.items()
        )
    return was is not None and (now.key() == was.key() or now.frozen().key() == was.key() or isinstance(was, Sequence))


@models(" ".join(_ATTRIBUTES))
def make_request(call: Call) -> Answer:
    call.machine.record(call.dotted, call.receiver, call.arguments, call.place)
    of = "httpx.Request" if call.last == "build_request" else call.dotted
    made = RequestObject(External(of), call.dotted, call.place, call.receiver)
    for position, name in enumerate(_ATTRIBUTES[call.dotted]):
        entry = call.arguments.at(position, name)
        if entry is not None and name in _TABLES and isinstance(entry.value, Mapping):
            entry = entry._replace(value=entry.value if call.last == "Request" else entry.value.copied())
        elif entry is None and name in _TABLES:
            entry = Entry(Mapping())
        if entry is not None:
            made.write(call.machine, name, entry)
    return made


@models("requests.Request.prepare", "")
def prepare(call: Call) -> Answer:
    return _prepared(call.machine, call.of)


@models("requests.Session.prepare_request niquests.Session.prepare_request", "request")
def prepare_with(call: Call, request: Value) -> Answer:
    return _prepared(call.machine, request)


def _prepared(m: AbstractMachine, of: Value) -> Answer:
    if not isinstance(of, RequestObject):
        return None
    made = RequestObject(External("requests.PreparedRequest"), of.maker, of.made_at, of.client)
    for name, entry in of.table.items():
        made.write(m, name, entry._replace(value=entry.value.frozen()))
    return made


@models("requests.PreparedRequest.prepare_url", "url, params=")
def prepare_url(call: Call, url: Value, params: Value | None) -> Answer:
    if isinstance(call.of, RequestObject):
        call.of.change(call.machine, "url", Entry(url))
    return unknown("url")


@models("requests.PreparedRequest.prepare requests.PreparedRequest.prepare_method")
def prepare_anew(call: Call) -> Answer:
    if isinstance(call.of, RequestObject):
        for part in ("method", "url"):
            call.of.change(call.machine, part, call.arguments.at(None, part) or Entry(unknown(part)))
    return unknown("request")


@models("urllib.request.Request.add_header urllib.request.Request.add_unredirected_header")
def add_header(call: Call) -> Answer:
    return unknown("nothing")


@models(
    "requests.Session.send niquests.Session.send httpx.Client.send httpx.AsyncClient.send urllib.request.urlopen "
    "urllib.request.OpenerDirector.open"
)
def send(call: Call) -> Answer:
    """A request object is sent; or a URL, if the client takes one as well."""
    given = call.arguments.at(0, "request") or call.arguments.at(None, "url") or call.arguments.at(None, "fullurl")
    objects = [each for each in given.value.options() if isinstance(each, RequestObject)] if given is not None else []
    for each in objects:
        each.sent(call.machine, call.place)
    event = None
    if not objects:
        event = call.machine.record(call.dotted, call.receiver, call.arguments, call.place)
        if given is not None:
            given.value.escape(call.machine)
    return derived("call", call.last, External(call.dotted, call.receiver), detail=event)


__all__ = ["RequestObject"]
