"""dead-include, nothing-checked: what the excludes leave of the files that there are, as typos sees it."""

import subprocess

import pytest

from tests.support.check import after
from tests.support.typos import TYPOS, write
from waypost.analysis import Analysis
from waypost.text import Document
from waypost.workspace import Folder, Services, Workspace, uri_of

FILES = {"top.md": "x\n", "src/a.md": "x\n", "src/b.md": "x\n", "src/deep/c.md": "x\n", "lib/d.txt": "x\n"}


def findings(folder, patterns, files=FILES, later=None):
    config = f"[files]\nextend-exclude = {patterns}\n"
    write(folder, {**files, "typos.toml": config})
    services = Services()
    services.later = later
    document = Document.from_text(uri_of(folder / "typos.toml"), config)
    made = Analysis(document, Workspace([Folder(folder)], services=services))
    wanted = ("dead-include", "nothing-checked")
    return document, [each for each in made.diagnostics() if each.rule in wanted]


def checked(folder):
    done = subprocess.run([TYPOS, "--files", "."], cwd=folder, capture_output=True, check=False)
    assert done.returncode == 0
    return {line.removeprefix("./") for line in done.stdout.decode().splitlines()} & set(FILES)


@pytest.mark.parametrize(
    ("patterns", "dead", "left"),
    [
        ('["*", "!src/a.md"]', ["!src/a.md"], set()),
        ('["src/", "!src/a.md"]', ["!src/a.md"], {"top.md", "lib/d.txt"}),
        ('["src", "!src/a.md", "!src/deep/c.md"]', ["!src/a.md", "!src/deep/c.md"], {"top.md", "lib/d.txt"}),
        ('["src/*", "!src/a.md"]', [], {"top.md", "lib/d.txt", "src/a.md"}),
        ('["src/*", "!src/deep/c.md"]', ["!src/deep/c.md"], {"top.md", "lib/d.txt"}),
        ('["*", "!src/", "!src/a.md"]', [], {"src/a.md"}),
        ('["**/*.md", "!a.md"]', [], {"lib/d.txt", "src/a.md"}),
        ('["/*", "!/src"]', [], {"src/a.md", "src/b.md", "src/deep/c.md"}),
        ('["src/", "!*.md"]', [], {"top.md", "lib/d.txt"}),  # it brings top.md back, if anything excluded that
        ('["src/", "!gone.md"]', [], {"top.md", "lib/d.txt"}),  # there is no such file
        ('["!src/a.md", "src/"]', [], {"top.md", "lib/d.txt"}),  # excluded afterwards, as was meant
        ('["**"]', [], set()),
        ('["*.md", "lib"]', [], set()),
        ('["*.md"]', [], {"lib/d.txt"}),
        ("[]", [], set(FILES)),
    ],
)
def test_what_brings_nothing_back_is_told(patterns, dead, left, tmp_path):
    document, found = findings(tmp_path, patterns)
    assert checked(tmp_path) == left
    told = [document.slice(each.span).strip('"') for each in found if each.rule == "dead-include"]
    assert told == dead
    assert [each.rule for each in found if each.rule == "nothing-checked"] == ["nothing-checked"] * (not left)


@pytest.mark.parametrize(
    ("patterns", "better", "left"),
    [
        ('["src/", "!src/a.md"]', '["src/*", "!src/a.md"]', {"top.md", "lib/d.txt", "src/a.md"}),
        ("['*', '!src/a.md']", "['*', '!src/', '!src/a.md']", {"src/a.md"}),
        ('["*", "!src/deep/c.md"]', '["*", "!src/", "!src/deep/", "!src/deep/c.md"]', {"src/deep/c.md"}),
    ],
)
def test_the_folder_is_opened_for_just_this_file(patterns, better, left, tmp_path):
    document, found = findings(tmp_path, patterns)
    (fix,) = next(each for each in found if each.rule == "dead-include").fixes
    text = after(document, fix.edits)
    assert text == f"[files]\nextend-exclude = {better}\n"
    (tmp_path / "typos.toml").write_text(text)
    assert checked(tmp_path) == left


def test_without_files_nothing_is_claimed(tmp_path):
    assert findings(tmp_path, '["*", "!src/a.md"]', {})[1] == []
    assert findings(tmp_path / "hidden", '["*"]', {".a/b.md": "x\n"})[1] == []


def test_an_editor_does_not_wait_for_the_files(tmp_path):
    put_off = []
    assert findings(tmp_path, '["*"]', later=put_off.append)[1] == []
    assert len(put_off) == 1
