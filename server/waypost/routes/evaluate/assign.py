"""Binds patterns: names, attributes of `self`, items of dicts, and unpacked values."""

from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from typing import Final

from tree_sitter import Node

from waypost.routes.evaluate.client_attributes import with_attribute
from waypost.routes.evaluate.interface import Evaluation
from waypost.routes.evaluate.limits import MOST_ITEMS, kept_small
from waypost.routes.evaluate.possible_changes import with_possible_changes
from waypost.routes.evaluate.url_parts import as_row
from waypost.routes.model.values import (
    Arguments,
    Either,
    Function,
    Instance,
    KeyedValue,
    KeyedValues,
    Row,
    Text,
    Thing,
    Unknown,
    Value,
    as_secret,
    either,
    options_of,
)
from waypost.routes.source.changes import shared_names
from waypost.routes.source.names import self_names
from waypost.routes.syntax.tree import field, is_conditional, text

# Bound if a method has bound `self` to an object that it has made.
_ANOTHER: Final = "self="
# How deep in others an object is looked for that has changed.
_DEEPEST: Final = 2
_HOLDERS: Final = frozenset((Either, Row, KeyedValues, Instance))


def assign(flow: Evaluation, target: Node, value: Value) -> None:
    """Bind a pattern, from left to right."""
    waiting = [(target, value)]
    while waiting:
        each, given = waiting.pop()
        match each.type:
            case "identifier":
                given = as_secret(given, text(each))
                flow.env[text(each)] = _as_shared(flow, text(each), given)
                if text(each) == "self":
                    flow.env[_ANOTHER] = given
                forget_last_put_in(flow, text(each))
            case "attribute":
                _assign_attribute(flow, each, given)
                forget_last_put_in(flow, text(each))
            case "subscript":
                _assign_item(flow, each, given)
            case "pattern_list" | "tuple_pattern" | "list_pattern":
                waiting += reversed(_unpacked(flow, each, given))
            case "parenthesized_expression" | "as_pattern_target" | "list_splat_pattern":
                waiting += [(child, given) for child in reversed(each.named_children)]
            case _:
                flow.evaluate(each)


def _as_shared(flow: Evaluation, name: str, value: Value) -> Value:
    """A value of a name to which a function inside this one gives others."""
    is_shared = flow.inner and name in shared_names(flow.module.blocks[flow.block])
    return doubted(flow, name, value) if is_shared else value


def doubted(flow: Evaluation, name: str, value: Value) -> Value:
    """A value that a name may have; what a caller gives it is not stated as that caller's."""
    return either(value, Unknown(name)) if flow.outer is None else Unknown(name)


def _assign_attribute(flow: Evaluation, target: Node, value: Value) -> None:
    owner, name = field(target, "object"), field(target, "attribute")
    if owner is None or name is None:
        return
    value = as_secret(value, text(name))
    if owner.type == "identifier" and text(owner) in {"self", "cls"}:
        if _set_property(flow, flow.env.get("self"), text(name), value):
            return
        _on_another(flow, name, value)
        flow.attributes[text(name)] = value
        flow.env[f"self.{text(name)}"] = value
        return
    holder = flow.evaluate(owner)
    if isinstance(holder, Thing) and flow.recorder is not None:
        entry = KeyedValue(text(name), value, None, flow.place(target), is_conditional(target))
        flow.recorder.attribute(holder, entry)
    options = options_of(holder)
    if len(options) == 1 and _set_property(flow, holder, text(name), value):
        return
    if len(options) > 1 or owner.type != "identifier":
        value = value if isinstance(holder, Thing) else Unknown(text(name), flow.place(target))
    changed = [_with_attribute(flow, each, name, value) for each in options]
    for before, now in zip(options, changed, strict=True):
        replace_object(flow, before, now)
    if any(now is not before for before, now in zip(options, changed, strict=True)):
        _rebind(flow, owner, either(*changed))


def _set_property(flow: Evaluation, owner: Value | None, name: str, value: Value) -> bool:
    """Call the method that sets a property, if it is one."""
    setter = owner.of.module.setter(owner.of, name, owner) if isinstance(owner, Instance) else None
    if setter is not None:
        flow.call_function(setter, Arguments((KeyedValue("", value),)))
    return setter is not None


def set_by_name(flow: Evaluation, owner: Value, name: Value, value: Value) -> None:
    """`setattr(client, "path", value)`; whatever it has may be another one if the name is not known."""
    if not isinstance(owner, Instance) or owner is flow.env.get("self"):
        return
    known = name.known if isinstance(name, Text) else None
    if known is None:
        forget_names(flow, owner, owner.of.module.texts_of(owner).keys())
    elif not _set_property(flow, owner, known, value):
        entry = KeyedValue(known, value)
        replace_object(flow, owner, replace(owner, given=kept_small(owner.given.with_entry(entry))))


def _on_another(flow: Evaluation, name: Node, value: Value) -> None:
    """Set an attribute on an object that a method itself calls `self`: `self = cls()`."""
    owner = flow.env.get("self")
    if _ANOTHER in flow.env and isinstance(owner, Instance):
        replace_object(flow, owner, _with_attribute(flow, owner, name, value))


def _with_attribute(flow: Evaluation, owner: Value, name: Node, value: Value) -> Value:
    """A client or another object, on which an attribute was set."""
    if isinstance(owner, Instance):
        entry = KeyedValue(text(name), value, flow.place(name))
        return replace(owner, given=kept_small(owner.given.with_entry(entry)))
    return with_attribute(flow.module.shapes, owner, text(name), value) or owner


