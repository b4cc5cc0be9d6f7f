"""Errors have a message, the route, a span and carets."""

import copy
import pickle

import pytest

from waypost import RouteError, UnsafePathError, endpoint
from waypost.core.errors import carets
from waypost.core.span import CharSpan


def refused(*arguments, **parameters) -> RouteError:
    with pytest.raises(RouteError) as caught:
        endpoint(*arguments, **parameters)
    return caught.value


@pytest.mark.parametrize(
    ("route", "at", "message"),
    [
        ("GTE /x", "GTE", "did you mean `GET`"),
        ("BREW /pot", "BREW", "not an HTTP verb"),
        ("GET", "", "`GET` has no URL; write `GET /path`."),
        (" post ", "", "has no URL"),
        ("", "", "The route is empty"),
        ("   ", "   ", "The route is empty"),
        ("GET /{owner", "{owner", "never closed"),
        ("GET /a b", " ", "write %20"),
        ("/a b", " ", "write %20"),
        ("GET /a\x00", "\x00", "control character"),
        ("GET /é/{a-b}", "-", "A name cannot contain"),
        ("GET https:///x", "https:///x", "has no host"),
        ("GET /a<b", "<", "`<` is not allowed in a URL"),
        ("GET /{=a}", "=", "reserved for future use"),
        ("GET /{a=}", "=", "A name cannot contain"),
    ],
)
def test_a_bad_route_is_refused_at_its_place(route, at, message):
    error = refused(route)
    assert message in error.message
    assert error.route == route
    assert route[slice(*error.span)] == at
    assert str(error) == (f"{error.message}\n{error.rendering}" if route else error.message)


@pytest.mark.parametrize(
    ("options", "name", "message"),
    [
        ({"headers": []}, "headers", "`headers` is of type list; it must be a mapping"),
        ({"headers": {"a": []}}, "headers", "`a` is of type list; it must be text or a number"),
        ({"headers": {"a": True}}, "headers", "of type bool"),
        ({"headers": {"a": object()}}, "headers", "of type object"),
        ({"headers": {"a\nb": "x"}}, "headers", "not a valid header name"),
        ({"headers": {"": "x"}}, "headers", "not a valid header name"),
        ({"headers": {1: "x"}}, "headers", "A header's name is of type int"),
        ({"headers": {"a": "b\r\nc: d"}}, "headers", "contains a line break"),
        ({"headers": {"a": "b\0"}}, "headers", "contains a line break"),
        ({"headers": {"a": "\udcff"}}, "headers", "contains a line break"),
        ({"mediaType": "raw"}, "mediaType", "`mediaType` is of type str; it must be a mapping"),
        ({"mediaType": {"format": 1}}, "mediaType", "`mediaType.format` is of type int"),
        ({"mediaType": {"format": "a\nb"}}, "mediaType", "use letters"),
        ({"mediaType": {"previews": "mercy"}}, "mediaType", "`mediaType.previews` is of type str; it must be a list"),
        ({"mediaType": {"previews": [1]}}, "mediaType", "must be a list of names"),
        ({"mediaType": {"preview": []}}, "mediaType", "no key 'preview'"),
        ({"baseUrl": 1}, "baseUrl", "`baseUrl` is of type int; it must be an address"),
        ({"baseUrl": "api.example"}, "baseUrl", "has no scheme"),
        ({"baseUrl": "ftp://api.example"}, "baseUrl", "has no scheme"),
        ({"baseUrl": "https://"}, "baseUrl", "must be an address"),
        ({"baseUrl": "https://h.example?x=1"}, "baseUrl", "without query"),
        ({"baseUrl": "https://h.example\r\n/x"}, "baseUrl", "must be an address"),
        ({"baseUrl": "https://h.example/a b"}, "baseUrl", "must be an address"),
        ({"url": 5}, "url", "`url` is of type int"),
        ({"url": " "}, "url", "`url` is empty"),
        ({"method": 5}, "", "`method` is of type int"),
        ({"method": "GTE"}, "", "did you mean `GET`"),
        ({"a": {"b": 1}}, "a", "`a` is of type dict; a URL can contain text"),
        ({"a": object()}, "a", "`a` is of type object"),
        ({"a": 1j}, "a", "`a` is of type complex"),
        ({"a": [[1]]}, "a", "`a` is of type list"),
        ({"a": {1, 2}}, "a", "`a` is of type set"),
        ({"a": b"x"}, "a", "`a` is of type bytes"),
        ({"a": "\ud800"}, "a", "half a surrogate pair"),
        ({"\ud800": "a"}, "\ud800", "half a surrogate pair"),
        ({"a": 10**5000}, "a", "too many digits"),
        ({5: "a"}, "", "names are text"),
    ],
)
def test_an_option_of_the_wrong_type_is_refused_by_name(options, name, message):
    error = refused("GET /x", options)
    assert message in error.message
    assert error.parameter == name
    assert error.route


