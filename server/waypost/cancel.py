"""How long work learns that its result is no longer wanted, or that something more urgent waits.

The caller that starts work also says how to know that it is stale, and how to let others pass; the work calls
`checkpoint()` now and then, which ends it if it is stale.
"""

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import NamedTuple


class Cancelled(Exception):  # noqa: N818 - it is no error
    """Raised inside work that is not wanted any more."""


class _Caller(NamedTuple):
    is_unwanted: Callable[[], bool]
    let_others_pass: Callable[[], None] | None


_caller: ContextVar[_Caller | None] = ContextVar("caller", default=None)


def checkpoint() -> None:
    """Call this now and then in slow work: ends it if nobody waits for it any more."""
    let_others_pass()
    caller = _caller.get()
    if caller is not None and caller.is_unwanted():
        raise Cancelled


def let_others_pass() -> None:
    """A checkpoint in the middle of something that has to be finished."""
    caller = _caller.get()
    if caller is not None and caller.let_others_pass is not None:
        caller.let_others_pass()


@contextmanager
def cancelled_by(is_unwanted: Callable[[], bool], let_others_pass: Callable[[], None] | None = None) -> Iterator[None]:
    """Work inside ends at its next checkpoint once `is_unwanted` says so."""
    token = _caller.set(_Caller(is_unwanted, let_others_pass))
    try:
        checkpoint()
        yield
    finally:
        _caller.reset(token)


@contextmanager
def interrupts_wait() -> Iterator[None]:
    """Hold back interrupts from the keyboard.

    A library in Rust panics if one comes while it calls Python, and one that comes in a hook of a fork is lost.
    """
    before = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or not callable(before):
        yield  # nothing here is interrupted
        return
    came: list[int] = []
    signal.signal(signal.SIGINT, lambda number, _: came.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        if came:  # whatever else has gone wrong meanwhile
            signal.raise_signal(signal.SIGINT)
