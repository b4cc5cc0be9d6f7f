"""The files of a revision as a folder: what git keeps, read without a checkout, so that no filter or hook is run."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePath, PurePosixPath, PureWindowsPath
from typing import Final

from waypost.cli.checking.changed import GitError, WrongCallError, git, top_of

# What requests depend on: sources, settings, releases of packages, documents of APIs, and which files are ignored.
_ENDINGS: Final = (".py", ".pyi", ".toml", ".lock", ".txt", ".cfg", ".json", ".yaml", ".yml", "ignore")
_LARGEST: Final = 20_000_000
_FILE: Final = b"100"


class CheckedOut:
    """A revision as files below a folder, and the top of the checkout that they are from."""

    def __init__(self, top: Path, folder: Path) -> None:
        self.top = top
        self.folder = folder

    def there(self, path: Path) -> Path:
        """The place of a path of the checkout."""
        absolute = Path(os.path.abspath(path))  # noqa: PTH100 - `..` names a folder, but links stay
        if not absolute.is_relative_to(self.top):
            raise GitError(f"`{path}` is not in the checkout at {self.top}")
        return self.folder / absolute.relative_to(self.top)

    def here(self, path: Path) -> Path:
        """The path of the checkout that a file is from, as a command in the current folder writes it."""
        return Path(os.path.relpath(self.top / path.relative_to(self.folder)))


@contextmanager
def files_of(revision: str, folder: Path) -> Iterator[CheckedOut]:
    """The files of a revision for as long as they are needed."""
    if revision.startswith("-"):
        raise GitError(f"`{revision}` is not a revision")
    top = top_of(folder)
    try:
        listed = git(top, "ls-tree", "-r", "-l", "-z", "--full-tree", f"{revision}^{{tree}}")
    except (WrongCallError, GitError):
        raise GitError(f"`{revision}` is not a revision") from None
    with tempfile.TemporaryDirectory(prefix="waypost-") as made:
        place = Path(os.path.realpath(made)) / top.name
        place.mkdir()
        _write(place, top, dict(wanted(listed)))
        yield CheckedOut(top, place)


def wanted(listed: bytes) -> Iterator[tuple[str, str]]:
    """The path and the object of each file that is read."""
    for line in filter(None, listed.split(b"\0")):
        facts, _, name = line.partition(b"\t")
        mode, _, number, size = facts.split()
        path = name.decode("utf-8", "surrogateescape")
        is_below = _is_below(PurePosixPath(path)) and _is_below(PureWindowsPath(path))
        if not (mode.startswith(_FILE) and is_below and path.endswith(_ENDINGS)):
            continue
        if not size.isdigit():
            raise GitError(f"`{path}` of that revision is not in this clone, which has only a part of it")
        if int(size) <= _LARGEST:
            yield path, number.decode()


def _is_below(path: PurePath) -> bool:
    """Whether a name that git keeps is one below a folder: as each system reads it, whoever has written it."""
    return not path.anchor and not {"..", ".git"} & set(path.parts)


def _write(folder: Path, top: Path, objects: dict[str, str]) -> None:
    asked = "".join(f"{each}\n" for each in objects.values()).encode()
    answers, at = git(top, "cat-file", "--batch", given=asked), 0
    for path in objects:
        head, at = answers[at : (end := answers.index(b"\n", at))], end + 1
        size = int(head.split()[-1])
        place = folder / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(answers[at : at + size])
        at += size + 1
