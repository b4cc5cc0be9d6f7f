"""The problems of a call in an editor: rule, severity, place and message; and calls without problems."""

import pytest

from waypost import endpoint


def shown(route, options=None, builder=endpoint):
    """Each problem as `severity rule: the part of the route`."""
    return [
        f"{problem.severity} {problem.rule}: {route[slice(*problem.span)]}"
        for problem in builder.problems(route, options or {})
    ]


@pytest.mark.parametrize(
    ("route", "options", "expected"),
    [
        ("GET /{owner}/x", {}, ["error missing-parameter: {owner}"]),
        ("GET /:owner/x", {"owner": None}, ["error missing-parameter: :owner"]),
        ("GET /{a,b}/x", {"a": 1}, ["error missing-parameter: b"]),
        ("GET /{+path}", {"path": []}, ["error missing-parameter: {+path}"]),
        ("GET /é/{a}/{b}", {}, ["error missing-parameter: {a}", "error missing-parameter: {b}"]),
        ("GET /x?q={a}", {}, ["error missing-parameter: {a}"]),
        ("GET /{owner}/x", {"owner": ""}, ["warning empty-parameter: {owner}"]),
        ("GET /x/{a}", {"a": ".."}, ["error unsafe-path: {a}"]),
        ("GET /x{?state}", {"sate": 1}, ["warning missing-parameter: state"]),
        ("POST /x{?a,state}", {"sttae": 1}, ["warning missing-parameter: state"]),
        ("GET /x{?state}", {"state": 1, "sate": 1}, []),
        ("GET /x{?field1}", {"field2": 1}, []),
        ("GET /x{?page}", {"per_page": 1}, []),
        ("GET /x{?sha}", {"shas": 1}, ["warning missing-parameter: sha"]),
        ("GET /x{?id}", {"ids": 1}, []),
        ("GET /x{?abc}", {"ab": 1}, []),
        ("GET /a{}b", {}, ["error invalid-template: {}"]),
        ("GTE /x", {}, ["error unknown-verb: GTE"]),
        ("GET", {}, ["error route-spacing: GET"]),
        ("GET  /x", {}, ["warning route-spacing:   "]),
        ("GET/x", {}, ["warning route-spacing: GET"]),
        ("get/x", {}, []),
        ("GETS/x", {}, []),
        ("GET\t/x", {}, ["warning route-spacing: \t"]),
        ("GET /{a b}/{c}", {"a": 1, "c": 1}, ["error invalid-template:  "]),
        ("GET /{a", {"a": 1}, ["error invalid-template: {a"]),
        ("GET /{url}/x", {}, ["warning reserved-name: url"]),
        ("GET /x", {"method": "POST"}, ["warning reserved-name: /x"]),
        ("GET /x", {"base_url": "https://h.example"}, ["warning reserved-name: /x"]),
        ("POST /x", {"data": 1, "a": 2}, ["warning unused-parameter: /x"]),
        ("GET /x", {"data": "1"}, ["warning body-on-get: /x"]),
        ("GET /x{?a}{&a}", {"a": 1}, ["warning duplicate-parameter: a"]),
        ("GET /x?page=1", {"page": 2}, ["warning duplicate-parameter: /x?page=1"]),
        ("GET /x?a=1&a=2", {}, ["warning duplicate-parameter: a"]),
        ("GET /x", {"a": {"b": 1}}, ["error unsendable-value: /x"]),
        ("GET /x/{a}", {"a": object()}, ["error unsendable-value: a"]),
        ("GET /x", {"headers": []}, ["error invalid-option: GET /x"]),
        ("GET /x", {"headers": {"a": "b\n"}}, ["error bad-header: GET /x"]),
        ("GET /x", {"baseUrl": "x"}, ["error invalid-option: GET /x"]),
        ("GET https://{+a}/x", {"a": "h/y"}, ["error unsafe-path: {+a}"]),
    ],
)
def test_a_problem_has_its_rule_and_place(route, options, expected):
    assert shown(route, options) == expected


