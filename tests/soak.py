"""`python -m tests.soak [EDITS]`: eight hours of scripted editing without the pauses; a plot of what the server needs.

An edit every eight seconds makes 3,600 in eight hours: typing, completion and hover, opening and closing, saving, and
files that change on disk, in a configuration, three sources that import one another and an API document. Memory, open
handles and the time from an edit to its findings are measured all along; the plot is in the documentation.
"""

import random
import statistics
import sys
import time
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

from tests.fuzz.sessions import FILES
from tests.support.wire import Wire, wire

PLOT: Final = Path(__file__).parents[1] / "server" / "docs" / "images" / "soak.svg"
_EDITS: Final = 3_600
_HOURS: Final = 8
_POINTS: Final = 96
_NAMES: Final = ("names.py", "client.py", "pkg/inner.py", "use.py", "typos.toml", "waypost.toml")
_PIECES: Final = ('"', "x", "{a}", "\n", "# \U0001f6a9\n", "BASE", "(", ")", "= 1\n")
# Between the first and the last hour after a warm-up: what is kept once for each kind of thing is there by then.
_GROWTH: Final = 1.1


class Point(NamedTuple):
    """What was needed at one moment: megabytes, handles, milliseconds."""

    memory: float
    handles: int
    latency: float


class Editor:
    """A user who goes on for hours."""

    def __init__(self, server: Wire, folder: Path, chance: random.Random) -> None:
        self.server, self.folder, self.chance = server, folder, chance
        self.versions = count(1)
        self.texts: dict[str, str] = {}

    def begin(self) -> None:
        capabilities = {"textDocument": {"publishDiagnostics": {"versionSupport": True}}}
        self.server.ask(
            "initialize", {"processId": None, "rootUri": self.folder.as_uri(), "capabilities": capabilities}
        )
        self.server.notify("initialized", {})

    def step(self) -> float | None:
        name = self.chance.choice(_NAMES)
        if name not in self.texts:
            return self._open(name)
        chosen = self.chance.random()
        if chosen < 0.02:
            self._close(name)
        elif chosen < 0.06:
            self._save(name)
        elif chosen < 0.08:
            self._on_disk()
        else:
            return self._edit(name)
        return None

    def _edit(self, name: str) -> float:
        """The seconds until the findings are there; then what an editor asks after a key."""
        piece = self.chance.choice(_PIECES)
        text = self.texts[name]
        # What was typed is taken back sooner or later, as people do: the files stay as long as they are.
        new = self.chance.choice(FILES[name]) if len(text) > 4_000 or self.chance.random() < 0.05 else piece + text
        version = next(self.versions)
        change = {"text": piece, "range": _START} if new == piece + text else {"text": new}
        started = time.perf_counter()
        document = {"uri": self._uri(name), "version": version}
        self.server.notify("textDocument/didChange", {"textDocument": document, "contentChanges": [change]})
        self._wait(name, version)
        taken = time.perf_counter() - started
        self.texts[name] = new
        place = {"textDocument": {"uri": self._uri(name)}, "position": {"line": 1, "character": 2}}
        for method in ("completion", "hover", "documentSymbol", "codeLens"):
            self.server.ask(f"textDocument/{method}", place)
        self.server.notifications.clear()
        return taken

    def _open(self, name: str) -> None:
        text, version = self.chance.choice(FILES[name]), next(self.versions)
        self.texts[name] = text
        self.server.open(self._uri(name), text, "python" if name.endswith(".py") else "toml", version)
        self._wait(name, version)

    def _wait(self, name: str, version: int) -> None:
        found = self.server.told("textDocument/publishDiagnostics")
        while found["uri"] != self._uri(name) or found.get("version") != version:
            found = self.server.told("textDocument/publishDiagnostics")

    def _close(self, name: str) -> None:
        del self.texts[name]
        self.server.notify("textDocument/didClose", {"textDocument": {"uri": self._uri(name)}})

    def _save(self, name: str) -> None:
        (self.folder / name).write_bytes(self.texts[name].encode())
        self.server.notify("textDocument/didSave", {"textDocument": {"uri": self._uri(name)}})

    def _on_disk(self) -> None:
        name = self.chance.choice(sorted(FILES))
        (self.folder / name).write_bytes(self.chance.choice(FILES[name]).encode())
        changes = [{"uri": self._uri(name), "type": 2}]
        self.server.notify("workspace/didChangeWatchedFiles", {"changes": changes})

    def _uri(self, name: str) -> str:
        return (self.folder / name).as_uri()


