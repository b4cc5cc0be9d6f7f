"""How findings are written: for people, for machines, for GitHub."""

from collections.abc import Callable, Sequence

from waypost.cli.report.finding import FileReport
from waypost.cli.report.machine import as_json, github, sarif
from waypost.cli.report.text import concise, full

FORMATS: dict[str, Callable[[Sequence[FileReport]], str]] = {
    "full": full,
    "concise": concise,
    "json": as_json,
    "github": github,
    "sarif": sarif,
}

__all__ = ["FORMATS", "FileReport"]
