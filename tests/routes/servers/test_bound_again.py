"""After any edits, calls of test clients are bound as in a project that is opened afresh; what may be kept is kept."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace

import pytest

from tests.support.check import uri, workspace
from waypost.analysis import Analysis
from waypost.cancel import Cancelled
from waypost.routes.domain.bounds import BOUNDS
from waypost.routes.program.table import QueryContext
from waypost.routes.serving.machine import ServingMachine
from waypost.routes.serving.project import ServingProjects
from waypost.routes.serving.queries import FoundCalls
from waypost.text import Document

_MAIN = """\
from fastapi import FastAPI
from users import router
PREFIX = "/api"
app = FastAPI()
other = FastAPI()
app.include_router(router, prefix="/api")
"""
_USERS = """\
from fastapi import APIRouter
router = APIRouter()
TAGS = {"u": ["users"]}
@router.get("/users/{user_id}", tags=["users"])
def read_user(user_id: int):
    return {"id": user_id}
@router.post("/users", tags=TAGS["u"])
def add_user(): ...
def paths():
    return "/users"
"""
_CONFTEST = """\
import pytest
from fastapi.testclient import TestClient
from main import app
@pytest.fixture
def client():
    return TestClient(app)
"""
_TEST = "def test_{0}(client):\n    client.get('/api/users/1')\n    client.get('/{0}/users/1')\n"
_FILES = {
    "main.py": _MAIN,
    "users.py": _USERS,
    "conftest.py": _CONFTEST,
    "test_v1.py": _TEST.format("v1"),
    "test_v2.py": _TEST.format("v2"),
    "test_prefix.py": "import main\ndef test_a(client):\n    client.get(main.PREFIX + '/users/1')\n",
    "test_own.py": (
        "from main import app, other\nfrom users import router\nfrom fastapi.testclient import TestClient\n"
        "def test_a():\n    other.include_router(router, prefix='/own')\n    c = TestClient(other)\n"
        "    c.get('/own/users/1')\n    c.get('/api/users/1')\n"
    ),
    "test_base.py": (
        "import main\nfrom fastapi.testclient import TestClient\n"
        "def test_a():\n    c = TestClient(main.app, base_url='http://x' + main.PREFIX)\n    c.get('/users/1')\n"
    ),
}
_TESTS = [name for name in _FILES if name.startswith("test_")]


class Project:
    """A project whose files are all open, and are edited one after the other."""

    def __init__(self) -> None:
        self.texts = dict(_FILES)
        self.workspace = workspace({}, self.texts)
        self.analyses = {name: Analysis(self.workspace.open[uri(name)], self.workspace) for name in _TESTS}

    def findings(self) -> dict[str, list[str]]:
        return _findings(self.analyses)

    def edit(self, file: str, *pairs: tuple[str, str]) -> None:
        text = self.texts[file]
        for old, new in pairs:
            assert old in text
            text = text.replace(old, new)
        self.texts[file] = text
        document = Document.from_text(uri(file), text)
        self.workspace = replace(self.workspace, open={**self.workspace.open, document.uri: document})
        self.analyses = {
            name: each.updated(self.workspace.open[uri(name)], [], self.workspace)
            if name != file
            else Analysis(document, self.workspace)
            for name, each in self.analyses.items()
        }

    def afresh(self) -> dict[str, list[str]]:
        made = workspace({}, self.texts)
        return _findings({name: Analysis(made.open[uri(name)], made) for name in _TESTS})


def _findings(analyses: Mapping[str, Analysis]) -> dict[str, list[str]]:
    return {name: [f"{each.span} {each.message}" for each in made.diagnostics()] for name, made in analyses.items()}


@contextmanager
def runs_noted(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """The files whose functions are run with clients of apps."""
    found: list[str] = []
    answer = FoundCalls.answer

    def noted(self: FoundCalls, context: QueryContext) -> object:
        found.append(self.file)
        return answer(self, context)

    with monkeypatch.context() as patched:
        patched.setattr(FoundCalls, "answer", noted)
        yield found


# What is edited, and the files whose functions are run again, to see which apps their calls go to: those alone.
_EDITS = [
    # A prefix, a path and the body of a handler, comments: what apps serve, and where it is written.
    ("main.py", [('prefix="/api"', 'prefix="/v2"')], ["test_own.py"]),
    ("users.py", [('"/users/{user_id}"', '"/people/{user_id}"')], ["test_own.py"]),
    ("users.py", [('"/users", tags', '"/people", tags')], ["test_own.py"]),
    ("users.py", [('{"id": user_id}', '{"id": user_id, "name": ""}')], ["test_own.py"]),
    ("main.py", [("app = FastAPI()\nother", "# The apps.\n\napp = FastAPI()\nother")], ["test_own.py"]),
    # Their own text, or what they are given.
    ("test_v1.py", [("client.get('/v1", "client.post('/v1")], ["test_v1.py"]),
    ("conftest.py", [("TestClient(app)", "TestClient(app, base_url='http://x/api')")], _TESTS),
    # No less: which app it is, what else tests can see, what an app is when they are given it.
    ("conftest.py", [("import app", "import other as app")], _TESTS),
    ("main.py", [("app.include_router", "other.include_router")], _TESTS),
    ("main.py", [('PREFIX = "/api"', 'PREFIX = "/v2"')], _TESTS),
    ("main.py", [("app = FastAPI()\nother", 'app = FastAPI(root_path="/v2")\nother')], _TESTS),
    ("main.py", [("other = FastAPI()", "other = app")], _TESTS),
    ("main.py", [('prefix="/api"', "prefix=PREFIX")], _TESTS),
]  # fmt: skip


@pytest.mark.parametrize(("file", "pairs", "expected"), _EDITS)
def test_what_is_run_again(
    file: str, pairs: list[tuple[str, str]], expected: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    project = Project()
    before = project.findings()
    with runs_noted(monkeypatch) as run:
        project.edit(file, *pairs)
        after = project.findings()
    assert after == project.afresh()
    assert sorted(set(run)) == sorted(expected)
    # And back.
    project.edit(file, *((new, old) for old, new in pairs))
    assert project.findings() == before


def test_a_chain_of_edits() -> None:
    project = Project()
    for file, pairs, _ in _EDITS:
        if all(old in project.texts[file] for old, _ in pairs):
            project.edit(file, *pairs)
            assert project.findings() == project.afresh()


def test_half_typed() -> None:
    project = Project()
    whole = 'app.include_router(router, prefix="/api")\n'
    for length in range(len(whole)):
        project.edit("main.py", (project.texts["main.py"][_MAIN.index(whole) :], f"{whole[:length]}\n"))
        if length % 5 == 0:
            assert project.findings() == project.afresh()


def test_a_fixture_that_becomes_a_client() -> None:
    project = Project()
    project.edit("conftest.py", ("TestClient(app)", "object()"))
    assert project.findings() == project.afresh()
    project.edit("conftest.py", ("object()", "TestClient(app)"))
    found = project.findings()
    assert found == project.afresh()
    assert any("/v1/users/1" in each for each in found["test_v1.py"])


def test_what_a_file_declares_when_it_is_imported_is_its_own() -> None:
    """Another file's calls are bound as if it had never been run."""
    own = "import main\nmain.app.router.routes.append(main.thing)\ndef test_a(client):\n    client.get('/x')\n"
    files = {**_FILES, "test_a.py": own, "test_b.py": "def test_b(client):\n    client.get('/x')\n"}
    alone = workspace({}, files)
    [expected] = Analysis(alone.open[uri("test_b.py")], alone).diagnostics()
    made = workspace({}, files)
    list(Analysis(made.open[uri("test_a.py")], made).diagnostics())
    assert list(Analysis(made.open[uri("test_b.py")], made).diagnostics()) == [expected]


def test_apps_are_as_they_were_once_a_file_was_asked_about() -> None:
    project = Project()
    serving = project.workspace.services.of(ServingProjects).of(project.workspace, uri("main.py"))
    before = serving.apps(project.workspace)
    project.findings()
    document = Document.from_text(uri("users.py"), f"{_USERS}\n")
    project.workspace = replace(project.workspace, open={**project.workspace.open, document.uri: document})
    serving.called_in("test_own.py", project.workspace)
    assert serving.apps(project.workspace) == before


def test_a_run_that_is_broken_off_leaves_nothing_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever asks is cancelled in the middle of a test, again and again."""
    project = Project()
    expected = project.afresh()
    serving = project.workspace.services.of(ServingProjects).of(project.workspace, uri("main.py"))
    serving.apps(project.workspace)

    def broken_off(*_: object) -> object:
        raise Cancelled

    with monkeypatch.context() as patched:
        patched.setattr(ServingMachine, "_note", broken_off)
        for _ in range(BOUNDS.nesting):
            with pytest.raises(Cancelled):
                serving.called_in("test_v1.py", project.workspace)
    assert project.findings() == expected
