"""Globs of the settings, with the rules of ignore files.

Written by hand because the walking library matches only what it walks; here a path may not exist.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, lru_cache
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
_NOTHING: Final = r"[^\s\S]"
_Matcher = Callable[[str], bool]
_FEW: Final = 32
_AT_ONCE: Final = 64


def matches_any(globs: tuple[str, ...], path: str) -> bool:
    """Whether one of the globs matches a file or a folder that contains it.

    A glob without a slash matches a name anywhere.
    """
    return bool(globs) and _list_of(globs).matches(path.replace("\\", "/"))


def matching(globs: tuple[str, ...], path: str) -> tuple[str, ...]:
    """Those of the globs that match, in their order."""
    return tuple(globs[number] for number in _list_of(globs).matching(path.replace("\\", "/"))) if globs else ()


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


class _Group:
    """Several globs that are tried at once, and one by one only if one of them matches."""

    def __init__(self, numbered: Sequence[tuple[int, str]], *, takes_long: bool) -> None:
        self._numbered = numbered
        together = _compiled("|".join(f"(?:{_expression(glob)})" for _, glob in numbered), takes_long=takes_long)
        self.matches = together or self._one_matches

    def matching(self, path: str) -> Iterator[int]:
        return (at for at, matches in self._alone if matches(path)) if self.matches(path) else iter(())

    @cached_property
    def _alone(self) -> Sequence[tuple[int, _Matcher]]:
        each = ((at, _compiled(_expression(glob), takes_long=_takes_long(glob))) for at, glob in self._numbered)
        return [(at, matches) for at, matches in each if matches is not None]

    def _one_matches(self, path: str) -> bool:
        return any(matches(path) for _, matches in self._alone)


class _GlobList:
    """A list of globs. Most are the names of files and folders, which are looked up; the others are tried in groups."""

    def __init__(self, globs: Sequence[str]) -> None:
        self._named: dict[str, list[int]] = {}
        others = []
        for number, glob in enumerate(globs):
            if glob and "/" not in glob and not _SPECIAL.search(glob):
                self._named.setdefault(glob, []).append(number)
            else:
                others.append((number, glob))
        self._groups = list(_groups(others))

    def matches(self, path: str) -> bool:
        return not self._named.keys().isdisjoint(path.split("/")) or any(each.matches(path) for each in self._groups)

    def matching(self, path: str) -> list[int]:
        names = set(path.split("/")) if self._named else ()
        found = [number for name in names for number in self._named.get(name, ())]
        return sorted([*found, *(number for each in self._groups for number in each.matching(path))])


@lru_cache(maxsize=64)
def _list_of(globs: tuple[str, ...]) -> _GlobList:
    return _GlobList(globs)


def _groups(globs: Sequence[tuple[int, str]]) -> Iterator[_Group]:
    """The engine of linear time tries many as fast as one, but not with every class; Python's is loaded already."""
    by_engine: dict[bool, list[tuple[int, str]]] = {True: [], False: []}
    for number, glob in globs:
        by_engine[_takes_long(glob) or (len(globs) > _FEW and "[" not in glob)].append((number, glob))
    for takes_long, some in by_engine.items():
        for start in range(0, len(some), _AT_ONCE):
            yield _Group(some[start : start + _AT_ONCE], takes_long=takes_long)


def _takes_long(glob: str) -> bool:
    """Whether there are so many ways to match a glob that nobody should try them one after another."""
    return len(_WAYS.findall(glob)) > _MOST_WAYS


def _compiled(expression: str, *, takes_long: bool) -> _Matcher | None:
    """None if the engine cannot do it: its program would be too large."""
    if not takes_long:
        search = re.compile(expression, re.DOTALL).search
        return lambda path: search(path) is not None
    matches = rust_regex.matcher(f"(?s){expression}")
    return None if isinstance(matches, ValueError) else matches


def _expression(glob: str) -> str:
    body = glob.rstrip("/")
    if not body:
        return _NOTHING
    start = "^" if body.startswith("/") or re.match(r"[A-Za-z]:/", body) else "(?:^|/)"
    # A glob that ends with a slash means a folder: something must follow.
    end = "/" if glob.endswith("/") else "(?:/|$)"
    text = f"{start}{''.join(map(_translated, _PIECE.findall(body)))}{end}"
    try:
        re.compile(text if "[" in body else "")
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
