"""Text is cut into words exactly as the spell checker cuts it."""

import json
import subprocess

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.support.typos import TYPOS
from waypost.config.tokens import is_identifier, is_word, words

CASES = {
    "FoV": "Fo V",
    "OTPs": "OT Ps",
    "x1y": "x 1 y",
    "foo_bar": "foo bar",
    "XMLHttp": "XML Http",
    "ABc": "A Bc",
    "aBC": "a BC",
    "naïve": "naïve",
    "ÉCOLE": "ÉCOLE",
    "中文字": "",
    "中a": "a",
    "ßA": "ß A",
    "A1B2": "A 1 B 2",
    "__init__": "init",
    "sha2": "sha 2",
    "IO": "IO",
    "": "",
}


@pytest.mark.parametrize(("identifier", "expected"), CASES.items())
def test_identifiers_are_cut_at_case_digits_and_underscores(identifier, expected):
    assert " ".join(word.text for word in words(identifier)) == expected
    assert all(identifier[word.start :].startswith(word.text) for word in words(identifier))


@pytest.mark.parametrize("key", ["teh", "Teh", "TEH", "naïve", "a"])
def test_a_word_is_cut_nowhere(key):
    assert is_word(key)


@pytest.mark.parametrize(
    "key", ["FoV", "OTPs", "OME-TIFF", "os.o_wronly", "a b", "don't", "sha2", "", "_x", "中文", "OK "]
)
def test_a_text_of_several_words_is_no_word(key):
    assert not is_word(key)


@pytest.mark.parametrize("key", ["a_b", "x1y", "3D", "naïve", "中文", "__"])
def test_an_identifier_is_letters_digits_and_underscores(key):
    assert is_identifier(key)


@pytest.mark.parametrize("key", ["foo-bar", "a b", "don't", "a.b", "a/b", "", "x²"])
def test_anything_else_cuts_an_identifier(key):
    assert not is_identifier(key)


@settings(max_examples=5, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.text("abzABZ_09éÉß中ªⅧⅷ", min_size=2, max_size=7), min_size=200, max_size=300))
def test_words_are_those_of_the_checker(tmp_path, identifiers):
    """Every identifier that the checker reads as one is cut where it cuts."""
    (tmp_path / "t.txt").write_text("\n".join(f"({each})" for each in identifiers), encoding="utf-8")
    whole = _said(tmp_path, "--identifiers")
    cut = _said(tmp_path, "--words")
    read = [number for number, identifier in enumerate(identifiers) if whole.get(number) == [identifier]]
    assert len(read) > len(identifiers) / 4
    for number in read:
        identifier = identifiers[number]
        assert [word.text for word in words(identifier)] == cut.get(number, [])


def _said(folder, question):
    """What the checker lists for each line of the file."""
    done = subprocess.run([TYPOS, question, "--format", "json", "t.txt"], cwd=folder, check=True, capture_output=True)
    said = {}
    for line in map(json.loads, done.stdout.splitlines()):
        if "line_num" in line:
            said.setdefault(line["line_num"], []).append(line["data"])
    return said
