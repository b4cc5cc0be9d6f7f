"""Completion: the document after an item is accepted, and what is not offered."""

from pathlib import Path

import pytest

from tests.support.check import analysis, check_completion, completions
from tests.support.marked import cursor
from tests.support.typos import TYPOS
from waypost.analysis import Analysis
from waypost.config.model.schema import SCHEMA_ADDRESS
from waypost.text import Document
from waypost.workspace import Folder, Workspace, uri_of

TOML = [
    # Tables by their headers.
    ("[$0", "default", "[default]"),
    ("[def$0]\n", "default", "[default]\n"),
    ("[py$0]\nlocale = 'en'\n", "type.py", "[type.py]\nlocale = 'en'\n"),
    ("[type.$0", "type.rust", "[type.rust]"),
    ("[type.py]\n[type.py.$0\n", "type.py.extend-words", "[type.py]\n[type.py.extend-words]\n"),
    ("fi$0", "[files]", "[files]"),
    ("[default]\nlocale = 'en'\n\n$0", "[files]", "[default]\nlocale = 'en'\n\n[files]"),
    # Keys, at their start and in the middle.
    ("[default]\n$0", "locale", '[default]\nlocale = "en-us"'),
    ("[default]\nloc$0", "locale", '[default]\nlocale = "en-us"'),
    ("[default]\nbi$0nary = false", "unicode", "[default]\nunicode = false"),
    ("[default]\n  b$0\n  unicode=false\n", "binary", "[default]\n  binary=true\n  unicode=false\n"),
    ("[files]\nignore$0", "ignore-hidden", "[files]\nignore-hidden = false"),
    ("[files]\nx$0", "extend-exclude", "[files]\nextend-exclude = []"),
    ("default.$0", "locale", 'default.locale = "en-us"'),
    ("default.lo$0\n[files]\n", "locale", 'default.locale = "en-us"\n[files]\n'),
    ("$0", "files.extend-exclude", "files.extend-exclude = []"),
    ("type.$0", "py", "type.py = {}"),
    ("def$0.locale = 'en-us'", "default", "default.locale = 'en-us'"),
    # In braces.
    ("default = {$0}", "binary", "default = { binary = true }"),
    ("default = { bin$0 }", "binary", "default = { binary = true }"),
    ("default = { binary = true $0 }", "unicode", "default = { binary = true, unicode = false }"),
    ("default = { binary = true,$0 }", "unicode", "default = { binary = true, unicode = false }"),
    ("default = { $0 binary = true }", "unicode", "default = { unicode = false, binary = true }"),
    ("default = { # why\n  $0\n}", "unicode", "default = { # why\n  unicode = false\n}"),
    ("default = {\n  binary = true # why\n  $0\n}", "unicode",
     "default = {\n  binary = true, # why\n  unicode = false\n}"),
    # Values.
    ("[default]\nlocale =$0", "en-gb", '[default]\nlocale = "en-gb"'),
    ("[default]\nlocale = $0\n", "en-gb", '[default]\nlocale = "en-gb"\n'),
    ('[default]\nlocale = "$0\n', "en-gb", '[default]\nlocale = "en-gb"\n'),
    ("[default]\nlocale = '$0'\n", "en-gb", "[default]\nlocale = 'en-gb'\n"),
    ('[default]\nlocale = "brit$0ish" # ours\n', "en-gb", '[default]\nlocale = "en-gb" # ours\n'),
    ("[default]\nlocale = e$0\n", "en-gb", '[default]\nlocale = "en-gb"\n'),
    ("[default]\nbinary = t$0", "true", "[default]\nbinary = true"),
    ('[default]\nbinary = "y$0es"', "true", "[default]\nbinary = true"),
    ("default = { locale = $0 }", "en-gb", 'default = { locale = "en-gb" }'),
    ("[default]\nbinary=$0", "true", "[default]\nbinary=true"),
    ("[files]\nextend-exclude = [\n  $0\n]", "*.map", '[files]\nextend-exclude = [\n  "*.map",\n]'),
    ("[files]\nextend-exclude = $0", "[]", "[files]\nextend-exclude = []"),
    ("[files]\nextend-exclude = $0", "*.map", '[files]\nextend-exclude = ["*.map"]'),
    ('[files]\nextend-exclude = "$0"', "*.map", '[files]\nextend-exclude = ["*.map"]'),
    ("[files]\nextend-exclude = [$0]", "*.map", '[files]\nextend-exclude = ["*.map"]'),
    ("[files]\nextend-exclude = ['a', $0]", "*.map", "[files]\nextend-exclude = ['a', '*.map']"),
    ("[files]\nextend-exclude = ['a'$0]", "*.map", "[files]\nextend-exclude = ['*.map']"),
    ("[files]\nextend-exclude = ['a' $0]", "*.map", "[files]\nextend-exclude = ['a', '*.map']"),
    ('[files]\nextend-exclude = [\n  "a", # one\n  $0\n]', "*.map",
     '[files]\nextend-exclude = [\n  "a", # one\n  "*.map",\n]'),
    ('[files]\nextend-exclude = ["$0]', "*.map", '[files]\nextend-exclude = ["*.map"]'),
    ("[default]\nextend-ignore-re = [$0]", "URLs", "[default]\nextend-ignore-re = ['https?://[^\\s)>\\]]+']"),
    ('[default]\nextend-ignore-re = ["$0"]', "URLs", "[default]\nextend-ignore-re = ['https?://[^\\s)>\\]]+']"),
    ("[type.foo]\nextend-glob = [$0]", "*.foo", '[type.foo]\nextend-glob = ["*.foo"]'),
    ("[default.extend-words]\nteh = $0", "teh", '[default.extend-words]\nteh = "teh"'),
    ("[default.extend-words]\nteh = '$0'", '""', "[default.extend-words]\nteh = ''"),
    # After a key.
    ("[default]\nlocale $0", "en-us", '[default]\nlocale = "en-us"'),
    ("[default]\nbinary = true\nunicode $0 # why", "false", "[default]\nbinary = true\nunicode = false # why"),
    ("default.extend-ignore-re $0\n", "[]", "default.extend-ignore-re = []\n"),
    ("[default]\nextend-words = { teh $0 }", "teh", '[default]\nextend-words = { teh = "teh" }'),
    ("[default.extend-words]\nteh $0", "teh", '[default.extend-words]\nteh = "teh"'),
    # The word being typed.
    ("[default.extend-words]\nteh$0", 'teh = "teh"', '[default.extend-words]\nteh = "teh"'),
    ("[default.extend-words]\na = 'b'\n\"teh$0", 'teh = "teh"', "[default.extend-words]\na = 'b'\nteh = \"teh\""),
    ("[default]\nextend-identifiers = { a_b$0 }", 'a_b = "a_b"', '[default]\nextend-identifiers = { a_b = "a_b" }'),
    # A first table.
    ("$0", "Accept words", '[default.extend-words]\nteh = "teh"'),
    ("# ours\n$0", "Exclude files", '# ours\n[files]\nextend-exclude = ["vendor/"]'),
]  # fmt: skip
JSON = [
    ("$0", "Choose a dialect", '{\n  "default": {\n    "locale": "en-us"\n  }\n}'),
    ("$0", "Accept words", '{\n  "default": {\n    "extend-words": {\n      "teh": "teh"\n    }\n  }\n}'),
    ('{"default": {"locale" $0}}', "en-us", '{"default": {"locale" : "en-us"}}'),
    ('{"default": {"extend-words": {"te$0"}}}', '"te": "te"', '{"default": {"extend-words": {"te": "te"}}}'),
    ("{$0}", "default", '{"default": {}}'),
    ('{"$0"}', "default", '{"default": {}}'),
    ('{"de$0', "default", '{"default": {}'),
    ('{"default": {lo$0}}', "locale", '{"default": {"locale": "en-us"}}'),
    ('{"default": {"lo$0": "en-us"}}', "locale", '{"default": {"locale": "en-us"}}'),
    ('{"default": {"binary": true, $0}}', "locale", '{"default": {"binary": true, "locale": "en-us"}}'),
    ('{"default": {"binary": true $0}}', "locale", '{"default": {"binary": true, "locale": "en-us"}}'),
    ('{\n  "default": {},\n  $0\n}', "files", '{\n  "default": {},\n  "files": {}\n}'),
    ('{\n  "default": {}\n  $0\n}', "files", '{\n  "default": {},\n  "files": {}\n}'),
    ('{\n  $0\n  "default": {}\n}', "files", '{\n  "files": {},\n  "default": {}\n}'),
    ('{"default": {"binary":$0}}', "null", '{"default": {"binary": null}}'),
    ('{"default": {"locale": "$0"}}', "en-gb", '{"default": {"locale": "en-gb"}}'),
    ('{"default": {"extend-ignore-re": [$0]}}', "URLs", '{"default": {"extend-ignore-re": ["https?://[^\\\\s)>\\\\]]+"]}}'),
    ('{"type": {"$0"}}', "py", '{"type": {"py": {}}}'),
]  # fmt: skip
SHARED = [
    ("pyproject.toml", "[$0", "tool.typos", "[tool.typos]"),
    ("pyproject.toml", "[tool.$0]", "tool.typos.default.extend-words", "[tool.typos.default.extend-words]"),
    ("pyproject.toml", "[tool.typos]\n$0", "default.locale", '[tool.typos]\ndefault.locale = "en-us"'),
    ("pyproject.toml", "[tool.typos.default]\nlo$0", "locale", '[tool.typos.default]\nlocale = "en-us"'),
    ("Cargo.toml", "[package.metadata.$0", "package.metadata.typos", "[package.metadata.typos]"),
    ("Cargo.toml", "[workspace.$0]", "workspace.metadata.typos", "[workspace.metadata.typos]"),
    (
        "Cargo.toml",
        "[workspace.metadata.typos.default]\n$0",
        "locale",
        '[workspace.metadata.typos.default]\nlocale = "en-us"',
    ),
]


