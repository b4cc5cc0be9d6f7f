"""`waypost check`."""

import sys
from pathlib import Path
from typing import Any

import click

from waypost.cli.checking.baseline import BaselineError
from waypost.cli.checking.changed import GitError
from waypost.cli.checking.files import UnreadableError
from waypost.cli.checking.run import CheckRun, Options
from waypost.cli.choices import RunChoice, cache_options, chosen_settings, globs, rule_names
from waypost.cli.completion import complete_rules
from waypost.cli.report import FORMATS
from waypost.markup import printable

_STANDARD_INPUT = Path("-")
_FILE = click.Path(path_type=Path, dir_okay=False)


@click.command()
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path))
@click.option(
    "--select",
    "selected",
    multiple=True,
    metavar="RULE,…",
    callback=rule_names,
    shell_complete=complete_rules,
    help="Only these rules.",
)
@click.option(
    "--ignore",
    "ignored",
    multiple=True,
    metavar="RULE,…",
    callback=rule_names,
    shell_complete=complete_rules,
    help="All rules except these.",
)
@click.option("--hints", is_flag=True, help="Show hints, which are otherwise only counted.")
@click.option("--fix", is_flag=True, help="Apply every safe fix, then report what remains.")
@click.option(
    "--unsafe-fixes", is_flag=True, help="With --fix or --diff: also apply fixes that may not be what you meant."
)
@click.option("--diff", is_flag=True, help="Show what --fix would change, and change nothing.")
@click.option("--add-ignores", is_flag=True, help="Add a `# waypost: ignore[…]` comment for every finding.")
@click.option("--baseline", type=_FILE, help="Do not report the findings recorded in this file.")
@click.option("--update-baseline", is_flag=True, help="Record all findings in the baseline.")
@click.option(
    "--changed-since", metavar="REVISION", help="Report only findings on lines that differ from a git revision."
)
@click.option(
    "--output-format",
    type=click.Choice(list(FORMATS)),
    default="full",
    show_default=True,
    help="Format of the findings.",
)
@click.option("--output-file", type=_FILE, help="Write the findings to this file.")
@click.option("--statistics", is_flag=True, help="Show how often each rule was found, instead of the findings.")
@click.option("--show-files", is_flag=True, help="List the files that would be checked.")
@click.option(
    "--show-settings",
    type=click.Path(path_type=Path),
    is_flag=False,
    flag_value=Path(),
    help="Show the settings that apply to a file, and where they come from.",
)
@click.option(
    "--config",
    multiple=True,
    metavar="FILE|KEY=VALUE",
    callback=chosen_settings,
    help="Use only the settings in this file; or override one setting, as in TOML: rules.dead-word=hint.",
)
@click.option("--isolated", is_flag=True, help="Use no settings files.")
@click.option(
    "--exclude", multiple=True, metavar="GLOB,…", callback=globs, help="Globs of files not to check, for the setting."
)
@click.option(
    "--extend-exclude", multiple=True, metavar="GLOB,…", callback=globs, help="The same, in addition to the settings."
)
@click.option("--force-exclude", is_flag=True, help="Exclude files even if they are named.")
@click.option("--stdin-filename", type=click.Path(path_type=Path), help="Check standard input under this name.")
@click.option(
    "--jobs", "-j", type=click.IntRange(min=1), help="Number of processes; by default, one per available processor."
)
@cache_options
@click.option("-q", "--quiet", is_flag=True, help="Write only findings, without a summary.")
@click.option("--exit-zero", is_flag=True, help="Exit with 0 even if there are findings.")
def check(**given: Any) -> None:
    """Check spell-checker configuration and REST route strings.

    Folders are searched, except for ignored and hidden files; files named in PATHS are always checked. Without PATHS,
    the current folder is checked.

    A RULE is a name that `waypost rules` lists, its first words (`dead` for every rule `dead-…`), or `config`,
    `routes` or `settings` for all rules of a kind. Naming a rule here turns it on or off, whatever the settings say.

    Exit codes: 0: no problems, or only hints. 1: warnings or errors; with --diff, something to fix. 2: files or
    settings could not be read, or the command was used wrongly.
    """
    try:
        sys.exit(_checked(given))
    except (UnreadableError, BaselineError, GitError) as error:
        click.echo(f"waypost: {printable(str(error))}", err=True)
        sys.exit(2)


def _checked(given: dict[str, Any]) -> int:
    """Do what the options ask for; return the exit code."""
    add_ignores, show = given.pop("add_ignores"), given.pop("show_settings")
    options = _options(given)
    if show is not None:
        from waypost.cli.checking.show import show_settings

        return show_settings(show, options)
    if add_ignores:
        from waypost.cli.checking.add_ignores import add_ignores as add

        return add(CheckRun(options))
    return CheckRun(options).run()


def _options(given: dict[str, Any]) -> Options:
    given["paths"] = _paths_meant(given["paths"], given["stdin_filename"])
    choice = RunChoice(*(given.pop(name) for name in ("selected", "ignored", "exclude", "extend_exclude")))
    if given["diff"] and given["fix"]:
        raise click.UsageError("--diff changes nothing, but --fix does: choose one")
    if given["config"].file and given["isolated"]:
        raise click.UsageError("--config names settings, but --isolated uses none: choose one")
    return Options(choice=choice, **given)


def _paths_meant(paths: tuple[Path, ...], stdin_filename: Path | None) -> tuple[Path, ...]:
    """What to check: only standard input if it is given, otherwise PATHS or the current folder."""
    if paths == (_STANDARD_INPUT,):
        if not stdin_filename:
            raise click.UsageError("give standard input a name with --stdin-filename NAME")
        return ()
    if stdin_filename and paths:
        raise click.UsageError("--stdin-filename cannot be combined with PATHS")
    return paths if paths or stdin_filename else (Path(),)
