"""The claims of the rules about typos are true: it is run on small workspaces, with and without the entry."""

import re

import pytest

from tests.support.check import after, analysis
from tests.support.typos import run_typos, write
from waypost.analysis import Analysis
from waypost.text import Document
from waypost.workspace import Workspace, uri_of

# Contains everything that these entries could apply to.
TEXT = "FoV OTPs sha2 foo_bar OME-TIFF don't a.b Teh teh TEH jwt JWT Jwt nd ND Nd x_nd ser use_serivce thsi\n"


def lines(folder, config, files=None):
    """What typos reports in the text with this configuration."""
    for old in folder.glob("*typos.toml"):
        old.unlink()
    done = run_typos(folder, {"typos.toml": config, **({"t.txt": TEXT} if files is None else files)}, "--sort")
    assert done.code != 78, done.errors
    return done.lines


def rules(config):
    return {each.rule for each in analysis(config, "typos.toml").diagnostics()}


def repaired(config):
    """The configuration after the first offered fix."""
    made = analysis(config, "typos.toml")
    return after(made.document, _first_fix(made).edits)


def _first_fix(made):
    return next(fix for found in made.diagnostics() for fix in found.fixes)


DEAD_WORDS = [
    'sha2 = ""',
    'foo_bar = ""',
    'OME-TIFF = ""',
    '"don\'t" = ""',
    '"a.b" = ""',
    '"" = "x"',
]


@pytest.mark.parametrize("entry", DEAD_WORDS)
def test_a_dead_word_has_no_effect(entry, tmp_path):
    """Even an entry that declares the word wrong changes nothing."""
    config = f"[default.extend-words]\n{entry}\n"
    assert rules(config) == {"dead-word"}
    assert lines(tmp_path, config) == lines(tmp_path, "")


@pytest.mark.parametrize("entry", ['foo = ""', '"NAÏVE" = ""', 'FOO = "bar"', 'Foo = ""', 'FoO = ""', '"ß" = ""'])
def test_a_word_that_is_not_dead_has_one(entry, tmp_path):
    config = f"[default.extend-words]\n{entry}\n"
    files = {"t.txt": "foo naïve FoO_x ß\n"}
    assert rules(config) <= {"split-word"}
    assert lines(tmp_path, config, files) != lines(tmp_path, "", files)


@pytest.mark.parametrize("name", ["FoV", "OTPs", "TeH", "HashiCorp", "aB"])
def test_an_entry_covers_the_casings_that_its_message_names_and_not_its_own(name, tmp_path):
    config = f'[default.extend-words]\n{name} = ""\n'
    (finding,) = analysis(config, "typos.toml").diagnostics()
    covered = re.split(r", | and ", re.search("covers only (.*?)\\. For", finding.message)[1])
    assert finding.rule == "split-word"
    texts = {name, name.lower(), name.upper(), name.capitalize(), name.swapcase()}
    reported = {line.split("`")[1] for line in lines(tmp_path, config, {"t.txt": "\n".join(sorted(texts))})}
    assert set(covered) == {text for text in texts if text in reported}
    assert name not in covered


def test_a_word_moved_to_identifiers_comes_alive(tmp_path):
    config = '[default.extend-words]\nFoV = "FoV"\n'
    assert any("Fo" in line for line in lines(tmp_path, config))
    assert not any("`Fo`" in line for line in lines(tmp_path, repaired(config)))


NUMBERS = ["123", "1_0", "1st", "22nd", "0xDEADBEEF", "0X1f", "___", "_1st_", "deadbeef" * 5, "DEADBEEF" * 4]


@pytest.mark.parametrize("name", NUMBERS)
def test_numbers_and_hashes_are_no_identifiers(name, tmp_path):
    config = f'[default.extend-identifiers]\n{name} = ""\n'
    assert rules(config) == {"dead-identifier"}
    assert lines(tmp_path, config, {"t.txt": f"{name}\n"}) == []


@pytest.mark.parametrize("name", ["0b11", "1e10", "3D", "1ST", "12teh", "0xteh", "Deadbeef" * 4, "deadbeef" * 4 + "x"])
def test_what_only_looks_like_a_number_is_one(name, tmp_path):
    config = f'[default.extend-identifiers]\n{name} = ""\n'
    assert rules(config) == set()
    assert lines(tmp_path, config, {"t.txt": f"{name}\n"}) != []


