"""invalid-regex, broad-ignore and missing-multiline mark the exact part of the pattern, in every kind of string."""

import pytest

from tests.support.check import analysis, check_diagnostics, check_fix, check_fix_all

TOML = "typos.toml"


def test_the_fault_is_marked_within_every_kind_of_string():
    check_diagnostics(
        r"""
[default]
extend-ignore-re = [
  "x(?!y)",
    ^^^ error[invalid-regex] look-around
  'é🚩(a',
     ^ error[invalid-regex] unclosed group
  "\"\\q",
     ^^^ error[invalid-regex] unrecognized escape
  '''a[z-b]''',
       ^^^ error[invalid-regex] invalid character class range
]
[type.py]
extend-ignore-words-re = ["abcd*", "*a"]
                                    ^ error[invalid-regex] repetition operator
""",
        TOML,
    )
    check_diagnostics(
        r"""
{"default": {"extend-ignore-identifiers-re": ["\u00e9a{5,2}"]}}
                                                      ^^^^^ error[invalid-regex] invalid repetition
""",
        "typos.json",
    )


def test_patterns_that_ignore_no_text_are_reported():
    check_diagnostics(
        r"""
[default]
extend-ignore-re = [
  "",
  ^^ warning[dead-pattern] is empty
  '\b',
  ^^^^ warning[dead-pattern] only looks at places
  '^$',
  ^^^^ warning[dead-pattern] only looks at places
  '(?:|\b)',
  ^^^^^^^^^ warning[dead-pattern]
  '\s+',
  ^^^^^ warning[dead-pattern] takes no letter, digit or `_`: no word is in a match of it
  '[.,;:]|--',
  ^^^^^^^^^^^ warning[dead-pattern] takes no letter
  '\W',
  ^^^^ warning[dead-pattern] takes no letter
  '[^a-zA-Z]',
  '\Sx',
  '(?:é|-)\$',
  'x?y',
  '\\bteh\\b',
   ^^ warning[swallowed-escape] is a backslash in the text here
  'example\\.com',
          ^^ warning[swallowed-escape]
  '\\d+',
   ^^ warning[swallowed-escape]
  '\\.teh',
   ^^ warning[swallowed-escape]
  '\\.*teh',
  'foo\\-bar',
      ^^ warning[swallowed-escape]
  "\\\\w+",
   ^^^^ warning[swallowed-escape]
  '\\begin\{',
  'C:\\users\\',
]
""",
        TOML,
    )
    before, after = (f"[default]\nextend-ignore-re = ['{each}']\n" for each in (r"\\bteh\\b", r"\bteh\b"))
    check_fix(before, after, TOML, r"Change to `\bteh\b`")


def test_what_is_not_written_as_a_pattern_is_reported():
    check_diagnostics(
        r"""
[default]
extend-ignore-re = [
  '[teh|recieve] docs',
   ^^^^^^^^^^^^^ warning[swallowed-escape] one of these characters. A choice of texts is written `(?:teh|recieve)`
  'r"teh docs"',
  ^^^^^^^^^^^^^ warning[swallowed-escape] `r` and the quotes are part of the pattern
  'c++teh',
   ^^^ warning[swallowed-escape] `c++` is one or more of `c`: a plus sign is written `\+`
  '[a|b]x', '\[teh|recieve\]', '[teh|recieve]+', '"teh docs"', 'xr"teh"', 'c\+\+teh',
  '\w++x', '[a-z]++x'
]
extend-ignore-words-re = ['^[teh|recieve]x$']
                            ^^^^^^^^^^^^^ warning[swallowed-escape]
""",
        TOML,
    )
    for before, after in (
        ("'[teh|recieve] docs'", '"(?:teh|recieve) docs"'),
        ("'r\"teh docs\"'", '"teh docs"'),
        ("'c++teh'", r"'c\+\+teh'"),
    ):
        config, better = (f"[default]\nextend-ignore-re = [{each}]\n" for each in (before, after))
        check_fix(config, better, TOML, "Change to")


def test_good_patterns_are_fine():
    check_diagnostics(
        r"""
[default]
extend-ignore-re = ['(?Rm)^x$', "(?<n>xyzw)", '\p{Greek}', '(^|\s)x', 'abcd$|bcde', '^#!.*', '\$x', '[$^]a', "https?://\\S+"]
extend-ignore-words-re = ["^te$", "^[A-Z]{2}$", "word"]
extend-ignore-identifiers-re = ["^_.*"]
""",
        TOML,
    )


def test_a_pattern_that_silences_everything_is_reported():
    check_diagnostics(
        """\
[default]
extend-ignore-re = [".*", "te"]
                    ^^^^ warning[broad-ignore] This pattern matches all words, so typos does not report any
                          ^^^^ warning[broad-ignore] every word that starts or ends with it
extend-ignore-words-re = ["x*", "te"]
                          ^^^^ warning[broad-ignore] This pattern matches all words, so typos does not report
                                ^^^^ warning[broad-ignore] every word that holds it
extend-ignore-identifiers-re = [".*ser.*", "ser"]
                                           ^^^^^ warning[broad-ignore] typos ignores every identifier that holds it
""",
        TOML,
    )


