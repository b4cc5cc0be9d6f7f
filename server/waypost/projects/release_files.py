"""The names of the files that determine which releases a project uses."""

from fnmatch import fnmatch
from typing import Final

# Tables of packages, each with its version.
LOCKS: Final = ("uv.lock", "poetry.lock", "pdm.lock", "pylock.toml", "pylock.*.toml")
PIPFILE: Final = "Pipfile.lock"
REQUIREMENTS: Final = ("requirements*.txt", "constraints*.txt")
PYPROJECT: Final = "pyproject.toml"
SETUP: Final = "setup.cfg"
# In an environment, the folder of each package: its name is enough.
INSTALLED: Final = "*.dist-info"
RELEASE_FILES: Final = (*LOCKS, PIPFILE, *REQUIREMENTS, PYPROJECT, SETUP, INSTALLED)


def says_release(name: str) -> bool:
    """Whether a file with this name may determine which releases are used."""
    return any(fnmatch(name, pattern) for pattern in RELEASE_FILES)
