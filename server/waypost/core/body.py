"""What a body must be for the content type it is sent with."""

from collections.abc import Iterator, Mapping
from enum import Enum
from typing import Any, Final, Literal

from waypost.core.route import kind
from waypost.core.values import BadValueError, text_of

BodyKind = Literal["json", "form", "multipart", "raw"]

FORM: Final = "application/x-www-form-urlencoded"
MULTIPART: Final = "multipart/form-data"
# Bodies that are sent as they are, with any content type.
_READY: Final = (str, bytes, bytearray, memoryview)


def body_kind(content_type: str) -> BodyKind:
    """How plain data is encoded for a content type; without one, as JSON."""
    media = content_type.partition(";")[0].strip().lower()
    if not media or media.endswith(("/json", "+json")):
        return "json"
    return "form" if media == FORM else "multipart" if media == MULTIPART else "raw"


def is_plain(body: object) -> bool:
    """Whether a body is data that must be encoded before it can be sent."""
    if isinstance(body, _READY):
        return False
    from datetime import date, time  # rarely needed, and importing the builder must stay cheap

    return body is None or isinstance(body, Mapping | list | tuple | bool | int | float | date | time | Enum)


def body_fault(body: object, content_type: str) -> str | None:
    """Why plain data cannot be sent with a content type; None if it can, as far as its outer layers show."""
    form = body_kind(content_type)
    if form == "json" or not is_plain(body):
        return None
    if form == "raw":
        return f"`content-type` is `{content_type}`, but the body is {kind(body)}; pass text or bytes as `data`"
    if not isinstance(body, Mapping):
        return f"`content-type` is `{content_type}`, but the body is {kind(body)}; pass a mapping of fields"
    return next(_field_faults(body, form), None)


def json_fault(body: object) -> str | None:
    """Why plain data cannot be written as JSON; None if it can."""
    import json  # rarely needed, and importing the builder must stay cheap

    try:
        json.dumps(body, allow_nan=False, default=in_json)
    except (TypeError, ValueError, RecursionError) as error:
        return f"The body cannot be written as JSON: {error}"
    return None


def in_json(value: object) -> object:
    """A value that JSON has no form for as in a URL; raises `TypeError` if it has none there."""
    from datetime import date, time
    from uuid import UUID

    if isinstance(value, date | time):
        return value.isoformat()
    if isinstance(value, UUID):
        return str(value)
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError(f"it contains a value of type {type(value).__name__}")


def fields(body: Mapping[Any, Any]) -> Iterator[tuple[str, Any]]:
    """The fields of a form, one for each item of a list, without None."""
    for name, value in body.items():
        for item in value if isinstance(value, list) else (value,):
            if item is not None:
                yield str(name), item


def _field_faults(body: Mapping[Any, Any], form: BodyKind) -> Iterator[str]:
    for name, value in fields(body):
        if form == "multipart" and isinstance(value, bytes | bytearray | tuple):
            continue
        try:
            text_of(value)
        except BadValueError:
            takes = "text, numbers, booleans, dates, enums" + (", and files as bytes" if form == "multipart" else "")
            yield f"The field `{name}` is {kind(value)}; a form accepts {takes} and lists of these"
