"""What hovers, inlay hints and actions show for a call."""

import json
import re
from typing import Final

import pytest

from tests.support.check import actions, analysis, check_action, hover
from waypost.routes.actions.copy import copied, request_at
from waypost.routes.features import RouteFeatures
from waypost.routes.inventory import calls_of
from waypost.routes.listed import specific
from waypost.text import Span

GH = "from gidgethub.abc import GitHubAPI\nasync def f(gh: GitHubAPI, owner, event):\n    "
HTTPX = 'import httpx\nc = httpx.Client(base_url="https://x.example/api", headers={"Authorization": "token abc"})\n'


def shown(source: str) -> str:
    found = hover(source, "x.py")
    assert found is not None
    return found.markdown


def hints(source: str, settings: dict[str, object] | None = None) -> list[str]:
    made = analysis(source, "x.py", settings)
    return [hint.label for hint in made.inlay_hints(Span(0, len(source.encode())))]


def features(source: str) -> RouteFeatures:
    made = analysis(source, "x.py").features
    assert isinstance(made, RouteFeatures)
    return made


# Hover ---------------------------------------------------------------------------------------------------------------


def test_the_whole_request_on_the_route() -> None:
    text = shown(HTTPX + 'c.post("/is$0sues/" + str(n), json={"a": [1, x.y]}, params={"q": "a b"})\n')
    assert "POST https://x.example/api/issues/{n}?q=a+b\n" in text
    assert "authorization: token " in text
    assert "abc" not in text
    assert '"a": [\n    1,\n    "{y}"\n  ]' in text


SENT = {
    "githubkit's own headers": (
        'import githubkit\ngithubkit.GitHub("t", user_agent="me").request("GET", "/us$0er")\n',
        "GET https://api.github.com/user\naccept: application/vnd.github+json\n",
        "\nauthorization: token ***\n",
        "\ncache-control: no-cache\n",
        "\nuser-agent: me\n",
    ),
    "a verb of hvac": ('import hvac\nself._adapter.list("/v1/se$0crets")\n', "LIST /v1/secrets\n"),
    "PyGithub's parameters and body": (
        (
            'import github\ngithub.Github("t").requester.requestJsonAndCheck("PUT", "/us$0er", '
            '{"b": True, "a": [1, 2]}, None, {"x": 1})\n'
        ),
        "PUT https://api.github.com/user?a=1&a=2&b=true\nauthorization: token ***\ncontent-type: application/json",
    ),
    "parameters that are not known": (
        'import github\ngithub.Github("t").requester.requestJsonAndCheck("PUT", "/us$0er", {"a": 1, **more})\n',
        # The others may have it, too.
        "PUT https://api.github.com/user?a={a}&{…}\n",
    ),
    "a base address of niquests": (
        'import niquests\nniquests.Session(base_url="https://h.example/v1").get("us$0er")\n',
        "GET https://h.example/v1/user\n",
    ),
    "before a slash": (
        'import niquests\nniquests.Session(base_url="https://h.example/v1").get("/us$0er")\n',
        "GET https://h.example/v1/user\n",
    ),
    "beside a whole URL": (
        'import niquests\nniquests.Session(base_url="https://h.example").get("https://other.example/us$0er")\n',
        "GET https://other.example/user\n",
    ),
    "a pool of urllib3": (
        'import urllib3\nurllib3.HTTPConnectionPool("h.example").urlopen("GET", "/us$0er")\n',
        "GET http://h.example/user\n",
    ),
    "a secure pool of urllib3": (
        'import urllib3\nurllib3.HTTPSConnectionPool("h.example").request("GET", "/us$0er")\n',
        "GET https://h.example/user\n",
    ),
    "ghapi's host by position": (
        (
            "from ghapi.all import GhApi\n"
            'GhApi(None, None, "token", None, None, None, "https://a.example")("/b$0", "GET")\n'
        ),
        "GET https://a.example/b\n",
    ),
    "the builder inside another call": (
        'import httpx\nfrom waypost import endpoint\nhttpx.get("https://x.test/a", params=endpoint("GET /us$0er"))\n',
        "GET https://api.github.com/user\n",
    ),
    "the call around a builder": (
        'import httpx\nfrom waypost import endpoint\nhttpx.get("https://x.te$0st/a", params=endpoint("GET /user"))\n',
        "GET https://x.test/a",
    ),
}


@pytest.mark.parametrize("name", SENT)
def test_what_clients_send(name: str) -> None:
    source, start, *more = SENT[name]
    text = shown(source)
    assert text.startswith(f"```http\n{start}")
    assert [each for each in more if each not in text] == []


def test_on_the_call_s_name_too() -> None:
    assert "GET https://x.example/api/y" in shown(HTTPX + 'c.g$0et("/y")\n')


def test_both_ways_of_a_branch() -> None:
    text = shown('import httpx\nu = "https://x/a" if z else "https://x/b"\nhttpx.g$0et(u)\n')
    assert "https://x/a" in text
    assert "https://x/b" in text


DECIDING = {
    "a default that `or` goes past": ("a=False", "a or None", "?a={a?}"),
    "an empty one": ('a=""', 'a or "b"', "?a={a}"),
    "a number": ("a=0", "a or 7", "?a={a}"),
    "a default that decides": ("a=5", "a or None", "?a={a?}"),
    "what no caller gives": ("b", "False or None", ""),
    "a name that is empty": ("a", "EMPTY or 7", "?a=7"),
}


@pytest.mark.parametrize("name", DECIDING)
def test_a_caller_may_give_what_decides(name: str) -> None:
    parameter, value, query = DECIDING[name]
    call = f'requests.g$0et("https://x.example/y", params={{"a": {value}}})'
    text = shown(f'import requests\nEMPTY = ""\ndef f({parameter}):\n    {call}\n')
    assert text.startswith(f"```http\nGET https://x.example/y{query}\n"), text


_UNSET = "class Unset:\n    def __bool__(self):\n        return False\nUNSET, NO = Unset(), object()\n"
_FILTER = "{{k: v for k, v in {0}.items() if v is not {1}}}"
GIVEN = {
    "a sentinel": ("a=UNSET", _FILTER.format('{"a": a}', "UNSET"), ["/y?a={a?}"]),
    "a bare object": ("a=NO", _FILTER.format('{"a": a, "b": 0}', "NO"), ["/y?a={a?}&b=0"]),
    "a number that is there": ("a=5", _FILTER.format('{"a": a}', "None"), ["/y?a={a}"]),
    "one that may be left out": ("a=None", _FILTER.format('{"a": a}', "None"), ["/y?a={a?}"]),
    "a part of a text": ("a=5", '{"a": f"{a}-{a}", "b": [a, "c"]}', ["/y?a={a}-{a}&b={a}&b=c"]),
}


@pytest.mark.parametrize("name", GIVEN)
def test_what_a_caller_may_give_is_called_by_its_name(name: str) -> None:
    parameter, value, lines = GIVEN[name]
    call = f'requests.g$0et("https://x.example/y", params={value})'
    text = shown(f"import requests\n{_UNSET}def f({parameter}):\n    {call}\n")
    assert all(f"GET https://x.example{each}\n" in text for each in lines), text


PERHAPS_NONE = {
    "sent as it is": ("", "?a={a?}"),
    "asked before": ("if a is None:\n        raise ValueError\n    ", "?a={a}"),
    "asked there": ("if a: ", "?a={a}"),
    "another in its place": ("a = a or 5\n    ", "?a={a}"),
    "asked for something else": ("if not a: ", "?a={a?}"),
}


@pytest.mark.parametrize("name", PERHAPS_NONE)
def test_a_parameter_that_is_none_where_nothing_is_given_may_be_left_out(name: str) -> None:
    before, query = PERHAPS_NONE[name]
    call = f'{before}requests.g$0et("https://x.example/y", params={{"a": a}})'
    text = shown(f"import requests\ndef f(a=None):\n    {call}\n")
    assert text.startswith(f"```http\nGET https://x.example/y{query}\n"), text


