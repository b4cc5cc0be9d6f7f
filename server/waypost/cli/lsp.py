"""`waypost lsp`: the language server."""

import sys

import click


@click.command()
@click.option("--stdio", is_flag=True, help="Use standard input and output: the default.")
@click.option(
    "--pipe",
    metavar="PATH",
    help="Use this Unix socket: the client's if it listens there, otherwise wait for one client. Not on Windows.",
)
def lsp(*, stdio: bool, pipe: str | None) -> None:
    """Run the language server."""
    if stdio and pipe is not None:
        raise click.UsageError("choose one of --stdio and --pipe")
    if pipe is not None and sys.platform == "win32":
        raise click.UsageError("--pipe needs Unix sockets, which Python does not have on Windows")
    from waypost.lsp import run

    if pipe is None:
        run.run_stdio()
    try:
        run.run_pipe(pipe)
    except OSError as error:
        raise click.UsageError(f"--pipe {pipe}: {error.strerror or error}") from None
