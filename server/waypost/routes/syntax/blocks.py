"""A Python source as a list of blocks: top-level statements, and the members of top-level classes.

Written by hand, because a whole-file parse cannot keep up with typing: after one key in 10,000 lines tree-sitter takes
15 ms, and 150 ms while a bracket is open. The text alone decides where a block starts: at a line without indentation
(or, in a class, with the indentation of its members) outside strings and brackets. A line that begins with `def`,
`class`, `import`, … starts one even inside an open bracket, so a half-typed call spoils only its own block.
A block does not know its place, so an edit keeps every block that it does not touch.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from itertools import accumulate, compress
from operator import is_not
from typing import Any, TypeVar

from tree_sitter import Node

from waypost.cancel import checkpoint
from waypost.routes.syntax.tree import parse
from waypost.text import AppliedEdit, Span
from waypost.text.derived import Deriving

T = TypeVar("T")

_LARGE_ENOUGH = 2_000
_BETWEEN_CHECKPOINTS = 500
# Prepended to a member of a class before it is parsed, so that its indentation is that of a class body.
_MEMBER_PREFIX = b"class _:\n"

# What a statement that is not indented begins with: mostly a word, or a decorator.
_BEGINS = rb"[@A-Za-z_(\[{\"'*\x80-\xff]"
# What may follow a line's end, so that a block may start there.
_LINE = rb"(?P<indent> [ \t]++ )? (?= " + _BEGINS + rb" ) (?(indent) (?= async[ \t] | def[ \t] | class[ \t(:] | @ ) )"
_NO_LINE = rb"(?! " + _BEGINS + rb" | [ \t]++ (?: async[ \t] | def[ \t] | class[ \t(:] | @ ) )"
# Everything up to the next relevant bracket or line is one match: a loop over strings would be the slowest part.
# No group in it is possessive or atomic: before 3.11.5, Python mishandles those that may backtrack.
_TOKEN = re.compile(
    rb"""
    (?: [^\r\n"'\#()\[\]{}\\]++
      | \( [^\r\n"'\#()\[\]{}\\]*+ \) | \[ [^\r\n"'\#()\[\]{}\\]*+ \] | \{ [^\r\n"'\#()\[\]{}\\]*+ \}
      | \#[^\r\n]*+
      | \"{3} [^"\\]*+ (?: (?: \\(?s:.) | "(?!"") ) [^"\\]*+ )* (?: \"{3} | \\?\Z )
      | '{3}  [^'\\]*+ (?: (?: \\(?s:.) | '(?!'') ) [^'\\]*+ )* (?: '{3}  | \\?\Z )
      | " [^"\\\r\n]*+ (?: \\(?: \r\n | (?s:.) ) [^"\\\r\n]*+ )* "?
      | ' [^'\\\r\n]*+ (?: \\(?: \r\n | (?s:.) ) [^'\\\r\n]*+ )* '?
      | \\ (?: \r\n | \n | \r(?!\n) )?
      | (?: \r\n | \n | \r(?!\n) ) """
    + _NO_LINE
    + rb"""
    )*
    (?: (?P<open> [(\[{] )
      | (?P<close> [)\]}] )
      | (?P<line> (?: \r\n | \n | \r(?!\n) ) """
    + _LINE
    + rb""" )
      | \Z )
    """,
    re.VERBOSE,
)
# Begins a statement even if a bracket was left open.
_HARD = re.compile(rb"(?:async[ \t]+)?def[ \t]+\w|class[ \t]+\w|import[ \t]+\w|from[ \t]+[\w.]+[ \t]+import\b|@\w")
_CONTINUES = re.compile(rb"(?:else|elif|except|finally)\b")
_HEADER = re.compile(rb"(?:(?:async[ \t]+)?def|(class))[ \t]+(\w+)")


_LONGEST_NAME = 80
_WORDS = bytes(byte if byte >= 0x80 or chr(byte).isalnum() or chr(byte) == "_" else ord(" ") for byte in range(256))  # noqa: PLR2004 - ASCII's end


def called_in(source: bytes) -> frozenset[bytes]:
    """The words before an opening bracket, which include the last names of everything that is called."""
    before = (text[-_LONGEST_NAME:] for text in source.split(b"(")[:-1])
    return frozenset(text.translate(_WORDS).rstrip().rpartition(b" ")[2] for text in before)


class BlockKind(StrEnum):
    """What a block contains."""

    PLAIN = "plain"
    FUNCTION = "function"
    CLASS = "class"
    MEMBER = "member"


@dataclass(frozen=True, eq=False)
class Block(Deriving):
    """A piece of source that is parsed by itself."""

    kind: BlockKind
    text: bytes
    # The name its `def` or `class` binds; empty for plain statements.
    name: str = ""
    # The indentation that a member shares with the other members.
    indent: bytes = field(default=b"", repr=False)

    @property
    def prefix(self) -> int:
        """How many bytes precede the text when it is parsed."""
        return len(_MEMBER_PREFIX) if self.kind is BlockKind.MEMBER else 0

    @cached_property
    def root(self) -> Node:
        return parse(_MEMBER_PREFIX + self.text if self.prefix else self.text)


class Blocks:
    """The blocks of one version of a source, and where each starts."""

    def __init__(self, blocks: list[Block], each: Mapping[Callable[[Block], Any], Sequence[Any]] | None = None) -> None:
        self._blocks = blocks
        # The classes of blocks that were asked about.
        self._classes: dict[int, int | None] = {}
        self._each = dict(each or {})
        self.starts = list(accumulate(self.each(_length), initial=0))

    @classmethod
    def of(cls, source: bytes) -> "Blocks":
        return cls(list(_with_checkpoints(block for _, block in _split(source, 0, _State()))))

    def __len__(self) -> int:
        return len(self._blocks)

    def __getitem__(self, index: int) -> Block:
        return self._blocks[index]

    def __iter__(self) -> Iterator[Block]:
        return _with_checkpoints(self._blocks)

    def each(self, of: Callable[[Block], T]) -> Sequence[T]:
        """What a pure function gives for every block; after an edit, it is asked only about those there."""
        known = self._each.get(of)
        if known is None:
            known = self._each[of] = [of(block) for block in self]
        return known

    def span(self, index: int) -> Span:
        """The span of a block."""
        return Span(self.starts[index], self.starts[index + 1])

    def at(self, offset: int) -> int:
        """The index of the block that contains `offset`."""
        return max(0, min(bisect_right(self.starts, offset) - 1, len(self._blocks) - 1))

    def node_at(self, offset: int) -> Node:
        """The innermost node of the tree that contains the byte at an offset."""
        index = self.at(offset)
        block = self[index]
        inside = block.prefix + offset - self.starts[index]
        return block.root.descendant_for_byte_range(inside, inside + 1) or block.root

    def class_of(self, index: int) -> int | None:
        """The index of the class that block `index` is a member, or the head, of."""
        if index not in self._classes:
            self._classes[index] = self._class_of(index)
        return self._classes[index]

    def _class_of(self, index: int) -> int | None:
        while index >= 0 and self._blocks[index].kind is BlockKind.MEMBER:
            index -= 1
            if index in self._classes:
                return self._classes[index]
        return index if index >= 0 and self._blocks[index].kind is BlockKind.CLASS else None

    def edited(self, source: bytes, edit: AppliedEdit) -> "Blocks":
        """The blocks of `source`, which `edit` made from this text: exactly those of a fresh split."""
        if not self._blocks:
            return Blocks.of(source)
        first = max(0, self.at(edit.start) - 1)
        delta = edit.new_end - edit.old_end
        state = self._state_at(first)
        new: list[Block] = []
        for start, block in _split(source, self.starts[first], state):
            index = self._starting_at(start - delta) if start >= edit.new_end else None
            if index is not None and self._same_state(index, block):
                return self._with(new, first, index)
            new.append(self._known(first, len(new), block))
        return self._with(new, first, len(self))

    def _with(self, new: list[Block], first: int, after: int) -> "Blocks":
        """The blocks with new ones in place of some."""
        each = {of: [*known[:first], *map(of, new), *known[after:]] for of, known in self._each.items()}
        return Blocks([*self._blocks[:first], *new, *self._blocks[after:]], each)

    def _starting_at(self, offset: int) -> int | None:
        """The index of the block that starts at an offset."""
        index = bisect_left(self.starts, offset)
        return index if index < len(self._blocks) and self.starts[index] == offset else None

    def changed_from(self, old: "Blocks") -> tuple[range, range]:
        """The blocks that are no longer there, by their old indexes, and those that are new."""
        shorter = min(len(old), len(self))
        before, after = old._blocks, self._blocks  # noqa: SLF001 - its own kind
        first = _first_difference(before, after, shorter)
        same = _first_difference(reversed(before), reversed(after), shorter - first)
        return range(first, len(old) - same), range(first, len(self) - same)

    def _known(self, first: int, behind: int, block: Block) -> Block:
        """The old block instead of an equal new one, because it already has its tree."""
        old = self._blocks[first]
        same = not behind and (old.kind, old.text, old.indent) == (block.kind, block.text, block.indent)
        return old if same else block

    def _state_at(self, index: int) -> "_State":
        block = self._blocks[index]
        return _State(block.kind is BlockKind.MEMBER, block.indent)

    def _same_state(self, index: int, block: Block) -> bool:
        """Whether the text from block `index` on splits as before: a member must have the same indentation."""
        return self._blocks[index].kind is block.kind and self._blocks[index].indent == block.indent


def _length(block: Block) -> int:
    return len(block.text)


def _first_difference(old: Iterable[Block], new: Iterable[Block], length: int) -> int:
    """How many blocks are the same at the start, of so many."""
    return next(compress(range(length), map(is_not, old, new)), length)


@dataclass(frozen=True, slots=True)
class _State:
    """What a split must know about the text before it: whether it is in a class, and its members' indentation."""

    member: bool = False
    indent: bytes = b""


def _split(source: bytes, start: int, state: _State) -> Iterator[tuple[int, Block]]:
    """The blocks from `start` on, each once the next one's start is known."""
    member, indent = state.member, state.indent
    for end in _ends(source, start, state):
        text = source[start:end]
        block = _block(text, indent if member else b"")
        yield start, block
        start = end
        margin = _margin(source, end)
        member = bool(margin)
        indent = margin


def _with_checkpoints(blocks: Iterable[Block]) -> Iterator[Block]:
    for number, block in enumerate(blocks):
        if number % _BETWEEN_CHECKPOINTS == 0:
            checkpoint()
        yield block


def _margin(source: bytes, at: int) -> bytes:
    end = at
    while source[end : end + 1] in (b" ", b"\t"):
        end += 1
    return source[at:end]


def _block(text: bytes, indent: bytes) -> Block:
    header = _header(text, indent)
    name = header[2].decode("utf-8", "replace") if header else ""
    if indent:
        return Block(BlockKind.MEMBER, text, name, indent)
    if header is None:
        return Block(BlockKind.PLAIN, text)
    return Block(BlockKind.CLASS if header[1] else BlockKind.FUNCTION, text, name)


def _header(text: bytes, indent: bytes) -> re.Match[bytes] | None:
    """The `def` or `class` of a block, without its decorators."""
    if not text[len(indent) :].startswith(b"@"):
        return _HEADER.match(text, len(indent))
    return re.search(rb"(?:\A|[\r\n])" + re.escape(indent) + _HEADER.pattern, text)


def _ends(source: bytes, start: int, state: _State) -> Iterator[int]:
    """Where each block ends; the last one ends at the end of the source."""
    scan = _Scan(source, start, state)
    depth = 0
    for token in _TOKEN.finditer(source, start):
        group = token.lastgroup
        if group is None:
            continue
        if group == "open":
            depth += 1
        elif group == "close":
            depth = max(0, depth - 1)
        else:
            depth, end = scan.line(token, depth)
            if end is not None:
                yield end
    if scan.start < len(source) or not source:
        yield len(source)


class _Scan:
    """Decides which lines start a block, given the block so far."""

    def __init__(self, source: bytes, start: int, state: _State) -> None:
        self.source = source
        self.start = start
        self.in_class = state.member or self._is_class(start)
        self.indent = state.indent
        self.decorated = source.startswith(b"@", start + len(self.indent))

    def line(self, token: re.Match[bytes], depth: int) -> tuple[int, int | None]:
        """The bracket depth after a line's start, and the offset of the block that it starts, if any."""
        at = token.end()
        hard = _HARD.match(self.source, at)
        indent = token["indent"] or b""
        if indent:
            return self._member(at, indent, depth, hard=bool(hard) and self.source[at] != ord("@"))
        if (depth and not hard) or _CONTINUES.match(self.source, at):
            return depth, None
        if self.decorated:
            self.decorated = self.source[at] == ord("@")
            self.in_class = self._is_class(at)
            return 0, None
        if not self._ends_here(at, hard=bool(hard)):
            return 0, None
        self.start, self.indent = at, b""
        self.in_class = self._is_class(at)
        self.decorated = self.source[at] == ord("@")
        return 0, at

    def _ends_here(self, at: int, *, hard: bool) -> bool:
        """Whether the statement at `at` starts a new block: simple ones are collected until there are enough."""
        starts_definition = hard and not self.source.startswith((b"import", b"from"), at)
        return starts_definition or self.in_class or self._defines or at - self.start >= _LARGE_ENOUGH

    @property
    def _defines(self) -> bool:
        return bool(self.source[self.start : self.start + 1] == b"@" or _HEADER.match(self.source, self.start))

    def _is_class(self, at: int) -> bool:
        return self.source.startswith((b"class ", b"class\t"), at)

    def _member(self, at: int, indent: bytes, depth: int, *, hard: bool) -> tuple[int, int | None]:
        if not self.in_class or (depth and not hard):
            return depth, None
        if self.indent and indent != self.indent:
            return (0 if hard else depth), None
        if self.indent and self.decorated:
            self.decorated = self.source[at] == ord("@")
            return 0, None
        self.indent = indent
        self.start = at - len(indent)
        self.decorated = self.source[at] == ord("@")
        return 0, self.start
