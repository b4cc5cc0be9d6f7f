"""How many examples are tried, few together with all other tests, many in a long run; and what one may cost."""

import os
import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Final, NoReturn, TypeVar
from zlib import crc32

from hypothesis import HealthCheck, settings

# Set by `python -m tests.fuzz` and by whoever wants to see all: multiplies the usual number of examples.
VARIABLE: Final = "WAYPOST_FUZZ"


TIMES: Final = int(os.environ.get(VARIABLE, "1"))
_ONE_IN = 10
_FEWEST = 8

T = TypeVar("T")


def examples(usual: int) -> settings:
    return settings(max_examples=usual * TIMES, deadline=None, suppress_health_check=list(HealthCheck))


def some(cases: Iterable[T]) -> list[T]:
    """A tenth of what could be tried, times the variable: always the same cases, in their order."""
    every = list(cases)
    count = min(max(len(every) * TIMES // _ONE_IN, _FEWEST), len(every))
    return [every[at] for at in sorted(Random(count).sample(range(len(every)), count))]


def is_among_some(text: str) -> bool:
    """Whether a text is one of such a tenth, which depends on nothing but what it says."""
    return crc32(text.encode(errors="replace")) % _ONE_IN < TIMES


@contextmanager
def bounded(seconds: float = 20, memory: int = 1_000_000_000) -> Iterator[None]:
    """No more of the processor's time, and of memory beyond what is used already: more of either is an error."""
    if sys.platform != "linux":
        yield
        return
    import resource

    limits = resource.getrlimit(resource.RLIMIT_AS)
    used = int(Path("/proc/self/statm").read_text("ascii").split()[0]) * resource.getpagesize()
    before = signal.signal(signal.SIGVTALRM, _too_long)
    resource.setrlimit(resource.RLIMIT_AS, (used + memory, limits[1]))
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        resource.setrlimit(resource.RLIMIT_AS, limits)
        signal.signal(signal.SIGVTALRM, before)


def is_in_proportion(do: Callable[[int], Callable[[], object]], few: int, many: int) -> bool:
    """Whether what `do` prepares for so much costs no more of the processor than the length says, give or take a root.

    Were each compared with each, the cost would grow with the square. A machine that is busy may delay one
    measurement, so what is too slow is measured again; what is quadratic fails every time.
    """

    def seconds(count: int) -> float:
        work = do(count)
        begun = time.process_time()
        work()
        return time.process_time() - begun

    allowed = (many / few) ** 1.5
    return any(seconds(many) < allowed * max(seconds(few), seconds(few), 0.001) for _ in range(6))


def _too_long(*_: object) -> NoReturn:
    raise OverBudgetError


class OverBudgetError(BaseException):
    """It takes too long. Not an `Exception`: nothing that survives faults may survive this."""
