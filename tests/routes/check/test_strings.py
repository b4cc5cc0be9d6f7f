"""Findings about route strings, with their places: marked sources, also with CRLF and after a wide character."""

import pytest

from tests.support.check import analysis, check_diagnostics, check_fix
from waypost.core.route import split
from waypost.rules.apis import API_RULES

# The rules that compare a request with its API are tested elsewhere.
ALONE = {"rules": {rule.name: "off" for rule in API_RULES}}

GH = """\
from gidgethub.abc import GitHubAPI

async def main(gh: GitHubAPI, owner, repo, more, event):
"""


def check(source: str) -> None:
    check_diagnostics(source, "x.py", ALONE)


def fix(source: str, expected: str, title: str) -> None:
    check_fix(source, expected, "x.py", title, ALONE)


MISSING = {
    "a placeholder without a value": GH
    + """\
    await gh.getitem("/repos/{owner}/{repo}", {"owner": owner})
#                                    ^^^^^^ error[missing-parameter] `repo` has no value
""",
    "none at all": GH
    + """\
    await gh.getitem("/repos/{owner}")
#                            ^^^^^^^ error[missing-parameter] `owner`
""",
    "None is no value": GH
    + """\
    await gh.getitem("/repos/{owner}", {"owner": None})
#                            ^^^^^^^ error[missing-parameter] `owner`
""",
    "in a part of the url that is not known": GH
    + """\
    await gh.getitem("/" + more + "/{owner}", {})
#                                   ^^^^^^^ warning[missing-parameter] `owner`
""",
    "an optional part may be left out": GH + '    await gh.getitem("/repos{/owner}{?page,sort}")\n',
    "what is unpacked may hold it": GH + '    await gh.getitem("/repos/{owner}", {**more})\n',
    "a dict from elsewhere may hold it": GH + '    await gh.getitem("/repos/{owner}", more)\n',
    "a dict that is filled later": GH
    + '    values = {}\n    values["owner"] = owner\n    await gh.getitem("/repos/{owner}", values)\n',
    "a dict that other code may fill": GH
    + '    values = {}\n    more(values)\n    await gh.getitem("/repos/{owner}", values)\n',
    "set in one branch only": GH
    + '    values = {}\n    if more:\n        values["owner"] = owner\n'
    + '    await gh.getitem("/repos/{owner}", values)\n',
    "in one of two urls": GH
    + """\
    url = "/a/{owner}" if more else "/b/{repo}"
#                                       ^^^^^^ warning[missing-parameter] `repo`
    await gh.getitem(url, {"owner": owner})
""",
    "behind an escape and across lines": GH
    + """\
    await gh.getitem(
        "/\\x72epos/{owner}"
        r"/{repo}",
#          ^^^^^^ error[missing-parameter] `repo`
        {"owner": owner},
    )
""",
    "in an f-string": GH
    + """\
    await gh.getitem(f"/repos{more}/{{owner}}", {})
#                            ^^^^^^ hint[raw-interpolation] not percent-encoded
#                                   ^^^^^^^^^ warning[missing-parameter] `owner`
""",
    "braces that httpx sends": """\
import httpx

def main(name):
    httpx.get("https://x.example/{name}")
#                                ^^^^^^ error[missing-parameter] httpx sends `{
    httpx.get(f"https://x.example/{name}")
    httpx.get("https://x.example/{name}".format(name=name))
    httpx.get("https://x.example/{name}".replace("{name}", name))
""",
    "values given as the query": """\
import requests

def main(name):
    requests.get("https://x.example/{name}", params={"name": name})
#                                   ^^^^^^ error[missing-parameter] `params` only fills the query
""",
    "formatted without a value": """\
import requests

def main(name):
    requests.get("https://x.example/{name}/{other}".format(name=name))
#                                          ^^^^^^^ error[missing-parameter] KeyError
""",
    "formatted with what is not known": """\
import requests

def main(name, **more):
    requests.get("https://x.example/{name}".format(**more))
""",
    "a template of a template": """\
import requests

def main(name):
    template = "https://x.example/{{}}/{}".format("a")
    requests.get(template.format(name))
""",
    "by way of a function of the file": """\
import requests

def fetch(path, **values):
    return requests.get("https://x.example" + path.format(**values))

def main(name):
    fetch("/users/{name}", name=name)
""",
    "by way of a function that fills nothing": """\
import requests

def fetch(path):
    return requests.get("https://x.example" + path)

def main(name):
    fetch("/users/{name}")
#                 ^^^^^^ warning[missing-parameter] requests sends `{
""",
    "waypost itself": """\
from waypost import endpoint

endpoint("GET /repos/{owner}/{repo}", owner="o")
#                            ^^^^^^ error[missing-parameter] `repo` has no value
endpoint.defaults(owner="o")("GET /repos/{owner}")
""",
    "defaults that are not known": """\
from waypost import endpoint

def main(config):
    endpoint.defaults(**config)("GET /repos/{owner}")
    endpoint.defaults(config).defaults(a=1)("GET /repos/{owner}")
""",
    "one of several values of an option": """\
from waypost import endpoint

def main(a):
    endpoint("GET /user", base_url="x.example" if a else "https://y.example")
#             ^^^^^^^^^ error[invalid-option] `baseUrl` has no scheme
    endpoint("GET /user", base_url="https://y.example" if a else "x.example")
#             ^^^^^^^^^ error[invalid-option] `baseUrl` has no scheme
    endpoint("GET /user", base_url="https://y.example" if a else "http://x.example")
    endpoint("GET /users/{name}", name="b" if a else None)
""",
    "options that are not known": """\
from waypost import endpoint

def main(h, m):
    endpoint("GET /repos/a/b", headers=h, media_type=m.kind)
    endpoint("GET /repos/{owner}", headers=h or {})
#                        ^^^^^^^ error[missing-parameter] `owner` has no value
    endpoint("GET /repos/a/b", headers="h")
#                              ^^^^^^^ error[invalid-option] `headers` is of type str
    endpoint("GET /repos/a/b", headers=7)
#                              ^^^^^^^ error[invalid-option] `headers` is of type int
""",
    "a client that sends in its own way": """\
import requests

class Session(requests.Session):
    def request(self, method, url, **more):
        return super().request(method, url.format(**self.names), **more)

class Plain(requests.Session):
    pass

Session().get("https://x.example/{name}")
Plain().get("https://x.example/{name}")
#                              ^^^^^^ error[missing-parameter] requests sends `{
""",
    "a dict that a call or a condition makes": GH
    + '    await gh.getitem("/repos/{owner}", url_vars=dict(owner=owner))\n'
    '    await gh.getitem("/repos/{owner}", {"owner": owner} if more else None)\n'
    '    await gh.getitem("/repos/{owner}", vars(event))\n',
    "a constant formatted in place": """\
import requests

URL = "https://x.example/{version}"
URL = URL.format(version=2)
requests.get(URL)
requests.get('https://x.example/?filter={"a": 1}')
requests.get("https://x.example/{{ name }}")
""",
    "a server's own routes": """\
import httpx
from fastapi import FastAPI

app = FastAPI()

@app.get("/items/{item}")
async def item(item): ...
""",
    "a client of tests": """\
import requests
from fastapi.testclient import TestClient

def test(app):
    TestClient(app).get("/items/{item}")
""",
}


