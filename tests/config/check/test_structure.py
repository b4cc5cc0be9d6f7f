"""unknown-key, wrong-type and unknown-locale: one sentence at the exact place of each fault."""

import pytest

from tests.support.check import analysis, check_diagnostics, check_fix, check_fix_all

TOML = "typos.toml"


def test_a_key_of_another_table_is_offered_its_own():
    check_diagnostics(
        """\
[default]
extend-exclude = ["a"]
^^^^^^^^^^^^^^ error[unknown-key] `extend-exclude` belongs in `[files]`, not in `[default]`
[files.extend-words]
#      ^^^^^^^^^^^^ error[unknown-key] `extend-words` belongs in `[default]`
teh = "the"
[extend-identifiers]
#^^^^^^^^^^^^^^^^^^ error[unknown-key] not at the top level
X = "X"
""".replace("#^^^^", " ^^^^"),
        TOML,
    )


def test_a_misspelled_key_is_offered_the_right_one():
    check_diagnostics(
        """\
[default]
check_filename = false
^^^^^^^^^^^^^^ error[unknown-key] did you mean `check-filename`?
locales = "en-gb"
^^^^^^^ error[unknown-key] did you mean `locale`?
extend-ignore-words = ["a"]
^^^^^^^^^^^^^^^^^^^ error[unknown-key] did you mean `extend-words`?
nonsense = 1
^^^^^^^^ error[unknown-key] Unknown key `nonsense` in `[default]`
extend-ignore-res =
^^^^^^^^^^^^^^^^^ error[unknown-key] did you mean `extend-ignore-re`?
                  ^ error[syntax-error]
[files]
nonsense = 1
^^^^^^^^ error[unknown-key] known are `extend-exclude`
[type.py]
extend-globs = ["*.x"]
^^^^^^^^^^^^ error[unknown-key] did you mean `extend-glob`?
[types.js]
 ^^^^^ error[unknown-key] at the top level; did you mean `type`?
""",
        TOML,
    )


def test_known_keys_are_fine_however_the_table_is_reached():
    check_diagnostics(
        """\
default.extend-words.teh = "teh"
files = { extend-exclude = ["a"] }
"type"."py".'check-file' = false
""",
        TOML,
    )


def test_a_value_of_the_wrong_type_is_the_fault_not_its_table():
    check_diagnostics(
        """\
files.extend-exclude = "a"
                       ^^^ error[wrong-type] `extend-exclude` must be a list of strings, not a string
[default]
check-file = "yes"
             ^^^^^ error[wrong-type] `check-file` must be `true` or `false`, not a string
unicode = 1
          ^ error[wrong-type] `unicode` must be `true` or `false`, not a number
extend-ignore-re = ["a+", 5, ["b"]]
                          ^ error[wrong-type] `extend-ignore-re` must be a list of strings; this item is a
                             ^^^^^ error[wrong-type] `extend-ignore-re` must be a list of strings; this item
[default.extend-ignore-words-re]
         ^^^^^^^^^^^^^^^^^^^^^^ error[wrong-type] `extend-ignore-words-re` must be a list of strings, not a
a = "b"
[default.extend-words]
foo = true
      ^^^^ error[wrong-type] `foo` must be a string, not `true` or `false`
[type]
py = 3
     ^ error[wrong-type] `py` must be a table, not a number
""",
        TOML,
    )


def test_an_unfinished_value_is_one_error():
    check_diagnostics(
        """\
[default]
check-file =
           ^ error[syntax-error]
locale = "en-u
         ^^^^^ error[syntax-error]
""",
        TOML,
    )


def test_null_is_for_json_alone():
    check_diagnostics('{"default": {"locale": null, "binary": null}}', "typos.json")
    check_diagnostics(
        """\
{
  "$schema": "typos",
  "default": {"extend-words": {"a": null}},
                                    ^^^^ error[wrong-type] `a` must be a string, not null
  "files": null
           ^^^^ error[wrong-type] `files` must be a table, not null
}""",
        "typos.json",
    )
    check_diagnostics("[default]\nbinary = null\n         ^^^^ error[null-in-toml]\n", TOML)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("[default]\nbinary = null # unset\nunicode = false\n", "[default]\n# unset\nunicode = false\n"),
        ("[default]\r\nlocale = null\r\n", "[default]\r\n"),
        ("default = { binary = null, unicode = false }\n", "default = { unicode = false }\n"),
        ("default.binary = null", ""),
        ("[default.extend-words]\nfoo = null\n", "[default.extend-words]\n"),
    ],
)
def test_null_is_mended_by_leaving_the_key_out(before, after):
    check_fix_all(before, after, TOML)


