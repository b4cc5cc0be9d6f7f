"""The rules that compare requests with GitHub's catalogue: hits, near misses, and what is not reported."""

import pytest

from tests.support.check import analysis, check_diagnostics, check_fix
from waypost.results import Severity
from waypost.rules import RULES

HEAD = "from waypost import endpoint\n"
GIDGETHUB = "from gidgethub.httpx import GitHubAPI\n\nasync def run(gh: GitHubAPI, o, r, n):\n"
CATALOGUE = {
    "unknown-route", "wrong-verb", "unknown-parameter", "bad-value", "missing-required", "deprecated-route"
}  # fmt: skip


def found(source: str) -> list[tuple[str, str]]:
    made = analysis(source, "x.py")
    return [
        (each.rule, made.document.slice(each.span)) for each in made.features.diagnostics() if each.rule in CATALOGUE
    ]


def only(source: str) -> None:
    """Checks that the marked findings, and no others, are reported by these rules."""
    check_diagnostics(source, "x.py", {"rules": {name: "off" for name in RULES if name not in CATALOGUE}})


@pytest.mark.parametrize("defaults", ['name="n"', '{"name": "n"}', "**config", "config"])
def test_defaults_give_what_is_required(defaults: str) -> None:
    only(HEAD + f'endpoint.defaults({defaults})("POST /user/repos")\n')


def test_unknown_route() -> None:
    only(
        HEAD
        + """\
endpoint("GET /repos/{owner}/{repo}/isues", owner="o", repo="r")
#             ^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning[unknown-route] did you mean `/repos/{owner}/{repo}/issues`?
"""
    )


def test_the_fix_keeps_the_names_of_the_route() -> None:
    check_fix(
        HEAD + 'endpoint("GET /repo/{o}/{r}/issues", o="o", r="r")\n',
        HEAD + 'endpoint("GET /repos/{o}/{r}/issues", o="o", r="r")\n',
        "x.py",
        "Change to `/repos/{o}/{r}/issues`",
    )


def test_a_missing_segment_and_one_too_many() -> None:
    check_fix(
        HEAD + 'endpoint("GET /api/user/repos")\n',
        HEAD + 'endpoint("GET /user/repos")\n',
        "x.py",
        "Change to `/user/repos`",
    )
    check_fix(
        HEAD + 'endpoint("GET /repos/{o}/{r}/runs", o="o", r="r")\n',
        HEAD + 'endpoint("GET /repos/{o}/{r}/actions/runs", o="o", r="r")\n',
        "x.py",
        "Change to `/repos/{o}/{r}/actions/runs`",
    )


@pytest.mark.parametrize(
    "call",
    [
        'endpoint("GET /repos/{owner}/{repo}/issues", owner="o", repo="r")',
        'endpoint("GET /repos/{a}/{b}/issues{?state}", a="o", b="r", state="open")',
        'endpoint("GET /repos/{owner}/{repo}/{kind}", owner="o", repo="r", kind=kind)',
        'endpoint("GET /repos/{owner}/{repo}/{kind}", owner="o", repo="r", kind="issues")',
        'endpoint(f"GET {BASE}/things")',
        'endpoint(f"GET /repos/{full_name}/issues")',
        'endpoint(f"GET /repos/{full_name}/{kind}")',
        'endpoint("GET https://elsewhere.example/repo/x")',
        'endpoint("GET /repo/x", baseUrl="https://elsewhere.example")',
        'endpoint("GET /repo/x", baseUrl=BASE)',
        'endpoint("GET /repo/x", **options)',
        'endpoint("POST /graphql", query="{ viewer { login } }")',
        'endpoint("GET /admin/tokens", baseUrl="https://ghe.example/api/v3")',
        'endpoint("HEAD /user")',
        'endpoint("OPTIONS /user")',
        'endpoint("GET /user/repos", page=2, per_page=5, headers={}, mediaType={"format": "raw"}, request={})',
        'endpoint("GET /user/repos", type="a" if x else "owner")'.replace('"a"', '"all"'),
        'endpoint("GET /user/repos", sort=sort)',
        'endpoint("GET /user/repos", **options)',
        'endpoint("POST /user/repos", **options)',
        'endpoint("POST /user/repos", data=body)',
        'endpoint("POST /markdown/raw", data="text")',
        'endpoint("POST /repos/{o}/{r}/releases/{i}/assets", o="o", r="r", i=1, name="n", data=b"")',
        'endpoint("PUT /repos/{o}/{r}/contents/{+path}", o="o", r="r", path="a/b", message="m", content="c")',
        'endpoint("GET /repos/{o}/{r}/issues", o="o", r="r", labels="a,b", state="all")',
        'endpoint("POST /repos/{o}/{r}/issues", o="o", r="r", title=5)'.replace("=5", "=title"),
        'endpoint("GET",)',
        'endpoint("GET /")',
        'endpoint(f"{verb} /user/repos", per_pag=5)',
        '"GET /repo/x"',
        'client.request("GET /repo/x", id=5)',
    ],
)
def test_silence(call: str) -> None:
    assert found(f"{HEAD}{call}\n") == []


