"""What is set on a client after it was made: `session.headers.update(…)`, `client.base_url = …`.

Setting an attribute has the same effect as the constructor's argument of the same name, and is stored as that.
"""

from dataclasses import replace

from waypost.routes.calls import client_types as types
from waypost.routes.model.values import Constant, KeyedValue, KeyedValues, Thing, Value


def attribute_value(owner: Thing, name: str) -> Value | None:
    """An attribute of a client; None if it does not affect its calls."""
    role = types.role_of(owner.type, name)
    if role is None:
        return None
    found = owner.built.at(*role.place)
    if found is not None and not (role.is_table and isinstance(found.value, Constant)):
        return found.value
    return KeyedValues(open=not owner.whole or owner.built.keywords.open) if role.is_table else None


def with_attribute(owner: Value, name: str, value: Value) -> Thing | None:
    """A client on which an attribute was set; None if that changes none of its calls."""
    if not isinstance(owner, Thing) or types.role_of(owner.type, name) is None:
        return None
    keywords = owner.built.keywords.with_entry(KeyedValue(name, value, None, getattr(value, "span", None)))
    return replace(owner, built=replace(owner.built, keywords=keywords))
