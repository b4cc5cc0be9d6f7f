"""The names of one module: where each is bound, and its value, computed on demand."""

import builtins
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextlib import contextmanager
from dataclasses import replace
from functools import cached_property
from itertools import takewhile
from pathlib import Path
from typing import NamedTuple, TypeAlias, TypeVar, cast

from tree_sitter import Node

from waypost.routes.calls.match import Shapes
from waypost.routes.calls.user import shapes_of
from waypost.routes.evaluate import ancestors, imports
from waypost.routes.evaluate.annotations import annotated
from waypost.routes.evaluate.flow import Flow
from waypost.routes.evaluate.heirs import given_by, heirs_elsewhere
from waypost.routes.evaluate.instances import held_by, texts_of
from waypost.routes.evaluate.interface import Making, ModuleNames, Recorder
from waypost.routes.evaluate.join import is_one_client, met_clients
from waypost.routes.evaluate.library import Library, current_library
from waypost.routes.evaluate.makers import Makings
from waypost.routes.evaluate.meter import BUDGET
from waypost.routes.evaluate.possible_changes import grown, with_possible_changes
from waypost.routes.model.values import (
    FROM_BASE,
    Class,
    Constant,
    Either,
    Function,
    Instance,
    KeyedValues,
    Partial,
    Row,
    Text,
    Thing,
    Unknown,
    Value,
    address_in,
    either,
)
from waypost.routes.source.changes import IN_PLACE, NAME, aliases, changes, changes_of_given, passed_on, rebound_names
from waypost.routes.source.names import (
    STAR,
    alone,
    annotated_names,
    base_names,
    bound_names,
    grown_names,
    has_no_bases,
    heirs_of,
    is_of_heirs,
    made_names,
    own_names,
    owners_set,
    self_names,
    star_imports,
    takes_fields,
)
from waypost.routes.source.set_on_objects import (
    NO_FACTS,
    ClassFacts,
    facts_about,
    facts_of,
    is_generator,
    kept_in,
    made_of,
    names_deleted,
    names_set,
    of_any,
)
from waypost.routes.syntax import Block, BlockKind, Blocks
from waypost.routes.syntax.tree import field, is_property, is_static
from waypost.text import Span
from waypost.workspace import Workspace

_DEEPEST_IMPORT = 4
# How many expressions are evaluated of a block that may make objects.
_ASKED_BUDGET = 2_000
# A module with more star imports only collects names.
_MOST_STARS = 32
# What is being imported.
_UNFINISHED: tuple[None, frozenset[str]] = (None, frozenset())
_BUILT_IN = frozenset(dir(builtins))
_LARGEST_IMPORT = 2_000_000
# What another definition of the same name stands for: signatures, and what sets or deletes a property.
_REPLACED = re.compile(rb"\s*@(?:[\w.]+\.)?(?:overload|setter|deleter)\b")


_Found = TypeVar("_Found")
# What blocks of other classes do for objects of a class, by file, block and class.
_Inherited: TypeAlias = dict[tuple[str, int, int, str], tuple[Flow, frozenset[str]]]


