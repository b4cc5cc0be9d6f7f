"""The kinds of values. What every kind can be asked stands in `Value`; a new kind is one class.

Values, the objects that they may be, and what they need of a machine refer to each other: they sit in one module,
openly.
"""

import builtins
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Iterator
from collections.abc import Mapping as AnyMapping
from collections.abc import Sequence as AnySequence
from contextlib import suppress
from dataclasses import replace
from decimal import Decimal
from functools import reduce
from itertools import chain, islice
from os.path import commonprefix
from typing import Any, Final, NamedTuple, NoReturn, TypeAlias

from waypost.routes.domain.bounds import BOUNDS
from waypost.routes.domain.code import Code, Parameter
from waypost.routes.domain.heap import ESCAPED, NOW, Cells, Changes, Heap, RunAbandoned, Table, moment
from waypost.routes.domain.places import Block, Place
from waypost.routes.syntax.scope import CHANGING
from waypost.shown.names import is_of_call, name_of_key
from waypost.shown.secrets import holds_secrets

# Flags of a value. It was read from a place that others can reach: it never proves a branch dead.
SHARED: Final = 1
# Something that is not seen may have changed it: what is said about it is likely.
CHANGED: Final = 2
# It is the default of a parameter, or made of one: a caller that is not seen may give something else.
DEFAULT: Final = 4
# Its function asks whether it is there: a caller may give None.
ASKED: Final = 8
# What is made of a default that no parameter is called after.
UNNAMED: Final = "?"


class Missing:
    """No Python object at all, where `None` is one."""

    def __repr__(self) -> str:
        return "MISSING"


MISSING: Final = Missing()


class Iteration(NamedTuple):
    """What iterating gives: the items, if all are known, and what any of them is."""

    known: tuple["Value", ...] | None
    any: "Value"


class Entry(NamedTuple):
    """What a key, an attribute or a parameter has: its value, and where both are written."""

    value: "Value"
    # There only on some paths: the absence of a value is a field, not a value.
    maybe: bool = False
    place: Place | None = None
    key_place: Place | None = None
    # Its key may have been put behind the others: it was lacking, perhaps, when it was written.
    late: bool = False

    def join(self, other: "Entry") -> "Entry":
        late = self.late or other.late
        return Entry(self.value.join(other.value), self.maybe or other.maybe, self.place, self.key_place, late)

    def is_like(self, other: "Entry") -> bool:
        return self.maybe is other.maybe and self.late is other.late and self.value.is_like(other.value)

    @property
    def is_open(self) -> bool:
        """Whether it is open where its key stands, or whether it is there."""
        return self.maybe or self.late

    def key(self) -> Hashable:
        return (self.value.key(), self.maybe, self.late)

    def facts(self) -> tuple[Hashable, ...]:
        return (self.maybe, self.late)

    def children(self) -> tuple["Value", ...]:
        return (self.value,)

    def substituted(self, substitution: "Substitution") -> "Entry":
        value = substitution.value(self.value)
        return self if value is self.value else Entry(value, self.maybe, self.place, self.key_place, self.late)

    def under(self, arms: "Arms") -> "Entry":
        return Entry(self.value.under(arms), self.maybe, self.place, self.key_place, self.late)

    def possibly_absent(self) -> "Entry":
        return self if self.maybe else self._replace(maybe=True)

    def reached(self) -> list["HeapObject"]:
        return self.value.reached()

    def flagged(self, flags: int) -> "Entry":
        value = self.value.flagged(flags)
        return self if value is self.value else Entry(value, self.maybe, self.place, self.key_place, self.late)

    def widened(self, key: Any, before: "Entry | None" = None) -> "Entry":
        return self._replace(value=self.value.widened(key, before.value if before is not None else None))

    def growing(self, key: Any, after: "Entry", *, is_first: bool) -> "Entry | None":
        grown = self.value.growing(key, after.value, is_first=is_first)
        return self.join(after)._replace(value=grown) if grown is not None else None

    def outside(self, key: Any) -> "Entry":
        """As code elsewhere leaves it: what is unknown there is called what it is here."""
        return self._replace(value=self.value.outside(key))


class Arguments(NamedTuple):
    """The arguments of a call."""

    positional: tuple[Entry, ...] = ()
    keywords: AnyMapping[str, Entry] = {}
    # An unknown `*args` after the positional ones, and an unknown `**kwargs`.
    rest: "Value | None" = None
    more: "Value | None" = None

    def at(self, position: int | None, keyword: str | None) -> Entry | None:
        """The argument that is given by keyword or by position."""
        if keyword is not None and (found := self.keywords.get(keyword)) is not None:
            return found
        if position is not None and position < len(self.positional):
            return self.positional[position]
        return None

    def replaced(self, position: int, keyword: str, entry: Entry) -> "Arguments":
        """The same with another argument in a place."""
        if keyword in self.keywords or position >= len(self.positional):
            return self._replace(keywords={**self.keywords, keyword: entry})
        return self._replace(positional=(*self.positional[:position], entry, *self.positional[position + 1 :]))

    def after(self, *first: "Value") -> "Arguments":
        """The same after other positional arguments."""
        return self._replace(positional=(*map(Entry, first), *self.positional))

    def behind(self, given: "Arguments") -> "Arguments":
        """These after those that a partial call has given before."""
        return Arguments(
            given.positional + self.positional,
            {**given.keywords, **self.keywords},
            self.rest or given.rest,
            self.more or given.more,
        )

    def without(self, count: int) -> "Arguments":
        return self._replace(positional=self.positional[count:])

    @property
    def open(self) -> bool:
        return self.rest is not None or self.more is not None

    def values(self) -> Iterator["Value"]:
        for entry in (*self.positional, *self.keywords.values()):
            yield entry.value
        for value in (self.rest, self.more):
            if value is not None:
                yield value

    def substituted(self, substitution: "Substitution") -> "Arguments":
        """The same with other values."""
        return Arguments(
            tuple(entry.substituted(substitution) for entry in self.positional),
            {key: entry.substituted(substitution) for key, entry in self.keywords.items()},
            substitution.value(self.rest) if self.rest is not None else None,
            substitution.value(self.more) if self.more is not None else None,
        )

    def frozen(self) -> "Arguments":
        """As they are now, whatever is written later."""
        return Arguments(
            tuple(entry._replace(value=entry.value.frozen()) for entry in self.positional),
            {key: entry._replace(value=entry.value.frozen()) for key, entry in self.keywords.items()},
            self.rest,
            self.more,
        )


NO_ARGUMENTS: Final = Arguments()


class AbstractMachine(ABC):
    """What values need of the machine that runs code."""

    heap: Heap
    # How many branches are open.
    level: int

    @abstractmethod
    def enter(self, function: "Function", arguments: Arguments, place: Place | None) -> "Value":
        """Call a function of the program."""

    @abstractmethod
    def library(self, callee: "External", arguments: Arguments, place: Place | None) -> "Value":
        """Call something of a package that is not seen."""

    @abstractmethod
    def opaque(self, callee: "Value", arguments: Arguments, place: Place | None) -> "Value":
        """Call something of which nothing is known: what it is given may change, and it may be a request."""

    @abstractmethod
    def record(self, callee: str, receiver: "Value | None", arguments: Arguments, place: Place | None) -> Any:
        """Keep a finished call that may be a request."""

    @abstractmethod
    def doubt(self, place: Place | None, why: str) -> None:
        """What was called at a place is no longer known to be sent as it stands."""

    @abstractmethod
    def entered_as(self, value: "Value") -> "Value":
        """What `with` gives when it enters a value."""

    @abstractmethod
    def leave(self, value: "Value") -> "Value | None":
        """What the value says of errors when `with` leaves it."""

    @abstractmethod
    def given_at(self, place: Place | None) -> Arguments | None:
        """The arguments of the call that was kept at a place, as they were then."""

    @abstractmethod
    def shown(self, value: "Value", *, formatted: bool = False) -> "Value":
        """A value as a text shows it: an object by its `__str__`, or by the `__format__` that comes before."""

    @abstractmethod
    def module_at(self, place: Place | None) -> "Module | None":
        """The module in which a call is written."""

    @abstractmethod
    def global_of(self, module: "Module", name: str) -> "Value | None":
        """What a module has under a name; its body is run first."""

    @abstractmethod
    def knows(self, name: str) -> bool:
        """Whether the library says something about a dotted name."""

    @abstractmethod
    def is_client(self, dotted: str) -> bool:
        """Whether objects of a package's class are clients."""

    def outside_attribute(self, of: "Object", dotted: str, name: str) -> "Value":
        """What an object has of a class of a package."""
        return External(f"{dotted}.{name}", of)

    @abstractmethod
    def used(self, result: "Value", name: str) -> None:
        """An attribute of a call's result is read: that says what the call was."""

    @abstractmethod
    def declared(self, scope: "Scope", names: tuple[str, ...]) -> "Value | None":
        """The object of a class that an annotation names, for what is known by nothing else."""

    @abstractmethod
    def written_outside(self, attribute: str, of: "Class | None" = None) -> bool:
        """Whether code other than the methods of an object's own class may set an attribute of this name."""

    @abstractmethod
    def constructed(self, of: "Class", arguments: Arguments, place: Place | None) -> None:
        """An object of a class is made: what it is given says what objects of the class have."""

    @abstractmethod
    def subclasses(self, of: "Class") -> Iterator["Class"]:
        """The classes of the program that inherit from one, as far as somebody goes through them."""

    @abstractmethod
    def generic_again(self, of: "Class") -> None:
        """The object that stands for all of a class is used again."""

    def foreign(self, of: "Class", dotted: str) -> "Value":
        """What a class has of a base that is not seen."""
        return External(dotted)

    def typed(self, of: "External", key: "Value") -> "Value | None":
        """A type with its parameters, for a machine that needs these."""
        return None

    @abstractmethod
    def expect_generic(self, made: "Object") -> None:
        """Give an object that stands for all of its class what its own methods set, when that is asked for."""

    @abstractmethod
    def either(self, cases: AnySequence["Alternative"], do: Callable[["Value"], "Value"]) -> "Value":
        """Do something for each of several values, each from the same state; what they leave is joined."""

    @abstractmethod
    def repeatedly(self, do: Callable[[], "Value"]) -> "Value":
        """What something gives that is done any number of times."""


class Substitution(ABC):
    """What takes the place of values, and of events, in a copy of something."""

    @abstractmethod
    def value(self, of: "Value") -> "Value":
        """What takes the place of a value."""

    def cell(self, of: Any) -> Any:
        """What takes the place of a cell of an object, or of the variable of a module."""
        return self.value(of) if isinstance(of, Value) else of.substituted(self)

    @abstractmethod
    def detail(self, of: Any) -> Any:
        """What takes the place of what an unknown value has besides its operands."""

    def arms(self, of: "Arms") -> "Arms":
        """What takes the place of the paths that led to something."""
        return of

    @abstractmethod
    def call_stack(self, of: tuple[Any, ...]) -> tuple[Any, ...]:
        """What takes the place of the calls that led to where something was made."""


class Value:
    """What is known about a Python object. What a kind does not know, it leaves to these."""

    __slots__ = ()
    flags: int = 0
    # How a placeholder for it is called.
    name: str = "value()"
    # Whether it is, or may be, a text that is at least partly known.
    textual: bool = False
    # Whether a symbol may stand for it: a text, a number, something unknown.
    plain: bool = False
    # A symbol stands for what a caller gives: who asks what it is, gives up the run.
    symbolic: bool = False
    # Of how many operations that wait for a caller it is made.
    size: int = 0
    # Whether it is a parameter that is None where nothing is given.
    perhaps_none: bool = False

    @property
    def weight(self) -> int:
        """How much is in it, counted as often as it is there: who compares values goes through all of that."""
        return 1

    @property
    def flags_inside(self) -> int:
        """The flags of a text that it becomes a part of."""
        return self.flags

    def need_concrete(self) -> Any:
        """What it is, is needed here: a symbol gives up the run."""

    def key(self) -> Hashable:
        """Equal keys: the same value, for joins."""
        return id(self)

    def literal(self) -> Any:
        """The Python object that it surely equals, or `MISSING`."""
        return MISSING

    def options(self) -> tuple["Value", ...]:
        """What it may be, each kind by itself."""
        return (self,)

    def cases(self) -> Iterable["Alternative"]:
        """The same, each with the paths that could have led to it."""
        return [(each, ANY) for each in self.options()]

    def facts(self) -> tuple[Hashable, ...] | None:
        """What a call can see of it besides what it holds; nothing at all if that has no key."""
        return None

    def children(self) -> tuple["Value", ...]:
        """The values in it."""
        return ()

    def substituted(self, substitution: Substitution) -> "Value":
        """The same with other values in it; itself if they are the same."""
        return self

    def join(self, other: "Value") -> "Value":
        """What is known about something that is one of the two."""
        return self if self is other else choice((self, other))

    def is_like(self, other: "Value") -> bool:
        """Whether it says all that the other one does, so that nothing changes if it takes its place."""
        return self is other or (self.flags == other.flags and self.key() == other.key())

    def uncorrelated(self) -> "Value":
        """One of several things once more: which one it was before does not matter."""
        return self

    def under(self, arms: "Arms") -> "Value":
        """As what some paths have led to, before it is joined with what others have."""
        return Cases([(self, arms)])

    def possibly_absent(self) -> "Value":
        """As a cell that another arm lacks: who reads a variable there would have failed."""
        return self

    def widen(self, name: str) -> "Value":
        """What is known about a variable that a loop assigns, before its first turn."""
        return choice((self, unknown(name)))

    def grown(self, name: str) -> "Value":
        """The same of a variable of whose value a loop makes the next."""
        return unknown(name)

    def begins_like(self, other: "Value") -> bool:
        """Whether it only adds to the end of another text."""
        return self.key() == other.key()

    def truth(self) -> bool | None:
        """Whether it is true; `None` unless no run can have it otherwise."""
        return None

    def is_nonempty(self) -> bool | None:
        """Whether it is a text with something in it, unless somebody who is not seen takes that away."""
        return None

    def equals(self, other: "Value") -> bool | None:
        mine, others = self.literal(), other.literal()
        if mine is MISSING or others is MISSING or (self.flags | other.flags) & (SHARED | CHANGED):
            return None
        return bool(mine == others)

    def is_none(self) -> bool | None:
        return False

    def parts(self) -> tuple["Part", ...]:
        """As a part of a text."""
        return (Hole(self),)

    def attribute(self, m: AbstractMachine, name: str, place: Place | None = None) -> "Value":
        return derived("attribute", name, self)

    def item(self, m: AbstractMachine, key: "Value", place: Place | None = None) -> "Value":
        return derived("item", _named_key(key), self, key)

    def iterate(self, m: AbstractMachine) -> Iteration:
        return Iteration(None, derived("each", None, self))

    def call(self, m: AbstractMachine, arguments: Arguments, place: Place | None = None) -> "Value":
        return m.opaque(self, arguments, place)

    def binary(self, m: AbstractMachine, operator: str, other: "Value", place: Place | None = None) -> "Value":
        if operator == "+" and other.textual:
            return concatenated((self, other))
        mine, others = self.literal(), other.literal()
        if mine is not MISSING and others is not MISSING and operator in ARITHMETIC:
            try:
                found = ARITHMETIC[operator](mine, others)
            except (ArithmeticError, TypeError, ValueError):
                found = MISSING
            if found is not MISSING:
                return placed(value_of(found), place_of(self, other)).flagged(self.flags | other.flags)
        is_open = operator == "+" and mine is MISSING and others is MISSING
        return added(self, other) if is_open else computed(self, other)

    def set_attribute(self, m: AbstractMachine, name: str, entry: Entry) -> None:
        """Write an attribute; nothing for what has none that are seen."""

    def set_item(self, m: AbstractMachine, key: "Value", entry: Entry) -> None:
        """Write an item."""

    def delete_item(self, m: AbstractMachine, key: "Value") -> None:
        """Remove an item."""

    def delete_attribute(self, m: AbstractMachine, name: str) -> None:
        """Remove an attribute."""

    def bound(self, m: AbstractMachine, to: "Value", owner: "Class") -> "Value":
        """What an object gets for it as an attribute of its class."""
        return self

    def flagged(self, flags: int) -> "Value":
        """The same with flags of the place that it was read from."""
        return self

    def as_default(self, name: str, flags: int) -> "Value":
        """As what a parameter is where a caller that is not seen gives nothing else."""
        return self.flagged(flags)

    def as_given(self) -> "Value":
        """The same where it is asked whether it is there, and it is."""
        return self

    def widened(self, key: Any, before: "Value | None" = None) -> "Value":
        """The same of what still grows: what was there before, and anything; or that with any end."""
        if before is None:
            return choice((self, unknown(str(key))))
        known = {each.key(): each for each in before.options()}
        any_end = [each for each in known.values() if _has_any_end(each, str(key))]
        added = [each for each in self.options() if each.key() not in known]
        added = [each for each in added if not any(map(each.begins_like, any_end))]
        starts = [next(filter(each.begins_like, known.values()), None) for each in added]
        if None not in starts:
            return choice((before, *(start.grown(str(key)) for start in starts if start is not None)))
        return choice((before, unknown(str(key))))

    def growing(self, key: Any, after: "Value", *, is_first: bool) -> "Value | None":
        """What it may be after any number of turns like one that has left another; nothing if that one is among it.

        After the first one, what goes on from what it was: a text, or a number. Objects that each turn makes anew are
        alike.
        """
        known = {each.key(): each for each in self.options()}
        if unknown(str(key)).key() in known:
            return None
        added = [each for each in after.options() if each.key() not in known and isinstance(each, Text | Constant)]
        if is_first:
            added = [each for each in added if any(map(each.goes_on_from, known.values()))]
        return self.join(after).widened(key, self) if added else None

    def goes_on_from(self, before: "Value") -> bool:
        """Whether a turn of a loop seems to have made one of the other: it begins with it, or both are numbers."""
        numbers = (self.literal(), before.literal())
        return self.begins_like(before) or all(isinstance(each, int | float) and each is not True for each in numbers)

    def outside(self, key: Any) -> "Value":
        """As code elsewhere leaves it under a key."""
        return unknown(str(key)) if any(each.size for each in self.options()) else self.flagged(SHARED)

    def as_named(self, name: str) -> "Value":
        """The same, given to a variable, a parameter or an attribute: what only a function gives is called by it."""
        return self

    def as_item(self, name: str) -> "Value":
        """The same, given to the variable of a loop: an item of something unknown is called by that."""
        return self

    def as_secret(self) -> "Value":
        """The same, given the name of a secret: from then on, its characters are one."""
        return self

    def settled(self, m: AbstractMachine) -> "Value":
        """What an import stands for, once it is read."""
        return self

    def frozen(self, into: "Snapshot | None" = None) -> "Value":
        """As it is now, whatever is written later."""
        return self

    def reached(self) -> list["HeapObject"]:
        """What can be written in it, and in what it holds."""
        return []

    def share(self) -> list["HeapObject"]:
        """From now on, others can reach it: what of it they could not reach before."""
        found: list[HeapObject] = []
        waiting: list[Value] = [self]
        seen: set[int] = set()
        while waiting:
            for each in waiting.pop().options():
                if isinstance(each, HeapObject) and not each.shared:
                    each.shared = True
                    each.table.created = 0  # type: ignore[attr-defined]  # a table of cells
                    found.append(each)
                    waiting += each.held()
                elif isinstance(each, Function) and id(each) not in seen:
                    seen.add(id(each))
                    waiting += each.defaults.values()
                    for names in each.scope.closed():
                        found.append(names)
                        waiting += names.held()
        return found

    def escape(self, m: AbstractMachine) -> None:
        """It is given to code that is not seen: what it holds may change."""

    def escape_as_result(self, m: AbstractMachine) -> None:
        """It is given to callers that may be anyone, as the result of a root."""

    def instance_of(self, m: AbstractMachine, kind: "Value") -> bool | None:
        return None