def test_through_a_wrapper_it_may_be_left_out_too() -> None:
    wrapper = 'def get(**params):\n    return requests.get("https://x.example/y", params=params)\n'
    assert "?a={a?}&b={b}\n" in shown(f"import requests\n{wrapper}def f(b, a=None):\n    g$0et(a=a, b=b)\n")


MANY_BY_DEFAULT = {
    "an empty tuple": ("()", '[("a", 1), *(("b", x) for x in given)]', "?a=1&b={given?}"),
    "an empty list": ("[]", '[("a", 1)] + [("b", x) for x in given]', "?a=1&b={x?}"),
    "an empty dict": ("{}", '{"a": 1, **given}', "?a={a}&{…}"),
    "texts": ('("x", "y")', '{"b": given}', "?b={given}"),
    "a dict": ('{"a": 1}', "given", "?a={1?}&{…}"),
    "nothing of it is sent": ("()", '{"a": 1}', "?a=1"),
}


@pytest.mark.parametrize("name", MANY_BY_DEFAULT)
def test_a_caller_may_give_other_items_than_the_default_s(name: str) -> None:
    default, value, query = MANY_BY_DEFAULT[name]
    call = f'requests.g$0et("https://x.example/y", params={value})'
    text = shown(f"import requests\ndef f(given={default}):\n    {call}\n")
    assert text.startswith(f"```http\nGET https://x.example/y{query}\n"), text


@pytest.mark.parametrize(("default", "expected"), [("()", ["{x}"]), ('("a", "b")', ["a", "b", "{x}"])])
def test_a_request_for_each_item_that_a_caller_may_give(default: str, expected: list[str]) -> None:
    call = 'requests.g$0et(f"https://x.example/{x}")'
    text = shown(f"import requests\ndef f(given={default}):\n    for x in given:\n        {call}\n")
    assert re.findall(r"GET https://x.example/([\w{}]+)", text) == expected


BODIES_PERHAPS_NONE = {
    "as it is": ("", "\n{json?}\n```\n\nHeaders from `json?`"),
    "asked before": ("if json is not None:\n        ", "content-type: application/json\n\n{json}\n```"),
}


@pytest.mark.parametrize("name", BODIES_PERHAPS_NONE)
@pytest.mark.parametrize("client", ["requests", "httpx"])
def test_a_body_that_is_none_where_nothing_is_given_has_no_type_then(name: str, client: str) -> None:
    before, expected = BODIES_PERHAPS_NONE[name]
    call = f'{before}{client}.po$0st("https://x.example/y", json=json)'
    text = shown(f"import {client}\ndef f(json=None):\n    {call}\n")
    assert text.startswith(f"```http\nPOST https://x.example/y\n{expected}"), text


CALLERS = """\
import requests
def put(device, rows):
    requests.put(f"https://x.example/{device}", json=rows)
def log(text):
    print(text)
def both(device):
    put(device, [])
    requests.get("https://x.example/all")
class Room:
    def __enter__(self):
        return self
    def __exit__(self, *error):
        requests.post("https://x.example/leave")
"""
CALLED = {
    "a function that adds nothing to it": ("def f(to, rows):\n    pu$0t(to, rows)\n", "PUT https://x.example/{device}"),
    "through another function": (
        "def g(to, rows):\n    put(to, rows)\ndef f(to):\n    $0g(to, to)\n",
        "PUT https://x.example/{device}",
    ),
    "next to half-typed code": ("def f(to, rows):\n    pu$0t(to, rows)\n    put(\n", "PUT https://x.example/{device}"),
    "where `with` is left": ("wi$0th Room() as room:\n    print(room)\n", "POST https://x.example/leave"),
    "one that makes several": ("def f(to):\n    bo$0th(to)\n", None),
    "one that makes none": ("def f(to):\n    lo$0g(to)\n", None),
    "in `with`": ("with Room() as room:\n    pr$0int(room)\n", None),
}


@pytest.mark.parametrize("name", CALLED)
def test_a_call_of_your_function_shows_the_request_that_it_makes(name: str) -> None:
    source, expected = CALLED[name]
    found = hover(CALLERS + source, "x.py")
    assert expected in found.markdown if found is not None and expected else (found, expected) == (None, None)


BODIES = {
    "many values inside values": (
        'json={"query": {"bool": {"must": [{"match": {"name": {"query": x, "boost": 2}}}]}}}',
        {"query": {"bool": {"must": [{"match": {"name": {"query": "{x}", "boost": 2}}}]}}},
    ),
    "one that is there twice": ("json={'a': part, 'b': [part]}", {"a": {"c": "{x}"}, "b": [{"c": "{x}"}]}),
    "one in itself": ("json=circle", {"d": 1, "me": "{me}"}),
}


@pytest.mark.parametrize("name", BODIES)
def test_a_body_is_shown_with_all_that_is_in_it(name: str) -> None:
    given, expected = BODIES[name]
    made = "part = {'c': x}\n    circle = {'d': 1}\n    circle['me'] = circle\n"
    found = hover(f"import requests\ndef f(x):\n    {made}    requests.post('https://x.exa$0mple', {given})\n", "x.py")
    assert found is not None
    body = found.markdown.partition("\n\n")[2].partition("\n```")[0]
    assert json.loads(body) == expected


def test_a_call_that_only_leads_to_a_request_is_not_listed() -> None:
    found = analysis(f"{CALLERS}def f(to, rows):\n    put(to, rows)\n", "x.py").features
    assert isinstance(found, RouteFeatures)
    assert [site.callee for site in found.sites()].count("put") == 0


PAIRS = {
    "behind known ones": ('q = [("a", 1)]\n    q += [("b", x) for x in b]', "?a=1&b={b?}"),
    "in a loop": ('q = [("a", 1)]\n    for x in b:\n        q.append(("b", x))', "?a=1&b={x?}"),
    "one more at the end": (
        'q = [("a", 1)]\n    for x in b:\n        q.append(("b", x))\n    q.append(("c", 2))',
        "?a=1&b={x?}&c={2?}",
    ),
    "pairs of which no name is known": ('q = [("a", 1)]\n    q.extend(b)', "?a=1&{…}"),
    "nothing but such pairs": ("q = list(b)", "?{query}"),
    "no pairs": ("q = [x for x in b]", "?{query}"),
    "one of two at the beginning": ('q = [("a", 1) if b else ("c", 1), *b]', "?{query}"),
}


@pytest.mark.parametrize("name", PAIRS)
@pytest.mark.parametrize("client", ["requests", "httpx"])
def test_a_list_of_pairs_of_which_some_are_known(name: str, client: str) -> None:
    made, query = PAIRS[name]
    call = f'{client}.g$0et("https://x.example/y", params=q)'
    text = shown(f"import {client}\ndef f(b):\n    {made}\n    {call}\n")
    assert text.startswith(f"```http\nGET https://x.example/y{query}\n"), text


_OF_DATACLASS = """\
import requests
from dataclasses import dataclass
{0}
class Client:
    key: str
    url: str = "https://x.example"
    def {1}(self):
        self.session = requests.Session()
        self.session.headers["x-key"] = self.key
    def users(self):
        self.session.g$0et(f"{{self.url}}/users")
"""


@pytest.mark.parametrize(
    ("decorator", "method", "header"),
    [
        ("@dataclass", "__post_init__", "x-key: {key}\n"),
        ("@dataclass", "later", "x-key: {x_key?}\n"),
        ("", "later", ""),
    ],
)
def test_what_a_dataclass_sets_up_is_there_from_the_start(decorator: str, method: str, header: str) -> None:
    text = shown(_OF_DATACLASS.format(decorator, method))
    assert text.startswith("```http\nGET {url}/users\n" if decorator else "```http\nGET ")
    assert header in text
    assert ("\nor likely\n" in text) is (header != "x-key: {key}\n")


_SETTINGS = 'import os\nimport httpx\nclient = httpx.Client(base_url=os.environ.get("BASE", "https://x.example/api"))\n'


@pytest.mark.parametrize("path", ["path", 'f"{path}/x"', '"/x"'])
def test_the_base_of_a_client_is_shown_whatever_its_path_begins_with(path: str) -> None:
    text = shown(f"{_SETTINGS}def f(path):\n    client.g$0et({path})\n")
    assert "Base address: `https://x.example/api` unless another one is given" in text


