"""The builder, rule by rule: options, routing, defaults, results."""

from datetime import UTC, date, datetime, time
from decimal import Decimal
from enum import Enum, IntEnum, StrEnum
from uuid import UUID

import pytest

import waypost
from waypost import RouteError, Template, UnsafePathError, endpoint
from waypost.core.version import VERSION

BASE = "https://api.github.com"
ACCEPT = "application/vnd.github.v3+json"


class Colour(StrEnum):
    RED = "dark red"


class Own(str):
    """A subclass of text that would print itself differently."""

    __slots__ = ()

    def __str__(self):
        return "something else"


class Level(IntEnum):
    HIGH = 3


class Pair(Enum):
    OF_TEXT = "a/b"


def url(*arguments, **parameters):
    """The part after the base address."""
    whole = endpoint(*arguments, **parameters)["url"]
    assert whole.startswith(BASE)
    return whole.removeprefix(BASE)


def accept(**options):
    return endpoint("GET /x", **options)["headers"]["accept"]


# Arguments.


def test_a_route_with_keywords_a_mapping_or_options_alone_is_one_request():
    expected = {
        "method": "get",
        "url": f"{BASE}/orgs/octokit/repos?type=private",
        "headers": {"accept": ACCEPT, "user-agent": f"waypost/{VERSION}"},
    }
    assert endpoint("GET /orgs/{org}/repos", org="octokit", type="private") == expected
    assert endpoint("GET /orgs/{org}/repos", {"org": "octokit", "type": "private"}) == expected
    assert endpoint({"method": "GET", "url": "/orgs/{org}/repos", "org": "octokit", "type": "private"}) == expected
    assert endpoint(method="GET", url="/orgs/:org/repos", org="octokit", type="private") == expected


def test_a_keyword_wins_over_the_mapping():
    assert url("GET /{a}", {"a": "mapping", "if-x": 1}, a="keyword") == "/keyword?if-x=1"


def test_pythonic_spellings_are_keywords_only():
    assert endpoint("GET /x", base_url="https://h.example")["url"] == "https://h.example/x"
    assert accept(media_type={"format": "raw"}) == "application/vnd.github.v3.raw"
    assert url("GET /x", {"base_url": "a", "media_type": "b"}) == "/x?base_url=a&media_type=b"
    with pytest.raises(RouteError, match="the same option"):
        endpoint("GET /x", base_url="https://a.example", baseUrl="https://b.example")


def test_any_name_may_be_a_parameter():
    assert url("GET /x", self=1, route=2, options=3) == "/x?self=1&route=2&options=3"


@pytest.mark.parametrize(
    ("route", "method", "path"),
    [
        ("/users", "get", "/users"),
        ("GET /users", "get", "/users"),
        ("delete /users", "delete", "/users"),
        ("  PATCH \t /users  ", "patch", "/users"),
        ("GET  /two", "get", "/two"),
        ("GET users", "get", "/users"),
        ("GET //two", "get", "//two"),
        ("PURGE /x", "purge", "/x"),
        ("search", "get", "/search"),
        ("/a:b", "get", "/a:b"),
        ("/v1/values:batchGet", "get", "/v1/values:batchGet"),
        ("/trailing/", "get", "/trailing/"),
        ("/", "get", "/"),
    ],
)
def test_a_route_string(route, method, path):
    request = endpoint(route)
    assert (request["method"], request["url"]) == (method, BASE + path)


