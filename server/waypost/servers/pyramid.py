"""Pyramid: routes with names, and views that refer to these."""

from typing import Final

from waypost.clients.shape import At
from waypost.servers.framework import Answers, Declares, Framework, Holder, Includes, Meaning, Mounts, Tests, names
from waypost.servers.patterns import braced_regex_with_rest

_APP: Final = "pyramid.config.Configurator"
_NAME: Final = At(None, "route_name")
_VERBS: Final = At(None, "request_method")

_MEANINGS: Final[dict[str, Meaning]] = {
    _APP: Holder(is_app=True, prefix=At(None, "route_prefix")),
    f"{_APP}.add_route": Declares(
        At(1, "pattern"), verbs=At(None, "request_method"), default=(), handler=At(None, "no argument"),
        name=At(0, "name"), opened_by=("path", "static", "request_method", "custom_predicates", "use_global_views"),
    ),
    f"{_APP}.add_view": Answers(_NAME, _VERBS, At(0, "view")),
    "pyramid.view.view_config": Answers(_NAME, _VERBS),
    f"{_APP}.include": Includes(At(0, "callable"), At(None, "route_prefix"), "includeme"),
    f"{_APP}.add_static_view": Mounts(At(1, "path"), At(0, "name"), is_app=True),
    f"{_APP}.make_wsgi_app": Tests(None),
}  # fmt: skip

FRAMEWORK: Final = Framework(
    name="Pyramid",
    modules=("pyramid",),
    meanings=_MEANINGS,
    pattern=braced_regex_with_rest,
    quiet=names(
        "scan commit add_settings get_settings add_renderer add_subscriber set_authentication_policy registry "
        "set_authorization_policy set_session_factory set_default_permission add_request_method set_root_factory "
        "set_security_policy add_tween set_default_csrf_options add_translation_dirs action set_request_property "
        "add_directive add_view_deriver set_locale_negotiator absolute_asset_spec override_asset begin end "
        "add_forbidden_view __enter__ __exit__ add_view_predicate set_request_factory set_response_factory"
    ),
    begins="/",
    between="/",
    includes=_APP,
    names_routes=True,
)
