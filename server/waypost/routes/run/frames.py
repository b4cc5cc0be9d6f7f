"""What one call in progress has: its variables, its stack of values, and the states in which it was left."""

from collections.abc import Collection, Hashable
from enum import IntEnum
from typing import TYPE_CHECKING

from waypost.routes.domain.code import Code
from waypost.routes.domain.heap import Table, moment
from waypost.routes.domain.places import Block
from waypost.routes.domain.values import Class, External, Function, Scope, Value

if TYPE_CHECKING:
    from waypost.routes.domain.heap import Changes


class Signal(IntEnum):
    """How a list of operations ends."""

    GOES_ON = 0
    RETURN = 1
    BREAK = 2
    CONTINUE = 3
    RAISE = 4


class LoopFrame:
    """A loop in progress: where its states begin, and the states in which it was left early."""

    __slots__ = (
        "assigned",
        "before",
        "began",
        "breaks",
        "continues",
        "iteration_level",
        "iteration_mark",
        "joins",
        "level",
        "mark",
    )

    def __init__(self, mark: int, level: int, assigned: Collection[str]) -> None:
        self.mark = self.iteration_mark = mark
        self.level = self.iteration_level = level
        self.began = moment()
        self.breaks: list[Changes] = []
        self.continues: list[Changes] = []
        # The names that it assigns, and what they stood for before it began.
        self.assigned = assigned
        self.before: dict[str, Value] = {}
        # Of branches that go the same way in each turn, by the arms that go on: the number of the join.
        self.joins: dict[Hashable, int] = {}

    def was_widened(self, variables: Table, changes: "Changes") -> bool:
        """Whether what a turn has changed was widened to all that it may be: nobody can call an unknown function."""
        return all(
            table is variables and not isinstance(self.before.get(str(name)), External | Function)
            for table, name, _ in changes.values()
        )


class Frame:
    """A call in progress."""

    __slots__ = (
        "began",
        "captured",
        "elsewhere",
        "entered",
        "exact",
        "exits",
        "function",
        "level",
        "loops",
        "making",
        "mark",
        "results",
        "scope",
        "stack",
        "waits",
        "yields",
    )

    def __init__(self, scope: Scope, function: Function | None, mark: int, level: int) -> None:
        self.scope = scope
        self.function = function
        self.stack: list[Value] = []
        # Where its changes begin, and how many branches were open then.
        self.mark = mark
        self.level = level
        self.began = moment()
        # The states in which it was left inside branches.
        self.exits: list[Changes] = []
        # What it has returned, each beside the state in which it did.
        self.results: list[Value] = []
        self.yields: list[Value] = []
        # The states in which it waits for `with` to be left.
        self.waits: list[Changes] = []
        # Whether all that it yields is known, in order.
        self.exact = True
        self.loops: list[LoopFrame] = []
        # Names that it binds in the module (True) or in a function around it (False).
        self.elsewhere: dict[str, bool] = {}
        # Functions made in it read its variables: they are not forgotten when it ends.
        self.captured = False
        # The class whose body it runs.
        self.making: Class | None = None
        # The values that `with` statements have entered.
        self.entered: list[Value] = []

    @property
    def code(self) -> Code | None:
        return self.function.code if self.function is not None else None


class CallsInBody:
    """The functions of a module that its own body calls: where its trail was when each was called first, and when.

    In a branch, that is where the outermost one began: what an arm has written is put together when it ends.
    """

    __slots__ = ("branch", "first")

    def __init__(self) -> None:
        self.first: dict[Block, tuple[int, int]] = {}
        self.branch = (0, 0)

    def note(self, block: Block, level: int, mark: int) -> None:
        if block not in self.first:
            self.first[block] = self.branch if level else (mark, moment())

    def begin_branch(self, level: int, mark: int, since: int) -> None:
        if not level:
            self.branch = (mark, since)
