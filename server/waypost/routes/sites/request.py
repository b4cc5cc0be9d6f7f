"""The request that a call will make, by the rules of its client. Unknown values are shown by name.

Waypost's own calls go through the builder itself, the others through the record of their client, which is tested
against the real one.
"""

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any, Final

from waypost.apis import GITHUB
from waypost.apis.shape import split_url
from waypost.clients.anyone import send as send_likely
from waypost.clients.call import ClientCall, LibraryObject, Loss, RefusedCall, SentBody, SentRequest
from waypost.clients.client import Send
from waypost.core.endpoint import endpoint
from waypost.core.errors import RouteError
from waypost.core.preview import FIRST, Preview
from waypost.core.types import Endpoint
from waypost.routes.model.site import Site
from waypost.routes.model.stand_ins import is_known, table, text
from waypost.routes.model.values import (
    NONE,
    Arguments,
    Constant,
    Hole,
    KeyedValue,
    KeyedValues,
    Part,
    Row,
    Text,
    TextPiece,
    Thing,
    Unknown,
    Value,
)
from waypost.routes.sites.client_call import client_call, with_possible_headers
from waypost.routes.sites.part_origins import defaults_are_open, value_of
from waypost.routes.sites.placeholders import placeholders
from waypost.routes.sites.site_operation import address_of
from waypost.shown.secrets import NO_SECRETS, Secrets, masked_data, masked_header, masked_names, masked_text

# A part of a multipart body, with its name.
_PART: Final = re.compile(r'(name="([^"]*)"[^\r]*+(?:\r\n[^\r]++)*\r\n\r\n)(.*?)(?=\r\n--)', re.DOTALL)
# The name of what is not known.
_NAMED: Final = re.compile(r"\{([^{}]+)\}")
# Before a base address that begins with an unknown value: the builder wants a scheme, which that value may bring along.
_ASSUMED: Final = "https://\U0010ffff"
_PROFILE_OPTIONS: Final = {"base_url": "baseUrl", "vendor": "vendor", "version": "version"}
# What the builder reads itself, so no stand-in can pass through it.
_READ_OPTIONS: Final = ("headers", "mediaType", "method")


@dataclass(frozen=True)
class Request:
    """The request that is sent. `error` is the reason if the builder or the client refuses to send it."""

    verb: str
    url: str
    headers: Mapping[str, str] = field(default_factory=dict)
    body: Any = None
    has_body: bool = False
    # "json", "form", "multipart", "raw" or "unknown".
    kind: str = "json"
    # The bytes of the body, if they are known and not UTF-8.
    octets: bytes | None = None
    error: str = ""
    # Whether the client refuses, not the builder.
    refused: bool = False
    # What is given but not sent.
    lost: tuple[Loss, ...] = ()
    # Whether its base address is the client's default, although another one may be set where it cannot be seen.
    assumes_base: bool = False
    # Whether it is free of stand-ins, and every release that may be in use sends it.
    known: bool = False
    # The secrets among the values that it is made of.
    secrets: Secrets = field(default=NO_SECRETS, compare=False, repr=False)
    # What other releases that may be in use send instead, each with the words that name them.
    others: tuple[tuple[str, "Request"], ...] = ()

    @property
    def line(self) -> str:
        return f"{self.verb} {self.url}".strip()

    def masked(self) -> "Request":
        """The request as anybody may see it. An unknown value is not a secret: `token {token}` stays."""
        own = self.secrets.masked
        headers = (masked_header(name, own(value)) for name, value in self.headers.items())
        named = dict(zip(masked_names(map(own, self.headers)), headers, strict=True))
        error = masked_text(own(self.error))
        return replace(
            self,
            url=masked_text(self.secrets.masked_url(self.url)),
            headers=named,
            body=self._masked_body(),
            error=error,
        )

    def _masked_body(self) -> Any:
        body = self.secrets.masked(self.body)
        return (
            _PART.sub(_masked_part, body) if self.kind == "multipart" and isinstance(body, str) else masked_data(body)
        )


