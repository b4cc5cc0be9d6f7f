"""The facts about one HTTP client."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from waypost.clients.call import ClientCall, SentRequest
from waypost.clients.shape import At, Shape

# The request that a release makes for a call; raises `Refused` if the client raises.
Send: TypeAlias = Callable[[ClientCall], SentRequest]


class Behaviour(NamedTuple):
    """The first release with a given behaviour."""

    since: tuple[int, ...]
    send: Send


class Instead(NamedTuple):
    """What to write instead of an argument: `{value}` is its value, `{module}` what precedes the callee's name."""

    text: str
    # Only if the value is a text.
    only_text: bool = False


class Constructor(NamedTuple):
    """What the constructor's arguments, or attributes of the same names, add to every call."""

    base: At | None = None
    # A host and a port instead of an address.
    host: At | None = None
    port: At | None = None
    query: At | None = None
    headers: At | None = None
    cookies: At | None = None
    auth: At | None = None
    # A token, and the client's name for itself.
    token: At | None = None
    agent: At | None = None


@dataclass(frozen=True, eq=False)
class Client:
    """How a client is recognised, and what each release of it puts on the wire."""

    name: str
    shapes: tuple[Shape, ...] = ()
    # Its distribution; the release in use decides which behaviour applies.
    package: str = ""
    # The imports of a file that calls it. A file that imports no recorded client has findings only of a bound API.
    modules: tuple[str, ...] = ()
    # The module of another client whose types it has, with the same methods.
    like: str = ""
    # Other names of its types and functions.
    aliases: Mapping[str, str] = field(default_factory=dict)
    # Attributes that are clients: type and name → type.
    attributes: Mapping[tuple[str, str], str] = field(default_factory=dict)
    # The calls that make a request object, and its parts in the order in which they are given: `package.Request`.
    request_objects: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    # The calls that send a request object, or what is given instead of one: `package.Session.send`.
    senders: tuple[str, ...] = ()
    # Methods that set headers on what a call has made before it is sent: `package.Request.add_header`.
    header_setters: tuple[str, ...] = ()
    # Methods of a session that add its defaults to a request object: `package.Session.prepare_request`.
    preparers: tuple[str, ...] = ()
    # Methods that are about its connections, and change nothing of its requests: `package.Session.mount`.
    connecting: tuple[str, ...] = ()
    # Callables that return a client with more defaults: the client itself is callable.
    chains: Mapping[str, str] = field(default_factory=dict)
    constructor: Constructor = field(default_factory=Constructor)
    # The oldest first.
    releases: tuple[Behaviour, ...] = ()
    # What to write instead of arguments that newer releases do not have, by the callee's last name, or for any, and
    # the argument.
    instead: Mapping[tuple[str, str], Instead] = field(default_factory=dict)
    # Its methods for verbs, if they are not named after the verbs in lower case.
    methods: Mapping[str, str] = field(default_factory=dict)
    # Its calls take the request builder's arguments, and the builder makes their requests.
    builds: bool = False
    # It is the request builder itself: the problems that the builder reports are those of the call.
    is_builder: bool = False
    # Requests go to the known base address; false if users set another one elsewhere.
    base_is_sure: bool = True
    # A path is usually written without its leading slash.
    bare_paths: bool = False

    def behaviour(self, release: tuple[int, ...] | None = None) -> Send | None:
        """The behaviour of a release, by default the newest."""
        fitting = [each for each in self.releases if release is None or each.since <= release]
        chosen = fitting[-1:] or self.releases[:1]
        return chosen[0].send if chosen else None

    def behaviours(self, lowest: tuple[int, ...], below: tuple[int, ...] | None) -> tuple[Behaviour, ...]:
        """The behaviours of the releases from `lowest` on and before `below`, the newest first."""
        ends = (*(each.since for each in self.releases[1:]), None)
        fitting = (
            each
            for each, end in zip(self.releases, ends, strict=True)
            if (end is None or lowest < end) and (below is None or each.since < below)
        )
        return tuple(fitting)[::-1] or self.releases[:1]