def test_arguments_of_the_wrong_type_are_refused():
    assert "The route is of type int" in refused(5).message
    assert "The options are of type list" in refused("GET /x", []).message
    assert "twice" in refused({"url": "/x"}, {"a": 1}).message
    assert "`url` is missing" in refused().message
    with pytest.raises(RouteError, match="merged options are of type str"):
        endpoint.parse("GET /x")
    with pytest.raises(RouteError, match="`baseUrl` is missing"):
        endpoint.parse({"url": "/x"})
    with pytest.raises(RouteError, match="`vendor` is empty"):
        endpoint.for_api(base_url="https://h.example", vendor="")
    with pytest.raises(RouteError, match="`version` is"):
        endpoint.for_api(base_url="https://h.example", vendor="a", version="v 2")
    for odd in ({"vendor": 5}, {"vendor": "a", "version": None}):
        with pytest.raises(RouteError, match="use letters"):
            endpoint.for_api(base_url="https://h.example", **odd)
    with pytest.raises(RouteError, match="has no scheme"):
        endpoint.for_api(base_url="h.example", vendor="a")


def test_a_bad_value_is_refused_at_its_placeholder():
    error = refused("GET /é/{a}/{b:3}", a=1, b=["x"])
    assert error.route[slice(*error.span)] == "b:3"
    assert error.rendering == "  GET /é/{a}/{b:3}\n              ^^^"
    assert refused("GET /{a}", a="\udc00").route == "GET /{a}"
    assert "surrogate" in refused("GET /{+a}", a=["\udc00"]).message


@pytest.mark.parametrize(
    ("route", "value"),
    [
        ("/{a}", "."),
        ("/{a}", ".."),
        ("/x/{a}/y", ".."),
        ("/{a}", "%2e%2e"),
        ("/{a}", "%2E."),
        ("/{a}", "%252e%252e"),
        ("/{a}", "../../admin"),
        ("/{a}", "x/../y"),
        ("/{a}", "..\\x"),
        ("/{+a}", "x/../y"),
        ("/{+a}", "%2e%2e/x"),
        ("/{+a}", ".."),
        ("/.{a}/x", "."),
        ("/.{a}/x", None),
        ("/{a}./x", "."),
        ("/{a}{a}", "."),
        ("/x{/a}", ".."),
        ("/x{/a*}", ["y", ".."]),
        ("/{a}?b=1", ".."),
        ("/{a}{?b}", ".."),
        ("/x{?b}/{a}", ".."),
        ("/x{#b}/{a}", ".."),
        ("/.{?b}{a}", "."),
        ("/x{&b}{+a}", "/../.."),
        ("https://h.example/{a}", ".."),
    ],
)
def test_a_value_that_climbs_is_unsafe(route, value):
    with pytest.raises(UnsafePathError, match="leads elsewhere") as caught:
        endpoint(route, a=value)
    assert caught.value.parameter == "a"
    assert caught.value.rule == "unsafe-path"
    assert "a" in route[slice(*caught.value.span)]


@pytest.mark.parametrize(
    ("route", "value", "path"),
    [
        ("/{a}", "file..txt", "/file..txt"),
        ("/{a}", "...", "/..."),
        ("/{a}", ".github", "/.github"),
        ("/x.{a}", ".", "/x.."),
        ("/{+a}", "a.b/c..d", "/a.b/c..d"),
        ("/x{?a}", "..", "/x?a=.."),
        ("/x{?b}{?a}", "..", "/x?a=.."),
        ("/x?b=1/{a}", "..", "/x?b=1/.."),
        ("/x", "../..", "/x?a=..%2F.."),
        ("/x{#a}", "../y", "/x#../y"),
        ("/a/../{a}", "b", "/a/../b"),
    ],
)
def test_dots_elsewhere_are_harmless(route, value, path):
    assert endpoint(route, a=value)["url"] == "https://api.github.com" + path


@pytest.mark.parametrize(
    ("route", "value"),
    [
        ("https://api.example{a}", ".evil.example"),
        ("https://api.example{?b}{a}", ".evil.example"),
        ("https://api.example{?b}{+a}", "@evil.example"),
        ("https://api.example{#b}{+a}", ":80@evil.example"),
        ("https://api.example{+a}", ".evil.example"),
        ("https://api.example{+a}", "@evil.example"),
        ("https://api.example{+a}", ":80@evil.example"),
        ("https://{+a}/x", "evil.example/y"),
        ("https://api.example:{+a}/x", "80@evil.example"),
        ("https://{+a}.example/x", "evil.example/"),
        ("https://{+a}.example/x", "evil.example#"),
        ("{+a}", "https://evil.example"),
        ("http{+a}", "://evil.example"),
    ],
)
def test_a_value_never_changes_the_host(route, value):
    with pytest.raises(UnsafePathError, match="host") as caught:
        endpoint(route, a=value)
    assert caught.value.parameter == "a"


