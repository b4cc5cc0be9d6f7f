"""The first question after opening is answered with the settings, and with the documents that they name."""

import pytest
from lsprotocol import types

from tests.support.editor import Editor, editor
from tests.support.wire import wire

DOCUMENT = """\
openapi: 3.1.0
info: {title: Pets, version: "1"}
paths:
  /pets/{id}:
    get:
      summary: Get one pet of the shop
      parameters:
        - {name: id, in: path, required: true, schema: {type: string}}
        - {name: fields, in: query, schema: {type: string}}
      responses: {}
"""
SETTINGS = '[apis]\n"https://pets.example" = "openapi.yaml"\n'
SOURCE = 'import httpx\r\n"\U0001f408"; httpx.get("https://pets.example/pets/1", params={"": 1})\r\n'
CAT = 2  # the non-BMP character takes two units


@pytest.fixture
def shop(tmp_path):
    (tmp_path / "openapi.yaml").write_text(DOCUMENT)
    (tmp_path / "waypost.toml").write_text(SETTINGS)
    return tmp_path


def within(text: str) -> types.Position:
    """The position one character into a text in the second line."""
    return types.Position(1, SOURCE.splitlines()[1].index(text) + CAT)


async def hovered(user: Editor) -> str:
    at = types.TextDocumentIdentifier(user.uri("client.py"))
    found = await user.client.text_document_hover_async(types.HoverParams(at, within("https:")))
    return str(found and found.contents)


@pytest.mark.parametrize("profile", ["visual_studio_code", "neovim", "bare"])
async def test_the_first_hover_has_the_document(profile, shop) -> None:
    async with editor(profile, shop, encodings=["utf-16"]) as user:
        user.open("client.py", SOURCE)
        assert "Get one pet of the shop" in await hovered(user)


async def test_the_first_list_has_the_document(shop) -> None:
    async with editor(root=shop) as user:
        user.open("client.py", SOURCE)
        at = types.TextDocumentIdentifier(user.uri("client.py"))
        found = await user.client.text_document_completion_async(types.CompletionParams(at, within('"": 1')))
        assert isinstance(found, types.CompletionList)
        assert "fields" in [each.label for each in found.items]


async def test_the_first_hover_has_what_the_client_sends(shop) -> None:
    (shop / "waypost.toml").unlink()
    settings = {"apis": {"https://pets.example": "openapi.yaml"}}
    async with editor(root=shop, settings=settings) as user:
        user.open("client.py", SOURCE)
        assert "Get one pet of the shop" in await hovered(user)


def test_a_client_that_sends_no_settings_is_answered_all_the_same() -> None:
    document = "file:///x/client.py"
    with wire() as server:
        server.initialize({"workspace": {"configuration": True}})
        server.open(document, SOURCE, "python")
        position = {"line": 1, "character": within("https:").character}
        params = {"textDocument": {"uri": document}, "position": position}
        assert "pets.example" in str(server.ask("textDocument/hover", params))
