"""A configuration in an editor: an edit until its diagnostics, beside tombi; completion and hover, beside a server that
does nothing; at three sizes."""

import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.bench.idle import IDLE
from tests.bench.measure import report, side_by_side
from tests.bench.servers import OURS, server
from tests.support.wire import Wire

SIZES = (20, 1_000, 10_000)
_TIMES = 20


def run() -> None:
    with TemporaryDirectory() as folder:
        for size in SIZES:
            _measure(Path(folder), size)


def _measure(folder: Path, size: int) -> None:
    tombi = shutil.which("tombi")
    with server(OURS) as ours, server(IDLE) as idle:
        here, there = Open(ours, folder, size), Open(idle, folder, size)
        for what in ("completion", "hover"):
            mine, base = side_by_side(here.asking(what), there.asking(what))
            report(f"{what}, {size} entries", mine, "a do-nothing pygls server", base, 1.5)
    if tombi is None:
        print("tombi is not installed: pip install tombi")
        return
    with server(OURS) as ours, server((tombi, "lsp")) as theirs:
        mine, base = side_by_side(Open(ours, folder, size).editing(), Open(theirs, folder, size).editing())
        report(f"edit to diagnostics, {size} entries", mine, "tombi", base, 1.0)


class Open:
    """A server with a configuration of `size` words open."""

    def __init__(self, wire: Wire, folder: Path, size: int) -> None:
        self._wire = wire
        self._version = 1
        self._line = size // 2 + 2
        lines = [
            "[default]",
            "[default.extend-words]",
            *(f'word{_letters(n)} = "word{_letters(n)}"' for n in range(size)),
        ]
        self._uri = (folder / "typos.toml").as_uri()
        wire.initialize({"textDocument": {"publishDiagnostics": {"versionSupport": True}}})
        wire.open(self._uri, "\n".join(lines) + "\n")

    def asking(self, what: str) -> Callable[[], Any]:
        place = {"textDocument": {"uri": self._uri}, "position": {"line": 0, "character": 3}}

        def ask() -> None:
            for _ in range(_TIMES):
                self._wire.ask(f"textDocument/{what}", place)

        return ask

    def editing(self) -> Callable[[], Any]:
        """Break a value and mend it again, each time until its diagnostics are there."""
        column = len(f'word{_letters(self._line - 2)} = "')

        def edit() -> None:
            for _ in range(_TIMES):
                self._change({"character": column - 1}, {"character": column}, "")
                self._change({"character": column - 1}, {"character": column - 1}, '"')

        return edit

    def _change(self, start: dict[str, int], end: dict[str, int], text: str) -> None:
        self._version += 1
        change = {"range": {"start": {"line": self._line, **start}, "end": {"line": self._line, **end}}, "text": text}
        document = {"uri": self._uri, "version": self._version}
        self._wire.notify("textDocument/didChange", {"textDocument": document, "contentChanges": [change]})
        while self._wire.told("textDocument/publishDiagnostics").get("version") != self._version:
            pass


def _letters(number: int) -> str:
    """A number as a word that no dictionary corrects."""
    digits: Sequence[str] = "bcdfghjklm"
    return "".join(digits[int(each)] for each in str(number))
