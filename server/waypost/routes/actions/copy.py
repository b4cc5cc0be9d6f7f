"""The request at a cursor as text: a command for a shell, a block of an .http file, a call of httpx."""

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from waypost.core.types import EndpointOptions
from waypost.render import as_curl, as_http, as_httpie, as_httpx_code
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
}


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
