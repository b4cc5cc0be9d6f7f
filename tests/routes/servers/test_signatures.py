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
_EITHER = """\
@app.get("/a")
def a(q: int | str, when: "int | list[int]" = Query(), page: int | None = None): ...
"""
_FILTER = """\
class Filter(BaseModel):
    limit: int
    skip: int = 0
@app.get("/a")
def a(page: Annotated[Filter, Query()]): ...
@app.post("/f")
def f(page: Annotated[Filter, Form()]): ...
"""
_FIELDS = """\
from annotated_types import Gt
from pydantic import PrivateAttr
class M(BaseModel):
    model_config: ConfigDict = ConfigDict(extra="forbid")
    x: Annotated[int, Gt(3)]
    y: Annotated[int, Field(gt=1)] = 2
    z: Annotated[int, Field(default=3)]
    w: Annotated[int, Field(alias="W")]
    _seen: int = PrivateAttr(0)
    double = lambda self: 2 * self.x
@app.post("/b")
def b(m: M): ...
"""
_CLASSES = """\
from dataclasses import dataclass
class Paging:
    def __init__(self, page: int, size: int = 3): ...
@dataclass
class Data:
    page: int
    size: int = 3
class Model(BaseModel):
    page: int
    tags: list[str] = []
class Store:
    kind = "memory"
class HasText:
    def __init__(self, text: str):
        self.text = text
    def __call__(self, q: str, exact: bool = False):
        return self.text in q
@app.get("/plain")
def plain(p=Depends(Paging)): ...
@app.get("/data")
def data(p: Data = Depends()): ...
@app.get("/model")
def model(p: Model = Depends()): ...
@app.get("/store")
def store(s: Store = Depends()): ...
@app.get("/text", dependencies=[Depends(HasText("bar"))])
def text(): ...
"""


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
        # One of several types, also in quotes, which come from one place if all of them do.
        (_EITHER, 'get("/a?page=1&when=2")', "missing-required: `GET /a` requires `q`"),
        (_EITHER, 'get("/a?q=1&when=2&pge=1")',
         "unknown-parameter: `GET /a` has no parameter `pge`; did you mean `page`?"),
        (_EITHER, 'get("/a?q=1&wen=2")', "missing-required: `GET /a` requires `when`"),
        ('@app.post("/b")\ndef b(item: Item | Tag): ...\n', 'post("/b")',
         "missing-required: `POST /b` requires a body"),
        ('@app.post("/b")\ndef b(when: int | list[int]): ...\n', 'post("/b?when=1")',
         "missing-required: `POST /b` requires a body"),
        ('@app.post("/b")\ndef b(item: "Item"): ...\n', 'post("/b", json={})',
         "missing-required: `POST /b` requires `name`"),
        # What FastAPI gives by its type.
        (('from fastapi import BackgroundTasks, Response\n@app.get("/a")\n'
         "def a(q: str, response: Response, tasks: BackgroundTasks): ...\n"), 'get("/a?q=1&x=2")',
         "unknown-parameter: `GET /a` has no parameter `x`"),
        # A model of the query, and one of a form.
        (_FILTER, 'get("/a")', "missing-required: `GET /a` requires `limit`"),
        (_FILTER, 'get("/a?limit=1&skp=2")',
         "unknown-parameter: `GET /a` has no parameter `skp`; did you mean `skip`?"),
        (_FILTER, 'post("/f", data={"skip": 1})', "missing-required: `POST /f` requires `limit`"),
        # Fields with a private one, with limits beside their types, and with what is given beside them.
        (_FIELDS, 'post("/b", json={"W": 4})', "missing-required: `POST /b` requires `x`"),
        (_FIELDS, 'post("/b", json={"x": 4, "w": 5})',
         "unknown-parameter: `POST /b` has no parameter `w`; did you mean `W`?"),
        (_FIELDS, 'post("/b", json={"x": 4, "W": 5, "_seen": 1})',
         "unknown-parameter: `POST /b` has no parameter `_seen`"),
        # What is needed is a class, an object that is called, or the class that the annotation names.
        (_CLASSES, 'get("/plain")', "missing-required: `GET /plain` requires `page`"),
        (_CLASSES, 'get("/plain?page=1&sze=2")',
         "unknown-parameter: `GET /plain` has no parameter `sze`; did you mean `size`?"),
        (_CLASSES, 'get("/data")', "missing-required: `GET /data` requires `page`"),
        (_CLASSES, 'get("/model?tags=x")', "missing-required: `GET /model` requires `page`"),
        (_CLASSES, 'get("/store?q=1")', "unknown-parameter: `GET /store` has no parameter `q`"),
        (_CLASSES, 'get("/text")', "missing-required: `GET /text` requires `q`"),
        (_CLASSES, 'get("/text?q=bar&exct=1")',
         "unknown-parameter: `GET /text` has no parameter `exct`; did you mean `exact`?"),
        ('@app.get("/a")\ndef a(one: Annotated[dict, Depends(search)], two: dict = Depends(search)): ...\n',
         'get("/a")', "missing-required: `GET /a` requires `q`"),
        (_FORM, 'post("/f", data={"age": 1})', "missing-required: `POST /f` requires `name`"),
        (_FORM, 'post("/f", json={"name": 1})', ("wrong-content-type: `POST /f` accepts "
         "`application/x-www-form-urlencoded` or `multipart/form-data`, not JSON")),
    ],
)  # fmt: skip
def test_what_a_handler_does_not_take(handler: str, call: str, expected: str) -> None:
    assert expected in found(handler, call)


