"""Which release of each HTTP client a project uses, read from its files: nothing is imported or run.

Lock files count most, then the names of packages installed in the project's environment, then pins and bounds. Files
further up, to the root of the checkout, also count unless they contradict nearer ones.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fnmatch import fnmatch
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias

from waypost.clients import packages
from waypost.config.parse import Syntax, parse, plain
from waypost.projects.release_files import LOCKS, PIPFILE, PYPROJECT, REQUIREMENTS, SETUP
from waypost.workspace.bounds import repository_of
from waypost.workspace.files import disk_stamp, names_in, read_file
from waypost.workspace.releases import (
    ProjectReleases,
    ReleaseRange,
    Releases,
    bounded,
    normalised,
    pinned,
    requirements_in,
    united,
)

_Found: TypeAlias = Iterator[tuple[str, ReleaseRange]]
# `[[package]]` with its name and its version: of uv, Poetry and PDM; `[[packages]]` in the standard's own.
_TABLE: Final = re.compile(r"^(?=\[)", re.MULTILINE)
_PACKAGE: Final = re.compile(r"\[\[packages?\]\]\s*$", re.MULTILINE)
_NAME: Final = re.compile(r"^name[^\S\n]*=[^\S\n]*[\"']([^\"'\n]+)[\"']", re.MULTILINE)
_VERSION: Final = re.compile(r"^version[^\S\n]*=[^\S\n]*[\"']([^\"'\n]+)[\"']", re.MULTILINE)
_INSTALLED: Final = re.compile(r"([^-]+)-([^-]+)\.dist-info")
_ENVIRONMENTS: Final = (".venv", "venv", "env")
_LARGEST: Final = 50_000_000


class _Source(NamedTuple):
    """One kind of file that determines which releases are used."""

    pattern: str
    read: Callable[[str, str], _Found]


class _Claim(NamedTuple):
    """What one source says about one package; sources nearer to the project have a smaller distance."""

    distance: int
    allowed: ReleaseRange


def releases_of(root: Path) -> ProjectReleases:
    """The releases of each client's package that a project uses, as far as they are known."""
    stamps = {str(place): disk_stamp(str(place)) for place in _places(root)}
    return ProjectReleases(_releases(root), stamps)


def _releases(root: Path) -> Releases:
    said: dict[str, list[_Claim]] = {}
    for distance, where in _in_order(root):
        for package, allowed in where():
            said.setdefault(package, []).append(_Claim(distance, allowed))
    return {package: _chosen(statements) for package, statements in said.items()}


def _places(root: Path) -> Iterator[Path]:
    """The files and folders that determine which releases are used, and those that would if they existed."""
    for folder in _above(root):
        yield from (folder / name for _, name in _matching(folder))
        yield from (folder / kind.pattern for kind in _KINDS if "*" not in kind.pattern)
        yield from _site_packages(folder)


def _chosen(statements: Sequence[_Claim]) -> ReleaseRange:
    """The first statement that no nearer one contradicts: they are sorted by priority."""
    return next(
        one.allowed
        for one in statements
        if all(other.distance >= one.distance or other.allowed.overlaps(one.allowed) for other in statements)
    )


def _in_order(root: Path) -> Iterator[tuple[int, Callable[[], _Found]]]:
    """Every source with its distance: by kind, the nearest of each kind first."""
    folders = _above(root)
    named = [
        (kind, distance, _reader(kind, folder / name))
        for distance, folder in enumerate(folders)
        for kind, name in _matching(folder)
    ]
    for kind in _LOCKS:
        yield from ((distance, read) for each, distance, read in named if each is kind)
    for distance, folder in enumerate(folders):
        yield distance, _reader_of_environment(folder)
    for kind in _REQUIREMENTS:
        yield from ((distance, read) for each, distance, read in named if each is kind)


def _above(root: Path) -> Sequence[Path]:
    """A project's folder, and those above it in the same checkout."""
    checkout = repository_of(root)
    return [each for each in (root, *root.parents) if each.is_relative_to(checkout)]


def _matching(folder: Path) -> Iterator[tuple[_Source, str]]:
    for name in names_in(folder):
        if name.endswith((".lock", ".toml", ".txt", ".cfg")):
            yield from ((kind, name) for kind in _KINDS if fnmatch(name, kind.pattern))


# Files ---------------------------------------------------------------------------------------------------------------


