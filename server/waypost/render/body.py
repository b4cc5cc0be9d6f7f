"""A request's body as the bytes that travel."""

import json
from collections.abc import Mapping
from datetime import date, time
from enum import Enum
from typing import Any
from urllib.parse import urlencode

from waypost.core.errors import RouteError
from waypost.core.types import EndpointOptions
from waypost.core.values import HALF_A_PAIR

FORM = "application/x-www-form-urlencoded"


def content(options: EndpointOptions) -> Any:
    """The body for a client: bytes where it is plain data, else what was passed (a file, an iterator); None if none."""
    if "body" not in options:
        return None
    body = options["body"]
    if isinstance(body, bytes | bytearray | memoryview):
        return bytes(body)
    if isinstance(body, str):
        return _encoded(body)
    if isinstance(body, Mapping) and content_type(options).startswith(FORM):
        return urlencode(body, doseq=True).encode()
    if body is None or isinstance(body, Mapping | list | tuple | bool | int | float | date | Enum):
        return json_text(body).encode()
    return body


def _encoded(text: str) -> bytes:
    try:
        return text.encode()
    except UnicodeEncodeError:
        raise RouteError(f"The body {HALF_A_PAIR}", rule="unsendable-value") from None


def shown_content(options: EndpointOptions) -> bytes | None:
    """The body for people, who cannot be shown a stream."""
    body = content(options)
    if body is None or isinstance(body, bytes):
        return body
    raise RouteError(f"The body is a {type(body).__name__}; only text, bytes and plain data can be shown.")


def content_type(options: EndpointOptions) -> str:
    return options["headers"].get("content-type", "").lower()


def is_json(options: EndpointOptions) -> bool:
    """Whether the body is plain data, sent as JSON."""
    body = options.get("body")
    plain = "body" in options and not isinstance(body, str | bytes | bytearray | memoryview)
    return plain and not content_type(options).startswith(FORM)


def json_text(value: object, indent: int | None = None) -> str:
    """Compact JSON, or indented for people; dates and enums as in a url."""
    separators = (",", ":") if indent is None else None
    try:
        text = json.dumps(
            value, ensure_ascii=False, allow_nan=False, separators=separators, indent=indent, default=_plain
        )
    except (TypeError, ValueError) as error:
        raise RouteError(f"The body cannot be written as JSON: {error}.", rule="unsendable-value") from error
    # Half a surrogate pair has no UTF-8, but an escape of the same form in Python and in JSON.
    return text.encode(errors="backslashreplace").decode()


def _plain(value: object) -> object:
    if isinstance(value, date | time):
        return value.isoformat()
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError(f"it holds a value of type {type(value).__name__}")
