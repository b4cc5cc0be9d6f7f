"""The façade: everything an editor or the command line asks of a document, one line each."""

from collections.abc import Sequence
from functools import cached_property

from waypost.features import Features
from waypost.kinds import features_of
from waypost.results import Action, ActionKind, Completions, Diagnostic, Edit, Hover
from waypost.silence import Silences
from waypost.text import AppliedEdit, Document, Span
from waypost.workspace import Workspace


class Analysis:
    """One version of one document in one state of the workspace."""

    def __init__(self, document: Document, workspace: Workspace, features: Features | None = None) -> None:
        self.document = document
        self.workspace = workspace
        self.features = features or features_of(document, workspace)

    def updated(self, document: Document, edits: Sequence[AppliedEdit], workspace: Workspace) -> "Analysis":
        """The analysis of a later version, which reuses what the edits left as it was."""
        return Analysis(document, workspace, self.features.updated(document, edits, workspace))

    @cached_property
    def _diagnostics(self) -> Sequence[Diagnostic]:
        settings = self.workspace.settings_of(self.document.uri)
        return Silences(self.document, settings).settle(self.features.diagnostics())

    def diagnostics(self) -> Sequence[Diagnostic]:
        return self._diagnostics

    def hover(self, offset: int) -> Hover | None:
        return self.features.hover(offset)

    def complete(self, offset: int) -> Completions:
        return self.features.complete(offset)
