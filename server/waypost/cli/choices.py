"""What one run of `waypost check` chooses, whatever the settings say: rules, excluded files, single settings."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final, TypeVar

import click

from waypost.cli.arguments import toml_in
from waypost.results import Severity
from waypost.rules import ALWAYS, RULES
from waypost.workspace import Settings
from waypost.workspace.files import is_file
from waypost.workspace.globs import anchored
from waypost.workspace.settings import SettingsLayer, did_you_mean

_FAMILIES: Final = {rule.family: None for rule in RULES.values()}


@dataclass(frozen=True)
class RunChoice:
    """The rules that one run wants, and the files that it does not."""

    selected: frozenset[str] = frozenset()
    ignored: frozenset[str] = frozenset()
    # In place of the setting `exclude`, and in addition to `extend-exclude`.
    exclude: tuple[str, ...] = ()
    extend_exclude: tuple[str, ...] = ()

    def of(self, settings: Settings) -> Settings:
        """The settings with only the selected rules, if there are any, and without the ignored ones."""
        settings = replace(
            settings,
            exclude=self.exclude or settings.exclude,
            extend_exclude=(*settings.extend_exclude, *self.extend_exclude),
        )
        if not self.selected and not self.ignored:
            return settings
        per_file = {glob: self._without_named(levels) for glob, levels in settings.per_file_rules.items()}
        return replace(settings, rules=self._levels(settings), per_file_rules=per_file)

    def _levels(self, settings: Settings) -> dict[str, Severity | None]:
        """A rule selected by name is on even if the settings turn it off; for a family, the settings decide."""
        levels = dict(settings.rules)
        for rule in RULES.values():
            names = {rule.name, rule.family}
            if names & self.ignored or (self.selected and not names & self.selected and rule.name not in ALWAYS):
                levels[rule.name] = None
            elif rule.name in self.selected and levels.get(rule.name, settings.severity(rule.name)) is None:
                levels[rule.name] = rule.severity
        return levels

    def _without_named(self, levels: Mapping[str, Severity | None]) -> dict[str, Severity | None]:
        """The settings for some files, as far as they turn off rules that the user has not named."""
        return {
            rule: level for rule, level in levels.items() if rule not in self.selected and self._leaves(rule, level)
        }

    def _leaves(self, rule: str, level: Severity | None) -> bool:
        names = {rule, RULES[rule].family}
        return level is None or not (names & self.ignored or (self.selected and not names & self.selected))


Command = TypeVar("Command", bound=Callable[..., Any])


def cache_options(command: Command) -> Command:
    """The options of commands that keep what they find."""
    folder = click.Path(path_type=Path, file_okay=False)
    chosen = click.option("--cache-dir", type=folder, envvar="WAYPOST_CACHE_DIR", help="Folder for the cache.")
    return click.option("--no-cache", is_flag=True, help="Do not read or write the cache.")(chosen(command))


def rule_names(ctx: click.Context, param: click.Parameter, values: Sequence[str]) -> frozenset[str]:
    """The rules and families that an option names, in full or by their first words."""
    names: set[str] = set()
    for name in _listed(values):
        begun = {rule for rule in RULES if rule.startswith(f"{name.removesuffix('-')}-")}
        if name not in RULES and name not in _FAMILIES and not begun:
            raise click.BadParameter(f"there is no rule `{name}`{did_you_mean(name, RULES | _FAMILIES)}", ctx, param)
        names |= {name} if name in RULES or name in _FAMILIES else begun
    return frozenset(names)


def globs(_: click.Context, __: click.Parameter, values: Sequence[str]) -> tuple[str, ...]:
    """The globs that an option names, which start from the current folder."""
    return tuple(anchored(glob, Path.cwd()) for glob in _listed(values))


def _listed(values: Sequence[str]) -> list[str]:
    """What is separated by commas or in repeated options."""
    return [each.strip() for value in values for each in value.split(",") if each.strip()]


@dataclass(frozen=True)
class ChosenSettings:
    """`--config`: the only settings file of a run, and single settings that override those of files."""

    file: Path | None = None
    single: tuple[SettingsLayer, ...] = ()


def chosen_settings(ctx: click.Context, param: click.Parameter, values: Sequence[str]) -> ChosenSettings:
    """Each value is a file or `KEY=VALUE`, as in TOML."""
    files = [value for value in values if "=" not in value or is_file(Path(value))]
    if len(files) > 1:
        raise click.BadParameter("names more than one file", ctx, param)
    for name in files:
        if not is_file(Path(name)):
            raise click.BadParameter(f"there is no file `{name}`, and it is not KEY=VALUE", ctx, param)
    single = tuple(SettingsLayer(_setting(each, ctx, param), Path.cwd()) for each in values if each not in files)
    for layer in single:
        for problem in Settings.read(layer)[1]:
            raise click.BadParameter(f"`{problem.key}`: {problem.message}", ctx, param)
    return ChosenSettings(Path(files[0]) if files else None, single)


def _setting(text: str, ctx: click.Context, param: click.Parameter) -> Mapping[str, Any]:
    """What is written of a setting; quotes around a word may have been the shell's."""
    key, _, value = text.partition("=")
    for written in (text, f"{key}={json.dumps(value.strip())}"):
        try:
            values = toml_in(written)
        except ValueError:
            continue
        if "extend" in values:
            raise click.BadParameter("`extend` names a file: give that file itself", ctx, param)
        return values
    raise click.BadParameter(f"`{text}` is neither a file nor KEY=VALUE", ctx, param)