def _masked_part(part: re.Match[str]) -> str:
    """The part `client_secret` without its value."""
    return f"{masked_text(part[1])}{masked_data(part[3], part[2])}"


def request_of(site: Site, preview: type[Preview] = Preview) -> Request | None:
    """The request of a site; None for a helper, which sends nothing, and for a string without a client."""
    if site.shape is None or site.shape.helper:
        return None
    if site.record.builds:
        return replace(_built(site, preview), secrets=site.secrets)
    ways: list[Send | None] = [each.send for each in site.behaviours]
    newest, *older = [replace(_request(site, preview, each), secrets=site.secrets) for each in ways or [None]]
    others = tuple(
        (f"{site.record.package} before {'.'.join(map(str, newer.since))}", other)
        for newer, other in zip(site.behaviours, older, strict=False)
        if other != newest
    )
    return replace(newest, others=others, known=newest.known and not others) if others else newest


def may_lose(site: Site) -> bool:
    """Whether a release of the client may drop or refuse something of a call: cheaper than the requests themselves."""
    if site.shape is None or site.shape.helper:
        return False
    sends: list[Send | None] = [each.send for each in site.behaviours]
    return any(_may_lose(site, send) for send in sends or [None])


def _may_lose(site: Site, given: Send | None) -> bool:
    try:
        call, send = _prepared(site, Preview(endpoint), given)
        return bool(send(call).lost)
    except RefusedCall:
        return True
    except (RouteError, UnicodeEncodeError):
        return False


def _request(site: Site, preview: type[Preview], send: Send | None) -> Request:
    try:
        return _sent(site, preview(endpoint), send)
    except RouteError as error:
        return Request(site.verb, site.shown, error=error.message)
    except RefusedCall as refusal:
        if send is not send_likely and (site.arguments.open or site.arguments.keywords.open):
            # What else it is given may be what is missing.
            return _request(site, preview, send_likely)
        return Request(site.verb, _meant(site, preview(endpoint)), error=str(refusal), refused=True)
    except UnicodeEncodeError:  # as the client itself would fail
        return Request(site.verb, site.shown, error="Half of a surrogate pair cannot be sent: UTF-8 cannot encode it.")


# Waypost's own -------------------------------------------------------------------------------------------------------


def builder_of(client: Value | None, preview: Preview) -> Endpoint:
    """The builder that a chain of `.defaults(…)` and `.for_api(…)` returns, as far as it is known.

    Raises RouteError if there is none.
    """
    if not isinstance(client, Thing) or client.parent is None:
        return endpoint
    options = _options(client.built, preview)
    if {"vendor", "baseUrl"} <= options.keys():
        return endpoint.for_api(**{name: options[key] for name, key in _PROFILE_OPTIONS.items() if key in options})
    parent = builder_of(client.parent, preview)
    return parent.defaults(**options) if options else parent


def _options(arguments: Arguments, preview: Preview) -> dict[str, Any]:
    """The options that a mapping and keywords give."""
    options: dict[str, Any] = {}
    for entry in arguments.positional:
        if isinstance(entry.value, KeyedValues):
            options |= table(entry.value, preview)
    options |= table(arguments.keywords, preview)
    for name, option in (("base_url", "baseUrl"), ("media_type", "mediaType")):
        if name in options:
            options[option] = options.pop(name)
    base = options.get("baseUrl")
    if isinstance(base, str) and ord(base[:1] or " ") >= FIRST:
        options["baseUrl"] = _ASSUMED + base
    unknown = {name for name in _READ_OPTIONS if isinstance(value := options.get(name), str) and value >= chr(FIRST)}
    return {name: value for name, value in options.items() if name not in unknown}


def route_and_options(site: Site, preview: Preview) -> tuple[str, dict[str, Any]]:
    """The arguments of the builder's call."""
    rest = Arguments(site.arguments.positional[1:], site.arguments.keywords)
    return text(site.route, preview), _options(rest, preview)


