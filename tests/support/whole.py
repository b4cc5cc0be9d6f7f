"""Sources in memory as a world that queries are asked about, and a run over all of them at once."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from waypost.clients.shape import Shape
from waypost.routes.calls.match import Shapes, built_in
from waypost.routes.program.runs import AskedProgram
from waypost.routes.program.sources import Files
from waypost.routes.program.table import Query, QueryContext, Table
from waypost.routes.run.machine import Machine
from waypost.routes.run.roots import run_roots
from waypost.routes.syntax import Blocks


class Sources:
    """A world that does not change: files by their paths, with their texts."""

    def __init__(self, texts: Mapping[str, bytes]) -> None:
        self.texts = texts

    def files(self) -> frozenset[str]:
        return frozenset(self.texts)

    def own_name(self) -> str:
        return ""

    def blocks(self, file: str) -> Blocks:
        return Blocks.of(self.texts.get(file, b""))

    def shapes(self, _: str) -> Shapes:
        return built_in()

    def described(self, file: str) -> Mapping[str, Collection[str]]:
        return self.shapes(file).described

    def calls(self, _: str) -> frozenset[str]:
        return frozenset()

    def may_call_apps(self, _: str) -> bool:
        return False

    def calls_of_apps(self, _: str) -> Mapping[tuple[int, int], Shape]:
        return {}

    def uri(self, file: str) -> str:
        return f"file:///{file}"


@dataclass(frozen=True, slots=True)
class WholeRun(Query[Machine]):
    """One run over all files: each body, and each function as if it were called from outside."""

    def answer(self, context: QueryContext) -> Machine:
        program = AskedProgram(context)
        files: frozenset[str] = context.ask(Files())
        machine, modules = Machine(program), [program.module_of(file) for file in sorted(files)]
        for module in modules:
            machine.run_module(module)
        machine.effects.expect(modules)
        machine.events += (event for module in modules for event in machine.body_events.get(module.file, ()))
        run_roots(machine, modules)
        return machine

    def on_cycle(self) -> Machine:
        raise NotImplementedError("nothing that is asked asks for this")


class Whole:
    """The run of a program."""

    def __init__(self, sources: Sources) -> None:
        self.machine = Table(sources).ask(WholeRun())