@pytest.mark.parametrize(
    ("base", "route", "expected"),
    [
        ("https://h.example", "GET x", "https://h.example/x"),
        ("https://h.example/", "GET /x", "https://h.example/x"),
        ("https://h.example/api/v3", "GET /x", "https://h.example/api/v3/x"),
        ("https://h.example/api/v3/", "GET x", "https://h.example/api/v3/x"),
        ("http://localhost:8080", "GET /:a", "http://localhost:8080/v"),
        ("https://h.example", "GET httpbin/x", "https://h.example/httpbin/x"),
        ("https://h.example", "GET https://other.example:8080/:a", "https://other.example:8080/v"),
        ("https://h.example", "GET http://user:pass@other.example/x", "http://user:pass@other.example/x"),
        ("https://h.example", "GET https://{a}.example/x", "https://v.example/x"),
        ("https://h.example", "GET https://other.example/{none}", "https://other.example/"),
        ("https://müller.de/v1", "GET /x", "https://xn--mller-kva.de/v1/x"),
        ("https://h.example", "GET https://me:a@MÜLLER.de:8080/x", "https://me:a@xn--mller-kva.de:8080/x"),
        ("https://h.example", "GET https://{a}.日本.jp/x", "https://v.xn--wgv71a.jp/x"),
        ("https://h.example", "GET https://[::1]:65535/x", "https://[::1]:65535/x"),
        ("https://h.example", "GET https://other.example:/x", "https://other.example:/x"),
    ],
)
def test_base_and_url(base, route, expected):
    assert endpoint(route, baseUrl=base, a="v")["url"].removesuffix("?a=v") == expected


@pytest.mark.parametrize(
    ("host", "value", "message"),
    [
        ("faß.de", "", "no ASCII form"),
        ("\uff45xample.com", "", "no ASCII form"),
        ("h.example:65536", "", "must be a number up to 65535"),
        ("h.example:80a", "", "must be a number up to 65535"),
        ("{a}.example", "é/evil.example", "no ASCII form"),
        ("{a}.example", "é@evil", "no ASCII form"),
        ("{a}.example", "é%2fevil", "no ASCII form"),
        ("h.example:{a}", "99999", "must be a number up to 65535"),
    ],
)
def test_a_host_that_clients_do_not_find_is_refused(host, value, message):
    with pytest.raises(RouteError, match=message):
        endpoint(f"GET https://{host}/x", a=value)
    if not value:
        with pytest.raises(RouteError, match=message):
            endpoint("GET /x", base_url=f"https://{host}")


@pytest.mark.parametrize(
    "route", ["/{a}/git", "/:a/git", "/{+a}/git", "{a}/git", "/{a}{b}/git", "/x/{a}/git", "https://h.example/{a}/git"]
)
def test_an_unset_segment_makes_no_other_route(route):
    """It stays as an empty one: `/git` would be another endpoint."""
    for values in ({}, {"a": None}, {"a": ""}):
        url = endpoint(f"GET {route}", values)["url"]
        assert url.endswith(("example//git", "com//git", "/x//git")), url
        assert url == endpoint.parse(endpoint.merge(f"GET {route}", values))["url"]


# Parameter routing.


def test_a_parameter_with_a_placeholder_fills_it_and_is_not_sent_again():
    assert url("GET /repos/{owner}/:repo", owner="o", repo="r") == "/repos/o/r"
    request = endpoint("POST /repos/{owner}/:repo{?page}", owner="o", repo="r", page=2, title="t")
    assert request["url"] == f"{BASE}/repos/o/r?page=2"
    assert request["body"] == {"title": "t"}


@pytest.mark.parametrize(
    "template",
    ["{v}", "{v:3}", "{v*}", "{+v}", "{#v}", "{.v}", "{/v}", "{;v}", "{?v}", "{&v}", "{?other,v:2}", "{v,other*}"],
)
def test_a_variable_is_consumed_whatever_its_operator(template):
    assert "body" not in endpoint("POST /x/" + template, v="value")


def test_the_rest_goes_into_the_query_of_get_and_head():
    assert url("GET /x", a=1, b="c d") == "/x?a=1&b=c%20d"
    assert url("HEAD /x", a=1) == "/x?a=1"


@pytest.mark.parametrize("verb", ["POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PURGE"])
def test_the_rest_is_the_body_of_other_verbs(verb):
    request = endpoint(f"{verb} /x", a=1, b=None)
    assert request["url"] == f"{BASE}/x"
    assert request["body"] == {"a": 1, "b": None}
    assert request["headers"]["content-type"] == "application/json; charset=utf-8"


