"""Which packages are run: samples of eight pools, each drawn with its own seed from what earlier samples left.

The second and the third pool hold 99 names of PyPI each, in no earlier sample or pool, by this rule: the summary has
the word "client", "SDK" or "wrapper" and the word "API" or "REST"; the names, sorted and shuffled with a seed, are gone
through twice, for 49 of the 15,000 most downloaded, then for 50 others with a release since 2024; one for each first
word of their names. The seeds are 20261208 and 20261213. As four such words were left of the most downloaded, these
need neither "API" nor "REST" in the third pool, so that many of them send nothing. The fourth to the eighth pool are
the second half of the rule alone: 50 names each that are not among the most downloaded, with the seeds 20261223,
20261226, 20261229, 20270103 and 20270106.
"""

import random
from pathlib import Path
from typing import Final, NamedTuple

_HERE: Final = Path(__file__).parent


def _listed(name: str) -> tuple[str, ...]:
    return tuple((_HERE / f"{name}.txt").read_text(encoding="utf-8").split())


# Names of packages on PyPI that describe themselves as a client, an SDK or a wrapper of an API.
POOL: Final = _listed("pool")
SECOND_POOL: Final = _listed("pool-2")
THIRD_POOL: Final = _listed("pool-3")
FOURTH_POOL: Final = _listed("pool-4")
FIFTH_POOL: Final = _listed("pool-5")
SIXTH_POOL: Final = _listed("pool-6")
SEVENTH_POOL: Final = _listed("pool-7")
EIGHTH_POOL: Final = _listed("pool-8")


class Sample(NamedTuple):
    """This many packages of a pool, drawn with one seed."""

    seed: int
    size: int
    pool: tuple[str, ...] = POOL


# The earlier draws are listed, because how they were drawn is no longer known.
BEFORE: Final[dict[str, tuple[str, ...]]] = {name: _listed(name) for name in ("first", "second")}
SAMPLES: Final = {
    "third": Sample(20261122, 32),
    "fourth": Sample(20261123, 32),
    "fifth": Sample(20261126, 100),
    "sixth": Sample(20261127, 100),
    "seventh": Sample(20261128, 100),
    "eighth": Sample(20261130, 100),
    "ninth": Sample(20261202, 100),
    "tenth": Sample(20261204, 89),
    "eleventh": Sample(20261208, 50, SECOND_POOL),
    "twelfth": Sample(20261209, 49, SECOND_POOL),
    "thirteenth": Sample(20261214, 50, THIRD_POOL),
    "fourteenth": Sample(20261215, 49, THIRD_POOL),
    "fifteenth": Sample(20261224, 25, FOURTH_POOL),
    "sixteenth": Sample(20261225, 25, FOURTH_POOL),
    "seventeenth": Sample(20261227, 25, FIFTH_POOL),
    "eighteenth": Sample(20261228, 25, FIFTH_POOL),
    "nineteenth": Sample(20261230, 25, SIXTH_POOL),
    "twentieth": Sample(20261231, 25, SIXTH_POOL),
    "twenty-first": Sample(20270104, 25, SEVENTH_POOL),
    "twenty-second": Sample(20270105, 25, SEVENTH_POOL),
    "twenty-third": Sample(20270107, 25, EIGHTH_POOL),
    "twenty-fourth": Sample(20270108, 25, EIGHTH_POOL),
}


def drawn(name: str) -> list[str]:
    """The packages of one sample."""
    if name in BEFORE:
        return list(BEFORE[name])
    used = {each for names in BEFORE.values() for each in names}
    for each, sample in SAMPLES.items():
        left = sorted(set(sample.pool) - used)
        found = sorted(random.Random(sample.seed).sample(left, sample.size))
        if each == name:
            return found
        used |= set(found)
    raise KeyError(name)
