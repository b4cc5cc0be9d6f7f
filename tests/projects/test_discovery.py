"""Which settings govern a file, and where its project begins."""

from pathlib import Path

import pytest

from waypost.projects import DiscoveredProjects, SettingsSources
from waypost.results import Severity
from waypost.workspace import Settings
from waypost.workspace.settings import SettingsLayer

OFF = {"syntax-error": None}


def write(folder: Path, **files: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (folder / f"{name}.toml").write_text(text, encoding="utf-8")


def settings_in(folder: Path) -> Settings:
    return DiscoveredProjects().at(str(folder)).settings


def problems_in(folder: Path) -> list[str]:
    projects = DiscoveredProjects()
    projects.at(str(folder))
    return [problem.key for file in projects.files for problem in file.problems]


@pytest.mark.parametrize(
    "files",
    [
        {"pyproject": '[tool.waypost.rules]\nsyntax-error = "off"\n'},
        {"waypost": '[rules]\nsyntax-error = "off"\n'},
        {"waypost": '\ufeffrules.syntax-error = "off"\r\n'},
        {"waypost": 'rules = {syntax-error = "off"}', "pyproject": '[tool.waypost.rules]\nunknown-key = "off"\n'},
        {"pyproject": '[tool.waypost]\nrules = {\n  "syntax-error" = "off",  # TOML 1.1\n}\n'},
        {"pyproject": '[tool.waypost.rules]\nsyntax-error = "off"\n\n[project\n'},
        {"waypost": 'rules.syntax-error = "off"\ncode-lens = \n'},
    ],
)
def test_settings_are_read_as_far_as_they_can_be(files, tmp_path) -> None:
    write(tmp_path, **files)
    assert settings_in(tmp_path).rules == OFF


def test_the_nearest_settings_govern_a_file_and_nothing_else_does(tmp_path) -> None:
    write(tmp_path, waypost='rules.syntax-error = "hint"\n')
    write(tmp_path / "plain", pyproject='[project]\nname = "waypost-less"\n')
    write(tmp_path / "nested" / "deep", other="")
    write(tmp_path / "nested", pyproject="[tool.waypost]\n")
    assert settings_in(tmp_path / "plain").rules == {"syntax-error": Severity.HINT}
    assert settings_in(tmp_path / "nested" / "deep").rules == {}
    assert DiscoveredProjects().at(str(tmp_path / "nested" / "deep")).path == tmp_path / "nested"


def test_a_path_with_dots_is_the_path_it_means(tmp_path) -> None:
    write(tmp_path / "a", waypost='rules.syntax-error = "hint"\n')
    write(tmp_path / "b", waypost="")
    assert DiscoveredProjects().project_of(tmp_path / "a" / ".." / "b" / "x.py").path == tmp_path / "b"


def test_a_file_builds_on_another_and_what_it_says_wins(tmp_path) -> None:
    write(
        tmp_path,
        waypost='exclude = ["gen/*"]\ncode-lens = true\nrules.syntax-error = "hint"\nrules.unknown-key = "off"\n',
    )
    write(tmp_path / "a", waypost='extend = "../waypost.toml"\nrules.syntax-error = "off"\n')
    settings = settings_in(tmp_path / "a")
    assert settings.rules == {"syntax-error": None, "unknown-key": None}
    assert settings.code_lens is True
    # Globs and paths are relative to the file in which they are written.
    assert settings.excludes(str(tmp_path / "gen" / "x.py"))
    assert not settings.excludes(str(tmp_path / "a" / "gen" / "x.py"))


def test_files_that_extend_each_other_end(tmp_path) -> None:
    write(tmp_path / "a", waypost='extend = "../b/waypost.toml"\nrules.syntax-error = "off"\n')
    write(tmp_path / "b", waypost='extend = "../a/waypost.toml"\n')
    assert settings_in(tmp_path / "b").rules == OFF


def test_one_file_or_none_can_be_named_for_everything(tmp_path) -> None:
    write(tmp_path, waypost='rules.syntax-error = "hint"\n')
    write(tmp_path / "other", strict='rules.syntax-error = "off"\n')
    assert (
        DiscoveredProjects(SettingsSources(only=tmp_path / "other" / "strict.toml")).at(str(tmp_path)).settings.rules
        == OFF
    )
    assert DiscoveredProjects(SettingsSources(isolated=True)).at(str(tmp_path)).settings == Settings()


def test_a_project_outranks_an_editor_and_each_folder_of_an_editor_has_its_own_layer(tmp_path) -> None:
    write(tmp_path / "one", waypost="code-lens = false\n")
    write(tmp_path / "two", other="")
    on = SettingsLayer({"codeLens": True, "exclude": ["x/y"]}, tmp_path / "two")
    projects = DiscoveredProjects(SettingsSources({None: (), tmp_path / "one": (on,), tmp_path / "two": (on,)}))
    assert projects.at(str(tmp_path / "one")).settings.code_lens is False
    assert projects.at(str(tmp_path / "two")).settings.code_lens is True
    assert projects.at(str(tmp_path / "two")).settings.excludes(str(tmp_path / "two" / "x" / "y" / "z.py"))
    assert projects.at(str(tmp_path)).settings == Settings()


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ('typos-path = "./evil"\n', "typos-path"),
        ("rulez = 1\n", "rulez"),
        ('extend = "nowhere.toml"\n', "extend"),
        ('[apis]\n"https://a.example/v1" = "nowhere.yaml"\n', "apis.https://a.example/v1"),
        ('[calls.acme]\ncallee = "acme.Client.fetch"\n', "calls.acme"),
        ('[per-file-rules]\n"tests/*" = {unknown-kay = "off"}\n', "per-file-rules.tests/*.unknown-kay"),
    ],
)
def test_what_cannot_be_used_is_a_problem(text, key, tmp_path) -> None:
    write(tmp_path, waypost=text)
    assert problems_in(tmp_path) == [key]
    assert settings_in(tmp_path).typos_path == ""


def test_a_project_without_settings_begins_at_its_marks_or_above_its_packages(tmp_path) -> None:
    inner = tmp_path / "a" / "b"
    write(inner, __init__="")
    (inner / "__init__.py").touch()
    assert DiscoveredProjects(SettingsSources(isolated=True)).at(str(inner)).path == tmp_path / "a"
    (tmp_path / "setup.py").touch()
    assert DiscoveredProjects(SettingsSources(isolated=True)).at(str(inner)).path == tmp_path
