"""A request as it is copied: what is only sent on some ways through the code is sent, if it is known."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from waypost.routes.model.site import Site
from waypost.routes.model.values import (
    Arguments,
    Constant,
    Either,
    KeyedValue,
    KeyedValues,
    Row,
    Unknown,
    Value,
)

_DEEPEST: Final = 8


def certain(site: Site) -> Site:
    """The site with each known value that may be left out."""
    arguments, client = _arguments(site.arguments), site.client
    return replace(
        site,
        arguments=arguments,
        client=replace(client, built=_arguments(client.built)) if client is not None else None,
        values=_table(site.values, 0),
    )


def left_out(site: Site) -> list[str]:
    """The names of what is known and may be left out, or have another value."""
    built = (site.client.built,) if site.client is not None else ()
    tables = (table for each in (site.arguments, *built) for table in (KeyedValues(each.positional), each.keywords))
    return list(dict.fromkeys(name for table in tables for name in _left_out(table, 0)))


def _left_out(value: Value, depth: int) -> Iterator[str]:
    for entry in value.entries if isinstance(value, KeyedValues) and depth < _DEEPEST else ():
        if entry.key and _entry(entry, _DEEPEST) is not entry:
            yield entry.key
        yield from _left_out(entry.value, depth + 1)


def _arguments(given: Arguments) -> Arguments:
    positional = tuple(_entry(each, 0) for each in given.positional)
    return replace(given, positional=positional, keywords=_table(given.keywords, 0))


def _table(table: KeyedValues, depth: int) -> KeyedValues:
    return replace(table, entries=tuple(_entry(each, depth) for each in table.entries))


def _entry(entry: KeyedValue, depth: int) -> KeyedValue:
    value = _value(entry.value, depth)
    is_given = entry.maybe and not isinstance(value, Unknown | Either)
    return replace(entry, value=value, maybe=False) if is_given or value is not entry.value else entry


def _value(value: Value, depth: int) -> Value:
    match value:
        case Either(options=options):
            given = [each for each in options if not (isinstance(each, Constant) and each.value is None)]
            is_one = len(given) == 1 < len(options) and not isinstance(given[0], Unknown)
            return _value(given[0], depth) if is_one else value
        case KeyedValues() if depth < _DEEPEST:
            return _table(value, depth + 1)
        case Row() if depth < _DEEPEST:
            return replace(value, items=tuple(_value(each, depth + 1) for each in value.items))
    return value