@pytest.mark.parametrize("call", ["client.g$0et(client.get('/x').json()['next'])", "httpx.g$0et(path)"])
def test_no_base_is_shown_of_what_may_be_a_whole_url(call: str) -> None:
    assert "Base address" not in shown(f"{_SETTINGS}def f(path):\n    {call}\n")


ENCODED = {
    "behind known ones": ('[("a", 1), *(("b", x) for x in b)]', "a=1&b={b?}"),
    "nothing but such pairs": ('[("b", x) for x in b]', "b={b?}"),
    "pairs of which no name is known": ('[("a", 1), *((x, 1) for x in b)]', "{b}"),
    "no pairs": ('[("a", 1), *b]', "{b}"),
    "none": ("[]", ""),
}


@pytest.mark.parametrize("name", ENCODED)
def test_what_urlencode_makes_of_a_list_of_which_some_is_known(name: str) -> None:
    pairs, query = ENCODED[name]
    call = f'requests.g$0et("https://x.example/y?" + urlencode({pairs}))'
    text = shown(f"import requests\nfrom urllib.parse import urlencode\ndef f(b):\n    {call}\n")
    assert text.startswith(f"```http\nGET https://x.example/y{'?' * bool(query)}{query}\n"), text


OTHERS = {
    "likely": ('host="x.example", port=1', "or likely `GET https://x.example:1/y`"),
    "as certain as the first": ("host, port", "or `GET https://{host}:{port}/y`"),
}


@pytest.mark.parametrize("name", OTHERS)
def test_another_form_that_is_only_likely_says_so(name: str) -> None:
    given, line = OTHERS[name]
    classes = (
        "class Base(ABC):\n    @abstractmethod\n    def get(self, n): ...\n"
        'class A(Base):\n    def get(self, n):\n        requests.get(f"https://a.example/{n}")\n'
        f"class B(Base):\n    def __init__(self, {given}):\n"
        '        self.root = f"https://{host}:{port}"\n'
        '    def get(self, n):\n        requests.get(f"{self.root}/{n}")\n'
    )
    head = "import requests\nfrom abc import ABC, abstractmethod\n"
    text = shown(f'{head}{classes}def f(b: Base):\n    b.g$0et("y")\n')
    assert "GET https://a.example/y\n" in text
    assert f"\n{line}\n" in text


IN_URL = {
    "in the query": ('f"https://x.example/y?a={a}"', "GET https://x.example/y?a={a}\n", False),
    "in the path": ('f"https://x.example/{a}/y"', "GET https://x.example/5/y\n", True),
    "in both": ('f"https://x.example/{a}?a={a}"', "GET https://x.example/5?a={a}\n", True),
    "as it is formatted": ('f"https://x.example/y?a={a:03}"', "GET https://x.example/y?a=005\n", True),
    "in what is encoded": (
        '"https://x.example/y?" + urlencode({"a": a})',
        "GET https://x.example/y?a={a}\n",
        False,
    ),
    "in a template": ('Template("https://x.example/y?a=$b").substitute(b=a)', "GET https://x.example/y?a={a}\n", False),
}


@pytest.mark.parametrize("name", IN_URL)
def test_a_default_in_a_url_is_likely_before_its_query(name: str) -> None:
    url, line, is_likely = IN_URL[name]
    start = "import requests\nfrom string import Template\nfrom urllib.parse import urlencode\n"
    text = shown(f"{start}def f(a=5):\n    requests.g$0et({url})\n")
    assert line in text, text
    assert ("Likely: a default is in its URL" in text) is is_likely


def test_a_placeholder_with_its_value() -> None:
    assert shown(GH + 'await gh.getitem("/users/{o$0wner}", {"owner": event.sender})\n').startswith(
        "`{owner}` · path · `sender` · argument"
    )


def test_a_placeholder_is_one_line_with_what_the_api_accepts() -> None:
    source = 'from waypost import endpoint\r\n"😀"; endpoint("GET /user/repos{?so$0rt}", sort=by)\r\n'
    assert shown(source) == (
        "`{sort}` · query · `by` · argument · optional · `string`, "
        "one of `created`, `updated`, `pushed`, `full_name`, default `full_name`"
    )


def test_there_is_one_table_and_the_request_once() -> None:
    text = shown(BUILDER + 'gh("POST /re$0pos/{owner}/{repo}/issues", repo=name, title="x")\n')
    assert text.count("| parameter |") == 1
    assert text.count("https://api.github.com/repos/octo/") == 1


def test_a_placeholder_with_a_default() -> None:
    source = 'from waypost import endpoint\ne = endpoint.defaults(owner="octo")\ne("GET /users/{own$0er}")\n'
    assert shown(source).startswith("`{owner}` · path · `octo` · default")


def test_a_placeholder_without_a_value() -> None:
    assert "has no value" in shown(GH + 'await gh.getitem("/users/{o$0wner}", {})\n')


FILLED_PERHAPS = {
    'endpoint("GE$0T /repos/{owner}/x{?state}", **options)': "GET https://api.github.com/repos/{owner}/x?state={state?}\n",
    'endpoint("GE$0T /repos/:owner{/more*}", options)': "GET https://api.github.com/repos/{owner}/{more?}\n",
    'endpoint("GE$0T /repos/{owner}/x{?state}")': "GET https://api.github.com/repos//x\n",
    'endpoint("GE$0T /repos/{owner}/x{?state}", {': "`GET /repos/{owner}/x{?state}`\n",
}


@pytest.mark.parametrize("call", FILLED_PERHAPS)
def test_what_options_that_are_not_seen_may_fill_has_a_name(call: str) -> None:
    assert FILLED_PERHAPS[call] in shown(f"from waypost import endpoint\n\ndef f(options):\n    {call}\n")


UNKNOWN_VERBS = {
    'end$0point(f"{verb} /user")': "{method} https://api.github.com/user\n",
    'end$0point(f"{route}/x")': "{method} https://api.github.com/{route}/x\n",
    "end$0point(route)": "{method} https://api.github.com/{route}\n",
    'end$0point(f"/x/{route}")': "GET https://api.github.com/x/{route}\n",
}


@pytest.mark.parametrize("call", UNKNOWN_VERBS)
def test_what_is_not_known_may_begin_with_a_verb(call: str) -> None:
    text = shown(f"from waypost import endpoint\n\ndef f(route, verb):\n    {call}\n")
    assert UNKNOWN_VERBS[call] in text
    assert "Not sent" not in text


def test_an_interpolation() -> None:
    assert "`owner` · known at run time" in shown(GH + 'await gh.getitem(f"/users/{ow$0ner}")\n')


def test_an_argument() -> None:
    assert shown(GH + 'await gh.getitem("/users/{owner}", {"ow$0ner": 5})\n').startswith("`owner` · path · `5`")
    source = 'from waypost import endpoint\nendpoint("GET /user/repos", per_p$0age=5)\n'
    assert shown(source).startswith("`per_page` · query · `5`")


BUILDER = """\
from waypost import endpoint
gh = endpoint.defaults(
    {"owner": "octo", "per_page": 5, "headers": {"Authorization": "token s3cret", "X-A": "1"}},
    mediaType={"format": "raw"},
)
"""


def test_every_part_of_the_request_has_its_origin() -> None:
    text = shown(
        BUILDER + 'gh("GET /re$0pos/{owner}/{repo}/issues{?state}", repo=name, state="open", headers={"x-a": "2"})\n'
    )
    heading, _, *table = text[text.index("| parameter") :].split("\n\n")[0].splitlines()
    assert heading == "| parameter | in | value | from | accepts |"
    assert [row.rsplit(" | ", 1)[0] for row in table[:6]] == [
        "| **`owner`** | path | `octo` | default",
        "| **`repo`** | path | `name` | argument",
        "| `state` | query | `open` | argument",
        "| `per_page` | query | `5` | default",
        "| `accept` | header | `application/vnd.github.v3.raw` | mediaType, default",
        "| `authorization` | header | `token\N{NO-BREAK SPACE}***` | default",
    ]
    assert "| `per_page` | query | `5` | default | `integer`, default `30` |" in table
    assert "| `labels` | query |  |  | `string` |" in table[6:]
    assert not any("path" in row or "`x-a`" in row for row in table[6:])


