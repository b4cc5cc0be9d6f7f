"""The registry of rules. Docs, settings, `waypost rules` and every diagnostic take a rule's facts from here."""

from waypost.rules.config import CONFIG_RULES
from waypost.rules.model import Rule
from waypost.rules.routes import ROUTE_RULES

RULES: dict[str, Rule] = {rule.name: rule for rule in (*CONFIG_RULES, *ROUTE_RULES)}

__all__ = ["RULES", "Rule"]
