"""Tornado, Bottle, Pyramid, Falcon, Sanic and Quart: what they serve, compared with the frameworks."""

import pytest

from tests.routes.servers.served import apps_of, check, routes_of
from tests.routes.servers.test_clients_of_apps import findings

TORNADO = r"""
import tornado.web
from tornado.web import RequestHandler, url
class Home(RequestHandler):
    def get(self): ...
class Base(RequestHandler):
    def head(self, *given): ...
class User(Base):
    async def get(self, user_id): ...
    def delete(self, user_id): ...
class Files(tornado.web.StaticFileHandler): ...
class App(tornado.web.Application):
    def __init__(self):
        handlers = [
            (r"/", Home),
            (r"/users/(\d+)", User),
            url(r"/named/(?P<name>[^/]+)/?", Home, name="named"),
            tornado.web.URLSpec("/plain", Home),
            (r"/files/(.*)", Files, {"path": "x"}),
        ]
        super().__init__(handlers, debug=True)
app = App()
app.add_handlers(r".*", [(r"/late", User)])
"""
BOTTLE = """
import bottle
from bottle import Bottle, default_app, route, run
app = Bottle()
@app.route("/")
@app.get("/index")
def home(): ...
@app.route("/users/<user_id:int>", method=["GET", "DELETE"])
def user(user_id): ...
@app.post("/files/<name:path>")
def add(name): ...
@app.put("/re/<word:re:[a-z]+>/x")
def word(word): ...
app.route("/late", "PATCH", home)
sub = Bottle()
@sub.get("/x")
def x(): ...
app.mount("/sub", sub)
@route("/own")
def own(): ...
@bottle.post("/own/<a>/<b>")
def own_post(a, b): ...
wsgi = default_app()
@wsgi.get("/wsgi")
def in_wsgi(): ...
"""
PYRAMID = {
    "shop/__init__.py": """
from pyramid.config import Configurator
from . import more_routes
from .late import add_late
def main(settings, **more):
    with Configurator(settings=more) as config:
        config.include("pyramid_jinja2")
        config.include(".routes")
        config.include("shop.api", route_prefix="/api/v1")
        config.include(more_routes)
        config.include(add_late, route_prefix="/late")
        config.scan()
        return config.make_wsgi_app()
""",
    "shop/routes.py": r"""
def includeme(config):
    config.add_route("home", "/")
    config.add_route("user", r"/users/{user_id:\d+}")
    config.add_route("rest", "files/*path")
    config.add_route("slash", "/slash/")
    config.add_route("nobody", "/nobody")
""",
    "shop/more_routes.py": """
def about(request): ...
def includeme(config):
    config.add_route("about", "/about")
    config.add_view(about, route_name="about")
""",
    "shop/late.py": """
def late(request): ...
def add_late(config):
    config.add_route("late", "it")
    config.add_view(late, route_name="late", request_method="PUT")
""",
    "shop/api.py": """
def listed(request): ...
def includeme(config):
    config.add_route("items", "items")
    config.add_view(listed, route_name="items", request_method=("GET", "POST"))
""",
    "shop/views.py": """
from pyramid.view import view_config
@view_config(route_name="home", renderer="json")
def home(request): ...
@view_config(route_name="user", request_method="GET")
def user(request): ...
@view_config(route_name="user", request_method="DELETE")
def drop(request): ...
class Files:
    def __init__(self, request): ...
    @view_config(route_name="rest", request_method="PUT")
    def put(self): ...
@view_config(route_name="slash")
def slash(request): ...
""",
}
FALCON = """
import falcon
class Home:
    def on_get(self, req, resp): ...
class Users:
    def on_get(self, req, resp, user_id): ...
    def on_delete(self, req, resp, user_id): ...
    def on_get_all(self, req, resp): ...
    def on_post_all(self, req, resp): ...
app = falcon.App()
users = Users()
app.add_route("/", Home())
app.add_route("/users", users, suffix="all")
app.add_route("/users/{user_id:int}", users)
app.add_route("/a/{b}.{c}", Home())
"""
SANIC = """
from sanic import Blueprint, Sanic
from sanic.views import HTTPMethodView
app = Sanic("shop")
users = Blueprint("users", url_prefix="/users")
admin = Blueprint("admin", url_prefix="/admin")
@app.get("/")
async def home(request): ...
@app.route("/both", methods=["GET", "POST"])
async def both(request): ...
@users.get("/<user_id:int>")
async def user(request, user_id): ...
@admin.delete("/files/<name:path>")
async def drop(request, name): ...
class Item(HTTPMethodView):
    async def get(self, request, item_id): ...
    async def put(self, request, item_id): ...
app.add_route(Item.as_view(), "/items/<item_id>")
app.add_route(home, "/late", methods=["PATCH"])
app.blueprint(users)
app.blueprint(Blueprint.group(admin, url_prefix="/api"))
"""
QUART = """
from quart import Blueprint, Quart
from quart.views import MethodView
app = Quart(__name__)
users = Blueprint("users", __name__, url_prefix="/users")
@app.route("/")
async def home(): ...
@app.websocket("/ws")
async def ws(): ...
@users.get("/<int:user_id>")
async def user(user_id): ...
class Item(MethodView):
    async def get(self, item_id): ...
    async def put(self, item_id): ...
app.add_url_rule("/items/<item_id>", view_func=Item.as_view("item"))
app.register_blueprint(users)
"""


