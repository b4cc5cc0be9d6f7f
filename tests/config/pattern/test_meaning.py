"""What a pattern means, in words."""

import pytest
from hypothesis import assume, given

from tests.config.pattern.patterns import PATTERNS
from tests.support.budget import examples
from waypost.config.complete import ready
from waypost.config.pattern import meaning
from waypost.config.typos.regex import regex_error
from waypost.markup import plain

SAID = [
    ("typ", "`typ`"),
    ("^typ$", "at the start of the text, then `typ`, then at the end of the text"),
    ("(?m)^a$", "at the start of a line, then `a`, then at the end of a line"),
    ("(?Rm)a$", "`a`, then at the end of a line, before LF or CR LF"),
    (r"\Aa\z", "at the start of the text, then `a`, then at the end of the text"),
    (r"\bfoo\b", "at a word boundary, then `foo`, then at a word boundary"),
    (r"\Bfoo\B", "no word boundary, then `foo`, then no word boundary"),
    (r"\<foo\b{end}", "at the start of a word, then `foo`, then at the end of a word"),
    (r"\b{start-half}a\b{end-half}", "no word character before, then `a`, then no word character after"),
    (r"(?-u:\b)a", "at a word boundary, of ASCII words, then `a`"),
    (".", "any character but a line break"),
    ("(?s).*", "zero or more characters of any kind"),
    ("(?R).+", "one or more characters other than CR and LF"),
    (r"[\s\S]*?", "zero or more characters of any kind, as few as possible"),
    ("a?", "optionally `a`"),
    ("a??", "optionally `a`, preferably not"),
    ("(?U)a+", "one or more `a`, as few as possible"),
    ("(?U)a+?", "one or more `a`"),
    (r"\d{3}", "3 digits"),
    (r"\d{2,}", "2 or more digits"),
    (r"\d{2,4}?", "2 to 4 digits, as few as possible"),
    (r"\d{1}", "a digit"),
    (r"a{0}", "nothing"),
    (r"\D+", "one or more characters other than digits"),
    (r"(?-u:\d)", r"a character of `(?-u:\d)`"),
    ("[a-z]", "a character of `[a-z]`"),
    ("[^a-z_]+", "one or more characters of `[^a-z_]`"),
    (r"[]\]a-]", r"a character of `[]\]a-]`"),
    (r"[+-\]]x", r"a character of `[+-\]]`, then `x`"),
    (r"[+-[]x", "a character of `[+-[]`, then `x`"),
    (r"[\x{5D}-]x", r"a character of `[\x{5D}-]`, then `x`"),
    ("[[:xdigit:]]{6}", "6 characters of `[[:xdigit:]]`"),
    (r"\pL+", r"one or more characters of `\pL`"),
    (r"\P{Greek}", r"a character of `\P{Greek}`"),
    ("[a-z&&[^aeiou]]", "a character of `[a-z&&[^aeiou]]`"),
    ("a|b|", "`a`, `b` or nothing"),
    ("colou?r", "`colo`, then optionally `u`, then `r`"),
    ("(ab)+", "`ab` one or more times"),
    ("(?:ab)?c", "optionally `ab`, then `c`"),
    ("(a b|c){3}", "(`a b` or `c`) 3 times"),
    ("(?P<year>[0-9]{4})", "4 characters of `[0-9]`"),
    ("(?i)typ", "`typ` in any casing"),
    ("(?i)t(?-i)y", "`t` in any casing, then `y`"),
    ("(?i)1[a-z]", "`1`, then a character of `(?i:[a-z])`"),
    ("(?i-u:k)", "a character of `(?i-u:k)`"),
    ("(?x) a  b # two letters", "`ab`"),
    ("(?x) [a b # ]\n ]", "a character of `(?x:[a b # ]  ])`"),
    ("`a`", "`` `a` ``"),
    ("\x01", "U+0001"),
    ("", "the empty text, which is everywhere"),
    (r"\x41\u{42}\U00000043\.", "`ABC.`"),
]  # fmt: skip


@pytest.mark.parametrize(("pattern", "said"), SAID)
def test_a_short_pattern_is_a_sentence(pattern, said):
    assert regex_error(pattern) is None
    assert meaning(pattern) == f"Matches {said}."


