"""Calls of clients that are made of an app, and calls that settings bind to one: definition, hover, findings."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.check import uri, workspace
from waypost.analysis import Analysis
from waypost.projects.file import read_settings
from waypost.routes.features import RouteFeatures
from waypost.routes.inventory import call_of
from waypost.routes.serving.project import ServingProjects
from waypost.routes.serving.queries import RunOfServing, ServingRun
from waypost.text import Document
from waypost.workspace import Folder, Workspace, uri_of
from waypost.workspace.index import Index

_MAIN = """\
from fastapi import FastAPI
app = FastAPI()
@app.get("/users/{user_id}")
def read_user(user_id: int): ...
@app.get("/users/me")
def me(): ...
@app.post("/items")
def add(): ...
"""
_CONFTEST = """\
import pytest
from fastapi.testclient import TestClient
from main import app
@pytest.fixture
def client():
    with TestClient(app) as made:
        yield made
"""
_FILES = {"main.py": _MAIN, "conftest.py": _CONFTEST}


def of(source: str, files: Mapping[str, str] = _FILES, apis: Mapping[str, object] | None = None) -> Analysis:
    made = workspace({"apis": apis} if apis else {}, {**files, "test_a.py": source})
    return Analysis(made.open[uri("test_a.py")], made)


def findings(source: str, files: Mapping[str, str] = _FILES, apis: Mapping[str, object] | None = None) -> list[str]:
    return [f"{each.rule}: {each.message}" for each in of(source, files, apis).diagnostics()]


def leads_to(source: str, text: str, files: Mapping[str, str] = _FILES) -> list[str]:
    """The texts that the definition of a place in a test leads to."""
    found = of(source, files).definition(source.index(text))
    return [files[each.uri.removeprefix("file:///w/")][slice(*each.span)] for each in found if each.uri]


_NOWHERE = "unknown-route: main:app has no route `/user/1`; did you mean `/users/1`?"


@pytest.mark.parametrize(
    "source",
    [
        'def test_a(client):\n    client.get("/user/1")\n',
        ('from fastapi.testclient import TestClient\nfrom main import app\nclient = TestClient(app)\n'
        'def test_a():\n    client.get("/user/1")\n'),
        ('from httpx import ASGITransport, AsyncClient\nimport main\nasync def test_a():\n'
        '    async with AsyncClient(transport=ASGITransport(app=main.app), base_url="http://test") as c:\n'
        '        await c.get("/user/1")\n'),
        ('import unittest\nfrom fastapi.testclient import TestClient\nfrom main import app\n'
        'class Test(unittest.TestCase):\n    def setUp(self):\n        self.client = TestClient(app)\n'
        '    def test_a(self):\n        self.client.get("/user/1")\n'),
    ],
)  # fmt: skip
def test_a_call_to_nowhere(source: str) -> None:
    assert findings(source) == [_NOWHERE]


def test_a_wrong_verb() -> None:
    assert findings('def test_a(client):\n    client.get("/items")\n') == [
        "wrong-verb: main:app has no GET `/items`, only POST"
    ]


@pytest.mark.parametrize(
    "source",
    [
        'def test_a(client):\n    client.get("/users/1")\n    client.get("/docs")\n    client.head("/openapi.json")\n',
        # What a test expects to be refused is no fault.
        'def test_a(client):\n    r = client.get("/user/1")\n    assert r.status_code == 404\n',
        'import pytest\ndef test_a(client):\n    with pytest.raises(ValueError):\n        client.get("/user/1")\n',
        ('import pytest\n@pytest.mark.parametrize("status", [404])\n'
        'def test_a(client, status):\n    assert client.get("/user/1").status_code == status\n'),
        # A client of which nobody knows what it is made of.
        'def test_a(other_client):\n    other_client.get("/user/1")\n',
        'def test_a(client):\n    client.get("/us\n',
    ],
)  # fmt: skip
def test_what_is_no_fault(source: str) -> None:
    assert findings(source) == []


_TYPED = """\
from flask import Flask
app = Flask(__name__)
@app.get("/users/<int:user_id>")
def read(user_id): ...
@app.get("/users/active")
def active(): ...
@app.get("/keys/<uuid:key>/<float:x>")
def key(key, x): ...
"""


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("'/users/12'", ""),
        ("'/users/active'", ""),
        ("f'/users/{x}'", ""),
        ("f'/users/1{x}'", ""),
        ("'/users/abc'", "unknown-route: main:app has no route `/users/abc` (`user_id` is an integer)"),
        ("'/users/actve'", ("unknown-route: main:app has no route `/users/actve` (`user_id` is an integer); "
         "did you mean `/users/active`?")),
        ("'/keys/c0ffee00-0000-0000-0000-000000000000/1.5'", ""),
        ("'/keys/1/1.5'", "unknown-route: main:app has no route `/keys/1/1.5` (`key` is a UUID)"),
        ("'/users/", ""),
    ],
)  # fmt: skip
def test_values_that_the_framework_does_not_take(path: str, expected: str) -> None:
    source = f"from main import app\nclient = app.test_client()\ndef test_a(x):\n    client.get({path})\n"
    assert findings(source, {"main.py": _TYPED}) == ([expected] if expected else [])


_LINES = "from fastapi.testclient import TestClient\nfrom main import app\nimport plugin\ndef test_a():\n    "


@pytest.mark.parametrize(
    "client",
    [
        # Something is around the app, which may answer, or change the path.
        "TestClient(plugin.wrap(app))",
        "TestClient(Mount('/user', app=app))",
        # There may be a base URL.
        "TestClient(app, **plugin.options)",
    ],
)
def test_a_client_of_which_not_all_is_known(client: str) -> None:
    assert findings(f"from starlette.routing import Mount\n{_LINES}{client}.get('/user/1')\n") == []
    assert findings(f"{_LINES}TestClient(app).get('/user/1')\n") == [_NOWHERE]


_TWO = """\
from fastapi import FastAPI
from fastapi.testclient import TestClient
from main import app
other = FastAPI()
@other.get("/user/1")
def user(): ...
def ask(c):
    return c.get("/user/1")
