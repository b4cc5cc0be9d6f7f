"""`--shard K/N` and `--files-from`: what one of many machines checks."""

import os
import re
import sys
from collections.abc import Iterable, Sequence
from heapq import heapify, heapreplace
from pathlib import Path

import click

_SHARD = re.compile(r"([0-9]{1,9})/([0-9]{1,9})")


def shard(value: str) -> tuple[int, int]:
    """K/N, the first of which is 1/N."""
    found = _SHARD.fullmatch(value)
    if found is None or not 1 <= int(found[1]) <= int(found[2]):
        raise click.BadParameter(f"`{value}` is not K/N, as in 1/4")
    return int(found[1]), int(found[2])


def shard_of(names: Iterable[str], number: int, count: int) -> list[str]:
    """The files of one shard: each file is in exactly one, and all shards have about the same number of bytes."""
    sized = sorted(((_size(name), name) for name in names), key=lambda each: (-each[0], each[1]))
    loads = [(0, index) for index in range(min(count, len(sized)))]  # the others stay empty
    heapify(loads)
    chosen = []
    for size, name in sized:
        load, index = loads[0]
        heapreplace(loads, (load + size, index))
        if index == number - 1:
            chosen.append(name)
    return sorted(chosen)


def names_in(source: Path) -> Sequence[Path]:
    """The paths in a file, or on standard input for `-`: separated by NUL, or one per line."""
    data = sys.stdin.buffer.read() if source == Path("-") else source.read_bytes()
    by_line = (line.removesuffix(b"\r") for line in data.split(b"\n"))
    names = data.split(b"\0") if b"\0" in data else list(by_line)
    return [Path(os.fsdecode(name)) for name in names if name]


def _size(name: str) -> int:
    try:
        return os.stat(name).st_size  # noqa: PTH116 - one of tens of thousands
    except OSError:
        return 0