def values_in(cell: Any) -> Iterable[Value]:
    """The values in a cell of an object, or the variable of a module."""
    return (cell,) if isinstance(cell, Value) else () if cell is None else cell.children()


def _are_same(new: AnySequence[Value], old: AnySequence[Value]) -> bool:
    return all(a is b for a, b in zip(new, old, strict=True))


def _named_key(key: Value) -> str | None:
    """What an item is called; a number or a slice has no name, and what that gives has the name of the whole."""
    literal = key.literal()
    if isinstance(literal, int | slice):
        return None
    return literal if isinstance(literal, str) and literal else key.name


# -- nothing known -----------------------------------------------------------------------------------------------------


class Unknown(Value):
    """Something that is known only at run time, with what it is made from: a caller may know that."""

    __slots__ = ("_key", "_name", "_weight", "detail", "kind", "operands", "size")

    def __init__(self, kind: str, name: str | None, operands: tuple[Value, ...] = (), detail: Any = None) -> None:
        # "parameter", "attribute", "item", "each", "call", "binary", "model", "value"; "later": what a loop may have
        # made of a text; "missing": what Python refuses to go on without.
        self.kind = kind
        # Nothing if it is called after its first operand.
        self._name = name
        self.operands = operands
        # What is not a value: the operator, the event that a call is, the class that a parameter is declared with.
        self.detail = detail
        self.size: int = 1 + sum(operand.size for operand in operands)
        self._weight = 1 + sum(operand.weight for operand in operands)
        self._key: Hashable = None

    @property
    def weight(self) -> int:
        return self._weight

    def key(self) -> Hashable:
        if self._key is None:
            self._key = (self.kind, self._name, *self._given(), *(operand.key() for operand in self.operands))
        return self._key

    @property
    def is_called_after(self) -> bool:
        """Whether it has the name of its first operand."""
        return self._name is None

    @property
    def name(self) -> str:  # type: ignore[override]
        if self._name is not None:
            return self._name
        return self.operands[0].name

    plain = True

    def truth(self) -> bool | None:
        return True if isinstance(self.detail, Parameter) and self.detail.is_number else None

    def facts(self) -> tuple[Hashable, ...] | None:
        detail = self.detail if isinstance(self.detail, str | tuple) else None
        return ("unknown", self.kind, self._name, len(self.operands), detail, *self._given())

    def _given(self) -> tuple[bool, ...]:
        """What is known of a parameter that somebody gives."""
        return (self.detail.is_given, self.detail.is_number) if isinstance(self.detail, Parameter) else ()

    def children(self) -> tuple[Value, ...]:
        return self.operands

    def substituted(self, substitution: Substitution) -> Value:
        operands, detail = tuple(map(substitution.value, self.operands)), substitution.detail(self.detail)
        if detail is self.detail and _are_same(operands, self.operands):
            return self
        if self.kind == "computed":
            return computed(*operands)
        if self.kind == "sum":
            return added(*operands)
        return derived(self.kind, self._name, *operands, detail=detail)

    def is_none(self) -> bool | None:
        return False if isinstance(self.detail, Parameter) and self.detail.is_given else None

    def is_unnamed(self) -> bool:
        """Whether nothing in the program is called so: only a function gives it, or what it is an item of."""
        if self._name is not None:
            return is_of_call(self._name)
        return self.kind == "each" and is_of_call(self.operands[0].name)

    def as_item(self, name: str) -> Value:
        if self.kind != "each" or self._name is not None:
            return self
        return Unknown(self.kind, name, self.operands, self.detail)

    def as_named(self, name: str) -> Value:
        # What is one of several knows itself what it is called.
        if type(self) is not Unknown or not self.is_unnamed():
            return self
        return Unknown(self.kind, name, self.operands, self.detail)

    @property
    def perhaps_none(self) -> bool:  # type: ignore[override]
        return isinstance(self.detail, Parameter) and self.detail.perhaps_none

    def as_given(self) -> Value:
        if not self.perhaps_none:
            return self
        return Unknown(self.kind, self._name, self.operands, replace(self.detail, perhaps_none=False))

    def widen(self, name: str) -> Value:
        return unknown(name)

    def flagged(self, flags: int) -> Value:
        """What is given may be taken away again."""
        if not flags & CHANGED or True not in self._given():
            return self
        return Unknown(self.kind, self._name, self.operands, replace(self.detail, asked=True))

    def attribute(self, m: AbstractMachine, name: str, place: Place | None = None) -> Value:
        if self.kind == "call":
            m.used(self, name)
        if m.knows(f"str.{name}") and (self.kind == "later" or name not in _ALSO_OF_CLIENTS):
            return External(f"str.{name}", self)
        return derived("attribute", name, self)


# Kinds of what was sent here, `page["next"]`, or what a loop goes on with.
DATA: Final = frozenset(("item", "later"))
# Methods of texts that are also what clients are called for.
_ALSO_OF_CLIENTS: Final = frozenset(("format", "index", "find", "count", "encode", "replace", "translate"))


def unknown(name: str) -> Unknown:
    """Something of which only a name is known."""
    return Unknown("value", name)


def nameless(word: str = "value") -> Unknown:
    """Something that has no name in the program: it is called by the first thing that it is given to."""
    return unknown(f"{word}()")


def derived(kind: str, name: str | None, *operands: Value, detail: Any = None) -> Unknown:
    """What an operation makes of values that are not known enough."""
    found = Unknown(kind, name, operands, detail)
    return found if found.size <= BOUNDS.size and found.weight <= BOUNDS.weight else unknown(found.name)


def computed(*operands: Value) -> Unknown:
    """What arithmetic makes of such values: of what it is made matters only while a caller may know that."""
    waiting: list[Value] = list(operands)
    for each in waiting:
        if each.symbolic:
            return derived("computed", None, *operands)
        waiting += each.children()
    return unknown(operands[0].name)


def added(first: Value, second: Value) -> Value:
    """What `+` makes of two values of which nobody knows whether they are texts."""
    return concatenated((first, second)) if first.textual or second.textual else derived("sum", None, first, second)


def text_of_sum(value: Value) -> Value:
    """A value that is used as a text: what is added up in it are texts, too."""
    if isinstance(value, Choice):
        is_any = any(isinstance(each, Unknown) and each.kind == "sum" for each in value.options())
        return for_each(value, text_of_sum) if is_any else value
    if not isinstance(value, Unknown) or value.kind != "sum":
        return value
    found: list[Value] = []
    waiting: list[Value] = [value]
    while waiting:
        each = waiting.pop()
        if isinstance(each, Unknown) and each.kind == "sum":
            waiting += reversed(each.operands)
        else:
            found.append(each)
    return concatenated(found)


class ConcreteValueNeeded(RunAbandoned):
    """What a symbol stands for is asked for, so that its run holds for one value only."""

    def __init__(self, symbol: Value) -> None:
        super().__init__(symbol)
        self.symbol = symbol


class Symbol(Value):
    """What a caller gives, while a function is run for all callers. It can be handed on and written into texts."""

    __slots__ = ("called", "flags", "is_number", "of", "textual")
    symbolic = True

    def __init__(
        self, called: str, *, textual: bool, flags: int, is_number: bool = False, of: "Symbol | None" = None
    ) -> None:
        self.called = called
        self.is_number = is_number
        self.textual = textual
        self.flags = flags
        # The same without flags of the place that it was read from.
        self.of = of

    @property
    def name(self) -> str:  # type: ignore[override]
        return self.need_concrete()

    plain = True

    def need_concrete(self) -> NoReturn:
        raise ConcreteValueNeeded(self.of or self)

    def answer(self, question: str) -> bool | None:
        """What all that it stands for must answer to a question."""
        return (
            NOW.recording.answer(self.of or self, question, self.flags)
            if NOW.recording is not None
            else self.need_concrete()
        )

    def key(self) -> Hashable:
        return ("symbol", self.called, self.textual)

    def facts(self) -> tuple[Hashable, ...] | None:
        return (self.key(), self.flags)

    def literal(self) -> Any:
        return self.need_concrete()

    def options(self) -> tuple[Value, ...]:
        return self.need_concrete()

    def join(self, other: Value) -> Value:
        return self if self is other else choice((self, other))

    def widen(self, name: str) -> Value:
        return self.need_concrete() if self.is_number else super().widen(name)

    def grown(self, name: str) -> Value:
        return self.need_concrete()

    def truth(self) -> bool | None:
        return self.answer("truth")

    def is_nonempty(self) -> bool | None:
        return self.answer("is_nonempty")

    def equals(self, other: Value) -> bool | None:
        return self.need_concrete()

    def is_none(self) -> bool | None:
        return self.answer("is_none")

    def attribute(self, m: AbstractMachine, name: str, place: Place | None = None) -> Value:
        return External(f"str.{name}", self) if self.textual and m.knows(f"str.{name}") else self.need_concrete()

    def item(self, m: AbstractMachine, key: Value, place: Place | None = None) -> Value:
        return self.need_concrete()

    def iterate(self, m: AbstractMachine) -> Iteration:
        return self.need_concrete()

    def call(self, m: AbstractMachine, arguments: Arguments, place: Place | None = None) -> Value:
        return self.need_concrete()

    def binary(self, m: AbstractMachine, operator: str, other: Value, place: Place | None = None) -> Value:
        if self.textual or not other.plain:
            return self.need_concrete()

        def again(substitution: Substitution) -> Value:
            return substitution.value(self).binary(m, operator, substitution.value(other), place)

        return Open(f"binary {operator}", (self, other), again)

    def set_attribute(self, m: AbstractMachine, name: str, entry: Entry) -> None:
        self.need_concrete()

    def set_item(self, m: AbstractMachine, key: Value, entry: Entry) -> None:
        self.need_concrete()

    def delete_item(self, m: AbstractMachine, key: Value) -> None:
        self.need_concrete()

    def delete_attribute(self, m: AbstractMachine, name: str) -> None:
        self.need_concrete()

    def flagged(self, flags: int) -> Value:
        if self.flags | flags == self.flags:
            return self
        return Symbol(
            self.called,
            textual=self.textual,
            flags=self.flags | flags,
            is_number=self.is_number,
            of=self.of or self,
        )

    def as_secret(self) -> Value:
        if not self.textual:
            return self
        return Open("secret", (self,), lambda substitution: substitution.value(self).as_secret(), textual=True)

    def substituted(self, substitution: Substitution) -> Value:
        return self if self.of is None else substitution.value(self.of).flagged(self.flags)

    def outside(self, key: Any) -> Value:
        return self.need_concrete()

    def share(self) -> list["HeapObject"]:
        return []

    def instance_of(self, m: AbstractMachine, kind: Value) -> bool | None:
        return self.need_concrete()