def preview_of(site: Site) -> Preview | None:
    """The site's own builder with its stand-ins, which are created while its defaults are read; None if it has none."""
    preview = Preview(endpoint)
    try:
        preview.builder = builder_of(site.client, preview)
    except RouteError:
        return None
    return preview


def _built(site: Site, kind: type[Preview]) -> Request:
    preview = kind(endpoint)
    try:
        preview.builder = builder_of(site.client, preview)
        route, options = route_and_options(site, preview)
        # The builder wants a verb; the rest is what it is with the one that most have.
        route = route if site.verb else f"GET {text(site.template, preview)}"
        made = preview.request(route, dict(_perhaps_given(site, preview)) | options)
    except RouteError as error:
        return Request(site.verb, site.shown, error=preview.show(error.message))
    is_open = "method" in site.values.by_key.keys() - options.keys()
    return Request(
        made["method"].upper() if site.verb and not is_open else "{method}",
        made["url"].removeprefix(_ASSUMED),
        made["headers"],
        made.get("body"),
        "body" in made,
        known=site.route.known is not None and is_known(site.values),
        assumes_base=_assumes_default(site, made["url"]),
    )


def _perhaps_given(site: Site, preview: Preview) -> Iterator[tuple[str, str]]:
    """The placeholders that only options which are not seen may fill."""
    if not (site.values.open or defaults_are_open(site.client)):
        return
    for each in placeholders(site):
        if value_of(site, each.name)[0] is None:
            name = each.name
            yield name, preview.unknown(f"{{{name}}}") if each.needed else preview.perhaps(f"{{{name}?}}")


def _assumes_default(site: Site, url: str) -> bool:
    """Whether the builder's address is used although options that are not known may have another one."""
    is_relative = not split_url(site.template.marked)[0]
    return site.record.is_builder and is_relative and address_of(site) is None and url.startswith(GITHUB)


# Other clients -------------------------------------------------------------------------------------------------------


def _sent(site: Site, preview: Preview, send: Send | None) -> Request:
    """The request that the client sends for the call."""
    call, send = _prepared(site, preview, send)
    shown = _shown(with_possible_headers(send(call), call, send), site, preview, call.url)
    return replace(shown, assumes_base=_assumes_base(site, call, shown.url))


def _prepared(site: Site, preview: Preview, send: Send | None) -> tuple[ClientCall, Send]:
    """The call as its client sees it, and what sends it."""
    call = client_call(site, preview)
    send = send if _can_be_sent(call, site) else send_likely
    # If the verb is not known, the rest is that of a call with or without a body.
    stands_for = call.method or ("POST" if {"json", "data", "content", "files"} & call.given.keys() else "GET")
    return replace(call, method=stands_for), send or send_likely


def _assumes_base(site: Site, call: ClientCall, sent: str) -> bool:
    """Whether a client that was made where that cannot be seen may have been given another address."""
    place, client = site.record.constructor.base, site.client
    assumed = site.shape.base_url if site.shape is not None else ""
    own_address = "/".join(call.url.split("/")[:3]) if "://" in call.url else ""
    if place is None or not assumed or call.client.get("base") != assumed:
        return False
    if own_address and sent.startswith(own_address):
        return False
    return client is None or (client.built.at(*place) is None and (not client.whole or client.built.keywords.open))


def _meant(site: Site, preview: Preview) -> str:
    """The URL of a call that its client refuses, as others would send it."""
    with suppress(RouteError, RefusedCall, UnicodeEncodeError):
        call = client_call(site, preview)
        return _shown(send_likely(replace(call, given={})), site, preview, call.url).url
    return site.shown


def _can_be_sent(call: ClientCall, site: Site) -> bool:
    """An object that was created elsewhere may have been given an address since."""
    url = call.url
    has_base = bool({"base", "host"} & call.client.keys()) or (site.shape is not None and bool(site.shape.base_url))
    return "://" in url or has_base or site.client is None