@pytest.mark.parametrize("source", MISSING.values(), ids=MISSING)
def test_missing_parameters(source: str) -> None:
    check(source)


OTHERS = {
    "a brace that is never closed": GH
    + """\
    await gh.getitem("/repos/{owner/{repo}", {"owner": owner, "repo": repo})
#                            ^^^^^^ error[invalid-template] never closed
""",
    "one that closes nothing": GH
    + """\
    await gh.getitem("/repos/{owner}}", {"owner": owner})
#                                   ^ error[invalid-template] closes nothing
""",
    "a space, which works by luck": GH + '    await gh.getitem("/search/issues?q=a b")\n',
    "doubled braces": GH
    + """\
    await gh.getitem("/repos/{{owner}}", {"owner": owner})
#                            ^^^^^^^^^ warning[doubled-braces] write `{owner}`
""",
    "a verb where none is taken": GH
    + """\
    await gh.getitem("GET /repos/{owner}", {"owner": owner})
#                     ^^^^ error[unknown-verb] accepts no verb here
""",
    "a misspelt verb": """\
import httpx

httpx.request("GTE", "https://x.example/")
#              ^^^ error[unknown-verb] did you mean `GET`?
httpx.request("get", "https://x.example/")
httpx.request("PROPFIND", "https://x.example/")
""",
    "PyGithub's own rules": """\
from github.Requester import Requester

def main(r: Requester):
    r.requestJsonAndCheck("get", "/user")
#                          ^^^ error[unknown-verb] uppercase
    r.requestJsonAndCheck("GET", "user/repos")
#                                 ^^^^^^^^^^ warning[route-spacing] leading slash
""",
    "white space": """\
import requests

requests.get("https://x.example/users ")
#                                    ^ warning[route-spacing] after the URL
""",
    "two spaces": """\
from waypost import endpoint

endpoint("GET  /user")
#            ^^ warning[route-spacing] exactly one space
endpoint("GTE /user")
#         ^^^ error[unknown-verb] GET
""",
    "a verb that is known only at run time": """from waypost import endpoint

def run(verb, name):
    "😀"; endpoint(f"{verb} /user")
    endpoint(verb + " /users/{username}", username=name)
    endpoint(f"{verb} /users/{{username}}")
#                            ^^^^^^^^^^^^ error[missing-parameter] username
    endpoint(f"{verb} /user
""",
    "a query variable under another name": """from waypost import endpoint

endpoint("GET /things{?state}", sate="open")
#                      ^^^^^ warning[missing-parameter] did you mean `sate`
endpoint("GET /things{?state}", colour="red")
""",
    "an empty value": GH
    + """\
    await gh.getitem("/repos/{owner}", {"owner": ""})
#                                                ^^ warning[empty-parameter] `owner` is empty
""",
    "a value that leaves the path": GH
    + """\
    await gh.getitem("/repos/{owner}", {"owner": ".."})
#                                                ^^^^ warning[unsafe-path] a whole path segment
""",
    "an unused value": GH
    + """\
    await gh.getitem("/repos/{owner}", {"owner": owner, "repo": repo})
#                                                       ^^^^^^ warning[unused-parameter] gidgethub drops the rest
""",
    "one that another url of the call uses": GH
    + '    url = "/a/{owner}" if more else "/b"\n    await gh.getitem(url, {"owner": owner})\n',
    "one dict for several calls": GH
    + '    values = {"owner": owner, "repo": repo}\n    await gh.getitem("/a/{owner}", values)\n'
    '    await gh.getitem("/a/{owner}/{repo}", values)\n',
    "what data drops": """\
from waypost import endpoint

endpoint("POST /markdown/raw", data="x", text="y")
#                                        ^^^^ warning[unused-parameter] `data` is the whole body
""",
    "twice in the query": """\
import httpx

httpx.get("https://x.example/?page=1", params={"page": 2, "size": 3})
#                                              ^^^^^^ warning[duplicate-parameter] is in the query twice
""",
    "an option's name": """\
from waypost import endpoint

endpoint("POST /hooks", url="https://e.example")
#                       ^^^ warning[reserved-name] `url` is an option
""",
    "raw values": GH
    + """\
    await gh.getitem(f"/repos/{owner}/{event.data['repo']}?page={more}")
#                             ^^^^^^^ hint[raw-interpolation] not percent-encoded
#                                     ^^^^^^^^^^^^^^^^^^^^ hint[raw-interpolation] not percent-encoded
    await gh.getitem(f"{event.url}/comments")
""",
    "another host": """\
import httpx

client = httpx.Client(base_url="https://api.example.com", auth=("me", "secret"))
client.get("https://elsewhere.example.org/x")
#                   ^^^^^^^^^^^^^^^^^^^^^ warning[foreign-host] for `api.example.com`
client.get("https://api.example.com/x")
client.get("https://api.example.com:443/x")
client.get("https://API.example.com/x")
client.get("https://api.example.com:8443/x")
#                   ^^^^^^^^^^^^^^^^^^^^ warning[foreign-host] for `api.example.com`
httpx.Client(base_url="https://api.example.com").get("https://elsewhere.example.org/x")
""",
    "a token": """\
import requests

requests.get("https://x.example/?access_token=ghp_0123456789abcdefghijABCDEFGHIJ012345")
#                                             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning[secret-in-route] token
requests.get("https://x.example/?access_token=ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx")
requests.get("https://x.example/?key=AKIAIOSFODNN7EXAMPLE")
requests.get("https://x.example/?key=AKIAIOSFODNN7EXQ4PLB")
#                                    ^^^^^^^^^^^^^^^^^^^^ warning[secret-in-route] token
""",
    "a random value with the name of a secret": """\
import requests

requests.get(f"https://x.example/{x}?token=9f86d081884c7d659a2feaa0c55ad015&page=2")
#                                          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning[secret-in-route] token
requests.get("https://x.example/", params={"api_key": "Zm9vYmFy3Kd8QpL2xVt7Rw=="}, timeout=1)
#                                                      ^^^^^^^^^^^^^^^^^^^^^^^^ warning[secret-in-route] token
requests.get("https://x.example/", headers={"x-token": "Bearer 9f86d081884c7d659a2feaa0c55ad015"})
#                                                              ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning[secret-in-route]
requests.get("https://me:9f86d081884c7d659a2feaa0c55ad015@x.example/")
#                        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning[secret-in-route] token
requests.get("https://me:password@x.example/", auth=None)
requests.get("https://x.example/?sha=9f86d081884c7d659a2feaa0c55ad015")
requests.get("https://x.example/9f86d081884c7d659a2feaa0c55ad015?token=abc&page_token=9f86d081884c7d659a2feaa0c55ad015")
requests.get(f"https://x.example/?token={token}&api_key=your_api_key_goes_here_123&password=MyPasswordIsSecret1")
requests.get("https://x.example/?token=00000000000000000000000000000000", headers={"x-token": "aaaabbbbccccdddd1111"})
requests.get("https://x.example/?token=9f86d081884c7d659a2fe
""",
    "a rule silenced": GH + '    await gh.getitem("/repos/{owner}")  # waypost: ignore[missing-parameter]\n',
}


