"""Which type a file has, by its base name, as the spell checker tells it."""

import re
from collections.abc import Iterator
from fnmatch import fnmatchcase
from typing import Final, NamedTuple

from waypost.config.model.engines import strings
from waypost.config.model.facts import facts
from waypost.config.parse import Table

_SIGNS: Final = frozenset("*?[{")
_SUFFIXED: Final = re.compile(r"\*\.[^*?\[{]+\Z")


class TypeMatch(NamedTuple):
    """A type, and the glob by which a file has it."""

    name: str
    glob: str
    built_in: bool


def type_of(base_name: str, config: Table | None) -> TypeMatch | None:
    """The type of a file; that of a template `x.in` is the type of `x`.

    A plain name outranks a glob with a suffix, and that any other; then a longer glob a shorter one, and a glob of the
    user's one that is built in.
    """
    matching = (each for each in _globs(config) if _matches(base_name, each.glob))
    match = max(matching, key=_rank, default=None)
    if match is None and base_name.endswith(".in"):
        return type_of(base_name.removesuffix(".in"), config)
    return match


def _rank(match: TypeMatch) -> tuple[int, int, bool, str]:
    glob = match.glob.removeprefix("**/")
    return _plainness(glob), len(glob), not match.built_in, match.name


def _plainness(glob: str) -> int:
    if not _SIGNS & set(glob):
        return 2
    return int(_SUFFIXED.search(glob) is not None)


def _globs(config: Table | None) -> Iterator[TypeMatch]:
    for name, globs in facts().globs.items():
        for glob in globs:
            yield TypeMatch(name, glob, built_in=True)
    types = config.get("type") if config else None
    for name, entry in types.entries.items() if isinstance(types, Table) else ():
        for item in strings(entry.value if isinstance(entry.value, Table) else None, "extend-glob"):
            yield TypeMatch(name, item.value, built_in=False)


def _matches(name: str, glob: str) -> bool:
    return any(fnmatchcase(name, each) for each in _alternatives(glob.removeprefix("**/")))


def _alternatives(glob: str) -> Iterator[str]:
    """The globs that `{a,b}` stands for: `fnmatch` has no braces."""
    start = glob.find("{")
    end = glob.find("}", start)
    if start < 0 or end < 0:
        yield glob
        return
    for part in glob[start + 1 : end].split(","):
        yield from _alternatives(glob[:start] + part + glob[end + 1 :])
