"""Completion at a cursor in Python, through the analysis: routes, arguments and values, in every client's style."""

import ast
import re

import pytest

from tests.offered.walk import tabbed
from tests.support.check import after, analysis, check_completion, completions
from tests.support.marked import cursor
from tests.support.variants import WIDE_PREFIX
from waypost.results import Edit

HEAD = (
    "import httpx\nfrom gidgethub.httpx import GitHubAPI\nfrom waypost import endpoint\n"
    "client = httpx.Client(base_url='https://api.github.com')\n"
)
GIDGETHUB = "async def run(gh: GitHubAPI, x):\n    await "


def labels(source: str) -> list[str]:
    found = completions(HEAD + source, "x.py")
    return [each.label for each in sorted(found, key=lambda each: each.sort or each.label)]


def accepts(source: str, label: str, expected: str) -> None:
    """The same in the source as it is, with CRLF, and after a wide character."""
    for change in (str, lambda text: text.replace("\n", "\r\n"), lambda text: WIDE_PREFIX + text):
        check_completion(change(HEAD + source), label, change(HEAD + expected), "x.py")


def test_verbs_in_an_empty_string_of_a_call() -> None:
    assert labels('endpoint("$0")')[:3] == ["GET", "POST", "PATCH"]
    assert labels('print("$0")') == []


def test_a_whole_route_by_a_few_words() -> None:
    accepts(
        'endpoint("repo issues$0", owner=o)',
        "GET /repos/{owner}/{repo}/issues",
        'endpoint("GET /repos/{owner}/{repo}/issues", owner=o)',
    )


def test_a_route_as_the_only_argument_brings_the_others_as_a_snippet() -> None:
    found = completions(HEAD + "endpoint('repo issues$0')", "x.py")
    item = next(each for each in found if each.label == "GET /repos/{owner}/{repo}/issues")
    assert item.snippet == "GET /repos/{owner\\}/{repo\\}/issues', owner='${1:…}', repo='${2:…}'"


def test_a_value_in_a_snippet_is_a_name_of_the_function_around_it() -> None:
    source = "class A:\n    def f(self, repo): ...\n\n    def g(self, owner):\n        endpoint('repo issues$0')\n"
    item = next(each for each in completions(HEAD + source, "x.py") if each.label.startswith("GET /repos/{owner}"))
    assert (item.snippet or "").endswith("', owner=${1:owner}, repo='${2:…}'")


def test_what_the_client_gives_anyway_is_left_out_of_a_snippet_and_comes_last_in_a_list() -> None:
    client = 'gh = endpoint.defaults({"owner": "o"}).defaults(sort="created")\n'
    found = completions(HEAD + client + 'gh("repo issues$0")', "x.py")
    item = next(each for each in found if each.label == "GET /repos/{owner}/{repo}/issues")
    assert (item.snippet or "").endswith('/issues", repo="${1:…}"')
    found_names = labels(client + 'gh("GET /repos/{owner}/{repo}/issues", $0)')
    assert found_names[0] == "repo"
    assert set(found_names[-2:]) == {"owner", "sort"}


@pytest.mark.parametrize(
    "source",
    [
        'endpoint("GET /repos/{owner}/{repo}/is$0")',
        'endpoint("GET /repos/{owner}/{repo}/is$0',
        'x = f(endpoint("GET /repos/{owner}/{repo}/is$0\n\n\ndef after():\n    pass\n',
        'endpoint(f"GET /repos/{a.b}/{c}/is$0")',
        'endpoint("GET https://api.github.com/repos/o/r/is$0")',
        'endpoint("GET https://ghe.example/api/v3/repos/o/r/is$0")',
        "ROUTE = 'GET /repos/{o}/{r}/is$0'",
        "client.get(f'/repos/{o}/{r}/is$0')",
        "httpx.get(f'https://api.github.com/repos/{o}/{r}/is$0', params={})",
        GIDGETHUB + 'gh.getitem("/repos/{o}/{r}/is$0")',
        GIDGETHUB + 'gh.getitem("/repos/{o}/{r}/is$0',
        'octo.request("GET /repos/{o}/{r}/is$0")',
        "anything('GET /repos/{o}/{r}/is$0')",
        "blueprint('GET /repos/{o}/{r}/is$0')",
        "catalog.add('GET /repos/{o}/{r}/is$0')",
        "print(fetch('GET /repos/{o}/{r}/is$0'))",
        "print(['GET /repos/{o}/{r}/is$0'])",
        "catalog.info('GET /repos/{o}/{r}/is$0')",
    ],
)
def test_segments_in_every_clients_routes(source: str) -> None:
    assert "issues" in labels(source)


