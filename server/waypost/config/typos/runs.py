"""A run of typos: the folder that it is started in, and the one configuration that it reads there.

`typos .` reads the first configuration on the way up from its folder, and none below. What a configuration does is
therefore known for a run only, and everything here that speaks of a file speaks of the run that checks it.
"""

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Final, NamedTuple

from waypost.config.parse import Table, Tree, parse
from waypost.config.parse.nodes import plain
from waypost.workspace import Workspace, path_of, uri_of
from waypost.workspace.bounds import repository_of
from waypost.workspace.files import is_folder
from waypost.workspace.homes import HOMES, Home, Syntax

# typos reads only TOML; JSON is for tools that use the schema.
CANDIDATES: Final = {name: home for name, home in HOMES.items() if home.syntax is Syntax.TOML}
# Parsing and comparing more would take a while, after each keystroke.
_MOST_COMPARED: Final = 10_000
HOOKS_FILE: Final = ".pre-commit-config.yaml"


class FoundConfiguration(NamedTuple):
    """A configuration and where it was found."""

    path: Path
    tree: Tree
    table: tuple[str, ...]
    config: Table
    # Whether the file exists but cannot be read: typos stops at it too.
    is_unreadable: bool = False

    @property
    def is_refused(self) -> bool:
        """Whether typos cannot read or parse the file, and stops."""
        return self.is_unreadable or bool(self.tree.errors)

    @property
    def refusal(self) -> str:
        """Why typos stops at it, after its name."""
        return "cannot be read" if self.is_unreadable else "is not valid TOML"


@dataclass(frozen=True)
class Run:
    """One run: `typos .` in a folder."""

    folder: Path
    workspace: Workspace
    # The configuration that it reads.
    path: Path | None

    @classmethod
    def at(cls, folder: Path, workspace: Workspace) -> "Run":
        return cls(folder, workspace, nearest(folder, workspace))

    @classmethod
    def of(cls, path: Path, workspace: Workspace, *starts: Path) -> "Run":
        """The run that checks a file or a folder, as far as the settings say, or where projects usually have it.

        That is at the top of the checkout; without one, at the outermost of the folders that have a configuration, were
        opened, or are `starts`.
        """
        return cls.at(_usual_folder(path, workspace, starts), workspace)

    @classmethod
    def reading(cls, path: Path, workspace: Workspace) -> "Run | None":
        """The run that reads a configuration: the usual one, or one on its own folder; None if no run does."""
        runs = (make(path.parent, workspace) for make in (cls.of, cls.at))
        return next((run for run in runs if run.path == path), None)

    @cached_property
    def source(self) -> FoundConfiguration | None:
        return next(_sources(self.path.parent, [self.path.name], self.workspace), None) if self.path else None

    @property
    def config(self) -> Table | None:
        return self.source.config if self.source else None

    def other_for(self, path: Path) -> Path | None:
        """The configuration that a run on a file itself reads, if that is another one."""
        found = nearest(path if is_folder(path) else path.parent, self.workspace)
        return found if found != self.path else None

    @property
    def hook(self) -> str:
        """What the hooks of pre-commit say about a hook of typos that gets the names of files; usually nothing."""
        return next((_hook_in(each, self.workspace) for each in _up_to_top(self.folder)), "")


def difference(path: Path, run: Run) -> str:
    """How a run on a file itself, or its folder, differs from this one, in one line; nothing if it does not."""
    other = run.other_for(path)
    if other is None:
        return ""
    hook = f", as does {run.hook}, which passes the names of files" if run.hook else ""
    return f"a run on `{path.name}` reads {other} instead{hook}"


def nearest(folder: Path, workspace: Workspace) -> Path | None:
    """The configuration that is read in a folder: the first on the way up."""
    return next((found for each in (folder, *folder.parents) if (found := winner(each, workspace))), None)


def winner(folder: Path, workspace: Workspace) -> Path | None:
    """The configuration that is read in a folder, if there is one in it. Whole files are not parsed for that."""
    return next(_present(folder, CANDIDATES, workspace), None)


def outranking(path: Path, workspace: Workspace) -> FoundConfiguration | None:
    """The configuration in the same folder that is read instead of this one."""
    names = list(CANDIDATES)
    stronger = names[: names.index(path.name)] if path.name in names else []
    return next(_sources(path.parent, stronger, workspace), None)


def weaker(path: Path, workspace: Workspace) -> Iterator[Path]:
    """The configurations in the same folder that are not read, because this one is."""
    names = list(CANDIDATES)
    yield from _present(path.parent, names[names.index(path.name) + 1 :], workspace)


