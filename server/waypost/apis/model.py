"""Facts about an API: its operations and what each of them takes."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, NamedTuple

from waypost.text import Span

# Larger than any OpenAPI document in the wild; the largest known has 47 MB.
MOST_BYTES = 100 * 1024 * 1024
# The schema of what nothing is known of: anything fits it.
NO_SCHEMA = -1

Scalar = str | int | float | bool | None


class ParameterPlace(StrEnum):
    """Where a parameter travels."""

    PATH = "path"
    QUERY = "query"
    HEADER = "header"
    COOKIE = "cookie"
    BODY = "body"


class Parameter(NamedTuple):
    """What an operation takes under a name.

    `type` is written as people read it: `string`, `integer[]`, `string | string[]`; empty where nothing is said.
    `enum` and `default` of a list speak of its items.
    """

    name: str
    place: ParameterPlace
    type: str = ""
    required: bool = False
    enum: tuple[Scalar, ...] = ()
    default: Scalar = None
    format: str = ""
    many_segments: bool = False
    deprecated: bool = False
    # Its schema in the table of the API.
    schema: int = NO_SCHEMA
    # How a list or an object is written: OpenAPI's `style`, where it is not the usual one, and whether in one value.
    style: str = ""
    joined: bool = False


class Body(NamedTuple):
    """One form in which an operation takes its body."""

    media: str
    schema: int = NO_SCHEMA


class Server(NamedTuple):
    """An address with variables in braces: each with the values it may have, none where it may have any."""

    url: str
    variables: tuple[tuple[str, tuple[str, ...]], ...] = ()


class SecurityScheme(NamedTuple):
    """How a caller proves who it is: the kind of scheme, and for a key its place and name."""

    name: str
    type: str
    place: str = ""
    key: str = ""


class Operation(NamedTuple):
    """One verb on one path."""

    verb: str
    path: str
    id: str = ""
    docs: str = ""
    parameters: tuple[Parameter, ...] = ()
    summary: str = ""
    deprecated: bool = False
    # The day after which it may answer no more, as written in the document.
    removed: str = ""
    previews: tuple[str, ...] = ()
    # Its own addresses, where they are not the API's.
    servers: tuple[Server, ...] = ()
    # The body's media type, where it is not made of keys.
    media: str = ""
    # The body takes keys beside those named.
    open_body: bool = False
    bodies: tuple[Body, ...] = ()
    body_required: bool = False
    # The sets of schemes of which a call needs one; an empty set where it may do without.
    security: tuple[tuple[str, ...], ...] = ()
    # Places of which something could not be read, so that nothing is said of what is missing or unknown there.
    unread: tuple[ParameterPlace, ...] = ()
    # What its key has after the path: `beta=true`.
    query: str = ""

    @property
    def route(self) -> str:
        return f"{self.verb} {self.path}"

    @property
    def title(self) -> str:
        """What people call it: its summary, or the heading its documentation link points at."""
        heading = self.docs.partition("#")[2].replace("-", " ")
        return self.summary or heading[:1].upper() + heading[1:] or self.id

    def parameter(self, name: str, *places: ParameterPlace) -> Parameter | None:
        """The parameter of that name, in one of `places` where they are given."""
        fitting = (each for each in self.parameters if not places or each.place in places)
        return next((each for each in fitting if each.name == name), None)


class Description(NamedTuple):
    """An API as a list of operations."""

    name: str
    version: str
    base: str
    operations: tuple[Operation, ...]
    # Schemas by their number: plain JSON Schema in which every schema inside another is a number too.
    schemas: tuple[Mapping[str, Any], ...] = ()
    servers: tuple[Server, ...] = ()
    security: tuple[SecurityScheme, ...] = ()
    # Paths of which not every operation could be read, and whether the document says at all which paths there are.
    unread: tuple[str, ...] = ()
    whole: bool = True


class DocumentFault(NamedTuple):
    """Something wrong in a document that describes an API."""

    span: Span
    message: str
