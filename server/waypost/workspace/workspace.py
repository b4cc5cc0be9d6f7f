"""One state of the workspace: an immutable snapshot that analysis may read beside the loop."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import unquote, urlsplit

from waypost.text import Document
from waypost.workspace.settings import Settings


@dataclass(frozen=True)
class Folder:
    """A workspace folder and the settings that hold in it."""

    path: Path
    settings: Settings = field(default_factory=Settings)
    name: str = ""


@dataclass(frozen=True)
class Workspace:
    """The folders, and the documents open in an editor, whose text counts before that on disk.

    `cancelled` is asked now and then by work that may take long; it raises to end work nobody waits for any more.
    """

    folders: Sequence[Folder] = ()
    open: Mapping[str, Document] = field(default_factory=dict)
    fallback: Settings = field(default_factory=Settings)
    checkpoint: Callable[[], None] = lambda: None

    def folder_of(self, uri: str) -> Folder | None:
        """The innermost folder that holds a document."""
        path = path_of(uri)
        if path is None:
            return None
        holding = [folder for folder in self.folders if path.is_relative_to(folder.path)]
        return max(holding, key=lambda folder: len(folder.path.parts), default=None)

    def settings_of(self, uri: str) -> Settings:
        folder = self.folder_of(uri)
        return folder.settings if folder else self.fallback

    def read(self, path: Path) -> bytes | None:
        """A file's bytes as the user sees them: from the editor where it is open, else from disk."""
        document = self.open.get(uri_of(path))
        if document is not None:
            return document.source
        try:
            return path.read_bytes()
        except OSError:
            return None


def path_of(uri: str) -> Path | None:
    """The file a uri names, or None for `untitled:` and other schemes without one."""
    parts = urlsplit(uri)
    if parts.scheme not in ("file", ""):
        return None
    path = unquote(parts.path)
    if len(path) > 2 and path[0] == "/" and path[2] == ":":  # noqa: PLR2004 - file:///C:/ has a slash too many
        path = path[1].upper() + path[2:]
    if parts.netloc and parts.netloc != "localhost":
        path = f"//{parts.netloc}{path}"
    return Path(path)


def uri_of(path: Path) -> str:
    return path.as_uri() if path.is_absolute() else path.absolute().as_uri()
