"""needless-entry, unused-entry: what typos' own dictionary never reports, and what nothing in the workspace needs."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from waypost.config.check.conflicts import Places, Tables, is_elsewhere, places
from waypost.config.check.finding import NodeFinding, removing, removing_item
from waypost.config.check.word_tables import IDENTIFIERS, WORDS, WordTable, text_of
from waypost.config.model.facts import facts
from waypost.config.model.schema import Format, pattern_lists
from waypost.config.model.subject import Subject
from waypost.config.model.tables import engines, strings
from waypost.config.parse import Entry, Scalar, Table
from waypost.config.typos.globs import glob_error
from waypost.config.typos.program import Dictionary, Reports, dictionary_of
from waypost.config.typos.regex import regex_error
from waypost.config.typos.tokens import casings, identifiers, words
from waypost.markup import code
from waypost.results import Tag

if TYPE_CHECKING:
    from waypost.config.files.usage import Usage


def check_needless(subject: Subject, tables: Tables) -> Iterator[NodeFinding]:
    if not subject.wants("needless-entry"):
        return
    there = places(tables)
    for table in tables.values():
        entries = (*table.right, *table.corrections)
        known = list(_dictionaries(subject, table.path)) if entries else []
        texts = {text for entry in entries for text in _covered(entry, table)}
        reports = [each.reports(texts, subject.workspace.services.defer) for each in known]
        for entry in entries if all(reports) else ():
            wanted = table.corrections.get(entry)
            found = [_outcome(each, text, table, there) for each in reports for text in _covered(entry, table)]
            if found and all(each == wanted for each in found) and _stands_alone(entry.name, table, there):
                yield _needless(entry, wanted)
    yield from _needless_patterns(subject, there)


def _outcome(reports: Mapping[str, Reports], text: str, table: WordTable, there: Places) -> str | None:
    """What the dictionary makes of a text: None if nothing is wrong, `?` if it is not known or a choice."""
    found = reports.get(text)
    if found is None:
        return "?"
    if all(_is_accepted(each.lower(), table, there) for each in found):
        return None
    corrections = found.get(text, ())
    return corrections[0] if len(corrections) == 1 and len(found) == 1 else "?"


def _is_accepted(word: str, identifiers: WordTable, there: Places) -> bool:
    """Whether a word of identifiers is accepted as such, by one table, which holds for all their files."""
    found = there.get(word, ())
    if identifiers.path[-1] != IDENTIFIERS or len(found) != 1:
        return False
    is_for_all = found[0].path in ((*identifiers.path[:-1], WORDS), ("default", WORDS))
    return is_for_all and all(text_of(entry) == entry.name for entry in found[0].by_word[word])


def _needless_patterns(subject: Subject, there: Places) -> Iterator[NodeFinding]:
    """Patterns of plain text that typos never reports."""
    from waypost.config.check.pattern_claims import plain_texts  # with the first pattern

    for path, engine in engines(subject.config) if subject.config else ():
        for key in pattern_lists():
            items = list(_good(engine, key))
            plain = [(item, texts) for item in items if (texts := plain_texts(item.value, key))]
            known = list(_dictionaries(subject, path)) if plain else []
            asked = {text for _, texts in plain for text in texts}
            reports = [each.reports(asked, subject.workspace.services.defer) for each in known]
            for item, texts in plain if reports else ():
                is_right = all(each.get(text) == {} for each in reports for text in texts)
                if is_right and all(_stands_alone(text, None, there) for text in texts):
                    message = f"This pattern has no effect: typos never reports {code(texts[0])}"
                    yield NodeFinding("needless-entry", item, message, (removing_item(item),), tags=(Tag.UNNECESSARY,))


def _covered(entry: Entry, table: WordTable) -> Sequence[str]:
    """The text of an entry for the dictionary, which ignores case: one casing of a word represents all."""
    return casings(entry.name)[:1] if table.path[-1] == WORDS else (entry.name,)


def _dictionaries(subject: Subject, path: Sequence[str]) -> Iterator[Dictionary]:
    """In each dialect of the files that a table is for: a type may have its own."""
    names = [path[1]] if path[0] == "type" else _every_scope(subject)
    found = (dictionary_of(subject, name) for name in names)
    yield from dict.fromkeys(each for each in found if each is not None)


def _every_scope(subject: Subject) -> Iterator[str | None]:
    """`default`, and each type with a table."""
    yield None
    for path, _ in engines(subject.config) if subject.config else ():
        if path[0] == "type":
            yield path[1]


def _stands_alone(text: str, table: WordTable | None, there: Places) -> bool:
    """Whether an entry overrides no other: of the words, of `default`, or a built-in one."""
    names = (text, *identifiers(text))
    parts = {each.lower() for name in names for each in (name, *(word.text for word in words(name)))}
    if any(is_elsewhere(each, table, there) and not (table and _is_accepted(each, table, there)) for each in parts):
        return False
    return not any(parts & {name.lower() for name in _built_in_names(built_in)} for built_in in facts().type.values())


def _built_in_names(built_in: object) -> Iterator[str]:
    for key in (WORDS, IDENTIFIERS):
        yield from built_in.get(key, ()) if isinstance(built_in, dict) else ()


def _needless(entry: Entry, correction: str | None) -> NodeFinding:
    why = f"corrects `{entry.name}` to `{correction}` anyway" if correction else f"never reports `{entry.name}`"
    message = f"This entry has no effect: typos {why}"
    return NodeFinding(
        "needless-entry", entry.key, message, (removing(entry, preferred=True),), tags=(Tag.UNNECESSARY,)
    )


def check_unused(subject: Subject, tables: Mapping[tuple[str, ...], WordTable]) -> Iterator[NodeFinding]:
    if not subject.wants("unused-entry") or subject.config is None:
        return
    from waypost.config.files.usage import UsageCache, UsageQuestion

    excludes = list(_excludes(subject.config))
    patterns = [
        (key, item) for _, table in engines(subject.config) for key in pattern_lists() for item in _good(table, key)
    ]
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
