"""How a run looks to those who use its apps, and never ask what is declared on them: what it was told to do besides.

The routes of an app are seen where they are composed, and nowhere else. A call that does no more than declare some
gives an app what is written out in it: a path, a prefix. So two runs that differ in that, in where things are written,
and in the bodies of functions that were not called, have left the same for a test that is given an app.
"""

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import Any, Final

from waypost.routes.domain.code import Code
from waypost.routes.domain.places import Place
from waypost.routes.domain.values import Value
from waypost.routes.ir.operations import Body, Do, Operation
from waypost.routes.program.sources import SizeOf
from waypost.routes.serving.machine import ServingMachine, ServingProgram

# Lengths only say how much work something may take.
_LENGTHS: Final[Mapping[type, str]] = {Code: "size", Body: "nodes"}


class Told:
    """What the run of some files was told, as of now."""

    def __init__(self, program: ServingProgram, machine: ServingMachine) -> None:
        self._answers = dict(program.answers)
        self._declaring = frozenset(place for place, only in machine.declares_only.items() if only)
        self._is_spent = bool(machine.spent)

    def looks(self) -> Hashable:
        """In order, what there is besides routes. Two are never equal if there was more to do than may be done."""
        if self._is_spent:
            return object()
        return tuple(
            (question, _plain(answer, self._declaring) if isinstance(answer, Body) else question.fingerprint(answer))
            for question, answer in self._answers.items()
            if not isinstance(question, SizeOf)
        )


def _plain(of: Any, declaring: frozenset[Place]) -> Hashable:
    """What operations do, wherever they are written."""
    if isinstance(of, Place):
        return None
    if isinstance(of, Value):
        return type(of), of.key(), of.flags
    if isinstance(of, tuple):
        hidden = _declared_in(of, declaring) if of and isinstance(of[0], Operation) else frozenset()
        return type(of), *(None if at in hidden else _plain(each, declaring) for at, each in enumerate(of))
    if is_dataclass(of):
        names = (each.name for each in fields(of) if each.name != _LENGTHS.get(type(of)))
        return type(of), *(_plain(getattr(of, name), declaring) for name in names)
    return type(of), of


def _declared_in(operations: tuple[Operation, ...], declaring: frozenset[Place]) -> frozenset[int]:
    """The numbers of the operations that push what is only declared.

    What such a call gives is used no further: it is a statement, or decorates something.
    """
    heads = (each.argument for each in operations if each.do in (Do.FUNCTION, Do.CLASS))
    decorators = {place for head in heads for place in head.decorators}
    found: set[int] = set()
    for at, call in enumerate(operations):
        is_statement = [each.do for each in operations[at + 1 : at + 2]] == [Do.POP]
        if call.do is Do.CALL and call.place in declaring and (is_statement or call.place in decorators):
            found.update(_constants_given(operations, at))
    return frozenset(found)


def _constants_given(operations: tuple[Operation, ...], call: int) -> Iterator[int]:
    """The numbers of the operations that push an argument of a call that is a constant, the last first."""
    end = call
    for _ in operations[call].argument[0].kinds:
        begin = _begin_of_operand(operations, end)
        if begin is None:
            return
        if begin + 1 == end and operations[begin].do is Do.PUSH:
            yield begin
        end = begin


def _begin_of_operand(operations: tuple[Operation, ...], end: int) -> int | None:
    """The number of the first operation of the operand whose last one is before `end`."""
    missing = 1
    while missing:
        end -= 1
        taken = _taken_by(operations[end])
        if taken is None:
            return None
        missing += taken - 1
    return end


def _taken_by(operation: Operation) -> int | None:
    """How many operands an operation takes; nothing for what is rarely given to a call."""
    match operation.do:
        case Do.PUSH | Do.LOAD:
            return 0
        case Do.ATTRIBUTE:
            return 1
        case Do.ITEM:
            return 2
        case Do.SEQUENCE:
            return len(operation.argument[1])
        case Do.CALL:
            return 1 + len(operation.argument[0].kinds)
    return None
