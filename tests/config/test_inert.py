"""Entries that typos accepts and that do nothing, and some that only look so: typos is run with and without each.

`inert.txt` marks one entry of each configuration. If typos reports the same without it, there is a finding at its
place; if not, there is none.
"""

import re
import subprocess
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.support.typos import CONFIGURATION_ERROR, TYPOS, write
from waypost.analysis import Analysis
from waypost.text import Document
from waypost.workspace import Folder, Settings, Workspace, uri_of

PAGE = Path(__file__).with_name("inert.txt")
FILES = {
    "README.md": "Read teh docs. We recieve adress lines.\nThe colour is fo.\n",
    "CHANGELOG.md": "teh change\n",
    "src/main.py": "def recieve_teh():\n    return 'adress'\n",
    "src/util.js": "var recieveIt = 1; // teh fo\n",
    "src/gen/out.py": "teh = 'recieve'\n",
    "docs/guide.md": "teh guide\n",
    "docs/api/ref.md": "recieve\n",
    "vendor/lib/x.js": "var recieve = 1;\n",
    "tests/test_main.py": "teh = 1\n",
    "tests/fixtures/teh.txt": "teh fixture\n",
    "web/app/[slug]/page.tsx": "// teh page\n",
    "assets/logo.svg": "<svg>teh</svg>\n",
    "data/sample.csv": "teh,recieve\n",
    "page.svelte": "<p>teh</p>\n",
    "notes.txt": "teh\nTeh TEH TeH\nrecieve Recieve RECIEVE\nfo Fo FO ba nd\n",
    "Makefile": "teh:\n\techo recieve\n",
    "CMakeLists.txt": "# teh\n",
    "Cargo.lock": "# teh\n",
    "package-lock.json": '{"teh": 1}\n',
}
ASKED, _ = Settings.read({"rules": {"needless-entry": "information"}})


class Case(NamedTuple):
    name: str
    file: str
    config: str
    without: str
    start: int
    end: int
    files: dict[str, str]


def cases() -> list[Case]:
    return [_case(part) for part in PAGE.read_text("utf-8").split("== ")[1:]]


def _case(part: str) -> Case:
    head, _, rest = part.partition("\n")
    name, _, file = head.partition(" ")
    marked, *others = re.split(r"^-- ", rest, flags=re.MULTILINE)
    before, _, opened = marked.partition("«")
    entry, _, behind = opened.partition("»")
    without = re.sub(r"\[\s*,", "[", re.sub(r",\s*\]", "]", f"{before}{behind}")).replace(", ,", ",")
    if "extend-glob = []" in without:  # a type of its own needs one
        without = without.replace("extend-glob = []", 'extend-glob = ["*.none"]')
    start = len(before.encode())
    files = dict(each.split("\n", 1) for each in others)
    return Case(name, file, f"{before}{entry}{behind}", without, start, start + len(entry.encode()), files)


def reports(folder: Path, case: Case, config: str) -> list[bytes]:
    write(folder, {**FILES, **case.files, case.file: config})
    done = subprocess.run([TYPOS, "--format", "json", "--sort", "."], cwd=folder, capture_output=True, check=False)
    assert done.returncode != CONFIGURATION_ERROR, done.stderr
    return [line for line in done.stdout.splitlines() if b'"typo"' in line]


@pytest.mark.slow
@pytest.mark.parametrize("case", cases(), ids=lambda each: each.name)
def test_what_does_nothing_is_reported(case, tmp_path):
    folder = tmp_path / "project"
    folder.mkdir()
    without, with_it = reports(folder, case, case.without), reports(folder, case, case.config)
    document = Document.from_text(uri_of(folder / case.file), case.config)
    every = Analysis(document, Workspace([Folder(folder, ASKED)], {}, ASKED)).diagnostics()
    found = []
    for each in every:
        places = [each.span, *(related.location.span for related in each.related if with_it == without)]
        if any(place.start < case.end and case.start < place.end for place in places):
            found.append(each.rule)
    assert bool(found) is (with_it == without), (found, [(each.rule, each.message) for each in every])