def test_a_methods_verb_chooses_among_the_routes() -> None:
    found = labels(GIDGETHUB + 'gh.delete("/repos/{o}/{r}/$0")')
    assert "subscription" in found
    assert "readme" not in found


def test_arguments_as_keywords_required_ones_first() -> None:
    found = labels('endpoint("POST /repos/{o}/{r}/issues", $0)')
    assert found[:3] == ["o", "r", "title"]
    assert "labels" in found
    accepts(
        'endpoint("POST /repos/{o}/{r}/issues", o=1, ti$0)',
        "title",
        'endpoint("POST /repos/{o}/{r}/issues", o=1, title=)',
    )
    assert "o" not in labels('endpoint("POST /repos/{o}/{r}/issues", o=1, $0)')


def test_a_keyword_that_has_its_value_is_only_renamed() -> None:
    accepts('endpoint("GET /user/repos", so$0="x")', "sort", 'endpoint("GET /user/repos", sort="x")')


def test_details_say_type_default_and_values() -> None:
    found = completions(HEAD + 'endpoint("GET /user/repos", $0)', "x.py")
    sort = next(each for each in found if each.label == "sort")
    assert sort.detail == "string · default full_name · created | updated | pushed | full_name"


def test_arguments_as_keys_where_the_call_has_a_dict() -> None:
    accepts('endpoint("GET /user/repos", {"so$0"})', "sort", 'endpoint("GET /user/repos", {"sort"})')
    accepts('endpoint("GET /user/repos", {$0})', "sort", 'endpoint("GET /user/repos", {"sort": })')
    accepts("client.get('/user/repos', params={'$0': 1})", "sort", "client.get('/user/repos', params={'sort': 1})")
    assert "title" in labels("client.post('/repos/o/r/issues', json={'$0'})")
    assert labels(GIDGETHUB + 'gh.getitem("/repos/{o}/{r}", {"$0"})') == ["o", "r"]
    assert "title" in labels(GIDGETHUB + 'gh.post("/repos/{o}/{r}/issues", x, data={"$0": 1})')


def test_half_typed_calls() -> None:
    assert "sort" in labels('endpoint("GET /user/repos", $0')
    assert "sort" in labels('x = [endpoint("GET /user/repos", type="all", so$0\n\ny = 1\n')
    assert "sort" in labels('endpoint("GET /user/repos", {"$0')
    assert "pushed" in labels('endpoint("GET /user/repos", sort="$0')


def test_values() -> None:
    accepts('endpoint("GET /user/repos", sort="p$0")', "pushed", 'endpoint("GET /user/repos", sort="pushed")')
    accepts('endpoint("GET /user/repos", sort=$0)', "pushed", 'endpoint("GET /user/repos", sort="pushed")')
    assert labels('endpoint("GET /user/repos", {"sort": "$0"})') == ["created", "updated", "pushed", "full_name"]
    assert labels("client.get('/user/repos', params={'sort': '$0'})")[0] == "created"
    assert "npm" in labels('endpoint("GET /orgs/{o}/packages/{t}/{n}", o="o", t="$0", n="n")')


def test_media_types_and_headers() -> None:
    assert labels('endpoint("GET /user", mediaType={"$0"})') == ["format", "previews"]
    assert "diff" in labels('endpoint("GET /user", mediaType={"format": "$0"})')
    assert "mercy" in labels('endpoint("GET /user", mediaType={"previews": ["$0"]})')
    assert "accept" in labels('endpoint("GET /user", headers={"$0"})')
    assert "application/vnd.github+json" in labels('endpoint("GET /user", headers={"accept": "$0"})')
    assert "2022-11-28" in labels("client.get('/user', headers={'X-GitHub-Api-Version': '$0'})")


def test_documentation_comes_with_resolve() -> None:
    text, offset = cursor(HEAD + 'endpoint("GET /user/repos", $0)')
    made = analysis(text, "x.py")
    item = next(each for each in made.complete(offset).items if each.label == "sort")
    assert not item.markdown
    assert "one of `created`" in made.resolve(item).markdown
    text, offset = cursor(HEAD + 'endpoint("user repos$0")')
    made = analysis(text, "x.py")
    item = next(each for each in made.complete(offset).items if each.label == "GET /user/repos")
    assert "docs.github.com" in made.resolve(item).markdown


@pytest.mark.parametrize(
    "source",
    [
        "# endpoint('GET /$0')",
        "x = 'hello $0 world'",
        "def f($0): pass",
        "print('/$0')",
        "print('GET /re$0')",
        "print('GET /re$0",
        "print(x, 'GET /re$0', file=y)",
        "log.warning('GET https://api.github.com/re$0')",
        "logging.getLogger(__name__).info('GET /re$0')",
        "self._logger.debug('GET /re$0')",
        "raise ValueError('GET /re$0')",
        "raise api.NotFoundError('GET /re$0')",
        "x = {'a': '$0'}",
        '"""GET /re$0\n"""',
        "endpoint('GET /user')$0",
    ],
)
def test_nothing_elsewhere(source: str) -> None:
    assert labels(source) == []


