"""`waypost lsp`: the language server."""

import click


@click.command()
@click.option("--stdio", is_flag=True, help="Use standard input and output. There is no other way; editors pass it.")
def lsp(*, stdio: bool) -> None:  # noqa: ARG001 - clients of VS Code's library add it to any command
    """Run the language server on standard input and output."""
    from waypost.lsp.run import run_stdio

    run_stdio()
