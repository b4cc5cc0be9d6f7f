"""What is set on a client after it was made: `session.headers.update(…)`, `client.base_url = …`.

Setting an attribute has the same effect as the constructor's argument of the same name, and is stored as that.
"""

from dataclasses import replace

from waypost.routes.calls.match import Shapes
from waypost.routes.model.values import Constant, KeyedValue, KeyedValues, Thing, Unknown, Value


def attribute_value(shapes: Shapes, owner: Thing, name: str) -> Value | None:
    """An attribute of a client; None if it does not affect its calls."""
    role = shapes.roles_of(owner.type).get(name)
    if role is None:
        return None
    found = owner.built.at(*role.place)
    if found is not None and not (role.is_table and isinstance(found.value, Constant)):
        return found.value
    return KeyedValues(open=not owner.whole or owner.built.keywords.open) if role.is_table else None


def with_possible_change(shapes: Shapes, owner: Thing, name: str) -> Thing:
    """A client of which nobody knows whether an attribute has been set since it was made."""
    role = shapes.roles_of(owner.type).get(name)
    if role is None:
        return owner
    found = owner.built.at(*role.place)
    if role.is_table:
        table = found.value if found is not None and isinstance(found.value, KeyedValues) else KeyedValues()
        entry = KeyedValue(name, replace(table, open=True))
    else:
        entry = replace(found or KeyedValue(name, Unknown(name)), key=name, maybe=True)
    return replace(owner, built=replace(owner.built, keywords=owner.built.keywords.with_entry(entry)))


def with_attribute(shapes: Shapes, owner: Value, name: str, value: Value) -> Thing | None:
    """A client on which an attribute was set; None if that changes none of its calls."""
    if not isinstance(owner, Thing) or shapes.roles_of(owner.type).get(name) is None:
        return None
    keywords = owner.built.keywords.with_entry(KeyedValue(name, value, None, getattr(value, "span", None)))
    return replace(owner, built=replace(owner.built, keywords=keywords))