def test_a_short_pattern_is_anchored():
    check_fix(
        '[default]\nextend-ignore-words-re = ["te"]\n',
        '[default]\nextend-ignore-words-re = ["^te$"]\n',
        TOML,
        "Change to `^te$`, which ignores only the whole word",
    )
    check_fix('[default]\nextend-ignore-re = ["te"]\n', "[default]\nextend-ignore-re = ['\\bte\\b']\n", TOML, "Change")
    check_fix(
        '[default]\nextend-ignore-words-re = ["(?i)te|wo"]\n',
        '[default]\nextend-ignore-words-re = ["(?i)^(?:te|wo)$"]\n',
        TOML,
        "Change",
    )


def test_anchors_take_multiline_mode():
    check_diagnostics(
        r"""
[default]
extend-ignore-re = ['^# x', "abc$", '(?i)^note']
                     ^ warning[missing-multiline] `^` matches only at the start of the file. For every line,
                                ^ warning[missing-multiline] `$` matches only at the end of the file. For
                                         ^ warning[missing-multiline] `^` matches only at the start of the
extend-ignore-words-re = ["^abc$"]
""",
        TOML,
    )
    source = '[default]\nextend-ignore-re = ["""abc$"""]\n'
    check_fix(source, '[default]\nextend-ignore-re = ["""(?Rm)abc$"""]\n', TOML, "Add `(?Rm)`")
    check_fix_all(source, source, TOML)


BLOCKS = [
    "^---.*---$",
    "(?m)^---.*?---$",
    "spellchecker:off.*spellchecker:on",
    "<!-- typos: disable -->.*<!-- typos: enable",
]


@pytest.mark.parametrize("pattern", BLOCKS)
def test_what_is_about_several_lines_takes_their_ends(pattern):
    config = f"[default]\nextend-ignore-re = ['{pattern}']\n"
    [found] = analysis(config, TOML).diagnostics()
    assert found.rule == "missing-multiline"
    assert found.message.startswith("`.` does not match the end of a line")
    check_fix(config, config.replace("['", "['(?s)"), TOML, "Add `(?s)`")
    check_diagnostics(config.replace("['", "['(?s)"), TOML)


def test_a_first_line_ends_with_its_line():
    source = "[default]\nextend-ignore-re = ['^#!.*$']\n"
    check_fix(source, source.replace("['", "['(?Rm)"), TOML, "Add `(?Rm)`")
    check_diagnostics("[default]\nextend-ignore-re = ['(?m)^#!.*$']\n", TOML)


@pytest.mark.parametrize("pattern", ["off[^x]*on-x", "office.*once", r"begin\n.*\nend", "(?s)begin.*end", "start.*"])
def test_what_is_on_one_line_or_already_over_lines_is_left_alone(pattern):
    check_diagnostics(f"[default]\nextend-ignore-re = ['{pattern}']\n", TOML)


@pytest.mark.parametrize(
    "pattern", ["(?s)^---.*?---", r"^---\nx", "^#!.*", r"^[^x]+x", r"\A# x", "^---x", r"(?s:^/\*.*\*/)"]
)
def test_what_is_about_the_start_of_a_file_is_left_alone(pattern):
    check_diagnostics(f"[default]\nextend-ignore-re = ['{pattern}']\n", TOML)


def test_patterns_see_no_more_than_the_word_or_identifier():
    check_diagnostics(
        r"""
[default]
extend-ignore-identifiers-re = ["use serivce", 'foo\.bar', 'ab\s+cd', '(a-b|c d)', 'a-b|cdef']
                                ^^^^^^^^^^^^^ warning[dead-identifier] letters, digits and `_`, and it requires a space
                                               ^^^^^^^^^^ warning[dead-identifier] requires `.`
                                                           ^^^^^^^^^ warning[dead-identifier] requires `\s`
                                                                      ^^^^^^^^^^^ warning[dead-identifier] requires `-`
extend-ignore-words-re = ["foo_bar", 'sha2', '(sha)[0-9]+', 'x-?yzuv', 'abc.def', '[-_]abc', 'ab{2}-', 'λ[αβ]']
                          ^^^^^^^^^ warning[dead-word] a word holds only letters, and it requires `_`
                                     ^^^^^^ warning[dead-word] requires `2`
                                             ^^^^^^^^^^^^^ warning[dead-word] requires `[0-9]`
                                                                                  ^^^^^^^^^ warning[dead-word]
                                                                                             ^^^^^^^^ warning[dead-word]
extend-ignore-re = ["foo-bar", 'foo\.bar']
""",
        TOML,
    )
    check_diagnostics("[default]\nextend-ignore-identifiers-re = ['foo_bar', 'a.b_c', 'x_?y', '^_[0-9]+x?$']\n", TOML)


