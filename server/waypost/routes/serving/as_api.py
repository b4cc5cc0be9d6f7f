"""An app as an API: the description that nobody had to write, which is checked like a document."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from waypost.apis import Api, Apis, Operation, Parameter, ParameterPlace
from waypost.apis.compact import pack, unpack
from waypost.apis.model import NO_SCHEMA, Body, Description
from waypost.routes.serving.compose import ANYTHING, ServedRoute
from waypost.routes.serving.queries import ServedApp, is_named
from waypost.routes.serving.signatures import BODY, QUERY, Argument, TakenValue, body_of
from waypost.servers import PathParameter
from waypost.workspace.setting_kinds import APP

# The verbs of a route that names none.
_ANY: Final = ("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS")
_UNREAD: Final = (ParameterPlace.QUERY, ParameterPlace.HEADER, ParameterPlace.COOKIE, ParameterPlace.BODY)
_VALUE: Final = re.compile(r"\{[^{}]*\}")


class ServedApi(NamedTuple):
    """The API of an app, and what answers each of its operations, by verb and path."""

    api: Api
    routes: Mapping[tuple[str, str], tuple[ServedRoute, ...]]
    # Where the app pretends to be.
    root: str = ""


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
    schemas = _ServedSchemas()
    operations = tuple(_operation(verb, each, schemas) for (verb, _), each in routes.items())
    app = apps[0]
    name, unread = app.label, [each for path, _ in app.composed.unread for each in (path, _above(path))]
    if len(apps) > 1:
        name, unread = " or ".join(each.label for each in apps), [f"/{ANYTHING}", "/"]
    found = Description(
        name, "", address_of(app), operations, schemas=tuple(schemas.rows), unread=tuple(dict.fromkeys(unread))
    )
    return ServedApi(Api(unpack(pack(found))), routes, app.composed.root if len(apps) == 1 else "")


def _above(path: str) -> str:
    """The path itself, below which nobody knows what is served."""
    return path.removesuffix(f"/{ANYTHING}") or "/"


def address_of(app: ServedApp) -> str:
    """What stands for the address of an app, whose clients need none."""
    made = app.composed.made
    return f"{APP}{app.label}" if app.name else f"{APP}{made}"


def goes_to(api: str, app: ServedApp, apis: Apis) -> bool:
    """Whether calls of an API go to an app: by a client that is made of it, or an address that settings say is its."""
    document = apis.documents.get(api)
    return api == address_of(app) or (document is not None and document.app != "" and is_named(app, document.app))


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


class _ServedSchemas:
    """The table of schemas of an API: what is known of the values in bodies, each once."""

    def __init__(self) -> None:
        self.rows: list[Mapping[str, Any]] = []
        self._known: dict[TakenValue, int] = {}

    def number(self, of: TakenValue) -> int:
        """The schema of a value: only objects and lists, since frameworks convert what is written otherwise."""
        if of.type not in ("object", "array"):
            return NO_SCHEMA
        if of not in self._known:
            row: dict[str, Any] = {"type": [of.type], "nullable": True}
            if of.items is not None:
                row["items"] = self.number(of.items)
            if of.keys:
                row["properties"] = {each.name: self.number(each.value) for each in of.keys}
                row["required"] = [each.name for each in of.keys if each.required]
            if of.is_open or of.is_strict:
                row["additionalProperties"] = of.is_open
            self.rows.append(row)
            self._known[of] = len(self.rows) - 1
        return self._known[of]


def _operation(verb: str, routes: Sequence[ServedRoute], schemas: _ServedSchemas) -> Operation:
    """An operation; nothing is known of query and body where several apps may answer, or one reads them by hand."""
    route = routes[0]
    handler = route.handler.name if route.handler is not None else ""
    in_path = tuple(map(_in_path, route.parameters))
    plain = Operation(verb, route.path, id=handler, parameters=in_path, open_body=True, unread=_UNREAD)
    signature = route.signature
    if signature is None or len(routes) > 1:
        return plain
    unread = [ParameterPlace.HEADER, ParameterPlace.COOKIE, *map(ParameterPlace, sorted(signature.open))]
    queries = [_parameter(each, ParameterPlace.QUERY) for each in signature.arguments if each.place == QUERY]
    found = plain._replace(parameters=(*in_path, *queries), unread=tuple(unread))
    body = body_of(signature)
    if body is None:
        return found._replace(open_body=BODY in signature.open)
    keys = [Argument(each.name, BODY, each.value, required=each.required) for each in body.value.keys]
    found = found._replace(parameters=(*found.parameters, *(_parameter(each, ParameterPlace.BODY) for each in keys)))
    if body.has_files:
        # Its fields and files are given in more than one argument.
        return found._replace(unread=(*unread, ParameterPlace.BODY))
    return found._replace(
        open_body=body.value.is_open,
        bodies=tuple(Body(each, schemas.number(body.value)) for each in body.media),
        body_required=body.required,
    )


def _parameter(each: Argument, place: ParameterPlace) -> Parameter:
    many = each.value.items.type if each.value.items is not None else ""
    shown = f"{many}[]" if each.value.type == "array" else each.value.type
    return Parameter(each.name, place, shown, required=each.required, format=each.format)


def _in_path(each: PathParameter) -> Parameter:
    place, many = ParameterPlace.PATH, each.many_segments
    return Parameter(each.name, place, each.type, required=True, format=each.format, many_segments=many)
