"""bad-correction: corrections that typos itself reports, by its dictionary or by another entry."""

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet

from waypost.config.check.duplicates import Tables
from waypost.config.check.finding import NodeFinding, rewriting
from waypost.config.check.word_entries import IDENTIFIERS, WORDS
from waypost.config.check.word_tables import WordTable
from waypost.config.model.effective import Settings, effective_engine
from waypost.config.model.facts import facts
from waypost.config.model.schema import About, pattern_lists
from waypost.config.model.subject import Subject
from waypost.config.parse import Entry, Scalar
from waypost.config.typos.program import dictionary_of
from waypost.config.typos.regex import finds, regex_error
from waypost.config.typos.tokens import identifiers, words

# No word is longer; one text of thousands of letters, many times in another, would fill the memory.
_LONGEST = 100
Reports = Mapping[str, Sequence[str]]


def check_corrections(subject: Subject, tables: Tables) -> Iterator[NodeFinding]:
    if not subject.wants("bad-correction"):
        return
    named = frozenset[str]().union(*(table.by_word for table in tables.values()))
    for table in tables.values():
        if table.corrections:
            yield from _of_table(subject, table, named)


def _of_table(subject: Subject, table: WordTable, named: AbstractSet[str]) -> Iterator[NodeFinding]:
    type_name = table.path[1] if table.path[0] == "type" else None
    known = dictionary_of(subject, type_name)
    reports = known.reports(table.corrections.values(), subject.workspace.services.soon) if known else {}
    reported = {text for text, found in reports.items() if found}
    in_question = _naming(table, named, type_name)
    if reported:
        in_question |= {entry for entry, text in table.corrections.items() if text in reported}
    if in_question:
        engine = _Engine(effective_engine(subject.config, type_name))
        for entry in sorted(in_question, key=lambda each: subject.tree.span(each).start):
            text = table.corrections[entry]
            found = engine.reported(text, reports.get(text, {}))
            if found:
                yield _bad(entry, text, found)


def _naming(table: WordTable, named: AbstractSet[str], type_name: str | None) -> set[Entry]:
    """The entries whose corrections contain a word of another entry, or a built-in one: few of the thousands."""
    built_in = facts().type.get(type_name or "", {})
    names = {name.lower() for key in (WORDS, IDENTIFIERS) for name in built_in.get(key, ())}
    parts = table.by_correction.keys()
    return {entry for part in (parts & named) | (parts & names) for entry in table.by_correction[part]}


class _Engine:
    """What a configuration says about words, before the dictionary is consulted."""

    def __init__(self, engine: Settings) -> None:
        self._patterns = {about: _patterns(engine, key) for key, about in pattern_lists().items()}
        self._identifiers = _texts(engine, IDENTIFIERS)
        self._words = {name.lower(): (name, text) for name, text in _texts(engine, WORDS).items()}

    def reported(self, text: str, by_dictionary: Reports) -> Reports:
        """What typos reports in a correction, with its own corrections."""
        if self._ignores(About.TEXT, text):
            return {}
        found: dict[str, Sequence[str]] = {}
        for identifier in identifiers(text):
            if self._ignores(About.IDENTIFIER, identifier):
                continue
            if identifier in self._identifiers:
                found |= _entry_reports(identifier, identifier, self._identifiers[identifier])
                continue
            parts = [word.text for word in words(identifier)]
            for word in parts:
                found |= self._of_word(word, by_dictionary)
            if identifier not in parts and identifier in by_dictionary:
                found[identifier] = by_dictionary[identifier]
        return found

    def _of_word(self, word: str, by_dictionary: Reports) -> Reports:
        if self._ignores(About.WORD, word):
            return {}
        if word.lower() in self._words:
            return _entry_reports(word, *self._words[word.lower()])
        return {word: by_dictionary[word]} if word in by_dictionary else {}

    def _ignores(self, about: About, text: str) -> bool:
        return any(finds(pattern, text) for pattern in self._patterns[about])


def _entry_reports(text: str, name: str, correction: str) -> Reports:
    return {} if correction == name else {text: [correction] if correction else []}


def _patterns(engine: Settings, key: str) -> Sequence[str]:
    found = engine.get(key)
    return [each.value for each in found if regex_error(each.value) is None] if isinstance(found, tuple) else []


def _texts(engine: Settings, key: str) -> Mapping[str, str]:
    found = engine.get(key)
    return {name: each.value for name, each in found.items()} if isinstance(found, Mapping) else {}


def _bad(entry: Entry, text: str, found: Reports) -> NodeFinding:
    word, better = next(iter(found.items()))
    listed = " or ".join(f"`{each}`" for each in better)
    message = f"typos reports the correction `{word}` itself" + (f", which should be {listed}" if better else "")
    value = entry.value
    assert isinstance(value, Scalar)
    at = text.index(word)
    texts = (text.replace(word, each) for each in better if len(each) <= _LONGEST)
    drafts = tuple(
        rewriting(value, each, f'Change to "{each}"') for each in texts if each.lower() != entry.name.lower()
    )
    return NodeFinding("bad-correction", value.part(at, at + len(word)), message, drafts)
