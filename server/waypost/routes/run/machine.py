"""The machine: it runs operations over values, follows calls, and keeps what they leave.

Statements, expressions, calls and classes need one another; they sit here, openly. The lists of operations that
arms and loops hold are run by calling `run` again: that and calls in calls are the two ways in which this goes
deeper, and `BOUNDS.nesting` bounds both.
"""

import builtins
import itertools
import sys
from collections.abc import Callable, Hashable, Iterable, Iterator
from collections.abc import Sequence as AnySequence
from functools import partial
from typing import Any, Final, TypeAlias

from waypost.routes.domain.bounds import BOUNDS
from waypost.routes.domain.events import ANY_METHOD, DECLARES, DECORATES, Event, Step
from waypost.routes.domain.heap import NOW, Cells, Changes, Heap, Table, joined_cells, moment
from waypost.routes.domain.places import Block, Place
from waypost.routes.domain.values import (
    ANY,
    CHANGED,
    DEFAULT,
    FALSE,
    FIELDS,
    GENERATED,
    MADE_WITH,
    MISSING,
    NONE,
    REST,
    SHARED,
    SPECIAL,
    TRUE,
    AffectedGlobal,
    Alternative,
    Arguments,
    Arms,
    Choice,
    Class,
    ConcreteValueNeeded,
    Constant,
    Entry,
    External,
    Function,
    Given,
    HeapObject,
    Hole,
    Imported,
    Locals,
    Mapping,
    Module,
    Object,
    Open,
    Piece,
    Scope,
    Sequence,
    Substitution,
    SuperObject,
    Text,
    Unknown,
    Value,
    agreed,
    as_text,
    choice,
    computed,
    concatenated,
    derived,
    filtered_item,
    filtered_items,
    is_there,
    joined,
    nameless,
    plain_key,
    put_together,
    text_of,
    text_of_sum,
    unknown,
)
from waypost.routes.ir.operations import (
    Arm,
    Body,
    Case,
    ClassHead,
    Comprehension,
    Do,
    FunctionHead,
    Loop,
    Operation,
    Operations,
    Test,
    Try,
    With,
)
from waypost.routes.library.clients import UnmodelledCalls
from waypost.routes.library.formatting import with_spec
from waypost.routes.library.registry import Call, answer, has_model
from waypost.routes.library.texts import with_fields
from waypost.routes.library.urls import declared_address
from waypost.routes.run.binding import (
    FIXTURES,
    FOR_TESTS,
    bound_arguments,
    declared_items,
    declared_object,
    root_arguments,
)
from waypost.routes.run.comparing import compared
from waypost.routes.run.effects import Effects, Runner, outermost, overwritten
from waypost.routes.run.frames import CallsInBody, Frame, LoopFrame, Signal
from waypost.routes.run.narrowing import narrowed
from waypost.routes.run.program import Footprint, Program
from waypost.routes.run.summaries import CallPattern, Opaque, Recorded, Replay, Residual, SummaryTree
from waypost.routes.run.weak_updates import WeakUpdates, Write

_BUILTINS: Final = frozenset(dir(builtins))
# Decorators and bases that make a class whose constructor takes its annotated names.
_DATA: Final = frozenset(("dataclass", "attrs", "s", "define", "frozen", "mutable", "attr", "attributes"))
_MODELS: Final = frozenset(("BaseModel", "NamedTuple", "Struct", "TypedDict", "SQLModel", "BaseSettings", "RootModel"))


# The models that depend on nothing but what they are given, and change nothing.
_PURE: Final = ("str.", "urllib.parse.", "json.dumps", "builtins.str")
_PURE_NUMBERS: Final = (
    "builtins.int",
    "builtins.float",
    "builtins.min",
    "builtins.max",
    "builtins.len",
    "builtins.abs",
)


# What an operation does that looks at nothing but what is on the stack and never changes.
_OF_CONSTANTS: Final = (Do.PUSH, Do.COMPARE, Do.NOT)


# How often a loop is gone through at most: what a second turn changes again may be anything in a third one.
_TURNS: Final = 3

# The cells that conditions have written to a key of a table, by their ids.
Soft: TypeAlias = dict[Any, dict[int, Any]]