class Module:
    """One version of a Python source, evaluated lazily. A `foreign` one only provides values and is never shown."""

    def __init__(
        self,
        uri: str,
        blocks: Blocks,
        workspace: Workspace,
        *,
        depth: int = 0,
        asks: bool = True,
        library: "Library | None" = None,
    ) -> None:
        self.uri = uri
        self.blocks = blocks
        self.depth = depth
        self.asks = asks
        self.given: dict[tuple[str, str, int, str, int], tuple[Value | None, frozenset[str]]] = {}
        self.library = library or current_library()
        self.library.workspace = workspace
        self.meter = self.library.meter
        self._runs: dict[int, tuple[Flow, frozenset[str]]] = {}
        # The blocks that are being executed: their names are not looked up, which would execute them again.
        self._active: dict[int, Flow] = {}
        self._classes: dict[int, Class] = {}
        self._attributes_of: dict[int, dict[str, list[int]]] = {}
        self._watchers: list[set[str]] = []
        self._besides: set[int] = set()
        self._changes: dict[str, tuple[frozenset[str], frozenset[str]]] = {}
        self._imported: dict[str, tuple[Value | None, frozenset[str]] | None] = {}
        self.inherited: _Inherited = {}
        # The attributes that blocks look up in their own classes, with all the names that they look up.
        self._used: dict[int, tuple[frozenset[str], frozenset[str]]] = {}
        self._heirs: dict[tuple[int, str], tuple[tuple[Class, ...], frozenset[str]]] = {}
        # What the classes here have, by block and name, with the names that it was found by.
        # What else was found out about them.
        self._facts: dict[tuple[int, str], tuple[object, frozenset[str], tuple[str, ...]]] = {}
        self._in_classes: dict[tuple[int, str], tuple[Value | UnboundMethod | None, frozenset[str]]] = {}

    @property
    def foreign(self) -> bool:
        return self.depth > 0

    @property
    def workspace(self) -> Workspace:
        return self.library.workspace

    @cached_property
    def shapes(self) -> Shapes:
        """The calls that are looked for here, with those that settings describe."""
        return shapes_of(self.workspace.settings_of(self.uri))

    @cached_property
    def binders(self) -> Mapping[str, list[int]]:
        """The blocks that bind each name at module level, in order."""
        found: dict[str, list[int]] = {}
        for index, block in enumerate(self.blocks):
            names = bound_names(block) if block.kind is BlockKind.PLAIN else [block.name]
            if block.kind is not BlockKind.MEMBER:
                for name in names:
                    found.setdefault(name, []).append(index)
        return found

    def base(self, index: int) -> int:
        """What to add to a node's offset in block `index` to get its offset in the document."""
        return self.blocks.starts[index] - self.blocks[index].prefix

    def span(self, node: Node, index: int) -> Span | None:
        if self.foreign:
            return None
        base = self.base(index)
        return Span(base + node.start_byte, base + node.end_byte)

    @contextmanager
    def watched(self) -> Iterator[set[str]]:
        """Collects the names looked up during the block, which the result depends on, and the files read."""
        names: set[str] = set()
        self._watchers.append(names)
        self.library.watched_files.append(set())
        try:
            yield names
        finally:
            self._watchers.pop()
            names |= self.library.watched_files.pop()
            self.note_all(names)

    def note(self, name: str) -> None:
        """Record one name."""
        if name.startswith("file:"):
            self.note_all((name,))
        elif self._watchers:
            self._watchers[-1].add(name)

    def note_all(self, names: Iterable[str]) -> None:
        """Record names. A file counts for every module that is being evaluated, because its functions run in others."""
        if self._watchers:
            self._watchers[-1].update(names)
        if self.library.watched_files:
            self.library.watched_files[-1].update(name for name in names if name.startswith("file:"))

    def lookup(self, name: str, before: int | None = None) -> Value | None:
        """The value of a module-level name; None if nothing here binds it."""
        self.note(name)
        for index in reversed(self.binders.get(name, ())):
            if before is not None and index >= before and self.blocks[index].kind is BlockKind.PLAIN:
                continue
            if self._is_before_star(index, before) and (found := self._imported_by_star(name)) is not None:
                return found
            value = self._bound_in(index, name)
            if value is not None:
                return self._as_changed(name, value)
        return self._imported_by_star(name)

    def _is_before_star(self, index: int, before: int | None) -> bool:
        """Whether all names of a module are imported after a block."""
        stars = self.binders.get(STAR)
        return stars is not None and any(index < star and (before is None or star < before) for star in stars)

    def _imported_by_star(self, name: str) -> Value | None:
        """What a module gives a name that this one imports all names of, the last one first."""
        self.note(STAR)
        if name.startswith("_") or name in _BUILT_IN:
            return None
        sources = imports.brought_by_star(self, self._stars, name)
        found = (self.imported(f"{source}{name}") for source in sources if self._is_exported(source, name))
        return next((value for value in found if value is not None), None)

    def _is_exported(self, source: str, name: str) -> bool:
        """Whether a module leaves a name to star imports, as far as is known."""
        listed = self.imported(f"{source}__all__")
        if not isinstance(listed, Row) or listed.open:
            return True
        return any(not isinstance(each, Text) or each.known in {None, name} for each in listed.items)

    @cached_property
    def _stars(self) -> Sequence[str]:
        """The modules whose names this one imports all at once, each with its last dot, the last one first.

        None if there are very many: such a package exports what it describes, one file for each, and sends nothing.
        """
        sources = [source for index in self.binders.get(STAR, ()) for source in star_imports(self.blocks[index])]
        dotted = [source if source.endswith(".") else f"{source}." for source in reversed(sources)]
        return dotted if len(dotted) <= _MOST_STARS else ()

    @cached_property
    def _rebound(self) -> frozenset[str]:
        """The names of the module that functions declare as global."""
        return frozenset(name for block in self.blocks if b"global" in block.text for name in rebound_names(block))

    @cached_property
    def _aliases(self) -> Mapping[str, Sequence[str]]:
        """The other names that the module gives to what a name stands for: `ALIAS = PARTS`."""
        found: dict[str, list[str]] = {}
        for block in self.blocks:
            for other, name in aliases(block).items() if block.kind is BlockKind.PLAIN else ():
                if other != name and aliases(block).get(name) != other:
                    found.setdefault(name, []).append(other)
        return found

    def _also_named(self, name: str) -> Iterator[str]:
        """The other names, and those that they are given to in turn: `saved = S` and elsewhere `S = saved`."""
        found, waiting = {name}, [name]
        while waiting:
            others = [other for other in self._aliases.get(waiting.pop(), ()) if other not in found]
            found.update(others)
            waiting += others
            yield from others

    def _changes_of(self, name: str) -> frozenset[str]:
        """What functions change of what a name of the module stands for; those with a name of their own change that."""
        if name not in self._changes:
            with self.watched() as seen:
                changed = frozenset(self._changes_by(name)).union(
                    what for other in self._also_named(name) for what in self._changes_by(other) if what != NAME
                )
            self._changes[name] = changed, frozenset(seen)
        changed, names = self._changes[name]
        self.note_all(names)
        return changed

    def _changes_by(self, name: str) -> Iterator[str]:
        """The same by this name alone."""
        for block in self.blocks.with_text(name.encode()):
            if block.kind is not BlockKind.PLAIN or name not in bound_names(block):
                for what in (*changes(block).get(name, ()), *self._changes_of_given(block, name)):
                    if what == NAME or name not in own_names(block):
                        yield what

    def _changes_of_given(self, block: Block, name: str) -> Iterator[str]:
        """What functions of the module change of what another function gives them under a name."""
        for callee in passed_on(block).get(name, ()):
            self.note(callee)
            for index in self.binders.get(callee, ()):
                yield from changes_of_given(self.blocks[index])

    def _as_changed(self, name: str, value: Value) -> Value:
        """A value of the module, which functions may have changed when it is used."""
        if isinstance(value, Text | Constant | Function):
            return either(value, Unknown(name)) if name in self._rebound else value
        if isinstance(value, Thing | Instance | Row | KeyedValues):
            return with_possible_changes(self.shapes, name, value, self._changes_of(name))
        return value

    def _bound_in(self, index: int, name: str) -> Value | None:
        block = self.blocks[index]
        if block.kind is BlockKind.CLASS:
            return self._class(index)
        if block.kind is BlockKind.FUNCTION:
            node = definition(block.root)
            return Function(node, index, self) if node else None
        if index in self._active:
            self.library.unfinished += 1
            return Unknown(name) if name not in owners_set(block) else None
        return self.run(index).env.get(name)

    def run(self, index: int, recorder: Recorder | None = None) -> Flow:
        """The block, executed as far as possible; kept for later lookups of its names."""
        if index in self._runs and recorder is None:
            flow, names = self._runs[index]
            self.note_all(names)
            return flow
        flow = self._active[index] = self._flow(index, recorder)
        self.meter.level += 1
        try:
            with self.watched() as seen:
                flow.run(self.blocks[index].root)
        finally:
            self.meter.level -= 1
            del self._active[index]
        if not self.meter.spent:
            # A result that was cut short is not valid for callers with a larger budget.
            if index in self._runs and _gives_attributes(self.blocks[index]):
                self._in_classes.clear()
            self._runs[index] = (flow, frozenset(seen))
        return flow

    def _run_for(self, index: int, heir: Class) -> Flow:
        """The same for an object of a class that inherits the block, if that has something else that is used there."""
        flow = self.run(index)
        owner = self.class_of(index)
        used = self._used_in(index, owner.name) if owner is not None and heir is not owner else frozenset[str]()
        if not used or not any(used & each.module.names_of(each) for each in self._below(heir, owner)):
            return flow
        kept: _Inherited = heir.module.inherited
        key = self.uri, index, heir.block, heir.name
        if key not in kept:
            with self.watched() as seen:
                flow = self._walk(index, heir, None)
            if self.meter.spent:
                return flow
            kept[key] = flow, frozenset(seen)
        flow, names = kept[key]
        self.note_all(names)
        return flow

    def _used_in(self, index: int, owner: str) -> frozenset[str]:
        """The attributes of its own class that a block has looked up."""
        _, names = self._runs.get(index, (None, frozenset[str]()))
        known = self._used.get(index)
        if known is None or known[0] is not names:
            used = frozenset(name.rpartition(".")[2] for name in names if name.startswith(f"{owner}."))
            known = self._used[index] = names, used
        return known[1]

    def _below(self, heir: Class, owner: Class | None) -> Iterator[Class]:
        """A class and those that it inherits from, up to one of them."""
        above = takewhile(lambda each: each is not owner, self.ancestry(heir))
        return (each for each in above if isinstance(each, Class))

    def names_of(self, owner: Class) -> AbstractSet[str]:
        """The attributes that a class itself has."""
        return self._attributes(owner).keys()

    def run_for_heirs(self, index: int, recorder: Recorder, used: frozenset[str]) -> None:
        """The same once for each class that inherits a method and may send something else; nothing of it is kept."""
        for heir in self._heirs_with(index, used):
            self.workspace.checkpoint()
            self.meter.budget = BUDGET
            self._walk(index, heir, recorder)

    def made_in(self, index: int) -> Sequence[Making]:
        """The calls of classes in a block."""
        kept, key = self.library.makings, (self.uri, index)
        known = kept.get(key)
        if known is None:
            recorder = Makings()
            with self.watched() as names, self.meter.aside(_ASKED_BUDGET):
                self._walk(index, self.class_of(index), recorder)
            known = kept[key] = recorder.found, frozenset(names)
        self.note_all(known[1])
        return known[0]

    def _walk(self, index: int, holder: Class | None, recorder: Recorder | None) -> Flow:
        """Execute a block; nothing of it is kept."""
        flow = self._active[index] = Flow(self, index, holder=holder, recorder=recorder)
        try:
            flow.run(self.blocks[index].root)
        finally:
            del self._active[index]
        return flow

    def value_in(self, block: int, name: str) -> Value | None:
        """What a block binds a name to; None while it is being evaluated."""
        if block in self._active:
            self.library.unfinished += 1
            return None
        return self.run(block).env.get(name)

    def _class(self, index: int) -> Class:
        known = self._classes.get(index)
        if known is None:
            known = self._classes[index] = Class(self.blocks[index].name, index, self)
        return known

    def _flow(self, index: int, recorder: Recorder | None) -> Flow:
        return Flow(self, index, holder=self.class_of(index), recorder=recorder)

    def class_of(self, block: int) -> Class | None:
        """The class that a block belongs to."""
        owner = self.blocks.class_of(block)
        return self._class(owner) if owner is not None else None

    def imported(self, dotted: str) -> Value | None:
        """The value that another file of the workspace gives a dotted name."""
        if self.depth >= _DEEPEST_IMPORT:
            return None
        if dotted not in self._imported:
            self._imported[dotted] = _UNFINISHED
            try:
                with self.watched() as names:
                    value = imports.value_of(self, dotted)
            except BaseException:
                del self._imported[dotted]  # it was cancelled: the next question does it anew
                raise
            self._imported[dotted] = (value, frozenset(names)) if value is not None else None
            if self.foreign and self.meter.spent:
                self.library.cut_short.append((self._imported, dotted))
        known = self._imported[dotted]
        self.library.unfinished += known is _UNFINISHED
        if known is None:
            return None
        self.note_all(known[1])
        return known[0]

    def other(self, uri: str, file: Path) -> ModuleNames | None:
        """The module of another file, as far as this one needs it."""
        return self.library.module(uri, self.depth + 1, lambda: self._read(uri, file), asks=self.asks)

    def not_asking(self) -> ModuleNames:
        """The same source as one who does not ask where objects are made sees it."""
        view = self.library.module(self.uri, 1, lambda: self._view(self.uri, self.blocks, 1, asks=False), asks=False)
        return view or self

    def _view(self, uri: str, blocks: Blocks, depth: int, *, asks: bool) -> "Module":
        return Module(uri, blocks, self.workspace, depth=depth, asks=asks, library=self.library)

    def _read(self, uri: str, file: Path) -> "Module | None":
        source = self.workspace.read(file) if self.workspace.may_read(file, self.uri) else None
        if source is None or len(source) > _LARGEST_IMPORT:
            return None
        # Files that an editor's documents import from are split once, whatever is typed in the meantime.
        blocks = self.workspace.services.kept(Blocks.of, source)
        return self._view(uri, blocks, self.depth + 1, asks=self.asks)

    # Classes ------------------------------------------------------------------------------------------------------

    def bases(self, owner: Class) -> list[Value]:
        if owner.inside is not None:
            return []
        self.note(owner.name)  # Its head names them.
        flow = self._active.get(owner.block)
        if flow is not None:
            self.library.unfinished += 1
            return flow.bases
        return self.run(owner.block).bases

    def attribute(self, owner: Class, name: str, receiver: Value) -> Value | None:
        """What was set on an object; otherwise what its class has, inherits, or sets on `self` in methods."""
        if owner.module is not self:
            return cast("Value | None", owner.module.attribute(owner, name, receiver))
        if isinstance(receiver, Instance) and (held := held_by(receiver, name)) is not None:
            return held if name in receiver.given.by_key else self._doubted(owner, name, held, receiver)
        if owner.inside is not None:
            return cast("Value | None", self._in_class(owner, name))
        found = self._kept_in_class(owner, name)
        if isinstance(found, UnboundMethod):
            return found.of(receiver)
        value = found
        if isinstance(receiver, Instance):
            value = (self._of_object(owner, name) if value is not None else None) or value
            value = value if receiver.made else self._as_set_elsewhere(owner, name, value)
            value = value.of(receiver) if isinstance(value, Function | Partial) else value
        return cast("Value | None", self._doubted(owner, name, value, receiver))

    def _doubted(self, owner: Class, name: str, value: Value | None, receiver: Value) -> Value | None:
        """What an object has, unless a method sets attributes whose names are known only at run time."""
        is_value = isinstance(value, Text | Constant | Either | Row | KeyedValues) and name.isidentifier()
        if value is not None and is_value and self.facts(owner).sets_any:
            return Unknown(name) if isinstance(receiver, Instance) and receiver.made else either(value, Unknown(name))
        return value

    def facts(self, owner: Class) -> "ClassFacts":
        """What the text of a class and its bases says about its objects."""
        if owner.inside is not None or owner.block in self._active:
            return NO_FACTS
        return self._of_class(owner, "<facts>", lambda: self._facts_of(owner), NO_FACTS)

    def _facts_of(self, owner: Class) -> "ClassFacts":
        blocks = {index: self.blocks[index] for index in self._parts(owner)}
        own = {index: facts_of(block) for index, block in blocks.items()}
        setters = {each.setter: (owner, index) for index, each in own.items() if each.setter}
        makes = [each for each in own.values() if each.makes]
        sets_any, sure = (
            any(each.sets_any for each in own.values()),
            {name for each in makes for name in each.surely_set},
        )
        heads = (block for block in blocks.values() if block.kind is BlockKind.CLASS or not block.name)
        body = {name for block in heads for name in bound_names(block)}
        self.note(facts_about(owner.name))
        for base in self._classes_above(owner):
            above: ClassFacts = base.module.facts(base)
            sets_any, setters, body = sets_any or above.sets_any, {**above.setters, **setters}, body | above.in_body
            sure |= above.surely_set if not makes or any(each.asks_base for each in makes) else set()
        return ClassFacts(sets_any, frozenset(sure), frozenset(body), setters)

    def _classes_above(self, owner: Class) -> Iterable[Class]:
        """The bases of a class. That it has none is all that is noted of its head."""
        if has_no_bases(self.blocks[owner.block]):
            self.note(alone(owner.name))
            return ()
        return [each for each in self.bases(owner) if isinstance(each, Class)]

    def _of_class(self, owner: Class, what: str, find: Callable[[], _Found], meanwhile: _Found | None = None) -> _Found:
        """What is found out about a class, found once."""
        key = owner.block, what
        kept = self._facts.get(key)
        if kept is None:
            unfinished = self.library.unfinished
            self._facts[key] = meanwhile, frozenset(), ()
            with self.watched() as names:
                found = find()
            del self._facts[key]
            if not self.meter.spent and self.library.unfinished == unfinished:
                files = tuple(name for name in names if name.startswith("file:"))
                self._facts[key] = found, frozenset(names), files
            return found
        if self._watchers:
            self._watchers[-1].update(kept[1])
        if kept[2]:
            self.note_all(kept[2])
        return cast("_Found", kept[0])

    def _of_object(self, owner: Class, name: str) -> "Value | None":
        """What `__init__` sets in any case, which hides what the class has; None if it hides nothing."""
        facts = self.facts(owner)
        if name not in facts.surely_set or name not in facts.in_body:
            return None
        classes = [each for each in self.ancestry(owner) if isinstance(each, Class)]
        if any(name in each.module.deleted or each.module.may_be_none(each, name) for each in classes):
            return None
        found = (each.module.own_attribute(each, name, owner, in_body=False) for each in classes)
        return next((cast("Value", each) for each in found if each is not None), None)

    def may_be_none(self, owner: Class, name: str) -> bool:
        """Whether the body of a class says that an attribute may be None."""
        places = [self.blocks[index] for index in self._attributes(owner).get(name, ())]
        written = rb"\b%s\b[^\n]*\bNone\b" % name.encode()
        return any(name in bound_names(block) and re.search(written, block.text) is not None for block in places)

    def setter(self, owner: Class, name: str, receiver: Value) -> Function | None:
        """The method that sets a property of an object; not sought for classes of files that have no such method."""
        if not self._has_setters:
            return None
        found = self.facts(owner).setters.get(name)
        return cast("Function", found[0].module.method(*found).of(receiver)) if found is not None else None

    @cached_property
    def _has_setters(self) -> bool:
        return any(b".setter" in block.text for block in self.blocks)

    def method(self, owner: Class, index: int) -> "UnboundMethod":
        return UnboundMethod(owner, index, cast("Node", definition(self.blocks[index].root)))

    @cached_property
    def deleted(self) -> frozenset[str]:
        """The attributes that are deleted somewhere in the module, after which an object has what its class has."""
        return frozenset(name for block in self.blocks for name in names_deleted(block))

    def _kept_in_class(self, owner: Class, name: str) -> "Value | UnboundMethod | None":
        """What a class has for any of its objects, found once; not kept if a part of it was still being evaluated."""
        known = self._in_classes.get((owner.block, name))
        if known is not None:
            self.note_all(known[1])
            return known[0]
        unfinished = self.library.unfinished
        with self.watched() as names:
            found = self._in_class(owner, name)
        if self.library.unfinished == unfinished and not self.meter.spent:
            self._in_classes[owner.block, name] = found, frozenset(names)
        return found

    def _in_class(self, owner: Class, name: str) -> "Value | UnboundMethod | None":
        """The same, found anew."""
        grows = False
        for each in self.ancestry(owner):
            if isinstance(each, Class):
                each.module.note(f"{each.name}.{name}")
                found = each.module.own_attribute(each, name, owner) or each.module.set_by_base(each, name, owner)
                if found is not None:
                    is_value = grows and not isinstance(found, UnboundMethod)
                    return cast("Value | UnboundMethod", grown(found, name) if is_value else found)
                grows = grows or each.module.grows(each, name)
        return None

    def grows(self, owner: Class, name: str) -> bool:
        """Whether a class only adds to an attribute, which another class sets."""
        return any(name in grown_names(self.blocks[index]) for index in self._attributes(owner).get(name, ()))

    @staticmethod
    def texts_of(made: Instance) -> Mapping[str, Value]:
        return texts_of(made)

    def annotated_names(self, owner: Class) -> list[tuple[str, int]]:
        """The fields of a class, each with the block that has it."""
        return [(name, index) for index in self._parts(owner) for name in annotated_names(self.blocks[index])]

    def set_by_base(self, owner: Class, name: str, heir: Class) -> Value | None:
        """What a base's `__init__` sets, given this class's arguments."""
        for index in self._attributes(owner).get(FROM_BASE, ()):
            value = self._set_in(index, name, heir)
            if value is not None and (not isinstance(value, Unknown) or value.of_init is not None):
                return value
        return None

    def member(self, owner: Class, name: str) -> Value | None:
        """The value of a class attribute in the workspace."""
        return cast("Value | None", owner.module.attribute(owner, name, owner))

    def of_heirs(self, owner: Class, name: str, *, elsewhere: bool) -> Value | None:
        """What the classes that inherit from one give an attribute that it leaves to them: it never sets that itself.

        Those of other files count only if the class does not set it: it may be used by itself.
        """
        above = (each for each in self.ancestry(owner) if isinstance(each, Class))
        if any(each.module.is_set(each, name) for each in above):
            return None
        heirs = self._heirs_elsewhere(owner) if elsewhere else ()
        return given_by([*self.heirs_here(owner), *heirs], name, Instance(owner))

    def is_set(self, owner: Class, name: str) -> bool:
        """Whether a property of a class sets an attribute when it is first needed, or its `__init__` is about to."""
        places = [index for index in self._attributes(owner).get(name, ()) if name in self_names(self.blocks[index])]
        if any(index in self._active and self.blocks[index].name == "__init__" for index in places):
            self.library.unfinished += 1
            return True
        return any(b"property" in self.blocks[index].text.partition(b"def ")[0] for index in places)

    def _heirs_with(self, index: int, used: frozenset[str]) -> Iterator[Class]:
        """The classes that inherit a method: all if it leaves something to them, else those here that replace any."""
        owner, name = self.class_of(index), self.blocks[index].name
        if owner is None:
            return
        heirs: Iterable[Class] = self.heirs_here(owner)
        if any(map(is_of_heirs, used)):
            heirs = (*heirs, *self._heirs_elsewhere(owner))
        else:
            own = {each.rpartition(".")[2] for each in used if each.partition(".")[0] == owner.name}
            heirs = (heir for heir in heirs if not self.names_of(heir).isdisjoint(own))
        for heir in heirs:
            method = heir.module.attribute(heir, name, Instance(heir))
            if isinstance(method, Function) and method.module.uri == self.uri and method.block == index:
                yield heir

    def _heirs_elsewhere(self, owner: Class) -> Sequence[Class]:
        key = owner.block, owner.name
        found = self._heirs.get(key)
        if found is None:
            with self.watched() as names:
                heirs = tuple(heirs_elsewhere(self, owner))
            found = heirs, frozenset(names)
            if not self.meter.spent:
                self._heirs[key] = found
        self.note_all(found[1])
        return found[0]

    def heirs_here(self, owner: Class) -> Iterator[Class]:
        """The classes of this file that inherit from one, each before its own heirs, over as many generations."""
        waiting, seen = [(owner, 1)], {owner.name}
        while waiting:
            base, generation = waiting.pop()
            self.note(heirs_of(base.name))
            for index in self.named_as_base.get(base.name, ()):
                heir = self._class(index)
                if heir.name not in seen and base in self.bases(heir):
                    seen.add(heir.name)
                    if generation < ancestors.MOST_ANCESTORS:
                        waiting.append((heir, generation + 1))
                    yield heir

    @cached_property
    def makes(self) -> Mapping[str, list[int]]:
        """The blocks that may make objects of each class."""
        found: dict[str, list[int]] = {}
        for index, block in enumerate(self.blocks):
            for name in made_names(block):
                found.setdefault(name, []).append(index)
        return found

    @cached_property
    def named_as_base(self) -> Mapping[str, list[int]]:
        """The classes whose heads name each base."""
        found: dict[str, list[int]] = {}
        for index, block in enumerate(self.blocks):
            for name in base_names(block):
                found.setdefault(name, []).append(index)
        return found

    def external_base(self, owner: Class) -> str:
        """The dotted name of the first ancestor outside this workspace."""
        return next((each.type for each in self.ancestry(owner) if isinstance(each, Thing)), "")

    @staticmethod
    def ancestry(owner: Class) -> Iterator[Value]:
        """A class and its ancestors, each once: classes in the source may inherit from each other in a circle."""
        return ancestors.with_ancestors(owner)

    def above_several(self, owner: Class) -> Sequence[Value]:
        """The ancestors of a class with several bases, in the order in which Python looks at them."""
        return self._of_class(owner, "<order>", lambda: tuple(ancestors.in_order(owner)), ())

    def own_attribute(
        self, owner: Class, name: str, heir: Class, *, in_body: bool = True
    ) -> "Value | UnboundMethod | None":
        """What a class itself has, for an object of one that may inherit from it; or only what its methods set."""
        if owner.inside is not None:
            entry = owner.inside.by_key.get(name)
            return entry.value if entry is not None else None
        found: list[Value] = []
        grows = False
        places = self._attributes(owner).get(name, ())
        for index in _without_replaced(self.blocks, places, name):
            block = self.blocks[index]
            if not in_body and name in bound_names(block):
                continue
            if block.kind is BlockKind.MEMBER and block.name == name:
                return Unknown(name) if name in self._changes_of(owner.name) else self._member(owner, index, heir)
            if name in grown_names(block):
                grows = True
                continue
            value = self._set_in(index, name, heir)
            if value is not None:
                found.append(value)
            if value is not None and is_generator(block):
                found.append(Unknown(name))  # it may have another value while the generator waits
        return self._met(owner, name, found, grows=grows) if found else None

    def _met(self, owner: Class, name: str, found: list[Value], *, grows: bool) -> Value:
        """An attribute that is one of these, or what it has been changed to."""
        changed = self._changes_of(owner.name)
        if grows or f"{name}{IN_PLACE}" in changed:
            found = [grown(each, name) for each in found]
        if name in changed:
            found.append(Unknown(name))
        known = [each for each in found if not (isinstance(each, Constant) and each.value is None)] or found
        if len(known) < len(found):
            known = [_or_none(each) for each in known]
        if is_one_client(known):
            return met_clients([each for each in known if isinstance(each, Thing)])
        return either(*known)

    def _as_set_elsewhere(self, owner: Class, name: str, value: Value | None) -> Value | None:
        """What an object has of which nobody knows where it was made, with which fields, and what was set since."""
        if not isinstance(value, Text | Either | Row | KeyedValues):
            return value
        if self._is_field(owner, name):
            address = address_in(value)
            return Unknown(name, default=address) if address else either(value, Unknown(name))
        self.note(of_any(name))
        places = self._set_on_objects.get(name, ())
        if not places:
            return value
        family = {each.name for each in (*self.ancestry(owner), *self.heirs_here(owner)) if isinstance(each, Class)}
        return either(value, Unknown(name)) if any(self._may_be_of(family, *each) for each in places) else value

    def _is_field(self, owner: Class, name: str) -> bool:
        classes = [each for each in self.ancestry(owner) if isinstance(each, Class)]
        if not any(takes_fields(each.module.blocks[each.block]) for each in classes):
            return False
        return any(name == field for each in classes for field, _ in each.module.annotated_names(each))

    def _may_be_of(self, family: AbstractSet[str], block: Block, name: str) -> bool:
        """Whether a name in a block may stand for an object of one of these classes, as far as the text shows it."""
        if name.startswith("."):
            kept = [each for block in self.blocks for each in kept_in(block).get(name[1:], ())]
            return not kept or any(each in family for each in kept)
        made = [made_of(block, name)]
        if made == [None]:
            made = [made_of(self.blocks[index], name) for index in self.binders.get(name, ())] or made
        return any(each is None or each in family for each in made)

    @cached_property
    def _set_on_objects(self) -> Mapping[str, Sequence[tuple[Block, str]]]:
        """The attributes that are set on anything but `self`: where, and on what."""
        found: dict[str, list[tuple[Block, str]]] = {}
        for block in self.blocks:
            for name, owners in names_set(block).items():
                found.setdefault(name, []).extend((block, owner) for owner in owners)
        return found

    def _attributes(self, owner: Class) -> Mapping[str, list[int]]:
        """The blocks of a class that may set each attribute: methods by name, others by what they bind."""
        known = self._attributes_of.get(owner.block)
        if known is None:
            known = self._attributes_of[owner.block] = {}
            for index in self._parts(owner):
                block = self.blocks[index]
                own = {block.name, *self_names(block), *bound_names(block)}
                for name in own | {FROM_BASE} if b".__init__(" in block.text else own:
                    known.setdefault(name, []).append(index)
        return known

    def _parts(self, owner: Class) -> Iterator[int]:
        """The class's head and members."""
        if owner.inside is not None:
            return
        yield owner.block
        index = owner.block + 1
        while index < len(self.blocks) and self.blocks[index].kind is BlockKind.MEMBER:
            yield index
            index += 1

    def _member(self, owner: Class, index: int, heir: Class) -> "Value | UnboundMethod | None":
        node = definition(self.blocks[index].root)
        if node is None or node.type != "function_definition":
            return self._set_in(index, self.blocks[index].name, heir) if node is not None else None
        return UnboundMethod(owner, index, node)

    def _set_in(self, index: int, name: str, heir: Class) -> Value | None:
        is_bound = name in bound_names(self.blocks[index])
        if index not in self._active:
            flow = self._run_for(index, heir)
        elif is_bound and index not in self._besides:
            flow = self._beside(index)
        else:
            self.library.unfinished += 1
            return None
        if is_bound and (value := flow.env.get(name)) is not None:
            if isinstance(value, Function) and value.receiver is None and not is_static(value.node):
                return replace(value, unbound=True)
            return value
        return flow.attributes.get(name)

    def _beside(self, index: int) -> Flow:
        """What a member binds in the class next to its method, while that is walked through."""
        self._besides.add(index)
        try:
            flow = Flow(self, index, holder=self.class_of(index))
            flow.execute(self.blocks[index].root)
            return flow
        finally:
            self._besides.remove(index)


