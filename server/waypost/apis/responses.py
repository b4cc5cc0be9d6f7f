"""What operations answer: read only where somebody asks, because checking a call never needs it."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple


class Response(NamedTuple):
    """An answer: its status as the document writes it, what it means, and the schema of each media type."""

    status: str
    description: str
    content: Mapping[str, int]


class Responses(NamedTuple):
    """The answers of operations by their routes, and the table of their schemas."""

    by_route: Mapping[str, tuple[Response, ...]]
    schemas: Sequence[Mapping[str, Any]]


NO_RESPONSES = Responses({}, ())
