"""Actions at a place, apart from fixes: silence a rule, sort a list, move a key, add a type; and the layout."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby, islice, pairwise
from typing import Final

from waypost.config import edit
from waypost.config.files.folder import count_types, present_types, reach
from waypost.config.model.cursor_context import CursorContext
from waypost.config.model.schema import matching, word_tables
from waypost.config.model.subject import Subject
from waypost.config.model.tables import table_name
from waypost.config.parse import Array, Entry, Member, PlacePart, Statement, Syntax, Table, Tree, Value
from waypost.config.parse.entries import PlainLine
from waypost.config.parse.toml_statements import Blank, Header, Pair, Section
from waypost.config.parse.toml_tree import TomlTree
from waypost.config.typos.filetype import type_of
from waypost.markup import noun
from waypost.results import Action, ActionKind, Diagnostic, Edit
from waypost.rules import RULES
from waypost.text import Span
from waypost.text.encoding import decode
from waypost.workspace import FileCounts
from waypost.workspace.uris import named_by


def silence_actions(subject: Subject, span: Span, found: Sequence[Diagnostic]) -> Iterator[Action]:
    """One for each rule that reports something in the selection, but for what typos refuses. JSON has no comments."""
    if subject.is_json:
        return
    told: set[str] = set()
    for each in found:
        if RULES[each.rule].is_refusal or each.rule in told or not each.span.meets(span):
            continue
        edit = _comment(subject, each)
        if edit is not None:
            told.add(each.rule)
            yield Action(f"Silence `{each.rule}` on this line", ActionKind.QUICK_FIX, (edit,), diagnostic=each)


def _comment(subject: Subject, found: Diagnostic) -> Edit | None:
    source = subject.tree.source
    end = source.find(b"\n", found.span.end)
    end = len(source) if end < 0 else end - (source[end - 1 : end] == b"\r")
    text = f"waypost: ignore[{found.rule}]"
    place = subject.tree.at(end)
    if place.part is PlacePart.COMMENT:
        return Edit(Span.at(end), f" # {text}")
    if place.value is not None and end < subject.tree.span(place.value).end:  # in a multi-line string
        return None
    return Edit(Span.at(len(source[:end].rstrip(b" \t"))), f"  # {text}")


_Entry = tuple[Statement, ...]


def sort_actions(subject: Subject, span: Span) -> Iterator[Action]:
    """For the word tables with a header in the selection."""
    tree = subject.tree
    if not isinstance(tree, TomlTree):
        return
    for section, path in zip(tree.sections, tree.paths, strict=True):
        if section.header is None or not path or path[-1] not in word_tables():
            continue
        last = section.statements[-1]
        if span.meets(Span(tree.start(section.statements[0]), tree.start(last) + len(last.text))):
            edits = tuple(edit for group in _groups(section.statements[1:]) for edit in _sorted(tree, group))
            if edits:
                yield Action("Sort this word list", ActionKind.REWRITE, edits)


def _groups(statements: Sequence[Statement]) -> Iterator[list[Statement]]:
    """The lines between blank ones: people set groups apart for a reason."""
    return (list(group) for is_blank, group in groupby(statements, lambda each: not each.text.strip()) if not is_blank)


def _sorted(tree: Tree, group: Sequence[Statement]) -> Iterator[Edit]:
    entries = _entries(group)
    wanted = sorted(entries, key=_order)
    if wanted == entries:
        return
    before = b"".join(each.text for each in group)
    newline = b"\r\n" if b"\r\n" in before else b"\n"
    after = b"".join(each.text.removesuffix(b"\n").removesuffix(b"\r") + newline for one in wanted for each in one)
    start = tree.start(group[0])
    yield Edit(
        Span(start, start + len(before)), decode(after if before.endswith(b"\n") else after.removesuffix(newline))
    )


def _entries(group: Sequence[Statement]) -> list[_Entry]:
    """The group's entries, each with the comments above it; none if something in it must not be moved."""
    entries: list[_Entry] = []
    comments: list[Statement] = []
    for each in group:
        if isinstance(each, Blank):
            comments.append(each)
        elif isinstance(each, PlainLine) or (isinstance(each, Pair) and not each.problems):
            entries.append((*comments, each))
            comments = []
        else:
            return []
    return [] if comments else entries


def _order(entry: _Entry) -> tuple[str, str]:
    last = entry[-1]
    assert isinstance(last, PlainLine | Pair), "an entry is a line or a pair"
    name = last.name if isinstance(last, PlainLine) else ".".join(key.name for key in last.member.keys)
    return name.lower(), name


_MOST_TABLES = 6


