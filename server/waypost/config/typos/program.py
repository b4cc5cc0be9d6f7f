"""The spell checker's program, for what only it knows: which words its dictionary reports, and what it reads at all."""

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Final

from waypost.text.encoding import decode, encode

_TIMEOUT: Final = 10
_NAME: Final = "typos.exe" if sys.platform == "win32" else "typos"


@lru_cache(maxsize=8)
def program(configured: str) -> str | None:
    """Where the program is: as configured, on PATH, or beside the Python that runs this."""
    found = shutil.which(configured or "typos")
    # A relative path would be a program of the folder we happen to be in: Windows looks there first.
    if found and Path(found).is_absolute():
        return found
    beside = Path(sys.executable).with_name(_NAME)
    return str(beside) if beside.is_file() and not configured else None


Reports = Mapping[str, Sequence[str]]


class Dictionary:
    """The answers of one program in one locale, each asked for once."""

    def __init__(self, path: str, locale: str) -> None:
        self._command = [path, "--isolated", "--no-check-filenames", "--locale", locale, "--format", "json", "-"]
        # None for texts that the program did not answer about.
        self._known: dict[str, Reports | None] = {}
        self._wanted: set[str] = set()

    def reports(self, texts: Collection[str], soon: Callable[[Callable[[], None]], None]) -> Mapping[str, Reports]:
        """What is reported in each text that is known, with the corrections. The others become known soon."""
        unknown = [text for text in texts if text not in self._known]
        if unknown:
            self._wanted.update(unknown)
            soon(self._learn)
        return {text: reports for text in texts if (reports := self._known.get(text)) is not None}

    def _learn(self) -> None:
        """Ask about everything that is wanted by now."""
        wanted, self._wanted = self._wanted, set()
        askable = sorted(text for text in wanted if _is_askable(text))
        answers = self._ask(askable) if askable else {}
        self._known |= {text: answers.get(text) for text in wanted}

    def _ask(self, texts: Sequence[str]) -> Mapping[str, Reports]:
        answers: dict[str, dict[str, Sequence[str]]] = {text: {} for text in texts}
        # A line each; the blank line between keeps what spans lines from being seen as one.
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


def identifiers(configured: str, text: str, *, unicode: bool) -> Sequence[tuple[int, int]] | None:
    """What of a text the program reads, in characters: no addresses, numbers, hashes; None where it cannot be asked."""
    path = program(configured)
    if path is None or "\x1b" in text:
        return None
    flags = [] if unicode else ["--no-unicode"]
    shown = _output([path, "--isolated", *flags, "--highlight-identifiers", "--color", "always", "-"], encode(text))
    if shown is None:
        return None
    whole, places = _unstyled(decode(shown).partition("\n")[2])
    return places if whole == text else None


def _unstyled(shown: str) -> tuple[str, Sequence[tuple[int, int]]]:
    """A text that was shown in colours, and the places that were coloured."""
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


@lru_cache(maxsize=32)
def dictionary(configured: str, locale: str) -> Dictionary | None:
    """The dictionary, where the program is at hand."""
    path = program(configured)
    return Dictionary(path, locale) if path else None


def _is_askable(text: str) -> bool:
    return bool(text.strip()) and text.isprintable()
