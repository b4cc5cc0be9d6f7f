"""Flask, aiohttp and Litestar: what their apps serve. Each case was run with the framework itself."""

import pytest

from tests.routes.servers.served import apps_of, check, routes_of

_FLASK = """\
from flask import Blueprint, Flask
from flask.views import MethodView
app = Flask(__name__)
users = Blueprint("users", __name__, url_prefix="/users")
admin = Blueprint("admin", __name__, url_prefix="/admin")
@app.route("/")
def home(): ...
@app.route("/both", methods=["GET", "POST"])
def both(): ...
@users.get("/<int:user_id>")
def read_user(user_id): ...
@users.route("/files/<path:name>", methods=("DELETE",))
def drop(name): ...
@admin.post("/x")
def x(): ...
class Item(MethodView):
    def get(self, item_id): ...
    def put(self, item_id): ...
app.add_url_rule("/items/<item_id>", view_func=Item.as_view("item"))
app.add_url_rule("/late", "late", both, methods=["PATCH"])
users.register_blueprint(admin)
app.register_blueprint(users)
app.register_blueprint(users, url_prefix="/again", name="again")
"""
_AIOHTTP = """\
from aiohttp import web
routes = web.RouteTableDef()
async def home(request): ...
@routes.get("/users/{name}")
async def user(request): ...
@routes.view("/view")
class View(web.View):
    async def get(self): ...
    async def post(self): ...
app = web.Application()
app.add_routes([web.get("/", home), web.post(r"/n/{n:\\d+}", home), web.route("PUT", "/put", home)])
app.add_routes(routes)
app.router.add_get("/late", home)
app.router.add_route("DELETE", "/gone", home)
sub = web.Application()
sub.router.add_patch("/x", home)
app.add_subapp("/sub/", sub)
"""
_LITESTAR = """\
from litestar import Controller, HttpMethod, Litestar, Router, delete, get, post, route
@get("/")
async def home() -> str: ...
@get(["/a", "/b"])
async def two() -> str: ...
@route("/r", http_method=[HttpMethod.PUT, HttpMethod.PATCH])
async def several() -> str: ...
class Users(Controller):
    path = "/users"
    @get()
    async def all(self) -> list[str]: ...
    @get("/{user_id:int}")
    async def one(self, user_id: int) -> str: ...
    @delete("/{user_id:int}/")
    async def drop(self, user_id: int) -> None: ...
api = Router(path="/api", route_handlers=[Users, home])
app = Litestar(route_handlers=[home, two, several, api])
"""


def test_flask() -> None:
    check(
        _FLASK,
        "GET / home", "GET /both both", "POST /both both",
        "GET /users/{user_id} read_user", "DELETE /users/files/{name} drop", "POST /users/admin/x x",
        "GET /items/{item_id} Item", "PUT /items/{item_id} Item", "PATCH /late both",
        "GET /again/{user_id} read_user", "DELETE /again/files/{name} drop", "POST /again/admin/x x",
    )  # fmt: skip


def test_aiohttp() -> None:
    check(
        _AIOHTTP,
        "GET / home", "POST /n/{n} home", "PUT /put home", "GET /users/{name} user",
        "GET /view View", "POST /view View", "GET /late home", "DELETE /gone home", "PATCH /sub/x home",
    )  # fmt: skip