# Settings of models after which the key of `x` is `X`.
_SETTINGS = [
    ('common = {"alias_generator": str.upper}\n', "ConfigDict(**common)"),
    ("def config():\n    return ConfigDict(alias_generator=str.upper)\n", "config()"),
    ("from plugin import settings\n", "settings"),
    ("import os\n", '{os.environ["KEY"]: str.upper}'),
    ("import plugin\n", "ConfigDict(**plugin.settings)"),
]
# What is needed by what is needed, and so on.
_CHAIN = (
    "def d9(q: str): ...\n"
    + "".join(f"def d{at}(p=Depends(d{at + 1})): ...\n" for at in range(8, -1, -1))
    + '@app.get("/a")\ndef a(p=Depends(d0)): ...\n'
)
_TAKES_M = '@app.post("/a")\ndef a(m: M): ...\n'
_BASE = """\
import plugin
class Page(plugin.Base):
    limit: int
@app.get("/a")
def a(page: Annotated[Page, Query()]): ...
@app.post("/f")
def f(page: Annotated[Page, Form()]): ...
@app.get("/p")
def p(page: plugin.Paging = Depends()): ...
"""


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
        ('@app.get("/a")\ndef a(q: Annotated[str, Query(validation_alias="Q")]): ...\n', 'get("/a?Q=1")'),
        ('import plugin\n@app.get("/a")\ndef a(q: str = Query(alias=plugin.name)): ...\n', 'get("/a?X=1")'),
        ('import plugin\n@app.post("/a")\ndef a(n: str = Form(alias=plugin.name)): ...\n', 'post("/a", data={"X": 1})'),
        (('import plugin\nclass M(BaseModel):\n    x: int = Field(alias=plugin.name)\n'
         '@app.post("/a")\ndef a(m: M): ...\n'), 'post("/a", json={"X": 1})'),
        ('import plugin\n@app.post("/a")\ndef a(tag: Tag = Body(embed=plugin.embed)): ...\n',
         'post("/a", json={"tag": {"name": "x"}})'),
        (('import os\nmark = Query(min_length=2) if os.environ.get("STRICT") else Query(alias="Q")\n'
         '@app.get("/a")\ndef a(q: Annotated[str, mark]): ...\n'), 'get("/a?Q=xx")'),
        # A model of which something is not read: what its base adds, its constructor, its settings.
        (_BASE, 'get("/a?limit=1&z=2")'),
        (_BASE, 'post("/f", data={"limit": 1, "z": 2})'),
        (_BASE, 'get("/p?z=2")'),
        ('import plugin\n@app.get("/a")\ndef a(page: Annotated[plugin.Page, Query()]): ...\n', 'get("/a?z=2")'),
        (('class M(BaseModel):\n    x: int\n    def __init__(self, **data):\n'
         '        super().__init__(x=data.pop("X"), **data)\n@app.post("/a")\ndef a(m: M): ...\n'),
         'post("/a", json={"X": 1})'),
        *((f"{before}class M(BaseModel):\n    model_config = {settings}\n    x: int\n{_TAKES_M}",
           'post("/a", json={"X": 1})') for before, settings in _SETTINGS),
        (('class Page(BaseModel):\n    model_config = {"extra": "allow"}\n    limit: int\n'
         '@app.get("/a")\ndef a(page: Annotated[Page, Query()]): ...\n'), 'get("/a?limit=1&x=2")'),
        ('@app.post("/a")\ndef a(item: Item | list[Item]): ...\n', 'post("/a", json=[{"name": "x"}])'),
        # A model in itself says no more there.
        (('class Node(BaseModel):\n    name: str\n    below: list["Node"] = []\n@app.post("/a")\n'
         "def a(node: Node): ...\n"), 'post("/a", json={"name": "x", "below": [{"name": "y", "z": 1}]})'),
        # Some of what is needed is made elsewhere.
        ('import plugin\n@app.get("/a", dependencies=plugin.needed)\ndef a(): ...\n', 'get("/a?z=1")'),
        ('import plugin\n@app.get("/a", dependencies=[*plugin.needed, Depends(search)])\ndef a(): ...\n',
         'get("/a?z=1&q=1")'),
        ('import plugin\n@app.get("/a", dependencies=[plugin.need, Depends(paging)])\ndef a(): ...\n',
         'get("/a?z=1")'),
        (('import plugin\nclass Auth(plugin.Auth): ...\nclass Service(plugin.Base): ...\n'
         '@app.get("/a", dependencies=[Depends(Auth())])\ndef a(s: Service = Depends()): ...\n'), 'get("/a?z=1")'),
        ('@app.get("/a")\ndef a(p=Depends()): ...\n', 'get("/a?args=1&kwargs=2")'),
        (_CHAIN, 'get("/a?q=1")'),
        (('from fastapi.security import HTTPBearer\nclass Bearer(HTTPBearer):\n    def __init__(self):\n'
         '        super().__init__(auto_error=False)\n@app.get("/a", dependencies=[Depends(Bearer())])\n'
         "def a(): ...\n"), 'get("/a")'),
        # A type in itself, of which FastAPI says that it is not defined.
        (('from typing import Union\nJSON = Union["JSON", str, int]\n'
         '@app.post("/a")\ndef a(data: JSON): ...\n'), 'post("/a", json=[[1]])'),
        # Fields and files are given in more than one argument.
        ('@app.post("/a")\ndef a(file: Annotated[bytes, File()], note: Annotated[str, Form()]): ...\n',
         'post("/a", data={"note": "x"}, files={"file": b"x"})'),
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
        ('@app.get("/a")\ndef a(q: "list["): ...\n', 'get("/a?x=1")'),
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
@post("/e")
async def e(data: plugin.Item) -> dict: ...
@get("/l")
async def l(ids: list[int], either: int | list[int], opt: Optional[list[str]] = None) -> dict: ...
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
app = Litestar([a, h, r, e, l, p, d, C])
other = Litestar([h], parameters={"lang": Parameter(str, query="l")})
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
        ("post('/e', json={'x': 1})", []),
        ("get('/l?ids=1&either=1')", []),
        ("get('/l?either=1')", ["missing-required: `GET /l` requires `ids`"]),
        ("get('/l?ids=1&ether=1')",
         ["missing-required: `GET /l` requires `either`",
          "unknown-parameter: `GET /l` has no parameter `ether`; did you mean `either`?"]),
        ("get('/a/1?si", []),
    ],
)  # fmt: skip
def test_what_litestar_takes(call: str, expected: list[str]) -> None:
    """By the names of parameters; what may be None is not required."""
    source = "from litestar.testing import TestClient\nfrom main import app\nclient = TestClient(app)\n"
    assert findings(f"{source}def test_a():\n    client.{call}\n", {"main.py": _LITESTAR}) == expected


def test_a_parameter_of_the_whole_app_is_no_fault() -> None:
    source = "from litestar.testing import TestClient\nfrom main import other\nclient = TestClient(other)\n"
    assert findings(f"{source}def test_a():\n    client.get('/h?Q=1&l=2')\n", {"main.py": _LITESTAR}) == []
