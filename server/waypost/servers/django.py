"""Django with REST framework: lists of patterns in modules, which include others; routers of sets of views."""

from typing import Final

from waypost.clients.shape import VERB_METHODS, At
from waypost.servers.framework import Declares, Framework, Holder, Meaning, Mounts, Own, methods, names
from waypost.servers.patterns import angled, regex

_VIEW: Final = Declares(At(0, "route"), verbs=(), handler=At(1, "view"), may_mount=True)
_BY_REGEX: Final = _VIEW._replace(pattern=regex)
_ROUTERS: Final = "rest_framework.routers.DefaultRouter rest_framework.routers.SimpleRouter"
# Of the set of views, some routes are below the prefix.
_SET: Final = Declares(At(0, "prefix"), verbs=(), handler=At(1, "viewset"), pattern=regex, opens_below=True)

_MEANINGS: Final[dict[str, Meaning]] = {
    # What the list of patterns of the root module is given to.
    "django.urls.URLResolver": Holder(is_app=True, routes=At(0, "urlpatterns")),
    "django.urls.path": _VIEW,
    "django.urls.re_path": _BY_REGEX,
    "django.urls.include": Mounts(At(0, "arg")),
    "django.conf.urls.static.static": Mounts(At(None, "nothing"), At(0, "prefix"), is_app=True, in_list=True),
    "rest_framework.routers.DefaultRouter": Holder(itself=("urls",), own=(Own("/"),)),
    "rest_framework.routers.SimpleRouter": Holder(itself=("urls",)),
    **methods(_ROUTERS, "register", _SET),
}

FRAMEWORK: Final = Framework(
    name="Django",
    modules=("django", "rest_framework"),
    meanings=_MEANINGS,
    pattern=angled,
    aliases={
        "django.urls.conf.path": "django.urls.path",
        "django.urls.conf.re_path": "django.urls.re_path",
        "django.urls.conf.include": "django.urls.include",
        "django.conf.urls.include": "django.urls.include",
        "django.conf.urls.url": "django.urls.re_path",
    },
    quiet=names("get_urls get_api_root_view"),
    class_verbs=tuple(VERB_METHODS.split()),
    begins="/",
    # The setting that names the module with the list of patterns, and how that list is called.
    root=("ROOT_URLCONF", "urlpatterns"),
    root_type="django.urls.URLResolver",
)
