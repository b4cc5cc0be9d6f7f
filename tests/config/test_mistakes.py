"""Configurations with the mistakes that people make: typos decides what becomes of the intention.

What typos refuses has an error at its place; what it accepts without the intended effect is warned of; what
has the effect is silent.
"""

import json
import re
import subprocess
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.support.typos import TYPOS, write
from waypost.analysis import Analysis
from waypost.results import Diagnostic, Severity
from waypost.rules import RULES
from waypost.text import Document
from waypost.workspace import Folder, Workspace, uri_of

TEXT = "teh recieve wich FoV OTPs colour color foo foo-untill hte_x2\n"
FILES = {
    **dict.fromkeys(["a.md", "b.py", "src/c.md", "vendor/v.md", ".hidden.md", "x.own", "x.min.js"], TEXT),
    "fixed.txt": "",
}
PAGE = Path(__file__).with_name("mistakes.txt")


class Mistake(NamedTuple):
    intention: str
    wanted: str
    config: str
    places: list[tuple[int, int]]


def mistakes() -> list[Mistake]:
    found = []
    for part in PAGE.read_text("utf-8").split("== ")[1:]:
        head, _, marked = part.partition("\n")
        intention, _, wanted = head.partition(" ")
        config, places, opened = "", [], 0
        for piece in re.split("([«»])", marked):
            if piece == "«":
                opened = len(config.encode())
            elif piece == "»":
                places.append((opened, len(config.encode())))
            else:
                config += piece
        found.append(Mistake(intention, wanted, config, places))
    return found


def outcome(folder: Path, mistake: Mistake) -> str:
    """What typos does: `refused`, `inert` or `works`."""
    write(folder, {**FILES, "typos.toml": mistake.config})
    done = subprocess.run([TYPOS, "--format", "json", "."], cwd=folder, capture_output=True, check=False)
    if done.returncode == 78:
        return "refused"
    found = [json.loads(line) for line in done.stdout.splitlines()]
    typos = {(each["path"].removeprefix("./"), each["typo"]) for each in found if each.get("type") == "typo"}
    words, paths = {word for _, word in typos}, {path for path, _ in typos}
    parts = {"FoV": {"Fo", "FoV"}, "OTPs": {"OT", "Ps", "OTPs"}, "hte_x2": {"hte"}, "foo-untill": {"untill"}}
    works = {
        "word": not words & parts.get(mistake.wanted, {mistake.wanted}),
        "file": mistake.wanted not in paths,
        "reports": mistake.wanted in words,
        "checks": mistake.wanted in paths,
    }
    return "works" if works[mistake.intention] else "inert"


def findings(folder: Path, mistake: Mistake) -> list[Diagnostic]:
    document = Document.from_text(uri_of(folder / "typos.toml"), mistake.config)
    return list(Analysis(document, Workspace([Folder(folder)])).diagnostics())


def is_at(found: Diagnostic, mistake: Mistake) -> bool:
    return any(found.span.start <= end and start <= found.span.end for start, end in mistake.places)


def verdict(folder: Path, mistake: Mistake) -> tuple[str, bool]:
    said = outcome(folder, mistake)
    found = findings(folder, mistake)
    errors = [each for each in found if RULES[each.rule].is_refusal]
    loud = [each for each in found if each.severity in (Severity.ERROR, Severity.WARNING)]
    if said == "refused":
        return said, any(is_at(each, mistake) for each in errors) or (bool(errors) and not mistake.places)
    if said == "inert":
        return said, not errors and any(is_at(each, mistake) for each in loud)
    return said, not loud


@pytest.mark.slow
@pytest.mark.parametrize("mistake", mistakes(), ids=lambda each: f"{each.intention} {each.config[:40]!r}")
def test_a_mistake_is_reported_as_typos_takes_it(mistake, tmp_path):
    said, is_right = verdict(tmp_path / "w", mistake)
    assert is_right, (said, [(each.rule, each.severity) for each in findings(tmp_path / "w", mistake)])
