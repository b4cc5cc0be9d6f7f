"""The counts that hints show follow the files of the workspace."""

from collections import Counter
from pathlib import Path
from unittest.mock import AsyncMock, Mock

import pytest
from lsprotocol import types

from tests.support.editor import Editor, editor
from waypost.lsp.counting import Counting
from waypost.text import Document
from waypost.workspace import Settings, answer_cache, file_counts

NAME = "typos.toml"
SOURCE = '[files]\nextend-exclude = ["*.log", "build/"]\n'
FLAGS = tuple((f"ignore-{each}", True) for each in ("dot", "global", "hidden", "parent", "vcs"))
WATCHED = "workspace/didChangeWatchedFiles"


def able(known: types.ClientCapabilities) -> None:
    """What VS Code supports in addition to its profile."""
    assert known.workspace is not None
    known.workspace.inlay_hint = types.InlayHintWorkspaceClientCapabilities(refresh_support=True)
    known.workspace.did_change_watched_files = types.DidChangeWatchedFilesClientCapabilities(dynamic_registration=True)
    known.workspace.file_operations = types.FileOperationClientCapabilities(
        did_create=True, did_rename=True, did_delete=True
    )


def excluded_log(root: Path) -> None:
    """A file that the configuration excludes, beside one that it does not: there is a finding if it excludes all."""
    (root / "a.log").write_text("x")
    (root / "read.txt").write_text("x")


async def watching(user: Editor) -> None:
    await user.until(lambda: any(each.id == "waypost.all" for each in user.registrations))


def tell(user: Editor, name: str, kind: types.FileChangeType) -> None:
    user.client.workspace_did_change_watched_files(
        types.DidChangeWatchedFilesParams([types.FileEvent(user.uri(name), kind)])
    )


async def test_counts_follow_files_that_come_and_go(tmp_path) -> None:
    excluded_log(tmp_path)
    async with editor(root=tmp_path, adapt=able) as user:
        user.open(NAME, SOURCE)
        await user.diagnostics(NAME)
        await watching(user)
        await user.hints_until(NAME, ["1 file", "0 files"])
        (tmp_path / "b.log").write_text("x")
        tell(user, "b.log", types.FileChangeType.Created)
        await user.hints_until(NAME, ["2 files", "0 files"])
        (tmp_path / "a.log").unlink()
        (tmp_path / "build").mkdir()
        (tmp_path / "build" / "x.txt").write_text("x")
        tell(user, "build", types.FileChangeType.Created)
        await user.hints_until(NAME, ["1 file", "1 file"])
        (tmp_path / ".ignore").write_text("b.log\n")
        tell(user, ".ignore", types.FileChangeType.Changed)
        await user.hints_until(NAME, ["0 files", "1 file"])


async def test_all_files_are_watched_for_a_configuration_alone(tmp_path) -> None:
    async with editor(root=tmp_path, adapt=able) as user:
        user.open("a.py", "x = 1\n")
        await user.diagnostics("a.py")
        assert not [each for each in user.registrations if each.id == "waypost.all"]
        user.open(NAME, SOURCE)
        user.open("_typos.toml", "")
        await user.diagnostics("_typos.toml")
        await watching(user)
        [asked] = [each for each in user.registrations if each.id == "waypost.all"]
        assert asked.method == WATCHED
        assert "**/*" in str(asked.register_options)


@pytest.mark.parametrize("what", ["create", "rename", "delete"])
async def test_what_is_done_in_the_editor_counts_at_once(what, tmp_path) -> None:
    excluded_log(tmp_path)
    async with editor(root=tmp_path, adapt=able) as user:
        user.open(NAME, SOURCE)
        await user.diagnostics(NAME)
        await watching(user)
        await user.hints_until(NAME, ["1 file", "0 files"])
        client = user.client
        if what == "create":
            (tmp_path / "b.log").write_text("x")
            client.workspace_did_create_files(types.CreateFilesParams([types.FileCreate(user.uri("b.log"))]))
        elif what == "rename":
            (tmp_path / "a.log").rename(tmp_path / "a.txt")
            renamed = types.FileRename(user.uri("a.log"), user.uri("a.txt"))
            client.workspace_did_rename_files(types.RenameFilesParams([renamed]))
        else:
            (tmp_path / "a.log").unlink()
            client.workspace_did_delete_files(types.DeleteFilesParams([types.FileDelete(user.uri("a.log"))]))
        expected = "2 files" if what == "create" else "0 files"
        await user.hints_until(NAME, [expected, "0 files"])


async def test_a_client_that_cannot_be_told_waits_for_the_counts(tmp_path) -> None:
    excluded_log(tmp_path)
    async with editor("bare", tmp_path) as user:
        user.open(NAME, SOURCE)
        await user.diagnostics(NAME)
        whole = types.Range(types.Position(0, 0), types.Position(9, 0))
        found = await user.client.text_document_inlay_hint_async(
            types.InlayHintParams(types.TextDocumentIdentifier(user.uri(NAME)), whole)
        )
        assert [each.label for each in found] == ["1 file", "0 files"]


