"""Tornado: lists of pairs, of a regular expression and a class whose methods answer the verbs."""

from typing import Final

from waypost.clients.shape import VERB_METHODS, At
from waypost.servers.framework import Declares, Framework, Holder, Meaning, Mounts, Own, methods, names
from waypost.servers.patterns import whole_regex

_APP: Final = "tornado.web.Application"
_SPEC: Final = "tornado.web.URLSpec"

_MEANINGS: Final[dict[str, Meaning]] = {
    _APP: Holder(
        is_app=True,
        routes=At(0, "handlers"),
        own=(Own("/static", "static_url_prefix", has_files=True, folder="static_path", needs_folder=True),),
        opened_by=("default_handler_class",),
    ),
    _SPEC: Declares(At(0, "pattern"), verbs=At(None, "no argument"), default=(), handler=At(1, "handler")),
    **methods(_APP, "add_handlers", Mounts(At(1, "host_handlers"))),
}

FRAMEWORK: Final = Framework(
    name="Tornado",
    modules=("tornado",),
    meanings=_MEANINGS,
    pattern=whole_regex,
    aliases={"tornado.web.url": _SPEC, "tornado.routing.URLSpec": _SPEC},
    quiet=names("listen reverse_url log_request add_transform settings"),
    class_verbs=tuple(VERB_METHODS.split()),
    views=names("tornado.web.RequestHandler"),
    pair=_SPEC,
)
