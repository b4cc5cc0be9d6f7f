"""The interfaces between the parts of the evaluator: a walk through statements, its module, and its recorder.

Expressions contain calls, calls run functions, and functions are statements that contain expressions. That circle is
closed only here: every part is passed an `Evaluation` and imports no other part for it.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import NamedTuple, Protocol

from tree_sitter import Node

from waypost.immutable import immutable
from waypost.routes.calls.match import Shapes
from waypost.routes.evaluate.heads_below import HeadsBelow
from waypost.routes.evaluate.meter import Meter
from waypost.routes.model.values import (
    Arguments,
    Class,
    Function,
    Instance,
    KeyedValue,
    Row,
    Text,
    TextPiece,
    Thing,
    Unknown,
    Value,
)
from waypost.routes.syntax import Blocks
from waypost.text import Span
from waypost.workspace import Workspace

# A file, and the names still to be looked up in it.
FileAndNames = tuple[Path, tuple[str, ...]]


@immutable()
class Call:
    """A call as it was found: `through` are the outermost caller's own texts and unknown values."""

    callee: Value
    arguments: Arguments
    span: Span
    callee_span: Span
    callee_text: str
    # Set if it was found inside a function, whose outermost call has the spans.
    through: "list[TextPiece | Unknown] | None" = None
    decorator: bool = False
    # The functions between that call and this one, the outermost first.
    via: tuple[Function, ...] = ()
    # Whether it is made only on some paths of the code around it.
    maybe: bool = False

    def made_by(self, outer: "Call", via: tuple[Function, ...]) -> "Call":
        """The same call at the place of the one that leads to it."""
        through = outer.through or []
        places = outer.span, outer.callee_span
        return Call(self.callee, self.arguments, *places, self.callee_text, through, self.decorator, via, self.maybe)


class Making(NamedTuple):
    """A call of a class."""

    of: Class
    arguments: Arguments


class Recorder(Protocol):
    """Records every call and every string."""

    count: int

    def call(self, call: Call) -> Value | None:
        """Record a call; return its value if the table of shapes knows it."""

    def attribute(self, owner: Thing, entry: KeyedValue) -> None:
        """Record that an attribute of an object was set."""

    def string(self, value: Text, *, decorator: bool) -> None:
        """Record a string literal."""

    def pair(self, row: Row) -> None:
        """Record a tuple: it may be a verb and a path."""


class FileFinder(Protocol):
    """What dotted names refer to, and what is cached with them."""

    attributes: dict[tuple[int, int, str, int], tuple[Value, Mapping[str, Value], frozenset[str]]]
    unfinished: int
    makings: "dict[tuple[str, int], tuple[Sequence[Making], frozenset[str]]]"

    def looked_up(self, uri: str, root: str, names: tuple[str, ...], *, relative: bool = False) -> FileAndNames | None:
        """The file below a folder that defines a dotted name, which the file `uri` then depends on."""

    def depend(self, uri: str, places: Iterable[str]) -> None: ...

    def reach(self, uri: str, file: Path) -> None:
        """Record that the results of a file depend on all that those of another one depend on."""

    def heads(self, folder: str, workspace: Workspace) -> HeadsBelow:
        """The classes in the sources below a folder, and what they may inherit from."""

    def roots(self, uri: str, make: Callable[[], Iterable[str]]) -> Sequence[str]:
        """The folders in which the absolute names of a file are looked for."""

    def is_package(self, folder: Path) -> bool: ...

    def uri(self, file: Path) -> str: ...


