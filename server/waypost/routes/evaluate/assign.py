"""Binds patterns: names, attributes of `self`, items of dicts, and unpacked values."""

from dataclasses import replace

from tree_sitter import Node

from waypost.routes.evaluate.client_attributes import with_attribute
from waypost.routes.evaluate.interface import Evaluation
from waypost.routes.evaluate.limits import kept_small
from waypost.routes.evaluate.url_parts import as_row
from waypost.routes.model.values import Instance, KeyedValue, KeyedValues, Row, Text, Thing, Unknown, Value
from waypost.routes.source.tree import field, is_conditional, text


def assign(flow: Evaluation, target: Node, value: Value) -> None:
    """Bind a pattern."""
    match target.type:
        case "identifier":
            flow.env[text(target)] = value
            forget_last_put_in(flow, text(target))
        case "attribute":
            _assign_attribute(flow, target, value)
            forget_last_put_in(flow, text(target))
        case "subscript":
            _assign_item(flow, target, value)
        case "pattern_list" | "tuple_pattern" | "list_pattern":
            _unpack(flow, target, value)
        case "parenthesized_expression" | "as_pattern_target" | "list_splat_pattern":
            for child in target.named_children:
                assign(flow, child, value)
        case _:
            flow.evaluate(target)


def _assign_attribute(flow: Evaluation, target: Node, value: Value) -> None:
    owner, name = field(target, "object"), field(target, "attribute")
    if owner is None or name is None:
        return
    if owner.type == "identifier" and text(owner) in {"self", "cls"}:
        flow.attributes[text(name)] = value
        flow.env[f"self.{text(name)}"] = value
        return
    holder = flow.evaluate(owner)
    if isinstance(holder, Thing) and flow.recorder is not None:
        entry = KeyedValue(text(name), value, None, flow.place(target), is_conditional(target))
        flow.recorder.attribute(holder, entry)
    changed = with_attribute(flow.module.shapes, holder, text(name), value)
    if changed is not None:
        rebind(flow, owner, changed)
        replace_object(flow, holder, changed)
    elif isinstance(holder, Instance) and owner.type == "identifier":
        entry = KeyedValue(text(name), value, flow.place(name))
        flow.env[text(owner)] = replace(holder, given=kept_small(holder.given.with_entry(entry)))


def _assign_item(flow: Evaluation, target: Node, value: Value) -> None:
    owner, key = field(target, "value"), field(target, "subscript")
    if owner is None or key is None:
        return
    table, name = flow.evaluate(owner), flow.evaluate(key)
    if isinstance(table, Row):
        rebind(flow, owner, Row(open=True))
    if isinstance(table, KeyedValues):
        known = name.known if isinstance(name, Text) else None
        if known is None:
            rebind(flow, owner, replace(table, open=True))
            flow.env[_last_put_in(text(owner))] = Row((name, value))
        else:
            entry = KeyedValue(known, value, flow.place(key), flow.place(target))
            rebind(flow, owner, kept_small(table.with_entry(entry)))


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


def replace_object(flow: Evaluation, before: Value, changed: Value) -> None:
    """Every name of an object now refers to the changed object."""
    for names in (flow.env, flow.attributes):
        for name in [name for name, value in names.items() if value is before]:
            names[name] = changed


def rebind(flow: Evaluation, target: Node, value: Value) -> None:
    """Record that the value of a name has changed."""
    if target.type in ("identifier", "attribute"):
        assign(flow, target, value)


def _unpack(flow: Evaluation, target: Node, value: Value) -> None:
    targets, value = target.named_children, as_row(value)
    known = isinstance(value, Row) and not value.open and len(value.items) == len(targets)
    for index, child in enumerate(targets):
        item = value.items[index] if known and isinstance(value, Row) else Unknown(text(child), flow.place(child))
        assign(flow, child, item)
