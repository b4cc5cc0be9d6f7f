"""The command itself: version, help."""

import json
import subprocess
import sys

import pytest

from tests.support.forked import launcher
from waypost.core.version import VERSION


def run(*arguments: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run([*launcher(), *arguments], capture_output=True, text=True, check=False)


@pytest.mark.parametrize("arguments", [["--version"], ["--version", "check"]])
def test_the_version_is_told(arguments) -> None:
    assert run(*arguments).stdout == f"waypost {VERSION}\n"


def test_help_lists_the_commands() -> None:
    shown = run("--help").stdout
    for name in ("check", "lsp"):
        assert f"\n  {name} " in shown


def test_every_command_has_a_page() -> None:
    from waypost.cli.group import COMMANDS

    for name, (_, summary) in COMMANDS.items():
        page = run(name, "--help")
        assert page.returncode == 0, page.stderr
        assert page.stdout.startswith("Usage: waypost ")
        assert summary.endswith(".")
        assert "\\b" not in page.stdout
    assert "\n    name=text       a parameter\n" in run("expand", "--help").stdout


def test_an_unknown_command_is_exit_code_two() -> None:
    done = run("chekc")
    assert done.returncode == 2
    assert "There is no command `chekc`; did you mean `check`?" in done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="handles are closed as a POSIX shell does it")
@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
@pytest.mark.parametrize(("command", "code"), [("check --no-cache", 1), ("check nothing", 2), ("lsp", 1)])
@pytest.mark.slow
def test_streams_that_are_closed_change_no_exit_code(command, code, closed, tmp_path) -> None:
    """Nor does what is written to them end up in a file that is opened instead."""
    (tmp_path / "typos.toml").write_text("local = 1\n")
    done = subprocess.run(
        ["sh", "-c", f'"$0" -m waypost {command} {closed}', sys.executable],
        cwd=tmp_path,
        input=b"",
        capture_output=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == code
    assert b"Traceback" not in done.stderr
    assert (b"typos.toml:1:1" in done.stdout) == (code == 1 and command != "lsp" and ">&-" not in closed.split())


@pytest.mark.parametrize(
    "command", [["check"], ["routes"], ["rules"], ["config", "show"], ["expand", "GET /x"]], ids=" ".join
)
def test_every_command_that_writes_json_is_asked_for_it_in_the_same_words(command, tmp_path) -> None:
    done = subprocess.run(
        [*launcher(), *command, "--output-format", "json"],
        cwd=tmp_path,
        capture_output=True,
        check=True,
    )
    json.loads(done.stdout)
