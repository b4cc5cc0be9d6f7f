"""Bottle: apps, and functions of the module that declare on an app of its own."""

from typing import Final

from waypost.clients.shape import At
from waypost.servers.framework import (
    WEBTEST,
    Declares,
    Framework,
    Holder,
    Meaning,
    Mounts,
    Tests,
    Wraps,
    methods,
    names,
)
from waypost.servers.patterns import angled_after

_APP: Final = "bottle.Bottle"
_BOTH: Final = f"{_APP} bottle"
_ROUTE: Final = Declares(At(0, "path"), At(1, "method"), handler=At(2, "callback"), may_be_named=True)

_MEANINGS: Final[dict[str, Meaning]] = {
    _APP: Holder(is_app=True),
    **methods(_BOTH, "route", _ROUTE),
    **methods(_BOTH, "get post put patch delete", Declares(At(0, "path"), may_be_named=True)),
    **methods(_BOTH, "mount", Mounts(At(1, "app"), At(0, "prefix"), is_app=True)),
    **methods(_BOTH, "merge", Mounts(At(0, "routes"))),
    **methods(_BOTH, "hook", Wraps(None)),
    "webtest.TestApp": Tests(shape=WEBTEST, more=names("post_json put_json patch_json delete_json")),
}

FRAMEWORK: Final = Framework(
    name="Bottle",
    modules=("bottle",),
    meanings=_MEANINGS,
    pattern=angled_after,
    quiet=names("error install uninstall reset close run get_url wsgi add_hook remove_hook trigger_hook"),
    by_order=False,
    implicit=_APP,
    gives_implicit=names("bottle.default_app bottle.app"),
)
