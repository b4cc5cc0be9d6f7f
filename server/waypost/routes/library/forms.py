"""aiohttp's `FormData`: the pairs of a form, in order."""

from waypost.routes.domain.values import Mapping, Sequence, Value, unknown, value_of
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
    """A field; one with more than its value makes a form of several parts, of which no more is said."""
    is_plain = content_type is filename is content_transfer_encoding is None
    pair = _pair(name, value) if is_plain else unknown("field")
    return extend(call, Sequence((pair,) if is_plain else (), None if is_plain else pair))


@models("list.add_fields")
def add_fields(call: Call) -> Answer:
    given = call.arguments
    if given.open or given.keywords:
        return extend(call, Sequence((), unknown("fields")))
    return extend(call, Sequence([each.value for each in given.positional]))


def _pair(name: Value, value: Value) -> Value:
    return Sequence((name, value), kind="tuple")
