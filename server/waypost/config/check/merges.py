"""Fixes for a duplicate key or table: remove one of the two, or merge them."""

from collections.abc import Iterator

from waypost.config import edit
from waypost.config.parse import Array, Member, SyntaxFault, Tree, plain
from waypost.config.parse.sections import Section
from waypost.config.parse.toml_statements import Header
from waypost.config.parse.toml_tree import TomlTree
from waypost.results import Fix
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
    if plain(one.value) == plain(two.value):
        yield from _removal(tree, two, one, "Remove this repetition", preferred=True)
    elif isinstance(one.value, Array) and isinstance(two.value, Array):
        merged = tuple(edit.merge_lists(tree, two, one))
        yield from [Fix("Merge into the first list", merged)] if merged else ()
    else:
        yield from _removal(tree, two, one, "Remove this one")
        yield from _removal(tree, one, two, "Remove the first one")


def _removal(tree: Tree, gone: Member, kept: Member, title: str, *, preferred: bool = False) -> Iterator[Fix]:
    removed = edit.remove(tree, gone, comments=True)
    if removed:
        yield Fix(title, (*removed, *edit.hand_over(tree, edit.carried(tree, gone), kept)), preferred=preferred)


def _of_tables(tree: Tree, first: Span, second: Span) -> Iterator[Fix]:
    one, two = _section(tree, first), _section(tree, second)
    if one is None or two is None or one is two or one.problems or two.problems:
        return
    merged = edit.merge_sections(tree, one, two)
    if merged is not None:
        yield Fix("Merge into the first table", tuple(merged))
        return
    for title, kept in (("keeping its values", one), ("keeping these values", two)):
        merged = edit.merge_sections(tree, one, two, kept)
        if merged is not None:
            yield Fix(f"Merge into the first table, {title}", tuple(merged))


def _section(tree: Tree, span: Span) -> Section | None:
    """The section whose header contains a name, if it is the last name there."""
    statement = tree.statement_at(span.start)
    if not isinstance(tree, TomlTree) or not isinstance(statement, Header) or statement.double:
        return None
    is_last = tree.span(statement.keys[-1]) == span
    return next((each for each in tree.sections if is_last and each.header is statement), None)
