"""The routes of a later version: blocks that an edit can affect are analysed again, the others only moved."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import compress, takewhile
from operator import attrgetter
from typing import TYPE_CHECKING, Final

from waypost.routes.evaluate.heads_below import heads_below
from waypost.routes.sites.file_sites import BlockSites, Routes
from waypost.routes.source.names import names_affected, names_seen
from waypost.routes.syntax import BlockKind, Blocks
from waypost.text import AppliedEdit, Document
from waypost.workspace import Workspace
from waypost.workspace.files import disk_stamp
from waypost.workspace.places import makings_below, uris_below

if TYPE_CHECKING:
    from collections.abc import Mapping

_DEPENDS: Final = attrgetter("depends")


def updated(old: Routes, document: Document, edits: Sequence[AppliedEdit], workspace: Workspace) -> Routes:
    """The routes of `document`, which `edits` made from the old one."""
    from waypost.routes.calls.user import shapes_of

    shapes = shapes_of(workspace.settings_of(document.uri))
    if type(old) is not Routes:
        # What it rests on is in its table.
        return type(old)(document, workspace, shapes, _blocks(old, document, edits))
    if shapes is not old.shapes or workspace.project_of(document.uri) != old.workspace.project_of(document.uri):
        return Routes(document, workspace, shapes)
    blocks = _blocks(old, document, edits)
    routes = Routes(document, workspace, shapes, blocks)
    if any(disk_stamp(place) != was for place, was in old.outside.items()):
        return routes
    if replace(routes.apis, apps=None) != replace(old.apis, apps=None) or not routes.apps.binds_as(old.apps):
        return routes
    if old.started:
        serves_other = routes.apps != old.apps
        _take_over(old, routes)
        if serves_other:
            routes.check_again()
    return routes


def _take_over(old: Routes, routes: Routes) -> None:
    """Give a later version what is still valid of an earlier one, which then has results alone."""
    workspace = routes.workspace
    routes.outside.update(old.outside)
    routes.below.update({folder: heads_below(folder, workspace) for folder in old.below})
    documents = _changed_documents(old.workspace, workspace)
    folders = [folder for folder, was in old.below.items() if routes.below[folder] != was]
    if not folders and _differ_in_documents(old.workspace, workspace):
        routes.take_other_files(old, documents)
    changed = frozenset(_named_in_results(documents, folders))
    gone, come = routes.blocks.changed_from(old.blocks)
    if routes.document is old.document and old.reads.isdisjoint(changed):
        routes.take_all(old)
    elif routes.document is old.document:
        # No name has another value here because of a block here.
        routes.reuse({index: found for index, found in old.found.items() if changed.isdisjoint(found.depends)})
        routes.choose_as(old, gone, come)
    else:
        routes.reuse(_reusable(old, routes, gone, come, changed))
        routes.choose_as(old, gone, come)
    old.let_go()


def _blocks(old: Routes, document: Document, edits: Sequence[AppliedEdit]) -> Blocks:
    """The blocks after one edit are mostly those before it; after several at once the text is split afresh."""
    if not edits:
        return old.blocks
    if len(edits) > 1:
        return Blocks.of(document.source)
    return old.blocks.edited(document.source, edits[0])


def _reusable(
    old: Routes, routes: Routes, gone: range, come: range, files: frozenset[str]
) -> "Mapping[int, BlockSites]":
    """The results of blocks that are the same and depend on nothing that has changed, by their new index."""
    blocks = routes.blocks
    moved = come.stop - gone.stop
    adopted = _adopted(old.blocks, blocks, gone.stop, come.stop)
    was, now = slice(gone.start, gone.stop + adopted), slice(come.start, come.stop + adopted)
    renewed = names_seen(blocks, range(*now.indices(len(blocks))))
    routes.names = [*old.names[: was.start], *renewed, *old.names[was.stop :]]
    changed = files.union(*_affected(old, routes, was, now))
    edited = [*(old.blocks[index].text for index in gone), *(blocks[index].text for index in come)]
    if _speaks_of_others(old, routes, edited):
        return {}
    unchanged = map(changed.isdisjoint, map(_DEPENDS, old.found.values()))
    reusable = dict(compress(old.found.items(), unchanged))
    for index in range(was.start, was.stop):
        reusable.pop(index, None)
    if moved:
        reusable = {index + moved if index >= gone.stop else index: found for index, found in reusable.items()}
    has_moved = come.stop < len(blocks) and blocks.starts[come.stop] != old.blocks.starts[gone.stop]
    return reusable | _parted(reusable, routes.names, come.stop) if has_moved else reusable


def _affected(old: Routes, new: Routes, was: slice, now: slice) -> Iterator[frozenset[str]]:
    """The names that may have another value because some blocks have replaced others."""
    before, after = old.names[was], new.names[now]
    is_one = len(before) == len(after) == 1
    if is_one and (owner := _class_of(old.blocks, was.start)) == _class_of(new.blocks, now.start):
        yield names_affected(old.blocks[was.start], new.blocks[now.start], owner)
    else:
        yield from (*before, *after)


def _class_of(blocks: Blocks, index: int) -> str | None:
    """The name of the class that a block is a member of, or its head."""
    owner = blocks.class_of(index)
    return blocks[owner].name if owner is not None else None


def _adopted(old: Blocks, new: Blocks, was: int, start: int) -> int:
    """How many unchanged members now belong to another class, or to none, because the head of a class has changed.

    They are the first blocks after a change.
    """
    if start == len(new) or _owner(old, was) == _owner(new, start):
        return 0
    members = takewhile(lambda index: new[index].kind is BlockKind.MEMBER, range(start, len(new)))
    return sum(1 for _ in members)


def _owner(blocks: Blocks, index: int) -> str:
    """The name of the class that a block is a member of."""
    return (_class_of(blocks, index) or "") if blocks[index].kind is BlockKind.MEMBER else ""


def _parted(found: "Mapping[int, BlockSites]", names: Sequence[frozenset[str]], below: int) -> dict[int, BlockSites]:
    """Unmoved blocks that looked something up in the blocks from `below` on, which have moved: spans are stale."""
    stayed = {index: each for index, each in found.items() if index < below and not each.is_parted}
    moved = frozenset[str]().union(*names[below:])
    return {
        index: replace(each, is_parted=True) for index, each in stayed.items() if not moved.isdisjoint(each.depends)
    }


def _speaks_of_others(old: Routes, routes: Routes, edited: Sequence[bytes]) -> bool:
    """Whether the file now mentions a client's module, or sets a header, and did not before, or the other way round."""
    words = routes.shapes.modules | routes.shapes.header_setters
    named = [word for word in words if any(word in text for text in edited)]
    return any((word in old.document.source) != (word in routes.document.source) for word in named)


def _changed_documents(old: Workspace, new: Workspace) -> set[str]:
    """The documents that are open in either of two states and differ."""
    return {uri for uri in {*new.open, *old.open} if new.open.get(uri) is not old.open.get(uri)}


def _differ_in_documents(old: Workspace, new: Workspace) -> bool:
    """Whether two states differ in documents at most, as far as values of files depend on them."""
    return replace(old, open=new.open, index=new.index, configurations=new.configurations) == new


def _named_in_results(documents: Iterable[str], folders: Iterable[str]) -> Iterator[str]:
    """What results that were read from these documents, or from the classes below these folders, depend on."""
    below = (name for folder in folders for name in (uris_below(folder), makings_below(folder)))
    return (f"file:{name}" for name in (*documents, *below))
