"""`waypost check` as a shell sees it."""

import errno
import json
import os
import re
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.support.forked import launcher
from waypost import contents
from waypost.cli.check import check

BROKEN = '[default]\nlocale = "en-gb\n'
FINE = '[default]\nlocale = "en-gb"\n'


def waypost(*arguments: str, cwd: Path | None = None, stdin: bytes | None = None, **environment: str):
    return subprocess.run(
        [*launcher(), *arguments],
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
    assert b"no problems in 1 file" in done.stderr


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
    (tmp_path / "typos.toml").write_text("[default]\nignore-hex = 1 # waypost: ignore[wrong-type]\n")
    assert waypost("check", cwd=tmp_path).returncode == 1  # typos refuses it
    (tmp_path / "typos.toml").write_text("[files]\nextend-exclude = ['./a'] # waypost: ignore[dead-glob]\n")
    assert waypost("check", cwd=tmp_path).returncode == 0
    (tmp_path / "typos.toml").write_text("[files]\nextend-exclude = ['./a'] # waypost: ignore[unknown-key]\n")
    assert waypost("check", cwd=tmp_path).returncode == 1
    (tmp_path / "typos.toml").write_text("[default]\nunicode =\n")
    (tmp_path / "pyproject.toml").write_text('[tool.waypost.rules]\nsyntax-error = "hint"\n')
    done = waypost("check", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (0, b"")
    assert b"show the hints with --hints" in done.stderr
    assert b"hint[syntax-error]" in waypost("check", "--hints", cwd=tmp_path).stdout


def test_a_wrong_setting_is_an_error_at_its_place_and_does_not_stop_the_check(tmp_path) -> None:
    (tmp_path / "pyproject.toml").write_text("[tool.waypost]\nrulez = 1\n")
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "typos.toml").write_text(BROKEN)
    for where in (".", "sub", "sub/typos.toml"):
        done = waypost("check", "--output-format", "concise", where, cwd=tmp_path)
        assert done.returncode == 2
        lines = [each for each in done.stdout.decode().splitlines() if "[nested-config]" not in each]
        assert len(lines) == 2
        [line] = [each for each in lines if each.startswith("pyproject.toml:2:1: error[unknown-setting]")]
        assert line.endswith('`rulez`: there is no such setting; did you mean "rules"?')
    assert waypost("check", "--isolated", "sub", cwd=tmp_path).returncode == 1


def test_settings_that_cannot_be_parsed_are_an_error_and_are_used_as_far_as_they_go(tmp_path) -> None:
    (tmp_path / "pyproject.toml").write_text('[tool.waypost.rules]\nunknown-key = "hint"\n[project\n')
    (tmp_path / "a.py").write_text("x = 1\n")
    done = waypost("check", "--output-format", "concise", "a.py", cwd=tmp_path)
    assert done.returncode == 2
    assert done.stdout.startswith(b"pyproject.toml:3:")


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


MENDABLE = '\ufeff[files]\r\nextend-exclude = ["x"]\r\n[default]\r\nlocale = "en_GB"\r\nbinary = 3'


def test_fixes_are_applied_once_and_keep_bom_and_line_ends(tmp_path) -> None:
    path = tmp_path / "typos.toml"
    path.write_bytes(MENDABLE.encode())
    path.chmod(0o640)
    done = waypost("check", "--fix", "--output-format", "concise", cwd=tmp_path)
    mended = MENDABLE.replace("en_GB", "en-gb")
    assert path.read_bytes().decode() == mended
    assert path.stat().st_mode & 0o777 == 0o640
    assert (done.returncode, len(done.stdout.splitlines())) == (1, 1)
    assert b"wrong-type" in done.stdout
    stamp = path.stat().st_mtime_ns
    waypost("check", "--fix", cwd=tmp_path)
    assert path.stat().st_mtime_ns == stamp


def test_fixes_of_standard_input_are_written_out(tmp_path) -> None:
    done = waypost("check", "--fix", "--stdin-filename", "typos.toml", "-", cwd=tmp_path, stdin=MENDABLE.encode())
    assert done.stdout.decode() == MENDABLE.replace("en_GB", "en-gb")
    assert b"wrong-type" in done.stderr


def test_a_diff_shows_what_would_be_mended_and_changes_nothing(tmp_path) -> None:
    path = tmp_path / "typos.toml"
    path.write_bytes(MENDABLE.encode())
    done = waypost("check", "--diff", cwd=tmp_path)
    assert (done.returncode, path.read_bytes()) == (1, MENDABLE.encode())
    assert b'-locale = "en_GB"\r\n+locale = "en-gb"\r\n' in done.stdout
    assert done.stdout.endswith(b" binary = 3\n\\ No newline at end of file\n")
    waypost("check", "--fix", cwd=tmp_path)
    done = waypost("check", "--diff", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (0, b"")


def test_a_diff_can_be_applied(tmp_path) -> None:
    for name in ("typos.toml", "_typos.toml"):
        (tmp_path / name).write_bytes(MENDABLE.encode())
    diff = waypost("check", "--diff", cwd=tmp_path).stdout
    subprocess.run(["git", "apply", "-p0"], input=diff, cwd=tmp_path, check=True, capture_output=True)
    assert waypost("check", "--diff", cwd=tmp_path).returncode == 0


def test_rules_are_chosen_for_one_run(tmp_path) -> None:
    (tmp_path / "pyproject.toml").write_text('[tool.waypost.rules]\nunknown-locale = "off"\n')
    (tmp_path / "typos.toml").write_text('[files]\nextend-exclude = ["./x"]\n[default]\nlocale = "xx"\nlocal = 1\n')
    (tmp_path / "a.py").write_text('from waypost import endpoint\nendpoint("GTE /zen")\n')

    def rules(*arguments: str) -> list[str]:
        done = waypost("check", "--output-format", "json", *arguments, cwd=tmp_path)
        return sorted(each["rule"] for each in json.loads(done.stdout))

    assert rules() == ["dead-glob", "unknown-key", "unknown-verb"]
    assert rules("--select", "dead-glob, unknown-locale") == ["dead-glob", "unknown-locale"]
    assert rules("--select", "config", "--ignore", "dead-glob") == ["unknown-key"]
    assert rules("--ignore", "routes", "--ignore", "unknown-key") == ["dead-glob"]
    done = waypost("check", "--select", "unknown-lokale", cwd=tmp_path)
    assert done.returncode == 2
    assert b'did you mean "unknown-locale"?' in done.stderr


def test_standard_input_wants_a_name(tmp_path) -> None:
    done = waypost("check", "-", cwd=tmp_path, stdin=b"")
    assert done.returncode == 2
    assert b"--stdin-filename" in done.stderr


def test_a_named_file_with_nothing_to_check_is_reported(tmp_path) -> None:
    (tmp_path / "spelling.toml").write_text(BROKEN)
    done = waypost("check", "spelling.toml", cwd=tmp_path)
    assert b"spelling.toml: not a spell-checker configuration or Python" in done.stderr
    assert b"in 0 files" in done.stderr
    assert waypost("check", "--quiet", "spelling.toml", cwd=tmp_path).stderr == b""
    assert b"not a spell-checker" not in waypost("check", cwd=tmp_path).stderr


def test_what_stands_in_a_file_never_commands_the_terminal(tmp_path) -> None:
    (tmp_path / "typos.toml").write_bytes(b'"\\u001b]0;title\\u0007\\nb" = 1\n[default]\nlocale = "\\u202een"\n')
    for form in ("full", "concise"):
        done = waypost("check", "--output-format", form, cwd=tmp_path, FORCE_COLOR="1", NO_COLOR="")
        plain = re.sub(rb"\x1b\[\d*m", b"", done.stdout).decode()
        assert all(char.isprintable() or char == "\n" for char in plain)
        assert len(done.stdout) > len(plain.encode())
        assert b"\x1b" not in waypost("check", "--output-format", form, cwd=tmp_path, NO_COLOR="1").stdout


def test_what_cannot_be_read_is_reported_and_the_rest_is_checked(tmp_path, monkeypatch) -> None:
    (tmp_path / "typos.toml").write_text(BROKEN)
    (tmp_path / "_typos.toml").write_text(BROKEN)
    monkeypatch.chdir(tmp_path)
    really = contents.read_regular

    def read(path: str, head: int | None = None) -> bytes:  # root may read everything
        if path.endswith("_typos.toml"):
            raise PermissionError(errno.EACCES, "Permission denied", path)
        return really(path, head)

    monkeypatch.setattr(contents, "read_regular", read)
    done = CliRunner().invoke(check, ["--output-format", "concise", "--no-cache"])
    assert done.exit_code == 2
    assert "waypost: _typos.toml: Permission denied\n" in done.stderr
    assert done.stdout.startswith("typos.toml:2:10:")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no device that is always full")  # noqa: PTH110
@pytest.mark.parametrize("command", [["check"], ["schema"], ["expand", "GET /x"]])
def test_what_cannot_be_written_is_one_line_and_exit_code_two(command, project) -> None:
    with open("/dev/full", "wb") as full:  # noqa: PTH123 - a device
        done = subprocess.run([*launcher(), *command], cwd=project, stdout=full, stderr=subprocess.PIPE, check=False)
    assert (done.returncode, done.stderr) == (2, b"waypost: No space left on device\n")


def test_sarif_names_files_by_uris(tmp_path) -> None:
    folder = tmp_path / "a b#%20"
    folder.mkdir()
    (folder / "typos.toml").write_text(BROKEN)
    for path, uri in ((folder.name, "a%20b%23%2520/typos.toml"), (str(folder), (folder / "typos.toml").as_uri())):
        log = json.loads(waypost("check", "--output-format", "sarif", path, cwd=tmp_path).stdout)
        [result] = log["runs"][0]["results"]
        assert result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == uri
