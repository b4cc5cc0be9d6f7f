"""An edit yields exactly what opening the new text yields, and only what it can affect is analysed again."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.bench.route_editor import functions, one_class
from tests.support.budget import examples
from tests.support.check import workspace
from tests.support.edits import with_edit, with_other_text
from waypost.analysis import Analysis
from waypost.routes.features import RouteFeatures
from waypost.routes.inventory import calls_of
from waypost.routes.sites.file_sites import Routes
from waypost.text import Document, Encoding, Position, Span, TextChange

SOURCE = """\
import httpx
from waypost import endpoint

BASE = "https://x.example"
e = endpoint.defaults(owner="o")


def fetch(path, **values):
    return httpx.get(BASE + path.format(**values))


class Api:
    prefix = "/v1"

    def __init__(self):
        self.client = httpx.Client(base_url=BASE)

    def users(self, name):
        return self.client.get(self.prefix + "/users/{name}")

    def issues(self):
        return self.client.get("/issues", params={"page": 1})


def main(name):
    fetch("/users/{name}", name=name)
    e("GET /users/{owner}/{more}")


e("GET /users/{other}")
"""


def answers(made: Analysis) -> object:
    span = Span(0, len(made.document.source))
    told = list(made.diagnostics()), list(made.symbols()), list(made.tokens())
    places = range(0, span.end, 37)
    asked = [(made.hover(at), list(made.definition(at))) for at in places]
    assert isinstance(made.features, RouteFeatures)
    return *told, list(made.inlay_hints(span)), asked, calls_of(made.features.routes)


PIECES = [
    '"',
    "'",
    "(",
    ")",
    "{",
    "}",
    "x",
    "\n",
    "    ",
    "def f():\n",
    "\nclass B:\n",
    "self.prefix",
    "name",
    '"""',
    "# ",
    "",
]
PIECES += ['\nBASE = "https://y.example"\n', "owner", "=", ",", "\U0001f6a9", "httpx", "import ", "\r\n"]


@examples(15)
@example([(0.97265625, 30, '"'), (0.337890625, 0, '"')])  # a class loses its name, and its members lose their class
@example([(0.4375, 0, '"'), (0.0, 30, '"')])  # the last word about GitHub is deleted
@example([(0.61, 0, "\nclass B:\n")])  # members get another class
@example([(0.3046875, 0, '"')])  # a string is half of what is given
@given(st.lists(st.tuples(st.floats(0, 1), st.sampled_from([0, 0, 1, 3, 30]), st.sampled_from(PIECES)), max_size=5))
@pytest.mark.slow
def test_edits_yield_what_a_fresh_start_yields(edits: list[tuple[float, int, str]]) -> None:
    files = workspace()
    document = Document.from_text("file:///w/x.py", SOURCE)
    made = Analysis(document, files)
    made.diagnostics()
    for place, length, text in edits:
        document, applied = with_edit(document, place, length, text)
        made = made.updated(document, applied, files)
        assert answers(made) == answers(Analysis(document, files))
        assert isinstance(made.features, RouteFeatures)


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_comment_that_ignores_a_finding_counts_while_it_is_there(end: str) -> None:
    files = workspace()
    written = 'e("GET /users/{other}")'
    document = Document.from_text("file:///w/x.py", f"# \U0001f6a9\n{SOURCE}".replace("\n", end))
    made = Analysis(document, files)
    found = list(made.diagnostics())
    assert document.slice(found[-1].span) in written
    line = len(document.lines) - 2
    comment = "  # waypost: ignore"
    for count, letter in enumerate(comment, len(written)):
        place = Position(line, count)
        document, applied = document.edited([TextChange(letter, place, place)], Encoding.UTF8)
        made = made.updated(document, applied, files)
        assert made.diagnostics() == (found[:-1] if count == len(written + comment) - 1 else found)
    gone = TextChange("", Position(line, len(written)), Position(line, len(written + comment)))
    document, applied = document.edited([gone], Encoding.UTF8)
    assert made.updated(document, applied, files).diagnostics() == found


