"""A table of queries: each answer is kept with the queries that it was found by, and holds as long as theirs do.

In the manner of salsa, for plain Python. An edit renews a few queries that look at the world, such as the text of a
file. Who asks again gets what a fresh table would say, by construction: an answer is kept only while everything
that was asked for it gets the same answer as then. What is found again and is the same as before changes nothing above.

*One rule for cycles.* Queries that wait for one another all get the answer that they name themselves for this case,
`on_cycle`. Which queries these are does not depend on where one begins: each waits for one other at a time, so what
waits for what is a graph in which every cycle is the same, wherever one comes in.

*One rule for depth.* Answers ask inside answers, and Python's calls are as deep as a thousand. A query that is asked
too deep is answered first, from the top; those that wait for it begin again then.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, Generic, TypeVar, cast

from waypost.cancel import checkpoint

Answer = TypeVar("Answer")

# How many answers may wait for one another on Python's own stack.
_DEEPEST: Final = 40


class Query(ABC, Generic[Answer]):
    """What can be asked: a small value. Two that are equal are the same query."""

    __slots__ = ()

    @abstractmethod
    def answer(self, context: "QueryContext") -> Answer:
        """A pure function of what it asks. What looks at the world asks nothing, and is renewed when that changes."""

    @abstractmethod
    def on_cycle(self) -> Answer:
        """The answer if it depends on itself."""

    def fingerprint(self, answer: Answer) -> Any:
        """What decides whether an answer is the same as another one: if it is equal."""
        return answer


class NamesQuery(Query[tuple[str, ...]]):
    """A query that is answered by names."""

    __slots__ = ()

    def on_cycle(self) -> tuple[str, ...]:
        return ()


class FlagQuery(Query[bool]):
    """A query that is answered by yes or no; while that is not decided, it may be so."""

    __slots__ = ()

    def on_cycle(self) -> bool:
        return True


Shared = TypeVar("Shared")
Ground = TypeVar("Ground", bound="Query[Any]")


class QueryContext:
    """What an answer asks with, which notes the queries."""

    __slots__ = ("_work", "asked", "world")

    def __init__(self, work: "_Work") -> None:
        self._work = work
        # What queries look at that ask nothing.
        self.world = work.table.world
        self.asked: dict[Query[Any], None] = {}

    def ask(self, query: Query[Answer]) -> Answer:
        self.asked[query] = None
        return cast("Answer", self._work.memo(query).answer)

    def shared(self, make: "Callable[[QueryContext], Shared]") -> Shared:
        """What answers have in common for as long as nothing is renewed. Who uses it asks for all that it rests on."""
        of_revision = self._work.table.of_revision
        if make not in of_revision:
            of_revision[make] = make(self)
        return cast("Shared", of_revision[make])

    def drop(self, make: "Callable[[QueryContext], Any]") -> None:
        """Make the shared anew for the next who asks for it: it was left in the middle of something."""
        self._work.table.of_revision.pop(make, None)


class Memo:
    """An answer, what it was found by, and the revisions in which it was seen to hold and last changed."""

    __slots__ = ("answer", "asked", "changed", "fingerprint", "held", "in_cycle")

    def __init__(self, answer: Any, fingerprint: Any, asked: tuple[Query[Any], ...], revision: int) -> None:
        self.answer = answer
        self.fingerprint = fingerprint
        self.asked = asked
        # It does not follow from what was asked: it holds only if the same cycle is found again.
        self.in_cycle = False
        self.held = revision
        self.changed = revision


class Table:
    """The answers, by query. It is used by one thread at a time; work that another query interrupts goes on."""

    def __init__(self, world: Any = None) -> None:
        self.world = world
        self.revision = 0
        self.memos: dict[Query[Any], Memo] = {}
        # Queries that may be answered otherwise now.
        self.renewed: set[Query[Any]] = set()
        # What answers have in common, by what makes it, until something is renewed.
        self.of_revision: dict[Callable[[QueryContext], Any], Any] = {}
        # The queries of a kind on which answers rest, each with a bit, and those of each answer.
        self.behind: dict[type[Query[Any]], tuple[dict[Query[Any], int], list[Any]]] = {}
        # How many answers were found, for tests and the bench.
        self.answered = 0

    def ask(self, query: Query[Answer], prepare: "Callable[[], None] | None" = None) -> Answer:
        """The answer as of now. If something is renewed in the middle of the work, it is done again.

        The world is prepared each time: who was let pass may have left it in another state.
        """
        while True:
            if prepare is not None:
                prepare()
            work = _Work(self)
            try:
                return cast("Answer", work.from_the_top(query).answer)
            except _Stale:
                continue

    def renew(self, queries: Iterable[Query[Any]]) -> None:
        """What these look at may have changed."""
        changed = set(queries)
        if changed:
            # Who is in the middle of an answer may ask these next, although nobody has asked them before.
            self.revision += 1
            self.renewed |= changed & self.memos.keys()
            self.of_revision.clear()

    def grounds(self, query: Query[Any], kind: type[Ground]) -> list[Ground]:
        """The queries of a kind on whose answers an answer rests.

        Much of what answers rest on they have in common: it is gone through once, until an answer is found anew.
        """
        masks, found = self.behind.setdefault(kind, ({}, []))
        new = [each for each in self._below(query, masks) if each not in masks]
        for each in new:
            masks[each] = 0
            if isinstance(each, kind):
                masks[each] = 1 << len(found)
                found.append(each)
        is_growing = True
        while is_growing:
            # In a cycle, what one rests on comes round to the others.
            is_growing = False
            for each in new:
                mask = masks[each]
                for asked in self.memos[each].asked:
                    mask |= masks[asked]
                is_growing = is_growing or mask != masks[each]
                masks[each] = mask
        return [each for index, each in enumerate(found) if masks[query] >> index & 1]

    def _below(self, query: Query[Any], known: Mapping[Query[Any], int]) -> list[Query[Any]]:
        """What an answer rests on and is not known yet, each after what it rests on itself; and the query."""
        order: list[Query[Any]] = []
        seen = {query}
        waiting = [(query, iter(self.memos[query].asked))]
        while waiting:
            each, rest = waiting[-1]
            following = next((asked for asked in rest if asked not in known and asked not in seen), None)
            if following is None:
                order.append(each)
                waiting.pop()
            else:
                seen.add(following)
                waiting.append((following, iter(self.memos[following].asked)))
        return order


class _Stale(BaseException):
    """Something was renewed while work was going on, by what was let pass."""


class _Cycle(BaseException):
    """Queries that wait for one another were given their answers."""

    def __init__(self, members: frozenset[Query[Any]]) -> None:
        super().__init__()
        self.members = members


class _TooDeep(BaseException):
    """A query that has to be answered before those that wait for it."""

    def __init__(self, query: Query[Any]) -> None:
        super().__init__()
        self.query = query


class _Work:
    """The queries that wait while one is answered from outside, and what each of them has asked so far."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.revision = table.revision
        self.waiting: dict[Query[Any], QueryContext] = {}
        # Those that had to give way to a deeper one, and will begin again.
        self.postponed: list[dict[Query[Any], QueryContext]] = []

    def from_the_top(self, query: Query[Any]) -> Memo:
        first = [query]
        while True:
            try:
                memo = self.memo(first[-1])
            except _TooDeep as deep:
                first.append(deep.query)
                continue
            first.pop()
            if not first:
                return memo
            self.postponed.pop()

    def memo(self, query: Query[Any]) -> Memo:
        table = self.table
        if table.revision != self.revision:
            raise _Stale
        memo = table.memos.get(query)
        if memo is not None and memo.held == self.revision:
            return memo
        if query in self.waiting or any(query in each for each in self.postponed):
            raise _Cycle(self._decide(query))
        if len(self.waiting) >= _DEEPEST:
            self.postponed.append(dict(self.waiting))
            raise _TooDeep(query)
        context = self.waiting[query] = QueryContext(self)
        try:
            if memo is not None and query not in table.renewed and self._holds(memo, context):
                memo.held = self.revision
                return memo
            context.asked.clear()
            checkpoint()
            table.answered += 1
            found = query.answer(context)
            return self._keep(query, found, tuple(context.asked))
        except _Cycle as cycle:
            # Those below that are in it have their answers, too, and go on nowhere.
            if any(each in cycle.members for each in self.waiting if each is not query):
                raise
            return table.memos[query]
        finally:
            del self.waiting[query]

    def _holds(self, memo: Memo, context: QueryContext) -> bool:
        """Whether all that was asked gets the answer that it got then, in the order in which it was asked."""
        for each in memo.asked:
            context.asked[each] = None
            if self.memo(each).changed > memo.held:
                return False
        return not memo.in_cycle

    def _keep(self, query: Query[Any], answer: Any, asked: tuple[Query[Any], ...]) -> Memo:
        table = self.table
        # It may come to a checkpoint itself.
        fingerprint = query.fingerprint(answer)
        if table.revision != self.revision:
            raise _Stale
        table.renewed.discard(query)
        memo = Memo(answer, fingerprint, asked, self.revision)
        old = table.memos.get(query)
        if old is not None and old.fingerprint == memo.fingerprint:
            memo.changed = old.changed
        table.memos[query] = memo
        if any(query in masks for masks, _ in table.behind.values()):
            table.behind.clear()
        return memo

    def _decide(self, query: Query[Any]) -> frozenset[Query[Any]]:
        """Answer the queries of a cycle: from one that waits to those that wait for it."""
        order = [*(pair for each in self.postponed for pair in each.items()), *self.waiting.items()]
        start = next(index for index, (each, _) in enumerate(order) if each == query)
        cycle = dict(order[start:])
        for each, context in cycle.items():
            self._keep(each, each.on_cycle(), tuple(context.asked)).in_cycle = True
        return frozenset(cycle)
