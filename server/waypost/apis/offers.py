"""OpenAPI documents that lie in a project, and that no setting names: offered, never used by themselves."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from waypost.workspace import Folder

_NAMES: Final = tuple(f"{name}.{kind}" for name in ("openapi", "swagger") for kind in ("yaml", "yml", "json"))


def offered_documents(folder: Folder) -> Iterator[Path]:
    """The documents under their usual names; none where the settings name some API: their author knows how."""
    if not folder.settings.apis:
        yield from (folder.path / name for name in _NAMES if (folder.path / name).is_file())
