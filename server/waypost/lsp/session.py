"""The state of one connection: open documents and their versions, folders, settings. Used only on the loop.

Code that runs off the loop gets a `DocumentSnapshot`, which is immutable.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NamedTuple

from waypost.analysis import Analysis
from waypost.lsp.support import ClientSupport
from waypost.projects import PROJECT_FILES, DiscoveredProjects, SettingsFile, SettingsSources
from waypost.text import AppliedEdit, Document, Encoding, Position, Span, TextChange
from waypost.workspace import Folder, Index, Services, Settings, Workspace, key_of, path_of, uri_of
from waypost.workspace.settings import SettingProblem, SettingsLayer
from waypost.workspace.uris import shared_by
from waypost.workspace.walk import PYTHON

# After this many versions that nobody asked about, the next one starts afresh.
_LONGEST_CHAIN = 64


class Follower:
    """Called on the loop after the session has changed. Each follower overrides the events it needs."""

    def started(self) -> None:
        """The client has announced its capabilities."""

    def opened(self, uri: str) -> None:
        """A document or notebook was opened; its text may differ from the file on disk."""

    def changed(self, uri: str) -> None:
        """An open document was edited."""

    def closed(self, uri: str) -> None:
        """A document or notebook was closed: the file on disk counts again."""

    def settings_changed(self) -> None:
        """Folders or settings have changed: anything may be different now."""

    def outdated(self) -> None:
        """Something other than the open documents has changed that their results may depend on."""

    def indexed(self) -> None:
        """The list of the workspace's routes has changed."""

    def files_changed(self, uris: Sequence[str]) -> None:
        """Files on disk were changed, created or deleted."""

    def tree_changed(self) -> None:
        """Files were created or deleted, or ignore rules changed."""


@dataclass(slots=True)
class Revision:
    """One version of an open document.

    Created on the loop, at almost no cost; analysed when first needed.
    """

    document: Document
    before: "Revision | None" = None
    edits: Sequence[AppliedEdit] = ()
    depth: int = 0
    _analysis: Analysis | None = None

    def edited(self, document: Document, edits: Sequence[AppliedEdit]) -> "Revision":
        if self.depth == _LONGEST_CHAIN:
            return Revision(document)
        return Revision(document, self, edits, self.depth + 1)

    def is_analysed(self, workspace: Workspace) -> bool:
        return self._analysis is not None and self._analysis.workspace is workspace

    def analysis(self, workspace: Workspace) -> Analysis:
        """The analysis of this version. Only call it while no other analysis runs."""
        known = self._analysis
        if known is None:
            known = self._take_over(workspace)
        elif known.workspace is not workspace:
            known = known.updated(self.document, (), workspace)
        self._analysis, self.before, self.edits, self.depth = known, None, (), 0
        return known

    def _take_over(self, workspace: Workspace) -> Analysis:
        edits: list[Sequence[AppliedEdit]] = [self.edits]
        base = self.before
        while base is not None and base._analysis is None:  # noqa: SLF001 - another revision's
            edits.append(base.edits)
            base = base.before
        if base is None or base._analysis is None:  # noqa: SLF001
            return Analysis(self.document, workspace)
        in_order = [edit for some in reversed(edits) for edit in some]
        return base._analysis.updated(self.document, in_order, workspace)  # noqa: SLF001


class Priority(NamedTuple):
    """A request that somebody waits for is more urgent, and so is one about a smaller document."""

    about: object
    is_awaited: bool
    size: int

    def outranks(self, other: "Priority") -> bool:
        return (not self.is_awaited, self.size) < (not other.is_awaited, other.size)


@dataclass(slots=True)
class OpenDocument:
    """A document as the client knows it: the client's spelling of its URI, and its latest version."""

    uri: str
    revision: Revision
    # The keys of the documents that its findings depend on; None until it has been checked.
    reads: frozenset[str] | None = None
    # The questions that were answered quickly, in any version.
    quick: set[tuple[str, bool]] = field(default_factory=set)


@dataclass(frozen=True, slots=True)
class DocumentSnapshot:
    """One document at one moment, with everything needed to answer requests about it."""

    revision: Revision
    workspace: Workspace
    encoding: Encoding
    support: ClientSupport
    opened: OpenDocument

    @property
    def document(self) -> Document:
        return self.revision.document

    @property
    def is_python(self) -> bool:
        return self.document.language == "python" or self.document.uri.endswith(PYTHON)

    @property
    def analysis(self) -> Analysis:
        return self.revision.analysis(self.workspace)

    @property
    def is_stale(self) -> bool:
        """Whether the document has been edited since; most answers would then be useless."""
        return self.opened.revision is not self.revision

    @property
    def is_analysed(self) -> bool:
        """Whether `analysis` is already available."""
        return self.revision.is_analysed(self.workspace)

    def priority(self, *, is_awaited: bool) -> Priority:
        """Of the job that answers it."""
        return Priority(id(self.opened), is_awaited, len(self.document.source))

    def offset(self, position: Any) -> int:
        """A protocol position as an offset."""
        return self.document.offset(Position(position.line, position.character), self.encoding)

    def span(self, range_: Any) -> Span:
        start = self.offset(range_.start)
        return Span(start, max(start, self.offset(range_.end)))


