"""Syntax errors: all of them, each at its position. Fixes for a duplicate remove one of the two, or merge them."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence

from waypost.config import edit
from waypost.config.parse import Array, Member, SyntaxFault, Table, Tree, plain
from waypost.config.parse.toml_statements import Header, Section
from waypost.config.parse.toml_tree import TomlTree
from waypost.results import Diagnostic, Edit, Fix, Location, Related
from waypost.rules import RULES
from waypost.text import Span
from waypost.workspace.homes import Home


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


# Errors that have their own rule.
_RULES = {"null": "null-in-toml"}


def syntax_errors(tree: Tree, home: Home) -> Iterator[Diagnostic]:
    """The errors for which typos would refuse the file.

    A `pyproject.toml` or `Cargo.toml` is read as a whole, so an error anywhere in it counts; but if it has no table for
    typos, its errors are not ours to report.
    """
    if home.is_whole_file or any(_has(tree, path) for path in home.tables):
        faults = tree.errors
        endless = sorted(each.span.start for each in faults if each.code == "unclosed-string" and each.fix is None)
        for fault in faults:
            yield _diagnostic(fault, tuple(_fixes(fault, endless, tree)))


def _has(tree: Tree, path: tuple[str, ...]) -> bool:
    entry = tree.root.find(*path)
    return entry is not None and isinstance(entry.value, Table)


def _diagnostic(fault: SyntaxFault, fixes: tuple[Fix, ...]) -> Diagnostic:
    rule = RULES.get(_RULES.get(fault.code, ""), RULES["syntax-error"])
    related = tuple(Related(Location(span), message) for span, message in fault.related)
    return Diagnostic(rule.name, rule.severity, fault.span, fault.message, related, fixes)


def _unset(fault: SyntaxFault, tree: Tree) -> tuple[Fix, ...]:
    """What null was meant to say: nothing."""
    place = tree.at(fault.span.start)
    if place.member is None or place.value is not place.member.value:
        return ()
    edits = tuple(edit.remove(tree, place.member))
    return (Fix("Remove the key", edits, preferred=True),) if edits else ()


def _fixes(fault: SyntaxFault, endless: Sequence[int], tree: Tree) -> Iterator[Fix]:
    """How to fix an error; nothing is closed inside a string that is itself open: those begin at `endless`."""
    if fault.code == "null":
        yield from _unset(fault, tree)
    elif fault.code in ("duplicate-key", "duplicate-table"):
        yield from merges(fault, tree)
    elif fault.fix is not None:
        title, edits = fault.fix
        behind = bisect_right(endless, fault.span.start)
        if behind == len(endless) or not any(endless[behind] <= span.start for span, _ in edits):
            yield Fix(title, tuple(Edit(span, text) for span, text in edits), preferred=fault.code in _SAFE)


# Errors with only one possible fix.
_SAFE = ("unclosed-string", "unclosed-bracket", "unclosed-header", "comma", "bare-key", "quotes", "escape", "colon")
