"""What a run of typos reads, and that everything which speaks of a file speaks of a run."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.support.marked import cursor
from tests.support.typos import run_typos, write
from waypost.analysis import Analysis
from waypost.cli.group import waypost
from waypost.config.typos.runs import Run
from waypost.results import Severity
from waypost.text import Document
from waypost.workspace import Folder, Settings, Workspace, uri_of

WORD = '[default.extend-words]\nteh = "teh"\n'
NESTED = '[tool.typos.default.extend-words]\nrecieve = "recieve"\n'
TREE = {"pkg/pyproject.toml": NESTED, "pkg/a.md": "recieve wich\n", "a.md": "recieve\n"}
HOOK = "repos:\n- repo: https://github.com/crate-ci/typos\n  rev: v1.52.0\n  hooks:\n  - id: typos\n"


def run(*arguments):
    done = CliRunner().invoke(waypost, ["config", *map(str, arguments)])
    return done.exit_code, done.output


def reported(folder: Path, *arguments: str) -> list[str]:
    return [line.partition(":")[0] for line in run_typos(folder, {}, *arguments).lines]


@pytest.mark.parametrize(
    ("files", "folder"),
    [
        ({".git/HEAD": ""}, ""),  # nothing at the root
        ({".git/HEAD": "", "typos.toml": WORD}, ""),
        ({"typos.toml": WORD}, ""),  # no checkout: the outermost configuration
        ({}, "pkg"),
        ({"pkg/.git/HEAD": "", "typos.toml": WORD}, "pkg"),
    ],
)
def test_the_usual_run_is_at_the_root(files, folder, tmp_path):
    write(tmp_path, {**TREE, **files})
    assert Run.of(tmp_path / "pkg/a.md", Workspace()).folder == tmp_path / folder


def test_a_folder_that_was_opened_is_a_root_and_settings_name_others(tmp_path):
    write(tmp_path, TREE)
    assert Run.of(tmp_path / "pkg/a.md", Workspace([Folder(tmp_path)])).folder == tmp_path
    settings, problems = Settings.read({"run-at": [str(tmp_path / "pkg"), str(tmp_path / "other")]})
    workspace = Workspace([Folder(tmp_path, settings)])
    assert not problems
    assert Run.of(tmp_path / "pkg/a.md", workspace).path == tmp_path / "pkg/pyproject.toml"
    assert Run.of(tmp_path / "a.md", workspace).path is None


def test_a_relative_folder_of_the_settings_starts_at_their_file(tmp_path):
    write(tmp_path, {**TREE, ".git/HEAD": "", "waypost.toml": 'run-at = ["pkg"]\n'})
    assert "run            typos in " + str(tmp_path / "pkg") in run("show", tmp_path / "pkg/a.md")[1]


def test_a_word_goes_where_the_run_at_the_root_finds_it(tmp_path):
    write(tmp_path, {**TREE, ".git/HEAD": ""})
    code, said = run("add", "recieve", tmp_path / "pkg/a.md")
    assert code == 0, said
    assert (tmp_path / "_typos.toml").read_text() == '[default.extend-words]\nrecieve = "recieve"\n'
    assert f"a run on `a.md` reads {tmp_path / 'pkg/pyproject.toml'} instead" in said
    assert (tmp_path / "pkg/pyproject.toml").read_text() == NESTED
    assert reported(tmp_path) == ["pkg/a.md"]  # only `wich` is left


def test_a_word_goes_where_a_chosen_run_finds_it(tmp_path):
    write(tmp_path, {**TREE, ".git/HEAD": ""})
    code, said = run("add", "wich", tmp_path / "pkg/a.md", "--run-at", tmp_path / "pkg")
    assert (code, "instead" in said) == (0, False), said
    assert "wich" in (tmp_path / "pkg/pyproject.toml").read_text()
    assert reported(tmp_path / "pkg") == []


def test_a_file_is_excluded_by_its_path_in_the_run(tmp_path):
    write(tmp_path, {**TREE, "typos.toml": ""})
    assert run("ignore", tmp_path / "pkg/a.md")[0] == 0
    assert (tmp_path / "typos.toml").read_text() == '[files]\nextend-exclude = ["/pkg/a.md"]\n'
    assert reported(tmp_path) == ["a.md"]


def test_what_the_root_uses_is_not_tidied_away(tmp_path):
    write(
        tmp_path,
        {"pkg/typos.toml": "", "pkg/a.md": "recieve\n", "typos.toml": '[default.extend-words]\nrecieve = "recieve"\n'},
    )
    assert "has an effect" in run("tidy", tmp_path / "pkg")[1]


def test_nothing_is_written_that_typos_was_not_seen_to_accept(tmp_path):
    """A configuration that refuses the word for this type, in a file that typos checks."""
    files = {"typos.toml": '[type.md.extend-words]\nteh = ""\n', "a.md": "teh\n"}
    write(tmp_path, files)
    code, _ = run("add", "teh-x", tmp_path / "a.md")
    assert code == 0
    assert {name: (tmp_path / name).read_text() for name in files} == files


@pytest.mark.parametrize(
    ("hook", "passes"),
    [
        (HOOK, True),
        (f"{HOOK}    args: []\n", True),
        (f"{HOOK}    pass_filenames: false\n", False),
        (HOOK.replace("id: typos", "id: spelling\n    entry: typos --force-exclude"), True),
        (HOOK.replace("id: typos", "id: typostat"), False),
        ("repos: [typos\n", False),
        ("# typos\n", False),
    ],
)
def test_a_hook_that_passes_names_is_seen(hook, passes, tmp_path):
    write(tmp_path, {**TREE, ".git/HEAD": "", ".pre-commit-config.yaml": hook})
    said = run("explain", tmp_path / "pkg/a.md")[1].splitlines()[0]
    assert "a run on `a.md` reads" in said
    assert ("as does the hook" in said) == passes


def found(folder, name, files, settings=None):
    write(folder, files)
    read, _ = Settings.read(settings or {})
    document = Document.from_text(uri_of(folder / name), (folder / name).read_text())
    return [
        each
        for each in Analysis(document, Workspace([Folder(folder, read)])).diagnostics()
        if each.rule == "nested-config"
    ]


def test_a_configuration_that_the_root_does_not_read_is_reported(tmp_path):
    (finding,) = found(tmp_path, "pkg/pyproject.toml", {**TREE, "typos.toml": ""})
    assert finding.severity is Severity.WARNING
    assert "only a run on `pkg` does" in finding.message


def test_one_that_says_the_same_is_an_information(tmp_path):
    (finding,) = found(tmp_path, "pkg/typos.toml", {"pkg/typos.toml": WORD, "typos.toml": WORD})
    assert finding.severity is Severity.INFORMATION


@pytest.mark.parametrize(
    ("name", "files", "settings"),
    [
        ("typos.toml", {**TREE, "typos.toml": WORD}, {}),
        ("pkg/typos.toml", {"pkg/typos.toml": ""}, {}),  # it says nothing
        ("pkg/pyproject.toml", {"pkg/pyproject.toml": "[project]\nname = 'x'\n", "typos.toml": WORD}, {}),
        ("pkg/typos.toml", {"pkg/.git/HEAD": "", "pkg/typos.toml": WORD, "typos.toml": WORD}, {}),
    ],
)
def test_one_that_a_run_reads_is_not_reported(name, files, settings, tmp_path):
    assert found(tmp_path, name, files, settings) == []
    chosen = {"run-at": [str(tmp_path / name.rpartition("/")[0])]}
    assert found(tmp_path, name, files, chosen) == []


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ('[default]\nlo$0cale = "en-gb"\n', 'In effect: `"en-gb"`'),
        ('[default]\nlo$0cale = "en_GB"\n', ""),
        ('[default]\nloc$0ale = "en-gb"\nbinary = 3\n', 'In effect once typos accepts the file: `"en-gb"`'),
        ("[default]\nextend-ig$0nore-re = ['(?!x)']\n", ""),
    ],
)
def test_what_typos_refuses_is_never_in_effect(source, said, tmp_path):
    text, offset = cursor(source)
    document = Document.from_text(uri_of(tmp_path / "typos.toml"), text)
    shown = Analysis(document, Workspace([Folder(tmp_path)])).hover(offset)
    line = next((each for each in shown.markdown.splitlines() if each.startswith("In effect")), "")
    assert line.partition(" (")[0] == said


@pytest.mark.parametrize(("name", "files"), [(".typos.toml", {"typos.toml": ""}), ("typos.json", {})])
def test_what_typos_does_not_read_is_never_in_effect(name, files, tmp_path):
    write(tmp_path, files)
    source = '{"default": {"loc$0ale": "en-gb"}}' if name.endswith("json") else '[default]\nlo$0cale = "en-gb"\n'
    text, offset = cursor(source)
    document = Document.from_text(uri_of(tmp_path / name), text)
    assert "In effect" not in Analysis(document, Workspace([Folder(tmp_path)])).hover(offset).markdown


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        (".hid/a.md", "it is hidden"),
        ("out/a.md", "an ignore file such as"),
        ("b.bin", "takes this file for binary"),
        ("gone/a.md", "`gone/` of `extend-exclude` matches it (typos.toml:2)"),
        ("a.md", ""),
    ],
)
def test_why_a_file_is_skipped_is_true(path, reason, tmp_path):
    files = {
        "typos.toml": '[files]\nextend-exclude = ["gone/"]\n',
        ".ignore": "out\n",
        path: b"\0 teh" if "bin" in path else "teh\n",
    }
    write(tmp_path, files)
    said = run("explain", tmp_path / path)[1]
    assert reason in said.splitlines()[0] if reason else "skips" not in said
    assert (reported(tmp_path) == []) == bool(reason)


def test_every_configuration_of_a_tree_is_checked(tmp_path):
    """Also one in a folder in which there is nothing else that matters."""
    write(
        tmp_path,
        {
            "docs/.typos.toml": "[default]\nbinary = 3\n",
            "docs/x.md": "",
            "v1.2/.typos.toml": "x = \n",
            "v1.2/a.rst": "",
        },
    )
    done = CliRunner().invoke(waypost, ["check", str(tmp_path), "--output-format", "concise"])
    assert {
        line.partition(".toml:")[0].rpartition("/")[0].rpartition("/")[2]
        for line in done.output.splitlines()
        if ".toml:" in line
    } == {"docs", "v1.2"}