def test_no_offset_of_a_call_fails() -> None:
    source = 'x = endpoint("GET /repos/{owner}/{repo}/issues{?state}", {"owner": [1, "é"]}, state=f"{x}", **y)\n'
    for at in range(len(source)):
        completions(HEAD + source[:at] + "$0" + source[at:], "x.py")
        completions(HEAD + source[:at] + "$0", "x.py")


def test_a_route_of_a_client_that_fills_nothing_is_an_f_string_with_the_names_in_reach() -> None:
    accepts(
        "def f(owner, repo: str):\n    client.get('/repos is$0')\n",
        "/repos/{owner}/{repo}/issues",
        "def f(owner, repo: str):\n    client.get(f'/repos/{owner}/{repo}/issues')\n",
    )
    accepts(
        "def f(owner):\n    repo = owner\n    client.get(f'/repos is$0')\n",
        "/repos/{owner}/{repo}/issues",
        "def f(owner):\n    repo = owner\n    client.get(f'/repos/{owner}/{repo}/issues')\n",
    )
    own = "class A:\n    def __init__(self):\n        self.username = 1\n\n    def f(self):\n        "
    accepts(f'{own}client.get("/users/$0")\n', "{username}", f'{own}client.get(f"/users/{{self.username}}")\n')


def test_values_that_are_not_in_reach_are_places_to_type() -> None:
    found = completions(HEAD + "def f(owner):\n    client.get('/repos is$0')\n", "x.py")
    item = next(each for each in found if each.label == "/repos/{owner}/{repo}/issues")
    assert item.snippet == "/repos/{owner\\}/{${1:repo}\\}/issues"
    assert [each.text for each in item.more_edits] == ["f"]
    found = completions(HEAD + "def f(page):\n    client.get('/repos is$0')\n", "x.py")
    item = next(each for each in found if each.label == "/repos/{owner}/{repo}/issues")
    assert item.snippet == "/repos/{${1:owner}\\}/{${2:repo}\\}/issues"
    template = next(
        each
        for each in completions(HEAD + "endpoint('repo issues$0', owner=o)", "x.py")
        if each.label.endswith("/issues")
    )
    assert template.more_edits == ()


def test_a_route_without_values_stays_a_plain_string() -> None:
    accepts("client.get('/user rep$0')", "/user/repos", "client.get('/user/repos')")


_LABEL = "GET /repos/{owner}/{repo}/labels/{name}"
_CALL = f"gh('{_LABEL}', repo='…', name=name"
_OPEN = 'gh = endpoint.defaults({"owner": "octocat"})\nname = "bug"\n'


