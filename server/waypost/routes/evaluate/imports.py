"""Values imported from other files of the workspace: found by path, read, never run."""

from pathlib import Path

from waypost.routes.evaluate.interface import ModuleNames
from waypost.routes.model.values import Value
from waypost.workspace.uris import path_of


def value_of(module: ModuleNames, dotted: str) -> Value | None:
    """The value of `package.module.NAME`, or of `.module.NAME` next to this file."""
    path = path_of(module.uri)
    if path is None:
        return None
    level = len(dotted) - len(dotted.lstrip("."))
    names = [name for name in dotted.split(".") if name]
    if len(names) < (1 if level else 2):
        return None
    for root in _roots(module, path, level):
        found = module.library.place(str(root), tuple(names))
        if found is not None:
            return _in_file(module, *found)
    return None


def _roots(module: ModuleNames, path: Path, level: int) -> list[Path]:
    """The folders in which a module's first name may be found."""
    if level:
        root = path.parent
        for _ in range(level - 1):
            root = root.parent
        return [root]
    folder = module.workspace.project_of(module.uri)
    if folder is None:
        return [path.parent]
    return [path.parent, folder.path, folder.path / "src"]


def _in_file(module: ModuleNames, file: Path, names: tuple[str, ...]) -> Value | None:
    uri = module.library.uri(file)
    if uri == module.uri:
        return None
    module.note(f"file:{uri}")
    other = module.other(uri, file)
    if other is None or len(names) != 1:
        return None
    with other.watched() as seen:
        value = other.lookup(names[0])
    for name in seen:
        if name.startswith("file:"):
            module.note(name)
    return value