@pytest.mark.parametrize("source", OTHERS.values(), ids=OTHERS)
def test_the_other_rules(source: str) -> None:
    check(source)


# Valid code, even if it looks unusual.
SILENT = {
    "routes that are filled later": """\
import hikari

GET_USER = Route("GET", "/users/{user}")  # as Discord documents it: discord.com
""",
    "a dispatch table": 'TABLE = {"GET /items/{id}": 1, "POST /items": 2}\n',
    "raw http": 'import requests\nsock.send(b"GET / HTTP/1.1")\nDATA = "GET / HTTP/1.1\\r\\nHost: x\\r\\n"\n',
    "prose": 'import requests\n"""GET /x is what you want, or POST /{y}."""\nprint("GET /x first")\n',
    "a log format": 'import requests\nlog.info("GET /items/%s took %d ms", item, ms)\n',
    "a dict's get": 'import requests\nsettings = {}\nsettings.get("/a/{b}")\n',
    "an operator": 'from operator import getitem\nimport gidgethub\nx.__getitem__("/a/{b}")\n',
    "sql": 'import requests\ncursor.execute("DELETE /* {hint} */ FROM x")\n',
    "a mock": 'import respx, requests\nrespx.get("https://x.example/{id}").respond(200)\n',
}


@pytest.mark.parametrize("source", SILENT.values(), ids=SILENT)
def test_fine_code_is_left_alone(source: str) -> None:
    check(source)


