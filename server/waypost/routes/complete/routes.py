"""Completion inside a route string: verbs, whole routes by a few words, the path segment by segment, and its query."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from waypost.results import Completion, CompletionKind, Completions, Edit
from waypost.routes.catalogue import Api, Operation, Place, segments, shape_of
from waypost.routes.complete.context import VERBS, RouteContext, Typed, Where, typed
from waypost.routes.operation import detail_of, show
from waypost.text import Span

_MOST_ROUTES = 60
_MOST_SEGMENTS = 80
_PLACEHOLDER = re.compile(r"\{([^{}]+)\}")
_REST_OF_SEGMENT = re.compile(r"[\w.~-]*")
_REST_OF_PATH = re.compile(r"[^?\s]*?(?=\{[?&#]|[?\s]|$)")


def complete_route(context: RouteContext) -> Completions:
    """What may stand at the cursor of a route string. Asked again after each key: the lists are long and cut."""
    at = typed(context)
    items = list(_ITEMS[at.where](context, at))
    return Completions(items, incomplete=at.where in (Where.VERB, Where.PATH))


def _verbs(context: RouteContext, at: Typed) -> Iterator[Completion]:
    word = at.word
    if " " not in word and "/" not in word:
        for rank, verb in enumerate(VERBS):
            if verb.startswith(word.upper()):
                edit = Edit(context.behind(len(word)), verb if context.after[:1] == " " else f"{verb} ")
                yield Completion(verb, edit, CompletionKind.METHOD, sort=f"0{rank}", filter_text=word or None)
    yield from _whole_routes(context, at, word)


def _path(context: RouteContext, at: Typed) -> Iterator[Completion]:
    yield from _bases(context, at)
    yield from _segments(context, at)
    yield from _whole_routes(context, at, re.sub(r"\{[^{}]*\}|/:\w+", " ", at.path))


def _bases(context: RouteContext, at: Typed) -> Iterator[Completion]:
    """The addresses of known APIs, where one is begun."""
    if at.api is None and at.url.startswith("h"):
        for base, api in context.apis.all():
            edit = Edit(context.behind(len(at.url)), base)
            yield Completion(base, edit, CompletionKind.VALUE, api.name, sort="0", filter_text=at.url)


def _segments(context: RouteContext, at: Typed) -> Iterator[Completion]:
    """The segments that may follow what is typed of the path."""
    if at.api is None or (context.slash and at.path and not at.path.startswith("/")):
        return
    lead = "/" if context.slash and not at.path else ""
    shape = shape_of(at.path[: len(at.path) - len(at.word)])
    rest = _REST_OF_SEGMENT.match(context.after)
    span = _reaching(context, len(at.word), rest[0] if rest else "")
    following = _following(at.api, shape, at.verb, context)
    for rank, (segment, below) in enumerate(_starting(following, at.word.lower())):
        written = lead + _written(segment, context)
        ends = next((each for each in below if segments(each.path)[-1] == segment), None)
        detail = ends.title if ends else f"{len(below)} routes"
        yield Completion(
            written, Edit(span, written), CompletionKind.ROUTE, detail, sort=f"1{rank:03}", filter_text=at.word or None
        )


def _starting(following: list[tuple[str, list[Operation]]], word: str) -> list[tuple[str, list[Operation]]]:
    """Those that have the word in them, those that start with it first."""
    fitting = [each for each in following if word in each[0].lower()]
    return sorted(fitting, key=lambda each: not each[0].lower().startswith(word))


def _following(api: Api, shape: tuple[str, ...], verb: str, context: RouteContext) -> list[tuple[str, list[Operation]]]:
    """Each segment that may come next, with the operations beneath it; those used here first, then the busiest."""
    nodes = api.index.prefixes(shape)
    below: dict[str, list[Operation]] = {}
    uses: Counter[str] = Counter()
    for depth, path in dict.fromkeys((node.depth, number) for node in nodes[:3] for number in node.below):
        parts = segments(api.paths[path])
        if len(parts) <= depth:
            continue
        for operation in api.on_path(path):
            if not verb or operation.verb == verb:
                below.setdefault(parts[depth], []).append(operation)
                uses[parts[depth]] += context.used.get(operation.route, 0)
    ordered = sorted(below.items(), key=lambda each: (-uses[each[0]], "{" in each[0], -len(each[1]), each[0]))
    return ordered[:_MOST_SEGMENTS]


def _whole_routes(context: RouteContext, at: Typed, query: str) -> Iterator[Completion]:
    """Routes that have the words typed so far, those used in this workspace first."""
    for rank, (route, operation) in enumerate(_found(context, at, query)):
        verb, _, path = route.partition(" ")
        if at.verb and verb != at.verb:
            continue
        written = _written(path if context.slash else path.lstrip("/"), context)
        yield _route_item(context, at, (verb, written), operation, f"2{rank:03}")


def _found(context: RouteContext, at: Typed, query: str) -> Iterable[tuple[str, Operation | None]]:
    words = set(re.findall(r"\w+", query.lower()))
    used = [route for route in context.used if words <= set(re.findall(r"\w+", route.lower()))] if context.used else []
    found: dict[str, Operation | None] = {}
    for route in sorted(used, key=lambda each: (-context.used[each], each))[:_MOST_ROUTES]:
        verb, _, path = route.partition(" ")
        found[route] = at.api.fit(shape_of(path)).on(verb) if at.api else None
    if at.api is not None:
        for number in at.api.search.find(query, _MOST_ROUTES * 3) if words else range(len(at.api.operations)):
            operation = at.api.operations[number]
            if not at.verb or operation.verb == at.verb:
                found.setdefault(operation.route, operation)
    return list(found.items())[:_MOST_ROUTES]


def _route_item(
    context: RouteContext, at: Typed, route: tuple[str, str], operation: Operation | None, sort: str
) -> Completion:
    """One route, which takes the place of all that is typed of one."""
    verb, path = route
    with_verb = context.verb is None
    label = f"{verb} {path}" if with_verb else path
    typed_text = context.before.lstrip() if with_verb else at.path
    if with_verb and len(at.path) < len(at.url):  # an absolute url keeps its base
        label = f"{at.verb} {at.url[: len(at.url) - len(at.path)]}{path}"
    rest = _REST_OF_PATH.match(context.after)
    span = _reaching(context, len(typed_text), rest[0] if rest else "")
    text, snippet, span = _with_arguments(context, label, operation, span)
    return Completion(
        label,
        Edit(span, text),
        CompletionKind.ROUTE,
        detail=operation.title if operation else "",
        snippet=snippet,
        filter_text=typed_text or None,
        sort=sort,
        deprecated=operation is not None and operation.deprecated,
        data={"route": f"{verb} {operation.path}", "api": at.api.base} if operation and at.api else None,
    )


def _with_arguments(
    context: RouteContext, text: str, operation: Operation | None, span: Span
) -> tuple[str, str | None, Span]:
    """The route, and as a snippet the route with the arguments it needs, where the call has none yet."""
    tail = context.tail
    if tail is None or operation is None or span.end != context.end:
        return text, None, span
    required = [
        _name(each.name) if each.place is Place.PATH else each.name for each in operation.parameters if each.required
    ]
    arguments = tail.snippet(required)
    if not arguments:
        return text, None, span
    return text + tail.quote, f"{_plain(text)}{tail.quote}{arguments}", Span(span.start, span.end + len(tail.quote))


def _placeholders(context: RouteContext, at: Typed) -> Iterator[Completion]:
    """Names for what is being braced: the catalogue's for this place in the path, or the query's."""
    name = re.split(r"[?&,+#./;]", at.word)[-1]
    rest = re.match(r"\w*", context.after)
    span = _reaching(context, len(name), rest[0] if rest else "")
    close = "" if context.after[len(rest[0]) if rest else 0 :].startswith(("}", ",", ":", "*")) else "}"
    names = _query_names(at, context) if at.word[:1] in ("?", "&") else _path_names(at, context)
    for rank, (each, detail) in enumerate(names):
        yield Completion(each, Edit(span, each + close), CompletionKind.PARAMETER, detail, sort=f"{rank:03}")


def _path_names(at: Typed, context: RouteContext) -> list[tuple[str, str]]:
    if at.api is None:
        return []
    parent = at.path[: at.path.rfind("{")]
    if not parent.endswith("/"):
        return []
    following = _following(at.api, shape_of(parent), at.verb, context)
    holes = ((_PLACEHOLDER.fullmatch(each), below) for each, below in following)
    return [(_name(found[1]), f"{len(below)} routes") for found, below in holes if found is not None]


def _query_names(at: Typed, _: RouteContext) -> list[tuple[str, str]]:
    operation = operation_of(at)
    if operation is None:
        return []
    taken = set(re.findall(r"\w+", at.path[: len(at.path) - len(at.word)] + ",".join(at.word.split(",")[:-1])))
    free = [each for each in operation.parameters if each.place is Place.QUERY and each.name not in taken]
    return [(each.name, detail_of(each)) for each in sorted(free, key=lambda each: not each.required)]


def _query(context: RouteContext, at: Typed) -> Iterator[Completion]:
    rest = re.match(r"\w*", context.after)
    span = _reaching(context, len(at.word), rest[0] if rest else "")
    equals = "" if context.after[len(rest[0]) if rest else 0 :].startswith("=") else "="
    for rank, (name, detail) in enumerate(_query_names(at._replace(word=""), context)):
        yield Completion(name, Edit(span, name + equals), CompletionKind.PARAMETER, detail, sort=f"{rank:03}")


def _query_values(context: RouteContext, at: Typed) -> Iterator[Completion]:
    operation = operation_of(at)
    name = re.split(r"[?&]", at.path)[-1].partition("=")[0]
    parameter = operation.parameter(name, Place.QUERY) if operation else None
    rest = _REST_OF_SEGMENT.match(context.after)
    span = _reaching(context, len(at.word), rest[0] if rest else "")
    for rank, value in enumerate(parameter.enum if parameter else ()):
        yield Completion(show(value), Edit(span, show(value)), CompletionKind.ENUM, sort=f"{rank:03}")


def operation_of(at: Typed) -> Operation | None:
    """The operation that the path typed so far names."""
    return at.api.fit(shape_of(at.path)).on(at.verb or "GET") if at.api else None


def _reaching(context: RouteContext, before: int, after: str) -> Span:
    """So many characters before the cursor, and `after` behind it."""
    return Span(context.behind(before).start, context.cursor + len(after.encode("utf-8", "surrogatepass")))


def _written(path: str, context: RouteContext) -> str:
    """The path with placeholders as this route writes them, under names that a template may have."""
    colons = "/:" in context.before and "{" not in context.before
    return re.sub(r"\{([^{}]+)\}", lambda found: f":{_name(found[1])}" if colons else f"{{{_name(found[1])}}}", path)


def _name(name: str) -> str:
    """A placeholder's name without what RFC 6570 has no room for: the name is not sent."""
    return re.sub(r"[^\w.]", "_", name)


def _plain(text: str) -> str:
    """Text that means itself in a snippet."""
    return re.sub(r"[\\$}]", r"\\\g<0>", text)


_ITEMS = {
    Where.VERB: _verbs,
    Where.PATH: _path,
    Where.PLACEHOLDER: _placeholders,
    Where.QUERY_NAME: _query,
    Where.QUERY_VALUE: _query_values,
}
