"""What an editor can ask about a Python source."""

from collections.abc import Sequence
from typing import Self

from waypost.features import Features
from waypost.results import (
    Action,
    Completion,
    Completions,
    Diagnostic,
    Edit,
    HierarchyItem,
    Hover,
    InlayHint,
    Lens,
    Location,
    Signature,
    Symbol,
    Token,
)
from waypost.routes import actions, check, hover
from waypost.routes.calls.user import shapes_of
from waypost.routes.complete.here import complete_at, is_in_string
from waypost.routes.complete.resolve import resolve
from waypost.routes.complete.signature import signature_at
from waypost.routes.model.site import Site
from waypost.routes.navigate import parameters
from waypost.routes.navigate.callers import callers_at, item_at
from waypost.routes.navigate.documents import document_at
from waypost.routes.navigate.routes import highlights_at, references_at, uses_in
from waypost.routes.navigate.served import callers_of_handler, lenses_of_handlers
from waypost.routes.sites.file_sites import Routes, updated
from waypost.routes.syntax import Block
from waypost.routes.view import hints, lenses, outline
from waypost.suppressions import MARK, IgnoreComment
from waypost.text import AppliedEdit, Document, Span
from waypost.workspace import Settings, Workspace


class RouteFeatures(Features):
    """Routes and calls of one Python source."""

    def __init__(
        self, document: Document, workspace: Workspace, settings: Settings | None = None, routes: Routes | None = None
    ) -> None:
        super().__init__(document, workspace, settings)
        self.routes = routes if routes is not None else Routes(document, workspace, shapes_of(self.settings))

    def updated(
        self,
        document: Document,
        edits: Sequence[AppliedEdit],
        workspace: Workspace,
        settings: Settings | None = None,
    ) -> Self:
        settings = workspace.settings_of(document.uri) if settings is None else settings
        routes = updated(self.routes, document, edits, workspace, shapes_of(settings))
        return type(self)(document, workspace, settings, routes)

    def sites(self) -> Sequence[Site]:
        """Every route of the document, in order."""
        return self.routes.sites()

    def site_at(self, offset: int) -> Site | None:
        """The innermost call, or string, with a route around an offset."""
        return self.routes.site_at(offset)

    def reads(self) -> frozenset[str]:
        return self.routes.reads

    def diagnostics(self) -> Sequence[Diagnostic]:
        return check.diagnostics_of(self.routes)

    def secrets(self, span: Span) -> Sequence[Span]:
        return self.routes.secrets(span)

    def ignore_comments(self) -> Sequence[IgnoreComment]:
        return super().ignore_comments() if any(self.routes.blocks.each(_may_ignore)) else ()

    def is_comment(self, offset: int) -> bool:
        return self.routes.blocks.node_at(offset).type == "comment"

    def hover(self, offset: int) -> Hover | None:
        return hover.hover_at(self.routes, offset)

    def complete(self, offset: int) -> Completions:
        return complete_at(self.routes, offset, self.workspace.index.derived(uses_in))

    def begins_line(self, offset: int) -> bool:
        return super().begins_line(offset) and not is_in_string(self.routes, offset)

    def resolve(self, item: Completion) -> Completion:
        return resolve(item, self.routes.apis)

    def inlay_hints(self, span: Span) -> Sequence[InlayHint]:
        return hints.hints_in(self.routes, span, self.settings.inlay_hints_routes)

    def actions(self, span: Span) -> Sequence[Action]:
        return actions.actions_in(self.routes, span, self.diagnostics())

    def symbols(self) -> Sequence[Symbol]:
        return outline.symbols_of(self.routes)

    def definition(self, offset: int) -> Sequence[Location]:
        return parameters.definition_at(self.routes, offset) or document_at(self.routes, offset)

    def references(self, offset: int, *, declaration: bool) -> Sequence[Location]:  # noqa: ARG002
        callers = callers_at(self.routes, offset) or callers_of_handler(self.routes, offset)
        return callers or references_at(self.routes, offset)

    def hierarchy_item(self, offset: int) -> HierarchyItem | None:
        return item_at(self.routes, offset)

    def highlights(self, offset: int) -> Sequence[Span]:
        return highlights_at(self.routes, offset)

    def renamable(self, offset: int) -> Span | None:
        return parameters.renamable_at(self.routes, offset)

    def rename(self, offset: int, name: str) -> Sequence[Edit]:
        return parameters.rename_at(self.routes, offset, name)

    def tokens(self, span: Span | None = None) -> Sequence[Token]:
        return outline.tokens_of(self.routes, span)

    def lenses(self) -> Sequence[Lens]:
        if not self.settings.code_lens:
            return []
        return [*lenses.lenses_of(self.routes), *lenses_of_handlers(self.routes)]

    def signature(self, offset: int) -> Signature | None:
        return signature_at(self.routes, offset)


def _may_ignore(block: Block) -> bool:
    """Whether a comment that ignores findings may be in a block: none goes beyond its line."""
    return MARK in block.text
