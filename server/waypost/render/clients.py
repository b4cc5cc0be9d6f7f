"""Keywords for Python's HTTP clients: `httpx.request(**as_httpx(options))` sends the request as it is.

Nothing is masked here, and the body is passed as bytes, so that every client sends the same ones.
"""

from typing import Any

from waypost.core.types import EndpointOptions
from waypost.render.body import payload


def as_httpx(options: EndpointOptions) -> dict[str, Any]:
    """Keywords of `httpx.request` and of its clients' `request`."""
    return _keywords(options, "content")


def as_requests(options: EndpointOptions) -> dict[str, Any]:
    """Keywords of `requests.request` and of a session's `request`."""
    return _keywords(options, "data")


def as_urllib(options: EndpointOptions) -> dict[str, Any]:
    """Keywords of `urllib.request.Request`."""
    return _keywords(options, "data")


def _keywords(options: EndpointOptions, body_name: str) -> dict[str, Any]:
    headers, content = payload(options)
    keywords: dict[str, Any] = {
        "method": options["method"].upper(),
        "url": options["url"],
        # Each client encodes text in its own way; bytes are sent as they are.
        "headers": {name: value if value.isascii() else value.encode() for name, value in headers.items()},
    }
    if content is not None:
        keywords[body_name] = content
    return keywords
