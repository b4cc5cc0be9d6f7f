"""urllib3: connection pools; fields go into the query or the body, depending on the verb."""

import re
import string
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from ipaddress import IPv6Address
from typing import Any, Final, NamedTuple
from urllib.parse import urlencode

from waypost.clients.bodies import BOUNDARY, MULTIPART, Escapes, guessed_type, multipart
from waypost.clients.call import (
    BodyPart,
    ClientCall,
    Loss,
    MoreEntries,
    RefusedCall,
    SentBody,
    SentRequest,
    StandIn,
    is_known,
)
from waypost.clients.client import Behaviour, Client, Constructor
from waypost.clients.encode import FORM, UrlParts, json_bytes, pairs, split, without_dots
from waypost.clients.http_client import address_of, body_of, header_lines
from waypost.clients.shape import At, Fills, Shape, each

_POOLS = ("urllib3.HTTPConnectionPool", "urllib3.HTTPSConnectionPool")


def _shape(callees: tuple[str, ...], base_url: str = "") -> Shape:
    # After the URL, 1.x and 2.x have different arguments in the same places.
    return Shape(
        client="urllib3",
        callees=callees,
        verb=At(0, "method"),
        url=At(1, "url"),
        data=At(None, "fields"),
        content=At(None, "body"),
        json=At(None, "json"),
        headers=At(None, "headers"),
        fills=Fills.NOTHING,
        base_url=base_url,
        others={"multipart": At(None, "encode_multipart")},
    )


def _encoding(callees: tuple[str, ...]) -> Shape:
    """The calls between the two: the name says where the fields go."""
    return replace(_shape(callees), data=At(2, "fields"), headers=At(3, "headers"), json=None)


def _urlopen(callees: tuple[str, ...], base_url: str = "") -> Shape:
    """The call below `request`: it takes a body as it is. A pool, of one host, has it after the URL."""
    shape = replace(_shape(callees, base_url), data=None, json=None, others={})
    return replace(shape, content=At(2, "body"), headers=At(3, "headers")) if base_url else shape


# Send -----------------------------------------------------------------------------------------------------------

_SUB_DELIMS: Final = "!$&'()*+,;="
_PATH: Final = _SUB_DELIMS + ":@/"
_QUERY: Final = _PATH + "?"
_ALWAYS: Final = frozenset(f"{string.ascii_letters}{string.digits}-._~".encode())
_ESCAPE: Final = re.compile("%[a-fA-F0-9]{2}")
_WITH_SCHEME: Final = re.compile(r"(?:[a-zA-Z][a-zA-Z0-9+-]*:|/)")
_ADDRESS: Final = re.compile(
    r"((?:[^\[\]%:/?#\x00-\x20\x7f]|%[a-fA-F0-9]{2})*|\[[^\]]*\])(?::0*?(|0|[1-9][0-9]{0,4}))?"
)
_PORTS: Final[Mapping[str, int]] = {"http": 80, "https": 443}
_IN_URL: Final = ("DELETE", "GET", "HEAD", "OPTIONS")
_ESCAPES_OLD: Final = Escapes(
    re.compile(r'["\\\x00-\x1a\x1c-\x1f]'), lambda found: "\\\\" if found[0] == "\\" else f"%{ord(found[0]):02X}"
)
ESCAPES: Final = Escapes(re.compile(r'["\r\n]'), lambda found: f"%{ord(found[0]):02X}")


class Urllib3Manner(NamedTuple):
    """The differences between releases."""

    takes_json: bool
    # Its own `Content-Type` is sent besides a given one that is spelled in another way.
    exact_names: bool
    escapes: Escapes
    # The encoding of a text body.
    encoding: str


OLD: Final = Urllib3Manner(takes_json=False, exact_names=True, escapes=_ESCAPES_OLD, encoding="latin-1")
NEW: Final = Urllib3Manner(takes_json=True, exact_names=False, escapes=ESCAPES, encoding="utf-8")


def send(call: ClientCall, manner: Urllib3Manner) -> SentRequest:
    """The request of a call."""
    method = call.method.upper()
    given = call.given
    _check(call, manner)
    headers = given.get("headers")
    headers = call.client.get("headers") if headers is None else headers
    fields = given.get("data")
    url = call.url
    if fields and _in_url(call):
        url += "?" + _query(fields)
        fields = None
    if fields and manner.takes_json and _has_type_in_bytes(headers):
        raise RefusedCall("with `fields`, the header `Content-Type` must be text, not bytes")
    body, content_type = _body(given, fields, manner)
    sent = SentRequest(method, _target(url, call), tuple(header_lines(headers)), body, tuple(_lost(call)))
    names = [name for name, _ in pairs(headers)] if manner.exact_names and isinstance(headers, Mapping) else []
    if content_type and (sent.header("content-type") is None or (names and "Content-Type" not in names)):
        sent = replace(sent, headers=(*sent.headers, ("content-type", content_type)))
    return sent


