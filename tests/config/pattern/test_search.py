"""Where a pattern matches agrees with the engine, which only says whether it does."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.config.pattern.patterns import PATTERNS, TEXTS
from tests.support.budget import examples
from waypost.config.complete import ready
from waypost.config.pattern import matches
from waypost.config.pattern.program import may_be_empty
from waypost.config.pattern.reader import read
from waypost.config.typos.regex import finds, regex_error

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
        ("\U0001f600.", "a\U0001f600\U0001f600b", ["\U0001f600\U0001f600"]),
    ],
)  # fmt: skip
def test_matches_are_those_the_engine_makes(pattern, text, expected):
    found = matches(pattern, text)
    assert found is not None
    assert [text[start:end] for start, end in found] == expected


@examples(30)
@given(PATTERNS, TEXTS)
def test_the_first_match_is_where_the_engine_has_one(pattern, text):
    node = read(pattern) if regex_error(pattern) is None else None
    assume(node is not None and not may_be_empty(node))  # an empty match is preferred to one that starts later
    found = matches(pattern, text)
    assert found is not None
    assert bool(found) == finds(pattern, text)
    ends = [0, *(end for _, end in found)]
    for (start, end), before in zip(found, ends, strict=False):
        assert may_match(pattern, text, start, end)
        assert not any(may_match(pattern, text, each, end) for each in range(before, start))


def may_match(pattern: str, text: str, start: int, end: int) -> bool:
    """Whether the engine can make exactly this match."""
    framed = rf"\A(?s:.{{{start}}})(?:{pattern}"
    close = rf")(?s:.{{{len(text) - end}}})\z"
    whole = framed + close if regex_error(framed + close) is None else f"{framed}\n{close}"
    return finds(whole, text)


@examples(30)
@given(PATTERNS)
def test_what_the_engine_takes_is_read(pattern):
    assume(regex_error(pattern) is None)
    assert read(pattern) is not None


@pytest.mark.parametrize("lead", [0, 1, 255, 256, 257, 2_047, 2_048, 5_000])
@examples(20)
@given(st.sampled_from(["x", "x\n", "\U0001f600x"]))
def test_a_match_is_found_however_far_away(lead, filler):
    text = (filler * lead)[:lead] + "teh\nend" + filler * 300
    assert matches(r"(?s)teh.end", text) == ((lead, lead + 7),)
    assert matches(r"\Ateh", text) == (((0, 3),) if lead == 0 else ())


def test_as_many_as_are_wanted():
    assert matches("a", "a" * 10_000, 2) == ((0, 1), (1, 2))


def test_what_takes_too_long_is_not_found_out():
    assert matches(r"(?:[a-c]{0,60}a){0,60}b", "a" * 300 + "b") is None


@pytest.mark.parametrize("known", [*ready.PATTERNS, *ready.IDENTIFIERS, *ready.WORDS], ids=lambda each: each.label)
def test_every_ready_made_pattern_can_be_searched(known):
    assert matches(known.value, "a_B 1 http://example.com/x sha256-aaaa `x` _a") is not None
