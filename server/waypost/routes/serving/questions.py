"""What a program serves, as questions of the table: one run of the files from which a web framework can be reached."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from waypost.routes.domain.values import Function
from waypost.routes.program.interest import ImportsOf
from waypost.routes.program.sources import BlocksOf, DottedNames, Files, FunctionOf, names_of
from waypost.routes.program.table import Asker, Question
from waypost.routes.run.listing import roots_of
from waypost.routes.serving.compose import Composed, bound_names, composed
from waypost.routes.serving.machine import ServingMachine, ServingProgram, packages
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
        """`users.main:app`."""
        return f"{names_of(self.file)[0] if self.file else ''}:{self.name}"


@dataclass(frozen=True, slots=True)
class MentionsFramework(Question[bool]):
    """Whether a file has the name of a framework's package in it."""

    file: str

    def answer(self, asker: Asker) -> bool:
        return any(asker.ask(BlocksOf(self.file)).each(_mentions))

    def undecided(self) -> bool:
        return True


def _mentions(block: TextBlock) -> bool:
    return b"import" in block.text and any(each.encode() in block.text for each in packages())


@dataclass(frozen=True, slots=True)
class ServingFiles(Question[tuple[str, ...]]):
    """The files that import a framework, and those that import them, over any number of steps."""

    def answer(self, asker: Asker) -> tuple[str, ...]:
        files: frozenset[str] = asker.ask(Files())
        first = [file for file in sorted(files) if asker.ask(MentionsFramework(file)) and _imports(asker, file)]
        if not first:
            return ()
        named: Mapping[str, str] = asker.ask(DottedNames())
        importers: dict[str, list[str]] = {}
        for file in sorted(files):
            for dotted in asker.ask(ImportsOf(file)):
                for name in (dotted, dotted.rpartition(".")[0]):
                    if name in named and named[name] != file:
                        importers.setdefault(named[name], []).append(file)
        found: dict[str, None] = {}
        while first:
            file = first.pop()
            if file not in found:
                found[file] = None
                first += importers.get(file, ())
        return tuple(sorted(found))

    def undecided(self) -> tuple[str, ...]:
        return ()


def _imports(asker: Asker, file: str) -> bool:
    return any(dotted.partition(".")[0] in packages() for dotted in asker.ask(ImportsOf(file)))


@dataclass(frozen=True, slots=True)
class Served(Question[tuple[ServedApp, ...]]):
    """The apps of the program, with their routes."""

    def answer(self, asker: Asker) -> tuple[ServedApp, ...]:
        program = ServingProgram(asker)
        machine = ServingMachine(program)
        files = asker.ask(ServingFiles())
        for file in files:
            machine.run_module(program.module_of(file))
        made_by = _run_factories(asker, program, machine, files)
        named = bound_names([program.modules[file] for file in sorted(program.modules)], machine.apps)
        names = made_by | named
        return tuple(ServedApp(*names.get(id(app), ("", "")), composed(app)) for app in machine.apps)

    def undecided(self) -> tuple[ServedApp, ...]:
        return ()


def _run_factories(
    asker: Asker, program: ServingProgram, machine: ServingMachine, files: tuple[str, ...]
) -> dict[int, tuple[str, str]]:
    """Run the functions that make an app, and that nothing has called: the apps with the files and names of these."""
    made_by: dict[int, tuple[str, str]] = {}
    for file in files:
        for function in roots_of(program.module_of(file)):
            block = function.code.block
            if block in machine.entered or not _makes_app(asker, function):
                continue
            first = len(machine.apps)
            machine.run_factory(function)
            made_by |= {id(app): (file, f"{block.name}()") for app in machine.apps[first:]}
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
