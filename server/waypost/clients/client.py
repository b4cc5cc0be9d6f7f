"""What is known of one HTTP client."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from waypost.clients.call import ClientCall, SentRequest
from waypost.clients.shape import At, Shape

# What a release makes of a call; raises `Refused` where the client raises.
Send: TypeAlias = Callable[[ClientCall], SentRequest]


class Behaviour(NamedTuple):
    """The first release that behaves in one way."""

    since: tuple[int, ...]
    send: Send


class Constructor(NamedTuple):
    """What the constructor's arguments, or the attributes of the same names, give to every call."""

    base: At | None = None
    # A host and a port instead of an address.
    host: At | None = None
    port: At | None = None
    query: At | None = None
    headers: At | None = None
    cookies: At | None = None
    auth: At | None = None
    # A token, and what the client calls itself.
    token: At | None = None
    agent: At | None = None


@dataclass(frozen=True, eq=False)
class Client:
    """How a client is recognised, and what each release of it puts on the wire."""

    name: str
    shapes: tuple[Shape, ...] = ()
    # Its distribution, whose release in use decides between behaviours.
    package: str = ""
    # What a file imports that calls it; a file that imports no client of any record has no findings.
    modules: tuple[str, ...] = ()
    # Other names of its types and functions.
    aliases: Mapping[str, str] = field(default_factory=dict)
    # Attributes of types that are clients: type and name → type.
    attributes: Mapping[tuple[str, str], str] = field(default_factory=dict)
    # Callables that give a client with further defaults: the client is callable itself.
    chains: Mapping[str, str] = field(default_factory=dict)
    constructor: Constructor = field(default_factory=Constructor)
    # The oldest first.
    releases: tuple[Behaviour, ...] = ()
    # Its methods for verbs, where they are not the verbs in lower case.
    methods: Mapping[str, str] = field(default_factory=dict)
    # Calls have the request builder's arguments, and are built by it.
    builds: bool = False
    # It is the request builder itself: what that reports of a call holds.
    is_builder: bool = False
    # Requests go to the base address that is known; not so where users set another one elsewhere.
    base_is_sure: bool = True
    # A path is usually written without its leading slash.
    bare_paths: bool = False

    def behaviour(self, release: tuple[int, ...] | None = None) -> Send | None:
        """What a release makes of calls, the newest where none is given."""
        fitting = [each for each in self.releases if release is None or each.since <= release]
        chosen = fitting[-1:] or self.releases[:1]
        return chosen[0].send if chosen else None

    def behaviours(self, lowest: tuple[int, ...], below: tuple[int, ...] | None) -> tuple[Behaviour, ...]:
        """What the releases from one on and before another make of calls, the newest first."""
        ends = (*(each.since for each in self.releases[1:]), None)
        fitting = (
            each
            for each, end in zip(self.releases, ends, strict=True)
            if (end is None or lowest < end) and (below is None or each.since < below)
        )
        return tuple(fitting)[::-1] or self.releases[:1]