@pytest.mark.parametrize(("source", "label", "expected"), TOML)
def test_an_item_leaves_the_toml_a_person_would_have_typed(source: str, label: str, expected: str) -> None:
    check_completion(source, label, expected, "typos.toml")
    if "\n" in source:
        check_completion(source.replace("\n", "\r\n"), label, expected.replace("\n", "\r\n"), "typos.toml")


@pytest.mark.parametrize(("source", "label", "expected"), TOML)
def test_an_item_fits_behind_a_wide_character(source: str, label: str, expected: str) -> None:
    if label not in ("Accept words", "files.extend-exclude"):
        check_completion("# \U0001f6a9 é\n" + source, label, "# \U0001f6a9 é\n" + expected, "typos.toml")


@pytest.mark.parametrize(("source", "label", "expected"), JSON)
def test_an_item_leaves_the_json_a_person_would_have_typed(source: str, label: str, expected: str) -> None:
    check_completion(source, label, expected, "typos.json")


@pytest.mark.parametrize(("name", "source", "label", "expected"), SHARED)
def test_an_item_in_a_shared_file(name: str, source: str, label: str, expected: str) -> None:
    check_completion(source, label, expected, name)


@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("pyproject.toml", "[project]\n$0"),
        ("pyproject.toml", "[project]\nname = $0"),
        ("Cargo.toml", "[tool.typos]\n$0"),
        ("typos.toml", "[default]\nlocale = 'en' $0"),
        ("typos.toml", "[default] $0"),
        ("typos.toml", "# $0"),
        ("typos.toml", "[unknown]\n$0\nx = 1"),
        ("typos.toml", "[[$0"),
        ("typos.toml", "[default]\n $0 binary = true\n"),
        ("typos.toml", "[default]\nloc$0[\n"),
        ("typos.toml", "[default]\nexte\n  'a$0',\n  'b'\n]\n"),
        ("typos.toml", "[default]\nexte\n  'a',\n  'b$0'\n]\n"),
        ("typos.toml", '[default]\nlocale = """\ne$0n\n"""\n'),
        ("typos.json", '{"default": {}} $0'),
    ],
)
def test_nothing_is_offered_where_nothing_fits(name: str, source: str) -> None:
    assert completions(source, name) == []


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("{$0}", '{"$schema": "URL"}'),
        ('{"$sch$0}', '{"$schema": "URL"}'),
        ('{"default": {}, $0}', '{"default": {}, "$schema": "URL"}'),
    ],
)
def test_the_address_of_the_schema_is_offered_in_json(source: str, expected: str) -> None:
    check_completion(source, "$schema", expected.replace("URL", SCHEMA_ADDRESS), "typos.json")