def test_where_the_server_may_be_of_another_version_all_is_but_a_hint() -> None:
    source = (
        "from github import Github\n\n\ndef f(gh):\n"
        "    gh._requester.requestJsonAndCheck('GET', '/isues')\n"
        "    gh._requester.requestJsonAndCheck('PUT', '/user/starred')\n"
    )
    made = analysis(source, "x.py").features.diagnostics()
    hints = [each.severity for each in made if each.rule in CATALOGUE]
    assert hints == [Severity.HINT, Severity.HINT]


def test_no_path_is_offered_that_has_nothing_in_common() -> None:
    made = analysis(HEAD + 'endpoint("GET /hub")\nendpoint("GET /authorizations")\n', "x.py").diagnostics()
    assert [each.message for each in made] == ["GitHub has no route `/hub`", "GitHub has no route `/authorizations`"]


def test_wrong_verb() -> None:
    only(
        HEAD
        + """\
endpoint("PUT /user/starred")
#         ^^^ warning[wrong-verb] GitHub has no PUT `/user/starred`, only GET
"""
    )
    check_fix(
        HEAD + 'endpoint("PUT /user/starred")\n', HEAD + 'endpoint("GET /user/starred")\n', "x.py", "Change to `GET`"
    )


def test_a_misspelt_name_is_reported_on_any_server_and_once() -> None:
    only(
        HEAD
        + """\
ghe = endpoint.defaults(baseUrl="https://ghe.example/api/v3")
ghe("GET /users/{u}/repos", u="u", srot="created")
#                                  ^^^^ warning[unknown-parameter] did you mean `sort`?
ghe("GET /users/{u}/repos", u="u", newer=1)
ghe("GET /users/{u}/repos{?sort}", u="u", srot="created")
ghe("GTE /users/{u}/repos", u="u")
"""
    )


def test_the_verb_of_a_method_is_that_of_its_name() -> None:
    source = GIDGETHUB + '    await gh.put("/repos/{o}/{r}/issues", {"o": o, "r": r}, data=n)\n'
    assert found(source) == [("wrong-verb", "put")]
    check_fix(source, source.replace("gh.put", "gh.post"), "x.py", "Change to `post`")
    # `getitem` accepts no data.
    assert [fix.title for each in analysis(source, "x.py").diagnostics() for fix in each.fixes] == ["Change to `post`"]


SENDER = """\
import requests

ROOT = "https://api.github.com"

def send(path, body=None):
    if body:
        return requests.post(ROOT + path, json=body)
    return requests.{verb}(ROOT + path)

def run(body):
    send("{path}", body)
"""


