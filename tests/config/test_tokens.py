"""Text is cut into words exactly as typos cuts it."""

import json
import subprocess
from random import Random

import pytest

from tests.support.typos import TYPOS
from waypost.config.typos.tokens import is_identifier, is_word, words

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


@pytest.mark.parametrize("key", ["a_b", "x1y", "3D", "naïve", "中文", "__x"])
def test_an_identifier_is_letters_digits_and_underscores(key):
    assert is_identifier(key)


@pytest.mark.parametrize("key", ["foo-bar", "a b", "don't", "a.b", "a/b", "", "x²"])
def test_anything_else_cuts_an_identifier(key):
    assert not is_identifier(key)


def test_words_are_those_of_the_checker(tmp_path):
    """The words in what typos reads as identifiers are those that typos reads."""
    chance = Random(1)
    alphabet = "abzABZ_09éÉß中ªⅧⅷ"
    texts = ["".join(chance.choices(alphabet, k=chance.randint(2, 7))) for _ in range(3000)]
    (tmp_path / "t.txt").write_text("\n".join(texts), encoding="utf-8")
    identifiers = _said(tmp_path, "--identifiers")
    assert len(identifiers) > 2000
    assert [word.text for each in identifiers for word in words(each)] == _said(tmp_path, "--words")


def _said(folder, question):
    """What typos lists for the file."""
    done = subprocess.run([TYPOS, question, "--format", "json", "t.txt"], cwd=folder, check=True, capture_output=True)
    return [line["data"] for line in map(json.loads, done.stdout.splitlines())]
