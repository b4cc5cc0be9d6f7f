"""`waypost config add`, `ignore` and `tidy`: changes to the configuration, each checked by running typos."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from waypost.cli.file_lines import FileLines, file_lines
from waypost.cli.project import workspace_of
from waypost.config.changes.accept import accept
from waypost.config.changes.change import Change, RefusedChangeError
from waypost.config.changes.ignore import ignore_file, ignore_lines, ignore_type
from waypost.config.changes.place import ConfigurationPlace
from waypost.config.changes.tidy import tidy
from waypost.config.typos.program import SpellChecker, spell_checker_of
from waypost.workspace import Workspace, uri_of


@click.command(short_help="Accept a word in the configuration that applies to it.")
@click.argument("word")
@click.argument("path", type=click.Path(path_type=Path, exists=True), default=".")
@click.option("--type", "by_type", is_flag=True, help="Only in files of the same type as PATH.")
def add(*, word: str, path: Path, by_type: bool) -> None:
    """Accept WORD in PATH: as a word, as an identifier, or by a pattern, whichever makes typos ignore it.

    The entry goes into the configuration that applies to PATH; if there is none, `_typos.toml` is created. typos is
    run before and after: a word that it does not report is not added, and an entry that does not help is not kept.
    """
    with _refusals():
        workspace, _ = workspace_of([path])
        place = ConfigurationPlace.of(path.absolute(), workspace)
        change = accept(word, place, _checker(workspace, path), by_type=by_type)
        _tell(change, f"typos does not report `{word}` in {path}: nothing to add")


@click.command(short_help="Ignore a line, a block, a file or a type.")
@click.argument("where", metavar="FILE[:LINE[-LINE]]", type=file_lines)
@click.option("--type", "by_type", is_flag=True, help="All files of the same type as FILE.")
def ignore(*, where: FileLines, by_type: bool) -> None:
    """Make typos ignore a line, a block of lines, a file, a folder, or with --type all files of a type.

    For lines, a comment is written to FILE, and the pattern that makes the comment work to the configuration. typos is
    run afterwards: a change that does not help is not kept.
    """
    with _refusals():
        workspace, _ = workspace_of([where.path])
        place = ConfigurationPlace.of(where.path.absolute(), workspace)
        checker = _checker(workspace, where.path)
        if by_type:
            _tell(ignore_type(place, checker))
        elif where.first is None or where.last is None:
            _tell(ignore_file(place, checker))
        else:
            _tell(ignore_lines(place, where.first, where.last, checker))


@click.command("tidy", short_help="Remove entries that have no effect.")
@click.argument("path", type=click.Path(path_type=Path, exists=True), default=".")
def tidy_command(*, path: Path) -> None:
    """Remove entries that have no effect from the configuration that applies to PATH.

    These are unused, needless, duplicate and dead entries. typos is run before and after; if its reports differ,
    nothing is changed.
    """
    with _refusals():
        workspace, _ = workspace_of([path])
        place = ConfigurationPlace.of(path.absolute(), workspace)
        if place.holding.source is None:
            raise RefusedChangeError(f"no configuration applies to {path}")
        change = tidy(place.path, workspace, _checker(workspace, path))
        _tell(change, f"Every entry in {place.path} has an effect")


def _checker(workspace: Workspace, path: Path) -> SpellChecker:
    checker = spell_checker_of(workspace, uri_of(path.absolute()))
    if checker is None:
        raise RefusedChangeError("typos is not installed, and changes are checked by running it (see `typos-path`)")
    return checker


def _tell(change: Change | None, otherwise: str = "") -> None:
    click.echo(change.summary if change else otherwise)


@contextmanager
def _refusals() -> Iterator[None]:
    try:
        yield
    except (RefusedChangeError, UnicodeDecodeError) as error:
        raise click.ClickException(str(error)) from error
