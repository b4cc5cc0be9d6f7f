"""Hover over a value: what a glob or pattern means and matches, and what a word entry does."""

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

from waypost import cancel
from waypost.config.files.folder import MOST_TEXT, count_matching, matching_names, open_documents, reach
from waypost.config.hover.of_key import key_text
from waypost.config.model.cursor_context import CursorContext
from waypost.config.model.schema import About, Format, Key, matching, pattern_lists, word_tables
from waypost.config.parse import Scalar, Value
from waypost.config.pattern import meaning
from waypost.config.typos.globs import glob_error
from waypost.config.typos.program import dictionary_at
from waypost.config.typos.regex import finds, matches, regex_error
from waypost.config.typos.tokens import casings, is_identifier, is_word, words
from waypost.markup import block, code, escape, noun
from waypost.text import Document
from waypost.text.encoding import decode
from waypost.workspace import FileCounts
from waypost.workspace.uris import named_by


def value_text(cursor: CursorContext, value: Value) -> str:
    """Text about a plain value; nothing if it already has a finding."""
    path = cursor.value_path
    node = matching(path)
    if not isinstance(value, Scalar) or node is None:
        return ""
    if value.broken or not value.closed:
        return "" if isinstance(path[-1], int) or _is_word_entry(path) else key_text(cursor, path, node)
    if value.is_string and _is_word_entry(path):
        said = entry_text(
            cursor, str(path[-1]), value.value, identifiers=word_tables()[str(path[-2])] is About.IDENTIFIER
        )
        return _with_reference(said, path)
    if isinstance(path[-1], int):
        return _with_reference(_item_text(cursor, value, str(path[-2])), path) if value.is_string else ""
    if node.enum and value.value in node.enum:
        detail = node.enum_descriptions[node.enum.index(value.value)]
        return f"**{escape(str(value.value))}** · {detail}\n\n{key_text(cursor, path, node)}"
    return key_text(cursor, path, node)


def _with_reference(said: str, path: Sequence[Key]) -> str:
    """Text about a member, and the path where its list or table is documented."""
    holder = matching(path[:-1])
    return f"{said}\n\n[Reference]({holder.docs})" if said and holder else said


def _is_word_entry(path: Sequence[Key]) -> bool:
    return len(path) > 1 and path[-2] in word_tables()


def _item_text(cursor: CursorContext, value: Scalar, key: str) -> str:
    listed = matching(cursor.value_path[:-1])
    kind = listed.format if listed else Format.PLAIN
    if kind is Format.REGEX:
        return "" if regex_error(value.value) else pattern_text(cursor, value.value, key)
    if kind is Format.PLAIN or glob_error(value.value, kind):
        return ""
    return _glob_text(cursor, value.value, kind)


def _glob_text(cursor: CursorContext, glob: str, kind: Format) -> str:
    said = [code(glob)]
    if kind is Format.TYPE_GLOB:
        said.append("Matches file names only, not paths.")
    elif glob.startswith("!"):
        said.append("Includes again what an earlier glob excludes.")
    else:
        said.append("As in a `.gitignore` in the folder that typos runs in.")
    place = reach(cursor.subject)
    count = count_matching(cursor.subject.workspace.services.of(FileCounts), place, glob, kind) if place else None
    if count is not None and place is not None:
        names = matching_names(cursor.subject.workspace.services.of(FileCounts), place, glob, kind)
        lead = ":" if count <= len(names) else ", such as"
        such = f"{lead} {', '.join(map(code, names))}" if names else ""
        said.append(f"Matches **{count}** {noun(count, 'file')} here{such}.")
    return "\n\n".join(said)


def entry_text(cursor: CursorContext, name: str, value: str, *, identifiers: bool) -> str:
    can_match = is_identifier(name) if identifiers else bool(casings(name))
    said = [verdict(name, value, identifiers=identifiers), _without_it(cursor, name) if can_match else ""]
    return "\n\n".join(part for part in said if part)


def _without_it(cursor: CursorContext, name: str) -> str:
    """What the dictionary says about the word, if that is known yet: nobody waits for the program."""
    known = dictionary_at(cursor)
    reports = known.reports([name], cursor.subject.workspace.services.defer).get(name) if known else None
    if reports is None:
        return ""
    better = [each for found in reports.values() for each in found]
    if better:
        return f"Without the entry, it would be corrected to {' or '.join(map(code, better))}."
    return "Without the entry, it would be an error." if reports else "Without the entry, it would be fine as well."


def verdict(name: str, value: str, *, identifiers: bool) -> str:
    """In a sentence or two."""
    return f"{_does(value, name)} {_identifier(name, value) if identifiers else _word(name, value)}"


def _does(value: str, name: str) -> str:
    if not value:
        return f"{code(name)} is **always an error**, without a correction."
    if value == name:
        return f"{code(name)} is **always right**."
    return f"{code(name)} is **corrected to** {code(value)}."


def _identifier(name: str, value: str) -> str:
    if not is_identifier(name):
        return "But it never matches: an identifier holds letters, digits and `_`, and is more than a number or a hash."
    if value == name:
        return "Only as a whole identifier and in this casing, not as a part of another one."
    return "Only as a whole identifier and in this casing."


def _word(name: str, value: str) -> str:
    covered = casings(name)
    if not covered:
        return f"But it never matches: a word holds only letters.{_parts(name)}"
    if value != name and value.lower() == name.lower() and is_word(value):
        return f"In any casing: so {code(value)} is reported as well, and no casing of it passes."
    if not is_word(name):
        return f"Only as the words {', '.join(map(code, covered))}.{_parts(name)}"
    return "In any casing, and as a part of longer identifiers."


def _parts(name: str) -> str:
    parts = " + ".join(code(word.text) for word in words(name)) if is_identifier(name) else ""
    return f" typos reads {code(name)} as {parts}." if parts and parts != code(name) else ""


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
