"""The routes that apps serve, as lists for people and for programs."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from waypost.apis import Apis
from waypost.markup import printable
from waypost.routes.serving.as_api import goes_to, operations_of
from waypost.routes.serving.compose import ServedRoute
from waypost.routes.serving.project import ProjectServing
from waypost.routes.serving.queries import ServedApp
from waypost.routes.serving.signatures import QUERY, TakenValue, body_of
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
    # How many calls in the project are known to go there.
    calls: int = 0

    @property
    def handler(self) -> str:
        return self.route.handler.name if self.route.handler is not None else ""

    @property
    def called(self) -> str:
        return f"{self.calls} {'call' if self.calls == 1 else 'calls'}"

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


def counted(routes: Iterable[ListedRoute], calls: Iterable[tuple[str, str]], apis: Apis) -> Iterator[ListedRoute]:
    """Routes with the number of the calls that go there, of which each is an API and an operation."""
    known = Counter(calls)
    targets = {api for api, _ in known}
    of_app: dict[int, list[str]] = {}
    for each in routes:
        if id(each.app) not in of_app:
            of_app[id(each.app)] = [api for api in targets if goes_to(api, each.app, apis)]
        names = list(operations_of(each.route)) if each.verb == _ANY else [f"{each.verb} {each.route.path}"]
        yield replace(each, calls=sum(known[api, name] for api in of_app[id(each.app)] for name in names))


def served_as_text(routes: Sequence[ListedRoute], *, unused: bool = False) -> str:
    """A block an app: verb, path, handler, place."""
    out: list[str] = []
    by_app: dict[int, list[ListedRoute]] = {}
    for each in routes:
        by_app.setdefault(id(each.app), []).append(each)
    for own in by_app.values():
        app = own[0].app
        rows = [
            tuple(map(printable, (each.verb, each.route.path, each.handler, each.place, each.called))) for each in own
        ]
        widths = [max(len(row[column]) for row in rows) for column in range(4)]
        out.append(printable(f"{app.label} ({app.composed.framework})"))
        out += ["  " + "  ".join([*map(str.ljust, row[:4], widths), row[4]]).rstrip() for row in rows]
        out += [
            f"  {printable(path)} is not known: {printable(why)}" for path, why in dict.fromkeys(app.composed.unread)
        ]
    apps = f" of {len(by_app)} apps" if len(by_app) > 1 else ""
    which = " without a known call" if unused else ""
    out.append(f"{len(routes)} {'route' if len(routes) == 1 else 'routes'}{apps}{which}")
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
        "calls": each.calls,
    }


def served_as_openapi(routes: Sequence[ListedRoute]) -> str:
    """The description of one app: what its routes are known to take, in OpenAPI 3.1."""
    paths: dict[str, dict[str, Any]] = {}
    for each in routes:
        for operation in operations_of(each.route) if each.verb == _ANY else (f"{each.verb} {each.route.path}",):
            verb, path = operation.split(" ", 1)
            paths.setdefault(path.replace("{+", "{"), {}).setdefault(verb.lower(), _described(each.route))
    title = routes[0].app.label if routes else ""
    document = {"openapi": "3.1.0", "info": {"title": title, "version": "0"}, "paths": paths}
    return json.dumps(document, indent=2) + "\n"


def _described(route: ServedRoute) -> Mapping[str, Any]:
    """An operation; its body is left out where it is not known."""
    parameters = [
        {"name": each.name, "in": "path", "required": True, "schema": _schema(TakenValue(each.type), each.format)}
        for each in route.parameters
    ]
    signature = route.signature
    taken = signature.arguments if signature is not None else ()
    parameters += [
        {"name": each.name, "in": QUERY, "required": each.required, "schema": _schema(each.value, each.format)}
        for each in taken
        if each.place == QUERY
    ]
    body = body_of(signature) if signature is not None else None
    found: dict[str, Any] = {"operationId": route.handler.name} if route.handler is not None else {}
    found["parameters"] = parameters
    if body is not None:
        content = {media: {"schema": _schema(body.value)} for media in body.media}
        found["requestBody"] = {"content": content, "required": body.required}
    found["responses"] = {"default": {"description": ""}}
    return found


def _schema(of: TakenValue, written: str = "") -> Mapping[str, Any]:
    found: dict[str, Any] = {}
    if of.type:
        found["type"] = of.type
    if written:
        found["format"] = written
    if of.items is not None:
        found["items"] = _schema(of.items)
    if of.keys:
        found["properties"] = {each.name: _schema(each.value) for each in of.keys}
        if required := [each.name for each in of.keys if each.required]:
            found["required"] = required
    if of.is_strict:
        found["additionalProperties"] = False
    return found
