"""How many examples are tried: few together with all other tests, as many as the time allows in a long run."""

import os
from typing import Final

from hypothesis import HealthCheck, settings

# Set by `python -m tests.fuzz`: multiplies the usual number of examples.
VARIABLE: Final = "WAYPOST_FUZZ"


def examples(usual: int) -> settings:
    times = int(os.environ.get(VARIABLE, "1"))
    return settings(max_examples=usual * times, deadline=None, suppress_health_check=list(HealthCheck))
