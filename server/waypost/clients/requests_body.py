"""The body of a request of requests, and its content type."""

from collections.abc import Iterator, Mapping
from typing import Any

from waypost.clients.bodies import BOUNDARY, MULTIPART, multipart
from waypost.clients.call import BodyPart, LibraryObject, MoreEntries, RefusedCall, SentBody, StandIn, is_known
from waypost.clients.common import file_of
from waypost.clients.encode import FORM, json_bytes, pairs
from waypost.clients.http_client import body_of
from waypost.clients.requests_url import RequestsManner, encoded_pairs, items_of
from waypost.clients.urllib3 import ESCAPES, part_content


def body_of_call(given: Mapping[str, Any], manner: RequestsManner) -> tuple[SentBody | None, str]:  # noqa: PLR0911 - one answer for each kind of body
    """The body, and the content type that goes with it."""
    data, files, json = given.get("data"), given.get("files"), given.get("json")
    if isinstance(data, StandIn) or isinstance(files, StandIn):
        return SentBody(data if isinstance(data, StandIn) else files, None, "unknown"), ""
    # niquests takes bytes as JSON that is already written.
    is_written = manner.strict and isinstance(json, bytes)
    if json is not None and not data and is_known(json) and not is_written:
        json_bytes(json, allow_nan=False)
    if files:
        if data and isinstance(data, str | bytes):
            raise RefusedCall("`data` must not be text if `files` are given")
        return multipart(list(_parts(data or {}, files, manner)), ESCAPES), f"{MULTIPART}; boundary={BOUNDARY}"
    if not data and json is not None:
        if is_written:
            return SentBody(json, json), manner.json_type
        known = is_known(json)
        return SentBody(json, json_bytes(json, allow_nan=False) if known else None, "json"), manner.json_type
    if isinstance(data, LibraryObject):
        return SentBody(data, None, "unknown"), ""
    if isinstance(data, str | bytes):
        return body_of(data, "utf-8") if data else None, manner.text_type if data and isinstance(data, str) else ""
    if data:
        text = encoded_pairs(data)
        return SentBody(text, text.encode() if is_known(text) else None, "form"), FORM
    return None, ""


def _parts(data: Any, files: Any, manner: RequestsManner) -> Iterator[BodyPart]:
    for name, values in pairs(data):
        if isinstance(name, MoreEntries):
            yield BodyPart(name, "")
            continue
        for value in items_of(values):
            if value is not None:
                yield BodyPart(_field(name), value if isinstance(value, bytes) else str(value))
    for name, value in pairs(files):
        yield from _file(name, value, manner)


def _field(name: Any) -> str:
    return name.decode() if isinstance(name, bytes) else name


def _file(name: Any, value: Any, manner: RequestsManner) -> Iterator[BodyPart]:
    if isinstance(name, MoreEntries):
        yield BodyPart(name, "")
        return
    filename, content, content_type, headers = file_of(value, _field(name))
    if content is None:
        return
    if manner.strict and isinstance(content, int):
        raise RefusedCall("a file must be text, bytes or an open file")
    extra = {**({"Content-Type": content_type} if content_type else {}), **headers}
    yield BodyPart(_field(name), part_content(content), filename, tuple(extra.items()))
