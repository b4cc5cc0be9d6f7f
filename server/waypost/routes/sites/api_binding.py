"""Which API a request is for: by its address, by the settings, by a likely address, or by a guess."""

import re
from collections.abc import Iterator
from typing import Final

from waypost.apis import GITHUB, Apis, shape_of
from waypost.apis.by_address import AddressedPath, CalledApp
from waypost.apis.editions import VERSION_HEADER
from waypost.apis.shape import split_url
from waypost.routes.model.site import Site
from waypost.routes.model.values import MARK, KeyedValues, Text, Thing, Value
from waypost.routes.sites.default_addresses import default_address, default_of_client
from waypost.routes.sites.imports import names_of
from waypost.routes.sites.site_operation import BoundSite, address_of

# What precedes the path of a client that the settings name: the address, known or not.
_BEFORE_PATH: Final = re.compile(r"\A[\ue000-\uf8ff]+(?=/)")


def bound_site(site: Site, apis: Apis, *, guess: bool = False) -> BoundSite | None:
    """The API of a site, if one is known; with `guess`, also one for a route that is probably of it."""
    known = _served(site, apis) or _addressed(site, apis) or _bound(site, apis) or _likely(site, apis)
    marked = site.template.marked
    if known is None and guess and not split_url(marked)[0] and not MARK.match(marked) and address_of(site) is None:
        return _guessed(site, apis, marked)
    return known


def _served(site: Site, apis: Apis) -> BoundSite | None:
    """By the app that the client was made of, wherever it pretends to be."""
    called = called_by(site, apis)
    if called is None:
        return None
    origin, path = split_url(site.template.marked)
    path = path or "/"
    path = path if path[0] in "/?" or MARK.match(path) else f"/{path}"
    before = "" if origin or path[0] == "?" else called.before
    return BoundSite(site, AddressedPath(called.api, called.path(f"{before}{path}"), called.api.base), bound=True)


def called_by(site: Site, apis: Apis) -> CalledApp | None:
    """The app that a client was made of."""
    called = apis.apps.called_at(site.span) if apis.apps is not None and site.sure else None
    return called if called is not None and site.shape is not None and site.shape.client == called.client else None


def _addressed(site: Site, apis: Apis) -> BoundSite | None:
    """By the address that the request uses, certainly or as a default of it."""
    marked = site.template.marked
    origin, _ = split_url(marked)
    base = None if origin else address_of(site)
    if not origin and (base is None or MARK.match(marked)):
        return None
    url = marked if origin else f"{(base or '').rstrip('/')}/{marked.lstrip('/')}"
    return _at(site, apis, url, likely=site.by_default)


def _at(site: Site, apis: Apis, url: str, *, likely: bool = False) -> BoundSite | None:
    spot = apis.at(url, by_github=site.shape is not None and site.shape.base_url == GITHUB)
    if spot is None:
        return None
    version = _version_asked_for(site) if spot.edition is not None else None
    return BoundSite(site, spot.in_version(version) if version else spot, likely=likely)


def _version_asked_for(site: Site) -> str | None:
    """The version of GitHub's API that a header asks for, that of the call first; None if none is known to be sent."""
    for table in _headers_of(site):
        for entry in table.entries if isinstance(table, KeyedValues) else ():
            if entry.key.lower() == VERSION_HEADER:
                return entry.value.known if isinstance(entry.value, Text) else None
    return None


def _headers_of(site: Site) -> Iterator[Value]:
    if site.headers is not None:
        yield site.headers
    if "headers" in site.values.by_key:
        yield site.values.by_key["headers"].value
    place = site.record.constructor.headers
    client: Value | None = site.client
    while isinstance(client, Thing):
        given = client.built.at(*place) if place is not None else None
        if given is not None:
            yield given.value
        tables = (client.built.keywords, *(each.value for each in client.built.positional))
        for table in tables:
            if isinstance(table, KeyedValues) and "headers" in table.by_key:
                yield table.by_key["headers"].value
        client = client.parent


def _bound(site: Site, apis: Apis) -> BoundSite | None:
    """By the settings, which tie the client to a document whatever its address is."""
    if not apis.binds_clients or split_url(site.template.marked)[0]:
        return None
    path = _BEFORE_PATH.sub("", site.template.marked)
    spot = apis.bound_to(tuple(names_of(site.callee, apis.module, apis.imported)), f"/{path.lstrip('/')}")
    return BoundSite(site, _below_server(spot), bound=True) if spot is not None else None


def _below_server(spot: AddressedPath) -> AddressedPath:
    """The path without the path of the server's address, if the route includes that."""
    for server in spot.api.servers:
        before = split_url(server.url)[1].rstrip("/")
        if before and spot.path.startswith(f"{before}/") and not spot.api.fit(shape_of(spot.path)).operations:
            return spot._replace(path=spot.path[len(before) :])
    return spot


def _likely(site: Site, apis: Apis) -> BoundSite | None:
    """By an address that is only a default: `os.getenv("SHOP_URL", "https://shop.example")`."""
    base = default_of_client(site)
    marked = site.template.marked
    if base is not None and not MARK.match(marked):
        return _at(site, apis, f"{base.rstrip('/')}/{marked.lstrip('/')}", likely=True)
    default = default_address(site)
    if default is None or not marked[1:].startswith("/"):
        return None
    return _at(site, apis, f"{default.rstrip('/')}{marked[1:]}", likely=True)


def _guessed(site: Site, apis: Apis, marked: str) -> BoundSite | None:
    chosen = apis.likely()
    if chosen is None:
        return None
    base, api = chosen
    spot = AddressedPath(api, marked if marked.startswith("/") else f"/{marked}", base)
    known = BoundSite(site, spot, guessed=True)
    return known if known.operation is not None else None
