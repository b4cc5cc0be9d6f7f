"""Values imported from other files of the workspace: found by path, read, never run."""

from pathlib import Path

from waypost.routes.calls import client_types as types
from waypost.routes.evaluate.interface import ModuleNames
from waypost.routes.model.values import Class, Reference, Value
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
        found = module.library.looked_up(module.uri, str(root), tuple(names), relative=level > 0)
        if found is not None:
            return _in_file(module, *found)
    return None


def _roots(module: ModuleNames, path: Path, level: int) -> list[Path]:
    """The folders in which a module's first name may be found."""
    if level:
        return [path.parents[min(level, len(path.parents)) - 1]]
    folder = module.workspace.project_of(module.uri)
    roots = [_package_root(module, path), path.parent]
    if folder is not None:
        roots += [folder.path, folder.path / "src"]
    return list(dict.fromkeys(roots))


def _package_root(module: ModuleNames, path: Path) -> Path:
    """The folder that contains the outermost package around a file, where Python finds that package by name."""
    root = path.parent
    while module.library.is_package(root) and root != root.parent:
        root = root.parent
    module.library.depend(module.uri, [str(root / "__init__.py")])
    return root


def _in_file(module: ModuleNames, file: Path, names: tuple[str, ...]) -> Value | None:
    uri = module.library.uri(file)
    if uri == module.uri:
        return None
    module.note(f"file:{uri}")
    other = module.other(uri, file)
    if other is None or not names:
        return None
    with other.watched() as seen:
        value = _named(other, names)
    for name in seen:
        if name.startswith("file:"):
            module.note(name)
    return value


def _named(module: ModuleNames, names: tuple[str, ...]) -> Value | None:
    """The value of a name in a module, or of an attribute of a class there; the module's own imports are followed."""
    value = module.lookup(names[0])
    if isinstance(value, Reference) and "." in value.name and not types.is_known(value.name):
        return module.imported(".".join((value.name, *names[1:])))
    for name in names[1:]:
        value = module.member(value, name) if isinstance(value, Class) else None
    return value
