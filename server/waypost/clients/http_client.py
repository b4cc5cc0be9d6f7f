"""The standard library's `http.client`: a connection to a host, and requests sent over it as they are."""

import re
from collections.abc import Callable, Iterator
from typing import Any, Final, TypeAlias

from waypost.clients.bodies import raw
from waypost.clients.call import (
    ClientCall,
    LibraryObject,
    MoreEntries,
    RefusedCall,
    SentBody,
    SentRequest,
    StandIn,
    is_known,
    solid,
)
from waypost.clients.client import Behaviour, Client, Constructor
from waypost.clients.encode import pairs
from waypost.clients.shape import At, Fills, Shape


def _shape(scheme: str, connection: str) -> Shape:
    return Shape(
        client="http.client",
        callees=(f"http.client.{connection}.request",),
        verb=At(0, "method"),
        url=At(1, "url"),
        content=At(2, "body"),
        headers=At(3, "headers"),
        fills=Fills.NOTHING,
        base_url=f"{scheme}://",
    )


# Send -----------------------------------------------------------------------------------------------------------

_TARGET: Final = re.compile("[\x00-\x20\x7f]")
_METHOD: Final = re.compile("[\x00-\x1f]")
_NAME: Final = re.compile(r"[^:\s][^:\r\n]*")
_BROKEN_LINE: Final = re.compile(r"\n(?![ \t])|\r(?![ \t\n])")


def send(call: ClientCall) -> SentRequest:
    """The request of a call: nothing in it is changed."""
    target = checked_target(call.url or "/")
    if _METHOD.search(call.method):
        raise RefusedCall("the method contains a control character")
    headers = tuple(header_lines(call.given.get("headers")))
    # `*` and a path without its slash are not part of an address, so they are shown after it.
    gap = "" if target.startswith("/") or not is_known(target[0]) else " "
    return SentRequest(call.method, f"{address_of(call)}{gap}{target}", headers, body_of(call.given.get("content")))


def address_of(call: ClientCall) -> str:
    """Scheme, host and port of a connection."""
    scheme = "https" if "HTTPS" in call.callee else "http"
    host, port = call.client.get("host", ""), call.client.get("port")
    return f"{scheme}://{host}" + (f":{port}" if port is not None else "")


def checked_target(target: str) -> str:
    """A target must be printable ASCII."""
    if _TARGET.search(target) or not solid(target).isascii():
        raise RefusedCall("the URL contains a space, a control character or a character that is not ASCII")
    return target


def header_line(name: Any, value: Any) -> tuple[str, str]:
    """A header on the wire: its name in ASCII, its value in Latin-1, in one line."""
    if isinstance(value, int):
        value = str(value)
    if not isinstance(name, str | bytes) or not isinstance(value, str | bytes):
        raise RefusedCall("the name and the value of a header must be strings")
    name, value = (each.decode("latin-1") if isinstance(each, bytes) else each for each in (name, value))
    try:
        solid(name).encode("ascii")
        solid(value).encode("latin-1")
    except UnicodeEncodeError as error:
        raise RefusedCall(str(error)) from error
    if not _NAME.fullmatch(name) or _BROKEN_LINE.search(value):
        raise RefusedCall(f"illegal header {name!r}")
    return name.lower(), value


Line: TypeAlias = Callable[[Any, Any], tuple[str, str]]


def header_lines(headers: Any, line: Line = header_line) -> Iterator[tuple[str, str]]:
    """The headers that are given, each as it is written; of unknown ones, only that there are some."""
    if isinstance(headers, StandIn):
        yield headers, ""
        return
    for name, value in () if headers is None else pairs(headers):
        yield (name, "") if isinstance(name, MoreEntries) else line(name, value)


def body_of(content: Any, encoding: str = "latin-1") -> SentBody | None:
    """Bytes, encoded text, or the items of an iterable."""
    if isinstance(content, str) and is_known(content):
        try:
            return SentBody(content, content.encode(encoding))
        except UnicodeEncodeError as error:
            raise RefusedCall(str(error)) from error
    if content is None or isinstance(content, str | bytes | bytearray):
        return None if content is None else raw(content)
    if isinstance(content, LibraryObject):
        return SentBody(content, None, "unknown")
    if isinstance(content, list | tuple | dict) and all(isinstance(each, bytes) for each in content):
        return raw(b"".join(content))  # an empty mapping yields nothing, and is sent
    raise RefusedCall("the body must be bytes, text, a file, or yield bytes")


CLIENT = Client(
    name="http.client",
    modules=("http.client", "http"),
    shapes=(_shape("http", "HTTPConnection"), _shape("https", "HTTPSConnection")),
    constructor=Constructor(host=At(0, "host"), port=At(1, "port")),
    releases=(Behaviour((), send),),
)
