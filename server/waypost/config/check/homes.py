"""shadowed-config, nested-config, misspelled-section: configurations that are not read."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from waypost.config.check.finding import Draft, NodeFinding
from waypost.config.check.validate import nearest
from waypost.config.edit import key_text
from waypost.config.model.schema import root
from waypost.config.model.subject import Subject
from waypost.config.parse import Array, Entry, Table, Tree
from waypost.config.parse.toml_statements import Header
from waypost.config.typos.runs import Run, outranking, says_the_same, winner
from waypost.results import Edit, Severity
from waypost.text import Span
from waypost.workspace import path_of
from waypost.workspace.files import is_file
from waypost.workspace.homes import HOMES

_DEPTH: Final = 3
# Tables of a shared file that contain settings of all kinds, so that a table in them may be meant for typos.
_OPEN: Final = frozenset({"tool", "tools", "metadata", "package", "workspace", "project", "crate-ci"})


def check_homes(subject: Subject) -> Iterator[NodeFinding]:
    yield from _shadowed(subject)
    yield from _nested(subject)
    if not subject.home.is_whole_file:
        yield from _misspelled(subject)


def _shadowed(subject: Subject) -> Iterator[NodeFinding]:
    path = path_of(subject.document.uri)
    first = next(iter(subject.config.entries.values()), None) if subject.config else None
    why = _why_not_read(path, subject) if path and first else ""
    if why and first is not None:
        where = subject.tree.root.find(*subject.prefix) if subject.prefix else first
        yield NodeFinding("shadowed-config", where.key if where else first.key, why)
    for names, _ in subject.held[1:]:
        entry = subject.tree.root.find(*names)
        if entry:
            message = f"typos does not read this table: it reads `[{'.'.join(subject.prefix)}]` instead"
            yield NodeFinding("shadowed-config", entry.key, message)


def _nested(subject: Subject) -> Iterator[NodeFinding]:
    """A configuration that a run at the root does not read."""
    path = path_of(subject.document.uri)
    first = next(iter(subject.config.entries.values()), None) if subject.config else None
    if path is None or not path.is_absolute() or first is None or subject.is_json:
        return
    workspace = subject.workspace.with_document(subject.document)
    usual = Run.of(path, workspace)
    if usual.path == path or usual.folder == path.parent or winner(path.parent, workspace) != path:
        return
    if usual.source is not None and usual.source.is_refused:  # what typos reads is known once that is fixed
        return
    where = subject.tree.root.find(*subject.prefix) if subject.prefix else first
    below = path.parent.relative_to(usual.folder).as_posix()
    message = f"`typos` at the root, `{usual.folder.name}`, does not read this file; only a run on `{below}` does"
    message += f", and {usual.hook}, which passes names of files" if usual.hook else ""
    is_said_there = subject.config is not None and says_the_same(usual.source, subject.tree, subject.config)
    severity = Severity.INFORMATION if is_said_there else None
    yield NodeFinding("nested-config", (where or first).key, message, severity=severity)


def _why_not_read(path: Path, subject: Subject) -> str:
    name = path.name
    if subject.is_json:
        is_named_for_typos = name in HOMES and is_file(path)
        return f"typos never reads `{name}`: it reads only TOML, such as `typos.toml`" if is_named_for_typos else ""
    stronger = outranking(path, subject.workspace)
    if stronger is None:
        return ""
    if stronger.is_refused:
        return f"typos does not get to this file: it stops at `{stronger.path.name}`, which {stronger.refusal}"
    return f"typos does not read this file: it reads `{stronger.path.name}` in the same folder instead"


def _misspelled(subject: Subject) -> Iterator[NodeFinding]:
    candidates = list(_candidates(subject))
    for names, entries in candidates:
        wanted = subject.prefix if subject.held else _nearest_home(subject, names)
        depth = next((at for at, (one, other) in enumerate(zip(names, wanted, strict=False)) if one != other), 0)
        message = f"typos does not read `[{'.'.join(names)}]`; its table is `[{'.'.join(wanted)}]`"
        drafts = tuple(_drafts(subject, names, wanted))
        yield NodeFinding("misspelled-section", entries[min(depth, len(names) - 1)].key, message, drafts)


def _nearest_home(subject: Subject, names: tuple[str, ...]) -> tuple[str, ...]:
    """The table that was meant; in a virtual manifest, which has no package, that of the workspace."""
    root = subject.tree.root
    there = [path for path in subject.home.tables if path[0] in root.entries and path[0] != names[0]]
    tables = there if len(there) == 1 else subject.home.tables
    return max(tables, key=lambda path: _likeness(path, names))


def _likeness(path: tuple[str, ...], names: tuple[str, ...]) -> tuple[int, int]:
    """How much of a table's path is in the names; on a tie, the last table is the usual one."""
    return sum(one == other for one, other in zip(path, names, strict=False)), int(path[0] == "package")


