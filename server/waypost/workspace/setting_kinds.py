"""The kinds of settings: a JSON schema for editors, and a reader that raises `ValueError` with a sentence."""

import json
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from waypost.results import Severity
from waypost.workspace.globs import anchored
from waypost.workspace.releases import ReleaseRange, bounded, pinned

LEVELS: Final = ("off", *(severity.value for severity in Severity))
_MOST_SHOWN: Final = 40
# The origin of a release that comes from a setting.
_SETTINGS: Final = "the settings"


class Kind(NamedTuple):
    """The type of a setting."""

    schema: Mapping[str, Any]
    read: Callable[[Any], Any]
    # Makes relative paths absolute, so that they mean the same wherever the settings apply.
    anchor: Callable[[Any, Path], Any] | None = None


def choice(*values: str) -> Kind:
    def read(value: Any) -> str:
        if value not in values:
            raise ValueError(f"must be {one_of(values)}, not {shown(value)}")
        return str(value)

    return Kind({"type": "string", "enum": list(values)}, read)


def _is_texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(each, str) for each in value)


def _is_table_of(kind: type) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, Mapping) and all(isinstance(each, kind) for each in value.values())


def _reader(fits: Callable[[Any], bool], wanted: str, make: Callable[[Any], Any]) -> Callable[[Any], Any]:
    def read(value: Any) -> Any:
        if not fits(value):
            raise ValueError(f"must be {wanted}, not {shown(value)}")
        return make(value)

    return read


def read_levels(value: Any) -> Severity | None:
    """The severity with this name; None turns a rule off."""
    if value not in LEVELS:
        raise ValueError(f"must be {one_of(LEVELS)}, not {shown(value)}")
    return None if value == "off" else Severity(value)


def _anchored_globs(globs: Iterable[str], base: Path) -> tuple[str, ...]:
    return tuple(anchored(glob, base) for glob in globs)


def _anchored_keys(table: Mapping[str, Any], base: Path) -> Mapping[str, Any]:
    return {anchored(glob, base): each for glob, each in table.items()}


def _absolute(path: str, base: Path) -> str:
    return os.path.normpath(base / path) if path else path


_STRINGS: Final = {"type": "array", "items": {"type": "string"}}
_read_text = _reader(lambda value: isinstance(value, str), "a string", str)
_read_texts = _reader(_is_texts, "a list of strings", tuple)

FLAG: Final = Kind({"type": "boolean"}, _reader(lambda value: isinstance(value, bool), "true or false", bool))
TEXT: Final = Kind({"type": "string"}, _read_text)
PATH: Final = Kind({"type": "string"}, _read_text, _absolute)
TEXTS: Final = Kind(_STRINGS, _read_texts)
PATHS: Final = Kind(_STRINGS, _read_texts, lambda paths, base: tuple(_absolute(path, base) for path in paths))
GLOBS: Final = Kind(_STRINGS, _read_texts, _anchored_globs)
TABLES: Final = Kind(
    {"type": "object", "additionalProperties": {"type": "object"}},
    _reader(_is_table_of(Mapping), "a table of tables", dict),
)
GLOB_TABLES: Final = Kind(TABLES.schema, TABLES.read, _anchored_keys)


def read_release(value: Any) -> ReleaseRange:
    """The releases that one entry of `releases` allows."""
    text = value if isinstance(value, str) else ""
    found = pinned(text, _SETTINGS) if text[:1].isdigit() else bounded(text, _SETTINGS)
    if found is None or not text.strip():
        raise ValueError(f"must be a release such as `0.27`, or bounds such as `>=0.27,<0.29`, not {shown(value)}")
    return found


RELEASES: Final = Kind(
    {"type": "object", "additionalProperties": {"type": "string"}},
    _reader(_is_table_of(object), "a table of releases", dict),
)


def one_of(values: Iterable[str]) -> str:
    """`a`, `b` or `c`."""
    *most, last = (f"`{value}`" for value in values)
    return f"{', '.join(most)} or {last}" if most else last


def shown(value: Any) -> str:
    """A value as written in a file, short enough for a sentence."""
    text = json.dumps(value, ensure_ascii=False, default=str)
    return f"`{text if len(text) <= _MOST_SHOWN else text[: _MOST_SHOWN - 1] + '…'}`"


