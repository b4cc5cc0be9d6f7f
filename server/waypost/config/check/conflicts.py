"""duplicate-word, bad-correction: entries that another one covers, or whose corrections are reported."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cache, cached_property

from waypost.config.check.finding import NodeFinding, removing_double, rewriting
from waypost.config.check.word_tables import IDENTIFIERS, WORDS, WordTable, text_of
from waypost.config.model.effective import Settings, effective_engine, type_layers
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
# The tables that name a word. Thousands of words in hundreds of tables: no word looks through all of them.
Places = Mapping[str, Sequence[WordTable]]


def places(tables: Tables) -> Places:
    return _places((word, table) for table in tables.values() for word in table.by_word)


def is_elsewhere(word: str, table: WordTable | None, there: Places) -> bool:
    """Whether another table is among the places of a word."""
    found = there.get(word, ())
    return len(found) > 1 or any(each is not table for each in found)


def _wrong_places(tables: Tables) -> Places:
    """Where a word is wrong."""
    return _places(
        (word, table)
        for table in tables.values()
        if table.path[-1] == WORDS
        for word, entries in table.by_word.items()
        if any(text_of(entry) != entry.name for entry in entries)
    )


def _places(found: Iterable[tuple[str, WordTable]]) -> Places:
    there: dict[str, list[WordTable]] = defaultdict(list)
    for word, table in found:
        there[word].append(table)
    return there


def check_duplicates(tables: Tables, tree: Tree) -> Iterator[NodeFinding]:
    wrong = _wrong_places(tables)
    for path, table in tables.items():
        if table.path[-1] == WORDS:
            yield from _same_table(table, wrong, tree)
        default = tables.get((*table.prefix, "default", table.path[-1]))
        if default is not None and default is not table:
            yield from _repeats_default(table, default, tree)
        words = tables.get((*path[:-1], WORDS))
        if table.path[-1] == IDENTIFIERS and words is not None:
            yield from _covered_identifiers(table, words, wrong, tree)


def _same_table(table: WordTable, wrong: Places, tree: Tree) -> Iterator[NodeFinding]:
    for word in table.shared:
        if _is_wrong_elsewhere(word, table, wrong):
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


def _covered_identifiers(identifiers: WordTable, words: WordTable, wrong: Places, tree: Tree) -> Iterator[NodeFinding]:
    """Identifiers accepted as they are that are also accepted as a word."""
    for name in identifiers.by_word.keys() & words.by_word.keys():
        if _is_wrong_elsewhere(name, words, wrong):
            continue
        word = min(words.by_word[name], key=lambda entry: tree.span(entry.key))
        for entry in identifiers.by_word[name]:
            if is_word(entry.name) and text_of(entry) == entry.name and text_of(word) == word.name:
                message = f"The word `{word.name}` in `{WORDS}` already covers `{entry.name}`"
                yield _covered(entry, message, word, preferred=not _may_undeclare(identifiers, tree))


def _is_wrong_elsewhere(word: str, table: WordTable, wrong: Places) -> bool:
    """Whether another table, or a type's built-in settings, says that a word is wrong."""
    return word in _wrong_by_type() or is_elsewhere(word, table, wrong)


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
    engines = _Engines(subject.config)
    for table in tables.values():
        if table.corrections:
            yield from _of_table(subject, table, named, engines)


def _of_table(
    subject: Subject, table: WordTable, named: AbstractSet[str], engines: "_Engines"
) -> Iterator[NodeFinding]:
    type_name = table.path[1] if table.path[0] == "type" else None
    known = dictionary_of(subject, type_name)
    reports = known.reports(table.corrections.values(), subject.workspace.services.defer) if known else {}
    reported = {text for text, found in reports.items() if found}
    in_question = _naming(table, named, type_name)
    if reported:
        in_question |= {entry for entry, text in table.corrections.items() if text in reported}
    if in_question:
        engine = engines.of(type_name)
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


class _Said:
    """What one layer of settings says about words."""

    def __init__(self, settings: Settings) -> None:
        self.patterns = {about: _patterns(settings, key) for key, about in pattern_lists().items()}
        self.identifiers = _texts(settings, IDENTIFIERS)
        self.words = {name.lower(): (name, text) for name, text in _texts(settings, WORDS).items()}


class _Engines:
    """One for each type. What `default` says is read once, for it may be long and the types many."""

    def __init__(self, config: Table | None) -> None:
        self._config = config

    def of(self, type_name: str | None) -> "_Engine":
        if type_name is None:
            return _Engine((self._default,))
        built_in, own = type_layers(self._config, type_name)
        return _Engine((_Said(own), self._default, _Said(built_in)))

    @cached_property
    def _default(self) -> _Said:
        return _Said(effective_engine(self._config))


@dataclass(frozen=True, slots=True)
class _Engine:
    """What a configuration says about words, before the dictionary is consulted: the strongest layer first."""

    _layers: Sequence[_Said]

    def reported(self, text: str, by_dictionary: Reports) -> Reports:
        """What typos reports in a correction, with its own corrections."""
        if self._ignores(About.TEXT, text):
            return {}
        found: dict[str, Sequence[str]] = {}
        for identifier in identifiers(text):
            if self._ignores(About.IDENTIFIER, identifier):
                continue
            named = next(
                (each.identifiers[identifier] for each in self._layers if identifier in each.identifiers), None
            )
            if named is not None:
                found |= _entry_reports(identifier, identifier, named)
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
        lower = word.lower()
        named = next((each.words[lower] for each in self._layers if lower in each.words), None)
        if named is not None:
            return _entry_reports(word, *named)
        return {word: by_dictionary[word]} if word in by_dictionary else {}

    def _ignores(self, about: About, text: str) -> bool:
        return any(finds(pattern, text) for each in self._layers for pattern in each.patterns[about])


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