class Machine(Runner):
    """One run over a program."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.heap = Heap()
        self.unmodelled = UnmodelledCalls(program.described, program.named)
        self.events: list[Event] = []
        # Those of the bodies of modules, by file: whoever needs a module first makes it run.
        self.body_events: dict[str, list[Event]] = {}
        # How many branches are open, and how deep blocks and calls are nested.
        self.level = 0
        # The paths that have led here, where a choice was taken to be one of its alternatives.
        self.arms: Arms = ANY
        self.depth = 0
        # Of loops that are gone through item by item.
        self.unrolled = 0
        self.steps: list[Step] = []
        # How many of them led to the root itself, if that is a function that calls have made.
        self.first_step = 0
        self.active: dict[Any, int] = {}
        # Imported names that are being looked up.
        self.resolving: set[int] = set()
        # Operations done, and how many there may be.
        self.done = 0
        self.limit = 10**9
        # What the roots of each file may still do.
        self.left: dict[str, int] = {}
        # The roots whose meter ended.
        self.spent: list[str] = []
        # How many calls were not followed; what the root is called on.
        self.unfollowed = 0
        self.receiver: Value | None = None
        self.root = ""
        self.of_closure = False
        self.place: Place | None = None
        self.label = ""
        # What others can reach, by the tables that hold it.
        self.reachable: dict[int, HeapObject] = {}
        # What is left of calls, by what they are given; what each function asks for the value of; the functions whose
        # calls leave what cannot be made again.
        self.summaries: dict[Block, dict[tuple[Hashable, ...], SummaryTree]] = {}
        self.asked: dict[Block, frozenset[str]] = {}
        self.direct: set[Block] = set()
        # Those that make functions when bodies of modules call them: each of these counts.
        self.making_functions: set[Block] = set()
        # What runs is a root: no module, whose names are not watched yet, and nothing that is run only once.
        self.in_root = False
        self.effects = Effects(self)
        # Anything may be set by anyone.
        self.doubted = False
        # The modules that were run, by their files.
        self.modules: dict[str, Module] = {}
        # The functions that a root has made itself, and all that it has run.
        self.nested: list[Function] = []
        self.entered: set[Block] = set()
        # The functions in whose place their decorators have put something else, by their files.
        self.decorated: dict[str, list[Function]] = {}
        # What a root was given that a call has made around another one, and the other roots that it may call: handed on
        # to these, that leaves what their own runs leave.
        self.handed: dict[int, Value] = {}
        self.others: set[Block] = set()
        self.is_handing_on = False
        # How often no summary was found for the calls of a function, and how often one was.
        self.tallies: dict[Block, list[int]] = {}
        # The objects of the program's classes that a piece of work makes, with what they are given; what the bodies of
        # modules make, and functions, if they are run for that.
        self.making: list[tuple[Class, Arguments]] | None = None
        self.makings_in: dict[Block, list[tuple[Class, Arguments]]] = {}
        # The file whose body runs, not something apart from it; the functions that calls in bodies have made, by file,
        # and those of these that were called there.
        self.body = ""
        self.made: dict[str, dict[tuple[Block, int], Function]] = {}
        self.called_in_body: set[tuple[Block, int]] = set()
        # How many classes it is looked for who makes their objects: those who do are given others. The functions that
        # are looked at for that.
        self.looking = 0
        self.makers: set[Block] = set()
        self.calls_in_body = CallsInBody()
        # What an authentication adds is being found out: it asks for none itself.
        self.signing = False
        # What earlier work rests on: the bodies of modules, and what functions are run for.
        self.footprints: dict[Hashable, Footprint] = {}
        # Classes of the program by the dotted names by which others speak of them.
        self.named: dict[str, Class | None] = {}

    # -- running ------------------------------------------------------------------------------------------------------

    def run(self, operations: Operations, frame: Frame) -> Signal:
        """Do operations in order, until one ends the list."""
        self.depth += 1
        signal = Signal.GOES_ON
        if self.depth <= BOUNDS.nesting:
            for operation in operations:
                self.done += 1
                found = _DO[operation.do](self, frame, operation)
                if found:
                    signal = found
                    break
        self.depth -= 1
        return signal

    def rest(self) -> None:
        """Nothing runs any more, though it was broken off in the middle of something."""
        self.depth = self.level = self.unrolled = self.first_step = self.looking = 0
        self.in_root = self.of_closure = self.is_handing_on = False
        self.makers.clear()
        self.steps, self.active, self.making, self.body = [], {}, None, ""
        self.limit = 10**9
        self.resolving.clear()
        self.heap.trail = []
        self.heap.stamps.clear()
        NOW.recording = None

    def value(self, operations: Operations, frame: Frame) -> Value:
        """The value that operations leave on the stack."""
        size = len(frame.stack)
        self.run(operations, frame)
        found = frame.stack[-1] if len(frame.stack) > size else nameless()
        del frame.stack[size:]
        return found

    def do_push(self, frame: Frame, operation: Operation) -> None:
        frame.stack.append(operation.argument)

    def do_pop(self, frame: Frame, operation: Operation) -> None:
        frame.stack.pop()

    def do_copy(self, frame: Frame, operation: Operation) -> None:
        frame.stack.append(frame.stack[-1])

    # -- names --------------------------------------------------------------------------------------------------------

    def do_load(self, frame: Frame, operation: Operation) -> None:
        name = operation.argument
        scope: Scope | None = frame.scope if not frame.elsewhere.get(name) else frame.scope.of_module()
        while scope is not None:
            found = scope.table.get(name)
            if found is not None:
                if isinstance(found, Imported):
                    found = self._settled(scope, name, found)
                if found is not None:
                    frame.stack.append(found)
                    return
            scope = scope.outer
        frame.stack.append(External(f"builtins.{name}") if name in _BUILTINS else unknown(name))

    def _settled(self, scope: Scope, name: str, imported: Imported) -> Value | None:
        """What an import stands for; the name keeps it, once the module is done."""
        if isinstance(imported, AffectedGlobal):
            now = self.effects.now(imported)
            return self._settled(scope, name, now) if isinstance(now, Imported) else now
        found = imported.settled(self)
        if not isinstance(found, Imported):
            module = self.program.module(imported.module_name)
            if module is None or module.state == "done":
                scope.table[name] = found
                if module is not None and (around := self.footprints.get(scope.module.file)) is not None:
                    # Who finds it there later uses the other file, too.
                    around.files[module.file] = None
        return found

    def global_of(self, module: Module, name: str) -> Value | None:
        if not module.state:
            self.run_module(module)
        found: Value | None = module.table.get(name)
        if found is None:
            return self._part(module, name) if module.is_package else None
        return self._settled(module.scope, name, found) if isinstance(found, Imported) else found

    def do_store(self, frame: Frame, operation: Operation) -> None:
        name = operation.argument
        self.assign(frame, name, frame.stack.pop().as_named(name))

    def do_secret(self, frame: Frame, operation: Operation) -> None:
        frame.stack[-1] = frame.stack[-1].as_secret()

    def assign(self, frame: Frame, name: str, value: Value) -> None:
        self.heap.store(self._table(frame, name), name, value)

    def _table(self, frame: Frame, name: str) -> Table:
        """The table in which a frame binds a name."""
        where = frame.elsewhere.get(name)
        if where is None:
            return frame.scope.table
        if where:
            return frame.scope.module.table
        scope = frame.scope.outer
        while scope is not None and name not in scope.table:
            scope = scope.outer
        return scope.table if scope is not None else frame.scope.table

    def do_annotated(self, frame: Frame, operation: Operation) -> None:
        """A value of which nothing is known is what it is declared as."""
        names, many, name = operation.argument
        value = self._table(frame, name).get(name, NONE) if name else frame.stack[-1]
        if not self._is_unseen(value.settled(self)):
            return
        declared = declared_object(self, frame.scope, names)
        if declared is None:
            return
        value.need_concrete()
        is_response = isinstance(value, Unknown) and isinstance(value.detail, Event)
        if is_response and isinstance(declared, Object) and declared.in_program:
            return
        found = declared_items(declared) if many else declared
        if name:
            self.assign(frame, name, found)
        else:
            frame.stack[-1] = found

    def _is_unseen(self, value: Value) -> bool:
        """Whether a value is something of which only a name is known."""
        if isinstance(value, External):
            return value.receiver is None and not self.unmodelled.is_type(value.dotted)
        return isinstance(value, Unknown)

    def do_delete(self, frame: Frame, operation: Operation) -> None:
        table = self._table(frame, operation.argument)
        if operation.argument in table:
            self.heap.store(table, operation.argument, None)

    def do_declare(self, frame: Frame, operation: Operation) -> None:
        names, in_module = operation.argument
        frame.elsewhere |= dict.fromkeys(names, in_module)

    def do_import(self, frame: Frame, operation: Operation) -> None:
        dotted, bound, is_alias = operation.argument
        name = dotted if is_alias else dotted.split(".", maxsplit=1)[0]
        self.assign(frame, bound, self._imported(self.program.imported_from(frame.scope.module, 0, name), None))

    def do_import_from(self, frame: Frame, operation: Operation) -> None:
        level, dotted, names = operation.argument
        source = self.program.imported_from(frame.scope.module, level, dotted)
        for name, bound in names:
            if name == "*":
                self._import_all(frame, source)
            else:
                self.assign(frame, bound, self._imported(source, name))

    def _import_all(self, frame: Frame, source: str) -> None:
        module = self.program.module(source)
        if module is None:
            return
        if not module.state:
            self.run_module(module)
        exported = module.table.get("__all__")
        known = exported.iterate(self).known if isinstance(exported, Sequence) else None
        names = {each.literal() for each in known} if known is not None else None
        own = frame.scope.module.dotted
        for name, value in list(module.table.items()):
            # What the other one has from here is here: it may have begun to run before this package.
            is_from_here = isinstance(value, Imported) and (value.module_name, value.attribute_name) == (own, name)
            if not is_from_here and (name in names if names is not None else not name.startswith("_")):
                self.assign(frame, name, value)

    def _imported(self, module: str, name: str | None) -> Value:
        return Imported(module, name, self._resolved)

    def _resolved(self, imported: Imported) -> Value:
        module = self.program.module(imported.module_name)
        name = imported.attribute_name
        if module is None:
            dotted = imported.module_name if name is None else f"{imported.module_name}.{name}"
            # A folder without an `__init__` is a package, too.
            inside = self.program.module(dotted.lstrip(".")) if name is not None else None
            if inside is not None:
                return inside
            return (
                External(self.unmodelled.canonical(dotted)) if not dotted.startswith(".") else unknown(name or dotted)
            )
        if name is None:
            return module
        if not module.state:
            self.run_module(module)
        if module.is_package and (module.bindings or module.table).get(name) is imported:
            # `from . import name`: nothing else in the package has the name of its part.
            return self._part(module, name) or unknown(name)
        self.depth += 1
        found = self.global_of(module, name) if self.depth <= BOUNDS.nesting else None
        self.depth -= 1
        # A name is bound when it is imported: what the module binds it to later is not seen through it.
        found = module.bindings.get(name, found)
        # Names that are imported from one another in a circle are not known.
        key = id(imported)
        if found is not None and key not in self.resolving:
            self.resolving.add(key)
            found = found.settled(self)
            self.resolving.discard(key)
        if found is None:
            found = self._part(module, name)
        return found if found is not None and not isinstance(found, Imported) else unknown(name)

    def _part(self, package: Module, name: str) -> Module | None:
        """A module of a package. That in the root has no name."""
        return self.program.module(f"{package.dotted}.{name}".lstrip("."))

    # -- expressions --------------------------------------------------------------------------------------------------

    def do_attribute(self, frame: Frame, operation: Operation) -> None:
        self.place = operation.place
        name = operation.argument
        frame.stack[-1] = frame.stack[-1].attribute(self, name, operation.place).as_named(name)

    def do_set_attribute(self, frame: Frame, operation: Operation) -> None:
        name, place, key_place = operation.argument
        of = frame.stack.pop()
        value = frame.stack.pop()
        self.place = operation.place
        of.set_attribute(self, name, Entry(value.as_named(name), place=place, key_place=key_place))

    def do_item(self, frame: Frame, operation: Operation) -> None:
        key = frame.stack.pop()
        self.place = operation.place
        frame.stack[-1] = frame.stack[-1].item(self, key, operation.place)

    def do_set_item(self, frame: Frame, operation: Operation) -> None:
        place, key_place = operation.argument
        key, of = frame.stack.pop(), frame.stack.pop()
        value = frame.stack.pop()
        self.place = operation.place
        of.set_item(self, key, Entry(value, place=place, key_place=key_place))

    def do_delete_item(self, frame: Frame, operation: Operation) -> None:
        if operation.argument is not None:
            frame.stack.pop().delete_attribute(self, operation.argument)
            return
        key = frame.stack.pop()
        frame.stack.pop().delete_item(self, key)

    def do_slice(self, frame: Frame, operation: Operation) -> None:
        bounds = [frame.stack.pop().literal() if present else None for present in reversed(operation.argument)]
        bounds.reverse()
        known = all(each is None or isinstance(each, int) for each in bounds)
        frame.stack.append(Constant(slice(*bounds)) if known else unknown("slice"))

    def do_unpack(self, frame: Frame, operation: Operation) -> None:
        value = frame.stack.pop()
        if not isinstance(value, Choice):
            frame.stack += reversed(self._unpacked(value, *operation.argument))
            return
        rows = [[each.under(arms) for each in self._unpacked(of, *operation.argument)] for of, arms in value.usable()]
        frame.stack += reversed(list(map(choice, zip(*rows, strict=True))))

    def _unpacked(self, value: Value, count: int, star: int | None, labels: AnySequence[str]) -> list[Value]:
        """What each of some names gets of a value."""
        each = value.iterate(self)
        known = each.known
        if known is not None and star is None and len(known) != count:
            known = None
        if known is not None and star is not None and len(known) < count - 1:
            known = None
        found: list[Value] = []
        for index in range(count):
            if index == star:
                middle = known[star : len(known) - (count - 1 - star)] if known is not None else ()
                found.append(Sequence(middle, None if known is not None else each.any))
            elif known is not None:
                found.append(known[index if star is None or index < star else index - count].as_item(labels[index]))
            else:
                item = value.item(self, Constant(index)) if value.size else nameless()
                found.append(_called_by(item, labels[index]))
        return found

    def _labelled(self, value: Value, label: str, place: Place | None, form: str, spec: str = "") -> Value:
        """A value as a part of a text, with what it is called where it is inserted."""
        if spec:
            return with_spec(value, label, place, spec)
        value = text_of_sum(value)
        parts = value.parts()
        if len(parts) == 1 and isinstance(parts[0], Hole) and not isinstance(value, Text):
            return Text((Hole(value, place, form, "", label),), value.flags_inside)
        return value

    def do_join(self, frame: Frame, operation: Operation) -> None:
        parts: tuple[Any, ...] = operation.argument
        count = sum(not isinstance(part, Piece) for part in parts)
        values = iter(frame.stack[len(frame.stack) - count :])
        made: list[Value] = []
        for part in parts:
            if isinstance(part, Piece):
                made.append(Text((part,)))
            else:
                label, place, spec = part
                value = next(values)
                value = self.shown(value, formatted=not spec) if spec in {"", "!s"} else value
                made.append(self._labelled(value, label or "", place, "f", spec))
        del frame.stack[len(frame.stack) - count :]
        frame.stack.append(concatenated(made))

    def do_binary(self, frame: Frame, operation: Operation) -> None:
        operator, left_label, right_label = operation.argument
        right = frame.stack.pop()
        left = frame.stack[-1]
        self.place = operation.place
        frame.stack[-1] = self._operated(left, right, operator, left_label, right_label, operation.place)

    def _operated(  # noqa: PLR0917 - two operands with their names
        self, left: Value, right: Value, operator: str, left_label: str, right_label: str, place: Place | None
    ) -> Value:
        own = self._own_operator(left, right, operator)
        if own is not None:
            return own
        fails = any(each.literal() is None and not each.flags for each in (left, right) if not each.symbolic)
        if operator == "+" and (left.textual or right.textual) and not fails:
            both = self._labelled(left, left_label, None, "+"), self._labelled(right, right_label, None, "+")
            return concatenated(map(as_text, both))
        if operator == "%" and left.textual:
            is_many = isinstance(right, Sequence | Mapping)
            right = right if is_many else self._labelled(self.shown(right), right_label, None, "%")
        if operator == "/":
            left = declared_address(left)
        return left.binary(self, operator, right, place)

    def _own_operator(self, left: Value, right: Value, operator: str) -> Value | None:
        """What a class of the program makes of an operator, also one whose objects are texts."""
        name = SPECIAL.get(operator, "")
        found = self._special(left, (name,), (right,)) if name else None
        is_other = found is None and name and not isinstance(left, Object)
        return self._special(right, (f"__r{name[2:]}",), (left,)) if is_other else found

    def do_augmented(self, frame: Frame, operation: Operation) -> None:
        operator, left_label, right_label = operation.argument
        right = frame.stack.pop()
        left = frame.stack[-1]
        if operator == "|" and isinstance(left, Mapping):
            left.update(self, right)
        elif operator == "+" and isinstance(left, Sequence) and left.kind == "list":
            self._extended(left, right)
        else:
            frame.stack[-1] = self._operated(left, right, operator, left_label, right_label, operation.place)

    def _extended(self, left: Sequence, right: Value) -> None:
        items, more = left.items, right.iterate(self)
        if more.known is not None and items.rest is None:
            left.set_items(self, (*items.known, *more.known))
        else:
            left.set_items(self, items.known, more.any if items.rest is None else items.rest.join(more.any))

    def do_not(self, frame: Frame, operation: Operation) -> None:
        truth = frame.stack[-1].truth()
        frame.stack[-1] = derived("not", "condition", frame.stack[-1]) if truth is None else FALSE if truth else TRUE

    def do_unary(self, frame: Frame, operation: Operation) -> None:
        literal = frame.stack[-1].literal()
        if operation.argument == "-" and isinstance(literal, (int, float)):
            frame.stack[-1] = Constant(-literal, frame.stack[-1].flags)
        elif operation.argument != "+":
            frame.stack[-1] = computed(frame.stack[-1])

    def do_compare(self, frame: Frame, operation: Operation) -> None:
        signs = operation.argument
        operands = frame.stack[len(frame.stack) - len(signs) - 1 :]
        del frame.stack[len(frame.stack) - len(signs) - 1 :]
        found = [
            compared(self, sign, left, right) for sign, left, right in zip(signs, operands, operands[1:], strict=False)
        ]
        if False in found:
            frame.stack.append(FALSE)
        elif None in found:
            frame.stack.append(derived("compare", "condition", *operands, detail=signs))
        else:
            frame.stack.append(TRUE)

    def do_sequence(self, frame: Frame, operation: Operation) -> None:
        kind, stars = operation.argument
        values = frame.stack[len(frame.stack) - len(stars) :]
        del frame.stack[len(frame.stack) - len(stars) :]
        known: list[Value] = []
        rest: Value | None = None
        for value, star in zip(values, stars, strict=True):
            if not star:
                items: tuple[Value, ...] | None = (value,)
            else:
                each = value.iterate(self)
                items = each.known
                if items is None:
                    rest = each.any if rest is None else rest.join(each.any)
                    continue
            if rest is None:
                known += items or ()
            else:
                rest = choice((rest, *(items or ())))
        frame.stack.append(put_together(known, rest, kind) if True in stars else Sequence(known, rest, kind))

    def do_mapping(self, frame: Frame, operation: Operation) -> None:
        kinds = operation.argument
        count = sum(1 if splat else 2 for splat, _, _ in kinds)
        values = iter(frame.stack[len(frame.stack) - count :])
        made = Mapping()
        for splat, place, key_place in kinds:
            if splat:
                made.update(self, next(values))
            else:
                key = next(values)
                made.set_item(self, key, Entry(next(values), place=place, key_place=key_place))
        del frame.stack[len(frame.stack) - count :]
        frame.stack.append(made)

    def do_unknown(self, frame: Frame, operation: Operation) -> None:
        count, name = operation.argument
        del frame.stack[len(frame.stack) - count :]
        frame.stack.append(unknown(name))

    # -- branches -----------------------------------------------------------------------------------------------------

    def _narrow(self, frame: Frame, tests: AnySequence[Test], soft: Soft) -> None:
        """What tests say is so for as long as the arm does not write there."""
        for test in tests:
            table, key, cell = self._cell(frame, test.path)
            if cell is None or table is None:
                continue
            value = cell.value if isinstance(cell, Entry) else cell
            if isinstance(value, Imported):
                continue
            if table is not frame.scope.table and frame.scope.module.state == "done":
                value = value.flagged(SHARED)
            operand = self.value(test.operand, frame) if test.operand else None
            known = narrowed(self, value, test, operand)
            if known is not value:
                new = cell._replace(value=known, maybe=False) if isinstance(cell, Entry) else known
                self.heap.store(table, key, new)
                soft.setdefault((id(table), key), {})[id(new)] = new

    def _cell(self, frame: Frame, path: tuple[str, ...]) -> tuple[Table | None, str, Any]:
        """The table and the key of a name, or of an attribute of one, and what is there, or what its class has."""
        table: Table | None = frame.scope.table
        scope = frame.scope.outer
        while table is not None and path[0] not in table:
            table = scope.table if scope is not None else None
            scope = scope.outer if scope is not None else None
        if len(path) == 1 or table is None:
            return table, path[0], table.get(path[0]) if table is not None else None
        of = table[path[0]]
        if not isinstance(of, Object):
            return None, path[1], None
        return of.table, path[1], of.table.get(path[1]) or of.class_attribute(self, path[1])

    def _meet(self, live: list[Changes], soft: Soft, since: int, join: int = 0) -> int:
        """The state after arms; what only their conditions said is forgotten where they meet."""
        if len(live) > 1:
            for which, cells in soft.items():
                if all(which not in arm or id(arm[which][2]) in cells for arm in live):
                    for arm in live:
                        arm.pop(which, None)
        return self.heap.merge(live, since, join)

    def do_branch(self, frame: Frame, operation: Operation) -> Signal | None:  # noqa: C901 - an arm, step by step
        arms: tuple[Arm, ...] = operation.argument
        heap, start, since = self.heap, self.heap.mark(), moment()
        live: list[Changes] = []
        going_on: list[int] = []
        soft: Soft = {}
        signal = Signal.GOES_ON
        is_open = False
        for number, arm in enumerate(arms):
            truth = self.value(arm.condition, frame).truth() if arm.condition else True
            if truth is False:
                continue
            if truth and not is_open:
                return self.run(arm.body, frame)
            if not is_open:
                is_open = True
                self.calls_in_body.begin_branch(self.level, start, since)
                self.level += 1
            mark = heap.mark()
            if truth is None:
                self._narrow(frame, arm.holds, soft)
            found = self.run(arm.body, frame)
            if found:
                signal = found
            else:
                live.append(dict(heap.changes(start)))
                going_on.append(number)
            heap.undo(mark)
            if truth:
                break
            if len(live) < BOUNDS.arms:
                self._narrow(frame, arm.fails, soft)
        else:
            if not is_open:
                return Signal.GOES_ON
            live.append(dict(heap.changes(start)))
        self.level -= 1
        heap.undo(start)
        if not live:
            return signal
        self._meet(live, soft, since, self._join_of_turns(frame, arms, going_on) if len(live) > 1 else 0)
        return Signal.GOES_ON

    def _join_of_turns(self, frame: Frame, arms: tuple[Arm, ...], going_on: list[int]) -> int:
        """The join of a branch that goes the same way in each turn of a loop; nothing if it may not."""
        if not frame.loops or not all(self._is_fixed(frame, arm.condition) for arm in arms):
            return 0
        return frame.loops[-1].joins.setdefault((id(arms), *going_on), moment())

    def _is_fixed(self, frame: Frame, condition: Operations) -> bool:
        """Whether a condition is about constants, classes, and variables that the loop in progress leaves alone."""
        found: Value = NONE
        for operation in condition:
            if operation.do is Do.LOAD:
                name = operation.argument
                found = self.value((operation,), frame)
                is_own = (
                    frame.function is not None and name in frame.scope.table and name not in frame.loops[-1].assigned
                )
                if not (found.plain if is_own else isinstance(found, Class | External)):
                    return False
            elif operation.do is Do.ATTRIBUTE:
                if not isinstance(found, Class | External):
                    return False
            elif operation.do not in _OF_CONSTANTS:
                return False
        return True

    def do_conditional(self, frame: Frame, operation: Operation) -> None:
        arms: tuple[Arm, ...] = operation.argument
        heap, start, since = self.heap, self.heap.mark(), moment()
        live: list[Changes] = []
        soft: Soft = {}
        found: list[Value] = []
        for arm in arms:
            truth = self.value(arm.condition, frame).truth() if arm.condition else True
            if truth is False:
                continue
            mark = heap.mark()
            if truth is None:
                self._narrow(frame, arm.holds, soft)
            self.level += 1
            found.append(self.value(arm.body, frame))
            self.level -= 1
            if truth and len(found) == 1:
                frame.stack.append(found[0])
                return
            live.append(dict(heap.changes(start)))
            heap.undo(mark)
            if truth:
                break
            if len(live) < BOUNDS.arms:
                self._narrow(frame, arm.fails, soft)
        heap.undo(start)
        frame.stack.append(joined(found, self._meet(live, soft, since)))

    def do_short(self, frame: Frame, operation: Operation) -> None:
        """`and` and `or`: the first operand that decides, or any that may."""
        word, arms = operation.argument
        heap, start, since = self.heap, self.heap.mark(), moment()
        soft: Soft = {}
        live: list[Changes] = []
        found: list[Value] = []
        *before, last = arms
        for arm in before:
            value = self.value(arm.condition, frame)
            truth = value.truth()
            if truth is None and word == "or":
                # Only what is not seen could make the default count.
                truth = value.is_nonempty()
            if truth is (word == "or"):
                found.append(value)
                break
            if truth is None:
                found += _deciding(value, if_true=word == "or") or _given_instead(value, arm)
                live.append(dict(heap.changes(start)))
                self._narrow(frame, arm.holds if word == "and" else arm.fails, soft)
        else:
            found.append(self.value(last.condition, frame))
        if live:
            live.append(dict(heap.changes(start)))
            heap.undo(start)
            self._meet(live, soft, since)
        frame.stack.append(found[0] if len(found) == 1 else choice(found))

    def do_match(self, frame: Frame, operation: Operation) -> Signal | None:
        cases: tuple[Case, ...] = operation.argument
        subject = frame.stack.pop()
        heap, start, since = self.heap, self.heap.mark(), moment()
        live: list[Changes] = []
        signal = Signal.GOES_ON
        self.level += 1
        whole = False
        for case in cases:
            fits: bool | None = True if case.anything else None
            if case.values:
                equal = [subject.equals(self.value(each, frame)) for each in case.values]
                fits = True if True in equal else None if None in equal else False
            if fits and case.guarded:
                fits = None
            if fits is False:
                continue
            if fits and not live and not signal and heap.mark() == start:
                self.level -= 1
                self._bind_names(frame, case, subject)
                return self.run(case.body, frame)
            self._bind_names(frame, case, subject)
            found = self.run(case.body, frame)
            if found:
                signal = found
                heap.undo(start)
            else:
                live.append(heap.take(start))
            if fits:
                whole = True
                break
        self.level -= 1
        if not whole:
            live.append({})
        if not live:
            return signal
        heap.merge(live, since)
        return Signal.GOES_ON

    def _bind_names(self, frame: Frame, case: Case, subject: Value) -> None:
        whole = len(case.names) == 1 and case.anything
        for name in case.names:
            self.assign(frame, name, subject if whole else unknown(name))

    def either(self, cases: AnySequence[Alternative], do: Callable[[Value], Value]) -> Value:
        around, since = self.arms, moment()
        possible = [(each, arms, both) for each, arms in cases if (both := agreed(around, arms)) is not None]
        if len(possible) <= 1:
            return do((possible or cases)[0][0])
        found: list[Value] = []
        live: list[Changes] = []
        self.level += 1
        for option, arms, self.arms in possible:
            mark = self.heap.mark()
            found.append(do(option).under(arms))
            live.append(self.heap.take(mark))
        self.level, self.arms = self.level - 1, around
        if not any(live):
            return choice(found)
        return joined(found, self.heap.merge(live, since))

    # -- loops --------------------------------------------------------------------------------------------------------

    def do_loop(self, frame: Frame, operation: Operation) -> Signal | None:
        loop: Loop = operation.argument
        targets = (each.argument for each in loop.target if each.do is Do.STORE)
        running = LoopFrame(self.heap.mark(), self.level, {*loop.assigned, *targets})
        frame.loops.append(running)
        try:
            if loop.target:
                over = frame.stack.pop()
                each = over.iterate(self)
                few = (
                    each.known is not None
                    and len(each.known) <= BOUNDS.unrolled
                    and self.unrolled < BOUNDS.unrolled_levels
                )
                signal = (
                    self._each(frame, loop, running, each.known) if few else self._some(frame, loop, running, each.any)
                )
            else:
                signal = self._while(frame, loop, running)
        finally:
            frame.loops.pop()
        if signal is Signal.BREAK:
            signal = Signal.GOES_ON
        elif not signal:
            signal = self.run(loop.otherwise, frame)
        if running.breaks:
            ends = running.breaks if signal else [*running.breaks, self.heap.changes(running.mark)]
            self.heap.undo(running.mark)
            self.heap.merge(ends, running.began)
            return Signal.GOES_ON
        return signal

    def _turn(self, frame: Frame, loop: Loop, running: LoopFrame, item: Value | None) -> Signal:
        """One turn of a loop."""
        running.iteration_mark, running.iteration_level, running.continues = self.heap.mark(), self.level, []
        if item is not None:
            is_named = len(loop.target) == 1 and loop.target[0].do is Do.STORE
            item = item.as_item(loop.target[0].argument) if is_named else item
            frame.stack.append(item.uncorrelated())
            self.run(loop.target, frame)
        signal = self.run(loop.body, frame)
        if running.continues:
            ends = running.continues if signal else [*running.continues, self.heap.changes(running.iteration_mark)]
            self.heap.undo(running.iteration_mark)
            self.heap.merge(ends, running.began)
            return Signal.GOES_ON
        return Signal.GOES_ON if signal is Signal.CONTINUE else signal

    def _each(self, frame: Frame, loop: Loop, running: LoopFrame, items: AnySequence[Value] | None) -> Signal:
        """A turn for each of a few items that are known."""
        self.unrolled += 1
        level = self.level
        signal = Signal.GOES_ON
        for item in items or ():
            signal = self._turn(frame, loop, running, item)
            if signal:
                break
            if running.breaks or frame.exits:
                # From here on, whether there is another turn is open.
                self.level = max(self.level, level + 1)
        self.level = level
        self.unrolled -= 1
        return signal

    def _some(self, frame: Frame, loop: Loop, running: LoopFrame, item: Value) -> Signal:
        """Turns for items of which only a kind is known; there may be none."""
        self._widen(frame, loop, running, item)
        exact, frame.exact = frame.exact, False
        self.level += 1
        for number in range(_TURNS):
            mark = self.heap.mark()
            self._turn(frame, loop, running, item)
            changes = self._ungrown(frame, loop, running, self.heap.take(mark))
            growing = self._growing(running.began, changes, is_first=not number)
            self.heap.merge([changes, {}], running.began)
            if self._has_enough(frame, running, changes) or (number and not growing):
                break
            self._let_grow(growing)
        self.level -= 1
        frame.exact = exact and not frame.yields
        return Signal.GOES_ON

    def _while(self, frame: Frame, loop: Loop, running: LoopFrame) -> Signal:
        first, mark = len(self.events), self.heap.mark()
        truth = self.value(loop.condition, frame).truth()
        if truth is False:
            return Signal.GOES_ON
        if len(self.events) > first:
            # What it sends is sent before each turn.
            del self.events[first:]
            self.heap.undo(mark)
            self._widen(frame, loop, running, None)
            truth = self.value(loop.condition, frame).truth() or None
        else:
            self._widen(frame, loop, running, None)
        exact, frame.exact = frame.exact, False
        self.level += 1
        soft: Soft = {}
        endless = all(operation.do is Do.PUSH for operation in loop.condition) and truth is True
        signal = Signal.GOES_ON
        for number in range(_TURNS):
            mark = self.heap.mark()
            if truth is None:
                self._narrow(frame, loop.holds, soft)
            signal = self._turn(frame, loop, running, None)
            changes = self._ungrown(frame, loop, running, self.heap.take(mark))
            for which, cells in soft.items():
                if which in changes and id(changes[which][2]) in cells:
                    del changes[which]
            growing = self._growing(running.began, changes, is_first=not number)
            self.heap.merge([changes] if endless and not signal else [changes, {}], running.began)
            if self._has_enough(frame, running, changes) or (number and not growing):
                break
            self._let_grow(growing)
            self.value(loop.condition, frame)
        self.level -= 1
        frame.exact = exact and not frame.yields
        if not endless:
            # Without `break`, its condition does not hold any more.
            self._narrow(frame, loop.fails, {})
        if endless and not running.breaks:
            return signal or Signal.RAISE if frame.exits or signal else Signal.GOES_ON
        return Signal.BREAK if endless else Signal.GOES_ON

    def _has_enough(self, frame: Frame, running: LoopFrame, changes: Changes) -> bool:
        """Whether more turns would tell nothing more, or are too many of too many."""
        return self.level > running.level + 2 or running.was_widened(frame.scope.table, changes)

    def _growing(self, began: int, changes: Changes, *, is_first: bool) -> list[Write]:
        """What turns make another one each time, of what was there before the loop: after more of them, it is any."""
        found: list[Write] = []
        for table, key, after in changes.values():
            before: Any = table.get(key) if isinstance(table, Cells) and table.created <= began else None
            grown = before.growing(key, after, is_first=is_first) if before is not None and after is not None else None
            if grown is not None:
                found.append((table, key, grown))
        return found

    def _let_grow(self, growing: Iterable[Write]) -> None:
        for write in growing:
            self.heap.store(*write)

    def repeatedly(self, do: Callable[[], Value]) -> Value:
        found: list[Value] = []
        began = moment()
        self.level += 1
        for number in range(_TURNS):
            mark = self.heap.mark()
            found.append(do())
            changes = self.heap.take(mark)
            growing = self._growing(began, changes, is_first=not number)
            self.heap.merge([changes, {}], began)
            if not changes or (number and not growing):
                break
            self._let_grow(growing)
        self.level -= 1
        return choice(found)

    def _widen(self, frame: Frame, loop: Loop, running: LoopFrame, item: Value | None) -> None:
        """Before its first turn: what the loop assigns may have any of its later values."""
        for name in loop.assigned:
            value: Value | None = self._table(frame, name).get(name)
            if value is not None and not isinstance(value, Imported):
                running.before[name] = value
        later, join = self._later(frame, loop, running, item), moment()
        for name, value in running.before.items():
            # In a turn, they are all what they were before the loop, or none is.
            is_known = name in later and name not in loop.remade
            wider = joined((value, later[name]), join) if is_known else _wider(value, name, loop)
            self.heap.store(self._table(frame, name), name, wider)

    def _later(self, frame: Frame, loop: Loop, running: LoopFrame, item: Value | None) -> dict[str, Value]:
        """What later turns may find in variables, if one is a mapping that is no longer the same after a turn."""
        own = {name: value for name, value in running.before.items() if isinstance(value, Mapping) and not value.shared}
        if not own:
            return {}
        wider = {name: _wider(value, name, loop) for name, value in running.before.items() if name not in own}
        first = self._after_a_turn(frame, loop, running, item, wider)
        if not any(first.get(name) is not value for name, value in own.items()):
            return {}
        found = {name: value for name, value in first.items() if name in own}
        for name, value in first.items():
            before = running.before.get(name)
            if isinstance(before, Text) and before.key() not in {each.key() for each in value.options()}:
                found[name] = Unknown("later", name)
        second = self._after_a_turn(frame, loop, running, item, {**wider, **found})
        is_all = all(
            any(map(partial(_says_as_much, each), (running.before[name], *found[name].options())))
            for name in own
            for each in (second[name].options() if name in second and name in found else ())
        )
        return found if is_all and own.keys() <= second.keys() else {}

    def _after_a_turn(
        self, frame: Frame, loop: Loop, running: LoopFrame, item: Value | None, start: dict[str, Value]
    ) -> dict[str, Value]:
        """What the variables are after a turn that begins with some; nothing else of that is kept."""
        lists: list[list[Any]] = [self.events, running.breaks, frame.exits, frame.results, frame.yields, frame.waits]
        lengths = [len(each) for each in lists]
        mark = self.heap.mark()
        for name, value in start.items():
            self.heap.store(self._table(frame, name), name, value)
        self.level += 1
        signal = self._turn(frame, loop, running, item)
        self.level -= 1
        after = {name: self._table(frame, name).get(name) for name in running.before} if not signal else {}
        found = {
            name: value if value is running.before[name] else value.frozen()
            for name, value in after.items()
            if value is not None and not isinstance(value, Imported)
        }
        self.heap.undo(mark)
        for each, length in zip(lists, lengths, strict=True):
            del each[length:]
        return found

    def _ungrown(self, frame: Frame, loop: Loop, running: LoopFrame, changes: Changes) -> Changes:
        """What a turn adds to the end of a text is in what the text was widened to before the first turn.

        What becomes something else is anything then, or what it was before the loop.
        """
        kept = dict(changes)
        for name in loop.remade:
            table = self._table(frame, name)
            changed = kept.pop((id(table), name), None)
            before: Value | None = table.get(name)
            if changed is not None and changed[2] is not None and before is not None:
                after: Any = changed[2]
                if after.key() == before.key():
                    # Nothing was added at all, or it is not known what.
                    if not isinstance(before, Unknown):
                        self.heap.store(table, name, running.before[name])
                    continue
                if name not in loop.grown or not after.begins_like(before):
                    kept[id(table), name] = (table, name, unknown(name))
                    self.heap.store(table, name, running.before[name].widen(name))
        for name in running.before.keys() - loop.remade:
            table = self._table(frame, name)
            changed = kept.get((id(table), name))
            same = _kept(running.before[name], changed[2], name) if changed is not None else None
            if same is not None:
                # It is what it was, whatever the loop has done with it.
                del kept[id(table), name]
                self.heap.store(table, name, same)
        return kept

    def do_break(self, frame: Frame, operation: Operation) -> Signal:
        if frame.loops:
            running = frame.loops[-1]
            if self.level > running.level or running.breaks:
                running.breaks.append(self.heap.changes(running.mark))
        return Signal.BREAK

    def do_continue(self, frame: Frame, operation: Operation) -> Signal:
        if frame.loops:
            running = frame.loops[-1]
            if self.level > running.iteration_level or running.continues:
                running.continues.append(self.heap.changes(running.iteration_mark))
        return Signal.CONTINUE

    def do_comprehension(self, frame: Frame, operation: Operation) -> None:
        made: Comprehension = operation.argument
        each = frame.stack.pop().iterate(self)
        found: list[tuple[Value | None, Value, Value]] = []
        few = each.known is not None and len(each.known) <= BOUNDS.unrolled * 2 and len(made.clauses) == 1
        few = few and self.unrolled < BOUNDS.unrolled_levels
        asks = few and any(conditions for _, _, conditions in made.clauses)
        # Its names are its own: functions that are made in it see what they are in the end.
        around = frame.scope
        is_seen = around.stored is not None
        frame.scope = Scope(around.module, around, around.owner, around.call_stack, makes_functions=is_seen)
        frame.scope.receiver = around.receiver

        def ask(item: Value) -> Value:
            return self._clauses(frame, made, item)

        self.unrolled += 1
        self.level += not few
        for item in (each.known or ()) if few else (each.any.uncorrelated(),):
            kept, asked = filtered_item(item, ask) if asks else (item, ask(item))
            if asked.truth() is False:
                continue
            if asks and isinstance(item, Choice):
                ask(kept)
            key = self.value(made.key, frame) if made.key else None
            found.append((key, self.value(made.value, frame), asked))
        self.level -= not few
        self.unrolled -= 1
        frame.scope = around
        frame.stack.append(self._comprehended(made.kind, found, few=few))

    def _comprehended(self, kind: str, found: list[tuple[Value | None, Value, Value]], *, few: bool) -> Value:
        if kind != "mapping":
            if few:
                return filtered_items([(value, asked) for _, value, asked in found], kind)
            return Sequence((), choice([value for _, value, _ in found]) if found else None, kind)
        mapping = Mapping()
        for key, value, asked in found:
            if few and asked.truth():
                mapping.set_item(self, key or nameless("key"), Entry(value))
                continue
            literal = key.literal() if key is not None else MISSING
            if isinstance(literal, (str, int)):
                mapping.write(self, literal, Entry(value, maybe=True))
            else:
                mapping.set_some(self, value)
        return mapping

    def _clauses(self, frame: Frame, made: Comprehension, item: Value) -> Value:
        """Bind the names of one turn; its conditions: false, true, or one that is open."""
        held: Value = TRUE
        for index, (over, target, conditions) in enumerate(made.clauses):
            frame.stack.append(item if index == 0 else self.value(over, frame).iterate(self).any.uncorrelated())
            self.run(target, frame)
            for condition in conditions:
                asked = is_there(self.value(condition, frame), item)
                truth = asked.truth()
                held = FALSE if truth is False or held is FALSE else asked if truth is None else held
        return held

    # -- leaving ------------------------------------------------------------------------------------------------------

    def do_return(self, frame: Frame, operation: Operation) -> Signal:
        value = frame.stack.pop()
        frame.results.append(value)
        if self.level > frame.level or frame.exits:
            frame.exits.append(self._left_by(frame))
        return Signal.RETURN

    def _left_by(self, frame: Frame) -> Changes:
        """What a call has changed so far that others can see."""
        own = None if frame.captured else frame.scope.table
        return {which: each for which, each in self.heap.changes(frame.mark).items() if each[0] is not own}

    def do_raise(self, frame: Frame, operation: Operation) -> Signal:
        return Signal.RAISE

    def do_yield(self, frame: Frame, operation: Operation) -> None:
        value = frame.stack.pop()
        if operation.argument:
            each = value.iterate(self)
            if each.known is None:
                frame.exact = False
            frame.yields += each.known if each.known is not None else (each.any,)
        else:
            frame.yields.append(value)
        frame.exact = frame.exact and self.level == frame.level
        if frame.function is not None and frame.function.manages:
            frame.waits.append(self._left_by(frame))
        frame.stack.append(nameless("sent"))

    def do_try(self, frame: Frame, operation: Operation) -> Signal | None:
        made: Try = operation.argument
        handlers = [each for each in made.handlers if not each.of_import]
        signal = Signal.GOES_ON
        start, since = self.heap.mark(), moment()
        if not handlers:
            signal = self.run(made.body, frame)
            if not signal and not self._may_import(made.body):
                other = next((each for each in made.handlers if self._may_import(each.body)), None)
                signal = self.run(other.body, frame) if other is not None else signal
            if made.final and not made.handlers:
                self._final_after_failure(frame, made.final, start, since)
            signal = signal or self.run(made.otherwise, frame)
        else:
            self.level += 1
            signal = self.run(made.body, frame)
            partly = self.heap.between(start, since)
            signal = signal or self.run(made.otherwise, frame)
            whole = self.heap.take(start)
            live = [] if signal else [whole]
            for handler in handlers:
                self.heap.apply(partly)
                if handler.name:
                    self.assign(frame, handler.name, unknown(handler.name))
                found = self.run(handler.body, frame)
                if found:
                    signal = signal or found
                    self.heap.undo(start)
                else:
                    live.append(self.heap.take(start))
            self.level -= 1
            if live:
                self.heap.merge(live, since)
                signal = Signal.GOES_ON
        if made.final:
            return self.run(made.final, frame) or signal
        return signal

    def _may_import(self, body: Operations) -> bool:
        """Whether what is imported is there: of Python, of the program, or a client. Others may be missing."""
        for operation in body:
            level, dotted = 0, ""
            if operation.do is Do.IMPORT:
                dotted = operation.argument[0]
            elif operation.do is Do.IMPORT_FROM:
                level, dotted, _ = operation.argument
            root = dotted.partition(".")[0]
            if level or root in sys.stdlib_module_names or self.unmodelled.is_package(root):
                return True
            if root and self.program.module(root) is not None:
                return True
        return False

    def _final_after_failure(self, frame: Frame, final: Operations, start: int, since: int) -> None:
        """`finally` where the body ended early: what it does then is seen, and nothing goes on after it."""
        mark = self.heap.mark()
        self.level += 1
        self.heap.apply(self.heap.between(start, since))
        self.run(final, frame)
        self.level -= 1
        self.heap.undo(mark)

    def do_enter(self, frame: Frame, operation: Operation) -> None:
        value = frame.stack.pop()
        frame.entered.append(value)
        self.place = operation.place
        frame.stack.append(self.entered_as(value))

    def entered_as(self, value: Value) -> Value:
        entered = self._special(value, ("__enter__", "__aenter__"), ())
        if entered is not None or not isinstance(value, Sequence) or value.kind not in GENERATED:
            return entered or value
        each = value.iterate(self)
        # Python does not enter what nothing has made a context manager of.
        return nameless() if value.kind == "generator" else each.known[0] if each.known else each.any

    def leave(self, value: Value) -> Value | None:
        if isinstance(value, Sequence):
            self.heap.apply(value.after)
        given = (unknown("type"), unknown("error"), unknown("trace"))
        left = self._special(value, ("__exit__", "__aexit__"), given)
        if left is None and isinstance(value, Object) and self.knows(f"{value.type}.__exit__"):
            return External(f"{value.type}.__exit__", value).call(self, Arguments(tuple(map(Entry, given))), self.place)
        return left

    def do_with(self, frame: Frame, operation: Operation) -> Signal | None:
        """The body of `with`; what was entered may go on where the body fails."""
        made: With = operation.argument
        start, since = self.heap.mark(), moment()
        inner = frame.entered[len(frame.entered) - made.things :]
        may_fail = made.suppresses or any(isinstance(each, Object) and each.in_program for each in inner)
        self.level += may_fail
        signal = self.run(made.body, frame)
        self.level -= may_fail
        partly = self.heap.between(start, since) if may_fail else {}
        del frame.entered[len(frame.entered) - made.things :]
        swallows = made.suppresses
        self.place = operation.place
        for value in reversed(inner):
            left = self.leave(value)
            swallows = swallows or (left is not None and left.truth() is not False and left.is_none() is not True)
        if not swallows:
            return signal
        live = [] if signal else [self.heap.take(start)]
        self.heap.undo(start)
        self.heap.apply(partly)
        for value in reversed(inner):
            if not isinstance(value, Sequence):
                self.leave(value)
        live.append(self.heap.take(start))
        self.heap.merge(live, since)
        return Signal.GOES_ON

    def _special(self, value: Value, names: tuple[str, ...], given: tuple[Value, ...]) -> Value | None:
        """The result of a special method that the class of an object has."""
        if isinstance(value, Object) and isinstance(value.cls, Class):
            for name in names:
                found = value.found(name)
                if found is not None:
                    arguments = Arguments(tuple(map(Entry, given)))
                    return found.value.bound(self, value, value.cls).call(self, arguments, self.place)
        return None

    def shown(self, value: Value, *, formatted: bool = False) -> Value:
        found = self._special(value, ("__format__",), (text_of(""),)) if formatted else None
        found = found or self._special(value, ("__str__",), ())
        return found if found is not None and found.textual else value

    # -- calls --------------------------------------------------------------------------------------------------------

    def do_call(self, frame: Frame, operation: Operation) -> None:
        (kinds, places), label = operation.argument
        stack = frame.stack
        first = len(stack) - len(kinds)
        arguments = self._arguments(kinds, places, stack[first:])
        del stack[first:]
        self.place = operation.place
        self.label = label
        callee = stack[-1]
        value = callee.call(self, arguments, operation.place)
        # What goes in says more than which function has made it.
        stack[-1] = value.as_named(label) if label and not label.endswith("()") else value

    def _arguments(self, kinds: tuple[str, ...], places: tuple[Any, ...], values: list[Value]) -> Arguments:
        positional: list[Entry] = []
        keywords: dict[str, Entry] = {}
        rest: Value | None = None
        more: Value | None = None
        for kind, (place, key_place), value in zip(kinds, places, values, strict=True):
            if not kind:
                if rest is None:
                    positional.append(Entry(value, place=place))
            elif kind == "*":
                each = value.iterate(self)
                if each.known is not None and rest is None:
                    positional += map(Entry, each.known)
                else:
                    positional += map(Entry, value.items.known) if isinstance(value, Sequence) and rest is None else ()
                    rest = each.any
            elif kind == "**":
                more = self._splat(value, keywords) or more
            else:
                keywords[kind] = Entry(value, place=place, key_place=key_place)
        return Arguments(tuple(positional), keywords, rest, more)

    def _splat(self, value: Value, keywords: dict[str, Entry]) -> Value | None:
        """Take over the entries of `**value`; what else it may have."""
        if not isinstance(value, Mapping):
            return value if value.literal() is MISSING else None
        for key, _ in value.entries():
            if isinstance(key, str):
                entry = value.read(key)
                assert entry is not None
                keywords[key] = entry
        rest: Entry | None = value.table.get(REST)
        return rest.value if rest is not None else None

    def enter(self, function: Function, arguments: Arguments, place: Place | None) -> Value:
        if not self.in_root or not self.is_at_root:
            return self._entered(function, arguments, place)
        first, unfollowed = len(self.events), self.unfollowed
        value = self._entered(function, arguments, place)
        inner = self.events[first:]
        if self.in_root and (inner or self.unfollowed > unfollowed):
            # If that shows no request, the call itself may still look like one.
            own = function.receiver
            owner = "self" if own is self.receiver else own.name if own is not None else ""
            given = arguments.without(1) if own is not None else arguments
            event = self.record(f"{owner}.{function.code.name}", None, given, place or self.place)
            if event is not None:
                event.is_outer = True
                # What calls a function that is not known, by no more than its name, is not followed either.
                event.is_cut = self.unfollowed > unfollowed or any("." not in each.callee for each in inner)
        return value

    def _entered(self, function: Function, arguments: Arguments, place: Place | None) -> Value:
        code = function.code
        again = self.active.get(code.block, 0)
        place = place or self.place
        recording: Recorded | None = NOW.recording  # type: ignore[assignment]  # all are of this kind
        if recording is not None:
            recording.enter(code.block, again)
        is_deep = len(self.steps) >= BOUNDS.calls
        if self.is_at_root:
            self.limit = max(self.limit, self.done + BOUNDS.per_call)
        is_cut = self.done >= self.limit or self.depth >= BOUNDS.nesting - 8
        if is_cut or is_deep or again > BOUNDS.again:
            while recording is not None:
                recording.cut |= is_cut
                recording.deep |= is_deep
                recording.again |= {code.block} if again > BOUNDS.again else set()
                recording = recording.around
            return self._not_followed(function, arguments)
        known = self._unfollowed(function, arguments, place)
        if known is not None:
            return known
        if self.body and function.made_by:
            self.called_in_body.add((code.block, id(function.scope)))
        variables = bound_arguments(self, function, arguments)
        around = function.around() if self._may_be_summed_up(function) else None
        if around is not None:
            found = self._summarised(function, variables, around, place)
            if found is not None:
                return found
        return self._executed(function, variables, place)

    def _not_followed(self, function: Function, arguments: Arguments) -> Value:
        """A call after which there is no end."""
        self.unfollowed += 1
        for value in arguments.values():
            value.escape(self)
        return derived("call", f"{function.code.name}()")

    def _may_be_summed_up(self, function: Function) -> bool:
        """Whether a call may be answered from a summary: of a body that runs, the names are not watched yet."""
        if function.manages or function.code.block in self.direct:
            return False
        if self.in_root:
            return True
        makes = function.code.block in self.making_functions or self.program.body(function.code.block).makes_functions
        return function.scope.module.state == "done" and not makes

    def _unfollowed(self, function: Function, arguments: Arguments, place: Place | None) -> Value | None:
        """The result of a call that is known as a request, or of one whose function is a root by itself."""
        if self.program.described:
            described = self._described(function, arguments, place)
            if described is not None:
                return described
        if not self.handed or function.code.block not in self.others or not self._is_handed_on(arguments):
            return None
        self.is_handing_on = True
        return derived("call", f"{function.code.name}()")

    def _is_handed_on(self, arguments: Arguments) -> bool:
        """Whether a call is given what the root itself was given, and nothing else."""
        if len(self.steps) > self.first_step or any(table.__class__ is Cells for table, *_ in self.heap.trail):
            return False
        return all(id(each) in self.handed for value in arguments.values() for each in value.options())

    def _described(self, function: Function, arguments: Arguments, place: Place | None) -> Value | None:
        """The result of a call that is known as a request, whatever it does."""
        name, owner = function.code.name, function.owner
        receiver = arguments.positional[0].value if owner is not None and arguments.positional else None
        of = receiver if isinstance(receiver, Object) and receiver.in_program else None
        if name == "__init__" and of is not None:
            self._note_making(of, function, arguments)
            return None
        for dotted in self.program.described.get(name, ()):
            around = dotted.rpartition(".")[0]
            if of is not None and self._class_named(around) in of.found_in():
                client = Object(External(around))
                client.generic = client.shared = of.generic
                made = of.table.get(MADE_WITH)
                given = made.value.table if made is not None and isinstance(made.value, Mapping) else {}
                client.table.update({**given, **of.attributes()})
                event = self.record(dotted, client, arguments.without(1), place)
                return derived("call", f"{name}()", detail=event)
            found = self._imported(around, name).settled(self) if owner is None else None
            if isinstance(found, Function) and found.code.block == function.code.block:
                return derived("call", f"{name}()", detail=self.record(dotted, None, arguments, place))
        return None

    def _note_making(self, made: Object, start: Function, arguments: Arguments) -> None:
        """What an object of a class whose calls are described is made with."""
        for of in {self._class_named(each) for each in self.unmodelled.own} & {*made.found_in()}:
            own = of.find("__init__") if of is not None else None
            if own is not None and isinstance(own.value, Function) and own.value.code.block == start.code.block:
                _, *given = bound_arguments(self, start, arguments).items()
                made.write(self, MADE_WITH, Entry(Mapping({name: Entry(value) for name, value in given})))

    def _class_named(self, dotted: str) -> Class | None:
        """The class of the program that has a dotted name, wherever it is imported from."""
        if dotted not in self.named:
            module, _, name = dotted.rpartition(".")
            found = self._imported(module, name).settled(self) if module else None
            self.named[dotted] = found if isinstance(found, Class) else None
        return self.named[dotted]

    def _summarised(
        self, function: Function, variables: dict[str, Value], around: list[Locals], place: Place | None
    ) -> Value | None:
        """The result of a call from its summary, which is made if there is none; nothing if it cannot have one."""
        block = function.code.block
        while self.in_root or block not in self.making_functions:
            facts = CallPattern(self.asked.get(block, frozenset()))
            key: list[Hashable] = [self.unrolled, self.making is None]
            given = {name: facts.value(value, name, key) for name, value in variables.items()}
            facts.around(around, key)
            if facts.opaque:
                return None
            rows = self.summaries.setdefault(block, {}).setdefault(tuple(key), SummaryTree())
            known = rows.find(facts, self.heap, self.active, len(self.steps))
            tally = self.tallies.setdefault(block, [0, 0])
            tally[known is not None] += 1
            if known is None:
                if tally[0] >= BOUNDS.tries * 8 and tally[1] * 4 < tally[0]:
                    # Hardly any two calls see the same: they are executed.
                    self.direct.add(block)
                    return None
                known = self._summary(function, given, facts, place, rows)
                if known is None:
                    continue
            mark = self.heap.mark()
            if NOW.recording is not None:
                # It has read what was there before it wrote.
                NOW.recording.use(known, self.active)  # type: ignore[attr-defined]  # all are of this kind
            try:
                steps = (*self.steps, _step_into(function, place))
                replay = Replay(known, facts, self)
                made = [(of, given.substituted(replay)) for of, given in known.makes]
                value, events = replay.run(self.heap, steps, self.root, self._may_be_request)
                for event in events:
                    event.arms = agreed(self.arms, event.arms) or event.arms
            except Opaque:
                self.heap.undo(mark)
                self.direct.add(block)
                return None
            self.entered.update(known.called)
            self.unfollowed += known.steps is not None or bool(known.again)
            self.program.use(known.footprint)
            # What is used again is work, too.
            self.done += 1 + len(known.events) + len(known.writes)
            if self.making is not None:
                self.making += made
            self.events += events
            return value
        return None

    def _summary(
        self, function: Function, given: dict[str, Value], facts: CallPattern, place: Place | None, rows: SummaryTree
    ) -> Residual | None:
        """Run a function for all calls of a kind; nothing if it asks what one of its symbols is."""
        mark, first = self.heap.mark(), len(self.events)
        kept = (self.level, self.depth, self.unrolled, len(self.steps), dict(self.active), self.place, self.label)
        arms, self.arms = self.arms, ANY
        recorded = Recorded(facts, self.heap, self.active, len(self.steps), first)
        recorded.enter(function.code.block, self.active.get(function.code.block, 0))
        NOW.recording = recorded
        making, self.making = self.making, None if self.making is None else []
        made = dict(self.made.get(self.body, {}))

        def run() -> None:
            recorded.result = self._executed(function, given, place)
            self._settle(first)

        try:
            footprint = self.program.noted(run)
        except ConcreteValueNeeded as asked:
            self.heap.undo(mark)
            del self.events[first:]
            self.level, self.depth, self.unrolled, steps, self.active, self.place, self.label = kept
            del self.steps[steps:]
            if not any(each is asked.symbol for each in facts.symbols):
                raise
            known = self.asked.get(function.code.block, frozenset())
            self.asked[function.code.block] = known | {asked.symbol.called}  # type: ignore[attr-defined]  # a symbol
            # All others would have been asked another question.
            self.summaries[function.code.block] = {}
            return None
        finally:
            NOW.recording = recorded.around
            makes, self.making = self.making, making
            self.arms = arms
        changes = self.heap.take(mark)
        events = self.events[first:]
        del self.events[first:]
        if not self.in_root and function.code.block in self.making_functions:
            self.made[self.body] = made
            return None
        residual = Residual(recorded, self.heap, footprint)
        residual.makes = makes or []
        residual.keep(changes, events, recorded.start)
        if not recorded.cut and not facts.opaque:
            residual.watch(self.heap)
            rows.add(residual)
        return residual

    def _executed(self, function: Function, variables: dict[str, Value], place: Place | None) -> Value:
        """Run the body of a function in this very call."""
        code = function.code
        again = self.active.get(code.block, 0)
        self.entered.add(code.block)
        if code.block.file == self.body:
            self.calls_in_body.note(code.block, self.level, self.heap.mark())
        body = self.program.body(code.block)
        kept = self.place, self.label
        self.steps.append(_step_into(function, place))
        scope = _scope_of(function, body, variables, self.steps)
        frame = Frame(scope, function, self.heap.mark(), self.level)
        frame.captured = body.makes_functions
        self.active[code.block] = again + 1
        signal = self.run(body.operations, frame)
        self.active[code.block] = again
        self.steps.pop()
        self.place, self.label = kept
        return self._left(frame, signal)

    def _left(self, frame: Frame, signal: Signal) -> Value:
        """The result of a call; the state after it is one of those in which it was left."""
        heap, own, join = self.heap, frame.scope.table, moment()
        if frame.exits:
            ends = frame.exits
            if not signal:
                ends = [*ends, self._left_by(frame)]
            heap.undo(frame.mark)
            join = heap.merge(ends, frame.began)
        elif not frame.captured:
            heap.trail[frame.mark :] = [each for each in heap.trail[frame.mark :] if each[0] is not own]
        code = frame.code
        assert code is not None
        if code.kind in GENERATED:
            rest = choice(frame.yields) if frame.yields else nameless("item")
            made = Sequence(frame.yields, kind=code.kind) if frame.exact else Sequence((), rest, code.kind)
            if frame.waits:
                end = heap.changes(frame.mark)
                heap.undo(frame.mark)
                heap.merge(frame.waits, frame.began)
                made.after = {which: each for which, each in end.items() if each[0].get(each[1]) is not each[2]}
            elif heap.mark() > frame.mark:
                # Nobody has to ask for all of it, or for any.
                partly = heap.between(frame.mark, frame.began)
                heap.undo(frame.mark)
                heap.apply(partly)
            return made
        results = frame.results if signal else [*frame.results, NONE]
        if not results:
            return derived("call", f"{code.name}()")
        result = joined(results, join)
        if code.abstract and result.literal() is None:
            # What has no body of its own is what others make it.
            result = derived("call", f"{code.name}()")
        if code.returns and (code.abstract or (isinstance(result, Unknown) and not result.symbolic)):
            result = declared_object(self, frame.scope.outer or frame.scope, code.returns) or result
        return result

    def declared(self, scope: Scope, names: tuple[str, ...]) -> Value | None:
        return declared_object(self, scope, names)

    def opaque(self, callee: Value, arguments: Arguments, place: Place | None) -> Value:
        for dotted in (f"{callee.type}.__call__", callee.type) if isinstance(callee, Object) and callee.type else ():
            if self.unmodelled.shapes(dotted):
                # A client that is itself called.
                return self.library(External(dotted, callee), arguments, place)
        event = self.record(_called(callee), None, arguments, place, callee)
        self._handed(callee, arguments, place)
        for value in arguments.values():
            value.escape(self)
        return derived("call", self.label or f"{callee.name}()", callee, detail=event)

    def _handed(self, callee: Value, arguments: Arguments, place: Place | None) -> None:
        """What is handed over with its arguments is likely called with them: `submit(fetch, "/users")`."""
        first = len(self.events)
        target = arguments.keywords.get("target")
        if target is not None and isinstance(target.value, Function):
            named = arguments.keywords.get("args")
            known = named.value.iterate(self).known if named is not None else ()
            given = Arguments(tuple(map(Entry, known or ())), {}, None if known is not None else unknown("arguments"))
            target.value.call(self, given, place)
        for index, entry in enumerate(arguments.positional):
            if isinstance(entry.value, External) and entry.value.is_change:
                # `stack.callback(settings.update, base=url)`: nobody knows when.
                entry.value.call(self, arguments.without(index + 1), place)
                entry.value.escape(self)
                break
            if isinstance(entry.value, Function):
                given = arguments.without(index + 1)
                if not (given.positional or given.keywords or given.open or entry.value.code.nested):
                    # It is called with nothing that it is not run with by itself.
                    break
                if callee.name.endswith("map"):
                    each = External("itertools.starmap" if "star" in callee.name else "builtins.map")
                    each.call(self, given.after(entry.value), place)
                else:
                    entry.value.call(self, given, place)
                break
        for event in self.events[first:]:
            event.likely = event.likely or "handed over to what is not seen"

    def library(self, callee: External, arguments: Arguments, place: Place | None) -> Value:
        dotted = callee.dotted
        method = dotted.removeprefix("builtins.")
        is_method = method is not dotted and "." in method and callee.receiver is None
        if is_method and has_model(method) and not has_model(dotted) and arguments.positional:
            # `list.append(items, item)`.
            return External(method, arguments.positional[0].value).call(self, arguments.without(1), place)
        if callee.receiver is None and self._is_of_class(callee, arguments):
            # `requests.Session.request(session, "GET", url)`.
            return External(dotted, arguments.positional[0].value).call(self, arguments.without(1), place)
        if has_model(dotted):
            return self._answered(callee, arguments, place)
        found = self.unmodelled.call(self, callee, arguments, place)
        if found is not None:
            return found
        event = self.record(dotted, callee.receiver, arguments, place)
        self._handed(callee, arguments, place)
        is_open = is_method or isinstance(callee.receiver, HeapObject) or not self.unmodelled.is_harmless(dotted)
        if is_open and not self.unmodelled.shapes(dotted) and not self.unmodelled.is_connecting(dotted):
            # What a method does that nobody describes may change what it is called on.
            for value in arguments.values():
                value.escape(self)
            if callee.receiver is not None:
                callee.receiver.escape(self)
        if callee.receiver is None and callee.name[:1].isupper():
            return self.unmodelled.made(self, callee, arguments)
        return derived("call", self.label or f"{callee.name}()", callee, *_operands(arguments), detail=event)

    def _is_of_class(self, callee: External, arguments: Arguments) -> bool:
        """Whether a method is called on a class of clients, so that its object comes first."""
        if not self.unmodelled.is_type(callee.dotted.rpartition(".")[0]) or not arguments.positional:
            return False
        first = arguments.positional[0].value
        return isinstance(first, Object) or (isinstance(first, Unknown) and first.kind == "parameter")

    def _answered(self, callee: External, arguments: Arguments, place: Place | None) -> Value:
        """What a model says, which waits for what symbols stand for if it asks that, and changes nothing."""
        dotted, receiver = callee.dotted, callee.receiver
        mark, first = self.heap.mark(), len(self.events)
        try:
            found = answer(Call(self, dotted, receiver, arguments, place))
        except ConcreteValueNeeded:
            arguments = arguments.frozen()
            operands = (*((receiver,) if receiver is not None else ()), *arguments.values())
            is_number = dotted in _PURE_NUMBERS
            if (
                not (is_number or dotted.startswith(_PURE))
                or self.heap.mark() > mark
                or len(self.events) > first
                or _reads(operands)
            ):
                raise
            label = self.label

            def again(substitution: Substitution) -> Value:
                self.label = label
                of = External(dotted, substitution.value(receiver) if receiver is not None else None)
                return self._answered(of, arguments.substituted(substitution), place)

            return Open(dotted, operands, again, textual=not is_number)
        return found if found is not None else self._modelled(callee, arguments)

    def _modelled(self, callee: External, arguments: Arguments) -> Value:
        """What a model does not know keeps the name of what it is made of."""
        return derived("model", self.label or f"{callee.name}()", callee, *_operands(arguments))

    def record(
        self,
        callee: str,
        receiver: Value | None,
        arguments: Arguments,
        place: Place | None,
        called: Value | None = None,
    ) -> Event | None:
        """Keep a finished call that may be a request."""
        found = self.unmodelled.may_be_request(callee, arguments)
        if found is False:
            return None
        frozen, sent = receiver.frozen() if receiver is not None else None, arguments
        if found and self.unmodelled.shapes(callee) and not self.signing:
            self.signing = True
            try:
                frozen, sent = self.unmodelled.signed(self, frozen, arguments)
            finally:
                self.signing = False
        event = Event(callee, frozen, sent.frozen(), place or self.place, tuple(self.steps))
        event.root, event.is_partial, event.is_open = self.root, self.of_closure, found is None
        event.arms = self.arms
        event.likely = self.unmodelled.doubt(self, receiver, arguments)
        if not callee and called is not None:
            event.called, event.is_open = called, True
        self.events.append(event)
        return event

    def _may_be_request(self, event: Event) -> bool | None:
        """Whether an event from a summary is one, with what it is given here."""
        if event.called is not None:
            event.callee = _called(event.called)
            if not event.callee:
                return None
            event.called = None
        return self.unmodelled.may_be_request(event.callee, event.arguments)

    def _settle(self, first: int) -> None:
        """What was made in a run that ends, and is sent later, is what it is now."""
        made = [event for event in self.events[first:] if event.settle is not None]
        for event in made:
            assert event.settle is not None
            event.settle()
            event.settle = None
        if made:
            self.events[first:] = [event for event in self.events[first:] if event.callee or event.called is not None]

    def doubt(self, place: Place | None, why: str) -> None:
        for index, event in enumerate(self.events):
            if event.place == (place or self.place) and event.root == self.root:
                event.likely = event.likely or why
                recording: Recorded | None = NOW.recording  # type: ignore[assignment]  # all are of this kind
                while recording is not None:
                    # What was there before is no part of what is left.
                    recording.cut |= index < recording.first_event
                    recording = recording.around

    def given_at(self, place: Place | None) -> Arguments | None:
        found = (event.arguments for event in reversed(self.events) if event.place == place and event.root == self.root)
        return next(found, None)

    def module_at(self, place: Place | None) -> Module | None:
        return self.modules.get(place.block.file) if place is not None else None

    def used(self, result: Value, name: str) -> None:
        if isinstance(result, Given):
            result.uses.add(name)
        event = getattr(result, "detail", None)
        if isinstance(event, Event):
            event.uses.add(name)

    def knows(self, name: str) -> bool:
        return has_model(name)

    def is_client(self, dotted: str) -> bool:
        return self.unmodelled.is_type(dotted)

    def outside_attribute(self, of: Object, dotted: str, name: str) -> Value:
        return self.unmodelled.part(of, dotted, name) or super().outside_attribute(of, dotted, name)

    def written_outside(self, attribute: str, of: Class | None = None) -> bool:
        return self.doubted or self.program.written_outside(attribute, of.names() if of is not None else ())

    # -- functions and classes ----------------------------------------------------------------------------------------

    def do_function(self, frame: Frame, operation: Operation) -> None:
        head: FunctionHead = operation.argument
        stack = frame.stack
        first = len(stack) - len(head.defaults)
        defaults = dict(zip(head.defaults, stack[first:], strict=True))
        del stack[first:]
        around = frame.scope
        if frame.making is not None:
            assert around.outer is not None
            around = around.outer
        elif frame.function is not None:
            frame.captured = True
        owner = frame.making or (frame.scope.owner if head.code.kind == "lambda" else None)
        made: Value = Function(head.code, around, defaults, frame.making)
        if owner is not None and frame.making is None:
            made = Function(head.code, around, defaults, None)
        decorators = stack[len(stack) - len(head.decorators) :]
        del stack[len(stack) - len(head.decorators) :]
        if frame.function is not None and frame.making is None and isinstance(made, Function):
            if self.is_at_root:
                self.nested.append(made)
            elif self.body:
                self.made.setdefault(self.body, {})[made.code.block, id(made.scope)] = made
                self.making_functions.update(step.block for step in self.steps if step.block is not None)
        defined = made
        for decorator in decorators:
            self.used(decorator, DECLARES if head.code.abstract and frame.making is not None else DECORATES)
        for decorator, place in zip(reversed(decorators), reversed(head.decorators), strict=True):
            made = self._owned(self._decorated(made, decorator, place, defined), frame.making)
        stack.append(made)

    def _decorated(self, made: Value, decorator: Value, place: Place | None, defined: Value) -> Value:
        """What a decorator makes of what it is given: what was defined, or what another one has made of that."""
        maker = decorator.operands[0] if isinstance(decorator, Unknown) and decorator.kind == "call" else decorator
        if isinstance(maker, External) and maker.dotted in FIXTURES and isinstance(made, Function):
            made.set_attribute(self, FOR_TESTS, Entry(NONE))
        if isinstance(decorator, External) and isinstance(made, Function):
            if _DISPATCHERS.isdisjoint(decorator.dotted.split(".")):
                return _marked(made, decorator)
            # Which function it calls depends on a type: nothing is said of calls, but each function runs by itself.
            self.decorated.setdefault(made.code.block.file, []).append(made)
            return Object(External(decorator.dotted)) if decorator.name in _DISPATCHERS else made
        if isinstance(decorator, Function | Object):
            found = decorator.call(self, Arguments((Entry(made),)), place)
            if isinstance(found, Function | Object | Class):
                is_kept = self.is_at_root and not self.in_root and found is not made
                if is_kept and isinstance(made, Function) and not made.made_by:
                    self.decorated.setdefault(made.code.block.file, []).append(made)
                if isinstance(found, Function) and isinstance(made, Function) and found.owner is None:
                    found = found.copied()
                    found.kind = found.kind or made.kind
                return found
        return made

    def _owned(self, value: Value, owner: Class | None) -> Value:
        """What a class has under a name: a function that a call has made is a method of its, too."""
        if owner is None or not isinstance(value, Function) or value.owner is not None or not value.made_by:
            return value
        copy = value.copied()
        copy.owner = owner
        known = self.made.get(self.body, {})
        if (copy.code.block, id(copy.scope)) in known:
            known[copy.code.block, id(copy.scope)] = copy
        return copy

    def do_class(self, frame: Frame, operation: Operation) -> None:
        head: ClassHead = operation.argument
        stack = frame.stack
        first = len(stack) - len(head.signature.kinds)
        given = list(zip(stack[first:], head.signature.kinds, strict=True))
        bases = [value for value, kind in given if not kind]
        keywords = {kind: Entry(value) for value, kind in given if kind.isidentifier() and kind != "metaclass"}
        del stack[first:]
        decorators = stack[len(stack) - len(head.decorators) :]
        del stack[len(stack) - len(head.decorators) :]
        module = frame.scope.module
        made = Class(head.name, bases, module)
        made.place = operation.place
        inner = Frame(Scope(module, frame.scope, made), None, self.heap.mark(), self.level)
        inner.making = made
        if frame.function is not None:
            frame.captured = True
        self.run(head.body, inner)
        table = {name: Entry(self._owned(value, made)) for name, value in inner.scope.table.items()}
        made.table.update(table)
        made.declared = {each.name: each.classes for each in head.annotated}
        made.annotations = {each.name: each.written for each in head.annotated}
        made.scope = inner.scope
        self._finish_class(made, head, decorators)
        metaclass = next((value for value, kind in given if kind == "metaclass"), None)
        made.metaclass = metaclass if isinstance(metaclass, Class) else made.metaclass
        self._make_by_metaclass(made, keywords, operation.place)
        hook = made.find("__init_subclass__", made)
        if hook is not None and isinstance(hook.value, Function):
            # What it inherits from is told that there is another class.
            hook.value.with_receiver(made).call(self, Arguments((), keywords), operation.place)
        if frame.function is not None and self.is_at_root:
            self.nested += [entry.value for entry in table.values() if isinstance(entry.value, Function)]
        result: Value = made
        for decorator, place in zip(reversed(decorators), reversed(head.decorators), strict=True):
            if isinstance(decorator, Function | Object):
                # What all of its methods are is not left to what those before it have done.
                self.limit = max(self.limit, self.done + BOUNDS.per_effect)
                found = decorator.call(self, Arguments((Entry(made),)), place)
                result = found if isinstance(found, Class) else result
        stack.append(result)

    def _make_by_metaclass(self, made: Class, keywords: dict[str, Entry], place: Place | None) -> None:
        """What a metaclass of the program does to a class that it makes."""
        if made.metaclass is None:
            return
        body = Mapping({name: entry for name, entry in made.table.items() if isinstance(name, str)})
        given = (text_of(made.label), Sequence(made.bases, kind="tuple"), body)
        arguments = Arguments(tuple(map(Entry, given)), keywords)
        maker, start = made.metaclass.find("__new__"), made.metaclass.find("__init__")
        if maker is not None and isinstance(maker.value, Function):
            others, made.metaclass.in_making = made.metaclass.in_making, made
            try:
                maker.value.call(self, arguments.after(made.metaclass), place)
            finally:
                made.metaclass.in_making = others
        if start is not None and isinstance(start.value, Function):
            start.value.with_receiver(made).call(self, arguments, place)

    def _finish_class(self, made: Class, head: ClassHead, decorators: list[Value]) -> None:
        """Members of an enumeration are objects; a dataclass has a constructor."""
        if made.is_enum:
            self._make_members(made)
            return
        marks = list(map(_mark, decorators))
        kinds = {each.rpartition(".")[2] for each in made.externals()}
        if _DATA.intersection(marks) or kinds & _MODELS:
            described = [
                name
                for name, entry in made.table.items()
                if isinstance(entry.value, Object) and entry.value.type.rpartition(".")[2] in FIELDS
            ]
            made.fields = tuple(dict.fromkeys((*made.declared, *described)))

    def _make_members(self, made: Class) -> None:
        """A name for a value that has one already is another name of the same member."""
        members: dict[Any, Object] = {}
        last: Value = Constant(0)
        for name, entry in list(made.table.items()):
            if name.startswith("_") or isinstance(entry.value, Function | Class):
                continue
            value = entry
            if isinstance(entry.value, Object) and entry.value.type == "enum.auto":
                value = Entry(_next_member(made, name, last))
            plain = plain_key(value.value)
            member = members.get(plain)
            if member is None:
                member = Object(made)
                member.table.update({"value": value, "_value_": value, "name": Entry(text_of(name))})
            if plain is not MISSING:
                members[plain] = member
            made.table[name] = entry._replace(value=member)
            last = value.value

    def do_super(self, frame: Frame, operation: Operation) -> None:
        given = frame.stack[len(frame.stack) - operation.argument :]
        del frame.stack[len(frame.stack) - operation.argument :]
        if len(given) == 2 and isinstance(given[0], Class):  # noqa: PLR2004
            frame.stack.append(SuperObject(given[1], given[0]))
            return
        scope: Scope | None = frame.scope
        while scope is not None and (scope.owner is None or scope.receiver is None):
            scope = scope.outer
        if scope is None or scope.owner is None or scope.receiver is None:
            frame.stack.append(unknown("super"))
        else:
            frame.stack.append(SuperObject(scope.receiver, scope.owner))

    # -- roots --------------------------------------------------------------------------------------------------------

    def isolated(self, do: Callable[[], None], size: int, limit: int | None = None) -> Footprint:
        """Something that holds whatever runs now: it is neither undone with it nor metered with it."""
        kept = self.heap.trail, self.level, self.steps, self.active, self.limit, self.done, self.place, self.root
        unrolled, depth, closure, in_root = self.unrolled, self.depth, self.of_closure, self.in_root
        making, self.making = self.making, None
        arms, self.arms = self.arms, ANY
        body, self.body = self.body, ""
        first_step, self.first_step = self.first_step, 0
        recording, NOW.recording = NOW.recording, None
        # A module's body sees another one that it imports, and that is not done.
        paused = self.heap.suspend() if self.in_root else []
        self.in_root = False
        self.heap.trail, self.level, self.steps, self.active, self.unrolled = [], 0, [], {}, 0
        own = limit if limit is not None else BOUNDS.per_root + int(size * BOUNDS.per_byte)
        self.limit = self.done + own
        looking = self.looking
        footprint = self.program.noted(lambda: self._unless_abandoned(do))
        self.looking = looking
        spent = self.done >= self.limit
        self.making, self.body, self.first_step = making, body, first_step
        self.of_closure, self.in_root, NOW.recording, self.arms = closure, in_root, recording, arms
        self.heap.settle()
        self.heap.trail, self.level, self.steps, self.active, before, done, self.place, root = kept
        self.heap.resume(paused)
        # What was done apart is not on the account of what was running.
        self.limit = before + (self.done - done)
        self.unrolled, self.depth = unrolled, depth
        if spent and self.root not in self.spent:
            self.spent.append(self.root)
        self.root = root
        return footprint

    def _unless_abandoned(self, do: Callable[[], None]) -> None:
        """A symbol of a summary that is asked here stands where it should not: of this work nothing is known."""
        try:
            do()
        except ConcreteValueNeeded:
            self.heap.undo(0)
            self.spent.append(self.root)

    def run_module(self, module: Module) -> None:
        """The body of a module, in order. When it is done, others can reach what it left."""
        if module.state or self.depth > BOUNDS.nesting - 8:
            return
        module.state = "running"
        self.modules[module.file] = module
        table = module.table
        body = Body()

        def run() -> None:
            self.root = self.body = module.file
            self.making = self.makings_in[Block(module.file, "")] = []
            # It may be another: "__main__", where the file is run.
            table["__name__"] = text_of(module.dotted).flagged(SHARED)
            self.entered, self.calls_in_body = set(), CallsInBody()
            self.run(body.operations, Frame(module.scope, None, 0, 0))
            if self.entered:
                self.effects.began[module.file] = (self.entered, list(self.heap.between(0).values()))
            if self.calls_in_body.first:
                self.effects.called[module.file] = (self.calls_in_body.first, list(overwritten(self.heap)))
            self._settle(first)
            self._leave(module)

        def measure() -> None:
            nonlocal body
            body = self.program.body(self.program.block(module))

        first, kept = len(self.events), (self.entered, self.calls_in_body)
        work = self.footprints[module.file] = self.program.noted(measure)
        work.parts[self.isolated(run, 0, BOUNDS.per_root + body.nodes * BOUNDS.per_node)] = None
        self.entered, self.calls_in_body = kept
        self._note_spent(first)
        self.body_events[module.file] = self.events[first:]
        del self.events[first:]
        module.state = "done"
        module.bindings = dict(table)
        self.reachable[id(table)] = module
        for name, value in list(table.items()):
            self.share(value)
            table[name] = value.flagged(SHARED)
            self.heap.change(table, name)

    def _leave(self, own: HeapObject) -> None:
        """What a module's body, or a constructor, has written to what is not its own is there since, and not before."""
        seen: set[tuple[int, Hashable]] = set()
        for where, key, before in self.heap.written():
            stored = self.reachable.get(id(where))
            if stored is not None and stored is not own and (id(where), key) not in seen:
                seen.add((id(where), key))
                cell = joined_cells([before, where.get(key)])
                if cell is not None:
                    where[key] = cell
                    self.heap.change(where, key)
                    self.reach(cell)

    def reach(self, cell: Any) -> None:
        """From now on, others can reach what is in a cell."""
        for stored in cell.reached():
            stored.table.created = 0
            self.reachable[id(stored.table)] = stored

    def share(self, value: Value) -> None:
        """From now on, others can reach a value and what it holds."""
        for stored in value.share():
            self.reachable[id(stored.table)] = stored

    def run_root(self, function: Function, receiver: Value | None = None) -> None:
        """A function as if it were called from outside: its events stay, what it writes does not."""
        code = function.code
        first = len(self.events)

        def run() -> None:
            self.effects.settle(function.scope.module, outermost(function))
            self._note_others(function)
            run_it()
            if self.is_handing_on and len(self.events) > first:
                # It does more than that: what others give it back may matter.
                del self.events[first:]
                self.others = set()
                run_it()
            self.handed, self.is_handing_on = {}, False

        def run_it() -> None:
            self.root = f"{code.block.file}:{code.block.name}"
            self.of_closure = function.scope.outer is not None
            self.in_root = True
            self.steps = list(function.made_by)
            self.first_step = len(self.steps)
            arguments = self.from_outside(function, receiver) | self._from_fixtures(function)
            self.receiver = next(iter(arguments.values()), None) if function.owner is not None else None
            body = self.program.body(code.block)
            self.active[code.block] = 1
            self.nested, self.entered = [], set()
            known = arguments.values() if self.others else ()
            self.handed = {id(each): each for value in known for each in _parts_of(value)}
            self.effects.look_back(function)
            frame = Frame(_scope_of(function, body, arguments, self.steps), function, 0, 0)
            frame.captured = body.makes_functions
            self.run(body.operations, frame)
            results = [each for result in frame.results for each in result.options()]
            for result in results:
                result.escape_as_result(self)
            self._leave_made((*results, *(dict.get(table, key) for table, key, *_ in self.heap.trail)))
            self._run_nested()
            self._settle(first)
            self.heap.undo(0)

        file = code.block.file
        left = self.left.get(file)
        if left is None:
            size = self.program.size(function.scope.module)
            left = BOUNDS.per_file + int(size * BOUNDS.file_per_byte)
        before = self.done
        own = int(code.size * BOUNDS.per_byte)
        self.isolated(run, code.size, min(BOUNDS.per_root, max(left, 0)) + own)
        self.left[file] = left - (self.done - before)
        self._note_spent(first)

    def _note_spent(self, first: int) -> None:
        """Of a run whose meter has ended, other events may be missing."""
        for event in self.events[first:]:
            event.is_partial = event.is_partial or event.root in self.spent

    @property
    def is_at_root(self) -> bool:
        """Whether what runs is the body of a root or module itself, not a function that it calls."""
        return len(self.steps) == self.first_step

    def made_in(self, module: Module) -> list[Function]:
        """The functions that calls in the body of a module have made, and that it has not called itself."""
        return [each for key, each in self.made.get(module.file, {}).items() if key not in self.called_in_body]

    def _note_others(self, function: Function) -> None:
        self.others = set()
        if function.made_by:
            place: Place | None = function.made_by[0].place
            file = place.block.file if place is not None else ""
            around = (*self.decorated.get(file, ()), *self.made.get(file, {}).values())
            self.others = {each.code.block for each in around if each.key() != function.key()}

    def functions_of(self, module: Module) -> Iterator[Function]:
        """The functions of a module and the methods of its classes."""
        return roots_of(module)

    def _leave_made(self, cells: Iterable[Any]) -> None:
        """Functions that calls have made are called later by who finds them where a root has left them."""
        for cell in cells:
            value = cell.value if isinstance(cell, Entry) else cell
            if isinstance(value, Function) and len(value.made_by) > self.first_step:
                self.nested.append(value)

    def _run_nested(self) -> None:
        """The functions that a root has made, and that nothing has called: others will."""
        while self.nested:
            function = self.nested.pop(0)
            if function.code.block not in self.entered:
                self.steps = list(function.made_by)
                self.first_step = len(self.steps)
                self.run_with(function, self.from_outside(function))

    def run_for_effects(self, run: Callable[[], None], function: Function) -> Footprint:
        """Run a function for something else than what it sends: a little is enough."""
        return self.isolated(run, 0, BOUNDS.per_effect + int(function.code.size * BOUNDS.effect_per_byte))

    def watched(self, do: Callable[[], None]) -> Callable[[], bool]:
        """Do something, and tell later whether something that it has read was changed for good since."""
        recorded = Recorded(CallPattern(()), self.heap, self.active, len(self.steps), len(self.events))
        NOW.recording = recorded
        try:
            do()
        finally:
            NOW.recording = recorded.around
        reads = recorded.all_reads().keys() | recorded.written_before.keys()
        return lambda: not reads.isdisjoint(self.heap.changed[recorded.changes :])

    def constructed(self, of: Class, arguments: Arguments, place: Place | None) -> None:
        if any(each.startswith("*.") for each in self.program.described.get(of.label, ())):
            self.record(f"{of.module.dotted}.{of.label}", None, arguments, place)
        if self.making is None:
            return
        kept = [entry._replace(value=self._representative(entry.value)) for entry in arguments.positional]
        named = {
            name: entry._replace(value=self._representative(entry.value)) for name, entry in arguments.keywords.items()
        }
        self.making.append((of, Arguments(tuple(kept), named, arguments.rest, arguments.more)))

    def _constructions(self, of: Class) -> tuple[list[Arguments], bool]:
        """What objects of a class are given where they are made, and whether these are all that are seen."""
        found: list[Arguments] = []
        if self.looking >= BOUNDS.makers:
            return found, False
        are_all = True
        self.looking += 1
        for made_in, is_done in self._makings(of):
            are_all = are_all and is_done
            found += [arguments for made, arguments in made_in if made is of]
            if len(found) >= BOUNDS.options:
                break
        self.looking -= 1
        return found[: BOUNDS.options], are_all and len(found) <= BOUNDS.options

    def _makings(self, of: Class) -> Iterator[tuple[list[tuple[Class, Arguments]], bool]]:
        """What is made where objects of a class may be, by the bodies of modules and by their functions.

        With each, whether that is all: who is looked at already has not made the rest yet.
        """
        for module in self.program.makers(of.module, of.name):
            self.run_module(module)
            yield self.makings_in.get(Block(module.file, ""), []), module.state == "done"
            for function in self.functions_of(module):
                if self.program.makes(function.code.block, of.name):
                    yield self._made_by(function), function.code.block not in self.makers

    def _made_by(self, function: Function) -> list[tuple[Class, Arguments]]:
        """The objects that a function makes."""
        block = function.code.block
        if block in self.makings_in:
            self.program.use(self.footprints[block])
            return self.makings_in[block]
        made = self.makings_in[block] = []
        self.makers.add(block)
        self.footprints[block] = Footprint()
        before = len(self.events)

        def run() -> None:
            self.making = made
            self.run_with(function, self.from_outside(function))
            self.heap.undo(0)

        self.footprints[block] = self.run_for_effects(run, function)
        self.makers.discard(block)
        del self.events[before:]
        return made

    def _representative(self, value: Value) -> Value:
        """What stands for a value where it is made, when that is over."""
        if isinstance(value, Object) and isinstance(value.of, Class):
            return value if value.shared else value.of.instance(self)
        return value.frozen()

    def _given(self, of: Class, start: Function, made: Object) -> dict[str, Value]:
        """The variables of a constructor for the object that stands for all: what is given where they are made."""
        given = self.from_outside(start, made)
        if not any(map(_is_given, given.values())):
            return given
        constructions, are_all = self._constructions(of)
        bound = [bound_arguments(self, start, each.after(made)) for each in constructions]
        for name, value in given.items():
            if _is_given(value) and bound:
                found = [each[name] for each in bound if name in each]
                if not any(isinstance(each, Unknown) for each in found):
                    # Others may be made elsewhere: with other texts, hardly with other objects.
                    is_object = any(isinstance(option, Object) for each in found for option in each.options())
                    made_of = choice(found).flagged(CHANGED)
                    given[name] = made_of if is_object and are_all else choice((made_of, value))
        return given

    def foreign(self, of: Class, dotted: str) -> Value:
        return External(dotted, of) if has_model(dotted) else super().foreign(of, dotted)

    def subclasses(self, of: Class) -> Iterator[Class]:
        seen: set[Class] = set()
        waiting = [of]
        for each in waiting:
            for file in self.program.files_with_subclasses(each.name):
                found = [
                    subclass for subclass in of.subclasses if subclass.module.file == file and subclass not in seen
                ]
                seen.update(found)
                waiting += found
                yield from found
        yield from (subclass for subclass in list(of.subclasses) if subclass not in seen)

    def generic_again(self, of: Class) -> None:
        self.program.use(self.footprints[of])

    def expect_generic(self, made: Object) -> None:
        assert isinstance(made.cls, Class)
        table = made.table
        assert isinstance(table, Cells)
        table.created, table.fill = 0, partial(self.make_generic, made)
        self.footprints[made.cls] = Footprint()
        self.generic_again(made.cls)

    def make_generic(self, made: Object) -> None:
        """Give an object that stands for all of its class what its own methods set."""
        of = made.cls
        assert isinstance(of, Class)
        before = len(self.events)
        in_root = self.in_root

        def run() -> None:
            self.effects.settle(of.module, of.label.partition(".")[0])
            self.in_root = in_root
            start = of.find("__init__")
            if start is not None and isinstance(start.value, Function):
                self.run_with(start.value, self._given(of, start.value, made))
            elif (names := of.all_fields()) is not None:
                made.fill(self, names, Arguments((), {}, unknown("arguments"), None))
                if (after := of.after_fields()) is not None:
                    self.run_with(after, self.from_outside(after, made))
            elif (external := of.external) is not None:
                External(f"{external}.__init__", made).call(self, Arguments())
            self._leave(made)
            self._share_all(made)
            self._run_methods(made, of)

        self.footprints[of].parts[self.isolated(run, 2_000)] = None
        del self.events[before:]
        self._share_all(made)

    def _share_all(self, made: Object) -> None:
        """Others can reach an object that stands for all, and what it holds."""
        made.shared = False
        self.share(made)

    def _run_methods(self, made: Object, of: Class) -> None:
        """Join what its methods may do to an object, and to what it holds, with what is there, until nothing grows."""
        found = [entry.value for owner in reversed(of.order()) for entry in owner.table.values()]
        own = [each for each in found if isinstance(each, Function) and each is not of.after_fields()]
        methods = [each for value in own for each in self._changing(value)]
        for turn in range(BOUNDS.rounds):
            stale = [(each, self._changed_by(made, each, again=turn > 0)) for each in methods]
            methods = [each for each, is_stale in stale if is_stale()]

    def _changing(self, method: Function) -> list[Function]:
        """A method, and the setter of a property, if its tree shows that it changes its object."""
        if method.code.name in ("__init__", "__init_subclass__") or not method.code.parameters:
            return []
        each = [one for one in (method, method.setter) if one is not None]
        return [one for one in each if self.program.sets(one.code.block)]

    def _changed_by(self, made: Object, method: Function, *, again: bool) -> Callable[[], bool]:
        """Join what a method leaves of an object with what is known of it. Whether it may leave more later."""
        mark = self.heap.mark()
        given = self.from_outside(method, made)
        is_stale = self.watched(lambda: self.run_with(method, given))
        late = self.heap.added_late(mark)
        left = [
            (where, key, cell.possibly_absent() if cell is not None and (id(where), key) in late else cell)
            for where, key, cell in self.heap.take(mark).values()
        ]
        _, added = self.weak_updates(left, again=again)
        if added:
            self._share_all(made)
        return is_stale

    def weak_updates(self, writes: Iterable[Write], *, again: bool, but: Value | None = None) -> tuple[bool, bool]:
        """Join what was written where others can reach it with what is there: whether there is any, and it adds to it.

        What was made for that is reached by what is added, and by nothing else.
        """
        left = WeakUpdates(writes, self.reachable, again=again)
        wrote = added = False
        is_made = False
        while found := left.reached():
            for stored, key, cell in found:
                # What its methods set on their own object is in it from the start.
                is_there = stored is but
                grew = not is_there and self._weak_update(
                    stored, key, cell, again=again and not is_made, is_made=is_made
                )
                wrote, added = wrote or not is_there, added or grew
                reached = cell if is_there else dict.get(stored.table, key) if grew else None
                if reached is not None:
                    self.reach(reached)
            is_made = True
        return wrote, added

    def _weak_update(self, stored: HeapObject, key: Hashable, cell: Any, *, again: bool, is_made: bool = False) -> bool:
        """Join what may be written at any time with what is there: whether that adds to it."""
        if isinstance(stored, Module):
            self.effects.settle(stored, str(key))
        is_new = dict.get(stored.table, key) is None
        grew = stored.weak_update(key, cell, again=again and cell is not None, is_made=is_made)
        if grew:
            self.heap.change(stored.table, key, is_new=is_new)
        return grew

    def from_outside(self, function: Function, receiver: Value | None = None) -> dict[str, Value]:
        """The variables of a function that is run as if it were called from outside."""
        return root_arguments(self, function, receiver, self.program.body(function.code.block).asked)

    def _from_fixtures(self, function: Function, made: dict[Block, Value] | None = None) -> dict[str, Value]:
        """What a test, or what makes something for tests, is given by the names of its parameters: each is made once.

        What is sent meanwhile is listed in the function that makes it.
        """
        code, made = function.code, {} if made is None else made
        if not code.name.startswith("test") and FOR_TESTS not in function.written:
            return {}
        found: dict[str, Value] = {}
        for parameter in code.parameters:
            maker = None if parameter.has_default else self._maker_for_tests(function, parameter.name)
            if maker is not None and maker.code.block not in made:
                made[maker.code.block] = unknown(parameter.name)
                made[maker.code.block] = self._made_by_fixture(maker, made)
            if maker is not None:
                found[parameter.name] = made[maker.code.block]
        return found

    def _made_by_fixture(self, maker: Function, made: dict[Block, Value]) -> Value:
        given = self.from_outside(maker) | self._from_fixtures(maker, made)
        first = len(self.events)
        result = maker.call(self, Arguments((), {name: Entry(value) for name, value in given.items()}))
        del self.events[first:]
        is_generated = isinstance(result, Sequence) and result.kind in GENERATED
        return result.iterate(self).any if is_generated else result

    def _maker_for_tests(self, function: Function, name: str) -> Function | None:
        """That of its class or file, or of the nearest file that is for all tests around it."""
        module = function.scope.module
        around = module.dotted.split(".")[:-1]
        others = (self.program.module(".".join([*around[:end], "conftest"])) for end in range(len(around), -1, -1))
        own = function.owner.find(name) if function.owner is not None else None
        named = (self.global_of(each, name) for each in itertools.chain((module,), others) if each is not None)
        for value in itertools.chain((own.value if own is not None else None,), named):
            found = value.settled(self) if value is not None else None
            if isinstance(found, Function) and FOR_TESTS in found.written and found.code.block != function.code.block:
                return found
        return None

    def run_with(self, function: Function, variables: dict[str, Value]) -> None:
        code = function.code
        self.entered.add(code.block)
        body = self.program.body(code.block)
        scope = _scope_of(function, body, variables, self.steps)
        frame = Frame(scope, function, self.heap.mark(), self.level)
        frame.captured = body.makes_functions
        self.active[code.block] = self.active.get(code.block, 0) + 1
        signal = self.run(body.operations, frame)
        self.active[code.block] -= 1
        self._left(frame, signal)


