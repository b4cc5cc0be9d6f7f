"""Changes to the code that no other test noticed: `python -m tests.mutants` found them, or a reader's eye."""

import asyncio
import logging
import math
import os
import pickle
import subprocess
import sys
from copy import deepcopy
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any
from unittest.mock import AsyncMock, MagicMock, Mock, patch

import pytest
from lsprotocol import types

from tests.support.check import analysis, hover
from tests.support.wire import Wire, wire
from waypost import endpoint
from waypost.apis import Apis
from waypost.apis.model import ParameterPlace, SecurityScheme
from waypost.apis.responses import NO_RESPONSES
from waypost.clients import (
    CLIENTS,
    NOBODY,
    Behaviour,
    aiohttp,
    anyone,
    call,
    http_client,
    httpx_body,
    httpx_url,
    requests_body,
    requests_url,
    toolbelt,
    urllib3,
    yarl,
)
from waypost.clients import bodies as clients_bodies
from waypost.clients.bodies import BOUNDARY
from waypost.clients.call import NAMELESS, ClientCall, MoreEntries, RefusedCall, SentBody, SentRequest
from waypost.clients.encode import UrlParts, without_dots
from waypost.clients.shape import verb_of
from waypost.clients.yarl import join
from waypost.config.check import corrections, needless, tidiness, unused, validate
from waypost.config.check import structure as config_structure
from waypost.config.check import syntax as config_syntax
from waypost.config.model import schema
from waypost.config.model.facts import facts
from waypost.config.parse import Array, Bad, Missing, Table
from waypost.core import plan, problems
from waypost.core.body import is_plain
from waypost.core.errors import RouteError, carets
from waypost.core.template import CharSpan
from waypost.core.url import encode_reserved
from waypost.lsp import (
    closed_files,
    commands,
    counting,
    diagnoser,
    errors,
    garbage,
    index_files,
    indexer,
    logs,
    many_files,
    offering,
    protocol,
    request_commands,
    spelling_commands,
    to_proto,
    watching,
    workspace_check,
)
from waypost.lsp import connection as connection_module
from waypost.lsp.capabilities import support_of
from waypost.lsp.handlers import diagnostic, documents, lifecycle, navigation, notebooks, structure, symbols
from waypost.lsp.handlers.handler import OnSnapshot
from waypost.lsp.handlers.workspace import did_change_watched_files
from waypost.lsp.parent import is_alive
from waypost.lsp.revision import Revision
from waypost.lsp.session import OpenDocument, Question, Session
from waypost.lsp.support import ClientSupport
from waypost.results import (
    Action,
    ActionKind,
    Completion,
    CompletionKind,
    Diagnostic,
    Edit,
    Fix,
    Severity,
    SymbolKind,
    Tag,
)
from waypost.routes import described
from waypost.routes import hover as routes_hover
from waypost.routes import unused as unused_operations
from waypost.routes.actions import copy
from waypost.routes.calls import client_types
from waypost.routes.check import bodies, catalogue, credentials
from waypost.routes.check.braces import is_doubled
from waypost.routes.check.typed import accepted
from waypost.routes.complete import nested, probe
from waypost.routes.complete.here import uses_at
from waypost.routes.complete.name import Name
from waypost.routes.complete.probe import WORD
from waypost.routes.edit import rewrite
from waypost.routes.evaluate import heads_below
from waypost.routes.evaluate.class_names import class_attribute
from waypost.routes.evaluate.meter import MOST_FOLLOWED, Meter
from waypost.routes.features import RouteFeatures
from waypost.routes.model import literals, stand_ins
from waypost.routes.model.stand_ins import is_known
from waypost.routes.model.values import Constant, Hole, KeyedValue, KeyedValues, Row, Text, TextPiece, Unknown
from waypost.routes.navigate.routes import uses_in
from waypost.routes.schemas_as_json import WrittenSchemas
from waypost.routes.sites import set_headers, site_operation
from waypost.routes.sites.api_version import version_asked_for
from waypost.routes.sites.client_names import names_of
from waypost.routes.sites.file_sites import Routes
from waypost.routes.sites.part_origins import value_of
from waypost.routes.sites.request import may_lose, request_of
from waypost.routes.sites.sent_body import BodyForm, _form_of, sent_body
from waypost.routes.view.hints import _short
from waypost.text import Document, Encoding, Span
from waypost.workspace import Workspace
from waypost.workspace.places import uris_below

# -- core ------------------------------------------------------------------------------------------------------------


def test_request_none_removes_a_default() -> None:
    with_timeout = endpoint.defaults(request={"timeout": 1})
    assert with_timeout("GET /a")["request"] == {"timeout": 1}
    assert "request" not in with_timeout("GET /a", request=None)


def test_a_name_in_the_path_and_in_the_query_is_sent_in_both() -> None:
    assert endpoint("GET /x/{a}{?a}", a=1)["url"] == "https://api.github.com/x/1?a=1"


def test_a_host_ends_before_a_query() -> None:
    assert endpoint("GET https://h.example{?a}{b}", a=1, b=".c")["url"] == "https://h.example?a=1.c"
    with pytest.raises(RouteError, match="change the host"):
        endpoint("GET https://h.example{a}{?b}", a=".c", b=1)


@pytest.mark.parametrize("where", [0, 1])
def test_no_list_is_shared_with_the_defaults_however_deep(where: int) -> None:
    given: dict[str, Any] = {"mediaType": {"previews": ["a"]}, "ids": [[1], [2]]}
    before = deepcopy(given)
    made = endpoint.defaults(given)
    given["ids"][where].append(9)
    given["mediaType"]["previews"].append("b")
    assert made.merge("GET /a")["ids"] == before["ids"]
    merged: Any = made.merge("GET /a")
    merged["ids"][where].append(9)
    merged["mediaType"]["previews"].append("b")
    assert made.merge("GET /a")["ids"] == before["ids"]
    assert made.merge("GET /a")["mediaType"]["previews"] == ["a"]


def test_an_error_shows_the_url_that_was_given() -> None:
    with pytest.raises(RouteError, match=r"(?s)never closed.*\n  /a/\{b\n     \^\^"):
        endpoint({"method": "GET", "url": "/a/{b"})


def test_problems_of_a_url_that_replaces_the_routes_own_are_at_its_places() -> None:
    found = endpoint.problems("GET /a/{b", {"url": "/c/{d}/{e"})
    assert [(each.rule, tuple(each.span)) for each in found] == [
        ("reserved-name", (0, 9)),
        ("missing-parameter", (3, 6)),
        ("invalid-template", (7, 9)),
    ]


@pytest.mark.parametrize(("character", "named"), [(" ", "A space"), ("<", "`<`")])
def test_what_a_url_may_not_contain_is_named(character: str, named: str) -> None:
    [found] = endpoint.problems(f"GET /a{character}b")
    assert found.message.startswith(f"{named} is not allowed in a URL")


def test_an_error_about_options_alone_is_nowhere_in_a_route() -> None:
    with pytest.raises(RouteError, match="`GRAB` is not an HTTP verb") as error:
        endpoint.defaults(method="GRAB")
    assert (error.value.route, tuple(error.value.span)) == ("", (0, 0))
    with pytest.raises(RouteError, match="`GRAB` is not an HTTP verb") as error:
        endpoint.parse({"method": "GRAB", "url": "/a"})
    assert (error.value.route, tuple(error.value.span)) == ("/a", (0, 2))


# -- routes ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "value", "shown"),
    [
        ('p = {"a": "1"}\np.setdefault("a", "2")\np.setdefault("b", "3")\n', 'p["a"] + p["b"]', "13"),
        ("", '"%i/%d" % (5, 6)', "5/6"),
        ('p = {"a": "1"}\n', 'p["a"]', "1"),
        ('p = {}\nif x:\n    p["a"] = "1"\n', 'p["a"]', "{a}"),
        ('p = {}\nif x:\n    p["a"] = "1"\n', 'p.get("a")', "{a}"),
        ('def plural(name):\n    return name.lower() + "s"\n', 'plural("Pet")', "pets"),
        ('def plural(name):\n    return name + "s"\n', 'plural("Pet")', "{plural}"),
        ('a, b = ("1",)\n', "b", "{b}"),
        ('a, b = ("1", "2")\n', "b", "2"),
    ],
)
def test_what_a_value_is(before: str, value: str, shown: str) -> None:
    features = analysis(f'import httpx\n{before}httpx.get("https://x.example/" + {value})\n', "a.py").features
    assert isinstance(features, RouteFeatures)
    assert [site.shown for site in features.routes.sites()] == [f"https://x.example/{shown}"]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_the_end_of_a_line_in_a_text_is_one_character(end: str) -> None:
    path = f'"""a{end}b{end}{end}c""".replace("\\n", "-")'
    made = analysis(f'import httpx\nhttpx.get("https://x.example/" + {path})\n', "a.py")
    assert isinstance(made.features, RouteFeatures)
    assert [site.shown for site in made.features.routes.sites()] == ["https://x.example/a-b--c"]


@pytest.mark.parametrize(("number", "is_accepted"), [(1, True), (1.0, True), (1.5, False), (float("inf"), False)])
def test_a_whole_number_is_an_integer(number: float, *, is_accepted: bool) -> None:
    assert accepted(Constant(number), ["integer"], as_text=False) is is_accepted


@pytest.mark.parametrize(
    ("callee", "names"),
    [
        ("get", ["it.get"]),
        ("s.get", ["it.s", "lib.s"]),
        ("self.s.http.get", ["it.s.http", "lib.s.http"]),
        ("a.b.c.get", ["it.a.b.c"]),
    ],
)
def test_the_names_of_a_client(callee: str, names: list[str]) -> None:
    assert list(names_of(callee, "it", {"s": "lib.s"})) == names


@pytest.mark.parametrize(
    ("place", "headers", "sent"),
    [
        ("cookie", {"cookie"}, True),
        ("cookie", {"cookies"}, False),
        ("header", {"x-session"}, True),
        ("header", {"authorization"}, False),
    ],
)
def test_a_credential_may_be_sent_by_its_header(place: str, headers: set[str], *, sent: bool) -> None:
    scheme = SecurityScheme("login", "apiKey", place, "X-Session")
    known: Any = None  # only a credential in the query looks at it
    assert credentials._may_be_sent(scheme, known, frozenset(headers)) is sent


