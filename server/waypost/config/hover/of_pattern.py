"""Hover over a pattern: its meaning, what it is searched in, and what it matches in open files."""

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

from waypost import cancel
from waypost.config.files.folder import MOST_TEXT, open_documents
from waypost.config.model.cursor_context import CursorContext
from waypost.config.model.schema import About, pattern_lists
from waypost.config.pattern import meaning
from waypost.config.typos.regex import finds, matches
from waypost.config.typos.tokens import words
from waypost.markup import block, code
from waypost.text import Document
from waypost.text.encoding import decode
from waypost.workspace.uris import named_by

_IDENTIFIER: Final = re.compile(r"\w+")
_SAMPLES: Final = 3
_MOST_NAMES: Final = 8
_WIDEST: Final = 80
_SEARCHED: Final = {
    About.TEXT: "Text it matches is ignored, anywhere in a file and in its name.",
    About.IDENTIFIER: "Identifiers in which it matches anywhere are ignored.",
    About.WORD: "Words in which it matches anywhere are ignored.",
}


def pattern_text(cursor: CursorContext, pattern: str, key: str) -> str:
    """Everything about a valid pattern in one of the lists."""
    about = pattern_lists()[key]
    whole = "file" if about is About.TEXT else about.value
    said = [code(pattern), meaning(pattern, whole), _SEARCHED[about]]
    documents = open_documents(cursor.subject)
    if documents:
        said.append(_in_text(pattern, documents) if whole == "file" else _in_names(pattern, whole, documents))
    return "\n\n".join(part for part in said if part)


def _in_text(pattern: str, documents: Sequence[Document]) -> str:
    """The first matches, each with its position."""
    lines = list(islice(_matches(pattern, documents), _SAMPLES))
    if not lines:
        return "In open files, it matches nothing."
    return "In open files, it matches:\n\n" + block("\n".join(lines))


def _matches(pattern: str, documents: Sequence[Document]) -> Iterator[str]:
    for document in documents:
        cancel.checkpoint()
        name = named_by(document.uri).name
        for line, text in document.derived(_matches_in, pattern):
            yield f"{name}:{line}: {text}"


def _matches_in(document: Document, pattern: str) -> Sequence[tuple[int, str]]:
    text = decode(document.source[:MOST_TEXT])
    found = matches(pattern, text, _SAMPLES)
    return [(text.count("\n", 0, start) + 1, _shortened(text[start:end])) for start, end in found]


def _shortened(match: str) -> str:
    """A match on one line, however long it is."""
    lines = match.strip("\r\n").splitlines() or ["(a line break)"]
    first = lines[0] if len(lines[0]) <= _WIDEST else f"{lines[0][:_WIDEST]}…"
    return first if len(lines) == 1 else f"{first} … ({len(lines)} lines)"


def _in_names(pattern: str, whole: str, documents: Sequence[Document]) -> str:
    """The identifiers or words that are ignored."""
    cancel.checkpoint()
    found = dict.fromkeys(name for each in documents for name in each.derived(_names_in, pattern, whole))
    if not found:
        return f"In open files, it matches no {whole}."
    more = ", …" if len(found) > _MOST_NAMES else ""
    return f"In open files, it matches {', '.join(map(code, islice(found, _MOST_NAMES)))}{more}"


def _names_in(document: Document, pattern: str, whole: str) -> Sequence[str]:
    names = document.derived(_identifiers if whole == "identifier" else _words)
    return list(islice((name for name in names if finds(pattern, name)), _MOST_NAMES + 1))


def _identifiers(document: Document) -> Sequence[str]:
    return list(dict.fromkeys(_IDENTIFIER.findall(decode(document.source[:MOST_TEXT]))))


def _words(document: Document) -> Sequence[str]:
    return list(dict.fromkeys(word.text for name in document.derived(_identifiers) for word in words(name)))
