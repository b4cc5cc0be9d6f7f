"""One way to check what an app serves: its sources, and the routes as lines `VERB /path handler`."""

from collections.abc import Mapping

from tests.support.whole import Sources
from waypost.routes.program.table import Table
from waypost.routes.serving.queries import Served, ServedApp


def apps_of(files: Mapping[str, str] | str) -> dict[str, ServedApp]:
    """The apps of some sources, by their labels; one source is `main.py`."""
    texts = {"main.py": files} if isinstance(files, str) else files
    table = Table(Sources({name: text.encode() for name, text in texts.items()}))
    return {app.label: app for app in table.ask(Served())}


def routes_of(app: ServedApp) -> list[str]:
    return [
        f"{verb} {route.path} {route.handler.name if route.handler else ''}".rstrip()
        for route in app.composed.routes
        if not route.is_own
        for verb in route.verbs or ("ANY",)
    ]


def check(files: Mapping[str, str] | str, *expected: str, app: str = "main:app", unread: tuple[str, ...] = ()) -> None:
    """An app serves exactly these routes, and nobody knows what it serves below `unread`."""
    found = apps_of(files)[app]
    assert sorted(routes_of(found)) == sorted(expected)
    assert tuple(path for path, _ in found.composed.unread) == unread
