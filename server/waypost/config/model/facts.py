"""What is built into typos: its types with their globs and words, and its defaults.

A script in the tests reads the data file from the real program, and a test fails when it is out of date.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

FACTS_FILE: Final = Path(__file__).with_name("facts.json")


@dataclass(frozen=True, slots=True)
class Facts:
    """The facts of one version."""

    version: str
    # The effective values of `files` and `default` without any configuration.
    files: Mapping[str, Any]
    default: Mapping[str, Any]
    # The program's own settings for some types.
    type: Mapping[str, Mapping[str, Any]]
    # The globs of every type it knows.
    globs: Mapping[str, Sequence[str]]

    @property
    def unchecked(self) -> frozenset[str]:
        """The types whose files are not checked unless the configuration says so."""
        return frozenset(name for name, table in self.type.items() if table.get("check-file") is False)


@cache
def facts() -> Facts:
    return Facts(**json.loads(FACTS_FILE.read_bytes()))
