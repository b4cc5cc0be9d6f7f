"""Colour on a terminal alone, and never where `NO_COLOR` is set."""

import os

import click


def echo(text: str, *, err: bool = False, nl: bool = True) -> None:
    """Write text whose colours are taken out unless they are wanted."""
    click.echo(text, err=err, nl=nl, color=False if os.environ.get("NO_COLOR") else None)
