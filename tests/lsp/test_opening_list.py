"""Where a list of completions may open by itself: not where Enter comes next, which would accept its first item."""

import pytest
from lsprotocol import types

from tests.support.editor import editor
from waypost.analysis import Analysis
from waypost.text import Document
from waypost.workspace import Workspace

HEAD = "from waypost import endpoint\nimport requests\n"


@pytest.mark.parametrize(
    ("name", "before", "after", "expected"),
    [
        ("typos.toml", '[files]\nextend-exclude = ["a",', "]", True),
        ("typos.toml", "[files]\nextend-exclude = [", "]", True),
        ("typos.toml", "[", "", False),
        ("typos.toml", "[default]\n[", "]", False),
        ("typos.toml", "[[", "]]", False),
        ("typos.toml", "[default]\nlocale = ", "", False),
        ("typos.json", '{"default": {', "}}", True),
        ("typos.json", '{"default": {"binary": true,', "}}", True),
        ("typos.json", '{"default": {"', '"}}', False),
        ("a.py", HEAD + 'endpoint("GET /repos/{owner}/{repo}",', ")", True),
        ("a.py", HEAD + 'requests.post("https://api.github.com/user/repos", json={', "})", True),
        ("a.py", HEAD + 'endpoint("GET /repos/{', '")', False),
        ("a.py", HEAD + 'endpoint("GET /search/code{?q,', '}")', False),
        ("a.py", HEAD + 'endpoint("GET /search/code{?q,', "", False),
        ("a.py", HEAD + 'endpoint("GET /repos/{owner}/{repo}", ', ")", False),
        ("waypost.toml", "[apis]\n", "", False),
        ("notes.txt", "", "", False),
    ],
)
def test_enter_begins_a_line_after_what_is_left_open(name: str, before: str, after: str, *, expected: bool) -> None:
    document = Document.from_text(f"file:///w/{name}", before + after)
    assert Analysis(document, Workspace()).begins_line(len(before)) is expected


async def test_a_comma_opens_no_list_but_a_key_does() -> None:
    text = HEAD + 'endpoint("GET /repos/{owner}/{repo}",)\n'
    kinds = types.CompletionTriggerKind
    async with editor() as user:
        place = types.TextDocumentIdentifier(user.open("a.py", text)), types.Position(2, 37)
        found = [
            await user.client.text_document_completion_async(types.CompletionParams(*place, context=context))
            for context in (
                types.CompletionContext(kinds.TriggerCharacter, ","),
                types.CompletionContext(kinds.Invoked),
                None,
            )
        ]
        await user.diagnostics("a.py")
    assert [[each.label for each in answer.items][:1] for answer in found] == [[], ["owner"], ["owner"]]
