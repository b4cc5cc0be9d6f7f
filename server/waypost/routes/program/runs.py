"""What a file does when it is run: the events of its bodies, found by the machine."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple, TypeVar, cast

from waypost.routes.domain.bounds import BOUNDS
from waypost.routes.domain.events import Event
from waypost.routes.domain.places import Block
from waypost.routes.domain.values import Module
from waypost.routes.ir.operations import Body
from waypost.routes.program.reachability import BlocksReachingRequests, GroupOf
from waypost.routes.program.sources import (
    BodyOf,
    CallsOfSettings,
    DescribedIn,
    EffectsOf,
    FileNamed,
    FunctionOf,
    ImportedAs,
    SizeOf,
    names_of,
    relative_name,
)
from waypost.routes.program.table import Query, QueryContext
from waypost.routes.program.writers import FilesThatMake, FilesWithSubclasses, IsSetOutside, WritersOf
from waypost.routes.run.machine import Machine
from waypost.routes.run.program import Footprint, Program
from waypost.routes.run.roots import run_roots

Answer = TypeVar("Answer")


class AskedProgram(Program):
    """The program as one run sees it: whatever the machine asks for is noted as asked."""

    def __init__(
        self, context: QueryContext, described: Mapping[str, Collection[str]] | None = None, named: Collection[str] = ()
    ) -> None:
        super().__init__()
        self.context = context
        self.described = described or {}
        self.named = frozenset(named)
        # The modules that were imported, in this order.
        self.modules: dict[str, Module] = {}
        # Where facts about all files are looked for: among those that are connected with the one that is asked about.
        self.group = ""
        # What was answered: nothing changes while the run is used.
        self._answers: dict[Query[Any], Any] = {}

    def ask(self, query: Query[Answer]) -> Answer:
        self.footprint.asked[query] = None
        found = self._answers.get(query, self)
        if found is self:
            found = self._answers[query] = self.context.ask(query)
        return cast("Answer", found)

    @property
    def answers(self) -> Mapping[Query[Any], Any]:
        """What was asked so far, in this order, with the answers."""
        return self._answers

    def forget(self, but: Collection[str]) -> None:
        """Ask again for everything, and import other files than these again."""
        self._answers.clear()
        self.modules = {file: module for file, module in self.modules.items() if file in but}

    def module(self, dotted: str) -> Module | None:
        file = self.ask(FileNamed(dotted))
        return self.module_of(file) if file else None

    def module_of(self, file: str) -> Module:
        if file not in self.modules:
            self.modules[file] = Module(next(iter(names_of(file)), ""), file, is_package=file.endswith("__init__.py"))
        return self.modules[file]

    def imported_from(self, module: Module, level: int, dotted: str) -> str:
        if not level:
            return self.ask(ImportedAs(module.file, dotted))
        parts = module.dotted.split(".") if module.dotted else []
        return relative_name(parts, level - 1 if module.is_package else level, dotted)

    def block(self, module: Module) -> Block:
        return Block(module.file, "")

    def size(self, module: Module) -> int:
        return self.ask(SizeOf(module.file))

    def body(self, block: Block) -> Body:
        return self.ask(BodyOf(block))

    def sets(self, block: Block) -> Collection[str]:
        return self.ask(EffectsOf(block)).sets

    def written_outside(self, attribute: str, of: tuple[str, ...] = ()) -> bool:
        return self.ask(IsSetOutside(attribute, " ".join(of), self.group))

    def changes(self, block: Block) -> Collection[str]:
        return self.ask(EffectsOf(block)).changes

    def binds(self, block: Block) -> Collection[str]:
        return self.ask(EffectsOf(block)).binds

    def reads(self, block: Block) -> Collection[str]:
        return self.ask(EffectsOf(block)).reads

    def written_by_others(self, module: Module) -> Collection[str]:
        return self.ask(WritersOf(module.file))

    def writers(self, module: Module, name: str) -> Iterable[Module]:
        files: tuple[str, ...] = self.ask(WritersOf(module.file)).get(name, ())
        return [self.modules[file] for file in files if file in self.modules]

    def is_running_writer(self, module: Module, name: str) -> bool:
        return any(each.state == "running" for each in AskedProgram.writers(self, module, name))

    def files_with_subclasses(self, name: str) -> Iterable[str]:
        return self.ask(FilesWithSubclasses(name, self.group))

    def makers(self, module: Module, name: str) -> Iterable[Module]:
        others = [self.module_of(file) for file in self.ask(FilesThatMake(name, self.group))[: BOUNDS.roots]]
        return [module, *(each for each in others if each is not module)]

    def makes(self, block: Block, name: str) -> bool:
        function = self.ask(FunctionOf(block))
        return function is not None and any(call.callee[-1:] == (name,) for call in function.scope.all_calls)


class FileRun(NamedTuple):
    """What a run of a file left."""

    events: tuple[Event, ...] = ()


class SharedRun(AskedProgram):
    """One run for all files that are asked for while nothing changes.

    Bodies of modules, effects, objects that stand for classes, and summaries are made once, by who needs them first.
    What an answer rests on is known by its footprint, whoever did the work.
    """

    def __init__(self, context: QueryContext, make: "RunWith") -> None:
        super().__init__(context, dict(make.described), make.named)
        self.make = make
        self.machine = Machine(self)
        self.in_use = False
        self._loaded: set[str] = set()
        # The modules whose bodies are to be run.
        self._waiting: list[Module] = []
        self._in_body = False
        # The files that the state of each rests on, as long as nothing more is loaded, or run.
        self._used: dict[str, frozenset[str]] = {}
        self._used_so_far = (0, 0)

    def events_of(self, file: str) -> FileRun:
        """What the body and the functions of a file do."""
        machine = self.machine
        module = self.module_of(file)
        self.use_file(file)
        requesting: tuple[str, ...] = self.ask(BlocksReachingRequests(file))
        run_roots(machine, [module], frozenset(requesting))
        events = (*machine.body_events.get(file, ()), *machine.events)
        machine.events.clear()
        return FileRun(events)

    def module(self, dotted: str) -> Module | None:
        found = super().module(dotted)
        if found is not None:
            self.use_file(found.file)
        return found

    def makers(self, module: Module, name: str) -> Iterable[Module]:
        found = list(super().makers(module, name))
        for each in found:
            self.use_file(each.file)
        return found

    def writers(self, module: Module, name: str) -> Iterator[Module]:
        for file in self.ask(WritersOf(module.file)).get(name, ()):
            self.use_file(file)
            yield self.module_of(file)

    def files_with_subclasses(self, name: str) -> Iterator[str]:
        for file in super().files_with_subclasses(name):
            self.use_file(file)
            yield file

    def use_file(self, file: str) -> None:
        """What goes on rests on what a file has left, and on who else writes there."""
        self.footprint.files[file] = None
        self.ask(WritersOf(file))
        if file not in self._loaded:
            self.apart_from_this(partial(self.load, (file,)))

    def load(self, files: Iterable[str]) -> None:
        """Run the bodies of files, and what their functions may do later to what others can reach."""
        new = sorted(file for file in files if file not in self._loaded)
        self._loaded.update(new)
        self._waiting += map(self.module_of, new)
        if not self._in_body:
            self._run_bodies()

    def _run_bodies(self) -> None:
        """A body that needs another one runs it; what functions do to what they leave comes when all are done."""
        self._in_body = True
        found = list[Module]()
        while self._waiting:
            module = self._waiting.pop(0)
            self.machine.run_module(module)
            found.append(module)
        self._in_body = False
        self.machine.effects.expect([module for module in found if module.state == "done"])

    def read_in(self, file: str) -> frozenset[str]:
        """The names of a file that were read, and so have in them what functions do."""
        return frozenset(self.machine.effects.read.get(file, ()))

    def use_state(self, file: str, read: Iterable[str]) -> None:
        """What is done now rests on what a file has left, and functions do to some of its names."""
        self.load((file,))
        for name in sorted(read):
            self.machine.effects.settle(self.module_of(file), name)
        self.use(self.machine.footprints[file])
        self.use(self.machine.effects.within(self.module_of(file)))

    def behind(self, files: Iterable[str]) -> frozenset[str]:
        """These files, and all whose state theirs rests on."""
        waiting = list(files)
        seen = set(waiting)
        for file in waiting:
            near = self._used_by(file)
            waiting += sorted(near - seen)
            seen |= near
        return frozenset(seen)

    def _used_by(self, file: str) -> frozenset[str]:
        """The files that the state of one rests on."""
        so_far = len(self._loaded), self.machine.effects.runs
        if self._used_so_far != so_far:
            self._used_so_far = so_far
            self._used.clear()
        if file not in self._used:
            works = self.machine.footprints[file], self.machine.effects.within(self.module_of(file))
            self._used[file] = frozenset(each for work in works for each in work.whole().files)
        return self._used[file]


@dataclass(frozen=True, slots=True)
class RunWith:
    """Makes the run that files share for which the same calls are described."""

    described: tuple[tuple[str, tuple[str, ...]], ...]
    # The last names of all calls that settings describe.
    named: tuple[str, ...] = ()

    def __call__(self, context: QueryContext) -> SharedRun:
        return SharedRun(context, self)

    def used(
        self, context: QueryContext, file: str, work: Callable[[SharedRun], Answer], *, is_state: bool = False
    ) -> Answer:
        """Do something with the run for a file, and note what that rests on."""
        run = context.shared(self)
        if run.in_use:
            # Something else is in the middle of it.
            run = self(context)
        run.in_use, run.context, run.footprint = True, context, Footprint()
        run.group = run.ask(GroupOf(file))
        try:
            found = work(run)
            whole = run.footprint.whole()
            behind = sorted(run.behind(whole.files)) if not is_state else []
            states = [StateOf(file, run.read_in(file), self) for file in behind]
        except BaseException:
            context.drop(self)
            raise
        run.in_use = False
        for query in (*whole.asked, *states):
            context.ask(cast("Query[Any]", query))
        return found


@dataclass(frozen=True, slots=True)
class StateOf(Query[object]):
    """What the body of a file has left, and functions do to some of its names. It is another one each time.

    Who rests on it rests on that of all files behind it, too.
    """

    file: str
    # The names of it that were read.
    read: frozenset[str]
    make: RunWith

    def answer(self, context: QueryContext) -> object:
        def work(run: SharedRun) -> object:
            run.use_state(self.file, self.read)
            return object()

        return self.make.used(context, self.file, work, is_state=True)

    def on_cycle(self) -> object:
        return None


@dataclass(frozen=True, slots=True)
class EventsOf(Query[FileRun]):
    """The events of a file: of its body, and of its functions, as if each were called from outside.

    What it uses of others is run first, and what the functions there may do later to what others can reach is joined
    with it; so is what files do that change what these modules have, and what classes below its own stand in for.
    """

    file: str

    def answer(self, context: QueryContext) -> FileRun:
        described: Mapping[str, Collection[str]] = context.ask(DescribedIn(self.file))
        named: tuple[str, ...] = context.ask(CallsOfSettings(self.file))
        make = RunWith(tuple((name, tuple(each)) for name, each in described.items()), named)
        return make.used(context, self.file, lambda run: run.events_of(self.file))

    def on_cycle(self) -> FileRun:
        return FileRun()

    def fingerprint(self, answer: FileRun) -> object:
        return answer.events
