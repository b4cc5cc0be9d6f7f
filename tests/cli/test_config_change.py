"""`waypost config add`, `ignore` and `tidy`: their changes have the intended effect on typos."""

import pytest
from click.testing import CliRunner

from tests.support.typos import run_typos, write
from waypost.cli.group import waypost
from waypost.config.typos.program import SpellCheckers


def run(*arguments):
    done = CliRunner().invoke(waypost, ["config", *map(str, arguments)])
    return done.exit_code, done.output


def lines(folder):
    return run_typos(folder, {}, "--sort").lines


@pytest.mark.parametrize(
    ("text", "word", "config"),
    [
        ("a teh b\n", "teh", '[default.extend-words]\nteh = "teh"\n'),
        ("a Teh b\n", "Teh", '[default.extend-words]\nteh = "teh"\n'),
        ("x = FoV\n", "FoV", '[default.extend-identifiers]\nFoV = "FoV"\n'),
        ("teh_x2\n", "teh_x2", '[default.extend-identifiers]\nteh_x2 = "teh_x2"\n'),
        ("an OME-TIFF\n", "OME-TIFF", '[default]\nextend-ignore-re = ["OME-TIFF"]\n'),
        ("🚩 teh.x\r\n", "teh.x", "[default]\nextend-ignore-re = ['teh\\.x']\n"),
    ],
)
def test_a_word_goes_where_typos_finds_it(text, word, config, tmp_path):
    write(tmp_path, {"t.txt": text, ".git/HEAD": ""})
    assert lines(tmp_path) != []
    code, said = run("add", word, tmp_path / "t.txt")
    assert (code, (tmp_path / "_typos.toml").read_text()) == (0, config)
    assert f"Added `{word}`" in said
    assert lines(tmp_path) == []


@pytest.mark.parametrize(
    ("name", "before", "after"),
    [
        ("typos.toml", '[default.extend-words]\nTEH = "the" # no\n', '[default.extend-words]\nTEH = "TEH" # no\n'),
        ("typos.toml", "default.locale = 'en'\n", "default.locale = 'en'\n\n[default.extend-words]\nteh = \"teh\"\n"),
        (
            "pyproject.toml",
            "[tool.typos]\n[tool.other]\nx = 1\n",
            '[tool.typos]\n[tool.other]\nx = 1\n\n[tool.typos.default.extend-words]\nteh = "teh"\n',
        ),
        (
            "Cargo.toml",
            "[package.metadata.typos]\n",
            '[package.metadata.typos]\n\n[package.metadata.typos.default.extend-words]\nteh = "teh"\n',
        ),
    ],
)
def test_a_word_goes_into_the_configuration_that_holds(name, before, after, tmp_path):
    write(tmp_path, {name: before, "sub/t.txt": "teh\n"})
    run("add", "teh", tmp_path / "sub" / "t.txt")
    assert (tmp_path / name).read_text() == after
    assert lines(tmp_path) == []


def test_a_word_for_one_type(tmp_path):
    write(tmp_path, {"typos.toml": "", "a.py": "teh\n", "b.md": "teh\n"})
    run("add", "teh", tmp_path / "a.py", "--type")
    assert (tmp_path / "typos.toml").read_text() == '[type.py.extend-words]\nteh = "teh"\n'
    assert [line.partition(":")[0] for line in lines(tmp_path)] == ["b.md"]


def test_a_word_in_the_name_of_a_file(tmp_path):
    write(tmp_path, {"typos.toml": "", "teh.txt": "fine\n"})
    assert len(lines(tmp_path)) == 1
    assert run("add", "teh", tmp_path / "teh.txt")[0] == 0
    assert lines(tmp_path) == []


def test_what_is_not_reported_is_not_added(tmp_path):
    write(tmp_path, {"typos.toml": "", "t.txt": "fine\n"})
    code, said = run("add", "fine", tmp_path / "t.txt")
    assert (code, "nothing to add" in said) == (0, True)
    assert (tmp_path / "typos.toml").read_text() == ""


def test_an_entry_that_does_not_help_is_taken_back(tmp_path):
    """Where typos may take either of two entries for a word, only the type's own entry is certain to apply."""
    config = '[type.txt.extend-words]\nteh = ""\n'
    write(tmp_path, {"typos.toml": config, "t.txt": "teh\n"})
    code, _ = run("add", "teh", tmp_path / "t.txt")
    after = (tmp_path / "typos.toml").read_text()
    assert (lines(tmp_path) == []) == (code == 0) == (after != config)


@pytest.mark.parametrize("config", ["x = \n", "[default]\nfoo = 3\n"])
def test_a_configuration_that_is_refused_is_left_alone(config, tmp_path):
    write(tmp_path, {"typos.toml": config, "t.txt": "teh\n"})
    code, _ = run("add", "teh", tmp_path / "t.txt")
    assert (code, (tmp_path / "typos.toml").read_text()) == (1, config)


