"""The rules of REST route strings."""

from waypost.rules.model import Rule
from waypost.rules.registry import CATALOGUE_RULES
from waypost.rules.route_strings import ROUTE_STRING_RULES

ROUTE_RULES: tuple[Rule, ...] = (*ROUTE_STRING_RULES, *CATALOGUE_RULES)