def _in_url(call: ClientCall) -> bool:
    if "_encode_" in call.callee:
        return call.callee.endswith("_url")
    return call.method.upper() in _IN_URL


def _has_type_in_bytes(headers: Any) -> bool:
    if not isinstance(headers, Mapping):
        return False
    return any(isinstance(value, bytes) and str(name).lower() == "content-type" for name, value in headers.items())


def _check(call: ClientCall, manner: Urllib3Manner) -> None:
    given = call.given
    if "json" in given and not manner.takes_json:
        raise RefusedCall("`request` has no argument `json`")
    if given.get("json") is not None and given.get("content") is not None:
        raise RefusedCall("`json` and `body` cannot be used together")
    has_body = given.get("json") is not None or given.get("content") is not None
    if not manner.takes_json:
        has_body = has_body or "content" in given
    if has_body and given.get("data") and not _in_url(call):
        raise RefusedCall("`fields` and `body` cannot be used together")


# The URL


def normal(url: str) -> UrlParts:
    """A URL as urllib3 normalises it; clients built on urllib3 send through it, too."""
    parts = split(url if _WITH_SCHEME.match(url) else f"//{url}")
    authority = parts.authority
    scheme = parts.scheme.lower() if parts.scheme else None
    if authority is not None and "\\" in authority:
        authority, _, rest = authority.partition("\\")
        parts = parts._replace(path=f"\\{rest}{parts.path}")
    if scheme not in (None, "http", "https"):
        return parts._replace(scheme=scheme)
    path = encoded(without_dots(parts.path), _PATH) if parts.path else parts.path
    query = encoded(parts.query, _QUERY) if parts.query is not None else None
    fragment = encoded(parts.fragment, _QUERY) if parts.fragment is not None else None
    return UrlParts(scheme, _authority(authority) if authority else None, path, query, fragment)


def _authority(authority: str) -> str:
    userinfo, at, address = authority.rpartition("@")
    found = _ADDRESS.fullmatch(address)
    if is_known(address) and (found is None or (found[1].startswith("[") and not _is_in_brackets(found[1][1:-1]))):
        raise RefusedCall(f"cannot read the address {address}")
    if found is not None:
        if found[1].startswith(".") or ".." in found[1]:
            raise RefusedCall("a part of the host's name is empty")
        address = found[1].lower() + (f":{int(found[2])}" if found[2] else "")
    return encoded(userinfo, _SUB_DELIMS + ":") + at + address if userinfo else address


def _is_in_brackets(host: str) -> bool:
    """Whether a host is one that is written in brackets: `::1`, `fe80::1%25eth0`."""
    try:
        IPv6Address(host.partition("%")[0])
    except ValueError:
        return False
    return True


def encoded(text: str, safe: str) -> str:
    """Percent-encode, unless all of it already is."""
    upper, count = _ESCAPE.subn(lambda found: found[0].upper(), text)
    keeps = "%" if count == text.count("%") else ""
    allowed = _ALWAYS | set((safe + keeps).encode())
    return "".join(chr(byte) if byte in allowed else f"%{byte:02X}" for byte in upper.encode("utf-8", "surrogatepass"))


def _target(url: str, call: ClientCall) -> str:
    if "ConnectionPool" in call.callee:
        if is_known(url[:1]) or not url:
            return address_of(call) + encoded_target(_below_host(url, call))
        return address_of(call) + encoded_target(f"/{url}")[1:]  # it begins with its slash, or it is refused
    parts = normal(url)
    if not parts.authority:
        raise RefusedCall("the URL has no host")
    if parts.scheme not in (None, "http", "https"):
        raise RefusedCall(f"{parts.scheme} is not supported")
    path = parts.path if parts.path.startswith("/") or not parts.path else f"/{parts.path}"
    proxy = call.client.get("host")
    if "ProxyManager" in call.callee and parts.scheme is None and isinstance(proxy, str):
        # Without a scheme, the host in it counts for nothing: the proxy itself is asked.
        return f"{proxy.rstrip('/')}{parts._replace(path=path or '/').target}"
    return f"{parts.scheme or 'http'}://{parts.authority.rpartition('@')[2]}{parts._replace(path=path or '/').target}"


def _below_host(url: str, call: ClientCall) -> str:
    """What a pool, which is of one host, asks that for; it refuses what may be another's."""
    if url.startswith("/"):
        return url
    parts = normal(url)
    own = split(address_of(call))
    scheme, authority = parts.scheme or own.scheme, (parts.authority or "").rpartition("@")[2]
    known = is_known(authority) and is_known(own.authority or "")
    if known and (scheme, _with_port(scheme, authority)) != (own.scheme, _with_port(own.scheme, own.authority or "")):
        raise RefusedCall("the path must start with a slash: what stands there is read as another host")
    return parts.target


