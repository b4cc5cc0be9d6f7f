"""Turns merged options into a request. Stateless: the same options always give the same request."""

from collections.abc import Mapping
from typing import Any, Final

from waypost.core import options as check
from waypost.core.assembly import expanded
from waypost.core.errors import RouteError
from waypost.core.media import amended
from waypost.core.profile import Profile
from waypost.core.query import with_query
from waypost.core.route import QUERY_VERBS, check_verb, kind
from waypost.core.span import CharSpan
from waypost.core.types import EndpointOptions
from waypost.core.url import compile_url

JSON: Final = "application/json; charset=utf-8"


def parsed(options: object, profile: Profile) -> EndpointOptions:
    """The request that merged `options` describe."""
    if not isinstance(options, Mapping):
        raise RouteError(f"The merged options are {kind(options)}; they must be a mapping, as `merge` returns it.")
    method = check_verb(options.get("method", "GET"), "", CharSpan(0, 0)).lower()
    url = compile_url(check.url(options.get("url")))
    parameters = {name: value for name, value in options.items() if name not in check.OPTIONS}
    headers = sent_headers(options, profile)
    address = expanded(url, parameters)
    if not url.absolute:
        address = joined(check.base_url(options.get("baseUrl")), address)
    rest = {name: value for name, value in parameters.items() if name not in url.names}
    if method in QUERY_VERBS:
        result: EndpointOptions = {"method": method, "url": with_query(address, rest), "headers": headers}
    else:
        result = {"method": method, "url": address, "headers": headers}
        _add_body(result, rest)
    if options.get("request") is not None:
        result["request"] = options["request"]
    return result


def joined(base: str, path: str) -> str:
    """Base and path with one slash between them; another one is an empty segment, which leads elsewhere than none."""
    return f"{base.rstrip('/')}/{path.removeprefix('/')}"


def sent_headers(options: Mapping[str, Any], profile: Profile) -> dict[str, str]:
    """The headers of merged options, with what the media type makes of `accept`."""
    given = check.headers(options.get("headers"))
    headers = {name: value for name, value in given.items() if value is not None}
    media_type = check.whole_media_type(options.get("mediaType"))
    if media_type["previews"] or "accept" in headers:
        headers["accept"] = amended(headers.get("accept", ""), media_type["format"], media_type["previews"], profile)
    return headers


def _add_body(result: EndpointOptions, rest: dict[str, Any]) -> None:
    """The body: `data` as it is; without it, the parameters that are left."""
    if "data" in rest:
        result["body"] = rest["data"]
    elif rest:
        result["body"] = rest
    else:
        return
    result["headers"].setdefault("content-type", JSON)
