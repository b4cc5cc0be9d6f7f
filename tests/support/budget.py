"""How many examples are tried, few together with all other tests, many in a long run; and what one may cost."""

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NoReturn

from hypothesis import HealthCheck, settings

# Set by `python -m tests.fuzz`: multiplies the usual number of examples.
VARIABLE: Final = "WAYPOST_FUZZ"


def examples(usual: int) -> settings:
    times = int(os.environ.get(VARIABLE, "1"))
    return settings(max_examples=usual * times, deadline=None, suppress_health_check=list(HealthCheck))


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


def _too_long(*_: object) -> NoReturn:
    raise OverBudgetError


class OverBudgetError(BaseException):
    """It takes too long. Not an `Exception`: nothing that survives faults may survive this."""
