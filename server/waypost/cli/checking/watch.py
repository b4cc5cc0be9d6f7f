"""`--watch`: checks again whenever a file changes, until interrupted."""

import os
from collections.abc import Mapping
from itertools import count
from time import sleep
from typing import Final

import click

from waypost.cli.checking.run import CheckRun, Options

_EVERY_SECONDS: Final = 0.5


def watch(options: Options, rounds: int | None = None) -> int:
    """Check, wait for a change, check again."""
    code = 0
    for done in count(1):
        before = stamps(options)  # before the files are read: what changes meanwhile is checked again
        if os.isatty(1):
            click.clear()
        code = CheckRun(options).run()
        if done == rounds:
            break
        while stamps(options) == before:  # polling is cheap, and works where nothing reports changes
            sleep(_EVERY_SECONDS)
    return code


def stamps(options: Options) -> Mapping[str, tuple[int, int]]:
    """A value that changes when the settings or a file to check change, or when such a file is added or removed."""
    run = CheckRun(options)
    names = [*run.names(), *(str(file.path) for file in run.projects.files)]
    return {name: stamp for name in names if (stamp := _stamp(name)) is not None}


def _stamp(name: str) -> tuple[int, int] | None:
    try:
        facts = os.stat(name)  # noqa: PTH116 - one of tens of thousands
    except OSError:
        return None
    return facts.st_mtime_ns, facts.st_size