"""


@pytest.mark.parametrize(
    ("tests", "expected"),
    [
        ("def test_a(client):\n    ask(client)\ndef test_b(client):\n    ask(client)\n", [_NOWHERE]),
        ("def test_a():\n    ask(TestClient(app))\ndef test_b():\n    ask(TestClient(other))\n", []),
        ("def test_a():\n    ask(TestClient(other))\ndef test_b():\n    ask(TestClient(app))\n", []),
        ("def test_a():\n    ask(TestClient(app))\n    ask(TestClient(other))\n", []),
        ("def test_a():\n    ask(TestClient(app))\n    ask(TestClient(app, base_url='http://t/x'))\n", []),
    ],
)
def test_a_function_that_several_tests_call(tests: str, expected: list[str]) -> None:
    """A call for which they have different clients says nothing of one app."""
    assert findings(_TWO + tests) == expected


def test_a_call_in_another_file_is_found_there() -> None:
    files = {**_FILES, "helpers.py": 'def ask(client):\n    return client.get("/user/1")\n'}
    assert findings("from helpers import ask\ndef test_a(client):\n    ask(client)\n", files) == []


_APP_FIXTURE = """\
import pytest
from fastapi.testclient import TestClient
import main
@pytest.fixture
def f0():
    return main.app
"""


def test_fixtures_of_fixtures() -> None:
    """Two are given the same one; and one is given one that is given one, and so on."""
    both = "".join(f"@pytest.fixture\ndef {name}(f0):\n    return TestClient(f0)\n" for name in ("one", "two"))
    asked = f"{_APP_FIXTURE}{both}def test_a(one, two):\n    one.get('/user/1')\n    two.get('/user/1')\n"
    assert findings(asked) == [_NOWHERE, _NOWHERE]
    chain = "".join(f"@pytest.fixture\ndef f{at}(f{at - 1}):\n    return f{at - 1}\n" for at in range(1, 9))
    assert findings(f"{_APP_FIXTURE}{chain}def test_a(f8):\n    TestClient(f8).get('/user/1')\n") == [_NOWHERE]


def test_fixtures_in_a_circle() -> None:
    """pytest refuses them."""
    circle = "@pytest.fixture\ndef one(two): return two\n@pytest.fixture\ndef two(one): return one\n"
    asked = f"import pytest\n{circle}def test_a(one, client):\n    one.get('/user/1')\n    client.get('/user/1')\n"
    assert findings(asked) == [_NOWHERE]


def test_a_client_that_a_fixture_of_a_plugin_makes() -> None:
    app = (
        "from aiohttp import web\nasync def user(request): ...\napp = web.Application()\n"
        'app.router.add_get("/users/{id}", user)\n'
    )
    source = "from main import app\nasync def test_a(aiohttp_client):\n    c = await aiohttp_client(app)\n"
    assert findings(f"{source}    await c.get('/user/1')\n    await c.get('/users/1')\n", {"main.py": app}) == [
        _NOWHERE
    ]


def test_an_app_that_is_not_understood_reports_nothing_below_that() -> None:
    files = {**_FILES, "main.py": _MAIN + 'import plugin\napp.include_router(plugin.router, prefix="/p")\n'}
    assert findings('def test_a(client):\n    client.get("/p/user/1")\n', files) == []
    assert findings('def test_a(client):\n    client.get("/user/1")\n', files) == [_NOWHERE]
    handed = {**_FILES, "main.py": _MAIN + "import plugin\nplugin.setup(app)\n"}
    assert findings('def test_a(client):\n    client.get("/user/1")\n', handed) == []


def test_a_call_leads_to_its_handler() -> None:
    source = 'def test_a(client):\n    client.get(f"/users/{1 + 1}")\n    client.post("/items", json={})\n'
    assert leads_to(source, "/users") == ["read_user"]
    assert leads_to(source, "/items") == ["add"]


_VIEWS = {
    "proj/settings.py": 'ROOT_URLCONF = "proj.urls"\n',
    "proj/urls.py": (
        "from django.urls import path\nfrom . import v\n"
        "urlpatterns = [path('late/', v.Late.as_view()), path('short/', lambda request: None)]\n"
    ),
    "proj/v.py": "from django.views import View\nclass Late(View):\n    def get(self, request): ...\n",
}


@pytest.mark.parametrize(("path", "to"), [("/late/", "Late"), ("/short/", "lambda request: None")])
def test_a_call_leads_to_a_class_and_to_what_has_no_name(path: str, to: str) -> None:
    source = f"from django.test import Client\ndef test_a():\n    Client().get('{path}')\n"
    assert leads_to(source, path, _VIEWS) == [to]


def test_a_call_of_a_route_that_nothing_answers_leads_to_its_declaration() -> None:
    shop = (
        "from pyramid.config import Configurator\ndef main(settings):\n    config = Configurator()\n"
        "    config.add_route('a', '/a')\n    return config.make_wsgi_app()\n"
    )
    source = "import shop\nfrom webtest import TestApp\ndef test_a():\n    TestApp(shop.main({})).get('/a')\n"
    assert leads_to(source, "/a", {"shop.py": shop}) == ["config.add_route('a', '/a')"]


def test_what_the_framework_answers_itself_leads_nowhere() -> None:
    assert leads_to('def test_a(client):\n    client.get("/docs")\n', "/docs") == []


def test_findings_rest_on_the_files_of_the_app() -> None:
    found = of('def test_a(client):\n    client.get("/user/1")\n')
    found.diagnostics()
    assert {uri("main.py"), uri("conftest.py")} <= found.reads()


def test_the_first_route_that_fits_answers() -> None:
    """`/users/{user_id}` is declared before `/users/me`."""
    assert leads_to('def test_a(client):\n    client.get("/users/me")\n', "/users") == ["read_user"]


def test_hover_names_the_route_and_its_place() -> None:
    source = 'def test_a(client):\n    client.get("/users/1")\n'
    hover = of(source).hover(source.index("/users"))
    assert hover is not None
    assert "`GET /users/{user_id}` · main.py:4" in hover.markdown


_HTTPX = "from httpx import ASGITransport, AsyncClient\nfrom main import app\nasync def test_a(where):\n"


@pytest.mark.parametrize(
    ("made", "path", "expected"),
    [
        # httpx puts the path of a base URL before each path, and no longer takes an app itself.
        ('AsyncClient(transport=ASGITransport(app), base_url="http://t/users")', "/1", []),
        ('AsyncClient(transport=ASGITransport(app), base_url="http://t/users/")', "/1/2", ["unknown-route"]),
        ('AsyncClient(transport=ASGITransport(app), base_url="http://t")', "/1", ["unknown-route"]),
        ('AsyncClient(app=app, base_url="http://t")', "/1", ["refused-argument", "unknown-route"]),
        ("AsyncClient(transport=ASGITransport(app), base_url=where)", "/1", []),
        # An app that pretends to be somewhere gets paths with or without that.
        ('AsyncClient(transport=ASGITransport(app, root_path="/x"), base_url="http://t")', "/1", ["unknown-route"]),
        ('AsyncClient(transport=ASGITransport(app, root_path="/x"), base_url="http://t")', "/x/users/1", []),
        ('AsyncClient(transport=ASGITransport(app, root_path="/x"), base_url="http://t/x")', "/users/1", []),
        ('AsyncClient(transport=ASGITransport(app, root_path="/x"), base_url="http://t")', "/users/1", []),
        ('AsyncClient(transport=ASGITransport(app, root_path=where), base_url="http://t")', "/1", []),
    ],
)  # fmt: skip
def test_where_a_client_begins(made: str, path: str, expected: list[str]) -> None:
    source = f'{_HTTPX}    async with {made} as c:\n        await c.get("{path}")\n'
    assert [each.partition(":")[0] for each in findings(source)] == expected


def test_an_app_that_pretends_to_be_somewhere() -> None:
    """By its own argument, for clients of tests and of other services."""
    files = {**_FILES, "main.py": _MAIN.replace("FastAPI()", 'FastAPI(root_path="/api/v1/")')}
    both = "def test_a(client):\n    client.get('/users/1')\n    client.get('/api/v1/users/1')\n"
    assert findings(both, files) == []
    assert findings("def test_a(client):\n    client.get('/api/v1/user/1')\n", files) == [
        "unknown-route: main:app has no route `/api/v1/user/1`; did you mean `/users/1`?"
    ]
    service = "import httpx\nhttpx.get('http://users.internal/api/v1/users/1')\nhttpx.get('http://users.internal/x')\n"
    found = findings(service, files, {"http://users.internal": "python:main:app"})
    assert [each.partition(":")[0] for each in found] == ["unknown-route"]


def test_an_app_without_a_name() -> None:
    source = (
        "from fastapi import FastAPI\nfrom fastapi.testclient import TestClient\n"
        'def test_a():\n    app = FastAPI()\n    TestClient(app).get("/x")\n'
    )
    assert findings(source) == ["unknown-route: the FastAPI app has no route `/x`"]


_SERVICE = 'import httpx\nhttpx.get("http://users.internal/api/v1/user/1")\n'
_OTHER = {"http://users.internal/api/v1": "python:main:app"}


def test_a_setting_binds_the_client_of_another_service() -> None:
    assert [each.partition(":")[0] for each in findings(_SERVICE, apis=_OTHER)] == ["unknown-route"]
    assert findings(_SERVICE, apis={"http://users.internal/api/v1": "python:main:nothing"}) == []


@pytest.mark.parametrize("mounted", ["", "/api/v1"])
def test_an_address_may_have_the_path_that_the_routes_have_themselves(mounted: str) -> None:
    files = {**_FILES, "main.py": _MAIN.replace("/users/{", f"{mounted}/users/{{")}
    right = "import httpx\nhttpx.get('http://users.internal/api/v1/users/1')\n"
    assert findings(right, files, apis=_OTHER) == []
    assert [each.partition(":")[0] for each in findings(_SERVICE, files, apis=_OTHER)] == ["unknown-route"]


def test_a_test_in_no_project_is_given_no_client() -> None:
    document = Document.from_text("file:///nowhere/test_a.py", 'def test_a(client):\n    client.get("/user/1")\n')
    assert Analysis(document, Workspace([], {document.uri: document})).diagnostics() == []


def test_an_app_on_disk_that_changes(tmp_path: Path) -> None:
    """The server is told that files have changed, not which of them an answer rests on."""
    for name, text in {**_FILES, "pyproject.toml": "[tool.waypost]\n"}.items():
        (tmp_path / name).write_text(text)
    document = Document.from_text(uri_of(tmp_path / "test_a.py"), 'def test_a(client):\n    client.get("/user/1")\n')
    before = Workspace([Folder(tmp_path)], {document.uri: document})
    found = Analysis(document, before)
    assert len(found.diagnostics()) == 1
    (tmp_path / "main.py").write_text(_MAIN.replace("/users/{", "/user/{"))
    after = replace(before, moment=before.moment + 1)
    assert found.updated(document, [], after).diagnostics() == Analysis(document, after).diagnostics() == []


def test_an_edit_of_the_app_changes_what_is_found() -> None:
    source = 'def test_a(client):\n    client.get("/user/1")\n'
    assert findings(source, {**_FILES, "main.py": _MAIN.replace("/users/{", "/user/{")}) == []


@pytest.mark.parametrize(
    "edited",
    [
        'def test_a(client):\n    client.get("/userx/1")\n',
        'def test_a(client):\n    x = 1\n    client.get("/user/1")\n',
        'import os\ndef test_a(client):\n    client.get("/user/1")\n',
        'def test_a(client):\n    client.put("/users/1")\n',
    ],
)
def test_an_edit_of_a_test_gives_what_opening_it_gives(edited: str) -> None:
    before = workspace({}, {**_FILES, "test_a.py": 'def test_a(client):\n    client.get("/user/1")\n'})
    assert len(Analysis(before.open[uri("test_a.py")], before).diagnostics()) == 1
    document = Document.from_text(uri("test_a.py"), edited)
    after = replace(before, open={**before.open, uri("test_a.py"): document})
    found = [f"{each.rule}: {each.message}" for each in Analysis(document, after).diagnostics()]
    assert found == findings(edited)
    assert len(found) == 1


_OF_APP = (
    "from fastapi.testclient import TestClient\nfrom main import app\nclient = TestClient(app)\ndef test_a():\n    "
)


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        ('client.get("|")', ["/docs", "/openapi.json", "/redoc", "/users"]),
        ('client.get("/|")', ["docs", "openapi.json", "redoc", "users"]),
        ('client.get("/u|")', ["users", "/users/{user_id}"]),
        ('client.get("/users/|").json()', ["{user_id}", "/users/{user_id}"]),
        ('client.post("/|", json={})', ["items", "/items"]),
        ('client.get("http://testserver/u|")', ["users", "/users/{user_id}"]),
        # Nobody serves that by this verb, and this is no path.
        ('client.post("/users|")', []),
        ('client.get("/users", "|")', []),
        ('print("/u|")', []),
        ('other.get("/u|")', []),
        # A text that is still open is read as it is meant.
        ('client.get("|', ["/docs", "/openapi.json", "/redoc", "/users"]),
        ('client.get("/u|', ["users", "/users/{user_id}"]),
        ('client.get("/u|\n    assert response', ["users", "/users/{user_id}"]),
        ('response = client.get("/u|', ["users", "/users/{user_id}"]),
        ('assert client.get("/u|).status_code == 200', ["users", "/users/{user_id}"]),
        ('print(client.get("/u|\n\n\ndef test_b(): ...', ["users", "/users/{user_id}"]),
        ('client.post("/|, json={"a": "b"})', ["items", "/items"]),
        ('client.post("/users|', []),
        ('other.get("/u|', []),
        ('print("/u|', []),
        ('client.get("""/u|\n', []),
    ],
)
def test_a_path_is_completed_by_the_routes_of_the_app(call: str, expected: list[str]) -> None:
    source = f"{_OF_APP}{call}\n"
    offset = source.index("|")
    found = of(source.replace("|", ""), _FILES).complete(offset).items
    assert [each.label for each in found][: len(expected) or None] == expected


