"""Writes a request in three styles of code."""

import re
from collections.abc import Callable, Mapping
from typing import Any

from tests.exam.operations import Valid

BASE = "https://exam.example"
# What the builder takes as its own options.
_OPTIONS = {"baseUrl", "base_url", "headers", "mediaType", "media_type", "request", "method", "url", "data"}
HEAD = f"""\
import httpx
import requests
from waypost import endpoint

client = httpx.Client(base_url={BASE!r})
api = endpoint.defaults(base_url={BASE!r})
"""


def with_httpx(made: Valid) -> str:
    """Values that are not known, in an f-string."""
    names = {name: f"v{number}" for number, name in enumerate(made.in_path)}
    path = re.sub(r"\{([^{}]*)\}", lambda found: f"{{{names[found[1]]}}}", made.path)
    prefix = "f" if names else ""
    call = f"client.request({made.verb!r}, {prefix}{path!r}{_options(made)})"
    return f"def f({', '.join(names.values())}):\n    return {call}\n"


def with_requests(made: Valid) -> str:
    """The whole URL, with its values."""
    path = re.sub(r"\{([^{}]*)\}", lambda found: _word(made.in_path[found[1]]), made.path)
    return f"requests.request({made.verb!r}, {BASE + path!r}{_options(made)})\n"


def with_builder(made: Valid) -> str:
    """A template and its values. The builder sends only JSON."""
    if made.kind == "form" or (made.kind and made.verb == "GET"):
        return ""
    names = {name: f"v{number}" for number, name in enumerate(made.in_path)}
    path = re.sub(r"\{([^{}]*)\}", lambda found: f"{{{names[found[1]]}}}", made.path)
    given: dict[str, Any] = {names[name]: value for name, value in made.in_path.items()}
    in_template = made.verb not in ("GET", "HEAD") or bool(_OPTIONS & made.query.keys())
    query = {f"q{number}": value for number, value in enumerate(made.query.values())}
    if in_template and made.query:
        path += "?" + "&".join(f"{name}={{q{number}}}" for number, name in enumerate(made.query))
        given |= query
    elif made.query:
        given |= made.query
    if made.headers:
        given["headers"] = {name: _word(value) for name, value in made.headers.items()}
    taken = given.keys() | _OPTIONS
    if made.kind == "json" and isinstance(made.body, dict) and not taken & made.body.keys():
        given |= made.body
    elif made.kind:
        given["data"] = made.body
    return f"api({f'{made.verb} {path}'!r}, {given!r})\n"


STYLES: Mapping[str, Callable[[Valid], str]] = {
    "httpx": with_httpx,
    "requests": with_requests,
    "builder": with_builder,
}


def _options(made: Valid) -> str:
    options = {"params": made.query, "headers": {name: _word(value) for name, value in made.headers.items()}}
    if made.kind:
        options["json" if made.kind == "json" else "data"] = made.body
    return "".join(f", {name}={value!r}" for name, value in options.items() if value or name in ("json", "data"))


def _word(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
