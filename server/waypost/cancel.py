"""How long work learns that nobody waits for it any more.

Whoever starts work says how to know that it is not wanted any more; work asks `checkpoint()` now and then, which
then ends it.
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
