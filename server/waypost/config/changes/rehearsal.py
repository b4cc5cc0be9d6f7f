"""Tries a change on copies: of a file, with the text that an editor has, and of its configuration."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from waypost.config.changes.change import Change, RefusedChangeError
from waypost.config.changes.place import ConfigurationPlace
from waypost.workspace import Workspace
from waypost.workspace.bounds import real_path


def rehearsed(
    target: Path, text: bytes, workspace: Workspace, make: Callable[[ConfigurationPlace], Change | None]
) -> Change | None:
    """The change that `make` makes, and typos confirms, without writing to the user's files."""
    place = ConfigurationPlace.of(target, workspace)
    with TemporaryDirectory(prefix="waypost-") as name:
        stage = real_path(Path(name))
        copy = stage / target.relative_to(place.folder)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(text)
        (stage / ".git").mkdir(exist_ok=True)  # a new configuration is created next to the file
        if place.holding.source is not None:
            (stage / place.path.name).write_bytes(place.tree.source)
        try:
            change = make(ConfigurationPlace.of(copy, Workspace()))
        except RefusedChangeError as error:
            raise RefusedChangeError(str(error).replace(str(stage), str(place.folder))) from None
    return change and _moved(change, stage, place.folder)


def _moved(change: Change, stage: Path, folder: Path) -> Change:
    files = [replace(each, path=folder / each.path.relative_to(stage)) for each in change.files]
    return Change(change.summary.replace(str(stage), str(folder)), files)
