"""An app as an API: the description that nobody had to write, which is checked like a document."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from waypost.apis import Api, Operation, Parameter, ParameterPlace
from waypost.apis.compact import pack, unpack
from waypost.apis.model import Description
from waypost.routes.serving.compose import ANYTHING, ServedRoute
from waypost.routes.serving.questions import ServedApp
from waypost.servers import PathParameter

# The verbs of a route that names none.
_ANY: Final = ("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS")
_UNREAD: Final = (ParameterPlace.QUERY, ParameterPlace.HEADER, ParameterPlace.COOKIE, ParameterPlace.BODY)
_VALUE: Final = re.compile(r"\{[^{}]*\}")


class ServedApi(NamedTuple):
    """The API of an app, and what answers each of its operations, by verb and path."""

    api: Api
    routes: Mapping[tuple[str, str], tuple[ServedRoute, ...]]


def as_api(apps: Sequence[ServedApp]) -> ServedApi:
    """The API of an app; of several, of which nobody knows which is meant, all that one of them serves."""
    routes: dict[tuple[str, str], tuple[ServedRoute, ...]] = {}
    for app in apps:
        own: dict[tuple[str, str], ServedRoute] = {}
        for route in _in_reach(app):
            for verb in route.verbs or _ANY:
                own.setdefault((verb, route.path), route)
        for key, route in own.items():
            routes[key] = (*routes.get(key, ()), route)
    operations = tuple(_operation(verb, each[0]) for (verb, _), each in routes.items())
    app = apps[0]
    if len(apps) > 1:
        name = " or ".join(each.label for each in apps)
        return ServedApi(_api(name, address_of(app), operations, (f"/{ANYTHING}", "/")), routes)
    unread = tuple(dict.fromkeys(each for path, _ in app.composed.unread for each in (path, _above(path))))
    return ServedApi(_api(app.label, address_of(app), operations, unread), routes)


def _api(name: str, base: str, operations: tuple[Operation, ...], unread: tuple[str, ...]) -> Api:
    return Api(unpack(pack(Description(name, "", base, operations, unread=unread))))


def _above(path: str) -> str:
    """The path itself, below which nobody knows what is served."""
    return path.removesuffix(f"/{ANYTHING}") or "/"


def address_of(app: ServedApp) -> str:
    """What stands for the address of an app, whose clients need none."""
    made = app.composed.made
    return f"python:{app.label}" if app.name else f"python:{made}"


def operations_of(route: ServedRoute) -> Iterator[str]:
    """The operations of a route, each as verb and path."""
    return (f"{verb} {route.path}" for verb in route.verbs or _ANY)


def _in_reach(app: ServedApp) -> Iterator[ServedRoute]:
    """The routes that a request can reach: an earlier one that takes all of another's paths hides that."""
    before: dict[tuple[str, ...], list[tuple[str, ...]]] = {}
    for route in app.composed.routes:
        segments = tuple(route.path.split("/"))
        free = {parameter.name for parameter in route.parameters if not parameter.type and not parameter.many_segments}
        hidden = app.composed.by_order and any(_takes(earlier, segments) for earlier in before.get(route.verbs, ()))
        if not hidden:
            yield route
        if all(_VALUE.fullmatch(each) is None or each[1:-1] in free for each in segments) and route.is_whole:
            before.setdefault(route.verbs, []).append(segments)


def _takes(earlier: tuple[str, ...], later: tuple[str, ...]) -> bool:
    """Whether all paths of a route are paths of an earlier one, whose parameters take anything within a segment."""
    return len(earlier) == len(later) and all(
        one == other or (_VALUE.fullmatch(one) is not None and other) for one, other in zip(earlier, later, strict=True)
    )


def _operation(verb: str, route: ServedRoute) -> Operation:
    handler = route.handler.name if route.handler is not None else ""
    in_path = tuple(map(_in_path, route.parameters))
    return Operation(verb, route.path, id=handler, parameters=in_path, open_body=True, unread=_UNREAD)


def _in_path(each: PathParameter) -> Parameter:
    place, many = ParameterPlace.PATH, each.many_segments
    return Parameter(each.name, place, each.type, required=True, format=each.format, many_segments=many)
