"""What a checker says: of nodes, not of places, so that it stays true while text elsewhere changes."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from waypost.config.parse import Placed, Tree
from waypost.results import Diagnostic, Edit, Fix, Location, Related, Tag
from waypost.rules import RULES


@dataclass(frozen=True, slots=True)
class Draft:
    """A fix whose edits are worked out when the places are known."""

    title: str
    edits: Callable[[Tree], Sequence[Edit]]
    preferred: bool = False


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong with a node."""

    rule: str
    where: Placed
    message: str
    drafts: tuple[Draft, ...] = ()
    related: tuple[tuple[Placed, str], ...] = ()
    tags: tuple[Tag, ...] = ()

    def diagnostic(self, tree: Tree) -> Diagnostic:
        """The finding, placed in a version of the document."""
        return Diagnostic(
            self.rule,
            RULES[self.rule].severity,
            tree.span(self.where),
            self.message,
            tuple(Related(Location(tree.span(place)), message) for place, message in self.related),
            tuple(self._fixes(tree)),
            self.tags,
        )

    def _fixes(self, tree: Tree) -> Iterator[Fix]:
        for draft in self.drafts:
            edits = tuple(draft.edits(tree))
            if edits:  # none where the text around leaves no room for this fix
                yield Fix(draft.title, edits, draft.preferred)
