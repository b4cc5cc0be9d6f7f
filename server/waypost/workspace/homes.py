"""Where a configuration can be: files that are one, and files that contain one in a table."""

import re
from enum import StrEnum
from typing import NamedTuple

from waypost.text import Document
from waypost.workspace.globs import matches_any
from waypost.workspace.settings import Settings
from waypost.workspace.uris import named_by


class Syntax(StrEnum):
    """The syntax of a configuration."""

    TOML = "toml"
    JSON = "json"


class Home(NamedTuple):
    """A kind of file: its syntax, and the tables that can contain the configuration, the one that wins first.

    The empty path is the whole file.
    """

    syntax: Syntax
    tables: tuple[tuple[str, ...], ...]

    @property
    def is_whole_file(self) -> bool:
        return self.tables == ((),)


_WHOLE_TOML = Home(Syntax.TOML, ((),))
_WHOLE_JSON = Home(Syntax.JSON, ((),))

# In the order in which the checker looks for them in a directory.
HOMES: dict[str, Home] = {
    "typos.toml": _WHOLE_TOML,
    "_typos.toml": _WHOLE_TOML,
    ".typos.toml": _WHOLE_TOML,
    "Cargo.toml": Home(Syntax.TOML, (("workspace", "metadata", "typos"), ("package", "metadata", "typos"))),
    "pyproject.toml": Home(Syntax.TOML, (("tool", "typos"),)),
    "typos.json": _WHOLE_JSON,
    "_typos.json": _WHOLE_JSON,
    ".typos.json": _WHOLE_JSON,
}

_SCHEMA_LINE = re.compile(rb'"\$schema"\s*:\s*"[^"\r\n]*typos[^"\r\n]*"')
# How much of a JSON file is searched for its `$schema`.
HEAD = 2_000


def home_of(document: Document, settings: Settings) -> Home | None:
    """What kind of configuration a document is, by its name, its `$schema` or the globs of the settings."""
    name = named_by(document.uri).name
    home = HOMES.get(name)
    if home is not None:
        return home
    is_json = name.endswith((".json", ".jsonc")) or document.language in ("json", "jsonc")
    if is_json and (names_schema(document.source[:HEAD]) or _is_named(document, settings)):
        return _WHOLE_JSON
    return None


def names_schema(head: bytes) -> bool:
    """Whether the first bytes of a JSON file say that it is a configuration."""
    return _SCHEMA_LINE.search(head) is not None


def _is_named(document: Document, settings: Settings) -> bool:
    return matches_any(settings.config_files, str(named_by(document.uri)))