@pytest.mark.parametrize(
    ("path", "verb", "rules"),
    [
        ("/rate_limit", "get", []),
        ("/markdown/raw", "get", []),
        ("/user/starred", "put", [("wrong-verb", "send")] * 2),
        ("/rate_limit", "post", [("wrong-verb", "send")]),
        ("/user/starred/{o}/{r}", "put", []),
    ],
)
@pytest.mark.parametrize("change", ["", "CRLF, after an astral character", "half-typed"])
def test_one_of_two_verbs_of_a_function_may_be_right(
    path: str, verb: str, rules: list[tuple[str, str]], change: str
) -> None:
    source = SENDER.format(path=path, verb=verb)
    if "CRLF" in change:
        source = f"s = '🚀'\n{source}".replace("\n", "\r\n")
    source += '    send("/rate_' if change == "half-typed" else ""
    assert found(source) == rules


def test_a_function_is_not_renamed_to_a_verb() -> None:
    """The request that it makes is `requests.post`; a method of its own with that name is changed."""
    source = (
        SENDER.format(path="/rate_limit", verb="post").replace("def send", "def call").replace("    send", "    call")
    )
    [finding] = [each for each in analysis(source, "x.py").diagnostics() if each.rule == "wrong-verb"]
    assert not finding.fixes
    source = source.replace("call(", "post(")
    check_fix(source, source.replace("    post(", "    get("), "x.py", "Change to `get`")


def test_unknown_parameter() -> None:
    only(
        HEAD
        + """\
endpoint("GET /user/repos", per_pag=5, sort="pushed")
#                           ^^^^^^^ warning[unknown-parameter] did you mean `per_page`?
endpoint("GET /user/repos", {"sirt": "pushed"})
#                            ^^^^^^ warning[unknown-parameter] did you mean `sort`?
endpoint("GET /user/repos?sirt=pushed")
#                         ^^^^ warning[unknown-parameter] did you mean `sort`?
endpoint("GET /user/repos{?sirt}", sirt="pushed")
#                          ^^^^ warning[unknown-parameter] did you mean `sort`?
endpoint("GET /user/repos", xyzzy=1)
#                           ^^^^^ warning[unknown-parameter] `GET /user/repos` has no parameter `xyzzy`
"""
    )
    check_fix(
        HEAD + "endpoint('GET /user/repos', {'sirt': 'pushed'})\n",
        HEAD + "endpoint('GET /user/repos', {'sort': 'pushed'})\n",
        "x.py",
        "Change to `sort`",
    )


def test_parameters_of_other_clients() -> None:
    source = (
        "import httpx\n\n"
        "client = httpx.Client(base_url='https://api.github.com')\n"
        "client.get('/user/repos', params={'sirt': 'pushed', 'sort': 'pushy'})\n"
        "client.post('/user/repos', json={'nam': 'x', 'private': 'yes'})\n"
    )
    assert found(source) == [
        ("unknown-parameter", "'sirt'"),
        ("bad-value", "'pushy'"),
        ("bad-value", "'yes'"),
        ("unknown-parameter", "'nam'"),
        ("missing-required", "/user/repos"),
    ]


def test_bad_value() -> None:
    only(
        HEAD
        + """\
endpoint("GET /user/repos", sort="update")
#                                ^^^^^^^^ warning[bad-value] `sort` must be `created`, `updated`, `pushed`
endpoint("GET /user/repos?sort={sort}", sort="update")
#                                            ^^^^^^^^ warning[bad-value] `sort` must be `created`, `updated`, `pushed`
endpoint("GET /user/repos", page="x")
#                                ^^^ warning[bad-value] `page` must be an integer, not a string
endpoint("GET /repos/{o}/{r}/issues/{n}", o="o", r="r", n="five")
#                                                         ^^^^^^ warning[bad-value] `issue_number` must be an integer
endpoint("GET /orgs/{o}/packages/{t}/{n}", o="o", t="pip", n="n")
#                                                   ^^^^^ warning[bad-value] `package_type` must be `npm`, `maven`
endpoint("POST /user/repos", name="n", private="yes")
#                                              ^^^^^ warning[bad-value] `private` must be a boolean, not a string
endpoint("POST /repos/{o}/{r}/issues", o="o", r="r", title="t", assignees="me")
#                                                                         ^^^^ warning[bad-value] `assignees` must be
"""
    )
    check_fix(
        HEAD + 'endpoint("GET /user/repos", sort="update")\n',
        HEAD + 'endpoint("GET /user/repos", sort="updated")\n',
        "x.py",
        "Change to `updated`",
    )


