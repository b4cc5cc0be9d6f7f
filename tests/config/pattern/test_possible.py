"""Whether a pattern can match in texts of a kind: never denied where the engine finds a match."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.config.pattern.patterns import PATTERNS, TEXTS
from tests.support.budget import examples
from waypost.config.model.schema import About
from waypost.config.pattern.possible import can_match
from waypost.config.typos.regex import finds, regex_error
from waypost.config.typos.tokens import is_identifier, is_word


@pytest.mark.parametrize(
    ("about", "pattern"),
    [
        (About.WORD, "getTeh"),
        (About.WORD, "^[a-z]+[A-Z][a-z]+$"),
        (About.WORD, "^tEH$"),
        (About.WORD, "HTTPs"),
        (About.WORD, "x-y"),
        (About.WORD, r"\d"),
        (About.WORD, r"te\bh"),
        (About.IDENTIFIER, r"^\d+$"),
        (About.IDENTIFIER, "^_+$"),
        (About.IDENTIFIER, r"_\bteh"),
        (About.IDENTIFIER, r"a\.b"),
        (About.TEXT, "$teh"),
        (About.TEXT, "# ^teh"),
        (About.TEXT, "teh$ docs"),
        (About.TEXT, "(?m)a^b"),
        (About.TEXT, r"te\bh"),
        (About.TEXT, r"-\b "),
        (About.TEXT, "(b$)x(^d)e"),
    ],
)
def test_what_cannot_match_is_known(about, pattern):
    assert not can_match(pattern, about)


@pytest.mark.parametrize(
    ("about", "pattern"),
    [
        (About.WORD, "(?i)^TeH$"),
        (About.WORD, "[A-Z]{3}"),
        (About.WORD, "^[A-Z][a-z]+$"),
        (About.WORD, "Ps$"),
        (About.WORD, r"[\p{Lu}][\p{Lu}]x"),
        (About.WORD, "(a|b-)+c$"),
        (About.IDENTIFIER, "[a-z]+Teh"),
        (About.IDENTIFIER, r"^\d+x"),
        (About.IDENTIFIER, r"\d\d"),
        (About.TEXT, "teh$"),
        (About.TEXT, "(?m)^a$\nb"),
        (About.TEXT, "(?Rm)x$\r\ny"),
        (About.TEXT, "(?s)^---.*?---$"),
        (About.TEXT, r"x\b-\b"),
        (About.TEXT, r"(^|\s)x($|\n)"),
        (About.TEXT, "a{3000}"),
        # Too long to be tried.
        (About.TEXT, f"({'teh' * 150}|b)x"),
        (About.TEXT, f"({'teh' * 150})+x"),
        (About.TEXT, f"({'teh' * 150})*x"),
        (About.WORD, f"({'-' * 450}|b)x"),
        (About.TEXT, "x{0}^a"),
        (About.WORD, "a-{0}b"),
        (About.TEXT, "($|a)b"),
        # Half typed.
        (About.TEXT, "(a"),
        (About.WORD, "a{"),
        (About.WORD, "-\\"),
    ],
)
def test_what_may_match_is_not_denied(about, pattern):
    assert can_match(pattern, about)


@examples(300)
@given(PATTERNS, TEXTS)
@pytest.mark.slow
def test_nothing_that_matches_is_denied(pattern, text):
    assume(regex_error(pattern) is None and finds(pattern, text))
    assert can_match(pattern, About.TEXT)


PIECES = [
    "a",
    "b",
    "B",
    "1",
    "_",
    "-",
    "^",
    "$",
    r"\b",
    r"\B",
    r"\w",
    "[a-c]",
    "[^a]",
    ".",
    "(?:",
    ")",
    "|",
    "*",
    "+",
    "?",
]
PIECES += ["{2}", "{1,3}", "(?i)", "(?m)", "\n", r"\s", r"\d", "é"]


@examples(600)
@given(st.lists(st.sampled_from(PIECES), max_size=8).map("".join), st.text("aAbB1_- \né", max_size=6))
@pytest.mark.slow
def test_nothing_that_matches_any_text_is_denied(pattern, text):
    assume(regex_error(pattern) is None and finds(pattern, text))
    assert can_match(pattern, About.TEXT)
    assert can_match(pattern, About.IDENTIFIER) or not is_identifier(text)
    assert can_match(pattern, About.WORD) or not is_word(text)
