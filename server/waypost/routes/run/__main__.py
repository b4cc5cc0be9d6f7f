"""The requests of a folder or a file, one a line: `python -m waypost.routes.run FOLDER`."""

import sys
from pathlib import Path

from waypost.routes.run.folder import Folder
from waypost.routes.run.listing import requests, run_all


def main() -> None:
    program = Folder(Path(sys.argv[1]))
    machine = run_all(program, program.named)
    for request in requests(machine.events):
        where = "?"
        if request.place is not None:
            file, _, _ = program.where(request.place)
            where = f"{file}:{program.line(request.place)}"
        mark = " (likely)" if request.likely else ""
        sys.stdout.write(f"{where}: {request.verb or '{method}'} {request.base}{request.url}{mark}\n")


main()
