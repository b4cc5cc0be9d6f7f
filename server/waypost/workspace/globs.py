"""Globs of the settings, with the rules of ignore files.

Written by hand because the walking library matches only what it walks; here a path may not exist.
"""

import re
from functools import lru_cache
from pathlib import Path
from typing import Final

_PIECE: Final = re.compile(r"/\*\*(?=/)|\*\*/?|\*|\?|\[[!^]?\]?[^\]]*\]|\{[^{}]*\}|\\.|.", re.DOTALL)
_TRANSLATIONS: Final = {
    "/**": "(?:/[^/]+)*",
    "**/": "(?:[^/]+/)*",
    "**": ".*",
    "*": "[^/]*",
    "?": "[^/]",
}
_SPECIAL: Final = re.compile(r"[\\*?\[\]{}!]")


def matches(glob: str, path: str) -> bool:
    """Whether a glob matches a file or a folder that contains it. A glob without a slash matches a name anywhere."""
    return _compiled(glob).search(path.replace("\\", "/")) is not None


def matches_any(globs: tuple[str, ...], path: str) -> bool:
    """Whether one of the globs matches."""
    if not globs:
        return False
    names, others = _names_and_others(globs)
    path = path.replace("\\", "/")
    return not names.isdisjoint(path.split("/")) or (others is not None and others.search(path) is not None)


def anchored(glob: str, base: Path) -> str:
    """The glob relative to `base`: a slash before its end anchors it there."""
    if "/" not in glob.rstrip("/") or glob.startswith("**/") or Path(glob).is_absolute():
        return glob
    start = _SPECIAL.sub(r"\\\g<0>", base.as_posix()).rstrip("/")
    return f"{start}/{glob.removeprefix('./').lstrip('/')}"


@lru_cache(maxsize=64)
def _names_and_others(globs: tuple[str, ...]) -> tuple[frozenset[str], re.Pattern[str] | None]:
    """Most globs are the names of folders: looking a path's names up takes a tenth of the time of a search."""
    names = frozenset(glob for glob in globs if glob and "/" not in glob and not _SPECIAL.search(glob))
    others = [f"(?:{_compiled(glob).pattern})" for glob in globs if glob not in names]
    return names, re.compile("|".join(others), re.DOTALL) if others else None


@lru_cache(maxsize=1024)
def _compiled(glob: str) -> re.Pattern[str]:
    body = glob.rstrip("/")
    start = "^" if body.startswith("/") or re.match(r"[A-Za-z]:/", body) else "(?:^|/)"
    # A glob that ends with a slash means a folder: something must follow.
    end = "/" if glob.endswith("/") else "(?:/|$)"
    text = "".join(map(_translated, _PIECE.findall(body)))
    try:
        return re.compile(f"{start}{text}{end}", re.DOTALL)
    except re.error:  # a class such as [z-a] matches nothing
        return re.compile(r"(?!)")


def _translated(piece: str) -> str:
    known = _TRANSLATIONS.get(piece)
    if known is not None or len(piece) == 1:
        return known or re.escape(piece)
    if piece.startswith("["):
        inner = piece[1:-1]
        return f"[^{inner[1:]}]" if inner.startswith("!") else f"[{inner}]"
    if piece.startswith("{"):
        choices = ("".join(map(_translated, _PIECE.findall(each))) for each in piece[1:-1].split(","))
        return f"(?:{'|'.join(choices)})"
    return re.escape(piece[1:])  # after a backslash
