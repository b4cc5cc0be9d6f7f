"""The request that a call will make, by the rules of its client. What it is not known yet is shown by name.

Waypost's own calls go through the builder itself. For the others the address, the expansion of templates and the
encoding of queries follow what each client does; tests compare them with what the clients send.
"""

import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any, Final
from urllib.parse import quote, quote_plus, urljoin

from waypost.clients.shape import Fills
from waypost.core.endpoint import endpoint
from waypost.core.errors import RouteError
from waypost.core.preview import Preview
from waypost.core.types import Endpoint
from waypost.core.url import expand
from waypost.render.secrets import masked_data, masked_header, masked_url
from waypost.routes.evaluate import strings
from waypost.routes.evaluate.limits import TooMuchError
from waypost.routes.model.site import Site
from waypost.routes.model.stand_ins import is_known, plain, table, text
from waypost.routes.model.values import Arguments, KeyedValue, KeyedValues, Text, Thing, Value

# What clients leave as it is in a url that they are given; anything else is percent-encoded.
_SAFE_IN_URL: Final = "!#$%&'()*+,/:;=?@[]~"
_ABSOLUTE: Final = re.compile(r"https?://", re.IGNORECASE)
_JSON: Final = {"gidgethub": "application/json; charset=utf-8"}
_PROFILE_OPTIONS: Final = ("base_url", "vendor", "version")


@dataclass(frozen=True)
class Request:
    """What is sent. `error` is the builder's refusal, if it refuses."""

    verb: str
    url: str
    headers: Mapping[str, str] = field(default_factory=dict)
    body: Any = None
    has_body: bool = False
    form: bool = False
    error: str = ""
    # Nothing in it is a stand-in.
    known: bool = False

    @property
    def line(self) -> str:
        return f"{self.verb} {self.url}".strip()

    def masked(self) -> "Request":
        """The same as anybody may see it. What is not known is no secret: `token {self.token}` stays."""
        headers = {name: masked_header(name, value, names=True) for name, value in self.headers.items()}
        return replace(
            self, url=masked_url(self.url, names=True), headers=headers, body=masked_data(self.body, names=True)
        )


def request_of(site: Site) -> Request | None:
    """The request of a site; None for a helper, which sends nothing, and for a string that no client takes."""
    if site.shape is None or site.shape.helper:
        return None
    if site.record.builds:
        return _built(site)
    try:
        return _assembled(site)
    except RouteError as error:
        return Request(site.verb, site.shown, error=error.message)
    except UnicodeEncodeError:  # as the client itself would fail
        return Request(site.verb, site.shown, error="Half of a surrogate pair cannot be sent: UTF-8 cannot carry it.")


# Waypost's own -------------------------------------------------------------------------------------------------------


def builder_of(client: Value | None, preview: Preview) -> Endpoint:
    """The builder that a chain of `.defaults(…)` and `.for_api(…)` makes, as far as it is known."""
    if not isinstance(client, Thing) or client.parent is None:
        return endpoint
    options = _options(client.built, preview)
    if "vendor" in options or ("base_url" in options and "version" in options):
        profile = {name: options[name] for name in _PROFILE_OPTIONS if isinstance(options.get(name), str)}
        try:
            return endpoint.for_api(**profile)
        except (RouteError, TypeError):
            return endpoint
    parent = builder_of(client.parent, preview)
    try:
        return parent.defaults(**options) if options else parent
    except RouteError:
        return parent


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
    return options


def route_and_options(site: Site, preview: Preview) -> tuple[str, dict[str, Any]]:
    """What the builder is called with."""
    rest = Arguments(site.arguments.positional[1:], site.arguments.keywords)
    return text(site.route, preview), _options(rest, preview)


def preview_of(site: Site) -> Preview:
    """The site's own builder with its stand-ins: they are made while its defaults are read."""
    preview = Preview(endpoint)
    preview.builder = builder_of(site.client, preview)
    return preview


def _built(site: Site) -> Request:
    preview = preview_of(site)
    route, options = route_and_options(site, preview)
    try:
        made = preview.request(route, options)
    except RouteError as error:
        return Request(site.verb, site.shown, error=preview.show(error.message))
    return Request(
        made["method"].upper(),
        made["url"],
        made["headers"],
        made.get("body"),
        "body" in made,
        known=site.route.known is not None and is_known(site.values),
    )


# Other clients -------------------------------------------------------------------------------------------------------


def _assembled(site: Site) -> Request:
    preview = Preview(endpoint)
    query = _query(site, preview)
    url = _encoded(_address(site, preview))
    body, has_body, form = _body(site, preview)
    headers = _headers(site, preview)
    if has_body and not form and not any(name.lower() == "content-type" for name in headers):
        headers["content-type"] = _JSON.get(site.client_name, "application/json")
    known = site.template.known is not None and all(
        is_known(part) for part in (site.values, site.query, site.json, site.data, site.headers)
    )
    return Request(
        site.verb or "{method}",
        preview.show(_with_query(url, query)),
        preview.show(headers),
        preview.show(body),
        has_body,
        form,
        known=known,
    )


