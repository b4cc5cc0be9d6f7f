"""URLs as yarl keeps them, through which aiohttp sends."""

import math
import re
import string
from collections.abc import Mapping
from typing import Any, Final, SupportsInt

from waypost.clients.call import MoreEntries, RefusedCall, StandIn
from waypost.clients.encode import UrlParts, pairs, split

_UNRESERVED: Final = string.ascii_letters + string.digits + "-._~"
_ALLOWED: Final = _UNRESERVED + "!$'()*,"
_IN_QUERY: Final = "+&=;"
_ESCAPE: Final = re.compile(rb"%([0-9A-Fa-f]{2})")
_REMOVED: Final = str.maketrans("", "", "\t\r\n")


class Quoter:
    """Percent-encodes what is not safe; `protected` characters stay as written, escaped or not."""

    def __init__(self, safe: str, protected: str = "", *, in_query: bool = False, again: bool = True) -> None:
        self._safe = frozenset((_ALLOWED + safe + protected + ("" if in_query else _IN_QUERY)).encode())
        self._protected = frozenset(protected.encode())
        self._in_query = in_query
        # What is already percent-encoded is not encoded again.
        self._again = again

    def __call__(self, text: str) -> str:
        data = text.encode("utf-8", "ignore")
        out: list[str] = []
        at = 0
        for found in _ESCAPE.finditer(data) if self._again else ():
            byte = int(found[1], 16)
            out += map(self._encoded, data[at : found.start()])
            kept = byte not in self._protected and byte in self._safe
            out.append(chr(byte) if kept else f"%{byte:02X}")
            at = found.end()
        return "".join([*out, *map(self._encoded, data[at:])])

    def _encoded(self, byte: int) -> str:
        if self._in_query and byte == ord(" "):
            return "+"
        return chr(byte) if byte in self._safe else f"%{byte:02X}"


_PATH: Final = Quoter("@:", "/+")
_QUERY: Final = Quoter("?/:@", "=+&;", in_query=True)
_QUERY_TEXT: Final = Quoter("?/:@", "=+&;", in_query=True, again=False)
_PART: Final = Quoter("?/:@", in_query=True, again=False)


def parsed(url: str) -> UrlParts:
    """A URL in normalised parts; missing parts are empty."""
    text = url.lstrip("".join(map(chr, range(0x21)))).translate(_REMOVED)
    parts = split(text)
    scheme, authority = (parts.scheme or "").lower(), _authority(parts.authority or "")
    if scheme in ("http", "https") and parts.authority is not None and not authority.rpartition("@")[2]:
        raise RefusedCall("the URL has no host")
    path = _PATH(parts.path)
    if authority:
        path = without_dots(path) or "/"
    elif not scheme:
        path = re.sub(r"\A([A-Za-z0-9+.-]+):", r"\1%3A", path)
    return UrlParts(scheme, authority, path, _QUERY(parts.query or ""))


def _authority(authority: str) -> str:
    if "\\" in authority:
        raise RefusedCall("a backslash in the address")
    userinfo, at, address = authority.rpartition("@")
    return f"{userinfo}{at}{address.lower()}"


def without_dots(path: str) -> str:
    """A path with its `.` and `..` resolved; the root stays."""
    root, rest = ("/", path[1:]) if path.startswith("/") else ("", path)
    segments = rest.split("/")
    if "." not in segments and ".." not in segments:
        return path
    out: list[str] = []
    for segment in segments:
        out = out[:-1] if segment == ".." else out if segment == "." else [*out, segment]
    return root + "/".join([*out, ""] if segments[-1] in (".", "..") else out)


def join(base: UrlParts, url: UrlParts) -> UrlParts:
    """A URL without a host of its own, seen from a base address."""
    if (url.scheme or base.scheme) != base.scheme:
        return url
    if not url.path:
        return base._replace(query=url.query or base.query)
    path = url.path if url.path.startswith("/") else base.path.rpartition("/")[0] + "/" + url.path
    return base._replace(path=without_dots(path), query=url.query)


def extended(url: UrlParts, params: Any) -> UrlParts:
    """A URL with more values in its query."""
    text = query_text(params) if params else ""
    if not text:
        return url
    between = "" if not url.query or url.query.endswith("&") else "&"
    return url._replace(query=f"{url.query}{between}{text}")


def query_text(params: Any) -> str:
    if isinstance(params, StandIn):
        return params
    if isinstance(params, str):
        return _QUERY_TEXT(params)
    if not isinstance(params, Mapping | list | tuple):
        raise RefusedCall("`params` must be a mapping, pairs or text")
    found: list[str] = []
    for name, value in pairs(params):
        if not isinstance(name, str):
            raise RefusedCall("the name of a parameter must be a string")
        # Only mappings have lists of values.
        many = isinstance(params, Mapping) and isinstance(value, list | tuple)
        found += (
            [name]
            if isinstance(name, MoreEntries)
            else [f"{_PART(name)}={_PART(_value(each))}" for each in (value if many else (value,))]
        )
    return "&".join(found)


def _value(value: Any) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, float) and not math.isfinite(value):
        raise RefusedCall(f"{value} is not supported in a query")
    if isinstance(value, float):
        return str(float(value))
    if isinstance(value, SupportsInt) and not isinstance(value, bool):
        return str(int(value))
    raise RefusedCall(f"{value!r} is not supported in a query: it must be text or a number")
