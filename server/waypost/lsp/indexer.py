"""Keeps the index of the workspace true, beside the loop: built once, then followed file by file and edit by edit."""

import asyncio
import logging
from collections.abc import AsyncIterator, Coroutine, Iterable, Mapping, Sequence
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from waypost.cancel import Cancelled
from waypost.config.model.homes import HOMES
from waypost.lsp.progress import Progress
from waypost.lsp.worker import Worker
from waypost.processes import processes
from waypost.workspace import Index, Workspace, key_of, path_of, uri_of
from waypost.workspace.walk import PYTHON, indexed_files, is_walked

if TYPE_CHECKING:
    from waypost.lsp.server import Server
    from waypost.lsp.session import Question

log = logging.getLogger("waypost.lsp")

# Its name begins as those do that any client may ignore.
ROUTES_CHANGED = "$/waypost/routesChanged"
# Typing is followed after a pause, and files that change together are read together.
_PAUSE = 0.5
_BATCH = 100
# With fewer files, starting processes takes longer than they save.
_WORTH_PROCESSES = 400
_MOST_PROCESSES = 4
_FOLLOWED = (*PYTHON, *(f"/{name}" for name in HOMES))
# So many files at once are a checkout: everything is looked at anew.
_MANY = 200


class Indexer:
    """One build at most; what changes meanwhile waits for its turn."""

    def __init__(self, server: "Server") -> None:
        self._server = server
        self._worker = Worker("index")
        self._work: asyncio.Task[None] | None = None
        self._waiting: set[str] = set()
        self._pause: asyncio.TimerHandle | None = None
        self._built_for: object = None

    def settings_changed(self) -> None:
        """Build the index, again where it depends on what has changed: the folders and their settings."""
        folders = self._server.session.workspace.folders
        if folders != self._built_for:
            self._built_for = folders
            self._start(self._all())

    @property
    def settled(self) -> bool:
        """Whether everything that has changed so far is in the index."""
        return not self._waiting and (self._work is None or self._work.done())

    def changed(self, uris: Iterable[str]) -> None:
        """Documents or files have changed, come or gone."""
        followed = [uri for uri in uris if uri.endswith(_FOLLOWED) or _may_be_folder(uri)]
        if followed:
            self._waiting.update(followed)
            self._follow_later()

    def _follow_later(self) -> None:
        if self._pause is not None:
            self._pause.cancel()
        self._pause = asyncio.get_running_loop().call_later(_PAUSE, self._follow)

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        if self._work is not None:
            self._work.cancel()
        self._work = asyncio.get_running_loop().create_task(_guarded(work))

    # -- all files -------------------------------------------------------------------------------------------------

    async def _all(self) -> None:
        session = self._server.session
        session.set_index(Index())
        folders = [folder.path for folder in session.workspace.folders]
        found_paths = await self._worker.run(lambda: [path for folder in folders for path in indexed_files(folder)])
        paths = [path for path in dict.fromkeys(found_paths) if path.suffix in PYTHON]
        session.set_configurations(uri_of(path) for path in found_paths if path.name in HOMES)
        with Progress(self._server, "Reading routes", len(paths)) as progress:
            async for found in self._batches(paths, _on_disk(session.workspace)):
                session.set_index(session.workspace.index.with_files(found))
                progress.advance(len(found))
        session.set_index(session.workspace.index.completed())
        self._tell()
        self.changed(opened.uri for opened in session.documents.values())
        index = session.workspace.index
        log.debug("%s calls in %s of %s files", index.count, len(index.files), len(paths))

    async def _batches(
        self, paths: Sequence[Path], workspace: Workspace
    ) -> AsyncIterator[Mapping[str, tuple[Any, ...]]]:
        from waypost.routes.inventory import index_files

        batches = [paths[start : start + _BATCH] for start in range(0, len(paths), _BATCH)]
        if len(paths) < _WORTH_PROCESSES:
            for batch in batches:
                yield await self._worker.run(partial(index_files, batch, workspace))
            return
        pool = processes(_MOST_PROCESSES, afresh=True)
        try:
            loop = asyncio.get_running_loop()
            jobs = [loop.run_in_executor(pool, index_files, batch, workspace) for batch in batches]
            for job in asyncio.as_completed(jobs):
                yield await job
        finally:
            pool.shutdown(wait=False, cancel_futures=True)

    # -- single files ----------------------------------------------------------------------------------------------

    def _follow(self) -> None:
        self._pause = None
        if self._work is not None and not self._work.done():
            self._follow_later()
            return
        uris, self._waiting = self._waiting, set()
        if len(uris) > _MANY:
            self._built_for = None
            self.settings_changed()
        else:
            self._start(self._some(uris))

    async def _some(self, uris: Iterable[str]) -> None:
        session = self._server.session
        before = session.workspace.index.files
        closed: list[Path] = []
        for uri in uris:
            question = session.question(uri)
            if question is not None:
                await self._open(uri, question)
            elif (path := path_of(uri)) is not None:
                closed.append(path)
        if closed:
            session.set_configurations(
                await self._worker.run(partial(_configurations_after, session.workspace, closed))
            )
            read = await self._worker.run(partial(_of_files, closed, _on_disk(session.workspace)))
            session.set_index(_without_gone(session.workspace.index, closed).with_files(read))
        if session.workspace.index.files != before:
            self._tell()

    def _tell(self) -> None:
        """Let a client that lists the routes know that they are others."""
        if self._server.session.support.routes_news:
            self._server.protocol.tell(ROUTES_CHANGED, {})

    async def _open(self, uri: str, question: "Question") -> None:
        """The entries of an open document, all of whose routes may have moved: questions go first."""
        try:
            worker = self._server.worker
            found = await worker.run(partial(_of_open, question), ends_when=lambda: worker.has_more)
        except Cancelled:
            self.changed([uri])
        else:
            session = self._server.session
            session.set_index(session.workspace.index.with_files({key_of(uri): found}))


