"""Calls that look like requests, whatever the client."""

from typing import Any, Final

from waypost.clients.bodies import encode_plus, form
from waypost.clients.call import ClientCall, MoreEntries, SentBody, SentRequest, StandIn
from waypost.clients.client import Client
from waypost.clients.encode import FORM, joined, percent
from waypost.clients.shape import VERB_METHODS, At, Shape, each, with_keywords

# Behaviour -----------------------------------------------------------------------------------------------------------

# Characters that clients do not encode in a URL; braces are placeholders that something fills later.
_SAFE: Final = "!#$%&'()*+,/:;=?@[]~{}"


def send(call: ClientCall) -> SentRequest:
    """The request as most clients would send it: nothing is refused, and the host may be missing."""
    url, base = call.url, call.client.get("base") or ""
    address = url if "://" in url or not base else f"{base.rstrip('/')}/{url.lstrip('/')}"
    address = percent(address.partition("#")[0].strip(), _SAFE)
    query = _query(call.given.get("query"))
    address += (("&" if "?" in address else "?") + query) if query else ""
    headers = [*_headers(call.client.get("headers")), *_headers(call.given.get("headers"))]
    body, content_type = _body(call)
    if content_type and not any(name == "content-type" for name, _ in headers):
        headers.append(("content-type", content_type))
    return SentRequest(call.method, address, tuple(headers), body)


def _query(values: Any) -> str:
    if isinstance(values, str):
        return values
    return joined(_pairs(values), encode_plus)


def _pairs(values: Any) -> list[tuple[str, str]]:
    items = values.items() if isinstance(values, dict) else values if isinstance(values, list) else ()
    flat = ((item[0], item[1]) for item in items if isinstance(item, list | tuple) and len(item) == 2)  # noqa: PLR2004
    return [
        (name if isinstance(name, MoreEntries) else str(name), "" if isinstance(name, MoreEntries) else str(each))
        for name, value in flat
        for each in (value if isinstance(value, list) else [value])
        if each is not None or isinstance(name, MoreEntries)
    ]


def _headers(values: Any) -> list[tuple[str, str]]:
    if isinstance(values, StandIn):
        return [(values, "")]
    return [(name if isinstance(name, MoreEntries) else name.lower(), value) for name, value in _pairs(values)]


def _body(call: ClientCall) -> tuple[SentBody | None, str]:
    json, data = call.given.get("json"), call.given.get("data")
    if json is not None:
        return SentBody(json, None, "json"), "application/json"
    if isinstance(data, dict):
        return form(_pairs(data)), FORM
    return (SentBody(data, None, "unknown"), "") if data is not None else (None, "")


def _sending(callees: tuple[str, ...], url: At, verb: At | None = None) -> Shape:
    shape = Shape(client="", callees=callees, url=url, verb=verb, sure=False)
    return with_keywords(shape, "params json data headers")


CLIENT = Client(
    name="",
    shapes=(
        # Verb and URL next to each other.
        _sending(
            callees=each(
                "*.",
                "request _request arequest perform_request api_request async_request make_request _make_request",
            ),
            verb=At(0, "method"),
            url=At(1, "url"),
        ),
        # Both by keyword: `path=` and `method=`, `resource_path=` and `method=`.
        *(
            Shape(
                client="",
                callees=each("*.", "request _request param_serialize HttpRequest call_endpoint"),
                verb=At(None, "method"),
                url=At(None, name),
                query=At(None, query),
                json=At(None, "body"),
                headers=At(None, headers),
                sure=False,
            )
            for name, query, headers in (
                ("path", "query", "headers"),
                ("resource_path", "query_params", "header_params"),
                ("endpoint", "query", "headers"),
                ("url", "query", "headers"),
            )
        ),
        # The verb is the method's name, on a receiver that only a client has.
        _sending(
            callees=(
                *each("*.", "_get _post _put _patch _delete _head _get_api_list _post_json"),
                *each("*.", "http_get http_list http_post http_put http_patch http_delete"),
                *each("*.http. *._http. *._adapter. *._session. *.http_client. *._http_client.", VERB_METHODS),
            ),
            url=At(0, "url"),
        ),
    ),
)
