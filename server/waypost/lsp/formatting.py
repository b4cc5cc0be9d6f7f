"""Formatting is offered only where a setting asks for it: an editor with two formatters asks which to use."""

from collections.abc import Callable
from typing import Any

from lsprotocol import types

from waypost.lsp.connection import Connection
from waypost.lsp.handlers.formatting import FORMATTING
from waypost.lsp.handlers.handler import OnSnapshot
from waypost.lsp.session import Follower
from waypost.workspace import Settings
from waypost.workspace.homes import HOMES, Syntax
from waypost.workspace.settings import SettingsLayer


class Formatting(Follower):
    """Announces formatting: at the start, or for configurations alone to clients that take it at any time."""

    def __init__(self, connection: Connection, add: Callable[[OnSnapshot], None]) -> None:
        self._connection = connection
        self._add = add
        self._is_added = False
        self._is_registered = False

    def started(self) -> None:
        session = self._connection.session
        at_start, _ = Settings.read(SettingsLayer(session.initial_settings))
        if at_start.config_formatting and not session.support.register_formatting:
            self._add_handlers()

    def settings_changed(self) -> None:
        session = self._connection.session
        if not session.support.register_formatting or session.formats() == self._is_registered:
            return
        self._is_registered = not self._is_registered
        if self._is_registered:
            self._add_handlers()
            self._connection.request(types.CLIENT_REGISTER_CAPABILITY, {"registrations": _entries(_OPTIONS)})
        else:
            self._connection.request(types.CLIENT_UNREGISTER_CAPABILITY, {"unregisterations": _entries({})})

    def _add_handlers(self) -> None:
        if not self._is_added:
            self._is_added = True
            for handler in FORMATTING:
                self._add(handler)


_FILES = [name for name, home in HOMES.items() if home.syntax is Syntax.TOML]
_OPTIONS = {"registerOptions": {"documentSelector": [{"pattern": f"**/{name}"} for name in _FILES]}}


def _entries(options: dict[str, Any]) -> list[dict[str, Any]]:
    return [{"id": f"waypost.{each.method}", "method": each.method, **options} for each in FORMATTING]
