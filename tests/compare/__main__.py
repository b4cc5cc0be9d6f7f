"""`python -m tests.compare FOLDER` lists the requests of a folder or a file, one a line."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from waypost.routes.program.whole import Sources, Whole
from waypost.routes.run.listing import requests

_SKIPPED: Final = frozenset((".git", ".venv", "venv", "node_modules", "__pycache__", "site-packages"))


def read(root: Path) -> Sources:
    """The Python files of a folder, or one file."""
    return Sources({root.name: root.read_bytes()} if root.is_file() else dict(_below(root)))


def _below(root: Path) -> Iterator[tuple[str, bytes]]:
    for path in sorted(root.rglob("*.py")):
        relative = path.relative_to(root)
        if not _SKIPPED.intersection(relative.parts):
            yield relative.as_posix(), path.read_bytes()


def main(folder: str) -> None:
    whole = Whole(read(Path(folder)))
    for request in requests(whole.machine.events):
        where = f"{request.place.block.file}:{whole.line(request.place)}" if request.place is not None else "?"
        mark = " (likely)" if request.likely else ""
        print(f"{where}: {request.verb or '{method}'} {request.base}{request.url}{mark}")


if __name__ == "__main__":
    main(sys.argv[1])