async def test_events_of_git_itself_are_nothing_to_us(tmp_path) -> None:
    excluded_log(tmp_path)
    async with editor(root=tmp_path, adapt=able) as user:
        user.open(NAME, SOURCE)
        await user.diagnostics(NAME)
        await watching(user)
        await user.hints_until(NAME, ["1 file", "0 files"])
        (tmp_path / "b.log").write_text("x")
        tell(user, ".git/index.lock", types.FileChangeType.Created)
        await user.hints_until(NAME, ["1 file", "0 files"])
        hovered = await user.client.text_document_hover_async(
            types.HoverParams(types.TextDocumentIdentifier(user.uri(NAME)), types.Position(1, 21))
        )
        assert "Matches **1** file" in str(hovered)


def test_who_is_not_told_keeps_an_answer_for_a_moment(tmp_path, monkeypatch) -> None:
    walk = file_counts.FileWalk(tmp_path, FLAGS)
    now = [100.0]
    for each in (file_counts, answer_cache):
        monkeypatch.setattr(each, "monotonic", lambda: now[0])
    counts = file_counts.FileCounts()
    assert counts.found(walk).count == 0
    (tmp_path / "a").write_text("x")
    now[0] += 9
    assert counts.found(walk).count == 0
    now[0] += 2
    assert counts.found(walk).count == 1
    told = file_counts.FileCounts(follows=True)
    assert told.found(walk).count == 1
    (tmp_path / "b").write_text("x")
    now[0] += 1_000
    assert told.found(walk).count == 1
    told.forget()
    assert told.get(walk) is None
    assert told.found(walk).names == {"a": 1, "b": 1}


def test_what_takes_long_is_kept_for_longer(tmp_path, monkeypatch) -> None:
    walk = file_counts.FileWalk(tmp_path, FLAGS)
    now = [100.0]
    for each in (file_counts, answer_cache):
        monkeypatch.setattr(each, "monotonic", lambda: now[0])

    def walked(_: file_counts.FileWalk) -> Counter[str]:
        now[0] += 2
        return Counter()

    monkeypatch.setattr(file_counts, "_names", walked)
    counts = file_counts.FileCounts()
    counts.found(walk)
    now[0] += 599
    assert counts.get(walk) is not None
    now[0] += 2
    assert counts.get(walk) is None


def test_what_is_forgotten_while_it_is_found_is_not_kept(tmp_path, monkeypatch) -> None:
    walk = file_counts.FileWalk(tmp_path, FLAGS)
    counts = file_counts.FileCounts(follows=True)

    def walked(_: file_counts.FileWalk) -> Counter[str]:
        counts.forget()
        return Counter()

    monkeypatch.setattr(file_counts, "_names", walked)
    assert counts.found(walk).count == 0
    assert counts.get(walk) is None


def test_too_many_files_are_not_counted(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(file_counts, "LIMIT", 3)
    for name in "abcde":
        (tmp_path / name).write_text("x")
    assert file_counts.FileCounts().found(file_counts.FileWalk(tmp_path, FLAGS)).count is None


def test_of_a_glob_a_few_names_are_kept(tmp_path) -> None:
    for name in ("a.log", "b.log", "c.log", "d.log", "e.txt"):
        (tmp_path / name).write_text("x")
    counts = file_counts.FileCounts()
    left = counts.found(file_counts.FileWalk(tmp_path, FLAGS, "!*.log"))
    assert (left.count, left.names) == (1, {"a.log": 1, "b.log": 1, "c.log": 1})
    own = counts.found(file_counts.FileWalk(tmp_path, FLAGS, "*.txt"))
    assert (own.count, own.names) == (1, {"e.txt": 1})


@pytest.mark.parametrize("is_watching", [True, False])
async def test_counts_are_kept_once_the_client_reports_every_file(*, is_watching: bool) -> None:
    asked = AsyncMock(side_effect=None if is_watching else RuntimeError("no"))
    counts = Mock(follows=False)
    connection = Mock(request=asked)
    connection.session.services.of.return_value = counts
    await Counting._watch(Mock(_connection=connection))
    assert counts.follows is is_watching
    assert counts.forget.call_count == is_watching


@pytest.mark.parametrize(
    ("name", "is_open", "has_asked", "can_watch", "asks"),
    [
        ("typos.toml", True, False, True, True),
        ("typos.toml", True, True, True, False),
        ("typos.toml", True, False, False, False),
        ("typos.toml", False, False, True, False),
        ("a.py", True, False, True, False),
    ],
)
def test_the_client_is_asked_once_to_report_every_file(
    name: str, *, is_open: bool, has_asked: bool, can_watch: bool, asks: bool
) -> None:
    counting = Mock(_has_asked=has_asked)
    session = counting._connection.session
    session.support.register_watchers = can_watch
    session.snapshot.return_value = Mock(document=Document.from_text(f"file:///w/{name}", "")) if is_open else None
    session.workspace.settings_of.return_value = Settings()
    Counting.opened(counting, f"file:///w/{name}")
    assert (counting._connection.spawn.call_count, counting._has_asked) == (asks, has_asked or asks)