def _usual_folder(path: Path, workspace: Workspace, starts: Sequence[Path]) -> Path:
    folder = path if is_folder(path) else path.parent
    chosen = [each for each in map(Path, workspace.settings_of(uri_of(path)).run_at) if folder.is_relative_to(each)]
    if chosen:
        return max(chosen, key=lambda each: len(each.parts))
    top = repository_of(folder)
    if os.path.lexists(top / ".git"):
        return top
    opened = (each.path for each in workspace.folders)
    around = [each for each in (*starts, *opened) if folder.is_relative_to(each)]
    around += [each for each in (folder, *folder.parents) if winner(each, workspace)]
    return min(around, key=lambda each: len(each.parts), default=folder)


def _up_to_top(folder: Path) -> Iterator[Path]:
    """A folder and those above it, up to that of the checkout."""
    top = repository_of(folder)
    return (each for each in (folder, *folder.parents) if each.is_relative_to(top))


def _present(folder: Path, names: Sequence[str] | Mapping[str, Home], workspace: Workspace) -> Iterator[Path]:
    """The files of a folder that are, or hold, a configuration. Asked after each keystroke, so few are looked into."""
    opened = _opened(workspace)
    start = os.path.join(folder, "")  # noqa: PTH118 - strings, for the same reason
    for name in names:
        if f"{start}{name}" in opened or os.path.isfile(f"{start}{name}"):  # noqa: PTH113
            path = folder / name
            if CANDIDATES[name].is_whole_file:
                yield path
                continue
            text = workspace.read(path)
            if text is None or workspace.services.cached(_holds, text, CANDIDATES[name]):
                yield path


def _opened(workspace: Workspace) -> frozenset[str]:
    """The paths of the configurations that an editor has open, which may not be on disk."""
    found = (path_of(uri) for uri in workspace.open if uri.rpartition("/")[2] in CANDIDATES)
    return frozenset(os.fspath(path) for path in found if path)


def _holds(text: bytes, home: Home) -> bool:
    """Whether typos would not go on to the next file."""
    tables = {path[-1].encode() for path in home.tables}
    if not any(each in text for each in tables):  # typos still stops where it cannot parse it
        return bool(parse(text, home.syntax).errors)
    return _read(Path(), text, home) is not None


def _sources(folder: Path, names: Sequence[str], workspace: Workspace) -> Iterator[FoundConfiguration]:
    for name in names:
        path = folder / name
        text = workspace.read(path)
        if text is None and not os.path.isfile(path):  # noqa: PTH113
            continue
        found = _unreadable(path) if text is None else _read(path, text, CANDIDATES[name])
        if found is not None:
            yield found


def _unreadable(path: Path) -> FoundConfiguration:
    tree = parse(b"", Syntax.TOML)
    return FoundConfiguration(path, tree, (), tree.root, is_unreadable=True)


def _read(path: Path, text: bytes, home: Home) -> FoundConfiguration | None:
    """The configuration in a text, if any; typos stops at one that it cannot parse, whatever is in it."""
    tree = parse(text, home.syntax)
    for names in home.tables:
        if not names:
            return FoundConfiguration(path, tree, names, tree.root)
        entry = tree.root.find(*names)
        if entry is not None and isinstance(entry.value, Table):
            return FoundConfiguration(path, tree, names, entry.value)
    nothing = parse(b"", home.syntax).root
    return FoundConfiguration(path, tree, (), nothing) if tree.errors else None


def _hook_in(folder: Path, workspace: Workspace) -> str:
    """A hook of typos that gets the names of files: typos then looks for a configuration from each of them."""
    text = workspace.read(folder / HOOKS_FILE)
    if text is None or b"typos" not in text:
        return ""
    return workspace.services.cached(_passing_hook, text)


def _passing_hook(text: bytes) -> str:
    import yaml

    try:
        data = yaml.load(text, yaml.BaseLoader)  # noqa: S506 - it makes nothing but texts, lists and mappings
    except (yaml.YAMLError, RecursionError, UnicodeDecodeError):
        return ""
    for hook in (hook for repo in _listed(data, "repos") for hook in _listed(repo, "hooks")):
        command = f"{hook.get('entry', hook.get('id', ''))}"
        if command.split()[:1] and command.split(maxsplit=1)[0].partition("-")[0] == "typos":
            is_passing = hook.get("pass_filenames", "true") != "false"
            return f"the hook `{hook.get('id')}` in {HOOKS_FILE}" if is_passing else ""
    return ""


def _listed(data: Any, key: str) -> Iterator[Any]:
    found = data.get(key) if isinstance(data, Mapping) else None
    yield from (each for each in found if isinstance(each, Mapping)) if isinstance(found, list) else ()


def says_the_same(one: FoundConfiguration | None, other: Tree, config: Table) -> bool:
    """Whether two configurations are equal; of large ones, only whether they are written alike."""
    if one is None:
        return not config.entries
    if max(len(one.tree.source), len(other.source)) > _MOST_COMPARED:
        return one.tree.source == other.source
    return bool(plain(one.config) == plain(config))
