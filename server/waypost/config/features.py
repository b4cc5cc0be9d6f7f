"""What an editor can ask of a configuration."""

from collections.abc import Sequence
from functools import cached_property

from waypost.config.check import Checked, Subject, check
from waypost.config.complete import complete
from waypost.config.homes import Home, home_of
from waypost.config.parse import Tree, parse
from waypost.features import Features
from waypost.results import Completions, Diagnostic
from waypost.text import AppliedEdit, Document
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