class ModuleNames(Protocol):
    """The names of one source, and those it imports."""

    uri: str
    meter: Meter
    # What parameters of `__init__` stand for, by file, class, block and name, with the names that it was found by.
    given: dict[tuple[str, str, int, str, int], tuple[Value | None, frozenset[str]]]
    # Whether it is asked where objects are made, to learn what they are given.
    asks: bool

    @property
    def foreign(self) -> bool:
        """Whether it only provides values to another file: nothing in it has a place that may be shown."""

    @property
    def workspace(self) -> Workspace:
        """The state in which other files are found and read."""

    @property
    def library(self) -> FileFinder: ...

    @property
    def blocks(self) -> Blocks:
        """The text, split into blocks."""

    @property
    def binders(self) -> Mapping[str, Sequence[int]]:
        """The blocks that bind each name at module level."""

    @property
    def shapes(self) -> Shapes:
        """The calls that are looked for here, with those that settings describe."""

    def base(self, index: int) -> int:
        """What to add to a node's offset in block `index` to get its offset in the document."""

    def note(self, name: str) -> None:
        """Record that the current result depends on a name."""

    def note_all(self, names: Iterable[str]) -> None:
        """The same for several."""

    def watched(self) -> AbstractContextManager[set[str]]:
        """Collect the names that are looked up meanwhile."""

    def lookup(self, name: str, before: int | None = None) -> Value | None:
        """The value of a module-level name."""

    def imported(self, dotted: str) -> Value | None:
        """The value that another file of the workspace gives a dotted name."""

    def class_of(self, block: int) -> Class | None:
        """The class that a block belongs to."""

    def attribute(self, owner: Class, name: str, receiver: Value) -> Value | None:
        """The value of an attribute of an object of a class."""

    def setter(self, owner: Class, name: str, receiver: Value) -> Function | None:
        """The method that sets a property of an object."""

    def bases(self, owner: Class) -> list[Value]:
        """What a class inherits from."""

    def ancestry(self, owner: Class) -> Iterator[Value]:
        """A class and what it inherits from, each once."""

    def heirs_here(self, owner: Class) -> Iterator[Class]:
        """The classes of this file that inherit from one, each before its own heirs."""

    def texts_of(self, made: Instance) -> Mapping[str, Value]:
        """The attributes of an object that are texts."""

    def annotated_names(self, owner: Class) -> list[tuple[str, int]]:
        """The fields of a class, each with the block that has it."""

    def value_in(self, block: int, name: str) -> Value | None:
        """What a block binds a name to."""

    def member(self, owner: Class, name: str) -> Value | None:
        """The value of a class attribute in this module."""

    @property
    def named_as_base(self) -> Mapping[str, Sequence[int]]:
        """The classes whose heads name each base."""

    @property
    def makes(self) -> Mapping[str, Sequence[int]]:
        """The blocks that may make objects of each class."""

    def other(self, uri: str, file: Path) -> "ModuleNames | None":
        """The module of another file, as far as this one needs it."""

    def not_asking(self) -> "ModuleNames":
        """The same source as one who does not ask where objects are made sees it."""

    def made_in(self, index: int) -> Sequence[Making]:
        """The calls of classes in a block."""


class Evaluation(Protocol):
    """One walk through statements: the known value of each name at this point."""

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
    chain: tuple[Function, ...]
    inner: set[int]
    nesting: int
    decorator: bool
    scope: int

    @property
    def module(self) -> ModuleNames: ...

    @property
    def holder_of_code(self) -> Class | None:
        """The class that contains the current code."""

    def span(self, node: Node) -> Span:
        """The span of a node in the document."""

    def place(self, node: Node) -> Span | None:
        """The same for values, which have no place here if they come from another file."""

    def name(self, name: str) -> Value | None:
        """The value of a name; None if nothing binds it."""

    def around(self, name: str) -> Value | None:
        """The value of a name, or of an attribute of `self`, where this walk has not bound it."""

    def is_shared(self, name: str) -> bool:
        """Whether a name of the module is the same one here: functions have names of their own."""

    def execute(self, node: Node) -> bool:
        """Execute the statements in a node. Returns whether control never reaches their end."""

    def statement(self, node: Node) -> bool:
        """Execute one statement. Returns whether control never gets past it."""

    def step(self, node: Node) -> bool:
        """Execute one of several statements, whose states are looked at one by one."""

    def evaluate(self, node: Node | None) -> Value:
        """The value of an expression."""

    def assign(self, target: Node, value: Value) -> None:
        """Bind a pattern."""

    def change(self, target: Node, before: Value, value: Value) -> None:
        """The object that a name stands for has changed, for all its names."""

    def later(self, node: Node) -> None:
        """Walk through a function's body once the names around it are known."""

    def call_function(self, function: Function, arguments: Arguments | None = None, outer: Call | None = None) -> Value:
        """What a function of the workspace returns for these arguments."""

    def within(self, function: Function) -> "Evaluation":
        """An evaluation that knows the names visible in a function, for its annotations."""
