"""Accept a word, or ignore lines, files and types, from an editor: once the edits are made, typos reports nothing."""

import os
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types

from tests.support.editor import Editor, editor
from tests.support.typos import run_typos, write
from waypost.config.typos import program
from waypost.lsp.spelling_commands import _change
from waypost.text import Document, Encoding, Position, Span
from waypost.workspace import Folder, Workspace

COMMAND = "waypost.ignoreSpelling"


def part(first: int, start: int, last: int, end: int) -> dict[str, Any]:
    return {"start": {"line": first, "character": start}, "end": {"line": last, "character": end}}


async def call(user: Editor, name: str, how: str, range_: dict[str, Any], **more: str) -> Any:
    given = {"uri": user.uri(name), "how": how, "range": range_, **more}
    return await user.client.workspace_execute_command_async(types.ExecuteCommandParams(COMMAND, [given]))


async def make_edits(user: Editor, texts: dict[str, str]) -> None:
    """Apply the edits of a server's command on disk, as a client that saves would; open texts are those given."""
    await user.until(lambda: bool(user.applied))
    for change in user.applied.pop().document_changes or ():
        if isinstance(change, types.CreateFile):
            _path(change.uri).write_text("")
        else:
            assert isinstance(change, types.TextDocumentEdit)
            path = _path(change.text_document.uri)
            source = texts.get(path.name, path.read_bytes().decode())
            for each in reversed(change.edits):
                assert isinstance(each, types.TextEdit)
                source = _edited(Document.from_text("", source), each)
            path.write_bytes(source.encode())


def _path(uri: str) -> Path:
    return Path(uri.removeprefix("file://"))


def _edited(document: Document, edit: types.TextEdit) -> str:
    places = (Position(each.line, each.character) for each in (edit.range.start, edit.range.end))
    ends = (document.offset(each, Encoding.UTF16) for each in places)
    span = Span(*ends)
    return (document.source[: span.start] + edit.new_text.encode() + document.source[span.end :]).decode()


WAYS: list[tuple[str, str, dict[str, Any], str, str | None]] = [
    ("x = 'teh'\n", "accept", part(0, 5, 0, 8), '[default.extend-words]\nteh = "teh"\n', None),
    ("x = '🚩', FoV\n", "accept", part(0, 12, 0, 12), '[default.extend-identifiers]\nFoV = "FoV"\n', None),
    ("# teh.x\n", "accept", part(0, 2, 0, 7), "[default]\nextend-ignore-re = ['teh\\.x']\n", None),
    ("# teh\n", "acceptInType", part(0, 2, 0, 5), '[type.py.extend-words]\nteh = "teh"\n', None),
    ("# teh\r\n", "lines", part(0, 2, 0, 5), "(?Rm)^.*", "# teh  # spellchecker:disable-line\r\n"),
    ("a = 1\nteh = 1\nhte = 2\n", "lines", part(1, 0, 3, 0), "spellchecker:off",
     "a = 1\n# spellchecker:off\nteh = 1\nhte = 2\n# spellchecker:on\n"),
    ("# teh\n", "file", part(0, 0, 0, 0), '[files]\nextend-exclude = ["/sub/a.py"]\n', None),
    ("# teh\n", "type", part(0, 0, 0, 0), "[type.py]\ncheck-file = false\n", None),
]  # fmt: skip


async def test_what_is_passed_over_is_what_typos_passes_over(tmp_path: Path) -> None:
    async with editor("visual_studio_code", tmp_path) as user:
        for number, (text, how, range_, config, after) in enumerate(WAYS):
            folder = tmp_path / str(number)
            name = f"{number}/sub/a.py"
            write(folder, {".git/HEAD": "", "sub/a.py": "saved = 1\n"})
            user.open(name, text)  # the editor's text counts, and only the editor writes
            said = await call(user, name, how, range_)
            assert "summary" in said, said
            assert f" {number}{os.sep}" in said["summary"]
            assert str(tmp_path) not in said["summary"]
            assert (tmp_path / name).read_text() == "saved = 1\n"
            assert not (folder / "_typos.toml").exists()
            (tmp_path / name).write_bytes(text.encode())
            assert run_typos(folder, {}).lines != []
            await make_edits(user, {"a.py": text})
            assert config in (folder / "_typos.toml").read_text()
            assert run_typos(folder, {}).lines == []
            assert (tmp_path / name).read_bytes().decode() == (after or text)


async def test_the_configuration_that_is_open_is_changed_as_it_is_in_the_editor(tmp_path: Path) -> None:
    write(tmp_path, {"pyproject.toml": "", "a.md": "teh\n"})
    opened = "[project]\nname = 'x'\n\n[tool.typos.default.extend-words] # ours\nhte = 'hte'\n\n[tool.other]\n"
    async with editor("visual_studio_code", tmp_path) as user:
        user.open("pyproject.toml", opened)
        await user.diagnostics("pyproject.toml")
        await call(user, "a.md", "accept", part(0, 0, 0, 3))
        await make_edits(user, {"pyproject.toml": opened})
    assert (tmp_path / "pyproject.toml").read_text() == opened.replace("hte'\n", 'hte\'\nteh = "teh"\n')
    assert run_typos(tmp_path, {}).lines == []


async def test_a_text_that_the_server_does_not_have_comes_with_the_question(tmp_path: Path) -> None:
    write(tmp_path, {"typos.toml": "", "a.txt": "fine\n"})
    async with editor("visual_studio_code", tmp_path) as user:
        await call(user, "a.txt", "accept", part(0, 0, 0, 3), text="hte\n")
        await make_edits(user, {})
    assert (tmp_path / "typos.toml").read_text() == '[default.extend-words]\nhte = "hte"\n'


