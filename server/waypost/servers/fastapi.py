"""FastAPI and Starlette: apps, routers, mounts, lists of routes."""

from typing import Final

from waypost.clients.shape import VERB_METHODS, At
from waypost.servers.framework import (
    LIKE_HTTPX,
    Declares,
    Framework,
    Holder,
    Meaning,
    Mounts,
    Needs,
    Own,
    Signatures,
    Takes,
    Tests,
    Wraps,
    methods,
    names,
)
from waypost.servers.patterns import braced

_MARKS: Final = "Query Path Header Cookie Body Form File Depends Security"
_MODULES: Final = ("params", "param_functions")
_METHODS: Final = f"{VERB_METHODS} trace"
_HOLDERS: Final = "fastapi.FastAPI fastapi.APIRouter"
_ALL: Final = f"{_HOLDERS} starlette.applications.Starlette starlette.routing.Router"
_SOCKET: Final = Declares(is_socket=True)
_WRAPPED: Final = At(None, "middleware")
_BELOW: Final = Mounts(At(1, "app"), At(0, "path"), is_app=True)

_MEANINGS: Final[dict[str, Meaning]] = {
    "fastapi.FastAPI": Holder(
        is_app=True,
        routes=At(None, "routes"),
        itself=("router", "routes"),
        own=(
            Own("/openapi.json", "openapi_url"),
            Own("/docs", "docs_url"),
            Own("/docs/oauth2-redirect", "swagger_ui_oauth2_redirect_url"),
            Own("/redoc", "redoc_url"),
        ),
        root=At(None, "root_path"),
        wraps=_WRAPPED,
        overrides="dependency_overrides",
    ),
    "fastapi.APIRouter": Holder(prefix=At(None, "prefix"), routes=At(None, "routes"), itself=("routes",)),
    "starlette.applications.Starlette": Holder(
        is_app=True, routes=At(1, "routes"), itself=("router", "routes"), wraps=_WRAPPED
    ),
    "starlette.routing.Router": Holder(is_app=True, routes=At(0, "routes"), itself=("routes",), wraps=_WRAPPED),
    "starlette.routing.Route": Declares(verbs=At(None, "methods"), handler=At(1, "endpoint")),
    "fastapi.routing.APIRoute": Declares(verbs=At(None, "methods"), handler=At(1, "endpoint"), by_signature=True),
    "starlette.routing.WebSocketRoute": _SOCKET,
    "fastapi.routing.APIWebSocketRoute": _SOCKET,
    "starlette.routing.Mount": Mounts(At(1, "app"), At(0, "path"), or_what=At(2, "routes"), is_app=True),
    **methods(_HOLDERS, _METHODS, Declares(by_signature=True)),
    **methods(_HOLDERS, "api_route", Declares(verbs=At(None, "methods"), by_signature=True)),
    **methods(
        _HOLDERS, "add_api_route", Declares(verbs=At(None, "methods"), handler=At(1, "endpoint"), by_signature=True)
    ),
    **methods(_ALL, "route", Declares(verbs=At(1, "methods"))),
    **methods(_ALL, "add_route", Declares(verbs=At(2, "methods"), handler=At(1, "route"))),
    **methods(_ALL, "websocket websocket_route", _SOCKET),
    **methods(_ALL, "add_websocket_route add_api_websocket_route", _SOCKET._replace(handler=At(1, "endpoint"))),
    **methods(_HOLDERS, "include_router", Mounts(At(0, "router"), At(None, "prefix"))),
    **methods(_ALL, "mount", _BELOW),
    # Of the list of routes itself.
    **methods(_ALL, "append extend", Mounts(At(0, None))),
    **methods(_ALL, "insert", Mounts(At(1, None))),
    **methods(_ALL, "add_middleware", Wraps()),
    **methods(_ALL, "middleware", Wraps(None)),
    "starlette.middleware.Middleware": Wraps(),
    **{f"fastapi.{name}": Takes(name.lower()) for name in _MARKS.split()[:-2]},
    "fastapi.Depends": Needs(),
    "fastapi.Security": Needs(),
    "starlette.testclient.TestClient": Tests(shape=LIKE_HTTPX),
    "httpx.ASGITransport": Tests(),
    "httpx.AsyncClient": Tests(At(None, "transport"), At(None, "app"), LIKE_HTTPX),
    **methods(_HOLDERS, "frontend", Mounts(At(1, "directory"), At(0, "path"), is_app=True)),
}

FRAMEWORK: Final = Framework(
    name="FastAPI",
    modules=("fastapi", "starlette"),
    meanings=_MEANINGS,
    pattern=braced,
    aliases={
        "fastapi.applications.FastAPI": "fastapi.FastAPI",
        "fastapi.routing.APIRouter": "fastapi.APIRouter",
        "fastapi.middleware.Middleware": "starlette.middleware.Middleware",
        "fastapi.routing.Mount": "starlette.routing.Mount",
        "fastapi.routing.Router": "starlette.routing.Router",
        "fastapi.routing.Route": "starlette.routing.Route",
        **{f"fastapi.{module}.{name}": f"fastapi.{name}" for module in _MODULES for name in _MARKS.split()},
        "fastapi.testclient.TestClient": "starlette.testclient.TestClient",
    },
    quiet=names(
        "exception_handler on_event add_exception_handler add_event_handler openapi setup "
        "url_path_for build_middleware_stack"
    ),
    class_verbs=tuple(_METHODS.split()),
    views=names("starlette.endpoints.HTTPEndpoint"),
    signatures=Signatures(
        requests=names("starlette.requests.Request starlette.requests.HTTPConnection fastapi.Request"),
        given=names(
            "fastapi.Response starlette.responses.Response "
            "fastapi.BackgroundTasks starlette.background.BackgroundTasks "
            "fastapi.security.SecurityScopes fastapi.security.oauth2.SecurityScopes"
        ),
        takes_nothing=(
            "fastapi.security.OAuth2PasswordBearer",
            "fastapi.security.OAuth2AuthorizationCodeBearer",
            "fastapi.security.OpenIdConnect",
            "fastapi.security.HTTP",
            "fastapi.security.APIKeyHeader",
            "fastapi.security.APIKeyCookie",
        ),
        needs=At(None, "dependencies"),
    ),
)
