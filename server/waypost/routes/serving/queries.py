"""What a program serves, as queries of the table: one run of the files from which a web framework can be reached."""

import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, partial
from typing import Any, Final, NamedTuple, cast

from waypost.clients.shape import Shape
from waypost.routes.domain.bounds import BOUNDS
from waypost.routes.domain.heap import Cells, moment
from waypost.routes.domain.places import Block
from waypost.routes.domain.values import Class, Function, HeapObject, Object, Value
from waypost.routes.program.sources import BlocksOf, Files, FunctionOf, SizeOf, StartOf, names_of
from waypost.routes.program.table import Query, QueryContext
from waypost.routes.run.machine import roots_of
from waypost.routes.run.program import Footprint
from waypost.routes.serving.compose import Composed, bound_names, composed
from waypost.routes.serving.looks import Told
from waypost.routes.serving.machine import Override, ServingMachine, ServingProgram, packages
from waypost.routes.serving.signatures import SignatureReader
from waypost.routes.serving.texts import texts_of
from waypost.routes.syntax import Block as TextBlock
from waypost.servers import FRAMEWORKS, Holder


class ServedApp(NamedTuple):
    """An app of the program."""

    # The file that has it, and the name there; a function that makes it is written with `()`.
    file: str
    name: str
    composed: Composed

    @property
    def label(self) -> str:
        """`users.main:app`; what it is, if it has no name."""
        if not self.name:
            return f"the {self.composed.framework} app"
        return f"{names_of(self.file)[0] if self.file else ''}:{self.name}"


def is_named(app: ServedApp, name: str) -> bool:
    """Whether an app is meant by a module and a name in it: `users.main:app`."""
    module, _, own = name.partition(":")
    return app.name == own and module in names_of(app.file)


# What declares routes, or makes an app, by its looks: a decorator that is a method, a call that composes, a name.
_DECLARES: Final = re.compile(
    rb"^[ \t]*@(?:[\w.]+\.)?(?:get|post|put|patch|delete|head|options|trace|route|api_route|view|view_config"
    rb"|websocket\w*)[ \t]*\("
    rb"|\burlpatterns\b|^ROOT_URLCONF\b"
    rb"|\.(?:include_router|mount|add_\w+|register_blueprint|blueprint|make_wsgi_app)[ \t]*\("
    rb"|^\w+(?:[ \t]*:[^=\n]+)?[ \t]*=[ \t]*[\w.]*app[\w.]*\(",
    re.MULTILINE | re.IGNORECASE,
)
# The path of a request, as code reads it.
_PATH: Final = re.compile(rb"\b(?:raw_)?path(?:_info)?\b|\burl\b|\brouter?\b|\bendpoint\b|PATH_INFO")
# What a middleware that is a class passes a request on with.
_PASSES_ON: Final = re.compile(rb"\bcall_next\b|app[ \t]*\(|\bsuper\(|\bhandler[ \t]*\(")
# The methods by one of which such a class is called.
_CALLED: Final = ("__call__", "dispatch")
_CONFTEST: Final = "conftest.py"


@dataclass(frozen=True, slots=True)
class LooksLike(Query[tuple[bool, bool]]):
    """Whether a file has the name of a framework's package in it, and whether it declares something by its looks."""

    file: str

    def answer(self, context: QueryContext) -> tuple[bool, bool]:
        found = list(context.ask(BlocksOf(self.file)).each(_looks))
        return any(mentions for mentions, _ in found), any(declares for _, declares in found)

    def on_cycle(self) -> tuple[bool, bool]:
        return False, False


def _looks(block: TextBlock) -> tuple[bool, bool]:
    text = block.text
    mentions = b"import" in text and any(each in text for each in _names_of_packages())
    return mentions, looks_like_serving(text)


def looks_like_serving(source: bytes) -> bool:
    """Whether a source declares routes by its looks."""
    return _DECLARES.search(source) is not None or any(each in source for each in _app_calls())


@cache
def _names_of_packages() -> tuple[bytes, ...]:
    return tuple(each.encode() for each in sorted(packages()))