@pytest.mark.parametrize(
    ("route", "options"),
    [
        ("GET /{owner}/x", {"owner": "o"}),
        ("GET /x{?page,per_page}", {}),
        ("GET /x{/a}{;b}{.c}{#d}", {}),
        ("get /x", {}),
        ("POST /x{?name}", {"data": 1, "name": "n"}),
        ("POST /x", {"a": None}),
        ("GET /x?page=1", {"per_page": 2}),
        ("GET /x{?a}", {"a": 1}),
        ("POST /x?a=1", {"a": 2}),
        ("/x", {}),
        ("GET /{data}", {"data": 1}),
        ("GET /{a}/x?a=1", {"a": 1}),
        ("GET /x?a=1{#a}", {"a": 1}),
        ("GET /{base_url}", {"base_url": "b"}),
        ("GET /file/{a}", {"a": "a..b"}),
        ("GET https://other.example/x", {"headers": {"authorization": "token t"}}),
    ],
)
def test_what_is_fine_is_silent(route, options):
    assert shown(route, options) == []


def test_all_problems_are_reported_at_once_in_order():
    found = shown("GTE  /{owner}/{x y}/{url}?a=1{&a}", {"headers": [], "mediaType": 1})
    assert found == [
        "error unknown-verb: GTE",
        "error invalid-option: GTE  /{owner}/{x y}/{url}?a=1{&a}",
        "error invalid-option: GTE  /{owner}/{x y}/{url}?a=1{&a}",
        "warning route-spacing:   ",
        "error missing-parameter: {owner}",
        "error invalid-template:  ",
        "warning reserved-name: url",
        "warning duplicate-parameter: a",
    ]


def test_credentials_of_the_defaults_do_not_leave_their_host():
    builder = endpoint.defaults(headers={"Authorization": "token t"})
    assert shown("GET https://other.example:81/x", builder=builder) == ["warning foreign-host: other.example:81"]
    assert shown("GET https://api.github.com/x", builder=builder) == []
    assert shown("GET https://api.github.com:443/x", builder=builder) == []
    assert shown("GET https://uploads.github.com/x", builder=builder) == []
    assert shown("GET http://api.github.com:443/x", builder=builder) == ["warning foreign-host: api.github.com:443"]
    assert shown("GET https://other.example/x", {"headers": {"authorization": None}}, builder) == []
    assert shown("GET https://other.example/x", {"headers": {"Authorization": "own"}}, builder) == []


def test_defaults_are_not_blamed_for_a_call():
    builder = endpoint.defaults(per_page=100)
    assert shown("POST /x", {"data": 1}, builder) == []
    assert shown("GET /{per_page}", {}, builder) == []


def test_problems_of_a_url_that_replaces_the_routes_own_are_at_its_places():
    found = endpoint.problems("GET /a/{b", {"url": "/c/{d}/{e"})
    assert [(each.rule, tuple(each.span)) for each in found] == [
        ("reserved-name", (0, 9)),
        ("missing-parameter", (3, 6)),
        ("invalid-template", (7, 9)),
    ]


def test_a_problem_names_its_parameter():
    (problem,) = endpoint.problems("GET /{owner}/x")
    assert problem.parameter == "owner"
    assert problem.message == "`owner` has no value, so its part of the path stays empty"


def test_a_missing_value_is_asked_for_under_the_name_that_was_given():
    (problem,) = endpoint.problems("GET /{owner}/x", ownr="o")
    assert problem.message == "`owner` has no value, so its part of the path stays empty; did you mean `ownr`?"
    assert "did you mean" not in endpoint.problems("GET /{owner}/x", title="o")[0].message
    assert "did you mean" not in endpoint.defaults(ownr="o").problems("GET /{owner}/x")[0].message


def test_options_alone_are_looked_at_too():
    (problem,) = endpoint.problems({"url": "/{a}/x", "method": "GET"})
    assert (problem.rule, problem.span) == ("missing-parameter", (1, 4))
    (problem,) = endpoint.problems({"url": "/x", "method": "NOPE"})
    assert problem.message.startswith("`NOPE` is not an HTTP verb")


@pytest.mark.parametrize(
    "arguments", [(), ({},), (5,), ("GET /x", []), ("GET /x", {5: 1}), ({"url": 5},), ("",), ("", {"url": ""})]
)
def test_what_is_no_call_at_all_is_one_problem(arguments):
    (problem,) = endpoint.problems(*arguments)
    assert problem.severity == "error"
    assert problem.message


def test_a_placeholder_that_is_broken_is_not_called_empty_as_well():
    assert shown("GET /{a}/{b", {}) == ["error missing-parameter: {a}", "error invalid-template: {b"]
    assert shown("GET /{a b}/{c}", {}) == ["error invalid-template:  ", "error missing-parameter: {c}"]


@pytest.mark.parametrize("route", ["", " "])
def test_an_empty_route_is_reported_though_there_is_a_url(route):
    assert any("route is empty" in each.message for each in endpoint.problems(route, url="/x"))
