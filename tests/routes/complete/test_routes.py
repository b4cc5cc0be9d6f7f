"""Completion in a route string, from the text alone."""

from dataclasses import replace

import pytest

from tests.support.marked import cursor
from waypost.apis import Apis
from waypost.results import Completion
from waypost.routes.complete.context import RouteContext, Tail
from waypost.routes.complete.in_code import Reach
from waypost.routes.complete.routes import complete_route

GITHUB = "https://api.github.com"


def context(marked: str, **given: object) -> RouteContext:
    text, at = cursor(marked)
    before, after = text.encode()[:at].decode(), text.encode()[at:].decode()
    plain = RouteContext(before, after, 0, at, len(text.encode()), Apis({}), base=GITHUB)
    return replace(plain, **given)


def items(marked: str, **given: object) -> list[Completion]:
    return list(complete_route(context(marked, **given)).items)


def labels(marked: str, **given: object) -> list[str]:
    found = items(marked, **given)
    return [each.label for each in sorted(found, key=lambda each: each.sort or each.label)]


def accepted(marked: str, label: str, **given: object) -> str:
    text = cursor(marked)[0].encode()
    item = next(each for each in items(marked, **given) if each.label == label)
    return (text[: item.edit.span.start] + item.edit.text.encode() + text[item.edit.span.end :]).decode()


def test_an_empty_string_offers_verbs() -> None:
    assert labels("$0")[:6] == ["GET", "POST", "PATCH", "PUT", "DELETE", "HEAD"]
    assert accepted("$0", "GET") == "GET "
    assert accepted("P$0 /user", "PATCH") == "PATCH /user"


def test_a_few_words_find_a_whole_route() -> None:
    route = "GET /repos/{owner}/{repo}/issues"
    assert labels("repo issues$0")[0] == route
    assert accepted("repo issues$0", route) == route


def test_what_the_client_filters_by_is_what_was_typed() -> None:
    assert {each.filter_text for each in items("repo issues$0")} == {"repo issues"}


def test_a_path_segment_by_segment() -> None:
    assert labels("GET /$0")[:2] == ["repos", "orgs"]
    assert labels("GET /repos/$0")[0] == "{owner}"
    assert "issues" in labels("GET /repos/{owner}/{repo}/$0")
    assert accepted("GET /repos/{owner}/{repo}/is$0", "issues") == "GET /repos/{owner}/{repo}/issues"
    assert accepted("GET /repos/{owner}/{repo}/is$0sues/5", "issues") == "GET /repos/{owner}/{repo}/issues/5"


def test_segments_follow_other_names_and_values() -> None:
    assert "pulls" in labels("GET /repos/{o}/octocat/$0")
    assert "pulls" in labels("GET /repos/:o/:r/$0")
    assert "pulls" in labels("GET /repos/\ue000/\ue001/$0")
    assert "pulls" in labels("GET /repos/\ue000/$0")


def test_segments_are_those_of_the_verb() -> None:
    assert "{issue_number}" in labels("PATCH /repos/{owner}/{repo}/issues/$0")
    assert "zen" not in labels("POST /$0")


def test_a_route_takes_the_place_of_what_is_typed() -> None:
    assert labels("GET /repo/isu$0/x{?state}") == []
    right = "GET /repos/{owner}/{repo}/issues"
    assert accepted("GET /issues/repo$0/x{?state}", right) == right + "{?state}"


def test_only_the_path_where_the_call_tells_the_verb() -> None:
    found = labels("/repos/{owner}/{repo}/iss$0", verb="POST")
    assert "/repos/{owner}/{repo}/issues" in found
    assert not [each for each in found if " " in each]
    assert accepted("issue labels$0", "/repos/{owner}/{repo}/issues/{issue_number}/labels", verb="PUT") == (
        "/repos/{owner}/{repo}/issues/{issue_number}/labels"
    )


def test_no_leading_slash_where_the_client_writes_none() -> None:
    assert "repos" in labels("$0", verb="GET", slash=False)
    assert accepted("user$0", "user", verb="GET", slash=False) == "user"


def test_an_absolute_url_keeps_its_base() -> None:
    url = "https://api.github.com/repos/{owner}/{repo}/iss$0"
    assert "issues" in labels(url, verb="GET", base=None)
    whole = accepted(f"GET {url}", "/repos/{owner}/{repo}/issues", base=None)
    assert whole == f"GET {GITHUB}/repos/{{owner}}/{{repo}}/issues"
    ghe = "https://ghe.example/api/v3/us$0"
    assert accepted(ghe, "/user", verb="GET", base=None) == "https://ghe.example/api/v3/user"
    assert accepted(ghe, "users", verb="GET", base=None) == "https://ghe.example/api/v3/users"


def test_another_host_offers_nothing_but_known_addresses() -> None:
    assert labels("https://elsewhere.example/$0", verb="GET", base=None) == [GITHUB]
    assert labels("/x/$0", verb="GET", base="https://elsewhere.example") == []


