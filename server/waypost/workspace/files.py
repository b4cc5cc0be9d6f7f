"""Reading a path's file. Pipes and devices are not read: they may never end, or never begin."""

import errno
import os
import stat
from io import FileIO
from typing import Final, NamedTuple

# More than any text that people write; a larger file could fill the memory.
MOST_BYTES: Final = 256_000_000
_AT_ONCE: Final = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0)
_READ: Final = os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0) | _AT_ONCE


class DiskStamp(NamedTuple):
    """What changes when a file on disk changes."""

    modified: int
    size: int
    number: int


class NotRegularError(OSError):
    """A pipe, a device, a folder, or a file too large to be a text."""


def is_file(path: str | os.PathLike[str]) -> bool:
    """Whether there is a file of this name, which somebody wrote; none is thousands of characters long."""
    return os.path.isfile(path)  # noqa: PTH113 - a path raises an error for such names, and where nobody may look


def is_folder(path: str | os.PathLike[str]) -> bool:
    return os.path.isdir(path)  # noqa: PTH112 - as above


def names_in(folder: str | os.PathLike[str]) -> list[str]:
    """The names in a folder in their order; none if it cannot be read."""
    try:
        return sorted(os.listdir(folder))  # noqa: PTH208 - names alone are wanted
    except OSError:
        return []


def exists(path: str | os.PathLike[str]) -> bool:
    return os.path.exists(path)  # noqa: PTH110 - as above


def read_file(path: str | os.PathLike[str]) -> bytes | None:
    """A regular file's bytes; None for anything else, and if it cannot be read."""
    try:
        return read_regular(path)
    except (OSError, ValueError):
        return None


def read_regular(path: str | os.PathLike[str], head: int | None = None) -> bytes:
    """A regular file's bytes, or the first `most` of them; in a third of the time that a file object takes."""
    _check(path, os.stat(path))  # noqa: PTH116 - before it is opened, for devices act on that
    file = os.open(path, _READ)
    try:
        facts = os.fstat(file)
        _check(path, facts)
        return _first_bytes(file, facts.st_size + 1 if head is None else head, whole=head is None)
    finally:
        os.close(file)


def _first_bytes(file: int, size: int, *, whole: bool) -> bytes:
    """That many bytes; if the whole file is wanted and has grown meanwhile, all of it."""
    read = os.read(file, size)
    pieces = [read]
    while read and (whole or sum(map(len, pieces)) < size):
        read = os.read(file, size if whole else size - sum(map(len, pieces)))
        pieces.append(read)
    return b"".join(pieces)


def open_file(path: str | os.PathLike[str]) -> FileIO:
    """A regular file opened for reading. The opened file is checked: the path may have been replaced."""
    _check(path, os.stat(path))  # noqa: PTH116 - one of tens of thousands; before it is opened, for devices act on that
    file = open(path, "rb", buffering=0, opener=_without_waiting)  # noqa: SIM115 - given to who closes it
    try:
        _check(path, os.fstat(file.fileno()))
    except OSError:
        file.close()
        raise
    return file


def disk_stamp(path: str) -> DiskStamp | None:
    """What identifies a file's state until it changes; None if there is no file."""
    try:
        facts = os.stat(path)  # noqa: PTH116 - asked of many after each key
    except (OSError, ValueError):
        return None
    return DiskStamp(facts.st_mtime_ns, facts.st_size, facts.st_ino)


def _without_waiting(path: str, flags: int) -> int:
    return os.open(path, flags | _AT_ONCE)


def _check(path: str | os.PathLike[str], facts: os.stat_result) -> None:
    if not stat.S_ISREG(facts.st_mode):
        raise NotRegularError(errno.EINVAL, "not a regular file", os.fspath(path))
    if facts.st_size > MOST_BYTES:
        raise NotRegularError(errno.EFBIG, "too large to be read", os.fspath(path))
