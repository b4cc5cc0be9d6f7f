"""The server's log: to the client's log window, from which users copy it. It contains no secrets."""

import logging
from collections.abc import Callable
from typing import Any

from lsprotocol import types

_TYPES = (
    (logging.ERROR, types.MessageType.Error),
    (logging.WARNING, types.MessageType.Warning),
    (logging.INFO, types.MessageType.Info),
)


class _ToClient(logging.Handler):
    """Sends our own log lines to the client, on the loop that owns the connection."""

    def __init__(self, tell: Callable[[str, Any], None]) -> None:
        super().__init__()
        self._tell = tell

    def emit(self, record: logging.LogRecord) -> None:
        from waypost.shown.secrets import covered  # not at server start

        kind = next((each for level, each in _TYPES if record.levelno >= level), types.MessageType.Log)
        params = {"type": int(kind), "message": covered(self.format(record))}
        self._tell(types.WINDOW_LOG_MESSAGE, params)


def log_to(tell: Callable[[str, Any], None]) -> None:
    logging.getLogger("pygls").setLevel(logging.CRITICAL)  # our own protocol logs what is worth logging
    own = logging.getLogger("waypost")
    own.setLevel(logging.INFO)
    own.addHandler(_ToClient(tell))
    own.propagate = False
