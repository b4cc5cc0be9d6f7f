"""The registry of rules. Docs, settings, `waypost rules` and every diagnostic take a rule's facts from here."""

from waypost.rules.apis import API_RULES
from waypost.rules.config import CONFIG_RULES
from waypost.rules.model import Rule
from waypost.rules.route_strings import ROUTE_STRING_RULES
from waypost.rules.settings import ALWAYS, SETTINGS_RULES

_FAMILIES = (CONFIG_RULES, ROUTE_STRING_RULES, API_RULES, SETTINGS_RULES)
RULES: dict[str, Rule] = {rule.name: rule for family in _FAMILIES for rule in family}

# The project's home: the one place that names it.
HOME = "https://github.com/waypost/waypost"


def rule_url(name: str) -> str:
    """Where a rule is explained."""
    return f"{HOME}/blob/main/server/docs/rules.md#{name}"


__all__ = ["ALWAYS", "HOME", "RULES", "Rule", "rule_url"]