@pytest.mark.parametrize("entry", ['OME-TIFF = ""', '"don\'t" = ""', '"a.b" = ""', '"jwt JWT" = ""'])
def test_a_dead_identifier_has_no_effect(entry, tmp_path):
    config = f"[default.extend-identifiers]\n{entry}\n"
    assert rules(config) == {"dead-identifier"}
    assert lines(tmp_path, config) == lines(tmp_path, "")


@pytest.mark.parametrize("entry", ['foo_bar = ""', 'sha2 = ""', 'FoV = ""'])
def test_an_identifier_that_is_not_dead_has_one(entry, tmp_path):
    config = f"[default.extend-identifiers]\n{entry}\n"
    assert rules(config) == set()
    assert lines(tmp_path, config) != lines(tmp_path, "")


def test_in_a_case_trap_every_casing_is_reported(tmp_path):
    config = '[default.extend-words]\njwt = "JWT"\n'
    files = {"t.txt": "jwt JWT Jwt\n"}
    assert rules(config) == {"case-trap"}
    assert len(lines(tmp_path, config, files)) == 3
    assert lines(tmp_path, repaired(config), files) == []


@pytest.mark.parametrize("entry", ['jwt = "JWT"', 'Teh = "teh"', 'JwT = "jwt"', 'TEH = "Teh"', 'gitHub = "github"'])
def test_every_casing_that_a_trap_names_is_reported(entry, tmp_path):
    config = f"[default.extend-words]\n{entry}\n"
    (finding,) = (each for each in analysis(config, "typos.toml").diagnostics() if each.rule == "case-trap")
    named = re.split(r", | and ", re.search("reports (.*?)\\. To", finding.message)[1])
    assert len(lines(tmp_path, config, {"t.txt": "\n".join(named)})) == len(named) == 3
    assert lines(tmp_path, repaired(config), {"t.txt": "\n".join(named)}) == []


def test_a_brand_of_two_words_is_no_trap(tmp_path):
    config = '[default.extend-words]\ngithub = "GitHub"\n'
    assert rules(config) == set()
    assert lines(tmp_path, config, {"t.txt": "GitHub\n"}) == []
    assert lines(tmp_path, config, {"t.txt": "github\n"}) == ["t.txt:1:1: error: `github` should be `GitHub`"]


def test_equal_sides_accept_every_casing(tmp_path):
    config = '[default.extend-words]\nTEH = "TEH"\n'
    assert rules(config) == set()
    assert lines(tmp_path, config, {"t.txt": "teh Teh TEH\n"}) == []


def test_a_duplicate_word_changes_nothing(tmp_path):
    config = '[default.extend-words]\nteh = "teh"\nTEH = "TEH"\n'
    assert rules(config) == {"duplicate-word"}
    assert lines(tmp_path, config) == lines(tmp_path, repaired(config))


def test_an_identifier_covered_by_a_word_changes_nothing(tmp_path):
    config = '[default.extend-words]\nnd = "nd"\n\n[default.extend-identifiers]\nNd = "Nd"\n'
    assert rules(config) == {"duplicate-word"}
    assert lines(tmp_path, config) == lines(tmp_path, repaired(config))


EXCLUDES = ["./a/", "../w/a/", "~/a/", "#a/", "/home/me/a/", "a/./x.txt", "./a/x.txt", "C:/a/"]
EXCLUDES += ["a//", "a//x.txt", "//a", "a\\\\x.txt", "!a", "!x.txt", "", " "]


@pytest.mark.parametrize("glob", EXCLUDES)
def test_a_dead_exclude_matches_nothing(glob, tmp_path):
    config = f'[files]\nextend-exclude = ["{glob}"]\n'
    assert rules(config) == {"dead-glob"}
    files = {"a/x.txt": "teh\n"}
    assert lines(tmp_path, config, files) == lines(tmp_path, "", files) != []


def test_an_absolute_path_below_the_folder_matches_nothing_and_its_fix_does(tmp_path):
    config = f'[files]\nextend-exclude = ["{tmp_path}/a/"]\n'
    files = {"a/x.txt": "teh\n"}
    write(tmp_path, {**files, "typos.toml": config})
    document = Document.from_text(uri_of(tmp_path / "typos.toml"), config)
    assert [each.rule for each in Analysis(document, Workspace()).diagnostics()] == ["dead-glob"]
    assert lines(tmp_path, config, files) != []
    made = Analysis(document, Workspace())
    assert lines(tmp_path, after(document, _first_fix(made).edits), files) == []