def test_the_parts_of_other_clients() -> None:
    text = shown(HTTPX + 'c.post(f"/is$0sues/{n}", json={"a": 1}, params={"q": "b"}, headers={"X": y})\n')
    assert text[text.index("| parameter") :].splitlines()[:4] == [
        "| parameter | in | value | from |",
        "|---|---|---|---|",
        "| `authorization` | header | `token\N{NO-BREAK SPACE}***` | client |",
        "",
    ]


_GIVEN: Final = {
    'params={"q": "a b", "n": n}': "",
    'params={"q": ["b", "c"]}': "",
    'headers={"X-Own": f"t {n}"}': "",
    'json={"a": True, "b": {"c": 1}, "d": [n]}': "",
    'data={"a": "b c"}': "",
    'params={"q": None}': "| `q` | query | `None` | argument |",
    'params={"q": "b" if n else other()}': "| `q` | query | `b \\| q` | argument |",
    'headers={"X-Own": "b" if n else other()}': "| `x-own` | header | `b \\| X_Own` | argument |",
}


@pytest.mark.parametrize("given", _GIVEN)
def test_a_row_says_what_the_request_above_does_not(given: str) -> None:
    text = shown(f"import requests\ndef f(n):\n    requests.p$0ost(f'https://h.example/{{n}}', {given})\n")
    _, _, table = text.partition("|---|---|---|---|\n")
    assert table.partition("\n\n")[0] == _GIVEN[given]


def test_what_may_be_left_out_is_so_in_the_table_as_well() -> None:
    source = """
import requests
def f(n):
    headers = {"X-A": "1"}
    params = {"per_page": 5}
    if n:
        headers["X-B"] = "2"
        params["page"] = 1
    s = requests.Session()
    s.headers.update(headers)
    s.g$0et("https://api.github.com/user/repos", params=params)
"""
    text = shown(source)
    assert "\nx-b: {2?}" in text
    assert "| `x-b` | header | `2?` | client |" in text
    assert "| `page` | query | `1?` | argument |" in text
    assert "| `per_page` | query | `5` | argument |" in text


def test_an_interpolation_is_the_parameter_of_its_name() -> None:
    source = (
        'import requests\ndef f(o, repo, teamSlug):\n    requests.get(f"https://api.github.com/te$0ams/{team_id}")\n'
    )
    assert "| **`team_id`** | path |  | run time | `integer` |" in shown(source)
    other = source.replace("{team_id}", "{number}")
    assert "`number`" not in shown(other)


@pytest.mark.parametrize(
    "call",
    [
        'gh("PO$0ST /x", password="s3cret", sub={"token": "s3cret"})',
        'gh("POST /x", pass$0word="s3cret")',
        'gh("GET /us$0er", client_secret="s3cret")',
        'gh("GET https://u:s3cret@x.exa$0mple/")',
    ],
)
def test_no_secret_is_shown(call: str) -> None:
    text = shown(BUILDER + call + "\n")
    assert "***" in text
    assert "s3cret" not in text
    assert not any(
        "s3cret" in hint for hint in hints(BUILDER + call.replace("$0", "") + "\n", {"inlay-hints": {"routes": "all"}})
    )


def test_a_secret_is_not_shown_on_its_placeholder_either() -> None:
    for call in ('gh("GET /{api$0_key}", api_key="s3cret")\n', 'gh("GET /{api_key}", api$0_key="s3cret")\n'):
        assert "***" in shown(BUILDER + call)
        assert "s3cret" not in shown(BUILDER + call)


def test_the_name_of_a_secret_is_none() -> None:
    assert '"password": "{typed}"' in shown(BUILDER + 'gh("PO$0ST /x", password=typed)\n')
    assert "&token={own}" in shown(BUILDER + 'gh("GET /x$0", token=own)\n')


def test_what_the_builder_refuses() -> None:
    text = shown('from waypost import endpoint\nendpoint("GET /us$0ers/{name}", name="..")\n')
    assert "Not sent:" in text


def test_an_unknown_text_is_itself_without_blanks() -> None:
    assert "GET {url}\n" in shown("import requests\ndef f(url):\n    requests.g$0et(url.strip())\n")


def test_nothing_elsewhere() -> None:
    assert hover("import httpx\nx = $05\n", "x.py") is None


# Hints ---------------------------------------------------------------------------------------------------------------


def test_a_hint_behind_each_call() -> None:
    source = GH + 'await gh.getitem("/users/{owner}", {"owner": owner})\n    await gh.getiter("/users")\n'
    assert hints(source) == ["→ api.github.com/users/{owner}", "→ api.github.com/users"]


def test_hints_stand_at_the_end_of_the_line() -> None:
    call = 'c.get("/y")  # \U0001f6a9 why'
    source = "# \U0001f6a9\r\n" + HTTPX.replace("\n", "\r\n") + call + "\r\n"
    made = analysis(source, "x.py")
    end = source.encode().index(call.encode()) + len(call.encode())
    assert [hint.offset for hint in made.inlay_hints(Span(0, len(source.encode())))] == [end]


def test_two_calls_on_a_line_share_a_hint() -> None:
    source = HTTPX + 'c.get("/y"), c.get("/z"), c.get("/y")\n'
    assert hints(source) == ["→ x.example/api/y | x.example/api/z"]


def test_hints_by_their_setting() -> None:
    source = HTTPX + 'c.post("/y", json={"a": 1})\n'
    assert hints(source, {"inlay-hints": {"routes": "off"}}) == []
    (everything,) = hints(source, {"inlay-hints": {"routes": "all"}})
    assert everything == "→ POST x.example/api/y · {'a': 1}"
    [hint] = analysis(source, "x.py", {"inlay-hints": {"routes": "all"}}).inlay_hints(Span(0, len(source)))
    assert hint.tooltip.startswith("POST https://x.example/api/y · authorization: ")
    assert hint.tooltip.endswith("· {'a': 1}")
    assert "abc" not in hint.tooltip


def test_no_hint_for_a_string_alone_nor_outside_the_span() -> None:
    assert hints('X = "GET /y"\n') == []
    made = analysis(HTTPX + 'c.get("/y")\n', "x.py")
    assert list(made.inlay_hints(Span(0, 10))) == []


WRITTEN = {
    "a whole URL": 'httpx.get("https://x.example/y")',
    "an f-string": 'httpx.get(f"https://x.example/y/{name}")',
    "a verb beside it": 'httpx.request("GET", "https://x.example/y")',
    "a query beside it": 'httpx.get("https://x.example/y", params={"q": 1, "n": name, "t": f"a {name}"})',
    "a query after an unknown base": 'httpx.get(f"{self.base}/y", params={"q": 1})',
    "after an unknown base": 'self.client.get("/y")',
    "behind an unknown base": 'httpx.get(f"{self.base}/y/{name}")',
}


def test_no_hint_for_words_that_are_no_route_yet() -> None:
    head = "from waypost import endpoint\n"
    assert hints(head + 'endpoint("repos issues list")\n') == []
    assert hints(head + 'endpoint("repos issues")\nendpoint("GET /user")\n') == ["→ api.github.com/user"]


@pytest.mark.parametrize("name", WRITTEN)
def test_no_hint_for_what_the_line_says(name: str) -> None:
    assert hints(f"import httpx\n\ndef f(self, name):\n    {WRITTEN[name]}\n") == []


