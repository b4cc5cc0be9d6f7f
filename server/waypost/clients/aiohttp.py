"""aiohttp: URLs are joined to the session's address as a browser joins links, and normalised by yarl."""

import re
from collections.abc import Iterator, Mapping
from functools import partial
from http.cookies import SimpleCookie
from typing import Any, Final
from urllib.parse import quote, unquote, urlencode

from waypost.clients import yarl
from waypost.clients.bodies import BOUNDARY, MULTIPART, Escapes, guessed_type, multipart, raw
from waypost.clients.call import Body, Call, Loss, Made, Part, Refused, Rest, Sent, Unknown, is_known
from waypost.clients.client import Client, Constructor, Release
from waypost.clients.common import file_of, made_auth
from waypost.clients.encode import FORM, Url, basic, json_bytes, pairs, split
from waypost.clients.shape import VERB_METHODS, At, Fills, Shape, each

_SESSION = "aiohttp.ClientSession."


def _shape(callees: tuple[str, ...], url: At, verb: At | None) -> Shape:
    return Shape(
        client="aiohttp",
        callees=callees,
        verb=verb,
        url=url,
        fills=Fills.NOTHING,
        query=At(None, "params"),
        json=At(None, "json"),
        data=At(None, "data"),
        headers=At(None, "headers"),
        cookies=At(None, "cookies"),
        auth=At(None, "auth"),
        base=At(0, "base_url"),
    )


# Behaviour -----------------------------------------------------------------------------------------------------------

_BROKEN: Final = re.compile(r"[\r\n\x00]")
_ESCAPES: Final = Escapes(re.compile(r'["\\\r\n]|[^\x00-\x7f]'), lambda found: quote(found[0]))
_WITH_BODY: Final = ("PATCH", "POST", "PUT")
_METHOD: Final = re.compile(r"[-!#$%&'*+.^_`|~0-9A-Za-z]+")


def send(call: Call, *, joins_absolute: bool) -> Sent:
    """The request of a call. With `joins_absolute` a session with a base address takes whole URLs too."""
    base = _base(call.client.get("base"))
    url = yarl.parsed(call.url)
    if base is not None and url.authority and not joins_absolute:
        raise Refused("a session with a base address takes relative URLs only")
    url = yarl.join(base, url) if base is not None and not url.authority else url
    if not url.authority or url.scheme not in ("http", "https"):
        raise Refused("the URL is not absolute")
    if not _METHOD.fullmatch(call.method):
        raise Refused("the method holds characters that it must not")
    headers = _merged(call)
    auth = _authorization(call, url, base, headers)
    target = yarl.extended(url, call.given.get("query"))
    body, content_type = _body(call.given)
    address = f"{url.scheme}://{(url.authority or '').rpartition('@')[2]}"
    sent = Sent(call.method.upper(), address + _target(target), tuple(headers), body, tuple(_lost(call)))
    if content_type and sent.header("content-type") is None:
        sent = sent.with_headers(("content-type", content_type))
    elif sent.method in _WITH_BODY and sent.header("content-type") is None:
        sent = sent.with_headers(("content-type", "application/octet-stream"))
    sent = sent.with_headers(*_cookies(call, sent.header("cookie") or ""))
    return sent.with_headers(("authorization", auth)) if auth is not None else sent


def _base(base: Any) -> Url | None:
    if not base:
        return None
    url = yarl.parsed(base)
    if not url.authority or not url.path.endswith("/"):
        raise Refused("`base_url` must be absolute and end with a slash")
    return url


def _target(url: Url) -> str:
    return Url(None, None, url.path or "/", url.query or None).target


# Headers


def _merged(call: Call) -> list[tuple[str, str]]:
    found = dict(_headers(call.client.get("headers")))
    return list((found | dict(_headers(call.given.get("headers")))).items())


def _headers(headers: Any) -> Iterator[tuple[str, str]]:
    if headers is None:
        return
    if isinstance(headers, Unknown):
        yield headers, ""
        return
    for name, value in pairs(headers):
        if isinstance(name, Rest):
            yield name, ""
            continue
        if not isinstance(name, str) or not isinstance(value, str):
            raise Refused("the name and the value of a header must be strings")
        if _BROKEN.search(name) or _BROKEN.search(value):
            raise Refused(f"a line break in header {name!r}")
        yield name.lower(), value