# The interpreter runs a whole file again, and nothing of other files that does not rest on it: what it asks again is
# in `program/test_edits.py`. What is computed from the routes of a block is kept while these are the same.
@pytest.fixture
def worked_out(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the blocks of whose routes something is computed."""
    seen: list[str] = []
    work_out = Routes._work_out

    def noting(routes: Routes, index: int, *given: Any, **named: Any) -> object:
        seen.append(routes.blocks[index].name)
        return work_out(routes, index, *given, **named)

    monkeypatch.setattr(Routes, "_work_out", noting)
    return seen


def edited(old: str, new: str, worked_out: list[str], source: str = SOURCE) -> set[str]:
    """The blocks that are looked at after an edit, which answers are those of a fresh start."""
    document = Document.from_text("file:///w/x.py", source)
    files = workspace()
    made = Analysis(document, files)
    asked(made)
    document, applied = with_other_text(document, old, new)
    worked_out.clear()
    made = made.updated(document, applied, files)
    asked(made)
    found = {*worked_out}
    assert answers(made) == answers(Analysis(document, files))
    return found


def asked(made: Analysis) -> None:
    """What editors request for a whole document after every keystroke, and its part in the index after a pause."""
    made.diagnostics()
    made.symbols()
    made.tokens()
    assert isinstance(made.features, RouteFeatures)
    calls_of(made.features.routes)


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize(
    ("old", "new", "blocks"),
    [
        ('"page": 1', '"page": 12', {"issues"}),
        ('"page": 1', '\n"page": 1', {"issues"}),  # what is below has moved
        ('"https://x.example"', '"https://z.example"', {"fetch", "users", "issues", "main", ""}),
        ('prefix = "/v1"', 'prefix = "/v2"', {"users"}),
        ("path.format(**values)", "path.format(**values )", {"fetch", "main"}),
        ("self.client = httpx", "self.client  = httpx", {"users", "issues"}),  # where their client is made
        ("return self.client.get(self.prefix", "return  self.client.get(self.prefix", {"users"}),
        (
            "def main(name):",
            "def main2(name):",
            {"fetch", "users", "issues", "main2", ""},
        ),  # a fix may say which names are missing
    ],
)
def test_only_blocks_whose_routes_have_changed_are_looked_at(
    old: str, new: str, blocks: set[str], end: str, worked_out: list[str]
) -> None:
    source = f"# \U0001f6a9\n{SOURCE}".replace("\n", end)
    assert edited(old.replace("\n", end), new.replace("\n", end), worked_out, source) == blocks


def test_what_other_files_do_leaves_what_was_computed_as_it_is(worked_out: list[str]) -> None:
    document, other = (Document.from_text(f"file:///w/{name}.py", SOURCE) for name in "xy")
    files = replace(workspace(), open={document.uri: document, other.uri: other})
    made = Analysis(document, files)
    asked(made)
    worked_out.clear()
    other, _ = with_other_text(other, '"page": 1', '"page": 12')
    asked(made.updated(document, (), replace(files, open={document.uri: document, other.uri: other})))
    assert worked_out == []


@pytest.mark.parametrize("source", [functions(), one_class()])
def test_a_key_in_what_the_benchmark_edits_looks_at_one_function(worked_out: list[str], source: str) -> None:
    assert edited("key='value 7'", "key='value 71'", worked_out, source[: source.index("issue_9")]) == {"issue_0"}


HEIRS = """\
import requests


def above():
    return 1


class Base:
    path = "/base"

    def get(self):
        return requests.get("https://x.example" + self.path)


class Users(Base):
    path = "/users"


class Pets(Base):
    path = "/pets"
"""


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("looks", [False, True])
def test_the_listed_requests_of_subclasses_are_those_of_now(end: str, *, looks: bool) -> None:
    """Also if only the list depends on them, and the routes were looked for at another place since then."""
    files = workspace()
    document = Document.from_text("file:///w/x.py", f"# \U0001f6a9\n{HEIRS}".replace("\n", end))
    made = Analysis(document, files)
    asked(made)
    edits = ("return 1", "return 12"), ("/pets", "/toys"), ('"/users"', '"'), ('path = "', "pat"), ("(Base)", "(Other)")
    for old, new in edits:
        document, applied = with_other_text(document, old, new)
        made = made.updated(document, applied, files)
        if looks:
            assert isinstance(made.features, RouteFeatures)
            made.features.sites()
        asked(made)
        assert answers(made) == answers(Analysis(document, files)), new


SHARED = """\
import httpx

session = httpx.Client()
parts = []
ITEMS = ["a"]


def first(client: httpx.Client, item):
    log(session, ITEMS)
    parts[0] = 1
    return session.get("https://x.example/a")


def second(client: httpx.Client):
    return session.get("https://x.example/" + ITEMS[0])


def third(client: httpx.Client):
    return session.get("https://x.example/", params=parts)


def log(one, other):
    print(one)
"""


EDITS = (
    (SOURCE, '"page": 1', '"page": 12'),
    (SOURCE, '"page": 1', '\n"page": 1'),
    (SOURCE, '"https://x.example"', '"https://z.example"'),
    (SOURCE, 'prefix = "/v1"', 'prefix = "/v2"'),
    (SOURCE, "    def users", "class B:\n    def users"),
    (SOURCE, "path.format(**values)", "path.format(**values )"),
    (SOURCE, "self.client = httpx", "self.client  = httpx"),
    (SOURCE, "/users/{", "/usersx/{"),
    (SHARED, 'example/a")', 'example/ab")'),
    (SHARED, "parts[0] = 1", "parts[0] = 12"),
    (SHARED, "log(session, ITEMS)", "log(session, ITEM)"),
    (SHARED, "log(session, ITEMS)", "lo(session, ITEMS)"),
    (SHARED, "parts[0] = 1", "part[0] = 1"),
    (SHARED, "first(client: httpx.Client, item)", "first(client: httpx.Client, ITEMS)"),
    (SHARED, "def log(one", "def log("),
)


@pytest.mark.parametrize(("source", "old", "new"), EDITS)
def test_an_edit_and_its_undoing_yield_what_a_fresh_start_yields(source: str, old: str, new: str) -> None:
    files = workspace()
    source, old, new = (each.replace("\n", "\r\n") for each in (f"# \U0001f6a9\n{source}", old, new))
    document = Document.from_text("file:///w/x.py", source)
    made = Analysis(document, files)
    answers(made)
    for gone, come in ((old, new), (new, old)):
        document, applied = with_other_text(document, gone, come)
        made = made.updated(document, applied, files)
        assert answers(made) == answers(Analysis(document, files))


BELOW = """\
import httpx
from waypost import endpoint

def f():
    e("GET /users/{owner}")
    c.get("https://b.example/x")

def g():
    pass

def h():
    pass

def i():
    pass

e = endpoint.defaults(owner="o")
c = httpx.Client(base_url="https://a.example", headers={"Authorization": t})
"""


def test_places_below_an_edit_move_for_those_above_it_too() -> None:
    """A name that a block refers to has moved, but the block has not."""
    files = workspace()
    document = Document.from_text("file:///w/x.py", BELOW)
    made = Analysis(document, files)
    at = BELOW.index("owner")
    made.diagnostics(), made.definition(at)
    document, applied = document.edited([TextChange("\n", Position(8, 0), Position(8, 0))], Encoding.UTF8)
    made = made.updated(document, applied, files)
    (found,) = made.diagnostics()
    assert document.slice(found.related[0].location.span) == '"Authorization"'
    assert [document.slice(each.span) for each in made.definition(at)] == ["owner"]


def test_settings_that_change_are_heeded() -> None:
    document = Document.from_text("file:///w/x.py", 'x.fetch("/a/{b}".format())\n')
    made = RouteFeatures(document, workspace())
    assert not made.sites()
    calls = {"mine": {"callee": "*.fetch", "url": 0, "verb": "GET"}}
    assert len(made.updated(document, [], workspace({"calls": calls})).sites()) == 1


def test_a_client_that_is_no_longer_named_in_the_file_is_forgotten_everywhere() -> None:
    source = """\
from gidgethub.abc import GitHubAPI
import httpx


async def main(gh, owner):
    await gh.getitem(f"/users/{owner}")
"""
    document = Document.from_text("file:///w/x.py", source)
    made = Analysis(document, workspace())
    assert [each.rule for each in made.diagnostics()] == ["raw-interpolation"]
    for text, rules in (("", []), ("gidgethub", ["raw-interpolation"])):
        end = Position(0, 5 + (0 if text else len("gidgethub")))
        document, edits = document.edited([TextChange(text, Position(0, 5), end)], Encoding.UTF16)
        made = made.updated(document, edits, workspace())
        assert [each.rule for each in made.diagnostics()] == rules
        assert made.diagnostics() == Analysis(document, workspace()).diagnostics()


CHOOSING = """\
import httpx
from httpx import get as first


def load(path):
    return httpx.get("https://x.example/" + path)


def idle():
    pass


def main():
    load("users")


def second(url):
    first(url)


def third(url):
    open(url)


opened = 1
"""


@pytest.mark.parametrize(
    ("old", "new", "blocks"),
    [
        ('/" + path', '/users"', [1, 4]),  # no longer a wrapper, so that its caller sends nothing
        ('return httpx.get("https://x.example/" + path)', "return path", [4]),
        ("pass", 'httpx.get("/x")', [1, 2, 3, 4]),
        ("as first", "as another", [1, 3]),
        ("opened =", "open =", [1, 3, 4, 5]),  # no longer Python's own
        ("opened = 1", "def open(url): pass", [1, 3, 4, 5]),
    ],
)
def test_what_is_chosen_after_an_edit_is_chosen_by_a_fresh_start(old: str, new: str, blocks: list[int]) -> None:
    """Both ways, because a block may gain what makes others routes, or lose it."""
    edits = ((CHOOSING, old, new, blocks), (CHOOSING.replace(old, new), new, old, [1, 3, 4]))
    for text, gone, come, chosen in edits:
        document, files = Document.from_text("file:///w/x.py", text), workspace()
        made = RouteFeatures(document, files)
        made.sites()
        start = text.index(gone)
        first, last = (document.position(at, Encoding.UTF8) for at in (start, start + len(gone)))
        document, applied = document.edited([TextChange(come, first, last)], Encoding.UTF8)
        made, fresh = made.updated(document, applied, files), RouteFeatures(document, files)
        assert made.sites() == fresh.sites()
        assert {made.routes.blocks.at(site.span.start) for site in made.sites()} <= {*chosen}
