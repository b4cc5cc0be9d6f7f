"""The rules of REST route strings."""

from waypost.rules.model import Rule

ROUTE_RULES: tuple[Rule, ...] = ()
