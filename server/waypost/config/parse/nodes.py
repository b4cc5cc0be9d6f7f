"""The nodes of a configuration, the same for TOML and JSON, and what is at an offset of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final, NamedTuple, Protocol

from waypost.config.parse import strings

# Anything nested more deeply, as by a key of thousands of names, is left out.
_DEEPEST: Final = 200


class ScalarKind(StrEnum):
    """The type of a plain value."""

    STRING = "string"
    INTEGER = "integer"
    FLOAT = "float"
    BOOLEAN = "boolean"
    DATETIME = "datetime"
    NULL = "null"


class Style(StrEnum):
    """How a string or a key is written; `BARE` is without quotes."""

    BARE = "bare"
    BASIC = "basic"
    LITERAL = "literal"
    MULTILINE_BASIC = "multiline-basic"
    MULTILINE_LITERAL = "multiline-literal"
    JSON = "json"


class Form(StrEnum):
    """How a table was defined."""

    ROOT = "root"
    HEADER = "header"  # [a.b]
    ELEMENT = "array-element"  # [[a.b]]
    IMPLICIT = "implicit"  # `a` of [a.b], as long as there is no [a]
    DOTTED = "dotted"  # `a` of a.b = 1
    INLINE = "inline"  # {…}, and every JSON object


class Statement:
    """A piece of the document that is read separately; the document is a sequence of statements.

    TOML: a key with its value, a header, a comment or blank line. JSON: the document as a whole,
    and separately each plain `"word": "correction",` line.
    """

    __slots__ = ("__weakref__", "text")

    def __init__(self, text: bytes) -> None:
        self.text = text

    @property
    def problems(self) -> "tuple[PieceProblem, ...]":
        """The errors of this statement by itself."""
        return ()

    @property
    def reach(self) -> int:
        """How far after its start the reader looked: text that changes beyond that cannot change this statement."""
        return len(self.text)


class Placed(Protocol):
    """Anything with a position in a statement."""

    @property
    def statement(self) -> Statement: ...
    @property
    def start(self) -> int: ...
    @property
    def end(self) -> int: ...


@dataclass(slots=True, eq=False)
class SourcePiece:
    """A range of a statement."""

    statement: Statement
    start: int
    end: int


@dataclass(slots=True, eq=False)
class Key(SourcePiece):
    """One part of a key; `start:end` includes its quotes."""

    name: str
    style: Style = Style.BARE

    @property
    def quoted(self) -> bool:
        return self.style is not Style.BARE


@dataclass(slots=True, eq=False)
class Scalar(SourcePiece):
    """A plain value. `closed` is False for a string without its end; `broken` is set if its text is invalid."""

    kind: ScalarKind
    value: Any
    style: Style = Style.BARE
    closed: bool = True
    broken: bool = False

    @property
    def is_string(self) -> bool:
        return self.kind is ScalarKind.STRING

    @property
    def inner(self) -> SourcePiece:
        """The text between the quotes; the whole value if there are none."""
        opening, closing = strings.quote_lengths(self.statement.text[self.start : self.end], self.style, self.closed)
        return SourcePiece(self.statement, self.start + opening, self.end - closing)

    def part(self, start: int, end: int) -> SourcePiece:
        """Where characters `start:end` of the decoded value are written, including escapes."""
        inner = self.inner
        raw = self.statement.text[inner.start : inner.end]
        first, last = strings.source_range(raw, self.style, start, end)
        return SourcePiece(self.statement, inner.start + first, inner.start + last)


@dataclass(slots=True, eq=False)
class Missing(SourcePiece):
    """A missing value; the range is empty."""


@dataclass(slots=True, eq=False)
class Bad(SourcePiece):
    """Text that is not a value, where one is expected. It has been reported."""


@dataclass(slots=True, eq=False)
class Array(SourcePiece):
    """A list. Tables of `[[…]]` are also its items; `start:end` is then the first header."""

    items: "list[Value]" = field(default_factory=list)
    closed: bool = True
    of_tables: bool = False


@dataclass(slots=True, eq=False)
class Table(SourcePiece):
    """A table or object, in any syntax and any number of places.

    `start:end` is the braces, or the first place that names it; with `last`, the range extends to the end of that
    statement: a header's table contains everything up to its last entry.
    """

    form: Form
    entries: "dict[str, Entry]" = field(default_factory=dict)
    closed: bool = True
    last: Statement | None = None
    # Braces only: their content as written, including duplicates and half-typed keys.
    members: "list[Member | Entry]" = field(default_factory=list)

    def get(self, name: str) -> "Value | None":
        entry = self.entries.get(name)
        return entry.value if entry else None

    def find(self, *path: str) -> "Entry | None":
        """The entry at a path of names below this table."""
        table: Value | None = self
        entry = None
        for name in path:
            entry = table.entries.get(name) if isinstance(table, Table) else None
            if entry is None:
                return None
            table = entry.value
        return entry


Value = Scalar | Array | Table | Missing | Bad


@dataclass(slots=True, eq=False)
class Member(SourcePiece):
    """A key and its value as written, in a line or in braces; `equals` is where `=` or `:` ends, if it exists.

    A key part that is not typed yet (`default.`) is included with an empty name.
    """

    keys: tuple[Key, ...]
    equals: int | None
    value: Value
    # Its entry in a table, kept once it has one: entries are compared by identity between versions.
    entry: "Entry | None" = field(default=None, repr=False, compare=False)

    @property
    def is_whole(self) -> bool:
        return self.equals is not None and all(key.name or key.quoted for key in self.keys)


class Entry:
    """A key with its value in a table. `start:end` goes from the first part of its key to the end of its value.

    A table that is named in several places (headers, dotted keys) has each of them in `keys`, in that order.
    """

    __slots__ = ()

    @property
    def name(self) -> str:
        raise NotImplementedError

    @property
    def statement(self) -> Statement:
        raise NotImplementedError

    @property
    def start(self) -> int:
        raise NotImplementedError

    @property
    def end(self) -> int:
        raise NotImplementedError

    @property
    def keys(self) -> Sequence[Key]:
        raise NotImplementedError

    @property
    def value(self) -> Value:
        raise NotImplementedError

    @property
    def key(self) -> Key:
        return self.keys[0]


@dataclass(frozen=True, slots=True)
class PieceProblem:
    """A syntax error at a piece of a statement; `code` is for tests and for rules that report more about it."""

    code: str
    message: str
    piece: SourcePiece
    related: tuple[tuple[SourcePiece, str], ...] = ()
    fix: "SyntaxFix | None" = None


@dataclass(frozen=True, slots=True)
class SyntaxFix:
    """A possible fix of a syntax error: pieces and their replacements."""

    title: str
    edits: tuple[tuple[SourcePiece, str], ...]


def plain(value: Value | None, levels: int = _DEEPEST) -> Any:
    """The value as Python data, as in JSON; missing or invalid parts are left out; None if nothing is left."""
    if isinstance(value, Scalar):
        return value.value
    if isinstance(value, Array) and levels:
        return [plain(item, levels - 1) for item in value.items if not isinstance(item, Missing | Bad)]
    if isinstance(value, Table) and levels:
        return plain_entries(value.entries, levels - 1)
    return None


def plain_entries(entries: Mapping[str, Entry], levels: int = _DEEPEST) -> dict[str, Any]:
    kept = ((name, entry.value) for name, entry in entries.items() if not isinstance(entry.value, Missing | Bad))
    return {name: plain(value, levels) for name, value in kept}


Path = tuple[str | int, ...]


class PlacePart(StrEnum):
    """What can be typed at a place, or is being typed."""

    HEADER = "header"  # a name between the brackets of [a.b]
    KEY = "key"  # a key, at the start of a line or in braces
    VALUE = "value"  # a value, after `=` or `:`, or as an item of a list
    COMMENT = "comment"
    AFTER = "after"  # after a finished value, key or header: only a sign or a comment may follow


class CursorPlace(NamedTuple):
    """A place in a document.

    `path` leads to what is here: for a value its own path; for a key the table that the key belongs to, including
    dotted parts before the cursor; for a header the names before the cursor. List positions are numbers.
    `key` or `value` is at the cursor, `member` is what that belongs to, `container` the brackets around it.
    """

    part: PlacePart
    path: Path
    statement: Statement
    key: Key | None = None
    value: Value | None = None
    member: Member | None = None
    container: Table | Array | None = None
