"""The index of a workspace through a real client: built, searched, followed file by file and edit by edit."""

import asyncio
import os
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from tests.support.editor import PATIENCE, Editor, editor
from waypost.lsp.errors import CONTENT_MODIFIED

HEAD = "from waypost import endpoint\n"
ONE = HEAD + 'endpoint("GET /repos/{o}/{r}/issues", o="x", r="é")\n'
TWO = HEAD + 'x = "\U0001f6a9"; endpoint("GET /repos/{a}/{b}/issues", a="x", b="y")\n'


def write(root: Path, **files: str) -> None:
    for name, text in files.items():
        (root / f"{name}.py").write_text(text, encoding="utf-8")


async def symbols(user: Editor, query: str, of: Path | None = None) -> list[str]:
    found = await user.client.workspace_symbol_async(types.WorkspaceSymbolParams(query))
    below = of.as_uri() if of is not None else ""
    here = (each for each in found if each.location.uri.startswith(below))
    return sorted(f"{each.name} {each.location.uri.rsplit('/', 1)[-1]}" for each in here)


async def until(user: Editor, query: str, expected: list[str], of: Path | None = None) -> None:
    """Wait for the symbols to be the expected ones."""
    async with asyncio.timeout(PATIENCE):
        while (found := await symbols(user, query, of)) != expected:
            assert found is not None
            await asyncio.sleep(0.05)


async def test_symbols_of_all_files_that_are_not_ignored(tmp_path) -> None:
    (tmp_path / ".gitignore").write_text("hidden.py\nvenv/\n")
    (tmp_path / "venv").mkdir()
    write(tmp_path, one=ONE, two=TWO, hidden=ONE)
    write(tmp_path / "venv", lib=ONE)
    async with editor(root=tmp_path) as user:
        await until(user, "repos issues", ["GET /repos/x/%C3%A9/issues one.py", "GET /repos/x/y/issues two.py"])
        assert await symbols(user, "issues list for") == await symbols(user, "")
        assert await symbols(user, "nothing like it") == []


async def test_what_an_earlier_session_has_read_is_not_read_again(tmp_path, monkeypatch) -> None:
    kept = tmp_path / ".cache"
    monkeypatch.setenv("WAYPOST_CACHE_DIR", str(kept))
    write(tmp_path, one=ONE, two=TWO)
    for path in tmp_path.iterdir():
        os.utime(path, (1_700_000_000, 1_700_000_000))
    expected = ["GET /repos/x/%C3%A9/issues one.py", "GET /repos/x/y/issues two.py"]
    async with editor(root=tmp_path) as user:
        await until(user, "repos issues", expected)
        async with asyncio.timeout(PATIENCE):
            while not (found := list(kept.glob("routes-*.json"))):  # noqa: ASYNC110 - nothing announces it
                await asyncio.sleep(0.05)
    [file] = found
    file.write_text(file.read_text().replace("%C3%A9", "kept"))
    async with editor(root=tmp_path) as user:
        await until(user, "repos issues", [expected[0].replace("%C3%A9", "kept"), expected[1]])
    # Any source may change what another one sends.
    write(tmp_path, two="")
    async with editor(root=tmp_path) as user:
        await until(user, "repos issues", expected[:1])


async def test_symbols_of_configurations(tmp_path) -> None:
    (tmp_path / "sub").mkdir()
    (tmp_path / ".gitignore").write_text("ignored/\n")
    (tmp_path / "ignored").mkdir()
    (tmp_path / "ignored" / "typos.toml").write_text("[files]\n")
    (tmp_path / ".typos.toml").write_text("[files]\n[type.py]\n[default.extend-words]\nteh = 'teh'\n")
    (tmp_path / "pyproject.toml").write_text("[project]\nname = 'x'\n[tool.typos.type.po]\nunicode = false\n")
    (tmp_path / "sub" / "Cargo.toml").write_text("[package]\n[package.metadata.typos]\ndefault.locale = 'en'\n")
    (tmp_path / "sub" / "typos.json").write_text('{"type": {"rust": {"unicode": true}}}')
    write(tmp_path, one=ONE)
    async with editor(root=tmp_path) as user:
        await until(user, "type", ["type.po pyproject.toml", "type.py .typos.toml", "type.rust typos.json"])
        assert await symbols(user, "typos.toml") == [
            "default .typos.toml",
            "default.extend-words .typos.toml",
            "files .typos.toml",
            "type.py .typos.toml",
        ]
        assert await symbols(user, "type py") == ["type.po pyproject.toml", "type.py .typos.toml"]
        assert await symbols(user, "cargo") == ["default Cargo.toml"]
        found = await user.client.workspace_symbol_async(types.WorkspaceSymbolParams("rust"))
        assert [(each.kind, each.container_name) for each in found] == [(types.SymbolKind.Class, "sub/typos.json")]
        assert [each.location.range.start.character for each in found] == [10]