def test_edits_of_a_test_leave_nothing_behind() -> None:
    """Each has the test and what it imports run again; what that made is kept no longer than until the next one."""
    source = (
        "from models import Base\nclass Own(Base): ...\ndef made():\n    def inner(): ...\n    return inner\n"
        "kept, called = made(), made()\ncalled()\ndef test_{}(client):\n    client.get('/user/1')\n"
    )
    files = {**_FILES, "models.py": "class Base: ...\n", "main.py": f"from models import Base\n{_MAIN}"}
    made = workspace({}, {**files, "test_a.py": source.format(0)})

    def edited(number: int) -> tuple[int, ...]:
        document = Document.from_text(uri("test_a.py"), source.format(number))
        assert len(Analysis(document, replace(made, open={**made.open, document.uri: document})).diagnostics()) == 1
        memos = made.services.of(ServingProjects).of(made, document.uri).table.memos
        run: ServingRun = memos[RunOfServing()].answer
        machine = run.machine
        functions = sum(map(len, machine.made.values()))
        return len(machine.reachable), len(machine.entered), functions, len(machine.called_in_body)

    edited(1)
    # From the first edit on, all that is asked has been asked once.
    settled = edited(2)
    assert [edited(number) for number in range(3, 7)] == [settled] * 4


def test_a_handler_leads_to_its_callers() -> None:
    tests = 'def test_a(client):\n    client.get("/users/1")\n    client.post("/items")\n    client.get("/users/2")\n'
    made = workspace({"code_lens": True}, {**_FILES, "tests/test_a.py": tests})
    calls = [call_of(site, features.routes) for features in [RouteFeatures(made.open[uri("tests/test_a.py")], made)]
             for site in features.routes.requests()]  # fmt: skip
    made = replace(made, index=Index().with_files({uri("tests/test_a.py"): calls}))
    main = Analysis(made.open[uri("main.py")], made)
    for text in ("read_user", '@app.get("/users/{'):
        found = main.references(_MAIN.index(text) + 1, declaration=False)
        assert [tests[slice(*each.span)] for each in found] == ["/users/1", "/users/2"]
    titles = {_MAIN[slice(*each.span)]: each.title for each in main.lenses()}
    assert titles == {"read_user": "2 calls, 2 in tests", "me": "0 calls", "add": "1 call, 1 in tests"}


