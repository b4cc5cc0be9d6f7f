"""`--changed-since`: the lines that differ from a revision, according to git.

Nothing that the repository configures is run: no external diff, no text conversion, no filter, no file system monitor,
no hook, nothing in a submodule. Nothing is fetched, even if objects are missing.
"""

import os
import re
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from waypost.cli.report import FileReport
from waypost.cli.report.finding import ReportedFinding

_HUNK: Final = re.compile(rb"@@ -\S+ \+(\d+)(?:,(\d+))? @@")
_ESCAPE: Final = re.compile(rb"\\([0-7]{3}|.)")
_NAMED: Final = {b"n": b"\n", b"t": b"\t", b"r": b"\r", b"a": b"\a", b"b": b"\b", b"f": b"\f", b"v": b"\v"}
_SETTINGS: Final = ("-c", "core.quotepath=off", "-c", "core.fsmonitor=false", "-c", f"core.hooksPath={os.devnull}")
_OPTIONS: Final = (
    *("--no-color", "--no-ext-diff", "--no-textconv", "--ignore-submodules=all"),
    *("--unified=0", "--src-prefix=a/", "--dst-prefix=b/"),
)
# How git ends if it was called wrongly, after a page on how to call it.
_USAGE: Final = 129
# No way to fetch is allowed, whatever is configured; and git does not try.
_NO_REMOTES: Final = {"GIT_ALLOW_PROTOCOL": "none", "GIT_NO_LAZY_FETCH": "1"}


class GitError(Exception):
    """An error from git; the message is for the user."""


class WrongCallError(GitError):
    """What git was given is not what it takes."""


@dataclass(frozen=True)
class ChangedLines:
    """The changed lines by the absolute path of their file; None if all lines of a file have changed."""

    by_path: Mapping[str, Sequence[range] | None]

    @classmethod
    def since(cls, revision: str, folder: Path) -> "ChangedLines":
        if revision.startswith("-"):
            raise GitError(f"`{revision}` is not a revision")
        root = top_of(folder)
        try:
            diff = git(root, *_without_filters(root), "diff", *_OPTIONS, revision, "--")
        except WrongCallError:
            raise GitError(f"`{revision}` is not a revision") from None
        new = git(root, "ls-files", "--others", "--exclude-standard", "-z").split(b"\0")
        changed: dict[str, Sequence[range] | None] = {str(root / name): lines for name, lines in lines_in(diff).items()}
        changed |= {str(root / name.decode("utf-8", "surrogateescape")): None for name in new if name}
        return cls(changed)

    def only(self, report: FileReport, path: str) -> FileReport:
        """The findings on changed lines."""
        lines = self.by_path.get(path, ())
        if lines is None:
            return report
        kept = [found for found in report.findings if found.cell is not None or _meets(found, lines)]
        return replace(report, findings=kept if lines else [])


def lines_in(diff: bytes) -> dict[str, list[range]]:
    """The new lines in a diff without context, by file."""
    found: dict[str, list[range]] = {}
    lines: list[range] = []
    for line in diff.split(b"\n"):
        if line.startswith(b"+++ "):
            name = _unquoted(line[4:].rstrip(b"\t\r"))
            lines = found.setdefault(name.removeprefix("b/"), []) if name != "/dev/null" else []
        elif hunk := _HUNK.match(line):
            start, count = int(hunk[1]), int(hunk[2] or 1)
            # If lines were only removed, the lines around the gap have changed.
            lines.append(range(start, start + count) if count else range(start, start + 2))
    return found


def _meets(found: ReportedFinding, lines: Sequence[range]) -> bool:
    first, last = found.place.line, found.place.end_line
    return any(each.start <= last and first < each.stop for each in lines)


def _unquoted(name: bytes) -> str:
    if name.startswith(b'"') and name.endswith(b'"'):
        name = _ESCAPE.sub(_unescaped, name[1:-1])
    return name.decode("utf-8", "surrogateescape")


def _unescaped(found: re.Match[bytes]) -> bytes:
    escape = found[1]
    return bytes([int(escape, 8)]) if escape.isdigit() else _NAMED.get(escape, escape)


def top_of(folder: Path) -> Path:
    """The top of the checkout that a folder is in."""
    return Path(git(folder, "rev-parse", "--show-toplevel").rstrip(b"\n").decode("utf-8", "surrogateescape"))


def git(folder: Path, *arguments: str, given: bytes | None = None) -> bytes:
    """The answer of git, which is run with nothing that the repository configures; `given` is its input."""
    program = shutil.which("git")
    # A relative path would be a program of the current folder: Windows searches there first.
    if program is None or not Path(program).is_absolute():
        raise GitError("git cannot be run: it is not on PATH")
    command = [program, *_SETTINGS, *arguments]
    try:
        done = subprocess.run(  # noqa: S603 - no shell
            command, cwd=folder, capture_output=True, check=False, env=os.environ | _NO_REMOTES, input=given
        )
    except OSError as error:
        raise GitError(f"git cannot be run: {error.strerror}") from error
    if done.returncode == _USAGE:
        raise WrongCallError
    if done.returncode:
        raise GitError(done.stderr.decode("utf-8", "replace").strip() or "git failed")
    return done.stdout


def _without_filters(root: Path) -> Sequence[str]:
    """What keeps git from running the programs that a repository, and not its user, configures as filters."""
    pattern = r"^filter\..*\.(clean|process|required)$"
    # One that is given here: git fails if there is none.
    asked = ("-c", "filter.none.required=false", "config", "--show-scope", "-z", "--name-only", "--get-regexp", pattern)
    words = git(root, *asked).decode("utf-8", "surrogateescape").split("\0")
    names = [name for scope, name in zip(words[:-1:2], words[1::2], strict=True) if scope in ("local", "worktree")]
    if any("=" in name for name in names):
        raise GitError("the repository has a filter with `=` in its name, which cannot be turned off")
    return [word for name in names for word in ("-c", f"{name}={'false' if name.endswith('.required') else ''}")]
