"""The group of commands by name: only the one that is called is imported."""

from importlib import import_module

import click

from waypost.core.version import VERSION

# name: (where its click command is, its line in the list)
COMMANDS = {
    "check": ("waypost.cli.check:check", "Check spell-checker configuration and route strings."),
    "completion": ("waypost.cli.completion:completion", "Print the script that completes `waypost` in a shell."),
    "config": (
        "waypost.cli.config:config",
        "Show, explain and change the spell-checker configuration of a file.",
    ),
    "expand": ("waypost.cli.expand:expand", "Show the request that a route and its parameters become."),
    "init": ("waypost.cli.init:init", "Write a first configuration and settings."),
    "lsp": ("waypost.cli.lsp:lsp", "Run the language server."),
    "routes": ("waypost.cli.routes:routes", "List every request that the code can make."),
    "rule": ("waypost.cli.rules:rule", "Explain one rule."),
    "rules": ("waypost.cli.rules:rules", "List all rules."),
    "schema": ("waypost.cli.schema:schema", "Print the JSON schema of spell-checker configuration."),
}


class _Lazy(click.Group):
    """Lists commands without importing them."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's own signature
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in COMMANDS:
            return None
        module, _, name = COMMANDS[cmd_name][0].partition(":")
        command: click.Command = getattr(import_module(module), name)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Like click's, but the message about an unknown name suggests the nearest command."""
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            raise click.UsageError(f"There is no command `{args[0]}`{_meant(args[0])}", ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        with formatter.section("Commands"):
            formatter.write_dl([(name, summary) for name, (_, summary) in COMMANDS.items()])


def _meant(name: str) -> str:
    from difflib import get_close_matches

    if name.partition(" ")[0].isupper():
        return "; to show the request of a route, use `waypost expand`"
    near = get_close_matches(name, COMMANDS, 1)
    return f"; did you mean `{near[0]}`?" if near else ""


@click.group(cls=_Lazy, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(VERSION, message="%(prog)s %(version)s")
def waypost() -> None:
    """Check spell-checker configuration and the REST routes in Python sources.

    Run `waypost check` in a project to see its problems, or `waypost lsp` from an editor.
    """
