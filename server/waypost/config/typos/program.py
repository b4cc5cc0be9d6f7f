"""The typos program, for what only it knows: which words its dictionary reports, in each dialect."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from threading import Lock
from time import monotonic
from typing import Final, NamedTuple

from waypost.config.model.cursor_context import CursorContext
from waypost.config.model.effective import Sourced, effective_engine
from waypost.config.model.schema import matching
from waypost.config.model.subject import Subject
from waypost.text.encoding import decode, encode
from waypost.workspace import Workspace
from waypost.workspace.files import is_file

_TIMEOUT: Final = 10
_LONG_TIMEOUT: Final = 300
_REFUSED: Final = 78
_MISSING_SECONDS: Final = 5.0
_NAME: Final = "typos.exe" if sys.platform == "win32" else "typos"


Reports = Mapping[str, Sequence[str]]


class SpellCheckers:
    """The programs that a connection or a run has used, by their names in the settings."""

    def __init__(self) -> None:
        self._found: dict[str, SpellChecker] = {}
        # Until when no new search is made after nothing was found.
        self._missing_until: dict[str, float] = {}

    def at(self, configured: str) -> "SpellChecker | None":
        """The program as configured, on PATH, or next to this Python. Later installations and updates are found."""
        known = self._found.get(configured)
        if known is not None and known.is_current():
            return known
        if known is None and monotonic() < self._missing_until.get(configured, 0.0):
            return None
        path = _path_of(configured)
        if path is None:
            self._found.pop(configured, None)
            self._missing_until[configured] = monotonic() + _MISSING_SECONDS
            return None
        checker = self._found[configured] = SpellChecker(path)
        return checker


def spell_checker_of(workspace: Workspace, uri: str) -> "SpellChecker | None":
    """The program that the settings of a document name, if it is available."""
    return workspace.services.of(SpellCheckers).at(workspace.settings_of(uri).typos_path)


class SpellChecker:
    """One installed program and its answers so far."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._stamp = _stamp(path)
        self._dictionaries: dict[str, Dictionary] = {}

    def is_current(self) -> bool:
        """Whether the program is still the one that was queried."""
        return _stamp(self._path) == self._stamp is not None

    def dictionary(self, locale: str) -> "Dictionary":
        return self._dictionaries.setdefault(locale, Dictionary(self._path, locale))

    def identifiers(self, text: str, *, unicode: bool) -> Sequence[tuple[int, int]] | None:
        """What the program reads in a text, in characters: no addresses, numbers, hashes; None if that is not known."""
        if "\x1b" in text:
            return None
        flags = [] if unicode else ["--no-unicode"]
        command = [self._path, "--isolated", *flags, "--highlight-identifiers", "--color", "always", "-"]
        shown = _output(command, encode(text))
        if shown is None:
            return None
        whole, places = _unstyled(decode(shown).partition("\n")[2])
        return places if whole == text else None

    def check(self, target: Path, folder: Path, configuration: Path) -> "TyposRun | None":
        """A run in `folder` over a file or folder, with a configuration instead of its own; None if not possible."""
        command = [self._path, "--isolated", "--config", str(configuration), "--force-exclude"]
        command += ["--format", "json", "--sort", _named_in(folder, target)]
        try:
            done = subprocess.run(  # noqa: S603 - the user's own program, on a path that the user named
                command, cwd=folder, capture_output=True, timeout=_LONG_TIMEOUT, check=False
            )
        except (OSError, subprocess.TimeoutExpired):
            return None
        lines = [json.loads(line) for line in done.stdout.splitlines() if line.startswith(b"{")]
        typos = (each for each in lines if each.get("type") == "typo")
        found = [
            ReportedTypo(each["path"], each.get("line_num"), each.get("byte_offset", 0), each["typo"]) for each in typos
        ]
        return TyposRun(done.returncode == _REFUSED, sorted(found, key=str), decode(done.stderr).strip())


def _named_in(folder: Path, target: Path) -> str:
    """A path as passed to a run in a folder: excludes match only relative paths below it."""
    return str(target.relative_to(folder)) if target.is_relative_to(folder) else str(target)


class ReportedTypo(NamedTuple):
    """A report of a run; about the name of the file if there is no line."""

    path: str
    line: int | None
    offset: int
    typo: str


