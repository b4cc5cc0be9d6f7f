"""The requests of a folder or a file, one a line: `python -m waypost.routes.program FOLDER`."""

import sys
from pathlib import Path

from waypost.routes.program.whole import Sources, Whole
from waypost.routes.run.listing import requests


def main() -> None:
    whole = Whole(Sources.below(Path(sys.argv[1])))
    for request in requests(whole.machine.events):
        where = f"{request.place.block.file}:{whole.line(request.place)}" if request.place is not None else "?"
        mark = " (likely)" if request.likely else ""
        sys.stdout.write(f"{where}: {request.verb or '{method}'} {request.base}{request.url}{mark}\n")


main()