_SHOPS = """\
import importlib
import pytest
from fastapi.testclient import TestClient
@pytest.fixture(name="client", params=["one", pytest.param("two", marks=())])
def make_client(request):
    return TestClient(importlib.import_module(f"shops.{request.param}").app)
"""


def test_one_of_several_apps_may_answer() -> None:
    """Navigation offers all, and nothing is reported."""
    shop = 'from fastapi import FastAPI\napp = FastAPI()\n@app.get("/{}")\ndef {}(): ...\n'
    files = {"shops/one.py": shop.format("x", "first"), "shops/two.py": shop.format("x", "second")}
    source = _SHOPS + 'def test_a(client):\n    client.get("/x")\n    client.get("/y")\n'
    assert leads_to(source, "/x", files) == ["first", "second"]
    assert findings(source, files) == []


def test_a_fixture_of_a_class_is_for_that_class() -> None:
    source = (
        "import pytest\nfrom fastapi import FastAPI\nfrom fastapi.testclient import TestClient\n"
        "class TestA:\n    @pytest.fixture\n    def client(self):\n        return TestClient(FastAPI())\n"
        "    def test_a(self, client):\n        client.get('/x')\n"
        "class TestB:\n    def test_b(self, client):\n        client.get('/users/1')\n"
        "def test_c(client):\n    client.get('/users/1')\n"
    )
    assert findings(source) == ["unknown-route: the FastAPI app has no route `/x`"]


