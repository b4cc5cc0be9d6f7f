"""What is known about a rule, apart from the code that checks it."""

from typing import Literal, NamedTuple

from waypost.results import Severity


class Rule(NamedTuple):
    """A rule's facts: one entry here, one checker elsewhere."""

    name: str
    family: Literal["config", "routes", "settings"]
    severity: Severity
    # One line for lists and settings.
    summary: str
    # Why it matters and what to do, in Markdown.
    explanation: str
    # A short document that the rule reports, and the same document fixed: tests run both.
    bad: str
    good: str
    # The file name of the examples, if it matters.
    file: str = ""
    # Off unless the user turns it on.
    opt_in: bool = False

    # Whether the program that a document is for refuses it: that can be fixed, but no comment ignores it.
    is_refusal: bool = False
