"""needless-entry: words that typos' own dictionary never reports."""

from collections.abc import Iterator, Sequence

from waypost.config.check.drafts import removing
from waypost.config.check.duplicates import Tables
from waypost.config.check.finding import NodeFinding
from waypost.config.check.word_entries import IDENTIFIERS, WORDS
from waypost.config.check.word_tables import WordTable
from waypost.config.model.engines import engines
from waypost.config.model.facts import facts
from waypost.config.model.subject import Subject
from waypost.config.parse import Entry
from waypost.config.typos.program import Dictionary
from waypost.config.typos.spelling import dictionary_of
from waypost.config.typos.tokens import casings, words
from waypost.results import Tag


def check_needless(subject: Subject, tables: Tables) -> Iterator[NodeFinding]:
    if not subject.wants("needless-entry"):
        return
    for table in tables.values():
        known = list(_dictionaries(subject, table)) if table.right else []
        texts = {text for entry in table.right for text in _covered(entry, table)}
        reports = [each.reports(texts, subject.workspace.services.soon) for each in known]
        for entry in table.right if all(reports) else ():
            found = [each.get(text) for each in reports for text in _covered(entry, table)]
            if found and not any(each is None or each for each in found) and _stands_alone(entry, table, tables):
                yield _needless(entry)


def _covered(entry: Entry, table: WordTable) -> Sequence[str]:
    """The text of an entry for the dictionary, which ignores case: one casing of a word represents all."""
    return casings(entry.name)[:1] if table.path[-1] == WORDS else (entry.name,)


def _dictionaries(subject: Subject, table: WordTable) -> Iterator[Dictionary]:
    """In each dialect of the files that the table is for: a type may have its own."""
    names = [table.path[1]] if table.path[0] == "type" else _every_scope(subject)
    found = (dictionary_of(subject, name) for name in names)
    yield from dict.fromkeys(each for each in found if each is not None)


def _every_scope(subject: Subject) -> Iterator[str | None]:
    """`default`, and each type with a table."""
    yield None
    for path, _ in engines(subject.config) if subject.config else ():
        if path[0] == "type":
            yield path[1]


def _stands_alone(entry: Entry, table: WordTable, tables: Tables) -> bool:
    """Whether an entry overrides no other: of the words, of `default`, or a built-in one."""
    parts = {entry.name.lower(), *(word.text.lower() for word in words(entry.name))}
    others = (other for other in tables.values() if other is not table)
    if any(part in other.by_word for other in others for part in parts):
        return False
    return not any(parts & {name.lower() for name in _built_in_names(built_in)} for built_in in facts().type.values())


def _built_in_names(built_in: object) -> Iterator[str]:
    for key in (WORDS, IDENTIFIERS):
        yield from built_in.get(key, ()) if isinstance(built_in, dict) else ()


def _needless(entry: Entry) -> NodeFinding:
    message = f"This entry has no effect: typos never reports `{entry.name}`"
    return NodeFinding(
        "needless-entry", entry.key, message, (removing(entry, preferred=True),), tags=(Tag.UNNECESSARY,)
    )
