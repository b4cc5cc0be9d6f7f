"""Keeps the workspace index up to date, off the loop: built once, then updated file by file and edit by edit."""

import asyncio
import logging
import os
from collections.abc import Callable, Coroutine, Iterable, Sequence
from concurrent.futures import BrokenExecutor
from functools import partial
from pathlib import Path
from typing import Any

from waypost.cancel import Cancelled
from waypost.lsp import watching
from waypost.lsp.closed_files import (
    calls_of_files,
    calls_of_open,
    configurations_after,
    on_disk,
    report_faults,
)
from waypost.lsp.connection import Connection, Progress
from waypost.lsp.session import DocumentSnapshot, Follower
from waypost.workspace import Index, key_of, path_of, uri_of
from waypost.workspace.homes import HOMES
from waypost.workspace.uris import shared_by
from waypost.workspace.walk import PYTHON, indexed_names

log = logging.getLogger("waypost.lsp")

# A client may ignore methods that start with `$/`.
ROUTES_CHANGED = "$/waypost/routesChanged"
# Edits are applied after a pause, and files that change together are read together.
_PAUSE = 0.5
# Documents that are open at the start come first: reading routes takes half of the modules that they load.
_BEFORE_BUILDING = 0.2
_FOLLOWED = (*PYTHON, *(f"/{name}" for name in HOMES))
# This many files at once are a checkout: everything is indexed again.
_MANY = 200


