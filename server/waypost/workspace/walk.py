"""The files of a folder that may be relevant to Waypost, as the spell checker would find them.

Walking is `ignore-python`'s: ignore files and hidden files work as they do in the checker. Paths are strings here:
a tree has tens of thousands, and creating a `Path` for each takes longer than finding it.
"""

import os
import stat
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from waypost import cancel
from waypost.workspace.homes import HOMES
from waypost.workspace.ignore_files import without_pipes

if TYPE_CHECKING:
    from ignore import WalkBuilder

# Called with each path that a walk cannot read.
Complain = Callable[[str], None]

PYTHON = (".py", ".pyi")
JSON = (".json", ".jsonc")
NOTEBOOK = ".ipynb"
_MAY_MATTER = (*PYTHON, *JSON, NOTEBOOK, "waypost.toml")
_HIDDEN_HOMES = tuple(name for name in HOMES if name.startswith("."))
# Hidden folders in which projects keep a configuration for a workflow.
_HIDDEN_FOLDERS = (".github", ".config")
# Half of a large tree: skipping these saves more than a third of the walk.
_NEVER_OURS = ("__pycache__/", "*.{so,pyc,pyd,txt,md,rst,html,js,ts,css,h,c,cpp,rs,png,svg,gz,pyx,pxd,typed}")
_CHECK_EVERY = 256
_IS_UTF8 = sys.getfilesystemencoding() == "utf-8"


def _pass_by(_: str) -> None:
    """Ignores folders that cannot be read, unless the user named them."""


def walk(folder: Path) -> Iterator[Path]:
    """Every file below `folder` that may be a configuration or a Python source, each once."""
    return map(Path, walk_names(folder))


def walk_names(folder: Path, unreadable: Complain = _pass_by) -> Iterator[str]:
    """The same as strings; `unreadable` is called with each folder that cannot be read."""
    root = "" if folder == Path() else os.fspath(folder)  # as the walk writes it
    folders = {root}
    environments = _Environments(root)
    for count, path in enumerate(visible_names(folder, unreadable, without=_NEVER_OURS)):
        if count % _CHECK_EVERY == 0:
            cancel.checkpoint()
        parent, _, name = path.rpartition(os.sep)
        folders.add(parent)
        if not name.endswith(_MAY_MATTER):  # perhaps a folder, of which the walk shows nothing else
            folders.add(path)
        # A file without a suffix may be a script: its first line shows that.
        if (
            (name.endswith(_MAY_MATTER) or name in HOMES or "." not in name)
            and (name in HOMES or not environments.hold(parent))
            and _is_file(path, unreadable)
        ):
            yield path
    yield from _hidden(root, sorted(folders - {os.curdir}))  # which the walk shows, too


class _Environments:
    """The virtual environments below a folder: what is installed there is nobody's source."""

    def __init__(self, root: str) -> None:
        self._known = {root: False, "": False, os.curdir: False}

    def hold(self, folder: str) -> bool:
        found = self._known.get(folder)
        if found is None:
            above = folder.rpartition(os.sep)[0]
            # An absolute path ends at its root, a relative one where the walk began.
            is_inside = above != folder and self.hold(above)
            found = self._known[folder] = is_inside or os.path.isfile(f"{folder}{os.sep}pyvenv.cfg")  # noqa: PTH113 - strings
        return found


def _is_file(path: str, unreadable: Complain) -> bool:
    """A folder may be listed although nobody may look at what is in it."""
    try:
        return stat.S_ISREG(os.stat(path).st_mode)  # noqa: PTH116 - strings, see above
    except PermissionError as error:
        unreadable(f"{path}: {error.strerror}")
    except (OSError, ValueError):
        pass
    return False


def indexed_files(folder: Path) -> Iterator[Path]:
    """Every Python source below a folder that ignore files do not hide, then every configuration."""
    return map(Path, indexed_names(folder))


