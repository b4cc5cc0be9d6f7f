"""`waypost routes`."""

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from waypost.apis import ApiLibrary, Apis
from waypost.apis.offers import offer_of, offered_documents
from waypost.cache import Cache, cache_folder
from waypost.cli.checking.changed import GitError
from waypost.cli.checking.files import Selection, UnreadableError
from waypost.cli.checking.progress import ProgressLine
from waypost.cli.checking.revision import files_of
from waypost.cli.choices import cache_options
from waypost.cli.project import errors_of, workspace_of
from waypost.markup import printable
from waypost.processes import collect_rarely, results_of
from waypost.projects import DiscoveredProjects
from waypost.routes.compared import COMPARED, compared
from waypost.routes.listed import (
    FileCalls,
    KnownCalls,
    ListedCall,
    calls_from_plain,
    known_calls,
    record_calls,
    specific,
)
from waypost.routes.lists import FORMATS, GROUPS, Listed, by_host, written
from waypost.routes.unused import unused_operations
from waypost.workspace import Workspace, uri_of
from waypost.workspace.files import exists
from waypost.workspace.walk import PYTHON

if TYPE_CHECKING:
    from waypost.routes.serving.lists import ListedRoute

# With fewer files, starting processes takes longer than they save.
_WORTH_PROCESSES = 200
_BATCH = 100


@click.command()
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path))
@click.option(
    "-o",
    "--output",
    "--output-format",
    "output",
    type=click.Choice(list(FORMATS)),
    default="text",
    show_default=True,
    help="Format of the list.",
)
@click.option("--unknown", is_flag=True, help="Only requests that are not in their API's description.")
@click.option("--unclear", is_flag=True, help="Only calls whose path is not known.")
@click.option("--deprecated", is_flag=True, help="Only requests whose operation is deprecated.")
@click.option(
    "--api", "api", default="", metavar="NAME", help="Only requests to this API: its name, or part of its address."
)
@click.option("--by", type=click.Choice(GROUPS), default="host", help="What a list in text is grouped by.")
@click.option("--summary", is_flag=True, help="The hosts, and what is sent to each.")
@click.option(
    "--since", default="", metavar="REVISION", help="Only what differs from a git revision: text, JSON or Markdown."
)
@click.option(
    "--unused",
    is_flag=True,
    help="The operations of the project's API documents that no request is of; of --served, routes without one.",
)
@click.option(
    "--served", is_flag=True, help="The routes that the code serves with a web framework: text, JSON or OpenAPI."
)
@cache_options
def routes(
    *,
    paths: tuple[Path, ...],
    output: str,
    unknown: bool,
    unclear: bool,
    deprecated: bool,
    api: str,
    unused: bool,
    by: str,
    summary: bool,
    since: str,
    served: bool,
    no_cache: bool,
    cache_dir: Path | None,
) -> None:
    """List every request that the code can make.

    Each is listed with its verb, URL template, operation and place, and with its given and missing parameters. Folders
    are searched, except for ignored and hidden files. Without PATHS, the current folder is searched.
    """
    collect_rarely()
    where = paths or (Path(),)
    workspace, projects = workspace_of(where)
    cache = None if no_cache else Cache.opened(cache_folder(cache_dir), "routes", calls_from_plain)
    unreadable: list[str] = []
    wanted = partial(_is_wanted, unknown=unknown, unclear=unclear, deprecated=deprecated, api=api)
    _refuse_together(output, unused=unused, served=served, summary=summary, since=since)
    try:
        files = _python_files(where, projects, unreadable)
        before = list(filter(wanted, _at(since, where, unreadable))) if since else []
    except (UnreadableError, GitError) as error:
        click.echo(f"waypost: {printable(str(error))}", err=True)
        sys.exit(2)
    if served:
        _print_served(files, workspace, output, unreadable, cache, unused=unused)
        sys.exit(2 if unreadable else 0)
    listed = _listed(files, workspace, unreadable, cache)
    if unused:
        listed = _unused(files, workspace, listed)
    found = list(filter(wanted, listed))
    if since:
        click.echo(COMPARED[output](compared(before, found), since), nl=False)
    elif summary:
        click.echo(by_host(found), nl=False)
    else:
        click.echo(written(output, found, workspace, "unused operation" if unused else "request", by), nl=False)
    if output == "text" and not since:
        _offer_documents(workspace)
    errors = [*errors_of(projects.files), *unreadable]
    for each in errors:
        click.echo(f"waypost: {printable(str(each))}", err=True)
    sys.exit(2 if errors else 0)


def _refuse_together(output: str, *, unused: bool, served: bool, summary: bool, since: str) -> None:
    """Each of these is another list."""
    if sum(map(bool, (unused and not served, served, summary, since))) > 1:
        raise click.UsageError(
            "--unused, --served, --summary and --since are each a list of their own; only --served --unused is one, too"
        )
    if summary and output != "text":
        raise click.UsageError("--summary is written as text")
    if since and output not in COMPARED:
        raise click.UsageError(f"--since is written as {', '.join(COMPARED)}")


def _python_files(where: Sequence[Path], projects: DiscoveredProjects, unreadable: list[str]) -> list[Path]:
    return sorted(Path(name) for name in Selection(projects).files(where, unreadable.append) if name.endswith(PYTHON))


