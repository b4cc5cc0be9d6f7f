"""Django: the routes of the module that a setting names. Each list was compared with that of Django's own resolver."""

import pytest

from tests.routes.servers.served import apps_of, check, routes_of
from waypost.routes.serving.as_api import as_api
from waypost.servers.patterns import regex

_FILES = {
    "proj/settings.py": 'ROOT_URLCONF = "proj.urls"\n',
    "proj/urls.py": """\
from django.conf.urls.static import static
from django.contrib import admin
from django.urls import include, path, re_path
from rest_framework.routers import DefaultRouter, SimpleRouter
from users import views
router = DefaultRouter()
simple = SimpleRouter(trailing_slash=False)
simple.register("bare", views.UserSet)
simple.register("elsewhere", views.Elsewhere)
router.register("things", views.UserSet)
router.register("odd", views.Odd)
urlpatterns = [
    path("", views.home),
    path("admin/", admin.site.urls),
    path("users/", include("users.urls")),
    path("again/", include(("users.urls", "users"), namespace="again")),
    path("api/", include(router.urls)),
    re_path(r"^articles/(?P<year>[0-9]{4})/$", views.year),
    path("b/", include(simple.urls)),
    path("inline/", include([path("a", views.home)])),
] + static("/media/", document_root="x")
urlpatterns += [path("late/", views.Late.as_view(), name="late")]
""",
    "users/urls.py": """\
from django.urls import path
from . import views
app_name = "users"
urlpatterns = [path("<int:pk>/", views.user, name="user"), path("all", views.UserList.as_view())]
""",
    "users/views.py": """\
from django.views import View
from django.views.generic import ListView
from rest_framework import viewsets
from rest_framework.decorators import action
import other
def home(request): ...
def user(request, pk): ...
def year(request, year): ...
class Late(View):
    def get(self, request): ...
class UserList(ListView): ...
class UserSet(viewsets.ReadOnlyModelViewSet):
    lookup_field = "slug"
    def destroy(self, request, slug): ...
    @action(detail=True, methods=["post", "PUT"])
    def activate(self, request, slug): ...
    @action(detail=False, url_path="by-name")
    def by_name(self, request): ...
    @action(detail=False)
    def more(self, request): ...
    @more.mapping.delete
    def drop_more(self, request): ...
class Odd(UserSet, other.Mixin): ...
class Elsewhere(viewsets.ViewSet):
    @action(detail=False, url_path=other.PATH)
    def hand(self, request): ...
""",
}


def test_what_the_root_module_lists() -> None:
    check(
        _FILES,
        "ANY / home", "ANY /admin/", "ANY /users/{pk}/ user", "ANY /users/all UserList",
        "ANY /again/{pk}/ user", "ANY /again/all UserList", "GET /api/things/ UserSet",
        "GET /api/things/{slug}/ UserSet", "DELETE /api/things/{slug}/ destroy", "ANY /api/odd Odd",
        "POST /api/things/{slug}/activate/ activate", "PUT /api/things/{slug}/activate/ activate",
        "GET /api/things/by-name/ by_name", "ANY /api/things/more/ more",
        "ANY /articles/{year}/ year", "ANY /inline/a home", "GET /late/ Late",
        "GET /b/bare UserSet", "GET /b/bare/{slug} UserSet", "DELETE /b/bare/{slug} destroy",
        "POST /b/bare/{slug}/activate activate", "PUT /b/bare/{slug}/activate activate",
        "GET /b/bare/by-name by_name", "ANY /b/bare/more more", "ANY /b/elsewhere Elsewhere",
        app="proj.urls:urlpatterns",
        unread=("/admin/{+rest}", "/api/odd/{+rest}", "/b/elsewhere/{+rest}", "/media/{+rest}"),
    )  # fmt: skip


def test_a_list_that_no_setting_names() -> None:
    assert apps_of({name: text for name, text in _FILES.items() if "settings" not in name}) == {}


def test_a_root_module_without_a_list() -> None:
    """Django refuses it."""
    assert apps_of({**_FILES, "proj/urls.py": "from django.urls import path\n"}) == {}


def test_a_list_that_is_half_typed() -> None:
    half = {**_FILES, "proj/urls.py": _FILES["proj/urls.py"] + 'urlpatterns += [path("x", \n'}
    assert "ANY /users/{pk}/ user" in routes_of(apps_of(half)["proj.urls:urlpatterns"])


@pytest.mark.parametrize(
    ("written", "template", "is_open", "ends"),
    [
        (r"^users/(?P<user_id>\d+)/$", "users/{user_id}/", False, True),
        (r"^old/(\d+)\.html$", "old/{0}.html", False, True),
        (r"^api/", "api/", False, False),
        (r"^any/.*$", "any/{+rest}", True, True),
        (r"^old/(\d+)/?$", "old/{0}/", False, True),
        (r"^old/(\d+)?$", "old/{+rest}", True, True),
        (r"^(?:a|b)/x$", "{0}/x", False, True),
        (r"^a/(?P<x>(b|c))/$", "a/{+rest}", True, True),
        (r"^a/(b)?$", "a/{+rest}", True, True),
        (r"^a/(?P<x>[", "a/{+rest}", True, True),
    ],
)
def test_regular_expressions(written: str, template: str, is_open: bool, ends: bool) -> None:  # noqa: FBT001
    found = regex(written)
    assert (found.template, found.is_open, found.ends) == (template, is_open, ends)


def test_a_view_of_the_list_is_no_thing_in_it() -> None:
    """`/things/by-name/` is served before `/things/{slug}/`."""
    served = as_api([apps_of(_FILES)["proj.urls:urlpatterns"]])
    assert {("GET", "/api/things/by-name/"), ("GET", "/api/things/{slug}/")} <= served.routes.keys()