def indexed_names(folder: Path) -> Iterator[str]:
    """The same as strings."""
    root = os.fspath(folder)
    folders = {root}
    homes = []
    environments = _Environments(root)
    for count, name in enumerate(visible_names(folder, without=_NEVER_OURS)):
        if count % _CHECK_EVERY == 0:
            cancel.checkpoint()
        parent, _, base = name.rpartition(os.sep)
        folders.add(parent)
        if not base.endswith(_MAY_MATTER):
            folders.add(name)
        if base in HOMES:
            homes.append(name)
        elif name.endswith(PYTHON) and not environments.hold(parent) and os.path.isfile(name):  # noqa: PTH113
            yield name
    yield from (*homes, *_hidden(root, sorted(folders)))


def is_walked(folder: Path, path: Path) -> bool:
    """Whether a walk of `folder` finds `path`: each folder on the way must be visible in its parent."""
    above = folder
    for part in path.relative_to(folder).parts:
        inside, above = above, above / part
        if os.fspath(above) not in visible_names(inside, depth=1):
            return False
    return True


def visible_names(
    folder: Path, unreadable: Complain = _pass_by, depth: int | None = None, without: Sequence[str] = ()
) -> Iterator[str]:
    """Every path below `folder` that the spell checker would find, including folders; none named in `without`."""
    from ignore import WalkBuilder
    from ignore.overrides import OverrideBuilder

    try:
        left_out = OverrideBuilder(folder)
        for glob in without:
            left_out.add(f"!{glob}")
        builder = WalkBuilder(folder).require_git(False).max_depth(depth)  # noqa: FBT003 - a builder's own signature
        builder = without_pipes(builder, folder, unreadable, depth)
        builder.overrides(left_out.build())
    except UnicodeEncodeError:
        unreadable(f"{folder}: a folder whose name is not UTF-8 cannot be walked")
        return
    yield from map(os.fspath, entries(builder, unreadable))


def checker_walk(folder: Path, flags: Mapping[str, bool]) -> "WalkBuilder":
    """The walk that the spell checker makes, by the flags of its configuration."""
    from ignore import WalkBuilder

    vcs = flags["ignore-vcs"]
    builder = WalkBuilder(folder).hidden(flags["ignore-hidden"]).ignore(flags["ignore-dot"])
    builder = builder.parents(flags["ignore-parent"]).git_ignore(vcs).git_exclude(vcs)
    return without_pipes(builder.git_global(flags["ignore-global"]), folder)


def entries(builder: "WalkBuilder", unreadable: Complain = _pass_by) -> Iterator[Path]:
    """Every path of a walk. It continues after unreadable paths."""
    found = _one_by_one(builder, unreadable)
    while True:
        with cancel.interrupts_wait():
            some = list(islice(found, _CHECK_EVERY))
        if not some:
            return
        yield from some


def _one_by_one(builder: "WalkBuilder", unreadable: Complain) -> Iterator[Path]:
    from ignore import Error
    from ignore import IOError as WalkError

    found = iter(builder.build())
    while True:
        try:
            yield _as_python_decodes(next(found).path())
        except StopIteration:
            return
        except (Error, WalkError) as error:
            unreadable(str(error))


def _as_python_decodes(path: Path) -> Path:
    """The walk decodes names as UTF-8, whatever the locale says."""
    return path if _IS_UTF8 else Path(os.fsdecode(os.fspath(path).encode("utf-8", "surrogateescape")))


def _hidden(root: str, folders: Iterable[str]) -> Iterator[str]:
    """Hidden configurations, which the walk leaves out: next to visible files, and in folders meant for tools."""
    inside = ((folder, _HIDDEN_HOMES) for folder in folders)
    for_tools = ((os.path.join(root, folder), HOMES) for folder in _HIDDEN_FOLDERS)  # noqa: PTH118 - strings, see above
    for folder, names in (*inside, *for_tools):
        for name in names:
            path = os.path.join(folder, name)  # noqa: PTH118
            if os.path.isfile(path):  # noqa: PTH113
                yield path
