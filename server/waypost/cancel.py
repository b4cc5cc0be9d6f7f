"""How long work learns that nobody waits for it any more.

Whoever starts work sets a flag for it; work asks `checkpoint()` now and then, which ends it where the flag is set.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from threading import Event


class Cancelled(Exception):  # noqa: N818 - it is no error
    """Raised inside work that is not wanted any more."""


_flag: ContextVar[Event | None] = ContextVar("cancelled", default=None)


def checkpoint() -> None:
    flag = _flag.get()
    if flag is not None and flag.is_set():
        raise Cancelled


@contextmanager
def cancelled_by(flag: Event) -> Iterator[None]:
    """Work inside ends at its next checkpoint once `flag` is set."""
    token = _flag.set(flag)
    try:
        checkpoint()
        yield
    finally:
        _flag.reset(token)