def test_placeholders_inside_a_brace() -> None:
    assert labels("GET /repos/{$0")[0] == "owner"
    assert accepted("GET /repos/{ow$0", "owner") == "GET /repos/{owner}"
    assert accepted("GET /repos/{ow$0ner}/x", "owner") == "GET /repos/{owner}/x"
    assert labels("GET /repos/{owner}/{$0}")[0] == "repo"


def test_the_query() -> None:
    assert labels("GET /repos/{o}/{r}/issues{?$0")[:2] == ["milestone", "state"]
    assert "state" not in labels("GET /repos/{o}/{r}/issues{?state,$0}")
    assert accepted("GET /repos/{o}/{r}/issues{?st$0}", "state") == "GET /repos/{o}/{r}/issues{?state}"
    assert accepted("GET /issues?st$0", "state") == "GET /issues?state="
    assert labels("GET /issues?state=$0") == ["open", "closed", "all"]
    assert accepted("GET /issues?state=cl$0&page=2", "closed") == "GET /issues?state=closed&page=2"


def test_names_with_colons_where_the_route_has_them() -> None:
    assert ":repo" in labels("GET /repos/:owner/$0")


def test_what_the_workspace_uses_comes_first() -> None:
    used = {"GET /repos/{owner}/{repo}/tags": 5, "GET /repos/{owner}/{repo}/labels": 2}
    assert labels("GET /repos/{owner}/{repo}/$0", used=used)[:2] == ["tags", "labels"]
    routes = [each for each in labels("repo$0", used=used) if "/" in each]
    assert routes[:2] == list(used)


def test_routes_of_an_api_nobody_describes_are_those_of_the_workspace() -> None:
    used = {"GET /things/{id}": 1}
    assert labels("nothing$0", base="https://x.example", used=used) == []
    assert labels("thing$0", base="https://x.example", used=used) == ["GET /things/{id}"]
    assert labels("GET /things$0", base="https://x.example", used=used) == ["GET /things/{id}"]


def test_a_route_brings_its_required_arguments_as_a_snippet() -> None:
    route = "GET /repos/{owner}/{repo}/issues"
    item = next(each for each in items("repo issues$0", tail=Tail('"')) if each.label == route)
    assert item.edit.text == f'{route}"'
    assert item.edit.span.end == len("repo issues") + 1
    assert item.snippet == 'GET /repos/{owner\\}/{repo\\}/issues", owner="${1:…}", repo="${2:…}"'


@pytest.mark.parametrize(
    ("typed", "label", "arguments"),
    [
        ("repo label$0", "GET /repos/{owner}/{repo}/labels/{name}", "repo=${1:self.repo}, name='${2:…}'"),
        ("issue_number$0", "GET /repos/{owner}/{repo}/issues/{issue_number}", "issue_number=${2:issue_number}"),
        ("comment$0", "DELETE /repos/{owner}/{repo}/issues/comments/{comment_id}", "comment_id=${2:0}"),
        ("repo issues$0", "POST /repos/{owner}/{repo}/issues", "title='${2:…}'"),
        ("topics$0", "PUT /repos/{owner}/{repo}/topics", "names=[${2:}]"),
        ("user$0", "GET /user/repos", None),
    ],
)
def test_a_value_is_a_name_that_exists_or_a_place_to_type_one_of_its_kind(
    typed: str, label: str, arguments: str | None
) -> None:
    """And what the client gives is left out: here, the owner."""
    reach = Reach(frozenset({"issue_number", "owner"}), frozenset({"repo"}))
    tail = Tail("'", reach=reach, given=frozenset({"owner"}))
    snippet = next(each.snippet for each in items(typed, tail=tail) if each.label == label)
    assert snippet == arguments or (arguments is not None and (snippet or "").endswith(arguments))
    assert "owner=" not in (snippet or "")


def test_a_placeholders_name_is_one_that_a_template_may_have() -> None:
    route = "GET /enterprises/{enterprise}/teams/{enterprise_team}/memberships"
    item = next(each for each in items("enterprise team memberships$0", tail=Tail('"')) if each.label == route)
    assert item.snippet.endswith('", enterprise="${1:…}", enterprise_team="${2:…}"')
    assert labels("GET /enterprises/{e}/teams/{$0")[0] == "enterprise_team"


def test_as_a_dict_where_the_client_takes_one() -> None:
    route = "/gists/{gist_id}"
    item = next(
        each
        for each in items("gists gist_id$0", verb="GET", tail=Tail("'", keywords=False, table="url_vars"))
        if each.label == route
    )
    assert item.snippet == "/gists/{gist_id\\}', url_vars={\"gist_id\": '${1:…}'\\}"


@pytest.mark.parametrize(
    "text", ["", " ", "GET", "GET  ", "GET /{", "GET /{?", "{", "/", "GET /x{y", "GET ?", "GET /?a=", "é /\U0001f6a9"]
)
def test_half_typed_routes_never_fail(text: str) -> None:
    for at in range(len(text) + 1):
        complete_route(context(text[:at] + "$0" + text[at:]))


def test_one_route_is_counted_as_one() -> None:
    counts = {each.detail for each in items("GET /$0") if each.detail and each.detail[0].isdigit()}
    assert "1 route" in counts
    assert "2 routes" in counts
    assert "1 routes" not in counts
