"""Unusually large documents and long sessions."""

import random

import pytest

from tests.support.wire import Wire, wire
from waypost.text import Document, Encoding, Position, TextChange

pytestmark = pytest.mark.slow

PIECES = ["a", "x = 1", "\n", "\r\n", "\r", "é", "\U0001f600", "[", "]", '"', "\u2028", "\x0c", " ", "漢字"]


def _random_edit(chance: random.Random, document: Document, encoding: Encoding) -> TextChange:
    """An edit as a client makes it: within the text, and between whole characters."""
    offsets = sorted(
        document.offset(Position(chance.randrange(-1, len(document.lines) + 1), chance.randrange(30)), encoding)
        for _ in "ab"
    )
    start, end = (document.position(offset, encoding) for offset in offsets)
    return TextChange("".join(chance.choices(PIECES, k=chance.randint(0, 4))), start, end)


def _as_json(change: TextChange) -> dict:
    assert change.start and change.end
    return {
        "range": {"start": change.start._asdict(), "end": change.end._asdict()},
        "text": change.text,
    }


@pytest.mark.parametrize("encoding", list(Encoding))
def test_ten_thousand_random_edits_leave_server_and_client_with_the_same_text(encoding: Encoding) -> None:
    """Invariant: an incremental edit yields exactly what opening the new text afresh yields.

    The reference is a plain string that the client edits; at the end, the server is asked for its text.
    """
    chance = random.Random(encoding.value)
    uri = "file:///w/typos.toml"
    reference = Document.from_text(uri, "[default]\n")
    with wire() as server:
        offered = {"general": {"positionEncodings": [encoding.value]}}
        assert server.initialize(offered)["capabilities"]["positionEncoding"] == encoding.value
        server.open(uri, reference.text)
        for version in range(2, 10_002):
            if version % 500 == 0:  # keep it from growing without limit
                changes = [TextChange("[default]\n")]
                sent = [{"text": "[default]\n"}]
            else:
                changes = [_random_edit(chance, reference, encoding)]
                sent = [_as_json(changes[0])]
            reference = Document.from_text(uri, reference.edited(changes, encoding)[0].text)
            server.notify(
                "textDocument/didChange", {"textDocument": {"uri": uri, "version": version}, "contentChanges": sent}
            )
            if version % 1_000 == 1:
                assert _text_of(server, uri) == reference.text
        assert _text_of(server, uri) == reference.text
        assert server.end() == 0


def _text_of(server: Wire, uri: str) -> str:
    text: str = server.ask("workspace/executeCommand", {"command": "waypost.documentText", "arguments": [uri]})[
        "result"
    ]
    return text


@pytest.mark.parametrize("language", ["toml", "json", "python"])
def test_a_file_of_fifty_megabytes_is_survived(language: str) -> None:
    name = {"toml": "typos.toml", "json": "typos.json", "python": "big.py"}[language]
    line = {
        "toml": 'word = "word" # padding padding\n',
        "json": '{"word": "word"}\n',
        "python": "x = [1, 2, 3] # padding\n",
    }[language]
    text = line * (50 * 1024 * 1024 // len(line))
    with wire() as server:
        server.initialize()
        server.open(f"file:///w/{name}", text, language)
        assert server.is_well()
        change = {"range": {"start": {"line": 9, "character": 0}, "end": {"line": 9, "character": 1}}, "text": "y"}
        server.notify(
            "textDocument/didChange",
            {"textDocument": {"uri": f"file:///w/{name}", "version": 2}, "contentChanges": [change]},
        )
        assert server.is_well()
        assert server.end() == 0


@pytest.mark.parametrize("bracket", ["[", "{", "x = [", "x = {a = "])
@pytest.mark.parametrize("name", ["typos.toml", "typos.json", "a.py"])
def test_a_hundred_thousand_nested_brackets_are_survived(name: str, bracket: str) -> None:
    uri = f"file:///w/{name}"
    with wire() as server:
        server.initialize()
        server.open(uri, bracket * 100_000)
        assert isinstance(server.told("textDocument/publishDiagnostics")["diagnostics"], list)
        for method in ("documentSymbol", "foldingRange"):
            assert "result" in server.ask(f"textDocument/{method}", {"textDocument": {"uri": uri}})
        place = {"textDocument": {"uri": uri}, "position": {"line": 0, "character": 50_000}}
        for method in ("hover", "completion", "definition"):
            assert "result" in server.ask(f"textDocument/{method}", place)
        assert server.end() == 0
