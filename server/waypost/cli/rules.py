"""`waypost rules` and `waypost rule`."""

import json
import sys
import textwrap
from collections.abc import Iterator

import click

from waypost.rules import RULES, Rule

_WIDTH = 100


@click.command()
@click.option("--output-format", type=click.Choice(["text", "json"]), default="text", show_default=True)
def rules(*, output_format: str) -> None:
    """List all rules, with their severities and what each reports."""
    if output_format == "json":
        click.echo(json.dumps([_plain(rule) for rule in RULES.values()], indent=2))
        return
    width = max(map(len, RULES))
    for family in dict.fromkeys(rule.family for rule in RULES.values()):
        own = [rule for rule in RULES.values() if rule.family == family]
        if own:
            click.echo(f"{family}:")
        for rule in own:
            click.echo(f"  {rule.name:{width}}  {_level(rule):11}  {rule.summary}")


@click.command()
@click.argument("name")
def rule(*, name: str) -> None:
    """Explain the rule NAME: why it matters, a bad and a good example, and how to silence it."""
    found = RULES.get(name)
    if found is None:
        from waypost.workspace.settings import did_you_mean

        click.echo(f"waypost: there is no rule `{name}`{did_you_mean(name, RULES)}", err=True)
        sys.exit(2)
    click.echo("\n".join(_page(found)))


def _level(rule: Rule) -> str:
    return f"{rule.severity.value}, off" if rule.opt_in else rule.severity.value


def _page(rule: Rule) -> Iterator[str]:
    yield f"{rule.name} ({rule.severity.value}{', off by default' if rule.opt_in else ''})"
    yield from ("", rule.summary, "")
    for paragraph in rule.explanation.split("\n\n"):
        yield from (*textwrap.wrap(paragraph, _WIDTH, break_on_hyphens=False), "")
    yield from _example("Bad", rule.bad, rule.file)
    yield from _example("Good", rule.good, rule.file)
    yield "To silence it, in pyproject.toml (in waypost.toml the table is `[rules]`):"
    level = rule.severity.value if rule.opt_in else "off"
    yield from (
        "",
        "    [tool.waypost.rules]",
        f'    {rule.name} = "{level}"{"  # turns it on" if rule.opt_in else ""}',
        "",
    )
    yield f"or in a comment on the line, or on the line before it: `# waypost: ignore[{rule.name}]`"


def _example(title: str, text: str, file: str) -> Iterator[str]:
    yield f"{title}{f', in {file}' if file else ''}:"
    yield ""
    yield from (f"    {line}".rstrip() for line in text.rstrip("\n").split("\n"))
    yield ""


def _plain(rule: Rule) -> dict[str, object]:
    return {
        "name": rule.name,
        "family": rule.family,
        "severity": rule.severity.value,
        "default": not rule.opt_in,
        "summary": rule.summary,
        "explanation": rule.explanation,
        "bad": rule.bad,
        "good": rule.good,
    }