@cache
def _app_calls() -> tuple[bytes, ...]:
    return tuple(f"{name}(".encode() for name in sorted(_app_names()))


@dataclass(frozen=True, slots=True)
class IsTooLarge(Query[bool]):
    """Whether the program has more text than is looked through for what it serves."""

    def answer(self, context: QueryContext) -> bool:
        files: frozenset[str] = context.ask(Files())
        return sum(context.ask(SizeOf(file)) for file in sorted(files)) > BOUNDS.serving_text

    def on_cycle(self) -> bool:
        return True


@dataclass(frozen=True, slots=True)
class ServingFiles(Query[tuple[str, ...]]):
    """The files whose bodies are run: those that declare something, if there is a framework at all."""

    def answer(self, context: QueryContext) -> tuple[str, ...]:
        files: frozenset[str] = context.ask(Files())
        looks = {file: context.ask(LooksLike(file)) for file in sorted(files)}
        if not any(mentions for mentions, _ in looks.values()) or context.ask(IsTooLarge()):
            return ()
        return tuple(file for file, (_, declares) in looks.items() if declares)

    def on_cycle(self) -> tuple[str, ...]:
        return ()


def _file_of(key: str | Block) -> str:
    return key if isinstance(key, str) else key.file


@dataclass(frozen=True, slots=True)
class HasOverrides(Query[bool]):
    """Whether anything puts something else in the place of what handlers need."""

    def answer(self, context: QueryContext) -> bool:
        files: frozenset[str] = context.ask(Files())
        return any(any(context.ask(BlocksOf(file)).each(_overrides)) for file in sorted(files))

    def on_cycle(self) -> bool:
        return True


def _overrides(block: TextBlock) -> bool:
    return b"dependency_overrides" in block.text


class ServingRun(NamedTuple):
    """What is left of the run of the files that declare something."""

    program: ServingProgram
    machine: ServingMachine
    # The files and names of functions that have made apps.
    made_by: dict[int, tuple[str, str]]
    # Otherwise there was too much to run, and nothing is said.
    is_whole: bool
    reader: SignatureReader
    # The files that it ran: others are run for one who asks, and may have changed when the next one does.
    files: frozenset[str]
    # What others could reach when that was done, by the tables that hold it.
    reachable: Mapping[int, HeapObject]
    # What they had told apps to use instead of what handlers need.
    overrides: tuple[Override, ...]
    # What says there that it answers routes.
    answers: tuple[Object, ...]
    # How many apps it has made, and when it was done.
    apps: int
    moment: int
    # What the files have told it to do.
    told: Told

    @contextmanager
    def resumed(self, context: QueryContext) -> Iterator[None]:
        """Go on for one who asks, for whom is asked from here on; then all is as it was when the run was done."""
        program, machine = self.program, self.machine
        before, program.context = program.context, context
        program.footprint = Footprint()
        machine.heap.guard(self._was_there)
        try:
            yield
            # What others have asked for whose results were used.
            for query in program.footprint.whole().asked:
                context.ask(cast("Query[Any]", query))
        finally:
            program.context = before
            self._forget()

    def _was_there(self, table: Cells) -> bool:
        return id(table) in self.reachable if not table.created else table.created <= self.moment

    def is_as_it_was(self) -> bool:
        """Whether nothing that was made by then has been changed since."""
        machine = self.machine
        # What they are told to use instead, and what answers, only comes to what was there.
        has_more = len(machine.overrides) > len(self.overrides) or len(machine.answers) > len(self.answers)
        return not has_more and next(machine.heap.altered(), None) is None

    def _forget(self) -> None:
        """Keep nothing of other files."""
        self.program.forget(self.files)
        machine = self.machine
        machine.rest()
        machine.heap.put_back()
        del machine.apps[self.apps :]
        machine.reachable = dict(self.reachable)
        machine.overrides = [*self.overrides]
        machine.answers = [*self.answers]
        machine.direct = {block for block in machine.direct if block.file in self.files}
        machine.entered = {block for block in machine.entered if block.file in self.files}
        for each in self.reachable.values():
            if isinstance(each, Class) and each.subclasses:
                each.subclasses = [subclass for subclass in each.subclasses if subclass.module.file in self.files]
        machine.called_in_body = {key for key in machine.called_in_body if _file_of(key[0]) in self.files}
        by_file: tuple[dict[Any, Any], ...] = (machine.modules, machine.made, machine.decorated)
        by_block: tuple[dict[Any, Any], ...] = (machine.summaries, machine.footprints, machine.makings_in)
        for kept in (*by_file, *by_block):
            for key in [key for key in kept if isinstance(key, str | Block) and _file_of(key) not in self.files]:
                del kept[key]

    @property
    def numbers(self) -> dict[int, int]:
        """The numbers of the apps that were there, by their identity."""
        return {id(app): number for number, app in enumerate(self.machine.apps[: self.apps])}

    def names(self) -> dict[int, tuple[str, str]]:
        modules = [self.program.modules[file] for file in sorted(self.program.modules)]
        return self.made_by | bound_names(modules, self.machine.apps)