@pytest.mark.parametrize(
    ("route", "value", "url"),
    [
        ("https://api.example{+a}", "/x", "https://api.example/x"),
        ("https://api.example{/a}", "x", "https://api.example/x"),
        ("https://api.example{?a}", "x", "https://api.example?a=x"),
        ("https://{a}.example/x", "eu", "https://eu.example/x"),
        ("https://api-{a}.example/x", "eu", "https://api-eu.example/x"),
        ("https://api.example:{a}/x", 8080, "https://api.example:8080/x"),
        ("{+a}", "//evil.example/x", "https://api.github.com//evil.example/x"),
        ("{+a}", "@evil.example/x", "https://api.github.com/@evil.example/x"),
        ("{a}", "https://evil.example", "https://api.github.com/https%3A%2F%2Fevil.example"),
    ],
)
def test_a_value_may_be_part_of_an_address(route, value, url):
    assert endpoint(route, a=value)["url"] == url


def test_messages_never_show_a_header():
    error = refused("GET /x", headers={"authorization": "token s3cret\r\n"})
    assert "s3cret" not in str(error)


def test_an_error_survives_copies_and_pickles():
    error = refused("GET /{a}", a="..")
    for twin in (copy.copy(error), pickle.loads(pickle.dumps(error))):
        assert type(twin) is UnsafePathError
        assert (str(twin), twin.span, twin.rule, twin.parameter) == (str(error), error.span, error.rule, "a")


@pytest.mark.parametrize(
    ("text", "span", "expected"),
    [
        ("GET /x", (0, 3), "  GET /x\n  ^^^"),
        ("GET /x", (6, 6), "  GET /x\n        ^"),
        ("日本/x", (2, 4), "  日本/x\n      ^^"),
        ("é/x", (2, 3), "  é/x\n    ^"),
        ("e\u0301/x", (2, 3), "  e\u0301/x\n   ^"),
        ("a\n\tb", (3, 4), "  a··b\n     ^"),
    ],
)
def test_carets_stand_below_the_span(text, span, expected):
    assert carets(text, CharSpan(*span)) == expected


def test_a_url_or_a_method_in_options_is_shown_itself():
    with pytest.raises(RouteError, match=r"(?s)never closed.*\n  /a/\{b\n     \^\^"):
        endpoint({"method": "GET", "url": "/a/{b"})
    with pytest.raises(RouteError, match="`GRAB` is not an HTTP verb") as error:
        endpoint.defaults(method="GRAB")
    assert (error.value.route, tuple(error.value.span)) == ("", (0, 0))
    with pytest.raises(RouteError, match="`GRAB` is not an HTTP verb") as error:
        endpoint.parse({"method": "GRAB", "url": "/a"})
    assert (error.value.route, tuple(error.value.span)) == ("/a", (0, 2))


def test_a_long_route_is_cut_around_the_fault():
    shown = carets("a" * 1000 + "{" + "b" * 1000, CharSpan(1000, 1001))
    line, marks = shown.splitlines()
    assert len(line) < 110
    assert line[marks.index("^")] == "{"
    assert (line.strip()[0], line[-1]) == ("…", "…")


@pytest.mark.parametrize("media_type", [{"format": "a\nb"}, {"previews": ["a\nb"]}])
def test_a_message_is_one_line_whatever_was_given(media_type):
    with pytest.raises(RouteError) as caught:
        endpoint("GET /x", media_type=media_type)
    assert "\n" not in caught.value.message


@pytest.mark.parametrize("length", [1, 59, 60, 61, 300])
def test_a_long_name_of_a_header_is_cut(length):
    name = "\n" * length
    assert refused("GET /x", headers={name: "x"}).message.startswith(f"{name[:60]!r} is not a valid header name")


@pytest.mark.parametrize("before", ["a", "a\u0338", "a\u0301", "\u212a", "\uff21\u0334"])
def test_carets_are_below_their_place_whatever_is_combined_before_it(before):
    wide = 1 + ("\uff21" in before)
    assert (
        carets(f"/{before}{{x", CharSpan(1 + len(before), 3 + len(before))).splitlines()[1] == " " * (3 + wide) + "^^"
    )
