"""No address that a source may have is more than a client's record can take, known or with unknown parts."""

from itertools import product

import pytest
import requests
import urllib3

from tests.support.check import check_diagnostics, workspace
from waypost.clients import CLIENTS, Client
from waypost.clients.call import ClientCall, RefusedCall
from waypost.clients.encode import followed
from waypost.core.endpoint import endpoint
from waypost.core.errors import RouteError
from waypost.core.preview import Preview
from waypost.routes.features import RouteFeatures
from waypost.routes.inventory import calls_of
from waypost.text import Document

IN_BRACKETS = ("[127.0.0.1]:9", "[abc]:9", "[::1]:9", "[::1", "a]:9", "[v1.a]:9", "[]:9", "[fe80::1%25eth0]:9", "[::g]")
ODD = (
    "u:p[w]@h.example",
    "h.example:[1]",
    "h:99999999",
    "h:-1",
    "\u2100.example",
    "a\u2488b",
    "",
    "a b",
    ".a",
    "*",
    "@",
)
UNKNOWN = ("[{h}]:{p}", "{h}]", "[{h}", "[::{h}]", "h:{p}x", "{h}[::1]")
URLS = [f"http://{host}/v?a=[1]" for host in (*IN_BRACKETS, *ODD, *UNKNOWN)] + ["//[a]/x", "[/x", "?[#]", "http:///x"]


@pytest.mark.parametrize("client", [each for each in CLIENTS if each.releases], ids=lambda each: each.name)
def test_an_address_is_sent_or_refused(client: Client) -> None:
    preview = Preview(endpoint)
    unknown = preview.unknown("{h}"), preview.unknown("{p}")
    urls = [url.replace("{h}", unknown[0]).replace("{p}", unknown[1]) for url in URLS]
    bases = [None, "https://a.example/v1", *urls]
    for release, base, url in product(client.releases, bases, ["/x", "x", *urls]):
        call = ClientCall("GET", url, {"query": {"a": "b"}}, {"base": base} if base else {}, f"{client.name}.get")
        try:
            release.send(call)
        except (RefusedCall, RouteError):
            continue


@pytest.mark.parametrize("host", IN_BRACKETS)
def test_brackets_are_for_the_addresses_that_requests_takes(host: str) -> None:
    url = f"http://{host}/v"
    send = next(each for each in CLIENTS if each.name == "requests").releases[-1].send
    try:
        expected = requests.Request("GET", url).prepare().url
    except requests.RequestException:
        with pytest.raises(RefusedCall):
            send(ClientCall("GET", url, {}, {}, "requests.get"))
    else:
        assert send(ClientCall("GET", url, {}, {}, "requests.get")).url == expected


@pytest.mark.parametrize(
    "path", ["/%7Ea/%2F", "/%7", "/%+1", "/%-5", "/a b", "/é", "/a/../b", "/../b", "/a/b/../../..", "", "\\v/a"]
)
def test_needless_escapes_and_dots_go_as_in_requests_and_urllib3(path: str) -> None:
    url = f"https://h.example{path}"
    senders = {each.name: each.releases[-1].send for each in CLIENTS if each.releases}
    assert (
        senders["requests"](ClientCall("GET", url, {}, {}, "requests.get")).url
        == requests.Request("GET", url).prepare().url
    )
    made = senders["urllib3"](ClientCall("GET", url, {}, {}, "urllib3.request")).url
    assert made.removesuffix("/") == urllib3.util.parse_url(url).url.removesuffix("/")


def test_a_link_from_an_unknown_host() -> None:
    host = Preview(endpoint).unknown("{h}")
    assert followed(f"http://[{host}]/a/b", "c") == f"http://[{host}]/a/c"
    assert followed(f"http://[{host}]/a/b", "/c") == f"http://[{host}]/c"
    assert followed(f"http://[{host}]/a/b", "https://x.example/c") == "https://x.example/c"
    assert followed("https://x.example/c", f"http://[{host}]/a") == f"http://[{host}]/a"
    with pytest.raises(RefusedCall):
        followed("http://[a]/b", "c")


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_a_source_with_an_unknown_host_in_brackets_is_read(newline: str) -> None:
    source = 's = "\U0001f6a9"\nimport requests\nrequests.get(f"http://[{host}]:{port}/v3")\ndef half(:\n'
    document = Document.from_text("file:///w/x.py", source.replace("\n", newline))
    assert [each.route for each in calls_of(RouteFeatures(document, workspace()).routes)] == [
        "GET http://[{host}]:{port}/v3"
    ]


def test_what_requests_refuses_is_reported() -> None:
    check_diagnostics(
        """\
import requests
requests.get("http://[127.0.0.1]/v3", params={"a": 1})
^^^^^^^^^^^^ warning[refused-argument] cannot read the address [127.0.0.1]
requests.get("http://[::1]/v3", params={"a": 1})
""",
        "x.py",
    )
