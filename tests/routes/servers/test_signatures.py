"""What the signatures of handlers say about calls: each finding is what FastAPI refuses or ignores, as it was run."""

import pytest

from tests.routes.servers.test_clients_of_apps import _CONFTEST, findings, of

_HEAD = """\
from enum import Enum
from typing import Annotated, Optional
from fastapi import APIRouter, Body, Cookie, Depends, FastAPI, File, Form, Header, Query, Request, UploadFile
from fastapi.security import OAuth2PasswordBearer
from pydantic import BaseModel, ConfigDict, Field
app = FastAPI()
class Tag(BaseModel):
    name: str
class Item(BaseModel):
    name: str
    price: float = 0
    tags: list[Tag] = []
    tag: Optional[Tag] = None
def paging(skip: int = 0, limit: int = 9): ...
def search(q: str): ...
"""


def files_with(handler: str) -> dict[str, str]:
    return {"main.py": _HEAD + handler, "conftest.py": _CONFTEST}


def found(handler: str, call: str) -> list[str]:
    return findings(f"def test_a(client):\n    client.{call}\n", files_with(handler))


_QUERY = '@app.get("/a/{x}")\ndef a(x: int, q: str, limit: int = 3): ...\n'
_BODY = '@app.post("/b")\ndef b(item: Item): ...\n'
_FORM = '@app.post("/f")\ndef f(name: Annotated[str, Form()], age: int = Form(3)): ...\n'


@pytest.mark.parametrize(
    ("handler", "call", "expected"),
    [
        (_QUERY, 'get("/a/1")', "missing-required: `GET /a/{x}` requires `q`"),
        (_QUERY, 'get("/a/1", params={"q": 1, "limt": 2})',
         "unknown-parameter: `GET /a/{x}` has no parameter `limt`; did you mean `limit`?"),
        (_QUERY, 'get("/a/1?q=1&x=2")',
         "unknown-parameter: `x` is a path parameter of `GET /a/{x}`, not a query parameter"),
        ('@app.get("/a")\ndef a(n: int = Query(..., alias="N")): ...\n', 'get("/a?n=1")',
         "unknown-parameter: `GET /a` has no parameter `n`; did you mean `N`?"),
        ('Paging = Annotated[dict, Depends(paging)]\n@app.get("/a")\ndef a(p: Paging): ...\n', 'get("/a?skp=1")',
         "unknown-parameter: `GET /a` has no parameter `skp`; did you mean `skip`?"),
        ('@app.get("/a")\ndef a(p: dict = Depends(search)): ...\n', 'get("/a")',
         "missing-required: `GET /a` requires `q`"),
        ('@app.get("/a", dependencies=[Depends(search)])\ndef a(): ...\n', 'get("/a")',
         "missing-required: `GET /a` requires `q`"),
        (('router = APIRouter(dependencies=[Depends(search)])\n@router.get("/a")\ndef a(): ...\n'
         "app.include_router(router)\n"), 'get("/a")', "missing-required: `GET /a` requires `q`"),
        (_BODY, 'post("/b")', "missing-required: `POST /b` requires `name`"),
        (_BODY, 'post("/b", json={"name": "x", "prise": 1})',
         "unknown-parameter: `POST /b` has no parameter `prise`; did you mean `price`?"),
        (_BODY, 'post("/b", json={"name": "x", "tags": [{}]})', "missing-required: `tags[0]` requires `name`"),
        (_BODY, 'post("/b", data={"name": "x"})',
         "wrong-content-type: `POST /b` accepts `application/json`, not a form"),
        ('@app.post("/b")\ndef b(item: Item, n: Annotated[int, Body()]): ...\n',
         'post("/b", json={"item": {"name": 1}})',
         "missing-required: `POST /b` requires `n`"),
        ('@app.post("/b")\ndef b(item: Item = Body(embed=True)): ...\n',
         'post("/b", json={"itm": {"name": 1}, "item": {}})',
         "unknown-parameter: `POST /b` has no parameter `itm`"),
        (_FORM, 'post("/f", data={"age": 1})', "missing-required: `POST /f` requires `name`"),
        (_FORM, 'post("/f", json={"name": 1})', ("wrong-content-type: `POST /f` accepts "
         "`application/x-www-form-urlencoded` or `multipart/form-data`, not JSON")),
    ],
)  # fmt: skip
def test_what_a_handler_does_not_take(handler: str, call: str, expected: str) -> None:
    assert expected in found(handler, call)


