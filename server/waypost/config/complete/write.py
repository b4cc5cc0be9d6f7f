"""How an item is written: quotes, spacing, commas, where a section may begin; and starters for an empty file."""

import json
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

from waypost.config.edit import headed, key_text, pattern_text, string_text
from waypost.config.model.cursor_context import CursorContext
from waypost.config.model.schema import Format, SchemaNode
from waypost.config.parse import Array, PlacePart, Style, Syntax, Table
from waypost.results import Completion, CompletionKind, Edit
from waypost.text import Document, Span

_EQUALS = re.compile(rb"^[ \t]*[\w.\"-]+([ \t]*=[ \t]*)\S", re.MULTILINE)
_SINGLE = re.compile(rb"=[ \t]*\[?[ \t]*'")
_DOUBLE = re.compile(rb'=[ \t]*\[?[ \t]*"')
# A document's style shows at its beginning.
_SAMPLE = 4_000
_SPECIAL = re.compile(r"[\\$}]")


@dataclass(frozen=True, slots=True)
class InsertedText:
    """A text to insert, and the same as a snippet."""

    text: str
    snippet: str

    def wrapped(self, before: str, after: str) -> "InsertedText":
        return InsertedText(before + self.text + after, escaped(before) + self.snippet + escaped(after))


def escaped(text: str) -> str:
    """Text that is not a placeholder in a snippet."""
    return _SPECIAL.sub(r"\\\g<0>", text)


def filters(cursor: CursorContext, names: Iterable[str]) -> Callable[[str], str]:
    """What an editor compares with the text that is there, for each name of a closed set.

    Where it would show none of them, as for `en_US`, what is there is wrong, and each is to be shown in its place.
    """
    typed = cursor.typed
    if any(is_shown(typed.removeprefix(cursor.quote), name) for name in names):
        return lambda name: cursor.quote + name
    return lambda name: f"{typed} {name}"


def is_shown(typed: str, name: str) -> bool:
    """Whether an editor shows a name for what is typed: all its letters in order, the first where a word starts."""
    letters = typed.lower().strip()
    starts = [at for at, letter in enumerate(name) if not letters or letter.lower() == letters[0]]
    return not letters or any(_follow(letters[1:], name.lower(), at + 1) for at in starts if _is_start(name, at))


def _is_start(name: str, at: int) -> bool:
    return at == 0 or not name[at - 1].isalnum() or (name[at].isupper() and not name[at - 1].isupper())


def _follow(letters: str, name: str, at: int) -> bool:
    for letter in letters:
        at = name.find(letter, at) + 1
        if not at:
            return False
    return True


def value_of(cursor: CursorContext, node: SchemaNode, example: str = "") -> InsertedText:
    """A possible value for a key of this kind, with the cursor in it."""
    if node.is_flag:
        words = ("false", "true") if node.effective else ("true", "false")
        if cursor.path and cursor.path[0] != "type":  # the other one is the default
            return InsertedText(words[0], words[0])
        return InsertedText(words[0], f"${{1|{','.join(words)}|}}")
    quote = quotes(cursor)
    if node.enum:
        shown = [each for each in node.enum if each != node.effective]
        return InsertedText(f"{quote}{shown[0]}{quote}", f"{quote}${{1|{','.join(shown)}|}}{quote}")
    if node.is_list:
        return InsertedText("[]", f"[{quote}$1{quote}]")
    if node.is_table:
        return InsertedText("{}", "{$1}" if cursor.is_json else "{ $1 }")
    return InsertedText(f"{quote}{example}{quote}", f"{quote}${{1:{escaped(example)}}}{quote}")


def pair(cursor: CursorContext, name: str, value: InsertedText) -> InsertedText:
    """A key with its value."""
    if cursor.is_json:
        return value.wrapped(f"{key_text(name, Style.JSON)}: ", "")
    return value.wrapped(f"{key_text(name)}{equals(cursor)}", "")


def equals(cursor: CursorContext) -> str:
    """The equals sign with the blanks that the document has around it."""
    return cursor.subject.document.derived(_equals_in)


def _equals_in(document: Document) -> str:
    match = _EQUALS.search(document.source[:_SAMPLE])
    return match[1].decode() if match and b"\n" not in match[1] and len(match[1]) <= len("  =  ") else " = "


def quotes(cursor: CursorContext) -> str:
    """The quotes that the document prefers."""
    if cursor.is_json:
        return '"'
    return cursor.subject.document.derived(_quotes_in)


def _quotes_in(document: Document) -> str:
    sample = document.source[:_SAMPLE]
    return "'" if len(_SINGLE.findall(sample)) > len(_DOUBLE.findall(sample)) else '"'


def text_of(cursor: CursorContext, value: str, kind: Format = Format.PLAIN) -> str:
    """A string as it is written here, in the quotes that are already typed."""
    if cursor.is_json:
        return json.dumps(value, ensure_ascii=False)
    typed = cursor.quote
    if kind is Format.REGEX and typed != "'" and "\\" in value:
        return pattern_text(value, Syntax.TOML)
    return string_text(value, _style(typed or quotes(cursor)))


def _style(quote: str) -> Style:
    return Style.LITERAL if quote == "'" else Style.BASIC


def separated(cursor: CursorContext, written: InsertedText) -> tuple[InsertedText, tuple[Edit, ...]]:
    """With the comma that a member of braces or brackets needs after it, and the one that the last one lacks."""
    container = cursor.place.container
    if container is None:
        return written, ()
    ahead = cursor.source[cursor.ahead - 1 : cursor.ahead]
    touching = cursor.ahead == cursor.replaced.start
    behind = cursor.source[cursor.replaced.end : cursor.replaced.end + 1]
    missing = ahead not in (b"{", b"[", b",")
    opened = ahead == b"{" and touching and not cursor.is_json
    before = " " if opened or (touching and (missing or ahead == b",")) else ""
    after = ""
    if cursor.behind not in (b"", b"}", b"]", b","):
        after = "," if behind.isspace() else ", "
    elif opened and behind == b"}":
        after = " "
    elif not missing and _is_on_own_line(cursor, container):
        after = ","
    if missing and touching:  # two edits at one place have no order
        return written.wrapped(f",{before}", after), ()
    return written.wrapped(before, after), (Edit(Span.at(cursor.ahead), ","),) if missing else ()


def _is_on_own_line(cursor: CursorContext, container: Array | Table) -> bool:
    """Whether a list has one item per line, with a comma after the last one as well."""
    if cursor.is_json or not isinstance(container, Array) or cursor.behind != b"]":
        return False
    before = cursor.source[cursor.ahead : cursor.replaced.start]
    after = cursor.source[cursor.replaced.end : cursor.tree.span(container).end]
    return b"\n" in before and b"\n" in after


def may_begin_section(cursor: CursorContext) -> bool:
    """Whether a header may be written at the cursor, alone on its line, with no key below that would change tables."""
    place = cursor.place
    if place.part is not PlacePart.KEY or place.container is not None or cursor.is_json:
        return False
    member = cursor.member
    if member is not None and (member.equals is not None or len(member.keys) > 1):
        return False
    rest = cursor.source[cursor.replaced.end :].partition(b"\n")[2].lstrip()
    while rest.startswith(b"#"):
        rest = rest.partition(b"\n")[2].lstrip()
    return rest[:1] in (b"", b"[")


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
