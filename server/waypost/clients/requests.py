"""requests: sessions without a base address, which merge their own arguments with those of their calls."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Any, Final, NamedTuple
from urllib.parse import quote, unquote, urlencode, urlsplit

from waypost.clients.bodies import BOUNDARY, MULTIPART, multipart
from waypost.clients.call import (
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
from waypost.clients.common import cookie_header, file_of, made_auth
from waypost.clients.encode import FORM, UrlParts, basic, json_bytes, pairs, split
from waypost.clients.http_client import body_of, header_line
from waypost.clients.shape import At, Fills, Shape, each
from waypost.clients.urllib3 import ESCAPES, encoded_target, normal, part_content


def shapes(client: str, module: str, session: str) -> tuple[Shape, ...]:
    """The calls of requests, or of a package with the same names: functions of `module`, methods of `session`."""

    def shape(callees: tuple[str, ...], url: int, *positions: str, verb: At | None = None) -> Shape:
        def at(keyword: str) -> At:
            return At(positions.index(keyword) + url + 1 if keyword in positions else None, keyword)

        return Shape(
            client=client,
            callees=callees,
            verb=verb,
            url=At(url, "url"),
            fills=Fills.NOTHING,
            query=at("params"),
            json=at("json"),
            data=at("data"),
            files=at("files"),
            headers=at("headers"),
            cookies=at("cookies"),
            auth=at("auth"),
        )

    method = At(0, "method")
    functions = (
        (
            shape(each(module, "get"), 0, "params"),
            shape(each(module, "options head delete"), 0),
            shape((*each(module, "post patch put"),), 0, "data", "json"),
            shape(each(module, "request"), 1, verb=method),
            shape(each(module, "Request"), 1, "headers", "files", "data", "params", "auth", "cookies", verb=method),
        )
        if module
        else ()
    )
    return (
        *functions,
        shape(each(session, "get options head delete"), 0),
        shape(each(session, "post put patch"), 0, "data", "json"),
        shape(each(session, "request"), 1, "params", "data", "headers", "cookies", "files", "auth", verb=method),
    )


# The constructor of a session has no arguments: these are attributes.
CONSTRUCTOR = Constructor(
    query=At(None, "params"), headers=At(None, "headers"), cookies=At(None, "cookies"), auth=At(None, "auth")
)

# Send -----------------------------------------------------------------------------------------------------------

_SAFE: Final = "!#$&'()*+,/:;=?@[]~"
_NAME: Final = re.compile(r"[^:\s][^:\r\n]*")
_VALUE: Final = re.compile(r"(?:\S[^\r\n]*)?")
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


def send(call: ClientCall, manner: RequestsManner) -> SentRequest:
    """The request of a call."""
    given, client = call.given, call.client
    url = _prepared(call.url, _merged(given.get("query"), client.get("query")), manner)
    headers = list(_headers(given.get("headers"), client.get("headers")))
    sent = SentRequest(call.method.upper(), "", tuple(headers), lost=tuple(_lost(call)))
    if sent.header("cookie") is None:
        sent = sent.with_headers(*cookie_header(*_cookies(call)))
    body, content_type = _body(given, manner)
    sent = SentRequest(sent.method, _sent_url(url), sent.headers, body, sent.lost)
    if content_type and sent.header("content-type") is None:
        sent = sent.with_headers(("content-type", content_type))
    sent = sent.with_headers(*_authorization(call, url, manner))
    return replace(sent, headers=tuple(name_and_value(*each) for each in sent.headers))


# The URL


def _prepared(url: Any, params: Any, manner: RequestsManner) -> str:
    """The URL with its query, encoded as the client does."""
    text = url.decode() if isinstance(url, bytes) else str(url)
    text = text.lstrip()
    if ":" in text and not text.lower().startswith("http"):
        raise RefusedCall("the URL has another scheme than http and https")
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


def _sent_url(url: str) -> str:
    """The URL on the wire, where it is encoded once more."""
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https"):
        raise RefusedCall(f"{parts.scheme} is not supported")
    target = UrlParts(None, None, parts.path or "/", parts.query or None).target
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{encoded_target(target)}"


# Queries and forms


def _merged(given: Any, default: Any) -> Any:
    """The call's values merged over the session's. Only mappings are merged: a session's list is never sent."""
    given, default = given or {}, {} if default is None else default
    if isinstance(default, StandIn) and not given:
        return default
    if not isinstance(given, Mapping) or not isinstance(default, Mapping):
        return given
    return {name: value for name, value in {**default, **given}.items() if value is not None}


def encoded_pairs(data: Any) -> str:
    """Pairs as `a=1&b=2`: lists repeat their name, None is left out; text is sent as it is."""
    if data is None or isinstance(data, str | bytes):
        return data.decode("ascii", "strict") if isinstance(data, bytes) else data or ""
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


def items_of(value: Any) -> Iterable[Any]:
    return [value] if isinstance(value, str | bytes) or not isinstance(value, Iterable) else value


# Headers


