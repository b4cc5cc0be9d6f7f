"""A configuration in an editor, in three sizes: the time from an edit to its diagnostics, compared with tombi;
completion and hover, compared with a server that does nothing."""

from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.bench.idle import IDLE
from tests.bench.measure import in_turn, report, side_by_side
from tests.bench.servers import OURS, server
from tests.editors.compare_toml import SIZES, typist
from tests.editors.peers import tombi, waypost
from tests.support.wire import Wire

_TIMES = 20
# The line of an existing key.
_KEY = 1
# In a document of one word. The less there is to measure, the more other load on the machine shows.
_EDITS = 4_000
_AS_EDITORS_DO = {
    "textDocument": {
        "publishDiagnostics": {"versionSupport": True},
        "hover": {"contentFormat": ["markdown"]},
        "completion": {"completionItem": {"snippetSupport": True, "documentationFormat": ["markdown"]}},
    }
}


def run() -> None:
    with TemporaryDirectory() as folder:
        for size in SIZES:
            _beside_nothing(Path(folder), size)
            _beside_tombi(size)


def _beside_nothing(folder: Path, size: int) -> None:
    with server(OURS) as ours, server(IDLE) as idle:
        here, there = Open(ours, folder, size), Open(idle, folder, size)
        for what, method, line in (
            ("completion of one key", "completion", _KEY),
            ("completion of every key and table", "completion", here.last),
            ("hover", "hover", _KEY),
        ):
            mine, base = side_by_side(here.asking(method, line), there.asking(method, line))
            report(f"{what}, {size} entries", mine, "a do-nothing pygls server", base, 1.5)


def _beside_tombi(size: int) -> None:
    try:
        other = tombi()
    except FileNotFoundError as error:
        print(error)
        return
    with typist(waypost(), size) as ours, typist(other, size) as theirs:
        mine, base = in_turn(ours.edit, theirs.edit, max(15, _EDITS // size))
    report(f"edit to diagnostics, {size} entries", mine, "tombi", base, 1.0)


class Open:
    """A server with a configuration of `size` words open."""

    def __init__(self, wire: Wire, folder: Path, size: int) -> None:
        self._wire = wire
        lines = [
            "[default]",
            "unicode = false",
            "[default.extend-words]",
            *(f'word{_letters(n)} = "word{_letters(n)}"' for n in range(size)),
            "[files]",
        ]
        self.last = len(lines)
        self._uri = (folder / "typos.toml").as_uri()
        wire.initialize(_AS_EDITORS_DO)
        wire.open(self._uri, "\n".join(lines) + "\n")

    def asking(self, what: str, line: int = _KEY) -> Callable[[], Any]:
        place = {"textDocument": {"uri": self._uri}, "position": {"line": line, "character": 0}}

        def ask() -> None:
            for _ in range(_TIMES):
                self._wire.ask(f"textDocument/{what}", place)

        return ask


def _letters(number: int) -> str:
    """A number as a word that no dictionary corrects."""
    digits: Sequence[str] = "bcdfghjklm"
    return "".join(digits[int(each)] for each in str(number))
