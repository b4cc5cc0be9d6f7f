"""The URL of a request of requests: its query, and what is encoded twice or not at all; forms are encoded alike."""

import re
from collections.abc import Iterable, Mapping
from typing import Any, Final, NamedTuple
from urllib.parse import quote, urlencode

from waypost.clients.call import MaybeGiven, MoreEntries, RefusedCall, StandIn, solid
from waypost.clients.encode import UrlParts, pairs, split
from waypost.clients.urllib3 import encoded_target, normal

_SAFE: Final = "!#$&'()*+,/:;=?@[]~"
_UNRESERVED: Final = re.compile(r"[A-Za-z0-9._~-]")


class RequestsManner(NamedTuple):
    """The differences between requests and its forks."""

    json_type: str
    # The encoding of a name and a password.
    encoding: str
    # Whether a URL without `params` is sent as it is written.
    keeps_urls: bool
    # The content type of a text body.
    text_type: str = ""
    # Numbers are not written as text in files and names.
    strict: bool = False


REQUESTS: Final = RequestsManner("application/json", "latin-1", keeps_urls=False)


# The URL


def prepared(url: str, params: Any, manner: RequestsManner) -> str:
    """The URL with its query, encoded as the client does."""
    text = url.lstrip()
    if ":" in text and not text.lower().startswith("http"):
        raise RefusedCall("the scheme of the URL must be http or https")
    parts = normal(text)
    if not parts.scheme or not parts.authority:
        raise RefusedCall("the URL has no scheme and host")
    if solid(parts.authority).rpartition("@")[2].startswith(("*", ".", ":")):
        raise RefusedCall("the URL has an invalid host")
    if manner.keeps_urls and "%" not in parts.path and "@" not in parts.authority and not params:
        return text
    query = "&".join(each for each in (parts.query, encoded_pairs(params)) if each)
    path = parts.path or "/"
    path = path if path.startswith("/") else f"/{path}"
    return requoted(UrlParts(parts.scheme, parts.authority, path, query or None).text)


def requoted(url: str) -> str:
    """A URL quoted once more: needless escapes are undone, unless some escape is invalid."""
    try:
        return quote(_without_needless(url), safe=_SAFE + "%")
    except ValueError:
        return quote(url, safe=_SAFE)


def _without_needless(url: str) -> str:
    first, *rest = url.split("%")
    return first + "".join(map(_unescaped, rest))


def _unescaped(part: str) -> str:
    digits = part[:2]
    if len(digits) == 2 and digits.isalnum():  # noqa: PLR2004 - an escape
        character = chr(int(digits, 16))
        if _UNRESERVED.fullmatch(character):
            return character + part[2:]
    return f"%{part}"


def sent_url(url: str) -> str:
    """The URL on the wire, where it is encoded once more."""
    parts = split(url)
    scheme = (parts.scheme or "").lower()
    if scheme not in ("http", "https"):
        raise RefusedCall(f"{scheme} is not supported")
    target = UrlParts(None, None, parts.path or "/", parts.query or None).target
    return f"{scheme}://{(parts.authority or '').rpartition('@')[2]}{encoded_target(target)}"


# Queries and forms


def merged(given: Any, default: Any) -> Any:
    """The call's values merged over the session's. Only mappings are merged: a session's list is never sent."""
    given, default = given or {}, {} if default is None else default
    if isinstance(default, StandIn):
        if not given:
            return default
        default = {MoreEntries(default): None}
    if not isinstance(given, Mapping) or not isinstance(default, Mapping):
        return given
    items = {**default, **given}.items()
    return {name: value for name, value in items if value is not None or isinstance(name, MoreEntries)}


def encoded_pairs(data: Any) -> str:
    """Pairs as `a=1&b=2`: lists repeat their name, None is left out; text is sent as it is."""
    if data is None or isinstance(data, str | bytes):
        return _as_ascii(data) if isinstance(data, bytes) else data or ""
    if not isinstance(data, Iterable):
        raise RefusedCall("pairs of names and values are needed")
    found: list[str] = []
    for name, values in pairs(data):
        if isinstance(name, MoreEntries):
            found.append(name)
            continue
        for value in items_of(values):
            if value is not None:
                try:
                    found.append(urlencode([(name, value)], doseq=True))
                except (TypeError, UnicodeEncodeError) as error:
                    raise RefusedCall(str(error)) from error
    return "&".join(found)


def _as_ascii(data: bytes) -> str:
    try:
        return data.decode("ascii")
    except UnicodeDecodeError as error:
        raise RefusedCall(str(error)) from error


def items_of(value: Any) -> Iterable[Any]:
    """The items of a value that repeats its name; of a mapping, its keys: if one may be missing, so may the item."""
    if isinstance(value, Mapping):
        return [given if isinstance(given, MaybeGiven) else name for name, given in value.items()]
    return [value] if isinstance(value, str | bytes) or not isinstance(value, Iterable) else value
