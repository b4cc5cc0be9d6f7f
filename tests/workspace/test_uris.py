"""Names of documents."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from waypost.text import Document
from waypost.workspace import Folder, Settings, Workspace, key_of, path_of, uri_of
from waypost.workspace.uris import named_by


@pytest.mark.parametrize(
    ("uri", "path"),
    [
        ("file:///a/b%20c.toml", "/a/b c.toml"),
        ("file:///a/%C3%A9.toml", "/a/é.toml"),
        ("file:///a/#.toml", "/a/"),
        ("file://localhost/a", "/a"),
        ("file:///c%3A/x/y.toml", "C:/x/y.toml"),
        ("file:///C:/x/y.toml", "C:/x/y.toml"),
        ("file://server/share/x", "//server/share/x"),
        ("untitled:Untitled-1", None),
        ("vscode-vfs://github/o/r/x", None),
        ("file:///a%00b", None),
        ("file:///a\ud800", None),
        ("http://[bad", None),
        ("", None),
    ],
)
def test_a_uri_names_a_file_or_none(uri: str, path: str | None) -> None:
    assert path_of(uri) == (None if path is None else Path(path))


@pytest.mark.parametrize(
    ("uri", "name"),
    [
        ("file:///a/b%20c.toml", "b c.toml"),
        ("untitled:typos.toml", "typos.toml"),
        ("git:/a/typos.toml?ref#x", "typos.toml"),
        ("http://[bad/typos.toml", "typos.toml"),
        ("", ""),
    ],
)
def test_any_uri_has_a_name(uri: str, name: str) -> None:
    assert named_by(uri).name == name


def test_spellings_of_one_uri_have_one_key() -> None:
    assert key_of("file:///c%3A/x%20y") == key_of("file:///C:/x y")
    assert key_of("untitled:a") == "untitled:a"


@pytest.mark.parametrize("name", ["é #?.toml", os.fsdecode(b"\xff.py")])
def test_a_path_comes_back_from_its_uri(tmp_path, name: str) -> None:
    path = tmp_path / name
    assert path_of(uri_of(path)) == path


def test_a_path_comes_back_from_its_uri_whatever_names_are_encoded_in() -> None:
    """Otherwise a file that is open, and the same one on disk, are two."""
    code = """
import os
from pathlib import Path
from waypost.workspace import path_of, uri_of
path = Path(os.fsdecode(b"/w/\\xc3\\xa9.py"))
assert path_of(uri_of(path)) == path
"""
    encoded = {"PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "LC_ALL": "C"}
    subprocess.run([sys.executable, "-c", code], check=True, env=os.environ | encoded)


def test_the_innermost_folder_holds_a_document() -> None:
    inner = Settings(code_lens=True)
    folders = [Folder(Path("/w")), Folder(Path("/w/in"), inner)]
    workspace = Workspace(folders)
    assert workspace.settings_of("file:///w/in/x") is inner
    assert workspace.settings_of("file:///w/inner/x") is folders[0].settings
    assert workspace.folder_of("file:///v/x") is None
    assert workspace.folder_of("untitled:x") is None


def test_an_open_documents_text_counts_before_that_on_disk(tmp_path) -> None:
    path = tmp_path / "a.toml"
    path.write_bytes(b"disk")
    opened = Document(uri_of(path), b"editor", 3)
    assert Workspace().read(path) == b"disk"
    assert Workspace(open={uri_of(path): opened}).read(path) == b"editor"
    assert Workspace(open={uri_of(path): opened}).document(uri_of(path)) is opened
    assert Workspace().read(tmp_path / "none") is None
    assert Workspace().document("untitled:none") is None
