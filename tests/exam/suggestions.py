"""How often the nearest path is the right one, over the shipped catalogue.

    python -m tests.exam.suggestions [--sample N] [--seed N]

In each literal segment of each path one letter is dropped, doubled or swapped with the next one. A path that is another
one of the API then, or fits a placeholder, is left out: it is not misspelt.
"""

import argparse
import random
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from waypost.apis import Api, shape_of
from waypost.apis.load import github
from waypost.routes.check.path import close_paths


class Misspelt(NamedTuple):
    """A path with one slip, and the path that was meant."""

    path: str
    meant: str
    # The slip, and whether its word is long.
    kind: str


def misspelt(api: Api) -> Iterator[Misspelt]:
    """Every slip in every segment, at a letter that the path itself determines."""
    for path in api.paths:
        parts = path.split("/")
        for at, word in enumerate(parts):
            if len(word) < 3 or "{" in word:
                continue
            for kind, wrong in _slips(word, random.Random(f"{path} {at}")).items():
                changed = "/".join([*parts[:at], wrong, *parts[at + 1 :]])
                if wrong != word and not api.fit(shape_of(changed)).possible:
                    yield Misspelt(changed, path, kind)


def _slips(word: str, chance: random.Random) -> dict[str, str]:
    at = chance.randrange(1, len(word) - 1) if len(word) > 2 else 0
    return {
        "dropped": word[:at] + word[at + 1 :],
        "doubled": word[:at] + word[at] + word[at:],
        "swapped": word[:at] + word[at + 1] + word[at] + word[at + 2 :],
    }


def first_offer(api: Api, path: str) -> str:
    """The path that a finding offers first."""
    found = close_paths(api, shape_of(path))
    return api.paths[found[0].path] if found else ""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sample", type=int)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--list", type=int, default=20)
    given = parser.parse_args()
    api = github()
    slips = list(misspelt(api))
    if given.sample is not None:
        slips = random.Random(given.seed).sample(slips, given.sample)
    right, of = Counter[str](), Counter[str]()
    for each in slips:
        of[each.kind] += 1
        offered = first_offer(api, each.path)
        right[each.kind] += offered == each.meant
        if offered != each.meant and sum(of.values()) - sum(right.values()) <= given.list:
            print(f"{each.path} -> {offered or 'nothing'}, not {each.meant}")
    for kind in of:
        print(f"{kind:<10}{right[kind]:>7} of {of[kind]:>6}{100 * right[kind] / of[kind]:>8.1f} %")


if __name__ == "__main__":
    main()
