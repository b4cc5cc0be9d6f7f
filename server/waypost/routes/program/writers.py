"""Which files change what others have, and which make objects of others' classes.

A module's state is what its own functions make of it, and what these files do; what the objects of a class have is what
they are made with.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import takewhile
from typing import Final, TypeAlias

from waypost.routes.program.sources import (
    BlocksOf,
    DottedNames,
    FileNamed,
    Files,
    absolute_name,
    may_set,
)
from waypost.routes.program.table import NamesQuery, Query, QueryContext
from waypost.routes.syntax import Block as TextBlock
from waypost.routes.syntax import BlockKind
from waypost.routes.syntax.scope import ANY, CHANGING, Chain, scope_of


@dataclass(frozen=True, slots=True)
class WritesInto(NamesQuery):
    """What a file imports and changes, or hands to a function of the program, by dotted names."""

    file: str

    def answer(self, context: QueryContext) -> tuple[str, ...]:
        blocks = context.ask(BlocksOf(self.file))
        names = dict(pair for pairs in blocks.each(_imported) for pair in pairs)
        if not names:
            return ()
        own = frozenset(name for found in blocks.each(_bound) for name in found) | names.keys()
        changed = {names[each[0]] for found in blocks.each(_changed) for each in found if each[0] in names}
        given = {each for found in blocks.each(_given) for by, each in found if by in own and each[0] in names}
        handed = {".".join((names[each[0]], *takewhile(str.isidentifier, each[1:]))) for each in given}
        absolute = {absolute_name(context, self.file, each) for each in handed - changed}
        written = {absolute_name(context, self.file, each) for each in changed}
        return tuple(sorted(written | {each for each in absolute if not _is_definition(context, each)}))


@dataclass(frozen=True, slots=True)
class DefinedIn(NamesQuery):
    """The functions and classes of a file: who is given one leaves it as it is."""

    file: str

    def answer(self, context: QueryContext) -> tuple[str, ...]:
        blocks = context.ask(BlocksOf(self.file))
        return tuple(sorted({each.name for each in blocks if each.kind in (BlockKind.FUNCTION, BlockKind.CLASS)}))


def _is_definition(context: QueryContext, dotted: str) -> bool:
    """Whether a dotted name is that of a module, or of a function or a class of one."""
    around, name = dotted, ""
    while around and not (file := context.ask(FileNamed(around))):
        around, _, name = around.rpartition(".")
    return bool(around) and (not name or name in context.ask(DefinedIn(file)))


def _imported(block: TextBlock) -> tuple[tuple[str, str], ...]:
    """The names that are imported, with what they stand for."""
    if b"import" not in block.text:
        return ()
    return tuple(
        (each.bound, each.dotted) for scope in scope_of(block).all() for each in scope.imports if each.name != ANY
    )


def _bound(block: TextBlock) -> frozenset[str]:
    """The names that a block binds in its module; what is in a class is called by no name alone."""
    if block.kind is BlockKind.MEMBER:
        return frozenset()
    return frozenset((block.name,)) if block.name else frozenset(scope_of(block).binds)


def _changed(block: TextBlock) -> tuple[Chain, ...]:
    if not may_set(block):
        return ()
    scope = scope_of(block)
    writes = (write.owner for write in scope.all_writes if write.owner)
    calls = (call.callee for call in scope.all_calls if len(call.callee) > 1 and call.callee[-1] in CHANGING)
    return (*writes, *calls)


# Something that is given as it is, not what is made of it.
_GIVEN: Final = re.compile(rb"[(,=*][ \t\r\n]*[^\W\d][\w.]{0,200}[ \t\r\n]*[,)]")


def _given(block: TextBlock) -> tuple[tuple[str, Chain], ...]:
    """What functions are given as it is, with the first name by which each function is reached."""
    if _GIVEN.search(block.text) is None:
        return ()
    return tuple(
        (call.callee[0], given) for call in scope_of(block).all_calls if call.callee for _, given in call.given if given
    )


Written: TypeAlias = Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class AllWriters(Query[Mapping[str, Written]]):
    """The files that write into each file, by the names that they write; the empty one is for all of it."""

    def answer(self, context: QueryContext) -> Mapping[str, Written]:
        named: Mapping[str, str] = context.ask(DottedNames())
        files: frozenset[str] = context.ask(Files())
        found: dict[str, dict[str, dict[str, None]]] = {}
        for file in sorted(files):
            for target, name in _written(context.ask(WritesInto(file)), named):
                if target != file:
                    found.setdefault(target, {}).setdefault(name, {})[file] = None
        return {target: {name: tuple(by) for name, by in names.items()} for target, names in found.items()}

    def on_cycle(self) -> Mapping[str, Written]:
        return {}


def _written(names: tuple[str, ...], named: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """The module of each name, the longest that there is, and what it is called there."""
    for name in names:
        parts = name.split(".")
        modules = ((".".join(parts[:size]), size) for size in range(len(parts), 0, -1))
        module, size = next((each for each in modules if each[0] in named), ("", 0))
        if module:
            yield named[module], parts[size] if size < len(parts) else ""


@dataclass(frozen=True, slots=True)
class WritersOf(Query[Written]):
    """The files that change what a file has, by the names under which it has that."""

    file: str

    def answer(self, context: QueryContext) -> Written:
        return context.ask(AllWriters()).get(self.file, {})

    def on_cycle(self) -> Written:
        return {}


@dataclass(frozen=True, slots=True)
class CallsImported(NamesQuery):
    """The last names of what a file imports and calls: of classes whose objects it makes, and of functions."""

    file: str

    def answer(self, context: QueryContext) -> tuple[str, ...]:
        blocks = context.ask(BlocksOf(self.file))
        names = {bound: dotted for pairs in blocks.each(_imported) for bound, dotted in pairs}
        called = {chain for chains in blocks.each(_called) for chain in chains if chain[0] in names}
        last = (chain[-1] if len(chain) > 1 else names[chain[0]].rpartition(".")[2] for chain in called)
        return tuple(sorted({each for each in last if each.isidentifier()}))


def _called(block: TextBlock) -> tuple[Chain, ...]:
    return tuple({call.callee for call in scope_of(block).all_calls if call.callee})


@dataclass(frozen=True, slots=True)
class AllMakers(Query[Mapping[str, tuple[str, ...]]]):
    """The files that call what they import under each name."""

    def answer(self, context: QueryContext) -> Mapping[str, tuple[str, ...]]:
        files: frozenset[str] = context.ask(Files())
        found: dict[str, list[str]] = {}
        for file in sorted(files):
            for name in context.ask(CallsImported(file)):
                found.setdefault(name, []).append(file)
        return {name: tuple(makers) for name, makers in found.items()}

    def on_cycle(self) -> Mapping[str, tuple[str, ...]]:
        return {}


@dataclass(frozen=True, slots=True)
class FilesThatMake(NamesQuery):
    """The files that may make objects of a class, which they import under its name."""

    name: str

    def answer(self, context: QueryContext) -> tuple[str, ...]:
        return context.ask(AllMakers()).get(self.name, ())
