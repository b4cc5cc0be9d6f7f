"""The routes of a later version, with what was computed from those of the version before, as far as it still holds."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from waypost.apis import Apis
from waypost.routes.calls.match import Shapes
from waypost.routes.sites.file_sites import Routes
from waypost.routes.sites.moved import Moved
from waypost.routes.syntax import Block, Blocks
from waypost.routes.syntax.names import bound_names
from waypost.text import AppliedEdit, Document
from waypost.workspace import Workspace


def updated(
    old: Routes, document: Document, edits: Sequence[AppliedEdit], workspace: Workspace, shapes: Shapes
) -> Routes:
    """The routes of `document`, which `edits` made from the old one."""
    routes = Routes(document, workspace, shapes, _blocks(old, document, edits))
    found = old.found()
    if found is None or shapes is not old.shapes or routes.project != old.project:
        return routes
    if _binds_alike(old.blocks, routes.blocks):
        is_same = _without_apps(routes.apis) == _without_apps(old.apis) and routes.apps == old.apps
        routes.before = found if is_same else found.by_requests()
    return routes


def _blocks(old: Routes, document: Document, edits: Sequence[AppliedEdit]) -> Blocks:
    """The blocks after one edit are mostly those before it; after several at once the text is split afresh."""
    if not edits:
        return old.blocks
    if len(edits) > 1:
        return Blocks.of(document.source)
    return old.blocks.edited(document.source, edits[0])


def _without_apps(apis: Apis) -> Apis:
    return replace(apis, apps=None)


def _binds_alike(old: Blocks, new: Blocks) -> bool:
    """Whether the module has the same names as before: a fix says which of those that it needs are missing."""
    moved = Moved(old, new)
    return _bound_by(old[index] for index in moved.gone) == _bound_by(new[index] for index in moved.come)


def _bound_by(blocks: Iterable[Block]) -> frozenset[str]:
    return frozenset().union(*map(bound_names, blocks))
