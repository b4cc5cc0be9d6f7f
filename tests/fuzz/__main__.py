"""`python -m tests.fuzz MINUTES`: the same tests with other examples each time, until the time is over or one fails."""

import os
import secrets
import subprocess
import sys
import time

from tests.fuzz.budget import VARIABLE

_TIMES = 10


def main(minutes: float) -> int:
    end = time.monotonic() + 60 * minutes
    while time.monotonic() < end:
        seed = secrets.randbelow(2**32)
        print(f"seed {seed}", flush=True)
        command = [sys.executable, "-m", "pytest", "-q", "-x", "tests/fuzz", f"--hypothesis-seed={seed}"]
        done = subprocess.run(command, check=False, env=os.environ | {VARIABLE: str(_TIMES)})
        if done.returncode:
            return done.returncode
    return 0


if __name__ == "__main__":
    sys.exit(main(float(sys.argv[1]) if len(sys.argv) > 1 else 10))
