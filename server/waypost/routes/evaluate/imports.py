"""Values imported from other files of the workspace: found by path, read, never run."""

from collections.abc import Collection, Iterator, Sequence
from pathlib import Path

from waypost.routes.calls import client_types as types
from waypost.routes.evaluate.interface import FileAndNames, FileFinder, ModuleNames
from waypost.routes.model.values import Class, Reference, Value
from waypost.routes.source.names import STAR
from waypost.workspace import Workspace
from waypost.workspace.uris import path_of


def value_of(module: ModuleNames, dotted: str) -> Value | None:
    """The value of `package.module.NAME`, or of `.module.NAME` next to this file."""
    found = place_of(dotted, module.uri, module.workspace, module.library)
    return _in_file(module, *found) if found is not None else None


def value_anywhere(module: ModuleNames, dotted: str) -> Value | None:
    """The same if it may be the module itself that defines the name."""
    found = place_of(dotted, module.uri, module.workspace, module.library)
    if found is not None and module.library.uri(found[0]) == module.uri:
        return _named(module, found[1])
    return module.imported(dotted)


def brought_by_star(module: ModuleNames, sources: Sequence[str], name: str) -> Iterator[str]:
    """The modules that give a name to one that imports all of theirs, in their order.

    One that imports it from that module, or from another of them, only passes it on.
    """
    files = {
        source: found[0]
        for source in sources
        if (found := place_of(f"{source}{name}", module.uri, module.workspace, module.library)) is not None
        and found[1] == (name,)
    }
    own = {module.uri, *map(module.library.uri, files.values())}
    for source, file in files.items():
        uri = module.library.uri(file)
        module.note(f"file:{uri}")
        other = module.other(uri, file) if uri != module.uri else None
        if other is not None and _brings(other, name, own - {uri}):
            yield source


def _brings(module: ModuleNames, name: str, others: Collection[str]) -> bool:
    if name not in module.binders:
        return STAR in module.binders
    value = module.lookup(name)
    found = None
    if isinstance(value, Reference):
        found = place_of(value.name, module.uri, module.workspace, module.library)
    return found is None or module.library.uri(found[0]) not in others


def place_of(dotted: str, uri: str, workspace: Workspace, library: FileFinder) -> FileAndNames | None:
    """The file that a dotted name in the file `uri` leads to, and the names that are left to look up in it."""
    path = path_of(uri)
    if path is None:
        return None
    level = len(dotted) - len(dotted.lstrip("."))
    names = [name for name in dotted.split(".") if name]
    if len(names) < (1 if level else 2):
        return None
    for root in _roots(uri, path, level, workspace, library):
        found = library.looked_up(uri, root, tuple(names), relative=level > 0)
        if found is not None:
            return found
    return None


def _roots(uri: str, path: Path, level: int, workspace: Workspace, library: FileFinder) -> Sequence[str]:
    """The folders in which a module's first name may be found."""
    if level:
        return (str(path.parents[min(level, len(path.parents)) - 1]),)
    return library.roots(uri, lambda: _absolute_roots(uri, path, workspace, library))


def _absolute_roots(uri: str, path: Path, workspace: Workspace, library: FileFinder) -> Iterator[str]:
    yield str(_package_root(uri, path, library))
    yield str(path.parent)
    folder = workspace.project_of(uri)
    if folder is not None:
        yield from (str(folder.path), str(folder.path / "src"))


def _package_root(uri: str, path: Path, library: FileFinder) -> Path:
    """The folder that contains the outermost package around a file, where Python finds that package by name."""
    root = path.parent
    while library.is_package(root) and root != root.parent:
        root = root.parent
    library.depend(uri, [str(root / "__init__.py")])
    return root


def package_around(uri: str, library: FileFinder) -> Path | None:
    """The outermost package that a file is in; its folder if it is in none."""
    path = path_of(uri)
    if path is None:
        return None
    root = _package_root(uri, path, library)
    return root / path.relative_to(root).parts[0] if path.parent != root else root


def _in_file(module: ModuleNames, file: Path, names: tuple[str, ...]) -> Value | None:
    uri = module.library.uri(file)
    if uri == module.uri:
        return None
    module.note(f"file:{uri}")
    other = module.other(uri, file)
    return _named(other, names) if other is not None and names else None


def _named(module: ModuleNames, names: tuple[str, ...]) -> Value | None:
    """The value of a name in a module, or of an attribute of a class there; the module's own imports are followed."""
    value = module.lookup(names[0])
    if isinstance(value, Reference) and "." in value.name and not types.is_known(value.name):
        return module.imported(".".join((value.name, *names[1:])))
    for name in names[1:]:
        value = module.member(value, name) if isinstance(value, Class) else None
    return value
