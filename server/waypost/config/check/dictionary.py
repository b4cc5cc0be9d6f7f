"""bad-correction, needless-entry: what only the spell checker's own dictionary can tell."""

from collections.abc import Iterator, Mapping, Sequence

from waypost.config import edit
from waypost.config.check.finding import Draft, NodeFinding
from waypost.config.check.words import IDENTIFIERS, WORDS, WordTable, text_of
from waypost.config.model.facts import facts
from waypost.config.model.subject import Subject
from waypost.config.parse import Entry, Scalar, Tree
from waypost.config.typos.program import Dictionary
from waypost.config.typos.spelling import dictionary_of
from waypost.config.typos.tokens import words
from waypost.results import Edit, Tag

_Tables = Mapping[tuple[str, ...], WordTable]


def check_asked(subject: Subject, tables: _Tables) -> Iterator[NodeFinding]:
    if subject.wants("bad-correction"):
        yield from _bad_corrections(subject, tables)
    if subject.wants("needless-entry"):
        yield from _needless(subject, tables)


def _dictionary(subject: Subject, table: WordTable) -> Dictionary | None:
    """In the locale that holds for the table."""
    of_type = table.path[1] if table.path[0] == "type" else None
    return dictionary_of(subject, of_type)


def _bad_corrections(subject: Subject, tables: _Tables) -> Iterator[NodeFinding]:
    for table in tables.values():
        known = _dictionary(subject, table) if table.corrections else None
        reports = known.reports(table.corrections.values(), subject.workspace.services.soon) if known else {}
        for entry, text in table.corrections.items() if reports else ():
            reported = reports.get(text)
            bad = {word: reported[word] for word in reported if not _is_accepted(word, tables)} if reported else {}
            if bad:
                yield _bad(entry, text, bad)


def _is_accepted(word: str, tables: _Tables) -> bool:
    """Whether the configuration itself declares a word right."""
    entries = (entry for table in tables.values() for entry in table.by_word.get(word.lower(), ()))
    return any(text_of(entry) == entry.name for entry in entries)


def _bad(entry: Entry, text: str, bad: Mapping[str, Sequence[str]]) -> NodeFinding:
    word, better = next(iter(bad.items()))
    message = f"The checker reports `{word}` itself" + (f": it should be {_listed(better)}" if better else "")
    value = entry.value
    assert isinstance(value, Scalar)
    at = text.index(word)
    drafts = tuple(_correcting(value, text.replace(word, each)) for each in better)
    return NodeFinding("bad-correction", value.part(at, at + len(word)), message, drafts)


def _listed(texts: Sequence[str]) -> str:
    return " or ".join(f"`{text}`" for text in texts)


def _correcting(value: Scalar, text: str) -> Draft:
    def edits(tree: Tree) -> Sequence[Edit]:
        return edit.replace(tree, value, edit.string_text(text, value.style))

    return Draft(f'Write "{text}"', edits)


def _needless(subject: Subject, tables: _Tables) -> Iterator[NodeFinding]:
    for table in tables.values():
        known = _dictionary(subject, table) if table.right else None
        reports = known.reports(table.right.values(), subject.workspace.services.soon) if known else {}
        for entry, text in table.right.items() if reports else ():
            reported = reports.get(text)
            if reported is not None and not reported and _stands_alone(entry, table, tables):
                yield _idle(entry)


def _stands_alone(entry: Entry, table: WordTable, tables: _Tables) -> bool:
    """Whether an entry takes back no other: of the words, of `default`, or one that is built in."""
    parts = {entry.name.lower(), *(word.text.lower() for word in words(entry.name))}
    others = (other for other in tables.values() if other is not table)
    if any(part in other.by_word for other in others for part in parts):
        return False
    built_in = facts().type.get(table.path[1], {}) if table.path[0] == "type" else {}
    return not any(entry.name in built_in.get(key, {}) for key in (WORDS, IDENTIFIERS))


def _idle(entry: Entry) -> NodeFinding:
    def edits(tree: Tree) -> Sequence[Edit]:
        return edit.remove_entry(tree, entry)

    message = f"The checker never reports `{entry.name}`, so that this entry does nothing"
    return NodeFinding(
        "needless-entry", entry.key, message, (Draft("Remove it", edits, preferred=True),), tags=(Tag.UNNECESSARY,)
    )