@pytest.mark.parametrize(
    ("pattern", "where"),
    [
        ("(te)", "holds"),
        ("(?i)te", "holds"),
        ("te|wort", "holds"),
        ("e", "holds"),
        ("^te", "starts with"),
        ("^e", "starts with"),
        ("te$", "ends with"),
        ("e$", "ends with"),
    ],
)
def test_a_short_text_is_broad_however_it_is_written(pattern, where):
    check_diagnostics(
        f"[default]\nextend-ignore-words-re = ['{pattern}']\n"
        f"                          {'^' * (len(pattern) + 2)} warning[broad-ignore] every word that {where} it",
        TOML,
    )


@pytest.mark.parametrize(
    "pattern", ["^te$", r"\\bte\\b", "^(?:te|wo)$", "^.*$", r"^\\w+$", r"\\A.*\\z", ".*te.*", "PnP", "te\\\\d"]
)
def test_what_ignores_little_is_not_broad(pattern):
    """In a text, `^.*$` matches only if the file has one line."""
    made = analysis(f'[default]\nextend-ignore-re = ["{pattern}"]\n', TOML)
    assert "broad-ignore" not in {each.rule for each in made.diagnostics()}


def test_a_backspace_was_meant_to_be_the_edge_of_a_word():
    check_diagnostics(
        r"""
[default]
extend-ignore-re = ["x\\b", "\bteh\b", '\bteh\b', "x\u0008"]
                             ^^ warning[swallowed-escape] is a backspace in this string
""",
        TOML,
    )
    source = '[default]\nextend-ignore-re = ["\\bte\\\\.h\\b"] # note\n'
    check_fix(source, "[default]\nextend-ignore-re = ['\\bte\\.h\\b'] # note\n", TOML, "single quotes")
    check_fix_all(source, source, TOML)
    source = '{"default": {"extend-ignore-re": ["\\bteh"]}}'
    check_fix(source, '{"default": {"extend-ignore-re": ["\\\\bteh"]}}', "typos.json", "word boundary")


def test_a_backspace_in_a_class_may_be_meant():
    check_diagnostics('[default]\nextend-ignore-re = ["[\\b\\t ]+x"]\n', TOML)


@pytest.mark.parametrize("pattern", ["(", '"', "'(", '"\\q'])
def test_a_half_typed_pattern_is_a_syntax_error_at_most(pattern):
    """An unclosed string is reported as such, and its pattern is not checked."""
    source = f"[default]\nextend-ignore-re = [{pattern}\n"
    assert {each.rule for each in analysis(source, TOML).diagnostics()} == {"syntax-error"}


def test_patterns_that_contradict_themselves_never_match():
    check_diagnostics(
        r"""
[default]
extend-ignore-re = [
  '$teh',
  ^^^^^^ warning[dead-pattern] never matches: `$` is the end of the text, and nothing comes after that
  'xyzw ^teh',
  ^^^^^^^^^^^ warning[dead-pattern] `^` is the start of the text, and nothing comes before that
  'te\bh',
  ^^^^^^^ warning[dead-pattern] no boundary of a word is where `\b` is
  '\$teh',
  '(?m)teh$\n^x',
  'teh\b-',
  '($',
   ^ error[invalid-regex] unclosed group
]
extend-ignore-words-re = ['getTeh', '(?i)getTeh', '^[A-Z][a-z]+$', 'HTTPs']
                          ^^^^^^^^ warning[dead-word] typos splits text where the case changes
                                                                   ^^^^^^^ warning[dead-word] typos splits text
extend-ignore-identifiers-re = [
  'getTeh',
  '^[0-9]+$',
  ^^^^^^^^^^ warning[dead-identifier] typos does not check numbers
  '^[0-9a-f]{40}$',
  ^^^^^^^^^^^^^^^^ warning[dead-identifier] typos does not check hashes
  '^[0-9a-f]{8}$',
  '^[0-9a-fA-F]{40}$',
]
""",
        TOML,
    )


def test_what_other_languages_write_around_patterns_is_part_of_them():
    check_diagnostics(
        r"""
[default]
extend-ignore-re = [
  '/\bteh\b/',
  ^^^^^^^^^^^ warning[swallowed-escape] The slashes are part of the pattern
  '/teh/i',
  ^^^^^^^^ warning[swallowed-escape] The slashes are part
  '/teh/',
  '/teh/index',
  '[[:word]]teh',
   ^^^^^^^^^ warning[swallowed-escape] is a set of these characters
  'x[:alpha:]',
    ^^^^^^^^^ warning[swallowed-escape] The class is written `[[:alpha:]]`
  '[[:alpha:]]teh',
]
""",
        TOML,
    )
    source = "[default]\nextend-ignore-re = ['/teh x/i'] # note\n"
    check_fix(source, '[default]\nextend-ignore-re = ["(?i)teh x"] # note\n', TOML, "Change to")
    check_fix_all(source, source, TOML)
