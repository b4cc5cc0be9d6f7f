"""Formatting: offered only where a setting asks for it, and of the spell checker's tables alone."""

import pytest
from lsprotocol import types

from tests.support.editor import PROFILES, Editor, editor

NAME = "pyproject.toml"
SOURCE = "# \U0001f6a9\n[project]\nname='x'\n[ tool.typos ]\n[tool.typos.default]\nlocale='en-us'\nbinary=true\n"
WHOLE = "# \U0001f6a9\n[project]\nname='x'\n\n[tool.typos]\n\n[tool.typos.default]\nlocale = 'en-us'\nbinary = true\n"
ON = {"configFormatting": True}
METHODS = {types.TEXT_DOCUMENT_FORMATTING, types.TEXT_DOCUMENT_RANGE_FORMATTING}
OPTIONS = types.FormattingOptions(tab_size=2, insert_spaces=True)


def offered(user: Editor) -> set[str]:
    return {each.method for each in user.registrations} & METHODS


def place(user: Editor) -> types.TextDocumentIdentifier:
    return types.TextDocumentIdentifier(user.uri(NAME))


def made(edits: list[types.TextEdit] | None) -> str:
    text = SOURCE
    for edit in reversed(edits or []):
        rows = text.splitlines(keepends=True)
        start = sum(map(len, rows[: edit.range.start.line])) + edit.range.start.character
        end = sum(map(len, rows[: edit.range.end.line])) + edit.range.end.character
        text = text[:start] + edit.new_text + text[end:]
    return text


@pytest.mark.parametrize("profile", PROFILES)
async def test_formatting_is_not_offered_unless_a_setting_asks_for_it(profile, tmp_path) -> None:
    async with editor(profile, tmp_path, settings={"otherServers": ["tombi"]}) as user:
        user.open(NAME, SOURCE)
        await user.diagnostics(NAME)
        assert user.server.capabilities.document_formatting_provider is None
        assert user.server.capabilities.document_range_formatting_provider is None
        assert offered(user) == set()


async def test_a_setting_offers_it_for_configurations_alone(tmp_path) -> None:
    async with editor("visual_studio_code", tmp_path, settings=ON) as user:
        user.open(NAME, SOURCE)
        await user.until(lambda: offered(user) == METHODS)
        assert user.server.capabilities.document_formatting_provider is None
        [options] = {str(each.register_options) for each in user.registrations if each.method in METHODS}
        assert "pyproject.toml" in options
        assert ".py'" not in options
        whole = types.DocumentFormattingParams(place(user), OPTIONS)
        assert made(await user.client.text_document_formatting_async(whole)) == WHOLE
        line = types.Range(types.Position(5, 2), types.Position(5, 4))
        part = types.DocumentRangeFormattingParams(place(user), line, OPTIONS)
        edits = await user.client.text_document_range_formatting_async(part)
        assert made(edits) == SOURCE.replace("locale='", "locale = '")
        await user.configure({})
        await user.until(lambda: offered(user) == set())


async def test_a_client_that_takes_nothing_later_is_offered_it_at_the_start(tmp_path) -> None:
    async with editor("emacs", tmp_path, options=ON, adapt=_takes_nothing_later) as user:
        user.open(NAME, SOURCE)
        await user.diagnostics(NAME)
        assert user.server.capabilities.document_formatting_provider
        whole = types.DocumentFormattingParams(place(user), OPTIONS)
        assert made(await user.client.text_document_formatting_async(whole)) == WHOLE


async def test_what_is_half_typed_is_left_alone(tmp_path) -> None:
    async with editor("visual_studio_code", tmp_path, settings=ON) as user:
        user.open(NAME, SOURCE + "locale = \n")
        await user.diagnostics(NAME)
        await user.until(lambda: offered(user) == METHODS)
        whole = types.DocumentFormattingParams(place(user), OPTIONS)
        assert not await user.client.text_document_formatting_async(whole)


def _takes_nothing_later(known: types.ClientCapabilities) -> None:
    assert known.text_document is not None
    known.text_document.formatting = types.DocumentFormattingClientCapabilities(dynamic_registration=False)
