"""unused-entry: what nothing in the workspace needs."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from waypost.config.check.drafts import removing, removing_item
from waypost.config.check.finding import NodeFinding
from waypost.config.check.word_entries import WORDS
from waypost.config.check.word_tables import WordTable
from waypost.config.model.engines import engines, strings
from waypost.config.model.schema import Format
from waypost.config.model.subject import Subject
from waypost.config.parse import Entry, Scalar, Table
from waypost.config.typos.globs import glob_error
from waypost.config.typos.regex import regex_error
from waypost.results import Tag

if TYPE_CHECKING:
    from waypost.config.files.usage import Usage

_PATTERNS = ("extend-ignore-re", "extend-ignore-identifiers-re", "extend-ignore-words-re")


def check_unused(subject: Subject, tables: Mapping[tuple[str, ...], WordTable]) -> Iterator[NodeFinding]:
    if not subject.wants("unused-entry") or subject.config is None:
        return
    from waypost.config.files.usage import UsageCache, UsageQuestion

    excludes = list(_excludes(subject.config))
    patterns = [(key, item) for _, table in engines(subject.config) for key in _PATTERNS for item in _good(table, key)]
    wanted = UsageQuestion.of(subject, (item.value for item in excludes), ((key, item.value) for key, item in patterns))
    found = subject.workspace.services.of(UsageCache).usage(wanted, subject.workspace) if wanted else None
    if found is not None:
        yield from (_item(item, "excludes no file") for item in excludes if item.value in found.unused_excludes)
        yield from (
            _item(item, "matches nothing in the checked files")
            for key, item in patterns
            if (key, item.value) in found.unused_patterns
        )
        yield from _entries(tables, found)


def _entries(tables: Mapping[tuple[str, ...], WordTable], found: "Usage") -> Iterator[NodeFinding]:
    """Words and identifiers accepted as they are. A correction whose misspelling occurs nowhere does its job."""
    for table in tables.values():
        for entry in table.right:
            is_word = table.path[-1] == WORDS
            if entry.name.lower() not in found.words if is_word else entry.name not in found.identifiers:
                yield _entry(entry)


def _excludes(config: Table) -> Iterator[Scalar]:
    files = config.get("files")
    for item in strings(files if isinstance(files, Table) else None, "extend-exclude"):
        if (
            glob_error(item.value, Format.EXCLUDE_GLOB) is None
            and item.value.strip()
            and not item.value.startswith("#")
        ):
            yield item


def _good(table: Table, key: str) -> Iterator[Scalar]:
    return (item for item in strings(table, key) if regex_error(item.value) is None)


def _item(item: Scalar, what: str) -> NodeFinding:
    return NodeFinding("unused-entry", item, f"`{item.value}` {what}", (removing_item(item),), tags=(Tag.UNNECESSARY,))


def _entry(entry: Entry) -> NodeFinding:
    message = f"`{entry.name}` does not occur in any checked file"
    return NodeFinding("unused-entry", entry.key, message, (removing(entry),), tags=(Tag.UNNECESSARY,))
