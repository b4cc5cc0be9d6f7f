"""A parameter's places: the placeholder in the route, the argument of the call, the client's defaults."""

from collections.abc import Iterator, Sequence
from enum import Enum, auto
from keyword import iskeyword
from typing import NamedTuple

from waypost.clients.shape import Fills
from waypost.results import Edit, Location
from waypost.routes.model.site import Site
from waypost.routes.model.values import KeyedValue, KeyedValues, Thing, Value
from waypost.routes.sites.file_sites import Routes
from waypost.routes.sites.placeholders import placeholders
from waypost.routes.sites.site_operation import written_name
from waypost.text import Span


class Role(Enum):
    """What the name of a parameter is part of, at one of its places."""

    PLACEHOLDER = auto()
    QUERY = auto()
    ARGUMENT = auto()
    DEFAULT = auto()


class Use(NamedTuple):
    """One place where a parameter is named."""

    name: str
    span: Span
    role: Role
    # A keyword of a call must be an identifier.
    keyword: bool = False


def uses_of(site: Site, source: bytes) -> list[Use]:
    """Every place in the document where the parameters of a call are named."""
    return list(dict.fromkeys((*_in_route(site), *_in_call(site, source), *_in_defaults(site.client, source))))


def use_at(routes: Routes, offset: int) -> tuple[Site, Use] | None:
    """The parameter under the cursor, and a call that has it; for a client's defaults the call may be anywhere."""
    source = routes.document.source
    for site in routes.sites_in(Span.at(offset)):
        for use in uses_of(site, source):
            if use.span.touches(offset):
                return site, use
    for site in _each_client(routes):
        for use in _in_defaults(site.client, source):
            if use.span.touches(offset):
                return site, use
    return None


def _each_client(routes: Routes) -> Iterator[Site]:
    """One call for each client with defaults."""
    seen: set[int] = set()
    for site in routes.sites():
        if isinstance(site.client, Thing) and id(site.client) not in seen:
            seen.add(id(site.client))
            yield site


def same_uses(routes: Routes, site: Site, use: Use) -> list[Use]:
    """Every place of the parameter, in the order of the text; calls that share a default share the parameter."""
    source = routes.document.source
    found = {each for each in uses_of(site, source) if each.name == use.name}
    defaults = {each.span for each in found if each.role is Role.DEFAULT}
    if defaults:
        for other in routes.sites():
            theirs = {each for each in uses_of(other, source) if each.name == use.name}
            if defaults & {each.span for each in theirs}:
                found |= theirs
    return sorted(found, key=lambda each: each.span)


def definition_at(routes: Routes, offset: int) -> Sequence[Location]:
    """From a placeholder to its value, and from the value to the placeholder."""
    found = use_at(routes, offset)
    if found is None:
        return ()
    site, use = found
    others = [each for each in uses_of(site, routes.document.source) if each.name == use.name]
    wanted = (
        (Role.ARGUMENT, Role.DEFAULT) if use.role in (Role.PLACEHOLDER, Role.QUERY) else (Role.PLACEHOLDER, Role.QUERY)
    )
    targets = [each for role in wanted for each in others if each.role is role]
    return [Location(each.span) for each in targets[:1] or ([use] if len(others) > 1 else [])]


def renamable_at(routes: Routes, offset: int) -> Span | None:
    """The name under the cursor, if the code may choose it: a name that is sent belongs to the API."""
    found = use_at(routes, offset)
    if found is None:
        return None
    site, use = found
    roles = {each.role for each in same_uses(routes, site, use)}
    return use.span if Role.PLACEHOLDER in roles and Role.QUERY not in roles else None


def rename_at(routes: Routes, offset: int, name: str) -> Sequence[Edit]:
    """Rename a parameter at all its places."""
    found = use_at(routes, offset)
    if found is None or renamable_at(routes, offset) is None:
        raise ValueError("There is no parameter to rename here: names that are sent belong to the API.")
    site, use = found
    places = same_uses(routes, site, use)
    _check(name, places, site, routes)
    return [Edit(each.span, name) for each in places]


def _check(name: str, places: Sequence[Use], site: Site, routes: Routes) -> None:
    if not name.replace(".", "_").isidentifier() or name.isdecimal():
        raise ValueError(f"`{name}` is not a valid name of a placeholder.")
    if any(each.keyword for each in places) and (not name.isidentifier() or iskeyword(name)):
        raise ValueError(f"`{name}` cannot be the keyword of an argument.")
    if any(each.name == name for each in uses_of(site, routes.document.source)):
        raise ValueError(f"The call already has a parameter `{name}`.")
    if site.values.open and all(each.role is Role.PLACEHOLDER for each in places):
        raise ValueError("The value comes from an unpacked argument, so its name there is not known.")


def _in_route(site: Site) -> Iterator[Use]:
    if site.fills is Fills.NOTHING:
        return
    for each in placeholders(site):
        span = site.template.where(each.name_start, each.name_end)
        if span is not None and not each.name.isdecimal():
            yield Use(each.name, span, Role.QUERY if each.operator in ("?", "&") else Role.PLACEHOLDER)


def _in_call(site: Site, source: bytes) -> Iterator[Use]:
    for entry in site.values.entries:
        span = _name_span(entry, source)
        if span is not None and site.span.holds(span):
            yield Use(entry.key, span, Role.ARGUMENT, keyword=span == entry.key_span)


def _in_defaults(client: Value | None, source: bytes) -> Iterator[Use]:
    while isinstance(client, Thing):
        tables = [client.built.keywords, *(entry.value for entry in client.built.positional)]
        for entry in (entry for table in tables if isinstance(table, KeyedValues) for entry in table.entries):
            span = _name_span(entry, source)
            if span is not None:
                yield Use(entry.key, span, Role.DEFAULT, keyword=span == entry.key_span)
        client = client.parent


def _name_span(entry: KeyedValue, source: bytes) -> Span | None:
    return written_name(entry.key_span, entry.key, source) if entry.key_span is not None else None