@pytest.mark.parametrize(
    ("name", "place", "sent"), [("key", "query", True), ("other", "query", False), ("key", "path", False)]
)
def test_a_credential_may_be_sent_in_the_query(name: str, place: str, *, sent: bool) -> None:
    known = Mock(sent=[Mock(place=ParameterPlace(place))])
    known.sent[0].name = name
    assert credentials._may_be_sent(SecurityScheme("login", "apiKey", "query", "key"), known, frozenset()) is sent


@pytest.mark.parametrize(
    ("place", "key", "named"),
    [
        ("query", "key", "the query parameter `key`"),
        ("cookie", "key", "the cookie `key`"),
        ("header", "", "the header `Authorization`"),
        ("", "key", "the header `Authorization`"),
    ],
)
def test_a_credential_is_named_by_its_place(place: str, key: str, named: str) -> None:
    assert credentials._named(SecurityScheme("login", "apiKey", place, key)) == named


def test_of_two_calls_one_in_the_other_the_one_at_the_cursor_is_meant() -> None:
    around = "import httpx\nfrom waypost import endpoint\nhttpx.get({}, params=endpoint({}))\n"
    inner = hover(around.format('"https://x.example/a"', '"GET /us$0er"'), "a.py")
    outer = hover(around.format('"https://x.exam$0ple/a"', '"GET /user"'), "a.py")
    assert inner is not None
    assert outer is not None
    assert "GET https://api.github.com/user\n" in inner.markdown
    assert "GET https://x.example/a" in outer.markdown


@pytest.mark.parametrize(
    ("headers", "version"),
    [('{"X-GitHub-Api-Version": "2026-03-10"}', "2026-03-10"), ('{"Accept": "a"}', None), ("None", None)],
)
def test_the_version_of_an_api_is_that_of_the_call(headers: str, version: str | None) -> None:
    features = analysis(f'import httpx\nhttpx.get("https://api.github.com/user", headers={headers})\n', "a.py").features
    assert isinstance(features, RouteFeatures)
    assert [version_asked_for(site) for site in features.routes.sites()] == [version]


@pytest.mark.parametrize(
    ("arguments", "form"),
    [("data={'a': 1}", BodyForm.JSON), ("data='a'", BodyForm.RAW), ("data={'a': 1}, **more", BodyForm.UNKNOWN)],
)
def test_the_form_of_a_builders_body(arguments: str, form: BodyForm) -> None:
    features = analysis(f'from waypost import endpoint\nendpoint("POST /x", {arguments})\n', "a.py").features
    assert isinstance(features, RouteFeatures)
    [body] = map(sent_body, features.routes.sites())
    assert body is not None
    assert body.form is form


@pytest.mark.parametrize("length", [99, 100, 101, 300])
def test_a_hint_is_cut_to_its_length_and_no_shorter(length: int) -> None:
    assert len(_short("x" * length)) == min(length, 100)


@pytest.mark.parametrize(
    ("lowest", "below", "since"),
    [
        ((), None, [(3,), (2,), ()]),
        ((2,), None, [(3,), (2,)]),
        ((2, 5), None, [(3,), (2,)]),
        ((3,), None, [(3,)]),
        ((), (2,), [()]),
        ((), (2, 5), [(2,), ()]),
        ((2,), (3,), [(2,)]),
        ((3,), (2,), [()]),  # settings that no release fulfils
    ],
)
def test_the_behaviours_of_a_range_of_releases(
    lowest: tuple[int, ...], below: tuple[int, ...] | None, since: list[tuple[int, ...]]
) -> None:
    client = replace(NOBODY, releases=tuple(Behaviour(each, Mock()) for each in ((), (2,), (3,))))
    assert [each.since for each in client.behaviours(lowest, below)] == since


def test_only_two_clients_have_their_requests_made_by_the_builder() -> None:
    assert {client.name for client in CLIENTS if client.builds} == {"octokit", "waypost"}
    assert not NOBODY.builds


@pytest.mark.parametrize(
    ("before", "sure"),
    [("from github.PaginatedList import PaginatedList", True), ("from mine import PaginatedList", False)],
)
def test_a_class_is_only_surely_a_clients_if_it_is_imported_from_it(before: str, *, sure: bool) -> None:
    made = analysis(f'import github\n{before}\nPaginatedList(Issue, r, "/repos/a/b/issues")\n', "a.py")
    assert isinstance(made.features, RouteFeatures)
    assert [site.sure for site in made.features.routes.sites()] == [sure]


@pytest.mark.parametrize(
    "call",
    [
        'octokit.request("GET /users/{name}", name="a")',
        'import uritemplate\nuritemplate.expand("/users/{name}", name="a")',
        'path_template("/users/{name}", name="a")',
    ],
)
def test_placeholders_are_filled_by_keyword(call: str) -> None:
    made = analysis(f"{call}\n", "a.py")
    assert isinstance(made.features, RouteFeatures)
    [site] = made.features.routes.sites()
    entry, _ = value_of(site, "name")
    assert isinstance(entry, KeyedValue)
    assert isinstance(entry.value, Text)
    assert entry.value.known == "a"


@pytest.mark.parametrize(
    "call",
    [
        'octokit.request("GET /users/{name}", name="a")',
        'path_template("/users/{name}", name="a")',
        'from canvasapi import Course\nfrom mine import PaginatedList\nPaginatedList(Course, r, "GET", "courses/1")',
        'param_serialize(resource_path="/users", method="GET")',
        'import docker\nself._url("/containers/{0}/json", name)',
        'import hvac\nself._adapter.list("/v1/secrets")',
        'import hvac\nself._adapter.format_url("/v1/{name}", name="a")',
        'import hikari\nRoute("GET", "/users/{user}")',
    ],
)
def test_a_call_that_only_looks_like_a_clients_is_not_surely_one(call: str) -> None:
    made = analysis(f"{call}\n", "a.py")
    assert isinstance(made.features, RouteFeatures)
    assert [site.sure for site in made.features.routes.sites()] == [False]


@pytest.mark.parametrize(
    "call",
    [
        'path_template("/users/{name}", name="a")',
        'import docker\nself._url("/containers/{0}/json", name)',
        'import hvac\nself._adapter.format_url("/v1/{name}", name="a")',
    ],
)
def test_the_address_of_a_path_is_not_a_request(call: str) -> None:
    made = analysis(f"{call}\n", "a.py")
    assert isinstance(made.features, RouteFeatures)
    assert [site.verb for site in made.features.routes.sites()] == [""]
    assert [site.shape is not None and site.shape.helper for site in made.features.routes.sites()] == [True]


@pytest.mark.parametrize(
    ("url", "sent"),
    [
        ("https://h/%7Ea/%2F", "https://h/~a/%2F"),
        ("https://h/%7", "https://h/%7"),
        ("https://h/%+1", "https://h/%+1"),
        ("https://h/%-5", "https://h/%-5"),
    ],
)
def test_needless_escapes_are_resolved(url: str, sent: str) -> None:
    assert requests_url._without_needless(url) == sent


@pytest.mark.parametrize(("content", "part"), [(7, "7"), (True, "True"), ("a", "a"), (b"a", b"a")])
def test_the_content_of_a_field(content: object, part: str | bytes) -> None:
    assert urllib3.part_content(content) == part


@pytest.mark.parametrize("content", [None, 1.5, ["a"]])
def test_what_is_no_content_of_a_field_is_refused(content: object) -> None:
    with pytest.raises(RefusedCall, match="text or bytes"):
        urllib3.part_content(content)


@pytest.mark.parametrize(
    ("path", "resolved"),
    [("/a/../b", "/b"), ("/../b", "/b"), ("a/../b", "b"), ("../b", "b"), ("/a/..", "/"), ("/a/b/../../..", "/")],
)
def test_dots_of_a_path_are_resolved(path: str, resolved: str) -> None:
    assert without_dots(path) == resolved


def test_a_header_replaces_the_one_of_its_name_and_no_other() -> None:
    sent = SentRequest("GET", "https://h", (("accept", "x"), ("x", "accept")))
    assert sent.with_headers(("accept", "y")).headers == (("x", "accept"), ("accept", "y"))


@pytest.mark.parametrize(
    ("callee", "verb"),
    [
        ("gh.getiter", "GET"),
        ("c._post", "POST"),
        ("c.http_delete", "DELETE"),
        ("c.async_list", "GET"),
        ("c.puts", "PUT"),
    ],
)
def test_the_verb_that_a_name_means(callee: str, verb: str) -> None:
    assert verb_of(callee) == verb


@pytest.mark.parametrize("name", ["a b", "a;b", "", 7])
def test_what_cannot_be_the_name_of_a_cookie_is_refused(name: object) -> None:
    with pytest.raises(RefusedCall, match="name of a cookie"):
        aiohttp._cookie(name, "x")


def test_the_name_of_a_field_next_to_a_file_is_ascii() -> None:
    assert aiohttp._part("a", "x").content == "x"
    with pytest.raises(RefusedCall, match="ASCII"):
        aiohttp._part("\u00e9", "x")


@pytest.mark.parametrize(("path", "encoded"), [("", ""), ("/a b", "/a%20b"), ("/a/../b", "/b")])
def test_the_path_of_a_url_is_encoded_if_there_is_one(path: str, encoded: str) -> None:
    assert urllib3.normal(f"https://h{path}").path == encoded


@pytest.mark.parametrize(("token", "sent"), [("", []), ('"t", ', ["authorization: token ***"])])
def test_a_request_of_githubkit_has_its_own_headers(token: str, sent: list[str]) -> None:
    made = hover(f'import githubkit\ngithubkit.GitHub({token}user_agent="me").request("GET", "/us$0er")\n', "a.py")
    assert made is not None
    for header in ("accept: application/vnd.github+json", "cache-control: no-cache", "user-agent: me"):
        assert f"\n{header}\n" in made.markdown
    assert [line for line in made.markdown.splitlines() if line.startswith("authorization")] == sent


_PYGITHUB = 'import github\ngithub.Github("t").requester.requestJsonAndCheck("PUT", "/us$0er", {}{})\n'
_POOL = 'import urllib3\nurllib3.{}("h.example").{}("GET", "/us$0er")\n'
_NIQUESTS = 'import niquests\nniquests.Session(base_url="https://h.example/v1").get("{}us$0er")\n'


