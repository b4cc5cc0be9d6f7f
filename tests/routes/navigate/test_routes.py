"""References and highlights: of a parameter in its call, of a route in every file."""

from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.check import analysis, uri
from tests.support.marked import cursor
from waypost.analysis import Analysis
from waypost.routes.features import RouteFeatures
from waypost.routes.inventory import calls_of
from waypost.text import Document
from waypost.workspace import Folder, Index, Settings, Workspace

HEAD = "from waypost import endpoint\n"
OTHERS = {
    "a.py": HEAD + 'endpoint("GET /repos/{o}/{r}", o="x", r="y")\nendpoint("PATCH /repos/{o}/{r}", o="x", r="y")\n',
    "b.py": "import httpx\n\ndef f(x, y):\n    httpx.get(f'https://api.github.com/repos/{x}/{y}')\n",
    "c.py": HEAD + 'endpoint("GET /user")\n',
}


def workspace(**settings: object) -> Workspace:
    plain = Workspace([Folder(Path("/w"), Settings(**settings))])
    documents = {uri(name): Document.from_text(uri(name), text) for name, text in OTHERS.items()}
    index = Index().with_files({key: calls_of(RouteFeatures(each, plain).routes) for key, each in documents.items()})
    return replace(plain, index=index)


def made(source: str, **settings: object) -> tuple[Analysis, int]:
    text, offset = cursor(HEAD + source)
    return Analysis(Document.from_text(uri("a.py"), text), workspace(**settings)), offset


def test_references_of_a_route_in_all_files_whatever_the_names() -> None:
    found, offset = made('endpoint("GET /re$0pos/{owner}/{repo}", owner="x", repo="y")\nendpoint("GET /repos/{a}/{b}")')
    places = found.references(offset, declaration=True)
    assert [each.uri and each.uri.rsplit("/", 1)[-1] for each in places] == [None, None, "b.py"]
    assert OTHERS["b.py"].encode()[places[2].span.start :].startswith(b"https://api.github.com/repos/{x}/{y}")


def test_references_come_in_the_same_order_whichever_file_was_indexed_first() -> None:
    text, offset = cursor(HEAD + 'endpoint("GET /us$0er")')
    state = workspace()
    user = HEAD + 'endpoint("GET /user")\nendpoint("GET /user")\n'
    others = {
        uri(name): calls_of(RouteFeatures(Document.from_text(uri(name), user), state).routes)
        for name in ("z.py", "b.py")
    }
    state = replace(state, index=state.index.with_files(others))
    found = Analysis(Document.from_text(uri("a.py"), text), state).references(offset, declaration=True)
    assert [each.uri and each.uri.rsplit("/", 1)[-1] for each in found] == [
        None,
        "b.py",
        "b.py",
        "c.py",
        "z.py",
        "z.py",
    ]


@pytest.mark.parametrize(
    ("first", "second", "alike"),
    [
        ('HTTPConnectionPool("h.example").request', 'HTTPConnectionPool("h.example").urlopen', 2),
        ('HTTPSConnectionPool("h.example").request', 'HTTPSConnectionPool("h.example").urlopen', 2),
        ('HTTPConnectionPool("h.example").urlopen', 'HTTPSConnectionPool("h.example").urlopen', 1),
    ],
)
def test_calls_of_pools_are_alike_if_their_schemes_are(first: str, second: str, alike: int) -> None:
    source = f'import urllib3\nurllib3.{first}("GET", "/user")\nurllib3.{second}("GET", "/user")\n'
    assert len(analysis(source, "a.py").highlights(source.index("/user"))) == alike


def test_references_of_a_parameter_stay_in_its_call() -> None:
    found, offset = made('endpoint("GET /repos/{ow$0ner}/{repo}", owner="x", repo="y")')
    for declaration in (True, False):
        texts = [found.document.slice(each.span) for each in found.references(offset, declaration=declaration)]
        assert texts == ["owner", "owner"]


def test_highlights_are_those_of_the_document() -> None:
    found, offset = made('endpoint("GET /us$0er")\nendpoint("GET /user")\nendpoint("PATCH /user")')
    assert [found.document.slice(span) for span in found.highlights(offset)] == ["GET /user", "GET /user"]


def test_nothing_elsewhere() -> None:
    found, offset = made("x = 1$0")
    assert found.references(offset, declaration=True) == []
    assert found.highlights(offset) == []


def test_lenses_count_the_other_calls_and_copy() -> None:
    found, _ = made('endpoint("GET /user")$0\nendpoint("GET /zen")\n', code_lens=True)
    assert [(each.title, found.document.slice(each.span)) for each in found.lenses()] == [
        ("1 other call", 'endpoint("GET /user")'),
        ("copy as curl", 'endpoint("GET /user")'),
        ("copy as curl", 'endpoint("GET /zen")'),
    ]


def test_lenses_are_off_unless_asked_for() -> None:
    assert made('endpoint("GET /user")$0')[0].lenses() == []


def test_completion_offers_what_the_workspace_uses_first() -> None:
    found, offset = made('endpoint("GET /$0")')
    assert min(found.complete(offset).items, key=lambda each: each.sort).label == "repos"
    whole = [each.label for each in found.complete(offset).items if each.label.startswith("GET /")]
    assert set(whole[:2]) == {"GET /repos/{owner}/{repo}", "GET /user"}


def test_a_single_document_needs_no_index() -> None:
    text, offset = cursor(HEAD + 'endpoint("GET /us$0er")')
    assert len(analysis(text, "x.py").references(offset, declaration=True)) == 1
