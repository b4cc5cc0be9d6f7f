"""The façade: everything an editor or the command line asks of a document, one line each."""

from collections.abc import Sequence
from functools import cached_property

from waypost.features import Features
from waypost.fixes import compatible_edits
from waypost.kinds import features_of, kind_of
from waypost.results import (
    Action,
    ActionKind,
    Completion,
    Completions,
    Diagnostic,
    Edit,
    Fold,
    HierarchyItem,
    Hover,
    InlayHint,
    Lens,
    Link,
    Location,
    SelectionRange,
    Signature,
    Symbol,
    Token,
)
from waypost.suppressions import Suppressions
from waypost.text import AppliedEdit, Document, Span
from waypost.workspace import Workspace


class Analysis:
    """One version of one document in one state of the workspace."""

    def __init__(self, document: Document, workspace: Workspace, features: Features | None = None) -> None:
        self.document = document
        self.workspace = workspace
        self.settings = features.settings if features is not None else workspace.settings_of(document.uri)
        self.features = features or features_of(document, workspace, self.settings)

    def updated(self, document: Document, edits: Sequence[AppliedEdit], workspace: Workspace) -> "Analysis":
        """The analysis of a later version, which reuses what the edits left as it was."""
        settings = workspace.settings_of(document.uri)
        if kind_of(document, workspace, settings) is type(self.features):
            features = self.features.updated(document, edits, workspace, settings)
        else:
            features = features_of(document, workspace, settings)
        return Analysis(document, workspace, features)

    @cached_property
    def _diagnostics(self) -> Sequence[Diagnostic]:
        return Suppressions(self.document, self.settings, self.features.ignore_comments()).applied_to(
            self.features.diagnostics()
        )

    def diagnostics(self) -> Sequence[Diagnostic]:
        return self._diagnostics

    def secrets(self, span: Span) -> Sequence[Span]:
        return self.features.secrets(span)

    def shown(self) -> Sequence[Diagnostic]:
        """The findings for an editor, without those that another of its servers shows."""
        others = self.features.left_to_others
        return [found for found in self.diagnostics() if found.rule not in others] if others else self.diagnostics()

    def reads(self) -> frozenset[str]:
        return self.features.reads()

    def hover(self, offset: int) -> Hover | None:
        return self.features.hover(offset)

    def complete(self, offset: int) -> Completions:
        return self.features.complete(offset)

    def begins_line(self, offset: int) -> bool:
        return self.features.begins_line(offset)

    def resolve(self, item: Completion) -> Completion:
        return self.features.resolve(item)

    def inlay_hints(self, span: Span) -> Sequence[InlayHint]:
        return self.features.inlay_hints(span)

    def actions(self, span: Span) -> Sequence[Action]:
        """The fixes of findings at `span`, then what else can be done there, then "fix all"."""
        fixes = [
            Action(fix.title, ActionKind.QUICK_FIX, fix.edits, fix.preferred, found)
            for found in self.diagnostics()
            if found.span.meets(span)
            for fix in found.fixes
        ]
        every = self.fix_all()
        all_at_once = [Action("Fix all that is safe to fix", ActionKind.FIX_ALL, every)] if every else []
        return [*fixes, *self.features.actions(span), *all_at_once]

    @cached_property
    def _all_fixes(self) -> tuple[Edit, ...]:
        preferred = (next((fix for fix in found.fixes if fix.preferred), None) for found in self.diagnostics())
        return compatible_edits(fix for fix in preferred if fix is not None)

    def fix_all(self) -> tuple[Edit, ...]:
        """The edits of every preferred fix; where two clash, the first one wins and the other waits for its turn."""
        return self._all_fixes

    def layout(self, span: Span) -> Sequence[Edit]:
        return self.features.layout(span)

    def symbols(self) -> Sequence[Symbol]:
        return self.features.symbols()

    def folds(self) -> Sequence[Fold]:
        return self.features.folds()

    def links(self) -> Sequence[Link]:
        return self.features.links()

    def definition(self, offset: int) -> Sequence[Location]:
        return self.features.definition(offset)

    def references(self, offset: int, *, declaration: bool) -> Sequence[Location]:
        """In an order that does not depend on which file was indexed first: this document, then the others by name."""
        found = self.features.references(offset, declaration=declaration)
        return sorted(found, key=lambda place: (place.uri or "", place.span))

    def hierarchy_item(self, offset: int) -> HierarchyItem | None:
        return self.features.hierarchy_item(offset)

    def highlights(self, offset: int) -> Sequence[Span]:
        return self.features.highlights(offset)

    def renamable(self, offset: int) -> Span | None:
        return self.features.renamable(offset)

    def rename(self, offset: int, name: str) -> Sequence[Edit]:
        return self.features.rename(offset, name)

    def selection(self, offset: int) -> SelectionRange:
        return self.features.selection(offset)

    def tokens(self, span: Span | None = None) -> Sequence[Token]:
        return self.features.tokens(span)

    def lenses(self) -> Sequence[Lens]:
        return self.features.lenses()

    def signature(self, offset: int) -> Signature | None:
        return self.features.signature(offset)