@pytest.mark.parametrize(
    ("source", "request_"),
    [
        ('import hvac\nself._adapter.list("/v1/se$0crets")\n', "LIST /v1/secrets\n"),
        (
            _PYGITHUB.format('{"b": True, "a": [1, 2]}', ', None, {"x": 1}'),
            "PUT https://api.github.com/user?a=1&a=2&b=true\nauthorization: token ***\ncontent-type: application/json",
        ),
        (_PYGITHUB.format('{"a": 1, **more}', ""), "PUT https://api.github.com/user?a=1&{…}\n"),
        (_NIQUESTS.format(""), "GET https://h.example/v1/user\n"),
        (_NIQUESTS.format("/"), "GET https://h.example/v1/user\n"),
        (_NIQUESTS.format("https://other.example/"), "GET https://other.example/user\n"),
        *(
            (_POOL.format(f"{scheme.upper()}ConnectionPool", method), f"GET {scheme}://h.example/user\n")
            for scheme in ("http", "https")
            for method in ("request", "urlopen")
        ),
    ],
)
def test_what_clients_send(source: str, request_: str) -> None:
    made = hover(source, "a.py")
    assert made is not None
    assert made.markdown.startswith(f"```http\n{request_}")


@pytest.mark.parametrize(
    ("schemes", "methods", "alike"),
    [
        (("HTTP", "HTTP"), ("request", "urlopen"), 2),
        (("HTTPS", "HTTPS"), ("request", "urlopen"), 2),
        (("HTTP", "HTTPS"), ("urlopen", "urlopen"), 1),
    ],
)
def test_calls_of_pools_are_alike_if_their_schemes_are(
    schemes: tuple[str, str], methods: tuple[str, str], alike: int
) -> None:
    calls = zip(schemes, methods, strict=True)
    lines = [f'urllib3.{scheme}ConnectionPool("h.example").{method}("GET", "/user")\n' for scheme, method in calls]
    source = "".join(["import urllib3\n", *lines])
    assert len(analysis(source, "a.py").highlights(source.index("/user"))) == alike


def test_the_parameters_that_are_not_given_are_listed_without_those_of_the_path() -> None:
    made = hover('import httpx\nhttpx.get("https://api.github.com/users/a/re$0pos", params={"page": 1})\n', "a.py")
    assert made is not None
    listed = [line.split("|")[1].strip() for line in made.markdown.splitlines() if line.startswith("| `")]
    assert listed == ["`page`", "`type`", "`sort`", "`direction`", "`per_page`"]


# -- configurations --------------------------------------------------------------------------------------------------


def found(source: str, name: str = "typos.toml") -> list[Diagnostic]:
    return list(analysis(source, name).diagnostics())


def test_known_keys_are_listed_only_where_they_are_few() -> None:
    assert "known are `extend-exclude`" in found("[files]\nzzzqq = 1\n")[0].message
    assert "known are" not in found("[default]\nzzzqq = 1\n")[0].message


@pytest.mark.parametrize(("value", "preferred"), [("'en-us'", True), ("'en-gb'", False)])
def test_only_a_repetition_is_removed_without_a_choice(value: str, *, preferred: bool) -> None:
    [repeated] = found(f"[default]\nlocale = 'en-us'\nlocale = {value}\n")
    assert [fix.preferred for fix in repeated.fixes] == ([True] if preferred else [False, False])


@pytest.mark.parametrize(
    ("header", "preferred"), [("[type.py.extend-words]\n", True), ("type.py.extend-words.", False)]
)
def test_an_entry_that_declares_its_type_is_not_removed_by_itself(header: str, *, preferred: bool) -> None:
    rest = "[default.extend-words]\naa = 'aa'\n"
    source = rest + f"{header}aa = 'aa'\n" if preferred else f"{header}aa = 'aa'\n" + rest
    [duplicate] = found(source)
    assert [fix.preferred for fix in duplicate.fixes] == [preferred]


def test_a_table_of_arrays_is_not_renamed_to_one_that_typos_refuses() -> None:
    assert [fix.title for fix in found("[tool.typo.default]\nlocale = 'en-us'\n", "pyproject.toml")[0].fixes]
    [misspelled] = found("[[tool.typo.default]]\nlocale = 'en-us'\n", "pyproject.toml")
    assert (misspelled.rule, misspelled.fixes) == ("misspelled-section", ())


def test_a_key_whose_value_is_not_written_yet_is_recognised() -> None:
    assert any("did you mean `extend-ignore-re`" in each.message for each in found("[default]\nextend-ignore-res =\n"))


def test_findings_are_values_like_any_other() -> None:
    source = "[default.extend-words]\nfoo-bar = 'foo-bar'\n"
    assert [fix.title for each in found(source) for fix in each.fixes]
    assert {*found(source), *found(source)} == set(found(source))
    assert pickle.loads(pickle.dumps(found(source))) == found(source)


# -- lsp -------------------------------------------------------------------------------------------------------------


def started(server: Wire, folder: Path, settings: dict[str, object]) -> None:
    capabilities = {
        "textDocument": {"diagnostic": {}},
        "workspace": {"diagnostics": {"refreshSupport": True}, "didChangeWatchedFiles": {"dynamicRegistration": True}},
    }
    asked = {"processId": None, "rootUri": folder.as_uri(), "capabilities": capabilities}
    server.ask("initialize", asked | {"initializationOptions": settings})
    server.notify("initialized", {})


def test_a_client_that_pulls_is_asked_to_pull_again(tmp_path: Path) -> None:
    with wire() as server:
        started(server, tmp_path, {})
        server.open((tmp_path / "a.py").as_uri(), "import httpx\nhttpx.get('https://x.example/{a')\n", "python")
        server.notify("workspace/didChangeConfiguration", {"settings": {"waypost": {"rules": {"bad-value": "off"}}}})
        assert server.is_well()
        assert server.end() == 0
        assert "workspace/diagnostic/refresh" in [each.get("method") for each in server.notifications]


def test_a_wrong_setting_is_reported_once(tmp_path: Path) -> None:
    with wire() as server:
        started(server, tmp_path, {"rules": {"no-such-rule": "off"}})
        for rules in ({"bad-value": "off"}, {"bad-value": "error"}, {"bad-value": "nonsense"}):
            server.notify("workspace/didChangeConfiguration", {"settings": {"waypost": {"rules": rules}}})
            assert server.is_well()
        assert server.end() == 0
        shown = [
            each["params"]["message"] for each in server.notifications if each.get("method") == "window/showMessage"
        ]
        assert [sum(name in each for each in shown) for name in ("no-such-rule", "nonsense")] == [1, 1]


def test_a_setting_that_is_turned_on_again_offers_formatting_again(tmp_path: Path) -> None:
    with wire() as server:
        capabilities = {"textDocument": {"formatting": {"dynamicRegistration": True}}}
        capabilities["textDocument"]["rangeFormatting"] = {"dynamicRegistration": True}
        server.ask("initialize", {"processId": None, "rootUri": tmp_path.as_uri(), "capabilities": capabilities})
        server.notify("initialized", {})
        uri = (tmp_path / "typos.toml").as_uri()
        server.open(uri, "[default]\nlocale='en-us'\n")
        for is_on in (True, False, True):
            server.notify("workspace/didChangeConfiguration", {"settings": {"waypost": {"configFormatting": is_on}}})
            assert server.is_well()
        options = {"tabSize": 2, "insertSpaces": True}
        assert server.ask("textDocument/formatting", {"textDocument": {"uri": uri}, "options": options})["result"]
        assert server.end() == 0
        asked = [each["method"] for each in server.notifications if "apability" in each.get("method", "")]
        assert asked == ["client/registerCapability", "client/unregisterCapability", "client/registerCapability"]


def test_a_completion_is_documented_by_the_data_that_it_was_sent_with(tmp_path: Path) -> None:
    with wire() as server:
        server.initialize()
        uri = (tmp_path / "a.py").as_uri()
        server.open(uri, 'from waypost import endpoint\nendpoint("GET /use")\n', "python")
        place = {"textDocument": {"uri": uri}, "position": {"line": 1, "character": 18}}
        found = server.ask("textDocument/completion", place)["result"]
        items = found["items"] if isinstance(found, dict) else found
        [item] = [each for each in items if each["label"].endswith("/user")]
        assert "documentation" not in item
        assert "authenticated user" in str(server.ask("completionItem/resolve", item)["result"]["documentation"])
        without = {key: value for key, value in item.items() if key != "data"}
        assert server.ask("completionItem/resolve", without)["result"] == without
        assert server.end() == 0


def test_an_address_without_a_scheme_gets_that_of_the_base() -> None:
    base = UrlParts("http", "one.example", "/a/")
    assert join(base, UrlParts(None, "two.example", "/b")) == UrlParts("http", "two.example", "/b")


def test_an_address_with_another_scheme_is_not_joined() -> None:
    other = UrlParts("https", "two.example", "b")
    assert join(UrlParts("http", "one.example", "/a/"), other) == other


def test_a_name_is_what_it_is_at_its_place_and_in_a_function_what_it_is_in_the_end() -> None:
    source = (
        'import httpx\nBASE = "https://a.example"\nhttpx.get(BASE + "/1")\ndef f():\n    httpx.get(BASE + "/2")\n'
        'BASE = "https://b.example"\nhttpx.get(BASE + "/3")\n'
    )
    made = analysis(source, "a.py")
    assert isinstance(made.features, RouteFeatures)
    shown = [site.shown for site in made.features.routes.sites()]
    assert shown == ["https://a.example/1", "https://b.example/2", "https://b.example/3"]


@pytest.mark.parametrize(
    ("url", "completed"),
    [("https://one.example/pets", "GET /pets"), ("https://two.example/pets", None), ("/pets", "GET /pets")],
)
def test_the_routes_of_another_host_are_not_completed(url: str, completed: str | None) -> None:
    found = uses_at({("", f"GET {url}"): 2}, "https://one.example/", Apis({}))
    assert found == ({} if completed is None else {completed: 2})


@pytest.mark.parametrize(
    ("level", "kind"),
    [("DEBUG", "Log"), ("INFO", "Info"), ("WARNING", "Warning"), ("ERROR", "Error"), ("CRITICAL", "Error")],
)
def test_a_line_of_the_log_has_the_kind_of_its_level(level: str, kind: str) -> None:
    told: list[int] = []
    number = logging.getLevelNamesMapping()[level]
    handler = logs._ToClient(lambda _, params: told.append(params["type"]))
    handler.emit(logging.LogRecord("waypost", number, "", 1, "said", (), None))
    assert told == [types.MessageType[kind]]


