"""What a client silently drops or rejects; each reported behaviour was seen in the real client (`tests/clients`)."""

import pytest

from tests.routes.check.test_strings import check, fix
from tests.support.check import analysis

REPORTED = {
    "params beside a query": """\
import httpx

httpx.get("https://x.test/a?s=1", params={"p": 2})
#                          ^^^^ warning[lost-query] `params` replaces the query in the URL: `?s=1` is not sent
""",
    "an empty mapping": """\
import httpx2

httpx2.get("https://x.test/a?s=1", params={})
#                           ^^^^ warning[lost-query] `params` replaces
""",
    "the client's params": """\
import httpx

client = httpx.Client(params={"k": 1})
client.get("https://x.test/a?s=1")
#                           ^^^^ warning[lost-query] The client's `params` replaces
""",
    "a None that is written": """\
import requests

nothing = None
requests.get("https://x.test/x", params={"a": None, "b": nothing, "c": 1})
#                                             ^^^^ hint[lost-value] `a` is not sent: requests leaves out
requests.post("https://x.test/x", json={"a": None})
""",
    "a slash in aiohttp": """\
import aiohttp

async def f():
    async with aiohttp.ClientSession("https://x.test/v1/") as session:
        await session.get("/a")
#                          ^^ warning[lost-base-path] The leading slash drops the path of the base address: `/v1`
""",
    "a slash in requests-toolbelt": """\
from requests_toolbelt.sessions import BaseUrlSession

BaseUrlSession("https://x.test/v1/").get("/a")
#                                         ^^ warning[lost-base-path] The leading slash
""",
    "a query alone": """\
import httpx

httpx.Client(base_url="https://x.test/b").get("?s=1", params={"p": 2})
#                                              ^^^^ warning[lost-query] `params` replaces the query in the URL
""",
    "a query in the base address": """\
import httpx

httpx.Client(base_url="https://x.test/v1?q=2").get("/a")
#                                                   ^^ warning[lost-base-path] The base address has a query
""",
    "a body where there is none": """\
import httpx

def f():
    httpx.delete("https://x.test/a", json={"a": 1})
#   ^^^^^^^^^^^^ warning[refused-argument] httpx raises an exception instead of sending: `delete` has no argument `json`
""",
    "a half-typed template of gidgethub": """\
from gidgethub.abc import GitHubAPI

async def f(gh: GitHubAPI):
    '🐈'; await gh.getiter("/teams/{id:}", {"id": "x"})
#              ^^^^^^^^^^ warning[refused-argument] gidgethub raises an exception instead of sending: it cannot fill
""",
    "headers of gidgethub that are no mapping": """\
from gidgethub.abc import GitHubAPI

async def f(gh: GitHubAPI):
    '🐈'; await gh.getitem("/user", extra_headers="a: b")
#              ^^^^^^^^^^ warning[refused-argument] gidgethub raises an exception instead of sending: dictionary update
    await gh.getitem("/user", extra_headers={"a": "b"})
    await gh.getitem("/user", extra_headers=[("a", "b")])
    await gh.getitem("/user", extra_headers=None)
""",
    "a truth value in aiohttp": """\
import aiohttp

async def f(session: aiohttp.ClientSession):
    await session.get("https://x.test/a", params={"open": True})
#         ^^^^^^^^^^^ warning[refused-argument] aiohttp raises
""",
}
SILENT = {
    "an iterator is sent in chunks": (
        "import requests\r\n\r\nbody = map(str, [1])\r\n'🐈'; requests.post('https://x.test/a', data=body)\r\n"
        "requests.post('https://x.test/a', data=(str(each) for each in [1]))\r\n"
        "requests.post('https://x.test/a', data=map(str, [1]"
    ),
    "a template of gidgethub whose values are not known": (
        "from gidgethub.abc import GitHubAPI\r\n\r\nasync def f(gh: GitHubAPI, id, v):\r\n"
        "    await gh.getitem('/teams/{id:1}', {'id': id})\r\n    await gh.getitem('/teams/{id:1}', v)\r\n"
        "    await gh.getitem('/teams/{id:1}', {'id': 'abc'})\r\n    await gh.getitem('/teams/{id: 1"
    ),
    "None in httpx": 'import httpx\n\nhttpx.get("https://x.test/a", params={"a": None})\n',
    "None in JSON": 'import requests\n\nrequests.post("https://x.test/a", json={"a": None})\n',
    "None half typed": 'import requests\n\nrequests.get("https://x.test/a", params={"a": No\n',
    "params=None keeps it": 'import httpx\n\nhttpx.get("https://x.test/a?s=1", params=None)\n',
    "params that may be nothing": 'import httpx\n\ndef f(p):\n    httpx.get("https://x.test/a?s=1", params=p)\n',
    "requests merges": 'import requests\n\nrequests.get("https://x.test/a?s=1", params={"p": 2})\n',
    "the session's pairs are lost, the URL's query is not": (
        'import requests\n\ns = requests.Session()\ns.params = [("s", "1")]\n'
        's.get("https://x.test/a?s=1", params={"p": 2})\ns.get("https://x.test/a?s=1", params={"p": \n'
    ),
    "aiohttp merges": (
        "import aiohttp\n\nasync def f(s: aiohttp.ClientSession):\n"
        '    await s.get("https://x.test/a?s=1", params={"p": 2})\n'
    ),
    "httpx keeps the path": 'import httpx\n\nhttpx.Client(base_url="https://x.test/v1/").get("/a")\n',
    "the path of the base is in the URL": (
        "from requests_toolbelt.sessions import BaseUrlSession\n\nsession = BaseUrlSession('https://x.test/v1/')\n"
        "session.get('/v1/a')\nsession.get('a')\nsession.get('https://y.test/a')\n"
    ),
    "no path in the base": (
        "import aiohttp\n\nasync def f():\n"
        '    async with aiohttp.ClientSession("https://x.test") as s:\n        await s.get("/a")\n'
    ),
    "an address set later": 'import httpx\n\nclient = httpx.Client()\nclient.base_url = BASE\nclient.get("/a")\n',
    "half-typed": 'import httpx\n\nhttpx.get("https://x.test/a?s=1", params={"p": \n',
    "a value that is not known": 'import httpx\n\ndef f(v):\n    httpx.delete("https://x.test/a", json=v)\n',
}