def _wider(value: Value, name: str, loop: Loop) -> Value:
    """A variable with all that a loop may make of it. What that is of a text is told from all that is unknown."""
    if name in loop.grown:
        return value.grown(name)
    return choice((value, Unknown("later", name))) if isinstance(value, Text) else value.widen(name)


def _says_as_much(value: Value, other: Value) -> bool:
    """Whether two values, or two mappings, have the same in them."""
    if not isinstance(value, Mapping) or not isinstance(other, Mapping):
        return value.key() == other.key()
    own, its = value.table, other.table
    return own.keys() == its.keys() and all(
        entry.maybe is its[key].maybe and _says_as_much(entry.value, its[key].value) for key, entry in own.items()
    )


def _called_by(value: Value, label: str) -> Value:
    """Something unknown with the name of the variable that it is given to."""
    if not label or type(value) is not Unknown:
        return value
    return Unknown(value.kind, label, value.operands, value.detail)


def _kept(before: Value, after: Any, name: str) -> Value | None:
    """A text that a turn of a loop leaves as it was, with its fields filled perhaps, and so any later turn."""
    if not isinstance(before, Text) or not isinstance(after, Choice):
        return None
    keys = {each.key() for each in after.options()} - {Unknown("later", name).key()}
    if len(after.options()) == len(keys):
        return None
    return next((each for each in (before, with_fields(before)) if keys <= {before.key(), each.key()}), None)