@pytest.mark.parametrize("verb", ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"])
def test_without_parameters_there_is_no_body(verb):
    request = endpoint(f"{verb} /x")
    assert request.keys() == {"method", "url", "headers"}
    assert "content-type" not in request["headers"]


def test_data_is_the_whole_body():
    data = ["raw"]
    request = endpoint("POST /markdown/raw", data=data, dropped=1, headers={"content-type": "text/plain"})
    assert request["body"] is data
    assert request["headers"]["content-type"] == "text/plain"
    assert endpoint("POST /x", data=None)["body"] is None


def test_query_and_body_on_one_request():
    request = endpoint(
        "POST https://uploads.example/repos/{owner}/assets{?name,label}",
        owner="o",
        name="a b.zip",
        label="short",
        headers={"content-type": "application/zip", "content-length": 14},
        data=b"bytes",
    )
    assert request["url"] == "https://uploads.example/repos/o/assets?name=a%20b.zip&label=short"
    assert request["body"] == b"bytes"
    assert request["headers"]["content-length"] == "14"


# URLs.


@pytest.mark.parametrize(
    ("route", "parameters", "expected"),
    [
        ("GET /x{?page}", {}, "/x"),
        ("GET /x{?a,b}", {"b": 2}, "/x?b=2"),
        ("GET /x{?a,b}", {"a": None, "b": "", "c": 1}, "/x?b=&c=1"),
        ("GET /x?a=1", {"b": 2}, "/x?a=1&b=2"),
        ("GET /x?", {"b": 2}, "/x?b=2"),
        ("GET /x?a=1&", {"b": 2}, "/x?a=1&b=2"),
        ("GET /x?a=1{&b}", {"b": 2, "c": 3}, "/x?a=1&b=2&c=3"),
        ("GET /x#top", {"b": 2}, "/x?b=2#top"),
        ("GET /x{#f}", {"f": "a b?", "b": 2}, "/x?b=2#a%20b?"),
        ("GET /repos/{owner}/x", {}, "/repos//x"),
        ("GET /repos/{owner}/x", {"owner": None}, "/repos//x"),
        ("GET /repos/{owner}", {}, "/repos"),
        ("GET /repos/{owner}{?a}", {"a": 1}, "/repos?a=1"),
        ("GET /repos/{owner}?a=1", {}, "/repos?a=1"),
        ("GET /repos/{owner}/", {"owner": "o"}, "/repos/o/"),
        ("GET /{owner}", {}, "/"),
        ("GET /a{/b,c}", {"b": "x"}, "/a/x"),
        ("GET /a/{+path}", {"path": "b/c d"}, "/a/b/c%20d"),
        ("GET /a/{path:3}", {"path": "éabc"}, "/a/%C3%A9ab"),
        ("GET /a{?list*,page}", {"list": ["a", "b"], "page": 1}, "/a?list=a&list=b&page=1"),
        ("GET /a{?map*}", {"map": {"k": "v w"}}, "/a?k=v%20w"),
        ("GET /café", {}, "/caf%C3%A9"),
        ("GET /{x}", {"x": "a/b?c#d"}, "/a%2Fb%3Fc%23d"),
        ("GET /{+x}", {"x": "a%20b c%é%C3"}, "/a%20b%20c%25%C3%A9%C3"),
        ("GET /x/{a}{?a}", {"a": 1}, "/x/1?a=1"),
    ],
)
def test_a_template_becomes_a_url(route, parameters, expected):
    assert url(route, parameters) == expected


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("a b", "a%20b"),
        ("é", "%C3%A9"),
        ("!'()*~", "!'()*~"),
        ("a+b&c=d", "a%2Bb%26c%3Dd"),
        (1, "1"),
        (-2.5, "-2.5"),
        (True, "true"),
        (False, "false"),
        (["a", 1, None, True], "a%2C1%2Ctrue"),
        (("a", "b"), "a%2Cb"),
        (time(12, 30), "12%3A30%3A00"),
        (UUID(int=1), "00000000-0000-0000-0000-000000000001"),
        (Decimal("1.50"), "1.50"),
        (Decimal("1E+3"), "1000"),
        ([UUID(int=1), Decimal(2)], "00000000-0000-0000-0000-000000000001%2C2"),
        (date(2024, 2, 29), "2024-02-29"),
        (datetime(2024, 2, 29, 12, 30, tzinfo=UTC), "2024-02-29T12%3A30%3A00%2B00%3A00"),
        (Colour.RED, "dark%20red"),
        (Own("own text"), "own%20text"),
        (Level.HIGH, "3"),
        (Pair.OF_TEXT, "a%2Fb"),
    ],
)
def test_a_query_value(value, text):
    assert url("GET /x", v=value) == f"/x?v={text}"


