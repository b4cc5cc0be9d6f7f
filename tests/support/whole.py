"""A whole program at once: what a folder, or a table of sources, is seen to send."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from waypost.clients.shape import Shape
from waypost.routes.domain.places import Place
from waypost.routes.domain.values import Module
from waypost.routes.program.runs import AskedProgram
from waypost.routes.program.sources import Files, StartOf
from waypost.routes.program.table import Asker, Question, Table
from waypost.routes.run.machine import Machine
from waypost.routes.run.program import Program
from waypost.routes.run.roots import run_roots
from waypost.routes.syntax import Blocks


class Sources:
    """A world that does not change: files by their paths, with their texts."""

    def __init__(self, texts: Mapping[str, bytes]) -> None:
        self.texts = texts

    def files(self) -> frozenset[str]:
        return frozenset(self.texts)

    def blocks(self, file: str) -> Blocks:
        return Blocks.of(self.texts.get(file, b""))

    def described(self, _: str) -> Mapping[str, Collection[str]]:
        return {}

    def calls(self, _: str) -> frozenset[str]:
        return frozenset()

    def may_call_apps(self, _: str) -> bool:
        return False

    def calls_of_apps(self, _: str) -> Mapping[tuple[int, int], Shape]:
        return {}


def run_all(program: Program, modules: Sequence[Module]) -> Machine:
    """Run the modules and every function of them as roots."""
    machine = Machine(program)
    for module in modules:
        machine.run_module(module)
    machine.effects.expect(modules)
    machine.events += (event for module in modules for event in machine.body_events.get(module.file, ()))
    run_roots(machine, modules)
    return machine


@dataclass(frozen=True, slots=True)
class WholeRun(Question[Machine]):
    """One run over all files: each body, and each function as if it were called from outside."""

    def answer(self, asker: Asker) -> Machine:
        program = AskedProgram(asker)
        files: frozenset[str] = asker.ask(Files())
        return run_all(program, [program.module_of(file) for file in sorted(files)])

    def undecided(self) -> Machine:
        raise NotImplementedError("nothing that is asked asks for this")


class Whole:
    """The run of a program, and where in it something is."""

    def __init__(self, sources: Sources) -> None:
        self.sources = sources
        self.table = Table(sources)
        self.machine = self.table.ask(WholeRun())

    def where(self, place: Place) -> tuple[str, int, int]:
        """The file of a place, and its bytes."""
        base = self.table.ask(StartOf(place.block))
        return place.block.file, base + place.start, base + place.end

    def line(self, place: Place) -> int:
        file, start, _ = self.where(place)
        return self.sources.texts[file].count(b"\n", 0, start) + 1
