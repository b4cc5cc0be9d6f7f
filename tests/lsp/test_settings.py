"""Settings from every source, applied at once, with a message about mistakes in them."""

import json

import pytest
from lsprotocol import types

from tests.support.editor import editor

BROKEN = "[default]\nunicode = \n"


def project(folder, text: str) -> None:
    (folder / "pyproject.toml").write_text(text)


async def test_a_projects_settings_hold_in_its_folder_alone(tmp_path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    for folder in (one, two):
        folder.mkdir()
    project(one, '[tool.waypost.rules]\nsyntax-error = "hint"\n')
    async with editor(root=tmp_path, folders=[one, two]) as user:
        user.open("one/typos.toml", BROKEN)
        user.open("two/typos.toml", BROKEN)
        assert [each.severity for each in await user.diagnostics("one/typos.toml")] == [types.DiagnosticSeverity.Hint]
        assert [each.severity for each in await user.diagnostics("two/typos.toml")] == [types.DiagnosticSeverity.Error]


@pytest.mark.parametrize("profile", ["visual_studio_code", "neovim", "bare"])
async def test_a_project_file_changed_on_disk_takes_effect_without_a_restart(profile, tmp_path) -> None:
    project(tmp_path, "")
    async with editor(profile, tmp_path) as user:
        user.open("typos.toml", BROKEN)
        await user.diagnostics_until("typos.toml", ["syntax-error"])
        project(tmp_path, '[tool.waypost.rules]\nsyntax-error = "off"\n')
        if profile == "visual_studio_code":
            assert any(each.method == "workspace/didChangeWatchedFiles" for each in user.registrations)
            user.client.workspace_did_change_watched_files(
                types.DidChangeWatchedFilesParams(
                    [types.FileEvent(user.uri("pyproject.toml"), types.FileChangeType.Changed)]
                )
            )
        await user.diagnostics_until("typos.toml", [])


@pytest.mark.parametrize("profile", ["visual_studio_code", "bare"])
async def test_a_file_of_settings_that_comes_takes_effect_too(profile, tmp_path) -> None:
    project(tmp_path, '[tool.waypost.rules]\nsyntax-error = "hint"\n')
    async with editor(profile, tmp_path) as user:
        user.open("typos.toml", BROKEN)
        await user.diagnostics_until("typos.toml", ["syntax-error"])
        (tmp_path / "waypost.toml").write_text('[rules]\nsyntax-error = "off"\n')
        if profile == "visual_studio_code":
            created = types.FileEvent(user.uri("waypost.toml"), types.FileChangeType.Created)
            user.client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([created]))
        await user.diagnostics_until("typos.toml", [])


@pytest.mark.parametrize("profile", ["visual_studio_code", "bare"])
async def test_the_editors_settings_take_effect_at_once(profile, tmp_path) -> None:
    async with editor(profile, tmp_path) as user:
        user.open("typos.toml", BROKEN)
        await user.diagnostics_until("typos.toml", ["syntax-error"])
        await user.configure({"rules": {"syntax-error": "off"}})
        await user.diagnostics_until("typos.toml", [])
        await user.configure({})
        await user.diagnostics_until("typos.toml", ["syntax-error"])


async def test_settings_can_come_with_initialize(tmp_path) -> None:
    async with editor("bare", tmp_path, options={"rules": {"syntax-error": "off"}}) as user:
        user.open("typos.toml", BROKEN)
        await user.diagnostics_until("typos.toml", [])


async def test_a_wrong_setting_is_named_and_the_others_apply(tmp_path) -> None:
    wrong = {"rules": {"syntax-error": "off", "sintax-error": "off"}, "codeLens": "yes"}
    async with editor(root=tmp_path, settings=wrong) as user:
        user.open("typos.toml", BROKEN)
        await user.shown(
            '`rules.sintax-error`: there is no such rule; did you mean "syntax-error"? (and 1 other setting'
        )
        await user.warned("rules.sintax-error")
        await user.warned("codeLens")
        await user.diagnostics_until("typos.toml", [])


async def test_a_project_may_not_name_a_program_to_run(tmp_path) -> None:
    project(tmp_path, '[tool.waypost]\ntypos-path = "./evil"\n')
    async with editor(root=tmp_path) as user:
        await user.shown("`typos-path`: is only read from your editor's")
        await user.warned("typos-path")


