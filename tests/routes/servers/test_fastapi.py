"""FastAPI and Starlette: the routes of an app, composed over routers, mounts and files."""

import pytest

from tests.routes.servers.served import apps_of, check, routes_of

_APP = "from fastapi import APIRouter, FastAPI\napp = FastAPI()\n"


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ('@app.get("/users/{user_id}")\nasync def read_user(user_id: int): ...\n', ["GET /users/{user_id} read_user"]),
        ('@app.post("/a")\n@app.put("/b")\ndef both(): ...\n', ["PUT /b both", "POST /a both"]),
        ('@app.api_route("/x", methods=["GET", "post"])\ndef x(): ...\n', ["GET /x x", "POST /x x"]),
        ('def x(): ...\napp.add_api_route("/x", x, methods=["DELETE"])\n', ["DELETE /x x"]),
        ('@app.get("/files/{file_path:path}")\ndef read(file_path): ...\n', ["GET /files/{file_path} read"]),
        # What is no route of a request, and no route at all.
        ('@app.websocket("/ws")\nasync def ws(socket): ...\n', []),
        ('@app.middleware("http")\nasync def log(request, call_next): ...\n', []),
        ("@app.exception_handler(404)\nasync def gone(request, exc): ...\n", []),
        # A decorator below leaves the handler what it is; one above does not change what is declared.
        (
            ('def twice(f):\n    def inner(*a):\n        return f(*a)\n    return inner\n'
            '@app.get("/x")\n@twice\ndef x(): ...\n'),
            ["GET /x x"],
        ),
        ('for name in ("a", "b"):\n    @app.get(f"/{name}")\n    def read(): ...\n', ["GET /a read", "GET /b read"]),
    ],
)  # fmt: skip
def test_what_an_app_declares(source: str, expected: list[str]) -> None:
    check(_APP + source, *expected)


def test_prefixes_are_values() -> None:
    """Of constants, settings classes, f-strings and other files; before, at and within routers."""
    check(
        {
            "core/config.py": "from pydantic_settings import BaseSettings\n"
            'class Settings(BaseSettings):\n    API: str = "/api/v1"\nsettings = Settings()\n',
            "users.py": "from fastapi import APIRouter\n"
            'router = APIRouter(prefix="/users")\n@router.get("/{user_id}")\ndef read_user(user_id: int): ...\n'
            'admin = APIRouter(prefix="/admin")\n@admin.delete("/")\ndef drop(): ...\n'
            "router.include_router(admin)\n",
            "main.py": "from fastapi import FastAPI\nfrom core.config import settings\nimport users\n"
            'app = FastAPI()\napp.include_router(users.router, prefix=f"{settings.API}/x")\n'
            'app.include_router(users.admin, prefix="/again")\n',
        },
        "GET /api/v1/x/users/{user_id} read_user",
        "DELETE /api/v1/x/users/admin/ drop",
        "DELETE /again/admin/ drop",
    )


def test_one_router_in_two_apps_is_two_sets_of_routes() -> None:
    source = (
        "from fastapi import APIRouter, FastAPI\nrouter = APIRouter()\n"
        '@router.get("/x")\ndef x(): ...\n'
        'one, two = FastAPI(), FastAPI()\none.include_router(router)\ntwo.include_router(router, prefix="/v2")\n'
    )
    found = apps_of(source)
    assert routes_of(found["main:one"]) == ["GET /x x"]
    assert routes_of(found["main:two"]) == ["GET /v2/x x"]


def test_mounts_of_what_is_seen_and_of_what_is_not() -> None:
    check(
        "from fastapi import FastAPI\nfrom fastapi.staticfiles import StaticFiles\n"
        "app = FastAPI(docs_url=None)\nsub = FastAPI(docs_url=None)\n"
        '@sub.get("/x")\ndef x(): ...\n'
        'app.mount("/sub", sub)\napp.mount("/static", StaticFiles(directory="static"))\n',
        "GET /sub/x x",
        unread=("/static/{+rest}",),
    )


def test_starlette_lists_its_routes() -> None:
    check(
        "from starlette.applications import Starlette\nfrom starlette.endpoints import HTTPEndpoint\n"
        "from starlette.routing import Mount, Route\n"
        "async def home(request): ...\n"
        "class User(HTTPEndpoint):\n    async def get(self, request): ...\n    async def delete(self, request): ...\n"
        'routes = [Route("/", home), Mount("/users", routes=[Route("/{name}", User)])]\n'
        'routes.append(Route("/late", home, methods=["POST"]))\n'
        "app = Starlette(routes=routes)\n",
        "GET / home",
        "GET /users/{name} User",
        "DELETE /users/{name} User",
        "POST /late home",
    )


def test_routes_within_themselves() -> None:
    """It answers below any number of `/m`."""
    check(
        "from starlette.applications import Starlette\nfrom starlette.routing import Mount, Route\n"
        "def home(request): ...\n"
        'routes = [Route("/", home)]\nroutes.append(Mount("/m", routes=routes))\n'
        "app = Starlette(routes=routes)\n",
        "GET / home",
        unread=("/m/{+rest}",),
    )