class Open(Symbol):
    """What is made of symbols, and is made again of what they stand for."""

    __slots__ = ("again", "operands")

    def __init__(
        self, called: str, operands: tuple[Value, ...], again: Callable[[Substitution], Value], *, textual: bool = False
    ) -> None:
        flags = 0
        for each in operands:
            flags |= each.flags
        super().__init__(called, textual=textual, flags=flags, is_number=not textual)
        self.operands = operands
        self.again = again

    def need_concrete(self) -> NoReturn:
        waiting: list[Value] = list(self.operands)
        for each in waiting:
            each.need_concrete()
            waiting += each.held() if isinstance(each, HeapObject) else each.children()
        raise ConcreteValueNeeded(self)

    def key(self) -> Hashable:
        return ("open", self.called, *(each.key() for each in self.operands))

    def answer(self, question: str) -> bool | None:
        return self.need_concrete()

    def children(self) -> tuple[Value, ...]:
        return self.operands

    def substituted(self, substitution: Substitution) -> Value:
        return self.again(substitution)

    def flagged(self, flags: int) -> Value:
        if self.flags | flags == self.flags:
            return self
        made = Open(
            self.called,
            self.operands,
            lambda substitution: substitution.value(self).flagged(flags),
            textual=self.textual,
        )
        made.flags = self.flags | flags
        return made


class Given(Unknown):
    """A symbol for something unknown: only what it is called is asked of it, and of what it is made."""

    __slots__ = ("called", "uses")
    symbolic = True
    flags = 0

    def __init__(self, called: str) -> None:
        self.called = called
        self.kind, self.operands, self.detail, self.size, self._weight = "symbol", (), None, 1, 1
        self._key = ("symbol", called)
        # The attributes that are read of it.
        self.uses: set[str] = set()

    @property
    def name(self) -> str:  # type: ignore[override]
        raise ConcreteValueNeeded(self)

    def need_concrete(self) -> Any:
        raise ConcreteValueNeeded(self)

    def facts(self) -> tuple[Hashable, ...] | None:
        return (self._key,)

    def substituted(self, substitution: Substitution) -> Value:
        return self

    def truth(self) -> bool | None:
        return self.answer("truth")

    def is_nonempty(self) -> bool | None:
        return self.answer("is_nonempty")

    def is_none(self) -> bool | None:
        return self.answer("is_none")

    def answer(self, question: str) -> bool | None:
        """What all that it stands for must answer to a question."""
        return NOW.recording.answer(self, question, 0) if NOW.recording is not None else None

    def attribute(self, m: AbstractMachine, name: str, place: Place | None = None) -> Value:
        m.used(self, name)
        return super().attribute(m, name, place)


# -- constants and texts -----------------------------------------------------------------------------------------------


class Constant(Value):
    """None, a boolean, a number, bytes, or another plain object that never changes: a date, an identifier."""

    __slots__ = ("flags", "given", "place", "value")

    def __init__(self, value: Any, flags: int = 0, place: Place | None = None, given: str = "") -> None:
        self.value = value
        self.flags = flags
        # The parameter of which it is the default.
        self.given = given or (UNNAMED if flags & DEFAULT else "")
        # Of a number, or of bytes, that are written out.
        self.place = place

    def key(self) -> Hashable:
        # Slices have no hash, and a number that signals that it is none refuses to have one.
        return (type(self.value), repr(self.value) if isinstance(self.value, slice | Decimal) else self.value)

    def facts(self) -> tuple[Hashable, ...] | None:
        return (self.key(), self.flags, self.given)

    @property
    def plain(self) -> bool:  # type: ignore[override]
        return self.value.__class__ in (int, float)

    def literal(self) -> Any:
        return self.value

    def widen(self, name: str) -> Value:
        return unknown(name) if self.value is not None and self.value is not True else choice((self, unknown(name)))

    def truth(self) -> bool | None:
        return None if self.flags else bool(self.value)

    def is_none(self) -> bool | None:
        if self.value is not None and self.flags & DEFAULT and not self.flags & ASKED:
            return False
        return None if self.flags else self.value is None

    def parts(self) -> tuple["Part", ...]:
        """None that others can reach is what nobody has set yet."""
        if self.value is None and self.flags:
            return (Hole(self),)
        return (Piece(str(self.value), self.place, verbatim=False, given=self.given),)

    def attribute(self, m: AbstractMachine, name: str, place: Place | None = None) -> Value:
        if self.value is None:
            return unknown(name)
        found = getattr(self.value, name, None)
        # `day.year`, `key.hex`.
        return (
            value_of(found) if isinstance(found, (str, int)) else External(f"{type(self.value).__name__}.{name}", self)
        )

    def item(self, m: AbstractMachine, key: Value, place: Place | None = None) -> Value:
        """`found[1]`, of a match."""
        method = External(f"{type(self.value).__name__}.__getitem__", self)
        is_known = m.knows(method.dotted)
        return method.call(m, Arguments((Entry(key),)), place) if is_known else super().item(m, key, place)

    def flagged(self, flags: int) -> Value:
        if self.flags | flags == self.flags:
            return self
        return Constant(self.value, self.flags | flags, self.place, self.given)

    def as_default(self, name: str, flags: int) -> Value:
        return Constant(self.value, self.flags | flags, self.place, name)

    def as_secret(self) -> Value:
        return placed(self, (self.place or _NOWHERE)._replace(secret=True)) if isinstance(self.value, bytes) else self

    def instance_of(self, m: AbstractMachine, kind: Value) -> bool | None:
        return None if self.flags else builtin_instance(type(self.value), kind)


class Piece(NamedTuple):
    """Known characters, and where they are written; `verbatim` if characters and source match one to one."""

    text: str
    place: Place | None = None
    verbatim: bool = True
    # The parameter of which they are the default.
    given: str = ""

    @property
    def secret(self) -> bool:
        return self.place is not None and self.place.secret


class Hole(NamedTuple):
    """A part of a text that is not known: a value, how it is inserted, and where."""

    value: Value
    place: Place | None = None
    # "f" (an f-string), "format", "%", "+".
    form: str = "+"
    # A conversion or format specification as written: `!r:>3`.
    spec: str = ""
    # A short name of the expression that is inserted, where it is written.
    label: str = ""

    @property
    def shown(self) -> str:
        return self.label or self.value.name


Part: TypeAlias = Piece | Hole


def _asked(value: "Value") -> None:
    """What is asked of a text with a symbol in it is asked of the symbol."""
    if value.symbolic:
        value.literal()


class Text(Value):
    """A string in parts."""

    __slots__ = ("_key", "_literal", "flags", "pieces")
    textual = True
    plain = True

    def __init__(self, pieces: tuple[Part, ...], flags: int = 0) -> None:
        if flags & DEFAULT and not any(isinstance(part, Piece) and part.given for part in pieces):
            pieces = _called_after(pieces, UNNAMED)
        self.pieces = pieces
        self.flags = flags
        self._key: Hashable = None
        self._literal: Any = None

    @property
    def name(self) -> str:  # type: ignore[override]
        return next((part.value.name for part in self.pieces if isinstance(part, Hole)), "text()")

    def key(self) -> Hashable:
        if self._key is None:
            found: list[Hashable] = [""]
            for part in self.pieces:
                if isinstance(part, Hole):
                    found += [(part.value.key(), part.label), ""]
                else:
                    found[-1] = f"{found[-1]}{part.text}"
            self._key = ("text", *found)
        return self._key

    def literal(self) -> Any:
        if self._literal is None:
            for part in self.pieces:
                if isinstance(part, Hole):
                    _asked(part.value)
            known = [part.text for part in self.pieces if isinstance(part, Piece)]
            self._literal = "".join(known) if len(known) == len(self.pieces) else MISSING
        return self._literal

    def facts(self) -> tuple[Hashable, ...] | None:
        first = self.pieces[0] if self.pieces else None
        given = first.given if isinstance(first, Piece) else ""
        return (self.key(), self.flags, first.place if first is not None else None, given)

    def children(self) -> tuple[Value, ...]:
        return tuple(part.value for part in self.pieces if isinstance(part, Hole))

    @property
    def weight(self) -> int:
        return 1 + sum(each.weight for each in self.children())

    def substituted(self, substitution: Substitution) -> Value:
        old = self.children()
        new = [substitution.value(each) for each in old]
        if _are_same(new, old):
            return self
        waiting = iter(new)
        pieces: list[Part] = []
        for part in self.pieces:
            if not isinstance(part, Hole):
                pieces.append(part)
                continue
            value = next(waiting)
            parts = value.parts() if value is not part.value and not part.spec else ()
            whole = len(parts) == 1 and isinstance(parts[0], Hole) and not isinstance(value, Text)
            pieces += parts if value is not part.value and not part.spec and not whole else [part._replace(value=value)]
        return Text(tuple(pieces), self.flags)

    def shown(self) -> str:
        """The string for people: unknown parts by their names, in braces."""
        return "".join(part.text if isinstance(part, Piece) else f"{{{part.shown}}}" for part in self.pieces)

    def beginning(self) -> str:
        """The known characters before the first unknown part."""
        found = ""
        for part in self.pieces:
            if isinstance(part, Hole):
                _asked(part.value)
                break
            found += part.text
        return found

    def ending(self) -> str:
        """The known characters after the last unknown part."""
        found = ""
        for part in reversed(self.pieces):
            if isinstance(part, Hole):
                _asked(part.value)
                break
            found = part.text + found
        return found

    def truth(self) -> bool | None:
        if self.flags:
            return None
        if any(isinstance(part, Piece) and part.text for part in self.pieces):
            return True
        return None if self.pieces and self.literal() is MISSING else False

    def equals(self, other: Value) -> bool | None:
        """It is another text, too, if what is known of its ends is not that of the other."""
        text = other.literal()
        if (
            not isinstance(text, str)
            or self.literal() is not MISSING
            or (self.flags | other.flags) & (SHARED | CHANGED)
        ):
            return super().equals(other)
        first, last = self.beginning(), self.ending()
        may_be = text.startswith(first) and text.endswith(last) and len(first) + len(last) <= len(text)
        return None if may_be else False

    def is_nonempty(self) -> bool | None:
        known = any(isinstance(part, Piece) and part.text for part in self.pieces)
        return True if known and not self.flags & CHANGED else None

    def parts(self) -> tuple[Part, ...]:
        return self.pieces

    def attribute(self, m: AbstractMachine, name: str, place: Place | None = None) -> Value:
        # Members of an enumeration of texts are texts.
        return self if name == "value" else External(f"str.{name}", self)

    def grown(self, name: str) -> Value:
        return Text((*self.pieces, Hole(unknown(name))), self.flags)

    def begins_like(self, other: Value) -> bool:
        start = other.beginning() if isinstance(other, Text) else ""
        return bool(start) and _beginning(self).startswith(start)

    def item(self, m: AbstractMachine, key: Value, place: Place | None = None) -> Value:
        index, known = key.literal(), self.literal()
        if known is not MISSING and isinstance(index, (int, slice)):
            return self._of_known(known, index)
        ends = range(-len(self.ending()), 0)
        if index in [slice(each, None, None) for each in ends] or index in ends:
            last = max(at for at, part in enumerate(self.pieces) if isinstance(part, Hole))
            return Text(self.pieces[last + 1 :], self.flags).item(m, key)
        if index == slice(1, None, None) and self.beginning():
            return self.cut_start(1)
        if index == slice(None, -1, None) and self.ending():
            return self.cut_end(1)
        last_part = self.pieces[-1] if self.pieces else None
        if index == slice(None, -1, None) and isinstance(last_part, Hole) and len(self.pieces) > 1:
            return Text((*self.pieces[:-1], last_part._replace(value=last_part.value.item(m, key))), self.flags)
        return derived("item", None, self, key)

    def _of_known(self, known: str, index: int | slice) -> Value:
        """Some of its characters, which are all known."""
        try:
            found = known[index]
        except (IndexError, TypeError, ValueError):
            return nameless("character")
        start, stop, step = index.indices(len(known)) if isinstance(index, slice) else (0, 0, 0)
        if step == 1 and start < stop:
            return self.cut_start(start).cut_end(len(known) - stop)
        return remade(self, found)

    def cut_start(self, count: int) -> "Text":
        """Without its first characters, which are known."""
        pieces = list(self.pieces)
        while count and pieces:
            first = pieces.pop(0)
            assert isinstance(first, Piece)
            if count < len(first.text):
                pieces.insert(0, cut(first, count, len(first.text)))
            count -= min(count, len(first.text))
        return Text(tuple(pieces), self.flags)

    def cut_end(self, count: int) -> "Text":
        """Without its last characters, which are known."""
        pieces = list(self.pieces)
        while count and pieces:
            last = pieces.pop()
            assert isinstance(last, Piece)
            if count < len(last.text):
                pieces.append(cut(last, 0, len(last.text) - count))
            count -= min(count, len(last.text))
        return Text(tuple(pieces), self.flags)

    def binary(self, m: AbstractMachine, operator: str, other: Value, place: Place | None = None) -> Value:
        if operator == "+" and other.literal() is not None:
            return concatenated((self, as_text(other)))
        if operator == "%":
            return m.library(External("str.__mod__", self), Arguments((Entry(other),)), place)
        return super().binary(m, operator, other, place)

    def iterate(self, m: AbstractMachine) -> Iteration:
        return Iteration(None, nameless("character"))

    def flagged(self, flags: int) -> Value:
        return self if self.flags | flags == self.flags else Text(self.pieces, self.flags | flags)

    def as_default(self, name: str, flags: int) -> Value:
        return Text(_called_after(self.pieces, name), self.flags | flags)

    def as_secret(self) -> Value:
        return Text(tuple(map(_as_secret, self.pieces)), self.flags)

    def frozen(self, into: "Snapshot | None" = None) -> Value:
        return self

    def instance_of(self, m: AbstractMachine, kind: Value) -> bool | None:
        return None if self.flags else builtin_instance(str, kind)


def as_text(value: Value) -> Value:
    """Bytes as the text that they are: that of which some is not known stands for both."""
    is_bytes = isinstance(value, Constant) and isinstance(value.value, bytes)
    if not is_bytes or not isinstance(value, Constant):
        return value
    return placed(text_of(value.value.decode("latin-1")), value.place)


# Of characters that are written nowhere as they are.
_NOWHERE: Final = Place(Block("", ""), 0, 0)


def _as_secret(part: Part) -> Part:
    if isinstance(part, Hole):
        return part._replace(value=part.value.as_secret())
    return part._replace(place=(part.place or _NOWHERE)._replace(secret=True))


def _called_after(parts: tuple[Part, ...], name: str) -> tuple[Part, ...]:
    """The known parts of a text as the default of a parameter."""
    return tuple(part._replace(given=name) if isinstance(part, Piece) else part for part in parts)


def _has_any_end(value: Value, name: str) -> bool:
    """Whether a text has grown, and may go on in any way."""
    last = value.parts()[-1:]
    return bool(last) and isinstance(last[0], Hole) and last[0].value.key() == unknown(name).key()


def _beginning(value: Value) -> str:
    """The known characters with which a value begins, whichever of its alternatives it is."""
    options = value.options()
    if not all(isinstance(each, Text) for each in options):
        return ""
    found = []
    for each in options:
        first = each.parts()[:1]
        inner = first[0].value if first and isinstance(first[0], Hole) else None
        found.append(_beginning(inner) if isinstance(inner, Choice) else each.beginning())  # type: ignore[attr-defined]
    return commonprefix(found)  # noqa: RUF071 - of characters, not of paths


def with_name(value: Value, name: str) -> Value:
    """A value that is given a name: if that is the name of secrets, it is one from then on."""
    value = value.as_named(name)
    return value.as_secret() if holds_secrets(name) else value


def text_of(characters: str, place: Place | None = None) -> Text:
    return Text((Piece(characters, place),) if characters else ())


