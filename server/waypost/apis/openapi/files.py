"""The files of an OpenAPI document: itself, and those that its references name.

A file is read on the first reference to it, and only if it is below the folder of the project. Nothing is fetched.
"""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import unquote

from waypost.apis.model import MOST_BYTES
from waypost.apis.openapi.source import DocumentSource, read_source
from waypost.apis.openapi.text import Pointer, UnreadableDocument
from waypost.text import Span
from waypost.workspace.bounds import real_path
from waypost.workspace.files import read_file

_MOST_FILES = 5_000


class DocumentFile:
    """One file, and the place of the first reference to it; None for the document itself."""

    def __init__(self, path: Path | None, source: DocumentSource, referrer: "Place | None" = None) -> None:
        self.path = path
        self.value: Any = source.value
        self.referrer = referrer
        self._source = source

    def spans(self, pointers: Sequence[Pointer]) -> Mapping[Pointer, Span]:
        return self._source.spans(pointers)

    def line(self, pointer: Pointer) -> int:
        """The line of a value, counted from 1."""
        return self._source.line(self._source.spans([pointer])[pointer].start)


class Place(Protocol):
    """A place in a file."""

    @property
    def file(self) -> DocumentFile: ...
    @property
    def pointer(self) -> Pointer: ...


class MissingFile(Exception):  # noqa: N818 - what a file is, not a failure of ours
    """A file in a reference that is not read; the message says why."""


class DocumentFiles:
    """The files read so far, each once, with their content."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = real_path(folder) if folder is not None else None
        self._files: dict[Path, DocumentFile | MissingFile] = {}
        self._left = MOST_BYTES
        # The content of each file in a reference; None if there was nothing to read.
        self.contents: dict[Path, bytes | None] = {}

    def sibling(self, file: DocumentFile, name: str, referrer: Place) -> DocumentFile:
        """The file that `name` means in a reference in `file`; raises `MissingFile`."""
        path = self._path(file, name)
        if path == file.path:
            return file
        if path not in self._files:
            self._files[path] = self._read(path, referrer)
        found = self._files[path]
        if isinstance(found, MissingFile):
            raise found
        return found

    def add(self, file: DocumentFile) -> None:
        """The document itself: a reference from another file may lead back to it."""
        if file.path is not None:
            self._files[file.path] = file

    def _path(self, file: DocumentFile, name: str) -> Path:
        if "://" in name or name.startswith("//"):
            raise MissingFile("it is on another host, and nothing is fetched")
        if file.path is None or self._folder is None:
            raise MissingFile("the document is not in a folder")
        try:
            path = real_path(file.path.parent / unquote(name))
        except (OSError, ValueError):
            raise MissingFile("this is not a file name") from None
        if not path.is_relative_to(self._folder):
            raise MissingFile("it is outside the folder of the project")
        return path

    def _read(self, path: Path, referrer: Place) -> DocumentFile | MissingFile:
        content = read_file(path) if len(self._files) < _MOST_FILES else None
        self.contents[path] = content
        if content is None:
            return MissingFile("there is no such file")
        self._left -= len(content)
        if self._left < 0:
            return MissingFile("the document and its files are too large")
        try:
            return DocumentFile(path, read_source(content), referrer)
        except UnreadableDocument as error:
            return MissingFile(f"line {_line(content, error.span)}: {error.message}")


def _line(content: bytes, span: Span) -> int:
    return content.count(b"\n", 0, span.start) + 1


def chain(place: Place) -> Iterator[Place]:
    """The place, then the reference that led to its file, and so on to the document itself."""
    yield place
    while place.file.referrer is not None:
        place = place.file.referrer
        yield place