def test_files_whose_process_crashed_are_reported_one_by_one() -> None:
    done = closed_files.lost_files(["/a.py", "/b.py"])
    assert done[:2] == (2, [])
    assert [each.split(":")[0] for each in done.faults] == ["/a.py", "/b.py"]


@pytest.mark.parametrize(
    ("name", "change", "is_told"),
    [("new", "Created", False), ("new.py", "Created", True), ("new", "Deleted", True), ("new", "Changed", True)],
)
def test_of_a_new_folder_only_its_files_are_told(name: str, change: str, *, is_told: bool) -> None:
    connection = Mock()
    event = types.FileEvent(f"file:///w/{name}", types.FileChangeType[change])
    did_change_watched_files(connection, types.DidChangeWatchedFilesParams([event]))
    connection.session.files_changed.assert_called_once_with([event.uri] if is_told else [])


def test_a_file_of_no_folder_is_shown_by_its_name() -> None:
    assert symbols._shown_path(Workspace(), "file:///w/folder/a.py") == "a.py"


@pytest.mark.parametrize(
    ("sent", "hears_of_routes", "offers_apis"),
    [
        (None, False, False),
        ({"waypostRoutes": True}, True, False),
        ({"waypostOffers": True, "waypostRoutes": False}, False, True),
        ({"waypostOffers": "yes"}, False, False),
        (["waypostOffers"], False, False),
    ],
)
def test_a_client_announces_what_only_waypost_has(sent: Any, *, hears_of_routes: bool, offers_apis: bool) -> None:
    known = support_of(types.ClientCapabilities(experimental=sent))
    assert (known.routes_news, known.offers_apis) == (hears_of_routes, offers_apis)


@pytest.mark.parametrize("pulls", [True, False])
def test_what_findings_may_have_is_announced_where_they_are_sent(*, pulls: bool) -> None:
    listed: dict[str, Any] = {"tag_support": types.ClientDiagnosticsTagOptions([types.DiagnosticTag.Deprecated])}
    pulled = types.DiagnosticClientCapabilities(**(listed if pulls else {})) if pulls else None
    pushed = types.PublishDiagnosticsClientCapabilities(**({} if pulls else listed))
    asked = types.TextDocumentClientCapabilities(diagnostic=pulled, publish_diagnostics=pushed)
    known = support_of(types.ClientCapabilities(text_document=asked))
    assert (known.pull_diagnostics, known.diagnostic_tags) == (pulls, True)


def test_tokens_are_counted_from_the_one_before_on_their_line() -> None:
    text = 'from waypost import endpoint\nendpoint("GET /user{?a,b}")\n\nendpoint("PUT /x{?c}")\n'
    document = Document.from_text("file:///w/x.py", text)
    revision = Revision(document)
    ask = Question(revision, Workspace(), Encoding.UTF16, ClientSupport(), OpenDocument(document.uri, revision))
    found = ask.analysis.tokens()
    data = to_proto.tokens(ask, found)["data"]
    line = start = 0
    places = []
    for at in range(0, len(data), 5):
        line, start = line + data[at], data[at + 1] + (0 if data[at] else start)
        places.append(text.splitlines()[line][start : start + data[at + 2]])
    assert places == [document.slice(each.span) for each in found] == ["GET", "?", "a", "b", "PUT", "?", "c"]


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("PARSE_ERROR", types.ErrorCodes.ParseError),
        ("INVALID_REQUEST", types.ErrorCodes.InvalidRequest),
        ("METHOD_NOT_FOUND", types.ErrorCodes.MethodNotFound),
        ("INVALID_PARAMS", types.ErrorCodes.InvalidParams),
        ("INTERNAL", types.ErrorCodes.InternalError),
        ("NOT_INITIALIZED", types.ErrorCodes.ServerNotInitialized),
        ("CANCELLED", types.LSPErrorCodes.RequestCancelled),
        ("CONTENT_MODIFIED", types.LSPErrorCodes.ContentModified),
    ],
)
def test_an_error_has_the_code_of_the_protocol(name: str, code: int) -> None:
    assert getattr(errors, name) == code


def test_nothing_is_known_of_a_client_that_announces_nothing() -> None:
    assert not any(asdict(ClientSupport()).values())


def test_no_text_is_wanted_when_a_document_is_saved() -> None:
    [options] = [each.options for each in documents.HANDLERS if each.method == types.TEXT_DOCUMENT_DID_SAVE]
    assert options == types.SaveOptions(include_text=False)


def test_only_some_answers_wait_for_the_index() -> None:
    handler = OnSnapshot(types.TEXT_DOCUMENT_HOVER, Mock())
    assert (handler.needs_index, handler.is_awaited) == (False, True)


@pytest.mark.parametrize("is_open", [True, False])
def test_only_what_is_done_with_a_document_that_is_not_open_is_logged(
    caplog: pytest.LogCaptureFixture, *, is_open: bool
) -> None:
    connection = Mock()
    connection.session.change.return_value = connection.session.close.return_value = Mock() if is_open else None
    with caplog.at_level(logging.WARNING, "waypost.lsp"):
        item = types.VersionedTextDocumentIdentifier(2, "file:///w/a.py")
        documents.did_change(connection, types.DidChangeTextDocumentParams(item, []))
        documents.did_close(connection, types.DidCloseTextDocumentParams(types.TextDocumentIdentifier(item.uri)))
    logged = [f"textDocument/did{what}: file:///w/a.py is not open" for what in ("Change", "Close")]
    assert caplog.messages == ([] if is_open else logged)


def test_findings_make_way_for_what_a_user_waits_for() -> None:
    assert not diagnostic.PULL.is_awaited


def test_cells_that_are_removed_from_a_notebook_are_closed() -> None:
    connection = Mock()
    gone = types.TextDocumentIdentifier("file:///w/n.ipynb#1")
    structure = types.NotebookDocumentCellChangeStructure(types.NotebookCellArrayChange(0, 1), did_close=[gone])
    cells = types.NotebookDocumentCellChanges(structure=structure)
    notebook = types.VersionedNotebookDocumentIdentifier(2, "file:///w/n.ipynb")
    change = types.NotebookDocumentChangeEvent(cells=cells)
    notebooks.did_change(connection, types.DidChangeNotebookDocumentParams(notebook, change))
    connection.session.close.assert_called_once_with(gone.uri)


def test_severities_and_tags_are_numbered_as_in_the_protocol() -> None:
    assert {each.name: to_proto._SEVERITIES[each] for each in Severity} == {
        each.name.upper(): each.value for each in types.DiagnosticSeverity
    }
    assert {each.name: to_proto._TAGS[each] for each in Tag} == {
        each.name.upper(): each.value for each in types.DiagnosticTag
    }


@pytest.mark.parametrize("command", [None, "waypost.do"])
def test_an_action_has_the_command_that_it_is_made_of(command: str | None) -> None:
    shown = to_proto.action(Mock(), Action("Do", ActionKind.SOURCE, command=command, arguments=(1,)))
    named = {"title": "Do", "command": "waypost.do", "arguments": [1]}
    assert shown == {"title": "Do", "kind": "source"} | ({"command": named} if command else {})


def test_without_literals_an_action_is_its_command_or_one_that_edits() -> None:
    ask = Mock()
    made = Action("Do", ActionKind.SOURCE, command="waypost.do", arguments=(1,))
    assert to_proto.action_command(ask, made) == {"title": "Do", "command": "waypost.do", "arguments": [1]}
    edits = to_proto.action_command(ask, Action("Edit", ActionKind.SOURCE))
    assert (edits["title"], edits["command"], len(edits["arguments"])) == ("Edit", "waypost.applyEdit", 1)


def test_where_the_log_goes_it_goes_alone() -> None:
    own = logging.getLogger("waypost")
    before = own.level, own.handlers[:], own.propagate, logging.getLogger("pygls").level
    try:
        logs.log_to(Mock())
        assert (own.level, own.propagate, len(own.handlers) - len(before[1])) == (logging.INFO, False, 1)
    finally:
        own.level, own.handlers[:], own.propagate, logging.getLogger("pygls").level = before


@pytest.mark.parametrize(
    ("named", "globs"), [([], []), (["/w/api.txt", "/w/b.json"], ["*.json", "*.yaml", "*.yml", "api.txt", "b.json"])]
)
def test_the_files_of_api_documents_are_watched_if_there_are_any(named: list[str], globs: list[str]) -> None:
    session = Mock(api_paths=lambda: map(Path, named))
    assert Session.api_documents(session) == globs


def test_findings_are_pulled_for_each_document_and_for_the_workspace() -> None:
    assert diagnostic.PULL.options == types.DiagnosticOptions(
        inter_file_dependencies=True, workspace_diagnostics=True, identifier="waypost"
    )


@pytest.mark.parametrize(
    ("verb", "unknown", "likely", "counts"),
    [("GET", False, False, 1), ("{verb}", False, False, 0), ("GET", True, False, 0), ("GET", False, True, 0)],
)
def test_only_routes_that_are_known_are_counted(verb: str, *, unknown: bool, likely: bool, counts: int) -> None:
    call = Mock(verb=verb, unknown=unknown, likely=likely, api="", operation="", route="GET /a")
    assert uses_in([("file:///a.py", call)]) == ({("", "GET /a"): 1} if counts else {})  # type: ignore[arg-type]


def test_schemas_of_an_export_are_numbered_from_one() -> None:
    schemas = WrittenSchemas()
    rows: list[dict[str, Any]] = [{"properties": {"a": 1}}, {"properties": {}}]
    assert schemas.schema(rows, 0) == {"$ref": "#/components/schemas/Schema1"}
    assert list(schemas.components) == ["Schema1", "Schema2"]
    assert schemas.schema(rows, 1) == {"$ref": "#/components/schemas/Schema2"}


# -- drawn at random, with seed 20261126 -----------------------------------------------------------------------------


def test_a_command_takes_one_argument_of_its_type() -> None:
    command = commands.Command(Mock())
    assert [command.takes_these(given) for given in ([{}], [{}, {}], [1], [])] == [True, False, False, False]


@pytest.mark.parametrize(("at", "text"), [(2, "teh"), (5, "teh"), (6, "x"), (7, "x"), (0, "a")])
def test_the_identifier_at_the_cursor_is_meant(at: int, text: str) -> None:
    assert spelling_commands._text_at(Document("", b"a\nteh x\n"), Span.at(at)) == text


