"""Runs `waypost` as a shell does, or in this process if that is enough."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

from click.testing import CliRunner

from waypost.cli.group import waypost as group


class Done(NamedTuple):
    """A command's results."""

    code: int
    out: str
    err: str


def run(*arguments: str, cwd: Path, stdin: bytes | None = None) -> Done:
    """Run a command in this process, without a cache unless one is requested."""
    before = Path.cwd()
    os.chdir(cwd)
    try:
        done = CliRunner().invoke(group, [*arguments], input=stdin, prog_name="waypost")
    finally:
        os.chdir(before)
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    return Done(done.exit_code, done.stdout, done.stderr)


def check(*arguments: str, cwd: Path, stdin: bytes | None = None) -> Done:
    """Configurations in folders are what most tests choose from, so that one is in another is not reported."""
    kept = any(each.startswith("--cache-dir") for each in arguments)
    silent = () if "--show-settings" in arguments else ("--config", "rules.nested-config=off")
    return run("check", *arguments, *silent, *(() if kept else ("--no-cache",)), cwd=cwd, stdin=stdin)


def found(*arguments: str, cwd: Path, stdin: bytes | None = None) -> list[tuple[str, str, int]]:
    """The path, rule and line of every finding."""
    done = check("--output-format", "json", *arguments, cwd=cwd, stdin=stdin)
    return [(each["path"], each["rule"], each["range"]["start"]["line"]) for each in json.loads(done.out)]


def shell(
    *command: str, cwd: Path, stdin: bytes | None = None, **environment: str
) -> subprocess.CompletedProcess[bytes]:
    """Run any command; `waypost` is the one under test."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    own = os.environ | {"PATH": path} | environment
    return subprocess.run(command, cwd=cwd, input=stdin, capture_output=True, env=own, check=False)
