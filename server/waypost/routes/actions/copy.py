"""The request at a cursor as text: a command for a shell, a block of an .http file, a call of httpx."""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from waypost.core.types import EndpointOptions
from waypost.render import as_curl, as_http, as_httpie, as_httpx_code, as_requests_code
from waypost.render.secrets import masked_header
from waypost.routes.model.site import Site
from waypost.routes.model.values import KeyedValue, Unknown
from waypost.routes.sites.file_sites import Routes
from waypost.routes.sites.missing_parameters import unfilled
from waypost.routes.sites.near import site_near
from waypost.routes.sites.request import Request, request_of
from waypost.text import Span

FORMATS: Final[Mapping[str, Callable[[EndpointOptions], str]]] = {
    "curl": as_curl,
    "httpie": as_httpie,
    "http": as_http,
    "httpx": as_httpx_code,
    "requests": as_requests_code,
}

# A value that is not known, by its name.
_NAME: Final = re.compile(r"\{([^{}]*)\}")


def copied(routes: Routes, offset: int, form: str) -> str | None:
    """The request around an offset, with secrets masked and unknown values by name; None where there is none."""
    found = request_at(routes, offset)
    write = FORMATS.get(form)
    return write(options_of(found[1])) if found is not None and write is not None else None


def request_at(routes: Routes, offset: int) -> tuple[Site, Request, Span] | None:
    """The request at an offset, its site, and where its call stands. A missing parameter is marked: `{name?}`."""
    site = site_near(routes, offset)
    request = request_of(_marked(site)) if site is not None and not site.unknown else None
    return (site, request, site.span) if site is not None and request is not None else None


def _marked(site: Site) -> Site:
    marks = tuple(KeyedValue(name, Unknown(f"{name}?")) for name in unfilled(site))
    if not marks:
        return site
    arguments = replace(site.arguments, keywords=site.arguments.keywords.with_entries(marks))
    return replace(site, arguments=arguments, values=site.values.with_entries(marks))


def open_values(request: Request) -> list[str]:
    """The names that stand for values which are not known."""
    texts = [request.url, *request.headers.values(), *_texts(request.body)]
    return list(dict.fromkeys(name for text in texts for name in _NAME.findall(text)))


def hidden_parts(request: Request) -> list[str]:
    """What of a request is masked when it is shown: headers by their names, the URL, the body."""
    shown = request.masked()
    parts = [name for name, value in request.headers.items() if masked_header(name, value) != value]
    parts += ["URL"] if shown.url != request.url else []
    parts += ["body"] if shown.body != request.body else []
    return parts


def _texts(value: Any) -> Iterator[str]:
    """The texts of a body that are nothing but a name."""
    if isinstance(value, str) and _NAME.fullmatch(value):
        yield value
    elif isinstance(value, Mapping):
        yield from (text for item in value.values() for text in _texts(item))
    elif isinstance(value, list):
        yield from (text for item in value for text in _texts(item))


def options_of(request: Request) -> EndpointOptions:
    """A request as the builder returns one."""
    options: EndpointOptions = {
        "method": request.verb.lower(),
        "url": request.url,
        "headers": dict(request.headers),
    }
    if request.has_body:
        plain = request.body is None or isinstance(request.body, str | int | float | dict | list)
        options["body"] = request.body if plain else json.dumps(request.body, default=str)
    return options