@pytest.mark.parametrize(
    ("call", "mended", "title"),
    [
        ('"POST /user/repos", name=5)', '"POST /user/repos", name="5")', 'Change to `"5"`'),
        (
            '"POST /user/repos", name="n", private="true")',
            '"POST /user/repos", name="n", private=True)',
            "Change to `True`",
        ),
        ('"POST /user/repos", name="n", team_id="7")', '"POST /user/repos", name="n", team_id=7)', "Change to `7`"),
        (
            '"POST /repos/{o}/{r}/issues", o=1, r=2, title="t", assignees="me")',
            '"POST /repos/{o}/{r}/issues", o=1, r=2, title="t", assignees=["me"])',
            'Change to `["me"]`',
        ),
        ('"GET /user/repos", xyzzy=1, sort="pushed")', '"GET /user/repos", sort="pushed")', "Remove `xyzzy`"),
        (
            '"GET /user/repos", {"sort": "pushed", "xyzzy": 1})',
            '"GET /user/repos", {"sort": "pushed"})',
            "Remove `xyzzy`",
        ),
    ],
)
def test_a_value_of_the_right_type_is_offered_and_what_nobody_takes_is_removed(
    call: str, mended: str, title: str
) -> None:
    check_fix(f"{HEAD}endpoint({call}\n", f"{HEAD}endpoint({mended}\n", "x.py", title)


def test_missing_required() -> None:
    only(
        HEAD
        + """\
endpoint("POST /user/repos", private=True)
#         ^^^^^^^^^^^^^^^^ warning[missing-required] `POST /user/repos` requires `name`
endpoint("GET /search/issues")
#         ^^^^^^^^^^^^^^^^^^ warning[missing-required] `GET /search/issues` requires `q`
"""
    )
    check_fix(
        HEAD + 'endpoint("POST /user/repos", private=True)\n',
        HEAD + 'endpoint("POST /user/repos", private=True, name=name)\n',
        "x.py",
        "Add `name`",
    )


def test_what_is_missing_is_added_where_it_goes() -> None:
    head = "import httpx\n\nclient = httpx.Client(base_url='https://api.github.com')\n"
    check_fix(
        head + "client.get('/search/issues', params={'sort': 'created'})\n",
        head + "client.get('/search/issues', params={'sort': 'created', \"q\": q})\n",
        "x.py",
        "Add `q`",
    )
    check_fix(
        head + "client.post('/user/repos')\n",
        head + "client.post('/user/repos', json={\"name\": name})\n",
        "x.py",
        "Add `name`",
    )
    check_fix(
        HEAD + 'endpoint("POST /repos/{o}/{r}/git/tags", o="o", r="r", tag="t", message="m")\n',
        HEAD
        + 'endpoint("POST /repos/{o}/{r}/git/tags", o="o", r="r", tag="t", message="m", object=object, type=type)\n',
        "x.py",
        "Add `object` and `type`",
    )


def test_deprecated_route() -> None:
    only(
        HEAD
        + """\
endpoint("GET /teams/{team_id}/members", team_id=1)
#             ^^^^^^^^^^^^^^^^^^^^^^^^ hint[deprecated-route] use `GET /orgs/{org}/teams/{team_slug}/members` instead
"""
    )