def test_an_app_that_a_function_makes() -> None:
    source = (
        "from fastapi import FastAPI\n"
        "def create_app():\n    made = FastAPI()\n"
        '    @made.get("/x")\n    def x(): ...\n    return made\n'
    )
    check(source, "GET /x x", app="main:create_app()")
    check(source + "app = create_app()\n", "GET /x x")


def test_subclasses_of_the_types_of_the_framework() -> None:
    check(
        "from fastapi import APIRouter, FastAPI\n"
        'class Users(APIRouter):\n    def __init__(self):\n        super().__init__(prefix="/users")\n'
        '        self.add_api_route("/", self.all)\n    def all(self): ...\n'
        "app = FastAPI()\napp.include_router(Users())\n",
        "GET /users/ all",
    )


def test_the_list_of_routes_itself() -> None:
    check(
        "from starlette.applications import Starlette\nfrom starlette.routing import Mount, Route\n"
        "def x(request): ...\n"
        "class Counted(Route):\n    def matches(self, scope):\n        return super().matches(scope)\n"
        'app = Starlette(routes=[Counted("/counted", x)])\n'
        'app.routes.append(Route("/a", x))\napp.router.routes.extend([Route("/b", x)])\n',
        "GET /counted x",
        "GET /a x",
        "GET /b x",
    )


def test_routes_that_another_module_declares_on_an_app() -> None:
    check(
        {
            "main.py": "from fastapi import FastAPI\napp = FastAPI()\nimport views\n",
            "views.py": 'from main import app\n@app.get("/x")\ndef x(): ...\n',
        },
        "GET /x x",
    )


@pytest.mark.parametrize(
    ("source", "unread"),
    [
        (("import os\nrouter = APIRouter(prefix=os.environ['P'])\n@router.get('/x')\ndef x(): ...\n"
         "app.include_router(router)\n"), ("{+path}/x",)),
        ("import plugin\nplugin.setup(app)\n", ("/{+rest}",)),
        ("from plugin import router\napp.include_router(router, prefix='/p')\n", ("/p/{+rest}",)),
        ("def add(router):\n    app.include_router(router)\n", ()),
        ("import uvicorn\nuvicorn.run(app)\n", ()),
        # Where an app pretends to be is known, or not.
        ("app.root_path = '/api'\n", ()),
        ("app = FastAPI(root_path='/api')\n", ()),
        ("app = FastAPI(root_path=where())\n", ("/{+rest}",)),
        ("import os\napp.root_path = os.environ['ROOT']\n", ("/{+rest}",)),
        ("import os\napp.root_path = os.getenv('ROOT', '')\n", ()),
        ("app.mount('/sub', FastAPI(root_path='/v1'))\n", ("/sub/{+rest}",)),
        ("app = FastAPI(root_path='')\n", ()),
        # What sees all requests first: only one that looks at their paths may answer some, or change them.
        (("@app.middleware('http')\nasync def log(request, call_next):\n"
         "    if request.url.path == '/health':\n        return 1\n"), ("/{+rest}",)),
        ("@app.middleware('http')\nasync def log(request, call_next):\n    return await call_next(request)\n", ()),
        (("class M:\n    def __call__(self, scope):\n        scope['path'] = '/x'\n"
         "app.add_middleware(M)\n"), ("/{+rest}",)),
        (("from starlette.middleware import Middleware\nclass M:\n    def dispatch(self, request):\n"
         "        request.url\napp = FastAPI(middleware=[Middleware(M)])\n"), ("/{+rest}",)),
        # One that passes nothing on answers all.
        (("class M:\n    def __init__(self, app): ...\n    async def __call__(self, scope, receive, send):\n"
         "        await Response()(scope, receive, send)\napp.add_middleware(M)\n"), ("/{+rest}",)),
        (("class M:\n    def __init__(self, app):\n        self.app = app\n    async def __call__(self, *given):\n"
         "        await self.app(*given)\napp.add_middleware(M)\n"), ()),
        ("from fastapi.middleware.cors import CORSMiddleware\napp.add_middleware(CORSMiddleware)\n", ()),
    ],
)  # fmt: skip
def test_what_is_not_understood_leaves_a_part_open(source: str, unread: tuple[str, ...]) -> None:
    assert tuple(path for path, _ in apps_of(_APP + source)["main:app"].composed.unread) == unread


def test_a_loop_of_routers_ends() -> None:
    source = _APP + "a, b = APIRouter(), APIRouter()\na.include_router(b)\nb.include_router(a)\napp.include_router(a)\n"
    assert routes_of(apps_of(source)["main:app"]) == []


@pytest.mark.parametrize(
    "half", ['@app.get("/users/{', "@app.get(\ndef x(): ...\n", "app.include_router(", "@app.get('/x')\n"]
)
def test_half_typed_text_leaves_the_other_routes(half: str) -> None:
    assert "GET /x x" in routes_of(apps_of(f'{_APP}@app.get("/x")\ndef x(): ...\n\n{half}')["main:app"])


def test_a_program_without_a_framework_serves_nothing() -> None:
    assert apps_of('class FastAPI:\n    def get(self, path): ...\napp = FastAPI()\napp.get("/x")\n') == {}