_DISPATCHERS: Final = frozenset(("singledispatch", "singledispatchmethod"))


def _next_member(made: Class, name: str, last: Value) -> Value:
    """The value that an enumeration gives a member by itself."""
    if made.is_text_enum:
        return text_of(name.lower())
    number = last.literal()
    if not isinstance(number, int):
        return nameless("value")
    return Constant(1 << number.bit_length() if "enum.Flag" in made.externals() else number + 1)


def _mark(decorator: Value) -> str:
    """What a decorator is called: `@dataclass`, and `@dataclass(frozen=True)`."""
    if isinstance(decorator, Object):
        return decorator.of.name
    is_made = isinstance(decorator, Unknown) and decorator.kind == "call" and decorator.operands
    return decorator.operands[0].name if isinstance(decorator, Unknown) and is_made else decorator.name


def _marked(made: Function, decorator: External) -> Function:
    """A function as a decorator of the standard library makes it."""
    copy = made.copied()
    match decorator.name:
        case "staticmethod":
            copy.kind = "static"
        case "classmethod":
            copy.kind = "class"
        case "setter" if isinstance(decorator.receiver, Function):
            copy = decorator.receiver.copied()
            copy.setter = made
        case "deleter" if isinstance(decorator.receiver, Function):
            return decorator.receiver
        case "getter" if isinstance(decorator.receiver, Function):
            copy.kind, copy.setter = "property", decorator.receiver.setter
        case name if name.endswith("property"):
            copy.kind = "property"
        case "contextmanager" | "asynccontextmanager":
            copy.manages = True
        case _:
            return made
    return copy


