"""The URL of a request of httpx: joined to the base address, with the query that each release makes from `params`."""

import re
from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple
from urllib.parse import parse_qs

from waypost.clients.bodies import encode_percent, encode_plus
from waypost.clients.call import ClientCall, MoreEntries, RefusedCall, StandIn, is_known, solid
from waypost.clients.encode import UrlParts, joined, pairs, percent_once, split

_LONGEST: Final = 65_536
_PORTS: Final = {"http": "80", "https": "443"}
_PRINTABLE: Final = "".join(map(chr, range(0x21, 0x7F)))
_SUB_DELIMS: Final = "!$&'()*+,;="


class HttpxManner(NamedTuple):
    """The differences between releases."""

    # Whether `params` replaces the query in the URL, or is merged into it.
    replaces: bool
    path_safe: str
    query_safe: str
    encode: Callable[[str], str]
    json: Mapping[str, Any]


def _without(characters: str) -> str:
    return "".join(each for each in _PRINTABLE if each not in characters)


OLD: Final = HttpxManner(
    replaces=False,
    path_safe=_SUB_DELIMS + '`{}%|^\\":/[]@',
    query_safe=_SUB_DELIMS + '`{}%|^\\":/?[]@',
    encode=encode_percent,
    json={},
)
NEW: Final = HttpxManner(
    replaces=True,
    path_safe=_without('"#<>?`{}'),
    query_safe=_without('"#<>'),
    encode=encode_plus,
    json={"ensure_ascii": False, "separators": (",", ":"), "allow_nan": False},
)


# The URL


def _parsed(url: str, manner: HttpxManner) -> UrlParts:
    if len(url) > _LONGEST or any(each.isascii() and not each.isprintable() for each in url):
        raise RefusedCall("the URL contains a control character, or is too long")
    return _normal(split(url.removeprefix(":")), manner)


def _normal(url: UrlParts, manner: HttpxManner) -> UrlParts:
    """The parts of a URL as the client keeps them."""
    scheme = (url.scheme or "").lower()
    authority = _authority(url.authority or "", scheme)
    if not scheme and not authority and url.path.startswith((":", "//")):
        raise RefusedCall("a relative URL must not start with a colon or two slashes")
    path = _resolved(url.path) if scheme or authority else url.path
    return UrlParts(
        scheme,
        authority,
        percent_once(path, manner.path_safe),
        None if url.query is None else percent_once(url.query, manner.query_safe),
    )


def _authority(authority: str, scheme: str) -> str:
    userinfo, at, address = authority.rpartition("@")
    found = re.fullmatch(r"(\[.*\]|[^:]*):?(.*)", address, re.DOTALL)
    host, port = (found[1], found[2]) if found is not None else (address, "")
    if port and is_known(port):
        # Spaces around a number are ignored.
        if not port.strip().isdecimal():
            raise RefusedCall(f"invalid port {port}")
        port = str(int(port))
    elif port and not solid(port).isalnum():
        raise RefusedCall(f"invalid port {port}")
    port = "" if port == _PORTS.get(scheme) else port
    return f"{userinfo}{at}{host.lower()}" + (f":{port}" if port else "")


def _resolved(path: str) -> str:
    """The path without `.` and `..`."""
    segments = path.split("/")
    if "." not in segments and ".." not in segments:
        return path
    out: list[str] = []
    for segment in segments:
        if segment == "..":
            out = out[:-1] if out != [""] else out
        elif segment != ".":
            out.append(segment)
    return "/".join(out)


def joined_address(call: ClientCall, manner: HttpxManner) -> UrlParts:
    """The URL, joined to the base address."""
    url = _parsed(call.url, manner)
    if url.scheme and url.authority:
        return url
    start = _parsed(call.client.get("base") or "", manner)
    raw = _raw_path(start)
    raw += "" if raw.endswith("/") else "/"
    # The apparent path of the base may be its query.
    path, mark, query = (raw + _raw_path(url).lstrip("/")).partition("?")
    return _normal(UrlParts(start.scheme, start.authority, path, query if mark else None), manner)


def _raw_path(url: UrlParts) -> str:
    return UrlParts(None, None, url.path or "/", url.query).target


def absolute(url: UrlParts) -> str:
    if not url.scheme or not url.authority:
        raise RefusedCall("the URL has no scheme and host")
    if url.scheme not in _PORTS:
        raise RefusedCall(f"{url.scheme} is not supported")
    return f"{url.scheme}://{url.authority.rpartition('@')[2]}{_raw_path(url)}"


# The query


def with_params(url: UrlParts, call: ClientCall, manner: HttpxManner) -> UrlParts:
    given, default = call.given.get("query"), call.client.get("query")
    of_client = query_values(default)
    params = {**of_client, **query_values(given)} if given or of_client else None if given is None else {}
    if params is None:
        return url
    if not manner.replaces:
        params = {**query_values(url.query), **params}
    text = joined(((name, item) for name, items in params.items() for item in items), manner.encode)
    return url._replace(query=percent_once(text, manner.query_safe) if params else None)


def query_values(value: Any) -> dict[str, list[str]]:
    """Values by name, as the client keeps them."""
    found: dict[str, list[str]] = {}
    if value is None:
        return found
    if isinstance(value, StandIn):
        return {MoreEntries(value): [""]}
    if isinstance(value, str | bytes):
        text = value.decode("ascii", "replace") if isinstance(value, bytes) else value
        return parse_qs(text, keep_blank_values=True)
    if isinstance(value, Mapping):
        return {
            name if isinstance(name, MoreEntries) else str(name): [primitive(each) for each in items_of(item)]
            for name, item in value.items()
        }
    for name, item in pairs(value):
        found.setdefault(name if isinstance(name, MoreEntries) else str(name), []).append(primitive(item))
    return found


def items_of(value: Any) -> list[Any]:
    return list(value) if isinstance(value, list | tuple) else [value]


def primitive(value: Any) -> str:
    """A value as text: JSON's words for booleans, nothing for None."""
    if value is True or value is False:
        return str(value).lower()
    return "" if value is None else value if isinstance(value, str) else str(value)
