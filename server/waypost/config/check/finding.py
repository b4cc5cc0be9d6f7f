"""A checker's findings: about nodes, not positions, so that they stay valid while other text changes."""

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import NamedTuple, overload

from waypost.config import edit
from waypost.config.edit import headers_made
from waypost.config.parse import Entry, Placed, Scalar, Tree
from waypost.results import Diagnostic, Edit, Fix, Location, Related, Severity, Tag
from waypost.rules import RULES


class Draft(NamedTuple):
    """A fix whose edits are computed once positions are known."""

    title: str
    edits: Callable[[Tree], Sequence[Edit]]
    preferred: bool = False


class NodeFinding(NamedTuple):
    """One problem of a node."""

    rule: str
    where: Placed
    message: str
    drafts: tuple[Draft, ...] = ()
    related: tuple[tuple[Placed, str], ...] = ()
    tags: tuple[Tag, ...] = ()
    # Less than the rule's, where it matters less.
    severity: Severity | None = None

    def diagnostic(self, tree: Tree) -> Diagnostic:
        """The finding, with its positions in a version of the document."""
        return Diagnostic(
            self.rule,
            self.severity or RULES[self.rule].severity,
            tree.span(self.where),
            self.message,
            tuple(Related(Location(tree.span(place)), message) for place, message in self.related),
            _Fixes(self.drafts, tree) if self.drafts else (),
            self.tags,
        )


class _Fixes(Sequence[Fix]):
    """The fixes of a finding, computed on first use: there may be thousands, and an editor shows one."""

    def __init__(self, drafts: tuple[Draft, ...], tree: Tree) -> None:
        self._drafts = drafts
        self._tree = tree

    @cached_property
    def _made(self) -> tuple[Fix, ...]:
        made = map(self._fix, self._drafts if self._tree.is_text else ())
        # Without edits, the surrounding text leaves no room for the fix.
        return tuple(fix for fix in made if fix.edits)

    def _fix(self, draft: Draft) -> Fix:
        edits = tuple(draft.edits(self._tree))
        return Fix(draft.title, edits, draft.preferred, frozenset(headers_made(self._tree, edits)))

    @overload
    def __getitem__(self, index: int) -> Fix: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Fix]: ...
    def __getitem__(self, index: int | slice) -> Fix | Sequence[Fix]:
        return self._made[index]

    def __len__(self) -> int:
        return len(self._made)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and self._made == tuple(other)

    def __hash__(self) -> int:
        return hash(self._made)

    def __repr__(self) -> str:
        return repr(self._made)

    def __reduce__(self) -> tuple[type, tuple[object, ...]]:
        """Pickled as plain data."""
        return tuple, (self._made,)


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