@pytest.mark.parametrize(
    ("handler", "call"),
    [
        (_QUERY, 'get("/a/1?q=1", params=where)'),
        (_QUERY, 'get("/a/1", params={"q": 1, "limit": None})'),
        (_BODY, 'post("/b", json={"name": "x", "tag": None, "tags": [{"name": "y"}]})'),
        (_BODY, 'post("/b", json=Item(name="x").model_dump())'),
        (_FORM, 'post("/f", data={"name": "x"})'),
        # The handler, or what it needs, reads the request by hand; or who knows what that is.
        ('@app.get("/a")\ndef a(q: str, request: Request): ...\n', 'get("/a?x=1")'),
        ('def by_hand(request: Request): ...\n@app.get("/a")\ndef a(p=Depends(by_hand)): ...\n', 'get("/a?x=1")'),
        ('import plugin\n@app.get("/a")\ndef a(p=Depends(plugin.user)): ...\n', 'get("/a?x=1")'),
        ('import plugin\n@app.post("/a")\ndef a(p: plugin.Item): ...\n', 'post("/a?x=1", json={"y": 2})'),
        ('@app.get("/a")\ndef a(**more: str): ...\n', 'get("/a?x=1")'),
        # What other places have is not looked at.
        ('@app.get("/a")\ndef a(token: Annotated[str, Header()], c: str = Cookie()): ...\n', 'get("/a")'),
        ('scheme = OAuth2PasswordBearer(tokenUrl="t")\n@app.get("/a")\ndef a(t: str = Depends(scheme)): ...\n',
         'get("/a")'),
        ('@app.post("/a")\ndef a(file: UploadFile, name: str = Form()): ...\n', 'post("/a", files={"file": b"x"})'),
        # Models that change what they are given, or give their keys other names.
        (('class M(BaseModel):\n    model_config = ConfigDict(alias_generator=str.upper)\n    x: int\n'
         '@app.post("/a")\ndef a(m: M): ...\n'), 'post("/a", json={"X": 1})'),
        (('from pydantic import model_validator\nclass M(BaseModel):\n    x: int\n    @model_validator(mode="before")\n'
         '    def change(cls, data): ...\n@app.post("/a")\ndef a(m: M): ...\n'), 'post("/a", json={"X": 1})'),
        (('class M(BaseModel):\n    model_config = {"extra": "allow"}\n    x: int\n'
         '@app.post("/a")\ndef a(m: M): ...\n'), 'post("/a", json={"x": 1, "y": 2})'),
        ('class M(BaseModel):\n    x: int = Field(alias="X")\n@app.post("/a")\ndef a(m: M): ...\n',
         'post("/a", json={"X": 1})'),
        (('class Kind(str, Enum):\n    a = "a"\n@app.get("/a")\n'
         "def a(k: Kind, l: Annotated[list[str], Query()] = []): ...\n"),
         'get("/a?k=a&l=1&l=2")'),
        # What is written beside a type is not known, or gives another name or a default.
        ('import plugin\n@app.get("/a")\ndef a(q: Annotated[str, plugin.mark]): ...\n', 'get("/a")'),
        ('import plugin\nclass M(BaseModel):\n    x: Annotated[int, plugin.field]\n@app.post("/a")\ndef a(m: M): ...\n',
         'post("/a", json={"y": 1})'),
        ('@app.get("/a")\ndef a(q: Annotated[str, Field(alias="Q")]): ...\n', 'get("/a?Q=1")'),
        ('@app.post("/a")\ndef a(item: Annotated[Optional[Tag], Form()] = None): ...\n', 'post("/a")'),
        # A partial call has given some arguments; a path parameter's name may be that of an argument.
        ('from functools import partial\ndef a(q: str): ...\napp.get("/a")(partial(a, "x"))\n', 'get("/a")'),
        ('import os\n@app.get("/" + "{" + os.environ["N"] + "}")\ndef a(q: str): ...\n', 'get("/1")'),
        # What is given the app, or goes through its routes, may give handlers more to need.
        ('import plugin\n@app.get("/a")\ndef a(): ...\nplugin.add_paging(app)\n', 'get("/a?page=1")'),
        ('@app.get("/a")\ndef a(): ...\nfor route in app.routes:\n    route.dependencies.append(Depends(search))\n',
         'get("/a?page=1")'),
        # A handler that is called with the request.
        ('from starlette.routing import Route\ndef a(request): ...\napp.routes.append(Route("/a", a))\n',
         'get("/a?x=1")'),
        # Half-typed.
        (_QUERY, 'get("/a/1", params={"q'),
    ],
)  # fmt: skip
def test_what_is_no_fault_of_a_call(handler: str, call: str) -> None:
    assert found(handler, call) == []


_NEEDS = """\
@app.get("/a")
def a(own: int, p: dict = Depends(search)): ...
def page(page: int = 1): ...
def nested(p: Annotated[dict, Depends(page)], size: Annotated[str, Query()] = ""): ...
def other(): ...
"""
_FIXTURE = "import pytest\n@pytest.fixture(autouse=True)\ndef instead():\n"
_OWN = "missing-required: `GET /a` requires `own`"


