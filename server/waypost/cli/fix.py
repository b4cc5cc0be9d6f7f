"""`waypost check --fix` and `--diff`: applies fixes until there are none left to apply."""

import json
import re
from collections.abc import Iterator
from difflib import diff_bytes, unified_diff
from pathlib import Path
from typing import NamedTuple

from waypost.analysis import Analysis
from waypost.contents import cells_in, contents_of, text_of
from waypost.fixes import compatible_edits
from waypost.results import Edit, Fix
from waypost.text import Document
from waypost.text.encoding import encode
from waypost.workspace import Workspace
from waypost.workspace.files import open_file
from waypost.workspace.walk import NOTEBOOK
from waypost.workspace.write import target_of, write_file

# A fix may uncover another finding; a rule that always finds more would be a bug, so there is a limit.
_MOST_ROUNDS = 10
_INDENT = re.compile(rb"\{\r?\n([ \t]+)\"")


class Fixed(NamedTuple):
    """A file before and after."""

    before: bytes
    after: bytes


def fixed(document: Document, workspace: Workspace, *, unsafe: bool = False) -> Document:
    """The document with its fixes applied. Fixes that change other files are left to an editor."""
    for _ in range(_MOST_ROUNDS):
        edits = [edit for edit in compatible_edits(_chosen(document, workspace, unsafe=unsafe)) if edit.uri is None]
        if not edits:
            break
        document = Document(document.uri, applied(document.source, edits), None, document.language)
    return document


def _chosen(document: Document, workspace: Workspace, *, unsafe: bool) -> Iterator[Fix]:
    """One fix for each finding that has any: the safe one, or the first if unsafe fixes are wanted, too."""
    for found in Analysis(document, workspace).diagnostics():
        safe = (fix for fix in found.fixes if fix.preferred)
        fix = next(safe, None) or next((each for each in found.fixes if unsafe), None)
        if fix is not None:
            yield fix


def applied(source: bytes, edits: list[Edit]) -> bytes:
    pieces: list[bytes] = []
    at = 0
    for edit in sorted(edits, key=lambda each: each.span):  # insertions at one place keep their order
        pieces += (source[at : edit.span.start], encode(edit.text))
        at = edit.span.end
    return b"".join((*pieces, source[at:]))


def fixed_file(path: str, workspace: Workspace, *, unsafe: bool = False) -> Fixed:
    """A file with its fixes applied, not yet written."""
    target_of(Path(path))
    with open_file(path) as file:
        before = bytes(file.read())
    return fixed_source(path, before, workspace, unsafe=unsafe)


def fixed_source(path: str, before: bytes, workspace: Workspace, *, unsafe: bool = False) -> Fixed:
    """The same for a text that the file would have."""
    texts: dict[int, str] = {}
    after = before
    for document, cell in contents_of(path, before):
        new = fixed(document, workspace, unsafe=unsafe)
        if new.source == document.source:
            continue
        if cell is None:
            after = new.source
        elif text_of(cells_in(before)[cell - 1]) == document.text:  # cells with magics were changed for the check
            texts[cell] = new.text
    if texts and path.endswith(NOTEBOOK):
        after = _with_cells(before, texts)
    return Fixed(before, after)


def write_fixed(path: str, fixed: Fixed) -> bool:
    """Write a file if it was fixed; return whether it was."""
    if fixed.after == fixed.before:
        return False
    write_file(Path(path), fixed.after, fixed.before)
    return True


def diff_of(path: str, fixed: Fixed) -> bytes:
    """What fixing would change, as a patch for `git apply -p0`; nothing if it would change nothing."""
    before, after = (re.findall(rb"[^\n]*\n|[^\n]+", each) for each in (fixed.before, fixed.after))
    name = path.encode(errors="surrogateescape")
    lines = diff_bytes(unified_diff, before, after, name, name)
    return b"".join(line if line.endswith(b"\n") else line + b"\n\\ No newline at end of file\n" for line in lines)


def _with_cells(source: bytes, texts: dict[int, str]) -> bytes:
    """The notebook with new text in some cells; unchanged if its formatting cannot be preserved."""
    data = json.loads(source)
    if _written(data, source) != source:
        return source
    for number, text in texts.items():
        cell = data["cells"][number - 1]
        cell["source"] = text.splitlines(keepends=True) if isinstance(cell["source"], list) else text
    return _written(data, source)


def _written(data: object, like: bytes) -> bytes:
    """JSON as tools write notebooks, with the file's indentation and end."""
    indent = _INDENT.match(like)
    space = indent[1].decode() if indent else None
    text = json.dumps(data, ensure_ascii=False, indent=space, separators=None if space else (",", ":"))
    return (text + ("\n" if like.endswith(b"\n") else "")).encode("utf-8", "surrogatepass")
