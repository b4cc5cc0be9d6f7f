"""What is known of a rule beside the code that checks it."""

from dataclasses import dataclass
from typing import Literal

from waypost.results import Severity


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule's facts: one entry here, one checker elsewhere."""

    name: str
    family: Literal["config", "routes", "settings"]
    severity: Severity
    # One line for lists and settings.
    summary: str
    # Why it matters and what to do, in Markdown.
    explanation: str
    # A short document that the rule speaks on, and the same mended: tests run both.
    bad: str
    good: str
    # The file the examples stand in, where the name matters.
    file: str = ""
    # Off unless asked for.
    opt_in: bool = False
