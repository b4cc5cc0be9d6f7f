"""Facts about an API: its operations and what each of them accepts."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, NamedTuple

from waypost.text import Span

# Larger than any real OpenAPI document; the largest known has 47 MB.
MOST_BYTES = 100 * 1024 * 1024
# The schema of a value about which nothing is known: anything fits it.
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
    """What an operation accepts under a name.

    `type` is for people: `string`, `integer[]`, `string | string[]`; empty if it is not known.
    For a list, `enum` and `default` are those of its items.
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
    # How a list or an object is written: OpenAPI's `style` if it is not the default, and whether in one value.
    style: str = ""
    joined: bool = False


class Body(NamedTuple):
    """One content type in which an operation accepts its body."""

    media: str
    schema: int = NO_SCHEMA


class Server(NamedTuple):
    """An address with variables in braces, each with its allowed values; without values, any is allowed."""

    url: str
    variables: tuple[tuple[str, tuple[str, ...]], ...] = ()


class SecurityScheme(NamedTuple):
    """How a caller authenticates: the kind of scheme, and for a key its place and name."""

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
    # The day after which it may stop working, as written in the document.
    removed: str = ""
    previews: tuple[str, ...] = ()
    # Its own addresses, if they are not the API's.
    servers: tuple[Server, ...] = ()
    # The body's media type, if it does not consist of keys.
    media: str = ""
    # Whether the body accepts keys besides those listed.
    open_body: bool = False
    bodies: tuple[Body, ...] = ()
    body_required: bool = False
    # The sets of schemes of which a call needs one; an empty set if credentials are optional.
    security: tuple[tuple[str, ...], ...] = ()
    # Places that could not be read in full, so that nothing missing or unknown is reported there.
    unread: tuple[ParameterPlace, ...] = ()
    # What follows the path in its key: `beta=true`.
    query: str = ""

    @property
    def route(self) -> str:
        return f"{self.verb} {self.path}"

    @property
    def title(self) -> str:
        """Its name for people: its summary, or the heading that its documentation link points at."""
        heading = self.docs.partition("#")[2].replace("-", " ")
        return self.summary or heading[:1].upper() + heading[1:] or self.id

    def parameter(self, name: str, *places: ParameterPlace) -> Parameter | None:
        """The parameter of that name, in one of `places` if they are given."""
        fitting = (each for each in self.parameters if not places or each.place in places)
        return next((each for each in fitting if each.name == name), None)


class Description(NamedTuple):
    """An API as a list of operations."""

    name: str
    version: str
    base: str
    operations: tuple[Operation, ...]
    # Schemas by number: plain JSON Schema in which every nested schema is a number, too.
    schemas: tuple[Mapping[str, Any], ...] = ()
    servers: tuple[Server, ...] = ()
    security: tuple[SecurityScheme, ...] = ()
    # Paths with operations that could not be read, and whether the document lists its paths at all.
    unread: tuple[str, ...] = ()
    whole: bool = True


class DocumentFault(NamedTuple):
    """A fault in a document that describes an API."""

    span: Span
    message: str