def _is_given(value: Value) -> bool:
    """Whether what a parameter of a constructor is depends on who makes the objects: anything, or any client."""
    is_any_client = isinstance(value, Object) and value.generic and isinstance(value.cls, External)
    return is_any_client or (isinstance(value, Unknown) and value.kind == "parameter")


def roots_of(module: Module) -> Iterator[Function]:
    """The functions of a module and the methods of its classes, which may have one another as attributes."""
    waiting = list(module.table.values())
    seen: set[Hashable] = set()
    while waiting:
        for value in waiting.pop().options():
            if not isinstance(value, Class | Function) or value.key() in seen:
                continue
            if isinstance(value, Class) and value.module is module and value.place is not None:
                seen.add(value.key())
                waiting += [entry.value for entry in value.table.values()]
            elif isinstance(value, Function) and _is_of(value, module):
                seen.add(value.key())
                yield value
                waiting += [value.setter] if value.setter is not None else []


def _parts_of(value: Value) -> list[Value]:
    """A value, and what arguments are that are handed on with `*` or `**`."""
    return [value, *(value.held() if isinstance(value, Sequence | Mapping) else [])]


def _is_of(function: Function, module: Module) -> bool:
    """Whether a function is one of a module: written there, or made by a call there."""
    if not function.made_by:
        return function.scope.module is module
    place: Place | None = function.made_by[0].place
    return place is not None and place.block.file == module.file


