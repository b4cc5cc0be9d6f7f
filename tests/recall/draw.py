"""Which packages are run: ten samples of the pool, each drawn with its own seed from what earlier samples left."""

import random
from pathlib import Path
from typing import Final, NamedTuple

_HERE: Final = Path(__file__).parent
# Names of packages on PyPI that describe themselves as a client, an SDK or a wrapper of an API.
POOL: Final = tuple((_HERE / "pool.txt").read_text(encoding="utf-8").split())


class Sample(NamedTuple):
    """This many packages, drawn with one seed."""

    seed: int
    size: int


# The earlier draws are listed, because how they were drawn is no longer known.
BEFORE: Final[dict[str, tuple[str, ...]]] = {
    name: tuple((_HERE / f"{name}.txt").read_text(encoding="utf-8").split()) for name in ("first", "second")
}
SAMPLES: Final = {
    "third": Sample(20261122, 32),
    "fourth": Sample(20261123, 32),
    "fifth": Sample(20261126, 100),
    "sixth": Sample(20261127, 100),
    "seventh": Sample(20261128, 100),
    "eighth": Sample(20261130, 100),
    "ninth": Sample(20261202, 100),
    "tenth": Sample(20261204, 89),
}


def drawn(name: str) -> list[str]:
    """The packages of one sample."""
    if name in BEFORE:
        return list(BEFORE[name])
    used = {each for names in BEFORE.values() for each in names}
    for each, sample in SAMPLES.items():
        left = sorted(set(POOL) - used)
        found = sorted(random.Random(sample.seed).sample(left, sample.size))
        if each == name:
            return found
        used |= set(found)
    raise KeyError(name)
