"""deprecated-key, redundant-exclude: what could as well be left out."""

from collections.abc import Iterator, Sequence
from fnmatch import fnmatchcase
from typing import Any, Final

from waypost.config import edit
from waypost.config.check.finding import Draft, NodeFinding
from waypost.config.model.engines import engines, is_whole, strings
from waypost.config.model.facts import facts
from waypost.config.model.schema import SchemaNode, root
from waypost.config.model.subject import Subject
from waypost.config.parse import Entry, Placed, Scalar, Table, Tree
from waypost.results import Edit, Tag
from waypost.workspace import path_of

_WILD: Final = frozenset("*?[{")


def check_tidiness(subject: Subject) -> Iterator[NodeFinding]:
    config = subject.config
    if config is None:
        return
    files = config.get("files")
    if isinstance(files, Table):
        yield from _excludes(files, subject)
        yield from _restated(files, facts().files, root().properties["files"], ())
    for path, table in engines(config):
        yield from _deprecated(table)
        if path[0] == "type":
            yield from _built_in_globs(table, path[1])
        else:
            yield from _restated(table, facts().default, root().properties["default"], _quirky(subject))


def _deprecated(table: Table) -> Iterator[NodeFinding]:
    known = root().properties["default"].properties
    for name, entry in table.entries.items():
        if name in known and known[name].deprecated:
            message = f"`{name}` is read and has no effect any more"
            yield NodeFinding(
                "deprecated-key", entry.key, message, (_removing(entry, preferred=True),), tags=(Tag.DEPRECATED,)
            )


def _restated(table: Table, defaults: Any, node: SchemaNode, except_for: Sequence[str]) -> Iterator[NodeFinding]:
    for name, entry in table.entries.items():
        child, value = node.properties.get(name), entry.value
        if child is None or not isinstance(value, Scalar) or child.deprecated or name in except_for:
            continue
        is_leaning = any(other in table.entries for other in child.falls_back_to)
        if value.value == defaults[name] and is_whole(value) and not is_leaning:
            yield _idle(entry, f"`{name}` is `{_shown(value.value)}` anyway", _removing(entry))


def _quirky(subject: Subject) -> Sequence[str]:
    """Types that are built in as unchecked are checked once they are declared and this says so."""
    return ["check-file"] if any(subject.entry("type", name) for name in facts().unchecked) else []


def _shown(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _built_in_globs(table: Table, name: str) -> Iterator[NodeFinding]:
    for item in strings(table, "extend-glob"):
        if item.value in facts().globs.get(name, ()):
            yield _idle(item, f"`{item.value}` is built in for `{name}`", _removing_item(item))


def _excludes(files: Table, subject: Subject) -> Iterator[NodeFinding]:
    own = path_of(subject.document.uri)
    for item in strings(files, "extend-exclude"):
        glob = item.value.rstrip()
        name = glob.rpartition("/")[2]
        if glob.startswith(("!", "#")) or glob.endswith("/"):
            continue
        if own is not None and glob.removeprefix("/") == own.name:
            yield _idle(item, "The configuration itself is never checked", _removing_item(item))
        elif _is_locked(name) and not subject.entry("type", "lock"):
            yield _idle(item, "Lock files are not checked anyway", _removing_item(item))


def _is_locked(name: str) -> bool:
    """Whether all files of this name are lock files: a name of one, or the very glob of the type."""
    globs = facts().globs["lock"]
    return name in globs or (not _WILD & set(name) and any(fnmatchcase(name, glob) for glob in globs))


def _idle(where: Placed, message: str, draft: Draft) -> NodeFinding:
    return NodeFinding("redundant-exclude", where, message, (draft,), tags=(Tag.UNNECESSARY,))


def _removing(entry: Entry, *, preferred: bool = False) -> Draft:
    def edits(tree: Tree) -> Sequence[Edit]:
        return edit.remove_entry(tree, entry)

    return Draft("Remove it", edits, preferred)


def _removing_item(item: Scalar) -> Draft:
    def edits(tree: Tree) -> Sequence[Edit]:
        return edit.remove_item(tree, item)

    return Draft("Remove it", edits)