HALF_TYPED = [
    GH + '    await gh.getitem("/repos/{own',
    GH + '    await gh.getitem("/repos/{owner}", {"ow',
    GH + '    await gh.getitem(f"/repos/{event.',
    GH + "    await gh.getitem(",
    'import httpx\nhttpx.get("https://x.example/{a}", params={"a":\n\ndef later():\n    httpx.get("/{b}")\n',
    'from waypost import endpoint\nendpoint("GET /x{?\nendpoint("GET /y")\n',
]


@pytest.mark.parametrize("source", HALF_TYPED)
def test_half_typed_calls_do_no_harm(source: str) -> None:
    made = analysis(source, "x.py", ALONE)
    made.diagnostics()
    for offset in range(len(source)):
        made.hover(offset)


# Fixes ---------------------------------------------------------------------------------------------------------------


def test_a_missing_value_is_added_to_the_dict() -> None:
    fix(
        GH + '    await gh.getitem("/repos/{owner}/{repo}", {"owner": owner})\n',
        GH + '    await gh.getitem("/repos/{owner}/{repo}", {"owner": owner, "repo": repo})\n',
        "Add `repo`",
    )


def test_missing_values_make_a_dict() -> None:
    fix(
        GH + '    await gh.post("/repos/{owner}/{repo}", data={})\n',
        GH + '    await gh.post("/repos/{owner}/{repo}", {"owner": owner, "repo": repo}, data={})\n',
        "Add all missing",
    )


