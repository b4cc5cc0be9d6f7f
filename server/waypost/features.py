"""What an editor can ask about a document. Each kind of document overrides what it can answer; the rest is empty."""

from collections.abc import Sequence
from typing import Self

from waypost.results import (
    Action,
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
from waypost.suppressions import IgnoreComment, comments_in
from waypost.text import AppliedEdit, Document, Span
from waypost.workspace import Settings, Workspace


class Features:
    """The questions, bound to one version of one document and one state of the workspace.

    Offsets and spans are byte offsets into `document.source`. Everything returned is plain data.

    Nothing here raises for a bad document: its mistakes are diagnostics.
    """

    def __init__(self, document: Document, workspace: Workspace, settings: Settings | None = None) -> None:
        self.document = document
        self.workspace = workspace
        # Those that govern the document: looked up once for all answers.
        self.settings = workspace.settings_of(document.uri) if settings is None else settings

    def updated(
        self,
        document: Document,
        edits: Sequence[AppliedEdit],  # noqa: ARG002
        workspace: Workspace,
        settings: Settings | None = None,
    ) -> Self:
        """The same questions about a later version; `edits` lead from this one to it, so that work can be reused."""
        return type(self)(document, workspace, settings)

    def reads(self) -> frozenset[str]:
        """The URIs of the other documents that the answers so far depend on."""
        return frozenset()

    def diagnostics(self) -> Sequence[Diagnostic]:
        """Every finding at its rule's own severity: the façade applies settings and ignore comments."""
        return ()

    def secrets(self, span: Span) -> Sequence[Span]:  # noqa: ARG002
        """What nobody should be shown of the text around a span, besides what any line shows by itself."""
        return ()

    @property
    def left_to_others(self) -> Sequence[str]:
        """The rules whose findings another of the editor's servers shows."""
        return ()

    def ignore_comments(self) -> Sequence[IgnoreComment]:
        """The comments that ignore findings."""
        return [each for each in comments_in(self.document) if self.is_comment(each.span.start)]

    def is_comment(self, offset: int) -> bool:  # noqa: ARG002
        """Whether a comment sign at an offset begins a comment, rather than being part of a text."""
        return True

    def hover(self, offset: int) -> Hover | None:  # noqa: ARG002 - every answer here is empty
        return None

    def complete(self, offset: int) -> Completions:  # noqa: ARG002
        return Completions()

    def begins_line(self, offset: int) -> bool:
        """Whether Enter is likely to come next: after a comma or an opening bracket of code, but not of a header."""
        before = self.document.source[:offset].rpartition(b"\n")[2]
        return before.endswith((b",", b"{")) or (before.endswith(b"[") and bool(before.strip(b" \t[")))

    def resolve(self, item: Completion) -> Completion:
        return item

    def inlay_hints(self, span: Span) -> Sequence[InlayHint]:  # noqa: ARG002
        return ()

    def actions(self, span: Span) -> Sequence[Action]:  # noqa: ARG002
        """What can be done here besides the fixes of diagnostics, which the façade adds."""
        return ()

    def layout(self, span: Span) -> Sequence[Edit]:  # noqa: ARG002
        """Edits of white space in the lines at `span`; nothing unless the settings ask for formatting."""
        return ()

    def symbols(self) -> Sequence[Symbol]:
        return ()

    def folds(self) -> Sequence[Fold]:
        return ()

    def links(self) -> Sequence[Link]:
        return ()

    def definition(self, offset: int) -> Sequence[Location]:  # noqa: ARG002
        return ()

    def references(self, offset: int, *, declaration: bool) -> Sequence[Location]:  # noqa: ARG002
        return ()

    def hierarchy_item(self, offset: int) -> HierarchyItem | None:  # noqa: ARG002
        """The function at an offset whose callers and callees can be requested."""
        return None

    def highlights(self, offset: int) -> Sequence[Span]:  # noqa: ARG002
        return ()

    def renamable(self, offset: int) -> Span | None:  # noqa: ARG002
        return None

    def rename(self, offset: int, name: str) -> Sequence[Edit]:  # noqa: ARG002
        """The edits of a rename; raises `ValueError` with a sentence if `name` is not possible."""
        return ()

    def selection(self, offset: int) -> SelectionRange:  # noqa: ARG002
        return SelectionRange()

    def tokens(self, span: Span | None = None) -> Sequence[Token]:  # noqa: ARG002
        return ()

    def lenses(self) -> Sequence[Lens]:
        return ()

    def signature(self, offset: int) -> Signature | None:  # noqa: ARG002
        return None
