"""aiohttp's `FormData`: the pairs of a form, in order."""

import re

from waypost.routes.domain.values import (
    Entry,
    External,
    Mapping,
    Sequence,
    Unknown,
    Value,
    nameless,
    text_of,
    unknown,
    value_of,
)
from waypost.routes.library.containers import extend
from waypost.routes.library.registry import Answer, Call, models


@models("aiohttp.FormData aiohttp.formdata.FormData", "fields=, quote_fields=, charset=, boundary=")
def make_form(
    call: Call, fields: Value | None, quote_fields: Value | None, charset: Value | None, boundary: Value | None
) -> Answer:
    if charset is not None or boundary is not None:
        return None
    if isinstance(fields, Mapping):
        is_known = not (fields.open or any(entry.maybe for _, entry in fields.entries()))
        return Sequence([_pair(value_of(key), each.value) for key, each in fields.entries()]) if is_known else None
    known = fields.known_items() if isinstance(fields, Sequence) else () if fields is None else None
    return Sequence(known) if known is not None else None


@models("list.add_field", "name, value, content_type=, filename=, content_transfer_encoding=")
def add_field(  # noqa: PLR0917 - a parameter each
    call: Call,
    name: Value,
    value: Value,
    content_type: Value | None,
    filename: Value | None,
    content_transfer_encoding: Value | None,
) -> Answer:
    """A field; one with more than its value makes a form of several parts."""
    if content_transfer_encoding is not None:
        return extend(call, Sequence((), nameless("field")))
    more = {"filename": filename or _name_of_file(value), "content_type": content_type}
    given = {key: Entry(each) for key, each in more.items() if each is not None and each.literal() is not None}
    return extend(call, Sequence((_pair(name, Mapping({"content": Entry(value), **given}) if given else value),)))


def _name_of_file(value: Value) -> Value | None:
    """The name that an open file has."""
    made = value.operands[0] if isinstance(value, Unknown) and value.kind == "call" else None
    if not isinstance(made, External) or made.dotted != "builtins.open":
        return None
    path = value.operands[1] if isinstance(value, Unknown) and len(value.operands) > 1 else unknown("name")
    literal = path.literal()
    return text_of(re.split(r"[/\\]", literal)[-1]) if isinstance(literal, str) else unknown(path.name)


@models("list.add_fields")
def add_fields(call: Call) -> Answer:
    given = call.arguments
    if given.open or given.keywords:
        return extend(call, Sequence((), nameless("fields")))
    return extend(call, Sequence([each.value for each in given.positional]))


def _pair(name: Value, value: Value) -> Value:
    return Sequence((name, value), kind="tuple")
