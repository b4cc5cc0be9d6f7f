"""What typing feels like: the median and the 99th percentile of the time from an edit to its findings, of completion
and of hover, while the server is otherwise idle, while the index is built, while another, big file is checked,
and while the workspace is checked."""

import statistics
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.bench.measure import seconds
from tests.bench.servers import OURS, server
from tests.support.wire import Wire

_TIMES = 200
_FILES = 3_000
_BIG = 5_000
_GOAL = 0.050
_SOURCE = "import requests\n\n\ndef fetch(name):\n    return requests.get(f'https://api.example.com/users/{name}')\n"
_CHECK_ALL = {"method": "workspace/executeCommand", "params": {"command": "waypost.checkWorkspace"}}
_CAPABILITIES = {"textDocument": {"publishDiagnostics": {"versionSupport": True}}}


def run() -> None:
    with TemporaryDirectory() as name:
        folder = Path(name)
        with _typing(folder) as typist:
            _measure("nothing else is done", typist)
        for number in range(_FILES):
            (folder / f"module_{number}.py").write_text(_SOURCE * 20)
        with _typing(folder) as typist:
            _measure(f"{_FILES} files are indexed", typist)
            _measure(f"{_FILES} files are checked", typist, typist.check_all)
    with TemporaryDirectory() as name, _typing(Path(name)) as typist:
        _measure("another file is checked", typist, typist.edit_another)


def _measure(when: str, typist: "Typist", meanwhile: Callable[[], None] = lambda: None) -> None:
    for what, work in (("edit to findings", typist.edit), ("completion", typist.complete), ("hover", typist.hover)):
        taken = []
        for number in range(_TIMES):
            if number % 20 == 0:
                meanwhile()
            taken.append(seconds(work))
        median, late = statistics.median(taken), statistics.quantiles(taken, n=100)[98]
        verdict = "reached" if late <= _GOAL else "missed"
        print(
            f"{what}, while {when}: {median * 1e3:.1f} ms, one in a hundred {late * 1e3:.1f} ms"
            f" (goal {_GOAL * 1e3:.0f} ms, {verdict})"
        )


class Typist:
    """A user who edits a configuration."""

    def __init__(self, wire: Wire, folder: Path) -> None:
        self._wire = wire
        self._uri, self._other = ((folder / each).as_uri() for each in ("typos.toml", "other.py"))
        self._versions = count(2)
        wire.open(self._uri, '[default]\nlocale = "en-gb"\n')
        wire.open(self._other, _SOURCE * _BIG, "python")
        self.edit()

    def edit(self) -> None:
        """Change a line, and wait for that version's findings."""
        version = next(self._versions)
        self._change(self._uri, version, f'locale = "en{version}"\n')
        while (told := self._wire.told("textDocument/publishDiagnostics"))["uri"] != self._uri:
            pass
        while told.get("version") != version:
            told = self._wire.told("textDocument/publishDiagnostics")

    def edit_another(self) -> None:
        """Change a big file, without waiting."""
        self._change(self._other, next(self._versions), "import requests  # again\n")

    def check_all(self) -> None:
        """Check the workspace, without waiting."""
        self._wire.send({"jsonrpc": "2.0", "id": f"check {next(self._versions)}", **_CHECK_ALL})

    def complete(self) -> None:
        self._wire.ask("textDocument/completion", self._place(1, 0))

    def hover(self) -> None:
        self._wire.ask("textDocument/hover", self._place(1, 2))

    def _place(self, line: int, character: int) -> dict[str, object]:
        return {"textDocument": {"uri": self._uri}, "position": {"line": line, "character": character}}

    def _change(self, uri: str, version: int, text: str) -> None:
        line = {"start": {"line": 1, "character": 0}, "end": {"line": 2, "character": 0}}
        changes = [{"range": line, "text": text}]
        document = {"uri": uri, "version": version}
        self._wire.notify("textDocument/didChange", {"textDocument": document, "contentChanges": changes})


@contextmanager
def _typing(folder: Path) -> Iterator[Typist]:
    with server(OURS) as wire:
        capabilities = {"processId": None, "rootUri": folder.as_uri(), "capabilities": _CAPABILITIES}
        wire.ask("initialize", capabilities)
        wire.notify("initialized", {})
        yield Typist(wire, folder)
