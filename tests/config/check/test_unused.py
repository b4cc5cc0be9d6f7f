"""unused-entry: entries that the workspace does not need."""

import pytest

from tests.support.typos import run_typos, write
from waypost.analysis import Analysis
from waypost.text import Document
from waypost.workspace import Folder, Services, Settings, Workspace, uri_of

CONFIG = """\
[files]
extend-exclude = ["vendor/", "gone/", "*.min.js"]

[default]
extend-ignore-re = ["https?://", "nowhere"]
extend-ignore-identifiers-re = ["^wrd$", "^wrdx$"]
extend-ignore-words-re = ["^Ab$", "^AB$"]

[default.extend-words]
teh = "teh"
nit = "nit"
vend = "vend"
lst = "list"

[default.extend-identifiers]
FoV = "FoV"
FoW = "FoW"
"""
FILES = {
    "src/a.py": "teh_x = wrd(FoV, AbCd)  # https://x\n",
    "vendor/b.py": "vend\n",
    "c.min.js": "",
    "lst.txt": "",
    "blob": b"\0nit",
    ".hidden": "nit",
    "uv.lock": "nit",
}


def found(folder, config, *, on=True, later=None, services=None, files=FILES):
    write(folder, {"typos.toml": config, **files})
    settings, _ = Settings.read({"rules": {"unused-entry": "information"}} if on else {})
    services = services or Services()
    services.later = later
    workspace = Workspace([Folder(folder, settings)], services=services)
    document = Document.from_text(uri_of(folder / "typos.toml"), config)
    findings = Analysis(document, workspace).diagnostics()
    return [document.slice(each.span) for each in findings if each.rule == "unused-entry"]


def test_what_nothing_needs_is_reported(tmp_path):
    assert found(tmp_path, CONFIG) == ['"gone/"', '"nowhere"', '"^wrdx$"', '"^AB$"', "nit", "vend", "FoW"]


def test_files_that_are_taken_back_are_read(tmp_path):
    assert "vend" not in found(
        tmp_path, CONFIG.replace('"vendor/"', '"vendor/*"').replace('"*.min.js"', '"!vendor/b.py"')
    )


def test_it_is_off_unless_asked_for(tmp_path):
    assert found(tmp_path, CONFIG, on=False) == []


def test_an_editor_does_not_wait_for_it(tmp_path):
    put_off, services = [], Services()
    assert found(tmp_path, CONFIG, later=put_off.append, services=services) == []
    for work in put_off:
        work()
    assert len(found(tmp_path, CONFIG, later=put_off.append, services=services)) == 7


def test_what_one_connection_knows_is_not_anothers(tmp_path):
    put_off = []
    assert len(found(tmp_path, CONFIG)) == 7
    assert found(tmp_path, CONFIG, later=put_off.append) == []


def test_broken_globs_and_patterns_are_left_to_their_own_rules(tmp_path):
    assert found(tmp_path, '[files]\nextend-exclude = ["{a"]\n[default]\nextend-ignore-re = ["("]\n') == []


def test_an_empty_exclude_hides_no_file(tmp_path):
    assert found(tmp_path, '[files]\nextend-exclude = [""]\n[default.extend-words]\nteh = "teh"\n') == []


KEPT = "[default.extend-words]\nteh = 'teh'\n"


@pytest.mark.parametrize(
    ("content", "more"),
    [
        ("teh".encode("utf-16"), ""),
        (b"\xfe\xff" + "teh".encode("utf-16-be"), ""),
        (b"x\n" * 600 + b"\0 teh", ""),
        (b"\xe9 teh", ""),
        (b"\0 teh", "[default]\nbinary = true\n"),
        (b"\0 teh", "[type.txt]\nbinary = true\n"),
    ],
)
def test_what_typos_reads_is_read(content, more, tmp_path):
    assert run_typos(tmp_path, {"typos.toml": more, "a.txt": content}).lines != []
    assert found(tmp_path, KEPT + more, files={"a.txt": content}) == []
    assert found(tmp_path, KEPT + more, files={"a.txt": ""}) == ["teh"]


@pytest.mark.parametrize("more", ["[type.lock]\ncheck-file = true\n", "[type.lock]\n[default]\ncheck-file = true\n"])
def test_lock_files_are_read_where_they_are_checked(more, tmp_path):
    assert run_typos(tmp_path, {"typos.toml": more, "uv.lock": "teh"}).lines != []
    assert found(tmp_path, KEPT + more, files={"uv.lock": "teh"}) == []
    assert found(tmp_path, KEPT, files={"uv.lock": "teh"}) == ["teh"]


def test_nothing_is_claimed_beside_a_file_that_is_too_large_to_read(tmp_path, monkeypatch):
    monkeypatch.setattr("waypost.config.files.usage._LARGEST_FILE", 10)
    assert found(tmp_path, KEPT, files={"a.txt": "x" * 9}) == ["teh"]
    assert found(tmp_path, KEPT, files={"b.txt": "x" * 11}) == []
