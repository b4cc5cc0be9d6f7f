"""A block of a `.http` file, as REST clients in editors read it."""

from waypost.core.types import EndpointOptions
from waypost.render.body import is_json, json_text, shown_payload
from waypost.render.masking import masked


def as_http(options: EndpointOptions, *, show_secrets: bool = False) -> str:
    """Request line, headers, an empty line and the body; JSON is indented. Bytes that are not UTF-8 are escaped."""
    return http_bytes(options, show_secrets=show_secrets).decode(errors="backslashreplace")


def http_bytes(options: EndpointOptions, *, show_secrets: bool = False) -> bytes:
    """The same for a file: a body that is not JSON is written byte for byte, with its own line end."""
    shown = options if show_secrets else masked(options)
    headers, body = shown_payload(shown)
    head = [f"{shown['method'].upper()} {shown['url']} HTTP/1.1"]
    head += [f"{name}: {value}" for name, value in headers.items()]
    lines = "\n".join([*head, ""]).encode()
    if body is None:
        return lines
    return lines + b"\n" + (f"{json_text(shown['body'], indent=2)}\n".encode() if is_json(shown) else body)
