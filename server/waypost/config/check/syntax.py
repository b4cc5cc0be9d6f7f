"""Syntax errors: all of them, each at its position."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence

from waypost.config import edit
from waypost.config.check.merges import merges
from waypost.config.parse import SyntaxFault, Table, Tree
from waypost.results import Diagnostic, Edit, Fix, Location, Related
from waypost.rules import RULES
from waypost.workspace.homes import Home

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
