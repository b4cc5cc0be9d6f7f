"""Reading what a path names. Pipes and devices are not read: they may never end, or never begin."""

from pathlib import Path


def read_file(path: Path) -> bytes | None:
    """A regular file's bytes; None of anything else, and of what cannot be read."""
    try:
        return path.read_bytes() if path.is_file() else None
    except (OSError, ValueError):
        return None
