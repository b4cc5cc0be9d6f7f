"""aiohttp: URLs are joined to the session's address as a browser joins links, and normalised by yarl."""

import re
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any, Final
from urllib.parse import quote, unquote, urlencode

from waypost.clients.bodies import BOUNDARY, MULTIPART, guessed_type, multipart, raw
from waypost.clients.call import (
    NAMELESS,
    BodyPart,
    ClientCall,
    LibraryObject,
    Loss,
    MoreEntries,
    RefusedCall,
    SentBody,
    SentRequest,
    StandIn,
    is_known,
    solid,
)
from waypost.clients.client import Behaviour, Client, Constructor
from waypost.clients.common import file_of, made_auth
from waypost.clients.encode import FORM, UrlParts, basic, json_bytes, pairs, split
from waypost.clients.shape import VERB_METHODS, At, Fills, Shape, each, with_keywords
from waypost.clients.yarl import extended, join, parsed

_SESSION = "aiohttp.ClientSession."


def _shape(callees: tuple[str, ...], url: At, verb: At | None) -> Shape:
    shape = Shape(client="aiohttp", callees=callees, verb=verb, url=url, fills=Fills.NOTHING, base=At(0, "base_url"))
    return with_keywords(shape, "params json data headers cookies auth")


# Send -----------------------------------------------------------------------------------------------------------

_BROKEN: Final = re.compile(r"[\r\n\x00]")
_ESCAPED: Final = re.compile(r'[\t "\\]')
_PART_NAME: Final = re.compile(r"[\t\x20-\x7e]*")
_COOKIE_NAME: Final = re.compile(r"[\w!#$%&'*+.^`|~:-]+", re.ASCII)
_COOKIE: Final = re.compile(r'(?<![^\s=;"])([^\s=;"]+)(?:\s*=\s*("[^"]*"|[^\s;]*))?(?:[\s;]+|$)')
_VISIBLE: Final = re.compile("[!-~]+")
_IN_QUOTES: Final = re.compile(r"[\x00-\x1f\",;\\\x7f-\xff]")
_WITH_BODY: Final = ("PATCH", "POST", "PUT")
_METHOD: Final = re.compile(r"[-!#$%&'*+.^_`|~0-9A-Za-z]+")


def send(call: ClientCall, *, modern: bool) -> SentRequest:
    """The request of a call. A modern session with a base address accepts absolute URLs too, and reads odd cookies."""
    base = _base(call.client.get("base"))
    url = parsed(call.url)
    if base is not None and url.authority and not modern:
        raise RefusedCall("a session with a base address takes relative URLs only")
    url = join(base, url) if base is not None and not url.authority else url
    if not url.authority or url.scheme not in ("http", "https"):
        raise RefusedCall("the URL is not absolute")
    if not _METHOD.fullmatch(call.method):
        raise RefusedCall("the method holds characters that it must not")
    headers = _merged(call, modern=modern)
    auth = _authorization(call, url, base, headers)
    target = extended(url, call.given.get("query"))
    body, content_type = _body(call.given)
    address = f"{url.scheme}://{(url.authority or '').rpartition('@')[2]}"
    sent = SentRequest(call.method.upper(), address + _target(target), tuple(headers), body, tuple(_lost(call)))
    if content_type and sent.header("content-type") is None:
        sent = sent.with_headers(("content-type", content_type))
    elif sent.method in _WITH_BODY and sent.header("content-type") is None:
        sent = sent.with_headers(("content-type", "application/octet-stream"))
    sent = sent.with_headers(*_cookies(call, sent.header("cookie") or "", modern=modern))
    return sent.with_headers(("authorization", auth)) if auth is not None else sent


def _base(base: Any) -> UrlParts | None:
    if not base:
        return None
    url = parsed(base)
    if not url.authority or not url.path.endswith("/"):
        raise RefusedCall("`base_url` must be absolute and end with a slash")
    return url


def _target(url: UrlParts) -> str:
    return UrlParts(None, None, url.path or "/", url.query or None).target


# Headers


def _merged(call: ClientCall, *, modern: bool) -> list[tuple[str, str]]:
    """The headers of a call over those of its session: what is replaced is never looked at."""
    found: dict[str, Any] = {}
    reads = any(each.get("cookies") for each in (call.client, call.given))
    for headers in (call.client.get("headers"), call.given.get("headers")):
        found |= _headers(_without_no_cookie(headers) if reads and modern else headers)
    for name, value in found.items():
        if not isinstance(value, str):
            raise RefusedCall("the name and the value of a header must be strings")
        if _BROKEN.search(name) or (_BROKEN.search(value) and not (reads and name == "cookie")):
            raise RefusedCall(f"a line break in header {name!r}")
    return list(found.items())


