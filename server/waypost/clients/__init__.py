"""How each HTTP client is called and what it puts on the wire: one module per library, and one list of them all."""

from collections.abc import Mapping
from functools import cache
from typing import Final

from waypost.clients import (
    aiohttp,
    anyone,
    canvasapi,
    discord,
    docker,
    ghapi,
    gidgethub,
    githubkit,
    hikari,
    http_client,
    httpx,
    httpx2,
    hvac,
    locust,
    niquests,
    octokit,
    pygithub,
    requests,
    stainless,
    toolbelt,
    tornado,
    uritemplate,
    urllib3,
    urllib_request,
    waypost,
)
from waypost.clients.client import Behaviour, Client, Constructor
from waypost.clients.shape import VERBS, At, Fills, Shape, Slash, verb_of

__all__ = [
    "CLIENTS",
    "NOBODY",
    "VERBS",
    "At",
    "Behaviour",
    "Client",
    "Constructor",
    "Fills",
    "Shape",
    "Slash",
    "client_named",
    "client_of",
    "packages",
    "verb_of",
]

# The first match wins: hikari's files may mention Discord, and calls that only look like requests come last.
CLIENTS: Final[tuple[Client, ...]] = tuple(
    module.CLIENT
    for module in (
        waypost,
        octokit,
        gidgethub,
        githubkit,
        pygithub,
        ghapi,
        httpx,
        httpx2,
        requests,
        toolbelt,
        niquests,
        aiohttp,
        tornado,
        urllib_request,
        urllib3,
        http_client,
        uritemplate,
        stainless,
        docker,
        hvac,
        canvasapi,
        locust,
        hikari,
        discord,
        anyone,
    )
)
# The client of a call that no record matches.
NOBODY: Final = anyone.CLIENT


@cache
def _by_name() -> Mapping[str, Client]:
    return {client.name: client for client in CLIENTS}


def client_named(name: str) -> Client | None:
    return _by_name().get(name)


@cache
def packages() -> Mapping[str, Client]:
    """The clients by the names of their packages."""
    return {client.package: client for client in CLIENTS if client.package}


def client_of(shape: Shape | None) -> Client:
    """The client of a call; one from the settings behaves like the client that its `like` names."""
    if shape is None:
        return NOBODY
    return _by_name().get(shape.like or shape.client, NOBODY)