async def test_nested_settings_hold_whether_their_folder_is_open_or_not(tmp_path) -> None:
    late = tmp_path / "late"
    late.mkdir()
    project(late, '[tool.waypost.rules]\nsyntax-error = "off"\n')
    folder = types.WorkspaceFolder(late.as_uri(), "late")
    async with editor(root=tmp_path, folders=[]) as user:
        for event in (
            None,
            types.WorkspaceFoldersChangeEvent([folder], []),
            types.WorkspaceFoldersChangeEvent([], [folder]),
        ):
            if event is not None:
                user.client.workspace_did_change_workspace_folders(types.DidChangeWorkspaceFoldersParams(event))
            user.open("late/typos.toml", BROKEN)
            user.open("typos.toml", BROKEN)
            await user.diagnostics_until("typos.toml", ["syntax-error"])
            await user.diagnostics_until("late/typos.toml", [])


@pytest.mark.parametrize("profile", ["visual_studio_code", "bare"])
async def test_a_change_of_nested_settings_takes_effect_on_the_files_they_govern(profile, tmp_path) -> None:
    nested = tmp_path / "a" / "b"
    nested.mkdir(parents=True)
    rules = '[tool.waypost.rules]\nnested-config = "off"\n'
    project(tmp_path, f'{rules}syntax-error = "off"\n')
    project(nested, rules)
    async with editor(profile, tmp_path) as user:
        user.open("a/b/typos.toml", BROKEN)
        user.open("a/typos.toml", BROKEN)
        await user.diagnostics_until("a/b/typos.toml", ["syntax-error"])
        await user.diagnostics_until("a/typos.toml", [])
        project(nested, f'{rules}syntax-error = "off"\n')
        if profile == "visual_studio_code":
            changed = types.FileEvent(user.uri("a/b/pyproject.toml"), types.FileChangeType.Changed)
            user.client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([changed]))
        await user.diagnostics_until("a/b/typos.toml", [])


async def test_each_folder_has_the_settings_that_the_editor_has_for_it(tmp_path) -> None:
    one, two, late = tmp_path / "one", tmp_path / "two", tmp_path / "late"
    for folder in (one, two, late):
        folder.mkdir()
    off = {"waypost": {"rules": {"syntax-error": "off"}}}
    async with editor(root=tmp_path, folders=[one, two]) as user:
        for folder in (one, two, late):
            user.open(f"{folder.name}/typos.toml", BROKEN)
            await user.diagnostics_until(f"{folder.name}/typos.toml", ["syntax-error"])
        user.client.set_configuration(off, scope_uri=two.as_uri())
        user.client.set_configuration(off, scope_uri=late.as_uri())
        user.client.workspace_did_change_configuration(types.DidChangeConfigurationParams(None))
        await user.diagnostics_until("two/typos.toml", [])
        await user.diagnostics_until("one/typos.toml", ["syntax-error"])
        added = types.WorkspaceFoldersChangeEvent([types.WorkspaceFolder(late.as_uri(), "late")], [])
        user.client.workspace_did_change_workspace_folders(types.DidChangeWorkspaceFoldersParams(added))
        await user.diagnostics_until("late/typos.toml", [])


async def test_nonsense_for_settings_is_survived(tmp_path) -> None:
    async with editor("bare", tmp_path, options={"waypost": 5}) as user:
        user.client.workspace_did_change_configuration(types.DidChangeConfigurationParams(json.loads("[1]")))
        user.open("typos.toml", BROKEN)
        await user.diagnostics_until("typos.toml", ["syntax-error"])


async def test_a_wrong_shape_of_a_call_is_named(tmp_path) -> None:
    project(tmp_path, '[tool.waypost.calls.acme]\ncallee = "acme.Client.fetch"\n')
    async with editor(root=tmp_path) as user:
        await user.shown("`calls.acme`: `url` is missing")
        await user.warned("calls.acme")


async def test_lenses_are_asked_for_again_when_the_settings_change(tmp_path) -> None:
    async with editor(root=tmp_path) as user:
        before = user.lens_refreshes
        await user.configure({"codeLens": True})
        await user.until(lambda: user.lens_refreshes > before)


LOCK = '[[package]]\nname = "httpx"\nversion = "{}"\n'
LOST_QUERY = 'import httpx\n\nhttpx.get("https://example.com/a?s=1", params={"p": 2})\n'


@pytest.mark.parametrize("profile", ["visual_studio_code", "bare"])
async def test_a_lock_file_that_changes_takes_effect_without_a_restart(profile, tmp_path) -> None:
    lock = tmp_path / "uv.lock"
    lock.write_text(LOCK.format("0.27.2"))
    async with editor(profile, tmp_path) as user:
        user.open("a.py", LOST_QUERY)
        await user.diagnostics_until("a.py", [])
        lock.write_text(LOCK.format("0.28.10"))
        if profile == "visual_studio_code":
            changed = types.FileEvent(user.uri("uv.lock"), types.FileChangeType.Changed)
            user.client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([changed]))
        await user.diagnostics_until("a.py", ["lost-query"])
