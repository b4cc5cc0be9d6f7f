"""What typos does with a text and why: each step in its order, and the entry that decides."""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from operator import itemgetter
from typing import Final

from waypost.config.model.effective import Settings, Sourced
from waypost.config.model.schema import About, key_about, pattern_lists
from waypost.config.typos.program import Dictionary, SpellChecker
from waypost.config.typos.regex import finds, matches, regex_error
from waypost.config.typos.tokens import Word, words

_IDENTIFIER: Final = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Verdict:
    """What typos does with one identifier or word, and by which entry; None if the dictionary decides."""

    text: str
    # The reason, as a phrase: `is right because of`, `is ignored because of`, ….
    reason: str
    entry: Sourced | None = None
    key: str = ""
    is_reported: bool = False
    # Whether somebody has decided: without the program, nobody knows what is in its dictionary.
    is_known: bool = True
    corrections: Sequence[str] = ()
    # Its position, in characters.
    start: int = 0


_NOT_READ: Final = "is not read: it is part of an address, a number, a hash, an escape or the like"


class Explainer:
    """Explains texts under one effective configuration."""

    def __init__(self, engine: Settings, checker: SpellChecker | None) -> None:
        self._engine = engine
        self._checker = checker

    @property
    def is_installed(self) -> bool:
        """Whether the checker is installed."""
        return self._dictionary is not None

    def explain(self, text: str, within: tuple[int, int] | None = None) -> Iterator[Verdict]:
        """The verdicts on everything that typos reads in a text, in order, or in a part of it.

        A part is checked in its context: a pattern may match text that begins far before it.
        """
        first, last = within or (0, len(text))
        reading = _Reading(text, self._patterns(About.TEXT))
        self._learn(text[first:last])
        for start, end, is_read in self._identifiers(text):
            if start < last and first < end:
                found = self._identifier(reading, start, end) if is_read else [Verdict(text[start:end], _NOT_READ)]
                yield from (replace(each, start=start + each.start) for each in found)

    def _learn(self, text: str) -> None:
        """Query the dictionary for everything in a text, at once."""
        if self._dictionary is not None:
            self._dictionary.reports(set(_IDENTIFIER.findall(text)), _now)

    def _identifiers(self, text: str) -> Iterator[tuple[int, int, bool]]:
        """What looks like an identifier, and whether typos reads it; without the program, all of it."""
        unicode = self._engine.get("unicode")
        is_unicode = bool(unicode.value) if isinstance(unicode, Sourced) else True
        known = self._checker.identifiers(text, unicode=is_unicode) if self._checker else None
        if known is None:
            yield from ((*found.span(), True) for found in _IDENTIFIER.finditer(text))
            return
        end = 0
        for place in (*known, (len(text), len(text))):
            yield from ((*found.span(), False) for found in _IDENTIFIER.finditer(text, end, place[0]))
            end = place[1]
            if place[0] < end:
                yield (*place, True)

    def _identifier(self, reading: "_Reading", start: int, end: int) -> Sequence[Verdict]:
        """The starts of these verdicts are relative to the identifier."""
        identifier = reading.text[start:end]
        for pattern in self._patterns(About.IDENTIFIER):
            if finds(pattern.value, identifier):
                return [Verdict(identifier, "is ignored because of", pattern, _list_of(About.IDENTIFIER))]
        entry = self._table("extend-identifiers").get(identifier)
        if entry is not None:
            ignored = _ignored(reading, start, end)
            return [ignored or _decided(identifier, identifier, entry, "extend-identifiers")]
        found = [self._word(reading, start, identifier, word) for word in words(identifier)]
        return _as_one(identifier, found)

    def _word(self, reading: "_Reading", start: int, identifier: str, word: Word) -> Verdict:
        first = start + word.start
        verdict = _ignored(reading, first, first + len(word.text)) or self._judged(identifier, word)
        return replace(verdict, start=word.start)

    def _judged(self, identifier: str, word: Word) -> Verdict:
        for pattern in self._patterns(About.WORD):
            if finds(pattern.value, word.text):
                return Verdict(word.text, "is ignored because of", pattern, _list_of(About.WORD))
        found = self._words.get(word.text.lower())
        if found is not None:
            key, entry = found
            return _decided(word.text, key, entry, "extend-words")
        return self._reported(word.text, identifier)

    def _reported(self, word: str, identifier: str) -> Verdict:
        """The dictionary also knows some whole identifiers."""
        if self._dictionary is None:
            return Verdict(word, "was not looked up: typos is not installed", is_known=False)
        reports = self._dictionary.reports([identifier], _now).get(identifier, {})
        if word not in reports:
            return Verdict(word, "is correct according to the dictionary")
        return Verdict(word, "is wrong according to the dictionary", is_reported=True, corrections=reports[word])

    @cached_property
    def _dictionary(self) -> Dictionary | None:
        locale = self._engine.get("locale")
        name = str(locale.value) if isinstance(locale, Sourced) else "en"
        return self._checker.dictionary(name) if self._checker else None

    @cached_property
    def _words(self) -> Mapping[str, tuple[str, Sourced]]:
        """By lookup key: any casing."""
        return {key.lower(): (key, entry) for key, entry in self._table("extend-words").items()}

    def _table(self, key: str) -> Mapping[str, Sourced]:
        setting = self._engine.get(key)
        return setting if isinstance(setting, Mapping) else {}

    def _patterns(self, about: About) -> Iterator[Sourced]:
        setting = self._engine.get(_list_of(about))
        if isinstance(setting, tuple):
            yield from (each for each in setting if regex_error(each.value) is None)


def _list_of(about: About) -> str:
    return key_about(pattern_lists(), about)


def _decided(text: str, key: str, entry: Sourced, table: str) -> Verdict:
    if entry.value == key:
        return Verdict(text, "is right because of", entry, table)
    if not entry.value:
        return Verdict(text, "is never right, because of", entry, table, is_reported=True)
    return Verdict(text, "is corrected because of", entry, table, is_reported=True, corrections=[entry.value])


class _Reading:
    """A text, and the parts of it that each pattern ignores."""

    def __init__(self, text: str, patterns: Iterator[Sourced]) -> None:
        self.text = text
        self._left_out = [(pattern, matches(pattern.value, text)) for pattern in patterns]

    def pattern_over(self, at: int) -> Sourced | None:
        """The first pattern with a match that contains a character."""
        for pattern, found in self._left_out:
            before = bisect_right(found, at, key=itemgetter(0))
            if before and at < found[before - 1][1]:
                return pattern
        return None


def _ignored(reading: _Reading, start: int, end: int) -> Verdict | None:
    """Text that is ignored because its first or last character is in a match."""
    pattern = reading.pattern_over(start) or reading.pattern_over(end - 1)
    return Verdict(reading.text[start:end], "is ignored because of", pattern, _list_of(About.TEXT)) if pattern else None


def _as_one(identifier: str, verdicts: Sequence[Verdict]) -> Sequence[Verdict]:
    """Consecutive words ignored by the same pattern become one verdict."""
    entries = {id(each.entry) for each in verdicts}
    if len(verdicts) > 1 and len(entries) == 1 and verdicts[0].key == _list_of(About.TEXT):
        return [replace(verdicts[0], text=identifier, start=0)]
    return verdicts


def _now(work: Callable[[], None]) -> None:
    work()
