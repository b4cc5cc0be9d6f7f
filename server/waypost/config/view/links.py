"""Links in a configuration: existing excluded files, and the schema."""

from collections.abc import Iterator

from waypost.config.model.engines import strings
from waypost.config.model.subject import Subject
from waypost.config.parse import Scalar, Table
from waypost.results import Link
from waypost.workspace import path_of, uri_of
from waypost.workspace.files import is_file

_SIGNS = frozenset("*?[]{}!#\\")


def links(subject: Subject) -> Iterator[Link]:
    """What can be opened from a configuration."""
    schema = subject.tree.root.get("$schema")
    if subject.is_json and isinstance(schema, Scalar) and str(schema.value).startswith(("http://", "https://")):
        yield Link(subject.tree.span(schema.inner), str(schema.value), "The schema")
    yield from _files(subject)


def _files(subject: Subject) -> Iterator[Link]:
    """Excludes that name one file; editors do not open folders."""
    path = path_of(subject.document.uri)
    files = subject.config.get("files") if subject.config else None
    if path is None or not isinstance(files, Table):
        return
    for item in strings(files, "extend-exclude"):
        name = item.value.removeprefix("/")
        if name and not _SIGNS & set(name) and is_file(path.parent / name):
            yield Link(subject.tree.span(item.inner), uri_of(path.parent / name), "Open the file")
