"""`waypost`: a group of commands, each loaded when it is called."""

import sys

from waypost.core.version import VERSION


def main() -> None:
    """The console script. The version is asked often and needs nothing of the rest."""
    if sys.argv[1:] == ["--version"]:
        print(f"waypost {VERSION}")
        return
    from waypost.cli.group import waypost

    waypost(prog_name="waypost")


if __name__ == "__main__":
    main()