def _reader(kind: _Source, file: Path) -> Callable[[], _Found]:
    def read() -> _Found:
        source = read_file(file)
        if source is None or len(source) > _LARGEST:
            return iter(())
        return _of_clients(kind.read(source.decode("utf-8", "replace"), file.name))

    return read


def _reader_of_environment(folder: Path) -> Callable[[], _Found]:
    def read() -> _Found:
        for place in _site_packages(folder):
            origin = str(place.relative_to(folder).parts[0])
            yield from _of_clients(_installed(place, origin))

    return read


def _site_packages(folder: Path) -> Iterator[Path]:
    """The folders where environments store installed packages."""
    for name in _ENVIRONMENTS:
        yield from (folder / name).glob("lib/python*/site-packages")
        yield from (folder / name).glob("Lib/site-packages")


def _installed(place: Path, origin: str) -> _Found:
    for name in names_in(place):
        found = _INSTALLED.fullmatch(name)
        allowed = pinned(found[2], origin) if found is not None else None
        if found is not None and allowed is not None:
            yield found[1], allowed


def _of_clients(found: Iterable[tuple[str, ReleaseRange]]) -> _Found:
    """The statements about the packages of clients; a source may name one twice."""
    known = packages()
    named: dict[str, list[ReleaseRange]] = {}
    for package, allowed in found:
        # A source that allows every release states nothing.
        if allowed.text and normalised(package) in known:
            named.setdefault(normalised(package), []).append(allowed)
    return ((package, united(ranges)) for package, ranges in named.items())


def _locked(source: str, origin: str) -> _Found:
    for table in filter(_PACKAGE.match, _TABLE.split(source)):
        name = _NAME.search(table)
        version = _VERSION.search(table, name.end()) if name is not None else None
        allowed = pinned(version[1], origin) if version is not None else None
        if name is not None and allowed is not None:
            yield name[1], allowed


def _pipfile(source: str, origin: str) -> _Found:
    try:
        data = json.loads(source)
        sections = [data.get(name) or {} for name in ("default", "develop")]
    except (ValueError, AttributeError, RecursionError):
        return
    for section in sections:
        yield from _poetry(section, origin)


def _requirements(source: str, origin: str) -> _Found:
    yield from requirements_in(source.splitlines(), origin)


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _pyproject(source: str, origin: str) -> _Found:
    data = plain(parse(source.encode(), Syntax.TOML).root)
    project, poetry = _table(data, "project"), _table(data, "tool", "poetry")
    groups = [*_table(project, "optional-dependencies").values(), *_table(data, "dependency-groups").values()]
    for group in (project.get("dependencies"), *groups):
        yield from requirements_in(filter(_is_text, group if isinstance(group, list) else ()), origin)
    more = [_table(group, "dependencies") for group in _table(poetry, "group").values()]
    for table in (_table(poetry, "dependencies"), _table(poetry, "dev-dependencies"), *more):
        yield from _poetry(table, origin)


def _poetry(table: Any, origin: str) -> _Found:
    """`httpx = "^0.27"`, `httpx = {version = "==0.27"}`."""
    for package, given in table.items() if isinstance(table, Mapping) else ():
        specifier = given.get("version") if isinstance(given, Mapping) else given
        allowed = bounded(specifier, origin) if isinstance(specifier, str) else None
        if allowed is not None:
            yield package, allowed


def _setup(source: str, origin: str) -> _Found:
    """The indented lines below `install_requires` and below the names of extras."""
    lines = (line for line in source.splitlines() if line[:1].isspace())
    inline = re.findall(r"^install_requires\s*=[ \t]*(\S.*)$", source, re.MULTILINE)
    yield from requirements_in([*lines, *inline], origin)


def _table(data: Any, *names: str) -> Mapping[str, Any]:
    for name in names:
        data = data.get(name) if isinstance(data, Mapping) else None
    return data if isinstance(data, Mapping) else {}


_LOCKS: Final = (
    *(_Source(name, _locked) for name in LOCKS),
    _Source(PIPFILE, _pipfile),
)
_REQUIREMENTS: Final = (
    *(_Source(name, _requirements) for name in REQUIREMENTS),
    _Source(PYPROJECT, _pyproject),
    _Source(SETUP, _setup),
)
_KINDS: Final = (*_LOCKS, *_REQUIREMENTS)
