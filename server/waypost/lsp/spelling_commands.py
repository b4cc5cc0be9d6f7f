"""Accepting words and ignoring lines, files and types in the typos configuration, and the actions that do so."""

import os
import re
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from lsprotocol import types

from waypost.lsp import to_proto
from waypost.lsp.connection import Connection
from waypost.lsp.from_proto import plain_range
from waypost.lsp.session import DocumentSnapshot, Session
from waypost.lsp.spelling_hints import corrections, word_at
from waypost.results import Action, ActionKind
from waypost.text import Document, Encoding, Span
from waypost.text.encoding import decode
from waypost.workspace import Workspace, key_of, path_of, uri_of
from waypost.workspace.write import write_file

IGNORE_SPELLING = "waypost.ignoreSpelling"
# Nobody accepts a longer selection.
_MOST = 10_000
_IDENTIFIER = re.compile(r"\w+")


async def ignore_spelling(connection: Connection, given: Mapping[str, Any]) -> dict[str, Any] | None:
    """Make typos ignore the part `range` of the file `uri`; `{summary}` or `{refused}`, null without a file.

    `how` is `accept` or `acceptInType` for the text, `lines`, `file` or `type`; `text` is the file's content if the
    server does not have it open. The client is asked to apply the edits, which typos has confirmed if it is installed;
    otherwise the summary says that nothing has.
    """
    session = connection.session
    path = path_of(str(given.get("uri", "")))
    document = session.workspace.document(uri_of(path)) if path is not None else None
    if path is None or (document is None and "text" not in given):
        return None
    if "text" in given:
        document = Document.from_text(uri_of(path), str(given["text"]))
    assert document is not None, "its text is given otherwise"
    span = _span(document, given.get("range"), session.encoding)
    work = partial(_change, path, document, session.workspace, str(given.get("how")), span)
    change, why = await connection.worker.run(work)
    if change is None:
        connection.notify(types.WINDOW_SHOW_MESSAGE, {"type": int(types.MessageType.Warning), "message": why})
        return {"refused": why}
    edit, summary = _workspace_edit(session, change), _in_folder(change.summary, path, session)
    if edit:
        connection.request(types.WORKSPACE_APPLY_EDIT, {"label": summary, "edit": edit})
    return {"summary": summary}


def _in_folder(summary: str, path: Path, session: Session) -> str:
    """The summary with paths as the user knows them: relative to the workspace folder."""
    folder = session.workspace.folder_of(uri_of(path))
    return summary.replace(f"{folder.path}{os.sep}", "") if folder is not None else summary


def _span(document: Document, given: Any, encoding: Encoding) -> Span:
    if given is None:
        return Span.at(0)
    start, end = (document.offset(each, encoding) for each in plain_range(given))
    return Span(start, max(start, end))


def _change(path: Path, document: Document, workspace: Workspace, how: str, span: Span) -> tuple[Any, str]:
    """The change, or the reason why there is none."""
    from waypost.config.changes.change import ConfigurationPlace, RefusedChangeError
    from waypost.config.changes.spelling import accept, ignore_file, ignore_lines, ignore_type
    from waypost.config.typos.program import spell_checker_of

    checker = spell_checker_of(workspace, uri_of(path))
    text = _text_at(document, span)
    first, last = _lines(document, span)
    ways = {
        "accept": lambda place: accept(text, place, by_type=False),
        "acceptInType": lambda place: accept(text, place, by_type=True),
        "lines": lambda place: ignore_lines(place, first, last),
        "file": ignore_file,
        "type": ignore_type,
    }
    try:
        place = ConfigurationPlace.of(path, workspace, checker, text=document.source)
        change = ways[how](place) if how in ways else None
    except (RefusedChangeError, OSError, UnicodeDecodeError) as error:
        return None, str(error)
    return change, f"typos does not report `{text}` here: nothing to add" if how in ways else f"`how` cannot be `{how}`"