def test_a_missing_value_is_added_as_a_keyword_on_its_own_line() -> None:
    fix(
        'from waypost import endpoint\nendpoint(\n    "GET /{owner}/{repo}",\n    owner="🚩",\n)\n',
        'from waypost import endpoint\nendpoint(\n    "GET /{owner}/{repo}",\n    owner="🚩",\n    repo=repo,\n)\n',
        "Add `repo`",
    )


@pytest.mark.parametrize(
    ("call", "expected", "title"),
    [
        ('("GTE /user")', '("GET /user")', "Write `GET`"),
        ('("GET /{owner}", ownr=1)', '("GET /{ownr}", ownr=1)', "Rename the placeholder to"),
        ('("GET /{owner}", ownr=1)', '("GET /{owner}", owner=1)', "Rename the argument to"),
        ('("GET /{owner}", {"ownr": 1})', '("GET /{owner}", {"owner": 1})', "Rename the argument to"),
        ('("GET /{owner}")', '("GET /{owner}", owner=owner)', "Add `owner`"),
        ('("GET /{a}/{b}")', '("GET /{a}/{b}", a=a, b=b)', "Add all missing"),
        ('.defaults(a=1)("GET /{a}/{b}/{c}")', '.defaults(a=1)("GET /{a}/{b}/{c}", b=b, c=c)', "Add all missing"),
    ],
)
def test_calls_of_the_builder_are_mended(call: str, expected: str, title: str) -> None:
    fix(f"from waypost import endpoint\nendpoint{call}\n", f"from waypost import endpoint\nendpoint{expected}\n", title)


def test_a_placeholder_is_called_as_its_value_is() -> None:
    fix(
        GH + '    await gh.getitem("/repos/{ownr}", {"owner": owner})\n',
        GH + '    await gh.getitem("/repos/{owner}", {"owner": owner})\n',
        "Rename the placeholder to `owner`",
    )


def test_a_string_becomes_an_f_string() -> None:
    fix(
        'import httpx\ndef f(a):\n    httpx.get("https://x.example/{a}")\n',
        'import httpx\ndef f(a):\n    httpx.get(f"https://x.example/{a}")\n',
        "f-string",
    )


def test_an_unused_value_is_removed_or_sent() -> None:
    source = GH + '    await gh.getitem("/repos/{owner}", {"owner": owner, "page": more})\n'
    fix(source, GH + '    await gh.getitem("/repos/{owner}", {"owner": owner})\n', "Remove `page`")
    fix(source, GH + '    await gh.getitem("/repos/{owner}{?page}", {"owner": owner, "page": more})\n', "in the query")


def test_doubled_braces_are_made_single() -> None:
    fix(
        GH + '    await gh.getitem("/{{owner}}", {"owner": owner})\n',
        GH + '    await gh.getitem("/{owner}", {"owner": owner})\n',
        "single braces",
    )


def test_an_f_string_becomes_a_template() -> None:
    fix(
        GH + "    await gh.getitem(f\"/repos/{owner}/{event.data['name']}/{{x}}\", )\n",
        GH + '    await gh.getitem("/repos/{owner}/{name}/{x}", {"owner": owner, "name": event.data[\'name\']}, )\n',
        "Use a template",
    )


@pytest.mark.parametrize(("written", "meant"), [("GTE", "GET"), ("PTACH", "PATCH"), ("get_", "GET")])
def test_the_builders_verb_is_mended(written: str, meant: str) -> None:
    head = 'from waypost import endpoint\n\n"𝄞"; '
    check_fix(
        f'{head}endpoint("{written} /zen")\r\n', f'{head}endpoint("{meant} /zen")\r\n', "x.py", f"Write `{meant}`"
    )


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (
            'gh.getitem("/repos/{owner}/{repo}", {"owner": owner})',
            "`repo` has no value, so its part of the path stays empty",
        ),
        (
            'requests.get("https://x.example/{0}/{1}".format("a"))',
            "`1` has no value, so `format` raises `IndexError`",
        ),
        ('requests.get("https://x.example/{0}/{1}".format("a", "b"))', ""),
        (
            'requests.get("https://x.example/{a}/{b}".format(a="a"))',
            "`b` has no value, so `format` raises `KeyError`",
        ),
        ('requests.get("https://x.example/{a}")', "`a` has no value, so requests sends `{a}` as it is"),
    ],
)
def test_what_becomes_of_a_placeholder_without_a_value_is_reported(call: str, said: str) -> None:
    found = analysis(f"import requests\n{GH}    {call}\n", "x.py").diagnostics()
    assert [each.message for each in found] == ([said] if said else [])


