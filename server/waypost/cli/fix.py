"""`waypost check --fix` and `--diff`: applies every fix that is safe, until there is none left."""

import errno
import re
from difflib import diff_bytes, unified_diff
from pathlib import Path

from waypost.analysis import Analysis
from waypost.results import Edit
from waypost.text import Document
from waypost.text.encoding import encode
from waypost.workspace import Workspace, uri_of
from waypost.workspace.files import open_file
from waypost.workspace.write import write_file

# A fix may uncover another one; a rule that always finds more would be a bug, and ends here.
_MOST_ROUNDS = 10


def fixed(document: Document, workspace: Workspace) -> Document:
    """The document with all its preferred fixes applied. Fixes that reach into other files are left to an editor."""
    for _ in range(_MOST_ROUNDS):
        edits = [edit for edit in Analysis(document, workspace).fix_all() if edit.uri is None]
        if not edits:
            break
        document = Document(document.uri, applied(document.source, edits), None, document.language)
    return document


def applied(source: bytes, edits: list[Edit]) -> bytes:
    for edit in reversed(sorted(edits, key=lambda each: each.span)):  # noqa: C413 - insertions at one place keep their order
        source = source[: edit.span.start] + encode(edit.text) + source[edit.span.end :]
    return source


def diff_of(path: str, document: Document, workspace: Workspace) -> bytes:
    """What mending would change, for `git apply -p0`; nothing where it would not."""
    before, after = (re.findall(rb"[^\n]*\n|[^\n]+", each.source) for each in (document, fixed(document, workspace)))
    name = path.encode(errors="surrogateescape")
    lines = diff_bytes(unified_diff, before, after, name, name)
    return b"".join(line if line.endswith(b"\n") else line + b"\n\\ No newline at end of file\n" for line in lines)


def fix_file(path: Path, workspace: Workspace) -> bool:
    """Mend a file in place; whether there was anything to mend."""
    if path.is_symlink() and not workspace.may_read(path, uri_of(path)):
        raise OSError(errno.EXDEV, "a link out of the folder, which is not followed")
    with open_file(path) as file:
        before = Document(uri_of(path), file.read())
    after = fixed(before, workspace)
    if after.source == before.source:
        return False
    write_file(path, after.source, before.source)
    return True
