"""Fixes for a duplicate key or table: remove one of the two, or merge them."""

from collections.abc import Iterator, Sequence

from waypost.config import edit
from waypost.config.parse import Array, Entry, Member, SyntaxFault, Table, Tree, Value, plain
from waypost.config.parse.sections import Section
from waypost.config.parse.toml_statements import Header
from waypost.config.parse.toml_tree import TomlTree
from waypost.results import Edit, Fix
from waypost.text import Span


def merges(fault: SyntaxFault, tree: Tree) -> Iterator[Fix]:
    """The fixes of a duplicate; `first` is the definition that the error refers to."""
    if not fault.related or not tree.is_text:
        return
    first = fault.related[0][0]
    if fault.code == "duplicate-table":
        yield from _of_tables(tree, first, fault.span)
    else:
        yield from _of_keys(tree, first, fault.span)


def _of_keys(tree: Tree, first: Span, second: Span) -> Iterator[Fix]:
    one, two = (tree.at(span.start).member for span in (first, second))
    if one is None or two is None or one is two:
        return
    edits = tuple(_merged_lists(tree, one.value, two.value, two))
    if plain(one.value) == plain(two.value):
        yield from _removal(tree, two, "Remove this repetition", preferred=True)
    elif edits:
        yield Fix("Merge into the first list", edits)
    else:
        yield from _removal(tree, two, "Remove this one")
        yield from _removal(tree, one, "Remove the first one")


def _removal(tree: Tree, member: Member, title: str, *, preferred: bool = False) -> Iterator[Fix]:
    edits = tuple(edit.remove_entry(tree, member))
    if edits:
        yield Fix(title, edits, preferred=preferred)


def _merged_lists(tree: Tree, one: Value, two: Value, repeated: Member | Entry) -> Sequence[Edit]:
    """Append the items of the second list that the first one lacks to the first."""
    if not isinstance(one, Array) or not isinstance(two, Array) or not (one.closed and two.closed):
        return []
    there = plain(one)
    texts = [tree.span(item).of(tree.source).decode() for item in two.items if plain(item) not in there]
    removed = edit.remove_entry(tree, repeated)
    return [*removed, *(edit.append_items(tree, one, texts) if texts else [])] if removed else []


def _of_tables(tree: Tree, first: Span, second: Span) -> Iterator[Fix]:
    one, two = _section(tree, first), _section(tree, second)
    if one is None or two is None or one is two or one.problems or two.problems:
        return
    moved = _moved(tree, one, two)
    if moved is not None:
        yield Fix("Merge into the first table", moved)
        return
    for title, kept in (("keeping its values", one), ("keeping these values", two)):
        moved = _moved(tree, one, two, kept)
        if moved is not None:
            yield Fix(f"Merge into the first table, {title}", moved)


def _section(tree: Tree, span: Span) -> Section | None:
    """The section whose header contains a name, if it is the last name there."""
    statement = tree.statement_at(span.start)
    if not isinstance(tree, TomlTree) or not isinstance(statement, Header) or statement.double:
        return None
    is_last = tree.span(statement.keys[-1]) == span
    return next((each for each in tree.sections if is_last and each.header is statement), None)


def _moved(tree: Tree, one: Section, two: Section, kept: Section | None = None) -> tuple[Edit, ...] | None:
    """The lines of the second section after those of the first.

    If both set a key to different values, the value in `kept` stays; None if neither is chosen or one is a table.
    """
    edits: list[Edit] = []
    dropped: set[int] = set()
    for name in one.entries.keys() & two.entries.keys():
        first, again = one.entries[name], two.entries[name]
        if plain(first.value) != plain(again.value):
            merged = _merged_lists(tree, first.value, again.value, again)
            if not merged and (kept is None or isinstance(first.value, Table) or isinstance(again.value, Table)):
                return None
            if not merged and kept is two:
                edits += edit.remove_entry(tree, first)
                continue
            edits += merged[1:]
        dropped.add(id(again.statement))
    text = b"".join(each.text for each in two.statements[1:] if id(each) not in dropped)
    lines = edit.lines_of(text.strip(b"\r\n"))
    start, last = tree.start(two.statements[0]), two.statements[-1]
    if last is tree.statements[-1]:  # the blank lines before it would be left at the end
        start = edit.line_after(tree.source, len(tree.source[:start].rstrip(b"\r\n")))
    at = edit.line_after(tree.source, tree.start(one.last) + len(one.last.text.rstrip()))
    return (*edits, Edit(Span(start, tree.start(last) + len(last.text)), ""), *edit.insert_lines(tree, at, lines))
