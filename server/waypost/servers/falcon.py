"""Falcon: resources, whose methods answer the verbs."""

from typing import Final

from waypost.clients.shape import VERB_METHODS, At, Fills, Shape
from waypost.servers.framework import Declares, Framework, Holder, Meaning, Mounts, Tests, methods, names
from waypost.servers.patterns import braced

_APPS: Final = "falcon.App falcon.asgi.App"
_HOLDER: Final = Holder(is_app=True, wraps=At(None, "middleware"))
# What the simulated requests of its test client take.
_SHAPE: Final = Shape(
    "falcon",
    (),
    At(0, "path"),
    default_url="/",
    fills=Fills.NOTHING,
    query=At(None, "params"),
    json=At(None, "json"),
    content=At(None, "body"),
    headers=At(None, "headers"),
    cookies=At(None, "cookies"),
    base_url="http://falconframework.org",
)
_SIMULATED: Final = names(" ".join(f"simulate_{verb}" for verb in VERB_METHODS.split()))

_MEANINGS: Final[dict[str, Meaning]] = {
    **dict.fromkeys(_APPS.split(), _HOLDER),
    **methods(
        _APPS,
        "add_route",
        Declares(At(0, "uri_template"), handler=At(1, "resource"), verbs=At(None, "no argument"), default=(),
                 suffix=At(None, "suffix")),
    ),
    **methods(_APPS, "add_static_route", Mounts(At(1, "directory"), At(0, "prefix"), is_app=True)),
    **methods(_APPS, "add_sink", Mounts(At(0, "sink"), At(1, "prefix"), is_app=True)),
    **methods(_APPS, "add_websocket_route", Declares(is_socket=True)),
    "falcon.testing.TestClient": Tests(shape=_SHAPE, more=_SIMULATED),
}  # fmt: skip

FRAMEWORK: Final = Framework(
    name="Falcon",
    modules=("falcon",),
    meanings=_MEANINGS,
    pattern=braced,
    aliases={
        "falcon.API": "falcon.App",
        "falcon.app.App": "falcon.App",
        "falcon.testing.client.TestClient": "falcon.testing.TestClient",
    },
    quiet=names("add_error_handler set_error_serializer req_options resp_options router_options ws_options"),
    class_verbs=tuple(VERB_METHODS.split()),
    verb_method="on_{}",
    by_order=False,
)