CONSTANTS = """import httpx
from http import HTTPMethod
BASE = "https://x.example"
PAGE = 2
QUERY = {"q": 1}
def call(path, params=None):
    return httpx.post(BASE + path, params={"key": "k", **params} if params else None)
class http:
    post_json = jsonPost = call
class posts:
    def gadget(path):
        return httpx.get(BASE + path)
"""
ADDED = {
    "a query": ('httpx.get("https://x.example/y", params=QUERY)', "→ x.example/y?q=1"),
    "a value of a query": ('httpx.get("https://x.example/y", params={"q": PAGE})', "→ x.example/y?q=2"),
    "the query that replaces another": ('httpx.get(BASE + "/y?a=b", params={"q": 1})', "→ x.example/y?q=1"),
    "the query of a client beside a known one": (
        'httpx.Client(base_url=BASE, params={"key": key}).get("/y", params={"q": "a b", "to": to})',
        "→ x.example/y?key={key}",
    ),
    "a verb": ('call("/y")', "→ POST x.example/y"),
    "a verb that looks like another word": ('posts.gadget("/y")', "→ GET x.example/y"),
    "a verb that is a part of the name": ('http.post_json("/y")', "→ x.example/y"),
    "a verb in another case": ('http.jsonPost("/y")', "→ x.example/y"),
    "a verb that is a constant": ("httpx.request(HTTPMethod.PUT, BASE)", "→ x.example/"),
    "a slash at the end": (
        'httpx.get(BASE + "/repositories/{owner}/{repository}/issues/")',
        "→ x.example/…/{owner}/{repository}/issues/",
    ),
    "a constant": ('httpx.get(BASE + "/y")', "→ x.example/y"),
    "a base address": ('httpx.Client(base_url=BASE).get("/y")', "→ x.example/y"),
    "a scheme, which no base address is before": (
        'httpx.Client(base_url=BASE).get(f"{s}://h.example/y")',
        "→ {s}://h.example/y",
    ),
    "a beginning that is no scheme": ('httpx.Client(base_url=BASE).get(f"{s}/:/y")', "→ x.example/{s}/:/y"),
    "a scheme": ('httpx.get(f"{s}://{h}" + "/y")', "→ {s}://{h}/y"),
    "both forms of a call": ('httpx.get(BASE + ("/a" if q else "/b"))', "→ x.example/a | x.example/b"),
    "one form of many": (
        'httpx.get(BASE + {"a": "/first", "b": "/second", "c": "/third"}[key])',
        "→ x.example/first +2",
    ),
    "a form with and without a query": ('httpx.get(BASE + ("/a?q=1" if q else "/a"))', "→ x.example/a?q=1"),
    "the query that a function is given": (
        'call("/z", {"q": name, "state": "open"})',
        "→ POST x.example/z?key=k",
    ),
    "braces as they are": ('httpx.get(BASE + "/{name}")', "→ x.example/{name}"),
}


@pytest.mark.parametrize("name", ADDED)
def test_a_hint_for_what_the_line_does_not_say(name: str) -> None:
    call, hint = ADDED[name]
    assert hints(f"{CONSTANTS}{call}\n") == [hint]


LONG = {
    "the verb goes first": ('"/repos/{owner}/{repo}/comments"', "→ a.example/repos/{owner}/{repo}/comments"),
    "then the middle of the path": (
        '"/repos/{owner}/{repo}/issues/comments"',
        "→ a.example/…/{repo}/issues/comments",
    ),
    "then the host": (
        '"/repos/{owner}/{repo}/issues?state=open&per_page=100"',
        "→ …/{repo}/issues?state=open&per_page=100",
    ),
    "then the middle of the query": (
        '"/repos/x/issues?state=open&per_page=100&sort=updated&page=2"',
        "→ a.example/…/x/issues?state=open&…&page=2",
    ),
    "then its values": (
        '"/issues?state=' + "x" * 30 + '&sort=updated&page=2"',
        "→ a.example/issues?state&sort&page",
    ),
    "then the last names": (
        '"/issues?' + "&".join(f"{name * 14}={name}" for name in "abcde") + '"',
        "→ …/issues?aaaaaaaaaaaaaa&bbbbbbbbbbbbbb&…",
    ),
    "then all of it": ('"/issues?' + "x" * 40 + '=1"', "→ a.example/issues?…"),
    "then anything": ('"/' + "x" * 60 + '/end"', "→ a.example/…/end"),
}


@pytest.mark.parametrize("name", LONG)
def test_a_long_hint_is_cut_in_its_middle(name: str) -> None:
    path, expected = LONG[name]
    [hint] = hints(f'import httpx\nBASE = "https://a.example"\nhttpx.get(BASE + {path})\n')
    assert hint == expected
    assert len(hint) <= 43


def test_a_scheme_that_is_shown_is_no_host() -> None:
    path = "x" * 30
    source = f'import httpx\nBASE = "http://a.example:8080"\nhttpx.get(BASE + "/{path}/end")\n'
    assert hints(source) == ["→ http://a.example:8080/…/end"]


def test_what_does_not_fit_is_counted() -> None:
    calls = ", ".join(f'c.get("/resources/{name}")' for name in "xyz")
    assert hints(f"{HTTPX}{calls}\n") == ["→ x.example/api/resources/x +2"]


def test_other_forms_have_a_line_each() -> None:
    text = shown('import httpx\nu = {"a": "https://x/a", "b": "https://x/b", "c": "https://x/a"}[z]\nhttpx.g$0et(u)\n')
    assert text.count("or `GET https://x/b`") == 1
    assert text.count("https://x/a") == 1


def test_a_text_as_bytes_is_still_known() -> None:
    call = 'requests.po$0st("https://x.example/y", data=bytes(f"a={b}", "utf-8"))'
    text = shown(f"import requests\ndef f(b):\n    {call}\n")
    assert "\n\na={b}\n" in text
    assert "Headers from" not in text


def test_what_is_perhaps_in_a_query_is_left_out_of_a_copy() -> None:
    source = (
        "import requests\nfrom urllib.parse import urlencode\ndef f(x, y=None):\n    q = {'a': x}\n    if y:\n"
        "        q['y'] = y\n    requests.get('https://x.example/b?' + urlencode(q))\n"
    )
    text = copied(features(source).routes, source.index("get("), "requests")
    assert text is not None
    assert "# Left out if empty: y\n" in text


# What a loop does after each page, with the URL and the parameters of the first one before it.
PAGES = {
    "other parameters from the second page on": (
        "url = r.json()['next']\n    params = {}\n",
        ["GET https://x/a?n=1\n", "or `GET {url}`"],
    ),
    "none from then on": ("url, params = r.json()['next'], None\n", ["GET https://x/a?n=1\n", "or `GET {url}`"]),
    "perhaps another URL": (
        "params = {}\n    if r.links:\n        url = r.links['next']['url']\n",
        ["GET https://x/a?n={1?}\n", "or `GET {url}?n={1?}`"],
    ),
    "a cursor": ("params = {'after': r.json()['after']}\n", ["GET https://x/a?n={1?}&after={after?}\n"]),
    "what is made of a number": ("page += 1\n    params = {'n': page}\n", ["GET https://x/a?n={page}\n"]),
    "what is made of itself": ("params = {'n': params['n'] + 1}\n", ["GET https://x/a?{params}\n"]),
    "more in it": ("params['after'] = r.json()['after']\n", ["GET https://x/a?n=1&after={after?}\n"]),
}


@pytest.mark.parametrize("name", PAGES)
def test_the_pages_of_a_list(name: str) -> None:
    body, lines = PAGES[name]
    start = "import requests\nurl, params, page = 'https://x/a', {'n': 1}, 1\n"
    text = shown(f"{start}while url:\n    r = requests.g$0et(url, params=params)\n    {body}")
    assert all(each in text for each in lines), text


def test_the_pages_of_a_list_with_a_client_that_is_not_known() -> None:
    text = shown("""def f(session):
    url, params = "https://x/a", {"n": 1}
    while url:
        r = session.g$0et(url, params=params)
        url, params = r.json()["next"], None
""")
    assert "GET https://x/a?n=1\n" in text
    assert "or `GET {url}`" in text


TABLES = {
    "one or none": ("params={'a': 1} if z else None", "?a={1?}"),
    "one or an empty one": ("params={'a': 1} if z else {}", "?a={1?}"),
    "one of two": ("params={'a': 1, 'b': 2} if z else {'b': 3}", "?a={1?}&b={2|3}"),
    "one or something unknown": ("params={'a': 1} if z else y", "?{"),
}


