"""dead-word, dead-identifier, case-trap, duplicate-word."""

import pytest

from tests.support.check import analysis, check_diagnostics, check_fix, check_fix_all
from waypost.text import Encoding, Position, TextChange

TOML = "typos.toml"


def test_keys_that_no_word_is_made_of_never_match():
    check_diagnostics(
        """\
[default.extend-words]
OME-TIFF = "OME-TIFF"
^^^^^^^^ warning[dead-word] `OME-TIFF` never matches: a word holds only letters, and this has `-`
"a b" = ""
^^^^^ warning[dead-word] this has a space
sha2 = "sha2"
^^^^ warning[dead-word] this has `2`. For the whole identifier, use `extend-identifiers`
"" = "x"
^^ warning[dead-word] never matches: it is empty
"기여자" = ""
^^^^^ warning[dead-word] a word holds only letters that are upper or lower case, unlike `기`, `여`, `자`. For the whole
"teh日" = ""
^^^^^^ warning[dead-word] unlike `日`
HTTPS = "HTTPS"
Sigstore = "sigstor"
"naïve" = "naïve"
[type.py.extend-words]
x_y = "x_y"
^^^ warning[dead-word]
""",
        TOML,
    )


def test_a_hash_and_a_letter_in_title_case_are_no_words():
    check_diagnostics(
        f"""\
[default.extend-words]
{"ab" * 20} = ""
{"^" * 40} warning[split-word] typos finds no word in `{"ab" * 20}`; this entry covers only A{"ba" * 19}b
"ǅ" = ""
^^^ warning[split-word] typos finds no word in `ǅ`; this entry covers only ǆ and Ǆ. For `ǅ`, use
""",
        TOML,
    )


def test_a_key_in_mixed_case_covers_other_words_than_its_own_text():
    check_diagnostics(
        """\
[default.extend-words]
FoV = "FoV"
^^^ warning[split-word] typos reads `FoV` as `Fo` + `V`; this entry covers only fov, Fov and FOV. For `FoV`, use
OTPs = "one-time passwords"
^^^^ warning[split-word] typos reads `OTPs` as `OT` + `Ps`
github = "GitHub"
""",
        TOML,
    )
    source = '[default.extend-words]\nFoV = "FoV" # one\nteh = "teh"\n'
    after = '[default.extend-words]\nteh = "teh"\n\n[default.extend-identifiers]\nFoV = "FoV" # one\n'
    check_fix(source, after, TOML, "Move to `extend-identifiers`, where it matches `FoV`")
    check_fix_all(source, source, TOML)


@pytest.mark.parametrize(
    "cover",
    [
        "extend-ignore-identifiers-re = ['^FoV$']\n",
        "extend-ignore-re = ['FoV']\n",
        "extend-identifiers = { FoV = 'FoV' }\n",
    ],
)
def test_a_text_that_something_else_covers_is_no_warning(cover):
    source = f"[default]\n{cover}[default.extend-words]\nFoV = 'FoV'\n"
    for text, severity in (
        (source, "information"),
        (source.replace("FoV", "FoX", 1), "warning"),
    ):
        (found,) = [each for each in analysis(text, TOML).diagnostics() if each.rule == "split-word"]
        assert found.severity == severity


def test_a_setting_below_the_header_of_words_belongs_elsewhere():
    check_diagnostics(
        """\
[default.extend-words]
extend-exclude = ["a/"]
^^^^^^^^^^^^^^ error[unknown-key] `extend-exclude` belongs in `[files]`, not in `[default.extend-words]`
check-file = false
^^^^^^^^^^ error[unknown-key] belongs in `[default]`
locale = "en"
nothing = ["a"]
          ^^^^^ error[wrong-type]
""",
        TOML,
    )
    check_fix(
        '[default.extend-words]\nextend-exclude = ["a/"]\n',
        '[default.extend-words]\n\n[files]\nextend-exclude = ["a/"]\n',
        TOML,
        "Move to `[files]`",
    )


