"""duplicate-word: entries that another entry covers, in the same table or another."""

from collections.abc import Iterator, Mapping
from functools import cache

from waypost.config.check.finding import NodeFinding, removing_double
from waypost.config.check.word_entries import IDENTIFIERS, WORDS, text_of
from waypost.config.check.word_tables import WordTable
from waypost.config.model.facts import facts
from waypost.config.model.tables import table_name
from waypost.config.parse import Entry, Form, Table, Tree
from waypost.config.typos.tokens import is_word
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
