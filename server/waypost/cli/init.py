"""`waypost init`: writes a first configuration and settings."""

import errno
import os
import sys
from collections.abc import Iterator
from difflib import unified_diff
from pathlib import Path

import click

from waypost.projects import OWN_FILE, PYPROJECT, read_settings
from waypost.workspace.bounds import is_within
from waypost.workspace.files import exists, is_file, read_regular
from waypost.workspace.homes import HOMES
from waypost.workspace.write import write_file

_TYPOS = """\
# How the spell checker reads this project: https://github.com/crate-ci/typos
[files]
# Generated and vendored files, which nobody corrects here.
extend-exclude = [
  "*.lock",
  "*.min.js",
  "*.svg",
]

[default]
# Text that matches is ignored: marked lines, hashes, and long runs of base64.
extend-ignore-re = [
  '(?Rm)^.*(?:#|//)\\s*spellchecker:disable-line$',
  '\\b[0-9a-fA-F]{7,64}\\b',
  '[A-Za-z0-9+/]{40,}={0,2}',
]

[default.extend-words]
# Words to allow, such as: ba = "ba"
"""
_SETTINGS = """\
[tool.waypost]
# Record known findings with `waypost check --update-baseline`.
# baseline = ".waypost-baseline"

[tool.waypost.rules]
# `waypost rules` lists all rules. For example: raw-interpolation = "off"
"""


@click.command()
@click.argument("folder", type=click.Path(path_type=Path, exists=True, file_okay=False), default=".")
@click.option("--yes", "-y", is_flag=True, help="Write without asking.")
@click.option("--diff", "only_diff", is_flag=True, help="Show what would be written, and write nothing.")
def init(*, folder: Path, yes: bool, only_diff: bool) -> None:
    """Write a first `_typos.toml` and `[tool.waypost]` in FOLDER.

    The changes are shown first. Nothing is ever overwritten.
    """
    changes = list(_changes(folder))
    if not changes:
        click.echo("waypost: this project is already set up", err=True)
        return
    for path, before, after in changes:
        click.echo(_diff(path, before, after), nl=False)
    if only_diff:
        return
    if not yes and not (sys.stdin.isatty() and click.confirm("Write these changes?", err=True)):
        click.echo("waypost: nothing was written; to write, use --yes", err=True)
        sys.exit(1)
    for path, before, after in changes:
        if before is None and os.path.lexists(path):  # it has come meanwhile, or is a link to nothing
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path))
        write_file(path, after, before)
        click.echo(f"waypost: wrote {path}", err=True)


def _changes(folder: Path) -> Iterator[tuple[Path, bytes | None, bytes]]:
    """The files to write, with their old and new texts."""
    if not any(_has_configuration(folder / name) for name in HOMES):
        yield folder / "_typos.toml", None, _TYPOS.encode()
    pyproject = folder / PYPROJECT
    if exists(folder / OWN_FILE):
        return
    before = read_regular(pyproject) if _is_inside(pyproject, folder) else None
    if before is not None and read_settings(pyproject, before) is not None:
        return
    after = _with_settings(before) if before is not None else b""
    added = read_settings(pyproject, after)
    if added is not None and added.is_sound:
        yield pyproject, before, after
    else:  # there is no such file, or what is written to it would not be read
        own = _SETTINGS.replace("tool.waypost.rules", "rules").replace("[tool.waypost]\n", "")
        yield folder / OWN_FILE, None, own.encode()


def _is_inside(path: Path, folder: Path) -> bool:
    """Whether there is a file that does not lead out of the folder through a link."""
    return is_file(path) and is_within(path, [folder])


def _with_settings(before: bytes) -> bytes:
    newline = b"\r\n" if b"\r\n" in before else b"\n"
    gap = b"" if not before.strip() else newline if before.endswith(b"\n") else newline * 2
    return before + gap + _SETTINGS.encode().replace(b"\n", newline)


def _has_configuration(path: Path) -> bool:
    """Whether a file configures the spell checker: a shared file must have its table."""
    if not is_file(path):
        return False
    return path.name not in (PYPROJECT, "Cargo.toml") or b"typos" in read_regular(path)


def _diff(path: Path, before: bytes | None, after: bytes) -> str:
    old, new = ((each or b"").decode("utf-8", "replace").splitlines() for each in (before, after))
    head = "/dev/null" if before is None else str(path)
    return "".join(f"{line}\n" for line in unified_diff(old, new, head, str(path), lineterm=""))
