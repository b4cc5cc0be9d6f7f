"""What a program serves, as questions of the table: one run of the files from which a web framework can be reached."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, partial
from typing import Any, Final, NamedTuple

from waypost.clients.shape import Shape
from waypost.routes.domain.bounds import BOUNDS
from waypost.routes.domain.places import Block
from waypost.routes.domain.values import Class, Function, Object, Stored, Value
from waypost.routes.program.sources import BlocksOf, Files, FunctionOf, SizeOf, StartOf, names_of
from waypost.routes.program.table import Asker, Question
from waypost.routes.run.machine import roots_of
from waypost.routes.serving.compose import Composed, bound_names, composed
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
class LooksLike(Question[tuple[bool, bool]]):
    """Whether a file has the name of a framework's package in it, and whether it declares something by its looks."""

    file: str

    def answer(self, asker: Asker) -> tuple[bool, bool]:
        found = list(asker.ask(BlocksOf(self.file)).each(_looks))
        return any(mentions for mentions, _ in found), any(declares for _, declares in found)

    def undecided(self) -> tuple[bool, bool]:
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
class IsTooLarge(Question[bool]):
    """Whether the program has more text than is looked through for what it serves."""

    def answer(self, asker: Asker) -> bool:
        files: frozenset[str] = asker.ask(Files())
        return sum(asker.ask(SizeOf(file)) for file in sorted(files)) > BOUNDS.serving_text

    def undecided(self) -> bool:
        return True


@dataclass(frozen=True, slots=True)
class ServingFiles(Question[tuple[str, ...]]):
    """The files whose bodies are run: those that declare something, if there is a framework at all."""

    def answer(self, asker: Asker) -> tuple[str, ...]:
        files: frozenset[str] = asker.ask(Files())
        looks = {file: asker.ask(LooksLike(file)) for file in sorted(files)}
        if not any(mentions for mentions, _ in looks.values()) or asker.ask(IsTooLarge()):
            return ()
        return tuple(file for file, (_, declares) in looks.items() if declares)

    def undecided(self) -> tuple[str, ...]:
        return ()


def _file_of(key: str | Block) -> str:
    return key if isinstance(key, str) else key.file


@dataclass(frozen=True, slots=True)
class HasOverrides(Question[bool]):
    """Whether anything puts something else in the place of what handlers need."""

    def answer(self, asker: Asker) -> bool:
        files: frozenset[str] = asker.ask(Files())
        return any(any(asker.ask(BlocksOf(file)).each(_overrides)) for file in sorted(files))

    def undecided(self) -> bool:
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
    reachable: Mapping[int, Stored]
    # What they had told apps to use instead of what handlers need.
    overrides: tuple[Override, ...]
    # What says there that it answers routes.
    answers: tuple[Object, ...]

    def forget(self) -> None:
        """Keep nothing of other files."""
        self.program.forget(self.files)
        machine = self.machine
        machine.reachable = dict(self.reachable)
        machine.overrides = [*self.overrides]
        machine.answers = [*self.answers]
        machine.entered = {block for block in machine.entered if block.file in self.files}
        for each in self.reachable.values():
            if isinstance(each, Class) and each.heirs:
                each.heirs = [heir for heir in each.heirs if heir.module.file in self.files]
        machine.called_in_body = {key for key in machine.called_in_body if _file_of(key[0]) in self.files}
        by_file: tuple[dict[Any, Any], ...] = (machine.modules, machine.made, machine.decorated)
        by_block: tuple[dict[Any, Any], ...] = (machine.summaries, machine.footprints, machine.makings_in)
        for kept in (*by_file, *by_block):
            for key in [key for key in kept if isinstance(key, str | Block) and _file_of(key) not in self.files]:
                del kept[key]

    def names(self) -> dict[int, tuple[str, str]]:
        modules = [self.program.modules[file] for file in sorted(self.program.modules)]
        return self.made_by | bound_names(modules, self.machine.apps)


@dataclass(frozen=True, slots=True)
class RunOfServing(Question[ServingRun]):
    """One run of the files that declare something, and of the functions that make apps there."""

    def answer(self, asker: Asker) -> ServingRun:
        program = ServingProgram(asker)
        machine = ServingMachine(program)
        files = asker.ask(ServingFiles())
        machine.may_do(BOUNDS.serving)
        for file in files:
            if machine.is_spent:
                break
            machine.run_module(program.module_of(file))
        made_by = _run_factories(asker, program, machine, files) | _roots(program, machine)
        is_whole = not machine.is_spent and not asker.ask(IsTooLarge())
        if not is_whole:
            machine.apps.clear()
        reader = SignatureReader(machine, partial(_text_of, program), has_overrides=asker.ask(HasOverrides()))
        run = frozenset(program.modules)
        kept = dict(machine.reachable), tuple(machine.overrides), tuple(machine.answers)
        return ServingRun(program, machine, made_by, is_whole, reader, run, *kept)

    def undecided(self) -> ServingRun:
        raise NotImplementedError("nothing that is asked asks for this")


