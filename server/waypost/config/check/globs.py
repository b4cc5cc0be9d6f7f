"""invalid-glob, dead-glob, glob-conflict: globs of excludes and of types."""

import re
from collections.abc import Iterator, Sequence
from pathlib import PurePosixPath
from typing import Final

from waypost.config import edit
from waypost.config.check.finding import Draft, NodeFinding
from waypost.config.model.engines import engines, strings
from waypost.config.model.schema import Format
from waypost.config.model.subject import Subject
from waypost.config.parse import Scalar, Table, Tree
from waypost.config.typos.globs import glob_error
from waypost.results import Edit
from waypost.workspace import path_of

_ABSOLUTE: Final = re.compile(r"/(?:home|Users)/[^/]+/|[A-Za-z]:[\\/]")
_DOTTED: Final = re.compile(r"(?:\./)+(?!\.{0,2}(?:/|\Z))(.+)")
_ANY_FOLDER: Final = re.compile(r"(?:\*\*/)+")


def check_globs(subject: Subject) -> Iterator[NodeFinding]:
    config = subject.config
    if config is None:
        return
    for item in _excludes(config):
        yield from _exclude(item, subject)
    owners: dict[str, tuple[Scalar, str]] = {}
    for path, table in engines(config):
        for item in strings(table, "extend-glob") if path[0] == "type" else ():
            yield from _type_glob(item, table, path, subject)
            yield from _conflict(item, path[1], owners)


def _excludes(config: Table) -> Iterator[Scalar]:
    files = config.get("files")
    yield from strings(files if isinstance(files, Table) else None, "extend-exclude")


def _invalid(item: Scalar, kind: Format) -> NodeFinding | None:
    error = glob_error(item.value, kind)
    if error is None:
        return None
    where = item.part(error.start, error.end) if error.end > error.start else item
    return NodeFinding("invalid-glob", where, f"Not a valid glob: {error.message}")


def _exclude(item: Scalar, subject: Subject) -> Iterator[NodeFinding]:
    invalid = _invalid(item, Format.EXCLUDE_GLOB)
    if invalid:
        yield invalid
        return
    negated, glob = _split(item.value)
    if item.value.startswith("#"):
        yield NodeFinding("dead-glob", item, "A pattern that starts with `#` is a comment: it excludes nothing")
    elif (relative := _DOTTED.match(glob)) is not None:
        yield _dead_prefix(item, f"{negated}{relative[1]}", "`./` in front", "paths are written without it")
    elif (inside := _below_folder(glob, subject)) is not None:
        yield _dead_prefix(
            item, f"{negated}{inside}", "An absolute path", "paths start at the folder the checker runs in"
        )
    elif _ABSOLUTE.match(glob):
        message = "An absolute path never matches: paths start at the folder the checker runs in"
        yield NodeFinding("dead-glob", item, message)
    elif glob.startswith("~/") or {".", ".."} & set(glob.rstrip("/").split("/")):
        message = "This never matches: paths start at the folder the checker runs in, and have no `.`, `..` or `~`"
        yield NodeFinding("dead-glob", item, message)


def _split(glob: str) -> tuple[str, str]:
    return ("!", glob[1:]) if glob.startswith("!") else ("", glob)


def _below_folder(glob: str, subject: Subject) -> str | None:
    """What an absolute path is below the folder of the configuration."""
    path = path_of(subject.document.uri)
    if path is None or not glob.startswith("/"):
        return None
    folder = path.parent.as_posix().rstrip("/")
    return glob.removeprefix(folder) if folder and glob.startswith(f"{folder}/") else None


def _dead_prefix(item: Scalar, better: str, what: str, why: str) -> NodeFinding:
    def edits(tree: Tree) -> Sequence[Edit]:
        return edit.replace(tree, item, edit.string_text(better, item.style))

    return NodeFinding(
        "dead-glob", item, f"{what} never matches: {why}", (Draft(f'Write "{better}"', edits, preferred=True),)
    )


def _type_glob(item: Scalar, table: Table, path: tuple[str, ...], subject: Subject) -> Iterator[NodeFinding]:
    invalid = _invalid(item, Format.TYPE_GLOB)
    if invalid:
        yield invalid
        return
    glob = _ANY_FOLDER.sub("", item.value, count=1) if item.value.startswith("**/") else item.value
    if "/" not in glob or any(sign in glob for sign in "{["):
        return
    message = "A glob of a type sees the base name of a file alone: one with `/` never matches"
    yield NodeFinding("dead-glob", item, message, tuple(_without_folders(item, glob, table, path, subject)))


def _without_folders(item: Scalar, glob: str, table: Table, path: tuple[str, ...], subject: Subject) -> Iterator[Draft]:
    base = PurePosixPath(glob).name

    def shorten(tree: Tree) -> Sequence[Edit]:
        return edit.replace(tree, item, edit.string_text(base, item.style))

    def move(tree: Tree) -> Sequence[Edit]:
        return edit.move_item(tree, subject.prefix, item, ("files", "extend-exclude"))

    if base and not glob.endswith("/"):
        yield Draft(f'Write "{base}"', shorten)
    flag = table.get("check-file")
    if isinstance(flag, Scalar) and flag.value is False and path[0] == "type":
        yield Draft("Move to `files.extend-exclude`", move)


def _conflict(item: Scalar, name: str, owners: dict[str, tuple[Scalar, str]]) -> Iterator[NodeFinding]:
    first, owner = owners.setdefault(item.value, (item, name))
    if owner != name:
        message = f"`{item.value}` is a glob of `{owner}` as well: which type such a file has is not certain"
        yield NodeFinding("glob-conflict", item, message, related=((first, f"In `{owner}`"),))