def placed(value: Value, place: Place | None) -> Value:
    """A text or bytes that Python made of what is written there, or is known to be a secret."""
    if isinstance(value, Text):
        return Text(tuple(Piece(part.text, place, verbatim=False) for part in value.pieces if isinstance(part, Piece)))
    is_bytes = isinstance(value, Constant) and isinstance(value.value, bytes)
    return Constant(value.value, value.flags, place) if is_bytes and isinstance(value, Constant) else value


def place_of(*values: Value) -> Place | None:
    """Where texts or bytes are written, the first place that is a secret's before any other."""
    places = [each for value in values for each in _places(value) if each is not None]
    return next((each for each in places if each.secret), places[0] if places else None)


def _places(value: Value) -> Iterator[Place | None]:
    if isinstance(value, Text):
        yield from (part.place for part in value.pieces)
    elif isinstance(value, Constant) and isinstance(value.value, bytes):
        yield value.place


def remade(value: Value, characters: str) -> Text:
    """A text that is made of all of a value, from whose place it is. Secrets that are still in it stay apart."""
    known = [part for part in value.parts() if isinstance(part, Piece)]
    secrets = [part for part in known if part.secret and part.text]
    plain = next((part.place for part in known if part.place is not None and not part.secret), None)
    pieces: list[Piece] = []
    rest = characters
    for each in secrets:
        before, found, rest = rest.partition(each.text)
        if not found:
            # It is part of what was changed.
            return Text((Piece(characters, each.place, verbatim=False),) if characters else (), value.flags)
        pieces += [Piece(before, plain, verbatim=False), each._replace(verbatim=False)]
    pieces.append(Piece(rest, plain, verbatim=False))
    return Text(tuple(each for each in pieces if each.text), value.flags)


def cut(piece: Piece, start: int, end: int) -> Piece:
    """Some characters of a piece, with their own place if that is known."""
    text = piece.text[start:end]
    if piece.place is None or not piece.verbatim:
        return piece._replace(text=text)
    first = piece.place.start + len(piece.text[:start].encode("utf-8", "surrogatepass"))
    size = len(text.encode("utf-8", "surrogatepass"))
    return piece._replace(text=text, place=piece.place._replace(start=first, end=first + size))


def concatenated(values: Iterable[Value]) -> Value:
    """Texts end to end. Alternatives stay holes until a request is made: they are not multiplied here."""
    pieces: list[Part] = []
    flags = 0
    length = 0
    for value in values:
        flags |= value.flags_inside
        parts = value.parts()
        length += sum(len(part.text) for part in parts if isinstance(part, Piece))
        if length > BOUNDS.characters:
            pieces.append(Hole(nameless("text")))
            break
        pieces += parts
    if len(pieces) > BOUNDS.parts:
        merged: list[Part] = []
        for part in pieces:
            last = merged[-1] if merged else None
            if (
                isinstance(part, Piece)
                and isinstance(last, Piece)
                and part[3:] == last[3:]
                and part.secret == last.secret
            ):
                merged[-1] = Piece(last.text + part.text, last.place, verbatim=False, given=last.given)
            else:
                merged.append(part)
        pieces = merged if len(merged) <= BOUNDS.parts else [*merged[: BOUNDS.parts], Hole(nameless("text"))]
    return Text(tuple(pieces), flags)


NONE: Final = Constant(None)
TRUE: Final = Constant(value=True)
FALSE: Final = Constant(value=False)

# Texts and numbers are not made longer than that.
_LONG: Final = 1_000
ARITHMETIC: Final[AnyMapping[str, Callable[[Any, Any], Any]]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: (
        a * b if not isinstance(a, (str, bytes, int)) or not isinstance(b, int) or abs(b) < _LONG else MISSING
    ),
    "/": lambda a, b: a / b,
    "//": lambda a, b: a // b,
    "%": lambda a, b: a % b if not isinstance(a, (str, bytes)) else MISSING,
}


def value_of(python: Any) -> Value:
    """A plain Python object as a value."""
    if isinstance(python, str):
        return text_of(python)
    if isinstance(python, (list, tuple)):
        return Sequence(tuple(map(value_of, python)), kind=type(python).__name__)
    if isinstance(python, dict):
        return Mapping({key: Entry(value_of(value)) for key, value in python.items()})
    return Constant(python)


_STRINGS: Final = frozenset(("builtins.str", "six.string_types", "builtins.basestring", "six.text_type"))


def builtin_instance(kind: type, of: Value) -> bool | None:
    """Whether an object of a built-in type is an instance of a class or one of several."""
    found: bool | None = False
    for each in (of.known_items() or (of,)) if isinstance(of, Sequence) else of.options():
        if not isinstance(each, (External, Class)):
            return None
        name = each.name if isinstance(each, Class) else each.dotted
        if kind is str and name in _STRINGS:
            return True
        owner, _, last = name.rpartition(".")
        if owner == "builtins" and any(base.__name__ == last for base in kind.__mro__):
            return True
        if owner not in {"builtins", "datetime", "pathlib", "enum", "decimal", "uuid"} and not isinstance(each, Class):
            found = None
    return found


# -- alternatives ------------------------------------------------------------------------------------------------------


# A path to a value: the arms that it may have taken at some joins; at others, any.
Path: TypeAlias = AnyMapping[int, frozenset[int]]
# The paths that could have led to a value.
Arms: TypeAlias = tuple[Path, ...]
Alternative: TypeAlias = tuple[Value, Arms]
ANY: Final[Arms] = ({},)


def agreed(some: Arms, more: Arms) -> Arms | None:
    """The paths that could have led to both; nothing if none could, and the two are never there together."""
    if some is more or more is ANY:
        return some
    if some is ANY:
        return more
    paths = [both for one in some for other in more if (both := _along(one, other)) is not None]
    if not paths:
        return None
    # By one path more, they do not become more.
    return tuple(paths) if len(some) == 1 or len(more) == 1 else _few(paths)


def _along(one: Path, other: Path) -> Path | None:
    found = {**one, **other}
    if len(found) < len(one) + len(other):
        # They share a join.
        for join in one.keys() & other.keys():
            found[join] = one[join] & other[join]
            if not found[join]:
                return None
    return found if len(found) <= BOUNDS.joins else dict(sorted(found.items())[-BOUNDS.joins :])


def _either(one: Path, other: Path) -> Path:
    """What is the same in two paths."""
    return {join: arms | other[join] for join, arms in one.items() if join in other}


def either_of(some: Arms, more: Arms) -> Arms:
    """The paths that could have led to the one or to the other."""
    return ANY if some is ANY or more is ANY else some if some == more else _few([*some, *more])


def _few(paths: AnySequence[Path]) -> Arms:
    found = [path for index, path in enumerate(paths) if path not in paths[:index]]
    if len(found) > BOUNDS.paths:
        found = [reduce(_either, found)]
    return tuple(found) if all(found) else ANY


class Choice(Value):
    """One of several values; which one is known only at run time.

    Two choices that one join has made are chosen together: of each alternative it is known which paths could have
    led to it. A choice that no join has made is its own.
    """

    __slots__ = ("_arms", "_joins", "_key", "alternatives", "created", "flags", "plain", "textual")

    def __init__(self, alternatives: tuple[Value, ...], arms: tuple[Arms, ...] = (), created: int = 0) -> None:
        self.alternatives = alternatives
        self._arms = arms
        self._joins: frozenset[int] | None = None
        self.created = created or moment()
        self.flags = 0
        self.textual = False
        self.plain = True
        for each in alternatives:
            self.flags |= each.flags
            self.textual |= each.textual
            self.plain &= each.plain or isinstance(each, Constant)
        self._key: Hashable = None

    @property
    def name(self) -> str:  # type: ignore[override]
        return next((each.name for each in self.alternatives if each.literal() is MISSING), self.alternatives[0].name)

    @property
    def weight(self) -> int:
        return sum(each.weight for each in self.alternatives)

    @property
    def flags_inside(self) -> int:
        """Which of them was changed, the hole says in which they stay."""
        return self.flags & ~CHANGED

    def key(self) -> Hashable:
        if self._key is None:
            self._key = ("choice", *(each.key() for each in self.alternatives))
        return self._key

    def options(self) -> tuple[Value, ...]:
        return self.alternatives

    @property
    def arms(self) -> tuple[Arms, ...]:
        """For each alternative, the paths that could have led to it."""
        if not self._arms:
            self._arms = tuple(({self.created: frozenset((index,))},) for index in range(len(self.alternatives)))
        return self._arms

    @property
    def joins(self) -> frozenset[int]:
        """The joins by which it is chosen."""
        if self._joins is None:
            self._joins = frozenset(chain.from_iterable(chain.from_iterable(self._arms))) or frozenset((self.created,))
        return self._joins

    def is_like(self, other: Value) -> bool:
        is_same = isinstance(other, Choice) and other.created == self.created and other.arms == self.arms
        return is_same and super().is_like(other)

    def cases(self) -> Iterable[Alternative]:
        return zip(self.alternatives, self.arms, strict=True)

    def under(self, arms: Arms) -> Value:
        return Cases(list(self.cases())).under(arms)

    def uncorrelated(self) -> Value:
        return Choice(self.alternatives)

    def _alike(self, alternatives: Iterable[Value]) -> Value:
        """The same choice, of values that are made of these."""
        return Choice(tuple(alternatives), self._arms, self.created)

    def truth(self) -> bool | None:
        found = {each.truth() for each in self.alternatives}
        return found.pop() if len(found) == 1 else None

    def equals(self, other: Value) -> bool | None:
        found = {each.equals(other) for each in self.alternatives}
        return found.pop() if len(found) == 1 else None

    def is_none(self) -> bool | None:
        found = {each.is_none() for each in self.alternatives}
        return found.pop() if len(found) == 1 else None

    def facts(self) -> tuple[Hashable, ...] | None:
        return (len(self.alternatives),)

    def children(self) -> tuple[Value, ...]:
        return self.alternatives

    def substituted(self, substitution: Substitution) -> Value:
        alternatives = tuple(map(substitution.value, self.alternatives))
        arms = tuple(map(substitution.arms, self.arms))
        if _are_same(alternatives, self.alternatives) and all(a is b for a, b in zip(arms, self.arms, strict=True)):
            return self
        return choice([each.under(paths) for each, paths in zip(alternatives, arms, strict=True)])

    def reached(self) -> list["HeapObject"]:
        return [stored for each in self.alternatives for stored in each.reached()]

    def is_nonempty(self) -> bool | None:
        return True if all(each.is_nonempty() for each in self.alternatives) else None

    def usable(self) -> tuple[Alternative, ...]:
        """The alternatives that can be asked for something: None fails at run time."""
        return tuple(each for each in self.cases() if each[0].literal() is not None) or tuple(self.cases())

    def attribute(self, m: AbstractMachine, name: str, place: Place | None = None) -> Value:
        return m.either(self.usable(), lambda each: each.attribute(m, name, place))

    def item(self, m: AbstractMachine, key: Value, place: Place | None = None) -> Value:
        return m.either(self.usable(), lambda each: each.item(m, key, place))

    def iterate(self, m: AbstractMachine) -> Iteration:
        return Iteration(None, choice([each.iterate(m).any.under(arms) for each, arms in self.usable()]))

    def call(self, m: AbstractMachine, arguments: Arguments, place: Place | None = None) -> Value:
        return m.either(self.usable(), lambda each: each.call(m, arguments, place))

    def binary(self, m: AbstractMachine, operator: str, other: Value, place: Place | None = None) -> Value:
        if operator == "+" and (self.textual or other.textual):
            return concatenated((self, other))
        return m.either(self.usable(), lambda each: each.binary(m, operator, other, place))

    def set_attribute(self, m: AbstractMachine, name: str, entry: Entry) -> None:
        self._in_one(m, lambda each: each.set_attribute(m, name, entry))

    def set_item(self, m: AbstractMachine, key: Value, entry: Entry) -> None:
        self._in_one(m, lambda each: each.set_item(m, key, entry))

    def delete_item(self, m: AbstractMachine, key: Value) -> None:
        self._in_one(m, lambda each: each.delete_item(m, key))

    def delete_attribute(self, m: AbstractMachine, name: str) -> None:
        self._in_one(m, lambda each: each.delete_attribute(m, name))

    def _in_one(self, m: AbstractMachine, change: Callable[[Value], None]) -> None:
        """A change of whichever it is: each is changed perhaps."""

        def changed(each: Value) -> Value:
            change(each)
            return NONE

        m.either((*self.usable(), (NONE, ANY)), changed)

    def bound(self, m: AbstractMachine, to: Value, owner: "Class") -> Value:
        return choice([each.bound(m, to, owner).under(arms) for each, arms in self.cases()])

    def flagged(self, flags: int) -> Value:
        if self.flags | flags == self.flags and all(each.flags | flags == each.flags for each in self.alternatives):
            return self
        return self._alike(each.flagged(flags) for each in self.alternatives)

    def as_default(self, name: str, flags: int) -> Value:
        return self._alike(each.as_default(name, flags) for each in self.alternatives)

    def as_named(self, name: str) -> Value:
        is_any = any(each.__class__ is Unknown and each.is_unnamed() for each in self.alternatives)
        return self._alike(each.as_named(name) for each in self.alternatives) if is_any else self

    def as_item(self, name: str) -> Value:
        made = [each.as_item(name) for each in self.alternatives]
        return self if _are_same(made, self.alternatives) else self._alike(made)

    def as_secret(self) -> Value:
        return self._alike(each.as_secret() for each in self.alternatives)

    def settled(self, m: AbstractMachine) -> Value:
        return choice([each.settled(m).under(arms) for each, arms in self.cases()])

    def frozen(self, into: "Snapshot | None" = None) -> Value:
        into = into or Snapshot()
        return self._alike(each.frozen(into) for each in self.alternatives)

    def escape(self, m: AbstractMachine) -> None:
        for each in self.alternatives:
            each.escape(m)

    def begins_like(self, other: Value) -> bool:
        return all(each.begins_like(other) for each in self.alternatives)

    def instance_of(self, m: AbstractMachine, kind: Value) -> bool | None:
        found = {each.instance_of(m, kind) for each in self.alternatives}
        return found.pop() if len(found) == 1 else None


class Cases(Value):
    """What some paths have led to, on its way into a choice."""

    __slots__ = ("_cases",)

    def __init__(self, cases: list[Alternative]) -> None:
        self._cases = cases

    def cases(self) -> Iterable[Alternative]:
        return self._cases

    def under(self, arms: Arms) -> Value:
        found = [(each, both) for each, given in self._cases if (both := agreed(given, arms)) is not None]
        return Cases(found) if found else self

    def possibly_absent(self) -> Value:
        return choice((self,))


def choice(values: Iterable[Value]) -> Value:
    """A choice without duplicates; if there are too many, of the first and something unknown."""
    found: dict[Hashable, Alternative] = {}
    for value in values:
        for option, arms in ((value, ANY),) if value.symbolic else value.cases():
            key = option.key()
            same = found.get(key)
            found[key] = (option, arms) if same is None else (same[0].flagged(option.flags), either_of(same[1], arms))
    options = [each for each, _ in found.values()]
    if len(options) == 1:
        return options[0]
    if len(options) > BOUNDS.options:
        known = [each for each in options if not isinstance(each, Unknown)]
        first, others = known[: BOUNDS.options - 1], known[BOUNDS.options - 1 :]
        return Choice((*(each.flagged(CHANGED) for each in first), _in_common(others, len(known) == len(options))))
    if not options:
        return nameless()
    paths = tuple(arms for _, arms in found.values())
    return Choice(tuple(options), paths if any(arms is not ANY for arms in paths) else ())