@dataclass(frozen=True, slots=True)
class Served(Question[tuple[ServedApp, ...]]):
    """The apps of the program, with their routes."""

    def answer(self, asker: Asker) -> tuple[ServedApp, ...]:
        run = asker.ask(RunOfServing())
        names = run.names()
        may_answer = partial(_may_answer, asker)
        found = [
            (ServedApp(*names.get(id(app), ("", "")), composed(app, run.reader, may_answer)), app)
            for app in run.machine.apps
        ]
        named = {each.composed.made for each, _ in found if each.name}
        # An object that stands for all of its class has apps of its own: what is known of one that is made is more.
        kept = [each for each, _ in found if each.name or each.composed.made not in named]
        return tuple(dict.fromkeys(kept))

    def undecided(self) -> tuple[ServedApp, ...]:
        return ()


class BoundCall(NamedTuple):
    """The app to which a call goes, one of them if there are several, and what the call takes."""

    apps: tuple[ServedApp, ...]
    shape: Shape
    # The path that the client puts before each of its own, and the one where the app pretends to be.
    before: str = ""
    root: str = ""


@dataclass(frozen=True, slots=True)
class BoundCalls(Question[Mapping[tuple[int, int], BoundCall]]):
    """The calls of a file that are requests to apps of the program, by their bytes."""

    file: str

    def answer(self, asker: Asker) -> Mapping[tuple[int, int], BoundCall]:
        run = asker.ask(RunOfServing())
        # What is asked from here on is asked for this.
        before, run.program.asker = run.program.asker, asker
        run.forget()
        try:
            return self._bound(asker, run)
        finally:
            run.program.asker = before

    def _bound(self, asker: Asker, run: ServingRun) -> Mapping[tuple[int, int], BoundCall]:
        machine, program = run.machine, run.program
        module = program.module_of(self.file)
        conftests = _conftests(asker, self.file)
        machine.called.clear()
        machine.given.clear()
        if not machine.apps:
            return {}
        # What is imported for the first time is no work of this file: another may have asked before.
        machine.may_do(BOUNDS.bound)
        for file in (*conftests, self.file):
            machine.run_module(program.module_of(file))
        if machine.is_spent:
            return {}
        machine.may_do(BOUNDS.bound + int(asker.ask(SizeOf(self.file)) * BOUNDS.bound_per_byte))
        found: dict[tuple[int, int], BoundCall | None] = {}
        names = run.names()
        may_answer = partial(_may_answer, asker)

        def keep() -> None:
            for place, calls in machine.called.items():
                if place.block.file != self.file:
                    continue
                apps = dict.fromkeys(app for call in calls for app in call.apps)
                served = [
                    ServedApp(*names.get(id(app), ("", "")), composed(app, run.reader, may_answer)) for app in apps
                ]
                around = {(call.before, call.root) for call in calls}
                if len(around) > 1:
                    continue
                call = BoundCall(tuple(dict.fromkeys(served)), calls[0].shape, *around.pop())
                start = asker.ask(StartOf(place.block))
                key = (start + place.start, start + place.end)
                found[key] = call if found.get(key, call) == call else None
            machine.called.clear()

        keep()
        for function in roots_of(module):
            if machine.is_spent:
                break
            machine.given.clear()
            machine.run_test(function, conftests, keep)
        return {key: call for key, call in found.items() if call is not None} if not machine.is_spent else {}

    def undecided(self) -> Mapping[tuple[int, int], BoundCall]:
        return {}


def _may_answer(asker: Asker, wrapping: Value) -> bool:
    """Whether a middleware of the program may answer requests itself, by what it mentions.

    It does if it mentions the path of a request, and if it is a class that passes none on.
    """
    if isinstance(wrapping, Function):
        return _PATH.search(_written(asker, wrapping)) is not None
    wrapping = wrapping.cls if isinstance(wrapping, Object) else wrapping
    if not isinstance(wrapping, Class):
        return False
    methods = {name: each.value for owner in wrapping.order() for name, each in owner.table.items()}
    texts = [_written(asker, each) for each in methods.values() if isinstance(each, Function)]
    passes_on = methods.keys().isdisjoint(_CALLED) or any(map(_PASSES_ON.search, texts))
    return any(map(_PATH.search, texts)) or not passes_on


def _written(asker: Asker, function: Function) -> bytes:
    written = asker.ask(FunctionOf(function.code.block))
    return (written.node.text if written is not None else None) or b""


def _text_of(program: ServingProgram, function: Function) -> bytes:
    """A function as it is written, with its decorators."""
    written = program.asker.ask(FunctionOf(function.code.block))
    if written is None:
        return b""
    around = written.node.parent
    node = around if around is not None and around.type == "decorated_definition" else written.node
    return node.text or b""


def _conftests(asker: Asker, file: str) -> list[str]:
    """The files of fixtures that tests in a file are given, the nearest first."""
    files: frozenset[str] = asker.ask(Files())
    folders = file.split("/")[:-1]
    names = ["/".join((*folders[:length], _CONFTEST)) for length in range(len(folders), -1, -1)]
    return [name for name in names if name in files and name != file]


def _run_factories(
    asker: Asker, program: ServingProgram, machine: ServingMachine, files: tuple[str, ...]
) -> dict[int, tuple[str, str]]:
    """Run the functions that make an app, and that nothing has called: the apps with the files and names of these."""
    made_by: dict[int, tuple[str, str]] = {}
    for file in files:
        for function in roots_of(program.module_of(file)):
            block = function.code.block
            if block in machine.entered or machine.is_spent or not _makes_app(asker, function):
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


def _makes_app(asker: Asker, function: Function) -> bool:
    written = asker.ask(FunctionOf(function.code.block))
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
