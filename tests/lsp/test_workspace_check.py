"""The check of all files through a real client: by setting or once, requested or sent, followed and cancelled."""

import asyncio
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from lsprotocol import types

from tests.support.editor import PATIENCE, Editor, editor
from waypost.lsp.closed_files import files_in
from waypost.lsp.workspace_check import WorkspaceCheck
from waypost.workspace import Folder, Settings, Workspace

HEAD = "from waypost import endpoint\n"
BAD = HEAD + 'x = "\U0001f6a9"; endpoint("GET /users/{o}")\r\n'
GOOD = HEAD + 'endpoint("GET /user")\n'
WHOLE = {"diagnosticMode": "workspace"}


def pulls(known: types.ClientCapabilities) -> None:
    """As newer releases of VS Code's client do."""
    assert known.text_document
    known.text_document.diagnostic = types.DiagnosticClientCapabilities()


def write(root: Path, **files: str) -> None:
    for name, text in files.items():
        (root / f"{name}.py").write_text(text, encoding="utf-8", newline="")


class Pulling:
    """A client that requests the workspace's diagnostics again and again, as editors do."""

    def __init__(self, user: Editor) -> None:
        self._user = user
        self._ids: dict[str, str] = {}
        self.found: dict[str, list[str]] = {}

    async def until(self, expected: dict[str, list[str]]) -> None:
        """Wait until these are the findings of closed files."""
        async with asyncio.timeout(PATIENCE):
            while {name: rules for name, rules in self.found.items() if rules} != expected:
                await self._pull()

    async def _pull(self) -> None:
        previous = [types.PreviousResultId(uri, each) for uri, each in self._ids.items()]
        report = await self._user.client.workspace_diagnostic_async(types.WorkspaceDiagnosticParams(previous))
        for each in report.items:
            assert isinstance(each, types.WorkspaceFullDocumentDiagnosticReport)
            self.found[each.uri.rsplit("/", 1)[-1]] = [str(item.code) for item in each.items]
            self._ids.pop(each.uri, None)
            if each.result_id:
                self._ids[each.uri] = each.result_id


def changed(user: Editor, name: str, kind: types.FileChangeType = types.FileChangeType.Changed) -> None:
    event = types.FileEvent(user.uri(name), kind)
    user.client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([event]))


async def check(user: Editor) -> Any:
    return await user.client.workspace_execute_command_async(types.ExecuteCommandParams("waypost.checkWorkspace"))


def bars(user: Editor) -> list[Any]:
    """The progress bars that can be cancelled."""
    begun = [(token, dict(reports[0])) for token, reports in user.client.progress_reports.items() if reports]
    return [token for token, report in begun if report.get("cancellable")]


async def test_with_the_setting_every_file_is_reported_and_followed(tmp_path) -> None:
    write(tmp_path, bad=BAD, good=GOOD, plain="x = 1\n")
    (tmp_path / "typos.toml").write_text('[default]\nlocale = "british"\n')
    async with editor(root=tmp_path, adapt=pulls, settings=WHOLE) as user:
        client = Pulling(user)
        await client.until({"bad.py": ["missing-parameter"], "typos.toml": ["unknown-locale"]})
        write(tmp_path, bad=GOOD, good=BAD)
        changed(user, "bad.py")
        changed(user, "good.py")
        await client.until({"good.py": ["missing-parameter"], "typos.toml": ["unknown-locale"]})
        (tmp_path / "typos.toml").unlink()
        changed(user, "typos.toml", types.FileChangeType.Deleted)
        await client.until({"good.py": ["missing-parameter"]})


async def test_without_it_nothing_is(tmp_path) -> None:
    write(tmp_path, bad=BAD)
    async with editor(root=tmp_path, adapt=pulls) as user:
        client = Pulling(user)
        pull = asyncio.create_task(client._pull())
        await user.configure(WHOLE)  # the answer comes only now
        await pull
        assert client.found == {"bad.py": ["missing-parameter"]}
        await user.configure({})
        await client.until({})


async def test_what_is_excluded_is_not_checked(tmp_path) -> None:
    (tmp_path / "generated").mkdir()
    write(tmp_path / "generated", made=BAD)
    write(tmp_path, bad=BAD)
    async with editor(root=tmp_path, adapt=pulls, settings=WHOLE | {"exclude": ["generated"]}) as user:
        client = Pulling(user)
        await client.until({"bad.py": ["missing-parameter"]})
        assert set(client.found) == {"bad.py"}


async def test_an_open_file_is_not_the_workspaces_until_it_is_closed(tmp_path) -> None:
    write(tmp_path, bad=BAD, other=BAD)
    async with editor(root=tmp_path, adapt=pulls, settings=WHOLE) as user:
        user.open("bad.py", GOOD)
        client = Pulling(user)
        await client.until({"other.py": ["missing-parameter"]})
        assert await user.diagnostics("bad.py") == []
        user.close("bad.py")
        await client.until({"bad.py": ["missing-parameter"], "other.py": ["missing-parameter"]})


