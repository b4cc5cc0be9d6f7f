"""httpx: clients with a base address; since 0.28 `params` replaces the URL's query."""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any, Final, NamedTuple
from urllib.parse import parse_qs, unquote

from waypost.clients.bodies import (
    BOUNDARY,
    MULTIPART,
    Escapes,
    encode_percent,
    encode_plus,
    form,
    guessed_type,
    multipart,
    raw,
)
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
from waypost.clients.encode import FORM, UrlParts, basic, check_header, joined, json_bytes, pairs, percent_once, split
from waypost.clients.shape import VERB_METHODS, At, Fills, Shape, each


def shapes(client: str) -> tuple[Shape, ...]:
    """The calls of httpx, or of a package with the same names."""
    owners = f"{client}. {client}.Client. {client}.AsyncClient."

    def shape(callees: tuple[str, ...], url: At, verb: At | None) -> Shape:
        return Shape(
            client=client,
            callees=callees,
            verb=verb,
            url=url,
            fills=Fills.NOTHING,
            query=At(None, "params"),
            json=At(None, "json"),
            data=At(None, "data"),
            files=At(None, "files"),
            content=At(None, "content"),
            headers=At(None, "headers"),
            cookies=At(None, "cookies"),
            auth=At(None, "auth"),
            base=At(None, "base_url"),
        )

    return (
        shape(each(owners, VERB_METHODS), At(0, "url"), None),
        shape(each(owners, "request stream build_request"), At(1, "url"), At(0, "method")),
    )


# Send -----------------------------------------------------------------------------------------------------------

_LONGEST: Final = 65_536
_PORTS: Final = {"http": "80", "https": "443"}
_PRINTABLE: Final = "".join(map(chr, range(0x21, 0x7F)))
_SUB_DELIMS: Final = "!$&'()*+,;="
_WITHOUT_BODY: Final = ("get", "head", "options", "delete")
_BODIES: Final = ("content", "data", "files", "json")
_NAME: Final = re.compile(r"[-!#$%&'*+.^_`|~0-9A-Za-z]+")
_VALUE: Final = re.compile(r"(?:[^\x00\s]+(?:[ \t]+[^\x00\s]+)*)?")
_ESCAPES: Final = Escapes(
    re.compile(r'["\\\x00-\x1a\x1c-\x1f]'), lambda found: "\\\\" if found[0] == "\\" else f"%{ord(found[0]):02X}"
)


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


def send(call: ClientCall, manner: HttpxManner) -> SentRequest:
    """The request of a call."""
    _check_arguments(call)
    url = _with_params(_address(call, manner), call, manner)
    headers = _headers(call)
    body, content_type = _body(call, headers, manner)
    sent = SentRequest(call.method.upper(), _absolute(url), tuple(headers), body, tuple(_lost(call, manner)))
    if content_type and sent.header("content-type") is None:
        sent = sent.with_headers(("content-type", content_type))
    sent = sent.with_headers(*_cookies(call, sent))
    return _checked(sent.with_headers(*_authorization(call, url)))


def _check_arguments(call: ClientCall) -> None:
    name = call.callee.rsplit(".", 1)[-1]
    given = [role for role in _BODIES if role in call.given]
    if name in _WITHOUT_BODY and given:
        raise RefusedCall(f"`{name}` has no argument `{given[0]}`")


# The URL


def _parsed(url: Any, manner: HttpxManner) -> UrlParts:
    if not isinstance(url, str):
        raise RefusedCall("the URL must be a string")
    if len(url) > _LONGEST or any(each.isascii() and not each.isprintable() for each in url):
        raise RefusedCall("the URL holds a control character, or is too long")
    return _normal(split(url.removeprefix(":")), manner)


