"""Encodings that several clients share."""

import base64
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final, NamedTuple
from urllib.parse import quote, urljoin

from waypost.clients.call import NAMELESS, MoreEntries, RefusedCall, is_known, solid

_URL: Final = re.compile(
    r"(?:(?P<scheme>[A-Za-z][A-Za-z0-9+.-]*):)?(?://(?P<authority>[^/?#]*))?(?P<path>[^?#]*)"
    r"(?:\?(?P<query>[^#]*))?(?:#(?P<fragment>.*))?",
    re.DOTALL,
)
_ESCAPE: Final = re.compile(r"%[0-9A-Fa-f]{2}")
FORM: Final = "application/x-www-form-urlencoded"


class UrlParts(NamedTuple):
    """A URL in parts; None is a missing part, which is not the same as an empty one."""

    scheme: str | None
    authority: str | None
    path: str
    query: str | None = None
    fragment: str | None = None

    @property
    def target(self) -> str:
        return self.path + (f"?{self.query}" if self.query is not None else "")

    @property
    def text(self) -> str:
        """The URL without its fragment, which is never sent."""
        start = f"{self.scheme}:" if self.scheme is not None else ""
        return start + (f"//{self.authority}" if self.authority is not None else "") + self.target


def split(url: str) -> UrlParts:
    found = _URL.fullmatch(url)
    assert found is not None
    return UrlParts(*found.groups())


def followed(base: str, url: str) -> str:
    """A URL as a browser follows a link. Which hosts Python refuses is asked only of known ones."""
    address, own = split(base), split(url)
    if own.scheme is not None and not is_known(own.authority):
        return url
    if not is_known(address.authority):
        made = split(followed(address._replace(authority="host").text, url))
        return made._replace(authority=address.authority).text if own.authority is None else made.text
    try:
        return urljoin(base, url)
    except ValueError as error:
        raise RefusedCall(str(error)) from None


def percent(text: str, safe: str) -> str:
    """Percent-encode everything except letters, digits, `-._~` and `safe`."""
    try:
        return quote(text, safe=safe)
    except UnicodeEncodeError:
        raise RefusedCall("half of a surrogate pair cannot be encoded in UTF-8") from None


def percent_once(text: str, safe: str) -> str:
    """The same, but keep what is already percent-encoded."""
    out, at = [], 0
    for found in _ESCAPE.finditer(text):
        out += [percent(text[at : found.start()], safe), found[0]]
        at = found.end()
    return "".join([*out, percent(text[at:], safe)])


def without_dots(path: str) -> str:
    """A path with its `.` and `..` resolved, as RFC 3986 says."""
    out: list[str] = []
    segments = path.split("/")
    for index, segment in enumerate(segments):
        last = index == len(segments) - 1
        if segment == "..":
            if len(out) > 1 or (out and out[0]):
                out.pop()
            out += [""] if last else []
        elif segment == ".":
            out += [""] if last else []
        else:
            out.append(segment)
    return "/".join(out)


def pairs(data: Any) -> Iterator[tuple[Any, Any]]:
    """The entries of a mapping, or of a sequence of pairs."""
    if isinstance(data, Mapping):
        yield from data.items()
        return
    if not isinstance(data, Iterable):
        raise RefusedCall("a mapping or a sequence of pairs is needed")
    for item in data:
        if not isinstance(item, list | tuple) or len(item) != 2:  # noqa: PLR2004 - a name and a value
            raise RefusedCall("a sequence must contain pairs of a name and a value")
        yield item[0], item[1]


def joined(items: Iterable[tuple[str, str]], encode: Callable[[str], str]) -> str:
    """`a=1&b=2`; possible other entries appear as a stand-in."""
    return "&".join(
        str(name) if isinstance(name, MoreEntries) else f"{encode(name)}={encode(value)}" for name, value in items
    )


def json_bytes(value: Any, **options: Any) -> bytes:
    """JSON as `json.dumps` writes it; a value that it refuses, the client refuses, too."""
    try:
        return json.dumps(value, **options).encode()
    except (TypeError, ValueError) as error:
        raise RefusedCall(str(error)) from error


def basic(user: str | bytes, password: str | bytes, encoding: str = "utf-8") -> str:
    """The value of `authorization` for a name and a password."""
    if not is_known((user, password)):
        return f"Basic {NAMELESS}"
    try:
        written = b":".join(each if isinstance(each, bytes) else each.encode(encoding) for each in (user, password))
    except UnicodeEncodeError as error:
        raise RefusedCall(str(error)) from error
    return "Basic " + base64.b64encode(written).decode()


def check_header(name: str, value: str, encoding: str) -> None:
    """A header must fit its encoding and be a single line."""
    for text in (name, value):
        try:
            solid(text).encode(encoding)
        except UnicodeEncodeError as error:
            raise RefusedCall(str(error)) from error