def test_a_long_pattern_is_a_list():
    assert meaning(r"(?i)see\s+(?:https?://|www\.example\.(?:com|org)/[a-z]{2,})+\b", "file") == (
        "Matches, in this order:\n\n"
        "- `see` in any casing\n"
        "- one or more whitespace characters\n"
        "- one or more times:\n"
        "  - one of these:\n"
        "    - `http` in any casing, then optionally `s` in any casing, then `://`\n"
        "    - in this order:\n"
        "      - `www.example.` in any casing\n"
        "      - `com` in any casing or `org` in any casing\n"
        "      - `/`\n"
        "      - 2 or more characters of `(?i:[a-z])`\n"
        "- at a word boundary"
    )


def test_a_block_between_comments():
    pattern = r"(?s)(#|//)\s*spellchecker:off.*?\n\s*(#|//)\s*spellchecker:on"
    assert meaning(pattern).splitlines()[2:7] == [
        "- `#` or `//`",
        "- zero or more whitespace characters",
        "- `spellchecker:off`",
        "- zero or more characters of any kind, as few as possible",
        "- a line break",
    ]


def test_what_is_looked_at_is_named():
    assert meaning("^a", "word") == "Matches at the start of the word, then `a`."


def test_many_texts_to_choose_from_are_cut_short():
    said = meaning("|".join(f"word{number}" for number in range(30)))
    assert said.startswith("Matches:\n\n- one of `word0`, ")
    assert said.endswith("`word11` and 18 more")


def test_a_pattern_of_many_parts_is_cut_short():
    assert len(meaning(r"a\d+" * 100).splitlines()) == 43


@pytest.mark.parametrize("known", [*ready.PATTERNS, *ready.IDENTIFIERS, *ready.WORDS], ids=lambda each: each.label)
def test_every_ready_made_pattern_has_a_meaning(known):
    said = meaning(known.value)
    assert said.startswith("Matches")
    assert "None" not in said
    assert plain(said)


@examples(30)
@given(PATTERNS)
def test_whatever_the_engine_takes_has_a_meaning(pattern):
    assume(regex_error(pattern) is None)
    assert meaning(pattern).startswith("Matches")


LINK = r"https?://[a-z]+\.example\.com/[a-z]+/\d+"
PAGE = r"https?://[a-z]+\.example\.org/[a-z]+/\d+"


@pytest.mark.parametrize(
    ("pattern", "lines"),
    [
        (f"(?:{LINK}|{PAGE})?x", ["- once or not at all:", "  - one of these:"]),
        (f"(?:{LINK}|{PAGE}){{1}}", ["- once:", "  - one of these:"]),
        (f"(?:{LINK}){{2}}x", ["- 2 times:", "  - `http`"]),
        (
            f"(?:{LINK}|{PAGE}|)x",
            ["- one of these:", "  - in this order:", "  - the empty text, which is everywhere", "- `x`"],
        ),
    ],
)
def test_long_parts_are_lists_below_what_is_said_of_them(pattern, lines):
    assert regex_error(pattern) is None
    said = meaning(pattern).splitlines()
    assert said[2:4] == lines[:2]
    assert [each for each in lines if each not in said] == []


def test_many_long_parts_to_choose_from_are_cut_short():
    choices = [f"(?:{LINK}|{PAGE}){{2}}", *(rf"{letter}\d+{letter}" for letter in "abcdefghijklmno")]
    assert meaning("|".join(choices)).endswith("\n  - 4 more")


@pytest.mark.parametrize(
    "pattern", ["\\", r"\q", "*a", "a|+", "(?Q)a", r"\b{nope}a", "a{x}", "(?", "[a", "a)", "(?P<a"]
)
def test_of_what_the_engine_refuses_nothing_is_said(pattern):
    assert regex_error(pattern) is not None
    assert meaning(pattern) == ""


@pytest.mark.parametrize("pattern", ["(" * 60 + "a" + ")" * 60, "[" * 30 + "a" + "]" * 30])
def test_what_is_nested_too_deep_is_left_alone(pattern):
    assert regex_error(pattern) is None
    assert meaning(pattern) == ""
