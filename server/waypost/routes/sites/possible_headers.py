"""Headers that depend on a body of which not even the type is known: they are marked as possible."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any, Final

from waypost.clients.call import ClientCall, MaybeGiven, MoreEntries, RefusedCall, SentRequest, StandIn
from waypost.clients.client import Send

# Values of the types that a client treats in different ways.
_TYPICAL: Final[Mapping[str, tuple[Any, ...]]] = {
    "data": ({"a": "b"}, b"a"),
    "content": (b"a",),
    "files": ({"a": b"b"},),
    "json": (),
}


def with_possible_headers(sent: SentRequest, call: ClientCall, send: Send) -> SentRequest:
    """A request with the headers that it has whatever its body is; others are marked as coming from the body."""
    certain = list(sent.headers)
    is_open = False
    for other in _others(call, send):
        is_open = is_open or set(other.headers) != set(sent.headers)
        certain = [header for header in certain if header in other.headers]
    if not is_open:
        return sent
    is_marked = any(isinstance(name, MoreEntries) for name, _ in certain)
    unknown = [value for role in _TYPICAL if isinstance(value := call.given.get(role), StandIn)]
    marks = () if is_marked else tuple((MoreEntries(value), "") for value in unknown)
    return replace(sent, headers=(*certain, *marks))


def _others(call: ClientCall, send: Send) -> Iterator[SentRequest]:
    """The request for each body that an unknown one may be."""
    for role, typical in _TYPICAL.items():
        value = call.given.get(role)
        if not isinstance(value, StandIn):
            continue
        without = {name: given for name, given in call.given.items() if name != role}
        others = [{**without, role: each} for each in typical]
        for given in [*others, without] if isinstance(value, MaybeGiven) else others:
            with suppress(RefusedCall):
                yield send(replace(call, given=given))
