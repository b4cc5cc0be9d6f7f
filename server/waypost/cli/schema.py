"""`waypost schema`."""

import click

from waypost.config.model.schema import SCHEMA_FILE


@click.command()
def schema() -> None:
    """Print the JSON schema (draft-07) of spell-checker configuration."""
    click.echo(SCHEMA_FILE.read_text(encoding="utf-8"), nl=False)