def test_litestar() -> None:
    check(
        _LITESTAR,
        "GET / home", "GET /a two", "GET /b two", "PUT /r several", "PATCH /r several",
        "GET /api/users all", "GET /api/users/{user_id} one", "DELETE /api/users/{user_id} drop", "GET /api home",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("source", "unread"),
    [
        ("from flask import Flask\napp = Flask(__name__)\nfrom flask_restful import Api\nApi(app)\n", ("/{+rest}",)),
        ("from flask import Flask\napp = Flask(__name__)\nfrom flask_cors import CORS\nCORS(app)\n", ()),
        (("from flask import Flask\nfrom werkzeug.routing import Rule\napp = Flask(__name__)\n"
         "app.url_map.add(Rule('/x'))\n"), ("/{+rest}",)),
        (("from flask import Flask, request\napp = Flask(__name__)\n@app.before_request\ndef f():\n"
         "    request.path\n"), ("/{+rest}",)),
        ("from flask import Flask, g\napp = Flask(__name__)\n@app.before_request\ndef f():\n    g.x = 1\n", ()),
        (("from flask import Blueprint, Flask\ndef make(one, two):\n    app = Flask(__name__)\n"
         "    inner = Blueprint('x', __name__, url_prefix=one)\n    inner.route('/')(print)\n"
         "    app.register_blueprint(inner, url_prefix=two)\n    return app\n"
         "app = make(input(), input())\n"), ("{+path}/",)),
        ("from aiohttp import web\napp = web.Application()\napp.router.add_static('/s', 'x')\n", ("/s/{+rest}",)),
        ("from litestar import Litestar\nimport x\napp = Litestar([x.handler])\n", ("/{+rest}",)),
        ("from litestar import Litestar\nimport x\nclass C(x.C):\n    path = '/c'\napp = Litestar([C])\n",
         ("/{+rest}",)),
        (("from fastapi import APIRouter, FastAPI\nimport x\nrouter = APIRouter(**x.options)\n"
          "app = FastAPI()\napp.include_router(router, prefix='/p')\n"), ("/p/{+rest}",)),
        ("from fastapi import FastAPI\nimport x\napp = FastAPI()\nx.setup(routers=[app.router])\n", ("/{+rest}",)),
    ],
)  # fmt: skip
def test_what_is_not_understood(source: str, unread: tuple[str, ...]) -> None:
    assert tuple(path for path, _ in apps_of(source)["main:app"].composed.unread) == unread


def test_a_list_of_routes_that_is_made_of_paths() -> None:
    made = (
        "from starlette.applications import Starlette\nfrom starlette.routing import Route\nimport plugin\n"
        "def a(request): ...\napp = Starlette(routes=[Route('/' + name, a) for name in {}])\n"
    )
    check(made.format('("x", "y")'), "GET /x a", "GET /y a")
    check(made.format("plugin.names"), "GET /{+path} a", unread=("/{+path}",))


def test_what_answers_without_a_name_of_its_own() -> None:
    """A lambda, and an object that is called."""
    check(
        "from fastapi import FastAPI\napp = FastAPI()\nclass Hello:\n    def __call__(self, name: str): ...\n"
        'app.add_api_route("/hello", Hello(), methods=["PUT"])\napp.add_api_route("/lambda", lambda: 1)\n',
        "PUT /hello Hello", "GET /lambda <lambda>",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("methods", "verbs"),
    [
        ('["GET", HTTPMethod.PUT]', ["GET", "PUT"]),
        # Which these are is not known, so all may be meant.
        ("plugin.VERBS", ["ANY"]),
        ("[*plugin.VERBS]", ["ANY"]),
        ('["GET", plugin.VERB]', ["ANY"]),
        ('["GET", *plugin.VERBS]', ["ANY"]),
        ('["GET", plugin.verb("x")]', ["ANY"]),
    ],
)
def test_the_verbs_of_a_route(methods: str, verbs: list[str]) -> None:
    source = (
        "import plugin\nfrom http import HTTPMethod\nfrom flask import Flask\napp = Flask(__name__)\n"
        f'@app.route("/a", methods={methods})\ndef a(): ...\n'
    )
    check(source, *(f"{verb} /a a" for verb in verbs))


@pytest.mark.parametrize(
    ("arguments", "own"),
    [
        ("", ["/static/{+filename}"]),
        (', static_url_path="/foo/"', ["/foo/{+filename}"]),
        (', static_folder="here/files"', ["/files/{+filename}"]),
        (", static_folder=None", []),
    ],
)
def test_the_files_of_flask(arguments: str, own: list[str]) -> None:
    source = (
        f"from flask import Blueprint, Flask\napp = Flask(__name__{arguments})\n"
        'app.register_blueprint(Blueprint("a", __name__, url_prefix="/a"))\n'
    )
    assert [each.path for each in apps_of(source)["main:app"].composed.routes] == own
    below = source + 'app.register_blueprint(Blueprint("b", __name__, url_prefix="/b", static_folder="static"))\n'
    assert [each.path for each in apps_of(below)["main:app"].composed.routes] == ["/b/static/{+filename}", *own]


@pytest.mark.parametrize("source", [_FLASK, _AIOHTTP, _LITESTAR])
def test_half_typed_text_leaves_what_is_before(source: str) -> None:
    half = source + "\napp.get('/z')()\napp.add_routes([web.get('/x', home\n@app.route('/y'\n"
    assert routes_of(apps_of(source)["main:app"])[0] in routes_of(apps_of(half)["main:app"])
