"""The names of file types in the order in which they are offered: those with existing files first."""

from collections.abc import Mapping

from waypost.config.complete.ready import glob_list
from waypost.config.files.counts import find_types
from waypost.config.files.folder import reach
from waypost.config.model.cursor_context import CursorContext
from waypost.config.model.facts import facts
from waypost.markup import noun
from waypost.workspace import FileCounts


def type_names(cursor: CursorContext, typed: str = "") -> Mapping[str, int]:
    """Every built-in type, with its number of files, if that is known yet; those that start as is typed come first."""
    present = _present(cursor)
    every = dict(present) | {name: 0 for name in facts().globs if name not in present}
    return dict(sorted(every.items(), key=lambda each: not each[0].startswith(typed)))


def type_detail(name: str, files: int) -> str:
    """The globs of a type, and whether it has files."""
    counted = f"{files} {noun(files, 'file')} here: " if files else ""
    return f"{counted}{glob_list(name)}"


def _present(cursor: CursorContext) -> Mapping[str, int]:
    """The files are counted on first use, so that the first list is also in order."""
    place = reach(cursor.subject)
    if place is None:
        return {}
    return find_types(cursor.subject.workspace.services.of(FileCounts), place)
