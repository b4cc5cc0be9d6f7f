"""`waypost config show`: which configuration applies, and where every value comes from."""

import json
import tomllib

import pytest
from click.testing import CliRunner

from tests.support.typos import CONFIGURATION_ERROR, dump_config, run_typos, write
from waypost.cli.group import waypost

CONFIG = """\
[default]
locale = "en-gb"
extend-ignore-re = ["a\\\\d", "é"]

[default.extend-words]
teh = "teh"
"a b" = "x\\ty"

[type.py]
extend-glob = ["*.pyx"]

[type.lock]

[type.rust.extend-words]
ser = "series"

[files]
ignore-vcs = false
extend-exclude = ["vendor/"]
"""


def run(*arguments):
    done = CliRunner().invoke(waypost, [str(each) for each in arguments])
    assert done.exit_code == 0, done.output
    return done.output


def test_says_which_configuration_holds_and_which_is_not_read(tmp_path):
    write(tmp_path, {"_typos.toml": CONFIG, "pyproject.toml": "[tool.typos]\n", "sub/x.py": ""})
    text = run("config", "show", tmp_path / "sub/x.py")
    assert f"configuration  {tmp_path}/_typos.toml" in text
    assert f"not read       {tmp_path}/pyproject.toml" in text
    assert "type           py, for the glob *.py" in text


def test_says_where_each_value_comes_from(tmp_path):
    write(tmp_path, {"_typos.toml": CONFIG, "x.py": ""})
    shown = json.loads(run("config", "show", tmp_path / "x.py", "--format", "json"))
    origins = {line["key"]: line["origin"] for line in shown["values"]["type.py"]}
    assert origins["locale"] == "_typos.toml:2"
    assert origins["extend-words.teh"] == "_typos.toml:6"
    assert origins["extend-identifiers.NDArray"] == "built in for py"
    assert origins["binary"] == "built in"
    files = {line["key"]: (line["value"], line["origin"]) for line in shown["values"]["files"]}
    assert files["ignore-global"] == (False, "as `ignore-vcs`")
    assert files["extend-exclude[]"] == ("vendor/", "_typos.toml:19")


@pytest.mark.parametrize(
    ("files", "configuration", "table"),
    [
        (
            {"Cargo.toml": "[workspace.metadata.typos]\n[package.metadata.typos]\n"},
            "Cargo.toml",
            "workspace.metadata.typos",
        ),
        ({"Cargo.toml": "[package]\n", "pyproject.toml": "[tool.typos]\n"}, "pyproject.toml", "tool.typos"),
        ({"typos.toml": "", ".typos.toml": CONFIG}, "typos.toml", ""),
    ],
)
def test_finds_the_configuration_as_the_checker_does(files, configuration, table, tmp_path):
    write(tmp_path, {**files, "x.py": ""})
    shown = json.loads(run("config", "show", tmp_path / "x.py", "--format", "json"))
    assert (shown["configuration"], shown["table"]) == (str(tmp_path / configuration), table)


def test_without_a_configuration_everything_is_built_in(tmp_path):
    write(tmp_path, {"x.rs": ""})
    assert "configuration  none" in run("config", "show", tmp_path / "x.rs")


FALLBACKS = [
    "ignore-files = false",
    "ignore-vcs = true",
    "ignore-files = false\nignore-dot = true",
    "ignore-global = false\nignore-files = true",
    "ignore-parent = false",
]


@pytest.mark.parametrize("source", [CONFIG, "", *(f"[files]\n{each}\n" for each in FALLBACKS)])
def test_the_whole_is_what_the_checker_dumps(source, tmp_path):
    write(tmp_path, {"typos.toml": source})
    ours = tomllib.loads(run("config", "show", tmp_path, "--format", "toml"))
    assert ours == tomllib.loads("\n".join(dump_config(tmp_path).lines))


def test_every_configuration_of_a_tree_is_listed_with_what_it_governs(tmp_path):
    files = {
        "_typos.toml": "",
        "a.txt": "",
        "sub/typos.toml": "",
        "sub/.typos.toml": "",
        "sub/b.txt": "",
        "sub/c/d.txt": "",
    }
    write(tmp_path, {**files, "typos.json": "{}", "x/pyproject.toml": "[project]\n", "x/e.txt": ""})
    assert run("config", "show", "--all", tmp_path).splitlines() == [
        f"{tmp_path / '_typos.toml'}  governs 4 files: a.txt, sub/b.txt, sub/c/d.txt, x/e.txt",
        f"{tmp_path / 'sub' / '.typos.toml'}  never read: typos reads typos.toml instead",
        f"{tmp_path / 'sub' / 'typos.toml'}  only in a run on {tmp_path / 'sub'}, governs 2 files: b.txt, c/d.txt",
        f"{tmp_path / 'typos.json'}  never read: typos reads only TOML",
    ]
    listed = json.loads(run("config", "show", "--all", tmp_path, "--format", "json"))
    assert listed[0]["files"] == [str(tmp_path / each) for each in ("a.txt", "sub/b.txt", "sub/c/d.txt", "x/e.txt")]
    assert [each["run-at"] for each in listed] == [str(tmp_path), None, str(tmp_path / "sub"), None]
    assert [each["files"] for each in listed[1::2]] == [None, None]


def test_a_configuration_that_typos_refuses_is_marked(tmp_path):
    write(tmp_path, {"typos.toml": "[default\n", "a.txt": "teh\n"})
    assert run_typos(tmp_path, {}).code == CONFIGURATION_ERROR
    (line,) = run("config", "show", "--all", tmp_path).splitlines()
    assert line.startswith(f"{tmp_path / 'typos.toml'}  governs 1 file: a.txt; typos refuses it: line 1: ")


@pytest.mark.parametrize(
    ("name", "config", "reason"),
    [
        ("Cargo.lock", "", "checks only the name of this file: `check-file = false` (built in for lock)"),
        (
            "a.py",
            "[type.py]\ncheck-file = false\n",
            "checks only the name of this file: `check-file = false` (typos.toml:2)",
        ),
        ("a.py", '[files]\nextend-exclude = ["a.*"]\n', "typos skips this file"),
        ("a.py", "x = \n", "typos stops with an error"),
        ("typos.toml", "", "typos does not check configuration files"),
    ],
)
def test_a_file_that_is_not_checked_is_said_not_to_be(name, config, reason, tmp_path):
    write(tmp_path, {name: "teh\n", "typos.toml": config})
    assert run_typos(tmp_path, {}).lines == []
    assert reason in run("config", "explain", tmp_path / name)
    assert reason in run("config", "explain", tmp_path / name, "--word", "teh")
    assert reason in run("config", "show", tmp_path / name)
