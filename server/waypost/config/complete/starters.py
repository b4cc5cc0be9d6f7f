"""Starters for an empty configuration."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from waypost.config.complete.write import InsertedText, may_begin_section
from waypost.config.edit import headed
from waypost.config.model.cursor_context import CursorContext
from waypost.results import Completion, CompletionKind, Edit

_DIALECTS: Final = "${1|en-us,en-gb,en-ca,en-au|}"


class Starter(NamedTuple):
    """A table with a first entry, as text and as a snippet, in either syntax."""

    label: str
    detail: str
    table: tuple[str, ...]
    toml: InsertedText
    json: InsertedText


_STARTERS: Final = (
    Starter(
        "Accept words",
        "words that are correct as they are",
        ("default", "extend-words"),
        InsertedText('teh = "teh"', '${1:teh} = "${2:teh}"'),
        InsertedText('"teh": "teh"', '"${1:teh}": "${2:teh}"'),
    ),
    Starter(
        "Exclude files",
        "not checked at all",
        ("files",),
        InsertedText('extend-exclude = ["vendor/"]', 'extend-exclude = ["${1:vendor/}"]'),
        InsertedText('"extend-exclude": ["vendor/"]', '"extend-exclude": ["${1:vendor/}"]'),
    ),
    Starter(
        "Choose a dialect",
        "only one spelling",
        ("default",),
        InsertedText('locale = "en-us"', f'locale = "{_DIALECTS}"'),
        InsertedText('"locale": "en-us"', f'"locale": "{_DIALECTS}"'),
    ),
    Starter(
        "Ignore by pattern",
        "text that is not checked",
        ("default",),
        InsertedText(r"extend-ignore-re = ['https?://\S+']", r"extend-ignore-re = ['${1:https?://\\S+}']"),
        InsertedText(r'"extend-ignore-re": ["https?://\\S+"]', r'"extend-ignore-re": ["${1:https?://\\\\S+}"]'),
    ),
    Starter(
        "Set up a file type",
        "different settings for some files",
        ("type", "po"),
        InsertedText("check-file = false", "${1:check-file = false}"),
        InsertedText('"check-file": false', '${1:"check-file": false}'),
    ),
)


def complete_starters(cursor: CursorContext) -> Iterator[Completion]:
    """First tables with a first entry each, if there is nothing yet."""
    if cursor.tree.root.entries and not _is_only_typed(cursor):
        return
    if cursor.is_json:
        if not cursor.source.strip(b"\xef\xbb\xbf \t\r\n"):
            for rank, each in enumerate(_STARTERS):
                yield _item(cursor, each, _nested(cursor, each), rank)
        return
    if not cursor.subject.home.is_whole_file or cursor.place.path or not may_begin_section(cursor):
        return
    for rank, each in enumerate(_STARTERS):
        yield _item(cursor, each, each.toml.wrapped(f"[{headed(each.table)}]{cursor.newline}", ""), rank)


def _nested(cursor: CursorContext, starter: Starter) -> InsertedText:
    """The entry in its tables, one line each."""
    names = ("", *starter.table)
    written = starter.json.wrapped("  " * len(names), "")
    for depth, name in reversed(list(enumerate(names))):
        indent = "  " * depth
        opened = f'"{name}": {{' if name else "{"
        written = written.wrapped(f"{indent}{opened}{cursor.newline}", f"{cursor.newline}{indent}}}")
    return written


def _is_only_typed(cursor: CursorContext) -> bool:
    """Whether the file contains only what is being typed."""
    return not cursor.source[: cursor.replaced.start].strip() and not cursor.source[cursor.replaced.end :].strip()


def _item(cursor: CursorContext, starter: Starter, written: InsertedText, rank: int) -> Completion:
    return Completion(
        starter.label,
        Edit(cursor.replaced, written.text),
        CompletionKind.SNIPPET,
        detail=starter.detail,
        snippet=written.snippet,
        sort=f"900{rank}" if cursor.place.key else f"000{rank}",
    )
