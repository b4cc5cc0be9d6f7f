"""How many examples are tried: few with all other tests, as many as there is time for in a long run."""

import os
from typing import Final

from hypothesis import HealthCheck, settings

# Set by `python -m tests.fuzz`; times as many examples as usual.
VARIABLE: Final = "WAYPOST_FUZZ"


def examples(usual: int) -> settings:
    times = int(os.environ.get(VARIABLE, "1"))
    return settings(max_examples=usual * times, deadline=None, suppress_health_check=list(HealthCheck))
