"""Where the settings of a project are."""

from pathlib import Path

import pytest

from waypost.workspace.project import project_root, project_settings

OFF = {"syntax-error": None}


def write(folder: Path, **files: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (folder / f"{name}.toml").write_text(text, encoding="utf-8")


@pytest.mark.parametrize(
    "files",
    [
        {"pyproject": '[tool.waypost.rules]\nsyntax-error = "off"\n'},
        {"waypost": '[rules]\nsyntax-error = "off"\n'},
        {"waypost": '\ufeffrules.syntax-error = "off"\r\n'},
        {"waypost": 'rules = {syntax-error = "off"}', "pyproject": '[tool.waypost.rules]\nunknown-key = "off"\n'},
    ],
)
def test_settings_stand_in_a_file_of_their_own_or_in_the_projects(files, tmp_path) -> None:
    write(tmp_path, **files)
    settings, problems = project_settings(tmp_path)
    assert (settings.rules, problems) == (OFF, [])


def test_a_broken_file_of_settings_is_told_and_a_broken_project_is_another_rules_affair(tmp_path) -> None:
    write(tmp_path, waypost="[rules")
    [problem] = project_settings(tmp_path)[1]
    assert problem.key == "waypost.toml"
    write(tmp_path / "other", pyproject="[tool.waypost")
    assert project_settings(tmp_path / "other")[1] == []


def test_a_project_may_not_name_a_program_in_its_own_file_either(tmp_path) -> None:
    write(tmp_path, waypost='typos-path = "./evil"\n')
    settings, [problem] = project_settings(tmp_path)
    assert (settings.typos_path, problem.key) == ("", "typos-path")


def test_the_nearest_folder_with_settings_is_the_root(tmp_path) -> None:
    inner = tmp_path / "a" / "b"
    write(inner, other="")
    write(tmp_path / "a", pyproject='[project]\nname = "waypost-less"\n')
    assert project_root(inner) == tmp_path / "a"
    write(tmp_path, waypost="code-lens = true\n")
    assert project_root(inner) == tmp_path
    write(inner, pyproject="[tool.waypost]\n")
    assert project_root(inner) == inner
    assert project_root(tmp_path / "a") == tmp_path
