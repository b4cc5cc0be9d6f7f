"""Starts the server that comes with the extension, in the Python (3.11 or later) that the extension found.

The extension runs this with -I -S: only the standard library is on the path, and only our own folders are added.
"""

import sys
from pathlib import Path

LIBS = Path(__file__).parent / "libs"
COMPILED = LIBS / f"cp{sys.version_info.major}{sys.version_info.minor}"


def main() -> None:
    if not COMPILED.is_dir():
        sys.exit(f"This extension has no compiled parts for Python {sys.version_info.major}.{sys.version_info.minor}.")
    sys.path[:0] = [str(LIBS / "any"), str(COMPILED)]
    sys.argv[0] = "waypost"
    from waypost.cli.main import main as waypost

    waypost()


if __name__ == "__main__":
    main()
