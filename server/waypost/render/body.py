"""A request's body as the bytes that are sent."""

import json
from typing import Any, NamedTuple
from urllib.parse import urlencode

from waypost.core.body import body_fault, body_kind, fields, in_json, is_plain
from waypost.core.errors import RouteError
from waypost.core.types import EndpointOptions
from waypost.core.values import HALF_A_PAIR, text_of
from waypost.render.multipart import multipart


class Payload(NamedTuple):
    """The headers and the body to send: None, bytes, or the file or iterator that was passed."""

    headers: dict[str, str]
    content: Any


def payload(options: EndpointOptions) -> Payload:
    """A request's headers and body, encoded as its content type says."""
    headers, body = options["headers"], options.get("body")
    if "body" not in options:
        return Payload(headers, None)
    if isinstance(body, bytes | bytearray | memoryview):
        return Payload(headers, bytes(body))
    if isinstance(body, str):
        return Payload(headers, _encoded(body))
    return _written(headers, body) if is_plain(body) else Payload(headers, body)


def _written(headers: dict[str, str], body: Any) -> Payload:
    """Plain data as JSON, as a form or as a multipart form."""
    content_type = headers.get("content-type", "")
    fault = body_fault(body, content_type)
    if fault is not None:
        raise RouteError(f"{fault}.", rule="body-type")
    match body_kind(content_type):
        case "form":
            return Payload(headers, urlencode([(name, text_of(value)) for name, value in fields(body)]).encode())
        case "multipart":
            content, content_type = multipart(fields(body), content_type)
            return Payload({**headers, "content-type": content_type}, content)
    return Payload(headers, json_text(body).encode())


def _encoded(text: str) -> bytes:
    try:
        return text.encode()
    except UnicodeEncodeError:
        raise RouteError(f"The body {HALF_A_PAIR}", rule="unsendable-value") from None


def shown_payload(options: EndpointOptions) -> Payload:
    """The same for display; a stream cannot be shown."""
    sent = payload(options)
    if sent.content is None or isinstance(sent.content, bytes):
        return sent
    raise RouteError(f"The body is a {type(sent.content).__name__}; only text, bytes and plain data can be shown.")


def is_json(options: EndpointOptions) -> bool:
    """Whether the body is plain data, sent as JSON."""
    kind = body_kind(options["headers"].get("content-type", ""))
    return "body" in options and kind == "json" and is_plain(options["body"])


def json_text(value: object, indent: int | None = None) -> str:
    """Compact JSON, or indented for people; dates, UUIDs and enums as in a URL."""
    separators = (",", ":") if indent is None else None
    try:
        text = json.dumps(
            value, ensure_ascii=False, allow_nan=False, separators=separators, indent=indent, default=in_json
        )
    except (TypeError, ValueError) as error:
        raise RouteError(f"The body cannot be written as JSON: {error}.", rule="unsendable-value") from error
    # Half a surrogate pair has no UTF-8, but the same escape in Python and in JSON.
    return text.encode(errors="backslashreplace").decode()
