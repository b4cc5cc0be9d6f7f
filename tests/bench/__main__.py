"""`python -m tests.bench [NAME…]`: run all benchmarks, or those named; each prints its ratios and the goals."""

import importlib
import pkgutil
import sys

from tests import bench

_PARTS = ("__main__", "idle", "measure", "servers")


def names() -> list[str]:
    return [each.name for each in pkgutil.iter_modules(bench.__path__) if each.name not in _PARTS]


def main(wanted: list[str]) -> None:
    unknown = set(wanted) - set(names())
    if unknown:
        sys.exit(f"no benchmark called {', '.join(sorted(unknown))}; there are {', '.join(names())}")
    for name in wanted or names():
        print(f"== {name}")
        importlib.import_module(f"tests.bench.{name}").run()


if __name__ == "__main__":
    main(sys.argv[1:])