@pytest.mark.parametrize("route", ["GET /x", "GET /x{?v}", "GET /x{?v*}", "GET /x{v}"])
@pytest.mark.parametrize("value", [[], (), [None], None])
def test_nothing_means_the_same_in_a_query_and_in_a_template(route, value):
    assert url(route, v=value) == "/x"


def test_none_leaves_a_query_parameter_out():
    assert url("GET /x", a=None) == "/x"
    assert endpoint.defaults(a=1)("GET /x", a=None)["url"] == f"{BASE}/x"


@pytest.mark.parametrize(
    ("value", "text"), [(True, "true"), (date(2024, 1, 2), "2024-01-02"), (Colour.RED, "dark%20red")]
)
def test_a_path_value_is_converted_too(value, text):
    assert url("GET /x/{v}", v=value) == f"/x/{text}"


@pytest.mark.parametrize(
    ("q", "text"),
    [
        ("is:open+label:a b", "is%3Aopen+label%3Aa%20b"),
        (5, "5"),
        (["a", "b+c"], "a%2Cb+c"),
    ],
)
def test_in_q_a_plus_stays_a_separator(q, text):
    assert url("GET /search", q=q) == f"/search?q={text}"
    assert url("GET /search", qq="a+b") == "/search?qq=a%2Bb"


def test_query_names_are_encoded():
    assert url("GET /x", {"a b&": 1, "é": 2}) == "/x?a%20b%26=1&%C3%A9=2"


# Headers and media types.


def test_headers_are_lowercase_and_merged_by_name():
    request = endpoint("GET /x", headers={"Accept": "text/html", "X-One": "1", "User-Agent": None, "n": 5})
    assert request["headers"] == {"accept": "text/html", "x-one": "1", "n": "5"}


@pytest.mark.parametrize(
    ("media_type", "given", "expected"),
    [
        ({"format": "raw"}, ACCEPT, "application/vnd.github.v3.raw"),
        ({"format": "text+json"}, ACCEPT, "application/vnd.github.v3.text+json"),
        ({"format": "raw"}, "application/vnd.github.v3.full+json", "application/vnd.github.v3.raw"),
        ({"format": "raw"}, "application/vnd.github+json", "application/vnd.github.raw"),
        (
            {"format": "raw"},
            "application/vnd.github.v3+json,text/html, application/vnd.github.v3+json;q=0.5",
            "application/vnd.github.v3.raw,text/html, application/vnd.github.v3.raw;q=0.5",
        ),
        ({"previews": ["mercy"]}, ACCEPT, "application/vnd.github.mercy-preview+json"),
        ({"previews": ["mercy-preview"]}, ACCEPT, "application/vnd.github.mercy-preview+json"),
        ({"previews": ["a", "a"], "format": "raw"}, ACCEPT, "application/vnd.github.a-preview.raw"),
        (
            {"previews": ["b", "a"]},
            "application/vnd.github.a-preview+json,application/vnd.github.c-d-preview+json",
            ",".join(f"application/vnd.github.{name}-preview+json" for name in ("a", "c-d", "b")),
        ),
        ({"format": "raw", "previews": ["a"]}, "application/Octet-Stream", "application/Octet-Stream"),
        ({"format": "", "previews": []}, "text/html", "text/html"),
    ],
)
def test_a_media_type_amends_accept(media_type, given, expected):
    assert accept(mediaType=media_type, headers={"accept": given}) == expected


def test_previews_need_no_accept():
    assert accept(mediaType={"previews": ["a"]}, headers={"accept": None}) == "application/vnd.github.a-preview+json"


