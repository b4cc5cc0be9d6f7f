"""What can be done beside mending."""

import pytest

from tests.support.check import actions, after, check_action, uri, workspace
from waypost.analysis import Analysis
from waypost.text import Document, Span


@pytest.mark.parametrize(
    ("source", "title", "expected"),
    [
        (
            "[default.extend-words]\n$0b = 'b'\n# of a\na = 'a'\n\nd = 'd'\nc = 'c'\n[files]\n",
            "Sort",
            "[default.extend-words]\n# of a\na = 'a'\nb = 'b'\n\nc = 'c'\nd = 'd'\n[files]\n",
        ),
        (
            "[default.extend-words]\nb = 'b'\nB = 'B'\n$0\"a c\" = 'x'",
            "Sort",
            "[default.extend-words]\n\"a c\" = 'x'\nB = 'B'\nb = 'b'",
        ),
        (
            "[default]\nloc$0ale = 'en'\n[type.py]\nbinary = true\n",
            "Move `locale` to `[type.py]`",
            "[default]\n[type.py]\nbinary = true\nlocale = 'en'\n",
        ),
        (
            "[default]\nunicode = false\n[type.py]\nbin$0ary = true\n",
            "Move `binary` to `[default]`",
            "[default]\nunicode = false\nbinary = true\n[type.py]\n",
        ),
        ("[default]\n$0wrong = 1\n", "Silence `unknown-key`", "[default]\nwrong = 1  # waypost: ignore[unknown-key]\n"),
        (
            "[default]\n$0wrong = 1 # why\n",
            "Silence `unknown-key`",
            "[default]\nwrong = 1 # why # waypost: ignore[unknown-key]\n",
        ),
    ],
)
def test_an_action_leaves(source: str, title: str, expected: str) -> None:
    check_action(source, title, expected, "typos.toml")
    check_action(source.replace("\n", "\r\n"), title, expected.replace("\n", "\r\n"), "typos.toml")


def test_what_is_silenced_is_silent() -> None:
    source = "[default]\nwrong = 1\nother = 2\n"
    found = next(
        each for each in actions("[default]\n$0wrong = 1\nother = 2\n", "typos.toml") if "Silence" in each.title
    )
    document = Document.from_text(uri("typos.toml"), source)
    silenced = Document.from_text(uri("typos.toml"), after(document, found.edits))
    left = [each.message for each in Analysis(silenced, workspace()).diagnostics()]
    assert len(left) == 1
    assert "other" in left[0]


@pytest.mark.parametrize(
    ("name", "source", "title"),
    [
        ("typos.toml", "[default.extend-words]\n$0a = 'a'\nb = 'b'\n", "Sort"),
        ("typos.toml", "[default.extend-words]\n$0b = 'b'\na\n", "Sort"),
        ("typos.toml", "[default]\n$0b = 'b'\na = 'a'\n", "Sort"),
        ("typos.toml", "[default]\nlocale = $0\n", "Silence"),
        ("typos.json", '{"$0wrong": 1}', "Silence"),
        ("typos.toml", "[type.py]\nextend-gl$0ob = ['x']\n[default]\n", "Move"),
        ("typos.toml", "[default]\nloc$0ale = 'en'\n[type.py]\nlocale = 'en-us'\n", "Move"),
    ],
)
def test_an_action_is_not_offered(name: str, source: str, title: str) -> None:
    assert not [each.title for each in actions(source, name) if each.title.startswith(title)]


@pytest.mark.parametrize(
    ("name", "source", "expected"),
    [
        ("typos.toml", "[default]\n", "[default]\n\n[type.rust]\ncheck-file = true\n"),
        ("typos.json", '{"default": {}}', '{"default": {}, "type": { "rust": { "check-file": true } }}'),
    ],
)
def test_a_type_of_an_open_file_can_be_added(name: str, source: str, expected: str) -> None:
    document = Document.from_text(uri(name), source)
    files = {name: source, "main.rs": "fn main() {}\n", "unknown.zzz": ""}
    found = Analysis(document, workspace(files=files)).actions(Span.at(len(source)))
    (added,) = [each for each in found if each.title == "Add type `rust`"]
    assert after(document, added.edits) == expected
