"""Quart: what Flask has, with sockets."""

from dataclasses import replace
from typing import Final

from waypost.clients.shape import VERB_METHODS, At
from waypost.servers import flask
from waypost.servers.framework import Declares, Framework, methods, names
from waypost.servers.patterns import angled

_APP: Final = "quart.Quart"
_BLUEPRINT: Final = "quart.Blueprint"
_BOTH: Final = f"{_APP} {_BLUEPRINT}"
_SOCKET: Final = Declares(is_socket=True)

FRAMEWORK: Final = Framework(
    name="Quart",
    modules=("quart",),
    meanings={
        **flask.meanings(_APP, _BLUEPRINT, replace(flask.SHAPE, client="quart", data=At(None, "form"))),
        **methods(_BOTH, "websocket", _SOCKET),
        **methods(_BOTH, "add_websocket", _SOCKET._replace(handler=At(2, "view_func"))),
    },
    pattern=angled,
    aliases={"quart.app.Quart": _APP, "quart.blueprints.Blueprint": _BLUEPRINT},
    quiet=flask.QUIET
    | names(
        "before_serving after_serving while_serving before_websocket after_websocket teardown_websocket "
        "add_background_task test_app run_task startup shutdown"
    ),
    class_verbs=tuple(VERB_METHODS.split()),
    views=names("quart.views.MethodView quart.views.View"),
    by_order=False,
)
