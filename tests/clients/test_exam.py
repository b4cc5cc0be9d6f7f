"""The records agree with what the clients send: a short, seeded run of the exam for every release."""

from itertools import product

import pytest

from tests.clients.exam import Worker, alike, as_called, as_compared, examine, ours_of, real_of
from tests.clients.generate import Made
from tests.clients.releases import RELEASES, Release
from waypost.clients import CLIENTS, client_named

pytestmark = pytest.mark.network

_CALLS = 40
_SEED = 20261122


@pytest.mark.parametrize("release", RELEASES, ids=lambda release: release.name)
def test_the_record_says_what_the_client_sends(release: Release) -> None:
    """The request line, the headers that depend on the call, and the body are equal; a refusal is an exception."""
    if not release.is_installed:
        pytest.skip(f"{release.name} is not installed: run `python -m tests.clients.releases`")
    result = examine(release, _SEED, _CALLS)
    assert [list(difference.lines(release)) for difference in result.differing] == []
    assert result.refused < _CALLS


COOKIE_HEADERS = ("None", "1", "b'v'", "' v'", "'v '", "'é'", "'k=v; l'", "' k=v'", "'k = v'", "'k=v l=w'", "'a\\nb'")


def made_by(client: str) -> list[Release]:
    return [each for each in RELEASES if each.client == client]


def differing(release: Release, made: list[Made]) -> list[object]:
    """The calls that the release and its record do not make alike."""
    if not release.is_installed:
        pytest.skip(f"{release.name} is not installed: run `python -m tests.clients.releases`")
    client = client_named(release.client)
    assert client is not None
    with Worker(release, release.client) as worker:
        worker.ask([as_called(each, client) for each in made])
        shown = [as_compared(ours_of(each, client, release, worker.base), worker.base) for each in made]
        seen = [real_of(answer, ours) for answer, ours in zip(worker.answers(), shown, strict=True)]
    return [each for each in zip(made, shown, seen, strict=True) if not alike(*each[1:])]


@pytest.mark.parametrize("release", made_by("aiohttp"), ids=lambda each: each.name)
def test_odd_cookie_headers_of_aiohttp(release: Release) -> None:
    """With `cookies`, the header is read and written again."""
    made = [
        Made("get", "GET", "'http://@HOST@/x'", {"headers": f"{{'Cookie': {header}}}"}, {"cookies": given})
        for header, given in product(COOKIE_HEADERS, ("{}", "{'c': '1'}"))
    ]
    assert differing(release, made) == []


def test_niquests_takes_bytes_as_written_json() -> None:
    release = next(each for each in RELEASES if each.client == "niquests")
    given = ({"json": "b'{}'"}, {"json": "b'x'", "files": "{'a': ('a.csv', 'text')}"}, {"json": "{'a': b'x'}"})
    assert differing(release, [Made("post", "POST", "'http://@HOST@/x'", {}, each) for each in given]) == []


def test_where_niquests_looks_for_a_scheme() -> None:
    release = next(each for each in RELEASES if each.client == "niquests")
    urls = ("h://@HOST@/x", "ht://@HOST@/x", "http://@HOST@/x", "a/b?c=d://e", "abcdefgh?i=://j", "abcdefghi?j=://k")
    assert differing(release, [Made("get", "GET", f"'{url}'", {"base": "'http://@HOST@'"}, {}) for url in urls]) == []


@pytest.mark.parametrize("release", made_by("gidgethub"), ids=lambda each: each.name)
def test_bodies_of_another_type_of_gidgethub(release: Release) -> None:
    """They are sent as they are; only `post` takes a media type."""
    given = product(
        ("post", "put"), ("b'PK'", "''", "b''", "'text'", "'é'", "['a']"), ("text/plain", "application/json")
    )
    made = [
        Made(name, name.upper(), "'http://@HOST@/x'", {"agent": "'me'"}, {"data": data, "type": repr(media_type)})
        for name, data, media_type in given
    ]
    assert differing(release, made) == []


@pytest.mark.parametrize("release", made_by("gidgethub"), ids=lambda each: each.name)
def test_templates_that_gidgethub_cannot_fill(release: Release) -> None:
    paths = ("{n: b}", "{n:}", "{n:x}", "{n:1}", "{t:1}", "{t:12}", "{u: 1}", "{u:1}", "{a=b=c}", "{?n,t:2}")
    given = {"variables": "{'n': 12, 't': 'abc'}"}
    made = [Made("getitem", "GET", f"'http://@HOST@/x/{path}'", {"agent": "'me'"}, given) for path in paths]
    assert differing(release, made) == []