@pytest.mark.skipif(os.name == "nt", reason="Windows is asked in another way")
def test_a_parent_is_asked_for_without_a_signal(monkeypatch: pytest.MonkeyPatch) -> None:
    kill = Mock()
    monkeypatch.setattr(os, "kill", kill)
    assert is_alive(4321)
    kill.assert_called_once_with(4321, 0)


def test_sources_belong_to_a_folder_if_they_are_in_it_or_in_its_package(tmp_path: Path) -> None:
    folder, inside, deeper = str(tmp_path), tmp_path / "a.py", tmp_path / "b" / "c.py"
    assert (heads_below._is_source_of(folder, inside), heads_below._is_source_of(folder, deeper)) == (True, False)
    (tmp_path / "__init__.py").touch()
    assert (heads_below._is_source_of(folder, inside), heads_below._is_source_of(folder, deeper)) == (True, True)


def test_an_open_table_is_not_known() -> None:
    one = KeyedValue("a", Constant(1))
    assert [is_known(KeyedValues((one,), open=each)) for each in (False, True)] == [True, False]
    assert not is_known(KeyedValues(open=True))
    assert not is_known(KeyedValues((replace(one, maybe=True),)))


def test_bytes_in_a_list_are_sent_together() -> None:
    assert http_client.body_of([b"a", b"b"]) == http_client.body_of(b"ab")


def test_only_pairs_are_parameters() -> None:
    assert anyone._pairs([("a", 1), "bc", ("d",), ("e", [2, None])]) == [("a", "1"), ("e", "2")]


def test_a_name_is_neither_required_nor_deprecated_unless_it_is_said() -> None:
    assert Name("a") == ("a", "", False, False, None)


@pytest.mark.parametrize(("required", "detail"), [(True, "string · required · a | b"), (False, "string · a | b")])
def test_the_detail_of_a_nested_name(detail: str, *, required: bool) -> None:
    schema = Mock(types=("string", "null"), enum=("a", "b"))
    assert nested._detail(schema, required=required) == detail


@pytest.mark.parametrize(
    "call", ['expand("https://a.example/{b}", b=1)', 'URITemplate("https://a.example/{b}").expand(b=1)']
)
def test_what_only_fills_a_template_sends_nothing(call: str) -> None:
    features = analysis(f"import httpx, uritemplate\nhttpx.get(uritemplate.{call})\n", "a.py").features
    assert isinstance(features, RouteFeatures)
    sites = {site.client_name: site for site in features.routes.sites()}
    assert (sites["httpx"].shown, request_of(sites["uritemplate"])) == ("https://a.example/1", None)
    assert not may_lose(sites["uritemplate"])


@pytest.mark.parametrize(
    ("base", "url", "lost"),
    [
        ("https://a.example/v1/", "users", False),
        ("https://a.example/v1/", "/users", True),
        ("https://a.example/v1/", "/v1/users", False),
        ("https://a.example/v1/", "https://b.example/users", False),
        ("https://a.example", "/users", False),
    ],
)
def test_a_session_loses_the_path_of_its_base(base: str, url: str, *, lost: bool) -> None:
    sent = toolbelt.send(ClientCall("GET", url, client={"base": base}))
    assert [each.what for each in sent.lost] == (["/v1"] if lost else [])


def test_files_that_are_not_known_make_an_unknown_body_unless_there_is_content() -> None:
    given = {"files": NAMELESS}
    body, _ = httpx_body.body_of(ClientCall("POST", "", given), [], httpx_url.NEW)
    assert (body and body.kind) == "unknown"
    body, _ = httpx_body.body_of(ClientCall("POST", "", {**given, "content": b"a"}), [], httpx_url.NEW)
    assert body == SentBody(b"a", b"a")


def test_what_is_no_number_is_no_json() -> None:
    call = ClientCall("POST", "", {"json": [math.nan]})
    body, _ = httpx_body.body_of(call, [], httpx_url.OLD)
    assert (body and body.content) == b"[NaN]"
    with pytest.raises(RefusedCall, match="not JSON compliant"):
        httpx_body.body_of(call, [], httpx_url.NEW)
    with pytest.raises(RefusedCall, match="not JSON compliant"):
        requests_body.body_of_call(call.given, requests_url.REQUESTS)


@pytest.mark.parametrize(("url", "is_refused"), [(":a", True), ("////a", True), ("https::a", False), ("a:b", False)])
def test_a_relative_url_may_be_taken_for_no_other(url: str, *, is_refused: bool) -> None:
    call = ClientCall("GET", f":{url}")
    if is_refused:
        with pytest.raises(RefusedCall, match="must not start with a colon"):
            httpx_url.joined_address(call, httpx_url.NEW)
    else:
        assert httpx_url.joined_address(call, httpx_url.NEW)


def test_an_unknown_text_is_itself_without_blanks() -> None:
    found = hover("import requests\ndef f(url):\n    requests.g$0et(url.strip())\n", "a.py")
    assert found is not None
    assert "| `url` | url |  | unknown |" in found.markdown


def test_a_route_without_a_url_gets_no_space() -> None:
    for route, titles in (("GET ", []), ("GET  /a", ["Write one space"]), ("GET/a", ["Write one space"])):
        found = analysis(f"from waypost import endpoint\nendpoint({route!r})\n", "a.py").diagnostics()
        assert [fix.title for each in found for fix in each.fixes if "space" in fix.title] == titles, route


def test_corrections_of_a_type_are_judged_by_its_own_settings() -> None:
    bad = '[type.py.extend-words]\nteh = "recieve"\n'
    found = [each.rule for each in analysis(bad, "typos.toml").diagnostics()]
    assert found == ["bad-correction"]
    assert analysis(f'[type.py]\nextend-ignore-re = ["recieve"]\n{bad}', "typos.toml").diagnostics() == []


def test_what_a_stray_print_says_goes_to_standard_error() -> None:
    code = "import os, waypost.lsp.transport as t; t.claim_stdio(); print('a', flush=True); os.write(1, b'b')"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, input=b"", check=True)
    assert (done.stdout, done.stderr.split()) == (b"", [b"a", b"b"])


# -- drawn at random, with seed 7731126 ------------------------------------------------------------------------------


def test_a_table_is_known_if_its_names_and_values_are() -> None:
    made = ({"a": 1}, {"a": NAMELESS}, {NAMELESS: "a"}, {"a": {"b": [NAMELESS]}})
    assert [call.is_known(each) for each in made] == [True, False, False, False]


def test_lenses_are_listed() -> None:
    ask = Mock()
    ask.analysis.lenses.return_value = []
    assert structure.lenses(ask, Mock()) == []


def test_a_request_in_a_format_that_nobody_knows_is_not_copied() -> None:
    features = analysis('import httpx\nhttpx.get("https://a.example")\n', "a.py").features
    assert isinstance(features, RouteFeatures)
    given = [request_commands._copied(Mock(), features, *where) for where in ((20, "curl"), (20, "smoke"), (0, "curl"))]
    assert [each and each["format"] for each in given] == ["curl", None, None]


@pytest.mark.parametrize(("wants", "config"), [(False, {}), (True, None)])
def test_what_is_not_wanted_is_not_looked_for(config: object, *, wants: bool) -> None:
    assert list(unused.check_unused(Mock(wants=lambda _: wants, config=config), {})) == []


def test_a_document_that_is_not_there_describes_no_responses() -> None:
    assert described._responses(None, []) == NO_RESPONSES
    gone = Mock(may_be_read=True, path=Path("no/such/file"))
    assert described._responses(gone, []) == NO_RESPONSES


def test_a_document_that_cannot_be_read_describes_no_responses(tmp_path: Path) -> None:
    broken = Mock(may_be_read=True, path=tmp_path / "api.json", folder=tmp_path)
    broken.path.write_text("{")
    assert described._responses(broken, [Mock()]) == NO_RESPONSES


