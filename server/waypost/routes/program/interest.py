"""Which files can hold anything of interest: only these are run. A fact of what files import, and of their words.

A request of a known client is only where that client can be reached: a file imports it, or one that does, over any
number of steps. What only looks like a request has a verb in its name or among its arguments.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import ClassVar, Final

from waypost.clients import CLIENTS
from waypost.clients.shape import VERBS
from waypost.routes.program.disk import KeptFlag, KeptNames
from waypost.routes.program.sources import BlocksOf, DottedNames, Files, HeadsIn, absolute_name
from waypost.routes.program.table import Asker, Question
from waypost.routes.syntax import Block as TextBlock
from waypost.routes.syntax.scope import ANY, scope_of

_VERB: Final = rb"(?i:get|post|put|patch|delete|head|options)"
_SPACE: Final = rb"[ \t\\\r\n]*"
# What fills templates is called where a request is made, or near it.
_HELPERS: Final = "|".join(
    callee.removeprefix("*.")
    for shape in (shape for client in CLIENTS for shape in client.shapes if shape.helper)
    for callee in shape.callees
    if callee.startswith("*.")
).encode()
_LOOKS: Final = re.compile(
    rb"(?i:get|post|put|patch|delete)\w*"
    + _SPACE
    + rb"\(|[\"']"
    + _VERB
    + rb"[\"']|\b(?:"
    + _HELPERS
    + rb")"
    + _SPACE
    + rb"\("
)
_STRING: Final = re.compile(rf"[\"'(][ \t]*(?:{'|'.join(VERBS)})\b".encode())


@cache
def _client_modules() -> frozenset[str]:
    return frozenset(module for client in CLIENTS for module in client.modules)


@cache
def _imports_client(dotted: str) -> bool:
    """Whether a module is a client, or in one; of a package with another client in it, only that, and the package."""
    packages = {each.rpartition(".")[0] for each in _client_modules()}
    return any(dotted == each or (each not in packages and dotted.startswith(f"{each}.")) for each in _client_modules())


@dataclass(frozen=True, slots=True)
class ImportsOf(KeptNames):
    """What a file imports, anywhere in it, by dotted names: modules, and what may be a module in one."""

    file: str
    kind: ClassVar[str] = "imports"

    def answer(self, asker: Asker) -> tuple[str, ...]:
        written = {each for names in asker.ask(BlocksOf(self.file)).each(_imports) for each in names}
        return tuple(sorted(absolute_name(self.file, each) for each in written))


def _imports(block: TextBlock) -> frozenset[str]:
    return block.derived(_imports_in) if b"import" in block.text else frozenset()


def _imports_in(block: TextBlock) -> frozenset[str]:
    found: set[str] = set()
    for scope in scope_of(block).all():
        for each in scope.imports:
            found.add(each.module if each.name == ANY else each.dotted)
    return frozenset(found)


@dataclass(frozen=True, slots=True)
class ClientFiles(Question[frozenset[str]]):
    """The files from which a client can be reached."""

    def answer(self, asker: Asker) -> frozenset[str]:
        named: Mapping[str, str] = asker.ask(DottedNames())
        files: frozenset[str] = asker.ask(Files())
        importers: dict[str, list[str]] = {}
        definers: dict[str, list[str]] = {}
        waiting: list[str] = []
        heads = {file: asker.ask(HeadsIn(file)) for file in sorted(files)}
        for file in sorted(files):
            for name in heads[file]:
                definers.setdefault(name, []).append(file)
            for dotted in asker.ask(ImportsOf(file)):
                if _imports_client(dotted):
                    waiting.append(file)
                for target in _files_of(dotted, named):
                    importers.setdefault(target, []).append(file)
        found: set[str] = set()
        while waiting:
            file = waiting.pop()
            if file not in found:
                found.add(file)
                waiting += importers.get(file, ())
                # What a class inherits may call its own methods.
                waiting += (each for bases in heads[file].values() for base in bases for each in definers.get(base, ()))
        return frozenset(found)

    def undecided(self) -> frozenset[str]:
        return frozenset()


def _files_of(dotted: str, named: Mapping[str, str]) -> set[str]:
    """The files that an import runs: the module, and the packages that it is in."""
    parts = dotted.split(".")
    names = (".".join(parts[:length]) for length in range(1, len(parts) + 1))
    return {named[name] for name in names if name in named}


@dataclass(frozen=True, slots=True)
class ReachesClient(KeptFlag):
    """Whether a known client can be reached from a file: findings about requests are only there."""

    file: str
    kind: ClassVar[str] = "reaches a client"
    restores: ClassVar[bool] = False

    def answer(self, asker: Asker) -> bool:
        return self.file in asker.ask(ClientFiles())


@dataclass(frozen=True, slots=True)
class MayRequest(Question[bool]):
    """Whether a file can have any entry in a list: a request, what looks like one, or a route in a string."""

    file: str

    def answer(self, asker: Asker) -> bool:
        if asker.ask(ReachesClient(self.file)):
            return True
        return any(asker.ask(BlocksOf(self.file)).each(_has_words))

    def undecided(self) -> bool:
        return True


def _has_words(block: TextBlock) -> bool:
    return _LOOKS.search(block.text) is not None or holds_routes_in_strings(block)


def holds_routes_in_strings(block: TextBlock) -> bool:
    """Whether a verb stands at the beginning of a string, or of a tuple."""
    return _STRING.search(block.text) is not None