def test_the_address_completes_the_key_that_is_there() -> None:
    whole = '{"$schema": "URL"}'.replace("URL", SCHEMA_ADDRESS)
    check_completion('{"$schema": "$0"}', SCHEMA_ADDRESS, whole, "typos.json")
    for source in ('{"$schema": "x", $0}', '{"default": {$0}}'):
        assert "$schema" not in {each.label for each in completions(source, "typos.json")}


def test_what_is_set_is_not_offered_again() -> None:
    found = {each.label for each in completions("[default]\nlocale = 'en'\n$0\nbinary = true\n", "typos.toml")}
    assert not found & {"locale", "binary"}
    assert "unicode" in found
    tables = {each.label for each in completions("[default]\n[type.py]\n[$0", "typos.toml")}
    assert not tables & {"default", "type.py"}
    assert {"files", "type.rust", "type.py.extend-words"} <= tables
    globs = {each.label for each in completions("[files]\nextend-exclude = ['*.map', $0]", "typos.toml")}
    assert "*.map" not in globs
    assert "*.svg" in globs


def test_null_is_offered_in_json_alone() -> None:
    assert "null" not in {each.label for each in completions("[default]\nbinary = $0", "typos.toml")}


def test_the_most_used_comes_first() -> None:
    found = sorted(completions("[default]\n$0\n", "typos.toml"), key=lambda each: each.sort or "")
    assert [each.label for each in found[:3]] == [
        "[default.extend-words]",
        "[default.extend-identifiers]",
        "locale",
    ]


