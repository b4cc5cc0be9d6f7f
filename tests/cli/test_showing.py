"""What is shown, and what happens when something goes wrong in the middle."""

import json
import os
import signal
import subprocess
import sys
import time
import tomllib
from dataclasses import replace
from pathlib import Path

import pytest

from tests.cli.run import check, found, shell
from tests.support.check import check_completion, completions, hover
from tests.support.forked import ORDINARY
from waypost.cli.fix import fixed
from waypost.processes import cgroup_limit, processors
from waypost.rules import RULES
from waypost.text import Document
from waypost.workspace import Settings, Workspace
from waypost.workspace.settings import SettingsLayer

CALL = 'import httpx\nhttpx.get("https://api.github.com/user/repos?sort=updates")\n'


def notebook(*cells: str) -> str:
    made = [{"cell_type": "markdown", "metadata": {}, "source": ["# Routes"]}]
    made += [
        {"cell_type": "code", "metadata": {}, "outputs": [], "source": cell.splitlines(keepends=True)} for cell in cells
    ]
    return json.dumps({"cells": made, "metadata": {}, "nbformat": 4}, indent=1, ensure_ascii=False) + "\n"


def test_notebooks_are_checked_cell_by_cell(tmp_path) -> None:
    (tmp_path / "a.ipynb").write_text(notebook("%pip install x\n!ls", "# é\U0001f6a9\n" + CALL), encoding="utf-8")
    (tmp_path / "half.ipynb").write_text('{"cells": [')
    done = check("--output-format", "concise", cwd=tmp_path)
    [line] = done.out.splitlines()
    assert line.startswith("a.ipynb:cell 3:3:")
    [one] = json.loads(check("--output-format", "json", cwd=tmp_path).out)
    assert (one["cell"], one["range"]["start"]["line"]) == (3, 3)


def test_a_fix_in_a_notebook_leaves_everything_else_as_it_was(tmp_path) -> None:
    source = RULES["route-spacing"].bad
    after = fixed(Document.from_text("file:///w/a.py", source), Workspace()).text
    assert after != source
    path = tmp_path / "a.ipynb"
    path.write_text(notebook("x = 1\n", source), encoding="utf-8")
    assert check("--diff", cwd=tmp_path).code == 1
    check("--fix", cwd=tmp_path)
    assert path.read_text("utf-8") == notebook("x = 1\n", after)


def test_scripts_are_known_by_their_first_line(tmp_path) -> None:
    (tmp_path / "deploy").write_text("#!/usr/bin/env python3\n" + CALL)
    (tmp_path / "build").write_text("#!/bin/sh\n" + CALL)
    (tmp_path / "LICENSE").write_text(CALL)
    assert [path for path, _, _ in found(cwd=tmp_path)] == ["deploy"]
    assert "in 1 file" in check(cwd=tmp_path).err
    assert [path for path, _, _ in found("deploy", "build", cwd=tmp_path)] == ["deploy"]


def test_findings_go_to_a_file_without_colours(tmp_path) -> None:
    (tmp_path / "typos.toml").write_text("local = 1\n")
    done = shell("waypost", "check", "--output-file", "out.txt", cwd=tmp_path, FORCE_COLOR="1")
    assert (done.returncode, done.stdout) == (1, b"")
    assert (tmp_path / "out.txt").read_text().startswith("typos.toml:1:1: error[unknown-key]")


def test_how_often_each_rule_was_found(tmp_path) -> None:
    (tmp_path / "typos.toml").write_text('local = 1\nlokale = 2\n[default]\nlocale = "en_GB"\n')
    first, *_ = check("--statistics", cwd=tmp_path).out.splitlines()
    assert first.split("]")[1].strip() == "unknown-key"
    assert first.split()[0] == "2"


@pytest.mark.parametrize(("forced", "colored"), [("1", True), ("0", False)])
def test_colours_can_be_forced_and_refused(forced, colored, tmp_path) -> None:
    (tmp_path / "typos.toml").write_text("local = 1\n")
    done = shell("waypost", "check", "--no-cache", cwd=tmp_path, FORCE_COLOR=forced, NO_COLOR="")
    assert (b"\x1b[" in done.stdout) is colored


def test_the_settings_that_apply_are_shown_with_where_they_come_from(tmp_path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "waypost.toml").write_text('code-lens = true\nper-file-rules."a/*".dead-word = "error"\n')
    (tmp_path / "a" / "waypost.toml").write_text('extend = "../waypost.toml"\n')
    done = check("--show-settings", "a/x.py", cwd=tmp_path)
    assert "a/waypost.toml, which extends" in done.out.splitlines()[0].replace(os.sep, "/")
    assert "code-lens = true" in done.out
    assert 'dead-word = "error"' in done.out


EVERY_SETTING = """\
extend-exclude = ["a b", 'q"x']
inlay-hints.routes = "all"
[rules]
dead-word = "off"
[per-file-rules]
"tests/**" = { dead-word = "error", dead-glob = "off" }
[calls]
mylib = { callee = ["mylib.Client.fetch"], url = [0, "path"], verb = "GET" }
[releases]
httpx = ">=0.27,<0.29"
requests = "2.31"
[apis]
"https://a.example" = "a.yaml"
"https://b.example" = "github:ghes-3.19"
"https://c.example" = { document = "c.yaml", clients = ["shop.*"] }
"d.yaml" = { clients = ["own.Client"] }
"""