@pytest.mark.parametrize(
    ("before", "call", "expected"),
    [
        ("def test_a(client):\n    app.dependency_overrides[search] = lambda: {}", "/a?own=1", []),
        ("def test_a(client):\n    app.dependency_overrides[search] = nested", "/a?own=1&page=2&size=3", []),
        ("def test_a(client):\n    app.dependency_overrides[search] = nested", "/a?page=2", [_OWN]),
        ("def test_a(client):\n    app.dependency_overrides = {search: page}", "/a?own=1&page=2", []),
        ("def test_a(client):\n    app.dependency_overrides.update({search: page})", "/a?own=1&page=2", []),
        ("def test_a(client, instead):\n    app.dependency_overrides[search] = instead", "/a?x=2", []),
        ("def test_a(client, patch):\n    patch.dict(app.dependency_overrides, {search: page})", "/a?x=2", []),
        ((f"{_FIXTURE}    app.dependency_overrides[search] = page\n    yield\n    app.dependency_overrides = {{}}\n"
         "def test_a(client):"), "/a?own=1&page=2", []),
        # What takes the place of something else says nothing about this.
        ("def test_a(client):\n    app.dependency_overrides[other] = page", "/a?own=1&page=2",
         ["unknown-parameter: `GET /a` has no parameter `page`"]),
        ("def test_a(client):\n    app.dependency_overrides[search] = page", "/a?own=1&pag=2",
         ["unknown-parameter: `GET /a` has no parameter `pag`; did you mean `page`?"]),
        ("def test_a(client):\n    FastAPI().dependency_overrides[search] = page", "/a?own=1&page=2",
         ["unknown-parameter: `GET /a` has no parameter `page`"]),
        ("def test_a(client):\n    app.dependency_overrides[search", "/a?own=1", []),
    ],
)  # fmt: skip
def test_what_is_put_in_the_place_of_what_a_handler_needs(before: str, call: str, expected: list[str]) -> None:
    """Its parameters are those of the request; what it takes the place of is still called in other tests."""
    source = f"from main import *\n{before}\n    client.get('{call}')\n"
    assert findings(source, files_with(_NEEDS)) == expected


@pytest.mark.parametrize("status", ["401", "403", "409", "422"])
def test_a_call_that_is_meant_to_be_refused(status: str) -> None:
    source = f"def test_a(client):\n    assert client.post('/b').status_code == {status}\n"
    assert findings(source, files_with(_BODY)) == []


def test_hover_shows_what_a_handler_takes() -> None:
    source = 'def test_a(client):\n    client.get("/a/1")\n'
    hover = of(source, files_with(_QUERY)).hover(source.index("/a/"))
    assert hover is not None
    assert "| **`q`** | query |  |  | `string` |" in hover.markdown
    assert "| `limit` | query |  |  | `integer` |" in hover.markdown


_LITESTAR = """\
from dataclasses import dataclass
from typing import Annotated, Optional
from litestar import Controller, Litestar, Request, get, post
from litestar.di import Provide
from litestar.params import Parameter
import plugin
@dataclass
class Item:
    title: str
    size: int = 0
def paging(page: int, size: int = 10) -> dict: ...
@get("/a/{x:int}")
async def a(x: int, since: str, only: str | None, opt: Optional[int], limit: int = 3) -> dict: ...
@get("/h")
async def h(token: Annotated[str, Parameter(header="X-T")], q: Annotated[str, Parameter(query="Q")]) -> dict: ...
@get("/r")
async def r(request: Request, since: str) -> dict: ...
@get("/p", dependencies={"given": plugin.provide})
async def p(given: dict) -> dict: ...
@post("/d", dto=plugin.Dto)
async def d(data: Item) -> dict: ...
class C(Controller):
    path = "/c"
    dependencies = {"paged": Provide(paging)}
    @get()
    async def all(self, paged: dict) -> dict: ...
    @post()
    async def add(self, data: Item) -> dict: ...
app = Litestar([a, h, r, p, d, C])
"""


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        ("get('/a/1?since=1&limit=2&only=x&opt=1')", []),
        ("get('/a/1')", ["missing-required: `GET /a/{x}` requires `since`"]),
        ("get('/a/1?since=1&limti=1')",
         ["unknown-parameter: `GET /a/{x}` has no parameter `limti`; did you mean `limit`?"]),
        ("get('/h?Q=1')", []),
        ("get('/h')", ["missing-required: `GET /h` requires `Q`"]),
        ("get('/r?x=1')", []),
        ("get('/p?x=1')", []),
        ("get('/c?page=1')", []),
        ("get('/c')", ["missing-required: `GET /c` requires `page`"]),
        ("post('/c', json={'title': 'x'})", []),
        ("post('/c', json={'size': 1})", ["missing-required: `POST /c` requires `title`"]),
        ("post('/d', json={'x': 1})", []),
        ("get('/a/1?si", []),
    ],
)  # fmt: skip
def test_what_litestar_takes(call: str, expected: list[str]) -> None:
    """By the names of parameters; what may be None is not required."""
    source = "from litestar.testing import TestClient\nfrom main import app\nclient = TestClient(app)\n"
    assert findings(f"{source}def test_a():\n    client.{call}\n", {"main.py": _LITESTAR}) == expected