@dataclass(frozen=True, slots=True)
class RunOfServing(Query[ServingRun]):
    """One run of the files that declare something, and of the functions that make apps there."""

    def answer(self, context: QueryContext) -> ServingRun:
        program = ServingProgram(context)
        machine = ServingMachine(program)
        files = context.ask(ServingFiles())
        machine.may_do(BOUNDS.serving)
        for file in files:
            if machine.is_spent:
                break
            machine.run_module(program.module_of(file))
        made_by = _run_factories(context, program, machine, files) | _roots(program, machine)
        is_whole = not machine.is_spent and not context.ask(IsTooLarge())
        if not is_whole:
            machine.apps.clear()
        reader = SignatureReader(machine, partial(_text_of, program), has_overrides=context.ask(HasOverrides()))
        run = frozenset(program.modules)
        kept = dict(machine.reachable), tuple(machine.overrides), tuple(machine.answers)
        told = Told(program, machine)
        found = ServingRun(program, machine, made_by, is_whole, reader, run, *kept, len(machine.apps), moment(), told)
        program.forget(run)
        return found

    def on_cycle(self) -> ServingRun:
        raise NotImplementedError("nothing that is asked asks for this")


@dataclass(frozen=True, slots=True)
class LooksOfServing(Query[ServingRun]):
    """The same run, which is another one only if it looks otherwise to who uses apps and does not see their routes."""

    def answer(self, context: QueryContext) -> ServingRun:
        return context.ask(RunOfServing())

    def fingerprint(self, answer: ServingRun) -> Hashable:
        return answer.is_whole, tuple(answer.made_by.values()), answer.told.looks()

    def on_cycle(self) -> ServingRun:
        raise NotImplementedError("nothing that is asked asks for this")


@dataclass(frozen=True, slots=True)
class ComposedApps(Query[tuple[ServedApp, ...]]):
    """All apps that the run has made, in this order, with their routes."""

    def answer(self, context: QueryContext) -> tuple[ServedApp, ...]:
        run = context.ask(RunOfServing())
        with run.resumed(context):
            compose = _composing(context, run)
            return tuple(map(compose, run.machine.apps))

    def on_cycle(self) -> tuple[ServedApp, ...]:
        return ()


def _composing(context: QueryContext, run: ServingRun) -> Callable[[Object], ServedApp]:
    """Tells what an app serves as it is at the time."""
    names, may_answer = run.names(), partial(_may_answer, context)
    return lambda app: ServedApp(*names.get(id(app), ("", "")), composed(app, run.reader, may_answer))


@dataclass(frozen=True, slots=True)
class Served(Query[tuple[ServedApp, ...]]):
    """The apps of the program, with their routes."""

    def answer(self, context: QueryContext) -> tuple[ServedApp, ...]:
        found = context.ask(ComposedApps())
        named = {each.composed.made for each in found if each.name}
        # An object that stands for all of its class has apps of its own: what is known of one that is made is more.
        return tuple(dict.fromkeys(each for each in found if each.name or each.composed.made not in named))

    def on_cycle(self) -> tuple[ServedApp, ...]:
        return ()


