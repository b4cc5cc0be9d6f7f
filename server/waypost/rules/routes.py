"""The rules of REST route strings."""

from waypost.rules.apis import API_RULES
from waypost.rules.model import Rule
from waypost.rules.route_strings import ROUTE_STRING_RULES

ROUTE_RULES: tuple[Rule, ...] = (*ROUTE_STRING_RULES, *API_RULES)
