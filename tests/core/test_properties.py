"""What holds for every call, not only for those that somebody thought of."""

import copy
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.support.budget import examples
from waypost import RouteError, endpoint
from waypost.core.endpoint import Builder
from waypost.core.parse import parsed
from waypost.core.profile import GITHUB
from waypost.core.template import Template

NAMES = ["owner", "repo", "a", "b2", "per_page", "data", "q", "url", "x.y", "if-x"]
TEXT = st.text(alphabet=st.sampled_from("ab/.%é😀 ?#&=+:@'\"{}\\\n0"), max_size=6)
SCALARS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | TEXT
VALUES = SCALARS | st.lists(SCALARS, max_size=3) | st.dictionaries(TEXT, SCALARS, max_size=2)
HEADERS = st.dictionaries(st.sampled_from(["Accept", "X-A", "x-a", "Content-Type", "bad name"]), SCALARS, max_size=3)
MEDIA_TYPES = st.fixed_dictionaries(
    {}, optional={"format": st.sampled_from(["", "raw"]), "previews": st.lists(st.sampled_from(["a", "b-preview"]))}
)
OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        "headers": HEADERS,
        "mediaType": MEDIA_TYPES,
        "baseUrl": st.sampled_from(["https://h.example", "http://h.example:81/api/", "h.example"]),
        "method": st.sampled_from(["post", "GET", "nope"]),
        "request": st.just({"timeout": 1}),
        "data": VALUES,
    },
)
PARAMETERS = st.dictionaries(st.sampled_from(NAMES), VALUES, max_size=5)
PIECES = [
    "/",
    "/repos",
    "/{owner}",
    "/:repo",
    "{a}",
    "{+a}",
    "{/b2*}",
    "{?a,b2}",
    "{&q}",
    "?x=1",
    "#f",
    ".",
    "{x.y:2}",
    "{b2*}",
]
URLS = st.lists(st.sampled_from(PIECES), max_size=5).map("".join)
ADDRESSES = st.sampled_from(["", "", "https://other.example/", "http://{owner}.example/"])
ROUTES = st.builds("{}{}{}".format, st.sampled_from(["", "GET ", "POST ", "delete  ", "XYZ "]), ADDRESSES, URLS)
ANY_ROUTE = ROUTES | st.text(max_size=20)


def outcome(build: Any, *arguments: Any, **parameters: Any) -> Any:
    """A result, or why there is none."""
    try:
        return build(*arguments, **parameters)
    except RouteError as error:
        return type(error), error.message


@examples(20)
@given(ANY_ROUTE, PARAMETERS, OPTIONS, PARAMETERS)
@pytest.mark.slow
def test_a_call_is_parse_of_merge(route, parameters, options, defaults):
    """On the short cut for everyday routes, too, which must make no difference."""
    defaults.pop("url", None)
    builder = endpoint.defaults(defaults)
    given_options = {**parameters, **options}
    whole = outcome(builder, route, given_options)
    assert whole == outcome(lambda: builder.parse(builder.merge(route, given_options)))


@examples(20)
@given(st.sampled_from(["GET /x/{owner}/{repo}", "POST /x/:a{?b2,q}", "/{a}", "PUT https://h.example/{a}"]), PARAMETERS)
def test_the_short_cut_is_never_seen(route, parameters):
    whole = outcome(endpoint, route, parameters)
    assert whole == outcome(lambda: parsed(endpoint.merge(route, parameters), GITHUB))


@examples(20)
@given(ANY_ROUTE, PARAMETERS, OPTIONS)
def test_no_argument_is_changed_and_nothing_is_remembered(route, parameters, options):
    builder = endpoint.defaults(list_of=["x"], headers={"h": "1"})
    given_options = {**parameters, **options}
    before, defaults = copy.deepcopy(given_options), builder.DEFAULTS
    first = outcome(builder, route, given_options)
    builder.problems(route, given_options)
    assert given_options == before
    kept = copy.deepcopy(first)
    if isinstance(first, dict):
        scribble(first)
    after = builder.DEFAULTS
    assert after == defaults
    assert outcome(builder, route, before) == kept