def _authorization(call: Call, url: Url, base: Url | None, headers: list[tuple[str, str]]) -> str | None:
    auth = _auth(call.given.get("auth"))
    user, at, _ = (url.authority or "").rpartition("@")
    if at and user.strip(":"):
        if auth is not None:
            raise Refused("`auth` and a name in the URL exclude each other")
        name, _, password = user.partition(":")
        auth = basic(unquote(name), unquote(password), "latin-1")
    if auth is None and (base is None or (base.scheme, base.authority) == (url.scheme, url.authority)):
        auth = _auth(call.client.get("auth"))
    if auth is not None and any(name == "authorization" for name, _ in headers):
        raise Refused("`auth` and a header `authorization` exclude each other")
    return auth


def _auth(auth: Any) -> str | None:
    if auth is None or isinstance(auth, Unknown):
        return auth
    if isinstance(auth, Made):
        return made_auth(auth, "latin-1")
    raise Refused("`auth` must be a BasicAuth")


def _cookies(call: Call, given: str) -> Iterator[tuple[str, str]]:
    found: SimpleCookie = SimpleCookie()
    rest: list[str] = []
    for source in (call.client.get("cookies"), call.given.get("cookies")):
        if isinstance(source, Unknown):
            rest.append(source)
            continue
        for name, value in pairs(source) if source else ():
            if isinstance(name, Rest):
                rest.append(name)
            else:
                found[name] = value
    if found or rest:
        merged = {**dict(_in_header(given)), **{m.key: m.coded_value for m in found.values()}}
        yield "cookie", "; ".join([*(f"{name}={value}" for name, value in sorted(merged.items())), *rest])


def _in_header(text: str) -> Iterator[tuple[str, str]]:
    for pair in text.split(";"):
        name, equals, value = pair.strip().partition("=")
        if name and equals:
            yield name, value


# The body


def _body(given: Mapping[str, Any]) -> tuple[Body | None, str]:
    """The body, and the content type that goes with it."""
    data, json = given.get("data"), given.get("json")
    if json is not None:
        if data is not None:
            raise Refused("`data` and `json` exclude each other")
        return Body(json, json_bytes(json) if is_known(json) else None, "json"), "application/json"
    if data is None:
        return None, ""
    if isinstance(data, Unknown | Made):
        return Body(data, None, "unknown"), ""
    if isinstance(data, str):
        return raw(data), "text/plain; charset=utf-8"
    if isinstance(data, bytes):
        return raw(data), "application/octet-stream"
    return _form(data)


def _form(data: Any) -> tuple[Body, str]:
    if not isinstance(data, Mapping | list | tuple):
        raise Refused("`data` must be text, bytes, a file, a mapping or pairs")
    fields = list(pairs(data))
    if any(isinstance(value, bytes | Made) for _, value in fields):
        body = multipart([_part(name, value) for name, value in fields], _ESCAPES, type_first=True)
        return body, f"{MULTIPART}; boundary={BOUNDARY}"
    if not all(isinstance(name, str) for name, _ in fields):
        raise Refused("the name of a field must be a string")
    try:
        text = urlencode([field for field in fields if not isinstance(field[0], Rest)], doseq=True)
    except (TypeError, UnicodeEncodeError) as error:
        raise Refused(str(error)) from error
    text = "&".join([*([text] if text else []), *(name for name, _ in fields if isinstance(name, Rest))])
    return Body(fields, text.encode() if is_known(text) else None, "form"), FORM


def _part(name: Any, value: Any) -> Part:
    if isinstance(name, Rest):
        return Part(name, "")
    if not isinstance(name, str) or not isinstance(value, str | bytes | Made):
        raise Refused("a part must have a name, and be text, bytes or a file")
    if isinstance(value, str):
        return Part(name, value, None, (("Content-Type", "text/plain; charset=utf-8"),))
    filename, content = (name, value) if isinstance(value, bytes) else file_of(value, name)[:2]
    content_type = "application/octet-stream" if isinstance(value, bytes) else guessed_type(filename or "")
    return Part(name, content, filename, (("Content-Type", content_type),))


def _lost(call: Call) -> Iterator[Loss]:
    base, url = call.client.get("base"), call.url
    path = split(base).path.rstrip("/") if isinstance(base, str) else ""
    if path and isinstance(url, str) and url.startswith("/") and not url.startswith(f"{path}/"):
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
        Release((0,), partial(send, joins_absolute=False)),
        Release((3, 12), partial(send, joins_absolute=True)),
    ),
)
