"""The names of file types in the order in which they are offered: those that there are files of come first."""

from collections.abc import Mapping

from waypost.config.complete.ready import glob_list
from waypost.config.files.counts import find_types
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
    """The files are counted for the first who asks, so that the first list is in its order as well."""
    place = reach(cursor.subject)
    if place is None:
        return {}
    return find_types(cursor.subject.workspace.services.of(FileCounts), place)
