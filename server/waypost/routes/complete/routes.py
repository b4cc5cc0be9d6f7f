"""Completion in a route string: verbs, whole routes by a few words, the path segment by segment, and its query."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from waypost.apis import Branch, Operation, ParameterPlace, Shape, segments, shape_of
from waypost.apis.operation_text import detail_of, show
from waypost.markup import noun
from waypost.results import Completion, CompletionKind, Completions, Edit
from waypost.routes.complete.context import VERBS, RouteContext, Typed, Where, typed
from waypost.routes.complete.in_code import plain
from waypost.shown.secrets import MASK
from waypost.text import Span

_MOST_ROUTES = 60
_MOST_SEGMENTS = 80
_PLACEHOLDER = re.compile(r"\{([^{}]+)\}")
_REST_OF_SEGMENT = re.compile(r"[\w.~-]*")
# Without the code that follows a string whose end is missing.
_REST_OF_PATH = re.compile(r"(?:\{(?![?&#])[^{}]*\}|[^?\s{}(),])*")


def complete_route(context: RouteContext) -> Completions:
    """What can be typed at the cursor. Requested again after each key, because the lists are long and cut."""
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
    """The addresses of known APIs, once the start of one has been typed."""
    if at.api is None and at.url.startswith("h"):
        for base, api in context.apis.all():
            edit = Edit(context.behind(len(at.url)), base)
            yield Completion(base, edit, CompletionKind.VALUE, api.name, sort="0", filter_text=at.url)


def _segments(context: RouteContext, at: Typed) -> Iterator[Completion]:
    """The segments that may follow the path typed so far."""
    if at.api is None or (context.slash and at.path and not at.path.startswith("/")):
        return
    lead = "/" if context.slash and not at.path else ""
    rest = _REST_OF_SEGMENT.match(context.after)
    span = _reaching(context, len(at.word), rest[0] if rest else "")
    for rank, branch in enumerate(_starting(_following(at, context), at.word.lower())):
        written = lead + _written(branch.segment, context)
        text, snippet, more = _in_code(context, written)
        yield Completion(
            written,
            Edit(span, text),
            CompletionKind.ROUTE,
            branch.title or _counted(branch.routes),
            snippet=snippet,
            sort=f"1{rank:03}",
            filter_text=at.word or None,
            more_edits=more,
        )


def _counted(routes: int) -> str:
    return f"{routes} {noun(routes, 'route')}"


def _starting(branches: Sequence[Branch], word: str) -> Sequence[Branch]:
    """The names that contain the word, those that start with it first."""
    if not word:
        return branches[:_MOST_SEGMENTS]
    fitting = [each for each in branches if word in each.segment.lower()]
    return sorted(fitting, key=lambda each: not each.segment.lower().startswith(word))


def _following(at: Typed, context: RouteContext) -> Sequence[Branch]:
    """Each segment that may come next: those used in this workspace first, then those with the most routes."""
    if at.api is None:
        return ()
    beneath = at.api.beneath(_parent(at), at.verb)
    uses: Counter[str] = Counter()
    for route, count in context.used.items():
        path = route.partition(" ")[2]
        shape = shape_of(path)
        for prefix in beneath.prefixes:
            if len(shape) > len(prefix) and shape[: len(prefix)] == prefix:
                uses[segments(path)[len(prefix)]] += count
    return sorted(beneath.branches, key=lambda each: -uses[each.segment]) if uses else beneath.branches


def _parent(at: Typed) -> Shape:
    return shape_of(at.path[: len(at.path) - len(at.word) - (at.where is Where.PLACEHOLDER)])


def _whole_routes(context: RouteContext, at: Typed, query: str) -> Iterator[Completion]:
    """Routes that contain the words typed so far, those used in this workspace first."""
    template = _template(context, at)
    for rank, (route, operation) in enumerate(_found(context, at, query)):
        verb, _, path = route.partition(" ")
        if not at.verb or verb == at.verb:
            written = _written(path if context.slash else path.lstrip("/"), context)
            yield _route_item(template, f"{verb} {written}" if template.with_verb else written, operation, rank)


def _found(context: RouteContext, at: Typed, query: str) -> Iterable[tuple[str, Operation | None]]:
    words = set(re.findall(r"\w+", query.lower()))
    used = [route for route in context.used if MASK not in route and _has_words(route, words)]
    found: dict[str, Operation | None] = {}
    for route in sorted(used, key=lambda each: (-context.used[each], each))[:_MOST_ROUTES]:
        verb, _, path = route.partition(" ")
        found[route] = at.api.fit(shape_of(path)).on(verb) if at.api else None
    for operation in _operations(at, query) if at.api is not None else ():
        found.setdefault(operation.route, operation)
        if len(found) >= _MOST_ROUTES:
            break
    return found.items()


def _has_words(route: str, words: Iterable[str]) -> bool:
    """Whether a route has every word that is typed, or one that starts with it."""
    own = re.findall(r"\w+", route.lower())
    return all(any(each.startswith(word) for each in own) for word in words)


def _operations(at: Typed, query: str) -> Iterable[Operation]:
    """If a segment is complete, the routes below it; otherwise, the routes that the words find."""
    assert at.api is not None
    api = at.api
    if at.where is Where.PATH and not at.word:
        return api.beneath(_parent(at), at.verb).operations
    return (api.operations[number] for number in api.search.find(query, _MOST_ROUTES, at.verb))


class _OfferedTemplate(NamedTuple):
    """What the items of one list have in common."""

    context: RouteContext
    base: str
    typed: str
    span: Span
    with_verb: bool


def _template(context: RouteContext, at: Typed) -> _OfferedTemplate:
    with_verb = context.verb is None
    written = context.before.lstrip() if with_verb else at.path
    if with_verb and len(at.path) < len(at.url):  # an absolute URL keeps its base
        written, with_verb = at.path, False
    rest = _REST_OF_PATH.match(context.after)
    span = _reaching(context, len(written), rest[0] if rest else "")
    return _OfferedTemplate(context, at.api.base if at.api else "", written, span, with_verb)


def _route_item(template: _OfferedTemplate, label: str, operation: Operation | None, rank: int) -> Completion:
    """One route, which replaces everything typed so far."""
    text, snippet, span = _with_arguments(template.context, label, operation, template.span)
    more: tuple[Edit, ...] = ()
    if snippet is None:
        text, snippet, more = _in_code(template.context, text)
    return Completion(
        label,
        Edit(span, text),
        CompletionKind.ROUTE,
        detail=operation.title if operation else "",
        snippet=snippet,
        filter_text=template.typed or None,
        sort=f"2{rank:03}",
        deprecated=operation is not None and operation.deprecated,
        data={"route": operation.route, "api": template.base} if operation else None,
        more_edits=more,
    )


def _in_code(context: RouteContext, text: str) -> tuple[str, str | None, tuple[Edit, ...]]:
    """A route as its client sends it: as it is, or with the values in it, if nothing is filled in later."""
    if context.code is None or "{" not in text:
        return text, None, ()
    written, snippet = context.code.written(text)
    return written, snippet if "${" in snippet else None, context.code.prefix


def _with_arguments(
    context: RouteContext, text: str, operation: Operation | None, span: Span
) -> tuple[str, str | None, Span]:
    """The route, and a snippet of the route with the arguments it requires, if the call has none yet.

    With the end of its string and its call, if neither is closed: what the route requires is before that.
    """
    tail, closing = context.tail, context.closing
    if operation is None or span.end != context.end:
        return text, None, span
    required = {
        _name(each.name) if each.place is ParameterPlace.PATH else each.name: each
        for each in operation.parameters
        if each.required
    }
    arguments = tail.snippet(required) if tail is not None else ""
    if closing is None:
        if tail is None or not arguments:
            return text, None, span
        return text + tail.quote, f"{plain(text)}{tail.quote}{arguments}", Span(span.start, span.end + len(tail.quote))
    if arguments:
        return text + closing.quote, f"{plain(text)}{closing.quote}{arguments}{closing.bracket}", span
    in_path = context.code is not None and all(each.place is ParameterPlace.PATH for each in required.values())
    return text + closing.quote + (closing.bracket if tail is not None or in_path else ""), None, span


def _placeholders(context: RouteContext, at: Typed) -> Iterator[Completion]:
    """Names for the placeholder being typed: the catalogue's for this place in the path, or for the query."""
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
    holes = ((_PLACEHOLDER.fullmatch(each.segment), each.routes) for each in _following(at, context))
    return [(_name(found[1]), _counted(count)) for found, count in holes if found is not None]


