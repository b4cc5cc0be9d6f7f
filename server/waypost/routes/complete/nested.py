"""Completion inside the objects and lists of a body: keys and values as the schema has them."""

from collections.abc import Iterable, Iterator, Sequence

from waypost.apis.operation_text import show
from waypost.apis.schemas import Schema
from waypost.routes.complete.name import Name
from waypost.routes.sites.site_operation import BoundSite

_MOST_VALUES = 8


def nested_keys(known: BoundSite, path: Sequence[str]) -> list[Name]:
    """The keys of the object that `path` leads to, required ones first."""
    found: dict[str, Name] = {}
    for schema in schemas_at(known, path):
        required = schema.required_keys()
        for name, each in schema.keys.items():
            if not any(one.is_read_only for one in each):
                is_required = name in required
                detail = _detail(each[0], required=is_required)
                found.setdefault(name, Name(name, detail, is_required, each[0].is_deprecated))
    return sorted(found.values(), key=lambda each: not each.required)


def nested_values(known: BoundSite, path: Sequence[str]) -> list[Name]:
    """The values that the key at the end of `path` may have: those that are listed, its default, its examples."""
    found: dict[str, Name] = {}
    for schema in schemas_at(known, path):
        for part in schema.every_part:
            for value, detail in _values(part):
                if isinstance(value, str):
                    found.setdefault(value, Name(value, detail))
    return list(found.values())


def schemas_at(known: BoundSite, path: Sequence[str]) -> list[Schema]:
    """What `path` leads to in each form of the body; the items of a list represent the list."""
    table = known.spot.api.schemas
    found = [table[each.schema] for each in known.operation.bodies] if known.operation is not None else []
    for key in path:
        found = distinct(inner for each in found for part in _items(each) for inner in part.keys.get(key, ()))
    return distinct(part for each in found for part in _items(each))


def _items(schema: Schema) -> list[Schema]:
    """The schema itself, or that of its items if it is a list; one that lists only itself counts as its own items."""
    found, stack, leaves = {schema.number}, [schema], []
    while stack:
        each = stack.pop()
        lists = distinct(part.items for part in each.every_part if "array" in part.types)
        fresh = [items for items in lists if items.number not in found]
        found.update(items.number for items in fresh)
        stack += reversed(fresh)
        if not fresh:
            leaves.append(each)
    return leaves


def distinct(schemas: Iterable[Schema]) -> list[Schema]:
    return list({each.number: each for each in schemas}.values())


def _values(schema: Schema) -> Iterator[tuple[object, str]]:
    default = schema.row.get("default")
    for each in schema.enum:
        yield each, "default" if each == default else ""
    if default is not None:
        yield default, "default"
    for each in schema.row.get("examples", ()):
        yield each, "example"


def _detail(schema: Schema, *, required: bool) -> str:
    said = [" | ".join(each for each in schema.types if each != "null")]
    said += ["required"] if required else []
    said += [" | ".join(show(each) for each in schema.enum[:_MOST_VALUES])] if schema.enum else []
    return " · ".join(filter(None, said))
