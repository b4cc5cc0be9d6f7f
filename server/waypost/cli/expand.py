"""`waypost expand`."""

import re
import sys
from base64 import b64encode
from collections.abc import Callable
from typing import Any

import click

from waypost.cli.color import echo
from waypost.cli.items import Items, split
from waypost.core.endpoint import endpoint
from waypost.core.errors import RouteError, carets
from waypost.core.types import EndpointOptions, Problem
from waypost.render import as_curl, as_httpie, as_httpx_code, masked
from waypost.render.body import json_text
from waypost.render.http_file import http_bytes

_COLORS = {"error": "red", "warning": "yellow", "information": "blue", "hint": "cyan"}
_JSON_PIECE = re.compile(
    r'(?P<key>"(?:[^"\\]|\\.)*")(?=:)|(?P<text>"(?:[^"\\]|\\.)*")|(?P<word>\b(?:true|false|null)\b)'
)
# What a URL template starts with; like an item, it may contain `=` and `:`.
_URL_STARTS = ("/", "{", "http://", "https://")
_PIECE_COLORS = {"key": "blue", "text": "green", "word": "magenta"}


def _as_json(options: EndpointOptions, *, show_secrets: bool) -> str:
    shown: dict[str, Any] = dict(options if show_secrets else masked(options))
    if isinstance(shown.get("body"), bytes):
        shown["body"] = _text_of(shown["body"])
    text = json_text(shown, indent=2)
    return _JSON_PIECE.sub(lambda piece: click.style(piece[0], fg=_PIECE_COLORS[str(piece.lastgroup)]), text)


def _text_of(body: bytes) -> object:
    try:
        return body.decode()
    except UnicodeDecodeError:
        return {"base64": b64encode(body).decode()}


_OUTPUTS: dict[str, Callable[..., str | bytes]] = {
    "json": _as_json,
    "http": http_bytes,
    "curl": as_curl,
    "httpie": as_httpie,
    "httpx": as_httpx_code,
}


@click.command()
@click.argument("route")
@click.argument("items", nargs=-1, metavar="[ITEM]...")
@click.option("--base-url", metavar="URL", help="The address before relative URLs.")
@click.option(
    "-o",
    "--output",
    "--output-format",
    "output",
    type=click.Choice(list(_OUTPUTS)),
    default="json",
    show_default=True,
    help="How to show the request.",
)
@click.option("--check", "against_api", is_flag=True, help="Check the request against its API, if that is known.")
@click.option("--show-secrets", is_flag=True, help="Show credentials, which are masked by default.")
def expand(
    *,
    route: str,
    items: tuple[str, ...],
    base_url: str | None,
    output: str,
    against_api: bool,
    show_secrets: bool,
) -> None:
    """Show the request that a route and its parameters become. Nothing is sent.

    ROUTE is a verb and a URL template, such as 'GET /repos/{owner}/{repo}' or, in two words, GET /user.

    \b
    Each ITEM is one of
      name=text       a parameter
      name:=json      a parameter that is a number, a list, …
      Header:value    a header; `Header:` leaves a default header out
    The builder's options are items, too: data=text is the whole body, mediaType:='{"format": "raw"}' a format.

    Problems go to standard error. Exits with 0 if there are none, or only warnings; with 1 if the request lacks
    something or --check finds a warning; with 2 if there is no request.
    """  # noqa: D301 - click reads the backspace as "leave these lines as they are"
    try:
        route, items = _route(route, items)
        options = Items(items).options() | ({} if base_url is None else {"baseUrl": base_url})
        problems = endpoint.problems(route, options)
        shown = _OUTPUTS[output](endpoint(route, options), show_secrets=show_secrets)
    except RouteError as error:
        _complain(error.message, "error", carets(error.route, error.span) if error.route.strip() else "")
        sys.exit(2)
    against = _against_api(route, options) if against_api else []
    for problem in (*problems, *against):
        _show(problem, route)
    echo(shown, nl=isinstance(shown, str) and not shown.endswith("\n"))
    lacks = any(problem.severity == "error" for problem in problems)
    sys.exit(1 if lacks or any(problem.severity in ("error", "warning") for problem in against) else 0)


def _route(route: str, items: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
    """The route and the items after it. A lone verb is joined with the next word: `GET /user` needs no quotes."""
    if items and route.isalpha() and (items[0].startswith(_URL_STARTS) or not split(items[0])[1]):
        return f"{route} {items[0]}", items[1:]
    return route, items


def _against_api(route: str, options: dict[str, Any]) -> list[Problem]:
    from waypost.cli.api_check import api_problems  # reads sources and settings, which a plain request does not need

    return api_problems(route, options)


def _show(problem: Problem, route: str) -> None:
    _complain(problem.message, problem.severity, carets(route, problem.span), f"[{problem.rule}]")


def _complain(message: str, severity: str, place: str, rule: str = "") -> None:
    """One problem, with its place in the route."""
    color = _COLORS[severity]
    echo(f"{click.style(f'{severity}{rule}', fg=color, bold=True)}: {message}", err=True)
    if place:
        line, marks = place.split("\n")
        echo(f"{line}\n{click.style(marks, fg=color, bold=True)}", err=True)