def test_a_type_need_not_repeat_what_default_has():
    check_diagnostics(
        """\
[default.extend-words]
teh = "teh"
foo = "bar"
[type.py.extend-words]
teh = "teh"
^^^ warning[duplicate-word] `teh` is already in `[default.extend-words]`, which holds for every type
foo = "baz"
""",
        TOML,
    )


def test_a_word_that_a_type_calls_wrong_is_no_duplicate():
    check_diagnostics(
        """\
[default.extend-words]
nd = "nd"
ND = "ND"
[default.extend-identifiers]
Nd = "Nd"
[type.py.extend-words]
nd = ""
""",
        TOML,
    )


def test_an_entry_that_declares_its_type_is_not_removed_by_itself():
    """Without it, the words of this type would be those of another name for it."""
    words = "[default.extend-words]\naa = 'aa'\n"
    for source, preferred in (
        (f"{words}[type.py.extend-words]\naa = 'aa'\n", True),
        (f"type.py.extend-words.aa = 'aa'\n{words}", False),
    ):
        [duplicate] = analysis(source, TOML).diagnostics()
        assert [fix.preferred for fix in duplicate.fixes] == [preferred]


def test_corrections_of_a_type_are_judged_by_its_own_settings():
    bad = '[type.py.extend-words]\nteh = "recieve"\n'
    assert [found.rule for found in analysis(bad, TOML).diagnostics()] == ["bad-correction"]
    assert not analysis(f'[type.py]\nextend-ignore-re = ["recieve"]\n{bad}', TOML).diagnostics()


def test_keys_that_are_no_identifier_can_never_match():
    check_diagnostics(
        """\
[default.extend-identifiers]
am-iit = "am-iit"
^^^^^^ warning[dead-identifier] `am-iit` never matches: an identifier holds letters, digits and `_`, and this
"don't" = "don't"
^^^^^^^ warning[dead-identifier] `don't` never matches: an identifier holds letters, digits and `_`, and this
a_b = "a_b"
x1y = "x1y"
FoV = ""
""",
        TOML,
    )


def test_a_value_that_differs_in_case_alone_is_a_trap():
    check_diagnostics(
        """\
[default.extend-words]
jwt = "JWT" # note
      ^^^^^ warning[case-trap] No casing of `jwt` passes: typos reports jwt, Jwt and JWT. To allow it, write
TEH = "TEH"
foo = "Bar"
""",
        TOML,
    )
    source = "[default.extend-words]\njwt = 'JWT' # note\n"
    check_fix(source, "[default.extend-words]\njwt = 'jwt' # note\n", TOML, "which allows every casing")
    check_fix_all(source, source, TOML)


def test_a_word_is_covered_in_every_casing():
    check_diagnostics(
        """\
[default.extend-words]
nd = "nd"
ND = "ND"
^^ warning[duplicate-word] `nd` already covers every casing of this word
foo = "bar"
Foo = "baz"
^^^ warning[duplicate-word] `foo` and `Foo` are the same word to typos, which uses one of the two. Keep one
[default.extend-identifiers]
Nd = "Nd"
^^ warning[duplicate-word] The word `nd` in `extend-words` already covers `Nd`
nD = "nD"
NdX = "NdX"
foo = "foo"
[type.py.extend-identifiers]
nd = "nd"
""",
        TOML,
    )
    check_fix_all(
        '[default.extend-words]\nnd = "nd"\n# kept\n\'ND\' = "ND"\n',
        '[default.extend-words]\n# kept\nnd = "nd"\n',
        TOML,
    )


def test_the_first_of_several_is_the_first_in_the_text():
    check_diagnostics(
        """\
{"default": {"extend-words": {
  "Nd": "Nd",
  "ND": "ND",
  ^^^^ warning[duplicate-word] `Nd` already covers every casing of this word
  "nd": "nd"
  ^^^^ warning[duplicate-word] `Nd` already covers every casing of this word
}}}""",
        "typos.json",
    )