@dataclass(frozen=True, slots=True)
class _Root:
    """A workspace folder: the client's spelling of its URI, and its path."""

    uri: str
    path: Path


@dataclass
class Session:
    """Everything a connection remembers."""

    support: ClientSupport = field(default_factory=ClientSupport)
    encoding: Encoding = Encoding.UTF16
    documents: dict[str, OpenDocument] = field(default_factory=dict)
    # The keys of open notebooks, whose cells are among the documents.
    notebooks: set[str] = field(default_factory=set)
    # What the client sent, at the start and later; project files are read in addition.
    initial_settings: Mapping[str, Any] = field(default_factory=dict)
    client_settings: Mapping[str, Any] = field(default_factory=dict)
    # For single folders, by URI, if the client sends them.
    folder_settings: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    problems: list[SettingProblem] = field(default_factory=list)
    followers: list[Follower] = field(default_factory=list)
    _folders: dict[str, _Root] = field(default_factory=dict)
    _workspace: Workspace = field(default_factory=Workspace)
    _projects: DiscoveredProjects | None = None

    def started(self) -> None:
        """The client has announced its capabilities."""
        for follower in self.followers:
            follower.started()

    # -- documents ---------------------------------------------------------------------------------------------

    def open(self, uri: str, text: str, version: int | None, language: str) -> OpenDocument:
        opened = OpenDocument(uri, Revision(Document.from_text(uri, text, version, language)))
        self.documents[key_of(uri)] = opened
        self._refresh_open(moved=True)
        for follower in self.followers:
            follower.opened(uri)
        return opened

    def change(self, uri: str, changes: Sequence[TextChange], version: int | None) -> OpenDocument | None:
        opened = self.documents.get(key_of(uri))
        if opened is None:
            return None
        document, edits = opened.revision.document.edited(changes, self.encoding, version)
        opened.revision = opened.revision.edited(document, edits)
        self._refresh_open()
        for follower in self.followers:
            follower.changed(uri)
        return opened

    def close(self, uri: str) -> OpenDocument | None:
        closed = self.documents.pop(key_of(uri), None)
        if closed is not None:
            self._refresh_open(moved=True)
            for follower in self.followers:
                follower.closed(closed.uri)
        return closed

    def open_notebook(self, uri: str) -> None:
        self.notebooks.add(key_of(uri))
        for follower in self.followers:
            follower.opened(uri)

    def close_notebook(self, uri: str) -> None:
        self.notebooks.discard(key_of(uri))
        for follower in self.followers:
            follower.closed(uri)

    def snapshot(self, uri: str) -> DocumentSnapshot | None:
        """An open document as it is now."""
        opened = self.documents.get(key_of(uri))
        if opened is None:
            return None
        return DocumentSnapshot(opened.revision, self._workspace, self.encoding, self.support, opened)

    def is_current(self, snapshot: DocumentSnapshot) -> bool:
        return not snapshot.is_stale and self.is_open(snapshot)

    def is_open(self, snapshot: DocumentSnapshot) -> bool:
        """Whether its document is still open, edited or not."""
        return self.documents.get(key_of(snapshot.document.uri)) is snapshot.opened

    # -- folders and settings ----------------------------------------------------------------------------------

    @property
    def workspace(self) -> Workspace:
        return self._workspace

    @property
    def services(self) -> Services:
        """What is cached between answers, for as long as the connection lives."""
        return self._workspace.services

    @property
    def folders(self) -> Sequence[Path]:
        return [root.path for root in self._folders.values()]

    @property
    def folder_uris(self) -> Sequence[str]:
        return [root.uri for root in self._folders.values()]

    def add_folder(self, uri: str) -> None:
        path = path_of(uri)
        if path is not None:
            self._folders[key_of(uri)] = _Root(uri, path)
            # Questions may arrive before the client has sent its settings: they use the previous settings.
            self._set_workspace(folders=(*self._workspace.folders, Folder(path, self._workspace.settings)))

    def remove_folder(self, uri: str) -> None:
        self._folders.pop(key_of(uri), None)

    def reload_settings(self) -> list[SettingProblem]:
        """Read all settings again; returns the new problems."""
        before = self.problems
        everywhere = (SettingsLayer(self.initial_settings), SettingsLayer(self.client_settings))
        settings, problems = Settings.read(*everywhere)
        layers: dict[Path | None, tuple[SettingsLayer, ...]] = {None: everywhere}
        layers |= {root.path: self._layers(root) for root in self._folders.values()}
        sources = SettingsSources(layers)
        projects = sources.read_by(self.services)
        for own in layers.values():
            problems += Settings.read(*own)[1]
        folders = [Folder(root.path, projects.at(str(root.path)).settings) for root in self._folders.values()]
        problems += [problem for file in projects.files for problem in file.problems]
        self.problems = list(dict.fromkeys(problems))
        self._projects = projects
        self._set_workspace(moved=True, folders=folders, settings=settings, projects=sources)
        for follower in self.followers:
            follower.settings_changed()
        return [problem for problem in self.problems if problem not in before]

    def _layers(self, root: _Root) -> tuple[SettingsLayer, ...]:
        """What the client has sent for a folder; relative paths in it start there."""
        sent = self.folder_settings.get(root.uri, self.client_settings)
        return SettingsLayer(self.initial_settings, root.path), SettingsLayer(sent, root.path)

    def indexed(self) -> None:
        """The list of the workspace's routes has changed."""
        for follower in self.followers:
            follower.indexed()

    def invalidate(self) -> None:
        """Something outside the open documents has changed or become known."""
        self._set_workspace(moved=True)
        for follower in self.followers:
            follower.outdated()

    def files_changed(self, uris: Sequence[str]) -> None:
        """Files on disk were changed, created or deleted."""
        for follower in self.followers:
            follower.files_changed(uris)

    def with_descendants(self, gone: Sequence[str]) -> list[str]:
        """What is gone, and every known file below it: clients report a folder, not the files in it."""
        folders = [key_of(uri) for uri in gone if not uri.endswith(PYTHON)]
        if not folders:
            return list(gone)
        others = {
            *self._workspace.configurations,
            *self.documents,
            *map(uri_of, (*self.settings_files, *self.api_paths())),
        }
        prefixes = tuple(f"{folder}/" for folder in folders)
        below = (*self._workspace.index.below(folders), *(uri for uri in others if uri.startswith(prefixes)))
        return list(dict.fromkeys([*gone, *sorted(below)]))

    def tree_changed(self) -> None:
        """Files were created or deleted, or ignore rules changed."""
        for follower in self.followers:
            follower.tree_changed()

    def is_api_document(self, uris: Iterable[str]) -> bool:
        """Whether the settings name one of these files as an API document."""
        changed = {key_of(uri) for uri in uris}
        return any(uri_of(path) in changed for path in self.api_paths())

    def is_imported(self, uris: Iterable[str]) -> bool:
        """Whether requests in other files depend on one of these files."""
        paths = [path for path in map(path_of, uris) if path is not None]
        return bool(self._workspace.index.readers_of({*map(str, paths), *shared_by(paths)}))

    def api_documents(self) -> list[str]:
        """Globs for the names of these files, and of those that they may refer to."""
        names = {path.name for path in self.api_paths()}
        return sorted(names | {"*.json", "*.yaml", "*.yml"}) if names else []

    def api_paths(self) -> list[Path]:
        """The files that the settings name as API documents."""
        every = self._projects.settings if self._projects else ()
        return [Path(path) for settings in every for path in settings.api_documents]

    def formats(self) -> bool:
        """Whether any settings ask for formatting."""
        every = self._projects.settings if self._projects else ()
        return any(settings.config_formatting for settings in (self._workspace.settings, *every))

    def settings_file(self, folder: Path) -> SettingsFile | None:
        """The settings file that governs a folder."""
        return (self._projects or DiscoveredProjects()).file_of(folder)

    @property
    def settings_files(self) -> Sequence[Path]:
        """The settings files in use, and those that would be used if they existed."""
        own = [root.path / name for root in self._folders.values() for name in PROJECT_FILES]
        return list(dict.fromkeys([*own, *(file.path for file in (self._projects.files if self._projects else ()))]))

    @property
    def releases_are_current(self) -> bool:
        """Whether the files that determine the releases of clients are unchanged since they were read."""
        return self._projects is None or self._projects.releases_are_current

    def set_index(self, index: Index) -> None:
        """What has been found in the files so far."""
        self._set_workspace(index=index)

    def set_configurations(self, uris: Iterable[str]) -> None:
        """The files that may contain a spell-checker configuration."""
        self._set_workspace(configurations=frozenset(uris))

    def _refresh_open(self, *, moved: bool = False) -> None:
        self._set_workspace(moved=moved, open={key: opened.revision.document for key, opened in self.documents.items()})

    def _set_workspace(self, *, moved: bool = False, **changed: Any) -> None:
        """A new state; `moved` if anything other than the named values may have changed.

        Documents keep everything that the change does not affect: their features compare the states.
        """
        self._workspace = replace(self._workspace, moment=self._workspace.moment + moved, **changed)
