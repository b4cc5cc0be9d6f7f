"""`[tool.waypost.apis]`: which document describes which API, and which clients call it."""

import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from waypost.workspace.setting_kinds import Kind, one_of, shown

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
        raise UnusableApiError(f"`{key}` is the document itself: name another one by its URL", "document")
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
    return dict(_absolute(apis, base))


def _absolute(apis: Mapping[str, ApiSetting], base: Path) -> Iterator[tuple[str, ApiSetting]]:
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