def test_tornado() -> None:
    check(
        TORNADO,
        "GET / Home", "GET /users/{0} User", "DELETE /users/{0} User", "HEAD /users/{0} User", "GET /plain Home",
        "ANY /files/{0} Files", "GET /late User", "DELETE /late User", "HEAD /late User", "GET /named/{name}/ Home",
    )  # fmt: skip


def test_bottle() -> None:
    check(
        BOTTLE,
        "GET / home", "GET /index home", "GET /users/{user_id} user", "DELETE /users/{user_id} user",
        "POST /files/{name} add", "PUT /re/{word}/x word", "PATCH /late home", "GET /sub/x x",
    )  # fmt: skip
    own = apps_of(BOTTLE)["main:wsgi"]
    assert routes_of(own) == ["GET /own own", "POST /own/{a}/{b} own_post", "GET /wsgi in_wsgi"]
    unnamed = apps_of(BOTTLE.partition("wsgi =")[0])["the Bottle app"]
    assert routes_of(unnamed) == ["GET /own own", "POST /own/{a}/{b} own_post"]


def test_pyramid() -> None:
    check(
        PYRAMID,
        "ANY / home", "GET /users/{user_id} user", "DELETE /users/{user_id} drop", "PUT /files/{path} put",
        "ANY /slash/ slash", "ANY /nobody", "ANY /about about", "PUT /late/it late",
        "GET /api/v1/items listed", "POST /api/v1/items listed",
        app="shop:main()",
    )  # fmt: skip


def test_falcon() -> None:
    check(
        FALCON,
        "GET / on_get", "GET /users on_get_all", "POST /users on_post_all", "GET /users/{user_id} on_get",
        "DELETE /users/{user_id} on_delete", "GET /a/{b}.{c} on_get",
    )  # fmt: skip


def test_sanic() -> None:
    check(
        SANIC,
        "GET / home", "GET /both both", "POST /both both", "GET /users/{user_id} user",
        "DELETE /api/admin/files/{name} drop", "GET /items/{item_id} Item", "PUT /items/{item_id} Item",
        "PATCH /late home",
    )  # fmt: skip


def test_quart() -> None:
    check(
        QUART,
        "GET / home", "GET /users/{user_id} user", "GET /items/{item_id} Item", "PUT /items/{item_id} Item",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("source", "unread"),
    [
        ("import tornado.web\nimport x\napp = tornado.web.Application([(r'/a', x.Handler), *x.routes])\n",
         ("/{+rest}", "/{+rest}")),
        ("import tornado.web\nimport x\napp = tornado.web.Application([], default_handler_class=x.X)\n", ("/{+rest}",)),
        ("import tornado.web\nimport x\napp = tornado.web.Application([(x.Matches('a'), [])])\n", ("{+path}",)),
        ("import tornado.web\nimport x\napp = tornado.web.Application([('/a', x.Handler, *x.more)])\n", ("/{+rest}",)),
        ("from pyramid.config import Configurator\napp = Configurator()\napp.include('elsewhere')\n", ("/{+rest}",)),
        # A view of a name, wherever that is found.
        (("from pyramid.config import Configurator\napp = Configurator()\napp.add_route('a', '/a')\n"
          "app.add_view(print, name='b')\n"), ("/{+rest}",)),
        ("from pyramid.config import Configurator\napp = Configurator()\napp.include()\n", ()),
        ("import bottle\nimport x\napp = bottle.Bottle()\nx.setup(app)\n", ("/{+rest}",)),
        ("import bottle\napp = bottle.Bottle()\n@app.hook('before_request')\ndef f():\n    request.path\n",
         ("/{+rest}",)),
        ("import bottle\napp = bottle.Bottle()\n@app.get()\ndef f(): ...\n", ("/{+rest}",)),
        ("import bottle\napp = bottle.Bottle()\n@app.get('/:old/x')\ndef f(old): ...\n", ("/:old/x",)),
        ("import falcon\nimport x\napp = falcon.App()\napp.add_sink(x.sink, '/s')\n", ("/s/{+rest}",)),
        ("import falcon\napp = falcon.App(middleware=[M()])\n", ()),
        (("import falcon\nclass M:\n    def process_request(self, req, resp):\n        req.path\n"
          "app = falcon.App(middleware=[M()])\n"), ("/{+rest}",)),
        ("from sanic import Blueprint, Sanic\napp = Sanic('a')\napp.blueprint(Blueprint('b', '/b', version=1))\n",
         ("/b/{+rest}",)),
        ("from quart import Quart\napp = Quart('a')\nimport x\napp.register_blueprint(x.b, url_prefix='/b')\n",
         ("/b/{+rest}",)),
        ("import flask\napp = flask.Flask('a')\napp.register_blueprint(flask.Blueprint('b', 'b', subdomain='x'))\n",
         ("/{+rest}",)),
    ],
)  # fmt: skip
def test_what_is_not_understood(source: str, unread: tuple[str, ...]) -> None:
    assert tuple(path for path, _ in apps_of(source)["main:app"].composed.unread) == unread