def _step_into(function: Function, place: Place | None) -> Step:
    made_by = function.made_by
    return Step(place, function.code.name, function.code.block, made_by[0].place if made_by else None)


def _scope_of(function: Function, body: Body, variables: dict[str, Value], steps: AnySequence[Step]) -> Scope:
    """The variables of a call, as it begins."""
    is_seen = body.makes_functions
    call_stack = tuple(steps) if is_seen else ()
    scope = Scope(function.scope.module, function.scope, function.owner, call_stack, makes_functions=is_seen)
    scope.table.update(variables)
    if function.owner is not None and function.code.parameters:
        scope.receiver = variables.get(function.code.parameters[0].name)
    return scope


def _reads(operands: Iterable[Value]) -> bool:
    """Whether what is made of some values depends on what is written somewhere; of large ones, it may."""
    waiting = list(operands)
    for each in waiting:
        is_other = isinstance(each, HeapObject) and not isinstance(each, Mapping | Sequence)
        if is_other or len(waiting) > BOUNDS.size:
            # What values have in common is held many times over.
            return True
        waiting += each.held() if isinstance(each, Mapping | Sequence) else ()
        waiting += each.children()
    return False


def _called(callee: Value) -> str:
    """How a value of which nothing is known is called, with what it is an attribute of; empty if a symbol hides it."""
    operands = getattr(callee, "operands", ())
    if not callee.size or not operands:
        return "" if callee.symbolic else callee.name
    name = ANY_METHOD if getattr(callee, "kind", "") == "attribute_of" else callee.name
    return "" if _is_hidden(operands[0]) else f"{operands[0].name}.{name}"


