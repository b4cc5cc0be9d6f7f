"""The server: wires handlers to the protocol, and the session to the client."""

import asyncio
import inspect
import logging
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from lsprotocol import types
from pygls.lsp.server import LanguageServer
from pygls.protocol import default_converter

from waypost.cancel import Cancelled
from waypost.core.version import VERSION
from waypost.lsp import parent, watching
from waypost.lsp.afterwards import Afterwards
from waypost.lsp.commands import COMMANDS
from waypost.lsp.counting import Counting
from waypost.lsp.desk import Desk, NotAtOnceError
from waypost.lsp.diagnoser import Diagnoser
from waypost.lsp.handlers import HANDLERS
from waypost.lsp.handlers.diagnostic import PULL
from waypost.lsp.handlers.handler import OnLoop, Request
from waypost.lsp.handlers.notebooks import SYNC
from waypost.lsp.indexer import Indexer
from waypost.lsp.protocol import CONTENT_MODIFIED, INVALID_PARAMS, AnswerError, Protocol
from waypost.lsp.session import Question, Session
from waypost.lsp.support import ClientSupport
from waypost.lsp.worker import Worker
from waypost.text import Encoding
from waypost.workspace.project import PROJECT_FILES
from waypost.workspace.settings import Problem

log = logging.getLogger("waypost.lsp")

_PARENT_CHECK_SECONDS = 3.0
_FILE_CHECK_SECONDS = 2.0