def accepted(source: str) -> dict[str, str]:
    """The source after each that is offered at `$0` is accepted, with nothing typed at the stops of its snippet."""
    text, offset = cursor(HEAD + _OPEN + source)
    made = analysis(text, "x.py")
    line = made.document.lines.line_at
    found: dict[str, str] = {}
    for item in made.complete(offset).items:
        assert line(item.edit.span.start) == line(item.edit.span.end) == line(offset)
        assert item.edit.span.touches(offset)
        edit = Edit(item.edit.span, item.edit.text if item.snippet is None else tabbed(item.snippet))
        found[item.label] = after(made.document, [edit, *item.more_edits]).removeprefix(HEAD + _OPEN)
    return found


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        # As where the string is closed.
        ("gh('repo label$0')", f"{_CALL})"),
        ("gh('repo label$0", f"{_CALL})"),
        ("gh('repo label$0\n", f"{_CALL})\n"),
        ("gh('repo label$0  \nother()\n", f"{_CALL})  \nother()\n"),
        ("gh('repo label$0\r\nother()\r\n", f"{_CALL})\r\nother()\r\n"),
        ("gh('repo label$0  # say which\n", f"{_CALL})  # say which\n"),
        ("gh('repo la$0bel\nother(')')\n", f"{_CALL})\nother(')')\n"),
        ('gh("repo label$0', f"{_CALL})".replace("'", '"')),
        ('gh("""repo label$0', f'gh("""{_LABEL}""", repo="…", name=name)'),
        (
            "def f():\n    return gh('repo label$0\n\n\ndef g(): ...\n",
            f"def f():\n    return {_CALL})\n\n\ndef g(): ...\n",
        ),
        (
            "class A:\n    x = gh('repo label$0\n\n    def f(): ...\n",
            f"class A:\n    x = {_CALL})\n\n    def f(): ...\n",
        ),
        # What was open around the call may go on.
        ("x = print(gh('repo label$0\n", f"x = print({_CALL})\n"),
        # A bracket that is closed already is not closed again, wherever that is.
        ("gh('repo label$0)\n", f"{_CALL})\n"),
        ("gh('repo label$0).json()\n", f"{_CALL}).json()\n"),
        ("gh(\n    'repo label$0\n)\nother()\n", f"{_CALL}\n)\nother()\n".replace("gh(", "gh(\n    ")),
        ("print(\n    gh('repo label$0\n)\n", f"print(\n    {_CALL})\n)\n"),
        ("print(gh('repo label$0)\n", f"print({_CALL}))\n"),
        ("print(gh('repo label$0))\n", f"print({_CALL}))\n"),
        ("[gh('repo label$0]\n", f"[{_CALL})]\n"),
        ("{'a': gh('repo label$0), 'b': 1}\n", f"{{'a': {_CALL}), 'b': 1}}\n"),
        # Other arguments stay as they are, on the line and below.
        ("gh('repo label$0, repo=x)\n", f"gh('{_LABEL}', repo=x)\n"),
        ("gh('repo label$0, repo=x\n", f"gh('{_LABEL}', repo=x\n"),
        ("gh('repo label$0, repo='x')\n", f"gh('{_LABEL}', repo='x')\n"),
        ("gh('repo label$0, {'repo': 'x'})\n", f"gh('{_LABEL}', {{'repo': 'x'}})\n"),
        ("gh('repo label$0\n   , repo='x')\n", f"gh('{_LABEL}'\n   , repo='x')\n"),
        ("gh(\n    'repo label$0\n    repo='x',\n)\n", f"gh(\n    '{_LABEL}'\n    repo='x',\n)\n"),
        # An f-string has the names that it had.
        ("gh(f'repo label$0\n", f"gh(f'{_LABEL}'\n"),
        # Of what may belong to the string, nothing is known.
        ("gh('repo label$0 and more\n", f"gh('{_LABEL} and more\n"),
        ("gh('repo label$0, '\n", f"gh('{_LABEL}, '\n"),
        ("gh('repo label$0' + '\n", f"gh('{_LABEL}' + '\n"),
    ],
)
def test_a_route_that_is_accepted_in_an_open_string_ends_it_and_its_call(source: str, expected: str) -> None:
    assert accepted(source)[_LABEL] == expected


@pytest.mark.parametrize(
    ("source", "label", "expected"),
    [
        ("gh('user repos$0\n", "GET /user/repos", "gh('GET /user/repos')\n"),
        ("client.get('/user rep$0\n", "/user/repos", "client.get('/user/repos')\n"),
        ("client.get('/repos is$0\n", "/repos/{owner}/{repo}/issues", "client.get(f'/repos/{owner}/{repo}/issues')\n"),
        ("client.get('/user rep$0, params={})", "/user/repos", "client.get('/user/repos', params={})"),
        # The body is still to come.
        ("client.post('/repos is$0", "/repos/{owner}/{repo}/issues", "client.post(f'/repos/{owner}/{repo}/issues'"),
        # A path goes on after a segment, and this string may be no argument.
        ("client.get('/us$0\n", "user", "client.get('/user\n"),
        ("client.get('/us$0)\n", "user", "client.get('/user)\n"),
        ("ROUTE = 'GET /user/re$0\n", "GET /user/repos", "ROUTE = 'GET /user/repos\n"),
        ("endpoint('GET /user/repos', sort='p$0)\n", "pushed", "endpoint('GET /user/repos', sort='pushed)\n"),
        # What follows in a string that is closed is kept, too.
        ("client.get(f'/user rep$0/{a + b}')\n", "/user/repos", "client.get(f'/user/repos')\n"),
        ("client.get(f'/user rep$0,{a + b}')\n", "/user/repos", "client.get(f'/user/repos,{a + b}')\n"),
    ],
)
def test_an_open_string_ends_where_nothing_more_is_needed(source: str, label: str, expected: str) -> None:
    assert accepted(source)[label] == expected


def test_every_route_is_accepted_in_an_open_string_as_in_a_closed_one() -> None:
    for call, end, behind in (("gh('issue", "')", ""), ('client.get("/repos is', '")', ""), ("f(gh('user", "')", ")")):
        closed, opened = accepted(f"{call}$0{end}{behind}"), accepted(f"{call}$0")
        assert closed.keys() == opened.keys()
        for label in filter(re.compile(r"[A-Z]* ?/.*/").match, closed):
            ast.parse(closed[label])
            assert closed[label] in (f"{opened[label]}{behind}", f"{opened[label]}){behind}")