def test_the_api_of_a_document() -> None:
    settings = {"apis": {"https://api.github.com": "/nowhere.yaml"}}
    assert analysis(HEAD + 'endpoint("GET /repo/x")\n', "x.py", settings).diagnostics() == []


@pytest.mark.parametrize("cut", range(10, 62, 3))
def test_half_typed_calls_never_fail(cut: int) -> None:
    found((HEAD + 'endpoint("PUT /repo/{owner}/isues{?x", sort="update", {"a"')[: len(HEAD) + cut])


def test_an_address_that_is_none_is_no_fault_of_ours() -> None:
    found(HEAD + 'api = endpoint.defaults(baseUrl="https://[x", owner="o")\napi("GET https://[y/x")\n')


def test_of_one_slip_one_rule_speaks() -> None:
    only(HEAD + 'endpoint("PTACH /repos/{o}/{r}/issues/{n}", o="o", r="r", n=1)\n')
    only(HEAD + 'endpoint("GET /repo/{owner")\n')


def test_a_verb_beside_the_right_one_is_reported_for_a_verb_that_there_is() -> None:
    only(
        HEAD
        + """\
endpoint("PUT /repos/{o}/{r}/issues/{n}", o="o", r="r", n=1)
#         ^^^ warning[wrong-verb] only GET and PATCH
"""
    )


@pytest.mark.parametrize(
    ("call", "said"),
    [
        ('"GET /search/issues", q=5', ""),
        ('"GET /search/issues", q=True', ""),
        ('"GET /search/issues", q=["a"]', "`q` must be a string, not a list"),
        ('"GET /notifications", all="true"', ""),
        ('"GET /notifications", all="yes"', "`all` must be a boolean, not a string"),
        ('"GET /notifications", all=1', "`all` must be a boolean, not an integer"),
        ('"GET /notifications", per_page="50"', ""),
        ('"GET /notifications", per_page=50', ""),
        ('"GET /notifications", per_page="5_0"', "`per_page` must be an integer, not a string"),
        ('"GET /notifications", per_page=2.5', "`per_page` must be an integer, not a number"),
        ('"GET /notifications", per_page=True', "`per_page` must be an integer, not a boolean"),
        ('"GET /notifications", per_page=[1]', "`per_page` must be an integer, not a list"),
        ('"PATCH /repos/{o}/{r}", o="o", r="r", private="true"', "`private` must be a boolean, not a string"),
        ('"PATCH /repos/{o}/{r}", o="o", r="r", description=1', "`description` must be a string, not an integer"),
        ('"PATCH /repos/{o}/{r}", o="o", r="r", description=None', ""),
        ('"GET /repos/{o}/{r}/issues/{n}", o="o", r="r", n="12"', ""),
        ('"GET /repos/{o}/{r}/issues/{n}", o="o", r="r", n="x"', "`issue_number` must be an integer, not a string"),
    ],
)
def test_in_a_url_what_reads_alike_is_alike_and_in_a_body_it_is_not(call: str, said: str) -> None:
    found = analysis(f"{HEAD}endpoint({call})\n", "x.py").diagnostics()
    assert [each.message for each in found if each.rule == "bad-value"] == ([said] if said else [])


def test_an_unknown_parameter_is_renamed_or_taken_out() -> None:
    source = HEAD + 'endpoint("GET /notifications", al=True)\n'
    check_fix(source, source.replace("al=", "all="), "x.py", "Change to `all`")
    check_fix(source, source.replace(", al=True", ""), "x.py", "Remove `al`")
    [one] = analysis(HEAD + 'endpoint("GET /notifications?al=1")\n', "x.py").diagnostics()
    assert [fix.title for fix in one.fixes] == ["Change to `all`"]


def test_a_name_that_is_given_already_is_not_offered_again() -> None:
    [one] = analysis(HEAD + 'endpoint("GET /notifications", all=True, al=True)\n', "x.py").diagnostics()
    assert one.message == "`GET /notifications` has no parameter `al`"
