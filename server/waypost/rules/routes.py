"""The rules of REST route strings."""

from waypost.rules.catalogue import CATALOGUE_RULES
from waypost.rules.model import Rule

ROUTE_RULES: tuple[Rule, ...] = (*CATALOGUE_RULES,)
