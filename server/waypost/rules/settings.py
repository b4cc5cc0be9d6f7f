"""The rules of Waypost's own settings and comments."""

from waypost.results import Severity
from waypost.rules.model import Rule

SETTINGS_RULES: tuple[Rule, ...] = (
    Rule(
        name="unknown-setting",
        family="settings",
        severity=Severity.ERROR,
        summary="A setting, or a rule named in the settings, that does not exist.",
        explanation=(
            "It has no effect: a misspelt rule keeps its severity. `waypost check` checks everything else, then exits "
            "with 2.\n\nThe settings that could be read apply."
        ),
        bad='[tool.waypost.rules]\nunknown-lokale = "off"\n',
        good='[tool.waypost.rules]\nunknown-locale = "off"\n',
        file="pyproject.toml",
    ),
    Rule(
        name="bad-setting",
        family="settings",
        severity=Severity.ERROR,
        summary="A setting with a value that cannot be used.",
        explanation=(
            "The value has the wrong type, is not one of those allowed, or names a file that does not exist. The "
            "setting has no effect: `waypost check` checks everything else, then exits with 2."
        ),
        bad='[tool.waypost]\ncode-lens = "yes"\n',
        good="[tool.waypost]\ncode-lens = true\n",
        file="pyproject.toml",
    ),
    Rule(
        name="unused-ignore",
        family="settings",
        severity=Severity.WARNING,
        summary="A comment that ignores a rule that does not exist or reports nothing there.",
        explanation=(
            "A comment `# waypost: ignore[rule]` that outlives its finding hides the next one. A rule that is off does "
            "not count: it might report something if it ran. What makes typos refuse the file cannot be ignored."
        ),
        bad="[default]  # waypost: ignore[deprecated-key]\n",
        good="[default]\nignore-hex = true  # waypost: ignore[deprecated-key]\n",
        file="typos.toml",
    ),
)

# Reported whichever rules a run selects: something the user asked for could not be done.
ALWAYS = frozenset(("unknown-setting", "bad-setting"))
