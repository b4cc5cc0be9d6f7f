"""Work on many files: each is passed once, in batches, whatever their number."""

import asyncio
from collections.abc import Sequence

import pytest

from waypost.lsp.many_files import ManyFiles


def _as_it_is(batch: Sequence[int]) -> list[int]:
    return list(batch)


def _nothing(_: Sequence[int]) -> list[int]:
    return []


@pytest.mark.parametrize(
    ("count", "batches"), [(0, []), (1, [1]), (100, [100]), (101, [100, 1]), (399, [100] * 3 + [99])]
)
async def test_every_file_is_in_one_batch(count: int, batches: list[int]) -> None:
    taken: list[list[int]] = []
    await asyncio.wait_for(ManyFiles().each(range(count), _as_it_is, _nothing, taken.append), 60)
    assert [len(each) for each in taken] == batches
    assert [number for each in taken for number in each] == list(range(count))