def _query_names(at: Typed, _: RouteContext) -> list[tuple[str, str]]:
    operation = operation_of(at)
    if operation is None:
        return []
    taken = set(re.findall(r"\w+", at.path[: len(at.path) - len(at.word)] + ",".join(at.word.split(",")[:-1])))
    free = [each for each in operation.parameters if each.place is ParameterPlace.QUERY and each.name not in taken]
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
    parameter = operation.parameter(name, ParameterPlace.QUERY) if operation else None
    rest = _REST_OF_SEGMENT.match(context.after)
    span = _reaching(context, len(at.word), rest[0] if rest else "")
    for rank, value in enumerate(parameter.enum if parameter else ()):
        yield Completion(show(value), Edit(span, show(value)), CompletionKind.ENUM, sort=f"{rank:03}")


def operation_of(at: Typed) -> Operation | None:
    """The operation that the path typed so far names."""
    return at.api.fit(shape_of(at.path)).on(at.verb or "GET") if at.api else None


def _reaching(context: RouteContext, before: int, after: str) -> Span:
    """The span from this many characters before the cursor to the end of `after`."""
    return Span(context.behind(before).start, context.cursor + len(after.encode("utf-8", "surrogatepass")))


def _written(path: str, context: RouteContext) -> str:
    """The path with placeholders as this route writes them, and with names that a template may have."""
    colons = "/:" in context.before and "{" not in context.before
    if not colons and "-" not in path:
        return path
    return re.sub(r"\{([^{}]+)\}", lambda found: f":{_name(found[1])}" if colons else f"{{{_name(found[1])}}}", path)


def _name(name: str) -> str:
    """A placeholder's name without the characters that RFC 6570 forbids: the name is not sent."""
    return re.sub(r"[^\w.]", "_", name)


_ITEMS = {
    Where.VERB: _verbs,
    Where.PATH: _path,
    Where.PLACEHOLDER: _placeholders,
    Where.QUERY_NAME: _query,
    Where.QUERY_VALUE: _query_values,
}
