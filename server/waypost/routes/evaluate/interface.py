"""What the parts of the evaluator see of each other: a walk through statements, the module it walks in, its recorder.

Expressions hold calls, calls run functions, and functions are statements that hold expressions. That circle is closed
here, once: every part is handed an `Evaluation` and imports no other part for it.
"""

from collections.abc import Iterable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from tree_sitter import Node

from waypost.routes.evaluate.meter import Meter
from waypost.routes.model.values import Arguments, Class, Function, Row, Text, TextPiece, Value
from waypost.text import Span
from waypost.workspace import Workspace

# A file, and the names that are left to look up in it.
FileAndNames = tuple[Path, tuple[str, ...]]


@dataclass(frozen=True)
class Call:
    """A call as it was met: `through` are the outermost caller's own texts."""

    callee: Value
    arguments: Arguments
    span: Span
    callee_span: Span
    callee_text: str
    # Where the call that led here stands, if it was met inside a function of the same file.
    through: tuple[TextPiece, ...] | None = None
    decorator: bool = False


class Recorder(Protocol):
    """Who is told of every call and every string."""

    count: int

    def call(self, call: Call) -> Value | None:
        """A call was met; the value that it gives, where the table of shapes knows it."""

    def string(self, value: Text, *, decorator: bool) -> None:
        """A string literal was met."""

    def pair(self, row: Row) -> None:
        """A tuple was met: it may be a verb and a path."""


class FileFinder(Protocol):
    """Where dotted names lead."""

    def looked_up(self, uri: str, root: str, names: tuple[str, ...], *, relative: bool = False) -> FileAndNames | None:
        """The file below a folder that holds a dotted name, which the file `uri` depends on."""

    def depend(self, uri: str, places: Iterable[str]) -> None: ...

    def is_package(self, folder: Path) -> bool: ...

    def uri(self, file: Path) -> str: ...


class ModuleNames(Protocol):
    """The names of one source, and those it imports."""

    uri: str
    workspace: Workspace
    meter: Meter

    @property
    def foreign(self) -> bool:
        """Whether it only lends values to another file: nothing in it has a place that may be shown."""

    @property
    def library(self) -> FileFinder: ...

    def base(self, index: int) -> int:
        """What to add to a node's offset in block `index` to have its place in the document."""

    def note(self, name: str) -> None:
        """Remember that what is being worked out depends on a name."""

    def watched(self) -> AbstractContextManager[set[str]]:
        """Collects the names that are looked up meanwhile."""

    def lookup(self, name: str, before: int | None = None) -> Value | None:
        """The value of a module-level name."""

    def imported(self, dotted: str) -> Value | None:
        """The value that another file of the workspace gives a dotted name."""

    def class_of(self, block: int) -> Class | None:
        """The class that a block is a part of."""

    def member(self, owner: Class, name: str) -> Value | None:
        """What a class of this module has under a name."""

    def other(self, uri: str, file: Path) -> "ModuleNames | None":
        """Another file's module, as far as this one needs it."""


class Evaluation(Protocol):
    """One walk through statements: what each name is known to be at this point."""

    block: int
    base: int
    holder: Class | None
    recorder: Recorder | None
    env: dict[str, Value]
    attributes: dict[str, Value]
    bases: list[Value]
    returned: list[Value]
    yielded: list[Value]
    outer: Call | None
    nesting: int
    decorator: bool
    scope: int

    @property
    def module(self) -> ModuleNames: ...

    def span(self, node: Node) -> Span:
        """Where a node stands in the document."""

    def place(self, node: Node) -> Span | None:
        """The same for values, which have no place here if they are of another file."""

    def name(self, name: str) -> Value | None:
        """The value of a name; None where nothing binds it."""

    def execute(self, node: Node) -> bool:
        """Execute the statements in a node. Whether control never leaves at their end."""

    def statement(self, node: Node) -> bool:
        """Execute one statement. Whether control never gets past it."""

    def evaluate(self, node: Node | None) -> Value:
        """The value of an expression."""

    def assign(self, target: Node, value: Value) -> None:
        """Bind a pattern."""

    def rebind_mutated(self, target: Node, value: Value) -> None:
        """A method has changed the object that a name stands for."""

    def later(self, node: Node) -> None:
        """Walk through a function's body once the names around it are settled."""

    def call_function(self, function: Function, arguments: Arguments | None = None, outer: Call | None = None) -> Value:
        """What a function of the workspace returns for these arguments."""

    def within(self, function: Function) -> "Evaluation":
        """An evaluation that knows the names which a function knows, for its annotations."""