async def _guarded(work: Coroutine[Any, Any, None]) -> None:
    """A fault here costs the index, nothing else."""
    try:
        await work
    except Cancelled:
        log.debug("indexing was stopped")
    except (BrokenProcessPool, OSError) as error:
        log.warning("the workspace could not be indexed: %s", error)
    except Exception:
        log.exception("indexing failed")


def _may_be_folder(uri: str) -> bool:
    return "." not in uri.rsplit("/", 1)[-1]


def _on_disk(workspace: Workspace) -> Workspace:
    """The workspace without what need not travel to another process."""
    return replace(workspace, open={}, index=Index(), later=None, later_hints=None)


def _of_open(question: "Question") -> tuple[Any, ...]:
    from waypost.routes.features import RouteFeatures
    from waypost.routes.inventory import calls_of

    features = question.analysis.features
    return calls_of(features.routes) if isinstance(features, RouteFeatures) else ()


def _of_files(paths: Sequence[Path], workspace: Workspace) -> Mapping[str, tuple[Any, ...]]:
    """The entries of files that a walk would come by; none of those that are gone or ignored."""
    from waypost.routes.inventory import index_files

    sources = [path for path in paths if path.suffix in PYTHON]
    walked = [path for path in sources if _is_walked(path, workspace)]
    return dict.fromkeys(map(uri_of, sources), ()) | index_files(walked, workspace)


def _is_walked(path: Path, workspace: Workspace) -> bool:
    folder = workspace.folder_of(uri_of(path))
    return folder is not None and path.is_file() and is_walked(folder.path, path)


def _without_gone(index: Index, paths: Iterable[Path]) -> Index:
    """The index without the folders among `paths` that are gone."""
    for path in paths:
        if path.suffix not in PYTHON and not path.exists():
            index = index.without(uri_of(path) + "/")
    return index


def _configurations_after(workspace: Workspace, changed: Iterable[Path]) -> frozenset[str]:
    """The files with a configuration, once these have changed, come or gone."""
    homes = [path for path in changed if path.name in HOMES]
    gone = frozenset(map(uri_of, homes)) | {uri for uri in workspace.configurations if not _is_there(uri)}
    hidden_or_walked = (path for path in homes if path.name.startswith(".") or _is_walked(path, workspace))
    return workspace.configurations - gone | {uri_of(path) for path in hidden_or_walked if path.is_file()}


def _is_there(uri: str) -> bool:
    path = path_of(uri)
    return path is not None and path.is_file()