def _address(site: Site, preview: Preview) -> str:
    base = _base(site, preview)
    url = _expanded(site, preview)
    if _ABSOLUTE.match(url) or (not base and not url.startswith("/")):
        return url
    match site.client_name:
        case "aiohttp":
            return urljoin(base, url)
        case "PyGithub" if not url.startswith("/"):
            return re.sub(r"\A(https?://[^/]*).*", r"\1/", base) + url
    if not base:
        return url
    return f"{base.rstrip('/')}/{url.lstrip('/')}"


def _base(site: Site, preview: Preview) -> str:
    """The address before the url: the constructor's, or the client's own."""
    shape, client = site.shape, site.client
    if shape is None:
        return ""
    place = shape.base
    if client is not None and place is not None:
        given = client.built.at(*place)
        if given is not None:
            value = plain(given.value, preview)
            return value if isinstance(value, str) else ""
        return "" if client.whole else preview.unknown("{base_url}")
    keyword = client.built.at(None, "base_url") if client is not None else None
    if keyword is not None and isinstance(keyword.value, Text):
        return text(keyword.value, preview)
    return shape.base_url


def base_of(site: Site) -> str:
    """The known address before a relative url; empty where it is not known, or there is none."""
    preview = Preview(endpoint)
    if site.record.builds:
        builder = builder_of(site.client, preview)
        base = str(builder.DEFAULTS["baseUrl"])
    else:
        base = _base(site, preview)
    return base if preview.show(base) == base else ""


def _expanded(site: Site, preview: Preview) -> str:
    """The url with its placeholders filled as the client fills them."""
    template = text(site.template, preview)
    if site.fills is Fills.TEMPLATE:
        return expand(template, _values(site, preview))
    if site.fills is Fills.FORMAT and (site.values.entries or site.numbered.items):
        with suppress(TooMuchError):
            return text(strings.format_call(site.template, _quoted(site)), preview)
    return template


def _values(site: Site, preview: Preview) -> dict[str, Any]:
    """The values of a template; one that only an unknown table may hold stands for itself."""
    values = table(site.values, preview)
    if site.values.open:
        for name in site.parsed.names:
            values.setdefault(name, preview.unknown(f"{{{name}}}"))
    return {name: value for name, value in values.items() if value is not None}


def _quoted(site: Site) -> Arguments:
    """Values for `str.format`, percent-encoded."""
    entries = tuple(KeyedValue(entry.key, strings.quoted(entry.value)) for entry in site.values.entries)
    numbered = tuple(KeyedValue("", strings.quoted(item)) for item in site.numbered.items)
    return Arguments(numbered, KeyedValues(entries))


def _encoded(url: str) -> str:
    """What clients do to the text of a url before they send it."""
    return quote(url.split("#", 1)[0].strip(), safe=_SAFE_IN_URL)


def _query(site: Site, preview: Preview) -> str:
    """The query as clients write it: `a=1&b=x+y`."""
    if site.query is None:
        return ""
    data = plain(site.query, preview)
    if isinstance(data, str):
        return data
    pairs = data.items() if isinstance(data, dict) else _pairs(data)
    flat = [(str(name), item) for name, value in pairs for item in (value if isinstance(value, list) else [value])]
    if site.client_name == "PyGithub":
        flat.sort(key=lambda pair: pair[0])
    return "&".join(f"{quote_plus(name)}={quote_plus(_shown(item, site))}" for name, item in flat if _kept(item, site))


def _kept(value: Any, site: Site) -> bool:
    return value is not None or site.client_name == "httpx"


def _pairs(data: Any) -> list[tuple[Any, Any]]:
    if not isinstance(data, list):
        return []
    return [(item[0], item[1]) for item in data if isinstance(item, list) and len(item) == 2]  # noqa: PLR2004 - name, value


def _shown(value: Any, site: Site) -> str:
    if site.client_name in ("httpx", "githubkit", "ghapi") and isinstance(value, bool):
        return str(value).lower()
    return "" if value is None else str(value)


def _with_query(url: str, query: str) -> str:
    if not query:
        return url
    return f"{url}{'&' if '?' in url else '?'}{query}"


def _body(site: Site, preview: Preview) -> tuple[Any, bool, bool]:
    """The body, whether there is one, and whether it is a form."""
    if site.json is not None:
        body = plain(site.json, preview)
        return body, body is not None, False
    if site.data is not None:
        body = plain(site.data, preview)
        return body, body not in (None, b""), site.client_name != "gidgethub"
    return None, False, False


def _headers(site: Site, preview: Preview) -> dict[str, str]:
    """The headers that the client's constructor and the call set."""
    headers: dict[str, str] = {}
    given = site.client.built.at(None, "headers") if site.client is not None else None
    for value in (given.value if given is not None else None, site.headers):
        if isinstance(value, KeyedValues):
            headers |= {name.lower(): str(item) for name, item in table(value, preview).items() if item is not None}
    return headers
