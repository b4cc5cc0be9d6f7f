"""What the machine asks the program for. The room above answers, from files, open documents or what is kept."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping

from waypost.routes.domain.places import Block
from waypost.routes.domain.values import Module
from waypost.routes.ir.operations import Body


class Footprint:
    """What a piece of work has asked the program for, itself and by other pieces whose results it used."""

    __slots__ = ("asked", "files", "parts")

    def __init__(self) -> None:
        self.asked: dict[Hashable, None] = {}
        # The files whose state was used: what their bodies left, and others may do to it.
        self.files: dict[str, None] = {}
        self.parts: dict[Footprint, None] = {}

    def whole(self) -> "Footprint":
        """Everything, each once."""
        found = Footprint()
        seen, waiting = {self}, [self]
        while waiting:
            each = waiting.pop()
            found.asked |= each.asked
            found.files |= each.files
            waiting += [part for part in each.parts if part not in seen]
            seen.update(each.parts)
        return found


class Program(ABC):
    """The files that are seen, as one."""

    # Calls that are requests though the program says what they do, by their last names: `api.Client.fetch`; `*.Route`
    # for a class of any module. What such a call does inside is not followed.
    described: Mapping[str, Collection[str]] = {}
    # The last names of all calls that settings describe.
    named: Collection[str] = ()

    def __init__(self) -> None:
        # Of the work that goes on.
        self.footprint = Footprint()

    def noted(self, do: Callable[[], None]) -> Footprint:
        """Do a piece of work whose result others will use, too."""
        around, own = self.footprint, Footprint()
        around.parts[own] = None
        self.footprint = own
        try:
            do()
        finally:
            self.footprint = around
        return own

    def apart_from_this(self, do: Callable[[], None]) -> None:
        """Do something on which the work that goes on does not rest, or of which it is known otherwise that it does."""
        own, self.footprint = self.footprint, Footprint()
        try:
            do()
        finally:
            self.footprint = own

    def use(self, work: Footprint) -> None:
        """The result of an earlier piece of work is used."""
        self.footprint.parts[work] = None

    @abstractmethod
    def module(self, dotted: str) -> Module | None:
        """The module of the program that is imported by a dotted name; the same object for the same file."""

    @abstractmethod
    def imported_from(self, module: Module, level: int, dotted: str) -> str:
        """The absolute name of what a module imports: `..api` in `pkg.sub.x` is `pkg.api`."""

    @abstractmethod
    def block(self, module: Module) -> Block:
        """The body of a module."""

    @abstractmethod
    def size(self, module: Module) -> int:
        """The length of a module's text."""

    @abstractmethod
    def body(self, block: Block) -> Body:
        """The operations of a body, lowered when they are first asked for."""

    @abstractmethod
    def sets(self, block: Block) -> Collection[str]:
        """The attributes of its first parameter that a function sets."""

    @abstractmethod
    def written_outside(self, attribute: str, of: tuple[str, ...] = ()) -> bool:
        """Whether some code sets an attribute of this name on anything but its own `self`.

        If classes are named, on anything that may be an object of one of them.
        """

    @abstractmethod
    def changes(self, block: Block) -> Collection[str]:
        """What is reached from names around a function, and may be changed: it assigns, changes or hands it over.

        A method of that has `()` behind it.
        """

    @abstractmethod
    def binds(self, block: Block) -> Collection[str]:
        """The names around a function that it binds anew: `global`, `nonlocal`."""

    @abstractmethod
    def reads(self, block: Block) -> Collection[str]:
        """The names around a function that it, or what is in it, takes from there."""

    @abstractmethod
    def written_by_others(self, module: Module) -> Collection[str]:
        """The names of a module that code of other modules changes; the empty one is for any."""

    @abstractmethod
    def writers(self, module: Module, name: str) -> Iterable[Module]:
        """The modules with code that changes what a module has under a name."""

    @abstractmethod
    def is_running_writer(self, module: Module, name: str) -> bool:
        """Whether one of these has begun to run, and is not done."""

    @abstractmethod
    def files_with_subclasses(self, name: str) -> Iterable[str]:
        """The files with classes that name one of this name as a base; each has been run when it is given."""

    @abstractmethod
    def makers(self, module: Module, name: str) -> Iterable[Module]:
        """The modules in which objects of a class may be made, with its own."""

    @abstractmethod
    def makes(self, block: Block, name: str) -> bool:
        """Whether a function calls a class by its name."""