@pytest.mark.parametrize(
    ("literal", "mended"),
    [
        ('"https://x.example/{a}/{b}"', 'f"https://x.example/{a}/{b}"'),
        ('r"https://x.example/{a.id}"', 'fr"https://x.example/{a.id}"'),
        ('"https://x.example/{{a}}/{b}"', ""),
        ('"https://x.example/{a-b}"', ""),
        ('u"https://x.example/{a}"', ""),
    ],
)
def test_a_string_with_braces_is_made_an_f_string_where_that_puts_the_values_in(literal: str, mended: str) -> None:
    source = f"import requests\n\na = b = 1\nrequests.get({literal})\n"
    if mended:
        check_fix(source, source.replace(literal, mended), "x.py", "Change to an f-string")
    else:
        found = analysis(source, "x.py").diagnostics()
        assert [fix.title for each in found for fix in each.fixes] == []


@pytest.mark.parametrize("written", ["GET/zen", "GET  /zen", "GET\\t/zen"])
def test_one_space_stands_behind_the_builders_verb(written: str) -> None:
    head = 'from waypost import endpoint\n\n"𝄞"; '
    check_fix(f'{head}endpoint("{written}")\r\n', f'{head}endpoint("GET /zen")\r\n', "x.py", "Write one space")


@pytest.mark.parametrize("route", ["GET/x", "repos/{a}", "x", "get /x", " GET  /x", "GET x", "GTE /x", "{a}"])
def test_the_builders_route_is_read_as_the_builder_reads_it(route: str) -> None:
    (site,) = analysis(f'from waypost import endpoint\nendpoint("{route}", a=1)\n', "x.py").features.sites()
    said = split(route)
    assert (site.verb, site.template.marked) == ((said.verb or "GET").upper(), said.url)


def test_a_placeholder_is_not_called_what_none_can_be_called() -> None:
    source = 'from waypost import endpoint\nendpoint("GET /users/{owner}", {"o\'wner": 1})\n'
    found = analysis(source, "x.py").diagnostics()
    titles = [fix.title for each in found if each.rule == "missing-parameter" for fix in each.fixes]
    assert titles
    assert not any(title.startswith("Rename the placeholder to") for title in titles)


def test_a_token_in_the_headers_of_the_builder_is_reported() -> None:
    check(
        """\
from waypost import endpoint

endpoint("GET /user", headers={"authorization": "token ghp_0123456789abcdefghijABCDEFGHIJ012345"})
#                                                      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning[secret-in-route]
endpoint("GET /user", headers={"authorization": "token ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"})
"""
    )


def test_a_token_in_the_headers_of_a_client_is_reported() -> None:
    """A token in the source is reported where it is written, even without a call; other strings that look like tokens
    are not."""
    check(
        """\
import httpx
from waypost import endpoint

client = httpx.Client(headers={"Authorization": "token ghp_0123456789abcdefghijABCDEFGHIJ012345"})
#                                                      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning[secret-in-route]
github = endpoint.defaults(
    headers={"x-api-key": "AIza0123456789abcdefghijABCDEFGHIJ01234"},
#                          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning[secret-in-route]
)

class Api:
    def __init__(self):
        self.headers = {"PRIVATE-TOKEN": ("é" "glpat-0123456789abcdefghij")}
#                                              ^^^^^^^^^^^^^^^^^^^^^^^^^^ warning[secret-in-route]
        self.note = {"title": "glpat-0123456789abcdefghij"}

EXAMPLE = "ghp_0123456789abcdefghijABCDEFGHIJ012345"
MASKED = {"authorization": "ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"}
HALF = {"authorization": "ghp_0123456789abcdefghij
"""
    )
