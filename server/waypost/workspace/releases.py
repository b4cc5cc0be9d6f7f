"""Which releases of a package a project uses: a pinned one, or those that bounds allow.

Written by hand: `packaging` reads neither Poetry's `^` nor Pipenv's bare versions, and only the ends of a range matter.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import reduce
from types import MappingProxyType
from typing import Final, NamedTuple, TypeAlias

from waypost.workspace.files import DiskStamp, disk_stamp

Version: TypeAlias = tuple[int, ...]

_VERSION: Final = re.compile(r"\s*v?(?:\d+!)?(\d{1,18}(?:\.\d{1,18})*)(?!\d)")
_BOUND: Final = re.compile(r"\s*+(===?|~=|!=|<=|>=|<|>|\^|~|=)?\s*v?(\d[^\s,]*|\*)\s*")
_WILD: Final = re.compile(r"\.?[*xX]")


class ReleaseRange(NamedTuple):
    """The releases from `lowest` up to but not including `below`; `text` as written in the file `origin`."""

    lowest: Version = ()
    below: Version | None = None
    text: str = ""
    origin: str = ""

    def __str__(self) -> str:
        """`0.27.2` if it is one release, otherwise its bounds."""
        return ".".join(map(str, self.lowest)) if self.below == _after(self.lowest) else self.text

    def overlaps(self, other: "ReleaseRange") -> bool:
        return _starts_before(self.lowest, other.below) and _starts_before(other.lowest, self.below)


# The releases in use by the name of the package, normalised.
Releases: TypeAlias = Mapping[str, ReleaseRange]


class ProjectReleases(NamedTuple):
    """The releases that a project uses; `stamps` are those of all files, existing or not, that may determine them."""

    by_package: Releases = MappingProxyType({})
    stamps: Mapping[str, DiskStamp | None] = MappingProxyType({})

    @property
    def is_current(self) -> bool:
        """Whether all these files are unchanged."""
        return all(disk_stamp(place) == was for place, was in self.stamps.items())


def normalised(package: str) -> str:
    """A package's name in normalised form."""
    return re.sub(r"[-_.]+", "-", package).lower()


def pinned(version: str, origin: str = "") -> ReleaseRange | None:
    """One release; None if the text is not a release number."""
    found = _VERSION.match(version)
    if found is None:
        return None
    exact = _numbers(found[1])
    return ReleaseRange(exact, _after(exact), version.strip(), origin)


def bounded(specifier: str, origin: str = "") -> ReleaseRange | None:
    """The releases that bounds allow: `>=0.25,<0.28`, `~=1.4`, Poetry's `^1.2`; None if not understood."""
    ranges: list[ReleaseRange] = []
    for part in filter(str.strip, specifier.split(",")):
        found = _BOUND.fullmatch(part)
        if found is None:
            return None
        ranges.append(ReleaseRange(*_ends(found[1] or "==", found[2])))
    lowest = max((each.lowest for each in ranges), default=())
    ends = [each.below for each in ranges if each.below is not None]
    return ReleaseRange(lowest, min(ends, default=None), specifier.strip(), origin)


def united(ranges: Iterable[ReleaseRange]) -> ReleaseRange:
    """The union of releases: a file may name a package twice, for two versions of Python."""
    return reduce(_united, ranges)


def _united(one: ReleaseRange, other: ReleaseRange) -> ReleaseRange:
    if (one.lowest, one.below) == (other.lowest, other.below):
        return one
    below = None if one.below is None or other.below is None else max(one.below, other.below)
    return ReleaseRange(min(one.lowest, other.lowest), below, f"{one.text} or {other.text}", one.origin)


def _ends(sign: str, version: str) -> tuple[Version, Version | None]:
    """The first release that a bound allows, and the first above it that it does not allow."""
    found = _VERSION.match(version)
    if found is None or sign == "!=":
        return (), None
    numbers = _numbers(found[1])
    if sign in _EQUALS and _WILD.search(version):
        return numbers, _next(numbers)
    return _ENDS[sign](numbers)


def _numbers(text: str) -> Version:
    return tuple(map(int, text.split(".")))


def _after(version: Version) -> Version:
    """The first release after one."""
    return (*version, 0)


def _next(version: Version) -> Version:
    """The first release that does not start with these numbers."""
    return (*version[:-1], version[-1] + 1)


def _first_counting(numbers: Version) -> int:
    return next((index for index, number in enumerate(numbers) if number), len(numbers) - 1)


def _starts_before(lowest: Version, below: Version | None) -> bool:
    return below is None or lowest < below


_EQUALS: Final = ("==", "===", "=")
_ENDS: Final[Mapping[str, Callable[[Version], tuple[Version, Version | None]]]] = {
    **dict.fromkeys(_EQUALS, lambda numbers: (numbers, _after(numbers))),
    "~=": lambda numbers: (numbers, _next(numbers[:-1]) if len(numbers) > 1 else None),
    # Poetry's.
    "^": lambda numbers: (numbers, _next(numbers[: _first_counting(numbers) + 1])),
    "~": lambda numbers: (numbers, _next(numbers[:2])),
    ">=": lambda numbers: (numbers, None),
    ">": lambda numbers: (_after(numbers), None),
    "<": lambda numbers: ((), numbers),
    "<=": lambda numbers: ((), _after(numbers)),
}


def requirements_in(lines: Iterable[str], origin: str) -> Iterator[tuple[str, ReleaseRange]]:
    """The packages in lines such as `httpx[http2]>=0.25,<0.28; python_version > "3.8"`, with their bounds."""
    for line in lines:
        found = _REQUIREMENT.match(line)
        allowed = bounded(found[2].strip().removeprefix("(").removesuffix(")"), origin) if found is not None else None
        if found is not None and allowed is not None:
            yield normalised(found[1]), allowed


_REQUIREMENT: Final = re.compile(r"\s*([A-Za-z0-9][\w.-]*)\s*(?:\[[^\]]*\])?\s*([^;#@\\]*)")