@pytest.mark.parametrize("name", TABLES)
def test_one_of_several_tables_is_one_with_what_they_have(name: str) -> None:
    given, query = TABLES[name]
    assert f"GET https://x/a{query}" in shown(f"import requests\nrequests.g$0et('https://x/a', {given})\n")


MADE = {
    "with a text": ("    def __init__(self, base):\n        self.base = base\n", 'C("https://x/a")', ["base"], []),
    "with two": (
        '    def __init__(self, host, path):\n        self.base = f"https://{host}/{path}"\n',
        'C("x", "a")',
        ["host", "path"],
        [],
    ),
    "nowhere": ("    def __init__(self, base):\n        self.base = base\n", "C", [], []),
    "with one of two": (
        '    def __init__(self, b):\n        self.base = "https://x/a" if b else "https://x/b"\n',
        "C(True)",
        [],
        ["or `GET https://x/b`"],
    ),
}


@pytest.mark.parametrize("name", MADE)
def test_what_objects_are_made_with_is_likely_and_no_other_form(name: str) -> None:
    start, maker, names, forms = MADE[name]
    text = shown(f"import requests\nclass C:\n{start}    def get(self):\n        requests.g$0et(self.base)\n{maker}\n")
    said = " or ".join(f"`{each}`" for each in names)
    assert (f"\nLikely: another {said} may be given elsewhere" in text) is bool(names), text
    assert [line.strip() for line in text.splitlines() if line.startswith("or ")] == forms, text


def test_what_an_answer_says_is_another_form() -> None:
    text = shown("""import requests
class C:
    def __init__(self, name):
        self.url = "https://x/" + name
    def all(self):
        url = self.url
        while url:
            url = requests.g$0et(url).json()["next"]
C("a")
""")
    assert "Likely: another `name` may be given elsewhere" in text
    assert "or `GET {url}`" in text
    assert "`GET https://x/{name}`" not in text


def test_headers_of_unknown_origin_are_no_header() -> None:
    text = shown('import httpx\nhttpx.g$0et("https://x/a", headers=more())\n')
    assert "Headers from `…`" in text
    assert "{more}:" not in text


def test_the_builder_makes_the_preview() -> None:
    source = 'from waypost import endpoint\nendpoint("GET /search/code", q=f"a+{b} c", per_page=5)\n'
    assert hints(source) == ["→ …/code?q=a+{b}%20c&per_page=5"]


# Actions -------------------------------------------------------------------------------------------------------------


def test_an_f_string_becomes_a_template_with_arguments() -> None:
    check_action(
        GH + "await gh.getitem(f\"/us$0ers/{owner}/x/{event['id']}\")\n",
        "Use a template",
        GH + 'await gh.getitem("/users/{owner}/x/{id}", {"owner": owner, "id": event[\'id\']})\n',
        "x.py",
    )


def test_not_where_it_would_change_the_order_of_calls() -> None:
    titles = [each.title for each in actions(GH + 'await gh.post(f"/$0{a()}", data=b())\n', "x.py")]
    assert not any("template" in title for title in titles)


def test_colons_become_braces() -> None:
    check_action(
        GH + 'await gh.getitem("/re$0pos/:owner/:repo/a:b", {"owner": 1, "repo": 2})\n',
        "in braces",
        GH + 'await gh.getitem("/repos/{owner}/{repo}/a:b", {"owner": 1, "repo": 2})\n',
        "x.py",
    )


@pytest.mark.parametrize("literal", [r'"/re$0pos/:own\x65r"', '"/re$0pos/:ow" "ner"', '"/re$0pos/:ow" + "ner"'])
def test_a_colon_stays_where_its_name_is_written_in_pieces_or_escaped(literal: str) -> None:
    titles = [each.title for each in actions(GH + f'await gh.getitem({literal}, {{"owner": 1}})\n', "x.py")]
    assert "Write placeholders in braces" not in titles
    plain = [each.title for each in actions(GH + 'await gh.getitem("/re$0pos/:owner", {"owner": 1})\n', "x.py")]
    assert "Write placeholders in braces" in plain


def test_a_url_becomes_a_route_of_its_base() -> None:
    check_action(
        GH + 'await gh.getitem("https://api.git$0hub.com/users/x")\n',
        "relative to the base",
        GH + 'await gh.getitem("/users/x")\n',
        "x.py",
    )


def test_a_route_that_no_call_takes_is_left_as_it_is() -> None:
    titles = [each.title for each in actions('ROUTE = "GET https://api.git$0hub.com/users/x"\n', "x.py")]
    assert not any("relative" in title for title in titles)


def test_a_query_becomes_parameters() -> None:
    check_action(
        HTTPX + 'c.get("/$0x?a=1&b=x%20y")\n',
        "Split the query",
        HTTPX + 'c.get("/x", params={"a": "1", "b": "x y"})\n',
        "x.py",
    )
    check_action(
        'from waypost import endpoint\nendpoint("GET /$0user/repos?sort=pushed")\n',
        "Split the query",
        'from waypost import endpoint\nendpoint("GET /user/repos", sort="pushed")\n',
        "x.py",
    )


@pytest.mark.parametrize("url", ["/$0x", "/$0x?a=1#b", "/$0x?{a}"])
def test_what_is_no_plain_query_stays(url: str) -> None:
    assert not any("Split" in each.title for each in actions(f'{HTTPX}c.get("{url}")\n', "x.py"))


def test_copies_are_commands() -> None:
    made = [each for each in actions(HTTPX + 'c.get("/$0x")\n', "x.py") if each.command]
    assert [each.title for each in made] == [
        "Copy as curl",
        "Copy as HTTPie",
        "Copy as an .http block",
        "Copy as an httpx call",
        "Copy as a requests call",
    ]
    assert {each.command for each in made} == {"waypost.copyRequest"}


def test_what_is_copied() -> None:
    source = HTTPX + 'c.post("/x", json={"a": owner})\n'
    routes = features(source).routes
    at = source.index('"/x"')
    curl = copied(routes, at, "curl")
    assert curl is not None
    assert "https://x.example/api/x" in curl
    assert curl.startswith("# Set first: ")
    assert '"$owner"' in curl
    assert "abc" not in curl
    http = copied(routes, at, "http")
    assert http is not None
    assert http.startswith("@TOKEN = \n@owner = \n\n### \n# As JSON, a text with its quotes: owner\nPOST ")
    assert "\nPOST https://x.example/api/x HTTP/1.1\n" in http
    assert '"a": {{owner}}\n' in http
    assert "authorization: token {{TOKEN}}" in http
    assert all(copied(routes, at, form) for form in ("httpie", "httpx", "requests"))
    assert copied(routes, at, "fax") is None
    assert copied(routes, 0, "curl") is None


@pytest.mark.parametrize(
    "call", ['get("/$0\\ud83d")', 'get("/$0{}".format("\\ud83d"))', 'get("/$0", params={"\\ud83d": 1})']
)
def test_half_of_a_character_is_no_request(call: str) -> None:
    """Python accepts it in a string, and every client fails on it."""
    assert "surrogate" in shown(HTTPX + f"c.{call}\n")


def requested(source: str, at: str) -> str | None:
    """The request at the place that `at` marks, as the preview shows it."""
    offset = len(source.partition(at)[0].encode())
    found = request_at(features(source).routes, offset)
    return found[1].line if found else None


def test_a_missing_parameter_is_marked_in_preview_and_copy() -> None:
    source = 'from waypost import endpoint\n\nendpoint("POST /repos/{owner}/{repo}/issues", owner="octocat")\n'
    assert requested(source, "/repos") == "POST https://api.github.com/repos/octocat/{repo?}/issues"
    curl = copied(features(source).routes, source.index("/repos"), "curl")
    assert curl is not None
    assert "octocat/'\"$repo\"'/issues" in curl


