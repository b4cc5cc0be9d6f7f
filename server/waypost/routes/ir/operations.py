"""The operations that a body is lowered into: immutable, with places that count from where the block begins.

They work on a stack of values: an expression is its operands' operations followed by its own, so that no nesting of
expressions nests anything here. Statements that branch hold the operations of their arms.
"""

import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import IntEnum, auto
from typing import Any, Final, NamedTuple, TypeAlias

from waypost.routes.domain.code import Code
from waypost.routes.domain.places import Place


class Do(IntEnum):
    """What an operation does. `argument` is what it needs to know besides the values on the stack."""

    PUSH = auto()  # a value that is written out
    POP = auto()
    COPY = auto()  # the top of the stack again
    LOAD = auto()  # a name
    STORE = auto()
    SECRET = auto()  # what is stored next has the name of a secret
    ANNOTATED = auto()  # the names in an annotation, whether the value holds such objects, what has it if not the stack
    DELETE = auto()
    GLOBAL = auto()  # names that the body binds elsewhere: (names, whether in the module)
    ATTRIBUTE = auto()
    SET_ATTRIBUTE = auto()
    ITEM = auto()
    SET_ITEM = auto()
    DELETE_ITEM = auto()
    SLICE = auto()
    UNPACK = auto()  # (number of targets, index of the starred one)
    BINARY = auto()
    AUGMENTED = auto()
    NOT = auto()
    UNARY = auto()
    COMPARE = auto()
    JOIN = auto()  # parts of an f-string or of neighbouring strings
    SEQUENCE = auto()
    MAPPING = auto()
    CALL = auto()
    FUNCTION = auto()
    CLASS = auto()
    SUPER = auto()
    IMPORT = auto()
    IMPORT_FROM = auto()
    RETURN = auto()
    YIELD = auto()
    RAISE = auto()
    BREAK = auto()
    CONTINUE = auto()
    BRANCH = auto()
    SHORT = auto()  # `and`, `or`
    CONDITIONAL = auto()
    MATCH = auto()
    LOOP = auto()
    COMPREHENSION = auto()
    TRY = auto()
    ENTER = auto()
    WITH = auto()
    UNKNOWN = auto()  # what stands in for syntax that is not understood; it takes operands


class Operation(NamedTuple):
    do: Do
    argument: Any = None
    place: Place | None = None


Operations: TypeAlias = tuple[Operation, ...]


# The orders in which two values may stand.
ORDERS: Final[Mapping[str, Callable[[Any, Any], bool]]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


class Test(NamedTuple):
    """What a condition says about a name, or of an attribute of one, so that an arm knows more of it."""

    # `("self", "client")` is an attribute of a name.
    path: tuple[str, ...]
    # "truth", "none", "equal", "instance"; of a text "in", "startswith", "endswith"; of a number one of the orders.
    kind: str
    # What it is compared with, and whether the test fails there.
    operand: Operations = ()
    negated: bool = False


class Arm(NamedTuple):
    """An `if` or `elif`; without a condition the last one, `else`."""

    condition: Operations
    body: Operations
    # What is so where the condition holds, and where it does not.
    holds: tuple[Test, ...] = ()
    fails: tuple[Test, ...] = ()


class Case(NamedTuple):
    """A case of `match`: the values that it fits, or anything; the names that it binds."""

    values: tuple[Operations, ...]
    anything: bool
    names: tuple[str, ...]
    guarded: bool
    body: Operations


class Loop(NamedTuple):
    # Empty for `while`.
    target: Operations
    # Of `while`, evaluated in each turn.
    condition: Operations
    body: Operations
    otherwise: Operations
    # The names that the body assigns.
    assigned: tuple[str, ...]
    # Those of which a new value is made of the old one, and of these the ones that are only added to: `url += "/x"`.
    remade: frozenset[str]
    grown: frozenset[str]
    holds: tuple[Test, ...] = ()
    fails: tuple[Test, ...] = ()


class Comprehension(NamedTuple):
    # "list", "set", "mapping", "generator".
    kind: str
    # For each clause: the operations of what is gone through (empty for the first, which is on the stack), target,
    # conditions.
    clauses: tuple[tuple[Operations, Operations, tuple[Operations, ...]], ...]
    key: Operations
    value: Operations
    names: tuple[str, ...]


class Handler(NamedTuple):
    name: str
    # An alternative of an import.
    of_import: bool
    body: Operations


class Try(NamedTuple):
    body: Operations
    handlers: tuple[Handler, ...]
    otherwise: Operations
    final: Operations


class With(NamedTuple):
    """The body of `with`, how many things were entered for it, and whether one of them suppresses errors."""

    body: Operations
    things: int
    suppresses: bool


class Signature(NamedTuple):
    """How a call gives its arguments: for each on the stack, a name, or "" by position, "*" or "**"."""

    kinds: tuple[str, ...]
    places: tuple[tuple[Place | None, Place | None], ...]


class AnnotatedName(NamedTuple):
    """A name that the body of a class annotates: the names of classes that it may be of, and what is written."""

    name: str
    classes: tuple[str, ...]
    written: str


class ClassHead(NamedTuple):
    name: str
    body: Operations
    signature: Signature
    # The names that the body annotates, in order.
    annotated: tuple[AnnotatedName, ...]
    # Where its decorators are written, in order; they are on the stack.
    decorators: tuple[Place, ...]


class FunctionHead(NamedTuple):
    code: Code
    # The parameters whose defaults are on the stack, in order.
    defaults: tuple[str, ...]
    decorators: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class Body:
    """A block, lowered."""

    operations: Operations = ()
    # Functions are made in it, which read its variables.
    makes_functions: bool = False
    # The number of nodes of the tree that it was lowered from.
    nodes: int = 0
    # The names of which conditions ask whether they are None, or true.
    asked: frozenset[str] = frozenset()
