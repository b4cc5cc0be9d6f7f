"""What `extend-exclude` does to a tree: patterns with git's meaning, the last one that matches decides.

Written by hand: the walking library takes such a list only from a file in the tree, and says nothing about why a file
is left out. A test compares it with typos.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from waypost.config.typos.globs import unclosed_bracket

_PIECE: Final = re.compile(r"\A\*\*/|/\*\*/|/\*\*\Z|\*|\?|\[[!^]?\]?[^\]]*\]|\\.|[{},]|.", re.DOTALL)
_TRANSLATED: Final = {"/**/": "(?:/|/.*/)", "/**": "/.+", "*": "[^/]*", "?": "[^/]", "{": "(?:", "}": ")"}
_NEVER: Final = re.compile("(?!)")


class ExcludeRule(NamedTuple):
    """One pattern: what it matches, and whether it takes files out or brings them back."""

    number: int
    matches: re.Pattern[str]
    brings_back: bool
    only_folders: bool


class Excludes:
    """The patterns of one configuration."""

    def __init__(self, patterns: Sequence[str]) -> None:
        self.patterns = patterns
        self._rules = [rule for number, each in enumerate(patterns) if (rule := _rule(number, each))][::-1]
        self._folders: dict[str, ExcludeRule | None] = {"": None}

    def excluding(self, path: str) -> ExcludeRule | None:
        """The pattern that excludes a file, or a folder that it is in; None if it is checked.

        Nothing brings a file back from a folder that is excluded: typos does not go into that.
        """
        return self.excluding_folder(path.rpartition("/")[0]) or self._decided(path, is_folder=False)

    def excluding_folder(self, path: str) -> ExcludeRule | None:
        known = self._folders.get(path, self)
        if isinstance(known, Excludes):
            known = self.excluding_folder(path.rpartition("/")[0]) or self._decided(path, is_folder=True)
            self._folders[path] = known
        return known

    @property
    def bringing_back(self) -> Sequence[ExcludeRule]:
        """The patterns that are meant to bring files back."""
        return [each for each in self._rules if each.brings_back]

    def _decided(self, path: str, *, is_folder: bool) -> ExcludeRule | None:
        for rule in self._rules:
            if (is_folder or not rule.only_folders) and rule.matches.fullmatch(path):
                return None if rule.brings_back else rule
        return None


def _rule(number: int, written: str) -> ExcludeRule | None:
    pattern = written if written.endswith("\\ ") else written.rstrip()
    if not pattern or pattern.startswith("#"):
        return None
    brings_back = pattern.startswith("!")
    pattern = pattern.removeprefix("!") if brings_back else pattern
    pattern = pattern[1:] if pattern[:2] in ("\\!", "\\#") else pattern
    is_anchored = pattern.startswith("/")
    pattern = pattern.removeprefix("/")
    only_folders = pattern.endswith("/")
    pattern = pattern.removesuffix("/").removesuffix("\\") if only_folders else pattern
    if not is_anchored and "/" not in pattern:
        pattern = f"**/{pattern}"
    return ExcludeRule(number, _compiled(pattern), brings_back, only_folders) if pattern else None


@lru_cache(maxsize=4096)
def _compiled(glob: str) -> re.Pattern[str]:
    start = unclosed_bracket(glob)
    text = glob if start is None else glob[:start] + glob[start:].replace("[", "\\[")
    depth, pieces = 0, []
    for found in _PIECE.finditer(text):
        piece = found[0]
        depth += (piece == "{") - (piece == "}")
        pieces.append("|" if piece == "," and depth else _translated(piece))
    try:
        return re.compile("".join(pieces), re.DOTALL)
    except re.error:  # what typos refuses, or reads in its own way
        return _NEVER


def _translated(piece: str) -> str:
    if piece == "**/":
        return "(?:.*/)?"
    if piece in _TRANSLATED:
        return _TRANSLATED[piece]
    if piece.startswith("[") and len(piece) > 1:
        inner = piece[1:-1].replace("\\", "\\\\").replace("[", "\\[")
        is_negated = inner[:1] in ("!", "^")
        return f"[^{inner[1:]}]" if is_negated else f"[{inner}]"
    return re.escape(piece[1:] if len(piece) > 1 else piece)