@pytest.mark.parametrize(
    ("name", "text", "where", "after"),
    [
        ("a.py", "x = 'teh'\nteh\n", ":1", "x = 'teh'  # spellchecker:disable-line\nteh\n"),
        ("a.rs", "teh\r\nteh\r\n", ":1", "teh  // spellchecker:disable-line\r\nteh\r\n"),
        ("a.md", "teh\nteh", ":1", "teh  <!-- spellchecker:disable-line -->\nteh"),
        ("a.py", "  teh\n  thsi\nteh\n", ":1-2", "  # spellchecker:off\n  teh\n  thsi\n  # spellchecker:on\nteh\n"),
        ("a.css", "teh\r\nthsi\r\nteh\r\n", ":1-2",
         "/* spellchecker:off */\r\nteh\r\nthsi\r\n/* spellchecker:on */\r\nteh\r\n"),
    ],
)  # fmt: skip
def test_lines_are_ignored_by_a_comment_and_its_pattern(name, text, where, after, tmp_path):
    write(tmp_path, {"typos.toml": "", name: text})
    code, said = run("ignore", f"{tmp_path / name}{where}")
    assert code == 0, said
    assert (tmp_path / name).read_bytes().decode() == after
    assert len(lines(tmp_path)) == 1
    config = (tmp_path / "typos.toml").read_text()
    assert config.startswith("[default]\nextend-ignore-re = ['(?Rm)^")


def test_the_pattern_is_written_once(tmp_path):
    write(tmp_path, {"typos.toml": "", "a.py": "teh\nteh\n"})
    run("ignore", f"{tmp_path / 'a.py'}:1")
    config = (tmp_path / "typos.toml").read_text()
    run("ignore", f"{tmp_path / 'a.py'}:2")
    assert (tmp_path / "typos.toml").read_text() == config
    assert lines(tmp_path) == []


def test_a_file_a_folder_and_a_type_are_ignored(tmp_path):
    write(tmp_path, {"typos.toml": "", "a b[1].txt": "teh\n", "sub/a.md": "teh\n", "b.py": "teh\n", "c.md": "teh\n"})
    assert run("ignore", tmp_path / "a b[1].txt")[0] == 0
    assert run("ignore", tmp_path / "sub")[0] == 0
    assert run("ignore", tmp_path / "b.py", "--type")[0] == 0
    assert [line.partition(":")[0] for line in lines(tmp_path)] == ["c.md"]


def test_a_line_that_is_not_there_and_a_file_without_comments(tmp_path):
    write(tmp_path, {"typos.toml": "", "a.py": "teh\n", "a.json": "{}\n"})
    assert run("ignore", f"{tmp_path / 'a.py'}:9")[0] == 1
    assert run("ignore", f"{tmp_path / 'a.json'}:1")[0] == 1
    assert run("ignore", f"{tmp_path / 'b.py'}:1")[0] == 2
    assert (tmp_path / "typos.toml").read_text() == ""


@pytest.mark.parametrize(
    ("arguments", "config", "why"),
    [
        (("add", "teh", "a.xyz", "--type"), "", "has no type"),
        (("ignore", "a.xyz", "--type"), "", "has no type"),
        (("ignore", "b.py", "--type"), "type = 5\n", "leaves no room for this change"),
        (("ignore", "b.py"), "files = []\n", "leaves no room for this change"),
        (("add", "teh", "b.py", "--run-at", "sub"), "", "does not come to"),
    ],
)
def test_what_cannot_be_written_is_refused(arguments, config, why, tmp_path, monkeypatch):
    write(tmp_path, {"typos.toml": config, "a.xyz": "teh\n", "b.py": "teh\n", "sub/c.py": "teh\n"})
    monkeypatch.chdir(tmp_path)
    code, said = run(*arguments)
    assert (code, why in said) == (1, True), said
    assert (tmp_path / "typos.toml").read_text() == config


UNTIDY = """\
[files]
extend-exclude = ["gone/", "vendor/", "./x/"] # why
[default]
ignore-hex = true
locale = "en"
extend-ignore-re = ["nowhere", "thsi"]
[default.extend-words]
# kept
teh = "teh"
TEH = "TEH"
url = "url"
nothere = "nothere"
FoV = "FoV"
foo = "bar"
a-b = "a-b"
"""


def test_a_tidy_configuration_says_the_same_with_less(tmp_path):
    write(tmp_path, {"typos.toml": UNTIDY, "t.txt": "teh thsi recieve url\n", "vendor/x.txt": "teh thsi\n"})
    before = lines(tmp_path)
    code, said = run("tidy", tmp_path)
    assert code == 0, said
    assert (tmp_path / "typos.toml").read_text() == (
        '[files]\nextend-exclude = ["vendor/"] # why\n[default]\nextend-ignore-re = ["thsi"]\n'
        '[default.extend-words]\n# kept\nteh = "teh"\nfoo = "bar"\n'
    )
    assert lines(tmp_path) == before != []
    assert "duplicate-word" in said
    assert "has an effect" in run("tidy", tmp_path)[1]


def test_without_typos_nothing_is_changed(tmp_path, monkeypatch):
    monkeypatch.setattr(SpellCheckers, "at", lambda *_: None)
    write(tmp_path, {"typos.toml": UNTIDY})
    assert run("tidy", tmp_path)[0] == 1
    assert (tmp_path / "typos.toml").read_text() == UNTIDY