class UnboundMethod(NamedTuple):
    """A method of a class, as it was found for any object."""

    owner: Class
    block: int
    node: Node

    def of(self, receiver: Value) -> Value:
        """The method of an object; the value of a property."""
        module = self.owner.module
        function = Function(self.node, self.block, module, {}, None if is_static(self.node) else receiver)
        return self._read(function) if is_property(self.node) else function

    def _read(self, function: Function) -> Value:
        """The value of a property; if its body does not say, an object of the type that it is annotated with."""
        flow = Flow(function.module, self.block, holder=self.owner)
        value, returns = flow.call_function(function), field(self.node, "return_type")
        typed = annotated(flow, returns) if isinstance(value, Unknown) and returns is not None else None
        return typed or value


def _gives_attributes(block: Block) -> bool:
    """Whether attributes of objects are looked up in a block: not in a function, or a method that sets none."""
    if block.kind is BlockKind.FUNCTION:
        return False
    return block.kind is not BlockKind.MEMBER or bool(self_names(block)) or b".__init__(" in block.text


def _or_none(value: Value) -> Value:
    """An attribute that is None at other times, whatever the parameter is declared as that it is set to."""
    if isinstance(value, Unknown) and value.annotation:
        return replace(value, annotation=f"{value.annotation} | None")
    return value


def _without_replaced(blocks: Blocks, places: Sequence[int], name: str) -> Iterator[int]:
    """The blocks that may set an attribute; of methods of that name only the last, neither a signature nor a setter."""
    methods = [index for index in places if blocks[index].kind is BlockKind.MEMBER and blocks[index].name == name]
    kept = [index for index in methods if _REPLACED.match(blocks[index].text) is None] or methods
    last = kept[-1] if kept else None
    return (index for index in places if index == last or index not in methods)


def definition(root: Node) -> Node | None:
    """The function or class of a block, without its decorators and the class it is parsed in."""
    for child in root.children:
        if child.type == "class_definition" and child.start_byte == 0 and (child.text or b"").startswith(b"class _:"):
            body = field(child, "body")
            return definition(body) if body else None
        if child.type == "decorated_definition":
            return field(child, "definition")
        if child.type in ("function_definition", "class_definition"):
            return child
    return None
