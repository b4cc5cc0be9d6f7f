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
    """One change to one node, named by its number in the order of `ast.walk`."""

    number: int
    change: "_Change"
    line: int
    before: str
    after: str

    def of(self, source: str) -> str:
        """The changed source."""
        tree = ast.parse(source)
        self.change(list(ast.walk(tree))[self.number])
        return ast.unparse(ast.fix_missing_locations(tree))


def mutants_of(source: str) -> list[Mutant]:
    """Every change that can be made to a source."""
    nodes = enumerate(ast.walk(ast.parse(source)))
    found = (_mutant(number, node, change) for number, node in nodes for change in _changes(node))
    return [mutant for mutant in found if mutant.before != mutant.after]


def _mutant(number: int, node: ast.AST, change: "_Change") -> Mutant:
    other = copy.deepcopy(node)
    change(other)
    return Mutant(number, change, getattr(node, "lineno", 0), _shown(node), _shown(ast.fix_missing_locations(other)))


def _shown(node: ast.AST) -> str:
    """An expression; of a statement, only what is before its body."""
    text = ast.unparse(node)
    return text.partition("\n")[0] if isinstance(node, ast.If) else text


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
        case ast.If(test=ast.Name("TYPE_CHECKING")):  # It runs nothing.
            return
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
