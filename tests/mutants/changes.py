"""Makes small changes to a source: another operator, constant, branch or return."""

import ast
import copy
from collections.abc import Iterator
from typing import Final, NamedTuple

_COMPARED: Final[dict[type[ast.cmpop], type[ast.cmpop]]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}


class Mutant(NamedTuple):
    """One change."""

    lines: range
    before: str
    after: str
    source: str

    @property
    def line(self) -> int:
        return self.lines.start


def mutants_of(source: str) -> list[Mutant]:
    """Every change that can be made to a source, by line."""
    tree = ast.parse(source)
    return [made for number, node in enumerate(ast.walk(tree)) for made in _of_node(tree, number, node)]


def _of_node(tree: ast.Module, number: int, node: ast.AST) -> Iterator[Mutant]:
    for change in _changes(node):
        other = copy.deepcopy(tree)
        target = next(each for index, each in enumerate(ast.walk(other)) if index == number)
        before = ast.unparse(target)
        change(target)
        after = ast.unparse(ast.fix_missing_locations(target))
        if before != after:
            yield Mutant(_lines(node), before, after, ast.unparse(other))


def _lines(node: ast.AST) -> range:
    """The lines of an expression; of a statement, only what is before its body."""
    first: int = getattr(node, "lineno", 0)
    body = getattr(node, "body", None)
    last: int = body[0].lineno - 1 if isinstance(body, list) else getattr(node, "end_lineno", first)
    return range(first, max(first, last) + 1)


def _changes(node: ast.AST) -> Iterator["_Change"]:
    match node:
        case ast.Compare(ops=[one]) if type(one) in _COMPARED:
            yield _Change("ops", [_COMPARED[type(one)]()])
        case ast.BoolOp(op=sign):
            yield _Change("op", ast.Or() if isinstance(sign, ast.And) else ast.And())
        case ast.BinOp(op=ast.Add()):
            yield _Change("op", ast.Sub())
        case ast.UnaryOp(op=ast.Not(), operand=inner):
            yield _Change("op", ast.UAdd()) if isinstance(inner, ast.Constant) else _Change("operand", _negated(inner))
        case ast.Constant(value=bool() as value):
            yield _Change("value", not value)
        case ast.Constant(value=int() as value):
            yield _Change("value", value + 1)
        case ast.If(test=test) | ast.IfExp(test=test):
            yield _Change("test", _negated(test))
        case ast.Return(value=value) if value is not None and not isinstance(value, ast.Constant):
            yield _Change("value", ast.Constant(None))


class _Change(NamedTuple):
    """A field of a node, and its new value."""

    name: str
    value: object

    def __call__(self, node: ast.AST) -> None:
        setattr(node, self.name, copy.deepcopy(self.value))


def _negated(test: ast.expr) -> ast.expr:
    return ast.UnaryOp(ast.Not(), copy.deepcopy(test))
