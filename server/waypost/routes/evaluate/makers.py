"""What objects of a class are given where a package makes them, for parameters of its `__init__` that say no type.

Where they are made is evaluated in a view of that file that does not ask the same: classes may make each other.
"""

from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Final

from waypost.routes.evaluate.heirs import heads_around
from waypost.routes.evaluate.interface import Call, Evaluation, Making, ModuleNames
from waypost.routes.model.values import (
    Class,
    Function,
    InitParameter,
    Instance,
    KeyedValue,
    Method,
    Row,
    Text,
    Thing,
    Unknown,
    Value,
    either,
    options_of,
)
from waypost.routes.source.names import makings_of
from waypost.workspace.places import makings_below
from waypost.workspace.uris import path_of

# The objects of a class that is made in more places are given anything.
_MOST_PLACES: Final = 8
_MOST_NAMES: Final = 500
# A client gives itself to what gives it on to what is made of that.
_MOST_STEPS: Final = 2


class Makings:
    """Records the calls of classes that are written in a block."""

    def __init__(self) -> None:
        self.count = 0
        self.found: list[Making] = []

    def call(self, call: Call) -> Value | None:
        if isinstance(call.callee, Class) and call.through is None:
            self.found.append(Making(call.callee, call.arguments))
        return None

    def attribute(self, owner: Thing, entry: KeyedValue) -> None: ...

    def string(self, value: Text, *, decorator: bool) -> None: ...

    def pair(self, row: Row) -> None: ...


def object_given(flow: Evaluation, parameter: InitParameter) -> Value | None:
    """The object that a parameter of an `__init__` stands for in other methods; None if there is none, or many."""
    is_there = flow.block == parameter.block and flow.module is parameter.module
    return _given(parameter, _MOST_STEPS) if flow.module.asks and not is_there else None


def _given(parameter: InitParameter, steps: int) -> Value | None:
    if parameter.owner.inside is not None or not steps:
        return None
    module: ModuleNames = parameter.module
    key = parameter.owner.module.uri, parameter.owner.name, parameter.block, parameter.name, steps
    if key not in module.given:
        with module.watched() as names:
            value = _found(parameter, steps)
        if module.meter.spent:
            return value
        module.given[key] = value, frozenset(names)
    value, known = module.given[key]
    module.note_all(known)
    return value


def _found(parameter: InitParameter, steps: int) -> Value | None:
    module, at = parameter.module, (parameter.position, parameter.name)
    entries = (making.arguments.at(*at) for making in _makings(module, parameter.owner, parameter.block))
    options = [each for entry in entries if entry is not None for each in options_of(entry.value)]
    met = (_passed_on(module, of_init, steps - 1) if (of_init := _of_init(each)) else each for each in options)
    objects = [_of_this_view(module, each) for value in met if value for each in options_of(value) if _is_object(each)]
    classes = {(each.of.module.uri, each.of.name) if isinstance(each, Instance) else None for each in objects}
    if len(classes) == 1 and isinstance(objects[0], Instance) and any(each != objects[0] for each in objects):
        return Instance(objects[0].of)
    return either(*objects) if objects else None


def _passed_on(module: ModuleNames, parameter: InitParameter, steps: int) -> Value | None:
    """What the parameter of another `__init__` stands for, which gives it on; perhaps in another view of the file."""
    view: ModuleNames = parameter.module
    with view.watched() as names:
        value = _given(parameter, steps)
    if view.uri == module.uri:
        module.note_all(names)
    return value


def _of_init(value: Value) -> InitParameter | None:
    return value.of_init if isinstance(value, Unknown) else None


def _is_object(value: Value) -> bool:
    """Whether a value may send requests."""
    return isinstance(value, Instance | Thing | Function) or (
        isinstance(value, Method) and isinstance(value.receiver, Thing)
    )


def _of_this_view(module: ModuleNames, value: Value) -> Value:
    """An object with the class as this module knows it."""
    path = path_of(value.of.module.uri) if isinstance(value, Instance) else None
    if not isinstance(value, Instance) or path is None:
        return value
    uri: str = value.of.module.uri
    view = module if uri == module.uri else module.other(uri, path)
    known = view.lookup(value.of.name) if view is not None else None
    return replace(value, of=known) if isinstance(known, Class) else value


def _makings(module: ModuleNames, owner: Class, init: int) -> Iterator[Making]:
    """The calls that make an object of a class, or of an heir that leaves `__init__` to it."""
    names = {owner.name, *_heirs_in(module, owner.name)}
    places = list(islice(_places(module, names), _MOST_PLACES + 1))
    for view, block in places if len(places) <= _MOST_PLACES else ():
        with view.watched() as seen:
            found = [making for making in view.made_in(block) if making.of.name in names]
            methods = [view.attribute(each.of, "__init__", Instance(each.of)) for each in found]
        if view.uri == module.uri:
            module.note_all(seen)
        for making, method in zip(found, methods, strict=True):
            if isinstance(method, Function) and method.module.uri == module.uri and method.block == init:
                yield making


def _places(module: ModuleNames, names: set[str]) -> Iterator[tuple[ModuleNames, int]]:
    """The blocks, here and in the package, that may make an object of a class with one of these names."""
    found = heads_around(module, makings_below)
    if found is not None:
        names |= set(islice(found.heirs_of(names), _MOST_NAMES))
    for name in sorted(names):
        module.note(makings_of(name))
    yield from _blocks(module.not_asking(), names)
    paths = {path: None for name in sorted(names) for path in found.by_made.get(name, ())} if found else {}
    for path in sorted(paths):
        file = Path(path)
        uri = module.library.uri(file)
        if uri != module.uri:
            module.library.reach(module.uri, file)
            module.library.depend(module.uri, [path])
            module.note(f"file:{uri}")
            other = module.other(uri, file)
            if other is not None:
                yield from _blocks(other.not_asking(), names)


def _heirs_in(module: ModuleNames, name: str) -> Iterator[str]:
    """The names of the classes in a file that may inherit from one."""
    for base in (waiting := [name]):
        for heir in (module.blocks[index].name for index in module.named_as_base.get(base, ())):
            if heir not in waiting:
                waiting.append(heir)
                yield heir


def _blocks(view: ModuleNames, names: AbstractSet[str]) -> Iterator[tuple[ModuleNames, int]]:
    indexes = {index for name in names for index in view.makes.get(name, ())}
    return ((view, index) for index in sorted(indexes))