@pytest.mark.parametrize("settings", [{}, WHOLE])
async def test_of_a_closed_file_nothing_stays_that_is_not_on_disk(tmp_path, settings) -> None:
    write(tmp_path, edited=GOOD, other=GOOD)
    async with editor(root=tmp_path, adapt=pulls, settings=settings) as user:
        user.open("edited.py", BAD)
        client = Pulling(user)
        client.found = {"edited.py": [str(each.code) for each in await user.diagnostics("edited.py")]}
        pull = asyncio.create_task(client._pull())
        assert client.found == {"edited.py": ["missing-parameter"]}
        user.close("edited.py")
        await pull
        assert client.found == {"edited.py": []}


async def test_a_file_is_checked_again_when_what_it_imports_changes(tmp_path) -> None:
    write(tmp_path, routes='ISSUES = "GET /users/{o}"\n')
    write(tmp_path, user="from waypost import endpoint\nfrom routes import ISSUES\nendpoint(ISSUES)\n")
    async with editor(root=tmp_path, adapt=pulls, settings=WHOLE) as user:
        client = Pulling(user)
        await client.until({"user.py": ["missing-parameter"]})
        write(tmp_path, routes='ISSUES = "GET /user"\n')
        changed(user, "routes.py")
        await client.until({})


async def test_a_file_is_checked_again_when_what_an_api_document_refers_to_changes(tmp_path) -> None:
    (tmp_path / "waypost.toml").write_text('[apis]\n"https://x.example" = "api.json"\n')
    (tmp_path / "api.json").write_text('{"openapi": "3.0.0", "paths": {"/b": {"$ref": "b.json"}}}')
    (tmp_path / "b.json").write_text('{"post": {}}')
    write(tmp_path, user='import httpx\nhttpx.get("https://x.example/b")\n')
    async with editor(root=tmp_path, adapt=pulls, settings=WHOLE) as user:
        client = Pulling(user)
        await client.until({"user.py": ["wrong-verb"]})
        (tmp_path / "b.json").write_text('{"get": {}}')
        changed(user, "b.json")
        await client.until({})


async def test_once_by_the_command(tmp_path) -> None:
    write(tmp_path, bad=BAD, good=GOOD)
    async with editor(root=tmp_path, adapt=pulls) as user:
        client = Pulling(user)
        asked = asyncio.create_task(client.until({"bad.py": ["missing-parameter"]}))
        assert await check(user) == {"problems": 1, "files": 1, "open": 0}
        await asked
        assert bars(user)


@pytest.mark.parametrize("profile", ["neovim", "emacs"])
async def test_a_client_that_does_not_ask_is_sent_them(tmp_path, profile) -> None:
    write(tmp_path, bad=BAD, good=GOOD)
    async with editor(profile, tmp_path) as user:
        assert (await check(user))["problems"] == 1
        assert [each.code for each in await user.sent("bad.py")] == ["missing-parameter"]


@pytest.mark.slow
async def test_it_is_cancelled_by_its_progress_bar(tmp_path) -> None:
    for number in range(300):
        write(tmp_path, **{f"m{number}": BAD * 20})
    async with editor(root=tmp_path, adapt=pulls) as user:
        asked = asyncio.create_task(check(user))
        await user.until(lambda: bars(user))
        user.client.window_work_done_progress_cancel(types.WorkDoneProgressCancelParams(bars(user)[0]))
        assert await asked is None


@pytest.mark.parametrize(
    ("exclude", "left"),
    [
        ([], ["a.py", "in/a.py", "in/b.py"]),
        (["a.py"], ["in/b.py"]),
        (["in/"], ["a.py"]),
        (["in/a.py"], ["a.py", "in/b.py"]),
        (["in/b.py"], ["a.py", "in/a.py"]),
    ],
)
def test_neither_excluded_files_nor_those_of_excluded_folders_are_checked(
    tmp_path: Path, exclude: list[str], left: list[str]
) -> None:
    (tmp_path / "in").mkdir()
    for name in ("a.py", "in/a.py", "in/b.py"):
        (tmp_path / name).write_text("")
    settings, _ = Settings.read({"exclude": exclude})
    found = files_in(Workspace([Folder(tmp_path, settings)]), [tmp_path])
    assert sorted(Path(each).relative_to(tmp_path).as_posix() for each in found) == left


@pytest.mark.parametrize("state", ["none yet", "running", "done"])
def test_changes_wait_until_the_running_check_is_done(state: str) -> None:
    check = Mock(_waiting={"file:///a.py"})
    check._work = None if state == "none yet" else Mock(done=lambda: state == "done")
    WorkspaceCheck._follow(check)
    assert check._later.called is (state == "running")
    assert check._start.called is (state != "running")
    assert check._waiting == ({"file:///a.py"} if state == "running" else set())
