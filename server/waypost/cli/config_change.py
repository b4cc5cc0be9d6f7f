"""`waypost config add`, `ignore` and `tidy`: changes to the configuration, each checked by running typos."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import click

from waypost.cli.arguments import FileLines, file_lines
from waypost.cli.project import plain_path, run_of, with_run_at, workspace_of
from waypost.config.changes.change import Change, ConfigurationPlace, RefusedChangeError, tidy
from waypost.config.changes.spelling import accept, ignore_file, ignore_lines, ignore_type
from waypost.config.typos.program import spell_checker_of
from waypost.workspace import Workspace, uri_of
from waypost.workspace.files import read_regular


@click.command(short_help="Accept a word in the configuration that applies to it.")
@click.argument("word")
@click.argument("path", type=click.Path(path_type=Path, exists=True), default=".")
@click.option("--type", "by_type", is_flag=True, help="Only in files of the same type as PATH.")
@with_run_at
def add(*, word: str, path: Path, by_type: bool, run_at: Path | None) -> None:
    """Accept WORD in PATH: as a word, as an identifier, or by a pattern, whichever makes typos ignore it.

    The entry goes into the configuration that typos reads where you run it; if there is none, `_typos.toml` is created
    there. typos is run before, and on copies after: a word that it does not report is not added, and an entry that does
    not help is not written.
    """
    with _refusals():
        change = accept(word, _place(path, run_at)[0], by_type=by_type)
        _report(change, f"typos does not report `{word}` in {path}: nothing to add")


@click.command(short_help="Ignore a line, a block, a file or a type.")
@click.argument("where", metavar="FILE[:LINE[-LINE]]", type=file_lines)
@click.option("--type", "by_type", is_flag=True, help="All files of the same type as FILE.")
@with_run_at
def ignore(*, where: FileLines, by_type: bool, run_at: Path | None) -> None:
    """Make typos ignore a line, a block of lines, a file, a folder, or with --type all files of a type.

    For lines, a comment is written to FILE, and the pattern that makes the comment work to the configuration. typos is
    run on copies: a change that does not help is not written.
    """
    with _refusals():
        place, _ = _place(where.path, run_at)
        if by_type:
            _report(ignore_type(place))
        elif where.first is None or where.last is None:
            _report(ignore_file(place))
        else:
            _report(ignore_lines(place, where.first, where.last))


@click.command("tidy", short_help="Remove entries that have no effect.")
@click.argument("path", type=click.Path(path_type=Path, exists=True), default=".")
@with_run_at
def tidy_command(*, path: Path, run_at: Path | None) -> None:
    """Remove entries that have no effect from the configuration that applies to PATH.

    These are unused, needless, duplicate and dead entries. typos is run before, and on a copy after; if its
    reports differ, nothing is changed.
    """
    with _refusals():
        place, workspace = _place(path, run_at)
        if place.holding.source is None:
            raise RefusedChangeError(f"no configuration applies to {path}")
        if place.holding.source.is_unreadable:
            read_regular(place.path)  # raises why
        change = tidy(replace(place, target=place.run.folder), workspace)
        _report(change, f"Every entry in {place.path} has an effect")


def _place(path: Path, run_at: Path | None) -> tuple[ConfigurationPlace, Workspace]:
    workspace, _ = workspace_of([path])
    checker = spell_checker_of(workspace, uri_of(path.absolute()))
    if checker is None:
        raise RefusedChangeError("typos is not installed, and changes are checked by running it (see `typos-path`)")
    return ConfigurationPlace.of(plain_path(path), workspace, checker, run=run_of(path, workspace, run_at)), workspace


def _report(change: Change | None, otherwise: str = "") -> None:
    if change:
        change.write()
    click.echo(change.summary if change else otherwise)


@contextmanager
def _refusals() -> Iterator[None]:
    try:
        yield
    except (RefusedChangeError, UnicodeDecodeError) as error:
        raise click.ClickException(str(error)) from error
