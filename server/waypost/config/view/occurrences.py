"""Where a word, an identifier or a pattern of the configuration occurs in the files that it governs."""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final, NamedTuple

from waypost import cancel
from waypost.config.files.usage import UsageQuestion, checked_files
from waypost.config.model.cursor_context import CursorContext
from waypost.config.model.schema import About, pattern_lists, word_tables
from waypost.config.model.subject import Subject
from waypost.config.model.tables import strings
from waypost.config.parse import PlacePart, SourcePiece, Table
from waypost.config.typos.filetype import type_of
from waypost.config.typos.regex import finds, matches, regex_error
from waypost.config.typos.tokens import identifier_spans, words
from waypost.results import Location
from waypost.text import Span
from waypost.text.encoding import decode, encode
from waypost.workspace import uri_of

# Nobody reads through more.
_MOST: Final = 1_000


class SpellingEntry(NamedTuple):
    """A word, identifier or pattern, its list or table, and the type that it is for, if any."""

    key: str
    text: str
    type_name: str | None
    place: SourcePiece


def occurrences(subject: Subject, offset: int, *, declaration: bool) -> Sequence[Location]:
    """Its occurrences in the checked files; the entry itself first if requested."""
    entry = _entry_at(CursorContext(subject, offset))
    if entry is None:
        return ()
    own = (Location(subject.tree.span(entry.place)),) if declaration else ()
    return (*own, *islice(_in_files(subject, entry), _MOST))


def _entry_at(cursor: CursorContext) -> SpellingEntry | None:
    path = tuple(map(str, cursor.path))
    if cursor.prefix is None or not path:
        return None
    type_name = path[1] if path[0] == "type" and len(path) > 1 else None
    key, member = cursor.place.key, cursor.place.member
    if cursor.place.part is PlacePart.KEY and key is not None and path[-1] in word_tables():
        return SpellingEntry(path[-1], key.name, type_name, key)
    if cursor.scalar is None or len(path) < 2 or member is None:  # noqa: PLR2004 - a table and a name in it
        return None
    if path[-2] in word_tables():
        return SpellingEntry(path[-2], path[-1], type_name, member.keys[-1])
    if path[-2] in pattern_lists() and cursor.scalar.is_string and regex_error(cursor.scalar.value) is None:
        return SpellingEntry(path[-2], cursor.scalar.value, type_name, cursor.scalar)
    return None


def _in_files(subject: Subject, entry: SpellingEntry) -> Iterator[Location]:
    files = subject.config.get("files") if subject.config else None
    excludes = (item.value for item in strings(files if isinstance(files, Table) else None, "extend-exclude"))
    wanted = UsageQuestion.of(subject, excludes)
    for path in sorted(checked_files(wanted)) if wanted else ():
        cancel.checkpoint()
        match = type_of(path.name, subject.config)
        if entry.type_name is None or (match is not None and match.name == entry.type_name):
            source = subject.workspace.read(path)
            yield from (Location(span, uri_of(path)) for span in _in_source(source or b"", entry))


def _in_source(source: bytes, entry: SpellingEntry) -> Iterator[Span]:
    if entry.key in word_tables() and encode(entry.text.lower()) not in source.lower():
        return  # most files; words whose length changes in capitals, such as `ß`, are not searched for
    text = decode(source)
    if b"\0" in source or encode(text) != source:
        return
    at, byte = 0, 0
    for start, end in _in_text(text, entry):
        byte += len(encode(text[at:start]))
        at = start
        yield Span(byte, byte + len(encode(text[start:end])))


def _in_text(text: str, entry: SpellingEntry) -> Iterator[tuple[int, int]]:
    """The positions in characters."""
    about = pattern_lists().get(entry.key) or word_tables()[entry.key]
    if about is About.TEXT:
        yield from matches(entry.text, text, _MOST)
        return
    for start, end in identifier_spans(text):
        identifier = text[start:end]
        if about is About.IDENTIFIER:
            found = [(start, end)] if _is_meant(identifier, entry) else []
        else:
            parts = (word for word in words(identifier) if _is_meant(word.text, entry))
            found = [(start + word.start, start + word.start + len(word.text)) for word in parts]
        yield from found


def _is_meant(word: str, entry: SpellingEntry) -> bool:
    about = word_tables().get(entry.key)
    if about is None:
        return finds(entry.text, word)
    return word == entry.text if about is About.IDENTIFIER else word.lower() == entry.text.lower()
