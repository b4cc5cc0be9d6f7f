"""JSON-RPC as the specification has it, over pygls' dispatch.

pygls answers well-formed requests; this adds what it leaves out: an answer to malformed ones, the order of the life
cycle, one log line for one fault, and results that are plain JSON already, which it would take apart with cattrs.
"""

import asyncio
import json
import logging
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from contextvars import copy_context
from functools import partial
from itertools import count
from typing import Any

from cattrs.errors import BaseValidationError
from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.protocol import LanguageServerProtocol

from waypost.cancel import Cancelled

log = logging.getLogger("waypost.lsp")

Json = Any
_DUMPS: Callable[[Any], str] = json.JSONEncoder(ensure_ascii=True, check_circular=False, separators=(",", ":")).encode
_PARSE_ERROR, _INVALID_REQUEST, INVALID_PARAMS, _METHOD_NOT_FOUND = -32700, -32600, -32602, -32601
_INTERNAL, _NOT_INITIALIZED, _CANCELLED = -32603, -32002, -32800
CONTENT_MODIFIED = -32801
_OWN = (
    types.TEXT_DOCUMENT_DID_OPEN,
    types.TEXT_DOCUMENT_DID_CHANGE,
    types.TEXT_DOCUMENT_DID_CLOSE,
    types.NOTEBOOK_DOCUMENT_DID_OPEN,
    types.NOTEBOOK_DOCUMENT_DID_CHANGE,
    types.NOTEBOOK_DOCUMENT_DID_CLOSE,
    types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS,
    types.EXIT,
)
_BEFORE_INITIALIZE = ("initialize", "exit")


class AnswerError(Exception):
    """Raised by a handler to answer with an error that is no fault of ours."""

    def __init__(self, code: int, message: str) -> None:
        super().__init__(message)
        self.code = code


