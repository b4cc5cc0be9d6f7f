"""deprecated-key, redundant-exclude: what could be left out."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from waypost.config.check.finding import Draft, NodeFinding, removing, removing_item
from waypost.config.model.facts import facts
from waypost.config.model.schema import root
from waypost.config.model.subject import Subject
from waypost.config.model.tables import engines, is_whole, strings
from waypost.config.parse import Form, Placed, Scalar, Table
from waypost.config.typos.filetype import type_of
from waypost.results import Tag
from waypost.workspace import path_of

_WILD: Final = frozenset("*?[{")


def check_tidiness(subject: Subject) -> Iterator[NodeFinding]:
    config = subject.config
    if config is None:
        return
    files = config.get("files")
    if isinstance(files, Table):
        yield from _excludes(files, subject)
        yield from _restated(files, "files", subject)
    for path, table in engines(config):
        yield from _deprecated(table)
        if path[0] == "type":
            yield from _built_in_globs(table, path[1])
        else:
            yield from _restated(table, "default", subject)


def _deprecated(table: Table) -> Iterator[NodeFinding]:
    known = root().properties["default"].properties
    for name, entry in table.entries.items():
        if name in known and known[name].deprecated:
            message = f"`{name}` no longer has any effect"
            # A type that only dotted keys declare would no longer be declared.
            draft = removing(entry, "Remove this key", preferred=table.form is not Form.DOTTED)
            yield NodeFinding("deprecated-key", entry.key, message, (draft,), tags=(Tag.DEPRECATED,))


def _restated(table: Table, where: str, subject: Subject) -> Iterator[NodeFinding]:
    for name, entry in table.entries.items():
        value = entry.value
        if isinstance(value, Scalar) and is_whole(value) and restates_default(subject, (where, name), value.value):
            message = f"`{_shown(value.value)}` is the default of `{name}`"
            yield _redundant(entry, message, removing(entry, "Remove this key"))


def restates_default(subject: Subject, path: Sequence[str | int], value: Any) -> bool:
    """Whether a value of `files` or `default` only repeats the default."""
    where, name = (*map(str, path), "", "")[:2]
    node = root().properties.get(where)
    child = node.properties.get(name) if node else None
    if child is None or child.deprecated or (name == "check-file" and _is_quirky(subject)):
        return False
    entry = subject.entry(where)
    there = entry.value.entries if entry and isinstance(entry.value, Table) else {}
    default = (facts().files if where == "files" else facts().default)[name]
    return type(value) is type(default) and value == default and not any(each in there for each in child.falls_back_to)


def _is_quirky(subject: Subject) -> bool:
    """Whether `check-file` has an effect: types that are unchecked by default are checked once they are declared."""
    return any(subject.entry("type", name) for name in facts().unchecked)


def _shown(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _built_in_globs(table: Table, name: str) -> Iterator[NodeFinding]:
    for item in strings(table, "extend-glob"):
        if item.value in facts().globs.get(name, ()):
            yield _redundant(
                item, f"`{item.value}` is already a glob of the built-in type `{name}`", removing_item(item)
            )


def _excludes(files: Table, subject: Subject) -> Iterator[NodeFinding]:
    own = path_of(subject.document.uri)
    for item in strings(files, "extend-exclude"):
        glob = item.value.rstrip()
        name = glob.rpartition("/")[2]
        if glob.startswith(("!", "#")) or glob.endswith("/"):
            continue
        if own is not None and glob.removeprefix("/") == own.name:
            yield _redundant(item, "typos never checks its own configuration", removing_item(item))
        elif is_lock_file(name) and not subject.entry("type", "lock"):
            yield _redundant(item, f"typos does not check lock files such as `{name}`", removing_item(item))


def is_lock_file(name: str) -> bool:
    """Whether a name is that of lock files. typos still checks names and folders, so `*.lock` has an effect."""
    if _WILD & set(name):
        return False
    match = type_of(name, None)
    return match is not None and match.name == "lock"


def _redundant(where: Placed, message: str, draft: Draft) -> NodeFinding:
    return NodeFinding("redundant-exclude", where, message, (draft,), tags=(Tag.UNNECESSARY,))
