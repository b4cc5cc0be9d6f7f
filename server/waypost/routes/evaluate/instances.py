"""The attributes of an object with known arguments: those that its `__init__` sets, or its fields."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from waypost.routes.evaluate.flow import Flow
from waypost.routes.model.values import (
    Class,
    Function,
    Instance,
    KeyedValue,
    KeyedValues,
    Text,
    Unknown,
    Value,
    address_in,
    either,
    options_of,
    says_nothing,
)
from waypost.routes.source.names import reads_fields, takes_fields_in_order

if TYPE_CHECKING:
    from waypost.routes.evaluate.interface import ModuleNames

# Of an object whose attributes are being evaluated.
_UNFINISHED: Final[Mapping[str, Value]] = MappingProxyType({})


def held_by(instance: Instance, name: str) -> Value | None:
    """An object's own attribute; None if its class must provide it."""
    set_since = instance.given.by_key.get(name)
    if set_since is not None:
        return set_since.value
    if not instance.made:
        return None
    value = _attributes(instance).get(name)
    if value is None or not says_nothing(value):
        return value
    # What a field was given counts, known or not; what an `__init__` sets may be set elsewhere, too.
    return value if _maker(instance) is None else None


def texts_of(instance: Instance) -> Mapping[str, Value]:
    """The attributes of an object that are texts: what a builder of paths changes."""
    held = {**_attributes(instance), **{entry.key: entry.value for entry in instance.given.entries}}
    return {name: value for name, value in held.items() if name.isidentifier() and _is_text(value)}


def _is_text(value: Value) -> bool:
    return all(isinstance(each, Text) for each in options_of(value))


def _attributes(instance: Instance) -> Mapping[str, Value]:
    """Everything that is set when the object is made, computed once, whatever was set on it since."""
    module: ModuleNames = instance.of.module
    kept, key = module.library.attributes, (id(module), instance.of.block, instance.of.name, id(instance.built))
    known = kept.get(key)
    if known is not None:
        module.note_all(known[2])
        module.library.unfinished += known[1] is _UNFINISHED
        return known[1]
    kept[key] = instance, _UNFINISHED, frozenset()  # requests made in the meantime use the class
    try:
        with module.watched() as names:
            found = _made(replace(instance, given=KeyedValues()) if instance.given.entries else instance)
    except BaseException:
        del kept[key]  # it was cancelled: the next question does it anew
        raise
    kept[key] = instance, found, frozenset(names)
    return found


def _made(instance: Instance) -> Mapping[str, Value]:
    module: ModuleNames = instance.of.module
    maker = _maker(instance)
    if maker is not None:
        flow = Flow(module, instance.of.block, env={"self": instance})
        flow.call_function(maker, instance.built)
        return flow.attributes
    fields = dict(_fields(instance))
    given = KeyedValues(tuple(KeyedValue(name, value) for name, value in fields.items()))
    made = replace(instance, given=given)
    after = module.attribute(instance.of, "__post_init__", made)
    if not isinstance(after, Function):
        return fields
    flow = Flow(module, instance.of.block, env={"self": made})
    flow.attributes |= fields
    flow.call_function(after)
    return flow.attributes


def _maker(instance: Instance) -> Function | None:
    maker = instance.of.module.attribute(instance.of, "__init__", instance)
    return maker if isinstance(maker, Function) else None


def _fields(instance: Instance) -> Iterator[tuple[str, Value]]:
    """The arguments of a dataclass, a model or a named tuple: by their names, and by the order of its fields."""
    built = instance.built
    classes = [each for each in instance.of.module.ancestry(instance.of) if isinstance(each, Class)]
    blocks = [each.module.blocks[each.block] for each in classes]
    in_order = any(map(takes_fields_in_order, blocks))
    if in_order:  # an heir that does not say so as well adds none
        classes = [each for each, block in zip(classes, blocks, strict=True) if takes_fields_in_order(block)]
    is_open = built.keywords.open or (built.open and in_order) or any(map(reads_fields, blocks))
    for index, (name, default) in enumerate(_declared(classes).items()):
        entry = built.at(index if in_order else None, name)
        if entry is not None:
            yield name, either(entry.value, default or Unknown(name)) if entry.maybe else entry.value
        elif is_open:
            yield name, Unknown(name, default=address_in(default))
        elif default is not None:
            yield name, default


def _declared(classes: Sequence[Class]) -> Mapping[str, Value | None]:
    """The fields of a class and its bases, the bases' first, each with its default."""
    found: dict[str, Value | None] = {}
    for each in reversed(classes):
        found |= {name: each.module.value_in(index, name) for name, index in each.module.annotated_names(each)}
    return found