class Server(LanguageServer):
    """One connection with one client."""

    protocol: Protocol

    def __init__(self) -> None:
        super().__init__(
            "waypost",
            VERSION,
            notebook_document_sync=SYNC,
            protocol_cls=Protocol,
            converter_factory=default_converter,
        )
        self.session = Session()
        self.worker = Worker("analysis")
        self.desk = Desk(self.worker)
        self.diagnoser = Diagnoser(self)
        self.afterwards = Afterwards(self, self._look_again)
        self.counting = Counting(self)
        self.session.later = self.afterwards
        self.indexer = Indexer(self)
        self._watched_apis: list[str] = []
        self._tasks: set[asyncio.Task[None]] = set()
        self._register()

    # -- wiring ------------------------------------------------------------------------------------------------

    def _register(self) -> None:
        self._add(OnLoop(types.INITIALIZE, Server._initialize))
        self._add(OnLoop(types.INITIALIZED, Server._initialized))
        for handler in HANDLERS:
            self._add(handler)
        for name, command in COMMANDS.items():
            self.command(name)(self._command(name, command))

    def _add(self, handler: Request | OnLoop) -> None:
        run = self._answering(handler) if isinstance(handler, Request) else self._running(handler)
        self.feature(handler.method, handler.options)(run)

    def _answering(self, request: Request) -> Callable[[Any], Any]:
        def answer(params: Any) -> Any:
            question = self.session.question(_document_of(params))
            if question is None:
                return request.nothing(params) if callable(request.nothing) else request.nothing
            work = partial(request.answer, question, params)
            try:
                return self.desk.at_once(question, request.method, work)
            except NotAtOnceError:
                return self._beside(question, request.method, work)
            except Exception as error:
                _log(request.method, error)
                raise

        return answer

    async def _beside(self, question: Question, method: str, work: Callable[[], Any]) -> Any:
        try:
            result = await self.desk.beside(question, method, work)
        except Exception as error:
            _log(method, error)
            if not isinstance(error, Cancelled) or self.session.is_current(question):
                raise
        if not self.session.is_current(question):
            raise AnswerError(CONTENT_MODIFIED, "the document has changed meanwhile")
        return result

    def _running(self, handler: OnLoop) -> Callable[[Any], Any]:
        async def run_async(params: Any) -> Any:
            try:
                return await handler.run(self, params)
            except Exception as error:
                _log(handler.method, error)
                raise

        def run(params: Any) -> Any:
            try:
                return handler.run(self, params)
            except Exception as error:
                _log(handler.method, error)
                raise

        return run_async if inspect.iscoroutinefunction(handler.run) else run

    def _command(self, name: str, command: Callable[..., Any]) -> Callable[..., Any]:
        async def run(*arguments: Any) -> Any:
            try:
                return await command(self, *arguments)
            except TypeError as error:
                raise AnswerError(INVALID_PARAMS, f"{name}: {error}") from error
            except Exception as error:
                _log(name, error)
                raise

        return run

    def report_server_error(self, error: Exception, source: Any) -> None:
        """Faults are logged where they happen; nothing pops up in front of the user."""

    # -- life cycle --------------------------------------------------------------------------------------------

    def _initialize(self, params: types.InitializeParams) -> None:
        session = self.session
        self.afterwards.start()
        session.support = ClientSupport.of(params.capabilities)
        self.counting.start()
        session.encoding = Encoding(self._position_encoding(params))
        for uri in _roots(params):
            session.add_folder(uri)
        options: Any = params.initialization_options
        if isinstance(options, Mapping):
            own = options.get("waypost", options)
            session.initial_settings = own if isinstance(own, Mapping) else {}
        if session.support.pull_diagnostics:
            self._add(PULL)

    def _position_encoding(self, params: types.InitializeParams) -> str:
        general = params.capabilities.general
        known = {each.value for each in Encoding}
        offered = (general.position_encodings if general else None) or ()
        return next((str(getattr(each, "value", each)) for each in offered if each in known), Encoding.UTF16)

    async def _initialized(self, _: types.InitializedParams) -> None:
        self._register_with_client()
        if self.process_id is not None:
            self.spawn(self._watch_parent(self.process_id))
        if not self.session.support.register_watchers:
            self.spawn(self._watch_settings())
        if self.session.support.configuration:
            await self.fetch_settings()
        else:
            self.settings_changed()

    def _register_with_client(self) -> None:
        wanted: list[dict[str, Any]] = []
        if self.session.support.register_watchers:
            wanted += watching.registrations()
        if self.session.support.register_configuration:
            wanted.append(
                {
                    "id": "waypost.configuration",
                    "method": types.WORKSPACE_DID_CHANGE_CONFIGURATION,
                    "registerOptions": {"section": "waypost"},
                }
            )
        if wanted:
            self.protocol.ask(types.CLIENT_REGISTER_CAPABILITY, {"registrations": wanted})

    def spawn(self, work: Any) -> None:
        """Run a coroutine for as long as the server lives, or until it ends."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _watch_parent(self, pid: int) -> None:
        while parent.is_alive(pid):  # noqa: ASYNC110 - nothing tells of another process's end
            await asyncio.sleep(_PARENT_CHECK_SECONDS)
        log.warning("the client's process is gone")
        self.protocol.disconnected()

    # -- settings and files ------------------------------------------------------------------------------------

    async def fetch_settings(self) -> None:
        """Ask the client for its settings: those of the whole workspace, and those of each folder."""
        folders = self.session.folder_uris
        scopes: list[dict[str, str]] = [{}, *({"scopeUri": uri} for uri in folders)]
        items = [{**scope, "section": "waypost"} for scope in scopes]
        request = self.protocol.ask(types.WORKSPACE_CONFIGURATION, {"items": items})
        try:
            answer = await asyncio.wrap_future(request)
        except Exception as error:  # noqa: BLE001 - whatever the client answers, the other settings apply
            log.warning("the client did not send its settings: %s", error)
            answer = None
        sent = list(answer) if isinstance(answer, (list, tuple)) else []
        own = sent[0] if sent else None
        self.session.client_settings = own if isinstance(own, Mapping) else {}
        of_folders = zip(folders, sent[1:], strict=False)
        self.session.folder_settings = {uri: each for uri, each in of_folders if isinstance(each, Mapping)}
        self.settings_changed()

    def settings_changed(self) -> None:
        """Read all settings again and let everything follow them."""
        for problem in self.session.reload_settings():
            self._show(problem)
        self.diagnoser.refresh()
        self.indexer.settings_changed()
        self._watch_apis()
        if self.session.support.refresh_hints:
            self.protocol.ask(types.WORKSPACE_INLAY_HINT_REFRESH)

    def _watch_apis(self) -> None:
        """Have the client watch the documents that describe APIs, under whatever names the settings give them."""
        names = self.session.api_documents()
        if not self.session.support.register_watchers or names == self._watched_apis:
            return
        entry = watching.registration("waypost.apis", names)
        if self._watched_apis:
            old = {"id": entry["id"], "method": entry["method"]}
            self.protocol.ask(types.CLIENT_UNREGISTER_CAPABILITY, {"unregisterations": [old]})
        if names:
            self.protocol.ask(types.CLIENT_REGISTER_CAPABILITY, {"registrations": [entry]})
        self._watched_apis = names

    def _look_again(self) -> None:
        """What analysis had put off is known now."""
        self.session.anew()
        self.diagnoser.refresh()

    def files_changed(self, uris: Iterable[str]) -> None:
        """Files were changed on disk."""
        changed = list(uris)
        self.indexer.changed(changed)
        if watching.has_settings(changed) or self.session.describes_api(changed):
            self.settings_changed()
        elif watching.matter(changed):
            self.diagnoser.refresh()

    async def _watch_settings(self) -> None:
        """For clients that cannot watch files: look at the few that hold settings now and then."""
        before = self._stamps()
        while True:
            await asyncio.sleep(_FILE_CHECK_SECONDS)
            now = self._stamps()
            if now != before:
                before = now
                self.settings_changed()

    def _stamps(self) -> list[tuple[int, int] | None]:
        return [_stamp(folder / name) for folder in self.session.folders for name in PROJECT_FILES]

    def _show(self, problem: Problem) -> None:
        message = f"Waypost setting `{problem.key}`: {problem.message}"
        log.warning("%s", message)
        self.protocol.tell(types.WINDOW_SHOW_MESSAGE, {"type": int(types.MessageType.Warning), "message": message})


def _log(method: str, error: Exception) -> None:
    """A bug is a line in the log; what is no fault of ours is not."""
    if not isinstance(error, AnswerError | Cancelled):
        log.error("%s failed", method, exc_info=error)


def _stamp(path: Any) -> tuple[int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size


def _document_of(params: Any) -> str:
    """The uri a request is about; an item to resolve carries it in its data."""
    document = getattr(params, "text_document", None)
    if document is not None:
        return str(document.uri)
    data = getattr(params, "data", None)
    return str(data.get("uri", "")) if isinstance(data, Mapping) else ""


def _roots(params: types.InitializeParams) -> list[str]:
    if params.workspace_folders:
        return [folder.uri for folder in params.workspace_folders]
    if params.root_uri:
        return [params.root_uri]
    if params.root_path:
        return [Path(params.root_path).as_uri()]
    return []
