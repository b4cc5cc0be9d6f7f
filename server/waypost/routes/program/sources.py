"""What is asked about the text of a program: its files, their trees, bodies and facts. Nothing is run for these."""

import builtins
import re
import sys
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from itertools import takewhile
from types import MappingProxyType
from typing import Final, NamedTuple, Protocol

from tree_sitter import Node

from waypost.clients import CLIENTS
from waypost.clients.shape import Shape
from waypost.routes.domain.code import Code
from waypost.routes.domain.places import Block
from waypost.routes.ir.lower import ModulePart, lower_function, lower_part
from waypost.routes.ir.operations import Body, ClassHead, Do, Operation
from waypost.routes.program.table import FlagQuery, NamesQuery, Query, QueryContext
from waypost.routes.syntax import Block as TextBlock
from waypost.routes.syntax import BlockKind, Blocks
from waypost.routes.syntax.scope import (
    CHANGING,
    ITEM,
    OWN_CLASS,
    RESULT,
    SET,
    Chain,
    How,
    Scope,
    ScopeKind,
    member_body,
    scope_of,
)

_BUILTINS: Final = frozenset(dir(builtins))
# They change nothing of what they are given, and give nothing of it to anybody.
_HARMLESS: Final = frozenset(
    (each.__name__,)
    for each in (isinstance, issubclass, hasattr, callable, len, str, repr, bytes, int, float, bool, hash, id)
)


class World(Protocol):
    """What a program is read from: a folder, the files of a workspace with those that are open, a test's table."""

    def files(self) -> frozenset[str]:
        """The Python files, by their paths below the root, with slashes."""

    def blocks(self, file: str) -> Blocks:
        """The text of a file as it is now, in blocks; without any if there is no such file."""

    def own_name(self) -> str:
        """The name of the root's folder: where that is a package itself, its files import one another by it."""

    def described(self, file: str) -> Mapping[str, Collection[str]]:
        """Calls that settings for a file describe, by their last names, though the program may have them."""

    def calls(self, file: str) -> frozenset[str]:
        """The last names of all calls that settings for a file describe."""

    def may_call_apps(self, file: str) -> bool:
        """Whether there may be any, as its text shows it."""

    def calls_of_apps(self, file: str) -> Mapping[tuple[int, int], Shape]:
        """What the calls of clients take that are made of an app, by their places."""


@dataclass(frozen=True, slots=True)
class DescribedIn(Query[Mapping[str, Collection[str]]]):
    """The calls that are known as requests wherever they are defined. Looks at the world."""

    file: str

    def answer(self, context: QueryContext) -> Mapping[str, Collection[str]]:
        world: World = context.world
        return world.described(self.file)

    def on_cycle(self) -> Mapping[str, Collection[str]]:
        return {}


@dataclass(frozen=True, slots=True)
class CallsOfApps(Query[Mapping[tuple[int, int], Shape]]):
    """The calls of a file that go to an app of the program. Looks at the world."""

    file: str

    def answer(self, context: QueryContext) -> Mapping[tuple[int, int], Shape]:
        world: World = context.world
        return world.calls_of_apps(self.file)

    def on_cycle(self) -> Mapping[tuple[int, int], Shape]:
        return {}


@dataclass(frozen=True, slots=True)
class CallsOfSettings(NamesQuery):
    """The last names of calls that settings describe. Looks at the world."""

    file: str

    def answer(self, context: QueryContext) -> tuple[str, ...]:
        world: World = context.world
        return tuple(sorted(world.calls(self.file)))


@dataclass(frozen=True, slots=True)
class Files(Query[frozenset[str]]):
    """The Python files that there are. Looks at the world."""

    def answer(self, context: QueryContext) -> frozenset[str]:
        world: World = context.world
        return world.files()

    def on_cycle(self) -> frozenset[str]:
        return frozenset()


