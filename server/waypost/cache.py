"""Earlier results, by the content of the file and of everything that they depend on.

It only saves time: it may be deleted, shared and restored at will, and nothing fails if it cannot be written. A file's
stamp saves reading the file, but its content decides. Concurrent runs may lose each other's entries.
"""

import json
import os
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from time import time, time_ns
from typing import Any, Final, Generic, TypeVar

from waypost.core.version import VERSION
from waypost.workspace import Settings, Workspace
from waypost.workspace.files import is_folder, names_in, read_file
from waypost.workspace.uris import folder_below
from waypost.workspace.walk import PYTHON, indexed_names
from waypost.workspace.write import sweep, write_file

# A file that was written so shortly before it was read may be written again without getting another stamp.
_RACY: Final = 2_000_000_000
_MOST_ENTRIES: Final = 200_000
_DAY: Final = 86_400
_CACHED_DAYS: Final = 30
# The part of a path that a finding may depend on: its last folders, but not the name of the checkout.
_PARTS: Final = 3

Result = TypeVar("Result")
Stamp = tuple[int, int, int]
# A place where a file was looked up, and the hash of what was there.
Dependency = tuple[str, str]


@dataclass
class Cache(Generic[Result]):
    """The entries of one kind in one folder on disk."""

    folder: Path
    kind: str
    # A result from the JSON values it was written as; raises if they are malformed.
    from_plain: Callable[[Any], Result]
    # Stamp and content hash by path; then the results by content hash, with the day of their last use.
    _stamps: dict[str, list[Any]] = field(default_factory=dict)
    _entries: dict[str, list[Any]] = field(default_factory=dict)
    _touched: bool = False
    _hashes: dict[str, str] = field(default_factory=dict)

    @classmethod
    def opened(cls, folder: Path, kind: str, from_plain: Callable[[Any], Result]) -> "Cache[Result]":
        cache = cls(folder, kind, from_plain)
        with suppress(OSError, ValueError, RecursionError):
            data = json.loads(read_file(cache._path) or b"")
            if isinstance(data, dict) and isinstance(data["stamps"], dict) and isinstance(data["entries"], dict):
                cache._stamps, cache._entries = data["stamps"], data["entries"]
        return cache

    def get(self, path: str, scope: str) -> tuple[list[Dependency], Result] | None:
        """The result for a file, and what it depends on, if neither this nor the file has changed."""
        known = self._stamps.get(path)
        stamp = stamp_of(path)
        if known is None or stamp is None or known[:3] != list(stamp):
            return None
        return self.found_in(known[3], scope, path)

    def found_in(self, content: str, scope: str, path: str) -> tuple[list[Dependency], Result] | None:
        """The result for a content, and what they depend on: only one set of places."""
        key = content + scope
        entry = self._entries.get(key) or self._entries.get(key + _short(path))
        try:
            if entry is None or not all(self._holds(place, was) for place, was in entry[1]):
                return None
            result = self.from_plain(entry[2])
        except (ValueError, TypeError, LookupError):  # written by something else
            return None
        today = int(time() // _DAY)
        if entry[0] != today:
            entry[0] = today
            self._touched = True
        return entry[1], result

    def scope_of(self, path: str, workspace: Workspace) -> str:
        """A hash of what results depend on besides contents: the settings, and the place in the project."""
        key = workspace.settings_at(path).derived(settings_key)
        return key + _short(os.sep.join(path.rsplit(os.sep, _PARTS)[1:]))  # noqa: PTH118 - a name, not a path

    def put(self, news: "Iterable[News]") -> None:
        """Record the results of files."""
        for each in news:
            self._touched = True
            if each.stamp is not None:
                self._stamps[each.path] = [*each.stamp, each.content]
            else:
                self._stamps.pop(each.path, None)
            key = each.content + each.scope + (_short(each.path) if each.depends else "")
            self._entries[key] = [int(time() // _DAY), each.depends, each.result]

    def save(self) -> None:
        """Write new entries, if possible."""
        if not self._touched:
            return
        oldest = int(time() // _DAY) - _CACHED_DAYS
        entries = {key: entry for key, entry in self._entries.items() if _day_of(entry) >= oldest}
        entries = dict(sorted(entries.items(), key=lambda each: each[1][0])[-_MOST_ENTRIES:])
        contents = {key[:_LENGTH] for key in entries}
        stamps = {path: stamp for path, stamp in self._stamps.items() if stamp[-1] in contents}
        with suppress(OSError):
            self.folder.mkdir(parents=True, exist_ok=True)
            _ignore_folder(self.folder)
            data = json.dumps({"stamps": stamps, "entries": entries}, separators=(",", ":"))
            sweep([str(self.folder)])
            write_file(self._path, data.encode("utf-8", "surrogatepass"), within=[self.folder], sync=False)

    def _holds(self, place: str, was: str) -> bool:
        """Whether a file that results depend on is unchanged."""
        return self._cached_hash(place) == was

    def hash_at(self, place: str) -> str:
        """What to record for a place: of a file as it is now, of all sources below a folder as they were first met."""
        return content_at(place) if folder_below(place) is None else self._cached_hash(place)

    def _cached_hash(self, place: str) -> str:
        if place not in self._hashes:
            folder = folder_below(place)
            self._hashes[place] = content_at(place) if folder is None else self._sources_below(folder)
        return self._hashes[place]

    def _sources_below(self, folder: str) -> str:
        """The hash of all sources below a folder. A source with the stamp of an earlier run is not read."""
        found = sorted(name for name in indexed_names(Path(folder)) if name.endswith(PYTHON))
        return hash_of("\n".join(f"{name[len(folder) :]} {self._content_of(name)}" for name in found).encode(*_PLAIN))

    def _content_of(self, path: str) -> str:
        known, stamp = self._stamps.get(path), stamp_of(path)
        return str(known[3]) if known is not None and stamp is not None and known[:3] == [*stamp] else content_at(path)

    @property
    def _path(self) -> Path:
        return self.folder / f"{self.kind}-{VERSION}-{_release()}.json"


@dataclass(frozen=True, slots=True)
class News:
    """The result, as JSON values, of a file that was just read."""

    path: str
    stamp: Stamp | None
    content: str
    scope: str
    depends: Sequence[Dependency]
    result: Sequence[Any]


_LENGTH: Final = 32
# How names of files are written as bytes.
_PLAIN: Final = ("utf-8", "surrogateescape")


def _day_of(entry: object) -> int:
    """The day of an entry's last use; long ago if the entry is malformed."""
    return entry[0] if isinstance(entry, list) and entry and isinstance(entry[0], int) else 0


def hash_of(content: bytes) -> str:
    return blake2b(content, digest_size=_LENGTH // 2).hexdigest()


def _short(text: str) -> str:
    return blake2b(text.encode(*_PLAIN), digest_size=8).hexdigest()


def content_at(path: str) -> str:
    """The hash of a file's content, or of the names in a folder; empty if there is none."""
    content = read_file(path)
    if content is None and is_folder(path):
        content = "\n".join(names_in(path)).encode(*_PLAIN)
    return hash_of(content) if content is not None else ""


def stamp_of(path: str) -> Stamp | None:
    """A value that changes with a file, unless the file was written a moment ago."""
    try:
        facts = os.stat(path)  # noqa: PTH116 - one of tens of thousands
    except (OSError, ValueError):
        return None
    if facts.st_mtime_ns > time_ns() - _RACY:
        return None
    return facts.st_mtime_ns, facts.st_size, facts.st_ino


def settings_key(settings: Settings) -> str:
    """The settings that results depend on, including the current contents of API documents."""
    documents = {path: stamp_of(path) or content_at(path) for path in settings.api_documents}
    tables = settings.calls, settings.apis, settings.releases
    data = [sorted(settings.rules.items()), *tables, documents, settings.config_files]
    return hash_of(json.dumps(data, sort_keys=True, default=str).encode())[:16]


@lru_cache(maxsize=1)
def _release() -> str:
    """A hash of every file of this package: results are valid only for one state of it."""
    package = Path(__file__).parent
    facts = ((str(path.relative_to(package)), path.stat()) for path in sorted(package.rglob("*.py")))
    return hash_of(repr([(name, each.st_mtime_ns, each.st_size) for name, each in facts]).encode())[:12]


def _ignore_folder(folder: Path) -> None:
    """Keep the cache out of version control and out of backups, but nothing else that is in its folder."""
    if not any(folder.iterdir()):
        own = {".gitignore": b"*\n", "CACHEDIR.TAG": b"Signature: 8a477f597d28d172789f06886806bc55\n"}
        for name, content in own.items():
            write_file(folder / name, content, within=[folder], sync=False)


def cache_folder(chosen: Path | None = None) -> Path:
    """The folder of the cache: the chosen one, or one in the user's cache folder."""
    if chosen is not None:
        return chosen
    if os.environ.get("WAYPOST_CACHE_DIR"):
        return Path(os.environ["WAYPOST_CACHE_DIR"])
    from platformdirs import user_cache_path

    return user_cache_path("waypost", appauthor=False) / "results"
