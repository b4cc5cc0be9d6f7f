"""One state of the workspace: an immutable snapshot that analysis may read off the loop."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import Protocol

from waypost.text import Document
from waypost.workspace.bounds import is_really_within, real_paths, repository_of
from waypost.workspace.files import read_file
from waypost.workspace.index import Index
from waypost.workspace.releases import ProjectReleases
from waypost.workspace.services import Services
from waypost.workspace.settings import Settings
from waypost.workspace.uris import key_of, path_of, uri_of


@dataclass(frozen=True)
class Folder:
    """A workspace folder and its settings."""

    path: Path
    settings: Settings = field(default_factory=Settings)

    def settings_for(self, path: str) -> Settings:
        """The settings that govern one of its files."""
        globs = self.settings.globs_of(path)
        return self.settings.with_rules_of(globs) if globs else self.settings


class Projects(Protocol):
    """Knows the project of every file, anywhere."""

    def project_of(self, path: Path | str) -> Folder: ...

    def settings_of(self, path: str) -> Settings: ...

    def releases_at(self, root: Path) -> ProjectReleases: ...


class ProjectSources(Protocol):
    """Where projects are looked for; `services` caches what has to be read for that."""

    def read_by(self, services: Services) -> Projects: ...


@dataclass(frozen=True)
class Workspace:
    """The folders, and the documents open in an editor by `key_of` their URI: their text overrides the file on disk."""

    folders: Sequence[Folder] = ()
    open: Mapping[str, Document] = field(default_factory=dict)
    # For documents outside every folder.
    settings: Settings = field(default_factory=Settings)
    # What was found in the files so far.
    index: Index = field(default_factory=Index)
    # The URIs of the files that may be or contain a spell-checker configuration.
    configurations: frozenset[str] = frozenset()
    # Grows when something outside this object may have changed: files on disk, or what is known about them.
    moment: int = 0
    # What the owner of this and later states caches between answers.
    services: Services = field(default_factory=Services, compare=False)
    # Which settings govern a file, according to the files on disk. Without it, those of the folders.
    projects: ProjectSources | None = None

    def agrees(self, other: "Workspace", uris: Iterable[str]) -> bool:
        """Whether everything that was read from these documents and from disk, in another state, is unchanged."""
        return self.moment == other.moment and all(self.open.get(uri) is other.open.get(uri) for uri in uris)

    def folder_of(self, uri: str) -> Folder | None:
        """The innermost folder that contains a document."""
        number = _innermost(uri, tuple(folder.path for folder in self.folders))
        return None if number is None else self.folders[number]

    def project_of(self, uri: str) -> Folder | None:
        """The project that a document belongs to: its root, and the settings in it."""
        path = path_of(uri)
        if path is None or self.projects is None:
            return self.folder_of(uri)
        return self.projects.read_by(self.services).project_of(path)

    def settings_of(self, uri: str) -> Settings:
        """The settings that govern a document."""
        path = path_of(uri)
        if path is not None and self.projects is not None:
            return self.projects.read_by(self.services).settings_of(str(path))
        folder = self.folder_of(uri)
        return self.settings if folder is None else folder.settings_for(str(path))

    def settings_at(self, path: str) -> Settings:
        """The same for an absolute path."""
        if self.projects is None:
            return self.settings_of(uri_of(Path(path)))
        return self.projects.read_by(self.services).settings_of(path)

    def releases_of(self, uri: str) -> ProjectReleases:
        """The releases of clients that a document uses: from the settings, otherwise from the project's files."""
        project = self.project_of(uri)
        chosen = self.settings.releases if project is None else project.settings.releases
        if project is None or self.projects is None:
            return ProjectReleases(chosen)
        found = self.projects.read_by(self.services).releases_at(project.path)
        return ProjectReleases({**found.by_package, **chosen}, found.stamps)

    def may_read(self, path: Path, uri: str) -> bool:
        """Whether a file may be read for a document: it must be in an open folder, or in its project or checkout."""
        project, own = self.project_of(uri), path_of(uri)
        root = project.path if project is not None else own.parent if own is not None else None
        folders = tuple(folder.path for folder in self.folders)
        return is_really_within(path, self.services.cached(_open_folders, self.moment, folders, root))

    def read(self, path: Path) -> bytes | None:
        """A file's bytes as the user sees them: from the editor if it is open, otherwise from disk."""
        document = self.open.get(uri_of(path))
        if document is not None:
            return document.source
        return read_file(path)

    def document(self, uri: str) -> Document | None:
        """Any document by its URI: from the editor if it is open, otherwise from disk."""
        known = self.open.get(key_of(uri))
        if known is not None:
            return known
        path = path_of(uri)
        source = self.read(path) if path else None
        return None if source is None else Document(uri, source)

    def with_document(self, document: Document) -> "Workspace":
        """The same with a document that may be neither open nor on disk yet."""
        key = key_of(document.uri)
        return self if key in self.open else replace(self, open={**self.open, key: document})


def _open_folders(_: int, folders: Sequence[Path], root: Path | None) -> Sequence[Path]:
    """The folders that may be read, at one moment."""
    return real_paths(*folders, *((root, repository_of(root)) if root is not None else ()))


@lru_cache(maxsize=1024)
def _innermost(uri: str, folders: Sequence[Path]) -> int | None:
    """Which of the folders contains a document. Cached: every question about a document needs its settings."""
    path = path_of(uri)
    holding = [number for number, folder in enumerate(folders) if path is not None and path.is_relative_to(folder)]
    return max(holding, key=lambda number: len(folders[number].parts), default=None)
