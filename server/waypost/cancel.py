"""How long work learns that its result is no longer wanted.

The caller that starts work also says how to know that it is stale; the work calls `checkpoint()` now and then, which
ends it if so.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar


class Cancelled(Exception):  # noqa: N818 - it is no error
    """Raised inside work that is not wanted any more."""


_is_unwanted: ContextVar[Callable[[], bool] | None] = ContextVar("cancelled", default=None)


def checkpoint() -> None:
    is_unwanted = _is_unwanted.get()
    if is_unwanted is not None and is_unwanted():
        raise Cancelled


@contextmanager
def cancelled_by(is_unwanted: Callable[[], bool]) -> Iterator[None]:
    """Work inside ends at its next checkpoint once `is_unwanted` says so."""
    token = _is_unwanted.set(is_unwanted)
    try:
        checkpoint()
        yield
    finally:
        _is_unwanted.reset(token)
