"""The fixes that several rules share."""

from collections.abc import Sequence

from waypost.config import edit
from waypost.config.check.finding import Draft
from waypost.config.parse import Entry, Placed, Scalar, Tree
from waypost.results import Edit


def removing(entry: Entry, title: str = "Remove this entry", *, preferred: bool = False) -> Draft:
    def edits(tree: Tree) -> Sequence[Edit]:
        return edit.remove(tree, entry)

    return Draft(title, edits, preferred)


def removing_double(entry: Entry, first: Entry, *, preferred: bool = False) -> Draft:
    """Without an entry that another one covers, beside which its comments are then."""

    def edits(tree: Tree) -> Sequence[Edit]:
        removed = edit.remove(tree, entry, comments=True)
        return [*removed, *edit.hand_over(tree, edit.carried(tree, entry), first)] if removed else []

    return Draft("Remove this entry", edits, preferred)


def removing_item(item: Scalar, title: str = "Remove this item", *, preferred: bool = False) -> Draft:
    def edits(tree: Tree) -> Sequence[Edit]:
        return edit.remove(tree, item)

    return Draft(title, edits, preferred)


def replacing(place: Placed, text: str, title: str, *, preferred: bool = False) -> Draft:
    def edits(tree: Tree) -> Sequence[Edit]:
        return edit.replace(tree, place, text)

    return Draft(title, edits, preferred)


def rewriting(value: Scalar, text: str, title: str, *, preferred: bool = False) -> Draft:
    """Another text in the existing quotes."""
    return replacing(value, edit.string_text(text, value.style), title, preferred=preferred)


def rewriting_pattern(item: Scalar, pattern: str, title: str) -> Draft:
    """Another pattern, in the best quotes for it. Never safe: it changes what typos reports."""

    def edits(tree: Tree) -> Sequence[Edit]:
        return edit.replace(tree, item, edit.pattern_text(pattern, tree.syntax))

    return Draft(title, edits)