@pytest.mark.parametrize("release", made_by("urllib3"), ids=lambda each: each.name)
def test_types_in_bytes_of_urllib3(release: Release) -> None:
    """urllib3 2 joins a header of `fields` with text."""
    given = (
        {"data": "{'a': '1'}", "headers": "{'Content-Type': b'text/plain'}"},
        {"data": "{'a': '1'}", "headers": "{'content-type': 'text/plain'}"},
        {"data": "{'a': '1'}", "headers": "{'X-Type': b'text/plain'}"},
        {"content": "b'a'", "headers": "{'Content-Type': b'text/plain'}"},
    )
    assert differing(release, [Made("request", "POST", "'http://@HOST@/x'", {}, each) for each in given]) == []


@pytest.mark.parametrize("release", made_by("urllib3"), ids=lambda each: each.name)
def test_fields_where_the_name_of_the_call_of_urllib3_says(release: Release) -> None:
    given = (
        {"data": "{'a': 'b c', 'é': '1'}"},
        {"data": "{'a': '1'}", "headers": "{'content-type': 'text/plain'}"},
        {"data": "{'a': '1'}", "multipart": "False"},
        {"data": "{'a': '1'}", "content": "b'x'"},
        {"content": "b'x'"},
        {},
    )
    made = [
        Made(f"request_encode_{place}", method, "'http://@HOST@/x?y=1'", {"headers": "{'X-A': '1'}"}, each)
        for place, method, each in product(("url", "body"), ("GET", "POST"), given)
        if not (place == "url" and "multipart" in each)
    ]
    assert differing(release, made) == []


@pytest.mark.parametrize("release", made_by("githubkit"), ids=lambda each: each.name)
def test_headers_that_the_token_of_githubkit_replaces(release: Release) -> None:
    made = [
        Made("request", "GET", "'/x'", {"base": "'http://@HOST@'"} | client, {"headers": headers})
        for client, headers in product(
            ({}, {"token": "'t'"}),
            (
                "{'Authorization': 'Bearer own'}",
                "[('authorization', 'a'), ('X', '1'), ('AUTHORIZATION', 'b')]",
                "{'X': '1'}",
            ),
        )
    ]
    assert differing(release, made) == []


PART_NAMES = ("a b", "é", "a[]", '"q"', "b\\\\s", "", "a\\tb", ";=")


@pytest.mark.parametrize("release", made_by("aiohttp"), ids=lambda each: each.name)
def test_odd_names_of_parts_of_aiohttp(release: Release) -> None:
    """A field next to bytes is a part; its name and its file name are written in two ways."""
    made = [
        Made("post", "POST", "'http://@HOST@/x'", {}, {"data": f"{{'{name}': {value}, 'b': b'1'}}"})
        for name, value in product(PART_NAMES, ("'v'", "b'v'"))
    ]
    assert differing(release, made) == []


@pytest.mark.parametrize("release", made_by("aiohttp"), ids=lambda each: each.name)
def test_addresses_below_the_base_of_a_session_of_aiohttp(release: Release) -> None:
    made = [
        Made("get", "GET", f"'{url}'", {"base": f"'http://@HOST@/a/{rest}'"}, {})
        for url, rest in product(("", "?x=1", "#f", "y?x=1", "/y", "../y"), ("b/", "?q=2"))
    ]
    assert differing(release, made) == []


@pytest.mark.parametrize("release", made_by("requests"), ids=lambda each: each.name)
def test_what_is_no_json_is_refused_by_requests_even_where_files_take_its_place(release: Release) -> None:
    values = ("float('nan')", "{'a': 1}")
    given = [
        {"json": json, "files": "{'a': ('a.csv', 'text')}", "data": data}
        for json in values
        for data in ("{}", "{'b': '1'}")
    ]
    assert differing(release, [Made("post", "POST", "'http://@HOST@/x'", {}, each) for each in given]) == []


def test_every_behaviour_of_a_record_is_examined() -> None:
    examined = {(release.client, _behaviour(release)) for release in RELEASES}
    known = {(client.name, each.send) for client in CLIENTS for each in client.releases}
    assert {name for name, send in known if (name, send) not in examined} <= {"octokit", "waypost"}


def _behaviour(release: Release) -> object:
    client = next(client for client in CLIENTS if client.name == release.client)
    return client.behaviour(release.version)
