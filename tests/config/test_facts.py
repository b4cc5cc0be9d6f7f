"""The shipped facts are those of the installed typos."""

from tests.facts import render
from waypost.config.model.facts import FACTS_FILE, facts


def test_the_facts_are_those_of_the_installed_checker():
    assert FACTS_FILE.read_text(encoding="utf-8") == render(), "run `python -m tests.facts`"


def test_types_carry_their_globs_and_words():
    assert facts().globs["py"] == ["*.py", "*.pyi", "pyproject.toml"]
    assert facts().type["rust"]["extend-words"] == {"ser": "ser"}
    assert facts().unchecked == {"cert", "lock"}
    assert facts().default["locale"] == "en"
