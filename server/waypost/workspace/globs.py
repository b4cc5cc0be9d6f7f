"""Globs of the settings, with the rules of ignore files.

Written by hand because the walking library matches only what it walks; here a path may not exist.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Final

from waypost.text import rust_regex

_PIECE: Final = re.compile(r"/\*\*(?=/)|\*\*/?|\*|\?|\[[!^]?\]?[^\]]*\]|\{[^{}]*\}|\\.|.", re.DOTALL)
_TRANSLATIONS: Final = {
    "/**": "(?:/[^/]+)*",
    "**/": "(?:[^/]+/)*",
    "**": ".*",
    "*": "[^/]*",
    "?": "[^/]",
}
_SPECIAL: Final = re.compile(r"[\\*?\[\]{}!]")
_WAYS: Final = re.compile(r"\*+|\{")
_MOST_WAYS: Final = 3
_ESCAPED_LETTER: Final = re.compile(r"\\[A-Za-z0-9_]")
_NOTHING: Final = "(?!)"


def matches(glob: str, path: str) -> bool:
    """Whether a glob matches a file or a folder that contains it. A glob without a slash matches a name anywhere."""
    return _matcher(_expression(glob), _takes_long(glob))(path.replace("\\", "/"))


def matches_any(globs: tuple[str, ...], path: str) -> bool:
    """Whether one of the globs matches."""
    if not globs:
        return False
    names, others = _names_and_others(globs)
    path = path.replace("\\", "/")
    return not names.isdisjoint(path.split("/")) or any(matcher(path) for matcher in others)


def anchored(glob: str, base: Path) -> str:
    """The glob relative to `base`: a slash before its end anchors it there."""
    if "/" not in glob.rstrip("/") or glob.startswith("**/") or _is_absolute(glob):
        return glob
    start = _SPECIAL.sub(r"\\\g<0>", base.as_posix()).rstrip("/")
    return f"{start}/{'/'.join(_parts(glob))}{'/' if glob.endswith('/') else ''}"


def dead_glob(glob: str, base: Path) -> str:
    """Why a glob of a settings file in `base` matches no file below it; nothing if it may match one."""
    return next(_reasons(glob, base), "")


def _reasons(glob: str, base: Path) -> Iterator[str]:
    parts = _parts(glob)
    if not parts:
        yield "names no file or folder below this one"
    if glob.startswith("!"):
        yield r"never matches: `!` does not negate here, and at the start of a name it is written `\!`"
    if glob.startswith("~/"):
        yield "never matches: `~` is not the home folder here"
    if _is_absolute(glob) and not glob.startswith(f"{base.as_posix().rstrip('/')}/"):
        yield "never matches: a path from the root leads out of the folder of these settings; remove the first `/`"
    if parts[:1] == [".."]:
        yield "never matches: it leads out of the folder of these settings"
    if _ESCAPED_LETTER.search(glob):
        yield r"never matches: `\` escapes the next character; folders are separated by `/`"
    if _expression(glob) == _NOTHING:
        yield "never matches: one of its ranges ends before it begins"


def _is_absolute(glob: str) -> bool:
    return glob.startswith("/") or Path(glob).is_absolute()


def _parts(glob: str) -> Sequence[str]:
    """The names between the slashes; what `.` and `..` mean is carried out as far as it can be."""
    parts: list[str] = []
    for part in glob.split("/"):
        if part == ".." and parts and parts[-1] not in ("..", "**"):
            parts.pop()
        elif part not in ("", "."):
            parts.append(part)
    return parts


@lru_cache(maxsize=64)
def _names_and_others(globs: tuple[str, ...]) -> tuple[frozenset[str], Sequence[Callable[[str], bool]]]:
    """Most globs are the names of folders: looking a path's names up takes a tenth of the time of a search."""
    names = frozenset(glob for glob in globs if glob and "/" not in glob and not _SPECIAL.search(glob))
    others = [glob for glob in globs if glob not in names]
    long = [_matcher(_expression(glob), takes_long=True) for glob in others if _takes_long(glob)]
    short = "|".join(f"(?:{_expression(glob)})" for glob in others if not _takes_long(glob))
    return names, [*long, *([_matcher(short, takes_long=False)] if short else ())]


def _takes_long(glob: str) -> bool:
    """Whether there are so many ways to match a glob that nobody should try them one after another."""
    return len(_WAYS.findall(glob)) > _MOST_WAYS


@lru_cache(maxsize=1024)
def _matcher(expression: str, takes_long: bool) -> Callable[[str], bool]:  # noqa: FBT001 - a part of a key
    if not takes_long:
        search = re.compile(expression, re.DOTALL).search
        return lambda path: search(path) is not None
    matches = rust_regex.matcher(f"(?s){expression}")
    return (lambda _: False) if isinstance(matches, ValueError) else matches


@lru_cache(maxsize=1024)
def _expression(glob: str) -> str:
    body = glob.rstrip("/")
    if not body:
        return _NOTHING
    start = "^" if body.startswith("/") or re.match(r"[A-Za-z]:/", body) else "(?:^|/)"
    # A glob that ends with a slash means a folder: something must follow.
    end = "/" if glob.endswith("/") else "(?:/|$)"
    text = f"{start}{''.join(map(_translated, _PIECE.findall(body)))}{end}"
    try:
        re.compile(text)
    except re.error:  # a class such as [z-a] matches nothing
        return _NOTHING
    return text


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