class FoundCall(NamedTuple):
    """A call of a client that is made of an app, as a run of its file sees it."""

    # An app that the file has left as it was, by its number; otherwise what it is at the time of the call.
    apps: tuple[int | ServedApp, ...]
    shape: Shape
    before: str
    root: str


class BoundCall(NamedTuple):
    """The app to which a call goes, one of them if there are several, and what the call takes."""

    apps: tuple[ServedApp, ...]
    shape: Shape
    # The path that the client puts before each of its own, and the one where the app pretends to be.
    before: str = ""
    root: str = ""


@dataclass(frozen=True, slots=True)
class FoundCalls(Query[Mapping[tuple[int, int], tuple[FoundCall, ...]]]):
    """The calls of a file that are requests to apps of the program, by their bytes.

    They rest on which apps there are, and on what apps serve only where the file itself has a hand in that.
    """

    file: str

    def answer(self, context: QueryContext) -> Mapping[tuple[int, int], tuple[FoundCall, ...]]:
        run = context.ask(LooksOfServing())
        with run.resumed(context):
            return _FileOfTests(self.file, context, run).calls()

    def on_cycle(self) -> Mapping[tuple[int, int], tuple[FoundCall, ...]]:
        return {}


class _FileOfTests:
    """A file whose functions are run as tests are."""

    def __init__(self, file: str, context: QueryContext, run: ServingRun) -> None:
        self.file = file
        self.context = context
        self.run = run
        # Each once, in the order in which they are seen.
        self.found: dict[tuple[int, int], list[FoundCall]] = {}

    def calls(self) -> Mapping[tuple[int, int], tuple[FoundCall, ...]]:
        machine, program = self.run.machine, self.run.program
        machine.called.clear()
        machine.given.clear()
        if not machine.apps:
            return {}
        conftests = _conftests(self.context, self.file)
        # What is imported for the first time is no work of this file: another may have asked before.
        machine.may_do(BOUNDS.bound)
        for file in (*conftests, self.file):
            machine.run_module(program.module_of(file))
        if machine.is_spent:
            return {}
        machine.may_do(BOUNDS.bound + int(self.context.ask(SizeOf(self.file)) * BOUNDS.bound_per_byte))
        self._keep()
        for function in roots_of(program.module_of(self.file)):
            if machine.is_spent:
                break
            machine.given.clear()
            machine.run_test(function, conftests, self._keep)
        return {key: tuple(calls) for key, calls in self.found.items()} if not machine.is_spent else {}

    def _keep(self) -> None:
        """Note the calls that were made so far, with the apps as they are now."""
        called = self.run.machine.called
        for place, calls in called.items():
            around = {(call.before, call.root) for call in calls}
            if place.block.file != self.file or len(around) > 1:
                continue
            apps = self._apps(dict.fromkeys(app for call in calls for app in call.apps))
            start = self.context.ask(StartOf(place.block))
            key = (start + place.start, start + place.end)
            found = FoundCall(apps, calls[0].shape, *around.pop())
            known = self.found.setdefault(key, [])
            if found not in known:
                known.append(found)
        called.clear()

    def _apps(self, called: Iterable[Object]) -> tuple[int | ServedApp, ...]:
        if self.run.is_as_it_was():
            numbers = self.run.numbers
            if all(id(app) in numbers for app in called):
                return tuple(numbers[id(app)] for app in called)
        # What is declared on apps is looked at here.
        self.context.ask(RunOfServing())
        return tuple(dict.fromkeys(map(_composing(self.context, self.run), called)))


@dataclass(frozen=True, slots=True)
class BoundCalls(Query[Mapping[tuple[int, int], BoundCall]]):
    """The same calls with what their apps serve; none of which a file says different things."""

    file: str

    def answer(self, context: QueryContext) -> Mapping[tuple[int, int], BoundCall]:
        found = context.ask(FoundCalls(self.file))
        apps = context.ask(ComposedApps()) if found else ()
        bound: dict[tuple[int, int], BoundCall] = {}
        for key, calls in found.items():
            first, *others = (_bound(call, apps) for call in calls)
            if all(each == first for each in others):
                bound[key] = first
        return bound

    def on_cycle(self) -> Mapping[tuple[int, int], BoundCall]:
        return {}


