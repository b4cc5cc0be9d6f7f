"""invalid-regex, broad-ignore, missing-multiline: at the exact part of the pattern, whatever the string looks like."""

import pytest

from tests.support.check import check_diagnostics, check_fix, check_fix_all

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


def test_good_patterns_are_fine():
    check_diagnostics(
        r"""
[default]
extend-ignore-re = ['(?Rm)^x$', "(?<n>x)", '\p{Greek}', '(^|\s)x', 'a$|b', '^#!.*', '\$', '[$^]a', "https?://\\S+"]
extend-ignore-words-re = ["^te$", "^[A-Z]{2}$", "word"]
extend-ignore-identifiers-re = ["^_.*"]
""",
        TOML,
    )


def test_a_pattern_that_silences_everything_is_told():
    check_diagnostics(
        """\
[default]
extend-ignore-re = [".*", "te"]
                    ^^^^ warning[broad-ignore] matches everything
                          ^^^^ warning[broad-ignore] every word that starts or ends with it
extend-ignore-words-re = ["x*", "te"]
                          ^^^^ warning[broad-ignore] matches everything
                                ^^^^ warning[broad-ignore] every word that holds it
extend-ignore-identifiers-re = [".*ser.*"]
                                ^^^^^^^^^ warning[broad-ignore] every identifier that holds it
""",
        TOML,
    )


def test_a_short_pattern_is_anchored():
    check_fix(
        '[default]\nextend-ignore-words-re = ["te"]\n',
        '[default]\nextend-ignore-words-re = ["^te$"]\n',
        TOML,
        "Write",
    )
    check_fix('[default]\nextend-ignore-re = ["te"]\n', "[default]\nextend-ignore-re = ['\\bte\\b']\n", TOML, "Write")


def test_anchors_take_multiline_mode():
    check_diagnostics(
        r"""
[default]
extend-ignore-re = ['^# x', "abc$", '(?i)^note']
                     ^ warning[missing-multiline] `^` is the start of the file
                                ^ warning[missing-multiline] `$` is the end of the file
                                         ^ warning[missing-multiline] `^` is the start
extend-ignore-words-re = ["^abc$"]
""",
        TOML,
    )
    check_fix_all(
        '[default]\nextend-ignore-re = [\'^# x\', """abc$"""]\n',
        '[default]\nextend-ignore-re = [\'(?m)^# x\', """(?m)abc$"""]\n',
        TOML,
    )


def test_patterns_see_no_more_than_the_word_or_identifier():
    check_diagnostics(
        r"""
[default]
extend-ignore-identifiers-re = ["use serivce", 'foo\.bar', '^a-b$', '"x"', 'ab\s+cd']
                                    ^ warning[dead-identifier] there is no blank in one
                                                   ^^ warning[dead-identifier] no `\.` in one
                                                              ^ warning[dead-identifier]
                                                                     ^ warning[dead-identifier]
                                                                              ^^ warning[dead-identifier]
extend-ignore-words-re = ["foo_bar", 'x-?yz', 'abc.def', '[-_]abc', '(a-b|c)', 'abc\b', 'ab{2}-']
                              ^ warning[dead-word] no `_` in one
extend-ignore-re = ["foo-bar", 'foo\.bar']
""",
        TOML,
    )
    check_diagnostics("[default]\nextend-ignore-identifiers-re = ['foo_bar', 'a.b_c', 'x_?y', '^_[0-9]+$']\n", TOML)


def test_a_backspace_was_meant_to_be_the_edge_of_a_word():
    check_diagnostics(
        r"""
[default]
extend-ignore-re = ["x\\b", "\bteh\b", '\bteh\b', "\u0008"]
                             ^^ warning[swallowed-escape] is a backspace in this string
""",
        TOML,
    )
    check_fix_all(
        '[default]\nextend-ignore-re = ["\\bte\\\\.h\\b"] # note\n',
        "[default]\nextend-ignore-re = ['\\bte\\.h\\b'] # note\n",
        TOML,
    )
    check_fix_all(
        '{"default": {"extend-ignore-re": ["\\bteh"]}}', '{"default": {"extend-ignore-re": ["\\\\bteh"]}}', "typos.json"
    )


@pytest.mark.parametrize("pattern", ["(", '"', "'(", '"\\q'])
def test_a_half_typed_pattern_is_a_syntax_error_at_most(pattern):
    """A string that is not closed is reported as that, and its pattern is not looked at."""
    source = f"[default]\nextend-ignore-re = [{pattern}\n"
    from tests.support.check import analysis

    assert {each.rule for each in analysis(source, TOML).diagnostics()} == {"syntax-error"}
