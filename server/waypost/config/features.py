"""What an editor can ask of a configuration."""

from collections.abc import Sequence
from functools import cached_property

from waypost.config import types
from waypost.config.actions import actions
from waypost.config.check import Checked, Subject, check
from waypost.config.complete import complete
from waypost.config.folds import folds
from waypost.config.highlight import tokens
from waypost.config.hints import hints
from waypost.config.homes import Home, home_of
from waypost.config.hover import hover
from waypost.config.links import links
from waypost.config.parse import Tree, parse
from waypost.config.selection import selection
from waypost.config.symbols import symbols
from waypost.features import Features
from waypost.results import (
    Action,
    Completions,
    Diagnostic,
    Edit,
    Fold,
    Hover,
    InlayHint,
    Link,
    Location,
    SelectionRange,
    Symbol,
    Token,
)
from waypost.text import AppliedEdit, Document, Span
from waypost.workspace import Workspace


class ConfigFeatures(Features):
    """One configuration document."""

    def __init__(
        self, document: Document, workspace: Workspace, tree: Tree | None = None, before: Checked | None = None
    ) -> None:
        super().__init__(document, workspace)
        home = home_of(document, workspace.settings_of(document.uri))
        assert home is not None, "only documents with a home come here"
        self.home: Home = home
        self._tree = tree
        self._before = before

    def updated(self, document: Document, edits: Sequence[AppliedEdit], workspace: Workspace) -> "ConfigFeatures":
        return ConfigFeatures(document, workspace, self.tree.updated(document.source, edits), self.checked)

    @cached_property
    def tree(self) -> Tree:
        return self._tree or parse(self.document.source, self.home.syntax)

    @cached_property
    def checked(self) -> Checked:
        """What is wrong, and what of it the next version can use."""
        return check(self.subject, self._before)

    @cached_property
    def subject(self) -> Subject:
        return Subject(self.document, self.workspace, self.home, self.tree)

    def diagnostics(self) -> Sequence[Diagnostic]:
        return self.checked.diagnostics

    def complete(self, offset: int) -> Completions:
        return complete(self.subject, offset)

    def hover(self, offset: int) -> Hover | None:
        return hover(self.subject, offset)

    def symbols(self) -> Sequence[Symbol]:
        return symbols(self.subject)

    def folds(self) -> Sequence[Fold]:
        return tuple(folds(self.tree))

    def links(self) -> Sequence[Link]:
        return tuple(links(self.subject))

    def selection(self, offset: int) -> SelectionRange:
        return selection(self.tree, offset)

    def definition(self, offset: int) -> Sequence[Location]:
        return types.definition(self.subject, offset)

    def references(self, offset: int, *, declaration: bool) -> Sequence[Location]:
        return types.references(self.subject, offset, declaration=declaration)

    def highlights(self, offset: int) -> Sequence[Span]:
        return types.highlights(self.subject, offset)

    def renamable(self, offset: int) -> Span | None:
        return types.renamable(self.subject, offset)

    def rename(self, offset: int, name: str) -> Sequence[Edit]:
        return types.rename(self.subject, offset, name)

    def inlay_hints(self, span: Span) -> Sequence[InlayHint]:
        return tuple(hints(self.subject, span))

    def actions(self, span: Span) -> Sequence[Action]:
        return tuple(actions(self.subject, span, self.checked.diagnostics))

    def tokens(self, span: Span | None = None) -> Sequence[Token]:
        return tokens(self.subject, span)
