"""Generated files are up to date, and the examples of the rules are reported as documented."""

import pytest

from tests.generate import _FAMILIES, ROOT, pages
from tests.support.check import analysis
from waypost.rules import RULES, Rule

PAGES = pages()


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_generated_files_are_current(path) -> None:
    """If this fails, run `python -m tests.generate`."""
    assert path.read_text("utf-8") == PAGES[path]


def _rules_of(source: str, rule: Rule) -> list[str]:
    name = rule.file or _FAMILIES[rule.family][1]
    settings = {"rules": {rule.name: rule.severity.value}}
    return [found.rule for found in analysis(source, name, settings).diagnostics()]


# These need other files, which their own tests create.
NEED_FILES = {
    "shadowed-config",
    "nested-config",
    "nothing-checked",
    "dead-include",
    "unused-entry",
    "bad-api-document",
    "missing-credentials",
}


@pytest.mark.parametrize(
    "rule", [each for each in RULES.values() if each.name not in NEED_FILES], ids=lambda rule: rule.name
)
def test_a_rule_speaks_on_its_bad_example_and_not_on_its_good_one(rule) -> None:
    assert rule.name in _rules_of(rule.bad, rule)
    assert rule.name not in _rules_of(rule.good, rule)


def test_rules_are_explained() -> None:
    for rule in RULES.values():
        assert rule.summary.endswith("."), rule.name
        assert len(rule.explanation) > len(rule.summary), rule.name
