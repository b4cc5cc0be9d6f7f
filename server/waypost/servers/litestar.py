"""Litestar: handlers are objects that are listed, controllers are classes of them."""

from dataclasses import replace
from typing import Final

from waypost.clients.shape import At
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

_SHAPE: Final = replace(LIKE_HTTPX, base_url="http://testserver.local")

_MEANINGS: Final[dict[str, Meaning]] = {
    "litestar.Litestar": Holder(
        is_app=True,
        prefix=At(None, "path"),
        routes=At(0, "route_handlers"),
        own=(Own("/schema", has_files=True),),
        wraps=At(None, "middleware"),
    ),
    "litestar.Router": Holder(prefix=At(0, "path"), routes=At(None, "route_handlers")),
    "litestar.Controller": Holder(class_prefix="path", by_methods=True),
    **methods("litestar", "get post put patch delete head", Declares(by_signature=True)),
    "litestar.route": Declares(verbs=At(None, "http_method"), by_signature=True),
    "litestar.di.Provide": Needs(),
    "litestar.params.Parameter": Takes("query", At(None, "default"), At(None, "query")),
    **methods("litestar", "websocket websocket_listener websocket_stream", Declares(is_socket=True)),
    **methods("litestar.Litestar litestar.Router", "register", Mounts(At(0, "value"))),
    "litestar.middleware.DefineMiddleware": Wraps(),
    "litestar.testing.TestClient": Tests(shape=_SHAPE),
    "litestar.testing.AsyncTestClient": Tests(shape=_SHAPE),
}

FRAMEWORK: Final = Framework(
    name="Litestar",
    modules=("litestar",),
    meanings=_MEANINGS,
    pattern=braced,
    aliases={
        "litestar.app.Litestar": "litestar.Litestar",
        "litestar.router.Router": "litestar.Router",
        "litestar.controller.Controller": "litestar.Controller",
        **{
            f"litestar.handlers.{verb}": f"litestar.{verb}"
            for verb in ["get", "post", "put", "patch", "delete", "head", "route"]
        },
    },
    quiet=names("get_logger emit update_openapi_schema route_reverse on_startup on_shutdown lifespan"),
    by_order=False,
    signatures=Signatures(
        requests=names("litestar.Request litestar.connection.Request litestar.connection.ASGIConnection"),
        given=names("litestar.datastructures.State litestar.datastructures.Headers litestar.types.Scope"),
        needs=At(None, "dependencies"),
        named_requests=names("request query scope body socket"),
        named_given=names("headers cookies state"),
        named_body="data",
        may_be_none=True,
        opened_by=("parameters", "dto", "plugins", "signature_types", "signature_namespace", "type_decoders"),
    ),
    normalizes=True,
)