@pytest.mark.parametrize("name", REPORTED)
def test_a_loss_is_reported(name: str) -> None:
    check(REPORTED[name])


@pytest.mark.parametrize("name", SILENT)
def test_what_is_sent_or_not_known_is_not(name: str) -> None:
    check(SILENT[name])


def test_the_query_moves_into_params() -> None:
    fix(
        'import httpx\n\nhttpx.get("https://x.test/a?s=1$0", params={"p": 2})\n',
        'import httpx\n\nhttpx.get("https://x.test/a", params={"p": 2, "s": "1$0"})\n',
        "Move the query into `params`",
    )


def test_the_slash_is_removed() -> None:
    source = (
        "import aiohttp\n\nasync def f():\n"
        '    async with aiohttp.ClientSession("https://x.test/v1/") as session:\n        await session.get("/a$0")\n'
    )
    fix(source, source.replace('"/a$0"', '"a$0"'), "Remove the slash")


def test_an_empty_mapping_is_sent_by_urllib() -> None:
    """It is an iterable without items; one with text raises."""
    source = 'from urllib.request import Request\nRequest("http://x.example/", {})\n'
    assert [each.rule for each in analysis(source, "x.py").diagnostics()] == []
    source = source.replace("{}", '{"a": 1}')
    assert [each.rule for each in analysis(source, "x.py").diagnostics()] == ["refused-argument"]


def test_a_list_of_an_iterator_is_a_list() -> None:
    source = 'import requests\nrequests.post("http://x.example/", data=map(str, [1]))\n'
    assert [each.rule for each in analysis(source, "x.py").diagnostics()] == []
    source = source.replace("map(str, [1])", "list(map(str, [1]))")
    assert [each.rule for each in analysis(source, "x.py").diagnostics()] == ["refused-argument"]


@pytest.mark.parametrize(
    ("around", "rules"),
    [
        ("with pytest.raises(TypeError):", []),
        ("with self.assertRaisesRegex(TypeError, 'json'), other():", []),
        ("async with pytest.raises(TypeError):", []),
        ("with other(raises):", ["refused-argument"]),
        ("if pytest.raises(TypeError):", ["refused-argument"]),
    ],
)
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_what_a_test_expects_to_fail_is_no_finding(around: str, rules: list[str], newline: str) -> None:
    lines = ("# \U0001f600", "import httpx, pytest", "async def test(self):", f"    {around}", "        if True:")
    source = newline.join((*lines, "            httpx.delete('https://x.example/a', json={})", ""))
    assert [each.rule for each in analysis(source, "x.py").diagnostics()] == rules
