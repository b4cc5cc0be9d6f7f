"""Binds patterns: names, attributes of `self`, items of dicts, and unpacked values."""

from dataclasses import replace

from tree_sitter import Node

from waypost.routes.evaluate.client_attributes import with_attribute
from waypost.routes.evaluate.interface import Evaluation
from waypost.routes.evaluate.limits import kept_small
from waypost.routes.evaluate.url_parts import as_row
from waypost.routes.model.values import (
    Either,
    Instance,
    KeyedValue,
    KeyedValues,
    Row,
    Text,
    Thing,
    Unknown,
    Value,
    either,
    options_of,
)
from waypost.routes.source.tree import field, is_conditional, text


def assign(flow: Evaluation, target: Node, value: Value) -> None:
    """Bind a pattern, from left to right."""
    waiting = [(target, value)]
    while waiting:
        each, given = waiting.pop()
        match each.type:
            case "identifier":
                flow.env[text(each)] = given
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
    options = options_of(holder)
    if len(options) > 1 or owner.type != "identifier":
        value = value if isinstance(holder, Thing) else Unknown(text(name), flow.place(target))
    changed = [_with_attribute(flow, each, name, value) for each in options]
    for before, now in zip(options, changed, strict=True):
        replace_object(flow, before, now)
    if any(now is not before for before, now in zip(options, changed, strict=True)):
        _rebind(flow, owner, either(*changed))


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
    """`del table[key]`; of a list, of which nobody knows what is left."""
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
    if target.type in ("identifier", "attribute"):
        assign(flow, target, value)


def replace_object(flow: Evaluation, before: Value, changed: Value) -> None:
    """Every name of an object now refers to the changed object."""
    if changed is before:
        return
    for names in (flow.env, flow.attributes):
        for name, value in list(names.items()):
            if value is before:
                names[name] = changed
            elif isinstance(value, Either) and any(each is before for each in value.options):
                names[name] = either(*(changed if each is before else each for each in value.options))


def _unpacked(flow: Evaluation, target: Node, value: Value) -> list[tuple[Node, Value]]:
    """Each part of a pattern, and its value."""
    targets, row = target.named_children, as_row(value)
    if isinstance(row, Row) and not row.open and len(row.items) == len(targets):
        return list(zip(targets, row.items, strict=True))
    return [(child, Unknown(text(child), flow.place(child))) for child in targets]
