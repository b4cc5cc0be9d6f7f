"""Every rule of route strings, on its own examples."""

import pytest

from tests.support.check import analysis
from tests.support.variants import WIDE_PREFIX
from waypost.rules import Rule
from waypost.rules.route_strings import ROUTE_STRING_RULES


def rules_that_speak(source: str) -> set[str]:
    return {found.rule for found in analysis(source, "x.py").diagnostics()}


@pytest.mark.parametrize("rule", ROUTE_STRING_RULES, ids=lambda rule: rule.name)
def test_a_rule_speaks_on_its_bad_example_and_not_on_its_good_one(rule: Rule) -> None:
    for change in (str, lambda text: text.replace("\n", "\r\n"), lambda text: WIDE_PREFIX + text):
        assert rule.name in rules_that_speak(change(rule.bad))
        assert rules_that_speak(change(rule.good)) == set()
