"""Where a pattern matches, in characters."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.config.pattern.patterns import PATTERNS, TEXTS
from tests.support.budget import examples
from waypost.config.complete import ready
from waypost.config.pattern.reader import read
from waypost.config.typos.regex import matches, regex_error

OFF_AND_ON = "a\n# spellchecker:off\nteh\n# spellchecker:on\nb\n# spellchecker:off\n\n# spellchecker:on\n"


@pytest.mark.parametrize(
    ("pattern", "text", "expected"),
    [
        ("a|ab", "ab ab", ["a", "a"]),
        ("ab|a", "ab a", ["ab", "a"]),
        ("a+?", "aaa", ["a", "a", "a"]),
        ("(?U)a+", "aaa", ["a", "a", "a"]),
        ("a{2,3}", "aaaaa", ["aaa", "aa"]),
        ("x*", "axxb", ["xx"]),
        ("", "abc", []),
        ("(|a)+", "aa", []),
        (r"\bfoo\b", "foo food a-foo", ["foo", "foo"]),
        (r"(?m)^b.*$", "a b\nbc\r\nbd", ["bc\r", "bd"]),
        (r"(?Rm)^b.*$", "a b\r\nbc\r\nbd", ["bc", "bd"]),
        ("(?i)STRASSE|k", "Strasse \u212a", ["Strasse", "\u212a"]),
        ("(?i-u:k)", "k\u212aK", ["k", "K"]),
        ("(?x) a  b # two\n", "ab", ["ab"]),
        (r"(?s)# spellchecker:off.*?# spellchecker:on", OFF_AND_ON,
         ["# spellchecker:off\nteh\n# spellchecker:on", "# spellchecker:off\n\n# spellchecker:on"]),
        (r"[\w--\d]+", "é1\U0001f600b2", ["é", "b"]),
        ("b+", "\ud800é\U0001f600bb", ["bb"]),
        ("\U0001f600.", "a\U0001f600\U0001f600b", ["\U0001f600\U0001f600"]),
    ],
)  # fmt: skip
def test_matches_are_those_the_engine_makes(pattern, text, expected):
    found = matches(pattern, text)
    assert found is not None
    assert [text[start:end] for start, end in found] == expected


@examples(30)
@given(PATTERNS, TEXTS, st.sampled_from(["", "é", "\U0001f6a9", "\ud800"]))
def test_places_are_in_characters(pattern, text, lead):
    assume(regex_error(pattern) is None)
    found = matches(pattern, lead + text)
    ends = [0, *(end for _, end in found)]
    assert all(before <= start < end <= len(lead + text) for (start, end), before in zip(found, ends, strict=False))


@examples(30)
@given(PATTERNS)
def test_what_the_engine_takes_is_read(pattern):
    assume(regex_error(pattern) is None)
    assert read(pattern) is not None


def test_as_many_as_are_wanted():
    assert list(matches("a", "a" * 10_000, 2)) == [(0, 1), (1, 2)]


@pytest.mark.parametrize("known", [*ready.PATTERNS, *ready.IDENTIFIERS, *ready.WORDS], ids=lambda each: each.label)
def test_every_ready_made_pattern_can_be_searched(known):
    assert matches(known.value, "a_B 1 http://example.com/x sha256-aaaa `x` _a") is not None