@dataclass(frozen=True, slots=True)
class BlocksOf(Query[Blocks]):
    """The text of a file. Looks at the world."""

    file: str

    def answer(self, context: QueryContext) -> Blocks:
        world: World = context.world
        return world.blocks(self.file)

    def on_cycle(self) -> Blocks:
        return Blocks([])

    def fingerprint(self, answer: Blocks) -> tuple[bytes, ...]:
        return tuple(block.text for block in answer)


@dataclass(frozen=True, slots=True)
class SizeOf(Query[int]):
    """The length of a file's text, roughly: few edits change it."""

    file: str

    def answer(self, context: QueryContext) -> int:
        size: int = context.ask(BlocksOf(self.file)).starts[-1]
        step: int = max(1_000, 10 ** (len(str(size)) - 2))
        return -(-size // step) * step

    def on_cycle(self) -> int:
        return 0


# A folder with these is Python's own: what its modules do is known.
_STANDARD: Final = ("os.py", "site.py", "sysconfig.py")
_OF_PYTHON: Final = sys.stdlib_module_names
_KNOWN: Final = _OF_PYTHON | {module.partition(".")[0] for client in CLIENTS for module in client.modules}


@dataclass(frozen=True, slots=True)
class DottedNames(Query[Mapping[str, str]]):
    """The file of each dotted name: the whole one, and those from a folder inside where packages begin, as `src`.

    Of those, the nearest to the root counts. Where two are as near, none is meant, and none is meant in place of
    Python's own modules and of clients: whoever imports these has another folder in mind only if it is theirs.
    """

    def answer(self, context: QueryContext) -> Mapping[str, str]:
        files: frozenset[str] = context.ask(Files())
        is_standard = all(name in files for name in _STANDARD)
        # How far from the root the packages begin in whose folder a name was found, and the files there.
        found: dict[str, tuple[int, list[str]]] = {}
        for file in sorted(files):
            # A folder with a dot in its name has no name that can be imported.
            for depth, name in enumerate(names_of(file) if "." not in file.removesuffix(".py") else ()):
                first = name.partition(".")[0]
                if not _begins(file, depth, files) or (depth and first in _KNOWN):
                    continue
                if is_standard and first in _OF_PYTHON:
                    continue
                nearest, there = found.get(name, (depth, []))
                if depth < nearest or not there:
                    found[name] = depth, [file]
                elif depth == nearest:
                    there.append(file)
        return {name: file for name, (depth, there) in found.items() if (file := _meant(depth, there))}

    def on_cycle(self) -> Mapping[str, str]:
        return {}


def _begins(file: str, depth: int, files: frozenset[str]) -> bool:
    """Whether names may begin in a folder on the way to a file: not inside a package."""
    return not depth or "/".join((*file.split("/")[:depth], "__init__.py")) not in files


def _meant(depth: int, files: list[str]) -> str:
    """Which of the files of one name is meant: a package before a module beside it; of several folders, none."""
    if len({tuple(file.split("/")[:depth]) for file in files}) > 1:
        return ""
    return next((file for file in files if file.endswith("/__init__.py")), files[0])


@dataclass(frozen=True, slots=True)
class NamesByFolder(Query[Mapping[str, tuple[str, ...]]]):
    """The modules and packages in each folder, by their own names."""

    def answer(self, context: QueryContext) -> Mapping[str, tuple[str, ...]]:
        found: dict[str, set[str]] = {}
        files: frozenset[str] = context.ask(Files())
        for file in files:
            folder, _, name = file.rpartition("/")
            found.setdefault(folder, set()).add(name.removesuffix(".py"))
            if name == "__init__.py" and folder:
                around, _, package = folder.rpartition("/")
                found.setdefault(around, set()).add(package)
        return {folder: tuple(sorted(names)) for folder, names in found.items()}

    def on_cycle(self) -> Mapping[str, tuple[str, ...]]:
        return {}


@dataclass(frozen=True, slots=True)
class AllNames(Query[frozenset[str]]):
    """The names of all modules and folders."""

    def answer(self, context: QueryContext) -> frozenset[str]:
        files: frozenset[str] = context.ask(Files())
        return frozenset(part for file in files for part in _parts_of(file))

    def on_cycle(self) -> frozenset[str]:
        return frozenset()


@dataclass(frozen=True, slots=True)
class MayBeIn(FlagQuery):
    """Whether what is imported by a name that begins so may be in the program; relative names begin with nothing."""

    first: str

    def answer(self, context: QueryContext) -> bool:
        world: World = context.world
        return self.first in {"", world.own_name()} or self.first in context.ask(AllNames())


@dataclass(frozen=True, slots=True)
class NamesIn(NamesQuery):
    """The modules and packages in one folder."""

    folder: str

    def answer(self, context: QueryContext) -> tuple[str, ...]:
        return context.ask(NamesByFolder()).get(self.folder, ())


@dataclass(frozen=True, slots=True)
class ImportedAs(Query[str]):
    """The whole dotted name of what a file imports, if that is in the folder where its own packages begin.

    Python looks there first. Anything else is called as it is written.
    """

    file: str
    dotted: str

    def answer(self, context: QueryContext) -> str:
        folder = self.file.rpartition("/")[0]
        if self.file.startswith(ABOVE):
            beside = ".".join((*names_of(self.file)[0].split(".")[:-1], self.dotted))
            return beside if context.ask(FileNamed(beside)) else self.dotted
        if (inside := self._in_root(context)) is not None:
            return inside
        while folder and "__init__" in context.ask(NamesIn(folder)):
            folder = folder.rpartition("/")[0]
        if not folder:
            return self.dotted
        whole = f"{folder.replace('/', '.')}.{self.dotted}"
        if self.dotted.partition(".")[0] in context.ask(NamesIn(folder)):
            return whole
        # A folder that is no package counts for the modules in it.
        parts = whole.split(".")
        is_there = any(context.ask(FileNamed(".".join(parts[:length]))) for length in (len(parts), len(parts) - 1))
        return whole if "." in self.dotted and is_there else self.dotted

    def _in_root(self, context: QueryContext) -> str | None:
        """What is imported by the name of the root, where that is a package: `x.client` is `client` in `x`."""
        world: World = context.world
        own, _, inside = self.dotted.partition(".")
        # Others have no part in it which names the root has.
        if not inside or own != world.own_name():
            return None
        names = context.ask(NamesIn(""))
        if "__init__" not in names or own in names:
            return None
        around = inside.rpartition(".")[0]
        return inside if context.ask(FileNamed(inside)) or (around and context.ask(FileNamed(around))) else None

    def on_cycle(self) -> str:
        return self.dotted


# A folder above the root, in a path and in a dotted name: only relative imports lead there.
ABOVE: Final = "../"
_UP: Final = "^"


def names_of(file: str) -> list[str]:
    """The dotted names by which a file may be imported, the whole one first."""
    parts = _parts_of(file)
    if parts[-1] == "__init__":
        parts.pop()
    return [name for index in range(max(1, len(parts))) if (name := ".".join(parts[index:]))]


def _parts_of(file: str) -> list[str]:
    return [_UP if each == ".." else each for each in file.removesuffix(".py").split("/")]


def absolute_name(context: QueryContext, file: str, written: str) -> str:
    """The dotted name of what a file imports, relative or as it is written: `..api` in `pkg/sub/x.py` is `pkg.api`."""
    dotted = written.lstrip(".")
    level = len(written) - len(dotted)
    if not level:
        return context.ask(ImportedAs(file, dotted))
    return relative_name(_parts_of(file), level, dotted)


def relative_name(module: list[str], level: int, dotted: str) -> str:
    """The dotted name of what a module imports from so many levels up."""
    around = list(module)
    for _ in range(level):
        if around and around[-1] != _UP:
            around.pop()
        else:
            around.append(_UP)
    return ".".join((*around, *((dotted,) if dotted else ())))


@dataclass(frozen=True, slots=True)
class FileNamed(Query[str]):
    """The file of one dotted name; empty if there is none. Another file that comes or goes changes nothing here."""

    dotted: str

    def answer(self, context: QueryContext) -> str:
        if self.dotted.startswith(_UP):
            path = self.dotted.replace(".", "/").replace(_UP, "..")
            return next((each for each in _files_at(path) if context.ask(BlocksOf(each)).starts[-1]), "")
        return context.ask(DottedNames()).get(self.dotted, "")

    def on_cycle(self) -> str:
        return ""


def _files_at(path: str) -> tuple[str, str]:
    """Where a package, or a module, is written."""
    return f"{path}/__init__.py", f"{path}.py"


class WrittenFunction(NamedTuple):
    """A function as it is written, with the facts of its tree. It is the same as long as its text is."""

    code: Code
    node: Node
    scope: Scope
    # Where it begins, in the function or module around it.
    at: int


class LoweredBody(NamedTuple):
    """The operations of a body, and the functions in it, whose own bodies wait until they are asked for."""

    body: Body = Body()
    functions: Mapping[Block, WrittenFunction] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class LoweredAt(Query[LoweredBody]):
    """A body as it is written, with the functions in it."""

    block: Block

    def answer(self, context: QueryContext) -> LoweredBody:
        if not self.block.name:
            return _ModuleBody(self.block.file, context.ask(BlocksOf(self.block.file))).lowered()
        function = context.ask(FunctionOf(self.block))
        return _lowered(function, self.block) if function is not None else LoweredBody()

    def on_cycle(self) -> LoweredBody:
        return LoweredBody()

    def fingerprint(self, answer: LoweredBody) -> object:
        return answer.body, [(block, each.node.text, each.at) for block, each in answer.functions.items()]


def _lowered(function: WrittenFunction, block: Block) -> LoweredBody:
    lowered = lower_function(function.node, block)
    shift = function.node.start_byte - function.scope.start
    scopes = {scope.start: scope for scope in function.scope.all() if scope.kind in _FUNCTIONS}
    inner = {
        code.block: WrittenFunction(code, node, scope, node.start_byte - function.node.start_byte)
        for code, node in lowered.functions
        if (scope := scopes.get(node.start_byte - shift)) is not None
    }
    return LoweredBody(lowered.body, inner)


@dataclass(frozen=True, slots=True)
class BodyOf(Query[Body]):
    """What a module or a function does. Edits elsewhere in its file, and in the functions in it, leave it as it is."""

    block: Block

    def answer(self, context: QueryContext) -> Body:
        return context.ask(LoweredAt(self.block)).body

    def on_cycle(self) -> Body:
        return Body()


class _ModuleBody:
    """A module, lowered block by block: each was parsed by itself, and the members of a class go into its body."""

    def __init__(self, file: str, blocks: Blocks) -> None:
        self.file = file
        self.blocks = blocks
        self.names: dict[str, int] = {}
        self.functions: dict[Block, WrittenFunction] = {}
        self.nodes = 0

    def lowered(self) -> LoweredBody:
        operations: list[Operation] = []
        for index, block in enumerate(self.blocks):
            if block.kind is BlockKind.MEMBER:
                self._add_member(operations, index, block)
            else:
                operations += self._part(index, block, block.root, []).lowered.body.operations
        return LoweredBody(Body(tuple(operations), bool(self.functions), self.nodes), self.functions)

    def _part(self, index: int, block: TextBlock, root: Node, classes: list[str]) -> ModulePart:
        shift = block.prefix - self.blocks.starts[index]
        part = lower_part(root, self.file, shift, self.names, classes)
        self.nodes += part.lowered.body.nodes
        scopes = {scope.start: scope for scope in scope_of(block).all() if scope.kind in _FUNCTIONS}
        for code, node in part.lowered.functions:
            scope = scopes.get(node.start_byte - block.prefix)
            if scope is not None:
                self.functions[code.block] = WrittenFunction(code, node, scope, node.start_byte - shift)
        return part

    def _add_member(self, operations: list[Operation], index: int, block: TextBlock) -> None:
        """A member goes to the end of the class above it."""
        at = next((at for at in reversed(range(len(operations))) if operations[at].do is Do.CLASS), None)
        if at is None:
            return
        head: ClassHead = operations[at].argument
        part = self._part(index, block, member_body(block), [head.name])
        body = (*head.body, *part.lowered.body.operations)
        head = head._replace(body=body, annotated=(*head.annotated, *part.annotated))
        operations[at] = operations[at]._replace(argument=head)


@dataclass(frozen=True, slots=True)
class FunctionOf(Query[WrittenFunction | None]):
    """A function of a file, also one in another function."""

    block: Block

    def answer(self, context: QueryContext) -> WrittenFunction | None:
        found = context.ask(LoweredAt(Block(self.block.file, ""))).functions.get(self.block)
        if found is not None:
            return found
        outer = context.ask(FunctionAround(self.block))
        return context.ask(LoweredAt(outer)).functions.get(self.block) if outer is not None else None

    def on_cycle(self) -> None:
        return None

    def fingerprint(self, answer: WrittenFunction | None) -> object:
        if answer is None:
            return None
        # What a half-typed function is taken for depends on what is around it.
        return (answer.node.text, str(answer.node)) if answer.node.has_error else answer.node.text


@dataclass(frozen=True, slots=True)
class FunctionAround(Query[Block | None]):
    """The nearest function around another one: the names before its own may be those of classes, too."""

    block: Block

    def answer(self, context: QueryContext) -> Block | None:
        name = self.block.name
        while name := name.rpartition(".")[0]:
            outer = Block(self.block.file, name)
            if context.ask(FunctionOf(outer)) is not None:
                return outer
        return None

    def on_cycle(self) -> None:
        return None


@dataclass(frozen=True, slots=True)
class StartOf(Query[int]):
    """Where a block begins in its file."""

    block: Block

    def answer(self, context: QueryContext) -> int:
        if not self.block.name:
            return 0
        found = context.ask(LoweredAt(Block(self.block.file, ""))).functions.get(self.block)
        if found is not None:
            return found.at
        outer = context.ask(FunctionAround(self.block))
        inner = context.ask(LoweredAt(outer)).functions.get(self.block) if outer is not None else None
        return context.ask(StartOf(outer)) + inner.at if outer is not None and inner is not None else 0

    def on_cycle(self) -> int:
        return 0


class WrittenEffects(NamedTuple):
    """What a function may change, as its tree shows it."""

    # The attributes that it sets on its first parameter.
    sets: frozenset[str] = frozenset()
    # The names around it, and what is reached from them, whose objects it may change: it assigns or changes them, or
    # hands them over; those that it sets something of, with `=` behind them, and the methods that it calls, with `()`.
    changes: frozenset[str] = frozenset()
    # The names around it that it binds anew, and all that it takes from there.
    binds: frozenset[str] = frozenset()
    reads: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class EffectsOf(Query[WrittenEffects]):
    block: Block

    def answer(self, context: QueryContext) -> WrittenEffects:
        function = context.ask(FunctionOf(self.block))
        return effects_of(function.scope) if function is not None else WrittenEffects()

    def on_cycle(self) -> WrittenEffects:
        return WrittenEffects()


# Between an attribute and the class on whose objects it is set.
ON: Final = "@"
# What is declared so may be anything.
_NO_CLASS: Final = frozenset(("Any", "Self", "T", "Type"))


@dataclass(frozen=True, slots=True)
class SetOutside(Query[frozenset[str]]):
    """The attributes that the code of a file sets on anything but a function's own first parameter."""

    file: str

    def answer(self, context: QueryContext) -> frozenset[str]:
        return frozenset().union(*context.ask(BlocksOf(self.file)).each(_set_outside))

    def on_cycle(self) -> frozenset[str]:
        return frozenset()


@dataclass(frozen=True, slots=True)
class ClassBasesIn(Query[Mapping[str, tuple[str, ...]]]):
    """The classes of a file with the last names of their bases."""

    file: str

    def answer(self, context: QueryContext) -> Mapping[str, tuple[str, ...]]:
        blocks = context.ask(BlocksOf(self.file))
        renamed = {bound: name for names in blocks.each(_renamed) for bound, name in names}
        return {
            name: tuple(renamed.get(base, base) for base in bases)
            for heads in blocks.each(_heads)
            for name, bases in heads
        }

    def on_cycle(self) -> Mapping[str, tuple[str, ...]]:
        return {}


def effects_of(function: Scope) -> WrittenEffects:
    """What a function, and what is in it, changes of its first parameter, and of what is around it."""
    first = next(iter(function.parameters), "")
    sets: set[str] = set()
    for write in function.all_writes:
        if write.owner[:1] == (first,):
            sets.update(
                (write.attribute,) if len(write.owner) == 1 else write.owner[1:2] if not write.attribute else ()
            )
    for call in function.all_calls:
        if len(call.callee) > 2 and call.callee[0] == first and call.callee[-1] in CHANGING:  # noqa: PLR2004 - `self.parts.append`
            sets.add(call.callee[1])
        if len(call.callee) == 1 and call.callee[0] not in _BUILTINS:
            # A function may change what it is given: `fill(self.table)`.
            sets.update(given[1] for _, given in call.given if len(given) > 1 and given[0] == first)
    binds = {name for scope in function.all() for name in (*scope.global_names, *scope.shared_names)}
    return WrittenEffects(frozenset(sets - {"", ITEM}), _changed_around(function), frozenset(binds), function.free)


def _changed_around(function: Scope) -> frozenset[str]:
    found: dict[Scope, set[str]] = {}
    for scope in reversed(list(function.all())):
        names = {*scope.global_names, *scope.shared_names}
        names |= {f"{owner}{SET}" for write in scope.writes if (owner := _reached(write.owner))}
        names |= {OWN_CLASS for write in scope.writes if write.owner[1:] == ("__class__",)}
        # A method may change an object; under another name, it may be changed, too.
        names |= {_called_on(call.callee) for call in scope.calls if len(call.callee) > 1}
        names |= {_reached(bound.same) for bound in scope.bindings}
        handed = (given for call in scope.calls if call.callee not in _HARMLESS for _, given in call.given)
        names |= set(map(_reached, handed))
        names |= {name for inner in scope.inner for name in found[inner]}
        found[scope] = {name for name in names if re.split(r"\W", name)[0] not in {"", *scope.own}}
    return frozenset(found[function])


def _called_on(callee: Chain) -> str:
    """The method that is called of what is reached, with `()` behind it; or what that is found in."""
    reached = _reached(callee)
    return f"{reached}{RESULT}" if reached.count(".") == len(callee) - 1 else reached


def _reached(chain: Chain) -> str:
    """The attributes on the way to an object, as far as they are attributes."""
    return ".".join(takewhile(str.isidentifier, chain))


def _class_of(scope: Scope, owner: Chain) -> str:
    """The class of which a local name is an object, as far as it is declared or made there; empty if it is not."""
    if len(owner) != 1:
        return ""
    name = owner[0]
    made = [each.made for each in scope.bindings if each.name == name]
    if name not in scope.own or (name in scope.parameters and made):
        return ""
    named = {each[-1] if each else "" for each in (made or [scope.parameters.get(name, ())])}
    found = named.pop() if len(named) == 1 else ""
    return found if found[:1].isupper() and found not in _NO_CLASS else ""


# What a method sets of its own object.
_OWN: Final = re.compile(
    rb"(?<![\w.])(?:self|cls)\.\w+(?:\[[^\[\]\n]*\])?(?=[ \t]*(?::[^=\n]{0,200})?(?:[-+*/%&|^@<>]{1,3})?=(?!=))"
)
# What may set an attribute, an item, or change what is in an attribute.
_SETS: Final = re.compile(
    rb"[\w\])][ \t]*\.[ \t]*\w+[ \t]*(?:[,)\]][^=\n]{0,200})?(?::[^=\n]{0,200})?(?:[-+*/%&|^@<>]{1,3})?=(?!=)"
    rb"|[)\]][ \t]*(?:[,:][^=\n]{0,200})?(?:[-+*/%&|^@<>]{1,3})?=(?!=)"
    rb"|setattr|setitem|delattr"
    rb"|\bfor\b(?:(?!\bin\b)[^:\n]){0,200}?[.\[]|\bas\b[ \t]*[(\[]*+[\w \t,*()]{0,200}+[.\[]"
    rb"|[\w\])][ \t\n\\]*\.[ \t\n\\]*(?:" + "|".join(sorted(CHANGING)).encode() + rb")[ \t\n\\]*\("
)


def may_set(block: TextBlock) -> bool:
    """Whether a block may set something of what is not its own object, as its text shows it."""
    own = block.kind in (BlockKind.MEMBER, BlockKind.CLASS)
    return _SETS.search(_OWN.sub(b"", block.text) if own else block.text) is not None


def _set_outside(block: TextBlock) -> frozenset[str]:
    """Attributes that are set; and those whose items are, each with `ITEM` behind its name.

    What is set on objects of one class alone has the name of that class behind `ON`.
    """
    if not may_set(block):
        return frozenset()
    found: set[str] = set()
    # A member of a class stands in a block of its own.
    root = scope_of(block)
    owners = {root} if block.kind is BlockKind.MEMBER else set()
    waiting = [(root, frozenset[str](), False)]
    while waiting:
        scope, firsts, is_method = waiting.pop()
        if is_method:
            firsts |= {*list(scope.parameters)[:1]}
        for write in scope.writes:
            name = write.attribute or (f"{write.owner[-1]}{ITEM}" if len(write.owner) > 1 else "")
            is_own = len(write.owner) == (1 if write.attribute else 2) and write.owner[0] in firsts
            if name and not is_own and write.how is not How.DELETED:
                of = _class_of(scope, write.owner) if write.attribute else ""
                found |= {f"{name}{ON}{of}", f"{name}{ON}"} if of else {name}
        found |= {
            f"{call.callee[-2]}{ITEM}"
            for call in scope.calls
            if len(call.callee) > 2 and call.callee[-1] in CHANGING  # noqa: PLR2004 - `request.params.update`
            if not (len(call.callee) == 3 and call.callee[0] in firsts)  # noqa: PLR2004 - `self.params.update`
        }
        is_class = scope.kind is ScopeKind.CLASS or scope in owners
        waiting += [(inner, firsts, is_class) for inner in scope.inner]
    return frozenset(found)


def _renamed(block: TextBlock) -> tuple[tuple[str, str], ...]:
    """The names that imports bind under others: `from users import Users as Mixin`."""
    if b"import" not in block.text or b" as " not in block.text:
        return ()
    imports = (each for scope in scope_of(block).all() for each in scope.imports)
    return tuple((each.bound, each.name) for each in imports if each.name and each.name != each.bound)


def _heads(block: TextBlock) -> tuple[tuple[str, tuple[str, ...]], ...]:
    if block.kind not in (BlockKind.CLASS, BlockKind.PLAIN) or b"class" not in block.text:
        return ()
    classes = (scope for scope in scope_of(block).all() if scope.kind is ScopeKind.CLASS)
    return tuple((each.name, tuple(base[-1] for base in each.bases if base[-1].isidentifier())) for each in classes)


_FUNCTIONS: Final = frozenset((ScopeKind.FUNCTION, ScopeKind.LAMBDA))