def scribble(result: dict[str, Any]) -> None:
    """Change every part of a result that a caller may change."""
    result["headers"]["h"] = "changed"
    body = result.get("body")
    if isinstance(body, dict) and isinstance(body.get("list_of"), list):
        body["list_of"].append("changed")


@examples(20)
@given(ANY_ROUTE, PARAMETERS)
def test_every_parameter_is_sent_once(route, parameters):
    """A marked value is in exactly one of the path, the query and the body."""
    assume("url" not in parameters)
    marked = {name: f"mark{index}" for index, name in enumerate(parameters)}
    result = outcome(endpoint, route, marked)
    assume(isinstance(result, dict))
    data_alone = "body" in result and "data" in marked and result["body"] == marked["data"]
    template = Template.parse(endpoint.merge(route, marked)["url"])
    for name, value in marked.items():
        places = result["url"].count(value[: 2 if ":2" in route and name == "x.y" else None])
        places += str(result.get("body", "")).count(value)
        written = sum(variable.name == name for variable in template.variables)
        if name == "x.y" and written:
            continue
        assert places == (written or (0 if data_alone and name != "data" else 1)), (name, result)


@examples(20)
@given(ROUTES, PARAMETERS)
def test_a_url_parses_and_stays_on_its_host(route, parameters):
    assume("url" not in parameters)
    result = outcome(endpoint, route, parameters)
    assume(isinstance(result, dict))
    parts = urlsplit(result["url"])
    assert result["url"].isascii()
    assert not set(result["url"]) & set(' "<>\\^`{|}\n')
    words = route.split()
    intended = words[-1] if words and words[-1].startswith("http") else endpoint.DEFAULTS["baseUrl"]
    if "{owner}.example" in intended:
        assert parts.netloc.endswith(".example")
    else:
        assert parts.netloc == urlsplit(intended.split("{")[0]).netloc
    assert not {".", ".."} & set(unquote(parts.path).split("/")) or "." in route


@examples(20)
@given(st.dictionaries(st.text(min_size=1, max_size=5), TEXT, max_size=4), TEXT)
def test_what_is_sent_decodes_to_what_was_given(parameters, value):
    assume(not {"url", "method", "headers", "baseUrl", "mediaType", "request", "value", "q"} & parameters.keys())
    assume(all(name.isprintable() for name in parameters))
    result = outcome(endpoint, "GET /x/{value}/y", {**parameters, "value": value})
    assume(isinstance(result, dict))
    parts = urlsplit(result["url"])
    assert unquote(parts.path.removeprefix("/x/").removesuffix("/y")) == value
    pairs = [pair.split("=", 1) for pair in parts.query.split("&") if pair]
    assert {unquote(name): unquote(text) for name, text in pairs} == parameters


@examples(20)
@given(ANY_ROUTE, PARAMETERS, OPTIONS)
def test_problems_never_raise_and_find_what_strict_refuses(route, parameters, options):
    given_options = {**parameters, **options}
    problems = endpoint.problems(route, given_options)
    assert all(0 <= start <= end for start, end in (problem.span for problem in problems))
    errors = [problem for problem in problems if problem.severity == "error"]
    refused = isinstance(outcome(endpoint, route, given_options), tuple)
    assert not refused or errors
    assert isinstance(outcome(endpoint.strict, route, given_options), tuple) == bool(errors)


@examples(20)
@given(
    st.text()
    | st.lists(st.sampled_from(["{", "}", "+", "?", ",", "a", ":", "*", "3", "/", "%20", "é", "."])).map("".join)
)
def test_parts_cover_a_template_whatever_it_is(text):
    template = Template.parse(text)
    assert "".join(text[slice(*part.span)] for part in template.parts) == text
    for fault in template.faults:
        assert 0 <= fault.span.start < fault.span.end <= len(text)
    for variable in template.variables:
        assert text[slice(*variable.name_span)] == variable.name


def test_builders_are_of_one_type():
    assert isinstance(endpoint, Builder)
    assert isinstance(endpoint.defaults(a=1).strict, Builder)