@pytest.mark.parametrize(
    ("written", "meant"),
    [("en_US", "en-us"), ("EN-GB", "en-gb"), ("british", "en-gb"), ("en-uk", "en-gb"), ("en_US.UTF-8", "en-us")],
)
def test_a_locale_is_one_of_five(written, meant):
    source = f'[default]\nlocale = "{written}"\n'
    marks = "^" * (len(written) + 2)
    check_diagnostics(f"{source}         {marks} error[unknown-locale] `{written}` is not a locale of typos", TOML)
    check_fix_all(source, f'[default]\nlocale = "{meant}"\n', TOML)


def test_a_shared_file_is_checked_in_its_table_alone():
    check_diagnostics(
        """\
[project]
name = 3
[tool.other]
default = 5
[tool.typos.default]
local = "en-us"
^^^^^ error[unknown-key] in `[tool.typos.default]`; did you mean `locale`?
""",
        "pyproject.toml",
    )
    check_diagnostics(
        "tool.typos = 3\n             ^ error[wrong-type] `tool.typos` must be a table\n", "pyproject.toml"
    )
    check_diagnostics("package = 3\n          ^ error[wrong-type] `package` must be a table\n", "Cargo.toml")


def test_of_two_tables_in_cargo_the_second_is_read_for_its_outer_keys():
    check_diagnostics(
        """\
[workspace.metadata.typos.default]
locale = "en-us"
[package.metadata.typos]
                  ^^^^^ warning[shadowed-config] typos does not read this table: it reads
bad = 1
^^^ error[unknown-key]
[package.metadata.typos.default]
bad = 1
""",
        "Cargo.toml",
    )


MOVES = [
    (
        '[default]\n# one\nextend-exclude = ["a"] # two\nbinary = true\n',
        '[default]\nbinary = true\n\n[files]\n# one\nextend-exclude = ["a"] # two\n',
    ),
    (
        '[files]\nignore-hidden = false\n\n[default]\nextend-exclude = ["a"]\n',
        '[files]\nignore-hidden = false\nextend-exclude = ["a"]\n\n[default]\n',
    ),
    (
        '[files]\nextend-exclude = [\n  "a", # one\n  "b"\n]\n[default]\nextend-exclude = ["c", "d"]\n',
        '[files]\nextend-exclude = [\n  "a", # one\n  "b",\n  "c",\n  "d"\n]\n[default]\n',
    ),
    ('[extend-words]\nteh = "teh"\n', '[default.extend-words]\nteh = "teh"\n'),
    ('[files.extend-words]\nteh = "teh"', '[default.extend-words]\nteh = "teh"'),
    ("[default]\r\ncheck_file = false\r\n", "[default]\r\ncheck-file = false\r\n"),
    ('[default]\n"check_file" = false\n', '[default]\n"check-file" = false\n'),
    ("[default.extend_words]\n[default.extend_words.x]\n", "[default.extend-words]\n[default.extend-words.x]\n"),
]


@pytest.mark.parametrize(("before", "after"), MOVES)
def test_keys_are_moved_and_renamed(before, after):
    check_fix_all(before, after, TOML)


def test_keys_are_moved_in_json():
    check_fix_all(
        '{\n  "default": {"extend-exclude": ["a"]},\n  "files": {\n    "ignore-hidden": false\n  }\n}\n',
        '{\n  "default": {},\n  "files": {\n    "ignore-hidden": false,\n    "extend-exclude": ["a"]\n  }\n}\n',
        "typos.json",
    )


def test_two_keys_are_not_renamed_to_the_same():
    check_fix_all(
        "[default]\ncheck_file = false\nCheck-File = false\n",
        "[default]\ncheck-file = false\nCheck-File = false\n",
        TOML,
    )


