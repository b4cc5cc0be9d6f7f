"""Reading a configuration of 10,000 entries: in full, after a keystroke, and on the command line."""

import shutil
import subprocess
import sys
import tempfile
import tomllib
from itertools import islice, product
from pathlib import Path

from jsonschema import Draft7Validator

from tests.bench.measure import report, side_by_side
from waypost.analysis import Analysis
from waypost.config.check.validate import _violation
from waypost.config.model.schema import load
from waypost.config.parse import Syntax, parse
from waypost.text import AppliedEdit, Document
from waypost.workspace import Workspace

_ENTRIES = 10_000


def run() -> None:
    text = _text(_ENTRIES)
    ours, theirs = side_by_side(lambda: parse(text, Syntax.TOML).errors, lambda: tomllib.loads(text.decode()))
    report(f"reading {_ENTRIES:,} entries", ours, "tomllib", theirs, 1.0)
    _keystroke(text)
    _growth()
    _schema(text)
    _command_line(text)


def _text(entries: int) -> bytes:
    made = ("".join(letters) for letters in islice(product("abcdefghij", repeat=5), entries))
    return b"[default.extend-words]\n" + "".join(f'{word}zz = "{word}zz"\n' for word in made).encode()


def _keystroke(text: bytes) -> None:
    tree = parse(text, Syntax.TOML)
    at = len(text) // 2
    edited = text[:at] + b"q" + text[at:]
    edit = [AppliedEdit(at, at, at + 1)]
    after, whole = side_by_side(lambda: tree.updated(edited, edit).errors, lambda: parse(edited, Syntax.TOML).errors)
    report("reading again after a keystroke", after, "reading all of it", whole, 0.25)


def _growth() -> None:
    """Ten times the entries may cost at most ten times the time."""
    small, large = _text(_ENTRIES), _text(10 * _ENTRIES)
    more, less = side_by_side(lambda: parse(large, Syntax.TOML).errors, lambda: parse(small, Syntax.TOML).errors)
    report("reading ten times as much", more / 10, "a tenth of it", less, 1.5)


def _schema(text: bytes) -> None:
    """jsonschema decides value by value what fits the schema: the sum of its checks, compared with one check of the
    whole."""
    document = Document("file:///w/typos.toml", text)
    validator = Draft7Validator(load())

    def check() -> None:
        _violation.cache_clear()
        Analysis(document, Workspace()).diagnostics()

    ours, theirs = side_by_side(check, lambda: list(validator.iter_errors(tomllib.loads(text.decode()))))
    report(
        f"reading and checking {_ENTRIES:,} entries", ours, "tomllib and jsonschema on the whole document", theirs, 1.0
    )


def _command_line(text: bytes) -> None:
    checker = shutil.which("typos", path=str(Path(sys.executable).parent)) or "typos"
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "typos.toml").write_bytes(text)
        (folder / "a.txt").write_text("hello\n")
        check = [sys.executable, "-m", "waypost", "check", "."]
        ours, theirs = side_by_side(lambda: _run(check, folder), lambda: _run([checker, "."], folder))
    verdict = "reached" if ours <= 0.25 else "missed"
    print(f"waypost check of it: {ours * 1e3:.0f} ms (goal 250, {verdict}; typos itself: {theirs * 1e3:.0f} ms)")


def _run(command: list[str], folder: Path) -> None:
    subprocess.run(command, cwd=folder, check=False, capture_output=True)
