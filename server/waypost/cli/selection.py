"""`--select` and `--ignore`: the rules of one run, whatever the settings say."""

from collections.abc import Sequence
from dataclasses import replace

import click

from waypost.rules import RULES
from waypost.workspace import Settings, Workspace
from waypost.workspace.settings import did_you_mean

_FAMILIES = {rule.family: None for rule in RULES.values()}


def rule_names(ctx: click.Context, param: click.Parameter, values: Sequence[str]) -> frozenset[str]:
    """The rules and families an option names, with commas between or given again."""
    names = frozenset(name.strip() for value in values for name in value.split(",") if name.strip())
    for name in names:
        if name not in RULES and name not in _FAMILIES:
            raise click.BadParameter(f"there is no rule `{name}`{did_you_mean(name, RULES | _FAMILIES)}", ctx, param)
    return names


def with_rules(workspace: Workspace, selected: frozenset[str], ignored: frozenset[str]) -> Workspace:
    """The workspace with the selected rules alone, where there are any, and without the ignored ones."""
    if not selected and not ignored:
        return workspace
    folders = [replace(each, settings=_with_rules(each.settings, selected, ignored)) for each in workspace.folders]
    return replace(workspace, folders=folders)


def _with_rules(settings: Settings, selected: frozenset[str], ignored: frozenset[str]) -> Settings:
    """A rule selected by its own name is on, though it be off in the settings; a family leaves that to them."""
    levels = dict(settings.rules)
    for rule in RULES.values():
        names = {rule.name, rule.family}
        if names & ignored or (selected and not names & selected):
            levels[rule.name] = None
        elif rule.name in selected and settings.severity(rule.name) is None:
            levels[rule.name] = rule.severity
    return replace(settings, rules=levels)
