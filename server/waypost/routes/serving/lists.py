"""The routes that apps serve, as lists for people and for programs."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from waypost.markup import printable
from waypost.routes.serving.compose import ServedRoute
from waypost.routes.serving.project import ProjectServing
from waypost.routes.serving.questions import ServedApp
from waypost.workspace import Workspace

if TYPE_CHECKING:
    from waypost.text import LineIndex

_ANY = "ANY"


@dataclass(frozen=True)
class ListedRoute:
    """One verb of one route, with the place of what answers it."""

    app: ServedApp
    verb: str
    route: ServedRoute
    # As it is called from where the list is read.
    file: str = ""
    line: int = 0
    column: int = 0

    @property
    def handler(self) -> str:
        return self.route.handler.name if self.route.handler is not None else ""

    @property
    def place(self) -> str:
        return f"{self.file}:{self.line + 1}" if self.file else ""


def listed_routes(serving: ProjectServing, workspace: Workspace, shown: Mapping[Path, str]) -> Iterator[ListedRoute]:
    """The routes of a project, app by app in the order in which they are declared; of the files that are shown."""
    lines: dict[str, LineIndex] = {}
    for app in serving.apps(workspace):
        for route in app.composed.routes:
            spot = serving.place(route)
            name = shown.get(serving.world.root / spot.file) if spot is not None else None
            if route.is_own or spot is None or name is None:
                continue
            if spot.file not in lines:
                lines[spot.file] = serving.lines(spot.file)
            line = lines[spot.file].line_at(spot.name.start)
            column = spot.name.start - lines[spot.file].start(line)
            for verb in route.verbs or (_ANY,):
                yield ListedRoute(app, verb, route, name, line, column)


def served_as_text(routes: Sequence[ListedRoute]) -> str:
    """A block an app: verb, path, handler, place."""
    out: list[str] = []
    by_app: dict[int, list[ListedRoute]] = {}
    for each in routes:
        by_app.setdefault(id(each.app), []).append(each)
    for own in by_app.values():
        app = own[0].app
        rows = [tuple(map(printable, (each.verb, each.route.path, each.handler, each.place))) for each in own]
        widths = [max(len(row[column]) for row in rows) for column in range(3)]
        out.append(printable(f"{app.label} ({app.composed.framework})"))
        out += ["  " + "  ".join([*map(str.ljust, row[:3], widths), row[3]]).rstrip() for row in rows]
        out += [
            f"  {printable(path)} is not known: {printable(why)}" for path, why in dict.fromkeys(app.composed.unread)
        ]
    apps = f" of {len(by_app)} apps" if len(by_app) > 1 else ""
    out.append(f"{len(routes)} {'route' if len(routes) == 1 else 'routes'}{apps}")
    return "\n".join(out) + "\n"


def served_as_json(routes: Sequence[ListedRoute]) -> str:
    """Everything known, for programs."""
    return json.dumps(list(map(_data, routes)), indent=2) + "\n"


def _data(each: ListedRoute) -> Mapping[str, Any]:
    return {
        "app": each.app.label,
        "framework": each.app.composed.framework,
        "verb": None if each.verb == _ANY else each.verb,
        "path": each.route.path,
        "handler": each.handler or None,
        "file": each.file or None,
        "line": each.line + 1 if each.file else None,
        "column": each.column + 1 if each.file else None,
        "whole": each.route.is_whole,
    }