def test_previews_and_formats_of_the_defaults_are_merged():
    builder = endpoint.defaults(mediaType={"previews": ["a", "b"], "format": "raw"})
    request = builder("GET /x", mediaType={"previews": ["c", "a-preview"]})
    names = [entry.split(".")[2] for entry in request["headers"]["accept"].split(",")]
    assert names == ["b-preview", "c-preview", "a-preview"]
    assert request["headers"]["accept"].endswith(".raw")


def test_request_is_the_same_object():
    agent = {"hook": object()}
    assert endpoint("GET /x", request=agent)["request"] is agent
    assert endpoint.defaults(request=agent)("GET /x")["request"] is agent
    assert "request" not in endpoint("GET /x", request=None)
    assert "request" not in endpoint.defaults(request=agent)("GET /x", request=None)


# Defaults, merge, parse.


def test_defaults_cascade():
    ghe = endpoint.defaults(baseUrl="https://ghe.example/api/v3", headers={"X-A": "1"}, org="acme", per_page=100)
    more = ghe.defaults({"per_page": 50}, headers={"x-b": "2"})
    request = more("GET /orgs/{org}/repos")
    assert request["url"] == "https://ghe.example/api/v3/orgs/acme/repos?per_page=50"
    assert request["headers"] == {"accept": ACCEPT, "user-agent": f"waypost/{VERSION}", "x-a": "1", "x-b": "2"}
    assert ghe("GET /orgs/{org}/repos", org="other")["url"].endswith("/orgs/other/repos?per_page=100")
    assert ghe.DEFAULTS["per_page"] == 100
    assert more.DEFAULTS["per_page"] == 50


def test_the_defaults_of_the_library():
    expected = {
        "baseUrl": BASE,
        "method": "GET",
        "headers": {"accept": ACCEPT, "user-agent": f"waypost/{VERSION}"},
        "mediaType": {"format": "", "previews": []},
    }
    given = endpoint.DEFAULTS
    assert given == expected


def test_a_parameter_overrides_a_default_whole():
    builder = endpoint.defaults(labels={"a": 1}, request={"b": 2})
    assert builder("POST /x", labels={"c": 3})["body"] == {"labels": {"c": 3}}
    assert builder("POST /x", request={"d": 4})["request"] == {"d": 4}


def test_merge_expands_nothing():
    merged = endpoint.merge("GET /orgs/:org/repos", org="acme", headers={"X-A": "1"})
    assert merged == {
        "baseUrl": BASE,
        "method": "GET",
        "url": "/orgs/:org/repos",
        "headers": {"accept": ACCEPT, "user-agent": f"waypost/{VERSION}", "x-a": "1"},
        "mediaType": {"format": "", "previews": []},
        "org": "acme",
    }
    assert endpoint.parse(merged) == endpoint("GET /orgs/:org/repos", org="acme", headers={"X-A": "1"})


def test_parse_takes_what_people_write_by_hand():
    request = endpoint.parse({"baseUrl": "https://h.example", "url": "/{a}", "a": 1, "headers": {"X": "y"}})
    assert request == {"method": "get", "url": "https://h.example/1", "headers": {"x": "y"}}


def test_method_and_url_options_replace_the_routes_own():
    request = endpoint("GET /x", method="post", url="/y")
    assert (request["method"], request["url"]) == ("post", f"{BASE}/y")


def test_nothing_is_shared_with_the_defaults():
    labels = ["a"]
    builder = endpoint.defaults(labels=labels, nested={"k": [1]}, ids=[[1], [2]], headers={"x": "1"})
    labels.append("later")
    first = builder("POST /x")
    first["body"]["labels"].append("b")
    first["body"]["nested"]["k"].append(2)
    first["body"]["ids"][1].append(3)
    first["headers"]["x"] = "2"
    builder.DEFAULTS["headers"]["x"] = "3"
    builder.DEFAULTS["mediaType"]["previews"].append("p")
    builder.merge("POST /x")["headers"]["x"] = "4"
    builder.merge("POST /x")["ids"][0].append(4)
    assert builder("POST /x")["body"] == {"labels": ["a"], "nested": {"k": [1]}, "ids": [[1], [2]]}
    assert builder("GET /x", labels=None, nested=None, ids=None) == endpoint("GET /x", headers={"x": "1"})


