"""Which type a file has, by its base name: as typos decides it (`typos --file-types`)."""

import re
from collections.abc import Iterator, Sequence
from fnmatch import translate
from functools import cache, lru_cache
from itertools import product
from math import prod
from typing import Final, NamedTuple

from waypost.config.model.facts import facts
from waypost.config.model.tables import strings
from waypost.config.parse import Table

_BRACES: Final = re.compile(r"\{([^}]*)\}")
_NEVER: Final = "(?!)"
# Beyond what anybody writes, a glob matches nothing here.
_LONGEST: Final = 1_000
_MOST_ALTERNATIVES: Final = 1_000


class TypeMatch(NamedTuple):
    """A type, and the glob that matches the file."""

    name: str
    glob: str
    built_in: bool


def type_of(base_name: str, config: Table | None) -> TypeMatch | None:
    """The type of a file; a template `x.in` without a type has that of `x`."""
    return strongest(base_name, list(_configured(config)))


def strongest(base_name: str, configured: Sequence[TypeMatch]) -> TypeMatch | None:
    """The same, by the globs of a configuration."""
    built_in = next((match for match, pattern in _built_in() if pattern.fullmatch(base_name)), None)
    own = (match for match in configured if matches_name(match.glob, base_name))
    match = max((each for each in (built_in, *own) if each), key=_rank, default=None)
    if match is None and base_name.endswith(".in"):
        return strongest(base_name.removesuffix(".in"), configured)
    return match


def matches_name(glob: str, base_name: str) -> bool:
    return _pattern(glob).fullmatch(base_name) is not None


def _rank(match: TypeMatch) -> tuple[list[tuple[int, str]], bool, str]:
    """Typos compares globs part by part from the right; then a user's glob wins, then the last name."""
    parts = [(_plainness(part), part) for part in reversed(match.glob.split("."))]
    return parts, not match.built_in, match.name


def _plainness(part: str) -> int:
    """A part that is only `*` is weaker than one that contains a `*`, and that is weaker than plain text."""
    return 0 if part == "*" else 1 if "*" in part else 2


@cache
def _built_in() -> Sequence[tuple[TypeMatch, re.Pattern[str]]]:
    """The strongest first."""
    every = (TypeMatch(name, glob, built_in=True) for name, globs in facts().globs.items() for glob in globs)
    return [(match, _pattern(match.glob)) for match in sorted(every, key=_rank, reverse=True)]


def _configured(config: Table | None) -> Iterator[TypeMatch]:
    types = config.get("type") if config else None
    for name, entry in types.entries.items() if isinstance(types, Table) else ():
        for item in strings(entry.value if isinstance(entry.value, Table) else None, "extend-glob"):
            yield TypeMatch(name, item.value, built_in=False)


@lru_cache(maxsize=1024)
def _pattern(glob: str) -> re.Pattern[str]:
    return re.compile("|".join(map(translate, _alternatives(glob.removeprefix("**/")))) or _NEVER)


def _alternatives(glob: str) -> Iterator[str]:
    """The globs that `{a,b}` expands to, since `fnmatch` has no braces; none of a glob that nobody would write."""
    if len(glob) > _LONGEST:
        return
    pieces = [each.split(",") if number % 2 else [each] for number, each in enumerate(_BRACES.split(glob))]
    if prod(map(len, pieces)) <= _MOST_ALTERNATIVES:
        yield from map("".join, product(*pieces))
