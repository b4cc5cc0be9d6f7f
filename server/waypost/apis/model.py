"""Facts about an API: its operations and what each of them takes."""

from enum import StrEnum
from typing import NamedTuple

from waypost.text import Span

# An OpenAPI document as large as any in the wild, and read in seconds.
MOST_BYTES = 32 * 1024 * 1024

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
    # Its own base url, where that is not the API's.
    server: str = ""
    # The body's media type, where it is not JSON made of keys.
    media: str = ""
    # The body takes keys beside those named.
    open_body: bool = False

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


class DocumentFault(NamedTuple):
    """Something wrong in a document that describes an API."""

    span: Span
    message: str