async def test_symbols_of_configurations_follow_edits_and_files(tmp_path) -> None:
    config = tmp_path / "typos.toml"
    config.write_text("[files]\n")
    async with editor(root=tmp_path) as user:
        await until(user, "typos", ["files typos.toml"])
        user.open("typos.toml", "[default]\n")
        assert await symbols(user, "typos") == ["default typos.toml"]
        user.close("typos.toml")
        assert await symbols(user, "typos") == ["files typos.toml"]
        config.unlink()
        (tmp_path / "_typos.toml").write_text("[type.go]\n")
        changes = [
            types.FileEvent(user.uri("typos.toml"), types.FileChangeType.Deleted),
            types.FileEvent(user.uri("_typos.toml"), types.FileChangeType.Created),
        ]
        user.client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams(changes))
        await until(user, "typos", ["type.go _typos.toml"])


async def references(user: Editor, name: str) -> list[tuple[str, types.Position]]:
    found = await user.client.text_document_references_async(
        types.ReferenceParams(
            types.ReferenceContext(include_declaration=True),
            types.TextDocumentIdentifier(user.uri(name)),
            types.Position(1, 13),
        )
    )
    return [(each.uri.rsplit("/", 1)[-1], each.range.start) for each in found or ()]


# The flag in two.py is two units wide.
PLACES = [("one.py", types.Position(1, 10)), ("two.py", types.Position(1, 20))]


async def test_references_in_other_files_wait_for_the_index(tmp_path) -> None:
    write(tmp_path, one=ONE, two=TWO)
    async with editor(root=tmp_path) as user:
        user.open("one.py", ONE)
        assert await references(user, "one.py") == PLACES


async def test_references_wait_for_edits_of_other_files(tmp_path) -> None:
    write(tmp_path, one=ONE, two=TWO)
    async with editor(root=tmp_path) as user:
        user.open("one.py", ONE)
        user.open("two.py", TWO)
        await references(user, "one.py")
        user.change("two.py", "")
        assert await references(user, "one.py") == PLACES[:1]


async def test_references_of_a_text_that_changes_while_they_wait_are_dropped(tmp_path) -> None:
    write(tmp_path, one=ONE, two=TWO)
    async with editor(root=tmp_path) as user:
        user.open("one.py", ONE)
        asked = asyncio.ensure_future(references(user, "one.py"))
        await asyncio.sleep(0)
        user.change("one.py", "#\n" + ONE)
        with pytest.raises(JsonRpcException) as refused:
            await asked
        assert refused.value.code == CONTENT_MODIFIED


async def test_the_index_follows_edits_and_files(tmp_path) -> None:
    write(tmp_path, one=ONE)
    async with editor(root=tmp_path) as user:
        await until(user, "", ["GET /repos/x/%C3%A9/issues one.py"])
        user.open("one.py", ONE)
        user.change("one.py", HEAD + 'endpoint("GET /user")\n')
        await until(user, "", ["GET /user one.py"])
        user.close("one.py")
        await until(user, "", ["GET /repos/x/%C3%A9/issues one.py"])
        write(tmp_path, new=TWO)
        user.client.workspace_did_change_watched_files(
            types.DidChangeWatchedFilesParams([types.FileEvent(user.uri("new.py"), types.FileChangeType.Created)])
        )
        await until(user, "y/issues", ["GET /repos/x/y/issues new.py"])
        (tmp_path / "one.py").unlink()
        user.client.workspace_did_change_watched_files(
            types.DidChangeWatchedFilesParams([types.FileEvent(user.uri("one.py"), types.FileChangeType.Deleted)])
        )
        await until(user, "", ["GET /repos/x/y/issues new.py"])


MIXIN = 'class Users:\n    def user(self, name):\n        return self.put_to(f"/users/{name}", data={})\n'
HEIR = """\
import requests
from users import Users

class Client(Users):
    def put_to(self, path, data):
        return requests.put("https://x.example" + path)
"""


async def test_the_index_follows_the_subclasses_of_classes(tmp_path) -> None:
    """Of files that are open, and that are not: the class that makes the request does not know of them."""
    write(tmp_path, users=MIXIN, client=HEIR)
    without, found = HEIR.replace("(Users)", ""), ["PUT https://x.example/users/{name} users.py"]
    async with editor(root=tmp_path) as user:
        await until(user, "put", found)
        for text, expected in ((without, []), (HEIR, found)):
            write(tmp_path, client=text)
            event = types.FileEvent(user.uri("client.py"), types.FileChangeType.Changed)
            user.client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([event]))
            await until(user, "put", expected)
        user.open("users.py", MIXIN)
        user.open("client.py", HEIR)
        for text, expected in ((without, []), (HEIR, found)):
            user.change("client.py", text)
            await until(user, "put", expected)


