"""Paths by shape: which of an API's paths a route may mean, whatever the names of its placeholders."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from waypost.apis.shape import HOLE, REST, VALUES, WIDE, Shape, has_values, takes

# How well a segment fits, best first; the fits of paths are compared segment by segment from the left.
_SAME, _NAMED, _PARTLY, _GIVEN, _SPREAD = range(5)
_Fit = tuple[float, ...]


class Match(NamedTuple):
    """The number of a path, and whether it is the only way to read the route: false if one value spans segments.

    Paths of the same rank fit equally well; less is better.
    """

    path: int
    sure: bool
    rank: int = 0


@dataclass(slots=True)
class PathNode:
    """The paths that start with the same segments."""

    # The number of segments up to here.
    depth: int
    # The numbers of the paths that end here, and of all that pass through.
    ends: list[int] = field(default_factory=list)
    below: list[int] = field(default_factory=list)
    children: dict[str, "PathNode"] = field(default_factory=dict)
    # Children whose segment is partly a value: `{base}...{head}`, `{file}.json`.
    partly: list[str] = field(default_factory=list)

    def child(self, segment: str) -> "PathNode":
        found = self.children.get(segment)
        if found is None:
            found = self.children[segment] = PathNode(self.depth + 1)
            if segment not in VALUES and has_values(segment):
                self.partly.append(segment)
        return found


class PathIndex:
    """Finds paths by shape. Built once, read by any thread."""

    def __init__(self, shapes: Sequence[Shape]) -> None:
        self.root = PathNode(0)
        for number, shape in enumerate(shapes):
            node = self.root
            for segment in shape:
                node.below.append(number)
                node = node.child(segment)
            node.below.append(number)
            node.ends.append(number)

    def matches(self, shape: Shape) -> list[Match]:
        """The paths that `shape` means, best first: literals win over placeholders.

        If a value may span segments, a path with more matching literals is better.
        """
        spreads = any(value in segment for segment in shape for value in (REST, WIDE))
        found = sorted(self._fits(shape), key=lambda each: (-each[0].count(_SAME) if spreads else 0, each[0]))
        ranks = {fit: rank for rank, fit in enumerate(dict.fromkeys(fit for fit, _ in found))}
        return [Match(number, _SPREAD not in fit, ranks[fit]) for fit, node in found for number in node.ends]

    def prefixes(self, shape: Shape) -> list[PathNode]:
        """The nodes that `shape` leads to, best first, whether or not a path ends there."""
        return [node for _, node in sorted(self._fits(shape, whole=False), key=lambda each: each[0])]

    def is_possible(self, shape: Shape) -> bool:
        """Whether some values for the holes would make `shape` one of the paths."""
        return any(node.ends for node in _possible(self.root, shape, 0))

    def _fits(self, shape: Shape, *, whole: bool = True) -> Iterator[tuple[_Fit, PathNode]]:
        stack: list[tuple[PathNode, int, _Fit]] = [(self.root, 0, ())]
        while stack:
            node, at, fit = stack.pop()
            if at == len(shape):
                if node.ends or not whole:
                    yield fit, node
                continue
            stack.extend((child, after, (*fit, *quality)) for child, after, quality in _steps(node, shape, at))


def _steps(node: PathNode, shape: Shape, at: int) -> Iterator[tuple[PathNode, int, _Fit]]:
    """The children that match the segment at `at`, with the index of the next segment and how well they fit."""
    segment = shape[at]
    is_value = segment in VALUES
    if not is_value and segment in node.children:
        yield node.children[segment], at + 1, (_SAME,)
    fit = _NAMED if is_value else _GIVEN
    hole = node.children.get(HOLE)
    if hole is not None:
        yield hole, at + 1, (fit,)
        while segment in (REST, WIDE) and (hole := hole.children.get(HOLE)) is not None:
            yield hole, at + 1, (_SPREAD,)
    many = node.children.get(REST)
    if many is not None:
        yield from ((many, after, (fit,) * (after - at)) for after in range(at + 1, len(shape) + 1))
    for key in node.partly:
        if key != segment and takes(key, segment):
            # The more of it is literal, the better: `pets.{format}` before `{id}.{format}`.
            yield node.children[key], at + 1, (_PARTLY + 1 / (1 + len(key)),)


def _possible(node: PathNode, shape: Shape, at: int) -> Iterator[PathNode]:
    if at == len(shape):
        yield node
        return
    segment = shape[at]
    if REST in segment:
        yield from _all(node)
        return
    for key, child in node.children.items():
        if key == REST:
            yield from _all(child)
        elif segment == f"{key}{WIDE}":
            # The value may begin with a slash: `/v2{path}` leads below `/v2`.
            yield from (found for below in _all(child) for found in _possible(below, shape, at + 1))
        elif _may_be(segment, key):
            yield from _possible(child, shape, at + 1)
            if segment == WIDE and key == HOLE:
                yield from _possible(child, shape, at)


def _all(node: PathNode) -> Iterator[PathNode]:
    yield node
    for child in node.children.values():
        yield from _all(child)


def _may_be(segment: str, key: str) -> bool:
    """Whether a route's segment and a path's can become the same text."""
    if key in (segment, HOLE) or segment in VALUES:
        return True
    if has_values(key):
        return has_values(segment) or takes(key, segment)
    return takes(segment, key)
