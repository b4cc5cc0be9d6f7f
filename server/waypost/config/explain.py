"""What the spell checker does with a text and why: each step of its order, and the entry that decides."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from waypost.config.checker import Dictionary, dictionary
from waypost.config.effective import Settings, Sourced
from waypost.config.regex import finds, regex_error
from waypost.config.tokens import Word, words

_IDENTIFIER: Final = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Verdict:
    """What becomes of one identifier or word, and by which entry; None where the dictionary decides."""

    text: str
    # What decided, as a phrase: `is right because of`, `is left out by`, ….
    reason: str
    entry: Sourced | None = None
    key: str = ""
    is_reported: bool = False
    corrections: Sequence[str] = ()


class Explainer:
    """Explains texts under one effective configuration."""

    def __init__(self, engine: Settings, program: str) -> None:
        self._engine = engine
        self._program = program

    def learn(self, text: str) -> None:
        """Ask the dictionary about all that is in a text, at once."""
        if self._dictionary is not None:
            self._dictionary.reports(set(_IDENTIFIER.findall(text)), _now)

    def explain(self, text: str) -> Iterator[Verdict]:
        """The verdicts on all that is read in a text, in its order."""
        for found in _IDENTIFIER.finditer(text):
            yield from self._identifier(text, found.start(), found.end())

    def _identifier(self, text: str, start: int, end: int) -> Iterator[Verdict]:
        identifier = text[start:end]
        for pattern in self._patterns("extend-ignore-re"):
            if _covers(pattern.value, text, start) or _covers(pattern.value, text, end - 1):
                yield Verdict(identifier, "is left out by", pattern, "extend-ignore-re")
                return
        for pattern in self._patterns("extend-ignore-identifiers-re"):
            if finds(pattern.value, identifier):
                yield Verdict(identifier, "is left out by", pattern, "extend-ignore-identifiers-re")
                return
        entry = self._table("extend-identifiers").get(identifier)
        if entry is not None:
            yield _decided(identifier, identifier, entry, "extend-identifiers")
            return
        for word in words(identifier):
            yield self._word(text, start, end, word)

    def _word(self, text: str, start: int, end: int, word: Word) -> Verdict:
        first = start + word.start
        for pattern in self._patterns("extend-ignore-re"):
            if _covers(pattern.value, text, first) or _covers(pattern.value, text, first + len(word.text) - 1):
                return Verdict(word.text, "is left out by", pattern, "extend-ignore-re")
        for pattern in self._patterns("extend-ignore-words-re"):
            if finds(pattern.value, word.text):
                return Verdict(word.text, "is left out by", pattern, "extend-ignore-words-re")
        found = self._words.get(word.text.lower())
        if found is not None:
            key, entry = found
            return _decided(word.text, key, entry, "extend-words")
        return self._asked(word.text, text[start:end])

    def _asked(self, word: str, identifier: str) -> Verdict:
        """The dictionary knows some whole identifiers as well."""
        if self._dictionary is None:
            return Verdict(word, "is for the dictionary to judge, and the checker is not installed")
        reports = self._dictionary.reports([identifier], _now).get(identifier, {})
        if word not in reports:
            return Verdict(word, "is fine by the dictionary")
        return Verdict(word, "is wrong by the dictionary", is_reported=True, corrections=reports[word])

    @cached_property
    def _dictionary(self) -> Dictionary | None:
        locale = self._engine.get("locale")
        return dictionary(self._program, str(locale.value) if isinstance(locale, Sourced) else "en")

    @cached_property
    def _words(self) -> Mapping[str, tuple[str, Sourced]]:
        """By what is looked up: any casing."""
        return {key.lower(): (key, entry) for key, entry in self._table("extend-words").items()}

    def _table(self, key: str) -> Mapping[str, Sourced]:
        setting = self._engine.get(key)
        return setting if isinstance(setting, Mapping) else {}

    def _patterns(self, key: str) -> Iterator[Sourced]:
        setting = self._engine.get(key)
        if isinstance(setting, tuple):
            yield from (each for each in setting if regex_error(each.value) is None)


def _decided(text: str, key: str, entry: Sourced, table: str) -> Verdict:
    if entry.value == key:
        return Verdict(text, "is right because of", entry, table)
    if not entry.value:
        return Verdict(text, "is never right, because of", entry, table, is_reported=True)
    return Verdict(text, "is corrected because of", entry, table, is_reported=True, corrections=[entry.value])


def _covers(pattern: str, text: str, at: int) -> bool:
    """Whether a match of a pattern takes in a character: the engine says yes or no only, so the match is framed."""
    framed = rf"\A(?s:.{{0,{at}}})(?:{pattern})(?s:.{{0,{len(text) - at - 1}}})\z"
    return finds(framed, text) if regex_error(framed) is None else finds(pattern, text)


def _now(work: Callable[[], None]) -> None:
    work()