def joined(values: AnySequence[Value], join: int) -> Value:
    """What several arms of a join have left, in their order."""
    if len(values) == 1:
        return values[0]
    return choice([each.under(({join: frozenset((arm,))},)) for arm, each in enumerate(values)])


def for_each(value: Value, do: Callable[[Value], Value]) -> Value:
    """What is made of each of the things that a value may be: it is chosen with that."""
    return choice([do(each).under(arms) for each, arms in value.cases()])


def _in_common(values: AnySequence[Value], whole: bool) -> Value:  # noqa: FBT001 - the last of two
    """What more texts than can be kept begin with, and something unknown."""
    beginnings = [each.beginning() for each in values if isinstance(each, Text)]
    shared = commonprefix(beginnings) if whole and beginnings and len(beginnings) == len(values) else ""  # noqa: RUF071
    return Text((Piece(shared, None, verbatim=False), Hole(nameless()))) if shared else nameless()


# -- what is not seen --------------------------------------------------------------------------------------------------


# Methods by which a dict, a list or a set is changed.
_CHANGING: Final = CHANGING | {"__setitem__", "__delitem__", "__ior__", "__iadd__"}


# The version of Python: of what runs today, the first number is known.
VERSION: Final = "sys.version_info"
_OF_VERSIONS: Final[AnyMapping[str, Constant]] = {
    f"{VERSION}.major": Constant(3),
    "six.PY2": Constant(value=False),
    "six.PY3": Constant(value=True),
}


class External(Value):
    """Something of a package that is not seen, by its dotted name; or a method of a value that the library models."""

    __slots__ = ("dotted", "receiver")

    def __init__(self, dotted: str, receiver: Value | None = None) -> None:
        self.dotted = dotted
        self.receiver = receiver

    @property
    def name(self) -> str:  # type: ignore[override]
        return self.dotted.rpartition(".")[2]

    def key(self) -> Hashable:
        return ("external", self.dotted, self.receiver.key() if self.receiver is not None else None)

    def facts(self) -> tuple[Hashable, ...] | None:
        return (self.dotted,)

    def children(self) -> tuple[Value, ...]:
        return () if self.receiver is None else (self.receiver,)

    def substituted(self, substitution: Substitution) -> Value:
        receiver = substitution.value(self.receiver) if self.receiver is not None else None
        return self if receiver is self.receiver else External(self.dotted, receiver)

    def truth(self) -> bool | None:
        return True if self.dotted.startswith("builtins.") else None

    def attribute(self, m: AbstractMachine, name: str, place: Place | None = None) -> Value:
        if self.receiver is not None:
            return unknown(name)
        if self.dotted == "http.HTTPMethod" or (self.dotted == "aiohttp.hdrs" and name.startswith("METH_")):
            return text_of(name.removeprefix("METH_"))
        return _OF_VERSIONS.get(f"{self.dotted}.{name}") or External(f"{self.dotted}.{name}")

    def item(self, m: AbstractMachine, key: Value, place: Place | None = None) -> Value:
        """A type with its parameters is that type: `list[str]`."""
        kept = m.typed(self, key)
        if kept is not None:
            return kept
        if self.dotted == "os.environ":
            return derived("item", _named_key(key), self, key)
        if self.dotted == VERSION:
            index = key.literal()
            return Constant(3) if index == 0 else self if isinstance(index, slice) else super().item(m, key)
        if self.dotted == "sys.modules":
            own = m.module_at(place)
            is_own = own is not None and own.table["__name__"].key() == key.key()
            return own if own is not None and is_own else derived("item", _named_key(key), self, key)
        if self.dotted in ("typing.Optional", "typing.Union", "typing.Annotated"):
            given = key.known_items() if isinstance(key, Sequence) else (key,)
            meant = (given or ())[: 1 if self.name == "Annotated" else None]
            return choice([each for each in meant if each.literal() is not None])
        return (
            self
            if self.dotted.rpartition(".")[2][:1].isupper() or self.dotted.startswith("builtins.")
            else super().item(m, key)
        )

    def binary(self, m: AbstractMachine, operator: str, other: Value, place: Place | None = None) -> Value:
        return choice((self, other)) if operator == "|" else super().binary(m, operator, other, place)

    def call(self, m: AbstractMachine, arguments: Arguments, place: Place | None = None) -> Value:
        return m.library(self, arguments, place)

    def escape(self, m: AbstractMachine) -> None:
        """Who is given a method that changes something may call it at any time."""
        if self.is_change and self.receiver is not None:
            self.receiver.escape(m)

    @property
    def is_change(self) -> bool:
        """Whether it is a method of a dict, a list or a set that changes it."""
        return isinstance(self.receiver, Mapping | Sequence) and self.name in _CHANGING


class Imported(Value):
    """A name that an import binds: it is looked up when it is first read, so that circles of imports end."""

    __slots__ = ("attribute_name", "module_name", "resolve")

    def __init__(self, module: str, attribute: str | None, resolve: Callable[["Imported"], Value]) -> None:
        self.module_name = module
        self.attribute_name = attribute
        self.resolve = resolve

    def key(self) -> Hashable:
        return ("imported", self.module_name, self.attribute_name)

    def facts(self) -> tuple[Hashable, ...] | None:
        return ("imported", self.module_name, self.attribute_name)

    def under(self, arms: "Arms") -> Value:
        return self

    def settled(self, m: AbstractMachine) -> Value:
        return self.resolve(self)


class AffectedGlobal(Imported):
    """A name of a module that functions may change at any time: what they make of it is found out when it is read."""

    __slots__ = ("changed_by", "module", "now")

    def __init__(
        self,
        module: "Module",
        name: str,
        now: Value | None,
        changed_by: tuple[Any, ...],
        resolve: Callable[["AffectedGlobal"], Value | None],
    ) -> None:
        super().__init__(module.dotted, name, resolve)  # type: ignore[arg-type]  # it is asked for its own kind
        self.attribute_name: str = name
        self.module = module
        # What it is before; nothing if it is not bound yet.
        self.now = now
        self.changed_by = changed_by

    def options(self) -> tuple[Value, ...]:
        return self.now.options() if self.now is not None else ()

    def join(self, other: Value) -> Value:
        return self.now.join(other) if self.now is not None else other.possibly_absent()

    def flagged(self, flags: int) -> Value:
        now = self.now.flagged(flags) if self.now is not None else None
        return AffectedGlobal(self.module, self.attribute_name, now, self.changed_by, self.resolve)

    def reached(self) -> list["HeapObject"]:
        return self.now.reached() if self.now is not None else []


# -- what can be written -----------------------------------------------------------------------------------------------


class HeapObject(Value):
    """Something with a table that can be written. It is known by where it is made: all who hold it see a write."""

    __slots__ = ("serial", "shared", "table")
    # It shows the table of something else.
    is_view = False

    def __init__(self, table: Table | None = None) -> None:
        # No other has the same: unlike an address, it is not used again.
        self.serial = moment()
        self.table: Table = table if isinstance(table, Cells) else Cells(table or (), self.serial)
        # Others can reach it.
        self.shared = False

    def key(self) -> Hashable:
        return ("stored", self.serial)

    def reached(self) -> list["HeapObject"]:
        found: dict[int, HeapObject] = {}
        waiting: list[Value] = [self]
        while waiting:
            for each in waiting.pop().options():
                if isinstance(each, HeapObject) and not each.shared and each.serial not in found:
                    found[each.serial] = each
                    waiting += each.held()
        return list(found.values())

    def is_none(self) -> bool | None:
        """What others can reach may not be made yet, or no longer be there."""
        return None if self.shared else False

    @property
    def is_fixed(self) -> bool:
        """Nothing can change which values it has."""
        return False

    def emptied(self) -> "HeapObject | None":
        """Another one of its kind, with nothing in it; nothing if there is but one."""
        return None

    def read(self, key: Hashable) -> Entry | None:
        """An entry, with the flags of where it stands."""
        entry: Entry | None = self.table.get(key)
        return entry.flagged(SHARED) if entry is not None and self.shared else entry

    def write(self, m: AbstractMachine, key: Hashable, entry: Entry) -> None:
        m.heap.store(self.table, key, entry)

    def weak_update(self, key: Hashable, cell: Any, *, again: bool, is_made: bool = False) -> bool:
        """Something may write or remove a cell at any time: it is joined with what is there. Whether that adds to it.

        What still grows when it is done `again` may be anything. What is made for that has nothing yet.
        """
        old = self.table.get(key)
        if cell is None:
            new = old.possibly_absent() if old is not None else None
        else:
            new = cell.outside(key)
            new = old.join(new) if old is not None else new if is_made else new.possibly_absent()
        if new is None or (old is not None and new.key() == old.key()):
            return False
        self.table[key] = new.widened(key, old) if again else new
        return True

    def held(self) -> list[Value]:
        """The values in its table, as far as it is filled."""
        return [entry.value for entry in self.table.values()] if self.table.fill is None else []  # type: ignore[attr-defined]  # a table of cells

    def escape(self, m: AbstractMachine) -> None:
        for key, entry in list(self.table.items()):
            changed = entry.flagged(CHANGED)
            if changed is not entry:
                m.heap.store(self.table, key, changed)


# The key of what a mapping may have besides its known keys.
REST: Final = Missing()
# The key that says of an object that the constructor of its package was given more than is known.
OPEN: Final = Missing()
# The key of what an object of the program was made with, if settings describe its calls.
MADE_WITH: Final = Missing()


class Mapping(HeapObject):
    """A dict: entries by plain keys, and perhaps others."""

    __slots__ = ("factory",)
    name = "mapping()"

    def __init__(self, table: Table | None = None, factory: Value | None = None) -> None:
        super().__init__(table)
        # What makes the value of a key that is lacking when it is read.
        self.factory = factory

    @property
    def open(self) -> bool:
        return REST in self.table

    def entries(self) -> Iterator[tuple[Any, Entry]]:
        """The known keys."""
        return ((key, entry) for key, entry in self.table.items() if key is not REST)

    def truth(self) -> bool | None:
        if self.shared or any(entry.maybe for entry in self.table.values()):
            return None
        return None if REST in self.table else bool(self.table)

    def lookup(self, key: Value) -> tuple[Entry | None, bool]:
        """The entry of a key, and whether it may be lacking."""
        literal = plain_key(key)
        if literal is MISSING:
            found = [entry for _, entry in self.entries()]
            if found and len(found) <= BOUNDS.options and REST not in self.table:
                return Entry(choice([entry.value for entry in found])), True
            return None, True
        entry = self.read(literal)
        if entry is None:
            return None, REST in self.table
        return entry, entry.maybe

    def item(self, m: AbstractMachine, key: Value, place: Place | None = None) -> Value:
        if isinstance(key, Choice):
            return for_each(key, lambda each: self.item(m, each, place))
        entry, lacking = self.lookup(key)
        if lacking and self.factory is not None:
            self.set_some(m, nameless())
        elif entry is None and self.factory is not None:
            self.set_item(m, key, Entry(self.factory.call(m, NO_ARGUMENTS)))
            entry, _ = self.lookup(key)
        return entry.value.settled(m) if entry is not None else derived("item", _named_key(key), self, key)

    def attribute(self, m: AbstractMachine, name: str, place: Place | None = None) -> Value:
        return External(f"dict.{name}", self)

    def iterate(self, m: AbstractMachine) -> Iteration:
        keys = [value_of(key) for key, _ in self.entries()]
        if REST in self.table or any(entry.is_open for entry in self.table.values()):
            return Iteration(None, choice([*keys[: BOUNDS.options - 2], nameless("key")]))
        return Iteration(tuple(keys), choice(keys) if keys else nameless("key"))

    def set_item(self, m: AbstractMachine, key: Value, entry: Entry) -> None:
        literal = plain_key(key)
        if literal is not MISSING:
            name = name_of_key(literal) if isinstance(literal, str) else ""
            self.write(m, literal, entry._replace(value=entry.value.as_named(name)) if name else entry)
        elif isinstance(key, Choice):

            def write(each: Value) -> Value:
                self.set_item(m, each, entry)
                return NONE

            m.either(tuple(key.cases()), write)
        else:
            self.set_some(m, entry.value)

    def write(self, m: AbstractMachine, key: Hashable, entry: Entry) -> None:
        old: Entry | None = self.table.get(key)
        is_late = old is not None and old.is_open and key is not REST and len(self.table) > 1
        super().write(m, key, entry._replace(late=True) if is_late else entry)

    def set_some(self, m: AbstractMachine, value: Value) -> None:
        """Any of the entries may be another value now."""
        for known, old in list(self.entries()):
            self.write(m, known, old._replace(value=old.value.join(value.outside(known))))
        rest = self.table.get(REST)
        self.write(m, REST, Entry(value if rest is None else rest.value.join(value), maybe=True))

    def update(self, m: AbstractMachine, other: Value) -> None:
        """Take over the entries of another mapping, as far as they are known."""
        if not isinstance(other, Mapping):
            known = other.iterate(m).known
            pairs = [each.iterate(m).known for each in known] if known is not None else [None]
            if all(pair is not None and len(pair) == 2 for pair in pairs):  # noqa: PLR2004 - a key and a value
                for pair in pairs:
                    assert pair is not None
                    self.set_item(m, pair[0], Entry(pair[1]))
            elif other.literal() is not None:
                self.set_some(m, derived("each", None, other))
            return
        for key, entry in list(other.table.items()):
            old = self.table.get(key)
            merged = entry.join(old) if entry.maybe and old is not None and key is not REST else entry
            if entry.maybe and old is not None and not old.maybe:
                merged = merged._replace(maybe=False)
            if key is REST:
                self.set_some(m, entry.value)
            else:
                self.write(m, key, merged.flagged(SHARED) if other.shared else merged)

    def delete_item(self, m: AbstractMachine, key: Value) -> None:
        literal = plain_key(key)
        if literal is not MISSING:
            if literal in self.table:
                m.heap.store(self.table, literal, None)
        else:
            for known, entry in list(self.entries()):
                self.write(m, known, entry.possibly_absent())

    def facts(self) -> tuple[Hashable, ...] | None:
        factory = self.factory.key() if self.factory is not None else None
        return ("mapping", self.shared, factory) if not self.is_view else None

    def emptied(self) -> "Mapping":
        return Mapping(factory=self.factory)

    def as_default(self, name: str, flags: int) -> Value:
        """That one, which keeps what is written into it, or any other."""
        return choice((self, Mapping({REST: Entry(unknown(name), maybe=True)})))

    def copied(self) -> "Mapping":
        table = {key: entry.flagged(SHARED) for key, entry in self.table.items()} if self.shared else dict(self.table)
        return Mapping(table)

    def binary(self, m: AbstractMachine, operator: str, other: Value, place: Place | None = None) -> Value:
        if operator == "|":
            merged = self.copied()
            merged.update(m, other)
            return merged
        return super().binary(m, operator, other, place)

    def frozen(self, into: "Snapshot | None" = None) -> Value:
        return (into or Snapshot()).of(self, lambda into: Mapping(into.cells(self)))

    def escape(self, m: AbstractMachine) -> None:
        super().escape(m)
        if REST not in self.table:
            self.write(m, REST, Entry(nameless(), maybe=True))

    def instance_of(self, m: AbstractMachine, kind: Value) -> bool | None:
        return builtin_instance(dict, kind)


