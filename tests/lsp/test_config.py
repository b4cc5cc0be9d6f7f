"""What an editor can do with a configuration, requested as editors do."""

import pytest
from lsprotocol import types

from tests.support.editor import PROFILES, Editor, editor

NAME = "typos.toml"
SOURCE = """\
# \U0001f6a9 ours
[files]
extend-exclude = [
  "a.txt",
]

[type.py]
unicode = false

[type.py.extend-words]
teh = "teh"
"""


def at(source: str, text: str, by: int = 1) -> types.Position:
    """The position `by` characters after the start of a text; the characters before it on its line are narrow."""
    before = source[: source.index(text) + by]
    return types.Position(before.count("\n"), len(before) - before.rfind("\n") - 1)


def place(user: Editor, name: str = NAME) -> types.TextDocumentIdentifier:
    return types.TextDocumentIdentifier(user.uri(name))


@pytest.mark.parametrize("profile", PROFILES)
async def test_completion_while_typing(profile, tmp_path) -> None:
    async with editor(profile, tmp_path) as user:
        user.open(NAME, "[default]\n")
        text = "[default]\nloc"
        user.change(NAME, text)
        await user.diagnostics(NAME)
        found = await user.client.text_document_completion_async(
            types.CompletionParams(place(user), types.Position(1, 3))
        )
        assert isinstance(found, types.CompletionList)
        (item,) = [each for each in found.items if each.label == "locale"]
        shared = found.item_defaults and found.item_defaults.edit_range
        new_text = item.text_edit_text if shared else item.text_edit and item.text_edit.new_text
        assert new_text and new_text.startswith('locale = "')
        resolved = await user.client.completion_item_resolve_async(item)
        assert resolved.documentation is not None


@pytest.mark.parametrize("profile", PROFILES)
async def test_hover_and_navigation(profile, tmp_path) -> None:
    async with editor(profile, tmp_path) as user:
        user.open(NAME, SOURCE)
        await user.diagnostics(NAME)
        hovered = await user.client.text_document_hover_async(types.HoverParams(place(user), at(SOURCE, "unicode")))
        assert hovered is not None
        assert isinstance(hovered.contents, types.MarkupContent)
        assert "In effect" in hovered.contents.value
        where = at(SOURCE, "py")
        (target,) = await user.client.text_document_definition_async(types.DefinitionParams(place(user), where))
        assert target.uri.endswith("built-in-types.toml")
        references = await user.client.text_document_references_async(
            types.ReferenceParams(types.ReferenceContext(include_declaration=True), place(user), where)
        )
        assert [each.range.start.line for each in references] == [6, 9]
        renamed = await user.client.text_document_rename_async(types.RenameParams(place(user), where, "rust"))
        assert renamed is not None


@pytest.mark.parametrize("profile", PROFILES)
async def test_the_shape_of_a_document(profile, tmp_path) -> None:
    (tmp_path / "a.txt").write_text("x")
    (tmp_path / "notes.md").write_text("a file that is checked\n")
    async with editor(profile, tmp_path) as user:
        user.open(NAME, SOURCE)
        await user.diagnostics(NAME)
        symbols = await user.client.text_document_document_symbol_async(types.DocumentSymbolParams(place(user)))
        assert [each.name for each in symbols][:2] == ["files", "type"]
        folds = await user.client.text_document_folding_range_async(types.FoldingRangeParams(place(user)))
        assert (2, 4) in [(each.start_line, each.end_line) for each in folds]
        (link,) = await user.client.text_document_document_link_async(types.DocumentLinkParams(place(user)))
        assert link.target is not None
        assert link.target.endswith("a.txt")
        (selected,) = await user.client.text_document_selection_range_async(
            types.SelectionRangeParams(place(user), [at(SOURCE, "teh")])
        )
        assert selected.parent is not None
        await user.hints_until(NAME, ["matches 1 file"])
        tokens = await user.client.text_document_semantic_tokens_full_async(types.SemanticTokensParams(place(user)))
        assert tokens is not None
        assert len(tokens.data) == 10


@pytest.mark.parametrize("profile", PROFILES)
async def test_actions_mend_and_more(profile, tmp_path) -> None:
    source = "[default]\nlocale = 'british'\n[default.extend-words]\nb = 'b'\na = 'a'\n"
    async with editor(profile, tmp_path) as user:
        user.open(NAME, source)
        found = await user.diagnostics(NAME)
        where = at(source, "british")
        offered = await user.client.text_document_code_action_async(
            types.CodeActionParams(place(user), types.Range(where, where), types.CodeActionContext(found))
        )
        titles = [each.title for each in offered]
        assert 'Change to "en-gb"' in titles
        assert not any(title.startswith("Silence") for title in titles)  # typos would still refuse the file
        where = at(source, "b = ", 0)
        offered = await user.client.text_document_code_action_async(
            types.CodeActionParams(place(user), types.Range(where, where), types.CodeActionContext([]))
        )
        assert "Sort this word list" in [each.title for each in offered]


async def test_json_is_served_the_same(tmp_path) -> None:
    source = '{\n  "default": {\n    "locale": "en-gb"\n  }\n}\n'
    async with editor(root=tmp_path) as user:
        user.open("typos.json", source)
        assert await user.diagnostics("typos.json") == []
        found = await user.client.text_document_completion_async(
            types.CompletionParams(place(user, "typos.json"), at(source, "en-gb"))
        )
        assert "null" in [each.label for each in found.items]
        hovered = await user.client.text_document_hover_async(
            types.HoverParams(place(user, "typos.json"), at(source, "locale"))
        )
        assert hovered is not None


async def test_a_client_without_markdown_gets_plain_text(tmp_path) -> None:
    async with editor("bare", tmp_path) as user:
        user.open(NAME, SOURCE)
        await user.diagnostics(NAME)
        hovered = await user.client.text_document_hover_async(types.HoverParams(place(user), at(SOURCE, "unicode")))
        assert hovered is not None
        assert "**" not in str(hovered.contents)


async def test_the_first_list_after_opening_is_whole_and_in_order(tmp_path) -> None:
    for name in ("a.rs", "b.rs", "c.py"):
        (tmp_path / name).write_text("x\n")
    async with editor("visual_studio_code", tmp_path) as user:
        user.open("client.py", "teh = 1\n")
        user.open("typos.toml", "[type.\n[default.extend-words]\n\n")

        async def labels(line: int, character: int) -> list[str]:
            place = types.Position(line, character)
            params = types.CompletionParams(types.TextDocumentIdentifier(user.uri("typos.toml")), place)
            found = await user.client.text_document_completion_async(params)
            items = found.items if isinstance(found, types.CompletionList) else found or []
            return [each.label for each in sorted(items, key=lambda each: each.sort_text or each.label)]

        assert (await labels(0, 6))[:2] == ["type.rust", "type.py"]
        assert "teh" in await labels(2, 0)
        assert len(await user.diagnostics("typos.toml")) == 1