def _normal(url: UrlParts, manner: HttpxManner) -> UrlParts:
    """The parts of a URL as the client keeps them."""
    scheme = (url.scheme or "").lower()
    authority = _authority(url.authority or "", scheme)
    if authority and url.path and not url.path.startswith("/"):
        raise RefusedCall("the path must start with a slash")
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
    if port and not solid(port).isalnum():
        raise RefusedCall(f"invalid port {port}")
    if is_known(port) and port:
        if not port.isdecimal():
            raise RefusedCall(f"invalid port {port}")
        port = str(int(port))
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


def _address(call: ClientCall, manner: HttpxManner) -> UrlParts:
    """The URL, joined to the base address."""
    url = _parsed(call.url, manner)
    if url.scheme and url.authority:
        return url
    base = call.client.get("base", "")
    start = _parsed(base, manner)
    raw = _raw_path(start)
    raw += "" if raw.endswith("/") else "/"
    # The apparent path of the base may be its query.
    path, mark, query = (raw + _raw_path(url).lstrip("/")).partition("?")
    return _normal(UrlParts(start.scheme, start.authority, path, query if mark else None), manner)


def _raw_path(url: UrlParts) -> str:
    return UrlParts(None, None, url.path or "/", url.query).target


def _absolute(url: UrlParts) -> str:
    if not url.scheme or not url.authority:
        raise RefusedCall("the URL has no scheme and host")
    if url.scheme not in _PORTS:
        raise RefusedCall(f"{url.scheme} is not supported")
    return f"{url.scheme}://{url.authority.rpartition('@')[2]}{_raw_path(url)}"


# The query


def _with_params(url: UrlParts, call: ClientCall, manner: HttpxManner) -> UrlParts:
    given, default = call.given.get("query"), call.client.get("query")
    if isinstance(given, StandIn) or isinstance(default, StandIn):
        shown = [str(each) for each in (default, given) if isinstance(each, StandIn)]
        kept = [url.query] if url.query and not manner.replaces else []
        return url._replace(query="&".join([*kept, *shown]))
    of_client = _params(default)
    params = {**of_client, **_params(given)} if given or of_client else None if given is None else {}
    if params is None:
        return url
    if not manner.replaces:
        params = {**_params(url.query), **params}
    text = joined(((name, item) for name, items in params.items() for item in items), manner.encode)
    return url._replace(query=percent_once(text, manner.query_safe) if params else None)


def _params(value: Any) -> dict[str, list[str]]:
    """Values by name, as the client keeps them."""
    found: dict[str, list[str]] = {}
    if value is None:
        return found
    if isinstance(value, str | bytes):
        text = value.decode("ascii", "replace") if isinstance(value, bytes) else value
        return parse_qs(text, keep_blank_values=True)
    if isinstance(value, Mapping):
        return {
            name if isinstance(name, MoreEntries) else str(name): [primitive(each) for each in _items(item)]
            for name, item in value.items()
        }
    for name, item in pairs(value):
        found.setdefault(str(name), []).append(primitive(item))
    return found


def _items(value: Any) -> list[Any]:
    return list(value) if isinstance(value, list | tuple) else [value]


def primitive(value: Any) -> str:
    """A value as text: JSON's words for booleans, nothing for None."""
    if value is True or value is False:
        return str(value).lower()
    return "" if value is None else value if isinstance(value, str) else str(value)


# Headers


def _headers(call: ClientCall) -> list[tuple[str, str]]:
    own = list(_header_items(call.given.get("headers")))
    names = {name for name, _ in own}
    return [*(each for each in _header_items(call.client.get("headers")) if each[0] not in names), *own]


def _header_items(value: Any) -> Iterator[tuple[str, str]]:
    if value is None:
        return
    if isinstance(value, StandIn):
        yield value, ""
        return
    for name, item in pairs(value):
        yield (name, "") if isinstance(name, MoreEntries) else _header(name, item)


def _header(*given: Any) -> tuple[str, str]:
    if not all(isinstance(each, str | bytes) for each in given):
        raise RefusedCall("the name and the value of a header must be strings")
    name, value = (each.decode("latin-1") if isinstance(each, bytes) else each for each in given)
    check_header(name, value, "ascii")
    return name.lower(), value


