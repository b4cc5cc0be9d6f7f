"""`python -m tests.against_typos DIR` compares every configuration in a folder with the spell checker itself.

A check run must exit with 78 exactly if an error is found, and the effective configuration must be the one that the
checker dumps. A `probes.json` in the folder contains more texts: a list of objects with `file` and `config`.
"""

import json
import re
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tests.support.typos import CONFIGURATION_ERROR, dump_config, run_typos
from waypost.analysis import Analysis
from waypost.config.explain.dump import dump, to_toml
from waypost.config.typos.runs import Run
from waypost.rules import RULES
from waypost.text import Document
from waypost.workspace import Workspace, uri_of
from waypost.workspace.homes import HOMES

# What the checker accepts by accident, listed in `server/docs/config.md`: its reader makes a struct from a list, a
# table from a date, and a locale from a table with one empty member.
ACCIDENTS = re.compile(
    r"`files` takes a table, not a list|`tool.typos` must be a table"
    r"|takes a table, not a date|`locale` takes one of .*, not a table"
)


class Case(NamedTuple):
    """A configuration and the file that contains it."""

    label: str
    file: str
    source: bytes


class Verdict(NamedTuple):
    """What both say about a configuration; `complaint` is empty if they agree."""

    refused: bool
    complaint: str


def compare(case: Case) -> Verdict:
    """One configuration, in its own folder."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        checked = run_typos(folder, {case.file: case.source, "t.txt": "the\n"})
        refused = checked.code == CONFIGURATION_ERROR
        path = folder / case.file
        found = Analysis(Document(uri_of(path), case.source), Workspace()).diagnostics()
        errors = [each for each in found if RULES[each.rule].is_refusal]
        if refused and not errors:
            return Verdict(refused, f"refused, and no error is found: {checked.errors.strip()}")
        if errors and not refused:
            if all(ACCIDENTS.search(each.message) for each in errors):
                return Verdict(refused, "")
            return Verdict(refused, f"accepted, and an error is found: {errors[0].rule}: {errors[0].message}")
        return Verdict(refused, "" if refused else _dumps(folder))


def _dumps(folder: Path) -> str:
    """How the effective configurations differ."""
    theirs = tomllib.loads("\n".join(dump_config(folder).lines))
    source = Run.at(folder, Workspace()).source
    ours = tomllib.loads(to_toml(dump(source.config if source else None)))
    if ours == theirs:
        return ""
    return f"the effective configurations differ: {_first_difference(ours, theirs)}"


def _first_difference(ours: object, theirs: object, path: str = "") -> str:
    if not (isinstance(ours, dict) and isinstance(theirs, dict)):
        return f"{path}: {ours!r} here, {theirs!r} there"
    key = next(key for key in {**ours, **theirs} if ours.get(key) != theirs.get(key))
    return _first_difference(ours.get(key), theirs.get(key), f"{path}.{key}")


def cases(folder: Path) -> Iterator[Case]:
    """The configurations of a folder, each under the name that it is read by."""
    for path in sorted(folder.iterdir()):
        if path.suffix == ".toml":
            home = next((name for name in HOMES if path.name.endswith(f".{name}")), "typos.toml")
            yield Case(path.name, home, path.read_bytes())
    probes = folder / "probes.json"
    for probe in json.loads(probes.read_bytes()) if probes.is_file() else []:
        yield Case(f"probe: {probe['name']}", probe["file"], probe["config"].encode())


def main(folder: Path) -> int:
    verdicts = {case.label: compare(case) for case in cases(folder)}
    refused = sum(verdict.refused for verdict in verdicts.values())
    complaints = {label: verdict.complaint for label, verdict in verdicts.items() if verdict.complaint}
    for label, complaint in complaints.items():
        sys.stdout.write(f"{label}: {complaint}\n")
    counts = f"{len(verdicts)} configurations, {refused} refused by the checker, {len(complaints)} disagreements"
    sys.stdout.write(f"{counts}\n")
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
