"""deprecated-key, redundant-exclude: what could as well be left out."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from waypost.config.check.drafts import removing, removing_item
from waypost.config.check.finding import Draft, NodeFinding
from waypost.config.model.engines import engines, is_whole, strings
from waypost.config.model.facts import facts
from waypost.config.model.schema import SchemaNode, root
from waypost.config.model.subject import Subject
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
            message = f"`{name}` no longer has any effect"
            # A type that dotted keys alone declare would not be declared any more.
            draft = removing(entry, "Remove this key", preferred=table.form is not Form.DOTTED)
            yield NodeFinding("deprecated-key", entry.key, message, (draft,), tags=(Tag.DEPRECATED,))


def _restated(table: Table, defaults: Any, node: SchemaNode, except_for: Sequence[str]) -> Iterator[NodeFinding]:
    for name, entry in table.entries.items():
        child, value = node.properties.get(name), entry.value
        if child is None or not isinstance(value, Scalar) or child.deprecated or name in except_for:
            continue
        is_leaning = any(other in table.entries for other in child.falls_back_to)
        is_default = type(value.value) is type(defaults[name]) and value.value == defaults[name]
        if is_default and is_whole(value) and not is_leaning:
            message = f"`{_shown(value.value)}` is the default of `{name}`"
            yield _redundant(entry, message, removing(entry, "Remove this key"))


def _quirky(subject: Subject) -> Sequence[str]:
    """Types that are built in as unchecked are checked once they are declared and this says so."""
    return ["check-file"] if any(subject.entry("type", name) for name in facts().unchecked) else []


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
        elif _is_locked(name) and not subject.entry("type", "lock"):
            yield _redundant(item, f"typos does not check lock files such as `{name}`", removing_item(item))


def _is_locked(name: str) -> bool:
    """Whether a name is that of lock files. typos checks names and folders all the same, so `*.lock` has a use."""
    if _WILD & set(name):
        return False
    match = type_of(name, None)
    return match is not None and match.name == "lock"


def _redundant(where: Placed, message: str, draft: Draft) -> NodeFinding:
    return NodeFinding("redundant-exclude", where, message, (draft,), tags=(Tag.UNNECESSARY,))
