"""Takes statements out of a program as long as something stays true of it, to see what it depends on."""

import ast
from collections.abc import Callable, Iterator

from tests.fuzz.programs import Program


def smaller(program: Program, holds: Callable[[Program], bool]) -> Program:
    """A program without a statement that could be left out."""
    while True:
        found = next((each for each in _without_one(program) if holds(each)), None)
        if found is None:
            return program
        program = _without_as_many(found, holds)


def _without_as_many(program: Program, holds: Callable[[Program], bool]) -> Program:
    """One pass over all statements, the last and the largest first: callers go before what they call."""
    for name in program.files:
        for place in range(_count(program.files[name]) - 1, -1, -1):
            made = _without(program, name, place)
            if made is not None and holds(made):
                program = made
    return program


def _without_one(program: Program) -> Iterator[Program]:
    for name in program.files:
        for place in range(_count(program.files[name])):
            made = _without(program, name, place)
            if made is not None:
                yield made


def _count(text: str) -> int:
    return len(list(_bodies(ast.parse(text))))


def _bodies(tree: ast.AST) -> Iterator[tuple[list[ast.stmt], int]]:
    """Each statement as a place in a body."""
    for node in ast.walk(tree):
        for name in ("body", "orelse", "finalbody"):
            body = getattr(node, name, None)
            if isinstance(body, list):
                yield from ((body, index) for index in range(len(body)))


def _without(program: Program, name: str, place: int) -> Program | None:
    tree = ast.parse(program.files[name])
    found = list(_bodies(tree))
    if place >= len(found):
        return None
    body, index = found[place]
    if isinstance(body[index], ast.Pass):
        return None
    body[index : index + 1] = [ast.Pass()] if len(body) == 1 else []
    return program._replace(files={**program.files, name: ast.unparse(ast.fix_missing_locations(tree)) + "\n"})