def _bound(call: FoundCall, apps: Sequence[ServedApp]) -> BoundCall:
    served = dict.fromkeys(apps[each] if isinstance(each, int) else each for each in call.apps)
    return BoundCall(tuple(served), call.shape, call.before, call.root)


def _may_answer(context: QueryContext, wrapping: Value) -> bool:
    """Whether a middleware of the program may answer requests itself, by what it mentions.

    It does if it mentions the path of a request, and if it is a class that passes none on.
    """
    if isinstance(wrapping, Function):
        return _PATH.search(_written(context, wrapping)) is not None
    wrapping = wrapping.cls if isinstance(wrapping, Object) else wrapping
    if not isinstance(wrapping, Class):
        return False
    methods = {name: each.value for owner in wrapping.order() for name, each in owner.table.items()}
    texts = [_written(context, each) for each in methods.values() if isinstance(each, Function)]
    passes_on = methods.keys().isdisjoint(_CALLED) or any(map(_PASSES_ON.search, texts))
    return any(map(_PATH.search, texts)) or not passes_on


def _written(context: QueryContext, function: Function) -> bytes:
    written = context.ask(FunctionOf(function.code.block))
    return (written.node.text if written is not None else None) or b""


def _text_of(program: ServingProgram, function: Function) -> bytes:
    """A function as it is written, with its decorators."""
    written = program.context.ask(FunctionOf(function.code.block))
    if written is None:
        return b""
    around = written.node.parent
    node = around if around is not None and around.type == "decorated_definition" else written.node
    return node.text or b""


def _conftests(context: QueryContext, file: str) -> list[str]:
    """The files of fixtures that tests in a file are given, the nearest first."""
    files: frozenset[str] = context.ask(Files())
    folders = file.split("/")[:-1]
    names = ["/".join((*folders[:length], _CONFTEST)) for length in range(len(folders), -1, -1)]
    return [name for name in names if name in files and name != file]


def _run_factories(
    context: QueryContext, program: ServingProgram, machine: ServingMachine, files: tuple[str, ...]
) -> dict[int, tuple[str, str]]:
    """Run the functions that make an app, and that nothing has called: the apps with the files and names of these."""
    made_by: dict[int, tuple[str, str]] = {}
    for file in files:
        for function in roots_of(program.module_of(file)):
            block = function.code.block
            if block in machine.entered or machine.is_spent or not _makes_app(context, function):
                continue
            first = len(machine.apps)
            machine.run_factory(function)
            made_by |= {id(app): (file, f"{block.name}()") for app in machine.apps[first:]}
    return made_by


def _roots(program: ServingProgram, machine: ServingMachine) -> dict[int, tuple[str, str]]:
    """The apps that are modules, which a setting names: with the files, and the names of their lists of routes."""
    made_by: dict[int, tuple[str, str]] = {}
    for framework in FRAMEWORKS:
        setting, listed = framework.root
        named = [module.table.get(setting) for module in list(program.modules.values())] if setting else []
        texts = dict.fromkeys(text for value in named if value is not None for text, _ in texts_of(value))
        for text in texts:
            module = program.module(text)
            app = machine.root_of(module, framework) if module is not None else None
            if module is not None and app is not None:
                made_by[id(app)] = (module.file, listed)
    return made_by


def _makes_app(context: QueryContext, function: Function) -> bool:
    written = context.ask(FunctionOf(function.code.block))
    return written is not None and any(
        call.callee[-1:] and call.callee[-1] in _app_names() for call in written.scope.all_calls
    )


@cache
def _app_names() -> frozenset[str]:
    return frozenset(
        dotted.rpartition(".")[2]
        for framework in FRAMEWORKS
        for dotted, meaning in framework.meanings.items()
        if isinstance(meaning, Holder) and meaning.is_app
    )
