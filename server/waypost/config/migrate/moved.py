"""The settings of a spell checker in typos' terms, those that have no equivalent, and how its files are read."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from waypost.config.check.word_tables import escaped
from waypost.config.explain.dump import to_toml
from waypost.config.typos.regex import regex_error
from waypost.config.typos.tokens import is_identifier, is_word
from waypost.workspace.bounds import is_within, repository_of
from waypost.workspace.files import read_file


def text_in(path: Path, folder: Path) -> str | None:
    """The text of a file that a project in a folder names; None if it cannot be read, or is outside the checkout."""
    source = read_file(path) if is_within(path, [repository_of(folder)]) else None
    try:
        return source.decode() if source is not None else None
    except UnicodeDecodeError:
        return None


_HALF: Final = re.compile(r"[\ud800-\udfff]")


@dataclass
class MovedSettings:
    """Collects the settings."""

    locale: str = ""
    # In the order in which they were written.
    words: dict[str, str] = field(default_factory=dict)
    identifiers: dict[str, str] = field(default_factory=dict)
    patterns: dict[str, None] = field(default_factory=dict)
    excludes: dict[str, None] = field(default_factory=dict)
    check_hidden: bool = False
    # What has no equivalent, a sentence each.
    left: list[str] = field(default_factory=list)

    def accept(self, texts: Iterable[str]) -> None:
        """Correct texts, each in the table where typos finds it."""
        for text in filter(None, map(str.strip, texts)):
            lower = text.lower()
            if is_word(lower):
                self.words[lower] = lower
            if is_identifier(text) and not is_word(text):
                self.identifiers[text] = text
            elif not is_word(lower):
                self.ignore(escaped(text))

    def refuse(self, words: Iterable[str]) -> None:
        """Words that are wrong regardless of the dictionary."""
        for word in filter(None, map(str.strip, words)):
            if is_word(word.lower()):
                self.words[word.lower()] = ""
            else:
                self.left.append(f"the forbidden word `{word}`: in typos, a word contains only letters")

    def ignore(self, pattern: str) -> None:
        """A pattern, if Rust also accepts it."""
        error = regex_error(pattern)
        if error is not None:
            self.left.append(f"the pattern `{pattern}`: {error.message}")
        else:
            self.patterns[pattern] = None

    def exclude(self, glob: str) -> None:
        """A path in the syntax of `.gitignore`."""
        plain = glob.strip().removeprefix("./")
        if plain:
            self.excludes[plain] = None

    def to_toml(self) -> str:
        """The configuration; half of a surrogate pair, which no file can hold, becomes a replacement character."""
        return _HALF.sub("\ufffd", to_toml({name: table for name, table in self._tables() if table}))

    def _tables(self) -> Iterator[tuple[str, dict[str, object]]]:
        files: dict[str, object] = {"extend-exclude": list(self.excludes)} if self.excludes else {}
        yield "files", files | ({"ignore-hidden": False} if self.check_hidden else {})
        default = {
            "locale": self.locale,
            "extend-ignore-re": list(self.patterns),
            "extend-words": dict(sorted(self.words.items())),
            "extend-identifiers": dict(sorted(self.identifiers.items())),
        }
        yield "default", {key: value for key, value in default.items() if value}