@pytest.mark.parametrize("glob", ["./a/", "./a/x.txt", "a//", "a//x.txt", "a\\\\x.txt"])
def test_an_exclude_that_is_put_right_matches(glob, tmp_path):
    assert lines(tmp_path, repaired(f'[files]\nextend-exclude = ["{glob}"]\n'), {"a/x.txt": "teh\n"}) == []


@pytest.mark.parametrize("glob", ["a/x.own", "/x.own", "./x.own", "a/"])
def test_a_dead_glob_of_a_type_matches_nothing(glob, tmp_path):
    config = f'[type.own]\nextend-glob = ["{glob}"]\ncheck-file = false\n'
    assert rules(config) == {"dead-glob"}
    assert lines(tmp_path, config, {"a/x.own": "teh\n", "x.own": "teh\n"}) != []


@pytest.mark.parametrize("glob", ["*.own", "**/x.own", "{x,y}.own"])
def test_a_glob_that_is_not_dead_matches(glob, tmp_path):
    config = f'[type.own]\nextend-glob = ["{glob}"]\ncheck-file = false\n'
    assert rules(config) == set()
    assert lines(tmp_path, config, {"a/x.own": "teh\n"}) == []


@pytest.mark.parametrize("pattern", ["^# .*", "teh$"])
def test_without_multiline_mode_anchors_are_those_of_the_file(pattern, tmp_path):
    config = f"[default]\nextend-ignore-re = ['{pattern}']\n"
    files = {"t.txt": "x\n# teh\ny\n"}
    assert rules(config) == {"missing-multiline"}
    assert lines(tmp_path, config, files) == lines(tmp_path, "", files) != []
    assert lines(tmp_path, repaired(config), files) == []


@pytest.mark.parametrize(
    ("key", "pattern"),
    [
        ("extend-ignore-words-re", "te"),
        ("extend-ignore-words-re", "(?i)TE"),
        ("extend-ignore-words-re", "(te)"),
        ("extend-ignore-words-re", "te|ht"),
        ("extend-ignore-words-re", "x*"),
        ("extend-ignore-re", "[a-z]+"),
    ],
)
def test_a_broad_pattern_silences_other_words(key, pattern, tmp_path):
    config = f"[default]\n{key} = ['{pattern}']\n"
    assert rules(config) == {"broad-ignore"}
    assert lines(tmp_path, config, {"t.txt": "teh wite\n"}) == []


@pytest.mark.parametrize(
    ("key", "pattern", "rule"),
    [
        ("extend-ignore-identifiers-re", "jwt thsi", "dead-identifier"),
        ("extend-ignore-identifiers-re", "OME-", "dead-identifier"),
        ("extend-ignore-identifiers-re", r"\sthsi", "dead-identifier"),
        ("extend-ignore-identifiers-re", "^0x[0-9a-fA-F]+$", "dead-identifier"),
        ("extend-ignore-identifiers-re", "^0[xX][0-9a-f]+$", "dead-identifier"),
        ("extend-ignore-words-re", "use_ser", "dead-word"),
        ("extend-ignore-words-re", "sha2", "dead-word"),
        ("extend-ignore-words-re", r"(use|jwt)_ser", "dead-word"),
        ("extend-ignore-words-re", r"\bthsi$ ", "dead-word"),
    ],
)
def test_a_dead_pattern_has_no_effect(key, pattern, rule, tmp_path):
    config = f"[default]\n{key} = ['{pattern}']\n"
    assert rules(config) == {rule}
    assert lines(tmp_path, config) == lines(tmp_path, "")


@pytest.mark.parametrize(
    ("key", "pattern"),
    [
        ("extend-ignore-identifiers-re", "use_-?ser"),
        ("extend-ignore-words-re", "ts?hsi"),
        ("extend-ignore-words-re", "^thsi$"),
    ],
)
def test_a_pattern_that_is_not_dead_has_one(key, pattern, tmp_path):
    config = f"[default]\n{key} = ['{pattern}']\n"
    assert rules(config) == set()
    assert lines(tmp_path, config) != lines(tmp_path, "")


@pytest.mark.parametrize("pattern", ["^.*$", r"^\w+$", r"\A.*\z"])
def test_a_pattern_for_a_whole_line_does_not_ignore_everything(pattern, tmp_path):
    config = f"[default]\nextend-ignore-re = ['{pattern}']\n"
    files = {"t.txt": "teh x\nteh y\n"}
    assert "broad-ignore" not in rules(config)
    assert lines(tmp_path, config, files) == lines(tmp_path, "", files)