class Snapshot:
    """The copies of one value and of all that it holds: each once, however often it is held."""

    def __init__(self) -> None:
        self._made: dict[int, Value] = {}
        self._depth = 0

    def of(self, value: HeapObject, copy: "Callable[[Snapshot], Value]") -> Value:
        if id(value) not in self._made:
            # In itself, or too deep, it is not known.
            self._made[id(value)] = nameless()
            if self._depth < BOUNDS.deep:
                self._depth += 1
                self._made[id(value)] = copy(self)
                self._depth -= 1
        return self._made[id(value)]

    def cells(self, of: HeapObject) -> dict[Any, Entry]:
        return {key: entry._replace(value=entry.value.frozen(self)) for key, entry in of.table.items()}


def plain_key(key: Value) -> Any:
    """A key of a dict as a plain object, which may be a tuple of such; `MISSING` if it is not known."""
    items = key.known_items() if isinstance(key, Sequence) and key.kind == "tuple" else None
    parts = tuple(each.literal() for each in (items if items is not None else (key,)))
    if not all(each is None or isinstance(each, (str, int, float, bytes)) for each in parts):
        return MISSING
    return parts if items is not None else parts[0]


class Items(NamedTuple):
    """The items of a sequence that are known by their places, and what all others are."""

    known: tuple[Value, ...] = ()
    rest: Value | None = None

    def join(self, other: "Items") -> "Items":
        length = min(len(self.known), len(other.known))
        more = [*self.known[length:], *other.known[length:]]
        more += [each for each in (self.rest, other.rest) if each is not None]
        known = tuple(a.join(b) for a, b in zip(self.known[:length], other.known[:length], strict=True))
        return Items(known, choice(more) if more else None)

    def is_like(self, other: "Items") -> bool:
        if len(self.known) != len(other.known) or (self.rest is None) is not (other.rest is None):
            return False
        return all(each.is_like(more) for each, more in zip(self.children(), other.children(), strict=True))

    def under(self, arms: "Arms") -> "Items":
        return self

    def possibly_absent(self) -> "Items":
        return self

    def key(self) -> Hashable:
        return (*(each.key() for each in self.known), self.rest.key() if self.rest is not None else None)

    def facts(self) -> tuple[Hashable, ...]:
        return (len(self.known), self.rest is None)

    def children(self) -> tuple[Value, ...]:
        return self.known if self.rest is None else (*self.known, self.rest)

    def substituted(self, substitution: Substitution) -> "Items":
        known = tuple(map(substitution.value, self.known))
        rest = substitution.value(self.rest) if self.rest is not None else None
        return self if rest is self.rest and _are_same(known, self.known) else Items(known, rest)

    def outside(self, key: Any) -> "Items":
        return self.flagged(SHARED)

    def widened(self, key: Any, before: "Items | None" = None) -> "Items":
        return Items((), choice((*self.known, *((self.rest,) if self.rest is not None else ()), nameless("item"))))

    def growing(self, key: Any, after: "Items", *, is_first: bool) -> "Items | None":
        joined = self.join(after)
        grown = [self.known[at].growing(key, each, is_first=is_first) for at, each in enumerate(joined.known)]
        if len(after.known) <= len(self.known) and not any(grown):
            return None
        known = (more if more is not None else each for more, each in zip(grown, joined.known, strict=True))
        return Items(tuple(known), joined.rest)

    def reached(self) -> list[HeapObject]:
        return [each for value in self.known for each in value.reached()]

    def flagged(self, flags: int) -> "Items":
        return Items(tuple(each.flagged(flags) for each in self.known), self.rest)


# The kinds of what generators give.
GENERATED: Final = ("generator", "manager")


def within_bounds(known: tuple[Value, ...], rest: Value | None) -> Items:
    """The items of a list that is put together of others."""
    if len(known) <= BOUNDS.items:
        return Items(known, rest)
    more = known[BOUNDS.items :]
    return Items(known[: BOUNDS.items], choice((*more, rest) if rest is not None else more))


def put_together(known: AnySequence[Value], rest: Value | None, kind: str) -> "Sequence":
    return Sequence(*within_bounds(tuple(known), rest), kind=kind)


class Sequence(HeapObject):
    """A list, tuple, set or generator."""

    __slots__ = ("after", "kind")
    name = "items()"

    def __init__(self, known: AnySequence[Value] = (), rest: Value | None = None, kind: str = "list") -> None:
        super().__init__({"items": Items(tuple(known), rest)})
        # "list", "tuple", "set", "generator"; "manager", what a generator gives that `with` may enter.
        self.kind = kind
        # What is written where `with` leaves it.
        self.after: Changes = {}

    @property
    def items(self) -> Items:
        found: Items = self.table["items"]
        return found.flagged(SHARED) if self.shared and self.kind != "tuple" else found

    def facts(self) -> tuple[Hashable, ...] | None:
        return (self.kind, self.shared) if not self.after else None

    def emptied(self) -> "Sequence":
        return Sequence((), kind=self.kind)

    def as_default(self, name: str, flags: int) -> Value:
        """That one, which keeps what is written into it, or any other. An empty tuple is one of them."""
        items: Items = self.table["items"]
        if items.known or items.rest is not None:
            return choice((self, Unknown("parameter", name)))
        other = Sequence((), unknown(name), self.kind)
        return other if self.is_fixed else choice((self, other))

    def grown(self, name: str) -> Value:
        """A list stays the same one: what is added is in it."""
        return self if self.kind == "list" else super().grown(name)

    @property
    def is_fixed(self) -> bool:
        return self.kind in ("tuple", "frozenset")

    def known_items(self) -> tuple[Value, ...] | None:
        items = self.items
        return items.known if items.rest is None else None

    def held(self) -> list[Value]:
        items: Items = self.table["items"]
        return [*items.known, *((items.rest,) if items.rest is not None else ())]

    def set_items(self, m: AbstractMachine, known: AnySequence[Value], rest: Value | None = None) -> None:
        m.heap.store(self.table, "items", Items(tuple(known), rest))

    def set_some(self, m: AbstractMachine, value: Value) -> None:
        """Any item may be another value, at any place."""
        items = self.items
        rest = value if items.rest is None else items.rest.join(value)
        self.set_items(m, (), choice([*items.known, rest]))

    def truth(self) -> bool | None:
        items = self.items
        if self.shared and self.kind != "tuple":
            return None
        return True if items.known else None if items.rest is not None else False

    def item(self, m: AbstractMachine, key: Value, place: Place | None = None) -> Value:
        index, items = key.literal(), self.items
        if isinstance(index, int) and (
            0 <= index < len(items.known) or (items.rest is None and -len(items.known) <= index < 0)
        ):
            return items.known[index].settled(m)
        if isinstance(index, slice) and items.rest is None:
            try:
                return Sequence(items.known[index], kind=self.kind)
            except (TypeError, ValueError):
                return Sequence((), choice(items.known) if items.known else None, self.kind)
        if index is MISSING or isinstance(index, slice) or items.rest is not None:
            return self.iterate(m).any.uncorrelated()
        return derived("item", _named_key(key), self, key)

    def attribute(self, m: AbstractMachine, name: str, place: Place | None = None) -> Value:
        return External(f"{self.kind}.{name}", self)

    def iterate(self, m: AbstractMachine) -> Iteration:
        items = self.items
        if items.rest is None:
            return Iteration(items.known, choice(items.known) if items.known else nameless("item"))
        return Iteration(None, choice((*items.known, items.rest)))

    def set_item(self, m: AbstractMachine, key: Value, entry: Entry) -> None:
        index, items = key.literal(), self.items
        if (
            isinstance(index, int)
            and -len(items.known) <= index < len(items.known)
            and (index >= 0 or items.rest is None)
        ):
            known = list(items.known)
            known[index] = entry.value
            self.set_items(m, known, items.rest)
        elif isinstance(index, slice):
            self._set_slice(m, index, entry.value.iterate(m))
        else:
            self.set_some(m, entry.value)

    def _set_slice(self, m: AbstractMachine, index: slice, added: Iteration) -> None:
        known = list(self.items.known)
        if added.known is None or self.items.rest is not None:
            self.set_some(m, added.any)
            return
        with suppress(ValueError, TypeError):
            known[index] = added.known
        self.set_items(m, known)

    def delete_item(self, m: AbstractMachine, key: Value) -> None:
        index, items = key.literal(), self.items
        is_there = isinstance(index, int) and -len(items.known) <= index < len(items.known)
        if isinstance(index, int | slice) and items.rest is None and (is_there or isinstance(index, slice)):
            known = list(items.known)
            del known[index]
            self.set_items(m, known)
        elif items.known:
            self.set_items(m, (), choice((*items.known, *((items.rest,) if items.rest is not None else ()))))

    def binary(self, m: AbstractMachine, operator: str, other: Value, place: Place | None = None) -> Value:
        if operator == "+" and isinstance(other, Sequence):
            mine, others = self.items, other.items
            if mine.rest is None:
                return put_together(mine.known + others.known, others.rest, self.kind)
            return Sequence(
                mine.known, choice((mine.rest, *others.known, *((others.rest,) if others.rest else ()))), self.kind
            )
        if operator == "+":
            return Sequence(self.items.known, other.iterate(m).any, self.kind)
        if (
            operator == "*"
            and isinstance(times := other.literal(), int)
            and self.items.rest is None
            and 0 <= times <= BOUNDS.parts
        ):
            return put_together(self.items.known * times, None, self.kind)
        return super().binary(m, operator, other, place)

    def frozen(self, into: "Snapshot | None" = None) -> Value:
        return (into or Snapshot()).of(self, self._copied)

    def _copied(self, into: "Snapshot") -> Value:
        items: Items = self.table["items"]
        rest = items.rest.frozen(into) if items.rest is not None else None
        return Sequence(tuple(each.frozen(into) for each in items.known), rest, self.kind)

    def escape(self, m: AbstractMachine) -> None:
        if self.kind != "tuple":
            super().escape(m)

    def instance_of(self, m: AbstractMachine, kind: Value) -> bool | None:
        types = {"list": list, "tuple": tuple, "set": set}
        return builtin_instance(types[self.kind], kind) if self.kind in types else None


def filtered_items(items: Iterable[tuple[Value, Value]], kind: str = "list") -> Value:
    """The items that conditions leave of others. Of those that are perhaps left, each makes two possibilities."""
    kept = [(value, asked.key() if asked.truth() is None else None) for value, asked in items]
    open_ones = list(dict.fromkeys(asked for _, asked in kept if asked is not None))
    if len(open_ones) > BOUNDS.optional_items:
        first = next(index for index, (_, asked) in enumerate(kept) if asked is not None)
        values = [value for value, _ in kept]
        return Sequence(values[:first], choice(values[first:]), kind)
    ways: list[set[Hashable]] = [{None}]
    for each in open_ones:
        ways = [*({*way, each} for way in ways), *ways]
    return choice([Sequence([value for value, asked in kept if asked in way], kind=kind) for way in ways])


def filtered_item(item: Value, ask: Callable[[Value], Value]) -> tuple[Value, Value]:
    """What of an item a condition leaves, and the condition: true, false, or what is asked."""
    truths = [(option, ask(option)) for option in ((item,) if item.symbolic else item.options())]
    kept = [option for option, asked in truths if asked.truth() is not False]
    if not kept:
        return item, FALSE
    if len(kept) < len(truths):
        return choice(kept), unknown("condition")
    asked = next((asked for _, asked in truths if asked.truth() is None), TRUE)
    return item, asked


def is_there(asked: Value, item: Value) -> Value:
    """What is asked of an item. What must be given is hardly empty where that would only leave it out."""
    return TRUE if asked is item and isinstance(asked, Unknown) and asked.is_none() is False else asked


