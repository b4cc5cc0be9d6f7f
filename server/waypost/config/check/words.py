"""dead-word, dead-identifier, case-trap, duplicate-word: entries of the word tables.

Such a table may hold thousands of entries. What is known of each is kept with it, so that an edit costs the entries
it touches.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from waypost.config import edit
from waypost.config.check.finding import Draft, NodeFinding
from waypost.config.check.structure import check_text
from waypost.config.model.engines import is_whole
from waypost.config.model.schema import SchemaNode, matching
from waypost.config.parse import Entry, Scalar, Table, Tree
from waypost.config.parse.entries import PlainLine
from waypost.config.typos.tokens import is_identifier, is_word
from waypost.results import Edit, Tag

WORDS = "extend-words"
IDENTIFIERS = "extend-identifiers"
_META = frozenset("\\.+*?()|[]{}^$")


@dataclass(frozen=True)
class WordTable:
    """What is known of one word table: of each entry on its own, and which entries are one word."""

    # Where the configuration is in the document, and the table in the configuration.
    prefix: tuple[str, ...]
    path: tuple[str, ...]
    is_json: bool
    entries: frozenset[Entry] = frozenset()
    # For entries that anything is wrong with.
    found: Mapping[Entry, Sequence[NodeFinding]] = field(default_factory=dict)
    # The entries that can match, by their key in lower case.
    by_word: Mapping[str, tuple[Entry, ...]] = field(default_factory=dict)
    # The words of several entries.
    shared: frozenset[str] = frozenset()
    # The entries that can match and declare their key right.
    right: Mapping[Entry, str] = field(default_factory=dict)
    # The entries that can match and correct it.
    corrections: Mapping[Entry, str] = field(default_factory=dict)

    def updated(self, table: Table) -> "WordTable":
        """The same of another version of the table."""
        entries = frozenset(table.entries.values())
        fresh, gone = entries - self.entries, self.entries - entries
        if not fresh and not gone:
            return self
        found, by_word = dict(self.found), dict(self.by_word)
        right, corrections = dict(self.right), dict(self.corrections)
        for entry in gone:
            _drop(by_word, entry)
            for known in (found, right, corrections):
                known.pop(entry, None)
        checker = _Checker(self.prefix, self.path, is_json=self.is_json)
        for entry in fresh:
            text = text_of(entry)
            said = checker.findings(entry, text)
            if said:
                found[entry] = said
            if checker.can_match(entry.name):
                word = entry.name.lower()
                by_word[word] = (*by_word.get(word, ()), entry)
                if text == entry.name:
                    right[entry] = text
                elif text and text.lower() != word:
                    corrections[entry] = text
        touched = {entry.name.lower() for entry in (*fresh, *gone)}
        shared = {word for word in touched if len(by_word.get(word, ())) > 1}
        return WordTable(
            self.prefix,
            self.path,
            self.is_json,
            entries,
            found,
            by_word,
            (self.shared - touched) | shared,
            right,
            corrections,
        )

    def findings(self, tree: Tree) -> Iterator[NodeFinding]:
        """Everything that is wrong in this table."""
        doubles = dict(self._doubles(tree)) if self.path[-1] == WORDS else {}
        for entry, said in self.found.items():
            yield from (each for each in said if entry not in doubles or each.rule != "case-trap")
        yield from doubles.values()

    def _doubles(self, tree: Tree) -> Iterator[tuple[Entry, NodeFinding]]:
        for word in self.shared:
            first, *others = sorted(self.by_word[word], key=lambda entry: tree.span(entry.key))
            for entry in others:
                if entry.name != first.name:  # else a syntax error
                    yield entry, _double(entry, first)


def covered_identifiers(identifiers: WordTable, words: WordTable, tree: Tree) -> Iterator[NodeFinding]:
    """Identifiers declared right that are a word declared right."""
    for name in identifiers.by_word.keys() & words.by_word.keys():
        word = min(words.by_word[name], key=lambda entry: tree.span(entry.key))
        for entry in identifiers.by_word[name]:
            if is_word(entry.name) and text_of(entry) == entry.name and text_of(word) == word.name:
                message = f"`{entry.name}` is covered by the word `{word.name}` of `{WORDS}` already"
                yield _redundant("duplicate-word", entry, message, word)


def text_of(entry: Entry) -> str | None:
    """The correction of an entry, if it is one."""
    if isinstance(entry, PlainLine):
        return entry.text_value
    value = entry.value
    return value.value if isinstance(value, Scalar) and value.is_string and is_whole(value) else None


def _drop(by_word: dict[str, tuple[Entry, ...]], entry: Entry) -> None:
    word = entry.name.lower()
    left = tuple(each for each in by_word.get(word, ()) if each is not entry)
    if left:
        by_word[word] = left
    else:
        by_word.pop(word, None)


def _double(entry: Entry, first: Entry) -> NodeFinding:
    if text_of(entry) == entry.name and text_of(first) == first.name:
        return _redundant("duplicate-word", entry, f"`{first.name}` covers every casing of this word already", first)
    message = f"`{first.name}` is the same word: which of the two entries holds is not certain"
    return NodeFinding(
        "duplicate-word", entry.key, message, (_removing(entry, preferred=False),), ((first.key, "The first one"),)
    )


def _redundant(rule: str, entry: Entry, message: str, first: Entry) -> NodeFinding:
    draft = _removing(entry, preferred=True)
    return NodeFinding(rule, entry.key, message, (draft,), ((first.key, "It is covered here"),), (Tag.UNNECESSARY,))


def _removing(entry: Entry, *, preferred: bool) -> Draft:
    def edits(tree: Tree) -> Sequence[Edit]:
        return edit.remove_entry(tree, entry)

    return Draft("Remove this entry", edits, preferred)


class _Checker:
    """Checks single entries of one table."""

    def __init__(self, prefix: tuple[str, ...], path: tuple[str, ...], *, is_json: bool) -> None:
        self._prefix = prefix
        self._is_json = is_json
        self._path = path
        self._node = _node(path)
        self.can_match = is_word if path[-1] == WORDS else is_identifier

    def findings(self, entry: Entry, text: str | None) -> Sequence[NodeFinding]:
        wrong = list(check_text(entry, self._node, is_json=self._is_json)) if text is None else []
        if not self.can_match(entry.name):
            dead = self._dead_word(entry) if self._path[-1] == WORDS else self._dead_identifier(entry)
            return [*wrong, dead]
        if self._path[-1] == WORDS and text != entry.name and text is not None and text.lower() == entry.name.lower():
            return [*wrong, _case_trap(entry)]
        return wrong

    def _dead_word(self, entry: Entry) -> NodeFinding:
        name = entry.name
        if not is_identifier(name):
            message = f"`{name}` can never match: a word is letters alone, without {_odd(name)}"
            return NodeFinding("dead-word", entry.key, message, self._as_pattern(entry))
        message = f"`{name}` can never match: it is not one word; it would match in `{IDENTIFIERS}`"

        def edits(tree: Tree) -> Sequence[Edit]:
            return edit.move_entry(tree, self._prefix, entry, (*self._path[:-1], IDENTIFIERS, name))

        return NodeFinding("dead-word", entry.key, message, (Draft(f"Move to `{IDENTIFIERS}`", edits, preferred=True),))

    def _dead_identifier(self, entry: Entry) -> NodeFinding:
        message = (
            f"`{entry.name}` can never match: an identifier is letters, digits and `_`, without {_odd(entry.name)}"
        )
        return NodeFinding("dead-identifier", entry.key, message, self._as_pattern(entry))

    def _as_pattern(self, entry: Entry) -> tuple[Draft, ...]:
        """A text that is right, with more in it than letters, can only be left out by a pattern."""
        if text_of(entry) != entry.name or not entry.name:
            return (_removing(entry, preferred=False),)

        def edits(tree: Tree) -> Sequence[Edit]:
            pattern = edit.pattern_text(escaped(entry.name), tree.syntax)
            return edit.turn_into_item(tree, self._prefix, entry, (*self._path[:-1], "extend-ignore-re"), pattern)

        return (Draft("Turn into a pattern of `extend-ignore-re`", edits),)


def _case_trap(entry: Entry) -> NodeFinding:
    message = (
        f"`{entry.name}` is matched in any casing, and each is reported, `{text_of(entry)}` as well: "
        "only an entry with equal sides accepts its word"
    )

    def edits(tree: Tree) -> Sequence[Edit]:
        value = entry.value
        assert isinstance(value, Scalar)
        return edit.replace(tree, value, edit.string_text(entry.name, value.style))

    return NodeFinding("case-trap", entry.value, message, (Draft("Make both sides equal", edits, preferred=True),))


def escaped(text: str) -> str:
    """A pattern that matches just this text."""
    return "".join(f"\\{each}" if each in _META else each for each in text)


def _odd(name: str) -> str:
    """What a key holds that cuts it."""
    odd: Iterable[str] = dict.fromkeys(each for each in name if not f"_{each}".isidentifier())
    shown = ["a blank" if each == " " else f"`{each}`" for each in odd]
    return ", ".join(shown) or "being empty"


def _node(path: tuple[str, ...]) -> SchemaNode:
    node = matching(path)
    assert node is not None, "word tables are known"
    assert node.additional is not None, "word tables take any key"
    return node.additional
