"""Django with REST framework: lists of patterns in modules, which include others; routers of sets of views."""

from typing import Final

from waypost.clients.shape import VERB_METHODS, At, Fills, Shape
from waypost.servers.framework import (
    Declares,
    Framework,
    Holder,
    Meaning,
    Mounts,
    Own,
    Tests,
    ViewSets,
    methods,
    names,
)
from waypost.servers.patterns import angled, regex

# The verbs are the methods of a class; a function answers any.
_VIEW: Final = Declares(
    At(0, "route"), verbs=At(None, "no argument"), default=(), handler=At(1, "view"), may_mount=True
)
_BY_REGEX: Final = _VIEW._replace(pattern=regex)
_ROUTERS: Final = "rest_framework.routers.DefaultRouter rest_framework.routers.SimpleRouter"
# Of the set of views, some routes are below the prefix.
_VIEWS: Final = "rest_framework.viewsets"
_LIST, _READ, _WRITE = ("list",), ("retrieve",), ("create", "update", "partial_update", "destroy")
_SETS: Final = ViewSets(
    of_list={"list": "GET", "create": "POST"},
    of_one={"retrieve": "GET", "update": "PUT", "partial_update": "PATCH", "destroy": "DELETE"},
    inherited={
        f"{_VIEWS}.ModelViewSet": _LIST + _READ + _WRITE,
        f"{_VIEWS}.ReadOnlyModelViewSet": _LIST + _READ,
        f"{_VIEWS}.GenericViewSet": (),
        f"{_VIEWS}.ViewSet": (),
        "rest_framework.mixins.ListModelMixin": _LIST,
        "rest_framework.mixins.RetrieveModelMixin": _READ,
        "rest_framework.mixins.CreateModelMixin": ("create",),
        "rest_framework.mixins.UpdateModelMixin": ("update", "partial_update"),
        "rest_framework.mixins.DestroyModelMixin": ("destroy",),
    },
    action="rest_framework.decorators.action",
    of_one_thing=At(1, "detail"),
    verbs=At(0, "methods"),
    ending=At(None, "url_path"),
    parameter=("lookup_url_kwarg", "lookup_field"),
    parameter_name="pk",
    slash=At(0, "trailing_slash"),
    with_formats=frozenset(("rest_framework.routers.DefaultRouter",)),
)
_SET: Final = Declares(At(0, "prefix"), verbs=(), handler=At(1, "viewset"), pattern=regex, views=_SETS)
_CLIENT: Final = "django.test.Client"
# What Django's test client takes; what it calls data is the query for some verbs.
_SHAPE: Final = Shape(
    "django", (), At(0, "path"), fills=Fills.NOTHING, query=At(None, "query_params"), headers=At(None, "headers"),
    base_url="http://testserver",
)  # fmt: skip
_CASES: Final = "TestCase TransactionTestCase SimpleTestCase LiveServerTestCase"
_API_CASES: Final = "APITestCase APITransactionTestCase APISimpleTestCase APILiveServerTestCase"

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
    # A method of a set of views that is a route.
    _SETS.action: Declares(At(None, "url_path"), At(0, "methods")),
    _CLIENT: Tests(None, shape=_SHAPE, of_root=True),
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
        "django.test.AsyncClient": _CLIENT,
        "django.test.client.Client": _CLIENT,
        "rest_framework.test.APIClient": _CLIENT,
    },
    quiet=names("get_urls get_api_root_view"),
    class_verbs=tuple(VERB_METHODS.split()),
    views=names(
        "django.views.View django.views.generic.View django.views.generic.base.View django.views.generic.edit.View "
        "rest_framework.views.APIView"
    ),
    begins="/",
    # The setting that names the module with the list of patterns, and how that list is called.
    root=("ROOT_URLCONF", "urlpatterns"),
    root_type="django.urls.URLResolver",
    given=dict.fromkeys(("client", "admin_client", "async_client"), _CLIENT),
    client_attributes={
        f"{owner}.{name}": _CLIENT
        for module, cases in (("django.test", _CASES), ("rest_framework.test", _API_CASES))
        for owner in (f"{module}.{case}" for case in cases.split())
        for name in ("client", "async_client")
    },
)
