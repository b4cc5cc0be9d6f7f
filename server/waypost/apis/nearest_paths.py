"""The paths nearest to one that does not exist, by edit distance over segments.

rapidfuzz measures how similar two segments are. The search over the tree of paths is our own: it goes cheapest first,
so it visits a few dozen nodes, where a distance to every path would visit all of them.
"""

import heapq
from collections.abc import Iterator
from typing import NamedTuple

from rapidfuzz.distance import OSA

from waypost.apis.paths import PathIndex, PathNode
from waypost.apis.shape import VALUES, Shape, has_values, takes

# The cost of one difference. A value in place of a placeholder costs nothing, but a path with that literal is nearer.
_VALUE = 0.02
_HOLE_FOR_LITERAL = 0.8
_WHOLE = 1.0
_SLIP = 0.12
_UNLIKE = 0.3
# Beyond this, it is a different path.
_MOST = 1.6
_LEAST_ALIKE = 0.5
_MOST_SEGMENTS = 24
_MOST_STEPS = 4000


class EditStep(NamedTuple):
    """A segment of the route and that of the path it became; None if only one of the two has it."""

    ours: int | None
    theirs: int | None
    cost: float


class Near(NamedTuple):
    """A path, how far it is, and how to get there."""

    path: int
    cost: float
    steps: tuple[EditStep, ...]


def nearest(index: PathIndex, shape: Shape, most: int = 3) -> list[Near]:
    """The paths nearest to `shape`, the nearest first."""
    if len(shape) > _MOST_SEGMENTS:
        return []
    found: dict[int, Near] = {}
    for near in _search(index, shape):
        found.setdefault(near.path, near)
        if len(found) >= most:
            break
    return list(found.values())


def _search(index: PathIndex, shape: Shape) -> Iterator[Near]:
    count = 0
    heap: list[tuple[float, int, int, tuple[EditStep, ...], PathNode]] = [(0.0, 0, 0, (), index.root)]
    for _ in range(_MOST_STEPS):
        if not heap:
            return
        cost, _, at, steps, node = heapq.heappop(heap)
        if at == len(shape):
            yield from (Near(number, cost, steps) for number in node.ends)
        for child, after, step in _moves(node, shape, at, sum(each.theirs is not None for each in steps)):
            total = cost + step.cost
            if total <= _MOST:
                count -= 1  # of two with the same cost, the one found later has gone further
                heapq.heappush(heap, (total, count, after, (*steps, step), child))


def _moves(node: PathNode, shape: Shape, at: int, theirs: int) -> Iterator[tuple[PathNode, int, EditStep]]:
    if at < len(shape):
        yield node, at + 1, EditStep(at, None, _WHOLE)
    for key, child in node.children.items():
        yield child, at, EditStep(None, theirs, _WHOLE)
        if at < len(shape):
            cost = _difference(shape[at], key)
            if cost is not None:
                yield child, at + 1, EditStep(at, theirs, cost)


def _difference(ours: str, theirs: str) -> float | None:
    """The cost of turning one segment into the other; None if they have nothing in common."""
    if ours == theirs or (ours in VALUES and theirs in VALUES):
        return 0.0
    if has_values(theirs):
        return _VALUE if theirs in VALUES or takes(theirs, ours) else None
    if has_values(ours):
        return _HOLE_FOR_LITERAL
    alike = OSA.normalized_similarity(ours.lower(), theirs.lower(), score_cutoff=_LEAST_ALIKE)
    if not alike:
        return None
    # By the number of typing errors first, whatever the length of the word: one in a long word is still one.
    slips = OSA.distance(ours.lower(), theirs.lower())
    return _SLIP * max(slips, 1) + _UNLIKE * (1.0 - alike)
