"""`python -m tests.clients --calls N --seed S` is the long run of the differential exam.

It goes round all releases again and again, so that an interrupted run has shown its results.
"""

import argparse
import os
import sys

from tests.clients.exam import Result, examine, table
from tests.clients.releases import RELEASES

_SHOWN = 8
_LONGEST = 400
# Calls of one release in one round.
_ROUND = 5_000


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.clients", description=__doc__)
    parser.add_argument("--calls", type=int, default=1_000, help="for each release")
    parser.add_argument("--start", type=int, default=0, help="goes on after as many, which an earlier run has made")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--client", default="", help="only the releases whose name starts with this")
    parser.add_argument("--sockets", action="store_true", help="over real sockets: several times as slow")
    options = parser.parse_args()
    results = {each: Result(each, 0, 0, []) for each in RELEASES if each.name.startswith(options.client)}
    for done in range(options.start, options.calls, _ROUND):
        count = min(_ROUND, options.calls - done)
        for release, before in results.items():
            made = examine(release, f"{options.seed} {done}", count, in_memory=not options.sockets)
            for difference in made.differing[:_SHOWN]:
                print("\n  ".join(each[:_LONGEST] for each in difference.lines(release)))
            results[release] = before.with_more(made)
            print(list(table([results[release]]))[-1], flush=True)
        print("\n".join(table(list(results.values()))))
        print(f"after {sum(os.times()[:4]):.0f} seconds of processor", flush=True)
    sys.exit(any(result.differing for result in results.values()))


if __name__ == "__main__":
    main()
