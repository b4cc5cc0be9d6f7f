"""What an editor can request for a configuration."""

from collections.abc import Sequence
from functools import cached_property
from itertools import accumulate
from typing import Self

from waypost.config.check import Checked, Subject, check
from waypost.config.model.subject import Share, is_left_to_others
from waypost.config.parse import PlacePart, Tree, parse
from waypost.config.typos.runs import HOOKS_FILE
from waypost.features import Features
from waypost.results import (
    Action,
    Completion,
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
from waypost.rules import RULES
from waypost.text import AppliedEdit, Document, Span
from waypost.workspace import Settings, Workspace, key_of
from waypost.workspace.homes import HOMES, Home, home_of


class ConfigFeatures(Features):
    """One configuration document.

    Features that only an editor uses are loaded on first use: the command line starts without them.
    """

    def __init__(
        self,
        document: Document,
        workspace: Workspace,
        settings: Settings | None = None,
        tree: Tree | None = None,
        before: Checked | None = None,
    ) -> None:
        super().__init__(document, workspace, settings)
        home = home_of(document, self.settings)
        assert home is not None, "only documents with a home have these features"
        self.home: Home = home
        self._tree = tree
        self._before = before

    def updated(
        self,
        document: Document,
        edits: Sequence[AppliedEdit],
        workspace: Workspace,
        settings: Settings | None = None,
    ) -> Self:
        made = type(self)(document, workspace, settings, self.tree.updated(document.source, edits), self.checked)
        if document is self.document and workspace.agrees(self.workspace, self.reads()):
            made.checked = self.checked
        return made

    def reads(self) -> frozenset[str]:
        """The configurations in the same folder and those above, one of which may be read instead of this one."""
        folder = key_of(self.document.uri).rpartition("/")[0]
        above = accumulate(folder.split("/"), "{}/{}".format)
        return frozenset(f"{each}/{name}" for each in above for name in (*HOMES, HOOKS_FILE))

    @cached_property
    def tree(self) -> Tree:
        return self._tree or parse(self.document.source, self.home.syntax)

    @cached_property
    def checked(self) -> Checked:
        """The findings, and what the next version can reuse."""
        return check(self.subject, self._before)

    @cached_property
    def subject(self) -> Subject:
        return Subject(self.document, self.workspace, self.settings, self.home, self.tree)

    def diagnostics(self) -> Sequence[Diagnostic]:
        return self.checked.diagnostics

    @property
    def left_to_others(self) -> Sequence[str]:
        return ("syntax-error",) if self._leaves(Share.SYNTAX_ERRORS) else ()

    def _leaves(self, share: Share) -> bool:
        return is_left_to_others(share, self.subject.settings, self.home)

    def is_comment(self, offset: int) -> bool:
        return self.tree.at(offset + 1).part is PlacePart.COMMENT

    def complete(self, offset: int) -> Completions:
        from waypost.config.complete import complete

        return complete(self.subject, offset, with_schema=not self._leaves(Share.COMPLETION))

    def resolve(self, item: Completion) -> Completion:
        from waypost.config.complete.values import resolve

        return resolve(item)

    def hover(self, offset: int) -> Hover | None:
        from waypost.config.hover import hover

        refused = [each.span for each in self.checked.diagnostics if RULES[each.rule].is_refusal]
        return hover(self.subject, offset, refused, with_schema=not self._leaves(Share.HOVER))

    def symbols(self) -> Sequence[Symbol]:
        from waypost.config.view.symbols import symbols

        return () if self._leaves(Share.SYMBOLS) else symbols(self.subject)

    def folds(self) -> Sequence[Fold]:
        from waypost.config.view.ranges import folds

        return tuple(folds(self.tree))

    def links(self) -> Sequence[Link]:
        from waypost.config.view.symbols import links

        return tuple(links(self.subject))

    def selection(self, offset: int) -> SelectionRange:
        from waypost.config.view.ranges import selection

        return selection(self.tree, offset)

    def definition(self, offset: int) -> Sequence[Location]:
        from waypost.config.view import names

        return names.definition(self.subject, offset)

    def references(self, offset: int, *, declaration: bool) -> Sequence[Location]:
        from waypost.config.view import names

        found = names.references(self.subject, offset, declaration=declaration)
        return found or names.occurrences(self.subject, offset, declaration=declaration)

    def highlights(self, offset: int) -> Sequence[Span]:
        from waypost.config.view import names

        return names.highlights(self.subject, offset)

    def renamable(self, offset: int) -> Span | None:
        from waypost.config.view import names

        return names.renamable(self.subject, offset)

    def rename(self, offset: int, name: str) -> Sequence[Edit]:
        from waypost.config.view import names

        return names.rename(self.subject, offset, name)

    def inlay_hints(self, span: Span) -> Sequence[InlayHint]:
        from waypost.config.view.hints import hints

        return tuple(hints(self.subject, span))

    def actions(self, span: Span) -> Sequence[Action]:
        from waypost.config.changes.actions import actions

        return tuple(actions(self.subject, span, self.checked.diagnostics))

    def layout(self, span: Span) -> Sequence[Edit]:
        from waypost.config.changes.actions import layout_edits

        if not self.subject.settings.config_formatting:
            return ()
        return [edit for edit in layout_edits(self.subject) if edit.span.meets(span)]

    def tokens(self, span: Span | None = None) -> Sequence[Token]:
        from waypost.config.view.symbols import tokens

        return tokens(self.subject, span)