def _with_port(scheme: str | None, authority: str) -> str:
    """An address with its port, as pools compare them."""
    return (
        authority.lower() if ":" in authority.rpartition("]")[2] else f"{authority.lower()}:{_PORTS.get(scheme or '')}"
    )


def encoded_target(url: str) -> str:
    """What follows the host, encoded."""
    if not url.startswith("/"):
        return normal(url).target
    path, mark, query = url.partition("#")[0].partition("?")
    return encoded(path, _PATH) + mark + encoded(query, _QUERY)


# What is sent


def _query(fields: Any) -> str:
    if isinstance(fields, StandIn):
        return fields
    items = list(fields.items()) if isinstance(fields, Mapping) else fields
    rest = [name for name, _ in pairs(items) if isinstance(name, MoreEntries)]
    try:
        text = urlencode([item for item in items if not isinstance(item[0], MoreEntries)])
    except (TypeError, UnicodeEncodeError) as error:
        raise RefusedCall(str(error)) from error
    return "&".join([*([text] if text else []), *rest])


def _body(given: Mapping[str, Any], fields: Any, manner: Urllib3Manner) -> tuple[SentBody | None, str]:
    if given.get("json") is not None:
        json = given["json"]
        content = json_bytes(json, separators=(",", ":"), ensure_ascii=False) if is_known(json) else None
        return SentBody(json, content, "json"), "application/json"
    if isinstance(fields, StandIn):
        return SentBody(fields, None, "unknown"), ""
    if fields and given.get("multipart") is False:
        text = _query(fields)
        return SentBody(text, text.encode() if is_known(text) else None, "form"), FORM
    if fields:
        return multipart(list(_parts(fields)), manner.escapes), f"{MULTIPART}; boundary={BOUNDARY}"
    return body_of(given.get("content"), manner.encoding), ""


def _parts(fields: Any) -> Iterator[BodyPart]:
    for name, value in pairs(fields):
        if isinstance(name, MoreEntries):
            yield BodyPart(name, "")
            continue
        filename, content, content_type = None, value, None
        # The value of a display may be either; urllib3 itself refuses a list.
        if isinstance(value, tuple | list):
            filename, content, content_type = _upload(tuple(value))
        yield BodyPart(
            _text(name), part_content(content), filename, (("Content-Type", content_type),) if content_type else ()
        )


def _upload(value: tuple[Any, ...]) -> tuple[Any, Any, str]:
    """File name, content and media type."""
    match value:
        case (filename, content):
            return filename, content, guessed_type(filename) if filename else "application/octet-stream"
        case (filename, content, content_type):
            return filename, content, content_type
    raise RefusedCall("a file must be a name, its content and perhaps a type")


def _text(name: Any) -> str:
    if isinstance(name, bytes):
        return name.decode()
    if not isinstance(name, str):
        raise RefusedCall("the name of a field must be a string")
    return name


def part_content(content: Any) -> str | bytes:
    if isinstance(content, int):
        return str(content)
    if not isinstance(content, str | bytes):
        raise RefusedCall("the content of a field must be text or bytes")
    return content


def _lost(call: ClientCall) -> Iterator[Loss]:
    of_pool, own = call.client.get("headers"), call.given.get("headers")
    if own is not None and of_pool:
        yield Loss("headers", ", ".join(map(str, of_pool)))


CLIENT = Client(
    name="urllib3",
    package="urllib3",
    modules=("urllib3",),
    shapes=(
        _shape(("urllib3.PoolManager.request", "urllib3.ProxyManager.request", "urllib3.request")),
        _encoding(("urllib3.PoolManager.request_encode_url", "urllib3.PoolManager.request_encode_body")),
        _urlopen(("urllib3.PoolManager.urlopen", "urllib3.ProxyManager.urlopen")),
        *(_urlopen((f"{pool}.urlopen",), f"{pool[8:-14].lower()}://") for pool in _POOLS),
        *(_shape((f"{pool}.request",), f"{pool[8:-14].lower()}://") for pool in _POOLS),
    ),
    aliases={
        "urllib3.poolmanager.PoolManager": "urllib3.PoolManager",
        **{f"urllib3.connectionpool.{pool[8:]}": pool for pool in _POOLS},
    },
    connecting=each("urllib3.PoolManager. urllib3.ProxyManager.", "clear"),
    constructor=Constructor(host=At(0, "host"), port=At(1, "port"), headers=At(None, "headers")),
    releases=(Behaviour((0,), partial(send, manner=OLD)), Behaviour((2,), partial(send, manner=NEW))),
)