class Object(HeapObject):
    """An instance of a class of the program or of a package."""

    __slots__ = ("built", "cls", "generic")

    def __init__(self, of: "Class | External", built: Arguments = NO_ARGUMENTS) -> None:
        super().__init__()
        # Its class, where that is only asked for what it has: who asks for the class itself, asks for `of`.
        self.cls = of
        # What its maker was given, if that is not seen.
        self.built = built
        # It stands for all objects of its class that are not seen.
        self.generic = False

    @property
    def of(self) -> "Class | External":
        """Its class."""
        if NOW.recording is not None:
            NOW.recording.of(self)
        return self.cls

    @property
    def in_program(self) -> bool:
        """Whether its class is one of the program."""
        return isinstance(self.cls, Class)

    def found(self, name: str, after: "Class | None" = None) -> Entry | None:
        """What its class has under a name, or a class that that inherits from, after one of these."""
        assert isinstance(self.cls, Class)
        entry = self.cls.find(name, after)
        return entry if NOW.recording is None else NOW.recording.found(self, name, after, entry)

    @property
    def name(self) -> str:  # type: ignore[override]
        return self.of.name.lower()

    def facts(self) -> tuple[Hashable, ...] | None:
        of = self.cls
        if isinstance(of, Class) and not of.is_enum:
            return ("object", of.external, of.shared, self.shared, self.generic)
        return ("object", of.key(), self.shared, self.generic)

    def emptied(self) -> "Object":
        made = Object(self.cls, self.built)
        made.generic, made.shared = self.generic, self.shared
        return made

    @property
    def type(self) -> str:
        """The dotted name of the package's class that it is an instance of, or empty."""
        return self.cls.dotted if isinstance(self.cls, External) else self.cls.external or ""

    def truth(self) -> bool | None:
        return (
            True
            if self.in_program and not self.shared and not self.found("__bool__") and not self.found("__len__")
            else None
        )

    def attribute(  # noqa: C901, PLR0911 - in the order in which Python looks
        self, m: AbstractMachine, name: str, place: Place | None = None
    ) -> Value:
        of = self.cls
        if isinstance(of, External):
            own = self.read(name)
            return own.value if own is not None else m.outside_attribute(self, of.dotted, name)
        found = self.found(name)
        if found is not None and isinstance(found.value, Function) and found.value.kind == "property":
            return found.value.get(m, self, place)
        own = self.read(name)
        if own is not None and (self.shared or self.found("__getattribute__") is not None):
            given = own.value.flagged(CHANGED) if self.generic and ESCAPED in self.table else own.value
            own = own._replace(value=self._doubted(m, name, given))
        if own is not None and not own.maybe:
            return own.value.settled(m)
        inherited = self._inherited(m, name, found)
        if own is not None:
            return own.value.join(inherited if inherited is not None else unknown(name))
        if inherited is not None:
            return inherited.join(unknown(name)) if REST in self.table else inherited
        if REST in self.table:
            return unknown(name)
        if name == "__class__":
            return self.of
        if name == "__dict__":
            return m.library(External("object.__dict__", self), NO_ARGUMENTS, place)
        if name in OF_FIELDS and of.all_fields() is not None:
            return External(f"fields.{name}", self)
        if (external := of.external) and not (self.generic and name.startswith("_")):
            return m.outside_attribute(self, external, name)
        getter = self.found("__getattr__")
        if getter is not None and isinstance(getter.value, Function):
            return getter.value.call(m, Arguments((Entry(self), Entry(text_of(name)))), place)
        return self._declared(m, name) or derived("attribute", name, self)

    def _declared(self, m: AbstractMachine, name: str) -> Value | None:
        """The object that its class declares an attribute as."""
        assert isinstance(self.cls, Class)
        owner = next((each for each in self.cls.order() if each.declared.get(name)), None)
        return m.declared(owner.scope, owner.declared[name]) if owner is not None and owner.scope is not None else None

    def _inherited(self, m: AbstractMachine, name: str, found: Entry | None) -> Value | None:
        """What its class has under a name, as an attribute of the object."""
        of = self.cls
        assert isinstance(of, Class)
        if found is None:
            return None
        value = found.value.settled(m)
        if isinstance(value, Object) and value.type.rpartition(".")[2] in FIELDS:
            # What describes a field is not what it has.
            return unknown(name)
        if self.generic and isinstance(value, Function) and value.code.abstract:
            assert isinstance(self.of, Class)
            if below := of.below(m, name):
                return choice([each.value.bound(m, owner.instance(m), owner) for owner, each in below])
        bound = value.bound(m, self, of)
        if bound is value and (of.shared or self.shared):
            return self._doubted(m, name, value.flagged(SHARED))
        return bound

    def class_attribute(self, m: AbstractMachine, name: str) -> Entry | None:
        """What it has of its class under a name, if that is plain data. `None` only stands for what is set later."""
        found = self.found(name) if isinstance(self.cls, Class) else None
        value = found.value.settled(m) if found is not None else NONE
        if any(not isinstance(each, Constant | Text) or each.literal() is None for each in value.options()):
            return None
        inherited = self._inherited(m, name, found)
        return Entry(inherited) if inherited is not None else None

    def _doubted(self, m: AbstractMachine, name: str, value: Value) -> Value:
        """An attribute that may be another value, if code that is not its own sets it."""
        assert isinstance(self.cls, Class)
        if self.found("__getattribute__") is None and not (self.shared and m.written_outside(name, self.cls)):
            return value
        changed = value.flagged(CHANGED)
        # Of all objects that are not seen, some have what they were made with.
        is_data = changed is not value or isinstance(value, Mapping | Sequence)
        return choice((changed, unknown(name))) if self.generic and is_data else changed

    def item(self, m: AbstractMachine, key: Value, place: Place | None = None) -> Value:
        if (own := self._as_tuple(m)) is not None:
            return own.item(m, key, place)
        return self._special(m, "__getitem__", Arguments((Entry(key),)), place) or super().item(m, key, place)

    def _as_tuple(self, m: AbstractMachine) -> "Sequence | None":
        """The fields of a named tuple."""
        of = self.cls
        names = of.all_fields() if isinstance(of, Class) and "typing.NamedTuple" in of.externals() else None
        return Sequence([self.attribute(m, name) for name in names], kind="tuple") if names is not None else None

    def set_item(self, m: AbstractMachine, key: Value, entry: Entry) -> None:
        self._special(m, "__setitem__", Arguments((Entry(key), entry)), None)

    def call(self, m: AbstractMachine, arguments: Arguments, place: Place | None = None) -> Value:
        made = self._special(m, "__call__", arguments, place) if not self._calls_itself() else None
        return made or m.opaque(self, arguments, place)

    def _calls_itself(self) -> bool:
        """Whether `__call__` of its class is an object whose own is, and so on without end."""
        of: Value = self
        seen: list[Value] = []
        while isinstance(of, Object) and of.in_program and (entry := of.found("__call__")) is not None:
            if of in seen:
                return True
            seen.append(of)
            of = entry.value
        return False

    def binary(self, m: AbstractMachine, operator: str, other: Value, place: Place | None = None) -> Value:
        special = SPECIAL.get(operator)
        found = self._special(m, special, Arguments((Entry(other),)), place) if special is not None else None
        return found or super().binary(m, operator, other, place)

    def iterate(self, m: AbstractMachine) -> Iteration:
        if (own := self._as_tuple(m)) is not None:
            return own.iterate(m)
        found = self._special(m, "__iter__", NO_ARGUMENTS, None) or self._special(m, "__aiter__", NO_ARGUMENTS, None)
        if found is None or found is self:
            name = next((each for each in ("__next__", "__anext__") if self._has_special(m, each)), None)
            if name is None:
                return super().iterate(m)
            return Iteration(None, m.repeatedly(lambda: self._special(m, name, NO_ARGUMENTS, None) or nameless("item")))
        return found.iterate(m)

    def _has_special(self, m: AbstractMachine, name: str) -> bool:
        if isinstance(self.cls, Class) and self.found(name) is not None:
            return True
        return bool(self.type) and m.knows(f"{self.type}.{name}")

    def _special(self, m: AbstractMachine, name: str, arguments: Arguments, place: Place | None) -> Value | None:
        """The result of a special method, if there is one."""
        if isinstance(self.cls, Class):
            found = self.found(name)
            if found is not None:
                return found.value.bound(m, self, self.cls).call(m, arguments, place)
        dotted = f"{self.type}.{name}"
        return External(dotted, self).call(m, arguments, place) if self.type and m.knows(dotted) else None

    def parts(self) -> tuple[Part, ...]:
        value = self.table.get("value") if isinstance(self.cls, Class) and self.cls.is_text_enum else None
        return value.value.parts() if value is not None else super().parts()

    def literal(self) -> Any:
        if isinstance(self.cls, Class) and self.cls.is_text_enum and (value := self.table.get("value")) is not None:
            return value.value.literal()
        return MISSING

    def equals(self, other: Value) -> bool | None:
        if isinstance(self.cls, Class) and self.cls.is_enum and not self.generic and isinstance(other, Object):
            return self is other if other.of is self.of and not other.generic else None
        return super().equals(other)

    def fill(self, m: AbstractMachine, names: AnySequence[str], arguments: Arguments) -> None:
        """Give fields what a generated constructor is given; what it is not given is the class's default."""
        taken = [name for name in names if self._is_taken(name)]
        given = {**dict(zip(taken, arguments.positional, strict=False)), **arguments.keywords}
        for name, entry in given.items():
            self.write(m, name, entry._replace(value=with_name(entry.value, name)))
        # Settings are what the environment says.
        is_from_elsewhere = isinstance(self.of, Class) and any(
            each.rpartition(".")[2] in SETTINGS for each in self.of.externals()
        )
        for name in names:
            if name in given:
                continue
            default = self._default(m, name)
            if arguments.open or is_from_elsewhere:
                self.write(m, name, Entry(unknown(name) if default is None else default.join(unknown(name))))
            elif default is not None:
                self.write(m, name, Entry(default))

    def _field(self, name: str) -> Entry | None:
        """What a class says of a field. An annotation changes nothing in a class that is not a dataclass."""
        assert isinstance(self.of, Class)
        owner = next((each for each in self.of.order() if each.fields is not None and name in each.fields), self.of)
        found: Entry | None = owner.table.get(name)
        return found

    def _is_taken(self, name: str) -> bool:
        """Whether the constructor takes a field."""
        found = self._field(name)
        built = found.value.built if found is not None and isinstance(found.value, Object) else NO_ARGUMENTS
        init = built.at(None, "init")
        return init is None or init.value.literal() is not False

    def _default(self, m: AbstractMachine, name: str) -> Value | None:
        """What a field has that is not given: of a factory, a new object each."""
        found = self._field(name)
        if found is None or not isinstance(found.value, Object) or found.value.type.rpartition(".")[2] not in FIELDS:
            return found.value.flagged(0) if found is not None else None
        built = found.value.built
        factory = built.at(None, "default_factory") or built.at(None, "factory")
        if factory is not None:
            return factory.value.call(m, NO_ARGUMENTS)
        default = built.at(None if found.value.type.startswith("dataclasses") else 0, "default")
        return default.value if default is not None else None

    def found_in(self) -> tuple["Class", ...]:
        """The classes of the program in which its attributes are looked for."""
        return self.cls.order() if isinstance(self.cls, Class) else ()

    def attributes(self) -> dict[str, Entry]:
        """What is known of it by name: its own, and what its classes have that is no function."""
        found: dict[str, Entry] = {}
        for owner in reversed(self.found_in()):
            plain = {name: each for name, each in owner.table.items() if not isinstance(each.value, Function | Class)}
            found |= {name: each for name, each in plain.items() if isinstance(name, str) and name[:2] != "__"}
        return found | {name: entry for name, entry in self.table.items() if isinstance(name, str)}

    def set_attribute(self, m: AbstractMachine, name: str, entry: Entry) -> None:
        if isinstance(self.cls, Class):
            found = self.found(name)
            if found is not None and isinstance(found.value, Function) and found.value.kind == "property":
                if found.value.setter is not None:
                    found.value.setter.call(m, Arguments((Entry(self), entry)), None)
                return
            setter = self.found("__setattr__")
            if setter is not None and isinstance(setter.value, Function):
                setter.value.bound(m, self, self.cls).call(m, Arguments((Entry(text_of(name)), entry)))
                return
        self.write(m, name, entry)

    def delete_attribute(self, m: AbstractMachine, name: str) -> None:
        if name in self.table:
            m.heap.store(self.table, name, None)
        else:
            # What a property does then is not followed.
            self.escape(m)

    def escape(self, m: AbstractMachine) -> None:
        if self.generic and self.in_program:
            m.heap.store(self.table, ESCAPED, Entry(TRUE))
        else:
            super().escape(m)

    def frozen(self, into: "Snapshot | None" = None) -> Value:
        if self.in_program and not self.type:
            return self
        return (into or Snapshot()).of(self, self._copied)

    def _copied(self, into: "Snapshot") -> Value:
        copy = self.emptied()
        copy.table.update(into.cells(self))
        return copy

    def instance_of(self, m: AbstractMachine, kind: Value) -> bool | None:
        if isinstance(kind, Class) and isinstance(of := self.of, Class):
            return True if kind in of.order() else None if self.generic else False
        if isinstance(kind, Sequence) and (known := kind.known_items()) is not None:
            found = {self.instance_of(m, each) for each in known}
            return True if True in found else None if None in found else False
        if isinstance(kind, External):
            if self.type == kind.dotted or self._inherits(kind):
                return True
            return False if self.in_program and not self.type and kind.dotted.startswith("builtins.") else None
        return None

    def _inherits(self, kind: External) -> bool:
        """Whether a class of the program has such a base, as a text or a tuple, or one of that kind."""
        bases = self.of.externals() if isinstance(self.of, Class) else ()
        types = (object, *filter(None, map(_built_in, bases)))
        return kind.dotted in bases or any(builtin_instance(each, kind) for each in types)


def _built_in(dotted: str) -> type | None:
    """A base of a class as one of Python's own types."""
    owner, _, name = dotted.rpartition(".")
    found = tuple if dotted == "typing.NamedTuple" else getattr(builtins, name, None) if owner == "builtins" else None
    return found if isinstance(found, type) else None


# Methods that a class has because of its fields.
OF_FIELDS: Final = frozenset(("_asdict", "_replace", "model_dump", "model_copy"))
SPECIAL: Final = {
    "+": "__add__",
    "-": "__sub__",
    "*": "__mul__",
    "/": "__truediv__",
    "//": "__floordiv__",
    "%": "__mod__",
    "|": "__or__",
    "&": "__and__",
}


class Class(HeapObject):
    """A class of the program. Its table is what its body binds."""

    __slots__ = (
        "_externals",
        "_instance",
        "_is_enum",
        "_names",
        "_order",
        "annotations",
        "bases",
        "declared",
        "fields",
        "in_making",
        "label",
        "metaclass",
        "module",
        "place",
        "scope",
        "subclasses",
    )

    def __init__(
        self, label: str, bases: AnySequence[Value], module: "Module", fields: AnySequence[str] | None = None
    ) -> None:
        super().__init__()
        self.table.is_rarely_written = True  # type: ignore[attr-defined]  # a table of cells
        self.label = label
        self.bases = tuple(bases)
        self.module = module
        # The fields that its constructor takes, if it writes none itself: a dataclass, a model.
        self.fields = tuple(fields) if fields is not None else None
        # What its body declares attributes as, by the names of classes and as it is written; its body's variables.
        self.declared: AnyMapping[str, tuple[str, ...]] = {}
        self.annotations: AnyMapping[str, str] = {}
        self.scope: Scope | None = None
        self.subclasses: list[Class] = []
        self._order: tuple[Class, ...] | None = None
        self._externals: tuple[str, ...] | None = None
        self._names: tuple[str, ...] | None = None
        self._is_enum: bool | None = None
        self._instance: Object | None = None
        # What it is made by: its own metaclass, or that of a base; of a metaclass, what that makes now.
        self.metaclass: Class | None = None
        self.in_making: Class | None = None
        # Where it is defined.
        self.place: Place | None = None
        for base in self.order()[1:]:
            base.subclasses.append(self)
            self.metaclass = self.metaclass or base.metaclass

    @property
    def name(self) -> str:  # type: ignore[override]
        return self.label

    def truth(self) -> bool | None:
        return True

    def order(self) -> tuple["Class", ...]:
        """Itself and the classes of the program that it inherits from, in the order in which they are asked."""
        if self._order is None:
            found: list[Class] = []
            for base in (option for each in self.bases for option in each.options()):
                if isinstance(base, Class):
                    found += base.order()
            # The last mention of a class counts: a common base comes after all that inherit from it.
            self._order = (self, *reversed(dict.fromkeys(reversed(found))))
        return self._order

    def externals(self) -> tuple[str, ...]:
        """The classes of packages that it inherits from, by name."""
        if self._externals is None:
            bases = (option for each in self.order() for written in each.bases for option in written.options())
            self._externals = tuple(base.dotted for base in bases if isinstance(base, External))
        return self._externals

    def names(self) -> tuple[str, ...]:
        """What its objects may be declared as, by the last names of classes."""
        if self._names is None:
            outside = (each.rpartition(".")[2] for each in self.externals())
            self._names = (*dict.fromkeys((*(each.label for each in self.order()), *outside)),)
        return self._names

    def facts(self) -> tuple[Hashable, ...] | None:
        return (self.serial,)

    @property
    def external(self) -> str | None:
        return next((each for each in self.externals() if each not in PLAIN_BASES), None)

    @property
    def has_unseen_base(self) -> bool:
        """Whether nobody knows how its objects are made."""
        bases = (option for each in self.order() for written in each.bases for option in written.options())
        return any(isinstance(base, Unknown) for base in bases)

    @property
    def is_enum(self) -> bool:
        if self._is_enum is None:
            self._is_enum = any(each.rpartition(".")[2] in ENUMS for each in self.externals())
        return self._is_enum

    @property
    def is_dict(self) -> bool:
        """Whether its objects are dicts, with keys that it names."""
        return any(each.rpartition(".")[2] == "TypedDict" for each in self.externals())

    @property
    def is_text_enum(self) -> bool:
        return self.is_enum and any(each in ("builtins.str", "enum.StrEnum") for each in self.externals())

    def find(self, name: str, after: "Class | None" = None) -> Entry | None:
        order = self.order()
        if after is not None:
            order = order[order.index(after) + 1 :] if after in order else order[1:]
        if NOW.recording is None or NOW.recording.classes():
            for each in order:
                known: Entry | None = dict.get(each.table, name)
                if known is not None:
                    return known
            return None
        for each in order:
            entry: Entry | None = each.table.get(name)
            if entry is not None:
                return entry
        return None

    def below(self, m: AbstractMachine, name: str) -> list[tuple["Class", Entry]]:
        """The classes that inherit from it and do not leave a method of it open: a few."""
        with_it = ((subclass, subclass.table.get(name)) for subclass in m.subclasses(self))
        found = (
            (subclass, entry)
            for subclass, entry in with_it
            if entry is not None and not (isinstance(entry.value, Function) and entry.value.code.abstract)
        )
        return list(islice(found, BOUNDS.subclasses))

    def instance(self, m: AbstractMachine) -> Object:
        """The one object that stands for all of the class that are not seen; it is filled when it is looked at."""
        if self._instance is None:
            self._instance = Object(self)
            self._instance.generic = self._instance.shared = True
            m.expect_generic(self._instance)
        else:
            m.generic_again(self)
        return self._instance

    def attribute(self, m: AbstractMachine, name: str, place: Place | None = None) -> Value:
        found = self.find(name)
        if found is None:
            if name in ("__name__", "__qualname__"):
                return text_of(self.label)
            external = self.external
            return m.foreign(self, f"{external}.{name}") if external else derived("attribute", name, self)
        value = found.value.settled(m)
        if isinstance(value, Function) and value.kind == "class":
            return value.with_receiver(self)
        if not self.shared:
            return value
        return value.flagged(SHARED | CHANGED if m.written_outside(name, self) else SHARED)

    def set_attribute(self, m: AbstractMachine, name: str, entry: Entry) -> None:
        self.write(m, name, entry)

    def delete_attribute(self, m: AbstractMachine, name: str) -> None:
        if name in self.table:
            m.heap.store(self.table, name, None)

    def item(self, m: AbstractMachine, key: Value, place: Place | None = None) -> Value:
        """A member of an enumeration by its name; a generic class with its parameters is the class."""
        found: Entry | None = self.table.get(key.literal()) if self.is_enum else None
        if found is not None:
            return found.value
        return self if not self.is_enum else self.instance(m)

    def iterate(self, m: AbstractMachine) -> Iteration:
        if not self.is_enum:
            return super().iterate(m)
        members = tuple(
            entry.value for entry in self.table.values() if isinstance(entry.value, Object) and entry.value.of is self
        )
        return Iteration(members, choice(members) if members else nameless("member"))

    def binary(self, m: AbstractMachine, operator: str, other: Value, place: Place | None = None) -> Value:
        return choice((self, other)) if operator == "|" else super().binary(m, operator, other, place)

    def call(self, m: AbstractMachine, arguments: Arguments, place: Place | None = None) -> Value:
        if self.is_enum:
            given = arguments.at(0, "value")
            found = [
                each
                for each in self.iterate(m).known or ()
                if given is not None and each.attribute(m, "value").equals(given.value)
            ]
            return found[0] if found else self.instance(m)
        if self.is_dict:
            return m.library(External("builtins.dict"), arguments, place)
        made = self._made(m, arguments, place)
        if self.metaclass is None or self.metaclass.find("__call__") is None:
            return made
        # Whose metaclass decides may give one that was made before.
        return choice((made, self.instance(m)))

    def _made(self, m: AbstractMachine, arguments: Arguments, place: Place | None) -> Value:
        maker = self.find("__new__")
        if maker is None or not isinstance(maker.value, Function):
            return self._started(m, Object(self), arguments, place)
        made = maker.value.call(m, arguments.after(self), place)
        return m.either(tuple(made.cases()), lambda each: self._started(m, each, arguments, place))

    def _started(self, m: AbstractMachine, made: Value, arguments: Arguments, place: Place | None) -> Value:
        """What `__new__` has given, after `__init__` if it is an object of the class."""
        if not isinstance(made, Object) or not isinstance(made.of, Class) or self not in made.of.order():
            return made
        m.constructed(self, arguments, place)
        start = self.find("__init__")
        if start is not None:
            start.value.bound(m, made, self).call(m, arguments, place)
        elif (names := self.all_fields()) is not None:
            made.fill(m, names, arguments)
            if (after := self.after_fields()) is not None:
                after.bound(m, made, self).call(m, NO_ARGUMENTS, place)
        elif (external := self.external) is not None:
            External(f"{external}.__init__", made).call(m, arguments, place)
        elif self.has_unseen_base:
            for name, entry in arguments.keywords.items():
                made.write(m, name, entry.possibly_absent())
            made.write(m, REST, Entry(nameless(), maybe=True))
        if any(self.find(name) is not None for name in GONE_THROUGH):
            # What can be gone through most often is, where it is made or by who gets it.
            m.either(((made, ANY), (NONE, ANY)), lambda each: each.iterate(m).any if each is made else each)
        return made

    def all_fields(self) -> list[str] | None:
        """The fields of a dataclass and of its bases, in order."""
        known = [each for each in reversed(self.order()) if each.fields is not None]
        if not known:
            return None
        return list(dict.fromkeys(name for each in known for name in each.fields or ()))

    def after_fields(self) -> "Function | None":
        """What a dataclass goes on with when the fields of an object are set."""
        found = self.find("__post_init__") if self.find("__init__") is None and self.all_fields() is not None else None
        return found.value if found is not None and isinstance(found.value, Function) else None

    def held(self) -> list[Value]:
        return [entry.value for entry in self.table.values()]

    def escape(self, m: AbstractMachine) -> None:
        """A class is not what code changes that it is given to."""


