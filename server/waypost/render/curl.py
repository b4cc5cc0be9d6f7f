"""A curl command that sends the request, without anything that curl would add."""

from collections.abc import Mapping

from waypost.core.types import EndpointOptions
from waypost.render.body import shown_payload
from waypost.render.masking import masked
from waypost.render.shell import is_text, lines, printed

# Headers that curl sets unless a command sets them.
_OWN = ("accept", "user-agent")


def as_curl(options: EndpointOptions, *, show_secrets: bool = False) -> str:
    """A command for a POSIX shell."""
    shown = options if show_secrets else masked(options)
    headers, body = shown_payload(shown)
    groups = [*_switches(shown), *_headers(headers, body)]
    start = ["curl", *_method(shown["method"], body)]
    if body is None:
        return lines([*start, shown["url"]], *groups)
    if is_text(body):
        return lines([*start, shown["url"]], *groups, ["--data-raw", body.decode()])
    return f"{printed(body)} | " + lines([*start, shown["url"]], *groups, ["--data-binary", "@-"])


def _method(method: str, body: bytes | None) -> list[str]:
    if method == "head":
        return ["--head"]
    return [] if method == "get" and body is None else ["--request", method.upper()]


def _switches(options: EndpointOptions) -> list[list[str]]:
    """Keep curl from interpreting special characters in a URL."""
    switches = []
    if set(options["url"]) & set("[]{}"):
        switches.append(["--globoff"])
    if "/." in options["url"]:
        switches.append(["--path-as-is"])
    return switches


def _headers(headers: Mapping[str, str], body: bytes | None) -> list[list[str]]:
    given = [["--header", f"{name}: {value}" if value else f"{name};"] for name, value in headers.items()]
    own = (*_OWN, "content-type") if body is not None else _OWN
    return given + [["--header", f"{name}:"] for name in own if name not in headers]
