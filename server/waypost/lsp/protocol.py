"""JSON-RPC as specified, for the handlers that are registered with pygls.

pygls keeps the registry and announces the server's capabilities. Reading, dispatch and answers are ours: pygls drops
malformed messages without an answer, accepts requests before `initialize`, answers `shutdown` with an error if a
request is still running, and takes several times as long for a request (the architecture's page has the figures).
"""

import asyncio
import json
import logging
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from functools import partial
from itertools import count
from typing import Any

from cattrs.errors import BaseValidationError
from lsprotocol import types
from lsprotocol.converters import get_converter
from pygls.capabilities import ServerCapabilitiesBuilder
from pygls.exceptions import JsonRpcException
from pygls.feature_manager import FeatureManager

from waypost.cancel import Cancelled
from waypost.lsp.errors import (
    CANCELLED,
    INTERNAL,
    INVALID_PARAMS,
    INVALID_REQUEST,
    METHOD_NOT_FOUND,
    NOT_INITIALIZED,
    PARSE_ERROR,
    AnswerError,
)

log = logging.getLogger("waypost.lsp")

Json = Any
_DUMPS: Callable[[Any], str] = json.JSONEncoder(ensure_ascii=True, check_circular=False, separators=(",", ":")).encode
_BEFORE_INITIALIZE = (types.INITIALIZE, types.EXIT)


