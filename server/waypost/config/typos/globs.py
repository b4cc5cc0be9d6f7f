"""Globs as typos reads them: by the `ignore` crate, with the differences of its newer release.

The release bound here refuses an unclosed `[` everywhere; typos takes it literally in excludes.
"""

import re
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