def _assign_item(flow: Evaluation, target: Node, value: Value) -> None:
    owner, key = field(target, "value"), field(target, "subscript")
    if owner is None or key is None:
        return
    table, name = flow.evaluate(owner), flow.evaluate(key)
    if isinstance(table, Row):
        change(flow, owner, table, Row(open=True))
    if isinstance(table, KeyedValues):
        known = name.known if isinstance(name, Text) else None
        if known is None:
            change(flow, owner, table, replace(table, open=True))
            flow.env[_last_put_in(text(owner))] = Row((name, value))
        else:
            entry = KeyedValue(known, value, flow.place(key), flow.place(target))
            change(flow, owner, table, kept_small(table.with_entry(entry)))


def delete(flow: Evaluation, target: Node) -> None:
    """`del table[key]`; of a list, of which nobody knows what is left; `del client.path`."""
    attribute = field(target, "attribute")
    if attribute is not None:
        assign(flow, target, Unknown(text(attribute), flow.place(target)))
        return
    owner, key = field(target, "value"), field(target, "subscript")
    if owner is None or key is None:
        return
    table, name = flow.evaluate(owner), flow.evaluate(key)
    if isinstance(table, Row):
        change(flow, owner, table, Row(open=True))
    elif isinstance(table, KeyedValues):
        change(flow, owner, table, table.without(name.known if isinstance(name, Text) else None))


def last_put_in(flow: Evaluation, owner: Node, key: Value) -> Value | None:
    """What was put into a dict last, `cache[key] = url`, if this is the same key and the dict has not changed since."""
    last = flow.env.get(_last_put_in(text(owner)))
    return last.items[1] if isinstance(last, Row) and last.items[0] is key else None


def forget_last_put_in(flow: Evaluation, owner: str) -> None:
    place = _last_put_in(owner)
    if place in flow.env:
        flow.env[place] = Unknown(place)


def _last_put_in(owner: str) -> str:
    return f"{owner}[]"


def change(flow: Evaluation, target: Node, before: Value, value: Value) -> None:
    """Record that the object that a name stands for has changed, for all its names."""
    replace_object(flow, before, value)
    _rebind(flow, target, value)


def _rebind(flow: Evaluation, target: Node, value: Value) -> None:
    if target.type in ("identifier", "attribute", "subscript"):
        assign(flow, target, value)


def replace_object(flow: Evaluation, before: Value, changed: Value) -> None:
    """Every name of an object now refers to the changed object."""
    if changed is before:
        return
    for names in (flow.env, flow.attributes):
        for name, value in list(names.items()):
            now = changed if value is before else _holding(value, before, changed)
            if now is not value:
                names[name] = now


def _holding(value: Value, before: Value, changed: Value, depth: int = 0) -> Value:
    """A value that holds an object, now that the object has changed."""
    if depth > _DEEPEST or type(value) not in _HOLDERS:
        return value

    def now(held: Value) -> Value:
        return changed if held is before else _holding(held, before, changed, depth + 1)

    match value:
        case Either(options=options):
            held = [now(each) for each in options]
            return either(*held) if _differ(held, options) else value
        case Row(items=items) if len(items) <= MOST_ITEMS:
            held = [now(each) for each in items]
            return replace(value, items=tuple(held)) if _differ(held, items) else value
        case KeyedValues():
            return _table_holding(value, now)
        case Instance(built=built):
            given, arguments = _table_holding(value.given, now), _arguments_holding(built, now)
            same = given is value.given and arguments is built
            return value if same else replace(value, given=given, built=arguments)
    return value


def _differ(now: Sequence[Value], before: Sequence[Value]) -> bool:
    return any(new is not old for new, old in zip(now, before, strict=True))


def _table_holding(table: KeyedValues, now: Callable[[Value], Value]) -> KeyedValues:
    entries = table.entries if len(table.entries) <= MOST_ITEMS else ()
    found = [(entry, now(entry.value)) for entry in entries]
    changed = [replace(entry, value=value) for entry, value in found if value is not entry.value]
    return table.with_entries(changed) if changed else table


def _arguments_holding(built: Arguments, now: Callable[[Value], Value]) -> Arguments:
    keywords = _table_holding(built.keywords, now)
    positional = [
        replace(each, value=value) if (value := now(each.value)) is not each.value else each
        for each in built.positional
    ]
    same = keywords is built.keywords and all(new is old for new, old in zip(positional, built.positional, strict=True))
    return built if same else replace(built, positional=tuple(positional), keywords=keywords)


def forget_attributes(flow: Evaluation, method: Function) -> None:
    """What a method that is not followed sets on its object."""
    owner = method.receiver
    if not isinstance(owner, Instance):
        return
    names = self_names(method.module.blocks[method.block])
    if owner is flow.env.get("self"):
        flow.env |= {each: Unknown(name) for name in names if (each := f"self.{name}") in flow.env}
    else:
        forget_names(flow, owner, names)


def forget_names(flow: Evaluation, owner: Instance, names: AbstractSet[str]) -> None:
    """Attributes of an object that may have been set to something else."""
    if owner is flow.env.get("self"):
        flow.env |= {f"self.{name}": Unknown(name) for name in names}
    else:
        replace_object(flow, owner, with_possible_changes(flow.module.shapes, "", owner, names))


def _unpacked(flow: Evaluation, target: Node, value: Value) -> list[tuple[Node, Value]]:
    """Each part of a pattern, and its value."""
    targets, row = target.named_children, as_row(value)
    if isinstance(row, Row) and not row.open and len(row.items) == len(targets):
        return list(zip(targets, row.items, strict=True))
    # What callers give a function, they give with all that it holds.
    is_given = isinstance(value, Unknown) and value.parameter
    return [(child, Unknown(text(child), flow.place(child), is_given)) for child in targets]
