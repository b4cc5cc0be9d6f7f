"""A call of httpx or requests, to paste into Python."""

from collections.abc import Mapping
from pprint import pformat

from waypost.core.types import EndpointOptions
from waypost.render.clients import as_httpx, as_requests
from waypost.render.masking import masked


def as_httpx_code(options: EndpointOptions, *, show_secrets: bool = False) -> str:
    """An expression that sends the request."""
    return _call("httpx", as_httpx(options if show_secrets else masked(options)))


def as_requests_code(options: EndpointOptions, *, show_secrets: bool = False) -> str:
    """An expression that sends the request."""
    return _call("requests", as_requests(options if show_secrets else masked(options)))


def _call(library: str, keywords: Mapping[str, object]) -> str:
    lines = [f"    {name}={_literal(_shown(value), len(name) + 5)},\n" for name, value in keywords.items()]
    return f"{library}.request(\n" + "".join(lines) + ")"


def _shown(value: object) -> object:
    """The text of a body: it reads better than the bytes, and sends the same ones."""
    try:
        return value.decode() if isinstance(value, bytes) else value
    except UnicodeDecodeError:
        return value


def _literal(value: object, indent: int) -> str:
    text = pformat(value, width=100, sort_dicts=False)
    return text.replace("\n", "\n" + " " * indent)
