"""The facts about the word tables. They may have thousands of entries, so an edit costs only those that it touches."""

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
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
        found, by_word = dict(self.found), dict(self.by_word)
        right, corrections = dict(self.right), dict(self.corrections)
        for entry in gone:
            _drop(by_word, entry.name.lower(), entry)
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
            self._by_correction(gone, fresh, corrections),
        )

    def _by_correction(
        self, gone: AbstractSet[Entry], fresh: AbstractSet[Entry], corrections: Mapping[Entry, str]
    ) -> Mapping[str, tuple[Entry, ...]]:
        index = dict(self.by_correction)
        for entry in self.corrections.keys() & gone:
            for part in _parts(self.corrections[entry]):
                _drop(index, part, entry)
        for entry in corrections.keys() & fresh:
            for part in _parts(corrections[entry]):
                index[part] = (*index.get(part, ()), entry)
        return index

    def findings(self) -> Iterator[NodeFinding]:
        """The problems of each entry."""
        return (each for found in self.found.values() for each in found)


def _parts(correction: str) -> frozenset[str]:
    if is_word(correction):
        return frozenset((correction.lower(),))
    whole = list(identifiers(correction))
    return frozenset(part.lower() for part in (*whole, *(word.text for each in whole for word in words(each))))


def _drop(index: dict[str, tuple[Entry, ...]], key: str, entry: Entry) -> None:
    left = tuple(each for each in index.get(key, ()) if each is not entry)
    if left:
        index[key] = left
    else:
        index.pop(key, None)
