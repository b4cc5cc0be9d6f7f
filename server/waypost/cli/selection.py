"""`--select`, `--ignore` and `--severity`: the rules of one run, whatever the settings say."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import click

from waypost.results import Severity
from waypost.rules import ALWAYS, RULES
from waypost.workspace import Settings
from waypost.workspace.setting_kinds import LEVELS
from waypost.workspace.settings import did_you_mean

_FAMILIES = {rule.family: None for rule in RULES.values()}


@dataclass(frozen=True)
class RuleChoice:
    """The rules and severities that one run wants."""

    selected: frozenset[str] = frozenset()
    ignored: frozenset[str] = frozenset()
    levels: Mapping[str, Severity | None] = field(default_factory=dict)

    def of(self, settings: Settings) -> Settings:
        """The settings with only the selected rules, if there are any, and without the ignored ones."""
        if not self.selected and not self.ignored and not self.levels:
            return settings
        per_file = {glob: self._without_named(levels) for glob, levels in settings.per_file_rules.items()}
        return replace(settings, rules=self._levels(settings), per_file_rules=per_file)

    def _levels(self, settings: Settings) -> dict[str, Severity | None]:
        """A rule selected by name is on even if the settings turn it off; for a family, the settings decide."""
        levels = dict(settings.rules)
        for rule in RULES.values():
            names = {rule.name, rule.family}
            if rule.name in self.levels:
                levels[rule.name] = self.levels[rule.name]
            if names & self.ignored or (self.selected and not names & self.selected and rule.name not in ALWAYS):
                levels[rule.name] = None
            elif rule.name in self.selected and levels.get(rule.name, settings.severity(rule.name)) is None:
                levels[rule.name] = rule.severity
        return levels

    def _without_named(self, levels: Mapping[str, Severity | None]) -> dict[str, Severity | None]:
        """The settings for some files, as far as they turn off rules that the user has not named."""
        named = self.selected | self.levels.keys()
        return {rule: level for rule, level in levels.items() if rule not in named and self._leaves(rule, level)}

    def _leaves(self, rule: str, level: Severity | None) -> bool:
        names = {rule, RULES[rule].family}
        return level is None or not (names & self.ignored or (self.selected and not names & self.selected))


def rule_names(ctx: click.Context, param: click.Parameter, values: Sequence[str]) -> frozenset[str]:
    """The rules and families that an option names, separated by commas or in repeated options."""
    names = frozenset(name.strip() for value in values for name in value.split(",") if name.strip())
    for name in names:
        if name not in RULES and name not in _FAMILIES:
            raise click.BadParameter(f"there is no rule `{name}`{did_you_mean(name, RULES | _FAMILIES)}", ctx, param)
    return names


def rule_levels(ctx: click.Context, param: click.Parameter, values: Sequence[str]) -> Mapping[str, Severity | None]:
    """The severities that an option sets: `RULE=LEVEL`, separated by commas or in repeated options."""
    levels: dict[str, Severity | None] = {}
    for pair in (each.strip() for value in values for each in value.split(",") if each.strip()):
        name, sign, level = pair.partition("=")
        if not sign or level not in LEVELS:
            raise click.BadParameter(f"`{pair}` is not RULE=LEVEL; the levels are {', '.join(LEVELS)}", ctx, param)
        for rule in _named(name, ctx, param):
            levels[rule] = None if level == "off" else Severity(level)
    return levels


def _named(name: str, ctx: click.Context, param: click.Parameter) -> Sequence[str]:
    """A rule by its name, or all rules of a family."""
    [known] = rule_names(ctx, param, [name]) or {""}
    return [rule.name for rule in RULES.values() if known in (rule.name, rule.family)]