def move_actions(subject: Subject, span: Span) -> Iterator[Action]:
    """For the key at the start of the selection: the other tables that could contain it and do not."""
    cursor = CursorContext(subject, span.start)
    key = cursor.place.key
    if cursor.prefix is None or key is None or cursor.member is None or not subject.tree.is_text:
        return
    entry = subject.entry(*map(str, (*cursor.path, key.name)))
    if entry is None or key is not cursor.member.keys[-1]:
        return
    for path in list(_others(subject, tuple(map(str, cursor.path)), entry))[:_MOST_TABLES]:
        edits = tuple(edit.move_entry(subject.tree, cursor.prefix, entry, (*path, entry.name)))
        if edits:
            there = table_name((*cursor.prefix, *path), is_json=subject.is_json)
            yield Action(f"Move `{entry.name}` to {there}", ActionKind.REWRITE, edits)


def _others(subject: Subject, path: tuple[str, ...], entry: Entry) -> Iterator[tuple[str, ...]]:
    if not (path == ("default",) or (len(path) == 2 and path[0] == "type")):  # noqa: PLR2004 - a type's path
        return
    types = subject.entry("type")
    names = types.value.entries if types and isinstance(types.value, Table) else {}
    for other in (("default",), *(("type", name) for name in names)):
        there = subject.entry(*other, entry.name)
        if other != path and there is None and matching((*other, entry.name)) is not None:
            yield other


_MOST_TYPES = 8


def type_actions(subject: Subject, span: Span) -> Iterator[Action]:
    """Where a table can be added, a type for each kind of file that has no table yet; the most common kind first."""
    if span.length or not subject.held or not _is_between(subject, span.start):
        return
    offered = ((name, tuple(_added(subject, name)), count) for name, count in _present(subject).items())
    for name, edits, count in islice((each for each in offered if each[1]), _MOST_TYPES):
        files = f" ({count} {noun(count, 'file')} here)" if count else ""
        yield Action(f"Add type `{name}`{files}", ActionKind.REWRITE, edits)


def _is_between(subject: Subject, offset: int) -> bool:
    """Whether the cursor is on a header or an empty line or, in JSON, outside all inner tables."""
    cursor = CursorContext(subject, offset)
    if subject.is_json:
        return len(cursor.path) <= 1
    line_start = cursor.source.rfind(b"\n", 0, offset) + 1
    line = cursor.source[line_start:].partition(b"\n")[0]
    return cursor.place.part is PlacePart.HEADER or (not line.strip() and cursor.place.container is None)


def _present(subject: Subject) -> Mapping[str, int]:
    """The types without a table, each with its number of files if that is known, and those of open files."""
    place = reach(subject)
    counted: Mapping[str, int] = {}
    if place is not None:
        counts = subject.workspace.services.of(FileCounts)
        known = present_types(counts, place)
        if known is None:
            subject.workspace.services.defer_hints(partial(count_types, counts, place))
            known = present_types(counts, place)
        counted = known or {}
    names = [*counted, *_open_types(subject)]
    return {name: counted.get(name, 0) for name in names if subject.entry("type", name) is None}


def _open_types(subject: Subject) -> Iterator[str]:
    found: Counter[str] = Counter()
    for document in subject.workspace.open.values():
        match = type_of(named_by(document.uri).name, subject.config)
        if match is not None and document.uri != subject.document.uri:
            found[match.name] += 1
    return (name for name, _ in found.most_common())


def _added(subject: Subject, name: str) -> Iterator[Edit]:
    value = '{ "check-file": true }' if subject.tree.syntax is Syntax.JSON else "true"
    path = ("type", name) if subject.tree.syntax is Syntax.JSON else ("type", name, "check-file")
    yield from edit.insert_entry(subject.tree, subject.prefix, path, value)


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
    return _ended(f"{brackets[0]}{names}{brackets[1]}{_comment_behind(rest)}", written)


def _pair(tree: Tree, member: Member, start: int, written: str) -> str:
    """`key = value # comment`, with the value as it is written, but for the indents of a list."""
    keys = Span(tree.span(member.keys[0]).start, tree.span(member.keys[-1]).end).of(tree.source)
    value = tree.span(member.value)
    rest = decode(tree.source[value.end : start + len(written.encode())])
    return _ended(f"{decode(keys)} = {_value(tree, member.value)}{_comment_behind(rest)}", written)


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


def _comment_behind(rest: str) -> str:
    """The comment at the end of a line, at its old distance."""
    comment = rest.strip()
    gap = rest[: len(rest) - len(rest.lstrip())]
    return f"{gap or ' '}{comment}" if comment else ""


def _ended(line: str, like: str) -> str:
    return line + ("\r\n" if like.endswith("\r\n") else "\n" if like.endswith("\n") else "")


def actions(subject: Subject, span: Span, found: Sequence[Diagnostic]) -> Iterator[Action]:
    """The actions for a selection; `found` are the document's findings."""
    yield from silence_actions(subject, span, found)
    yield from sort_actions(subject, span)
    yield from move_actions(subject, span)
    yield from type_actions(subject, span)
    yield from layout_actions(subject, span)