def _text_at(document: Document, span: Span) -> str:
    """What is selected, or the identifier that the cursor is on."""
    if span.length:
        return decode(span.of(document.source)).strip()
    start = document.source.rfind(b"\n", 0, span.start) + 1
    line = decode(document.source[start:].partition(b"\n")[0])
    at = len(decode(document.source[start : span.start]))
    return next((each[0] for each in _IDENTIFIER.finditer(line) if each.start() <= at <= each.end()), "")


def _lines(document: Document, span: Span) -> tuple[int, int]:
    """The lines of a selection, from 1; a selection that ends at the start of a line does not include that line."""
    end = span.end - (span.length > 0 and document.source[span.end - 1 : span.end] == b"\n")
    first, last = (document.source.count(b"\n", 0, each) + 1 for each in (span.start, end))
    return first, max(first, last)


def _workspace_edit(session: Session, change: Any) -> dict[str, Any]:
    """The files of a change as one workspace edit. What the client cannot create is written here."""
    changes: list[dict[str, Any]] = []
    for each in change.files:
        opened = session.documents.get(key_of(uri_of(each.path)))
        uri = opened.uri if opened else uri_of(each.path)
        if each.before is None and not session.support.creates_files:
            write_file(each.path, each.after)
            continue
        if each.before is None:
            changes.append({"kind": "create", "uri": uri, "options": {"ignoreIfExists": True}})
        document, span, text = _difference(uri, each.before or b"", each.after)
        edit = {"range": to_proto.range_in(document, session.encoding, span), "newText": text}
        version = opened.revision.document.version if opened else None
        changes.append({"textDocument": {"uri": uri, "version": version}, "edits": [edit]})
    if session.support.document_changes:
        return {"documentChanges": changes} if changes else {}
    return {"changes": {each["textDocument"]["uri"]: each["edits"] for each in changes}} if changes else {}


def _difference(uri: str, before: bytes, after: bytes) -> tuple[Document, Span, str]:
    """The changed lines, as one edit."""
    old, new = before.splitlines(keepends=True), after.splitlines(keepends=True)
    same = next((at for at, (one, other) in enumerate(zip(old, new, strict=False)) if one != other), None)
    first = min(len(old), len(new)) if same is None else same
    last = 0
    while last < min(len(old), len(new)) - first and old[-1 - last] == new[-1 - last]:
        last += 1
    start = sum(map(len, old[:first]))
    end = len(before) - sum(map(len, old[len(old) - last :]))
    return Document(uri, before), Span(start, end), decode(b"".join(new[first : len(new) - last]))


def spelling_actions(snapshot: DocumentSnapshot, span: Span) -> Iterator[Action]:
    """For a selection in which typos reports something, or a word shown as a hint: ways to correct or ignore it."""
    path = path_of(snapshot.document.uri)
    word = word_at(snapshot, span)
    if word is not None:
        yield from corrections(word)
        span = word.span
    elif path is None or not 0 < span.length <= _MOST or not _is_reported(snapshot, path, span):
        return
    text = _text_at(snapshot.document, span)
    first, last = _lines(snapshot.document, span)
    lines = "this line" if first == last else f"lines {first} to {last}"
    titles = {"lines": f"Ignore {lines} in typos", "file": "Do not check this file with typos"}
    if "\n" not in text:
        titles = {
            "accept": f"Accept `{text}` in the project",
            "acceptInType": f"Accept `{text}` in files of this type",
        } | titles
    range_ = to_proto.range_in(snapshot.document, snapshot.encoding, span)
    for how, title in titles.items():
        given = {"uri": snapshot.document.uri, "how": how, "range": range_}
        yield Action(title, ActionKind.QUICK_FIX, command=IGNORE_SPELLING, arguments=(given,))


def _is_reported(snapshot: DocumentSnapshot, path: Path, span: Span) -> bool:
    from waypost.config.explain.provenance import Holding
    from waypost.config.explain.verdicts import Explainer
    from waypost.config.typos.program import spell_checker_of

    checker = spell_checker_of(snapshot.workspace, snapshot.document.uri)
    if checker is None:
        return False
    holding = Holding.of(path, snapshot.workspace)
    found = Explainer(holding.engine, checker).explain(decode(span.of(snapshot.document.source)))
    return any(each.is_reported for each in found)
