"""The responses of operations. They are read only when needed, because checking a call never needs them."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple


class Response(NamedTuple):
    """A response: its status as the document writes it, its meaning, and the schema of each media type."""

    status: str
    description: str
    content: Mapping[str, int]


class Responses(NamedTuple):
    """The responses of operations by their routes, and the table of their schemas."""

    by_route: Mapping[str, tuple[Response, ...]]
    schemas: Sequence[Mapping[str, Any]]


NO_RESPONSES = Responses({}, ())