@pytest.mark.parametrize(
    "source",
    [
        "files.extend-exclude = [\r\n  'b',$0\r",
        '[files]\nextend-exclude = ["a\n$0',
        '[files]\nextend-exclude = ["a\n  $0\n]',
    ],
)
def test_a_string_left_open_above_is_left_alone(source: str) -> None:
    assert not completions(source, "typos.toml")


@pytest.mark.parametrize("source", ["[def$0\rlocale = 'en'\r", "[default.$0\rx]\n", "# \U0001f6a9\r\n[$0 \r"])
def test_a_header_is_completed_within_its_line(source: str) -> None:
    """For an editor, a carriage return ends a line; it replaces nothing in another one."""
    assert not completions(source, "typos.toml")
    assert completions(source.replace("\r", "\r\n").replace("\n\n", "\n"), "typos.toml")


@pytest.mark.parametrize(
    "source",
    [
        "[default]\nlocale = 'en' $0",
        "[default] $0",
        "[default]\nlocale $0 x",
        "[default]\nlocale\n$0x = 1",
        '{"default": {"locale": "en" $0}}',
    ],
)
def test_a_sign_is_offered_behind_a_key_alone(source: str) -> None:
    name = "typos.json" if source.startswith("{") else "typos.toml"
    assert not [each for each in completions(source, name) if each.edit.text.startswith(("=", ":"))]


@pytest.mark.parametrize(
    "source",
    [
        "[default.extend-words]\na_b$0",
        "[default.extend-words]\n$0",
        "[default.extend-words]\nteh = 'x'\nteh$0",
        "[default.extend-identifiers]\n'a-b$0'",
        "[default]\nteh$0",
    ],
)
def test_a_word_that_cannot_match_or_is_there_is_not_completed(source: str) -> None:
    assert not [each for each in completions(source, "typos.toml") if each.detail == "always right"]


def test_a_word_that_is_typed_comes_with_its_correction() -> None:
    items = completions("[default.extend-words]\nteh$0", "typos.toml", {"typos-path": str(TYPOS)})
    assert [each.label for each in items][:2] == ['teh = "teh"', 'teh = "the"']


def test_the_default_dialect_comes_last() -> None:
    found = sorted(completions("[type.py]\nlocale = $0\n", "typos.toml"), key=lambda each: each.sort or "")
    assert [each.label for each in found] == ["en-us", "en-gb", "en-ca", "en-au", "en"]


@pytest.mark.parametrize(
    ("source", "idle"),
    [
        ("[default]\n$0", {"ignore-hex", "identifier-leading-digits"}),
        ("$0", {"default.ignore-hex"}),
        ("[type.py]\nextend-glob = [$0]", {"*.py"}),
    ],
)
def test_what_a_hint_would_call_idle_is_not_offered(source: str, idle: set[str]) -> None:
    assert not idle & {each.label for each in completions(source, "typos.toml")}


@pytest.mark.parametrize(
    ("source", "useful"),
    [
        ("[type.py]\nbinary = $0", {"true", "false"}),
        ("[files]\nignore-files = false\nignore-dot = $0", {"true", "false"}),
        ("[type.lock]\n[default]\ncheck-file = $0", {"true", "false"}),
        ("[type.mine]\nextend-glob = [$0]", {"*.mine"}),
    ],
)
def test_a_default_that_has_a_use_is_offered(source: str, useful: set[str]) -> None:
    assert useful <= {each.label for each in completions(source, "typos.toml")}