async def test_a_client_that_lists_the_routes_hears_of_others(tmp_path) -> None:
    write(tmp_path, one=ONE)

    def announce(known: types.ClientCapabilities) -> None:
        known.experimental = {"waypostRoutes": True}

    async with editor(root=tmp_path, adapt=announce) as user:
        await user.until(lambda: user.heard_of_routes == 1)
        user.open("one.py", ONE)
        user.change("one.py", HEAD + 'endpoint("GET /user")\n')
        await user.until(lambda: user.heard_of_routes == 2)
        assert await symbols(user, "") == ["GET /user one.py"]
        user.change("one.py", HEAD + 'endpoint("GET /user")\n# no other route\n')
        write(tmp_path, new=TWO)
        user.client.workspace_did_change_watched_files(
            types.DidChangeWatchedFilesParams([types.FileEvent(user.uri("new.py"), types.FileChangeType.Created)])
        )
        await user.until(lambda: user.heard_of_routes == 3)
        assert await symbols(user, "") == ["GET /repos/x/y/issues new.py", "GET /user one.py"]


@pytest.mark.slow
async def test_progress_is_shown_and_the_server_answers_meanwhile(tmp_path) -> None:
    for number in range(600):
        write(tmp_path, **{f"m{number}": TWO})
    async with editor("visual_studio_code", tmp_path) as user:
        user.open("m1.py", TWO)
        await user.client.text_document_hover_async(
            types.HoverParams(types.TextDocumentIdentifier(user.uri("m1.py")), types.Position(1, 25))
        )
        async with asyncio.timeout(PATIENCE):  # settings that arrive while the index is built make it start again
            while len(await symbols(user, "issues")) != 200 or _progress(user)[-1:] != ["end"]:  # noqa: ASYNC110 - nothing announces it
                await asyncio.sleep(0)
        for values in user.client.progress_reports.values():
            kinds = [value["kind"] for value in values]
            assert (kinds[0], kinds[-1], kinds.count("end")) == ("begin", "end", 1)
        assert "report" in _progress(user)


def _progress(user: Editor) -> list[str]:
    return [value["kind"] for values in user.client.progress_reports.values() for value in values]


async def test_a_changed_api_document_is_followed(tmp_path) -> None:
    (tmp_path / "pyproject.toml").write_text('[tool.waypost.apis]\n"https://x.example" = "api.yaml"\n')
    (tmp_path / "api.yaml").write_text("openapi: 3.0.0\npaths: {/a: {get: {}}}\n")
    source = 'import httpx\n\nhttpx.get("https://x.example/b")\n'
    (tmp_path / "client.py").write_text(source)
    async with editor("visual_studio_code", tmp_path) as user:
        await until(user, "", ["GET https://x.example/b client.py"])
        user.open("client.py", source)
        assert [each.code for each in await user.diagnostics("client.py")] == ["unknown-route"]
        (tmp_path / "api.yaml").write_text("openapi: 3.0.0\npaths: {/a: {get: {}}, /b: {get: {}}}\n")
        user.client.workspace_did_change_watched_files(
            types.DidChangeWatchedFilesParams([types.FileEvent(user.uri("api.yaml"), types.FileChangeType.Changed)])
        )
        await user.diagnostics_until("client.py", [])
        [watched] = [each.register_options for each in user.registrations if each.id == "waypost.apis"]
        assert "**/api.yaml" in str(watched)


async def inventory(user: Editor) -> list[dict[str, Any]]:
    """What the list of routes shows, once it is complete."""
    command = types.ExecuteCommandParams("waypost.routes", [{}])
    while not (found := await user.client.workspace_execute_command_async(command))["complete"]:
        pass
    routes: list[dict[str, Any]] = found["routes"]
    return routes


