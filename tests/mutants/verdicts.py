"""What became of each change that was tried, kept in a file."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from tests.mutants.survivors import Survivors

if TYPE_CHECKING:
    from tests.mutants.trial import Trial


class Verdict(NamedTuple):
    """The test that notices a change, if there is one; `late` if it does so by not ending.

    `seconds` is how long the tests take that were run; less than none if none was.
    """

    test: str = ""
    late: bool = False
    seconds: float = -1

    @property
    def survived(self) -> bool:
        return not self.test and not self.late


class Verdicts:
    """The verdict of each change; a change that was drawn twice has one."""

    def __init__(self, path: Path, survivors: Survivors) -> None:
        self._path = path
        self._survivors = survivors
        lines = path.read_text("utf-8").splitlines() if path.exists() else []
        self._found = {key: Verdict(*verdict) for key, verdict in map(json.loads, lines)}

    def of(self, trial: "Trial") -> Verdict | None:
        return self._found.get(_key(trial))

    def keep(self, trial: "Trial", verdict: Verdict) -> None:
        self._found[_key(trial)] = verdict
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps([_key(trial), verdict]) + "\n")

    def why(self, trial: "Trial") -> str:
        """Why no test can notice this change; empty if that is not known."""
        return self._survivors.why(trial.path, trial.mutant)

    def survived(self, trials: Sequence["Trial"]) -> int:
        """How many survived, and not for a known reason."""
        return sum(self._of(trial).survived and not self.why(trial) for trial in trials)

    def summary(self, trials: Sequence["Trial"]) -> str:
        found = [(trial, self._of(trial)) for trial in trials if self.of(trial) is not None]
        survivors = [(trial, self.why(trial)) for trial, verdict in found if verdict.survived]
        known = [f"  {trial.name}: {why}" for trial, why in survivors if why]
        others = [f"  {trial.name}" for trial, why in survivors if not why]
        late = sum(verdict.late for _, verdict in found)
        killed = len(found) - len(survivors)
        counts = f"{len(found)} tried, {killed} noticed ({late} by a test that did not end), {len(survivors)} survived"
        return "\n".join([counts, f"{len(known)} with a known reason:", *known, f"{len(others)} without:", *others])

    def _of(self, trial: "Trial") -> Verdict:
        return self.of(trial) or Verdict()


def _key(trial: "Trial") -> str:
    return f"{trial.name} {trial.mutant.number}"
