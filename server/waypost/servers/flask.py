"""Flask: apps, blueprints in blueprints, views that are classes."""

from typing import Final

from waypost.clients.shape import VERB_METHODS, At, Fills, Shape
from waypost.servers.framework import Declares, Framework, Holder, Meaning, Mounts, Own, Tests, Wraps, methods, names
from waypost.servers.patterns import angled

_METHODS: Final = At(None, "methods")
_FILES: Final = Own("/static", "static_url_path", has_files=True, folder="static_folder")
# What werkzeug's test client takes.
SHAPE: Final = Shape(
    "werkzeug",
    (),
    At(0, "path"),
    fills=Fills.NOTHING,
    query=At(None, "query_string"),
    json=At(None, "json"),
    data=At(None, "data"),
    headers=At(None, "headers"),
    base_url="http://localhost",
)


def meanings(app: str, blueprint: str, shape: Shape) -> dict[str, Meaning]:
    """What is declared on apps and blueprints of these types; Quart has the same names."""
    both = f"{app} {blueprint}"
    return {
        app: Holder(is_app=True, itself=("url_map",), own=(_FILES,), opened_by=("host_matching", "subdomain_matching")),
        blueprint: Holder(
            prefix=At(5, "url_prefix"), own=(_FILES._replace(needs_folder=True),), opened_by=("subdomain",)
        ),
        **methods(both, "get post put delete patch", Declares(At(0, "rule"))),
        **methods(both, "route", Declares(At(0, "rule"), _METHODS)),
        **methods(both, "add_url_rule", Declares(At(0, "rule"), _METHODS, handler=At(2, "view_func"))),
        **methods(both, "register_blueprint", Mounts(At(0, "blueprint"), At(None, "url_prefix"), replaces=True)),
        **methods(both, "before_request before_app_request", Wraps(At(0, "f"))),
        f"{app}.test_client": Tests(None, shape=shape),
    }


QUIET: Final = names(
    "after_request teardown_request teardown_appcontext before_first_request context_processor "
    "errorhandler register_error_handler template_filter template_test template_global url_value_preprocessor "
    "url_defaults after_app_request app_errorhandler app_context_processor app_template_filter "
    "app_context test_request_context test_cli_runner shell_context_processor run make_response url_for "
    "send_static_file make_config open_resource record record_once app_url_defaults app_url_value_preprocessor "
    "request_context iter_rules bind bind_to_environ "
    "app_template_global app_template_test add_template_filter add_template_global add_template_test "
    "iter_blueprints select_jinja_autoescape full_dispatch_request ensure_sync async_to_sync"
)

FRAMEWORK: Final = Framework(
    name="Flask",
    modules=("flask",),
    meanings=meanings("flask.Flask", "flask.Blueprint", SHAPE),
    pattern=angled,
    aliases={"flask.app.Flask": "flask.Flask", "flask.blueprints.Blueprint": "flask.Blueprint"},
    quiet=QUIET,
    class_verbs=tuple(VERB_METHODS.split()),
    views=names("flask.views.MethodView flask.views.View"),
    by_order=False,
)
