"""A table of questions: each answer is kept with the questions that it was found by, and holds as long as theirs do.

In the manner of salsa, for plain Python. An edit renews a few questions that look at the world, such as the text of a
file. Who asks again gets what a fresh table would say, by construction: an answer is kept only while everything
that was asked for it gets the same answer as then. What is found again and is the same as before changes nothing above.

*One rule for circles.* Questions that wait for one another all get the answer that they name themselves for this case,
`undecided`. Which questions these are does not depend on where one begins: each waits for one other at a time, so what
waits for what is a graph in which every circle is the same, wherever one comes in.

*One rule for depth.* Answers ask inside answers, and Python's calls are as deep as a thousand. A question that is asked
too deep is answered first, from the top; those that wait for it begin again then.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, Generic, Protocol, TypeVar, cast

from waypost.cancel import checkpoint

Answer = TypeVar("Answer")

# How many answers may wait for one another on Python's own stack.
_DEEPEST: Final = 40


class Question(ABC, Generic[Answer]):
    """What can be asked: a small value. Two that are equal are the same question."""

    __slots__ = ()

    @abstractmethod
    def answer(self, asker: "Asker") -> Answer:
        """A pure function of what it asks. What looks at the world asks nothing, and is renewed when that changes."""

    @abstractmethod
    def undecided(self) -> Answer:
        """The answer if it depends on itself."""

    def compared_by(self, answer: Answer) -> "tuple[Question[Any], Any]":
        """The question by which a later run can see whether this one has the same answer, and what that one is now."""
        return self, answer

    def fingerprint(self, answer: Answer) -> Any:
        """What decides whether an answer is the same as another one: if it is equal."""
        return answer


Shared = TypeVar("Shared")
Ground = TypeVar("Ground", bound="Question[Any]")


class Asker:
    """What an answer asks with, which notes the questions."""

    __slots__ = ("_work", "asked", "world")

    def __init__(self, work: "_Work") -> None:
        self._work = work
        # What questions look at that ask nothing.
        self.world = work.table.world
        self.asked: dict[Question[Any], None] = {}

    def ask(self, question: Question[Answer]) -> Answer:
        self.asked[question] = None
        return cast("Answer", self._work.memo(question).answer)

    def shared(self, make: "Callable[[Asker], Shared]") -> Shared:
        """What answers have in common for as long as nothing is renewed. Who uses it asks for all that it rests on."""
        of_revision = self._work.table.of_revision
        if make not in of_revision:
            of_revision[make] = make(self)
        return cast("Shared", of_revision[make])

    def drop(self, make: "Callable[[Asker], Any]") -> None:
        """Make the shared anew for the next who asks for it: it was left in the middle of something."""
        self._work.table.of_revision.pop(make, None)


class Earlier(Protocol):
    """Answers from before this table was made."""

    def found(self, question: Question[Any], asker: Asker) -> Any:
        """The answer if it still holds, by what it asks; otherwise `None`."""


class Memo:
    """An answer, what it was found by, and the revisions in which it was seen to hold and last changed."""

    __slots__ = ("answer", "asked", "changed", "fingerprint", "held", "in_circle")

    def __init__(self, answer: Any, fingerprint: Any, asked: tuple[Question[Any], ...], revision: int) -> None:
        self.answer = answer
        self.fingerprint = fingerprint
        self.asked = asked
        # It does not follow from what was asked: it holds only if the same circle is found again.
        self.in_circle = False
        self.held = revision
        self.changed = revision


class Table:
    """The answers, by question. It is used by one thread at a time; work that another question interrupts goes on."""

    def __init__(self, world: Any = None, earlier: "Earlier | None" = None) -> None:
        self.world = world
        self.earlier = earlier
        self.revision = 0
        self.memos: dict[Question[Any], Memo] = {}
        # Questions that may be answered otherwise now.
        self.renewed: set[Question[Any]] = set()
        # What answers have in common, by what makes it, until something is renewed.
        self.of_revision: dict[Callable[[Asker], Any], Any] = {}
        # The questions of a kind on which answers rest, each with a bit, and those of each answer.
        self.behind: dict[type[Question[Any]], tuple[dict[Question[Any], int], list[Any]]] = {}
        # How many answers were found, for tests and the bench.
        self.answered = 0

    def ask(self, question: Question[Answer], prepare: "Callable[[], None] | None" = None) -> Answer:
        """The answer as of now. If something is renewed in the middle of the work, it is done again.

        The world is prepared each time: who was let pass may have left it in another state.
        """
        while True:
            if prepare is not None:
                prepare()
            work = _Work(self)
            try:
                return cast("Answer", work.from_the_top(question).answer)
            except _Overtaken:
                continue

    def renew(self, questions: Iterable[Question[Any]]) -> None:
        """What these look at may have changed."""
        changed = set(questions)
        if changed:
            # Who is in the middle of an answer may ask these next, although nobody has asked them before.
            self.revision += 1
            self.renewed |= changed & self.memos.keys()
            self.of_revision.clear()

    def grounds(self, question: Question[Any], kind: type[Ground]) -> list[Ground]:
        """The questions of a kind on whose answers an answer rests.

        Much of what answers rest on they have in common: it is gone through once, until an answer is found anew.
        """
        masks, found = self.behind.setdefault(kind, ({}, []))
        new = [each for each in self._below(question, masks) if each not in masks]
        for each in new:
            masks[each] = 0
            if isinstance(each, kind):
                masks[each] = 1 << len(found)
                found.append(each)
        is_growing = True
        while is_growing:
            # In a circle, what one rests on comes round to the others.
            is_growing = False
            for each in new:
                mask = masks[each]
                for asked in self.memos[each].asked:
                    mask |= masks[asked]
                is_growing = is_growing or mask != masks[each]
                masks[each] = mask
        return [each for index, each in enumerate(found) if masks[question] >> index & 1]

    def _below(self, question: Question[Any], known: Mapping[Question[Any], int]) -> list[Question[Any]]:
        """What an answer rests on and is not known yet, each after what it rests on itself; and the question."""
        order: list[Question[Any]] = []
        seen = {question}
        waiting = [(question, iter(self.memos[question].asked))]
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


class _Overtaken(BaseException):
    """Something was renewed while work was going on, by what was let pass."""


class _Circle(BaseException):
    """Questions that wait for one another were given their answers."""

    def __init__(self, members: frozenset[Question[Any]]) -> None:
        super().__init__()
        self.members = members


class _TooDeep(BaseException):
    """A question that has to be answered before those that wait for it."""

    def __init__(self, question: Question[Any]) -> None:
        super().__init__()
        self.question = question


class _Work:
    """The questions that wait while one is answered from outside, and what each of them has asked so far."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.revision = table.revision
        self.waiting: dict[Question[Any], Asker] = {}
        # Those that had to give way to a deeper one, and will begin again.
        self.postponed: list[dict[Question[Any], Asker]] = []

    def from_the_top(self, question: Question[Any]) -> Memo:
        first = [question]
        while True:
            try:
                memo = self.memo(first[-1])
            except _TooDeep as deep:
                first.append(deep.question)
                continue
            first.pop()
            if not first:
                return memo
            self.postponed.pop()

    def memo(self, question: Question[Any]) -> Memo:
        table = self.table
        if table.revision != self.revision:
            raise _Overtaken
        memo = table.memos.get(question)
        if memo is not None and memo.held == self.revision:
            return memo
        if question in self.waiting or any(question in each for each in self.postponed):
            raise _Circle(self._decide(question))
        if len(self.waiting) >= _DEEPEST:
            self.postponed.append(dict(self.waiting))
            raise _TooDeep(question)
        asker = self.waiting[question] = Asker(self)
        try:
            if memo is not None and question not in table.renewed and self._holds(memo, asker):
                memo.held = self.revision
                return memo
            asker.asked.clear()
            found = table.earlier.found(question, asker) if table.earlier is not None and memo is None else None
            if found is None:
                checkpoint()
                table.answered += 1
                found = question.answer(asker)
            return self._keep(question, found, tuple(asker.asked))
        except _Circle as circle:
            # Those below that are in it have their answers, too, and go on nowhere.
            if any(each in circle.members for each in self.waiting if each is not question):
                raise
            return table.memos[question]
        finally:
            del self.waiting[question]

    def _holds(self, memo: Memo, asker: Asker) -> bool:
        """Whether all that was asked gets the answer that it got then, in the order in which it was asked."""
        for each in memo.asked:
            asker.asked[each] = None
            if self.memo(each).changed > memo.held:
                return False
        return not memo.in_circle

    def _keep(self, question: Question[Any], answer: Any, asked: tuple[Question[Any], ...]) -> Memo:
        table = self.table
        # It may come to a checkpoint itself.
        fingerprint = question.fingerprint(answer)
        if table.revision != self.revision:
            raise _Overtaken
        table.renewed.discard(question)
        memo = Memo(answer, fingerprint, asked, self.revision)
        old = table.memos.get(question)
        if old is not None and old.fingerprint == memo.fingerprint:
            memo.changed = old.changed
        table.memos[question] = memo
        if any(question in masks for masks, _ in table.behind.values()):
            table.behind.clear()
        return memo

    def _decide(self, question: Question[Any]) -> frozenset[Question[Any]]:
        """Answer the questions of a circle: from one that waits to those that wait for it."""
        order = [*(pair for each in self.postponed for pair in each.items()), *self.waiting.items()]
        start = next(index for index, (each, _) in enumerate(order) if each == question)
        circle = dict(order[start:])
        for each, asker in circle.items():
            self._keep(each, each.undecided(), tuple(asker.asked)).in_circle = True
        return frozenset(circle)