def test_text_with_a_hyphen_becomes_a_pattern():
    check_fix(
        '[default.extend-words]\n"OME-T.IFF" = "OME-T.IFF"\n',
        "[default.extend-words]\n\n[default]\nextend-ignore-re = ['OME-T\\.IFF']\n",
        TOML,
        "Change to a pattern",
    )
    check_fix(
        '[default]\nextend-ignore-re = ["x+"]\n[default.extend-identifiers]\nam-iit = "am-iit"\n',
        '[default]\nextend-ignore-re = ["x+", "am-iit"]\n[default.extend-identifiers]\n',
        TOML,
        "Change to a pattern",
    )


def test_words_of_wrong_types_are_reported_with_the_rest():
    check_diagnostics(
        """\
[default.extend-words]
a-b = 5
^^^ warning[dead-word]
      ^ error[wrong-type]
""",
        TOML,
    )


def test_an_edit_leaves_what_is_known_of_other_entries():
    """After an edit the findings are those of a fresh check, and only the edited entry was checked."""
    source = "[default.extend-words]\n" + "".join(f'w{"x" * number} = "w{"x" * number}"\n' for number in range(50))
    before = analysis(source + 'FoV = "FoV"\n', TOML)
    assert [each.rule for each in before.diagnostics()] == ["split-word"]
    change = TextChange("WX", Position(1, 0), Position(1, 1))
    document, edits = before.document.edited([change], Encoding.UTF16)
    after = before.updated(document, edits, before.workspace)
    fresh = analysis(document.text, TOML)
    assert after.diagnostics() == fresh.diagnostics()
    (old,), (new,) = before.features.checked.words.values(), after.features.checked.words.values()
    assert len(new.entries - old.entries) == 1


def test_many_edits_in_a_row_are_as_good_as_a_fresh_look():
    lines = [
        "[default.extend-words]",
        'nd = "nd"',
        'FoV = "FoV"',
        'jwt = "JWT"',
        "[default.extend-identifiers]",
        'X-y = ""',
    ]
    made = analysis("\n".join(lines), TOML)
    edits = [
        TextChange('ND = "ND"\n', Position(1, 0), Position(1, 0)),
        TextChange("", Position(2, 0), Position(3, 0)),
        TextChange("a-b = 5\n", Position(5, 0), Position(5, 0)),
        TextChange("y", Position(0, 15), Position(0, 15)),
        TextChange("", Position(0, 15), Position(0, 16)),
    ]
    for edit in edits:
        document, applied = made.document.edited([edit], Encoding.UTF16)
        made = made.updated(document, applied, made.workspace)
        assert made.diagnostics() == analysis(document.text, TOML).diagnostics()


def test_a_document_that_does_not_parse_is_checked_all_the_same():
    made = analysis('[default.extend-words]\nFoV = "FoV\nOTPs = "OTPs"\n', TOML)
    found = [(each.rule, made.document.slice(each.span)) for each in made.diagnostics()]
    assert ("split-word", "OTPs") in found
    assert ("syntax-error", '"FoV') in found


def test_a_key_of_no_one_table_is_a_word_like_others():
    """`extend-glob` belongs to each type: no table can be named."""
    found = analysis('[default.extend-words]\nextend-glob = ["*.x"]\n', "typos.toml").diagnostics()
    assert [each.rule for each in found] == ["dead-word", "wrong-type"]
    [found] = analysis('[type.py.extend-words]\nextend-glob = ["*.x"]\n', "typos.toml").diagnostics()
    assert found.message.startswith("`extend-glob` belongs in `[type.py]`")


def test_the_comma_of_a_removed_entry_is_never_one_of_a_comment() -> None:
    check_fix(
        '[default]\nextend-words = { aa = "b", # one,\n  "" = "c" }\n',
        '[default]\nextend-words = { aa = "b" # one,\n   }\n',
        "typos.toml",
        "Remove this entry",
    )
