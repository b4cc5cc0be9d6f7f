"""What is known where several paths through the code meet."""

from dataclasses import replace

from waypost.routes.model.values import KeyedValue, KeyedValues, Value, either


def joined(environments: list[dict[str, Value]]) -> dict[str, Value]:
    """What is known where several paths meet."""
    first, *others = environments
    if not others:
        return first
    result: dict[str, Value] = {}
    for environment in environments:
        for name in environment:
            if name not in result:
                result[name] = _met([each[name] for each in environments if name in each])
    return result


def _met(values: list[Value]) -> Value:
    first = values[0]
    if all(value is first for value in values):
        return first
    if all(isinstance(value, KeyedValues) for value in values):
        return _met_tables([value for value in values if isinstance(value, KeyedValues)])
    return either(*values)


def _met_tables(tables: list[KeyedValues]) -> KeyedValues:
    """One table with the keys of all: a key that some lack may be missing."""
    entries: list[KeyedValue] = []
    for key in dict.fromkeys(key for table in tables for key in table.by_key):
        found = [table.by_key[key] for table in tables if key in table.by_key]
        sure = len(found) == len(tables) and not any(entry.maybe for entry in found)
        entries.append(replace(found[-1], value=either(*(entry.value for entry in found)), maybe=not sure))
    return KeyedValues(tuple(entries), any(table.open for table in tables), tables[0].span)
