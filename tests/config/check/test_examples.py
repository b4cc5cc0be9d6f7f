"""Each rule speaks on its bad example, and not on the good one."""

import pytest

from tests.support.check import workspace
from waypost.analysis import Analysis
from waypost.rules import RULES
from waypost.text import Document

CONFIG_RULES = [rule for rule in RULES.values() if rule.family == "config"]
# What stands beside the example.
BESIDE = {"shadowed-config": {"typos.toml": ""}}


def rules_of(rule, text):
    settings = {"rules": {rule.name: rule.severity.value}}
    state = workspace(settings, {**BESIDE.get(rule.name, {}), rule.file: text})
    document = Document.from_text(f"file:///w/{rule.file}", text)
    return {each.rule for each in Analysis(document, state).diagnostics()}


@pytest.mark.parametrize("rule", CONFIG_RULES, ids=lambda rule: rule.name)
def test_the_bad_example_is_bad_and_the_good_one_good(rule):
    assert rule.name in rules_of(rule, rule.bad)
    assert rules_of(rule, rule.good) == set()
