"""Puts probes into a source, which note the tests that run a statement, also in the processes that a test starts."""

import ast
import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

# The file that probes write to: a number and a test on each line.
NOTES: Final = "WAYPOST_PROBES"

_noted: set[tuple[int, str]] = set()


def touch(number: int) -> None:
    """Note that the current test runs the statement with this number; no test is current while modules are imported."""
    note = number, os.environ.get("PYTEST_CURRENT_TEST", "").rpartition(" (")[0]
    if note not in _noted and NOTES in os.environ:
        _noted.add(note)
        with Path(os.environ[NOTES]).open("a", encoding="utf-8") as notes:
            notes.write("{}\t{}\n".format(*note))


def probed(source: str, places: Mapping[int, int]) -> str:
    """A source with a probe before the statement of each given node, which is a number in the order of `ast.walk`.

    A statement that runs when its module is imported concerns every test that runs a function of the module.
    """
    tree = ast.parse(source)
    nodes = list(ast.walk(tree))
    parents = {child: node for node in nodes for child in ast.iter_child_nodes(node)}
    functions = [node.body for node in nodes if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    for number, place in places.items():
        statement = _statement(nodes[place], parents)
        for body in functions if _runs_at_import(statement, parents) else [_body(parents[statement], statement)]:
            at = body.index(statement) if statement in body else int(_is_text(body[0]))
            body.insert(at, _probe(number))
    return ast.unparse(ast.fix_missing_locations(tree))


def runs_at_import(source: str, place: int) -> bool:
    nodes = list(ast.walk(ast.parse(source)))
    parents = {child: node for node in nodes for child in ast.iter_child_nodes(node)}
    return _runs_at_import(_statement(nodes[place], parents), parents)


def _statement(node: ast.AST, parents: Mapping[ast.AST, ast.AST]) -> ast.stmt:
    while not isinstance(node, ast.stmt):
        node = parents[node]
    return node


def _runs_at_import(statement: ast.AST, parents: Mapping[ast.AST, ast.AST]) -> bool:
    while statement in parents:
        statement = parents[statement]
        if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef):
            return False
    return True


def _body(parent: ast.AST, statement: ast.stmt) -> list[ast.stmt]:
    """The list that contains a statement."""
    bodies: Iterable[object] = (value for _, value in ast.iter_fields(parent))
    return next(body for body in bodies if isinstance(body, list) and statement in body)


def _is_text(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def _probe(number: int) -> ast.stmt:
    return ast.parse(f"__import__('{__name__}', fromlist=['touch']).touch({number})").body[0]