def test_a_backspace_matches_nothing(tmp_path):
    config = '[default]\nextend-ignore-re = ["\\bteh\\b"]\n'
    assert rules(config) == {"swallowed-escape"}
    assert lines(tmp_path, config) == lines(tmp_path, "")
    assert lines(tmp_path, repaired(config)) != lines(tmp_path, "")


QUIRK = "[default]\ncheck-file = true\n\n[type.lock]\n"


def test_declaring_lock_files_turns_their_check_on(tmp_path):
    files = {"Cargo.lock": "teh\n"}
    assert rules(QUIRK) == {"lock-quirk"}
    assert lines(tmp_path, QUIRK, files) != []
    for without in ("[default]\ncheck-file = true\n", "[type.lock]\n", f"{QUIRK}check-file = false\n"):
        assert "lock-quirk" not in rules(without)
        assert lines(tmp_path, without, files) == []


@pytest.mark.parametrize(
    ("config", "expected"),
    [
        ("default.check-file = true\ntype.lock.binary = true\n", "type.lock.check-file = false\n"),
        ("default.check-file = true\ntype.lock.extend-words.a = 'a'\n", "type.lock.check-file = false\n"),
        ("[default]\ncheck-file = true\n[type]\nlock.binary = true\n", "lock.check-file = false\n"),
        ("[default]\r\ncheck-file = true\r\n[type]\r\nlock.binary = true # x\r\n", "lock.check-file = false\r\n"),
    ],
)
def test_the_fix_of_the_quirk_suits_dotted_keys(config, expected, tmp_path):
    files = {"Cargo.lock": "teh\n"}
    assert lines(tmp_path, config, files) != []
    [found] = analysis(config, "typos.toml").diagnostics()
    made = after(Document.from_text("", config), found.fixes[0].edits)
    assert made == config + expected
    assert lines(tmp_path, made, files) == []


@pytest.mark.parametrize(
    ("config", "expected"),
    [
        ("type = { lock = {} }\ndefault.check-file = true\n", "lock = { check-file = false } }"),
        ("default = {check-file = true}\ntype = {lock.binary = true}\n", "true, lock.check-file = false}"),
        ("type = {lock.unicode = true, py.unicode = true}\ndefault.check-file = true\n", "lock.check-file = false, py"),
        ("default.check-file = true\n[type]\nlock = {extend-words.a = 'a'}\n", "'a', check-file = false}"),
        ("default.check-file = true\r\n# 🚩\r\ntype = {'lock'.unicode = true}\r\n", ", 'lock'.check-file = false}"),
    ],
)
def test_the_fix_of_the_quirk_suits_braces(config, expected, tmp_path):
    files = {"Cargo.lock": "teh\n"}
    assert lines(tmp_path, config, files) != []
    [found] = [each for each in analysis(config, "typos.toml").diagnostics() if each.rule == "lock-quirk"]
    made = after(Document.from_text("", config), found.fixes[0].edits)
    assert expected in made
    assert lines(tmp_path, made, files) == []


SILENCING = '[default.extend-words]\nteh = "teh"\n'


@pytest.mark.parametrize(
    ("winner", "loser"),
    [
        ("typos.toml", "_typos.toml"),
        ("_typos.toml", ".typos.toml"),
        (".typos.toml", "Cargo.toml"),
        ("Cargo.toml", "pyproject.toml"),
        ("typos.toml", "pyproject.toml"),
    ],
)
def test_a_shadowed_configuration_is_not_read(winner, loser, tmp_path):
    files = {winner: _in_its_home(winner, ""), loser: _in_its_home(loser, SILENCING), "t.txt": "teh\n"}
    assert run_typos(tmp_path, files).lines != []
    document = Document(uri_of(tmp_path / loser), files[loser].encode())
    assert "shadowed-config" in {each.rule for each in Analysis(document, Workspace()).diagnostics()}
    (tmp_path / winner).unlink()
    assert run_typos(tmp_path, {}).lines == []
    assert Analysis(document, Workspace()).diagnostics() == []


def _in_its_home(name, config):
    prefix = {"Cargo.toml": "package.metadata.typos", "pyproject.toml": "tool.typos"}.get(name)
    return config.replace("[", f"[{prefix}.") or f"[{prefix}]\n" if prefix else config


