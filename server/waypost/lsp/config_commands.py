"""Commands about the spell checker's configuration."""

import os
import re
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

from waypost.lsp.connection import Connection
from waypost.lsp.from_proto import plain_range
from waypost.text import Document, Encoding
from waypost.text.encoding import decode, utf16_length
from waypost.workspace import Workspace, path_of, uri_of


async def effective_config(connection: Connection, given: Mapping[str, Any]) -> dict[str, Any] | None:
    """The effective configuration for the file `uri` and where it comes from: `{text, source}`; null without a file."""
    path = path_of(str(given.get("uri", "")))
    if path is None:
        return None
    return await connection.worker.run(partial(_effective, path, connection.session.workspace))


def _effective(path: Path, workspace: Workspace) -> dict[str, Any]:
    from waypost.config.explain.provenance import Holding
    from waypost.config.explain.report import heading, notes, sections

    holding = Holding.of(path, workspace)
    facts = (str(path), *(f"{name}: {fact}" for name, fact in (*heading(holding), *notes(holding))))
    lines = [f"# {_shortened(fact, path, workspace)}" for fact in facts]
    source = uri_of(holding.source.path) if holding.source else None
    return {"text": "\n".join([*lines, *sections(holding)]) + "\n", "source": source}


def _shortened(text: str, path: Path, workspace: Workspace) -> str:
    """A text about a file with paths from the folder of its workspace on: an editor cuts long lines."""
    folder = workspace.folder_of(uri_of(path))
    if folder is None or not folder.path.name:
        return text
    top = os.fspath(folder.path)
    return re.sub(rf"{re.escape(top)}(?![\w.-])", folder.path.name, text.replace(f"{top}{os.sep}", ""))


async def explain(connection: Connection, given: Mapping[str, Any]) -> dict[str, Any] | None:
    """What the checker does with each word in the file `uri`, and why; null without a file.

    `{lines, reported, accepted, unknown, notes, installed}`: a line for each word; the reported words with their
    positions and the deciding entry; how many are accepted, and how many were not looked up; what to know about the
    file as a whole; whether the checker is installed. `text` checks that text instead; `range`
    checks a part of the file in its context; otherwise the whole file is checked.
    """
    path = path_of(str(given.get("uri", "")))
    if path is None:
        return None
    session = connection.session
    document = session.workspace.document(uri_of(path))
    text = given.get("text")
    if text is not None or document is None:
        work = partial(_explained, path, session.workspace, str(text or ""), None)
    else:
        part = _part(document, given.get("range"), session.encoding)
        work = partial(_explained, path, session.workspace, document.text, part)
    return await connection.worker.run(work)


def _part(document: Document, given: Any, encoding: Encoding) -> tuple[int, int] | None:
    """A protocol range, in characters."""
    if given is None:
        return None
    start, end = (len(decode(document.source[: document.offset(each, encoding)])) for each in plain_range(given))
    return start, max(start, end)


def _explained(path: Path, workspace: Workspace, text: str, part: tuple[int, int] | None) -> dict[str, Any]:
    from waypost.config.explain.provenance import Holding
    from waypost.config.explain.report import explained, notes
    from waypost.config.explain.verdicts import Explainer
    from waypost.config.typos.program import spell_checker_of

    holding = Holding.of(path, workspace)
    explainer = Explainer(holding.engine, spell_checker_of(workspace, uri_of(path)))
    found = list(explainer.explain(text, part))
    reported = [each for each in found if each.is_reported]
    return {
        "lines": [explained(each, holding) for each in found],
        "reported": [
            {"line": explained(each, holding), "at": _place(text, each.start), "entry": holding.place(each.entry)}
            for each in reported
        ],
        "accepted": sum(each.is_known for each in found) - len(reported),
        "unknown": sum(not each.is_known for each in found),
        "notes": [_shortened(said, path, workspace) for _, said in notes(holding)],
        "installed": explainer.is_installed,
    }


def _place(text: str, start: int) -> dict[str, int]:
    """A position in a text by line and UTF-16 units, as links need it."""
    line_start = text.rfind("\n", 0, start) + 1
    return {"line": text.count("\n", 0, start), "character": utf16_length(text[line_start:start])}
