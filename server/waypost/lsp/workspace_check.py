"""Checks every file of the workspace: if the setting is on, or when the user requests it once.

The diagnoser handles open files; closed files are checked as they are on disk, and again when they or their imports
change. A client that pulls workspace diagnostics gets an answer when there are new results; others are sent them.
"""

import asyncio
import itertools
import json
import logging
import os
from collections.abc import Callable, Container, Coroutine, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from sys import intern
from typing import TYPE_CHECKING, Any, NamedTuple

from lsprotocol import types

from waypost.lsp import watching
from waypost.lsp.closed_files import on_disk, report_faults
from waypost.lsp.connection import Connection, Progress
from waypost.lsp.session import Follower
from waypost.workspace import key_of, path_of, uri_of
from waypost.workspace.homes import HOMES
from waypost.workspace.uris import shared_by

if TYPE_CHECKING:
    from waypost.lsp.closed_files import CheckedFiles

NOTHING = b"[]"
# Stored as bytes, about 500 per finding; longer than any problem list that users read to the end.
_MOST_BYTES = 16_000_000


class KeptReport(NamedTuple):
    """The findings of a file as JSON, with an id that is unique to this state of the file."""

    id: str
    found: bytes


@dataclass
class FileReports:
    """By the keys of the files' URIs."""

    _reports: dict[str, KeptReport] = field(default_factory=dict)
    _size: int = 0
    _numbers: Iterator[int] = field(default_factory=itertools.count)
    # Documents that were closed: a client keeps their reports until it gets others.
    _closed: set[str] = field(default_factory=set)
    # Whether something was left out because the limit was reached.
    full: bool = False

    def __len__(self) -> int:
        return len(self._reports)

    def __iter__(self) -> Iterator[str]:
        return iter(self._reports)

    @property
    def count(self) -> int:
        """How many findings there are."""
        return sum(len(self.found_in(key)) for key in self._reports)

    def found_in(self, key: str) -> list[Any]:
        report = self._reports.get(key)
        return [] if report is None else list(json.loads(report.found))

    def set(self, key: str, found: bytes) -> bool:
        """Whether the report has changed."""
        before = self._reports.get(key)
        if found == (before.found if before else NOTHING):
            return False
        self.forget(key)
        if found != NOTHING:
            self.full = self.full or self._size + len(found) > _MOST_BYTES
            if self._size + len(found) <= _MOST_BYTES:
                self._size += len(found)
                self._reports[key] = KeptReport(str(next(self._numbers)), found)
        return True

    def forget(self, key: str) -> bool:
        """Whether anything was removed. Later findings count as new even if they are the same."""
        before = self._reports.pop(key, None)
        self._size -= len(before.found) if before else 0
        return before is not None

    def closed(self, keys: Iterable[str]) -> None:
        """What is on disk of these is new to every client, also if that is nothing."""
        self._closed.update(keys)

    def news(self, previous: Mapping[str, str], without: Container[str]) -> list[dict[str, Any]]:
        """The reports that this client does not have yet, in protocol form, except those of the files `without`."""
        lacking = [key for key, each in self._reports.items() if previous.get(key) != each.id and key not in without]
        known, self._closed = self._closed.union(previous), set()
        gone = [key for key in known if key not in self._reports and key not in without]
        return [
            *({**_full(key, self.found_in(key)), "resultId": self._reports[key].id} for key in lacking),
            *(_full(key, []) for key in gone),
        ]


def _full(key: str, found: list[Any]) -> dict[str, Any]:
    return {"kind": "full", "uri": key, "version": None, "items": found}


log = logging.getLogger("waypost.lsp")

# Edits and saves are followed after a pause; documents that are open at the start come first.
_PAUSE = 0.5
# This many files at once are a checkout: everything is checked again.
_MANY = 200