def _checked(sent: SentRequest) -> SentRequest:
    """The connection below refuses illegal headers, but only those that are sent."""
    for name, value in sent.headers:
        if not isinstance(name, StandIn) and not (_NAME.fullmatch(solid(name)) and _VALUE.fullmatch(value)):
            raise RefusedCall(f"illegal header {name}")
    return sent


def _cookies(call: ClientCall, sent: SentRequest) -> Iterator[tuple[str, str]]:
    given, default = call.given.get("cookies"), call.client.get("cookies")
    if sent.header("cookie") is not None or not (given or default):
        return
    for name, value in cookie_header(default, given):
        check_header(name, value, "ascii")
        yield name, value


def _authorization(call: ClientCall, url: UrlParts) -> Iterator[tuple[str, str]]:
    of_client, of_call = _auth(call.client.get("auth")), _auth(call.given.get("auth"))
    auth = of_call if "auth" in call.given else of_client
    if auth is not None:
        yield "authorization", auth
    elif "@" in (url.authority or ""):
        user, _, password = (url.authority or "").rpartition("@")[0].partition(":")
        if user or password:
            yield "authorization", basic(unquote(user), unquote(password))


def _auth(auth: Any) -> str | None:
    if auth is None or isinstance(auth, StandIn):
        return auth
    if isinstance(auth, LibraryObject):
        return made_auth(auth)
    if not isinstance(auth, tuple) or not all(isinstance(each, str | bytes) for each in (*auth, None, None)[:2]):
        raise RefusedCall("`auth` must be a pair of a name and a password, or be callable")
    return basic(*auth[:2])


# The body


def _body(call: ClientCall, headers: list[tuple[str, str]], manner: HttpxManner) -> tuple[SentBody | None, str]:
    """The body, and the content type that goes with it."""
    content, data, files, json = (call.given.get(role) for role in _BODIES)
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
        return form((name, primitive(item)) for name, items in data.items() for item in _items(items)), FORM
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
        for item in _items(items):
            if not isinstance(name, str) or not (item is None or isinstance(item, str | bytes | int | float)):
                raise RefusedCall("a field must have a name and a simple value")
            yield BodyPart(name, item if isinstance(item, bytes) else primitive(item))
    for name, value in pairs(files):
        yield _file(name, value)


def _file(name: Any, value: Any) -> BodyPart:
    if not isinstance(name, str):
        raise RefusedCall("the name of a file must be a string")
    filename, content, given, extra = file_of(value, "upload")
    content_type = given if given is not None else guessed_type(filename) if filename else None
    headers = dict(extra)
    if content_type is not None and not any("content-type" in each.lower() for each in headers):
        headers["Content-Type"] = content_type
    if not isinstance(content, str | bytes):
        raise RefusedCall("a file must be bytes or a file opened in binary mode")
    return BodyPart(name, content, filename or None, tuple(headers.items()))


# What gets lost


def _lost(call: ClientCall, manner: HttpxManner) -> Iterator[Loss]:
    base, url = call.client.get("base"), call.url
    if isinstance(base, str) and not split(url).authority and "?" in base and split(url).path.strip("/"):
        yield Loss("URL", split(url).path)
    given = call.given.get("query")
    own = split(url).query
    params = {**_params(call.client.get("query")), **_params(given)} if not isinstance(given, StandIn) else None
    replaced = given is not None or bool(params)
    if manner.replaces and own and replaced and not isinstance(given, StandIn):
        yield Loss("query", own)


CONSTRUCTOR = Constructor(
    base=At(None, "base_url"),
    query=At(None, "params"),
    headers=At(None, "headers"),
    cookies=At(None, "cookies"),
    auth=At(None, "auth"),
)

CLIENT = Client(
    name="httpx",
    package="httpx",
    modules=("httpx",),
    shapes=shapes("httpx"),
    constructor=CONSTRUCTOR,
    releases=(Behaviour((0,), partial(send, manner=OLD)), Behaviour((0, 28), partial(send, manner=NEW))),
)