def test_another_api_is_one_profile():
    acme = endpoint.for_api(base_url="https://api.acme.example", vendor="acme", version="v2")
    request = acme("GET /x", mediaType={"previews": ["new"]})
    assert acme("GET /x")["headers"]["accept"] == "application/vnd.acme.v2+json"
    assert request["url"] == "https://api.acme.example/x"
    assert request["headers"]["accept"] == "application/vnd.acme.new-preview+json"
    assert acme.merge("GET /x", mediaType={"format": "raw"})["headers"]["accept"] == "application/vnd.acme.v2+json"
    raw = acme.defaults(a=1)("GET /x", mediaType={"format": "raw"})
    assert raw["headers"]["accept"] == "application/vnd.acme.v2.raw"
    assert endpoint.for_api(base_url=BASE, vendor="acme")("/")["headers"]["accept"] == "application/vnd.acme+json"


@pytest.mark.parametrize(
    ("version", "accept", "expected"),
    [
        ("beta", None, "application/vnd.acme.beta.raw"),
        ("beta", "application/vnd.acme.beta.html+json", "application/vnd.acme.beta.raw"),
        ("beta", "application/vnd.acme.v1+json", "application/vnd.acme.v1.raw"),
        ("", None, "application/vnd.acme.raw"),
        ("", "application/vnd.acme.beta+json", "application/vnd.acme.raw"),
    ],
)
def test_a_format_comes_behind_the_version_of_the_api(version, accept, expected):
    acme = endpoint.for_api(base_url=BASE, vendor="acme", version=version)
    headers = {} if accept is None else {"accept": accept}
    assert acme("GET /x", headers=headers, mediaType={"format": "raw"})["headers"]["accept"] == expected


def test_strict_refuses_what_problems_calls_errors():
    with pytest.raises(RouteError, match="`owner` has no value") as refused:
        endpoint.strict("GET /repos/{owner}/x")
    assert refused.value.span == (11, 18)
    assert refused.value.rule == "missing-parameter"
    assert endpoint.strict("GET /repos/{owner}/x", owner="o") == endpoint("GET /repos/{owner}/x", owner="o")
    with pytest.raises(RouteError, match="`owner` has no value"):
        endpoint.strict.parse(endpoint.merge("GET /repos/{owner}/x"))
    with pytest.raises(UnsafePathError):
        endpoint.strict.defaults(a="..")("GET /{a}/x")
    assert endpoint.strict.for_api(base_url=BASE, vendor="v").defaults(b=1)("GET /x")["url"] == f"{BASE}/x?b=1"


def test_the_public_names_are_all_there():
    for name in waypost.__all__:
        assert getattr(waypost, name) is not None
    assert dir(waypost) == sorted(waypost.__all__)
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        waypost.nothing  # noqa: B018 - the access is the test


@pytest.mark.parametrize(
    ("base", "shown"),
    [
        ("https://ghe.example/api/v3", "<endpoint for https://ghe.example/api/v3 with header authorization, q>"),
        ("https://me:s3cret@ghe.example/a@b", "<endpoint for https://ghe.example/a@b with header authorization, q>"),
    ],
)
def test_a_builder_shows_its_address_its_names_and_no_secret(base, shown):
    builder = endpoint.defaults(baseUrl=base, headers={"authorization": "token s3cret"}, q="s3cret")
    assert repr(builder) == shown
    assert repr(builder.strict) == shown.replace("<", "<strict ")
    assert repr(endpoint) == f"<endpoint for {BASE}>"


def test_a_template_shows_its_text_and_how_many_faults_it_has():
    assert repr(Template.parse("/a/{b}")) == "<Template '/a/{b}'>"
    assert repr(Template.parse("/a/{b")) == "<Template '/a/{b' with 1 fault>"
    assert repr(Template.parse("{a{")) == "<Template '{a{' with 2 faults>"


@pytest.mark.parametrize("call", [endpoint, endpoint.merge, endpoint.problems, endpoint.strict])
def test_too_many_positional_arguments_are_counted_as_written(call):
    with pytest.raises(TypeError, match=r"these are 3 positional arguments\Z"):
        call("GET /x", {}, {})
