"""Tests may run in several processes at once; what they share is made by one of them, and the others wait."""

import hashlib
import tempfile
from pathlib import Path

from filelock import FileLock


def alone(name: str) -> FileLock:
    """A lock that only one process holds at a time."""
    key = hashlib.sha256(name.encode()).hexdigest()[:16]
    return FileLock(Path(tempfile.gettempdir()) / f"waypost-tests-{key}.lock")
