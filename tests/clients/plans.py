"""What the calls of each client are made of."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from tests.clients.generate import BASES, Plan, basic_auth, fields, plain_content, strict_query

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
    "niquests": replace(_REQUESTS, bases=BASES),
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
    "http.client": Plan(
        names=("request",), given=("content", "headers"), absolute=False, connects=True, own={"content": plain_content}
    ),
}
