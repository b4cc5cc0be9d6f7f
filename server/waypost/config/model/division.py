"""What is left to another server that the editor runs on the same configuration files."""

from enum import StrEnum
from typing import Final

from waypost.workspace import Settings
from waypost.workspace.homes import Home, Syntax


class Share(StrEnum):
    """Features that a TOML server with the schema also has."""

    COMPLETION = "completion"
    HOVER = "hover"
    SYMBOLS = "symbols"
    SYNTAX_ERRORS = "syntax_errors"


_TOML_SERVERS: Final = frozenset({"tombi", "taplo"})
# A shared file has its own schema, which may not cover typos.
_IN_SHARED_FILES: Final = frozenset({Share.SYMBOLS, Share.SYNTAX_ERRORS})


def is_left_to_others(share: Share, settings: Settings, home: Home) -> bool:
    """Whether a setting disables a feature, or another server is known to provide it for this kind of file."""
    chosen: str = getattr(settings, f"config_{share}")
    if chosen != "auto":
        return chosen == "off"
    is_done = home.syntax is Syntax.TOML and (home.is_whole_file or share in _IN_SHARED_FILES)
    return is_done and any(name.lower() in _TOML_SERVERS for name in settings.other_servers)
