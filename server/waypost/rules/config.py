"""The rules of spell-checker configuration."""

from waypost.results import Severity
from waypost.rules.model import Rule

CONFIG_RULES: tuple[Rule, ...] = (
    Rule(
        name="syntax-error",
        family="config",
        severity=Severity.ERROR,
        summary="The document is not valid TOML or JSON.",
        explanation=(
            "The checker reads nothing of a configuration it cannot parse: it stops with exit code 78.\n\n"
            "Every fault is reported at its place, and the rest of the document is still understood."
        ),
        bad='[default]\nlocale = "en\n',
        good='[default]\nlocale = "en"\n',
    ),
)