def test_the_part_of_a_long_text_around_its_error_is_shown() -> None:
    text = "".join(chr(ord("a") + at // 10) for at in range(260))
    line, marks = carets(text, CharSpan(130, 133)).splitlines()
    assert line == f"  …{text[80:180]}…"
    assert (marks.index("^"), marks.count("^")) == (line.index("nnn", 40), 3)


def test_a_value_that_is_none_is_already_reported() -> None:
    values = (Mock(spec=Missing), Mock(spec=Bad), Mock(spec=Array), Mock(spec=Table))
    assert [config_structure._is_unread(each, is_json=False) for each in values] == [True, True, False, False]


def test_what_a_method_sets_on_the_object_that_it_makes_is_set_there() -> None:
    source = (
        'import requests\nclass A:\n    base = "https://a.example"\n    @classmethod\n    def make(cls):\n'
        '        self = cls()\n        self.base = "https://b.example"\n        return self\n'
        'a = A.make()\nrequests.get(a.base + "/a")\n'
    )
    features = analysis(source, "a.py").features
    assert isinstance(features, RouteFeatures)
    assert [site.shown for site in features.routes.sites()] == ["https://b.example/a"]


def test_lists_in_lists_are_sent_as_deep_as_they_are_followed() -> None:
    deep = "[" * 20 + "1" + "]" * 20
    features = analysis(f'import httpx\nhttpx.post("https://a.example", json={deep})\n', "a.py").features
    assert isinstance(features, RouteFeatures)
    [site] = features.routes.sites()
    sent = request_of(site)
    assert sent is not None
    value, depth = sent.body, 0
    while isinstance(value, list):
        [value], depth = value, depth + 1
    assert (depth, value) != (20, 1)


@pytest.mark.parametrize(
    ("value", "known"),
    [
        (None, None),
        (Text((TextPiece("a", None),)), "a"),
        (Constant(1), None),
        (Text((Hole(Unknown("b"), "b", None, "f"),)), None),
    ],
)
def test_a_string_that_an_argument_is_known_to_be(value: Any, known: str | None) -> None:
    assert stand_ins.known_text(KeyedValue("a", value) if value is not None else None) == known


@pytest.mark.parametrize(
    ("call", "shown"),
    [
        ('self.send("GET", path="/users")', ["/users"]),
        ('self.send(1, "GET", path="/users")', []),
        ('self.send("GET", body="/users")', []),
        ('self.send(path="/users")', []),
    ],
)
def test_a_verb_first_and_a_path_by_name_are_a_request(call: str, shown: list[str]) -> None:
    source = f"import requests\nclass A:\n    def f(self):\n        {call}\n"
    features = analysis(source, "a.py").features
    assert isinstance(features, RouteFeatures)
    assert [site.shown for site in features.routes.sites()] == shown


def test_kinds_are_numbered_as_in_the_protocol() -> None:
    symbols_of = {
        "TABLE": "Object", "KEY": "Property", "STRING": "String", "ARRAY": "Array", "BOOLEAN": "Boolean",
        "ROUTE": "Interface", "TYPE": "Class",
    }  # fmt: skip
    assert {each.name: to_proto._SYMBOL_KINDS[each] for each in SymbolKind} == {
        name: types.SymbolKind[kind] for name, kind in symbols_of.items()
    }


def test_an_api_document_that_vanishes_has_no_operations_at_a_place(tmp_path: Path) -> None:
    document = Mock(path=tmp_path / "api.json")
    with patch.object(unused_operations, "DocumentPlaces") as places:
        assert list(unused_operations._placed(document, [])) == []
        places.of.return_value = None
        assert list(unused_operations._placed(document, [])) == []


def test_fixes_that_are_made_later_are_equal_to_those_that_are_made() -> None:
    fix = Fix("Do", ())
    [found] = analysis('[default]\nlocal = "en"\n', "typos.toml").diagnostics()
    later = found.fixes
    assert not isinstance(later, tuple)
    assert later == tuple(later)
    assert later != (fix,)
    assert later != 1


def test_what_nobody_waits_for_is_looked_at() -> None:
    loop = asyncio.new_event_loop()
    cancelled, failed = loop.create_future(), loop.create_future()
    cancelled.cancel()
    failed.set_exception(ValueError())
    connection_module._look_at(cancelled)
    connection_module._look_at(failed)
    assert not failed._log_traceback  # type: ignore[attr-defined]
    loop.close()


def test_more_fields_than_are_known_are_at_the_end_of_a_query() -> None:
    assert urllib3._query({MoreEntries("{…}"): None, "a": 1}) == "a=1&{…}"
    assert urllib3._query([("a", MoreEntries("b"))]) == "a=b"


def test_the_name_of_a_field_may_be_bytes() -> None:
    assert [urllib3._text(each) for each in (b"a", "b")] == ["a", "b"]
    with pytest.raises(RefusedCall):
        urllib3._text(1)


def test_a_client_goes_to_its_known_address() -> None:
    source = "async def f(gh: gidgethub.abc.GitHubAPI):\n    await gh.getitem('/userz')\n"
    [found] = analysis(f"import gidgethub.abc\n{source}", "a.py").diagnostics()
    assert (found.rule, found.severity) == ("unknown-route", Severity.WARNING)


def test_braces_without_a_name_are_marked_as_a_whole() -> None:
    [found] = endpoint.problems("GET /a{}b")
    assert tuple(found.span) == (6, 8)


@pytest.mark.parametrize(("own", "of_folders"), [(False, (False, False)), (True, ()), (False, (False, True))])
def test_documents_are_formatted_if_any_settings_ask_for_it(own: bool, of_folders: tuple[bool, ...]) -> None:  # noqa: FBT001
    settings = [Mock(config_formatting=each) for each in of_folders]
    session = Mock(_projects=Mock(settings=settings), _workspace=Mock(settings=Mock(config_formatting=own)))
    assert Session.formats(session) is (own or any(of_folders))


def test_words_of_a_type_are_looked_up_in_its_dialect() -> None:
    subject = Mock()
    with patch.object(needless, "dictionary_of", side_effect=lambda _, name: name):
        table = Mock(path=("type", "py", "extend-words"))
        assert list(needless._dictionaries(subject, table)) == ["py"]


def test_one_casing_represents_a_word() -> None:
    tables = [Mock(path=("default", name)) for name in ("extend-words", "extend-identifiers")]
    entry = Mock()
    entry.name = "Word"
    assert [len(needless._covered(entry, each)) for each in tables] == [1, 1]
    assert needless._covered(entry, tables[1]) == ("Word",)


# -- drawn at random, with seed 8801 ---------------------------------------------------------------------------------


def test_processes_beside_a_server_inherit_nothing() -> None:
    with patch("waypost.processes.again", return_value=["a"]) as again:
        assert many_files._by_halves(Mock(), [1], Mock()) == ["a"]
    assert again.call_args.kwargs == {"afresh": True}
    with patch("waypost.processes.processes") as processes:
        assert asyncio.run(many_files.ManyFiles._side_by_side(Mock(), [], Mock(), Mock())) == []
    assert processes.call_args.kwargs == {"afresh": True}


@pytest.mark.parametrize(("name", "has"), [("waypost.toml", True), ("uv.lock", True), ("a.py", False)])
def test_settings_and_releases_come_from_some_files(name: str, *, has: bool) -> None:
    assert watching.has_settings([f"file:///w/{name}"]) is has


def test_words_that_typos_has_for_a_type_are_in_question_for_it_alone() -> None:
    word = next(name for name in facts().type["rust"]["extend-words"])
    table = Mock(by_correction={word: ["entry"]})
    assert [corrections._naming(table, frozenset(), each) for each in ("rust", "py", None)] == [{"entry"}, set(), set()]


def test_a_number_is_a_safe_segment() -> None:
    assert [plan._segment(each) for each in (1, "a b", [])] == ["1", None, None]


def test_the_end_of_a_line_in_a_string_has_its_place() -> None:
    assert [(piece.text, piece.span) for piece in literals._plain(b"ab\r\nc\rd", 10)] == [
        ("ab", Span(10, 12)),
        ("\n", Span(12, 14)),
        ("c", Span(14, 15)),
        ("\n", Span(15, 16)),
        ("d", Span(16, 17)),
    ]


def test_apis_are_offered_for_folders_that_are_open() -> None:
    call, unlike = Mock(api="", likely=False, vague=False), Mock(api="GitHub")
    folder = Mock(path=Path("/w"))
    connection = Mock()
    connection.session.support.offers_apis = False
    connection.session.workspace.index.files = {
        "file:///w/a.py": [call],
        "file:///w/b.py": [unlike],
        "untitled:c": [call],
    }
    connection.session.workspace.folder_of = lambda uri: folder if uri.startswith("file:") else None
    offering.Offering(connection).indexed()
    [spawned] = connection.spawn.call_args_list
    spawned.args[0].close()
    connection.spawn.reset_mock()
    connection.session.workspace.index.files = {"file:///w/b.py": [unlike]}
    offering.Offering(connection).indexed()
    connection.spawn.assert_not_called()


def test_null_in_a_list_is_not_removed() -> None:
    fault, nowhere = Mock(), Mock()
    nowhere.at.return_value = Mock(member=None)
    assert config_syntax._unset(fault, nowhere) == ()


@pytest.mark.parametrize("preselect", [True, False])
def test_an_item_is_selected_if_it_says_so(*, preselect: bool) -> None:
    item = Completion("a", Edit(Span(0, 1), "a"), CompletionKind.ROUTE, preselect=preselect)
    assert ("preselect" in to_proto._particulars(Mock(), item)) is preselect


def test_as_many_functions_are_followed_for_a_call_as_there_may_be() -> None:
    made = Meter()
    assert [made.follows(first=each == 0) for each in range(MOST_FOLLOWED + 1)] == [True] * MOST_FOLLOWED + [False]
    assert made.follows(first=True)


def test_counts_are_shown_once_in_a_while() -> None:
    async def change() -> int:
        made = counting.Counting(Mock())
        made.tree_changed()
        first = made._pause
        made.tree_changed()
        assert first is not None
        assert made._pause is first
        first.cancel()
        return 1

    assert asyncio.run(change()) == 1


@pytest.mark.parametrize(
    ("required", "unread", "built", "sent", "missing"),
    [
        (True, (), False, None, True),
        (False, (), False, None, False),
        (True, (ParameterPlace.BODY,), False, None, False),
        (True, (), True, None, False),
        (True, (), False, "a", False),
    ],
)
def test_a_body_is_missing_if_it_is_required_and_none_is_sent(
    *, required: bool, unread: tuple[ParameterPlace, ...], built: bool, sent: str | None, missing: bool
) -> None:
    operation = Mock(body_required=required, unread=unread)
    with patch.object(bodies, "is_built", return_value=built), patch.object(bodies, "sent_body", return_value=sent):
        assert bodies.is_missing_body(Mock(), operation) is missing


@pytest.mark.parametrize(("body", "copied"), [(None, None), ("a", "a"), (Path("a"), '"a"')])
def test_a_body_is_copied_as_it_is_or_as_json(body: object, copied: object) -> None:
    request = Mock(verb="POST", url="/a", headers={}, has_body=True, body=body, kind="raw")
    assert copy.options_of(request) == {"method": "post", "url": "/a", "headers": {}, "body": copied}


def test_what_is_given_as_data_is_json_where_there_is_no_other_json() -> None:
    table = KeyedValues()
    made = [Mock(shape=None), Mock(shape=Mock(json=None)), Mock(shape=Mock(headers=1)), Mock(shape=Mock(headers=None))]
    assert [_form_of(each, table) for each in made] == [
        BodyForm.UNKNOWN,
        BodyForm.JSON,
        BodyForm.FORM,
        BodyForm.UNKNOWN,
    ]


def test_nobody_waits_for_findings_that_are_sent() -> None:
    connection, desk = Mock(), Mock()
    made = diagnoser.Diagnoser(connection, desk)
    made._diagnose("key", "file:///w/a.py")
    assert desk.answer.call_args.kwargs == {"is_awaited": False}


@pytest.mark.parametrize(("name", "kind"), [("a.json", "application/json"), ("", "application/octet-stream")])
def test_the_type_of_a_file_is_that_of_its_name(name: str, kind: str) -> None:
    assert urllib3._upload((name, b"")) == (name, b"", kind)
    assert urllib3._upload((name, b"", "a/b")) == (name, b"", "a/b")


def test_braces_are_doubled_at_both_ends() -> None:
    assert [is_doubled(each) for each in ("{{a}}", "{{a}", "{a}}", "{a}")] == [True, False, False, False]


def test_a_query_alone_may_be_lost() -> None:
    call = 'httpx.Client(base_url="https://a.example/b").get("?c=1", params={"d": 2})'
    [found] = analysis(f"import httpx\n{call}\n", "a.py").diagnostics()
    assert (found.rule, call.encode()[found.span.start - 13 : found.span.end - 13]) == ("lost-query", b"?c=1")


def test_a_number_in_a_query_is_finite() -> None:
    assert [yarl._value(each) for each in (1.5, 2, "inf")] == ["1.5", "2", "inf"]
    with pytest.raises(RefusedCall, match="not supported"):
        yarl._value(math.inf)


@pytest.mark.parametrize(
    ("given", "roots"),
    [
        ({"root_path": "/w"}, ["file:///w"]),
        ({"root_path": "/w", "root_uri": "file:///v"}, ["file:///v"]),
        ({"workspace_folders": [types.WorkspaceFolder("file:///u", "u")], "root_uri": "file:///v"}, ["file:///u"]),
        ({}, []),
    ],
)
def test_the_folders_of_a_client_are_those_that_it_names_last(given: dict[str, Any], roots: list[str]) -> None:
    asked = types.InitializeParams(types.ClientCapabilities(), **given)
    assert lifecycle._roots(asked) == roots


def test_the_documents_that_settings_name() -> None:
    assert Session.api_paths(Mock(_projects=None)) == []
    projects = Mock(settings=[Mock(api_documents=["/w/a.json"]), Mock(api_documents=[])])
    assert Session.api_paths(Mock(_projects=projects)) == [Path("/w/a.json")]


@pytest.mark.parametrize(
    ("kind", "boundary"),
    [
        ("multipart/form-data; boundary=a", "a"),
        ('multipart/form-data; boundary="a b"', "a b"),
        ("multipart/form-data", BOUNDARY),
        ("text/plain; boundary=a", BOUNDARY),
    ],
)
def test_the_boundary_of_a_body_is_that_of_its_type(kind: str, boundary: str) -> None:
    assert httpx_body._boundary(kind) == boundary


def test_the_name_of_a_class_is_written_nowhere_as_it_is() -> None:
    owner = Mock()
    owner.name = "A"
    found = class_attribute(owner, "__name__", None)
    assert found == Text((TextPiece("A", None, verbatim=False),))
    assert class_attribute(owner, "name", None) is None


def test_the_host_of_ghapi_is_its_seventh_argument() -> None:
    made = 'GhApi(None, None, "token", None, None, None, "https://a.example")'
    features = analysis(f"from ghapi.all import GhApi\n{made}('/b', 'GET')\n", "a.py").features
    assert isinstance(features, RouteFeatures)
    [site] = features.routes.sites()
    sent = request_of(site)
    assert sent is not None
    assert sent.url == "https://a.example/b"


# -- drawn at random, with seed 4262611 ------------------------------------------------------------------------------


@pytest.mark.parametrize(("passes", "collected"), [(9, 0), (10, 1), (11, 1)])
def test_garbage_is_collected_after_some_passes(monkeypatch: pytest.MonkeyPatch, passes: int, collected: int) -> None:
    collect = Mock()
    monkeypatch.setattr("gc.get_count", lambda: (0, 0, passes))
    monkeypatch.setattr("gc.collect", collect)
    garbage.collect_in_a_pause()
    assert collect.call_count == collected


@pytest.mark.parametrize(
    ("changed", "looked_at"), [("/w/typos.toml", ["/w/sub/typos.toml", "/w/typos.toml"]), ("/w/a.py", ["/w/a.py"])]
)
def test_configurations_that_read_a_changed_one_are_checked_again(changed: str, looked_at: list[str]) -> None:
    check = Mock(_depends={}, _reports={}, _check=AsyncMock())
    check._connection.session.workspace.configurations = ["file:///w/sub/typos.toml"]
    found = check._connection.files.worker.run = AsyncMock(return_value=[])
    asyncio.run(workspace_check.WorkspaceCheck._some(check, [f"file://{changed}"]))
    assert found.call_args.args[0].args[2] == looked_at


@pytest.mark.parametrize("detail", ["", "string"])
def test_an_item_has_its_detail(detail: str) -> None:
    item = Completion("a", Edit(Span(0, 1), "a"), CompletionKind.ROUTE, detail=detail)
    assert to_proto._particulars(Mock(), item) == ({"detail": detail} if detail else {})


def test_the_types_of_all_clients_are_names() -> None:
    roots, named = client_types._known()
    assert {"requests.Session", "httpx.Client", "urllib.request.Request"} <= named
    assert not {"", ".", "add_header"} & named
    assert {"requests", "urllib"} <= roots
    assert "" not in roots


@pytest.mark.parametrize(
    ("url", "base", "sent"),
    [
        ("https://a.example/b", "https://c.example", "https://a.example/b"),
        ("/b", "https://c.example/", "https://c.example/b"),
        ("/b", "", "/b"),
        ("https://a.example/b", "", "https://a.example/b"),
    ],
)
def test_what_an_unknown_client_joins(url: str, base: str, sent: str) -> None:
    assert anyone.send(ClientCall("GET", url, client={"base": base})).url == sent


@pytest.mark.parametrize("scheme", ["HTTP", "HTTPS"])
@pytest.mark.parametrize("method", ["request", "urlopen"])
def test_a_pool_of_urllib3_has_the_scheme_of_its_name(scheme: str, method: str) -> None:
    source = f'import urllib3\nurllib3.{scheme}ConnectionPool("a.example").{method}("GET", "/b")\n'
    features = analysis(source, "a.py").features
    assert isinstance(features, RouteFeatures)
    [site] = features.routes.sites()
    sent = request_of(site)
    assert sent is not None
    assert sent.url == f"{scheme.lower()}://a.example/b"


@pytest.mark.parametrize("deep", [0, 12, 13, 30])
def test_lists_of_lists_are_completed_as_deep_as_they_are_followed(deep: int) -> None:
    def schema(depth: int) -> Mock:
        made = Mock(types=("array",) if depth else ("string",), items=schema(depth - 1) if depth else None)
        made.every_part.return_value = [made]
        return made

    with patch.object(nested, "_DEEPEST", 12):
        [found] = nested._items(schema(deep))
    assert found.types == (("array",) if deep > 13 else ("string",))


@pytest.mark.parametrize(("value", "shown"), [(Mock(spec=["name"]), "name"), (Mock(spec=["expression"]), "expression")])
def test_the_words_of_anything_else_are_its_name(value: Mock, shown: str) -> None:
    setattr(value, shown, "a")
    assert stand_ins.words(value) == "a"
    assert stand_ins.words(Mock(spec=[])) == "…"


def test_the_index_is_built_again_for_other_folders() -> None:
    made = Mock(_built_for=None)
    made._connection.session.workspace.folders = ["a"]
    for times, folders in ((1, ["a"]), (1, ["a"]), (2, ["b"])):
        made._connection.session.workspace.folders = folders
        indexer.Indexer.settings_changed(made)
        assert made._start.call_count == times


def test_the_type_of_a_name_that_is_not_known_is_not_known() -> None:
    names = ("a.json", "a", ".json", "a.unheard-of", f"{NAMELESS}.json")
    kinds = ["application/json", *["application/octet-stream"] * 2, NAMELESS, NAMELESS]
    assert [clients_bodies.guessed_type(each) for each in names] == kinds


def test_a_revision_that_is_analysed_has_nothing_before_it() -> None:
    first = Revision(Document("file:///a.py", b"a\n"))
    second = first.edited(Document("file:///a.py", b"b\n"), ())
    assert (second.before, second.depth) == (first, 1)
    second.analysis(Workspace())
    assert (second.before, second.edits, second.depth) == (None, (), 0)


def test_a_notification_that_fails_is_looked_at() -> None:
    loop = asyncio.new_event_loop()
    cancelled, failed = loop.create_future(), loop.create_future()
    cancelled.cancel()
    failed.set_exception(ValueError())
    running = Mock()
    for done in (cancelled, failed):
        protocol.Protocol._look_at(running, done)
    assert running._running.discard.call_count == 2
    assert not failed._log_traceback  # type: ignore[attr-defined]
    loop.close()


def test_there_may_be_no_signature() -> None:
    ask = Mock()
    ask.analysis.signature.return_value = None
    assert navigation.signature(ask, Mock()) is None


@pytest.mark.parametrize(
    ("source", "titles"),
    [
        ("[files]\nextend-exclude = 1\n", []),
        ('[files]\nextend-exclude = "a"\n', ["Change to a list"]),
        ("[default]\nlocale = 1\n", []),
        ('[default]\ncheck-file = "a"\n', []),
    ],
)
def test_a_text_is_changed_to_a_list_of_it(source: str, titles: list[str]) -> None:
    [found] = analysis(source, "typos.toml").diagnostics()
    assert [fix.title for fix in found.fixes] == titles


@pytest.mark.parametrize(
    ("package", "shown"), [("httpx", "httpx 1.0 from a"), ("pygithub", "httpx · pygithub 1.0 from a")]
)
def test_a_package_is_named_if_its_name_is_another(package: str, shown: str) -> None:
    release = MagicMock(origin="a")
    release.__str__.return_value = "1.0"
    assert routes_hover._client(Mock(client_name="httpx", record=Mock(package=package), release=release)) == shown


@pytest.mark.parametrize(
    ("value", "known"),
    [
        ('"abc".removeprefix("x")', "abc"),
        ('"abc".removeprefix("a")', "bc"),
        ('"abc".removesuffix("x")', "abc"),
        ('"abc".removesuffix("c")', "ab"),
        ('"abc".removesuffix("")', "abc"),
    ],
)
def test_a_text_without_what_it_begins_or_ends_with(value: str, known: str) -> None:
    features = analysis(f'import httpx\nhttpx.get("https://a.example/" + {value})\n', "a.py").features
    assert isinstance(features, RouteFeatures)
    assert [site.shown for site in features.routes.sites()] == [f"https://a.example/{known}"]


@pytest.mark.parametrize(
    ("known", "literal", "is_plain"), [("/a", 2, True), ("/a", 5, False), ("/b", 2, False), (None, 5, False)]
)
def test_a_route_is_plain_if_it_is_one_string_and_nothing_else(known: str, literal: int, *, is_plain: bool) -> None:
    site = Mock(literal=Mock(length=literal), route=Mock(marked="/a"))
    site.template.known = known
    assert catalogue._is_plain(Mock(site=site, spot=Mock(path="/a"))) is is_plain


@pytest.mark.parametrize(
    ("name", "quirky", "restates"), [("check-file", False, True), ("check-file", True, False), ("binary", True, True)]
)
def test_a_default_that_has_an_effect_is_not_restated(name: str, *, quirky: bool, restates: bool) -> None:
    subject = Mock()
    subject.entry.return_value = None
    default = tidiness.facts().default[name]
    with patch.object(tidiness, "_is_quirky", return_value=quirky):
        assert tidiness.restates_default(subject, ("default", name), default) is restates


@pytest.mark.parametrize(
    ("where", "shown"),
    [
        ('sent = make("/b")', "https://a.example/b/c"),
        ('table = {"d": make("/b")}', "https://a.example/b{base}"),
        ('def f(self):\n        sent = make("/b")', "https://a.example/b{base}"),
    ],
)
def test_a_function_that_a_class_makes_is_its_method_under_a_name_of_its_own(where: str, shown: str) -> None:
    source = (
        "import requests\ndef make(path):\n    def send(self):\n"
        '        requests.get("https://a.example" + path + self.base)\n    return send\n'
        f'class A:\n    base = "/c"\n    {where}\n'
    )
    features = analysis(source, "a.py").features
    assert isinstance(features, RouteFeatures)
    assert [site.shown for site in features.routes.sites()][1:] == [shown]


@pytest.mark.parametrize(("route", "is_reserved"), [("/{=a}", True), ("/{+=a}", False), ("/{a=}", False)])
def test_an_operator_is_reserved_at_the_beginning(route: str, *, is_reserved: bool) -> None:
    [found] = [each for each in endpoint.problems(f"GET {route}") if each.rule == "invalid-template"]
    assert ("reserved for future use" in found.message) is is_reserved


@pytest.mark.parametrize(
    ("looked_up", "given", "depends"),
    [
        (["name", uris_below("/w")], False, True),
        (["name", "file:///w/a.py"], False, False),
        (["name"], True, True),
        (None, False, False),
    ],
)
def test_a_route_depends_on_heirs_that_are_looked_for(
    looked_up: list[str] | None, *, given: bool, depends: bool
) -> None:
    site = Mock()
    found = {0: Mock(looked_up=looked_up)} if looked_up is not None else {}
    of_heirs = {0: Mock(sites=[site if given else Mock()])}
    assert Routes.depends_on_heirs(Mock(blocks=Mock(at=lambda _: 0), _found=found, _of_heirs=of_heirs), site) is depends


@pytest.mark.parametrize(("given", "is_of_a_parameter"), [("urls", True), ("'/a'", False), ("['/a']", False)])
def test_what_is_made_of_a_parameter_is_of_one(given: str, *, is_of_a_parameter: bool) -> None:
    source = f"import requests\ndef f(*urls):\n    requests.get(build({given}))\n"
    features = analysis(source, "a.py").features
    assert isinstance(features, RouteFeatures)
    [site] = features.routes.sites()
    [part] = site.template.parts
    assert isinstance(part, Hole)
    assert isinstance(part.value, Unknown)
    assert part.value.parameter is is_of_a_parameter


# -- drawn at random, with seed 90125 --------------------------------------------------------------------------------


def test_headers_may_be_set_where_a_setter_is_called() -> None:
    source = 'import urllib.request\nmade = urllib.request.Request("https://a.example")\n'
    features = analysis(source, "a.py").features
    assert isinstance(features, RouteFeatures)
    [site] = features.routes.sites()
    assert set_headers.with_more_headers(site, source.encode()) is site
    more = set_headers.with_more_headers(site, f"{source}def f(made):\n    made.add_header(a, b)\n".encode())
    assert isinstance(more.headers, KeyedValues)
    assert more.headers.open


@pytest.mark.parametrize("call", ['request("GET /a/{b}", {"b": 1})', 'request("GET /a/{b}", b=1)'])
def test_octokit_takes_a_mapping_or_names(call: str) -> None:
    features = analysis(f"from octokit import Octokit\noctokit = Octokit()\noctokit.{call}\n", "a.py").features
    assert isinstance(features, RouteFeatures)
    [site] = features.routes.sites()
    assert set(site.values.by_key) == {"b"}


@pytest.mark.parametrize(
    ("folder", "is_there", "walks", "is_walked"),
    [(True, True, True, True), (False, True, True, False), (True, False, True, False), (True, True, False, False)],
)
def test_files_of_the_index_are_files_of_a_folder(
    *, folder: bool, is_there: bool, walks: bool, is_walked: bool
) -> None:
    workspace = Mock()
    workspace.folder_of.return_value = Mock() if folder else None
    with patch.multiple(index_files, is_file=lambda _: is_there, is_walked=lambda *_: walks):
        assert index_files._is_walked(Path("/w/a.py"), workspace) is is_walked


def test_json_in_a_url_is_known() -> None:
    source = (
        'import httpx, json\nhttpx.get("https://a.example/" + json.dumps([1]))\nhttpx.get("/a" + json.dumps(obj=2))\n'
    )
    features = analysis(source, "a.py").features
    assert isinstance(features, RouteFeatures)
    assert [site.shown for site in features.routes.sites()] == ["https://a.example/[1]", "/a{dumps}"]


@pytest.mark.parametrize(
    ("url", "joined"),
    [
        ("https://b.example/c", ("https", "b.example")),
        ("//b.example/c", ("https", "a.example")),
        ("/c", ("https", "a.example")),
    ],
)
def test_only_a_whole_url_is_not_joined(url: str, joined: tuple[str, str]) -> None:
    found = httpx_url.joined_address(ClientCall("GET", url, client={"base": "https://a.example"}), httpx_url.NEW)
    assert (found.scheme, found.authority) == joined


@pytest.mark.parametrize(
    ("name", "other", "is_slip"),
    [("sha", "shas", True), ("id", "ids", False), ("sha", "ash", True), ("x1a", "x2a", False), ("abc", "ab", False)],
)
def test_a_slip_is_of_a_letter_in_a_word(name: str, other: str, *, is_slip: bool) -> None:
    assert problems._is_slip(name, other) is is_slip


def test_a_word_is_found_as_deep_as_it_is_looked_for() -> None:
    table = KeyedValues((KeyedValue(WORD, Constant(1)), KeyedValue("b", Constant(1))))
    assert probe._find(Row((table,)), (), 2) == ((), False, ("b",))
    assert probe._find(Row((Row((table,)),)), (), 3) == ((), False, ("b",))
    assert probe._find(Row((table,)), (), 1) is None


@pytest.mark.parametrize(
    ("text", "encoded"), [("a b", "a%20b"), ("a%20b c", "a%20b%20c"), ("%", "%25"), ("é%C3", "%C3%A9%C3")]
)
def test_what_is_encoded_stays_so(text: str, encoded: str) -> None:
    assert encode_reserved(text) == encoded


@pytest.mark.parametrize(
    ("pulls", "refreshes", "restarted", "asked"), [(False, True, 1, 0), (True, True, 0, 1), (True, False, 0, 0)]
)
def test_findings_that_are_outdated_are_sent_or_asked_for(
    *, pulls: bool, refreshes: bool, restarted: int, asked: int
) -> None:
    made = Mock()
    session = made._connection.session
    session.support = Mock(pull_diagnostics=pulls, refresh_diagnostics=refreshes)
    session.documents = {"a": Mock()}
    diagnoser.Diagnoser.outdated(made)
    assert (made._restart.call_count, made._connection.ask.call_count) == (restarted, asked)


@pytest.mark.parametrize(("body", "plain"), [("a", False), (b"a", False), (None, True), ([], True), (1, True)])
def test_a_body_is_encoded_unless_it_is_ready(body: object, *, plain: bool) -> None:
    assert is_plain(body) is plain


def test_parameters_that_are_not_known_stay_so() -> None:
    assert yarl.query_text(NAMELESS) is NAMELESS
    assert yarl.query_text({"a": 1}) == "a=1"
    with pytest.raises(RefusedCall):
        yarl.query_text(1)


def test_one_is_not_true() -> None:
    node = schema.root().properties["default"].properties["check-file"]
    assert validate._violation(node, True) is None  # noqa: FBT003 - the value itself
    assert validate._violation(node, 1) is not None


@pytest.mark.parametrize(
    ("cancelled", "error", "published"), [(False, None, 1), (True, None, 0), (False, ValueError(), 0)]
)
def test_findings_that_were_computed_are_sent(*, cancelled: bool, error: Exception | None, published: int) -> None:
    made, job = Mock(), Mock()
    job.cancelled.return_value, job.exception.return_value = cancelled, error
    diagnoser.Diagnoser._publish_later(made, Mock(), job)
    assert made._publish.call_count == published


def test_documents_that_read_a_changed_one_are_checked_again() -> None:
    made = Mock()
    reads = {
        "file:///w/a.py": None,
        "file:///w/b.py": {"file:///w/a.py"},
        "file:///w/c.py": set(),
        "file:///w/d.py": None,
    }
    opened = {key: Mock(uri=key, reads=each) for key, each in reads.items()}
    made._connection.session.documents = opened
    made._is_at_work.return_value = False
    diagnoser.Diagnoser._restart_readers(made, "file:///w/a.py")
    assert [each.args[0] for each in made._restart.call_args_list] == ["file:///w/b.py", "file:///w/d.py"]
    made._restart.reset_mock()
    made._is_at_work.return_value = True
    diagnoser.Diagnoser._restart_readers(made, "file:///w/a.py")
    assert made._restart.call_count == 3


@pytest.mark.parametrize(("url", "edits"), [("/b?c=1", True), ("/b", False), ("/b?c=1#d", False), ("/b?{c}", False)])
def test_a_query_is_split_off_if_there_is_one(url: str, *, edits: bool) -> None:
    source = f'import httpx\nhttpx.get("https://a.example{url}")\n'
    features = analysis(source, "a.py").features
    assert isinstance(features, RouteFeatures)
    [site] = features.routes.sites()
    assert bool(rewrite.split_query(site, source.encode())) is edits


@pytest.mark.parametrize(("start", "is_found"), [(0, True), (4, True), (-1, False)])
def test_an_expression_may_begin_the_path(start: int, *, is_found: bool) -> None:
    expression = Mock(in_query=False)
    expression.span.start = start
    known = Mock(path_start=0)
    known.spot.path = "{a}/{b}"
    known.site.parsed.expressions = [expression]
    assert [each for each, _ in site_operation._in_path(known)] == ([expression] if is_found else [])
