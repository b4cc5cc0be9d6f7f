"""From a function that makes requests to its callers and callees, in all files of the workspace."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from waypost.results import FunctionName, HierarchyCalls, HierarchyItem, Location
from waypost.routes.inventory import call_of
from waypost.routes.listed import ListedCall
from waypost.routes.sites.file_sites import Routes
from waypost.routes.syntax import BlockKind, Blocks
from waypost.text import Span
from waypost.workspace import Workspace, key_of


class PlacedCall(NamedTuple):
    """A call and the file it is in."""

    uri: str
    call: ListedCall


def item_at(routes: Routes, offset: int) -> HierarchyItem | None:
    """The function that makes requests whose name is at an offset, or the one that is called there."""
    own = _defined_at(routes, offset)
    if own is not None:
        found = own if any(_enters(each, own) for each in _calls(routes)) or _makes_requests(routes, own) else None
        return _item(routes.workspace, found) if found is not None else None
    site = routes.site_at(offset)
    if site is None or not site.via or not site.callee_span.touches(offset):
        return None
    return _item(routes.workspace, site.via[0])


def callers_at(routes: Routes, offset: int) -> Sequence[Location]:
    """The calls that make their requests through the function whose name is at an offset."""
    own = _defined_at(routes, offset)
    if own is None:
        return ()
    here = key_of(routes.document.uri)
    found = [each for each in _calls(routes) if _enters(each, own)]
    return [Location(each.call.span, None if key_of(each.uri) == here else each.uri) for each in found]


def incoming(workspace: Workspace, name: FunctionName) -> Iterator[HierarchyCalls]:
    """The functions that call a function, each with the places of the calls."""
    calls = [each for each in _indexed(workspace) if each.call.via and _same(each.call.via[0], name)]
    for (uri, within), group in groupby(sorted(calls, key=_function), _function):
        item = _item(workspace, FunctionName(uri, within))
        if item is not None:
            yield HierarchyCalls(item, uri, tuple(dict.fromkeys(each.call.call for each in group)))


def outgoing(workspace: Workspace, name: FunctionName) -> Iterator[HierarchyCalls]:
    """The functions through which a function makes its requests, and the requests that it makes itself."""
    calls = [each for each in _indexed(workspace) if _same(FunctionName(each.uri, each.call.within), name)]
    through: dict[FunctionName, list[Span]] = {}
    for uri, call in calls:
        if call.via:
            through.setdefault(call.via[0], []).append(call.call)
        else:
            own = HierarchyItem(call.route, "request", uri, call.call, call.span, FunctionName(uri, ""))
            yield HierarchyCalls(own, uri, (call.call,))
    for each, spans in through.items():
        item = _item(workspace, each)
        if item is not None:
            yield HierarchyCalls(item, name.uri, tuple(dict.fromkeys(spans)))


def _function(each: PlacedCall) -> tuple[str, str]:
    return each.uri, each.call.within


def _indexed(workspace: Workspace) -> Iterator[PlacedCall]:
    return (PlacedCall(uri, call) for uri, call in workspace.index)


def _calls(routes: Routes) -> Iterator[PlacedCall]:
    """The calls of this document in its current state, and those of other files from the index."""
    yield from (PlacedCall(routes.document.uri, call_of(site, routes)) for site in routes.requests())
    here = key_of(routes.document.uri)
    yield from (each for each in _indexed(routes.workspace) if each.uri != here)


def _makes_requests(routes: Routes, name: FunctionName) -> bool:
    return any(routes.function_at(site.span.start) == name.name for site in routes.requests())


def _enters(each: PlacedCall, name: FunctionName) -> bool:
    return any(_same(own, name) for own in each.call.via)


def _same(one: FunctionName, other: FunctionName) -> bool:
    return one.name == other.name and key_of(one.uri) == key_of(other.uri)


def _defined_at(routes: Routes, offset: int) -> FunctionName | None:
    """The function whose name in its definition is at an offset."""
    name = routes.function_at(offset)
    place = _name_in(routes.blocks, name) if name else None
    return FunctionName(routes.document.uri, name) if place is not None and place[1].touches(offset) else None


def _item(workspace: Workspace, name: FunctionName) -> HierarchyItem | None:
    """A function at its place; the file itself for code outside functions."""
    document = workspace.document(name.uri)
    if document is None:
        return None
    label = name.uri.rpartition("/")[2]
    if not name.name:
        return HierarchyItem(label, "file", name.uri, Span(0, 0), Span(0, 0), name)
    place = _name_in(Blocks.of(document.source), name.name)
    return HierarchyItem(name.name, label, name.uri, *place, name) if place is not None else None


def _name_in(blocks: Blocks, name: str) -> tuple[Span, Span] | None:
    """The definition of a function, and its name in it."""
    owner, _, own = name.rpartition(".")
    for index, block in enumerate(blocks):
        if block.name != own or block.kind not in (BlockKind.MEMBER, BlockKind.FUNCTION):
            continue
        holder = blocks.class_of(index)
        if (blocks[holder].name if holder is not None else "") == owner:
            start = blocks.starts[index]
            at = block.text.find(b"def ") + len(b"def ")
            at = block.text.find(own.encode(), at)
            return blocks.span(index), Span(start + at, start + at + len(own.encode()))
    return None
