"""The names of file types in the order in which they are offered: those that there are files of come first."""

from collections.abc import Mapping
from functools import partial

from waypost.config.complete.ready import glob_list
from waypost.config.files.counts import find_types, present_types
from waypost.config.files.folder import reach
from waypost.config.model.cursor_context import CursorContext
from waypost.config.model.facts import facts
from waypost.markup import noun
from waypost.workspace import FileCounts


def type_names(cursor: CursorContext) -> Mapping[str, int]:
    """Every type that is built in, with how many files of it there are, as far as that is known by now."""
    present = _present(cursor)
    return dict(present) | {name: 0 for name in facts().globs if name not in present}


def type_detail(name: str, files: int) -> str:
    """The globs of a type, and that there are files of it."""
    counted = f"{files} {noun(files, 'file')} here: " if files else ""
    return f"{counted}{glob_list(name)}"


def _present(cursor: CursorContext) -> Mapping[str, int]:
    """Nobody waits for the files to be counted: the order is right the next time."""
    place = reach(cursor.subject)
    if place is None:
        return {}
    workspace = cursor.subject.workspace
    known = present_types(workspace.services.of(FileCounts), place)
    if known is None:
        workspace.services.soon_hints(partial(find_types, workspace.services.of(FileCounts), place))
        known = present_types(workspace.services.of(FileCounts), place)
    return known or {}