# Methods by which an object is gone through.
GONE_THROUGH: Final = ("__next__", "__anext__", "__iter__", "__aiter__")
# Bases of packages that make nothing else of a class.
PLAIN_BASES: Final = frozenset(
    (
        "builtins.object",
        "abc.ABC",
        "typing.Protocol",
        "typing.Generic",
        "builtins.str",
        "builtins.int",
        "typing.NamedTuple",
    )
)
ENUMS: Final = frozenset(("Enum", "StrEnum", "IntEnum", "Flag"))
# Bases of classes whose fields are what the environment says.
SETTINGS: Final = frozenset(("BaseSettings",))
# What describes a field of a dataclass instead of being its default.
FIELDS: Final = frozenset(("Field", "field", "PrivateAttr", "ib", "attrib"))


class Module(HeapObject):
    """A module of the program. Its table is what its body binds: values, as that of any scope."""

    __slots__ = ("bindings", "dotted", "file", "is_package", "scope", "state")

    def __init__(self, dotted: str, file: str, *, is_package: bool = False) -> None:
        super().__init__(Cells())
        self.scope = Scope(self)
        self.scope.table = self.table
        self.dotted = dotted
        self.file = file
        self.is_package = is_package
        # "", "running", "done".
        self.state = ""
        # What its body has bound, when it is done.
        self.bindings: dict[str, Value] = {}

    @property
    def name(self) -> str:  # type: ignore[override]
        return self.dotted.rpartition(".")[2]

    def truth(self) -> bool | None:
        return True

    def facts(self) -> tuple[Hashable, ...] | None:
        return (self.serial,)

    def attribute(self, m: AbstractMachine, name: str, place: Place | None = None) -> Value:
        return m.global_of(self, name) or derived("attribute", name, self)

    def set_attribute(self, m: AbstractMachine, name: str, entry: Entry) -> None:
        # Its body is run first: it would bind the name again.
        m.global_of(self, name)
        m.heap.store(self.table, name, entry.value)

    def held(self) -> list[Value]:
        return list(self.table.values())

    def escape(self, m: AbstractMachine) -> None:
        """Modules are not what code changes that it is given to."""


class Scope:
    """The variables of a function or a class body, and what is around it."""

    __slots__ = ("call_stack", "module", "outer", "owner", "receiver", "stored", "table")

    def __init__(
        self,
        module: Module,
        outer: "Scope | None" = None,
        owner: Class | None = None,
        call_stack: tuple[Any, ...] = (),
        *,
        makes_functions: bool = False,
    ) -> None:
        # The variables as something that can be handed on, where functions see them.
        self.stored = Locals(self) if makes_functions else None
        self.table: Table = self.stored.table if self.stored is not None else {}
        self.module = module
        self.outer = outer
        # The class of whose method these are the variables, and the method's first argument.
        self.owner = owner
        self.receiver: Value | None = None
        # The calls that led here, the outermost first, where functions are made that others can call later.
        self.call_stack = call_stack

    def of_module(self) -> "Scope":
        """The outermost one."""
        scope = self
        while scope.outer is not None:
            scope = scope.outer
        return scope

    def closed(self) -> list["Locals"]:
        """From now on, others can reach these variables, and those around them: what they could not reach before."""
        found: list[Locals] = []
        scope: Scope | None = self
        while scope is not None and scope.stored is not None and not scope.stored.shared:
            scope.stored.shared = True
            scope.stored.table.created = 0  # type: ignore[attr-defined]  # a table of cells
            for name, value in list(scope.table.items()):
                scope.table[name] = value.flagged(SHARED)
            found.append(scope.stored)
            scope = scope.outer
        return found


class Locals(HeapObject):
    """The variables of a call, which functions see that were made in it."""

    __slots__ = ("scope",)

    def __init__(self, scope: Scope) -> None:
        super().__init__()
        self.scope = scope

    def facts(self) -> tuple[Hashable, ...] | None:
        return ("variables",)

    def emptied(self) -> "Locals | None":
        of = self.scope
        return Scope(of.module, of.outer, of.owner, of.call_stack, makes_functions=True).stored

    def held(self) -> list[Value]:
        return list(self.table.values())

    def follow(self, substitution: Substitution, of: "Locals") -> None:
        """Stand where other variables stood, in the copy of what was around them."""
        scope = of.scope
        self.scope.call_stack = substitution.call_stack(scope.call_stack)
        self.scope.receiver = substitution.value(scope.receiver) if scope.receiver is not None else None
        if scope.outer is not None and scope.outer.stored is not None:
            around = substitution.value(scope.outer.stored)
            self.scope.outer = around.scope if isinstance(around, Locals) else scope.outer


class Function(Value):
    """A function of the program with the names around it, and what it is bound to."""

    __slots__ = ("code", "defaults", "given", "kind", "manages", "owner", "receiver", "scope", "setter", "written")

    def __init__(self, code: Code, scope: Scope, defaults: AnyMapping[str, Value], owner: Class | None = None) -> None:
        self.code = code
        self.scope = scope
        self.defaults = defaults
        # The class in whose body it stands.
        self.owner = owner
        # "", "static", "class", "property".
        self.kind = ""
        # It makes what `with` enters: it goes on where that is left.
        self.manages = False
        self.receiver: Value | None = None
        # The arguments that a partial call has given.
        self.given: Arguments | None = None
        # What a property calls when it is written.
        self.setter: Function | None = None
        # The attributes that were set on it.
        self.written: Table = Cells((), moment())

    @property
    def name(self) -> str:  # type: ignore[override]
        return self.code.name

    @property
    def made_by(self) -> tuple[Any, ...]:
        """The calls in which it was made, the outermost first; none for what a body defines."""
        return self.scope.call_stack

    def key(self) -> Hashable:
        receiver = self.receiver.key() if self.receiver is not None else None
        return ("function", self.code.block, id(self.scope), receiver, id(self.given) if self.given else None)

    def default(self, name: str) -> Value | None:
        """What a parameter is that nothing is given for; unknown if somebody has set the defaults anew."""
        found = self.defaults.get(name)
        # Hardly any function has attributes: that they are none is no reading that is worth being noted.
        is_as_made = found is None or not dict.__len__(self.written)
        return found if is_as_made or self.written.keys().isdisjoint(_DEFAULTS) else unknown(name)

    def around(self) -> list["Locals"] | None:
        """The variables of calls that it sees, the nearest first; nothing if these are not all known."""
        found: list[Locals] = []
        scope = self.scope
        while scope.outer is not None:
            if scope.stored is None:
                return None
            found.append(scope.stored)
            scope = scope.outer
        return found

    def facts(self) -> tuple[Hashable, ...] | None:
        around = self.around()
        if around is None or self.given is not None or self.written:
            return None
        return (self.code.block, len(around), self.kind)

    def children(self) -> tuple[Value, ...]:
        around = self.around() or ()
        made = self.defaults.values() if around else ()
        return (*around, *made, *((self.receiver,) if self.receiver is not None else ()))

    def substituted(self, substitution: Substitution) -> Value:
        receiver = substitution.value(self.receiver) if self.receiver is not None else None
        around = self.around()
        scope = substitution.value(around[0]) if around else None
        if receiver is self.receiver and (not around or scope is around[0]):
            return self
        copy = self.copied()
        copy.receiver = receiver
        copy.scope = scope.scope if isinstance(scope, Locals) else self.scope
        copy.defaults = {name: substitution.value(each) for name, each in self.defaults.items()}
        return copy

    def truth(self) -> bool | None:
        return True

    def is_none(self) -> bool | None:
        return False

    def copied(self) -> "Function":
        copy = Function(self.code, self.scope, self.defaults, self.owner)
        copy.kind, copy.receiver, copy.given, copy.setter = self.kind, self.receiver, self.given, self.setter
        copy.written, copy.manages = self.written, self.manages
        return copy

    def with_receiver(self, receiver: Value) -> "Function":
        copy = self.copied()
        copy.receiver, copy.kind = receiver, ""
        return copy

    def with_arguments(self, given: Arguments) -> "Function":
        copy = self.copied()
        copy.given = given if self.given is None else given.behind(self.given)
        return copy

    def bound(self, m: AbstractMachine, to: Value, owner: Class) -> Value:
        if self.kind == "static" or self.receiver is not None:
            return self
        if self.kind == "class":
            return self.with_receiver(to.of if isinstance(to, Object) else to)
        return self.get(m, to, None) if self.kind == "property" else self.with_receiver(to)

    def get(self, m: AbstractMachine, of: Value, place: Place | None) -> Value:
        """What a property is, of an object."""
        return self.with_receiver(of).call(m, NO_ARGUMENTS, place)

    def attribute(self, m: AbstractMachine, name: str, place: Place | None = None) -> Value:
        own: Entry | None = self.written.get(name)
        if own is not None:
            return own.value
        if name == "__kwdefaults__":
            # Who reads it most likely writes into it.
            self.set_attribute(m, name, Entry(unknown(name)))
        if name in ("__name__", "__qualname__"):
            return text_of(self.code.name)
        if self.kind == "property":
            return External(f"property.{name}", self)
        return derived("attribute", name, self)

    def set_attribute(self, m: AbstractMachine, name: str, entry: Entry) -> None:
        m.heap.store(self.written, name, entry)

    def call(self, m: AbstractMachine, arguments: Arguments, place: Place | None = None) -> Value:
        if self.given is not None:
            arguments = arguments.behind(self.given)
        if self.receiver is not None:
            arguments = arguments.after(self.receiver)
        return m.enter(self, arguments, place)


# The attributes in which the defaults of a function are.
_DEFAULTS: Final = frozenset(("__defaults__", "__kwdefaults__"))


class SuperObject(Value):
    """An object, or a class, as `super()` sees it: from the bases of a class upwards."""

    __slots__ = ("after", "of")

    def __init__(self, of: Value, after: Class) -> None:
        self.of = of
        self.after = after

    def key(self) -> Hashable:
        return ("super", self.of.key(), self.after.serial)

    def facts(self) -> tuple[Hashable, ...] | None:
        return ("super", self.after.serial)

    def children(self) -> tuple[Value, ...]:
        return (self.of,)

    def substituted(self, substitution: Substitution) -> Value:
        return SuperObject(substitution.value(self.of), self.after)

    def attribute(self, m: AbstractMachine, name: str, place: Place | None = None) -> Value:
        of = self.of
        own = of.cls if isinstance(of, Object) else of
        if not isinstance(own, Class):
            own = self.after
            found = own.find(name, self.after)
        else:
            found = of.found(name, self.after) if isinstance(of, Object) else own.find(name, self.after)
        if found is not None:
            return found.value.bound(m, of, own)
        external = own.external
        return External(f"{external or 'builtins.object'}.{name}", of)

    def set_attribute(self, m: AbstractMachine, name: str, entry: Entry) -> None:
        self.of.set_attribute(m, name, entry)