def _candidates(subject: Subject) -> Iterator[tuple[tuple[str, ...], list[Entry]]]:
    """Tables that look like typos', with the entries that lead to them."""
    yield from _within(subject, subject.tree.root, (), [])
    for name, entry in subject.tree.root.entries.items():
        if _is_part(name, entry):
            yield (name,), [entry]


def _within(
    subject: Subject, table: Table, names: tuple[str, ...], way: list[Entry]
) -> Iterator[tuple[tuple[str, ...], list[Entry]]]:
    for name, entry in table.entries.items():
        path = (*names, name)
        if not isinstance(entry.value, Table) or path in subject.home.tables:
            continue
        if _is_like_typos(name) and any(_is_part(each, inner) for each, inner in entry.value.entries.items()):
            yield path, [*way, entry]
        elif len(path) < _DEPTH and name.lower() in _OPEN:
            yield from _within(subject, entry.value, path, [*way, entry])


def _is_like_typos(name: str) -> bool:
    return "typo" in name.lower() or nearest(name.lower(), ["typos"]) is not None


def _is_part(name: str, entry: Entry) -> bool:
    """Whether an entry is `default`, `files` or `type` and has such a table's content."""
    node = root().properties.get(name)
    value = entry.value
    if isinstance(value, Array) and value.of_tables and value.items:  # `[[tool.typo.default]]`
        value = value.items[0]
    if node is None or not isinstance(value, Table) or not value.entries:
        return False
    if node.properties:
        return all(key in node.properties for key in value.entries)
    inner = node.additional
    tables = [each.value for each in value.entries.values()]
    return inner is not None and all(
        isinstance(each, Table) and set(each.entries) <= set(inner.properties) for each in tables
    )


def _drafts(subject: Subject, names: tuple[str, ...], wanted: tuple[str, ...]) -> Iterator[Draft]:
    target = (*wanted, names[-1]) if names[-1] in root().properties else wanted
    found = subject.tree.root.find(*names)
    if subject.tree.root.find(*target) is not None or _holds_arrays(found):
        return

    def edits(tree: Tree) -> Sequence[Edit]:
        return _renamed(tree, names, target)

    yield Draft(f"Rename to `[{'.'.join(target)}]`, which typos reads", edits)


def _holds_arrays(entry: Entry | None) -> bool:
    """Whether `[[…]]` defines part of it, which typos would refuse."""
    inner = entry.value.entries.values() if entry and isinstance(entry.value, Table) else ()
    return any(isinstance(each.value, Array) and each.value.of_tables for each in (*inner, *([entry] if entry else [])))


def _renamed(tree: Tree, names: tuple[str, ...], target: tuple[str, ...]) -> Sequence[Edit]:
    """Another path in every header that starts with `names`; nothing if dotted keys also lead there.

    Nothing either in a document with errors: typos ignores them only while nothing in it has its name.
    """
    entry = tree.root.find(*names)
    if tree.errors or entry is None:
        return []
    edits = []
    for key in entry.keys:
        if not isinstance(key.statement, Header):
            return []
        span = Span(tree.span(key.statement.keys[0]).start, tree.span(key).end)
        edits.append(Edit(span, ".".join(key_text(name) for name in target)))
    return edits
