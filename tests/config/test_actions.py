"""Code actions other than fixes."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.support.check import actions, after, check_action, uri, workspace
from tests.support.marked import cursor
from waypost.analysis import Analysis
from waypost.text import Document, Span
from waypost.workspace import Folder, Workspace, uri_of


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
            "[default.extend-words]\nb$0 = 'b'\n\nc = 'c'\n# kept\nB = 'B' # too\nc = 'x'\n",
            "Sort",
            "[default.extend-words]\nb = 'b'\n\n# kept\nB = 'B' # too\nc = 'c'\nc = 'x'\n",
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
        (
            "[default]\n$0ignore-hex = true\n",
            "Silence `deprecated-key`",
            "[default]\nignore-hex = true  # waypost: ignore[deprecated-key]\n",
        ),
        (
            "[default]\n$0ignore-hex = true # why\n",
            "Silence `deprecated-key`",
            "[default]\nignore-hex = true # why # waypost: ignore[deprecated-key]\n",
        ),
    ],
)
def test_an_action_leaves(source: str, title: str, expected: str) -> None:
    check_action(source, title, expected, "typos.toml")
    check_action(source.replace("\n", "\r\n"), title, expected.replace("\n", "\r\n"), "typos.toml")


def test_what_is_silenced_is_silent() -> None:
    source = "[default]\nignore-hex = true\nidentifier-leading-digits = true\n"
    offered = actions(source.replace("ignore", "$0ignore", 1), "typos.toml")
    found = next(each for each in offered if "Silence" in each.title)
    document = Document.from_text(uri("typos.toml"), source)
    silenced = Document.from_text(uri("typos.toml"), after(document, found.edits))
    left = [each.message for each in Analysis(silenced, workspace()).diagnostics()]
    assert len(left) == 1
    assert "identifier-leading-digits" in left[0]


@pytest.mark.parametrize(
    ("name", "source", "title"),
    [
        ("typos.toml", "[default.extend-words]\n$0a = 'a'\nb = 'b'\n", "Sort"),
        ("typos.toml", "[default.extend-words]\n$0b = 'b'\na\n", "Sort"),
        ("typos.toml", "[default]\n$0b = 'b'\na = 'a'\n", "Sort"),
        ("typos.toml", "[default]\nlocale = $0\n", "Silence"),
        ("typos.toml", "[default]\n$0wrong = 1\n", "Silence"),  # typos refuses it all the same
        ("typos.json", '{"default": {"$0ignore-hex": true}}', "Silence"),
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


def add_titles(folder: Path, source: str, name: str = "typos.toml", held: Mapping[str, str] | None = None) -> list[str]:
    """The titles of the actions that add a type, when the folder is the workspace."""
    text, offset = cursor(source)
    document = Document.from_text(uri_of(folder / name), text)
    texts = {uri_of(folder / each): Document.from_text(uri_of(folder / each), "") for each in held or {}}
    found = Analysis(document, Workspace([Folder(folder)], texts)).actions(Span.at(offset))
    return [each.title for each in found if each.title.startswith("Add type")]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for each in ("a.py", "b.py", "lib/c.pyi", "m.rs", ".gitignore", "target/x.go", "README.md", "x.unknown"):
        (tmp_path / each).parent.mkdir(exist_ok=True)
        (tmp_path / each).write_text("target/\n" if each == ".gitignore" else "")
    (tmp_path / ".git").mkdir()
    return tmp_path


def test_types_of_the_workspace_can_be_added_the_most_common_first(folder: Path) -> None:
    assert add_titles(folder, "[default]\n$0") == [
        "Add type `py` (3 files here)",
        "Add type `rust` (1 file here)",
        "Add type `md` (1 file here)",
    ]


def test_a_type_with_a_table_is_not_added(folder: Path) -> None:
    titles = add_titles(folder, "[type.py$0]\nunicode = false\n", held={"main.go": ""})
    assert [each.split("`")[1] for each in titles] == ["rust", "md", "go"]


@pytest.mark.parametrize(
    ("name", "source", "offered"),
    [
        ("typos.toml", "[def$0ault]\n", True),
        ("typos.toml", "\n$0\n[default]\n", True),
        ("typos.toml", "[default]\nloc$0ale = 'en'\n", False),
        ("typos.toml", "[default]\nextend-ignore-re = [\n$0\n]\n", False),
        ("typos.json", '{$0"default": {}}', True),
        ("typos.json", '{"default": {"locale": "e$0n"}}', False),
    ],
)
def test_types_are_offered_where_a_table_may_be_meant(name: str, source: str, offered: bool, folder: Path) -> None:  # noqa: FBT001
    assert bool(add_titles(folder, source, name)) == offered
