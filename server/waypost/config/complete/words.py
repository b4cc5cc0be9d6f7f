"""Words for a word table: those that typos reports in open files, and their corrections."""

import re
from collections.abc import Iterator, Sequence

from waypost.config.complete.write import InsertedText, escaped, pair, separated, text_of
from waypost.config.files.folder import MOST_TEXT, open_documents
from waypost.config.model.cursor_context import CursorContext
from waypost.config.model.schema import About, word_tables
from waypost.config.typos.program import dictionary_at
from waypost.config.typos.tokens import is_identifier, is_word
from waypost.results import Completion, CompletionKind, Edit
from waypost.text import Document
from waypost.workspace.services import now

_WORD = re.compile(r"[A-Z]?[a-z]{2,}|[A-Z]{2,}")
_MOST_OFFERED = 50


def complete_word(cursor: CursorContext) -> Iterator[Completion]:
    """Words in open files that typos reports and that have no entry yet."""
    if not is_word_table(cursor) or (cursor.member is not None and cursor.member.equals is not None):
        return
    yield from _typed(cursor)
    reported = list(_reported(cursor))
    # There may be thousands of entries, and often nothing to compare them with.
    taken = {name.lower() for name in cursor.taken} if reported else ()
    for rank, (word, better) in enumerate(reported):
        if rank == _MOST_OFFERED:
            return
        if word.lower() not in taken:
            yield _item(cursor, word, better, rank)


def _typed(cursor: CursorContext) -> Iterator[Completion]:
    """The word that is being typed, with its possible values."""
    key = cursor.place.key
    if key is None or not key.name or key.name in cursor.taken:
        return
    can_match = is_word if word_tables()[str(cursor.path[-1])] is About.WORD else is_identifier
    if not can_match(key.name):
        return
    better = [(each, "the correction of typos") for each in corrections(cursor, key.name)]
    for rank, (value, detail) in enumerate([(key.name, "always right"), *better]):
        text = text_of(cursor, value)
        plain = pair(cursor, key.name, InsertedText(text, escaped(text)))
        written, more = separated(cursor, plain)
        yield Completion(
            plain.text,
            Edit(cursor.replaced, written.text),
            CompletionKind.WORD,
            detail=detail,
            snippet=written.snippet,
            filter_text=cursor.quote + key.name,
            sort=f"!{rank:02}",
            more_edits=more,
        )


def is_word_table(cursor: CursorContext) -> bool:
    return len(cursor.path) > 1 and cursor.path[-1] in word_tables()


def corrections(cursor: CursorContext, word: str) -> Sequence[str]:
    """The corrections of typos for a word, if they are known yet."""
    known = dictionary_at(cursor)
    reports = known.reports([word], cursor.subject.workspace.services.defer) if known else {}
    return [each for found in reports.get(word, {}).values() for each in found]


def _reported(cursor: CursorContext) -> Iterator[tuple[str, Sequence[str]]]:
    """The words with their corrections, in alphabetical order; what is not known yet is known next time."""
    known = dictionary_at(cursor)
    if known is None:
        return
    words = sorted({word for each in open_documents(cursor.subject) for word in each.derived(_words_in)})
    # The first list is complete; later ones do not wait for words that were typed in between.
    defer = cursor.subject.workspace.services.defer if known.has_answered else now
    for word, found in known.reports(words, defer).items():
        if word in found:
            yield word, found[word]


def _words_in(document: Document) -> frozenset[str]:
    return frozenset(_WORD.findall(document.source[:MOST_TEXT].decode(errors="replace")))


def _item(cursor: CursorContext, word: str, better: Sequence[str], rank: int) -> Completion:
    text = text_of(cursor, word)
    quote = text[:1]
    choices = ",".join(escaped(each).replace(",", "\\,") for each in (word, *better))
    value = InsertedText(text, f"{quote}${{1|{choices}|}}{quote}")
    written, more = separated(cursor, pair(cursor, word, value))
    return Completion(
        word,
        Edit(cursor.replaced, written.text),
        CompletionKind.WORD,
        detail=f"reported in an open file: {', '.join(better)}" if better else "reported in an open file",
        snippet=written.snippet,
        filter_text=cursor.quote + word,
        sort=f"{rank:03}",
        more_edits=more,
    )
