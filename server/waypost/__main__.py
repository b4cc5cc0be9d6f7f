"""`python -m waypost`."""

from waypost.cli.main import main

main()
