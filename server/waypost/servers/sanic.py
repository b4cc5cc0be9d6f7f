"""Sanic: apps, blueprints, groups of these."""

from dataclasses import replace
from typing import Final

from waypost.clients.shape import VERB_METHODS, At
from waypost.servers.framework import (
    LIKE_HTTPX,
    Declares,
    Framework,
    Holder,
    Meaning,
    Mounts,
    Tests,
    Wraps,
    methods,
    names,
)
from waypost.servers.patterns import angled_after

_HOLDERS: Final = "sanic.Sanic sanic.Blueprint"
_CLIENT: Final = "sanic_testing.testing.SanicTestClient"
_OPENED: Final = ("version", "version_prefix", "host", "ctx_version")
_URI: Final = At(0, "uri")
_VERBS: Final = At(None, "methods")

_MEANINGS: Final[dict[str, Meaning]] = {
    "sanic.Sanic": Holder(is_app=True, clients={"test_client": _CLIENT, "asgi_client": _CLIENT}),
    "sanic.Blueprint": Holder(prefix=At(1, "url_prefix"), opened_by=_OPENED),
    "sanic.Blueprint.group": Holder(prefix=At(None, "url_prefix"), is_group=True, opened_by=_OPENED),
    **methods(_HOLDERS, VERB_METHODS, Declares(_URI, opened_by=_OPENED)),
    **methods(_HOLDERS, "route", Declares(_URI, At(1, "methods"), opened_by=_OPENED)),
    **methods(
        _HOLDERS, "add_route", Declares(At(1, "uri"), At(2, "methods"), handler=At(0, "handler"), opened_by=_OPENED)
    ),
    **methods(_HOLDERS, "websocket", Declares(is_socket=True)),
    **methods(_HOLDERS, "add_websocket_route", Declares(is_socket=True, handler=At(0, "handler"))),
    **methods(_HOLDERS, "static", Mounts(At(1, "file_or_directory"), At(0, "uri"), is_app=True)),
    "sanic.Sanic.blueprint": Mounts(At(0, "blueprint"), At(None, "url_prefix"), replaces=True),
    **methods(_HOLDERS, "on_request", Wraps(None)),
    **methods(_HOLDERS, "middleware", Wraps(None)),
    **methods(_HOLDERS, "register_middleware", Wraps(At(0, "middleware"))),
    _CLIENT: Tests(shape=replace(LIKE_HTTPX, base_url="http://127.0.0.1")),
    "sanic_testing.testing.SanicASGITestClient": Tests(shape=replace(LIKE_HTTPX, base_url="http://mockserver")),
}

FRAMEWORK: Final = Framework(
    name="Sanic",
    modules=("sanic",),
    meanings=_MEANINGS,
    pattern=angled_after,
    aliases={
        "sanic.app.Sanic": "sanic.Sanic",
        "sanic.blueprints.Blueprint": "sanic.Blueprint",
        "sanic_testing.TestManager": _CLIENT,
    },
    quiet=names(
        "on_response exception listener before_server_start after_server_start before_server_stop after_server_stop "
        "main_process_start main_process_stop main_process_ready reload_process_start reload_process_stop "
        "add_task register_listener signal add_signal run prepare url_for update_config enable_websocket "
        "error_handler config ctx register_named_middleware"
    ),
    class_verbs=tuple(VERB_METHODS.split()),
    views=names("sanic.views.HTTPMethodView"),
    by_order=False,
)
