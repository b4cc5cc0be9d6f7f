"""The message about a bug that one file triggers. It costs that file its findings, and no other file."""

import os
from traceback import extract_tb

from waypost.rules import HOME

_REPORT = f"please report it: {HOME}/issues"


def fault_of(path: str | os.PathLike[str], error: Exception) -> str:
    """One line that names the file and the bug, and asks the user to report it."""
    frames = extract_tb(error.__traceback__)
    where = f" at {os.path.basename(frames[-1].filename)}:{frames[-1].lineno}" if frames else ""  # noqa: PTH119
    reason = f"{type(error).__name__}: {error}".removesuffix(": ").splitlines()[0][:200]
    return f"{os.fspath(path)}: not checked because of a bug in Waypost ({reason}{where}); {_REPORT}"


def lost(path: str | os.PathLike[str]) -> str:
    """The same for a file that crashed the process that was checking it."""
    return f"{os.fspath(path)}: not checked because it crashed the process that read it; {_REPORT}"
