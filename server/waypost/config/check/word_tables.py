"""The facts about the word tables. They may have thousands of entries, so an edit costs only those that it touches."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from waypost.config.check.finding import NodeFinding
from waypost.config.check.word_entries import EntryChecker, text_of
from waypost.config.parse import Entry, Table
from waypost.config.typos.tokens import identifiers, is_word, words


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
