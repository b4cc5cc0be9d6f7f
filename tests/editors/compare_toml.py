"""Shows which server answers what about a configuration, and how fast.

`python -m tests.editors.compare_toml [answers] [times] [--write]`; `--write` puts the tables into the docs. Times need
a machine that does nothing else; answers do not.

Each question is a document with a cursor and what a good answer contains.
"""

import json
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import islice, product
from pathlib import Path
from typing import Any

from tests.editors.peers import Client, GoneError, Peer, running, taplo, tombi, vscode_json, waypost
from tests.support.marked import cursor

PAGE = Path(__file__).parents[2] / "server" / "docs" / "comparison.md"
SIZES = (20, 1_000, 10_000)
_ROUNDS = 21


@dataclass(frozen=True)
class Question:
    """A question at `$0`, and a text that a good answer contains."""

    what: str
    method: str
    source: str
    holds: str
    name: str = "typos.toml"


_C, _H, _D = "completion", "hover", "diagnostics"
TOML = (
    Question("a key at the start of a line", _C, "[default]\n$0\n", "locale"),
    Question("a half-typed key", _C, "[default]\nloc$0\nbinary = true\n", "locale"),
    Question("a key after a dot", _C, "default.$0\n", "locale"),
    Question("a key in braces", _C, "default = { binary = true, $0 }\n", "locale"),
    Question("a table header", _C, "[def$0]\n", "default"),
    Question("a type name", _C, "[type.$0]\n", "rust"),
    Question("a value after `=`", _C, "[default]\nlocale = $0\n", "en-gb"),
    Question("a value in a string left open", _C, '[default]\nlocale = "$0\n', "en-gb"),
    Question("in place of a bad value", _C, '[default]\nlocale = "brit$0ish"\n', "en-gb"),
    Question("a pattern ready to use", _C, "[default]\nextend-ignore-re = [$0]\n", "URLs"),
    Question("a value after a key and a blank", _C, "[default]\nlocale $0\n", "en-gb"),
    Question("a flag below a broken line", _C, "[files\nx = [\n[default]\nbinary = $0\n", "true"),
    Question("in `pyproject.toml`", _C, "[tool.typos.default]\nlo$0\n", "locale", "pyproject.toml"),
    Question("a key", _H, "[default]\nloc$0ale = 'en'\n", "English"),
    Question("the value in effect", _H, "[type.py]\nloc$0ale = 'en-us'\n[default]\nlocale = 'en-gb'\n", "line 2"),
    Question("a type name", _H, "[type.ru$0st]\n", "*.rs"),
    Question("a word", _H, "[default.extend-words]\nte$0h = 'the'\n", "corrected"),
    Question("a pattern, in words", _H, "[default]\nextend-ignore-re = ['a$0\\d+']\n", "one or more digits"),
    Question("an unknown key", _D, "[default]\n$0lokale = 'en'\n", ""),
    Question("a wrong type", _D, "[default]\nbinary = $0'yes'\n", ""),
    Question("an unknown locale", _D, "[default]\nlocale = $0'english'\n", ""),
    Question("a bad pattern", _D, "[default]\nextend-ignore-re = ['$0(?=x)']\n", ""),
    Question("a bad glob", _D, "[type.x]\nextend-glob = ['$0*.{a']\n", ""),
    Question("an unknown type", _D, "[type.$0pyhton]\nbinary = true\n", ""),
    Question("a word that never matches", _D, "[default.extend-words]\n$0a-b = 'a-b'\n", ""),
    Question("a second error below the first", _D, "[default]\nlocale = 'en\nbinary = $0tru\n", ""),
    Question("TOML 1.1, without complaint", "clean", "default = {\n  binary = true,\n}\n$0", ""),
    Question("rename of a type", "rename", "[type.p$0y]\n[type.py.extend-words]\n", ""),
    Question("definition of a type", "definition", "[type.p$0y]\n", ""),
    Question("outline", "documentSymbol", "$0[default]\nbinary = true\n", "default"),
    Question("folding", "foldingRange", "$0[files]\nextend-exclude = [\n'a',\n]\n", "startLine"),
    Question("growing selection", "selectionRange", "[default]\nlocale = 'e$0n'\n", "parent"),
    Question("a fix for an unknown key", "codeAction", "[default]\n$0lokale = 'en-us'\n", "locale"),
)
JSON = (
    Question("a key without quotes typed", _C, '{"default": {$0}}', "locale", "typos.json"),
    Question("a key in quotes left open", _C, '{"default": {"lo$0\n}}', "locale", "typos.json"),
    Question("a value", _C, '{"default": {"locale": $0}}', "en-gb", "typos.json"),
    Question("a type name", _C, '{"type": {"$0"}}', "rust", "typos.json"),
    Question("a pattern ready to use", _C, '{"default": {"extend-ignore-re": [$0]}}', "URLs", "typos.json"),
    Question("a key", _H, '{"default": {"loc$0ale": "en"}}', "English", "typos.json"),
    Question("a word", _H, '{"default": {"extend-words": {"te$0h": "the"}}}', "corrected", "typos.json"),
    Question("an unknown key", _D, '{"default": {$0"lokale": "en"}}', "", "typos.json"),
    Question("a bad pattern", _D, '{"default": {"extend-ignore-re": [$0"(?=x)"]}}', "", "typos.json"),
    Question("a word that never matches", _D, '{"default": {"extend-words": {$0"a-b": "a-b"}}}', "", "typos.json"),
)


