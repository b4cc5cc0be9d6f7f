"""What the calls of each client are made of."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from tests.clients.generate import (
    BASES,
    Plan,
    basic_auth,
    fields,
    json_value,
    mapping,
    plain_content,
    plain_headers,
    plain_json,
    strict_query,
    token,
    variables,
)

_VERBS: Final = ("get", "post", "put", "patch", "delete", "head", "options", "request", "request")
_ALL: Final = ("query", "json", "data", "files", "headers", "cookies", "auth")
_HTTPX: Final = Plan(
    names=_VERBS,
    client=("query", "headers", "cookies", "auth"),
    given=(*_ALL, "content"),
    bases=BASES,
)

_REQUESTS: Final = Plan(names=_VERBS, client=("query", "headers", "cookies", "auth"), given=_ALL)

PLANS: Final[Mapping[str, Plan]] = {
    "httpx": _HTTPX,
    "httpx2": _HTTPX,
    "requests": _REQUESTS,
    "requests-toolbelt": replace(_REQUESTS, bases=BASES),
    "niquests": replace(_REQUESTS, bases=BASES, own={"headers": plain_headers}),
    "urllib3": Plan(
        names=("request",),
        client=("headers",),
        given=("data", "json", "content", "headers"),
        own={"data": fields, "content": plain_content},
    ),
    "aiohttp": Plan(
        names=_VERBS,
        client=("headers", "cookies", "auth"),
        given=("query", "json", "data", "headers", "cookies", "auth"),
        bases=[*(base for base in BASES if base.endswith("/")), *BASES],
        own={"query": strict_query, "auth": basic_auth},
    ),
    "urllib.request": Plan(names=("Request",), given=("content", "headers"), own={"content": plain_content}),
    "gidgethub": Plan(
        always_based=True,
        names=("getitem", "post", "put", "patch", "delete"),
        client=("token", "agent"),
        always=("agent",),
        given=("variables", "data", "headers", "accept", "token"),
        needs_data=True,
        bases=BASES,
        own={"data": json_value, "variables": variables, "token": token, "agent": token, "accept": token},
    ),
    "githubkit": Plan(
        always_based=True,
        names=("request",),
        client=("agent", "token"),
        given=("query", "json", "data", "files", "content", "headers", "cookies"),
        bases=BASES,
        own={"agent": token, "token": token, "json": plain_json},
    ),
    "PyGithub": Plan(
        always_based=True,
        names=("requestJsonAndCheck",),
        client=(),
        given=("query", "json", "headers"),
        bases=("http://@HOST@", "http://@HOST@/api/v3"),
        methods=("GET", "POST", "PUT", "PATCH", "DELETE", "get"),
        own={"query": mapping, "json": plain_json, "headers": plain_headers},
    ),
    "ghapi": Plan(
        always_based=True,
        names=("__call__",),
        client=("token",),
        given=("query", "json", "headers", "variables"),
        bases=("http://@HOST@",),
        own={"token": token, "variables": variables},
    ),
    "http.client": Plan(
        names=("request",), given=("content", "headers"), absolute=False, connects=True, own={"content": plain_content}
    ),
}