def _is_hidden(value: Value) -> bool:
    """Whether what a value is called depends on what a symbol stands for."""
    while isinstance(value, Unknown) and not value.symbolic and value.is_called_after:
        value = value.operands[0]
    return value.symbolic


def _operands(arguments: Arguments) -> list[Value]:
    return [entry.value for entry in arguments.positional]


def _deciding(value: Value, *, if_true: bool) -> list[Value]:
    """The alternatives of an operand that may decide: of `or` those that may be true."""
    kept = [each for each in value.options() if _plain_truth(each) in (None, if_true)]
    return kept if if_true else [each if each.literal() is not MISSING else _false(each) for each in kept]


def _false(value: Value) -> Value:
    """What is not known, where it is false."""
    return text_of("") if value.textual else unknown(value.name)


def _given_instead(value: Value, arm: Arm) -> list[Value]:
    """What a caller may give that decides where the default does not: it has the name of the parameter."""
    named = [test.path[-1] for test in arm.holds if test.kind == "truth" and not test.negated]
    may_be_given = value.flags & DEFAULT and value.literal() is not None
    return [unknown(named[0])] if may_be_given and len(named) == len(arm.holds) == 1 else []


def _plain_truth(value: Value) -> bool | None:
    """Whether a value is true as it stands, even if others can reach it."""
    literal = value.literal()
    if literal is not MISSING:
        return bool(literal)
    return value.truth()