def test_types_that_there_are_files_of_come_first(tmp_path: Path) -> None:
    for name in ("a.rs", "b.rs", "c.py"):
        (tmp_path / name).write_text("")
    source = "[type."
    document = Document.from_text(uri_of(tmp_path / "typos.toml"), source)
    items = Analysis(document, Workspace([Folder(tmp_path)])).complete(len(source)).items
    first = sorted(items, key=lambda each: each.sort or "")[:3]
    assert [(each.label, each.detail) for each in first] == [
        ("type.rust", "2 files here: *.rs Cargo.toml"),
        ("type.py", "1 file here: *.py *.pyi pyproject.toml"),
        ("type.ada", "*.adb *.ads"),
    ]


@pytest.mark.parametrize(
    ("name", "source", "absent"),
    [
        ("pyproject.toml", "[tool.$0", "tool.typos.type.py"),
        ("Cargo.toml", "[package]\nname = 'x'\n[$0", "workspace.metadata.typos"),
        ("Cargo.toml", "[workspace]\n[$0", "package.metadata.typos"),
    ],
)
def test_what_would_be_wrong_or_bury_the_rest_is_not_offered(name: str, source: str, absent: str) -> None:
    labels = {each.label for each in completions(source, name)}
    assert labels
    assert absent not in labels


@pytest.mark.parametrize("source", ["[pro$0ject]\nname = 'x'\n", "[$0project]\n[tool.typos]\n", "[tool.ru$0ff]\n"])
def test_the_header_of_another_table_is_left_alone(source: str) -> None:
    assert not completions(source, "pyproject.toml")


@pytest.mark.parametrize(
    ("source", "label", "expected"),
    [
        ('{"files": {["a"]$0, "ignore-vcs": true}}', "ignore-dot",
         '{"files": {["a"], "ignore-dot": false, "ignore-vcs": true}}'),
    ],
)  # fmt: skip
def test_a_comma_is_written_once(source: str, label: str, expected: str) -> None:
    check_completion(source, label, expected, "typos.json")


def test_a_table_is_not_renamed_into_one_that_its_keys_do_not_fit() -> None:
    labels = {each.label for each in completions('{"def$0ault": {"extend-words": {"a" "b"}}}', "typos.json")}
    assert labels == {"default"}


def test_types_are_offered_in_a_shared_file_where_they_are_asked_for() -> None:
    assert "tool.typos.type.py" in {each.label for each in completions("[tool.typos.$0]", "pyproject.toml")}


@pytest.mark.parametrize(
    ("source", "label", "parts"),
    [
        ("[$0", "type.py", ["`*.py`", "Always correct in these files: `EOFError`"]),
        ("[type]\n$0", "lock", ["not checked, unless"]),
        (
            "[default]\nextend-ignore-words-re = [$0]",
            "words in capitals",
            ["`^[A-Z]{2,}$`", "2 or more characters of `[A-Z]`"],
        ),
    ],
)
def test_what_is_looked_at_is_documented(source: str, label: str, parts: list[str]) -> None:
    text, offset = cursor(source)
    made = analysis(text, "typos.toml")
    (item,) = [each for each in made.complete(offset).items if each.label == label]
    said = made.resolve(item).markdown
    for part in parts:
        assert part in said


def test_types_are_shown_with_their_globs() -> None:
    found = {each.label: each.detail for each in completions("[$0", "typos.toml")}
    assert found["type.py"] == "*.py *.pyi pyproject.toml"


def test_what_is_typed_filters_in_the_quotes_that_are_typed() -> None:
    (item,) = [each for each in completions("[default]\nlocale = 'e$0'", "typos.toml") if each.label == "en-gb"]
    assert item.filter_text == "'en-gb"


def test_a_snippet_holds_the_same_as_the_text() -> None:
    (item,) = [each for each in completions("[default]\n$0", "typos.toml") if each.label == "locale"]
    assert item.snippet == 'locale = "${1|en-us,en-gb,en-ca,en-au|}"'
    (pattern,) = [
        each for each in completions("[default]\nextend-ignore-re = [$0]", "typos.toml") if each.label == "URLs"
    ]
    assert pattern.snippet == "'https?://[^\\\\s)>\\\\]]+'"


def test_the_files_beside_a_configuration_are_offered_as_excludes(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "notes.txt").write_text("x")
    (tmp_path / ".hidden").write_text("x")
    text, offset = cursor("[files]\nextend-exclude = ['docs/', $0]\n")
    document = Document.from_text(uri_of(tmp_path / "typos.toml"), text)
    found = {
        each.label: each.detail for each in Analysis(document, Workspace([Folder(tmp_path)])).complete(offset).items
    }
    assert found["notes.txt"] == "File"
    assert not {"docs/", ".hidden", "typos.toml"} & set(found)
