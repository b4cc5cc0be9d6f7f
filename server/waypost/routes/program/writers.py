"""Which files change what others have, and which make objects of others' classes.

A module's state is what its own functions make of it, and what these files do; what the objects of a class have is what
they are made with.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import takewhile
from typing import Final, TypeAlias

from waypost.routes.program.reachability import FilesOf, GroupOf
from waypost.routes.program.sources import (
    ON,
    BlocksOf,
    ClassBasesIn,
    DottedNames,
    FileNamed,
    MayBeIn,
    SetOutside,
    absolute_name,
    may_set,
)
from waypost.routes.program.table import FlagQuery, NamesQuery, Query, QueryContext
from waypost.routes.syntax import Block as TextBlock
from waypost.routes.syntax import BlockKind, Blocks
from waypost.routes.syntax.scope import ANY, CHANGING, Chain, scope_of


@dataclass(frozen=True, slots=True)
class ImportedIn(Query[Mapping[str, str]]):
    """The names that a file binds to what may be in the program, with what they stand for, as it is written."""

    file: str

    def answer(self, context: QueryContext) -> Mapping[str, str]:
        bound = _imports(context.ask(BlocksOf(self.file)))
        return {name: dotted for name, dotted in bound.items() if context.ask(MayBeIn(dotted.partition(".")[0]))}

    def on_cycle(self) -> Mapping[str, str]:
        return {}


def _naming(context: QueryContext, file: str, names: Collection[str]) -> list[TextBlock]:
    """The blocks of a file in which some of the names stand: only these are parsed."""
    if not names:
        return []
    any_of = re.compile(rf"\b(?:{'|'.join(map(re.escape, sorted(names)))})\b")
    return [each for each in context.ask(BlocksOf(file)) if any_of.search(each.text.decode(errors="replace"))]


@dataclass(frozen=True, slots=True)
class WritesInto(NamesQuery):
    """What a file imports and changes, or hands to a function of the program, by dotted names."""

    file: str

    def answer(self, context: QueryContext) -> tuple[str, ...]:
        names: Mapping[str, str] = context.ask(ImportedIn(self.file))
        changing = [each for each in _naming(context, self.file, names) if may_set(each)]
        changed = {names[each[0]] for block in changing for each in block.derived(_changed) if each[0] in names}
        absolute = {absolute_name(context, self.file, each) for each in self._handed(context, names) - changed}
        written = {absolute_name(context, self.file, each) for each in changed}
        handed = {each for each in absolute if not (_is_module(context, each) or _is_definition(context, each))}
        return tuple(sorted(written | handed))

    def _handed(self, context: QueryContext, names: Mapping[str, str]) -> frozenset[str]:
        """What functions that the file has under a name are given as it is, without what is a definition anyway."""
        blocks = context.ask(BlocksOf(self.file))
        absolute = ((name, absolute_name(context, self.file, dotted)) for name, dotted in names.items())
        others = {name for name, dotted in absolute if not _is_definition(context, dotted)}
        giving = [each for each in _naming(context, self.file, others) if _GIVEN.search(each.text) is not None]
        given = {pair for block in giving for pair in block.derived(_given) if pair[1][0] in others}
        if not given:
            return frozenset()
        own = {name for found in blocks.each(_bound) for name in found} | _imports(blocks).keys()
        return frozenset(
            ".".join((names[each[0]], *takewhile(str.isidentifier, each[1:]))) for by, each in given if by in own
        )


@dataclass(frozen=True, slots=True)
class DefinedIn(NamesQuery):
    """The functions and classes of a file: who is given one leaves it as it is."""

    file: str

    def answer(self, context: QueryContext) -> tuple[str, ...]:
        blocks = context.ask(BlocksOf(self.file))
        return tuple(sorted({each.name for each in blocks if each.kind in (BlockKind.FUNCTION, BlockKind.CLASS)}))


def _is_definition(context: QueryContext, dotted: str) -> bool:
    """Whether a dotted name is that of a function or a class of a module, or of something of one."""
    around, name = dotted, ""
    while around and not (file := context.ask(FileNamed(around))):
        around, _, name = around.rpartition(".")
    return bool(around) and bool(name) and name in context.ask(DefinedIn(file))


def _is_module(context: QueryContext, dotted: str) -> bool:
    return bool(context.ask(FileNamed(dotted)))


def _imports(blocks: Blocks) -> dict[str, str]:
    """What a file imports, as it is written, by the names that it binds."""
    return dict(pair for pairs in blocks.each(_imported) for pair in pairs)


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

    group: str = ""

    def answer(self, context: QueryContext) -> Mapping[str, Written]:
        named: Mapping[str, str] = context.ask(DottedNames())
        found: dict[str, dict[str, dict[str, None]]] = {}
        for file in context.ask(FilesOf(self.group)):
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
        return context.ask(AllWriters(context.ask(GroupOf(self.file)))).get(self.file, {})

    def on_cycle(self) -> Written:
        return {}


@dataclass(frozen=True, slots=True)
class AllSetOutside(Query[frozenset[str]]):
    """The same of all files."""

    group: str = ""

    def answer(self, context: QueryContext) -> frozenset[str]:
        return frozenset().union(*(context.ask(SetOutside(file)) for file in context.ask(FilesOf(self.group))))

    def on_cycle(self) -> frozenset[str]:
        return frozenset()


@dataclass(frozen=True, slots=True)
class IsSetOutside(FlagQuery):
    """Whether any code does that to an attribute of this name, of whatever or of objects of some classes."""

    attribute: str
    # Their last names, with spaces between.
    of: str = ""
    group: str = ""

    def answer(self, context: QueryContext) -> bool:
        found = context.ask(AllSetOutside(self.group))
        return self.attribute in found or any(
            f"{self.attribute}{ON}{each}" in found for each in self.of.split() or [""]
        )


def _by_name(files: tuple[str, ...], names_in: Callable[[str], Iterable[str]]) -> Mapping[str, tuple[str, ...]]:
    """The files that have something to do with each name."""
    found: dict[str, list[str]] = {}
    for file in files:
        for name in names_in(file):
            found.setdefault(name, []).append(file)
    return {name: tuple(each) for name, each in found.items()}


@dataclass(frozen=True, slots=True)
class AllClassBases(Query[Mapping[str, tuple[str, ...]]]):
    """The files with classes that name each base."""

    group: str = ""

    def answer(self, context: QueryContext) -> Mapping[str, tuple[str, ...]]:
        def bases(file: str) -> Iterable[str]:
            return sorted({base for each in context.ask(ClassBasesIn(file)).values() for base in each})

        return _by_name(context.ask(FilesOf(self.group)), bases)

    def on_cycle(self) -> Mapping[str, tuple[str, ...]]:
        return {}


@dataclass(frozen=True, slots=True)
class FilesWithSubclasses(NamesQuery):
    """The files with classes that name this one as a base."""

    name: str
    group: str = ""

    def answer(self, context: QueryContext) -> tuple[str, ...]:
        return context.ask(AllClassBases(self.group)).get(self.name, ())


@dataclass(frozen=True, slots=True)
class CallsImported(NamesQuery):
    """The last names of what a file imports and calls: of classes whose objects it makes, and of functions."""

    file: str

    def answer(self, context: QueryContext) -> tuple[str, ...]:
        names: Mapping[str, str] = context.ask(ImportedIn(self.file))
        naming = _naming(context, self.file, names)
        called = {chain for block in naming for chain in block.derived(_called) if chain[0] in names}
        last = (chain[-1] if len(chain) > 1 else names[chain[0]].rpartition(".")[2] for chain in called)
        return tuple(sorted({each for each in last if each.isidentifier()}))


def _called(block: TextBlock) -> tuple[Chain, ...]:
    return tuple({call.callee for call in scope_of(block).all_calls if call.callee})


@dataclass(frozen=True, slots=True)
class AllMakers(Query[Mapping[str, tuple[str, ...]]]):
    """The files that call what they import under each name."""

    group: str = ""

    def answer(self, context: QueryContext) -> Mapping[str, tuple[str, ...]]:
        return _by_name(context.ask(FilesOf(self.group)), lambda file: context.ask(CallsImported(file)))

    def on_cycle(self) -> Mapping[str, tuple[str, ...]]:
        return {}


@dataclass(frozen=True, slots=True)
class FilesThatMake(NamesQuery):
    """The files that may make objects of a class, which they import under its name."""

    name: str
    group: str = ""

    def answer(self, context: QueryContext) -> tuple[str, ...]:
        return context.ask(AllMakers(self.group)).get(self.name, ())