def test_the_settings_that_are_shown_are_those_that_apply(tmp_path) -> None:
    """Written to a file, they mean the same again."""
    for name in "acd":
        (tmp_path / f"{name}.yaml").touch()
    (tmp_path / "waypost.toml").write_text(EVERY_SETTING)
    shown = check("--show-settings", "x.py", cwd=tmp_path).out

    values = tomllib.loads(shown)
    given, faults = Settings.read(SettingsLayer(tomllib.loads(EVERY_SETTING), tmp_path))
    again, problems = Settings.read(SettingsLayer(values, tmp_path))
    assert faults == problems == []
    assert replace(again, rules={}, apis={}) == replace(given, rules={}, apis={})
    assert list(again.apis.values()) == list(given.apis.values())
    assert all(again.severity(rule) == given.severity(rule) for rule in RULES)


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="a list of child processes")
@pytest.mark.slow
def test_an_interrupt_ends_all_without_a_traceback(tmp_path) -> None:
    for number in range(2_000):
        (tmp_path / f"m{number}.py").write_text(CALL * 20)
    command = [*ORDINARY, "check", "--no-cache", "--quiet", "."]  # the launcher would get the signal in its place
    running = subprocess.Popen(
        command,
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        # Tests that run in the background ignore interrupts, and their child processes would inherit that.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509 - no thread is there
    )
    children = Path(f"/proc/{running.pid}/task/{running.pid}/children")
    while running.poll() is None and not children.read_text():
        time.sleep(0.01)  # it works once it has started processes for that
    os.killpg(running.pid, signal.SIGINT)
    _, errors = running.communicate(timeout=60)
    assert running.returncode not in (0, 1) or b"Aborted" in errors
    assert b"Traceback" not in errors


@pytest.mark.skipif(sys.platform == "win32", reason="a pipe that ends is a signal's affair")
def test_who_reads_only_the_first_lines_ends_it_quietly(tmp_path) -> None:
    (tmp_path / "typos.toml").write_text("".join(f"k{number} = 1\n" for number in range(5_000)))
    done = shell("bash", "-c", "waypost check --no-cache --output-format concise | head -n 1", cwd=tmp_path)
    assert done.stdout.startswith(b"typos.toml:1:1:")
    assert b"Traceback" not in done.stderr
    assert b"Exception ignored" not in done.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_a_file_that_cannot_be_written_is_one_line(tmp_path) -> None:
    (tmp_path / "typos.toml").write_text("local = 1\n")
    done = shell("waypost", "check", "--output-file", "nowhere/out.txt", cwd=tmp_path)
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1


def test_findings_do_not_take_the_place_of_what_was_checked(tmp_path) -> None:
    (tmp_path / "typos.toml").write_text("local = 1\n")
    done = shell("waypost", "check", "--output-file", "typos.toml", cwd=tmp_path)
    assert (done.returncode, (tmp_path / "typos.toml").read_text()) == (2, "local = 1\n")
    assert b"--output-file is one of the checked files: typos.toml" in done.stderr
    for _ in range(2):  # findings of an earlier run are replaced
        assert shell("waypost", "check", "--output-file", "findings", cwd=tmp_path).returncode == 1


def test_processors_are_those_that_may_be_used(tmp_path) -> None:
    assert 1 <= processors() <= (os.cpu_count() or 1)
    for quota, count in (("max 100000", None), ("150000 100000", 2), ("50000 100000", 1), ("nonsense", None)):
        (tmp_path / "cpu.max").write_text(f"{quota}\n")
        assert cgroup_limit(tmp_path) == count
    (tmp_path / "cpu.max").unlink()
    assert cgroup_limit(tmp_path) is None
    (tmp_path / "cpu").mkdir()
    (tmp_path / "cpu" / "cpu.cfs_quota_us").write_text("300000\n")
    (tmp_path / "cpu" / "cpu.cfs_period_us").write_text("100000\n")
    assert cgroup_limit(tmp_path) == 3


@pytest.mark.parametrize("name", ["pyproject.toml", "waypost.toml"])
def test_settings_are_completed_and_explained(name) -> None:
    head, table = ("[tool.waypost]\n", "tool.waypost.rules") if name == "pyproject.toml" else ("", "rules")
    check_completion(f"{head}code$0\n", "code-lens", f"{head}code-lens = true\n", name)
    check_completion(f"[{table}]\ndead-w$0\n", "dead-word", f'[{table}]\ndead-word = "off"\n', name)
    check_completion(f'[{table}]\ndead-word = "$0"\n', "hint", f'[{table}]\ndead-word = "hint"\n', name)
    assert "off" in {item.label for item in completions(f"[{table}]\r\ndead-word = $0\r\n", name)}
    shown = hover(f"# \U0001f6a9\n{head}code-le$0ns = true\n", name)
    assert shown is not None
    assert "Code lenses above calls" in shown.markdown
    assert hover("[project]\ncode-le$0ns = true\n", "pyproject.toml") is None