def test_without_typos_the_entry_is_written_and_said_to_be_unconfirmed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(program, "_path_of", lambda _: None)
    write(tmp_path, {".git/HEAD": "", "a.py": "teh = 1\n"})
    document = Document((tmp_path / "a.py").as_uri(), b"teh = 1\n")
    accepted, _ = _change(tmp_path / "a.py", document, Workspace([Folder(tmp_path)]), "accept", Span(0, 3))
    assert accepted.summary.endswith(f"in {tmp_path / '_typos.toml'} (not confirmed: typos is not installed)")
    assert accepted.files[0].after == b'[default.extend-words]\nteh = "teh"\n'
    ignored, _ = _change(tmp_path / "a.py", document, Workspace([Folder(tmp_path)]), "lines", Span(0, 3))
    assert f"a.py, with a pattern for such comments in {tmp_path / '_typos.toml'} (not confirmed" in ignored.summary
    assert [each.path.name for each in ignored.files] == ["a.py", "_typos.toml"]


async def test_what_cannot_be_done_is_said_and_nothing_is_changed(tmp_path: Path) -> None:
    async with editor("visual_studio_code", tmp_path) as user:
        for config, text, how, why in (
            ("", "fine\n", "accept", "typos does not report `fine`"),
            ("[default\n", "teh\n", "accept", "is not valid TOML"),
            ("", "teh\n", "lines", "no comments are known"),
            ("", "teh\n", "sideways", "`how` cannot be `sideways`"),
        ):
            write(tmp_path, {"typos.toml": config, "a.txt": text})
            said = await call(user, "a.txt", how, part(0, 0, 0, 4))
            assert why in said["refused"]
            assert [why in each.message for each in user.client.messages] == [True]
            user.client.messages.clear()
        assert user.applied == []
        assert await call(user, "nowhere.txt", "accept", part(0, 0, 0, 4)) is None


async def test_the_actions_are_offered_where_typos_reports_something(tmp_path: Path) -> None:
    write(tmp_path, {".git/HEAD": ""})
    async with editor("visual_studio_code", tmp_path) as user:
        user.open("a.py", "teh = 1\nfine = 2\n")

        async def titles(range_: dict[str, Any]) -> list[str]:
            start, end = (types.Position(**range_[each]) for each in ("start", "end"))
            document = types.TextDocumentIdentifier(user.uri("a.py"))
            context = types.CodeActionContext([], only=["quickfix"])
            params = types.CodeActionParams(document, types.Range(start, end), context)
            return [each.title for each in await user.client.text_document_code_action_async(params) or []]

        assert await titles(part(0, 0, 0, 3)) == [
            "Accept `teh` in the project",
            "Accept `teh` in files of this type",
            "Ignore this line in typos",
            "Do not check this file with typos",
        ]
        assert (await titles(part(0, 0, 2, 0)))[0] == "Ignore lines 1 to 2 in typos"
        assert await titles(part(1, 0, 1, 4)) == await titles(part(0, 0, 0, 0)) == []


@pytest.mark.parametrize("kind", ["visual_studio_code", "neovim"])
async def test_reported_words_are_hints_with_fixes(kind: str, tmp_path: Path) -> None:
    write(tmp_path, {".git/HEAD": "", "typos.toml": "[default.extend-words]\nwich = 'wich'\n"})
    async with editor(kind, tmp_path, settings={"spelling": "on"}) as user:
        user.open("a.py", "x = 'is teh wich'\n")
        await user.diagnostics_until("a.py", [None])
        [hint] = await user.diagnostics("a.py")
        assert (hint.message, hint.source, hint.severity) == ("`teh` should be `the`", "typos", 4)
        assert (hint.range.start.character, hint.range.end.character) == (8, 11)
        found = await fixes(user, "a.py", part(0, 9, 0, 9))
        assert [each.title for each in found[:2]] == ["Change to `the`", "Accept `teh` in the project"]
        user.change("a.py", "x = 'the wich'\n")
        await user.diagnostics_until("a.py", [])
        user.change("a.py", "x = 'hte'\ny = 'wich'\n")
        await user.diagnostics_until("a.py", [None])
        user.open("typos.toml", "[default.extend-words]\nhte = 'hte'\nwich = 'wich'\n")
        await user.diagnostics_until("a.py", [])


async def test_reported_words_are_shown_only_where_they_are_wanted(tmp_path: Path) -> None:
    write(tmp_path, {".git/HEAD": "", "typos.toml": "[type.py]\ncheck-file = false\n", "a.py": "", "b.txt": ""})
    async with editor("visual_studio_code", tmp_path, settings={"spelling": "on"}) as user:
        user.open("a.py", "teh = 1\n")
        user.open("b.txt", "teh\n")
        await user.diagnostics_until("b.txt", [None])
        assert await user.diagnostics("a.py") == []
        await user.configure({"spelling": "auto"})
        await user.diagnostics_until("b.txt", [])
        assert await fixes(user, "b.txt", part(0, 1, 0, 1)) == []


async def fixes(user: Editor, name: str, range_: dict[str, Any]) -> list[types.CodeAction | types.Command]:
    start, end = (types.Position(**range_[each]) for each in ("start", "end"))
    context = types.CodeActionContext([], only=["quickfix"])
    params = types.CodeActionParams(types.TextDocumentIdentifier(user.uri(name)), types.Range(start, end), context)
    return list(await user.client.text_document_code_action_async(params) or [])
