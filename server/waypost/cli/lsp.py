"""`waypost lsp`: the language server."""

import re

import click

_PORT = re.compile(r"[0-9]{1,5}")


class _HostAndPort(click.ParamType[tuple[str, int]]):
    """HOST:PORT."""

    name = "host:port"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, int]:
        host, _, port = str(value).rpartition(":")
        if not host or not _PORT.fullmatch(port) or int(port) > 0xFFFF:  # noqa: PLR2004 - the highest port there is
            self.fail(f"{value!r} is not HOST:PORT, as in 127.0.0.1:2087", param, ctx)
        return host.strip("[]"), int(port)


@click.command()
@click.option("--stdio", is_flag=True, help="Use standard input and output: the default.")
@click.option("--tcp", type=_HostAndPort(), help="Wait for one client on this address; port 0 picks a free port.")
@click.option("--ws", type=_HostAndPort(), help="The same over WebSocket; its URL, with a token, is printed.")
@click.option(
    "--allow-origin", multiple=True, metavar="ORIGIN", help="The origin of a web page that may connect to --ws."
)
def lsp(*, stdio: bool, tcp: tuple[str, int] | None, ws: tuple[str, int] | None, allow_origin: tuple[str, ...]) -> None:
    """Run the language server."""
    if sum((stdio, tcp is not None, ws is not None)) > 1:
        raise click.UsageError("choose one of --stdio, --tcp and --ws")
    from waypost.lsp import run

    if tcp:
        run.run_tcp(*tcp)
    elif ws:
        run.run_websocket(*ws, allow_origin)
    else:
        run.run_stdio()
