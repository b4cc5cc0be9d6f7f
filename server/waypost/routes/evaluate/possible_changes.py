"""Values that functions of the module, or other methods of the class, may have changed when they are used."""

from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from dataclasses import replace

from waypost.routes.calls.match import Shapes
from waypost.routes.evaluate.client_attributes import with_possible_change
from waypost.routes.model.values import (
    Either,
    Hole,
    Instance,
    KeyedValue,
    KeyedValues,
    Row,
    Text,
    Thing,
    Unknown,
    Value,
    either,
)
from waypost.routes.source.changes import IN_PLACE, ITEMS, NAME, item_of


def with_possible_changes(shapes: Shapes, name: str, value: Value, changes: AbstractSet[str]) -> Value:
    """A value of which something may have been changed: what its name stands for, attributes, or items."""
    if isinstance(value, Either):
        return either(*(with_possible_changes(shapes, name, each, changes) for each in value.options))
    if isinstance(value, Thing):
        for attribute in sorted(changes):
            value = with_possible_change(shapes, value, attribute.removesuffix(IN_PLACE))
        return value
    if isinstance(value, Instance):
        entries = tuple(_changed_attributes(value, changes))
        return replace(value, given=value.given.with_entries(entries)) if entries else value
    if NAME in changes:
        return either(value, Unknown(name))
    if isinstance(value, KeyedValues):
        return _with_possible_items(value, changes)
    return Unknown(name) if isinstance(value, Row) and ITEMS in changes else value


def _changed_attributes(owner: Instance, changes: AbstractSet[str]) -> Iterator[KeyedValue]:
    for name in filter(str.isidentifier, sorted({each.removesuffix(IN_PLACE) for each in changes})):
        kept = owner.of.module.attribute(owner.of, name, owner) if name not in changes else None
        yield KeyedValue(name, grown(kept, name) if kept is not None else Unknown(name))


def grown(value: Value, name: str) -> Value:
    """An attribute that methods add to, or change in place, as it is at some time; a client's `update` does not."""
    if isinstance(value, Either):
        return either(*(grown(each, name) for each in value.options))
    if isinstance(value, Text):
        return Text((*value.parts, Hole(Unknown(name), name, None, "+")))
    if isinstance(value, Thing | Instance):
        return value
    return _with_possible_items(value, {ITEMS}) if isinstance(value, KeyedValues) else Unknown(name)


def _with_possible_items(table: KeyedValues, changes: AbstractSet[str]) -> KeyedValues:
    any_key = ITEMS in changes
    entries = [
        replace(entry, value=either(entry.value, Unknown(entry.key)), maybe=entry.maybe or any_key)
        if any_key or item_of(entry.key) in changes
        else entry
        for entry in table.entries
    ]
    added = {item_of(entry.key) for entry in entries}
    new = sorted(change[1:-1] for change in changes - added if change != ITEMS and change.startswith("["))
    entries += [KeyedValue(key, Unknown(key), maybe=True) for key in new]
    return replace(table, entries=tuple(entries), open=table.open or any_key)
