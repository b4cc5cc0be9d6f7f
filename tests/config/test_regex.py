"""Rust's engine judges patterns, and a fault is a range of the pattern."""

import pytest

from waypost.config.typos.regex import finds, regex_error

FAULTS = [
    ("(", "(", "unclosed group"),
    ("é🙂a(b", "(", "unclosed group"),
    ("(?!x)y", "(?!", "look-around"),
    (r"(a)\1", r"\1", "backreferences"),
    ("[z-a]", "z-a", "invalid character class range"),
    ("a{5,2}", "{5,2}", "invalid repetition count"),
    (r"x\q", r"\q", "unrecognized escape"),
    (r"\Z", r"\Z", "unrecognized escape"),
    (r"\p{Foo}", r"\p{Foo}", "Unicode property not found"),
    ("(?P<n>a)(?P<n>b)", "n", "duplicate capture group"),
    ("(?x)\n  a # comment\n  [b", "[", "unclosed character class"),
    ("a)\u2028^ \n- ", ")", "unopened group"),
    ("a{1000000}{1000000}", "a{1000000}{1000000}", "exceeds size limit"),
]


@pytest.mark.parametrize(("pattern", "part", "message"), FAULTS)
def test_the_fault_is_the_part_of_the_pattern_the_engine_points_at(pattern, part, message):
    error = regex_error(pattern)
    assert pattern[error.start : error.end] == part
    assert message in error.message


def test_the_second_of_two_clashing_names_is_the_fault():
    assert regex_error("(?P<n>a)(?P<n>b)").start == 12


@pytest.mark.parametrize("pattern", ["", "(?R)", r"\p{Greek}", "(?<n>x)", "[[:alpha:]]", r"(?m)^\s*$", "x{2}"])
def test_what_rust_takes_and_python_may_not_is_right(pattern):
    assert regex_error(pattern) is None


def test_a_pattern_is_searched_for_anywhere():
    assert finds("te", "latest")
    assert not finds("^te", "latest")
