"""Changes that no test can notice, each with the reason: most are bounds that could as well be a little different."""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Final, NamedTuple

from tests.mutants.changes import Mutant

_LIST: Final = Path(__file__).with_name("survivors.toml")
_PACKAGE: Final = Path(__file__).parents[2] / "server" / "waypost"
_Key = tuple[str, str, str, str]


class Survivors(NamedTuple):
    reasons: Mapping[_Key, str]

    @classmethod
    def read(cls) -> "Survivors":
        """A key is a file, a line in it, and a part of the line before and after the change."""
        files = tomllib.loads(_LIST.read_text("utf-8"))
        return cls(
            {(file, each["line"], each["before"], each["after"]): each["why"] for file in files for each in files[file]}
        )

    def why(self, path: Path, mutant: Mutant) -> str:
        """Empty if the change is not on the list."""
        return self.reasons.get(key_of(path.relative_to(_PACKAGE).as_posix(), mutant), "")


def key_of(file: str, mutant: Mutant) -> _Key:
    line = (_PACKAGE / file).read_text("utf-8").split("\n")[mutant.line - 1].strip()
    return file, line, mutant.before, mutant.after
