"""The input and output of a client: a call with its values by role, and the request that is sent.

Values are plain data. A value that is not known is an `Unknown`: a private-use character that stands in for it, and
that passes through joining and encoding like any other text.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, NamedTuple

# The last private-use plane: no real text contains its characters.
_STAND_IN: Final = re.compile("[\U00100000-\U0010fffd]")


class StandIn(str):
    """A stand-in for a whole value: not even its type is known."""

    __slots__ = ()


class MaybeGiven(StandIn):
    """A stand-in for a value that is given only on some paths through the code."""

    __slots__ = ()


class MoreEntries(StandIn):
    """A key that stands in for more entries of a mapping, or none."""

    __slots__ = ()


# A value that has no name in the source.
NAMELESS: Final = StandIn("\U0010fffd")


class RefusedCall(Exception):  # noqa: N818 - it is what the client does, not what went wrong here
    """The client raises instead of sending."""


@dataclass(frozen=True, slots=True)
class ClientCall:
    """One call. `given` are the call's own arguments, `client` those of its client's constructor: role → value."""

    method: str
    url: str
    given: Mapping[str, Any] = field(default_factory=dict)
    client: Mapping[str, Any] = field(default_factory=dict)
    # The dotted name of what is called.
    callee: str = ""


class Loss(NamedTuple):
    """Something that was given but is not sent: a query, the path of the base address, or the value of a name."""

    kind: str
    what: str


class BodyPart(NamedTuple):
    """One part of a multipart body; `filename` is None for a plain field."""

    name: str
    content: Any
    filename: str | None = None
    headers: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class SentBody:
    """What follows the headers. `data` is for people; `content` is None if it is known only at run time."""

    data: Any
    content: bytes | None = None
    # "json", "form", "multipart", "raw", or "unknown".
    kind: str = "raw"
    # For multipart: the whole body as text.
    text: str = ""


@dataclass(frozen=True, slots=True)
class SentRequest:
    """A request on the wire. Header names are in lower case; only headers that the call decides are listed."""

    method: str
    url: str
    headers: tuple[tuple[str, str], ...] = ()
    body: SentBody | None = None
    lost: tuple[Loss, ...] = ()

    def header(self, name: str) -> str | None:
        return next((value for each, value in reversed(self.headers) if each == name), None)

    def with_headers(self, *headers: tuple[str, str]) -> "SentRequest":
        """The same with these headers added, replacing those of the same names."""
        names = {name for name, _ in headers}
        kept = tuple(header for header in self.headers if header[0] not in names)
        return replace(self, headers=(*kept, *headers))


def is_known(value: Any) -> bool:
    """Whether plain data contains no stand-in."""
    if isinstance(value, str):
        return value.isascii() or _STAND_IN.search(value) is None
    if isinstance(value, Mapping):
        return all(is_known(name) and is_known(item) for name, item in value.items())
    if isinstance(value, list | tuple):
        return all(map(is_known, value))
    return True


def solid(text: str) -> str:
    """The text with a plain letter for each stand-in, for checks of characters."""
    return text if text.isascii() else _STAND_IN.sub("x", text)


class LibraryObject(NamedTuple):
    """An object of a library, by the name of its type and what it was made with: `BasicAuth("name", "word")`."""

    type: str
    arguments: tuple[Any, ...] = ()