class TyposRun(NamedTuple):
    """The output of a run of the program."""

    is_refused: bool
    typos: Sequence[ReportedTypo]
    errors: str


def _path_of(configured: str) -> str | None:
    from shutil import which  # most of its time is spent on compression, which nothing needs here

    found = which(configured or "typos")
    # A relative path would be a program of the current folder: Windows searches there first.
    if found and Path(found).is_absolute():
        return found
    beside = Path(sys.executable).with_name(_NAME)
    return str(beside) if is_file(beside) and not configured else None


def _stamp(path: str) -> tuple[int, int] | None:
    """What changes with another release."""
    try:
        found = os.stat(path)  # noqa: PTH116 - after every keystroke
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size


class Dictionary:
    """The answers of one program in one locale, each queried once."""

    def __init__(self, path: str, locale: str) -> None:
        self._command = [path, "--isolated", "--no-check-filenames", "--locale", locale, "--format", "json", "-"]
        # None for texts that the program did not answer about.
        self._known: dict[str, Reports | None] = {}
        self._wanted: set[str] = set()
        self._lock = Lock()

    @property
    def has_answered(self) -> bool:
        """Whether anything has been queried yet."""
        return bool(self._known)

    def reports(self, texts: Collection[str], defer: Callable[[Callable[[], None]], None]) -> Mapping[str, Reports]:
        """What is reported in each known text, with the corrections. The others become known soon."""
        unknown = [text for text in texts if text not in self._known]
        if unknown:
            with self._lock:
                self._wanted.update(unknown)
            defer(self._learn)
        return {text: reports for text in texts if (reports := self._known.get(text)) is not None}

    def _learn(self) -> None:
        """Query everything that is wanted so far."""
        with self._lock:
            wanted, self._wanted = self._wanted, set()
        checkable = sorted(text for text in wanted if _is_one_line(text))
        answers = self._run(checkable) if checkable else {}
        self._known.update({text: answers.get(text) for text in wanted})

    def _run(self, texts: Sequence[str]) -> Mapping[str, Reports]:
        answers: dict[str, dict[str, Sequence[str]]] = {text: {} for text in texts}
        # One line each; the blank line between prevents matches across lines.
        asked = "\n\n".join(texts).encode() + b"\n"
        said_of_them = _output(self._command, asked)
        if said_of_them is None:
            return {}
        for line in said_of_them.splitlines():
            said = json.loads(line)
            if said.get("type") == "typo" and said.get("line_num") is not None:
                answers[texts[(said["line_num"] - 1) // 2]][said["typo"]] = said["corrections"]
        return answers


_STYLED: Final = re.compile(r"\x1b\[([0-9;]*)m")
_COLOURED: Final = "36"


def _unstyled(shown: str) -> tuple[str, Sequence[tuple[int, int]]]:
    """A text that was shown in colours, and the coloured places."""
    plain, places, at = [], [], 0
    pieces = _STYLED.split(shown)
    styles: set[str] = set()
    for piece, style in zip(pieces[::2], [*pieces[1::2], "0"], strict=True):
        if piece and _COLOURED in styles:
            places.append((at, at + len(piece)))
        plain.append(piece)
        at += len(piece)
        styles = set() if style == "0" else styles | {style}
    return "".join(plain), places


def _output(command: Sequence[str], given: bytes) -> bytes | None:
    try:
        done = subprocess.run(  # noqa: S603 - the user's own program, with no argument of a document's
            command, input=given, capture_output=True, timeout=_TIMEOUT, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout


def _is_one_line(text: str) -> bool:
    return bool(text.strip()) and text.isprintable()


def dictionary_at(cursor: CursorContext) -> Dictionary | None:
    return dictionary_of(cursor.subject, str(cursor.path[1]) if cursor.path[0] == "type" else None)


def dictionary_of(subject: Subject, type_name: str | None) -> Dictionary | None:
    """The dictionary for `default`, or for a type; None without the program, or if the dialect is invalid."""
    checker = spell_checker_of(subject.workspace, subject.document.uri)
    locale = effective_engine(subject.config, type_name, "locale").get("locale")
    name = locale.value if isinstance(locale, Sourced) else "en"
    node = matching(("default", "locale"))
    return checker.dictionary(name) if checker and node and name in node.enum else None
