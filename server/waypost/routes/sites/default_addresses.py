"""The address that a request has unless another is given: `self.base = base_url or "https://api.example"`."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final, TypeAlias

from waypost.apis.shape import split_url
from waypost.routes.model.site import Site
from waypost.routes.model.values import Hole, Text, Unknown, Value, address_in, options_of
from waypost.shown.secrets import masked_text
from waypost.text import Span

# What two forms of one request have in common: a place, a client and a verb.
_Place: TypeAlias = tuple[Span, str, str]
# A path of which something is known, after an address.
_PATH: Final = re.compile(r"/(?:[^{]|\{[^{}]*\})*?\w")
_ADDRESS: Final = re.compile(r"https?://[^{}]+\Z")


def with_default_addresses(sites: Iterable[Site]) -> Iterator[Site]:
    """The sites, without those that have an address where another one has something unknown, and are equal otherwise.

    That one keeps the address as a default, if there is only one.
    """
    places: dict[_Place, list[Site]] = {}
    for site in sites:
        places.setdefault((site.span, site.client_name, site.verb), []).append(site)
    for group in places.values():
        yield from _merged(group) if len(group) > 1 else group


def default_address(site: Site) -> str | None:
    """The address that a request has unless another is given: at the start of its URL, or to its client."""
    if split_url(site.template.marked)[0]:
        return None
    match site.template.parts:
        case [Hole(value=Unknown(datum=True) as value)]:
            return default_in(value)
        case [Hole(value=value), *_] if found := default_in(value):
            return found
    return default_of_client(site)


def default_of_client(site: Site) -> str | None:
    """The base URL of a relative route, unless the client is given another one."""
    place = site.shape.base if site.shape is not None else None
    client = site.client
    if client is None or site.record.builds:
        return None
    given = (client.built.at(*place) if place is not None else None) or client.built.at(None, "base_url")
    return default_in(given.value) if given is not None else None


def shown_default(site: Site) -> str:
    """The same without secrets; empty if there is none."""
    return masked_text(site.secrets.masked(default_address(site) or ""))


def default_in(value: Value) -> str | None:
    """The one known address among the values that one may have."""
    options = options_of(value)
    found = {each.default if isinstance(each, Unknown) else address_in(each) for each in options}
    found = set(filter(_ADDRESS.match, found))
    is_sure = all(isinstance(each, Text) for each in options)
    return found.pop() if len(found) == 1 and not is_sure else None


def _merged(group: Sequence[Site]) -> Sequence[Site]:
    sites: list[Site] = []
    known: set[str] = set()
    # A branch may have hundreds of forms.
    shown = {site.template.shown() for site in group}
    for site in group:
        path = _after_first(site)
        addresses = {address for each in shown if (address := _address_in(each, path))} if path else set()
        address = addresses.pop() if len(addresses) == 1 else ""
        sites.append(_with_default(site, address) if address else site)
        known |= {f"{address}{path}"} if address else set()
    kept = [site for site in sites if site.template.shown() not in known] if known else sites
    return kept if len(kept) > 1 else [replace(kept[0], alternative=False)]


def _address_in(shown: str, path: str) -> str:
    """The address that one URL has that another one has something unknown for before a path, or nothing."""
    address = shown.removesuffix(path)
    return address if address != shown and _ADDRESS.match(address) else ""


def _after_first(site: Site) -> str:
    """The path after the unknown value that a URL starts with, if something of it is known."""
    first = next(iter(site.template.parts), None)
    if not isinstance(first, Hole) or not isinstance(first.value, Unknown) or first.value.default:
        return ""
    path = Text(site.template.parts[1:]).shown()
    return path if _PATH.match(path) else ""


def _with_default(site: Site, address: str) -> Site:
    first, *rest = site.template.parts
    assert isinstance(first, Hole)
    assert isinstance(first.value, Unknown)
    known = replace(first, value=replace(first.value, default=address))
    return replace(site, template=Text((known, *rest), site.template.span))
