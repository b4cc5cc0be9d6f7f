"""The registry of rules. Docs, settings, `waypost rules` and every diagnostic take a rule's facts from here."""

from waypost.rules.config import CONFIG_RULES
from waypost.rules.model import Rule
from waypost.rules.routes import ROUTE_RULES
from waypost.rules.settings import ALWAYS, SETTINGS_RULES

RULES: dict[str, Rule] = {rule.name: rule for rule in (*CONFIG_RULES, *ROUTE_RULES, *SETTINGS_RULES)}

# The project's home: the one place that names it.
HOME = "https://github.com/waypost/waypost"


def rule_url(name: str) -> str:
    """Where a rule is explained."""
    return f"{HOME}/blob/main/server/docs/rules.md#{name}"


__all__ = ["ALWAYS", "HOME", "RULES", "Rule", "rule_url"]
