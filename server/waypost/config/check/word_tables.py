"""dead-word, dead-identifier, split-word, case-trap: the entries of the word tables, and settings among them.

They may have thousands of entries, so an edit costs only those that it touches.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from waypost.config import edit
from waypost.config.check.finding import Draft, NodeFinding, removing, rewriting
from waypost.config.check.structure import check_text
from waypost.config.check.validate import takes, violation
from waypost.config.model.schema import SchemaNode, matching, tables_with
from waypost.config.model.tables import is_whole, table_name
from waypost.config.parse import Array, Entry, Scalar, Table, Tree
from waypost.config.parse.entries import PlainLine
from waypost.config.typos.tokens import casings, identifiers, is_identifier, is_identifier_text, is_word, words
from waypost.markup import code
from waypost.results import Edit


def misplaced_in_words(
    entry: Entry, prefix: tuple[str, ...], path: tuple[str, ...], *, is_json: bool
) -> NodeFinding | None:
    """The finding for `extend-exclude = […]` or `check-file = false` below `[default.extend-words]`."""
    value = entry.value
    if not isinstance(value, Array | Table) and not (isinstance(value, Scalar) and isinstance(value.value, bool)):
        return None
    home = _home(entry, path[:-1])
    if home is None:
        return None
    there, here = (table_name((*prefix, *each), is_json=is_json) for each in (home, path))

    def edits(tree: Tree) -> Sequence[Edit]:
        return edit.move_entry(tree, prefix, entry, (*home, entry.name))

    message = f"`{entry.name}` belongs in {there}, not in {here}: everything below that header is a word"
    return NodeFinding("unknown-key", entry.key, message, (Draft(f"Move to {there}", edits),))


def _home(entry: Entry, engine: tuple[str, ...]) -> tuple[str, ...] | None:
    """The table that knows the key and accepts the value: the one around the word table first."""
    for home in (engine, *tables_with(entry.name)):
        node = matching((*home, entry.name)) if "*" not in home and home else None
        if node is not None and takes(node, entry.value) and violation(entry.value, node) is None:
            return home
    return None


WORDS = "extend-words"
IDENTIFIERS = "extend-identifiers"
_META = frozenset("\\.+*?()|[]{}^$")
_ODD_SHOWN = {" ": "a space", "_": "`_`"}


class EntryChecker:
    """Checks the entries of one table, each on its own."""

    def __init__(self, prefix: tuple[str, ...], path: tuple[str, ...], *, is_json: bool) -> None:
        self._prefix = prefix
        self._is_json = is_json
        self._path = path
        self._node = _node(path)
        self._holds_words = path[-1] == WORDS

    def can_match(self, name: str) -> bool:
        """Whether typos ever finds an entry with this name."""
        if not self._holds_words:
            return is_identifier(name)
        return is_word(name) or bool(casings(name))

    def findings(self, entry: Entry, text: str | None, *, can_match: bool) -> Sequence[NodeFinding]:
        if text is None:
            misplaced = misplaced_in_words(entry, self._prefix, self._path, is_json=self._is_json)
            if misplaced is not None:
                return [misplaced]
        wrong = list(check_text(entry, self._node, is_json=self._is_json)) if text is None else []
        if not can_match:
            return [*wrong, self._dead_word(entry) if self._holds_words else self._dead_identifier(entry)]
        return [*wrong, *self._surprises(entry, text)] if self._holds_words else wrong

    def _surprises(self, entry: Entry, text: str | None) -> Iterator[NodeFinding]:
        name = entry.name
        if text is not None and text != name and text.lower() == name.lower() and is_word(text):
            yield _case_trap(entry)
        elif not is_word(name):
            yield self._split(entry)

    def _split(self, entry: Entry) -> NodeFinding:
        name = entry.name
        # A long run of hexadecimal digits is not read at all.
        parts = " + ".join(code(word.text) for word in words(name)) if is_identifier(name) else ""
        how = f"typos reads `{name}` as {parts}" if parts else f"typos finds no word in `{name}`"
        message = f"{how}; this entry covers only {_listed(casings(name))}"
        if not is_identifier(name):
            return NodeFinding("split-word", entry.key, message)
        message += f". For `{name}`, use `{IDENTIFIERS}`"
        return NodeFinding("split-word", entry.key, message, (self._to_identifiers(entry),))

    def _dead_word(self, entry: Entry) -> NodeFinding:
        name = entry.name
        message = f"`{name}` never matches: {_why_no_word(name)}"
        if is_identifier(name):
            message += f". For the whole identifier, use `{IDENTIFIERS}`"
            return NodeFinding("dead-word", entry.key, message, (self._to_identifiers(entry), removing(entry)))
        return NodeFinding("dead-word", entry.key, message, self._as_pattern(entry))

    def _to_identifiers(self, entry: Entry) -> Draft:
        name = entry.name

        def edits(tree: Tree) -> Sequence[Edit]:
            return edit.move_entry(tree, self._prefix, entry, (*self._path[:-1], IDENTIFIERS, name))

        return Draft(f"Move to `{IDENTIFIERS}`, where it matches `{name}`", edits)

    def _dead_identifier(self, entry: Entry) -> NodeFinding:
        name = entry.name
        if is_identifier_text(name):
            message = f"`{name}` never matches: typos does not check numbers, hashes or `_` alone"
            return NodeFinding("dead-identifier", entry.key, message, (removing(entry),))
        message = f"`{name}` never matches: an identifier holds letters, digits and `_`, and this has {_odd(name)}"
        return NodeFinding("dead-identifier", entry.key, message, self._as_pattern(entry))

    def _as_pattern(self, entry: Entry) -> tuple[Draft, ...]:
        """A correct text that contains more than letters can only be ignored by a pattern."""
        if text_of(entry) != entry.name or not entry.name or is_identifier_text(entry.name):
            return (removing(entry),)

        def edits(tree: Tree) -> Sequence[Edit]:
            pattern = edit.pattern_text(escaped(entry.name), tree.syntax)
            return edit.turn_into_item(tree, self._prefix, entry, (*self._path[:-1], "extend-ignore-re"), pattern)

        return (Draft("Change to a pattern of `extend-ignore-re`, which ignores this text", edits), removing(entry))


def text_of(entry: Entry) -> str | None:
    """The correction of an entry, if it is one."""
    if isinstance(entry, PlainLine):
        return entry.text_value
    value = entry.value
    return value.value if isinstance(value, Scalar) and value.is_string and is_whole(value) else None


def escaped(text: str) -> str:
    """A pattern that matches exactly this text."""
    return "".join(f"\\{each}" if each in _META else each for each in text)


def _case_trap(entry: Entry) -> NodeFinding:
    name = entry.name
    message = f"No casing of `{name}` passes: typos reports {_listed(casings(name))}. To allow it, write `{name} = "
    assert isinstance(entry.value, Scalar), "only texts differ in case"
    draft = rewriting(entry.value, name, f'Change to "{name}", which allows every casing')
    return NodeFinding("case-trap", entry.value, f'{message}"{name}"`', (draft,))


def _listed(texts: Sequence[str]) -> str:
    return f"{', '.join(texts[:-1])} and {texts[-1]}" if len(texts) > 1 else texts[0]


def _why_no_word(name: str) -> str:
    if not name:
        return "it is empty"
    odd = _odd(name, letters_only=True)
    if odd:
        return f"a word holds only letters, and this has {odd}"
    without_case = _shown(each for each in name if not each.islower() and not each.isupper())
    return f"a word holds only letters that are upper or lower case, unlike {without_case}"


def _odd(name: str, *, letters_only: bool = False) -> str:
    """What a key contains that its kind of text never does."""
    return _shown(
        each for each in name if not f"_{each}".isidentifier() or (letters_only and (each == "_" or each.isdigit()))
    )


def _shown(characters: Iterable[str]) -> str:
    return ", ".join(_ODD_SHOWN.get(each, code(each)) for each in dict.fromkeys(characters))


def _node(path: tuple[str, ...]) -> SchemaNode:
    node = matching(path)
    assert node is not None, "word tables are known"
    assert node.additional is not None, "word tables take any key"
    return node.additional


@dataclass(frozen=True)
class WordTable:
    """The facts about one word table: those of each entry, and which entries are the same word."""

    # The path of the configuration in the document, and of the table in the configuration.
    prefix: tuple[str, ...]
    path: tuple[str, ...]
    is_json: bool
    entries: frozenset[Entry] = frozenset()
    # For entries with problems.
    found: Mapping[Entry, Sequence[NodeFinding]] = field(default_factory=dict)
    # The entries that can match, by their key in lower case.
    by_word: Mapping[str, tuple[Entry, ...]] = field(default_factory=dict)
    # Words with several entries.
    shared: frozenset[str] = frozenset()
    # Entries that can match and accept their key.
    right: Mapping[Entry, str] = field(default_factory=dict)
    # Entries that can match and correct it.
    corrections: Mapping[Entry, str] = field(default_factory=dict)
    # The same entries by what typos reads in their corrections: each identifier and each word, in lower case.
    by_correction: Mapping[str, tuple[Entry, ...]] = field(default_factory=dict)

    def updated(self, table: Table) -> "WordTable":
        """The same for another version of the table."""
        entries = frozenset(table.entries.values())
        fresh, gone = entries - self.entries, self.entries - entries
        if not fresh and not gone:
            return self
        found, right, corrections = dict(self.found), dict(self.right), dict(self.corrections)
        matching: list[Entry] = []
        for entry in gone:
            for known in (found, right, corrections):
                known.pop(entry, None)
        checker = EntryChecker(self.prefix, self.path, is_json=self.is_json)
        for entry in fresh:
            text = text_of(entry)
            can_match = checker.can_match(entry.name)
            said = checker.findings(entry, text, can_match=can_match)
            if said:
                found[entry] = said
            if can_match:
                matching.append(entry)
                if text == entry.name:
                    right[entry] = text
                elif text and text.lower() != entry.name.lower():
                    corrections[entry] = text
        by_word = _regrouped(self.by_word, gone, matching, lambda entry: (entry.name.lower(),))
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
            _regrouped(
                self.by_correction,
                self.corrections.keys() & gone,
                corrections.keys() & fresh,
                lambda entry: _parts((corrections if entry in corrections else self.corrections)[entry]),
            ),
        )

    def findings(self) -> Iterator[NodeFinding]:
        """The problems of each entry."""
        return (each for found in self.found.values() for each in found)


def _parts(correction: str) -> frozenset[str]:
    if is_word(correction):
        return frozenset((correction.lower(),))
    whole = list(identifiers(correction))
    return frozenset(part.lower() for part in (*whole, *(word.text for each in whole for word in words(each))))


def _regrouped(
    index: Mapping[str, tuple[Entry, ...]],
    gone: Iterable[Entry],
    fresh: Iterable[Entry],
    keys_of: Callable[[Entry], Iterable[str]],
) -> Mapping[str, tuple[Entry, ...]]:
    """An index with some entries fewer and some more. Each group is made anew once: thousands may have one key."""
    groups = dict(index)
    lost = _grouped(gone, keys_of)
    for key, entries in lost.items():
        left = set(entries)
        groups[key] = tuple(each for each in groups.get(key, ()) if each not in left)
    for key, entries in _grouped(fresh, keys_of).items():
        groups[key] = (*groups.get(key, ()), *entries)
    for key in lost:
        if not groups[key]:
            del groups[key]
    return groups


def _grouped(entries: Iterable[Entry], keys_of: Callable[[Entry], Iterable[str]]) -> Mapping[str, Sequence[Entry]]:
    groups: dict[str, list[Entry]] = defaultdict(list)
    for entry in entries:
        for key in keys_of(entry):
            groups[key].append(entry)
    return groups
