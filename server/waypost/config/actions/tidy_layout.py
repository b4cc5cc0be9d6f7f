"""Format the configuration, on request: blanks, blank lines and indents change; every key, value and comment stays."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from waypost.config.model.subject import Subject
from waypost.config.parse import Array, Member, Tree, Value
from waypost.config.parse.entries import PlainLine
from waypost.config.parse.sections import Section
from waypost.config.parse.toml_statements import Blank, Header, Pair
from waypost.config.parse.toml_tree import TomlTree
from waypost.results import Action, ActionKind, Edit
from waypost.text import Span
from waypost.text.encoding import decode

# The indent of a line between the items of a list, unless the line is empty or ends the list.
_INDENT: Final = re.compile(rb"(?<=\n)[ \t]*(?=[^ \t\r\n\]]|\Z)")
# White space at the end of a line, and before the bracket that ends the list on its own line.
_BLANKS: Final = re.compile(rb"(?<![ \t])[ \t]++(?=\r?\n)|(?<=\n)[ \t]++(?=\])")


def layout_actions(subject: Subject, span: Span) -> Iterator[Action]:
    """For the tables of the configuration, if the selection is in one; nothing if there is a syntax error."""
    if any(span.meets(_span(subject.tree, section)) for section in _own(subject)):
        edits = tuple(layout_edits(subject))
        if edits:
            yield Action("Format this configuration", ActionKind.REWRITE, edits)


def layout_edits(subject: Subject) -> Iterator[Edit]:
    """An edit for each line or list whose layout differs."""
    for section in _own(subject):
        yield from _edits(subject.tree, section)


def _own(subject: Subject) -> Sequence[Section]:
    """The parts of the document that belong to the configuration."""
    tree = subject.tree
    if not isinstance(tree, TomlTree) or not subject.held or tree.errors:
        return ()
    return [section for section in tree.sections if section.statements and _is_ours(subject, section)]


def _is_ours(subject: Subject, section: Section) -> bool:
    names = tuple(key.name for key in section.header.keys) if section.header else ()
    return any(names[: len(path)] == path for path, _ in subject.held)


def _span(tree: Tree, section: Section) -> Span:
    last = section.statements[-1]
    return Span(tree.start(section.statements[0]), tree.start(last) + len(last.text))


def _edits(tree: Tree, section: Section) -> Iterator[Edit]:
    before_is_blank = True
    for each in section.statements:
        start = tree.start(each)
        written = decode(each.text)
        is_blank = not written.strip()
        if is_blank and before_is_blank:
            wanted = ""
        elif isinstance(each, Header):
            wanted = _gap(tree, start, written) + _header(tree, each, written)
        elif isinstance(each, Pair | PlainLine):
            wanted = _pair(tree, each.member, start, written)
        else:
            wanted = _ended(written.strip(), written) if isinstance(each, Blank) else written
        if wanted != written:
            yield Edit(Span(start, start + len(each.text)), wanted)
        before_is_blank = is_blank


def _gap(tree: Tree, start: int, written: str) -> str:
    """A blank line before a header, unless it already has one, or a comment directly above it."""
    above = tree.source[tree.source.rfind(b"\n", 0, max(0, start - 1)) + 1 : start].strip()
    is_apart = not above or above.startswith(b"#")
    return "" if is_apart else _ended("", written)


def _header(tree: Tree, header: Header, written: str) -> str:
    brackets = ("[[", "]]") if header.double else ("[", "]")
    names = ".".join(decode(tree.span(key).of(tree.source)) for key in header.keys)
    rest = decode(header.text[header.end :])
    return _ended(f"{brackets[0]}{names}{brackets[1]}{_comment(rest)}", written)


def _pair(tree: Tree, member: Member, start: int, written: str) -> str:
    """`key = value # comment`, with the value as it is written, but for the indents of a list."""
    keys = Span(tree.span(member.keys[0]).start, tree.span(member.keys[-1]).end).of(tree.source)
    value = tree.span(member.value)
    rest = decode(tree.source[value.end : start + len(written.encode())])
    return _ended(f"{decode(keys)} = {_value(tree, member.value)}{_comment(rest)}", written)


def _value(tree: Tree, value: Value) -> str:
    span = tree.span(value)
    if not isinstance(value, Array):
        return decode(span.of(tree.source))
    spans = map(tree.span, value.items)
    ends = [span.start, *(end for item in spans for end in (item.start, item.end)), span.end]
    # The gaps, and between them the items: a text of several lines stays as it is.
    pieces = [tree.source[start:end] for start, end in pairwise(ends)]
    indent = next((found[0] for gap in pieces[::2] for found in _INDENT.finditer(gap)), b"") or b"  "
    pieces[::2] = [_INDENT.sub(indent, _BLANKS.sub(b"", gap)) for gap in pieces[::2]]
    return decode(b"".join(pieces))


def _comment(rest: str) -> str:
    """The comment at the end of a line, at its old distance."""
    comment = rest.strip()
    gap = rest[: len(rest) - len(rest.lstrip())]
    return f"{gap or ' '}{comment}" if comment else ""


def _ended(line: str, like: str) -> str:
    return line + ("\r\n" if like.endswith("\r\n") else "\n" if like.endswith("\n") else "")
