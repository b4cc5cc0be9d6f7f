"""`python -m tests.clients --calls N --seed S` is the long run of the differential exam."""

import argparse
import sys

from tests.clients.exam import examine, table
from tests.clients.releases import RELEASES

_SHOWN = 8
_LONGEST = 400


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.clients", description=__doc__)
    parser.add_argument("--calls", type=int, default=1_000, help="for each release")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--client", help="only the releases whose name starts with this")
    options = parser.parse_args()
    chosen = [each for each in RELEASES if each.name.startswith(options.client or "")]
    results = []
    for release in chosen:
        results.append(examine(release, options.seed, options.calls))
        for difference in results[-1].differing[:_SHOWN]:
            print("\n  ".join(each[:_LONGEST] for each in difference.lines(release)))
        # Printed as it goes, so that an interrupted run has shown its results.
        print("\n".join(table(results[-1:])), flush=True)
    print("\n".join(table(results)))
    sys.exit(any(result.differing for result in results))


if __name__ == "__main__":
    main()
