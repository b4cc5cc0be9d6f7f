"""What typos has built in: its types with their globs and words, and its defaults.

The data file is read from the real program by a script in the tests, and a test says when it is out of date.
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
    # The effective values of `files` and `default` when nothing is configured.
    files: Mapping[str, Any]
    default: Mapping[str, Any]
    # What the program itself configures for some types.
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