def _without_no_cookie(headers: Any) -> Any:
    """A cookie header of None is dropped where others are added to it."""
    if not isinstance(headers, Mapping):
        return headers
    return {name: each for name, each in headers.items() if each is not None or str(name).lower() != "cookie"}


def _headers(headers: Any) -> Iterator[tuple[str, Any]]:
    if headers is None:
        return
    if isinstance(headers, StandIn):
        yield headers, ""
        return
    for name, value in pairs(headers):
        if not isinstance(name, str):
            raise RefusedCall("the name and the value of a header must be strings")
        yield (name, "") if isinstance(name, MoreEntries) else (name.lower(), value)


def _authorization(
    call: ClientCall, url: UrlParts, base: UrlParts | None, headers: list[tuple[str, str]]
) -> str | None:
    auth = _auth(call.given.get("auth"))
    user, at, _ = (url.authority or "").rpartition("@")
    if at and user.strip(":"):
        if auth is not None:
            raise RefusedCall("`auth` and a name in the URL exclude each other")
        name, _, password = user.partition(":")
        auth = basic(unquote(name), unquote(password), "latin-1")
    if auth is None and (base is None or (base.scheme, base.authority) == (url.scheme, url.authority)):
        auth = _auth(call.client.get("auth"))
    if auth is not None and any(name == "authorization" for name, _ in headers):
        raise RefusedCall("`auth` and a header `authorization` exclude each other")
    return auth


def _auth(auth: Any) -> str | None:
    if auth is None or isinstance(auth, StandIn):
        return auth
    if isinstance(auth, LibraryObject):
        return made_auth(auth, "latin-1")
    raise RefusedCall("`auth` must be a BasicAuth")


def _cookies(call: ClientCall, given: str, *, modern: bool) -> Iterator[tuple[str, str]]:
    found: dict[str, str] = {}
    rest: list[str] = []
    for source in (call.client.get("cookies"), call.given.get("cookies")):
        if isinstance(source, StandIn):
            rest.append(source)
            continue
        for name, value in pairs(source) if source else ():
            if isinstance(name, MoreEntries):
                rest.append(name)
            else:
                found[name] = _cookie(name, value)
    if found or rest:
        own = dict(_in_header(given, modern=modern))
        rest += [name for name in own if isinstance(name, MoreEntries)]
        merged = {name: value for name, value in {**own, **found}.items() if not isinstance(name, MoreEntries)}
        yield "cookie", "; ".join([*(f"{name}={value}" for name, value in sorted(merged.items())), *rest])


def _cookie(name: Any, value: Any) -> str:
    """The value of a cookie, in quotes if it contains special characters."""
    if not isinstance(name, str) or not _COOKIE_NAME.fullmatch(name):
        raise RefusedCall(f"{name!r} cannot be the name of a cookie")
    text = str(value)
    if _COOKIE_NAME.fullmatch(text):
        return text
    return (
        '"'
        + _IN_QUOTES.sub(lambda found: rf"\{found[0]}" if found[0] in '"\\' else f"\\{ord(found[0]):03o}", text)
        + '"'
    )


def _in_header(text: str, *, modern: bool) -> Iterator[tuple[str, str]]:
    if is_known(text):
        yield from _read(text, modern=modern)
        return
    for pair in text.split(";"):
        name, equals, value = pair.strip().partition("=")
        if name and equals:
            yield name, value
        elif not is_known(name):
            yield MoreEntries(name), ""


def _read(text: str, *, modern: bool) -> Iterator[tuple[str, str]]:
    """Spaces separate cookies as semicolons do. In 3.11, a name without a value spoils the whole header."""
    found = [(each[1], each[2]) for each in _COOKIE.finditer(text) if _VISIBLE.fullmatch(each[1])]
    if modern or all(value is not None for _, value in found):
        yield from ((name, value or "") for name, value in found)


# The body


def _body(given: Mapping[str, Any]) -> tuple[SentBody | None, str]:
    """The body, and the content type that goes with it."""
    data, json = given.get("data"), given.get("json")
    if json is not None:
        if data is not None:
            raise RefusedCall("`data` and `json` exclude each other")
        return SentBody(json, json_bytes(json) if is_known(json) else None, "json"), "application/json"
    return (None, "") if data is None else _of_data(data)