class Protocol(LanguageServerProtocol):
    """The protocol of one connection."""

    def __init__(self, server: Any, converter: Any) -> None:
        super().__init__(server, converter)
        self._initialized = False
        self._ids = count()
        self._running: set[Any] = set()
        self._asked: dict[Any, Future[Any]] = {}
        self.on_exit: Callable[[int], None] = lambda _: None

    def _register_builtin_features(self) -> None:
        """Without those of pygls' handlers that keep texts and folders of their own: the session keeps ours."""
        super()._register_builtin_features()  # type: ignore[no-untyped-call]
        for method in _OWN:
            self.fm.builtin_features.pop(method)

    # -- coming in ---------------------------------------------------------------------------------------------

    def receive(self, body: bytes) -> None:
        """One message, as it came."""
        try:
            message = json.loads(body)
        except (ValueError, RecursionError) as error:
            self.refuse(str(error), _PARSE_ERROR)
            return
        if not isinstance(message, dict) or message.get("jsonrpc") != "2.0":
            self.refuse("not a JSON-RPC 2.0 message", _INVALID_REQUEST, _id_of(message))
        elif "method" in message:
            self._receive_call(message)
        elif "id" in message and ("result" in message or "error" in message):
            self._receive_answer(message)
        else:
            self.refuse("neither a request nor an answer", _INVALID_REQUEST, _id_of(message))

    def refuse(self, reason: str, code: int = _PARSE_ERROR, msg_id: Any = None) -> None:
        log.warning("refused a message: %s", reason)
        self._send_error(msg_id, code, reason)

    def disconnected(self) -> None:
        """The client is gone without saying so."""
        self.on_exit(0 if self._shutdown else 1)

    def _receive_call(self, message: dict[str, Json]) -> None:
        method, msg_id = message["method"], message.get("id")
        is_request = "id" in message
        if not isinstance(method, str) or (is_request and not isinstance(msg_id, (str, int))):
            self.refuse("a method is a string, an id a string or a number", _INVALID_REQUEST, _id_of(message))
            return
        fault = self._out_of_order(method)
        if fault is None and not self._knows(method):
            fault = (_METHOD_NOT_FOUND, f"no such method: {method}")
        if fault is not None:
            if is_request:
                self._send_error(msg_id, *fault)
            elif not method.startswith("$/"):
                log.warning("ignored %s: %s", method, fault[1])
            return
        try:
            structured = self.structure_message(message)
        except JsonRpcException:
            return
        self._dispatch(structured, method)

    def structure_message(self, data: dict[str, Json]) -> Any:
        """The message as lsprotocol has it. One of the wrong shape is answered and logged here, and raised."""
        method = str(data.get("method", ""))
        kind = self.get_message_type(method)
        try:
            if kind is None:
                return super().structure_message(data)
            return self._converter.structure(data, kind)
        except (BaseValidationError, ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
            log.warning("%s: parameters of the wrong shape", method)
            if "id" in data:
                self._send_error(data["id"], INVALID_PARAMS, f"{method}: parameters of the wrong shape")
            raise JsonRpcException from error

    def _dispatch(self, message: Any, method: str) -> None:
        if method == types.EXIT:
            self.on_exit(0 if self._shutdown else 1)
            return
        if method == types.INITIALIZE:
            self._initialized = True
        own = None if method in self.fm.builtin_features else self.fm.features.get(method)
        if own is None:
            self._dispatch_by_pygls(message, method)
        elif hasattr(message, "id"):
            self._answer(message.id, own, message.params)
        else:
            self._note(own, message.params)

    def _dispatch_by_pygls(self, message: Any, method: str) -> None:
        handle = self._handle_notification if not hasattr(message, "id") else partial(self._handle_request, message.id)
        copy_context().run(handle, method, message.params)

    # Handlers of ours return what they have, or a coroutine. pygls would make a future with a callback of every one.

    def _answer(self, msg_id: Any, handler: Callable[[Any], Any], params: Any) -> None:
        try:
            result = handler(params)
        except Exception as error:  # noqa: BLE001 - the handler has logged it
            self._send_failure(msg_id, error)
            return
        if asyncio.iscoroutine(result):
            task: Any = asyncio.ensure_future(result)
            self._request_futures[msg_id] = task
            task.add_done_callback(partial(self._send_handler_result, msg_id=msg_id))
        else:
            self._send_result(msg_id, result)

    def _note(self, handler: Callable[[Any], Any], params: Any) -> None:
        with suppress(Exception):  # the handler has logged it
            result = handler(params)
            if asyncio.iscoroutine(result):
                task = asyncio.ensure_future(result)
                self._running.add(task)
                task.add_done_callback(self._check_handler_result)

    def _out_of_order(self, method: str) -> tuple[int, str] | None:
        if not self._initialized and method not in _BEFORE_INITIALIZE:
            return _NOT_INITIALIZED, "the server is not initialized yet"
        if self._initialized and method == types.INITIALIZE:
            return _INVALID_REQUEST, "the server is initialized already"
        if self._shutdown and method != types.EXIT:
            return _INVALID_REQUEST, "the server is shutting down"
        return None

    def _knows(self, method: str) -> bool:
        return (
            method in self.fm.builtin_features
            or method in self.fm.features
            or method in (types.CANCEL_REQUEST, types.EXIT)
        )

    def _receive_answer(self, message: dict[str, Json]) -> None:
        future = self._asked.pop(_id_of(message), None)
        if future is None or future.done():
            log.debug("an answer nobody waits for: %r", message["id"])
        elif "error" in message:
            error = message["error"] if isinstance(message["error"], dict) else {}
            future.set_exception(JsonRpcException(str(error.get("message", "")), error.get("code"), error.get("data")))
        else:
            future.set_result(message["result"])

    def _handle_cancel_notification(self, msg_id: Any) -> None:
        future = self._request_futures.get(msg_id)
        if future is not None:
            future.cancel()

    # -- going out ---------------------------------------------------------------------------------------------

    def _send_handler_result(self, future: "Future[Any] | asyncio.Future[Any]", *, msg_id: Any) -> None:
        self._request_futures.pop(msg_id, None)
        self._result_types.pop(msg_id, None)
        error = Cancelled() if future.cancelled() else future.exception()
        if error is None:
            self._send_result(msg_id, future.result())
        else:
            self._send_failure(msg_id, error)

    def _send_failure(self, msg_id: Any, error: BaseException) -> None:
        if isinstance(error, AnswerError):
            self._send_error(msg_id, error.code, str(error))
        elif isinstance(error, Cancelled):
            self._send_error(msg_id, _CANCELLED, "cancelled")
        elif isinstance(error, JsonRpcException):
            self._send_error(msg_id, error.code or _INTERNAL, error.message)
        else:
            self._send_error(msg_id, _INTERNAL, f"{type(error).__name__}: {error}")

    def _check_handler_result(self, future: "Future[Any] | asyncio.Future[Any]") -> None:
        """Notifications: the handler has logged what went wrong."""
        self._running.discard(future)
        if not future.cancelled():
            future.exception()

    def _send_result(self, msg_id: Any, result: Any) -> None:
        if hasattr(result, "__attrs_attrs__"):
            result = self._converter.unstructure(result)
        self._write({"jsonrpc": "2.0", "id": msg_id, "result": result})

    def _send_error(self, msg_id: Any, code: int, message: str) -> None:
        self._write({"jsonrpc": "2.0", "id": msg_id, "error": {"code": code, "message": message}})

    def tell(self, method: str, params: Json) -> None:
        """A notification whose parameters are plain JSON already."""
        self._write({"jsonrpc": "2.0", "method": method, "params": params})

    def ask(self, method: str, params: Json = None) -> "Future[Any]":
        """A request to the client whose parameters are plain JSON already; the answer is plain JSON too."""
        msg_id = f"waypost-{next(self._ids)}"
        future: Future[Any] = Future()
        self._asked[msg_id] = future
        self._write({"jsonrpc": "2.0", "id": msg_id, "method": method, "params": params})
        return future

    def _send_data(self, data: Any) -> None:
        """Everything pygls itself sends."""
        self._write(self._converter.unstructure(data))

    def _write(self, message: dict[str, Json]) -> None:
        if self.writer is None:
            return
        body = _DUMPS(message).encode("ascii")
        framed = b"Content-Length: %d\r\n\r\n%b" % (len(body), body) if self._include_headers else body
        written = self.writer.write(framed)
        if asyncio.iscoroutine(written):
            task = asyncio.ensure_future(written)
            task.add_done_callback(lambda done: done.cancelled() or done.exception())


def _id_of(message: Any) -> Any:
    msg_id = message.get("id") if isinstance(message, dict) else None
    return msg_id if isinstance(msg_id, (str, int)) else None
