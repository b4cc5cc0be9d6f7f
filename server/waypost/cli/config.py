"""`waypost config show` and `waypost config explain`."""

import json
from collections.abc import Iterator
from pathlib import Path

import click

from waypost.cli.project import workspace_of
from waypost.config.explain.dump import dump, to_toml
from waypost.config.explain.provenance import Holding
from waypost.config.explain.report import explained, heading, sections
from waypost.config.explain.verdicts import Explainer
from waypost.config.typos.program import spell_checker_of
from waypost.text.encoding import decode
from waypost.workspace import uri_of

_FILE = click.Path(path_type=Path, exists=True)


@click.group()
def config() -> None:
    """Show and explain the spell-checker configuration that holds for a file."""


@config.command(short_help="Show which configuration holds for a file.")
@click.argument("file", type=_FILE, default=".")
@click.option(
    "--format",
    "--output-format",
    "output",
    type=click.Choice(["text", "json", "toml"]),
    default="text",
    show_default=True,
)
def show(*, file: Path, output: str) -> None:
    """Show which configuration holds for FILE and why, its type, and every effective value with where it comes from.

    `--format toml` is the whole effective configuration, as the checker's own `--dump-config` has it.
    """
    workspace, _ = workspace_of([file])
    holding = Holding.of(file.absolute(), workspace)
    if output == "toml":
        click.echo(to_toml(dump(holding.config)), nl=False)
    elif output == "json":
        click.echo(json.dumps(_plain(holding), indent=2))
    else:
        click.echo("\n".join(_lines(holding)))


def _plain(holding: Holding) -> dict[str, object]:
    source = holding.source
    return {
        "file": str(holding.path),
        "configuration": str(source.path) if source else None,
        "table": ".".join(source.table) if source else None,
        "not-read": [str(path) for path in holding.shadowed],
        "type": holding.type.name if holding.type else None,
        "values": {name: [line._asdict() for line in lines] for name, lines in holding.sections()},
    }


def _lines(holding: Holding) -> Iterator[str]:
    yield str(holding.path)
    yield from (f"  {name:<13}  {fact}" for name, fact in heading(holding))
    yield from sections(holding)


@config.command(short_help="Explain what becomes of a word in a file.")
@click.argument("file", type=_FILE)
@click.option("--word", "text", metavar="TEXT", help="A word, an identifier or more text. Without it: the whole file.")
def explain(*, file: Path, text: str | None) -> None:
    """Explain what the checker does with a word in FILE, and which entry of the configuration decides.

    Without --word, every word of FILE that is reported, or that an entry has a say in.
    """
    workspace, _ = workspace_of([file])
    holding = Holding.of(file.absolute(), workspace)
    explainer = Explainer(holding.engine, spell_checker_of(workspace, uri_of(file.absolute())))
    if text is not None:
        click.echo("\n".join(explained(each, holding) for each in explainer.explain(text)))
        return
    for line in _explained(file, explainer, holding):
        click.echo(line)


def _explained(file: Path, explainer: Explainer, holding: Holding) -> Iterator[str]:
    """A line for each word of a file that there is something to say of."""
    text = decode(file.read_bytes())
    number, line_start = 1, 0
    for each in explainer.explain(text):
        number += text.count("\n", line_start, each.start)
        line_start = text.rfind("\n", 0, each.start) + 1
        if each.is_reported or each.entry is not None:
            yield f"{file}:{number}:{each.start - line_start + 1}: {explained(each, holding)}"
