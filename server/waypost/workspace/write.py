"""The only way to write a file: so that no reader, crash, full disk or other writer ever loses its text.

The content is written to a new file in the same folder, synced to disk and renamed over the file. If that would lose
something (other hard links, an owner that we may not set), the file is overwritten in place, and a copy of its old
content is kept next to it until that is done.

Whoever is killed leaves the new file: it is locked while it is needed, so `sweep` knows it. A copy of old content is
never swept, as it may be all that is left.
"""

import errno
import os
import re
import stat
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO, Final

from waypost.workspace.bounds import is_really_within, real_paths, repository_of

try:
    import fcntl
except ImportError:  # Windows, where a file that is open cannot be removed
    fcntl = None  # type: ignore[assignment]

_PREFIX: Final = ".waypost-"
_LEFT: Final = re.compile(re.escape(_PREFIX) + "[0-9a-f]{12}")
_LOOK: Final = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
_NEW: Final = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)


class ChangedError(OSError):
    """The file has changed since it was read."""

    def __init__(self, path: str) -> None:
        super().__init__(errno.EBUSY, "changed by another program in the meantime, so it was not written", path)


def write_file(
    path: Path,
    content: bytes,
    before: bytes | None = None,
    *,
    within: Sequence[Path] | None = None,
    sync: bool = True,
) -> None:
    """Give a file this content, all of it or nothing.

    With `before`, only if the file still has that content; otherwise `ChangedError`. Links are followed to the real
    file, whose permissions, owner and attributes stay, if `target_of` allows it. A missing file is created. Without
    `sync`, a power cut may lose the content: enough for what can be created again.
    """
    target = target_of(path, within)
    facts = _facts(path, target)
    if facts is not None and not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), target)
    with _temporary(target, 0o666 if facts is None else 0o600) as new:
        in_place = facts is not None and not _dressed(new, target, facts)
        held = _held(target) if in_place or before is not None else None
        if before is not None and held != before:
            raise ChangedError(target)
        _fill(new, held if in_place and held is not None else content, target, sync=sync)
        if before is not None and _held(target) != before:
            raise ChangedError(target)
        if in_place and held is not None:
            _overwrite(target, content, held, new.name)
        else:
            os.replace(new.name, target)  # noqa: PTH105 - names, as above
    if sync:
        _sync_folder(os.path.dirname(target))  # noqa: PTH120


def target_of(path: Path, within: Sequence[Path] | None = None) -> str:
    """The real file that would be written.

    It is in one of the folders `within`, or else in the folder of the path or in the checkout around that: a link in
    somebody else's checkout may lead to any file of the user's.
    """
    try:
        target = os.path.realpath(path)
    except ValueError as error:  # a NUL in it
        raise OSError(errno.EINVAL, "not a name of a file", str(path)) from error
    folder = path.absolute().parent
    if not is_really_within(Path(target), real_paths(*((folder, repository_of(folder)) if within is None else within))):
        is_link = os.path.islink(path)  # noqa: PTH114 - as above
        why = "a link out of the folder, which is not followed" if is_link else "outside of the project"
        raise OSError(errno.EXDEV, why, str(path))
    return target


def sweep(folders: Iterable[str]) -> None:
    """Remove the new files that writers left in these folders when they were killed.

    These are regular files of this user, with exactly such a name, that no writer holds.
    """
    for folder in folders:
        with suppress(OSError), os.scandir(folder) as entries:
            for name in [entry.path for entry in entries if _LEFT.fullmatch(entry.name)]:
                with suppress(OSError):
                    _remove_if_left(name)


def _remove_if_left(name: str) -> None:
    file = os.open(name, _LOOK)
    try:
        facts = os.fstat(file)
        is_ours = stat.S_ISREG(facts.st_mode) and facts.st_nlink == 1 and (not fcntl or facts.st_uid == os.geteuid())
        if is_ours and _lock(file):
            os.unlink(name)  # noqa: PTH108
    finally:
        os.close(file)
    if is_ours and not fcntl:
        os.unlink(name)  # noqa: PTH108 - fails while a writer has it open