def is_answered(peer: Peer, question: Question) -> bool | None:
    """Whether a fresh server gives the answer; None if it ends instead."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name).resolve()
        try:
            with running(peer, folder) as client:
                return _asked(client, folder, question)
        except GoneError:
            return None


def _asked(client: Client, folder: Path, question: Question) -> bool:
    text, offset = cursor(question.source)
    uri = (folder / question.name).as_uri()
    (folder / question.name).write_text(text)
    found = client.open(uri, text)
    place = _position(text, offset)
    if question.method == _D:
        return any(each["range"]["start"]["line"] <= place["line"] <= each["range"]["end"]["line"] for each in found)
    if question.method == "clean":
        return not [each for each in found if each.get("severity", 1) == 1]
    if not text.isascii():
        raise ValueError("the questions are counted in bytes")
    answer = client.ask(f"textDocument/{question.method}", _parameters(question, uri, place, found))
    return bool(answer) and question.holds in json.dumps(answer, ensure_ascii=False)


def _position(text: str, offset: int) -> dict[str, int]:
    before = text[:offset]
    return {"line": before.count("\n"), "character": len(before) - before.rfind("\n") - 1}


def _parameters(question: Question, uri: str, place: Any, found: Any) -> dict[str, Any]:
    more: dict[str, Any] = {
        "selectionRange": {"positions": [place]},
        "codeAction": {"range": {"start": place, "end": place}, "context": {"diagnostics": found}},
        "rename": {"newName": "rust"},
    }
    return {"textDocument": {"uri": uri}, "position": place, **more.get(question.method, {})}


# -- how fast ------------------------------------------------------------------------------------------------------


def words(count: int) -> str:
    """A word list of made-up words, each of which is correct as it is."""
    made = ("".join(letters) for letters in islice(product("abcdefghij", repeat=5), count))
    return "".join(f'{word}zz = "{word}zz"\n' for word in made)


class Typist:
    """A user who has a configuration of `size` words open in a server; each method says how many seconds it took."""

    def __init__(self, client: Client, folder: Path, size: int) -> None:
        self._client = client
        self._text = f"[default]\nlocale = 'en-us'\n[default.extend-words]\n{words(size)}[files]\n\n"
        self._uri = (folder / "typos.toml").as_uri()
        self._line = 3 + size // 2
        self._version = 1
        (folder / "typos.toml").write_text(self._text)
        client.open(self._uri, self._text)

    def edit(self) -> float:
        """From typing a character in the middle of the words, or deleting it again, to the diagnostics."""
        self._client.settle()
        self._version += 1
        is_there = self._version % 2
        place = {"start": {"line": self._line, "character": 1}, "end": {"line": self._line, "character": 1 + is_there}}
        started = time.perf_counter()
        self._client.change(self._uri, self._version, [{"range": place, "text": "" if is_there else "q"}])
        return self._client.diagnostics(self._uri, self._version)[0] - started

    def complete(self) -> float:
        """A completion of a key in an empty table at the end."""
        return self._ask("completion", {"line": self._text.count("\n") - 1, "character": 0})

    def hover(self) -> float:
        """A hover on a key near the start."""
        return self._ask("hover", {"line": 1, "character": 2})

    def _ask(self, what: str, position: Any) -> float:
        started = time.perf_counter()
        self._client.ask(f"textDocument/{what}", {"textDocument": {"uri": self._uri}, "position": position})
        return time.perf_counter() - started


@contextmanager
def typist(peer: Peer, size: int) -> Iterator[Typist]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name).resolve()
        with running(peer, folder) as client:
            yield Typist(client, folder, size)


def timings(peer: Peer, size: int) -> dict[str, float]:
    """The median milliseconds from an edit to its diagnostics, and of a completion and a hover."""
    with typist(peer, size) as typing:
        works = {"edit to diagnostics": typing.edit, "completion": typing.complete, "hover": typing.hover}
        return {what: statistics.median(work() for _ in range(_ROUNDS)) * 1e3 for what, work in works.items()}


# -- the page ------------------------------------------------------------------------------------------------------

_MARKS = {True: "yes", False: "no", None: "ends"}


def _table(peers: list[Peer], questions: tuple[Question, ...]) -> Iterator[str]:
    yield "| | asked for | " + " | ".join(peer.name for peer in peers) + " |"
    yield "|---|---|" + "---|" * len(peers)
    for question in questions:
        marks = (_MARKS[is_answered(peer, question)] for peer in peers)
        yield f"| {question.method} | {question.what} | " + " | ".join(marks) + " |"


def _speeds(peers: list[Peer]) -> Iterator[str]:
    yield "| milliseconds | entries | " + " | ".join(peer.name for peer in peers) + " |"
    yield "|---|---|" + "---|" * len(peers)
    for size in SIZES:
        measured = [_measured(peer, size) for peer in peers]
        for what in ("edit to diagnostics", "completion", "hover"):
            cells = (f"{each[what]:.1f}" if each else "no answer" for each in measured)
            yield f"| {what} | {size:,} | " + " | ".join(cells) + " |"


def _measured(peer: Peer, size: int) -> dict[str, float]:
    try:
        return timings(peer, size)
    except GoneError:
        return {}


def _answers() -> Iterator[str]:
    with tempfile.TemporaryDirectory() as folder:
        json_peer = vscode_json(Path(folder))
    yield "\n".join(_table(_toml_peers(), TOML))
    yield "\n".join(_table([waypost(), json_peer], JSON))


def _times() -> Iterator[str]:
    yield "\n".join(_speeds(_toml_peers()))


def _toml_peers() -> list[Peer]:
    return [waypost(), tombi(), taplo()]


_PARTS = {"answers": _answers, "times": _times}


def main(arguments: list[str]) -> None:
    for name in [name for name in _PARTS if name in arguments] or _PARTS:
        today = datetime.now(UTC).date().isoformat()
        made = "\n\n".join([f"{name.capitalize()} of {today}.", *_PARTS[name]()])
        print(made)
        if "--write" in arguments:
            begin, end = f"<!-- {name} -->", f"<!-- /{name} -->"
            text = PAGE.read_text(encoding="utf-8")
            before, after = text.partition(begin)[0], text.partition(end)[2]
            PAGE.write_text(f"{before}{begin}\n\n{made}\n\n{end}{after}", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
