"""Colours on a terminal or if `FORCE_COLOR` is set, and never if `NO_COLOR` is."""

import os

import click


def echo(text: str | bytes, *, err: bool = False, nl: bool = True) -> None:
    """Write text, without its colours unless they are wanted."""
    click.echo(text, err=err, nl=nl, color=_wanted())


def _wanted() -> bool | None:
    """Whether the user wants colours; None if the terminal decides."""
    if os.environ.get("NO_COLOR"):
        return False
    forced = os.environ.get("FORCE_COLOR", "")
    return None if not forced else forced != "0"
