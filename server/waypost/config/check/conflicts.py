"""duplicate-word, bad-correction: entries that another one covers, or whose corrections are reported."""

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cache

from waypost.config.check.finding import NodeFinding, removing_double, rewriting
from waypost.config.check.word_tables import IDENTIFIERS, WORDS, WordTable, text_of
from waypost.config.model.effective import Settings, effective_engine
from waypost.config.model.facts import facts
from waypost.config.model.schema import About, pattern_lists
from waypost.config.model.subject import Subject
from waypost.config.model.tables import table_name
from waypost.config.parse import Entry, Form, Scalar, Table, Tree
from waypost.config.typos.program import dictionary_of
from waypost.config.typos.regex import finds, regex_error
from waypost.config.typos.tokens import identifiers, is_word, words
from waypost.results import Tag

Tables = Mapping[tuple[str, ...], WordTable]


def check_duplicates(tables: Tables, tree: Tree) -> Iterator[NodeFinding]:
    for path, table in tables.items():
        if table.path[-1] == WORDS:
            yield from _same_table(table, tables, tree)
        default = tables.get((*table.prefix, "default", table.path[-1]))
        if default is not None and default is not table:
            yield from _repeats_default(table, default, tree)
        words = tables.get((*path[:-1], WORDS))
        if table.path[-1] == IDENTIFIERS and words is not None:
            yield from _covered_identifiers(table, words, tables, tree)


def _same_table(table: WordTable, tables: Tables, tree: Tree) -> Iterator[NodeFinding]:
    for word in table.shared:
        if _is_elsewhere(word, table, tables):
            continue
        first, *others = sorted(table.by_word[word], key=lambda entry: tree.span(entry.key))
        for entry in others:
            if entry.name != first.name:  # otherwise a syntax error
                yield _same_word(entry, first)


def _same_word(entry: Entry, first: Entry) -> NodeFinding:
    if text_of(entry) == entry.name and text_of(first) == first.name:
        return _covered(entry, f"`{first.name}` already covers every casing of this word", first, preferred=True)
    message = f"`{first.name}` and `{entry.name}` are the same word to typos, which uses one of the two. Keep one"
    return NodeFinding(
        "duplicate-word", entry.key, message, (removing_double(entry, first),), ((first.key, "The first one"),)
    )


def _repeats_default(table: WordTable, default: WordTable, tree: Tree) -> Iterator[NodeFinding]:
    """A type inherits the entries of `default`."""
    for word in table.by_word.keys() & default.by_word.keys():
        firsts = {entry.name: entry for entry in default.by_word[word]}
        for entry in table.by_word[word]:
            first = firsts.get(entry.name)
            if first is not None and text_of(entry) == text_of(first) is not None:
                where = table_name(default.path, is_json=table.is_json)
                message = f"`{entry.name}` is already in {where}, which holds for every type"
                yield _covered(entry, message, first, preferred=not _may_undeclare(table, tree))


def _may_undeclare(table: WordTable, tree: Tree) -> bool:
    """Whether removing the entry undeclares its type: if only dotted keys declare it."""
    found = tree.root.find(*table.prefix, *table.path) if table.path[0] == "type" else None
    return found is not None and isinstance(found.value, Table) and found.value.form is Form.DOTTED


def _covered_identifiers(identifiers: WordTable, words: WordTable, tables: Tables, tree: Tree) -> Iterator[NodeFinding]:
    """Identifiers accepted as they are that are also accepted as a word."""
    for name in identifiers.by_word.keys() & words.by_word.keys():
        if _is_elsewhere(name, words, tables):
            continue
        word = min(words.by_word[name], key=lambda entry: tree.span(entry.key))
        for entry in identifiers.by_word[name]:
            if is_word(entry.name) and text_of(entry) == entry.name and text_of(word) == word.name:
                message = f"The word `{word.name}` in `{WORDS}` already covers `{entry.name}`"
                yield _covered(entry, message, word, preferred=not _may_undeclare(identifiers, tree))


def _is_elsewhere(word: str, table: WordTable, tables: Tables) -> bool:
    """Whether another table, or a type's built-in settings, says that a word is wrong."""
    if word in _wrong_by_type():
        return True
    others = (other for other in tables.values() if other is not table and other.path[-1] == WORDS)
    return any(text_of(entry) != entry.name for other in others for entry in other.by_word.get(word, ()))


@cache
def _wrong_by_type() -> frozenset[str]:
    tables = (built_in.get(key, {}) for built_in in facts().type.values() for key in (WORDS, IDENTIFIERS))
    return frozenset(name.lower() for table in tables for name, correction in table.items() if name != correction)


def _covered(entry: Entry, message: str, first: Entry, *, preferred: bool) -> NodeFinding:
    draft = removing_double(entry, first, preferred=preferred)
    related = ((first.key, "It is covered here"),)
    return NodeFinding("duplicate-word", entry.key, message, (draft,), related, (Tag.UNNECESSARY,))


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