class Indexer(Follower):
    """One build at a time; changes during it are applied afterwards."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._files = connection.files
        self._work: asyncio.Task[None] | None = None
        self._waiting: set[str] = set()
        # Documents whose reading had to give way to a question.
        self._cut_off: set[str] = set()
        self._pause: asyncio.TimerHandle | None = None
        self._built_for: object = None

    def settings_changed(self) -> None:
        """Build the index, and again if its folders or settings have changed."""
        folders = self._connection.session.workspace.folders
        if folders != self._built_for:
            self._built_for = folders
            self._start(self._all)

    def opened(self, uri: str) -> None:
        self._changed([uri])

    def changed(self, uri: str) -> None:
        self._changed([uri])

    def closed(self, uri: str) -> None:
        self._changed([uri])

    def files_changed(self, uris: Sequence[str]) -> None:
        session = self._connection.session
        roots = {uri_of(folder) for folder in session.folders}
        inner = [uri for uri in uris if key_of(uri).rpartition("/")[0] not in roots]
        if watching.has_settings(inner) or session.is_api_document(uris):
            self._built_for = None  # the settings will be read again
        if watching.hides(uris):
            self._built_for = None
            self.settings_changed()
        self._changed([*uris, *self._readers_of(uris), *self._in_worker(uris)])

    def _changed(self, uris: Iterable[str]) -> None:
        """Documents or files were changed, created or deleted."""
        followed = [uri for uri in uris if uri.endswith(_FOLLOWED)]
        if followed:
            self._waiting.update(followed)
            self._note_whether_settled()
            self._follow_later()

    def _follow_later(self) -> None:
        if self._pause is not None:
            self._pause.cancel()
        self._pause = asyncio.get_running_loop().call_later(_PAUSE, self._follow)

    def _start(self, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        if self._work is not None:
            self._work.cancel()
        self._work = asyncio.get_running_loop().create_task(_guarded(work))
        self._work.add_done_callback(self._note_whether_settled)
        self._note_whether_settled()

    def _note_whether_settled(self, _: object = None) -> None:
        is_working = self._work is not None and not self._work.done()
        if self._waiting or self._cut_off or is_working:
            self._connection.index_settled.clear()
        else:
            self._connection.index_settled.set()

    # -- all files -------------------------------------------------------------------------------------------------

    async def _all(self) -> None:
        await asyncio.sleep(_BEFORE_BUILDING)
        session = self._connection.session
        session.set_index(Index())
        folders = [folder.path for folder in session.workspace.folders]
        # As strings: tens of thousands of paths take as much memory as everything that is found in them.
        names = await self._files.worker.run(lambda: [name for folder in folders for name in indexed_names(folder)])
        paths = [name for name in dict.fromkeys(names) if name.endswith(PYTHON)]
        session.set_configurations(uri_of(Path(name)) for name in names if os.path.basename(name) in HOMES)  # noqa: PTH119 - strings
        if paths:
            await self._read(paths)
        session.set_index(session.workspace.index.completed())
        self._announce()
        self._changed(opened.uri for opened in session.documents.values())
        index = session.workspace.index
        log.debug("%s calls in %s of %s files", index.count, len(index.files), len(paths))

    async def _read(self, paths: Sequence[str]) -> None:
        from waypost.cache import Cache, cache_folder
        from waypost.routes.inventory import index_files, lost_files
        from waypost.routes.listed import FileCalls, calls_from_plain, known_calls, record_calls

        session, worker = self._connection.session, self._files.worker
        workspace = on_disk(session.workspace)
        results: list[FileCalls] = []
        async with self._files.turn:
            with Progress(self._connection, "Reading routes", len(paths)) as progress:

                def take(found: FileCalls) -> None:
                    report_faults(found.faults)
                    session.set_index(session.workspace.index.with_files(found.calls, found.places))
                    progress.advance(len(found.calls))
                    results.append(found)

                cache = await worker.run(partial(Cache.opened, cache_folder(), "routes", calls_from_plain))
                known = await worker.run(partial(known_calls, paths, workspace, cache))
                if known.calls:
                    take(known)
                left = [path for path in paths if uri_of(Path(path)) not in known.calls]
                await self._files.each(left, partial(index_files, workspace=workspace), lost_files, take)
            await worker.run(partial(record_calls, results, workspace, cache))

    # -- single files ----------------------------------------------------------------------------------------------

    def _follow(self) -> None:
        self._pause = None
        if self._work is not None and not self._work.done():
            self._follow_later()
            return
        uris, self._waiting = self._waiting, set()
        uris |= self._readers_of(uris) | (self._in_worker(uris) & self._connection.session.documents.keys())
        uris |= self._cut_off
        self._cut_off = set()
        if len(uris) > _MANY:
            self._built_for = None
            self.settings_changed()
        else:
            self._start(partial(self._some, uris))

    def _readers_of(self, uris: Iterable[str]) -> set[str]:
        """The files whose entries were read from these, or from their new places."""
        paths = {str(path) for path in map(path_of, uris) if path is not None}
        return set(self._connection.session.workspace.index.readers_of(paths))

    def _in_worker(self, uris: Iterable[str]) -> set[str]:
        """The files whose entries depend on all sources around them; if they are many, only those that are open.

        Most are as they were. The others are right again once they are read for another reason.
        """
        paths = [path for path in map(path_of, uris) if path is not None]
        found = set(self._connection.session.workspace.index.readers_of(shared_by(paths)))
        return found if len(found) <= _MANY else found & self._connection.session.documents.keys()

    async def _some(self, uris: Iterable[str]) -> None:
        session = self._connection.session
        before = session.workspace.index.files
        closed: list[Path] = []
        for uri in uris:
            snapshot = session.snapshot(uri)
            if snapshot is not None:
                await self._open(uri, snapshot)
            elif (path := path_of(uri)) is not None:
                closed.append(path)
        if closed:
            session.set_configurations(
                await self._files.worker.run(partial(configurations_after, session.workspace, closed))
            )
            read = await self._files.worker.run(partial(calls_of_files, closed, on_disk(session.workspace)))
            session.set_index(session.workspace.index.with_files(*read))
        if session.workspace.index.files != before:
            self._announce()

    def _announce(self) -> None:
        """Notify a client that lists the routes, and the followers, that they have changed."""
        self._connection.session.indexed()
        if self._connection.session.support.routes_news:
            self._connection.notify(ROUTES_CHANGED, {})

    async def _open(self, uri: str, snapshot: DocumentSnapshot) -> None:
        """The entries of an open document, whose routes may all have moved: questions go first."""
        try:
            worker = self._connection.worker
            priority = snapshot.priority(is_awaited=False)
            found = await worker.run(
                partial(calls_of_open, snapshot), priority=priority, ends_when=lambda: worker.has_more
            )
        except Cancelled:
            # What rests on it has nothing new to rest on.
            self._cut_off.add(uri)
            self._follow_later()
        else:
            session = self._connection.session
            session.set_index(session.workspace.index.with_files(*found))


async def _guarded(work: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """An error here affects only the index. Work that is cancelled before it starts creates no coroutine."""
    try:
        await work()
    except Cancelled:
        log.debug("indexing was stopped")
    except (BrokenExecutor, OSError) as error:
        log.warning("the workspace could not be indexed: %s", error)
    except Exception:
        log.exception("indexing failed")
