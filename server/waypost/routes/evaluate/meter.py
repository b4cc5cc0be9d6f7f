"""How much work an evaluation may take, and how deep it may go."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

# How many expressions are evaluated for one block before the rest is unknown, and how deep they nest over functions.
BUDGET: Final = 20_000
DEEPEST: Final = 110
# How many functions may be followed for one call in the text: functions that call one another would multiply.
MOST_FOLLOWED: Final = 16
# How many may be left unfollowed in a walk before only those are followed that its text itself calls: the most seen in
# a block of 93 packages is 43.
MOST_LEFT: Final = 64


@dataclass(slots=True)
class Meter:
    """How much work is left, and how deep it is, in a module and the modules it imports from."""

    budget: int = BUDGET
    level: int = 0
    followed: int = 0

    @contextmanager
    def aside(self, budget: int) -> Iterator[None]:
        """Other work is done meanwhile, whose result is kept: what it costs does not count here."""
        before = self.budget, self.followed
        self.budget = budget
        try:
            yield
        finally:
            self.budget, self.followed = before

    def charge(self, parts: int) -> None:
        """Work on a text with many parts counts as more than one expression."""
        self.budget -= parts // 8

    def follows(self, *, first: bool) -> bool:
        """Whether one more function may be followed; `first` if the text itself calls it."""
        self.followed = 1 if first else self.followed + 1
        return self.followed <= MOST_FOLLOWED

    @property
    def spent(self) -> bool:
        return self.budget <= 0 or self.level > DEEPEST
