"""Opening, changing, closing: what every client sees, whatever its capabilities."""

import pytest
from lsprotocol import types

from tests.support.editor import PROFILES, editor

BROKEN = '[default]\nlocale = "en-gb\n'
ALL = (*PROFILES, "bare")


@pytest.mark.parametrize("profile", ALL)
async def test_a_broken_configuration_has_its_diagnostic_until_it_is_mended(profile, tmp_path) -> None:
    async with editor(profile, tmp_path) as user:
        user.open("_typos.toml", BROKEN)
        [found] = await user.diagnostics("_typos.toml")
        assert (found.code, found.source, found.severity) == ("syntax-error", "waypost", types.DiagnosticSeverity.Error)
        assert found.range.start.line == 1
        user.change("_typos.toml", '[default]\nlocale = "en-gb"\n')
        await user.diagnostics_until("_typos.toml", [])


async def test_closing_a_document_takes_its_diagnostics_away(tmp_path) -> None:
    async with editor(root=tmp_path) as user:
        uri = user.open("_typos.toml", BROKEN)
        await user.diagnostics("_typos.toml")
        user.close("_typos.toml")
        await user.until(lambda: not user._published[uri].diagnostics)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-32"])
async def test_positions_are_counted_in_the_negotiated_unit(encoding, tmp_path) -> None:
    async with editor("bare", tmp_path, encodings=[encoding]) as user:
        assert user.server.capabilities.position_encoding == encoding
        user.open("_typos.toml", '"é\U0001f600" = "en\n')
        found = next(each for each in await user.diagnostics("_typos.toml") if each.code == "syntax-error")
        before = '"é\U0001f600" = '
        width = {"utf-8": len(before.encode()), "utf-16": len(before.encode("utf-16-le")) // 2, "utf-32": len(before)}
        assert found.range.start == types.Position(0, width[encoding])


async def test_an_unknown_encoding_falls_back_to_utf16(tmp_path) -> None:
    async with editor("bare", tmp_path, encodings=["utf-7"]) as user:
        assert user.server.capabilities.position_encoding == "utf-16"


async def test_diagnostics_are_pushed_or_pulled_and_never_both(tmp_path) -> None:
    async with editor("visual_studio_code", tmp_path) as user:
        assert not user.pulls
        assert user.server.capabilities.diagnostic_provider is None
    async with editor("neovim", tmp_path) as user:
        assert user.pulls
        assert user.server.capabilities.diagnostic_provider is not None
        user.open("_typos.toml", BROKEN)
        assert len(await user.diagnostics("_typos.toml")) == 1
        user.change("_typos.toml", BROKEN + "\n")
        assert len(await user.diagnostics("_typos.toml")) == 1
        assert user._published == {}


@pytest.mark.parametrize(
    "uri", ["untitled:_typos.toml", "vscode-vfs://github/o/r/_typos.toml", "file:///elsewhere/typos.toml"]
)
async def test_documents_without_a_file_or_a_folder_are_served(uri, tmp_path) -> None:
    async with editor(root=tmp_path) as user:
        user.open(uri, BROKEN, "toml")
        assert [each.code for each in await user.diagnostics(uri)] == ["syntax-error"]


async def test_two_spellings_of_a_uri_are_one_document(tmp_path) -> None:
    async with editor("neovim", tmp_path) as user:
        user.open("file:///c%3A/p/_typos.toml", BROKEN)
        report = await user.client.text_document_diagnostic_async(
            types.DocumentDiagnosticParams(types.TextDocumentIdentifier("file:///C:/p/_typos.toml"))
        )
        assert len(report.items) == 1


async def test_cells_of_a_notebook_are_documents(tmp_path) -> None:
    uri = "vscode-notebook-cell:/n.ipynb#one"
    async with editor(root=tmp_path) as user:
        user.client.notebook_document_did_open(
            types.DidOpenNotebookDocumentParams(
                types.NotebookDocument((tmp_path / "n.ipynb").as_uri(), "jupyter-notebook", 1, []),
                [types.TextDocumentItem(uri, "python", 1, "%matplotlib inline\nx = 1\n")],
            )
        )
        user._versions[uri] = 1
        assert await user.diagnostics(uri) == []
        change = types.NotebookDocumentCellContentChanges(
            types.VersionedTextDocumentIdentifier(2, uri),
            [types.TextDocumentContentChangeWholeDocument("x = 2\n")],
        )
        user.client.notebook_document_did_change(
            types.DidChangeNotebookDocumentParams(
                types.VersionedNotebookDocumentIdentifier(2, (tmp_path / "n.ipynb").as_uri()),
                types.NotebookDocumentChangeEvent(cells=types.NotebookDocumentCellChanges(text_content=[change])),
            )
        )
        user._versions[uri] = 2
        assert await user.diagnostics(uri) == []
        user.client.notebook_document_did_close(
            types.DidCloseNotebookDocumentParams(
                types.NotebookDocumentIdentifier((tmp_path / "n.ipynb").as_uri()), [types.TextDocumentIdentifier(uri)]
            )
        )


async def test_a_request_about_a_document_that_is_not_open_is_answered(tmp_path) -> None:
    async with editor(root=tmp_path) as user:
        answer = await user.client.text_document_hover_async(
            types.HoverParams(types.TextDocumentIdentifier(user.uri("typos.toml")), types.Position(0, 0))
        )
        assert answer is None


async def test_a_change_of_a_document_that_is_not_open_is_a_line_in_the_log(tmp_path) -> None:
    async with editor(root=tmp_path) as user:
        user._versions[user.uri("typos.toml")] = 1
        user.change("typos.toml", "x")
        await user.warned("is not open")


@pytest.mark.parametrize("position", [(0, 2**31 - 1), (2**31 - 1, 0)])
async def test_a_position_beyond_the_text_is_drawn_into_it(position, tmp_path) -> None:
    async with editor(root=tmp_path) as user:
        uri = user.open("typos.toml", "")
        await user.client.text_document_hover_async(
            types.HoverParams(types.TextDocumentIdentifier(uri), types.Position(*position))
        )
        assert await user.diagnostics("typos.toml") == []
