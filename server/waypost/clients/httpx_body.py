"""The body of a request of httpx, and its content type."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from waypost.clients.bodies import BOUNDARY, MULTIPART, Escapes, form, guessed_type, multipart, raw
from waypost.clients.call import (
    BodyPart,
    ClientCall,
    LibraryObject,
    MoreEntries,
    RefusedCall,
    SentBody,
    StandIn,
    is_known,
)
from waypost.clients.common import file_of
from waypost.clients.encode import FORM, json_bytes, pairs
from waypost.clients.httpx_url import HttpxManner, items_of, primitive

BODIES: Final = ("content", "data", "files", "json")
_ESCAPES: Final = Escapes(
    re.compile(r'["\\\x00-\x1a\x1c-\x1f]'), lambda found: "\\\\" if found[0] == "\\" else f"%{ord(found[0]):02X}"
)


def body_of(call: ClientCall, headers: list[tuple[str, str]], manner: HttpxManner) -> tuple[SentBody | None, str]:
    """The body, and the content type that goes with it."""
    content, data, files, json = (call.given.get(role) for role in BODIES)
    if isinstance(data, StandIn) or (content is None and isinstance(files, StandIn)):
        return SentBody(data if isinstance(data, StandIn) else files, None, "unknown"), ""
    if data is not None and not isinstance(data, Mapping):
        content = data
    if content is not None:
        return _content(content), ""
    if files:
        boundary = _boundary(dict(headers).get("content-type", ""))
        body = multipart(list(_parts(data or {}, files)), _ESCAPES, boundary)
        return body, f"{MULTIPART}; boundary={boundary}"
    if data:
        return form((name, primitive(item)) for name, items in data.items() for item in items_of(items)), FORM
    if json is not None:
        known = is_known(json)
        return SentBody(json, json_bytes(json, **manner.json) if known else None, "json"), "application/json"
    return None, ""


def _content(content: Any) -> SentBody | None:
    if isinstance(content, str | bytes):
        return raw(content) if content else None
    if isinstance(content, list | tuple) and all(isinstance(each, bytes) for each in content):
        return raw(b"".join(content))
    if isinstance(content, LibraryObject):
        return SentBody(content, None, "unknown")
    raise RefusedCall("the content must be text, bytes or a stream of bytes")


def _boundary(content_type: str) -> str:
    found = re.search(r";\s*boundary=\"?([^;\"]*)", content_type, re.IGNORECASE)
    return found[1] if found is not None and content_type.startswith(MULTIPART) else BOUNDARY


def _parts(data: Mapping[Any, Any], files: Any) -> Iterator[BodyPart]:
    for name, items in data.items():
        if isinstance(name, MoreEntries):
            yield BodyPart(name, "")
            continue
        for item in items_of(items):
            if not isinstance(name, str) or not (item is None or isinstance(item, str | bytes | int | float)):
                raise RefusedCall("a field must have a name and a simple value")
            yield BodyPart(name, item if isinstance(item, bytes) else primitive(item))
    for name, value in pairs(files):
        yield _file(name, value)


def _file(name: Any, value: Any) -> BodyPart:
    if not isinstance(name, str):
        raise RefusedCall("the name of a file must be a string")
    if isinstance(name, MoreEntries):
        return BodyPart(name, "")
    filename, content, given, extra = file_of(value, "upload")
    content_type = given if given is not None else guessed_type(filename) if filename else None
    headers = dict(extra)
    if content_type is not None and not any("content-type" in each.lower() for each in headers):
        headers["Content-Type"] = content_type
    if not isinstance(content, str | bytes):
        raise RefusedCall("a file must be bytes or a file opened in binary mode")
    return BodyPart(name, content, filename or None, tuple(headers.items()))
