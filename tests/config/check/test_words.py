"""dead-word, dead-identifier, case-trap, duplicate-word."""

from tests.support.check import analysis, check_diagnostics, check_fix, check_fix_all
from waypost.text import Encoding, Position, TextChange

TOML = "typos.toml"


def test_keys_that_are_no_word_can_never_match():
    check_diagnostics(
        """\
[default.extend-words]
FoV = "FoV"
^^^ warning[dead-word] it would match in `extend-identifiers`
OME-TIFF = "OME-TIFF"
^^^^^^^^ warning[dead-word] without `-`
"a b" = ""
^^^^^ warning[dead-word] without a blank
sha2 = "sha2"
^^^^ warning[dead-word]
"" = "x"
^^ warning[dead-word] being empty
HTTPS = "HTTPS"
Sigstore = "sigstor"
"naïve" = "naïve"
[type.py.extend-words]
x_y = "x_y"
^^^ warning[dead-word]
""",
        TOML,
    )


def test_keys_that_are_no_identifier_can_never_match():
    check_diagnostics(
        """\
[default.extend-identifiers]
am-iit = "am-iit"
^^^^^^ warning[dead-identifier] without `-`
"don't" = "don't"
^^^^^^^ warning[dead-identifier] without `'`
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
      ^^^^^ warning[case-trap] `JWT` as well
TEH = "TEH"
foo = "Bar"
""",
        TOML,
    )
    check_fix_all("[default.extend-words]\njwt = 'JWT' # note\n", "[default.extend-words]\njwt = 'jwt' # note\n", TOML)


def test_a_word_is_covered_in_every_casing():
    check_diagnostics(
        """\
[default.extend-words]
nd = "nd"
ND = "ND"
^^ warning[duplicate-word] `nd` covers every casing
foo = "bar"
Foo = "baz"
^^^ warning[duplicate-word] which of the two
[default.extend-identifiers]
Nd = "Nd"
^^ warning[duplicate-word] `Nd` is covered by the word `nd`
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
        '[default.extend-words]\nnd = "nd"\n# kept\n',
        TOML,
    )


def test_the_first_of_several_is_the_first_in_the_text():
    check_diagnostics(
        """\
{"default": {"extend-words": {
  "Nd": "Nd",
  "ND": "ND",
  ^^^^ warning[duplicate-word] `Nd` covers
  "nd": "nd"
  ^^^^ warning[duplicate-word] `Nd` covers
}}}""",
        "typos.json",
    )


def test_identifiers_are_moved_all_at_once():
    check_fix_all(
        '[default.extend-words]\nFoV = "FoV" # one\nteh = "teh"\nOTPs = "OTPs"\n',
        '[default.extend-words]\nteh = "teh"\n\n[default.extend-identifiers]\nFoV = "FoV"\nOTPs = "OTPs"\n',
        TOML,
    )
    check_fix_all(
        '[default.extend-identifiers]\nX1 = "X1"\n\n[default.extend-words]\nFoV = "FoV"\nOTPs = "OTPs"',
        '[default.extend-identifiers]\nX1 = "X1"\nFoV = "FoV"\nOTPs = "OTPs"\n\n[default.extend-words]\n',
        TOML,
    )
    check_fix_all(
        '[default]\nextend-words = { FoV = "FoV", a = "a" }\nextend-identifiers = { B = "B" }\n',
        '[default]\nextend-words = { a = "a" }\nextend-identifiers = { B = "B", FoV = "FoV" }\n',
        TOML,
    )


def test_text_with_a_hyphen_becomes_a_pattern():
    check_fix(
        '[default.extend-words]\n"OME-T.IFF" = "OME-T.IFF"\n',
        "[default.extend-words]\n\n[default]\nextend-ignore-re = ['OME-T\\.IFF']\n",
        TOML,
        "Turn into a pattern",
    )
    check_fix(
        '[default]\nextend-ignore-re = ["x+"]\n[default.extend-identifiers]\nam-iit = "am-iit"\n',
        '[default]\nextend-ignore-re = ["x+", "am-iit"]\n[default.extend-identifiers]\n',
        TOML,
        "Turn into a pattern",
    )


def test_words_of_wrong_types_are_told_with_the_rest():
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
    """After an edit the findings are those of a fresh look, and only the edited entry was looked at."""
    source = "[default.extend-words]\n" + "".join(f'w{"x" * number} = "w{"x" * number}"\n' for number in range(50))
    before = analysis(source + 'FoV = "FoV"\n', TOML)
    assert [each.rule for each in before.diagnostics()] == ["dead-word"]
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
    assert ("dead-word", "OTPs") in found
    assert ("syntax-error", '"FoV') in found