def _headers(given: Any, default: Any) -> Iterator[tuple[str, str]]:
    found: dict[str, tuple[Any, Any]] = {}
    for source in (default, given):
        if isinstance(source, StandIn):
            yield source, ""
            continue
        for name, value in pairs(source) if source else ():
            key = name.decode("latin-1") if isinstance(name, bytes) else str(name)
            found[key.lower()] = (name, value)
    for name, value in found.values():
        if isinstance(name, MoreEntries):
            yield name, ""
        elif value is not None:
            yield _header(name, value)


def _header(name: Any, value: Any) -> tuple[str, str]:
    for text, pattern in ((name, _NAME), (value, _VALUE)):
        if not isinstance(text, str | bytes):
            raise RefusedCall("the name and the value of a header must be strings")
        if not pattern.fullmatch(text.decode("latin-1") if isinstance(text, bytes) else text):
            raise RefusedCall(f"illegal header {name!r}")
    return (name if isinstance(name, str) else name.decode("latin-1")).lower(), value


def _cookies(call: ClientCall) -> Iterator[Any]:
    for source in (call.client.get("cookies"), call.given.get("cookies")):
        yield source or None


def _authorization(call: ClientCall, url: str, manner: RequestsManner) -> Iterator[tuple[str, str]]:
    auth = call.given.get("auth")
    auth = call.client.get("auth") if auth is None else auth
    if auth is None:
        user, _, password = (split(url).authority or "").rpartition("@")[0].partition(":")
        auth = (unquote(user), unquote(password)) if ":" in (split(url).authority or "").rpartition("@")[0] else None
        auth = auth if auth and any(auth) else None
    if isinstance(auth, StandIn) and auth:
        yield "authorization", auth
    elif isinstance(auth, LibraryObject):
        yield "authorization", made_auth(auth, manner.encoding)
    elif isinstance(auth, tuple) and len(auth) == 2:  # noqa: PLR2004 - a name and a password
        yield "authorization", basic(_text(auth[0], manner), _text(auth[1], manner), manner.encoding)
    elif manner.strict and isinstance(auth, str):
        yield "authorization", f"Bearer {auth}"
    elif auth:
        raise RefusedCall("`auth` must be a pair, or be callable")


def name_and_value(name: str, value: Any) -> tuple[str, str]:
    """A header as it can be put on the wire."""
    return (name, value) if isinstance(name, StandIn) else header_line(name, value)


def _text(value: Any, manner: RequestsManner) -> str | bytes:
    if manner.strict and not isinstance(value, str | bytes):
        raise RefusedCall("a name and a password must be text")
    return value if isinstance(value, str | bytes) else str(value)


# The body


def _body(given: Mapping[str, Any], manner: RequestsManner) -> tuple[SentBody | None, str]:  # noqa: PLR0911 - one answer for each kind of body
    """The body, and the content type that goes with it."""
    data, files, json = given.get("data"), given.get("files"), given.get("json")
    if isinstance(data, StandIn) or isinstance(files, StandIn):
        return SentBody(data if isinstance(data, StandIn) else files, None, "unknown"), ""
    if json is not None and not data and is_known(json):
        json_bytes(json, allow_nan=False)
    if files:
        if data and isinstance(data, str | bytes):
            raise RefusedCall("`data` must not be text beside `files`")
        return multipart(list(_parts(data or {}, files, manner)), ESCAPES), f"{MULTIPART}; boundary={BOUNDARY}"
    if not data and json is not None:
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
        for value in items_of(values):
            if value is not None:
                yield BodyPart(_field(name), value if isinstance(value, bytes) else str(value))
    for name, value in pairs(files):
        yield from _file(name, value, manner)


def _field(name: Any) -> str:
    return name.decode() if isinstance(name, bytes) else name


def _file(name: Any, value: Any, manner: RequestsManner) -> Iterator[BodyPart]:
    filename, content, content_type, headers = file_of(value, _field(name))
    if content is None:
        return
    if manner.strict and isinstance(content, int):
        raise RefusedCall("a file must be text, bytes or an open file")
    extra = {**({"Content-Type": content_type} if content_type else {}), **headers}
    yield BodyPart(_field(name), part_content(content), filename, tuple(extra.items()))


# What gets lost


def _lost(call: ClientCall) -> Iterator[Loss]:
    given, default = call.given.get("query"), call.client.get("query")
    if default and not (isinstance(given or {}, Mapping) and isinstance(default, Mapping)):
        yield Loss("query", encoded_pairs(default))
    for role in ("query", "data"):
        values = call.given.get(role)
        if isinstance(values, Mapping) and not call.given.get("files"):
            yield from (Loss("value", str(name)) for name, value in values.items() if value is None)


CLIENT = Client(
    name="requests",
    package="requests",
    modules=("requests",),
    shapes=shapes("requests", "requests.", "requests.Session."),
    aliases={"requests.sessions.Session": "requests.Session", "requests.session": "requests.Session"},
    constructor=CONSTRUCTOR,
    releases=(Behaviour((0,), partial(send, manner=REQUESTS)),),
)
