"""`waypost config show` and `waypost config explain`, and the group of all `waypost config` commands."""

import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from waypost.cli.arguments import FileLines, file_lines
from waypost.cli.config_change import add, ignore, tidy_command
from waypost.cli.config_migrate import migrate
from waypost.cli.project import plain_path, run_of, with_run_at, workspace_of
from waypost.config.explain.dump import dump, to_toml
from waypost.config.explain.provenance import Holding
from waypost.config.explain.report import (
    GovernedFiles,
    explained,
    governed_below,
    governed_line,
    heading,
    notes,
    sections,
)
from waypost.config.explain.verdicts import Explainer
from waypost.config.typos.program import spell_checker_of
from waypost.markup import noun
from waypost.text.encoding import decode
from waypost.workspace import uri_of
from waypost.workspace.files import read_regular

_FILE = click.Path(path_type=Path, exists=True)


@click.group()
def config() -> None:
    """Show, explain and change the spell-checker configuration that applies to a file."""


@config.command(short_help="Show which configuration applies to a file.")
@click.argument("file", type=_FILE, default=".")
@click.option(
    "--format",
    "--output-format",
    "output",
    type=click.Choice(["text", "json", "toml"]),
    default="text",
    show_default=True,
)
@with_run_at
@click.option(
    "--all", "every", is_flag=True, help="Show every configuration below FILE, and the files that each applies to."
)
def show(*, file: Path, output: str, every: bool, run_at: Path | None) -> None:
    """Show which configuration applies to FILE and why, its type, and every effective value with its origin.

    `--format toml` writes the whole effective configuration, as `typos --dump-config` does.
    """
    workspace, _ = workspace_of([file])
    if every:
        run = run_of(file, workspace, run_at)
        found = list(governed_below(file.absolute(), run))
        click.echo(_as_json(found, str(run.folder)) if output == "json" else "\n".join(map(governed_line, found)))
        return
    holding = Holding.of(plain_path(file), workspace, run_of(file, workspace, run_at))
    if output == "toml":
        click.echo(to_toml(dump(holding.config)), nl=False)
    elif output == "json":
        click.echo(json.dumps(_plain(holding), indent=2))
    else:
        click.echo("\n".join(_lines(holding)))


def _as_json(found: Sequence[GovernedFiles], run_at: str) -> str:
    plain = [
        {
            "configuration": str(each.path),
            "files": None if each.files is None else sorted(map(str, each.files)),
            "run-at": None if each.files is None else str(each.path.parent) if each.is_nested else run_at,
            "not-read" if each.files is None else "refused": each.why or None,
        }
        for each in found
    ]
    return json.dumps(plain, indent=2)


def _plain(holding: Holding) -> dict[str, object]:
    source = holding.source
    return {
        "file": str(holding.path),
        "run-at": str(holding.run.folder),
        "configuration": str(source.path) if source else None,
        "table": ".".join(source.table) if source else None,
        "not-read": [str(path) for path in holding.shadowed],
        "type": holding.type.name if holding.type else None,
        "values": {name: [line._asdict() for line in lines] for name, lines in holding.sections()},
    }


def _lines(holding: Holding) -> Iterator[str]:
    yield str(holding.path)
    yield from (f"  {name:<13}  {fact}" for name, fact in (*heading(holding), *notes(holding)))
    yield from sections(holding)


@config.command(short_help="Explain what typos does with a word in a file.")
@click.argument("where", metavar="FILE[:LINE[-LINE]]", type=file_lines)
@click.option("--word", "text", metavar="TEXT", help="A word, an identifier or more text. By default: the whole file.")
@with_run_at
def explain(*, where: FileLines, text: str | None, run_at: Path | None) -> None:
    """Explain what typos does with a word in FILE, and which entry of the configuration decides.

    Without --word, every word of FILE that is reported or has an entry; with LINE, every word on that line.
    """
    file = where.path
    workspace, _ = workspace_of([file])
    holding = Holding.of(plain_path(file), workspace, run_of(file, workspace, run_at))
    explainer = Explainer(holding.engine, spell_checker_of(workspace, uri_of(file.absolute())))
    for _, said in notes(holding):
        click.echo(f"{file}: {said}")
    if text is not None:
        click.echo("\n".join(explained(each, holding) for each in explainer.explain(text)))
        return
    for line in _explained(where, explainer, holding):
        click.echo(line)


def _explained(where: FileLines, explainer: Explainer, holding: Holding) -> Iterator[str]:
    """A line for each word of a file that is reported or has an entry, or for each word of the chosen lines."""
    file = where.path
    text = decode(read_regular(file))
    if (where.last or 0) > len(text.splitlines()):
        raise click.ClickException(f"{file} has no line {where.last}")
    number, line_start, unknown = 1, 0, 0
    for each in explainer.explain(text, _part(text, where)):
        unknown += not each.is_known
        number += text.count("\n", line_start, each.start)
        line_start = text.rfind("\n", 0, each.start) + 1
        if where.first is not None or each.is_reported or each.entry is not None:
            yield f"{file}:{number}:{each.start - line_start + 1}: {explained(each, holding)}"
    if unknown:
        yield f"{file}: {unknown} {noun(unknown, 'word')} not looked up: typos is not installed (see `typos-path`)"


def _part(text: str, where: FileLines) -> tuple[int, int] | None:
    """The characters of the chosen lines."""
    if where.first is None or where.last is None:
        return None
    starts = [0, *(found.end() for found in re.finditer("\n", text)), len(text)]
    first, last = (starts[min(each, len(starts) - 1)] for each in (where.first - 1, where.last))
    return first, last


for _command in (add, ignore, tidy_command, migrate):
    config.add_command(_command)