_Does: TypeAlias = Callable[[Machine, Frame, Operation], Signal | None]
_DO: Final[list[_Does]] = [Machine.do_unknown] * (len(Do) + 1)
_TABLE: Final[dict[Do, _Does]] = {
    Do.PUSH: Machine.do_push,
    Do.POP: Machine.do_pop,
    Do.COPY: Machine.do_copy,
    Do.LOAD: Machine.do_load,
    Do.STORE: Machine.do_store,
    Do.SECRET: Machine.do_secret,
    Do.ANNOTATED: Machine.do_annotated,
    Do.DELETE: Machine.do_delete,
    Do.GLOBAL: Machine.do_declare,
    Do.ATTRIBUTE: Machine.do_attribute,
    Do.SET_ATTRIBUTE: Machine.do_set_attribute,
    Do.ITEM: Machine.do_item,
    Do.SET_ITEM: Machine.do_set_item,
    Do.DELETE_ITEM: Machine.do_delete_item,
    Do.SLICE: Machine.do_slice,
    Do.UNPACK: Machine.do_unpack,
    Do.BINARY: Machine.do_binary,
    Do.AUGMENTED: Machine.do_augmented,
    Do.NOT: Machine.do_not,
    Do.UNARY: Machine.do_unary,
    Do.COMPARE: Machine.do_compare,
    Do.JOIN: Machine.do_join,
    Do.SEQUENCE: Machine.do_sequence,
    Do.MAPPING: Machine.do_mapping,
    Do.CALL: Machine.do_call,
    Do.FUNCTION: Machine.do_function,
    Do.CLASS: Machine.do_class,
    Do.SUPER: Machine.do_super,
    Do.IMPORT: Machine.do_import,
    Do.IMPORT_FROM: Machine.do_import_from,
    Do.RETURN: Machine.do_return,
    Do.YIELD: Machine.do_yield,
    Do.RAISE: Machine.do_raise,
    Do.BREAK: Machine.do_break,
    Do.CONTINUE: Machine.do_continue,
    Do.BRANCH: Machine.do_branch,
    Do.SHORT: Machine.do_short,
    Do.CONDITIONAL: Machine.do_conditional,
    Do.MATCH: Machine.do_match,
    Do.LOOP: Machine.do_loop,
    Do.COMPREHENSION: Machine.do_comprehension,
    Do.TRY: Machine.do_try,
    Do.ENTER: Machine.do_enter,
    Do.WITH: Machine.do_with,
    Do.UNKNOWN: Machine.do_unknown,
}
for _which, _does in _TABLE.items():
    _DO[_which] = _does
