"""What a handler is: a method, a function, and where it runs."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from waypost.lsp.connection import Connection


@dataclass(frozen=True, slots=True)
class OnSnapshot:
    """A question about one open document. `answer` runs beside the loop, on an immutable snapshot.

    `params` names its document in `text_document`; an answer about a text that has changed meanwhile is dropped.
    """

    method: str
    answer: Callable[..., Any]
    options: Any = None
    # What is answered about a document that is not open; a function makes it of the request.
    nothing: Any = None


@dataclass(frozen=True, slots=True)
class OnLoop:
    """Something quick that touches the session, on the loop."""

    method: str
    run: Callable[[Connection, Any], Any]
    options: Any = None