async def test_a_changed_file_that_an_api_document_refers_to_is_followed(tmp_path) -> None:
    (tmp_path / "waypost.toml").write_text('[apis]\n"https://x.example" = "api.yaml"\n')
    (tmp_path / "api.yaml").write_text("openapi: 3.0.0\npaths: {/b: {$ref: b.json}}\n")
    (tmp_path / "b.json").write_text('{"post": {}}')
    source = 'import httpx\n\nhttpx.get("https://x.example/b")\n'
    write(tmp_path, open=source, closed=source)
    async with editor("visual_studio_code", tmp_path) as user:
        user.open("open.py", source)
        assert [each.code for each in await user.diagnostics("open.py")] == ["wrong-verb"]
        assert [len(each["problems"]) for each in await inventory(user)] == [1, 1]
        (tmp_path / "b.json").write_text('{"get": {}}')
        user.client.workspace_did_change_watched_files(
            types.DidChangeWatchedFilesParams([types.FileEvent(user.uri("b.json"), types.FileChangeType.Changed)])
        )
        await user.diagnostics_until("open.py", [])
        assert [len(each["problems"]) for each in await inventory(user)] == [0, 0]
        [watched] = [each.register_options for each in user.registrations if each.id == "waypost.apis"]
        assert "**/*.json" in str(watched)


@pytest.mark.parametrize("profile", ["bare", "emacs"])
async def test_clients_without_progress_bars_are_told_nothing(profile, tmp_path) -> None:
    write(tmp_path, one=ONE)
    async with editor(profile, tmp_path) as user:
        await until(user, "", ["GET /repos/x/%C3%A9/issues one.py"])
        if profile == "bare":
            assert user.client.progress_reports == {}


async def test_the_inventory_as_a_command(tmp_path) -> None:
    write(tmp_path, two=TWO)
    async with editor(root=tmp_path) as user:
        await until(user, "", ["GET /repos/x/y/issues two.py"])
        [route] = await inventory(user)
        assert (route["verb"], route["path"], route["operation"]) == (
            "GET",
            "/repos/x/y/issues",
            "issues/list-for-repo",
        )
        assert route["range"]["start"] == {"line": 1, "character": 20}


async def test_open_files_follow_what_they_import_on_disk(tmp_path) -> None:
    names = tmp_path / "names.py"
    names.write_text('BASE = "https://one.example"\n')
    source = 'import httpx\nfrom names import BASE\nhttpx.get(f"{BASE}/a")\n'
    async with editor(root=tmp_path) as user:
        user.open("a.py", source)
        asked = types.HoverParams(types.TextDocumentIdentifier(user.uri("a.py")), types.Position(2, 3))
        assert "one.example" in str(await user.client.text_document_hover_async(asked))
        names.write_text('BASE = "https://another.example"\n')
        change = types.FileEvent(user.uri("names.py"), types.FileChangeType.Changed)
        user.client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([change]))
        assert "another.example" in str(await user.client.text_document_hover_async(asked))


SENDS = HEAD + 'def send(path):\n    return endpoint(f"GET {path}", o="x")\n'
USES = 'from pkg.inner import send\nsend("/orgs/{o}/teams")\n'


@pytest.mark.parametrize("folder", ["pkg", "my.pkg"])
async def test_a_renamed_folder_is_followed_although_one_of_its_files_is_open(folder: str, tmp_path: Path) -> None:
    """The client reports the folder alone; the routes of files in it, and of those that import them, are gone."""
    (tmp_path / folder).mkdir()
    write(tmp_path / folder, inner=SENDS, other=TWO, opened=ONE)
    write(tmp_path, uses=USES.replace("pkg", folder))
    async with editor(root=tmp_path) as user:
        user.open(f"{folder}/opened.py", ONE)
        known = ["GET /repos/x/y/issues other.py", "GET /repos/x/%C3%A9/issues opened.py"]
        imported = ["GET /orgs/x/teams uses.py"] if "." not in folder else []
        await until(user, "get", sorted([*imported, *known]))
        (tmp_path / folder).rename(tmp_path / "after")
        user.client.workspace_did_change_watched_files(
            types.DidChangeWatchedFilesParams(
                [
                    types.FileEvent((tmp_path / folder).as_uri(), types.FileChangeType.Deleted),
                    types.FileEvent((tmp_path / "after").as_uri(), types.FileChangeType.Created),
                ]
            )
        )
        await until(user, "get", ["GET /repos/x/%C3%A9/issues opened.py"], of=tmp_path / folder)
        await until(user, "orgs", [])


async def test_a_folder_that_the_editor_renames_is_followed(tmp_path: Path) -> None:
    (tmp_path / "pkg").mkdir()
    write(tmp_path / "pkg", other=TWO)
    async with editor(root=tmp_path) as user:
        await until(user, "get", ["GET /repos/x/y/issues other.py"])
        (tmp_path / "pkg").rename(tmp_path / "after")
        moved = types.FileRename((tmp_path / "pkg").as_uri(), (tmp_path / "after").as_uri())
        user.client.workspace_did_rename_files(types.RenameFilesParams([moved]))
        await until(user, "get", ["GET /repos/x/y/issues other.py"], of=tmp_path / "after")
