"""Answers that are kept are those of a fresh table, whatever was renewed, asked and interrupted in between."""

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest

from waypost.cancel import Cancelled, cancelled_by
from waypost.routes.program.table import Query, QueryContext, Table


@dataclass
class World:
    """Numbers, and for each sum which others it is made of, depending on what it has found so far."""

    numbers: dict[int, int] = field(default_factory=dict)
    sums: dict[int, tuple[int, ...]] = field(default_factory=dict)


WORLD = World()


@dataclass(frozen=True)
class Number(Query[int]):
    of: int

    def answer(self, _: QueryContext) -> int:
        return WORLD.numbers[self.of]

    def on_cycle(self) -> int:
        return 0


@dataclass(frozen=True)
class Sum(Query[int]):
    """What it asks next depends on the last answer."""

    of: int

    def answer(self, context: QueryContext) -> int:
        total = context.ask(Number(self.of))
        for index, other in enumerate(WORLD.sums[self.of]):
            if (total + index) % 3:
                total += context.ask(Sum(other)) * (index + 1) % 7
        return total % 5

    def on_cycle(self) -> int:
        return -1


@dataclass(frozen=True)
class Longest(Query[int]):
    """A chain of queries as long as there are numbers."""

    of: int

    def answer(self, context: QueryContext) -> int:
        return 1 + context.ask(Longest(self.of + 1)) if self.of + 1 in WORLD.numbers else context.ask(Number(self.of))

    def on_cycle(self) -> int:
        return 0


@dataclass(frozen=True)
class Ring(Query[int]):
    """One that ends where it began."""

    of: int

    def answer(self, context: QueryContext) -> int:
        return 1 + context.ask(Ring((self.of + 1) % len(WORLD.numbers)))

    def on_cycle(self) -> int:
        return -1


def _worlds(seed: int) -> Iterator[tuple[random.Random, World]]:
    draw = random.Random(seed)
    count = draw.randint(2, 9)
    WORLD.numbers = {each: draw.randint(0, 9) for each in range(count)}
    # A sum's parts are part of the world that is looked at with its number: both are renewed together.
    WORLD.sums = {each: tuple(draw.choices(range(count), k=draw.randint(0, 4))) for each in range(count)}
    yield draw, WORLD
    for _ in range(12):
        changed = draw.randrange(count)
        WORLD.numbers[changed] = draw.randint(0, 9)
        yield draw, WORLD


@pytest.mark.parametrize("seed", range(150))
def test_what_is_kept_is_what_a_fresh_table_says(seed: int) -> None:
    """Circles included: they are the same, wherever one begins."""
    kept = Table()
    for draw, world in _worlds(seed):
        kept.renew(Number(each) for each in world.numbers)
        asked = draw.sample(range(len(world.numbers)), k=len(world.numbers))
        for each in asked[: draw.randint(1, len(asked))]:
            assert kept.ask(Sum(each)) == Table().ask(Sum(each))
        fresh = Table()
        for each in sorted(asked, reverse=True):
            assert kept.ask(Sum(each)) == fresh.ask(Sum(each))


@pytest.mark.parametrize("seed", range(60))
def test_the_grounds_of_an_answer_are_all_that_it_was_found_by(seed: int) -> None:
    """Also in a cycle, and whatever was asked for them before."""
    table = Table()
    for draw, world in _worlds(seed):
        table.renew(Number(each) for each in world.numbers)
        for each in draw.sample(range(len(world.numbers)), k=2):
            table.ask(Sum(each))
            below: list[Query[Any]] = [Sum(each)]
            for query in below:
                below += [asked for asked in table.memos[query].asked if asked not in below]
            expected = {query for query in below if isinstance(query, Number)}
            assert {*table.grounds(Sum(each), Number)} == expected


def test_only_what_a_change_reaches_is_answered_again() -> None:
    WORLD.numbers, WORLD.sums = dict.fromkeys(range(50), 1), dict.fromkeys(range(50), ())
    WORLD.sums[0] = tuple(range(1, 50))
    table = Table()
    table.ask(Sum(0))
    before = table.answered
    WORLD.numbers[7] = 4
    table.renew([Number(7)])
    table.ask(Sum(0))
    assert table.answered - before == 3  # the number, its sum, and the sum of all
    before = table.answered
    table.renew([Number(7)])
    table.ask(Sum(0))
    assert table.answered - before == 1  # it is as it was


@pytest.mark.parametrize("length", [1, 39, 40, 41, 500, 3_000])
def test_chains_and_rings_of_any_length_end(length: int) -> None:
    WORLD.numbers = dict.fromkeys(range(length), 0)
    table = Table()
    assert table.ask(Longest(0)) == length - 1
    assert {table.ask(Ring(each)) for each in range(length)} == {-1}
    WORLD.numbers[length - 1] = 5
    table.renew([Number(length - 1)])
    assert table.ask(Longest(0)) == length + 4


def test_what_was_cancelled_is_not_kept() -> None:
    WORLD.numbers, WORLD.sums = {0: 1, 1: 1}, {0: (1,), 1: ()}
    table, asked = Table(), 0

    def is_unwanted() -> bool:
        nonlocal asked
        asked += 1
        return asked > 2

    with pytest.raises(Cancelled), cancelled_by(is_unwanted):
        table.ask(Sum(0))
    assert table.ask(Sum(0)) == Table().ask(Sum(0))


def test_work_that_an_edit_overtakes_is_done_again() -> None:
    """What is let pass at a checkpoint may ask, and renew, too."""
    WORLD.numbers, WORLD.sums = {0: 1, 1: 1}, {0: (1,), 1: ()}
    table, passed = Table(), 0

    def others() -> None:
        nonlocal passed
        passed += 1
        if passed == 3:
            WORLD.numbers[1] = 7
            table.renew([Number(0), Number(1)])
            table.ask(Sum(1))

    with cancelled_by(lambda: False, others):
        found = table.ask(Sum(0))
    assert found == Table().ask(Sum(0))