RETYPED = [
    ('check-file = "yes"', "check-file = true"),
    ('check-file = "False"', "check-file = false"),
    ("check-file = 0", "check-file = false"),
    ('extend-ignore-re = "a+b"', 'extend-ignore-re = ["a+b"]'),
    ("extend-ignore-re = ['\\d+x']", "extend-ignore-re = ['\\d+x']"),
    ("extend-words.foo = 5", 'extend-words.foo = "5"'),
]


@pytest.mark.parametrize(("before", "after"), RETYPED)
def test_values_are_written_as_they_were_meant(before, after):
    check_fix_all(f"[default]\n{before} # note\n", f"[default]\n{after} # note\n", TOML)


@pytest.mark.parametrize(
    ("source", "titles"),
    [
        ("[files]\nextend-exclude = 1\n", []),
        ('[files]\nextend-exclude = "a"\n', ["Change to a list"]),
        ("[files]\nextend-exclude = [null]\n", []),
        ("[default]\nlocale = 1\n", []),
        ('[default]\ncheck-file = "a"\n', []),
    ],
)
def test_what_may_be_meant_by_a_value_is_offered(source, titles):
    assert [fix.title for found in analysis(source, TOML).diagnostics() for fix in found.fixes] == titles


def test_a_table_of_arrays_is_not_renamed_to_one_that_typos_refuses():
    source = "[tool.typo.default]\nlocale = 'en-us'\n"
    [found] = analysis(source, "pyproject.toml").diagnostics()
    assert len(found.fixes) == 1
    [found] = analysis(source.replace("[tool.typo.default]", "[[tool.typo.default]]"), "pyproject.toml").diagnostics()
    assert (found.rule, list(found.fixes)) == ("misspelled-section", [])


def test_a_list_of_words_becomes_a_table():
    check_fix(
        '[default]\nextend-words = ["foo", "b-r"]\n',
        '[default]\nextend-words = { foo = "foo", b-r = "b-r" }\n',
        TOML,
        "Change to a table",
    )
    check_fix(
        '{"default": {"extend-words": ["foo"]}}',
        '{"default": {"extend-words": { "foo": "foo" }}}',
        "typos.json",
        "Change to a table",
    )


def test_a_file_of_its_own_needs_no_prefix():
    check_diagnostics(
        """\
[tool.typos.default]
 ^^^^ error[unknown-key] In this file, tables are written without `tool.typos`: the whole file is the
locale = "en-us"
""",
        TOML,
    )
    check_fix_all(
        '# one\n[tool.typos]\nfiles.ignore-hidden = false\n[tool.typos.default] # two\nlocale = "en-us"\n',
        '# one\nfiles.ignore-hidden = false\n[default] # two\nlocale = "en-us"\n',
        TOML,
    )
    check_fix_all("[package.metadata.typos.type.py]\ncheck-file = false\n", "[type.py]\ncheck-file = false\n", TOML)


def test_a_header_need_not_be_said_again():
    check_diagnostics(
        """\
[default]
default.locale = "en-us"
^^^^^^^ error[unknown-key] Below `[default]`, keys are written without `default.`
files.extend-exclude = ["a"]
^^^^^ error[unknown-key] `[files]` is a separate table
[type.py.default]
         ^^^^^^^ error[unknown-key] `[default]` is a separate table, not part of `[type.py]`
""",
        TOML,
    )
    check_fix_all(
        '[default]\ndefault.locale = "en-us" # one\ndefault.extend-words.teh = "teh"\n',
        '[default]\nlocale = "en-us" # one\nextend-words.teh = "teh"\n',
        TOML,
    )
    check_fix_all('[default.default.extend-words]\nteh = "teh"\n', '[default.extend-words]\nteh = "teh"\n', TOML)


def test_a_key_that_means_the_opposite_is_not_suggested():
    check_diagnostics(
        """\
[files]
extend-include = ["docs/"]
^^^^^^^^^^^^^^ error[unknown-key] Unknown key `extend-include` in `[files]`; known are
ignore-glob = ["*.pot"]
^^^^^^^^^^^ error[unknown-key] did you mean `extend-exclude`?
""",
        TOML,
    )
