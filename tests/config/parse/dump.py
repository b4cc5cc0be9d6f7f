"""Everything in a tree as plain data, to compare two trees."""

from typing import Any

from waypost.config.parse import Array, Scalar, Table, Tree, Value
from waypost.config.parse.toml_tree import TomlTree


def dump(tree: Tree) -> dict[str, Any]:
    return {
        "root": _value(tree, tree.root),
        "errors": [(each.code, each.message, each.span, each.related, each.fix) for each in tree.errors],
        "statements": [(start, each.text) for start, each in zip(tree.starts, tree.statements, strict=True)],
        "paths": tree.paths if isinstance(tree, TomlTree) else None,
    }


def _value(tree: Tree, value: Value) -> Any:
    place = (type(value).__name__, tree.span(value))
    if isinstance(value, Scalar):
        return (*place, value.kind, repr(value.value), value.style, value.closed, value.broken)
    if isinstance(value, Array):
        return (*place, value.closed, value.of_tables, [_value(tree, item) for item in value.items])
    if isinstance(value, Table):
        entries = [
            (name, tree.span(each), [tree.span(key) for key in each.keys], _value(tree, each.value))
            for name, each in value.entries.items()
        ]
        return (*place, value.form, value.closed, entries)
    return place
