"""Globs as typos reads them, and what a list of excludes does to a tree."""

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate
from pathlib import Path
from typing import Final, NamedTuple

from waypost.config.model.schema import Format

_BRACKET: Final = re.compile(r"(\\.)|\[", re.DOTALL)
_RANGE: Final = re.compile(r"'(.)' > '(.)'", re.DOTALL)
# A brace, or what may contain one that means itself.
_BRACE: Final = re.compile(r"\\.|\[[!^]?\]?[^\]]*(?:\]|\Z)|[{}]", re.DOTALL)
# The engine refuses far less, and with tens of thousands it ends the process.
_DEEPEST: Final = 1_000


class GlobError(NamedTuple):
    """The engine's message, and the characters of the glob that it is about."""

    message: str
    start: int
    end: int


# Lists of thousands are processed in order: a smaller cache would drop each glob before it is needed again.
@lru_cache(maxsize=65_536)
def glob_error(glob: str, kind: Format) -> GlobError | None:
    """What is wrong with a glob; None for a valid one."""
    if kind is Format.TYPE_GLOB:
        return _error(glob)
    if glob.startswith("#"):
        return None
    offset = 1 if glob.startswith("!") else 0
    error = _error(_literal_brackets(glob[offset:]))
    return error and _placed(error.message, glob)


def _error(glob: str) -> GlobError | None:
    from ignore import Error
    from ignore.overrides import OverrideBuilder

    if _depth(glob) > _DEEPEST:
        return GlobError("too many braces are nested", 0, len(glob))
    # An override that starts with `#` would be a comment.
    written = f"[#]{glob[1:]}" if glob.startswith("#") else glob
    try:
        OverrideBuilder(Path("/")).add(written).build()
    except UnicodeEncodeError:
        return GlobError("no file name contains half of a surrogate pair", 0, len(glob))
    except Error as error:
        said = str(error).removeprefix(f"error parsing glob '{written}': ")
        return _placed(said.partition(" (maybe ")[0], glob)
    return None


def _depth(glob: str) -> int:
    """How many braces are open at once, at most."""
    signs = (found[0] for found in _BRACE.finditer(glob))
    return max(accumulate({"{": 1, "}": -1}.get(sign, 0) for sign in signs), default=0)


def _literal_brackets(glob: str) -> str:
    """The glob with each unmatched `[` escaped: all from the first one, since no `]` follows it."""
    start = unclosed_bracket(glob)
    return glob if start is None else glob[:start] + _BRACKET.sub(lambda found: found[1] or "[[]", glob[start:])


def unclosed_bracket(glob: str) -> int | None:
    """Where a `[` without a `]` is: a `]` right after it, or after `!` or `^`, is a member of the class."""
    at = 0
    while at < len(glob):
        if glob[at] == "[":
            first = at + 2 if glob[at + 1 : at + 2] in ("!", "^") else at + 1
            end = glob.find("]", first + 1)
            if end < 0:
                return at
            at = end
        at += 2 if glob[at] == "\\" else 1
    return None


def _placed(message: str, glob: str) -> GlobError:
    """The engine gives no position; its message shows which character it means."""
    start, end = 0, len(glob)
    clash = _RANGE.search(message)
    if clash:
        start = glob.find(f"{clash[1]}-{clash[2]}")
        end = start + len("a-b")
    elif message.startswith("unclosed character class"):
        start = unclosed_bracket(glob) or 0
    elif message.startswith(("unclosed alternate", "nested")):
        start = glob.rfind("{")
    elif message.startswith("unopened alternate"):
        start = glob.find("}")
        end = start + 1
    elif message.startswith("dangling"):
        start = glob.rfind("\\")
    return GlobError(message, max(start, 0), max(end, 0))


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