class WorkspaceCheck(Follower):
    """One check at a time; changes during it are checked afterwards."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._reports = FileReports()
        self._depends: dict[str, Sequence[str]] = {}
        self._was_asked_for = self._is_pulled = False
        self._waited_for = 0
        self._checked_for: object = None
        self._work: asyncio.Task[None] | None = None
        self._waiting: set[str] = set()
        # Closed documents whose files have not been checked since: only then a client gets reports about them.
        self._closed: set[str] = set()
        self._pause: asyncio.TimerHandle | None = None
        self._news = asyncio.Event()

    # -- what clients request --------------------------------------------------------------------------------------

    async def check(self) -> dict[str, int] | None:
        """Check all files now and keep following changes; the number of findings, or None if cancelled."""
        self._was_asked_for = True
        self._checked_for = self._wanted()
        self._waited_for += 1
        work = self._start(self._all)
        try:
            while not work.done():
                await asyncio.wait([work])
                work = self._work or work  # settings that changed meanwhile restart it
        except asyncio.CancelledError:
            work.cancel()
            raise
        finally:
            self._waited_for -= 1
        if work.cancelled():
            return None
        opened = self._connection.session.documents
        return {"problems": self._reports.count, "files": len(self._reports), "open": len(opened)}

    async def pull(self, params: types.WorkspaceDiagnosticParams) -> Any:
        """`workspace/diagnostic`: what the client does not have yet, once there is something."""
        self._is_pulled = True
        previous = {key_of(each.uri): each.value for each in params.previous_result_ids}
        while not (news := self._reports.news(previous, self._connection.session.documents)):
            await self._news.wait()
        return {"items": news}

    # -- what it follows -------------------------------------------------------------------------------------------

    def settings_changed(self) -> None:
        wanted = self._wanted()
        if wanted != self._checked_for:
            self._checked_for = wanted
            self._start(self._all)

    def opened(self, uri: str) -> None:
        if key_of(uri) in self._connection.session.notebooks:
            self._drop([key_of(uri)])  # its cells have findings of their own

    def closed(self, uri: str) -> None:
        if self._is_on or self._connection.session.support.pull_diagnostics:
            self._reports.forget(key_of(uri))  # the client's report for it is gone with the document
            self._closed.add(key_of(uri))
            self._later([uri])

    def files_changed(self, uris: Sequence[str]) -> None:
        if not self._is_on:
            return
        if watching.has_settings(uris) or self._connection.session.is_api_document(uris):
            self._checked_for = None  # the settings are read again, and then everything is checked
        else:
            self._later(uris)

    def tree_changed(self) -> None:
        """Configuration globs now match other files."""
        if self._is_on:
            self._later(self._connection.session.workspace.configurations)

    # -- the check itself ------------------------------------------------------------------------------------------

    @property
    def _is_on(self) -> bool:
        return bool(self._wanted())

    def _wanted(self) -> list[Any]:
        """The folders that are checked, with their settings."""
        folders = self._connection.session.workspace.folders
        return [each for each in folders if self._was_asked_for or each.settings.diagnostic_mode == "workspace"]

    def _folders(self) -> list[Path]:
        return [folder.path for folder in self._wanted()]

    def _start(self, work: Callable[[], Coroutine[Any, Any, None]]) -> "asyncio.Task[None]":
        if self._work is not None:
            self._work.cancel()
        self._work = asyncio.get_running_loop().create_task(_guarded(work))
        return self._work

    async def _all(self) -> None:
        await asyncio.sleep(_PAUSE)
        from waypost.lsp.closed_files import files_in  # not at server start

        session, folders = self._connection.session, self._folders()
        find = partial(files_in, session.workspace, folders)
        files = await self._connection.files.worker.run(find) if folders else []
        files += [path for path in map(str, session.api_paths()) if any(map(Path(path).is_relative_to, folders))]
        self._drop(set(self._reports) - {uri_of(Path(path)) for path in files})
        cancel = self._work.cancel if self._waited_for and self._work is not None else None
        with Progress(self._connection, "Checking the workspace", len(files), cancel) as progress:
            await self._check(files, progress.advance)
        if self._reports.full:
            log.warning("there are more findings than an editor shows: `waypost check` lists them all")

    async def _check(self, files: Sequence[str], done: Callable[[int], None] = lambda _: None) -> None:
        from waypost.lsp.closed_files import Reader, check_files, lost_files

        session = self._connection.session

        def take(checked: "CheckedFiles") -> None:
            report_faults(checked.faults)
            for path, found, depends in checked.files:
                self._depends[path] = tuple(map(intern, depends))
                self._set(uri_of(Path(path)), found)
            done(checked.looked_at)

        reader = Reader(on_disk(session.workspace), session.encoding, session.support)
        async with self._connection.files.turn:
            await self._connection.files.each(files, partial(check_files, reader=reader), lost_files, take)
        if self._closed:
            self._reports.closed(self._closed)
            self._closed = set()
            self._wake()

    # -- what changes ----------------------------------------------------------------------------------------------

    def _later(self, uris: Iterable[str]) -> None:
        self._waiting.update(uris)
        if self._pause is not None:
            self._pause.cancel()
        self._pause = asyncio.get_running_loop().call_later(_PAUSE, self._follow)

    def _follow(self) -> None:
        self._pause = None
        if self._work is not None and not self._work.done():
            self._later(())
            return
        uris, self._waiting = self._waiting, set()
        if len(uris) > _MANY or any(map(watching.hides_files, uris)):
            self._start(self._all)
        else:
            self._start(partial(self._some, uris))

    async def _some(self, uris: Iterable[str]) -> None:
        from waypost.lsp.closed_files import files_among

        workspace = self._connection.session.workspace
        changed = {str(path) for uri in uris if (path := path_of(uri)) is not None}
        if any(os.path.basename(path) in HOMES for path in changed):  # noqa: PTH119 - configurations read each other
            changed |= {str(path_of(uri)) for uri in workspace.configurations}
        places = changed | shared_by(map(Path, changed))
        affected = changed | {path for path, depends in self._depends.items() if not places.isdisjoint(depends)}
        find = partial(files_among, workspace, self._folders(), sorted(affected))
        files = await self._connection.files.worker.run(find)
        gone = affected - set(files)
        below = tuple(f"{uri_of(Path(path))}/" for path in gone)
        self._drop({uri_of(Path(path)) for path in gone} | {key for key in self._reports if key.startswith(below)})
        await self._check(files)

    def _drop(self, keys: Iterable[str]) -> None:
        for key in keys:
            self._set(key, NOTHING)
            self._depends.pop(str(path_of(key)), None)

    def _set(self, key: str, found: bytes) -> None:
        if key in self._connection.session.notebooks:
            found = NOTHING
        if not self._reports.set(key, found) or key in self._connection.session.documents:
            return
        if not self._is_pulled:
            params = {"uri": key, "diagnostics": self._reports.found_in(key)}
            self._connection.notify(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS, params)
        self._wake()

    def _wake(self) -> None:
        """Let the request that waits look for news."""
        self._news.set()
        self._news = asyncio.Event()


async def _guarded(work: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """An error here affects only the check. Work that is cancelled before it starts creates no coroutine."""
    try:
        await work()
    except Exception:
        log.exception("checking the workspace failed")
