"""What a file does when it is run: the events of its bodies, found by the machine."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from waypost.routes.domain.bounds import BOUNDS
from waypost.routes.domain.code import Code
from waypost.routes.domain.events import Event
from waypost.routes.domain.places import Block
from waypost.routes.domain.values import Class, Module
from waypost.routes.ir.operations import Body
from waypost.routes.program.sources import (
    BlocksOf,
    BodyOf,
    DescribedIn,
    EffectsOf,
    FileNamed,
    FilesWithHeirs,
    FunctionOf,
    IsSetOutside,
    ModuleOf,
    names_of,
)
from waypost.routes.program.table import Asker, Question
from waypost.routes.program.writers import FilesThatMake, WritersOf
from waypost.routes.run.listing import is_given, roots_of, run_effects, run_roots
from waypost.routes.run.machine import Machine
from waypost.routes.run.program import Program


class AskedProgram(Program):
    """The program as one run sees it: whatever the machine asks for is noted as asked."""

    def __init__(self, asker: Asker, described: Mapping[str, Collection[str]] | None = None) -> None:
        self.asker = asker
        self.described = described or {}
        # The modules that were imported, in this order.
        self.modules: dict[str, Module] = {}

    def module(self, dotted: str) -> Module | None:
        file = self.asker.ask(FileNamed(dotted))
        return self.module_of(file) if file else None

    def module_of(self, file: str) -> Module:
        if file not in self.modules:
            self.modules[file] = Module(next(iter(names_of(file)), ""), file, is_package=file.endswith("__init__.py"))
        return self.modules[file]

    def imported_from(self, module: Module, level: int, dotted: str) -> str:
        if not level:
            return dotted
        parts = module.dotted.split(".")
        up = level - 1 if module.is_package else level
        around = parts[: len(parts) - up] if up else parts
        return ".".join((*around, *((dotted,) if dotted else ())))

    def block(self, module: Module) -> Block:
        return Block(module.file, "")

    def size(self, module: Module) -> int:
        return self.asker.ask(BlocksOf(module.file)).starts[-1]

    def body(self, block: Block) -> Body:
        return self.asker.ask(BodyOf(block) if block.name else ModuleOf(block.file)).body

    def codes(self, module: Module) -> Iterable[Code]:
        functions = self.asker.ask(ModuleOf(module.file)).functions.values()
        return [each.code for each in functions if each.code.kind != "lambda"]

    def sets(self, block: Block) -> Collection[str]:
        return self.asker.ask(EffectsOf(block)).sets

    def written_outside(self, attribute: str) -> bool:
        return self.asker.ask(IsSetOutside(attribute))

    def changes(self, block: Block) -> Collection[str]:
        return self.asker.ask(EffectsOf(block)).changes

    def binds(self, block: Block) -> Collection[str]:
        return self.asker.ask(EffectsOf(block)).binds


class FileRun(NamedTuple):
    """What a run of a file left."""

    events: tuple[Event, ...] = ()
    # The roots whose meter ended: of these, not all is known.
    spent: tuple[str, ...] = ()


def makes(asker: Asker, block: Block, name: str) -> bool:
    """Whether a function calls a class by its name."""
    function = asker.ask(FunctionOf(block))
    return function is not None and any(call.callee[-1:] == (name,) for call in function.scope.all_calls)


@dataclass(frozen=True, slots=True)
class EventsOf(Question[FileRun]):
    """The events of a file: of its body, and of its functions, as if each were called from outside.

    What it imports is run first, and what the functions there may do later to what others can reach is joined with it;
    so is what files do that change what these modules have, and what classes below its own stand in for.
    """

    file: str

    def answer(self, asker: Asker) -> FileRun:
        program = AskedProgram(asker, asker.ask(DescribedIn(self.file)))
        machine = Machine(program)
        module = program.module_of(self.file)
        machine.run_module(module)
        self._run_heirs(asker, program, machine, module)
        self._run_makers(asker, program, machine, module)
        known = 0
        while known < len(program.modules):
            # What is run may import more.
            known = len(program.modules)
            for each in list(program.modules):
                for writer in asker.ask(WritersOf(each)):
                    machine.run_module(program.module_of(writer))
            run_effects(machine, [each for each in program.modules.values() if each.state == "done"])
        run_roots(machine, [module])
        events = tuple(each for each in machine.events if each.root.partition(":")[0] == self.file)
        return FileRun(events, tuple(machine.spent))

    @staticmethod
    def _run_heirs(asker: Asker, program: AskedProgram, machine: Machine, module: Module) -> None:
        """The modules with classes below those of this one, over as many generations."""
        waiting = [module]
        for each in waiting:
            names = [value.name for value in each.table.values() if isinstance(value, Class) and value.module is each]
            for name in names:
                for file in asker.ask(FilesWithHeirs(name)):
                    heir = program.module_of(file)
                    if heir not in waiting:
                        machine.run_module(heir)
                        waiting.append(heir)

    @staticmethod
    def _run_makers(asker: Asker, program: AskedProgram, machine: Machine, module: Module) -> None:
        """What makes objects of classes whose constructors say nothing of what they are given; and of their makers."""
        waiting = [module]
        for each in waiting[: BOUNDS.heirs]:
            classes = [value for value in each.table.values() if isinstance(value, Class) and value.module is each]
            for made in classes:
                makers = asker.ask(FilesThatMake(made.name)) if is_given(made) else ()
                for maker in map(program.module_of, makers[: BOUNDS.roots]):
                    machine.run_module(maker)
                    if maker not in waiting:
                        waiting.append(maker)
                    for function in roots_of(maker):
                        if makes(asker, function.code.block, made.name):
                            machine.run_effects(function, again=False)

    def undecided(self) -> FileRun:
        return FileRun()

    def fingerprint(self, answer: FileRun) -> object:
        return answer.events