# The base URL of an API, which has a host.
_ADDRESS: Final = re.compile(r"https?://[^/?#\s]", re.IGNORECASE)
_EDITION: Final = "github:"
APP: Final = "python:"
APP_NAME: Final = re.compile(r"[\w.]+:\w+(?:\.\w+)*(?:\(\))?")
# The shipped editions of GitHub's API: versions of it, Enterprise Cloud and Enterprise Server.
EDITION_NAMES: Final = (
    "2022-11-28",
    "2026-03-10",
    "ghec",
    "ghec-2026-03-10",
    "ghes-3.17",
    "ghes-3.18",
    "ghes-3.19",
)
_KEYS: Final = ("document", "clients")


class ApiSetting(NamedTuple):
    """One API: its address, its document, GitHub edition or app, and globs of the clients that call it."""

    address: str = ""
    document: str = ""
    edition: str = ""
    clients: tuple[str, ...] = ()
    # An app of the workspace by its module and name, `users.main:app`.
    app: str = ""


class UnusableApiError(ValueError):
    """What is wrong with an entry, and below which of its keys."""

    def __init__(self, message: str, *keys: str) -> None:
        super().__init__(message)
        self.keys = keys


def read_api(key: str, raw: Any) -> ApiSetting:
    """One entry; raises `UnusableApiError`."""
    if isinstance(raw, str):
        if not _ADDRESS.match(key):
            raise UnusableApiError(f"`{key}` must be a URL that starts with http:// or https://")
        return _of_text(key, raw)
    if not isinstance(raw, Mapping):
        raise UnusableApiError(f"must be the path of a document, or a table, not {shown(raw)}")
    wrong = next((each for each in raw if each not in _KEYS), None)
    if wrong is not None:
        raise UnusableApiError("there is no such key, only `document` and `clients`", wrong)
    return _of_table(key, raw)


def written_api(api: ApiSetting) -> str | dict[str, Any]:
    """An entry as `read_api` reads it."""
    text = f"{_EDITION}{api.edition}" if api.edition else f"{APP}{api.app}" if api.app else api.document
    if not api.clients:
        return text
    return {**({"document": text} if api.address else {}), "clients": list(api.clients)}


def _of_text(address: str, text: str, clients: tuple[str, ...] = ()) -> ApiSetting:
    if text.startswith(APP):
        return ApiSetting(address, clients=clients, app=_app(text.removeprefix(APP)))
    edition = text.removeprefix(_EDITION)
    if edition == text:
        return ApiSetting(address, text, clients=clients)
    if edition not in EDITION_NAMES:
        raise UnusableApiError(f"must be {one_of(_EDITION + each for each in EDITION_NAMES)}, not `{text}`")
    return ApiSetting(address, edition=edition, clients=clients)


def _of_table(key: str, raw: Mapping[str, Any]) -> ApiSetting:
    clients = raw.get("clients", [])
    if not isinstance(clients, list) or not all(isinstance(each, str) and each for each in clients):
        raise UnusableApiError(f"must be a list of names such as `shop.client.*`, not {shown(clients)}", "clients")
    if _ADDRESS.match(key):
        document = raw.get("document")
        if not isinstance(document, str):
            raise UnusableApiError("requires `document`, the path of its description")
        return _of_text(key, document, tuple(clients))
    if "document" in raw:
        raise UnusableApiError(f"requires the base URL of the API as the key of its table, not `{key}`", "document")
    if not clients:
        raise UnusableApiError("requires `clients`, or a URL as its key")
    if key.startswith(APP):
        return ApiSetting(clients=tuple(clients), app=_app(key.removeprefix(APP)))
    return ApiSetting("", key, clients=tuple(clients))


def _app(name: str) -> str:
    if not APP_NAME.fullmatch(name):
        raise UnusableApiError(f"must name a module and an app in it, as in `{APP}users.main:app`, not `{APP}{name}`")
    return name


def _anchored(apis: Mapping[str, ApiSetting], base: Path) -> Mapping[str, ApiSetting]:
    return dict(_absolute_apis(apis, base))


def _absolute_apis(apis: Mapping[str, ApiSetting], base: Path) -> Iterator[tuple[str, ApiSetting]]:
    for key, api in apis.items():
        document = os.path.normpath(base / api.document) if api.document else ""
        yield key, api._replace(document=document)


def _read(raw: Any) -> Mapping[str, Any]:
    if not isinstance(raw, Mapping):
        raise ValueError(f"must be a table, not {shown(raw)}")
    return raw


APIS: Final = Kind(
    {
        "type": "object",
        "additionalProperties": {
            "type": ["string", "object"],
            "properties": {
                "document": {"type": "string"},
                "clients": {"type": "array", "items": {"type": "string"}},
            },
        },
    },
    _read,
    _anchored,
)
