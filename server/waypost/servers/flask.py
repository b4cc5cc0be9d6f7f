"""Flask: apps, blueprints in blueprints, views that are classes."""

from typing import Final

from waypost.clients.shape import VERB_METHODS, At, Fills, Shape
from waypost.servers.framework import Declares, Framework, Holder, Meaning, Mounts, Own, Tests, Wraps, methods, names
from waypost.servers.patterns import angled

_HOLDERS: Final = "flask.Flask flask.Blueprint"
_METHODS: Final = At(None, "methods")
_FILES: Final = Own("/static", "static_url_path", has_files=True, folder="static_folder")
# What werkzeug's test client takes.
_SHAPE: Final = Shape(
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

_MEANINGS: Final[dict[str, Meaning]] = {
    "flask.Flask": Holder(is_app=True, itself=("url_map",), own=(_FILES,)),
    "flask.Blueprint": Holder(prefix=At(5, "url_prefix"), own=(_FILES._replace(needs_folder=True),)),
    **methods(_HOLDERS, "get post put delete patch", Declares(At(0, "rule"))),
    **methods(_HOLDERS, "route", Declares(At(0, "rule"), _METHODS)),
    **methods(_HOLDERS, "add_url_rule", Declares(At(0, "rule"), _METHODS, handler=At(2, "view_func"))),
    **methods(_HOLDERS, "register_blueprint", Mounts(At(0, "blueprint"), At(None, "url_prefix"), replaces=True)),
    **methods(_HOLDERS, "before_request before_app_request", Wraps(At(0, "f"))),
    "flask.Flask.test_client": Tests(None, shape=_SHAPE),
}

FRAMEWORK: Final = Framework(
    name="Flask",
    modules=("flask",),
    meanings=_MEANINGS,
    pattern=angled,
    aliases={"flask.app.Flask": "flask.Flask", "flask.blueprints.Blueprint": "flask.Blueprint"},
    quiet=names(
        "after_request teardown_request teardown_appcontext before_first_request context_processor "
        "errorhandler register_error_handler template_filter template_test template_global url_value_preprocessor "
        "url_defaults after_app_request app_errorhandler app_context_processor app_template_filter "
        "app_context test_request_context test_cli_runner shell_context_processor run make_response url_for "
        "send_static_file make_config open_resource record record_once app_url_defaults app_url_value_preprocessor "
        "request_context iter_rules bind bind_to_environ "
        "app_template_global app_template_test add_template_filter add_template_global add_template_test "
        "iter_blueprints select_jinja_autoescape full_dispatch_request ensure_sync async_to_sync"
    ),
    class_verbs=tuple(VERB_METHODS.split()),
    by_order=False,
)
