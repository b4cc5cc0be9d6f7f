"""`waypost rules`, `waypost rule` and `waypost schema`."""

import json

from click.testing import CliRunner

from waypost.cli.group import waypost
from waypost.config.model.schema import load
from waypost.rules import RULES


def run(*arguments):
    return CliRunner().invoke(waypost, arguments)


def test_every_rule_is_listed():
    text = run("rules").output
    assert [
        line for name in RULES if not (line := next((each for each in text.splitlines() if f" {name} " in each), ""))
    ] == []
    assert [each["name"] for each in json.loads(run("rules", "--output-format", "json").output)] == list(RULES)


def test_a_rule_is_explained_with_examples_and_how_to_silence_it():
    page = run("rule", "dead-word").output
    assert 'sha2 = "sha2"' in page
    assert 'dead-word = "off"' in page
    assert "# waypost: ignore[dead-word]" in page
    assert 'needless-entry = "information"  # turns it on' in run("rule", "needless-entry").output


def test_an_unknown_rule_is_offered_the_nearest():
    done = run("rule", "ded-word")
    assert done.exit_code == 2
    assert 'did you mean "dead-word"?' in done.output


def test_the_schema_is_printed():
    assert json.loads(run("schema").output) == load()