def test_a_missing_parameter_is_marked_in_hints() -> None:
    head = 'from waypost import endpoint\r\nx = "😀"; '
    assert hints(head + 'endpoint("GET /users/{username}")\r\n') == ["→ api.github.com/users/{username?}"]
    assert hints(head + 'endpoint("GET /repos/{owner}/{repo}/issues", owner="x")\r\n') == [
        "→ api.github.com/repos/x/{repo?}/issues"
    ]
    assert hints(head + 'endpoint("GET /users/{username}", username="x")\r\n') == ["→ api.github.com/users/x"]
    assert hints(head + 'endpoint("GET /users/{user\r\n') == []


def test_a_parameter_that_may_be_given_is_not_marked() -> None:
    source = 'from waypost import endpoint\n\ndef f(**more):\n    endpoint("GET /repos/{owner}", **more)\n'
    assert "?" not in (requested(source, "/repos") or "")
    assert "?" not in "".join(hints(source))


STATEMENTS = """\
import httpx

def load(name):
    😀 = 1  # not a statement with a request
    answer = [
        each["id"]
        for each in httpx.get("https://a.example/one").json()
    ]
    if httpx.get("https://a.example/two").is_success:
        other = 1
    x, y = httpx.get("https://a.example/three"), httpx.get("https://a.example/four")  # both
    return answer
"""


@pytest.mark.parametrize(
    ("at", "path"),
    [
        ("answer = [", "one"),
        ('each["id"]', "one"),
        ("]\n    if", "one"),
        ("    if httpx", "two"),
        ("other = 1", None),
        ("x, y", "three"),
        (", httpx.get", "three"),
        ("four", "four"),
        ("  # both", "four"),
        ("return answer", None),
        ("def load", None),
        ("1  # not", None),
    ],
)
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_request_is_previewed_from_anywhere_in_its_statement(at: str, path: str | None, end: str) -> None:
    source, at = STATEMENTS.replace("\n", end), at.replace("\n", end)
    assert requested(source, at) == (f"GET https://a.example/{path}" if path else None)


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("blank", ["", " ", "  ", "   ", "\t"])
def test_no_request_is_previewed_from_the_empty_line_before_it(blank: str, end: str) -> None:
    lines = ["import httpx", "", "def f():", "    x = 1", blank, '    httpx.get("https://a.example/one")', ""]
    assert requested(end.join(lines), end.join([blank, "    httpx"])) is None


@pytest.mark.parametrize(
    ("made", "line", "accept"),
    [
        ('for_api(base_url="https://h.example/v1", vendor="v")', "GET https://h.example/v1/a", "v+json"),
        ('for_api(base_url="https://h.example", vendor="v", version="2")', "GET https://h.example/a", "v.2+json"),
        ('for_api(base_url=B, vendor="v").defaults(q=1)', "GET {B}/a?q=1", "v+json"),
        ('defaults(base_url=os.environ["X"])', "GET {X}/a", "github.v3+json"),
        ('defaults(base_url=f"https://{h}/v1")', "GET https://{h}/v1/a", "github.v3+json"),
        (
            'defaults(base_url="https://h.example", headers=h, media_type=m)',
            "GET https://h.example/a",
            "github.v3+json",
        ),
        ('defaults(base_url="https://h.example", method=m)', "GET https://h.example/a", "github.v3+json"),
    ],
)
def test_a_builder_for_another_api(made: str, line: str, accept: str) -> None:
    """Where the address is not known, GitHub's is not shown."""
    found = hover(f'import os\nfrom waypost import endpoint\ne = endpoint.{made}\ne("GET /$0a")\n', "a.py")
    assert found is not None
    assert f"```http\n{line}\naccept: application/vnd.{accept}\n" in found.markdown
    assert "vendor" not in found.markdown


@pytest.mark.parametrize(
    "made",
    [
        'defaults(base_url="h.example")',
        'defaults({"baseUrl": "h.example/v1"}).defaults(a=1)',
        'defaults(base_url="https://h.example", headers=7)',
        'for_api(base_url="h.example", vendor="v")',
        'for_api(base_url=7, vendor="v")',
    ],
)
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_builder_that_cannot_be_made_sends_nothing(made: str, end: str) -> None:
    """Least of all to GitHub."""
    source = f'# \U0001f6a9\nfrom waypost import endpoint\ne = endpoint.{made}\ne("GET /$0zen")\n'.replace("\n", end)
    text = shown(source)
    assert "Not sent" in text
    assert "api.github.com" not in text
    assert hints(source.replace("$0", "")) == ["→ not sent"]
    assert not list(analysis(source.replace("$0", ""), "a.py").diagnostics())


def test_an_address_of_ghapi_without_a_scheme_is_not_githubs() -> None:
    source = 'from ghapi.all import GhApi\napi = GhApi({}"t")\napi("/us$0ers/a", "GET")\n'
    assert "api.github.com/users/a" in shown(source.format("token="))
    assert "GitHub" in shown(source.format("token="))
    elsewhere = shown(source.format('gh_host="h.example", token='))
    assert "GET h.example/users/a" in elsewhere
    assert "GitHub" not in elsewhere


@pytest.mark.parametrize(("method", "verb"), [("m", "{method}"), ('"POST"', "POST")])
def test_a_method_that_is_not_known_is_not_that_of_the_route(method: str, verb: str) -> None:
    assert f"{verb} https://api.github.com/a\n" in shown(
        f'from waypost import endpoint\nendpoint("GET /$0a", method={method})\n'
    )


HEIRS = """
import requests

class Base:
    path = "/base"
    def headers(self):
        return {"X-Kind": "a", "X-Trace": "on"}
    def send(self, name):
        return requests.g$0et("https://h.example" + self.path + "/" + name, headers=self.headers())

class Heir(Base):
    path = "/heir"
"""


def test_a_form_that_sends_something_else_has_a_block_of_its_own() -> None:
    other = '    def headers(self):\n        return {"X-Kind": "a", "X-Trace": "off"}\n'
    text = shown(HEIRS + other)
    assert "GET https://h.example/base/{name}\nx-kind: a\nx-trace: on\n```" in text
    assert "or\n\n```http\nGET https://h.example/heir/{name}\nx-kind: a\nx-trace: off\n```" in text
    assert "| `x-" not in text


def test_a_form_that_differs_in_its_url_alone_is_a_line() -> None:
    text = shown(HEIRS)
    assert text.count("```http") == 1
    assert "or `GET https://h.example/heir/{name}`" in text


def test_a_header_that_is_not_sent_has_no_row() -> None:
    """urllib3's own are those of a call that gives none."""
    source = (
        'import urllib3\npool = urllib3.PoolManager(headers={"X-A": "1"})\npool.req$0uest("GET", "https://h.example/a"'
    )
    assert "| `x-a` | header | `1` | client |" in shown(f"{source})\n")
    assert "| `x-a`" not in shown(f'{source}, headers={{"X-B": "2"}})\n')


SUBCLASS = """
import requests

class Api(requests.Session):
    def __init__(self, base):
        super().__init__()
        self.base = base
        self.{0}("https://", object())

    def request(self, method, url, **kw):
        return super().request(method, self.base + url, **kw)

api = Api("https://h.example")
api.g$0et("/x")
"""


@pytest.mark.parametrize("client", ["requests", "niquests", "requests_toolbelt.sessions"])
@pytest.mark.parametrize("method", ["mount", "get_adapter", "close"])
def test_what_a_session_does_with_its_connections_changes_no_request(client: str, method: str) -> None:
    source = SUBCLASS.replace("requests", client)
    source = source.replace("Session", "BaseUrlSession") if client.endswith(".sessions") else source
    assert "Likely" not in shown(source.format(method))
    # Nobody knows what these do.
    for other in ("configure", "clear"):
        assert "Likely: what is not seen may change it\n" in shown(source.format(other))


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ('verb, base="https://h.example"', "Likely: a default is in its URL; callers may give another one"),
        ('base, verb="GET"', "Likely: a default is in its verb; callers may give another one"),
        ("verb, base", ""),
    ],
)
def test_what_is_only_likely_of_a_known_client_is_said(given: str, words: str) -> None:
    text = shown(f"import httpx\ndef f({given}):\n    httpx.req$0uest(verb, base.rstrip('/') + '/a')\n")
    assert "its client is not known" not in text
    assert words in text
    assert ("Likely" in text) is bool(words)
    assert "Likely a request: its client is not known" in shown('def f(session):\n    session.g$0et("/api/users/1")\n')


