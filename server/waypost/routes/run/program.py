"""What the machine asks the program for. The room above answers, from files, open documents or what is kept."""

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Mapping

from waypost.routes.domain.code import Code
from waypost.routes.domain.places import Block
from waypost.routes.domain.values import Module
from waypost.routes.ir.operations import Body


class Program(ABC):
    """The files that are seen, as one."""

    # Calls that are requests though the program says what they do, by their last names: `api.Client.fetch`; `*.Route`
    # for a class of any module. What such a call does inside is not followed.
    described: Mapping[str, Collection[str]] = {}

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
    def codes(self, module: Module) -> Iterable[Code]:
        """The functions of a module that may be run from outside: those that are not in another function."""

    @abstractmethod
    def sets(self, block: Block) -> Collection[str]:
        """The attributes of its first parameter that a function sets."""

    @abstractmethod
    def written_outside(self, attribute: str) -> bool:
        """Whether some code sets an attribute of this name on anything but its own `self`."""

    @abstractmethod
    def changes(self, block: Block) -> Collection[str]:
        """The names around a function that it assigns, changes or hands over: what they stand for may change."""

    @abstractmethod
    def binds(self, block: Block) -> Collection[str]:
        """The names around a function that it binds anew: `global`, `nonlocal`."""