_START: Final = {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 0}}


def soak(edits: int, moments: int = _POINTS) -> list[Point]:
    points: list[Point] = []
    with TemporaryDirectory() as name, wire() as server:
        folder = Path(name, "it")
        for each, texts in FILES.items():
            path = folder / each
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(texts[0].encode())
        editor = Editor(server, folder, random.Random(8))
        editor.begin()
        for _ in range(moments):
            taken = [one for _ in range(edits // moments) if (one := editor.step()) is not None]
            points.append(_measured(server.process.pid, statistics.median(taken)))
        assert server.end() == 0
    return points


def _measured(pid: int, latency: float) -> Point:
    status = Path(f"/proc/{pid}/status").read_text("ascii")
    memory = int(status.partition("VmRSS:")[2].split()[0]) / 1_024
    return Point(memory, len(list(Path(f"/proc/{pid}/fd").iterdir())), 1e3 * latency)


def is_flat(points: Sequence[Point]) -> bool:
    """Whether the last hour needs no more than the second one."""
    hour = len(points) // _HOURS
    second, last = points[hour : 2 * hour], points[-hour:]
    return all(_median(last, each) <= _GROWTH * _median(second, each) for each in range(2))


def _median(points: Sequence[Point], which: int) -> float:
    return statistics.median(point[which] for point in points)


_ROWS: Final = (("memory, MB", "#4c72b0"), ("open handles", "#55a868"), ("edit to findings, ms", "#c44e52"))
_WIDTH, _HEIGHT, _LEFT = 720, 120, 150


def svg(points: Sequence[Point]) -> str:
    """A row for each of the three, from nought."""
    rows = "".join(_row(number, [point[number] for point in points]) for number in range(len(_ROWS)))
    hours = "".join(
        f'<text x="{_LEFT + (_WIDTH - _LEFT - 10) * hour / _HOURS:.0f}" y="{3 * _HEIGHT + 16}">{hour} h</text>'
        for hour in range(_HOURS + 1)
    )
    size = f'viewBox="0 0 {_WIDTH + 20} {3 * _HEIGHT + 24}"'
    style = 'font-family="sans-serif" font-size="12" fill="#666"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} {style}>{rows}{hours}</svg>\n'


def _row(number: int, values: Sequence[float]) -> str:
    title, colour = _ROWS[number]
    top, most = number * _HEIGHT, max(values)
    step = (_WIDTH - _LEFT - 10) / (len(values) - 1)
    bottom = top + _HEIGHT - 10
    line = " ".join(
        f"{_LEFT + at * step:.1f},{bottom - (_HEIGHT - 30) * value / most:.1f}" for at, value in enumerate(values)
    )
    return (
        f'<text x="4" y="{top + 30}">{title}</text><text x="4" y="{top + 48}">at most {most:.1f}</text>'
        f'<path d="M{_LEFT} {top + 14}V{bottom}H{_WIDTH - 10}" fill="none" stroke="#999"/>'
        f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="1.5"/>'
    )


def main(edits: int = _EDITS) -> int:
    points = soak(edits)
    PLOT.parent.mkdir(exist_ok=True)
    PLOT.write_text(svg(points), "utf-8")
    for hour in range(_HOURS):
        own = points[hour * len(points) // _HOURS : (hour + 1) * len(points) // _HOURS]
        shown = [f"{_median(own, which):.1f} {title}" for which, (title, _) in enumerate(_ROWS)]
        print(f"hour {hour + 1}: {', '.join(shown)}")
    return 0 if is_flat(points) else 1


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:2])))