@pytest.mark.parametrize(
    ("given", "name"),
    [
        ('",".join(map(str, ids))', "a/{ids}"),
        ('"-".join(str(each) for each in ids)', "a/{ids}"),
        ("buffer.getvalue()", "a/{buffer}"),
        ("uuid.uuid4().hex", "a/{uuid}"),
        ("os.urandom(4).hex()", "a/{path}"),
        ('"x?" + urlencode(sorted(more.items()))', "a/x?{more}"),
        ('"x?to=" + os.urandom(4).hex()', "a/x?to={to}"),
        ("base64.b64encode(f'{ids}'.encode()).decode()", "a/{ids}"),
        ("hashlib.md5(more).hexdigest()", "a/{more}"),
        ("platform.node()", "a/{path}"),
        ('metadata.version("x")', "a/{path}"),
        # A variable may have such a name.
        ("format", "a/{format}"),
        ("of.hex", "a/{hex}"),
        ("own_api_url()", "a/{path}"),
    ],
)
def test_what_a_function_of_the_library_gives_has_the_name_of_what_goes_in(given: str, name: str) -> None:
    head = "import base64, hashlib, httpx, io, os, platform, uuid\nfrom importlib import metadata\n"
    head += "from urllib.parse import urlencode\nfrom own import own_api_url\n"
    call = f'httpx.g$0et("https://h.example/a/" + {given})'
    text = shown(f"{head}def f(ids, format, of, more, buffer: io.StringIO):\n    {call}\n")
    assert f"GET https://h.example/{name}\n" in text


# An address that is only a default ------------------------------------------------------------------------------------

ADDRESSES: Final = {
    'C = httpx.Client(base_url=os.getenv("C", "https://a.example/v1/"))\nC.get("/a/b")': "→ likely a.example/v1/a/b",
    'A = os.environ.get("A", "https://a.example")\nrequests.get(A + "/a", params={"b": 1})': "→ likely a.example/a",
    'A = os.environ.get("A") or "https://a.example/"\nrequests.get(f"{A}/a")': "→ likely a.example//a",
    'A = os.environ.get("A", "https://k:SEKRET@a.example")\nrequests.get(f"{A}/a")': "→ likely k:***@a.example/a",
    'A = os.getenv("A", "https://a.example")\ndef send(b):\n    requests.put(A + b)\nsend("/a")': (
        "→ likely PUT a.example/a"
    ),
    # Where there is nothing else to say, the path that the line shows may be shorter.
    'C = httpx.Client(base_url=os.getenv("C", "https://a.example/api/v1"))\nC.get(f"/goods/{os.sep}/size/{os.name}")': (
        "→ likely a.example/…/{sep}/size/{name}"
    ),
    # What does not fit is worth no other word.
    f'A = os.getenv("A", "https://{"a" * 30}.example")\nrequests.get(A + "/a/b")': "→ {A}/a/b",
    'A = os.getenv("A")\nrequests.get(A + "/a/b")': "→ {A}/a/b",
    'A = os.getenv("A", "https://a.example" if os.sep else "https://b.example")\nrequests.get(f"{A}/a")': (
        "→ likely a.example/a | b.example/a"
    ),
    'A = os.environ.get("A", "https://a.example")\nrequests.get(f"{A}/a': "",
}


@pytest.mark.parametrize("source", ADDRESSES)
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_hint_shows_the_address_that_is_the_default(source: str, end: str) -> None:
    found = hints(f"import os, httpx, requests\n{source}\n".replace("\n", end))
    assert found[-1:] == ([ADDRESSES[source]] if ADDRESSES[source] else [])


# A call that sends more than what it is made for ----------------------------------------------------------------------

TOKENS: Final = """\
import requests


class Shop:
    def __init__(self, scope="read"):
        self.scope, self.token = scope, None

    def bearer(self):
        if not self.token:
            self.token = requests.post("https://a.example/token", data={"scope": self.scope}).json()["token"]
        return {"Authorization": f"Bearer {self.token}"}

    def get(self, url):
        return requests.get(url, headers=self.bearer())


tokens = Shop("bills")
def bill(number):
    tokens.get(f"https://a.example/bills/{number}")
def anything(url):
    tokens.get(url)
def token():
    tokens.bearer()
def half():
    tokens.get(f"https://a.example/bills/
"""


def _at(source: str, text: str) -> str:
    at = source.index(text)
    found = analysis(source, "x.py").hover(len(source[:at].encode()) + len("tokens."))
    return found.markdown if found is not None else ""


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_what_functions_on_the_way_send_is_not_what_a_call_is_made_for(end: str) -> None:
    source = TOKENS.replace("\n", end)
    about = _at(source, 'tokens.get(f"https://a.example/bills/{')
    assert about.startswith("```http\nGET https://a.example/bills/{number}\nauthorization: Bearer {token}\n```")
    assert "\nperhaps also `POST https://a.example/token`" in about
    assert "scope" not in about
    assert "token" not in _at(source, "tokens.get(url)")
    assert "scope=bills" in _at(source, "tokens.bearer()"), "it is made for nothing else"


def test_it_is_no_hint_of_that_call_and_is_listed_where_it_is_sent() -> None:
    assert hints(TOKENS) == ["→ POST a.example/token"]
    listed = [call for call in calls_of(features(TOKENS).routes) if not call.vague]
    found = specific({"x": listed})["x"]
    assert [(call.route, call.line + 1) for call in found] == [
        ("POST https://a.example/token", 10),
        ("GET https://a.example/bills/{number}", 19),
        ("POST https://a.example/token", 23),
    ]


JOBS: Final = """\
import requests


class Jobs:
    def __init__(self, base="https://d.example"):
        self.base, self.crumb = base, None

    def crumbed(self):
        if not self.crumb:
            self.crumb = requests.get(self.base + "/crumb").text
        return {"Crumb": self.crumb}

    def send(self, verb, path):
        found = requests.request(verb, self.base + path, headers=self.crumbed())
        if found.status_code == 401:
            self.login()
            found = requests.request(verb, self.base + path)
        return found

    def login(self):
        requests.post(f"{self.base}/login")

    def create(self):
        return self.send("POST", "/job")

    def both(self):
        self.send("POST", "/a")
        self.send("POST", "/b")


def run(base):
    Jobs("https://e.example").create()
    Jobs("https://e.example").both()
    Jobs("https://e.example").login()
    Jobs("https://e.example").send("PUT", "/half
"""


@pytest.mark.parametrize("base", ["base", 'base="https://d.example"', "base=None"])
def test_what_is_sent_beside_is_told_by_its_path_where_the_address_is_the_callers(base: str) -> None:
    source = JOBS.replace('base="https://d.example"', base)
    about = _at(source, '").create()')
    assert about.startswith("```http\nPOST https://e.example/job")
    assert "perhaps also `GET https://e.example/crumb`" in about
    assert "perhaps also `POST https://e.example/login`" in about
    assert "\nor\n" not in about
    both = _at(source, '").both()')
    assert "https://e.example/a\n" in both
    assert "or `POST https://e.example/b`" in both
    assert _at(source, '").login()').startswith("```http\nPOST https://e.example/login")


def test_one_of_two_ways_of_a_function_stays_one() -> None:
    source = (
        "import requests\n\ndef one(x=None):\n    if x:\n        return requests.get(f'https://a.example/a/{x}')\n"
        "    return requests.get('https://a.example/b')\n\none('1')\none$0()\n"
    )
    assert "perhaps" not in (found.markdown if (found := hover(source, "x.py")) else "")


def test_the_address_of_a_next_page_is_another_form_of_a_likely_request() -> None:
    source = (
        "def members(session):\n    url = 'https://a.example/members'\n    while url:\n"
        "        page = session.g$0et(url, headers={'a': 'b'}).json()\n        url = page.get('next')\n"
    )
    assert "or `GET {url}`" in shown(source)
    assert "or `" not in shown(source.replace("url = page.get('next')", "break"))
