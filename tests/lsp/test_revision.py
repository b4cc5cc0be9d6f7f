"""What one version of a document passes on to the next."""

from collections.abc import Sequence

import pytest

from waypost.lsp import session as module
from waypost.lsp.session import Revision
from waypost.text import AppliedEdit, Document, Encoding, Position, TextChange
from waypost.workspace import Workspace


class Told:
    """An analysis that remembers how it was made."""

    def __init__(self, document: Document, workspace: Workspace, edits: Sequence[AppliedEdit] | None = None) -> None:
        self.document, self.workspace, self.edits = document, workspace, edits

    def updated(self, document: Document, edits: Sequence[AppliedEdit], workspace: Workspace) -> "Told":
        return Told(document, workspace, list(edits))


@pytest.fixture(autouse=True)
def told(monkeypatch) -> None:
    monkeypatch.setattr(module, "Analysis", Told)


def typed(before: Revision, text: str) -> Revision:
    end = before.document.position(len(before.document.source), Encoding.UTF8)
    return before.edited(*before.document.edited([TextChange(text, end, end)], Encoding.UTF8))


WORKSPACE = Workspace()


def test_the_first_version_is_analysed_afresh_and_once() -> None:
    first = Revision(Document("u", b"a"))
    assert first.analysis(WORKSPACE).edits is None
    assert first.analysis(WORKSPACE) is first.analysis(WORKSPACE)


def test_a_later_version_takes_over_with_all_edits_in_between_in_order() -> None:
    first = Revision(Document("u", b"a"))
    first.analysis(WORKSPACE)
    third = typed(typed(first, "b"), "c")
    assert third.analysis(WORKSPACE).edits == [AppliedEdit(1, 1, 2), AppliedEdit(2, 2, 3)]
    assert third.before is None, "what is handed on is not kept alive"


def test_versions_nobody_asked_about_start_afresh() -> None:
    assert typed(typed(Revision(Document("u", b"a")), "b"), "c").analysis(WORKSPACE).edits is None


def test_a_version_in_another_state_of_the_workspace_is_updated_without_edits() -> None:
    first = Revision(Document("u", b"a"))
    before = first.analysis(WORKSPACE)
    after = first.analysis(Workspace(settings=WORKSPACE.settings, open={"x": first.document}))
    assert (after is not before, after.edits) == (True, [])


def test_a_long_chain_is_cut() -> None:
    last = first = Revision(Document("u", b"a"))
    first.analysis(WORKSPACE)
    for _ in range(70):
        last = typed(last, "b")
    assert last.depth <= 64
    assert last.analysis(WORKSPACE).document.source == b"a" + b"b" * 70


def test_an_edit_inside_a_line_is_handed_on_as_bytes() -> None:
    first = Revision(Document("u", "é\nx".encode()))
    first.analysis(WORKSPACE)
    change = TextChange("!", Position(1, 0), Position(1, 1))
    second = first.edited(*first.document.edited([change], Encoding.UTF16))
    assert second.analysis(WORKSPACE).edits == [AppliedEdit(3, 4, 4)]
