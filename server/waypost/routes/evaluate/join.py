"""What is known where several paths through the code meet."""

from collections.abc import Callable
from dataclasses import replace

from waypost.routes.model.values import KeyedValue, KeyedValues, Thing, Value, either


def joined(environments: list[dict[str, Value]], around: Callable[[str], Value | None]) -> dict[str, Value]:
    """What is known where several paths meet; a name that only some of them bind may be what it is `around` them."""
    first, *others = environments
    if not others:
        return first
    result: dict[str, Value] = {}
    for environment in environments:
        for name in environment:
            if name not in result:
                found = [each[name] for each in environments if name in each]
                before = around(name) if len(found) < len(environments) else None
                result[name] = _met(found if before is None else [before, *found])
    return result


def _met(values: list[Value]) -> Value:
    first = values[0]
    if all(value is first for value in values):
        return first
    if all(isinstance(value, KeyedValues) for value in values):
        return met_tables([value for value in values if isinstance(value, KeyedValues)])
    if is_one_client(values):
        return met_clients([value for value in values if isinstance(value, Thing)])
    return either(*values)


def is_one_client(values: list[Value]) -> bool:
    """Whether values are clients made in the same way, on which different attributes may have been set since."""
    things = [value for value in values if isinstance(value, Thing)]
    if not things or len(things) < len(values):
        return False
    first = things[0]
    return all(
        (thing.type, thing.parent, thing.built.positional) == (first.type, first.parent, first.built.positional)
        for thing in things
    )


def met_clients(clients: list[Thing]) -> Thing:
    """One client that has been through several paths: what only some of them have set may not be set."""
    first = clients[0]
    names = dict.fromkeys(name for client in clients for name in client.built.keywords.by_key)
    is_open = any(client.built.keywords.open for client in clients)
    keywords = KeyedValues(tuple(_met_attribute(name, clients) for name in names), is_open)
    whole = all(client.whole for client in clients)
    return replace(first, built=replace(first.built, keywords=keywords), whole=whole)


def _met_attribute(name: str, clients: list[Thing]) -> KeyedValue:
    found = [client.built.keywords.by_key.get(name) for client in clients]
    known = [entry for entry in found if entry is not None]
    tables = [entry.value if entry is not None else KeyedValues() for entry in found]
    if all(isinstance(table, KeyedValues) for table in tables):
        return replace(known[-1], value=met_tables([table for table in tables if isinstance(table, KeyedValues)]))
    same = len(known) == len(found) and all(entry.value == known[0].value for entry in known)
    return replace(known[-1], maybe=not same or any(entry.maybe for entry in known))


def met_tables(tables: list[KeyedValues]) -> KeyedValues:
    """One table with the keys of all: a key that some lack may be missing."""
    entries: list[KeyedValue] = []
    for key in dict.fromkeys(key for table in tables for key in table.by_key):
        found = [table.by_key[key] for table in tables if key in table.by_key]
        sure = len(found) == len(tables) and not any(entry.maybe for entry in found)
        entries.append(replace(found[-1], value=either(*(entry.value for entry in found)), maybe=not sure))
    return KeyedValues(tuple(entries), any(table.open for table in tables), tables[0].span)
