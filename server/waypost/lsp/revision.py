"""The versions of one open document, and the analysis that each version takes over from the previous one."""

from collections.abc import Sequence
from dataclasses import dataclass

from waypost.analysis import Analysis
from waypost.text import AppliedEdit, Document
from waypost.workspace import Workspace

# After this many versions that nobody asked about, the next one starts afresh.
_LONGEST_CHAIN = 64


@dataclass(slots=True)
class Revision:
    """One version of an open document.

    Created on the loop, at almost no cost; analysed when first needed.
    """

    document: Document
    before: "Revision | None" = None
    edits: Sequence[AppliedEdit] = ()
    depth: int = 0
    _analysis: Analysis | None = None

    def edited(self, document: Document, edits: Sequence[AppliedEdit]) -> "Revision":
        if self.depth == _LONGEST_CHAIN:
            return Revision(document)
        return Revision(document, self, edits, self.depth + 1)

    def is_analysed(self, workspace: Workspace) -> bool:
        return self._analysis is not None and self._analysis.workspace is workspace

    def analysis(self, workspace: Workspace) -> Analysis:
        """The analysis of this version. Only call it while no other analysis runs."""
        known = self._analysis
        if known is None:
            known = self._take_over(workspace)
        elif known.workspace is not workspace:
            known = known.updated(self.document, (), workspace)
        self._analysis, self.before, self.edits, self.depth = known, None, (), 0
        return known

    def _take_over(self, workspace: Workspace) -> Analysis:
        edits: list[Sequence[AppliedEdit]] = [self.edits]
        base = self.before
        while base is not None and base._analysis is None:  # noqa: SLF001 - another revision's
            edits.append(base.edits)
            base = base.before
        if base is None or base._analysis is None:  # noqa: SLF001
            return Analysis(self.document, workspace)
        in_order = [edit for some in reversed(edits) for edit in some]
        return base._analysis.updated(self.document, in_order, workspace)  # noqa: SLF001
