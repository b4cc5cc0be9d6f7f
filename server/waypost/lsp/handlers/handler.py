"""What a handler is: a method, a function, and where the function runs."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from waypost.lsp.connection import Connection


@dataclass(frozen=True, slots=True)
class OnSnapshot:
    """A request about one open document. `answer` runs off the loop, on an immutable snapshot.

    `params` names its document in `text_document`; an answer about a text that has since changed is dropped, unless it
    outlives edits.
    """

    method: str
    answer: Callable[..., Any]
    options: Any = None
    # The answer for a document that is not open; a function computes it from the request.
    nothing: Any = None
    # Whether the answer is about every file: it waits for the index.
    needs_index: bool = False
    # Whether a user waits for the answer; otherwise, it is shown whenever it is known.
    is_awaited: bool = True
    # Whether the answer is of use although more has been typed: editors take an error for an empty answer.
    outlives_edits: bool = False


@dataclass(frozen=True, slots=True)
class OnLoop:
    """A quick function that uses the session, on the loop."""

    method: str
    run: Callable[[Connection, Any], Any]
    options: Any = None
