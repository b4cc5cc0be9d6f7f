"""Checks a request against its API: the call is written as Python source and checked like any other."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from waypost.analysis import Analysis
from waypost.cli.project import workspace_of
from waypost.core.span import CharSpan
from waypost.core.types import Problem
from waypost.results import Diagnostic
from waypost.routes.sites.project_world import KnownProjects
from waypost.rules.apis import API_RULES
from waypost.text import Document
from waypost.workspace import uri_of

_NAMES = frozenset(rule.name for rule in API_RULES)


def api_problems(route: str, options: Mapping[str, Any]) -> list[Problem]:
    """The problems of a request to an API named in the settings of this folder, or to GitHub."""
    folder = Path.cwd()
    workspace, _ = workspace_of([folder])
    before = "from waypost import endpoint\nendpoint("
    written = repr(route)
    source = f"{before}{written}, {dict(options)!r})\n"
    document = Document(uri_of(folder / "expand.py"), source.encode(errors="surrogatepass"))
    workspace.services.of(KnownProjects).look_at_nothing_else(document, workspace)
    found = Analysis(document, workspace).diagnostics()
    quote = len(before.encode()) + 1
    return [_problem(each, route, quote) for each in found if each.rule in _NAMES]


def _problem(found: Diagnostic, route: str, start: int) -> Problem:
    """A finding as a problem of the route; one about an argument marks the whole route."""
    size = len(route.encode(errors="surrogatepass"))
    plain = repr(route)[1:-1] == route and start <= found.span.start < found.span.end <= start + size
    span = _characters(route, found.span.start - start, found.span.end - start) if plain else CharSpan(0, len(route))
    return Problem(found.rule, found.severity.value, found.message, span)


def _characters(text: str, start: int, end: int) -> CharSpan:
    source = text.encode(errors="surrogatepass")
    return CharSpan(len(source[:start].decode(errors="replace")), len(source[:end].decode(errors="replace")))
