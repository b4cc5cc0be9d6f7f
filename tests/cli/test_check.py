"""`waypost check` as a shell sees it."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

BROKEN = '[default]\nlocale = "en-gb\n'
FINE = '[default]\nlocale = "en-gb"\n'


def waypost(*arguments: str, cwd: Path | None = None, stdin: bytes | None = None, **environment: str):
    return subprocess.run(
        [sys.executable, "-m", "waypost", *arguments],
        cwd=cwd,
        input=stdin,
        capture_output=True,
        env=os.environ | environment,
        check=False,
    )


@pytest.fixture
def project(tmp_path) -> Path:
    (tmp_path / "typos.toml").write_text(BROKEN)
    (tmp_path / "fine").mkdir()
    (tmp_path / "fine" / "_typos.toml").write_text(FINE)
    return tmp_path


def test_a_finding_is_shown_with_its_line_and_carets(project) -> None:
    done = waypost("check", cwd=project)
    assert done.returncode == 1
    lines = done.stdout.decode().splitlines()
    assert lines[0].startswith("typos.toml:2:10: error[syntax-error]")
    assert lines[2] == '2 | locale = "en-gb'
    assert lines[3].startswith("  |          ^")
    assert b"1 error in 2 files" in done.stderr


def test_concise_is_one_line_each(project) -> None:
    done = waypost("check", "--output-format", "concise", "--quiet", cwd=project)
    assert len(done.stdout.splitlines()) == 1
    assert done.stderr == b""


def test_json_counts_lines_and_columns_from_one_in_characters(tmp_path) -> None:
    (tmp_path / "typos.toml").write_bytes('"é\U0001f600" = "en\r\n'.encode())
    done = waypost("check", "--output-format", "json", cwd=tmp_path)
    [found] = [each for each in json.loads(done.stdout) if each["rule"] == "syntax-error"]
    assert found["path"] == "typos.toml"
    assert found["rule"] == "syntax-error"
    assert found["severity"] == "error"
    assert found["range"]["start"] == {"line": 1, "column": 8}
    assert set(found) == {"path", "rule", "severity", "message", "range", "fix"}


def test_json_of_nothing_is_an_empty_list(tmp_path) -> None:
    assert json.loads(waypost("check", "--output-format", "json", cwd=tmp_path).stdout or b"x") == []


def test_sarif_and_github_name_the_place(project) -> None:
    log = json.loads(waypost("check", "--output-format", "sarif", cwd=project).stdout)
    [result] = log["runs"][0]["results"]
    assert result["ruleId"] == "syntax-error"
    assert result["locations"][0]["physicalLocation"]["region"]["startLine"] == 2
    line = waypost("check", "--output-format", "github", cwd=project).stdout.decode()
    assert line.startswith("::error file=typos.toml,line=2,col=10,")


def test_all_is_well(project) -> None:
    done = waypost("check", "fine", cwd=project)
    assert (done.returncode, done.stdout) == (0, b"")
    assert b"nothing wrong in 1 file" in done.stderr


def test_findings_can_be_reported_without_failing(project) -> None:
    done = waypost("check", "--exit-zero", cwd=project)
    assert done.returncode == 0
    assert b"syntax-error" in done.stdout


def test_a_path_that_is_not_there_is_trouble(project) -> None:
    done = waypost("check", "nowhere", cwd=project)
    assert done.returncode == 2
    assert b"nowhere: no such file or folder" in done.stderr


@pytest.mark.parametrize(
    "arguments", [["--output-format", "xml"], ["--no-such"], ["--stdin-filename", "a.toml", "b.toml"]]
)
def test_wrong_usage_is_exit_code_two(arguments, project) -> None:
    assert waypost("check", *arguments, cwd=project).returncode == 2


def test_standard_input_is_checked_as_the_file_it_is_called(project) -> None:
    done = waypost("check", "--stdin-filename", "sub/typos.toml", cwd=project, stdin=BROKEN.encode())
    assert done.returncode == 1
    assert done.stdout.startswith(b"sub" + os.sep.encode() + b"typos.toml:2:10:")
    assert waypost("check", "--stdin-filename", "other.txt", cwd=project, stdin=BROKEN.encode()).returncode == 0


def test_ignored_and_hidden_folders_are_not_walked_but_hidden_configurations_are_checked(tmp_path) -> None:
    (tmp_path / ".gitignore").write_text("out/\n")
    for folder in ("out", ".secret", "in"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "typos.toml").write_text(BROKEN)
    (tmp_path / ".typos.toml").write_text(BROKEN)
    (tmp_path / ".github").mkdir()
    (tmp_path / ".github" / "_typos.toml").write_text(BROKEN)
    done = waypost("check", "--output-format", "concise", cwd=tmp_path)
    shown = sorted(line.split(":")[0] for line in done.stdout.decode().splitlines())
    assert shown == sorted([".typos.toml", str(Path(".github", "_typos.toml")), str(Path("in", "typos.toml"))])


def test_a_file_that_is_named_is_checked_though_it_is_ignored(tmp_path) -> None:
    (tmp_path / ".gitignore").write_text("typos.toml\n")
    (tmp_path / "typos.toml").write_text(BROKEN)
    assert waypost("check", cwd=tmp_path).returncode == 0
    assert waypost("check", "typos.toml", cwd=tmp_path).returncode == 1


def test_a_rule_is_silenced_by_a_comment_or_a_setting(tmp_path) -> None:
    (tmp_path / "typos.toml").write_text("[default]\nunicode = # waypost: ignore[syntax-error]\n")
    assert waypost("check", cwd=tmp_path).returncode == 0
    (tmp_path / "typos.toml").write_text("[default]\nunicode = # waypost: ignore[unknown-key]\n")
    assert waypost("check", cwd=tmp_path).returncode == 1
    (tmp_path / "pyproject.toml").write_text('[tool.waypost.rules]\nsyntax-error = "hint"\n')
    done = waypost("check", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (0, b"")
    assert b"--hints shows the hints" in done.stderr
    assert b"hint[syntax-error]" in waypost("check", "--hints", cwd=tmp_path).stdout


def test_a_wrong_setting_is_named_and_does_not_stop_the_check(tmp_path) -> None:
    (tmp_path / "pyproject.toml").write_text("[tool.waypost]\nrulez = 1\n")
    (tmp_path / "typos.toml").write_text(BROKEN)
    done = waypost("check", cwd=tmp_path)
    assert done.returncode == 1
    assert b'setting `rulez`: there is no such setting; did you mean "rules"?' in done.stderr


def test_color_is_for_terminals(project) -> None:
    assert b"\x1b[" not in waypost("check", cwd=project).stdout


def test_many_files_are_looked_at_side_by_side(tmp_path) -> None:
    for number in range(700):
        (tmp_path / f"m{number}.py").write_text("x = 1\n")
    (tmp_path / "typos.toml").write_text(BROKEN)
    done = waypost("check", "--output-format", "concise", cwd=tmp_path)
    assert done.returncode == 1
    assert b"in 701 files" in done.stderr


def test_control_characters_in_a_file_do_not_reach_the_terminal(tmp_path) -> None:
    (tmp_path / "typos.toml").write_bytes(b'x = "\x1b[2J\n')
    assert b"\x1b" not in waypost("check", cwd=tmp_path).stdout


def test_documents_of_apis_are_checked(tmp_path) -> None:
    (tmp_path / "pyproject.toml").write_text(
        '[tool.waypost.apis]\n"https://a.example" = "docs/a.yaml"\n"https://b.example" = "b.json"\n'
    )
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "a.yaml").write_text("openapi: 3.0.0\npaths: {/x: 5}\n")
    (tmp_path / "b.json").write_text('{"openapi": "3.0.0", "paths": {"/x": 5}}')
    (tmp_path / "other.yaml").write_text("swagger: 2\n")
    done = waypost("check", "--output-format", "concise", cwd=tmp_path)
    lines = done.stdout.decode().splitlines()
    assert [line.partition(" ")[0] for line in lines] == ["b.json:1:38:", "docs/a.yaml:2:13:"]
    assert all("bad-api-document" in line for line in lines)