def _shown(sent: SentRequest, site: Site, preview: Preview, given: str) -> Request:
    """A request with its unknown values by their names."""
    body, arguments = sent.body, site.arguments
    sent = replace(sent, url=_as_far_as_known(sent.url, given))
    shown = sent.url, list(sent.headers), _body_data(body) if body is not None else None
    headers: dict[str, str] = {}
    for name, value in sent.headers:
        headers[name] = f"{headers[name]}, {value}" if name in headers else value
    return Request(
        sent.method if site.verb else "{method}",
        preview.show(sent.url),
        preview.show(headers),
        preview.show(shown[2]),
        body is not None,
        body.kind if body is not None else "",
        octets=_octets(body.content if body is not None else None),
        lost=sent.lost,
        known=preview.show(shown) == shown and bool(site.verb) and not arguments.open and not arguments.keywords.open,
    )


def _octets(content: bytes | None) -> bytes | None:
    try:
        (content or b"").decode()
    except UnicodeDecodeError:
        return content
    return None


def _as_far_as_known(sent: str, given: str) -> str:
    """The URL without the slash that a client adds after a host: an unknown address may include a path."""
    address = given.partition("?")[0].partition("://")[2]
    if "/" in address or not any(ord(each) >= FIRST for each in address):
        return sent
    bare, sign, query = sent.partition("?")
    return bare.removesuffix("/") + sign + query


def _body_data(body: SentBody) -> Any:
    """A body for display: plain data as it is, anything else as the text that is sent."""
    if body.kind == "multipart":
        return body.text
    if isinstance(body.data, LibraryObject):
        return body.data.arguments[-1] if body.data.arguments else ""  # what an open file holds
    if isinstance(body.data, bytes):
        return body.data.decode("utf-8", "backslashreplace")
    return body.data


def base_of(site: Site) -> str:
    """The known address before a relative URL; empty if it is not known, or there is none."""
    if site.shape is None:
        return ""
    preview = preview_of(site) if site.record.builds else Preview(endpoint)
    if preview is None:
        return ""
    given = preview.builder.DEFAULTS["baseUrl"] if site.record.builds else client_call(site, preview).client.get("base")
    base = str(given or "")
    return base if preview.show(base) == base else ""


# What others are given of it -----------------------------------------------------------------------------------------


def part_of(request: Request, name: str) -> Value:
    """A part of a request that was built, as a value: the keywords of Python's clients are of these."""
    match name:
        case "method":
            return _value(request.verb, request)
        case "url":
            return _value(request.url, request)
        case "headers":
            return _value(dict(request.headers), request)
        case "body" if request.has_body:
            return _value(request.body, request)
        case "content" if request.has_body:
            body = request.body
            text_of_it = body if isinstance(body, str) else json.dumps(body, ensure_ascii=False, separators=(",", ":"))
            return _value(text_of_it, request)
    return NONE


def _value(data: Any, request: Request) -> Value:
    """Plain data as a value, with a hole for each name that stands for what is not known."""
    if isinstance(data, str):
        pieces = [data] if request.known else _NAMED.split(data)
        parts: list[Part] = []
        for index, piece in enumerate(pieces):
            if index % 2:
                parts.append(Hole(Unknown(piece), piece, None, "f"))
            else:
                found = (each for each in request.secrets.apart(piece) if each[0])
                parts += (TextPiece(shown, None, verbatim=False, secret=is_secret) for shown, is_secret in found)
        return Text(tuple(parts))
    if isinstance(data, Mapping):
        return KeyedValues(tuple(KeyedValue(str(key), _value(each, request)) for key, each in data.items()))
    if isinstance(data, list | tuple):
        return Row(tuple(_value(each, request) for each in data))
    return Constant(data) if data is None or isinstance(data, bool | int | float) else Unknown("body")
