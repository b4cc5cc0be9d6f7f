"""Rust's engine: time in proportion to the text, a report for a bad pattern, and no text that it cannot take."""

import pytest

from waypost.config.typos.regex import finds, regex_error
from waypost.text.rust_regex import matcher
from waypost.workspace.globs import matches_any


def test_a_bad_pattern_is_compiled_once() -> None:
    """Each value of a parameter is compared with its pattern, and one that is too large takes long to refuse."""
    assert isinstance(matcher("a{1000000}"), ValueError)
    assert matcher("a{1000000}") is matcher("a{1000000}")


@pytest.mark.parametrize(("text", "expected"), [("caf\udce9-b", True), ("caf\udce9", False), ("b", True)])
def test_a_lone_surrogate_is_some_character(text: str, *, expected: bool) -> None:
    """Names of files that are not UTF-8 have them, and so do escapes in JSON."""
    assert finds("b$", text) is expected
    assert matches_any(("**/*-*-*-b",), f"/w/x-y-{text}") is (expected and "-" in text)


def test_a_pattern_with_a_lone_surrogate_is_wrong_there() -> None:
    error = regex_error("ab\ud800c")
    assert error is not None
    assert (error.start, error.end) == (2, 3)