def test_what_is_declared_on_the_app_of_a_client() -> None:
    """The app is an attribute of a client that is made of it."""
    source = (
        "def test_a(client):\n    client.app.add_api_route('/late', print)\n"
        "    client.get('/late')\n    client.get('/lat')\n"
    )
    assert findings(source) == ["unknown-route: main:app has no route `/lat`; did you mean `/late`?"]


def test_what_a_client_of_the_program_does_inside_is_no_call_of_the_app() -> None:
    source = (
        "from fastapi.testclient import TestClient\nfrom main import app\nclass Client(TestClient):\n"
        "    def ask(self, verb, path):\n        return self.request(verb, path)\n"
        "    def get(self, path, **more):\n        return self.ask('GET', '/users/' + path)\n"
        "def test_a():\n    Client(app).get('1')\n"
    )
    assert findings(source) == []


def test_a_client_that_another_file_has() -> None:
    files = {
        **_FILES,
        "clients.py": "from fastapi.testclient import TestClient\nimport main\nclient = TestClient(main.app)\n",
    }
    assert findings('from clients import client\ndef test_a():\n    client.get("/user/1")\n', files) == [_NOWHERE]


def test_a_declared_route_is_no_request() -> None:
    source = (
        "import requests\nfrom aiohttp import web\nasync def users(request): ...\n"
        'app = web.Application()\napp.add_routes([web.get("/users", users)])\nrequests.get("https://x.example/a")\n'
    )
    made = workspace({}, {"a.py": source})
    routes = RouteFeatures(made.open[uri("a.py")], made).routes
    assert [site.shown for site in routes.requests()] == ["https://x.example/a"]


@pytest.mark.parametrize(("named", "is_sound"), [("python:main:app", True), ("missing.json", False)])
def test_an_app_in_the_settings_is_no_file_that_is_missing(tmp_path: Path, named: str, is_sound: bool) -> None:  # noqa: FBT001
    found = read_settings(
        tmp_path / "pyproject.toml", f'[tool.waypost.apis]\n"http://x.example" = "{named}"\n'.encode()
    )
    assert found is not None
    assert found.is_sound is is_sound
