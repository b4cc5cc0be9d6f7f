"""aiohttp: apps in apps, tables of routes, lists of routes."""

from dataclasses import replace
from typing import Final

from waypost.clients import aiohttp
from waypost.clients.shape import VERB_METHODS, At
from waypost.servers.framework import Declares, Framework, Holder, Meaning, Mounts, Tests, methods, names
from waypost.servers.patterns import braced_regex

_APP: Final = "aiohttp.web.Application"
_TABLE: Final = "aiohttp.web.RouteTableDef"
_HANDLER: Final = At(1, "handler")
_ROUTE: Final = Declares(At(1, "path"), At(0, "method"), handler=At(2, "handler"))
# Its verbs are the methods of a class.
_VIEW: Final = Declares(verbs=At(None, "no argument"), default=(), handler=_HANDLER)
_STATIC: Final = Mounts(At(1, "path"), At(0, "prefix"), is_app=True)
_SHAPE: Final = replace(aiohttp.CLIENT.shapes[0], callees=(), url=At(0, "path"), base=None)

_MEANINGS: Final[dict[str, Meaning]] = {
    _APP: Holder(is_app=True, itself=("router",), wraps=At(None, "middlewares")),
    _TABLE: Holder(),
    **methods("aiohttp.web", VERB_METHODS, Declares(handler=_HANDLER)),
    **methods(_TABLE, VERB_METHODS, Declares()),
    **{f"{_APP}.add_{verb}": Declares(verbs=(verb.upper(),), handler=_HANDLER) for verb in VERB_METHODS.split()},
    "aiohttp.web.route": _ROUTE,
    f"{_APP}.add_route": _ROUTE,
    f"{_TABLE}.route": Declares(At(1, "path"), At(0, "method")),
    "aiohttp.web.view": _VIEW,
    f"{_APP}.add_view": _VIEW,
    f"{_TABLE}.view": _VIEW._replace(handler=None),
    "aiohttp.web.static": _STATIC,
    f"{_APP}.add_static": _STATIC,
    f"{_TABLE}.static": _STATIC,
    f"{_APP}.add_routes": Mounts(At(0, "routes")),
    f"{_APP}.add_subapp": Mounts(At(1, "subapp"), At(0, "prefix"), is_app=True),
    "aiohttp.test_utils.TestServer": Tests(),
    "aiohttp.test_utils.TestClient": Tests(At(0, "server"), shape=_SHAPE),
}

FRAMEWORK: Final = Framework(
    name=aiohttp.CLIENT.name,
    modules=(aiohttp.CLIENT.name,),
    meanings=_MEANINGS,
    pattern=braced_regex,
    aliases={
        "aiohttp.web_app.Application": _APP,
        "aiohttp.web_routedef.RouteTableDef": _TABLE,
        "aiohttp.web.UrlDispatcher": _APP,
    },
    quiet=names(
        "make_handler cleanup startup shutdown freeze pre_freeze url_for register_resource on_startup on_cleanup "
        "get setdefault keys items values named_resources resources routes"
    ),
    class_verbs=tuple(VERB_METHODS.split()),
    views=names("aiohttp.web.View aiohttp.abc.AbstractView"),
    fixtures={"aiohttp_client": "aiohttp.test_utils.TestClient"},
)
