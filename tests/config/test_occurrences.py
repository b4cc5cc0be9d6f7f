"""References of an entry are its occurrences in the files that typos checks, as typos reads them."""

from pathlib import Path

import pytest

from tests.support.marked import cursor
from tests.support.typos import run_typos, write
from waypost.analysis import Analysis
from waypost.text import Document
from waypost.workspace import Folder, Workspace, path_of, uri_of

FILES = {
    "a.py": "# \U0001f6a9 teh = Teh_x(theTeh, tehx, te_h)\r\nFoV = 'FOV'\n",
    "sub/b.md": "teh FoV\n",
    ".hidden.txt": "teh\n",
    "vendor/c.py": "teh\n",
    "Cargo.lock": "teh\n",
    "d.bin": "teh\0",
}
VENDOR = "[files]\nextend-exclude = ['vendor/']\n"


def found(folder: Path, source: str, *, declaration: bool = False) -> list[str]:
    text, offset = cursor(source)
    write(folder, {**FILES, "typos.toml": text})
    document = Document.from_text(uri_of(folder / "typos.toml"), text)
    workspace = Workspace([Folder(folder)], {document.uri: document})
    places = []
    for each in Analysis(document, workspace).references(offset, declaration=declaration):
        held = workspace.document(each.uri or document.uri)
        path = path_of(held.uri) if held else None
        assert held is not None
        assert path is not None
        places.append(f"{path.name}:{held.slice(each.span)}")
    return places


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        ("[default.extend-words]\nte$0h = 'teh'\n", ["a.py:teh", "a.py:Teh", "a.py:Teh", "b.md:teh"]),
        ("[default.extend-words]\nteh = 't$0eh'\n", ["a.py:teh", "a.py:Teh", "a.py:Teh", "b.md:teh"]),
        ("[type.py.extend-words]\nte$0h = 'teh'\n", ["a.py:teh", "a.py:Teh", "a.py:Teh"]),
        ("[default.extend-identifiers]\nF$0oV = 'FoV'\n", ["a.py:FoV", "b.md:FoV"]),
        ("[default]\nextend-ignore-re = ['F.$0V']\n", ["a.py:FoV", "a.py:FOV", "b.md:FoV"]),
        ("[default]\nextend-ignore-identifiers-re = ['^t.*T$0']\n", ["a.py:theTeh"]),
        ("[default]\nextend-ignore-words-re = ['^T$0']\n", ["a.py:Teh", "a.py:Teh"]),
        ("[default]\nextend-ignore-re = ['($0']\n", []),
        ("[default]\nloc$0ale = 'en'\n", []),
    ],
)
def test_an_entry_leads_to_its_occurrences(entry: str, expected: list[str], tmp_path: Path) -> None:
    assert found(tmp_path, VENDOR + entry) == expected


def test_a_word_occurs_where_typos_reports_it(tmp_path: Path) -> None:
    places = found(tmp_path, VENDOR + "[default.extend-words]\nt$0eh = 'teh'\n", declaration=True)
    (tmp_path / "typos.toml").write_text(VENDOR)
    reported = [line for line in run_typos(tmp_path, {}).lines if "eh`" in line]
    assert places[0] == "typos.toml:teh"
    assert len(places) == len(reported) + 1


def test_the_text_in_the_editor_counts(tmp_path: Path) -> None:
    source = "[default.extend-words]\nteh = 'teh'\n"
    write(tmp_path, {"a.txt": "fine\n", "typos.toml": source})
    texts = {"a.txt": "teh\n", "typos.toml": source}
    opened = [Document.from_text(uri_of(tmp_path / name), text) for name, text in texts.items()]
    workspace = Workspace([Folder(tmp_path)], {each.uri: each for each in opened})
    made = Analysis(opened[1], workspace).references(source.index("teh"), declaration=False)
    assert [each.uri for each in made] == [opened[0].uri]
