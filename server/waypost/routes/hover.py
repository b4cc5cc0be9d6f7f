"""What to show about a route: the request as it will be sent, and where each of its parts comes from."""

import json
from collections.abc import Iterator
from typing import Any, Final

from waypost.render.secrets import masked_url
from waypost.results import Hover
from waypost.routes.calls.shape import Fills
from waypost.routes.check.placeholders import Placeholder, placeholders
from waypost.routes.explain import explain_operation, explain_parameter
from waypost.routes.find import Routes
from waypost.routes.plain import words
from waypost.routes.request import Request, masked_headers, request_of
from waypost.routes.site import Site
from waypost.routes.values import Entry, Hole, Table, Thing, Value

_LONGEST_BODY: Final = 1_500


def hover_at(routes: Routes, offset: int) -> Hover | None:
    """On a route or the call's name the whole request; on a placeholder or an argument its own part."""
    site = routes.site_at(offset)
    if site is None:
        return None
    part = _placeholder_at(site, offset, routes) or _hole_at(site, offset) or _argument_at(site, offset, routes)
    if part is not None:
        return part
    if site.literal.touches(offset) or site.callee_span.touches(offset):
        span = site.literal if site.literal.touches(offset) else site.callee_span
        return Hover(span, "\n\n".join(_whole(site, routes)))
    return None


# A part --------------------------------------------------------------------------------------------------------------


def _placeholder_at(site: Site, offset: int, routes: Routes) -> Hover | None:
    if site.fills is Fills.NOTHING:
        return None
    for placeholder in placeholders(site):
        span = site.template.where(placeholder.start, placeholder.end)
        if span is not None and span.start <= offset < span.end:
            about = _about_placeholder(site, placeholder), explain_parameter(site, routes.apis, placeholder.name)
            return Hover(span, "\n\n".join(filter(None, about)))
    return None


def _about_placeholder(site: Site, placeholder: Placeholder) -> str:
    entry, origin = value_of(site, placeholder.name)
    place = "query" if placeholder.operator in ("?", "&") else "path"
    if entry is None:
        origin = "may be in what is unpacked" if site.values.open else "has no value"
        return f"`{{{placeholder.name}}}` · {place} · {origin}"
    return f"`{{{placeholder.name}}}` · {place} · `{words(entry.value)}` · {origin}"


def value_of(site: Site, name: str) -> tuple[Entry | None, str]:
    """What fills a placeholder, and where that comes from: the call, or the client's defaults."""
    entry = site.value(name)
    if entry is not None:
        return entry, "argument"
    default = default_of(site.client, name)
    return (default, "default") if default is not None else (None, "")


def default_of(client: Value | None, name: str) -> Entry | None:
    """A parameter that a chain of `.defaults(…)` sets, the latest first."""
    while isinstance(client, Thing):
        found = client.built.keywords.by_key.get(name)
        for given in client.built.positional:
            if found is None and isinstance(given.value, Table):
                found = given.value.by_key.get(name)
        if found is not None:
            return found
        client = client.parent
    return None


def _hole_at(site: Site, offset: int) -> Hover | None:
    for hole in site.route.holes:
        if hole.span is not None and hole.span.start <= offset < hole.span.end and site.literal.holds(hole.span):
            return Hover(hole.span, _about_hole(hole))
    return None


def _about_hole(hole: Hole) -> str:
    how = {"f": "put in as it is", "%": "put in by `%`", "format": "put in by `format`", "expand": "encoded"}
    return f"`{hole.expression}` · known when the code runs · {how.get(hole.form, 'joined on')}"


def _argument_at(site: Site, offset: int, routes: Routes) -> Hover | None:
    for entry, place in arguments_of(site):
        span = entry.key_span
        if span is not None and span.touches(offset) and site.span.holds(span):
            about = f"`{entry.key}` · {place} · `{words(entry.value)}`", explain_parameter(site, routes.apis, entry.key)
            return Hover(span, "\n\n".join(filter(None, about)))
    return None


def arguments_of(site: Site) -> Iterator[tuple[Entry, str]]:
    """Every named value that the call gives, and the part of the request where it goes."""
    names = {placeholder.name: placeholder for placeholder in placeholders(site)}
    for entry in site.values.entries:
        placeholder = names.get(entry.key)
        if placeholder is not None:
            yield entry, "query" if placeholder.operator in ("?", "&") else "path"
        elif site.shape is not None and site.shape.verb_in_url:
            yield entry, "query" if site.verb in ("GET", "HEAD") else "body"
        else:
            yield entry, "not sent"
    for value, place in ((site.query, "query"), (site.json, "body"), (site.data, "body"), (site.headers, "header")):
        for entry in value.entries if isinstance(value, Table) else ():
            yield entry, place


# The whole -----------------------------------------------------------------------------------------------------------


def _whole(site: Site, routes: Routes) -> Iterator[str]:
    ways = [
        other for other in routes.sites_in(site.span) if other.span == site.span and other.template is not site.template
    ]
    for each in (site, *ways):
        request = request_of(each)
        yield _block(request) if request is not None else f"`{each.verb or 'url'} {each.shown}`"
    table = _variables(site)
    if table:
        yield table
    operation = explain_operation(site, routes.apis)
    if operation:
        yield operation
    if site.client_name:
        yield f"{site.client_name}"


def _block(request: Request) -> str:
    lines = [f"{request.verb} {masked_url(request.url)}"]
    lines += [f"{name}: {value}" for name, value in masked_headers(request.headers).items()]
    if request.has_body:
        lines += ["", _body(request.body)]
    shown = "\n".join(lines).replace("```", "`\u200b``")
    error = f"\n\nNot sent: {request.error}" if request.error else ""
    return f"```http\n{shown}\n```{error}"


def _body(body: Any) -> str:
    shown = body if isinstance(body, str) else json.dumps(body, indent=2, ensure_ascii=False, default=str)
    return shown if len(shown) <= _LONGEST_BODY else shown[:_LONGEST_BODY] + " …"


def _variables(site: Site) -> str:
    """The template's variables with their values, and the unknown parts."""
    rows: list[tuple[str, str, str]] = []
    if site.fills is not Fills.NOTHING:
        for name in dict.fromkeys(placeholder.name for placeholder in placeholders(site)):
            entry, origin = value_of(site, name)
            rows.append((name, words(entry.value) if entry is not None else "", origin or "no value"))
    rows += [(hole.expression, "", "unknown") for hole in site.template.holes]
    if not rows:
        return ""
    lines = ["| variable | value | from |", "|---|---|---|"]
    lines += [
        f"| `{_cell(name)}` | {f'`{_cell(value)}`' if value else ''} | {origin} |" for name, value, origin in rows
    ]
    return "\n".join(lines)


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("`", "'")
