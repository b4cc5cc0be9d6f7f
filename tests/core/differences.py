"""Where we differ from @octokit/endpoint on purpose: each row of the table in `server/docs/library.md`."""

from typing import Any, NamedTuple

from tests.core.calls import Call

HOST = "https://api.github.com"
# An answer is a part of a result, with `...` for what is missing; text is a part of an error's message.
Answer = dict[str, Any] | str


class Row(NamedTuple):
    """One row: its name in the table, a call that shows it, and three answers to it."""

    name: str
    call: Call
    old: Answer
    new: Answer
    mine: Answer


def row(
    name: str, call: tuple[str | None, dict[str, Any]], theirs: Answer, mine: Answer, new: Answer | None = None
) -> Row:
    return Row(name, ([], *call), theirs, theirs if new is None else new, mine)


def urls(name: str, route: str, options: dict[str, Any], theirs: str, mine: str, *, new: str | None = None) -> Row:
    """A row that is only about the URL; without a host, the URL has the API's."""
    old, newer, own = (
        {"url": url if url.startswith(("http", "GET")) else HOST + url}
        for url in (theirs, theirs if new is None else new, mine)
    )
    return row(name, (route, options), old, own, newer)


NO_BODY = {"headers": {"content-length": 0}, "body": ""}
ROWS = (
    row("method", ("GET /x", {}), {"method": "GET"}, {"method": "get"}),
    row("empty body", ("PUT /x", {}), NO_BODY, {"body": ..., "content-length": ...}, {"body": ""}),
    row("no body", ("OPTIONS /x", {}), {"headers": {"content-length": 0}}, {"content-length": ...}, {"body": ...}),
    urls("unset query", "GET /x{?page}", {}, "/x?", "/x"),
    urls("partly set query", "GET /x{?a,b}", {"b": 1}, "/x?&b=1", "/x?b=1"),
    urls("unset path part", "GET /x{/a}/y", {}, "/x//y", "/x/y"),
    urls("unset label", "GET /x{.a}/y", {}, "/x./y", "/x/y"),
    urls("unset first segment", "GET {a}/y", {}, "/y", "//y"),
    urls("partly set list", "GET /x/{a,b}", {"b": 1}, "/x/,1", "/x/1"),
    urls("trailing slash", "GET /x/", {}, "/x/", "/x/", new="/x"),
    urls("vanished segment", "GET /x/{a}", {}, "/x/", "/x", new="/x"),
    urls("vanished before a query", "GET /x/{a}?b=1", {}, "/x/?b=1", "/x?b=1"),
    urls("prefix", "GET /x/{path:3}", {"path": "abcdef"}, "/x/abc?path=abcdef", "/x/abc"),
    row("prefix of wide characters", ("GET /{p:1}", {"p": "𝄞a"}), "URIError", {"url": f"{HOST}/%F0%9D%84%9E"}),
    urls("explode", "GET /x{?list*,page}", {"list": ["a"], "page": 1}, "/x?list=a&page=1&list=a", "/x?list=a&page=1"),
    urls("exploded list", "GET /x{?l*}", {"l": ["a", "b"]}, "/x?l=a,l=b", "/x?l=a&l=b"),
    urls("exploded mapping", "GET /x{?l*}", {"l": {"a": 1, "b": 2}}, "/x?a=1,b=2", "/x?a=1&b=2"),
    urls("exploded path", "GET /x{/list*}", {"list": ["a", "b"]}, "/x/a,b", "/x/a/b"),
    urls("white space", "GET  /two", {}, HOST + "GET", "/two"),
    urls("no leading slash", "GET users", {}, HOST + "users", "/users"),
    urls("http-like path", "GET httpbin/x", {}, "httpbin/x", "/httpbin/x"),
    urls("slash of the base", "GET /x", {"baseUrl": HOST + "/"}, HOST + "//x", "/x"),
    urls("colon inside a segment", "GET /values:batch", {}, "/values", "/values:batch"),
    urls("short and capital names", "GET /:a/:Bc", {"a": 1, "Bc": 2}, "/:a/:Bc?a=1&Bc=2", "/1/2"),
    urls("query and fragment", "GET /x#top", {"a": 1}, "/x#top?a=1", "/x?a=1#top"),
    urls("open query", "GET /x?", {"a": 1}, "/x?&a=1", "/x?a=1"),
    urls("names in a query", "GET /x", {"a b": 1}, "/x?a b=1", "/x?a%20b=1"),
    urls("nothing in a query", "GET /x", {"a": None}, "/x?a=null", "/x"),
    urls("nothing in a list", "GET /x", {"a": ["b", None]}, "/x?a=b%2C", "/x?a=b"),
    urls("empty list", "GET /x", {"a": []}, "/x?a=", "/x"),
    urls("nothing in a mapping", "GET /x{?a}", {"a": {}}, "/x?a=", "/x"),
    urls("large numbers", "GET /x", {"a": 1e16}, "/x?a=10000000000000000", "/x?a=1e%2B16"),
    urls("half-encoded value", "GET /{+a}", {"a": "%4"}, "/%4", "/%254"),
    row("object in a query", ("GET /x", {"a": {"b": 1}}), {"url": f"{HOST}/x?a=%5Bobject%20Object%5D"}, "of type dict"),
    row("list in a list", ("GET /x", {"a": [["b", "c"], "d"]}), {"url": f"{HOST}/x?a=b%2Cc%2Cd"}, "of type list"),
    row("a search that is not text", ("GET /x", {"q": 5}), "TypeError", {"url": f"{HOST}/x?q=5"}),
    row("path traversal", ("GET /x/{a}/y", {"a": ".."}), {"url": f"{HOST}/x/../y"}, "leads elsewhere"),
    row(
        "foreign host",
        ("GET {+a}", {"a": "https://evil.example"}),
        {"url": "https://evil.example"},
        "must not contain a host",
    ),
    row("changed host", (f"GET {HOST}{{+a}}", {"a": ".evil"}), {"url": f"{HOST}.evil"}, "change the host"),
    urls("host beyond ASCII", "GET https://müller.de/x", {}, "https://m%C3%BCller.de/x", "https://xn--mller-kva.de/x"),
    row("impossible port", ("GET https://h:99999/x", {}), {"url": "https://h:99999/x"}, "a number up to 65535"),
    row(
        "braces in the base",
        ("GET /x", {"baseUrl": "https://h.example/{v}"}),
        {"url": "https://h.example/{v}/x"},
        "without query, fragment, braces",
    ),
    row("unknown verb", ("GTE /x", {}), {"method": "GTE"}, "not an HTTP verb"),
    row("verb alone", ("GET", {}), {"url": f"{HOST}GET"}, "has no URL"),
    row("empty URL", ("", {}), {"url": f"{HOST}/"}, "is empty"),
    row("malformed template", ("GET /{a-b}/{c", {}), {"url": HOST + "//{c"}, "A name cannot contain"),
    row("invalid characters", ('GET /"', {}), {"url": f"{HOST}/%22"}, "write %22"),
    row("line break in a header", ("GET /x", {"headers": {"a": "b\nc"}}), {"headers": {"a": "b\nc"}}, "line break"),
    row(
        "header values",
        ("GET /x", {"headers": {"a": 5, "b": " c "}}),
        {"headers": {"a": 5, "b": " c "}},
        {"headers": {"a": "5", "b": "c"}},
    ),
    row(
        "removed header",
        ("GET /x", {"headers": {"user-agent": None}}),
        {"headers": {"user-agent": None}},
        {"user-agent": ...},
    ),
    row(
        "options of a wrong type",
        ("GET /x", {"mediaType": {"previews": "mercy"}}),
        "TypeError",
        "must be a list",
        new={"url": f"{HOST}/x"},
    ),
    row(
        "format with parameters",
        ("GET /x", {"mediaType": {"format": "raw"}, "headers": {"accept": "application/vnd.github.v3+json;q=1"}}),
        {"headers": {"accept": "application/vnd.github.v3+json;q=1"}},
        {"headers": {"accept": "application/vnd.github.v3.raw;q=1"}},
    ),
    row(
        "previews",
        ("GET /x", {"mediaType": {"previews": ["mercy"]}}),
        {"headers": {"accept": "application/vnd.github.mercy-preview+json"}},
        {"headers": {"accept": "application/vnd.github.mercy-preview+json"}},
        new={"headers": {"accept": "application/vnd.github.v3+json"}},
    ),
    Row(
        "previews named twice",
        ([{"mediaType": {"previews": ["a"]}}], "GET /x", {"mediaType": {"previews": ["a-preview"]}}),
        {"headers": {"accept": "application/vnd.github.a-preview+json,application/vnd.github.a-preview+json"}},
        {"headers": {"accept": "application/vnd.github.v3+json"}},
        {"headers": {"accept": "application/vnd.github.a-preview+json"}},
    ),
    Row(
        "objects in defaults",
        ([{"p": {"a": 1}}], "POST /x", {"p": {"b": 2}}),
        {"body": {"p": {"a": 1, "b": 2}}},
        {"body": {"p": {"a": 1, "b": 2}}},
        {"body": {"p": {"b": 2}}},
    ),
)