@pytest.mark.parametrize(
    ("verbs", "expected"),
    [
        ("def get(self, name): ...", ["GET"]),
        ("def get(self, name): ...\n    post = None", ["GET"]),
        # It may have more from what is not seen.
        ("pass\nclass View(View, x.Mixin):\n    def get(self, name): ...", ["ANY"]),
    ],
)
def test_the_verbs_of_a_class(verbs: str, expected: list[str]) -> None:
    source = (
        "import x\nfrom flask import Flask\nfrom flask.views import MethodView as View\n"
        f"class View(View):\n    {verbs}\n"
        "app = Flask('a')\napp.add_url_rule('/a/<name>', view_func=View.as_view('a'))\n"
    )
    assert [each.partition(" ")[0] for each in routes_of(apps_of(source)["main:app"])] == expected


_TEST = "from main import app\n{imports}\n{made}\ndef test_a():\n    {call}('/user/1')\n    {call}('/users/1')\n"


@pytest.mark.parametrize(
    ("source", "imports", "made", "call"),
    [
        (BOTTLE, "from webtest import TestApp", "client = TestApp(app)", "client.get"),
        (BOTTLE, "from webtest import TestApp", "client = TestApp(app)", "client.post_json"),
        (FALCON, "from falcon import testing", "client = testing.TestClient(app)", "client.simulate_get"),
        (SANIC, "", "", "app.test_client.get"),
        (QUART, "", "client = app.test_client()", "client.get"),
    ],
)
def test_their_clients(source: str, imports: str, made: str, call: str) -> None:
    found = findings(_TEST.format(imports=imports, made=made, call=call), {"main.py": source})
    verb = "wrong-verb: main:app has no POST `/users/1`, only GET and DELETE"
    nowhere = "unknown-route: main:app has no route `/user/1`; did you mean `/users/1`?"
    assert [each.replace(" or `/users/user`", "") for each in found] == [nowhere, *([verb] if "post" in call else [])]


def test_a_client_of_the_app_of_a_function() -> None:
    files = {"shop/__init__.py": PYRAMID["shop/__init__.py"], **PYRAMID}
    source = (
        "import shop\nfrom webtest import TestApp\n"
        "def test_a():\n    c = TestApp(shop.main({}))\n    c.get('/api/v1/item')\n    c.get('/users/1')\n"
    )
    found = findings(source, files)
    assert [each.partition(":")[0] for each in found] == ["unknown-route"]


_DJANGO = {
    "proj/settings.py": 'ROOT_URLCONF = "proj.urls"\n',
    "proj/urls.py": "from django.urls import path\nfrom . import v\nurlpatterns = [path('users/<int:pk>/', v.user)]\n",
    "proj/v.py": "def user(request, pk): ...\n",
}


@pytest.mark.parametrize(
    "source",
    [
        (
            "from django.test import TestCase\nclass A(TestCase):\n    def test_a(self):\n"
            "        self.client.get('/user/1/')\n"
        ),
        (
            "from rest_framework.test import APITestCase\nclass A(APITestCase):\n    def test_a(self):\n"
            "        self.client.post('/user/1/')\n"
        ),
        "from django.test import Client\ndef test_a():\n    Client().get('/user/1/')\n",
        "import pytest\n@pytest.mark.django_db\ndef test_a(client):\n    client.get('/user/1/')\n",
    ],
)
def test_clients_of_django(source: str) -> None:
    found = findings(source, _DJANGO)
    assert [each.partition(";")[0] for each in found] == [
        "unknown-route: proj.urls:urlpatterns has no route `/user/1/`"
    ]
    assert findings(source.replace("/user/1/", "/users/1/"), _DJANGO) == []
    assert findings(source.replace("/user/1/", "/us"), {name: _DJANGO[name] for name in ("proj/v.py",)}) == []


@pytest.mark.parametrize("source", [TORNADO, BOTTLE, FALCON, SANIC, QUART])
def test_half_typed_text_leaves_what_is_before(source: str) -> None:
    half = source + "\n@app.get('/y'\napp.add_route('/x', home\n"
    assert routes_of(apps_of(source)["main:app"])[0] in routes_of(apps_of(half)["main:app"])
