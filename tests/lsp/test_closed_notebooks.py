"""Notebooks in the check of all files: each finding at the line of the file that holds its text."""

import json
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types

from tests.lsp.test_workspace_check import WHOLE, Pulling, changed, pulls
from tests.support.editor import Editor, editor
from waypost.contents import contents_of
from waypost.lsp.closed_files import NotebookFile, Reader, check_files
from waypost.lsp.support import ClientSupport
from waypost.results import Diagnostic, Severity
from waypost.text import Document, Encoding, Position, Span
from waypost.workspace import Folder, Workspace, uri_of

HEAD = "from waypost import endpoint\n"
BAD = 'x = "\U0001f6a9"; endpoint("GET /users/{o}")'
GOOD = 'endpoint("GET /user")'


def notebook(*cells: list[str] | str, indent: int | None = 1) -> str:
    """A notebook with these cells of code, the text of each as lines or as one string."""
    code = [{"cell_type": "code", "metadata": {}, "outputs": [], "source": each} for each in cells]
    return json.dumps({"cells": code, "metadata": {}, "nbformat": 4}, indent=indent, ensure_ascii=False)


def marked(path: Path, source: str) -> list[tuple[str, str]]:
    """The rule of each finding, and the text in the file that it is placed at."""
    path.write_bytes(source.encode())
    reader = Reader(Workspace([Folder(path.parent)]), Encoding.UTF16, ClientSupport())
    checked = check_files([str(path)], reader)
    assert checked.faults == []
    document = Document(uri_of(path), source.encode())
    return [(each["code"], _at(document, each["range"])) for file in checked.files for each in json.loads(file.found)]


def _at(document: Document, range_: dict[str, dict[str, int]]) -> str:
    start, end = (document.offset(Position(**range_[each]), Encoding.UTF16) for each in ("start", "end"))
    return document.source[start:end].decode()


HELD = {
    "lines": notebook([HEAD, BAD]),
    "one string": notebook(HEAD + BAD),
    "no indentation": notebook([HEAD, BAD], indent=None),
    "CRLF": notebook([HEAD, BAD]).replace("\n", "\r\n"),
    "CRLF in the text": notebook([HEAD.replace("\n", "\r\n"), BAD + "\r\n"]),
    "escapes": notebook([HEAD, BAD]).replace("\U0001f6a9", "\\ud83d\\udea9\\t"),
    "after a magic": notebook(["%matplotlib inline\n", HEAD, BAD]),
    "second cell": notebook([HEAD, GOOD], [HEAD, BAD]),
    "after an empty cell": notebook([], "", [HEAD, "", BAD]),
    "after other cells": notebook([HEAD, BAD]).replace('"cells": [', '"cells": [{"cell_type": "markdown"}, '),
}


@pytest.mark.parametrize("name", HELD)
def test_a_finding_is_placed_where_its_text_is_written(tmp_path: Path, name: str) -> None:
    assert marked(tmp_path / "n.ipynb", HELD[name]) == [("missing-parameter", "{o}")]


def test_what_is_written_with_an_escape_is_marked_whole(tmp_path: Path) -> None:
    source = notebook([HEAD, BAD.replace("{o}", "{ö}")]).replace("ö", "\\u00f6")
    assert [text for _, text in marked(tmp_path / "n.ipynb", source)][:1] == ["\\u00f6"]


def test_a_finding_over_several_lines_covers_them(tmp_path: Path) -> None:
    source = notebook(["endpoint(\n", "", '  "GET /user",\n', ")\n"], indent=None).encode()
    (content,) = contents_of(str(tmp_path / "n.ipynb"), source)
    whole = Diagnostic("any", Severity.ERROR, Span(0, len(content.document.source) - 1), "all of it")
    assert NotebookFile(source).placed(content, whole).span.of(source) == (
        rb'endpoint(\n", "", "  \"GET /user\",\n", ")'
    )


SILENT = {
    "nothing wrong": notebook([HEAD, GOOD]),
    "text, not code": notebook([HEAD, BAD]).replace('"code"', '"markdown"'),
    "another language": notebook([HEAD, BAD]).replace(
        '"metadata": {}, "nbformat"', '"metadata": {"kernelspec": {"language": "R"}}, "nbformat"'
    ).replace('"metadata": {},\n "nbformat"', '"metadata": {"kernelspec": {"language": "R"}},\n "nbformat"'),
    "half-written": notebook([HEAD, BAD])[:-20],
    "no notebook": "[]",
}  # fmt: skip


@pytest.mark.parametrize("name", SILENT)
def test_what_holds_no_mistake_is_silent(tmp_path: Path, name: str) -> None:
    assert marked(tmp_path / "n.ipynb", SILENT[name]) == []


async def test_it_is_followed_with_what_it_imports(tmp_path: Path) -> None:
    (tmp_path / "routes.py").write_text('ISSUES = "GET /users/{o}"\n')
    (tmp_path / "n.ipynb").write_text(notebook([HEAD, "from routes import ISSUES\n", "endpoint(ISSUES)"]))
    async with editor(root=tmp_path, adapt=pulls, settings=WHOLE) as user:
        client = Pulling(user)
        await client.until({"n.ipynb": ["missing-parameter"]})
        (tmp_path / "routes.py").write_text('ISSUES = "GET /user"\n')
        changed(user, "routes.py")
        await client.until({})
        (tmp_path / "n.ipynb").write_text(notebook([HEAD, BAD]))
        changed(user, "n.ipynb")
        await client.until({"n.ipynb": ["missing-parameter"]})


async def test_an_open_notebook_is_its_cells(tmp_path: Path) -> None:
    (tmp_path / "n.ipynb").write_text(notebook([HEAD, BAD]))
    cell = "vscode-notebook-cell:/n.ipynb#one"
    async with editor(root=tmp_path, adapt=pulls, settings=WHOLE) as user:
        client = Pulling(user)
        await client.until({"n.ipynb": ["missing-parameter"]})
        _open(user, "n.ipynb", types.TextDocumentItem(cell, "python", 1, HEAD + BAD))
        await client.until({})
        changed(user, "n.ipynb")  # saved, say
        assert [each.code for each in await user.diagnostics(cell)] == ["missing-parameter"]
        assert not client.found["n.ipynb"]
        user.client.notebook_document_did_close(
            types.DidCloseNotebookDocumentParams(
                types.NotebookDocumentIdentifier(user.uri("n.ipynb")), [types.TextDocumentIdentifier(cell)]
            )
        )
        await client.until({"n.ipynb": ["missing-parameter"]})


@pytest.mark.parametrize("profile", ["neovim", "emacs"])
async def test_a_client_that_does_not_ask_is_sent_it(tmp_path: Path, profile: str) -> None:
    (tmp_path / "n.ipynb").write_text(notebook([HEAD, BAD]))
    async with editor(profile, tmp_path) as user:
        asked: Any = types.ExecuteCommandParams("waypost.checkWorkspace")
        assert await user.client.workspace_execute_command_async(asked) == {"problems": 1, "files": 1, "open": 0}
        assert [each.code for each in await user.sent("n.ipynb")] == ["missing-parameter"]


def _open(user: Editor, name: str, cell: types.TextDocumentItem) -> None:
    user._versions[cell.uri] = cell.version
    user.client.notebook_document_did_open(
        types.DidOpenNotebookDocumentParams(
            types.NotebookDocument(
                user.uri(name), "jupyter-notebook", 1, [types.NotebookCell(types.NotebookCellKind.Code, cell.uri)]
            ),
            [cell],
        )
    )
