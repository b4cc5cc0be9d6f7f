"""Definition and rename of parameters in route, arguments and defaults."""

import pytest

from tests.support.check import after, analysis, workspace
from tests.support.marked import cursor
from tests.support.variants import WIDE_PREFIX
from waypost.analysis import Analysis
from waypost.text import Document

HEAD = "from gidgethub.httpx import GitHubAPI\nfrom waypost import endpoint\n"


def defined(source: str) -> list[str]:
    """The text after each place that a definition leads to."""
    text, offset = cursor(HEAD + source)
    made = analysis(text, "x.py")
    return [made.document.text[each.span.start : each.span.start + 9] for each in made.definition(offset)]


def renamed(source: str, name: str) -> str:
    text, offset = cursor(HEAD + source)
    made = analysis(text, "x.py")
    return after(made.document, made.rename(offset, name)).removeprefix(HEAD)


def prepared(source: str) -> str | None:
    text, offset = cursor(HEAD + source)
    made = analysis(text, "x.py")
    span = made.renamable(offset)
    return made.document.slice(span) if span is not None else None


def test_from_a_placeholder_to_its_argument_and_back() -> None:
    assert defined('endpoint("GET /users/{na$0me}", name="x")') == ['name="x")']
    assert defined('endpoint("GET /users/{name}", na$0me="x")') == ['name}", n']
    assert defined('endpoint("GET /users/{na$0me}", {"name": "x"})') == ['name": "x']


def test_to_the_defaults_where_the_call_gives_no_value() -> None:
    source = 'api = endpoint.defaults(owner="octocat")\napi("GET /repos/{own$0er}/{repo}", repo="r")'
    assert defined(source) == ['owner="oc']


def test_an_argument_that_no_placeholder_takes_leads_nowhere() -> None:
    assert defined('endpoint("GET /users", na$0me="x")') == []
    assert defined("x = 1$0") == []


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ('endpoint("GET /users/{na$0me}", name="x")', 'endpoint("GET /users/{login}", login="x")'),
        ('endpoint("GET /users/{name}", na$0me="x")', 'endpoint("GET /users/{login}", login="x")'),
        ("endpoint('GET /users/:na$0me', name='x')", "endpoint('GET /users/:login', login='x')"),
        (
            "endpoint('GET /users/{name:3}/{na$0me}', {'name': n})",
            "endpoint('GET /users/{login:3}/{login}', {'login': n})",
        ),
        (
            'a = endpoint.defaults(name="x")\na("GET /users/{na$0me}")\na("GET /{name}")\nendpoint("GET /{name}")',
            'a = endpoint.defaults(login="x")\na("GET /users/{login}")\na("GET /{login}")\nendpoint("GET /{name}")',
        ),
        (
            "async def f(gh: GitHubAPI, n):\n    await gh.getitem('/users/{na$0me}', {'name': n})\n",
            "async def f(gh: GitHubAPI, n):\n    await gh.getitem('/users/{login}', {'login': n})\n",
        ),
    ],
)
def test_rename(source: str, expected: str) -> None:
    assert renamed(source, "login") == expected
    assert renamed(source.replace("\n", "\r\n"), "login") == expected.replace("\n", "\r\n")
    assert renamed(WIDE_PREFIX + source, "login") == WIDE_PREFIX + expected


def test_what_is_sent_under_its_name_is_not_renamed() -> None:
    assert prepared('endpoint("GET /users/{na$0me}", name="x")') == "name"
    assert prepared('endpoint("GET /users{?pa$0ge}", page=1)') is None
    assert prepared('endpoint("GET /users", pa$0ge=1)') is None
    with pytest.raises(ValueError, match="no parameter to rename here"):
        renamed('endpoint("GET /users", pa$0ge=1)', "x")


@pytest.mark.parametrize(
    ("source", "name", "message"),
    [
        ('endpoint("GET /users/{na$0me}", name="x")', "two words", "not a valid name of a placeholder"),
        ('endpoint("GET /users/{na$0me}", name="x")', "class", "keyword of an argument"),
        ('endpoint("GET /users/{na$0me}", name="x")', "a.b", "keyword of an argument"),
        ('endpoint("GET /users/{na$0me}", name="x", page=1)', "page", "already has a parameter `page`"),
        ('endpoint("GET /users/{na$0me}", **given)', "login", "an unpacked argument"),
    ],
)
def test_a_rename_that_cannot_be(source: str, name: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        renamed(source, name)


@pytest.mark.parametrize(
    "before", [b"\x80\x80GET /", b"GET /r\xc3\xa9pos\x80\xc3\xa9/", b"GET /\xf0\x9f\x9a\xa9\xed\xa0\xbd/"]
)
@pytest.mark.parametrize("end", [b"}", b""])
def test_renaming_behind_bytes_that_are_not_utf_8(before: bytes, end: bytes) -> None:
    source = b'from waypost import endpoint\r\nendpoint("%s{id%s", id=1)\r\n' % (before, end)
    made = Analysis(Document("file:///w/x.py", source), workspace())
    edits = made.rename(source.index(b"{id") + 2, "other")
    assert [source[edit.span.start : edit.span.end] for edit in edits] == [b"id", b"id"]
