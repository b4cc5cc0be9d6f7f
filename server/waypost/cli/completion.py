"""`waypost completion SHELL`, and the completion of rule names."""

import click
from click.shell_completion import CompletionItem, get_completion_class

from waypost.rules import RULES

SHELLS = ("bash", "zsh", "fish")


def complete_rules(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:  # noqa: ARG001 - click's own signature
    """The rules and families whose names start with the text after the last comma."""
    before, comma, typed = incomplete.rpartition(",")
    known: dict[str, str] = {rule.family: "all rules of this kind" for rule in RULES.values()}
    known |= {rule.name: rule.summary for rule in RULES.values()}
    return [
        CompletionItem(f"{before}{comma}{name}", help=summary)
        for name, summary in known.items()
        if name.startswith(typed)
    ]


@click.command()
@click.argument("shell", type=click.Choice(SHELLS))
def completion(*, shell: str) -> None:
    """Print the script that completes `waypost` in a shell.

    bash: eval "$(waypost completion bash)" in ~/.bashrc. zsh: the same with zsh in ~/.zshrc, after compinit. fish:
    waypost completion fish > ~/.config/fish/completions/waypost.fish.
    """
    from waypost.cli.group import waypost

    kind = get_completion_class(shell)
    assert kind is not None, "click knows these shells"
    click.echo(kind(waypost, {}, "waypost", "_WAYPOST_COMPLETE").source())
