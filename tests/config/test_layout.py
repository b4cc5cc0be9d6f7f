"""Formatting a configuration changes only white space."""

import tomllib

import pytest

from tests.support.check import actions, check_action
from tests.support.marked import cursor

TITLE = "Format"
CASES = [
    ("$0[ default ]\nlocale='en-us'#why\n", "[default]\nlocale = 'en-us' #why\n"),
    ("[default]\n  $0binary   =   true   # kept apart  \n", "[default]\nbinary = true   # kept apart\n"),
    ("[default]\nbinary = true$0\n[files]\nignore-dot=false\n",
     "[default]\nbinary = true\n\n[files]\nignore-dot = false\n"),
    ("[default]$0\n\n\n\nbinary=true\n\n\n# of files\n[files]\n",
     "[default]\n\nbinary = true\n\n# of files\n[files]\n"),
    ("[files]\nextend-exclude=[ # all\n  'a',   # one\n\n    'b' ]$0",
     "[files]\nextend-exclude = [ # all\n  'a',   # one\n\n  'b' ]"),
    ("[files]$0\nextend-exclude = [\n\t'a',\n 'b', 'c',  \n   # ] 🚩\n'd'\n  ]\n",
     "[files]\nextend-exclude = [\n\t'a',\n\t'b', 'c',\n\t# ] 🚩\n\t'd'\n]\n"),
    ("[files]$0\nextend-exclude = [\n'a',\n\"\"\"\n b\\\n  c\"\"\"\n, 'd']\n",
     "[files]\nextend-exclude = [\n  'a',\n  \"\"\"\n b\\\n  c\"\"\"\n  , 'd']\n"),
    ("[files]$0\nextend-exclude=[\n  ]\n", "[files]\nextend-exclude = [\n]\n"),
    ("[default.extend-words]\n  # 🚩 é\n$0'a'='a'\n", "[default.extend-words]\n# 🚩 é\n'a' = 'a'\n"),
]  # fmt: skip


@pytest.mark.parametrize(("source", "expected"), CASES)
def test_a_configuration_is_laid_out(source: str, expected: str) -> None:
    check_action(source, TITLE, expected, "typos.toml")
    check_action(source.replace("\n", "\r\n"), TITLE, expected.replace("\n", "\r\n"), "typos.toml")
    assert tomllib.loads(cursor(source)[0]) == tomllib.loads(expected)
    assert [each for each in actions(expected + "$0", "typos.toml") if TITLE in each.title] == []


def test_only_the_tables_of_typos_are_laid_out() -> None:
    source = "[project]\nname='x'\n[tool.typos]\n[tool.typos.default]\n$0binary=true\n[tool.other]\na=1\n"
    expected = "[project]\nname='x'\n\n[tool.typos]\n\n[tool.typos.default]\nbinary = true\n[tool.other]\na=1\n"
    check_action(source, TITLE, expected, "pyproject.toml")


@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("typos.toml", "[default]\nbinary=\n$0"),
        ("typos.toml", "[default\n$0binary=true\n"),
        ("typos.json", '{"default":$0 {}}'),
        ("pyproject.toml", "[project]\n$0name='x'\n[tool.typos]\n[tool.typos.default]\nbinary=true\n"),
    ],
)
def test_nothing_is_laid_out(name: str, source: str) -> None:
    assert [each for each in actions(source, name) if TITLE in each.title] == []
