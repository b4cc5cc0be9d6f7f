"""Requests of every kind, for every test that sends or shows them."""

from datetime import date
from typing import Any

from waypost import EndpointOptions, endpoint

PNG = bytes(range(256))

FORM = {"content-type": "application/x-www-form-urlencoded"}
MULTIPART = {"content-type": "multipart/form-data; boundary=frontier"}

# By name: a route and its options.
CALLS: dict[str, tuple[str, dict[str, Any]]] = {
    "query": ("GET /orgs/{org}/repos", {"org": "octo org", "type": "private", "per_page": 5}),
    "strange query": ("GET /x", {"a b": "!'()*~ +&=#%", "é": "日本 😀", "list": ["a", "b,c"]}),
    "search": ("GET /search/issues", {"q": "is:open+label:'a b'", "sort": "created"}),
    "path": ("GET /repos/{owner}/{+path}", {"owner": "é/..x", "path": "a b/(c)/d%20e"}),
    # Not for requests and HTTPie: urllib3, which they use, writes brackets as %5B.
    "brackets": ("GET /{+path}", {"path": "a[0]"}),
    "hidden path": ("GET /repos/.github/{a}", {"a": ".x"}),
    "no accept": ("GET /x", {"headers": {"accept": None, "user-agent": None}}),
    "head": ("HEAD /x", {"a": 1}),
    "headers": ("GET /x", {"headers": {"x-a": "=value; 'quoted' \"too\" $HOME `id`", "x-at": "@file", "x-u": "é 日"}}),
    "json": ("POST /x", {"title": 'It\'s "new"', "labels": ["bug", None, True, 1.5], "body": "é 日 😀\nline\t$HOME"}),
    "dates in json": ("POST /x", {"due": date(2024, 2, 29)}),
    "json list": ("PUT /x", {"data": [1, {"a": "b"}]}),
    "null": ("PATCH /x", {"data": None}),
    "empty post": ("POST /x", {}),
    "delete": ("DELETE /x", {"reason": "old"}),
    "text": ("POST /markdown/raw", {"data": "# Hi\n\n- é 'x' @file", "headers": {"content-type": "text/plain"}}),
    "at sign": ("POST /x", {"data": "@/etc/passwd", "headers": {"content-type": "text/plain"}}),
    "form": ("POST /x", {"a": "b c&", "é": "ü", "headers": {"content-type": "application/x-www-form-urlencoded"}}),
    "flags in a form": (
        "POST /x",
        {"a": True, "b": ["x", "y"], "c": None, "d": date(2024, 2, 29), "headers": FORM},
    ),
    "multipart": (
        "POST /x",
        {"title": 'é "x"', "file": ("a b.png", PNG, "image/png"), "raw": b"\r\n", "n": [1, 2.5], "headers": MULTIPART},
    ),
    "bytes": (
        "POST /assets{?name,label}",
        {"name": "a b.png", "label": "é", "data": PNG, "headers": {"content-type": "image/png", "content-length": 256}},
    ),
    "empty text": ("POST /x", {"data": "", "headers": {"content-type": "text/plain"}}),
    "credentials": ("GET /x", {"headers": {"authorization": "token s3cret"}, "access_token": "s3cret", "page": 1}),
}


def request(name: str, base: str) -> EndpointOptions:
    route, options = CALLS[name]
    return endpoint(route, {**options, "baseUrl": base})


# The body of each, as bytes.
BODIES: dict[str, bytes] = {
    "json": '{"title":"It\'s \\"new\\"","labels":["bug",null,true,1.5],"body":"é 日 😀\\nline\\t$HOME"}'.encode(),
    "dates in json": b'{"due":"2024-02-29"}',
    "json list": b'[1,{"a":"b"}]',
    "null": b"null",
    "delete": b'{"reason":"old"}',
    "text": "# Hi\n\n- é 'x' @file".encode(),
    "at sign": b"@/etc/passwd",
    "form": b"a=b+c%26&%C3%A9=%C3%BC",
    "flags in a form": b"a=true&b=x&b=y&d=2024-02-29",
    "multipart": (
        b'--frontier\r\nContent-Disposition: form-data; name="title"\r\n\r\n\xc3\xa9 "x"\r\n'
        b'--frontier\r\nContent-Disposition: form-data; name="file"; filename="a b.png"\r\n'
        b"Content-Type: image/png\r\n\r\n"
        + PNG
        + b'\r\n--frontier\r\nContent-Disposition: form-data; name="raw"; filename="raw"\r\n'
        b"Content-Type: application/octet-stream\r\n\r\n\r\n\r\n"
        b'--frontier\r\nContent-Disposition: form-data; name="n"\r\n\r\n1\r\n'
        b'--frontier\r\nContent-Disposition: form-data; name="n"\r\n\r\n2.5\r\n--frontier--\r\n'
    ),
    "bytes": PNG,
}