class Protocol:
    """The protocol of one connection."""

    def __init__(self, about: types.ServerInfo, notebooks: types.NotebookDocumentSyncOptions | None = None) -> None:
        self._about, self._notebooks = about, notebooks
        self._converter = get_converter()
        self.handlers = FeatureManager(converter=self._converter)  # type: ignore[no-untyped-call]
        # The process that started the server, if the client has named it.
        self.parent: int | None = None
        self._is_initialized = self._is_shut_down = False
        self._ids = count()
        # What is being answered, by the id of the request, and what runs for a notification.
        self._answering: dict[Any, asyncio.Task[Any]] = {}
        self._running: set[asyncio.Task[Any]] = set()
        self._pending: dict[Any, Future[Any]] = {}
        self._write: Callable[[bytes], Any] = lambda _: None
        self.on_exit: Callable[[int], None] = lambda _: None
        self._own = self._own_handlers()

    def connect(self, write: Callable[[bytes], Any]) -> None:
        """Send everything through `write`."""
        self._write = write

    # -- coming in ---------------------------------------------------------------------------------------------

    def receive(self, body: bytes) -> None:
        """Handle one received message. It never raises: another message may follow."""
        try:
            message = json.loads(body)
        except (ValueError, RecursionError) as error:
            self.refuse(str(error))
            return
        try:
            self._receive(message)
        except Exception as error:
            log.exception("a message could not be handled")
            self._send_failure(_id_of(message), error)

    def _receive(self, message: Json) -> None:
        if not isinstance(message, dict) or message.get("jsonrpc") != "2.0":
            self.refuse("not a JSON-RPC 2.0 message", INVALID_REQUEST, _id_of(message))
        elif "method" in message:
            self._receive_call(message)
        elif "id" in message and ("result" in message or "error" in message):
            self._receive_answer(message)
        else:
            self.refuse("neither a request nor an answer", INVALID_REQUEST, _id_of(message))

    def refuse(self, reason: str, code: int = PARSE_ERROR, msg_id: Any = None) -> None:
        log.warning("refused a message: %s", reason)
        self._send_error(msg_id, code, reason)

    def disconnected(self) -> None:
        """The client has disconnected without `exit`."""
        self.on_exit(0 if self._is_shut_down else 1)

    def _receive_call(self, message: dict[str, Json]) -> None:
        method, msg_id = message["method"], _id_of(message)
        is_request = "id" in message
        if not isinstance(method, str) or (is_request and msg_id is None):
            self.refuse("a method must be a string, an id a string or a number", INVALID_REQUEST, msg_id)
            return
        fault = self._fault_of(method, msg_id)
        if fault is None:
            self._call(message, method, msg_id)
        elif is_request:
            self._send_error(msg_id, *fault)
        elif not method.startswith("$/"):
            log.warning("ignored %s: %s", method, fault[1])

    def _fault_of(self, method: str, msg_id: Any) -> tuple[int, str] | None:
        if not self._is_initialized and method not in _BEFORE_INITIALIZE:
            return NOT_INITIALIZED, "the server is not initialized yet"
        if self._is_initialized and method == types.INITIALIZE:
            return INVALID_REQUEST, "the server is initialized already"
        if self._is_shut_down and method != types.EXIT:
            return INVALID_REQUEST, "the server is shutting down"
        if msg_id in self._answering:
            return INVALID_REQUEST, "a request with this id is not answered yet"
        if method not in self.handlers.features and method not in self._own:
            return METHOD_NOT_FOUND, f"no such method: {method}"
        return None

    def _call(self, message: dict[str, Json], method: str, msg_id: Any) -> None:
        own = self._own.get(method)
        try:
            params = message.get("params") if own else self._params_of(message, method)
        except AnswerError as error:
            log.warning("%s", error)
            if msg_id is not None:
                self._send_failure(msg_id, error)
            return
        handler = own or self.handlers.features[method]
        if msg_id is None:
            self._note(handler, params)
        else:
            self._answer(msg_id, handler, params)

    def _params_of(self, message: dict[str, Json], method: str) -> Any:
        """The parameters as lsprotocol types; plain JSON for a method that it does not know."""
        kind = types.METHOD_TO_TYPES.get(method, (None,))[0]
        try:
            return self._converter.structure(message, kind).params if kind is not None else message.get("params")
        except (BaseValidationError, ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
            raise AnswerError(INVALID_PARAMS, f"{method}: parameters of the wrong shape") from error

    # Handlers return a result, a coroutine or a task. pygls would create a future with a callback for each.

    def _answer(self, msg_id: Any, handler: Callable[[Any], Any], params: Any) -> None:
        try:
            result = handler(params)
        except Exception as error:  # noqa: BLE001 - the handler has logged it
            self._send_failure(msg_id, error)
            return
        if asyncio.iscoroutine(result) or asyncio.isfuture(result):
            task: Any = asyncio.ensure_future(result)
            self._answering[msg_id] = task
            task.add_done_callback(partial(self._send_answer, msg_id))
        else:
            self._send_result(msg_id, result)

    def _note(self, handler: Callable[[Any], Any], params: Any) -> None:
        with suppress(Exception):  # the handler has logged it
            result = handler(params)
            if asyncio.iscoroutine(result):
                task = asyncio.ensure_future(result)
                self._running.add(task)
                task.add_done_callback(self._look_at)

    def _look_at(self, done: "asyncio.Task[Any]") -> None:
        """Notifications: the handler has logged any error."""
        self._running.discard(done)
        if not done.cancelled():
            done.exception()

    def _receive_answer(self, message: dict[str, Json]) -> None:
        future = self._pending.pop(_id_of(message), None)
        if future is None or future.done():
            log.debug("an answer nobody waits for: %r", message["id"])
        elif "error" in message:
            error = message["error"] if isinstance(message["error"], dict) else {}
            future.set_exception(JsonRpcException(str(error.get("message", "")), error.get("code"), error.get("data")))
        else:
            future.set_result(message["result"])

    # -- what the protocol itself answers ----------------------------------------------------------------------

    def _own_handlers(self) -> dict[str, Callable[[Any], Any]]:
        return {
            types.INITIALIZE: self._initialize,
            types.SHUTDOWN: self._shut_down,
            types.EXIT: self._exit,
            types.CANCEL_REQUEST: self._cancel,
            types.SET_TRACE: lambda _: None,
        }

    def _initialize(self, params: Json) -> types.InitializeResult:
        """The handler may add others, so what the server can do is decided after it."""
        message = {"jsonrpc": "2.0", "id": 0, "method": types.INITIALIZE, "params": params}
        given: types.InitializeParams = self._params_of(message, types.INITIALIZE)
        self.parent = given.process_id
        self._is_initialized = True
        self.handlers.features[types.INITIALIZE](given)
        able = ServerCapabilitiesBuilder(
            given.capabilities,
            set(self.handlers.features),
            self.handlers.feature_options,
            list(self.handlers.commands),
            types.TextDocumentSyncKind.Incremental,
            self._notebooks,
            ServerCapabilitiesBuilder.choose_position_encoding(given.capabilities),
        )
        return types.InitializeResult(able.build(), self._about)  # type: ignore[no-untyped-call]

    def _shut_down(self, _: Json) -> None:
        """Cancels everything in progress, and answers it as cancelled."""
        self._is_shut_down = True
        for task in list(self._answering.values()):
            task.cancel()

    def _exit(self, _: Json) -> None:
        self.disconnected()

    def _cancel(self, params: Json) -> None:
        task = self._answering.get(_id_of(params))
        if task is not None:
            task.cancel()

    # -- going out ---------------------------------------------------------------------------------------------

    def _send_answer(self, msg_id: Any, done: "asyncio.Task[Any]") -> None:
        self._answering.pop(msg_id, None)
        error = Cancelled() if done.cancelled() else done.exception()
        if error is None:
            self._send_result(msg_id, done.result())
        else:
            self._send_failure(msg_id, error)

    def _send_failure(self, msg_id: Any, error: BaseException) -> None:
        if isinstance(error, AnswerError):
            self._send_error(msg_id, error.code, str(error))
        elif isinstance(error, Cancelled):
            self._send_error(msg_id, CANCELLED, "cancelled")
        else:
            self._send_error(msg_id, INTERNAL, f"{type(error).__name__}: {error}")

    def _send_result(self, msg_id: Any, result: Any) -> None:
        if hasattr(result, "__attrs_attrs__"):
            result = self._converter.unstructure(result)
        self._send({"jsonrpc": "2.0", "id": msg_id, "result": result})

    def _send_error(self, msg_id: Any, code: int, message: str) -> None:
        self._send({"jsonrpc": "2.0", "id": msg_id, "error": {"code": code, "message": message}})

    def notify(self, method: str, params: Json = None) -> None:
        """A notification whose parameters are already plain JSON."""
        self._send({"jsonrpc": "2.0", "method": method, "params": params})

    def request(self, method: str, params: Json = None) -> "Future[Any]":
        """A request to the client whose parameters are already plain JSON; so is the answer."""
        msg_id = f"waypost-{next(self._ids)}"
        future: Future[Any] = Future()
        self._pending[msg_id] = future
        self._send({"jsonrpc": "2.0", "id": msg_id, "method": method, "params": params})
        return future

    def _send(self, message: dict[str, Json]) -> None:
        self._write(_DUMPS(message).encode("ascii"))


def _id_of(message: Any) -> Any:
    """A valid id; None otherwise."""
    msg_id = message.get("id") if isinstance(message, dict) else None
    return msg_id if isinstance(msg_id, (str, int)) and not isinstance(msg_id, bool) else None
