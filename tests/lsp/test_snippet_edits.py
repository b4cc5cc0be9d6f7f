"""A fix that adds variables stops at each, in an editor that applies snippets: only its user knows the values."""

import re

import pytest
from lsprotocol import types

from tests.support.editor import Editor, editor
from waypost.analysis import Analysis
from waypost.text import Document
from waypost.workspace import Workspace

HEAD = "import requests\nfrom waypost import endpoint\n\n"
CALL = 'endpoint("GET /repos/{owner}/{repo}", owner="x")\n'


@pytest.mark.parametrize(
    ("source", "title", "expected"),
    [
        (CALL, "Add `repo`", ", repo=${1:repo}"),
        ('endpoint("GET /repos/{owner}/{repo}")\n', "Add all missing", "owner=${1:owner}, repo=${2:repo}"),
        ('endpoint("GET /repos/{owner}/{repo}", {"owner": 1})\n', "Add `repo`", ', "repo": ${1:repo}'),
        ('endpoint(\n    "GET /repos/{owner}/{repo}",\n    owner="x",\n)\n', "Add `repo`", None),
        ('requests.get("https://api.github.com/search/code")\n', "Add `q`", 'params={"q": ${1:q}}'),
        ('endpoint("GET /repo/{owner}/{repo}", owner="x", repo="y")\n', "Change to", None),
    ],
)
def test_each_variable_has_a_stop(source: str, title: str, expected: str | None) -> None:
    made = Analysis(Document.from_text("file:///w/a.py", HEAD + source, language="python"), Workspace())
    fix = next(fix for found in made.diagnostics() for fix in found.fixes if fix.title.startswith(title))
    (edit,) = fix.edits
    assert (edit.snippet or "").strip(" ,") == (expected or "").strip(" ,")
    assert edit.text == re.sub(r"\$\{\d:(\w+)\}", r"\1", edit.snippet or edit.text)


def able(known: types.ClientCapabilities) -> None:
    assert known.workspace is not None
    known.workspace.workspace_edit = types.WorkspaceEditClientCapabilities(
        document_changes=True, snippet_edit_support=True
    )


async def added(user: Editor) -> object:
    whole = types.Range(types.Position(3, 0), types.Position(4, 0))
    await user.diagnostics("a.py")
    actions = await user.client.text_document_code_action_async(
        types.CodeActionParams(types.TextDocumentIdentifier(user.uri("a.py")), whole, types.CodeActionContext([]))
    )
    found = next(each.edit for each in actions or () if each.title.startswith("Add `repo`"))
    assert found is not None
    return found


@pytest.mark.parametrize("is_able", [True, False])
async def test_only_an_editor_that_applies_snippets_gets_one(*, is_able: bool) -> None:
    async with editor(adapt=able) if is_able else editor() as user:
        user.open("a.py", HEAD + CALL)
        assert ("${1:repo}" in str(await added(user))) is is_able
