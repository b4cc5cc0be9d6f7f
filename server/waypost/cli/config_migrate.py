"""`waypost config migrate`: makes a configuration of typos from the settings of codespell or cspell."""

from pathlib import Path

import click

from waypost.config.migrate.codespell import codespell_settings
from waypost.config.migrate.cspell import cspell_settings
from waypost.config.typos.runs import winner
from waypost.markup import printable
from waypost.workspace import Workspace
from waypost.workspace.write import write_file

_READERS = {"codespell": codespell_settings, "cspell": cspell_settings}


@click.command(short_help="Convert the settings of codespell or cspell.")
@click.argument("folder", type=click.Path(path_type=Path, exists=True, file_okay=False), default=".")
@click.option(
    "--from", "tool", type=click.Choice(list(_READERS)), help="Whose settings to convert; by default, those in FOLDER."
)
@click.option("--write", is_flag=True, help="Write `_typos.toml` in FOLDER instead of only showing it.")
def migrate(*, folder: Path, tool: str | None, write: bool) -> None:
    """Make a configuration of typos from the settings of codespell or cspell in FOLDER.

    Accepted and forbidden words, ignored paths and patterns, and the dialect are converted. Settings without an
    equivalent in typos are listed on standard error.
    """
    tools = [tool] if tool else list(_READERS)
    moved = next((found for name in tools if (found := _READERS[name](folder)) is not None), None)
    if moved is None:
        raise click.ClickException(f"{folder} has no settings of {' or '.join(tools)}")
    if write:
        if winner(folder.absolute(), Workspace()) is not None:
            raise click.ClickException(f"{folder} already has a configuration: run without --write and merge by hand")
        write_file(folder / "_typos.toml", moved.to_toml().encode(), None)
        click.echo(f"Wrote {folder / '_typos.toml'}")
    else:
        click.echo(moved.to_toml(), nl=False)
    for each in moved.left:
        click.echo(f"no equivalent in typos: {printable(each)}", err=True)