def _facts(path: Path, target: str) -> os.stat_result | None:
    try:
        facts = path.stat()  # not of the target: a link to an open pipe has none
    except FileNotFoundError:
        return None
    if not stat.S_ISREG(facts.st_mode):
        raise OSError(errno.EINVAL, "not a regular file", target)
    return facts


@contextmanager
def _temporary(target: str, mode: int) -> Iterator[BinaryIO]:
    """A new file in the same folder, deleted afterwards unless it has been moved elsewhere."""
    new = _created(target, mode)
    lock = os.dup(new.fileno()) if fcntl else None  # it holds until the file is in its place
    try:
        yield new
    finally:
        with suppress(OSError):  # a full disk has been reported, and refuses what is left in the buffer once more
            new.close()
        with suppress(FileNotFoundError):
            os.unlink(new.name)  # noqa: PTH108
        if lock is not None:
            os.close(lock)


def _created(target: str, mode: int) -> BinaryIO:
    """A new locked file; another one, if somebody swept it before it was locked."""
    while True:
        name = os.path.join(os.path.dirname(target), f"{_PREFIX}{os.urandom(6).hex()}")  # noqa: PTH118, PTH120
        try:
            new = open(name, "xb", opener=lambda path, _: os.open(path, _NEW, mode))  # noqa: SIM115
        except OSError as error:
            error.filename = target  # the name that the user knows
            raise
        _lock(new.fileno())
        if os.path.exists(name):  # noqa: PTH110
            return new
        new.close()


def _lock(file: int) -> bool:
    """Whether this process now holds the lock of a file. The system takes it from whoever is killed."""
    if not fcntl:
        return False
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:  # another process has it, or the file system knows none
        return False
    return True


def _dressed(new: BinaryIO, target: str, facts: os.stat_result) -> bool:
    """Give a new file the owner, permissions and attributes of another; whether it can replace that one."""
    if facts.st_nlink > 1:
        return False
    try:
        own = os.fstat(new.fileno())
        if (own.st_uid, own.st_gid) != (facts.st_uid, facts.st_gid):
            os.fchown(new.fileno(), facts.st_uid, facts.st_gid)
        os.chmod(new.name, stat.S_IMODE(facts.st_mode))  # noqa: PTH101
        _copy_attributes(new.fileno(), target)
    except OSError:
        return False
    return True


def _copy_attributes(new: int, target: str) -> None:
    """Access lists and labels, if the system stores them as attributes."""
    for name in _attributes(target):
        value = os.getxattr(target, name)
        if name not in _attributes(new) or os.getxattr(new, name) != value:
            os.setxattr(new, name, value)


def _attributes(file: str | int) -> list[str]:
    try:
        return os.listxattr(file) if hasattr(os, "listxattr") else []
    except OSError:
        return []  # a file system without attributes


def _fill(file: BinaryIO, content: bytes, target: str, *, sync: bool = True) -> None:
    """A full disk is an error here, before anything is lost; of its own accord, the system does not say which file."""
    try:
        file.write(content)
        file.flush()
        if sync:
            os.fsync(file.fileno())
        file.close()
    except OSError as error:
        error.filename = target
        raise


def _held(target: str) -> bytes | None:
    try:
        with open(target, "rb") as file:  # noqa: PTH123
            return file.read()
    except FileNotFoundError:
        return None


def _overwrite(target: str, content: bytes, held: bytes, copy: str) -> None:
    """Overwrite in place. If that fails half way, the old content is restored; if that fails, too, the copy stays."""
    kept = f"{copy}.old"
    os.replace(copy, kept)  # noqa: PTH105
    try:
        _rewrite(target, content)
    except OSError:
        _rewrite(target, held)
        os.unlink(kept)  # noqa: PTH108
        raise
    os.unlink(kept)  # noqa: PTH108


def _rewrite(target: str, content: bytes) -> None:
    with open(target, "r+b", buffering=0) as file:  # noqa: PTH123
        rest = memoryview(content)
        while rest:
            rest = rest[file.write(rest) :]
        file.truncate()
        os.fsync(file.fileno())


def _sync_folder(folder: str) -> None:
    """Sync the rename to disk as well. Some systems and file systems do not support that."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