def _at(since: str, where: Sequence[Path], faults: list[str]) -> list[Listed]:
    """The requests at a revision, as if it were checked out here. A path that is new has none."""
    with files_of(since, Path.cwd()) as revision:
        there = [place for path in where if exists(place := revision.there(path))]
        if not there:
            return []
        workspace, projects = workspace_of(there)
        listed = _listed(_python_files(there, projects, faults), workspace, faults)
        return [each._replace(file=str(revision.here(Path(each.file)))) for each in listed]


def _print_served(
    files: Sequence[Path],
    workspace: Workspace,
    output: str,
    faults: list[str],
    cache: KnownCalls | None,
    *,
    unused: bool,
) -> None:
    """The routes of every project that contains one of the files, with the calls of all files of the project."""
    from waypost.routes.serving.lists import (
        counted,
        listed_routes,
        served_as_json,
        served_as_openapi,
        served_as_text,
    )
    from waypost.routes.serving.project import ServingProjects

    writers: dict[str, Callable[[Sequence[ListedRoute]], str]] = {
        "text": partial(served_as_text, unused=unused),
        "json": served_as_json,
        "openapi": served_as_openapi,
    }
    if output not in writers:
        raise click.UsageError("--served is written as text, json or openapi")
    projects = workspace.services.of(ServingProjects)
    found = {projects.of(workspace, uri_of(path)): uri_of(path) for path in files}
    shown = {path.absolute(): str(path) for path in files}
    listed: list[ListedRoute] = []
    for serving, uri in found.items():
        own = list(listed_routes(serving, workspace, shown))
        around = [serving.world.root / name for name in sorted(serving.world.files())] if own else []
        calls = [(each.call.api, each.call.operation) for each in _listed(around, workspace, faults, cache)]
        listed += counted(own, calls, Apis.of(workspace, uri))
    listed = [each for each in listed if not each.calls] if unused else listed
    labels = dict.fromkeys(each.app.label for each in listed)
    if output == "openapi" and len(labels) > 1:
        raise click.UsageError(f"a description is of one app; give the files of one of {', '.join(labels)}")
    click.echo(writers[output](listed), nl=False)
    for serving in found:
        if not serving.is_whole:
            where = printable(str(serving.world.root))
            click.echo(f"waypost: {where}: too much code to look through: what it serves is not known", err=True)


def _offer_documents(workspace: Workspace) -> None:
    library = workspace.services.of(ApiLibrary)
    for folder in workspace.folders:
        for path in offered_documents(folder):
            if offer := offer_of(path, os.path.relpath(path), folder, library):
                click.echo(f"waypost: {printable(offer)}", err=True)


def _is_wanted(each: Listed, *, unknown: bool, unclear: bool, deprecated: bool, api: str) -> bool:
    if (unknown and not each.call.unknown) or (unclear and not each.call.vague):
        return False
    if deprecated and not each.call.deprecated:
        return False
    return api.lower() in (each.api.lower(), "") or (len(api) > 2 and api.lower() in each.call.api.lower())  # noqa: PLR2004 - less is in every address


def _listed(
    files: Sequence[Path], workspace: Workspace, faults: list[str], cache: KnownCalls | None = None
) -> list[Listed]:
    """The calls of all files, in order; `faults` gets a line for each file that triggered a bug."""
    calls: dict[str, Sequence[ListedCall]] = {}
    progress = ProgressLine("Read", wanted=len(files) >= _WORTH_PROCESSES)
    for found in _known_and_found(files, workspace, cache):
        calls.update(found.calls)
        faults += found.faults
        progress(len(calls))
    progress.clear()
    names: dict[tuple[str, str], str] = {}
    listed: list[Listed] = []
    kept = specific(calls)
    for path in files:
        uri = uri_of(path)
        for call in kept.get(uri, ()):
            folder = workspace.project_of(uri)
            key = (str(folder.path if folder else ""), call.api)
            if key not in names:
                names[key] = _name(Apis.of(workspace, uri), call.api)
            listed.append(Listed(str(path), names[key], call, uri))
    return listed


def _unused(files: Sequence[Path], workspace: Workspace, listed: Sequence[Listed]) -> list[Listed]:
    """The operations without a request, from the documents of every project that contains one of the files."""
    folders = ((workspace.project_of(uri_of(path)), uri_of(path)) for path in files)
    projects = {folder.path if folder else None: uri for folder, uri in folders}
    calls = [each.call for each in listed]
    return [
        Listed(os.path.relpath(document.path), name, call, uri)
        for uri in projects.values()
        for document, name, call in unused_operations(Apis.of(workspace, uri), calls)
    ]


def _name(apis: Apis, base: str) -> str:
    spot = apis.at(base)
    return spot.api.name if spot is not None else ""


def _known_and_found(files: Sequence[Path], workspace: Workspace, cache: KnownCalls | None) -> Iterator[FileCalls]:
    """The calls of all files: those that an earlier run has found, then those of files that must be read."""
    if cache is None:
        yield from _found(files, workspace)
        return
    files = [path.absolute() for path in files]
    results = [known_calls(files, workspace, cache)]
    yield results[0]
    for found in _found([path for path in files if uri_of(path) not in results[0].calls], workspace):
        results.append(found)
        yield found
    record_calls(results, workspace, cache)


def _found(files: Sequence[Path], workspace: Workspace) -> Iterator[FileCalls]:
    if not files:
        return
    from waypost.routes.inventory import index_files, lost_files

    batches = [files[start : start + _BATCH] for start in range(0, len(files), _BATCH)]
    if len(files) < _WORTH_PROCESSES:
        for batch in batches:
            yield index_files(batch, workspace)
        return
    yield from results_of(partial(index_files, workspace=workspace), batches, lost_files)
