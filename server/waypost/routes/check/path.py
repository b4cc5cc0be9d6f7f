"""What to write instead of a path that does not exist, or of a verb that the path does not have."""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from waypost.apis import Api, Operation, Shape, segments
from waypost.apis.nearest_paths import EditStep, Near
from waypost.apis.shape import has_values
from waypost.results import Edit, Fix
from waypost.routes.model.site import Site
from waypost.routes.sites.request import request_of
from waypost.routes.sites.site_operation import BoundSite
from waypost.text import Span

# A path further away than one segment was not intended; one nearer than this would have been found.
_FURTHEST = 1.0
_NEAREST = 0.1
_MISSPELT = 0.27
_WITH_BODY = ("POST", "PUT", "PATCH")
_PATH_END = re.compile(r"\{[?&#;]|[?#]|$")


class Offer(NamedTuple):
    """A path to write instead, and the change that writes it, if that is known."""

    shown: str
    fix: Fix | None


def nearest_paths(known: BoundSite) -> list[Offer]:
    """The nearest paths of the API, each as it would look in this route."""
    return [_offer(known, near) for near in close_paths(known.spot.api, known.shape)]


def close_paths(api: Api, shape: Shape) -> list[Near]:
    """The paths that may have been intended, the likeliest first."""
    close = [near for near in api.nearest(shape) if _NEAREST < near.cost <= _FURTHEST and _is_alike(near, shape)]
    return [near for near in close if near.cost <= close[0].cost + 0.5]


def _is_alike(near: Near, shape: Shape) -> bool:
    """Whether the two paths have a word in common, or differ in one misspelt word."""
    kept = (step for step in near.steps if step.ours is not None and step.theirs is not None)
    same = any(step.cost == 0 and not has_values(shape[step.ours or 0]) for step in kept)
    return same or near.cost <= _MISSPELT


def _offer(known: BoundSite, near: Near) -> Offer:
    theirs = segments(known.spot.api.paths[near.path])
    own = _own_segments(known.spot.path)
    if len(own) != len(known.shape):
        return Offer("/" + "/".join(theirs), None)
    parts = [_shown(known, step, own, theirs) for step in near.steps if step.theirs is not None]
    shown = "/" + "/".join(parts)
    edits = list(_edits(known, near, own, theirs))
    whole = tuple(edit for edit in edits if edit is not None)
    return Offer(shown, Fix(f"Change to `{shown}`", whole) if whole and len(whole) == len(edits) else None)


def _own_segments(path: str) -> list[tuple[int, int]]:
    """Where each segment of a path starts and ends."""
    end = _PATH_END.search(path)
    return [found.span() for found in re.compile(r"[^/]+").finditer(path, 0, end.start() if end else len(path))]


def _shown(known: BoundSite, step: EditStep, own: list[tuple[int, int]], theirs: tuple[str, ...]) -> str:
    if step.ours is None or step.cost > _NEAREST:
        return theirs[step.theirs or 0]
    start, end = (at + known.path_start for at in own[step.ours])
    return known.site.template.slice(start, end).shown() if start >= 0 else theirs[step.theirs or 0]


def _edits(known: BoundSite, near: Near, own: list[tuple[int, int]], theirs: tuple[str, ...]) -> Iterator[Edit | None]:
    """The edits of each step that has a cost; None if the text is not written here."""
    before = 0
    for step in near.steps:
        if step.ours is None:
            yield _edit(known, before, before, f"/{theirs[step.theirs or 0]}")
            continue
        start, end = own[step.ours]
        if step.theirs is None:
            yield _edit(known, start - 1, end, "")
        elif step.cost > _NEAREST:
            yield _edit(known, start, end, theirs[step.theirs])
        before = end


def _edit(known: BoundSite, start: int, end: int, text: str) -> Edit | None:
    start, end = start + known.path_start, end + known.path_start
    where = known.site.template.where(start, end) if start >= 0 else None
    return Edit(where, text) if where is not None else None


def verb_fixes(known: BoundSite, source: bytes) -> tuple[Span, list[Fix]]:
    """Where the verb is written, and the fixes that change it to the verbs that the path has, the likeliest first."""
    site = known.site
    verbs = sorted(known.fit.verbs, key=lambda verb: (verb in _WITH_BODY) is not _gives_body(site))
    if site.verb_span is not None:
        lower = site.verb_written.islower()
        written = {verb: verb.lower() if lower else verb for verb in verbs}
        return site.verb_span, [_replace(site.verb_span, text) for text in written.values()]
    # The callee that is written here: what it calls may have another name.
    name = source[site.callee_span.start : site.callee_span.end].decode("utf-8", "replace").rpartition(".")[2].lstrip()
    span = Span(site.callee_span.end - len(name.encode()), site.callee_span.end)
    methods = site.record.methods
    if name.lower() == site.verb.lower() or name in methods.values():
        names = methods or {verb: verb.lower() for verb in verbs}
        accepted = (names[verb] for verb in verbs if verb in names and not _refuses(site, verb, names[verb]))
        return span, [_replace(span, method) for method in accepted]
    return span, []


def _gives_body(site: Site) -> bool:
    places = (getattr(site.shape, role) for role in ("json", "data", "files", "content"))
    return any(place is not None and site.arguments.at(*place) is not None for place in places)


def _refuses(site: Site, verb: str, method: str) -> bool:
    """Whether another method of the client does not accept what the call gives: `httpx.get(url, json=…)` raises."""
    callee = ".".join([*site.callee.split(".")[:-1], method])
    before, after = request_of(site), request_of(replace(site, verb=verb, callee=callee))
    return after is not None and after.refused and not (before is not None and before.refused)


def _replace(span: Span, text: str) -> Fix:
    return Fix(f"Change to `{text}`", (Edit(span, text),))


def successor_of(known: BoundSite, operation: Operation) -> Operation | None:
    """The operation that replaced a deprecated one: the same name, without the suffix that marks the old one."""
    name = re.sub(r"[-_ ]?(legacy|deprecated|old)\b", "", operation.id, flags=re.IGNORECASE)
    if name == operation.id:
        return None
    same = [
        each
        for each in known.spot.api.operations
        if each.verb == operation.verb
        and not each.deprecated
        and re.fullmatch(re.escape(name) + r"(-(in|by|for)-\w+)?", each.id)
    ]
    return min(same, key=lambda each: len(each.id), default=None)