@pytest.mark.parametrize(
    ("name", "header"),
    [
        ("pyproject.toml", "tool.typo"),
        ("pyproject.toml", "tools.typos"),
        ("pyproject.toml", "typos"),
        ("Cargo.toml", "tool.typos"),
        ("Cargo.toml", "metadata.typos"),
        ("Cargo.toml", "package.metadata.typo"),
    ],
)
def test_a_misspelled_section_is_not_read_until_it_is_renamed(name, header, tmp_path):
    text = SILENCING.replace("[", f"[{header}.")
    document = Document(uri_of(tmp_path / name), text.encode())
    assert [each.rule for each in Analysis(document, Workspace()).diagnostics()] == ["misspelled-section"]
    assert run_typos(tmp_path, {name: text, "t.txt": "teh\n"}).lines != []
    made = Analysis(document, Workspace())
    assert run_typos(tmp_path, {name: after(document, _first_fix(made).edits)}).lines == []


@pytest.mark.parametrize("glob", ["Cargo.lock", "/typos.toml", "sub/go.sum"])
def test_a_redundant_exclude_changes_nothing(glob, tmp_path):
    config = f'[files]\nextend-exclude = ["{glob}"]\n# teh\n'
    files = {"Cargo.lock": "teh\n", "sub/go.sum": "teh\n", "t.txt": "teh\n"}
    assert rules(config) == {"redundant-exclude"}
    assert lines(tmp_path, config, files) == lines(tmp_path, "# teh\n", files)


def test_names_of_lock_files_and_folders_are_checked(tmp_path):
    """This is why a wildcard that covers them is not redundant."""
    config = '[files]\nextend-exclude = ["*.lock"]\n'
    files = {"teh.lock": "", "a.lock/x.txt": "teh\n"}
    assert rules(config) == set()
    assert lines(tmp_path, config, files) == []
    assert len(lines(tmp_path, "", files)) == 2


@pytest.mark.parametrize("broken", ["typos.toml", "Cargo.toml"])
def test_a_neighbour_that_cannot_be_parsed_stops_the_checker(broken, tmp_path):
    configured = "_typos.toml" if broken == "typos.toml" else "pyproject.toml"
    files = {broken: "x = \n", configured: _in_its_home(configured, SILENCING), "t.txt": "teh\n"}
    assert run_typos(tmp_path, files).code == 78
    document = Document(uri_of(tmp_path / configured), files[configured].encode())
    (finding,) = Analysis(document, Workspace()).diagnostics()
    assert finding.message == f"typos does not get to this file: it stops at `{broken}`, which is not valid TOML"


def test_json_is_never_read(tmp_path):
    text = '{"default": {"extend-words": {"teh": "teh"}}}'
    assert run_typos(tmp_path, {"typos.json": text, "t.txt": "teh\n"}).lines != []
    document = Document(uri_of(tmp_path / "typos.json"), text.encode())
    assert [each.rule for each in Analysis(document, Workspace()).diagnostics()] == ["shadowed-config"]


def test_corrections_in_a_row_are_reported_each(tmp_path):
    config = '[default.extend-words]\nfoo = "bar"\nbar = "baz"\n'
    assert rules(config) == {"bad-correction"}
    assert lines(tmp_path, config, {"t.txt": "bar\n"}) != []
    assert lines(tmp_path, repaired(config), {"t.txt": "baz\n"}) == []


@pytest.mark.parametrize(
    ("key", "pattern"),
    [("extend-ignore-words-re", "^teh$"), ("extend-ignore-identifiers-re", "^teh$"), ("extend-ignore-re", "teh")],
)
def test_a_correction_that_a_pattern_ignores_is_good(key, pattern, tmp_path):
    config = f'[default]\n{key} = ["{pattern}"]\n[default.extend-words]\nfoo = "teh"\n'
    assert "bad-correction" not in rules(config)
    assert lines(tmp_path, config, {"t.txt": "teh\n"}) == []


def test_a_default_is_the_same_value_and_not_only_an_equal_one():
    assert rules("[default]\ncheck-file = 1\n") == {"wrong-type"}


@pytest.mark.parametrize("key", ["ignore-hex", "identifier-leading-digits"])
@pytest.mark.parametrize("value", ["true", "false"])
def test_a_deprecated_key_has_no_effect(key, value, tmp_path):
    config = f"[default]\n{key} = {value}\n"
    files = {"t.txt": "1teh 0xteh 2nd deadbeef 0xDEADBEAF 12teh_x\n"}
    assert rules(config) == {"deprecated-key"}
    assert lines(tmp_path, config, files) == lines(tmp_path, "", files)