def _of_data(data: Any) -> tuple[SentBody, str]:
    if isinstance(data, LibraryObject):
        return SentBody(data, None, "unknown"), guessed_type(file_of(data, "")[0] or "")
    if isinstance(data, StandIn):
        return SentBody(data, None, "unknown"), NAMELESS
    if isinstance(data, str):
        return raw(data), "text/plain; charset=utf-8"
    if isinstance(data, bytes):
        return raw(data), "application/octet-stream"
    return _form(data)


def _form(data: Any) -> tuple[SentBody, str]:
    if not isinstance(data, Mapping | list | tuple):
        raise RefusedCall("`data` must be text, bytes, a file, a mapping or pairs")
    fields = list(pairs(data))
    if any(isinstance(value, bytes | LibraryObject | Mapping) for _, value in fields):
        body = multipart([_part(name, value) for name, value in fields], _in_disposition, type_first=True)
        return body, f"{MULTIPART}; boundary={BOUNDARY}"
    if not all(isinstance(name, str) for name, _ in fields):
        raise RefusedCall("the name of a field must be a string")
    try:
        text = urlencode([field for field in fields if not isinstance(field[0], MoreEntries)], doseq=True)
    except (TypeError, UnicodeEncodeError) as error:
        raise RefusedCall(str(error)) from error
    text = "&".join([*([text] if text else []), *(name for name, _ in fields if isinstance(name, MoreEntries))])
    return SentBody(text, text.encode() if is_known(text) else None, "form"), FORM


def _part(name: Any, value: Any) -> BodyPart:
    if isinstance(name, MoreEntries):
        return BodyPart(name, "")
    if isinstance(name, str) and isinstance(value, Mapping) and "content" in value:
        return _field(name, value)
    if not isinstance(name, str) or not isinstance(value, str | bytes | LibraryObject):
        raise RefusedCall("a part must have a name, and be text, bytes or a file")
    if isinstance(value, str) and not _PART_NAME.fullmatch(solid(name)):
        raise RefusedCall("next to a file, the name of a field must be ASCII")
    if isinstance(value, str):
        return BodyPart(name, value, None, (("Content-Type", "text/plain; charset=utf-8"),))
    filename, content = (name, value) if isinstance(value, bytes) else file_of(value, name)[:2]
    content_type = "application/octet-stream" if isinstance(value, bytes) else guessed_type(filename or "")
    return BodyPart(name, content, filename, (("Content-Type", content_type),))


def _field(name: str, field: Mapping[Any, Any]) -> BodyPart:
    """A field that a form was given with more than its value."""
    filename, content, given = field.get("filename"), field["content"], field.get("content_type")
    named = filename if isinstance(filename, str) else None
    if given is None:
        of_text = "text/plain; charset=utf-8" if is_known(content) and isinstance(content, str) else NAMELESS
        given = guessed_type(named) if named is not None and not isinstance(content, str | bytes) else of_text
    content = content if isinstance(content, str | bytes | LibraryObject) else str(content)
    return BodyPart(name, file_of(content, name)[1], named, (("Content-Type", str(given)),))


def _in_disposition(key: str, value: str) -> str:
    if key == "filename":
        return f'filename="{quote(value, safe="") if is_known(value) else value}"'
    if not _PART_NAME.fullmatch(solid(value)):
        return f"{key}*=utf-8''{quote(value, safe='')}"
    return f'{key}="{_ESCAPED.sub(lambda found: f"{chr(92)}{found[0]}", value)}"'


def _lost(call: ClientCall) -> Iterator[Loss]:
    base, url = call.client.get("base"), call.url
    path = split(base).path.rstrip("/") if isinstance(base, str) else ""
    if path and url.startswith("/") and not url.startswith(f"{path}/"):
        yield Loss("path", path)


CLIENT = Client(
    name="aiohttp",
    package="aiohttp",
    modules=("aiohttp",),
    shapes=(
        _shape(each(_SESSION, VERB_METHODS), At(0, "url"), None),
        _shape((f"{_SESSION}request", "aiohttp.request"), At(1, "url"), At(0, "method")),
    ),
    aliases={"aiohttp.client.ClientSession": "aiohttp.ClientSession"},
    constructor=Constructor(
        base=At(0, "base_url"),
        headers=At(None, "headers"),
        cookies=At(None, "cookies"),
        auth=At(None, "auth"),
    ),
    releases=(
        Behaviour((0,), partial(send, modern=False)),
        Behaviour((3, 12), partial(send, modern=True)),
    ),
)
