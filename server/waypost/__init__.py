"""Waypost: language server, command line and library for spell-checker configuration and REST routes."""

from waypost.core.version import VERSION as __version__  # noqa: N811 - the name Python users look for

__all__ = ["__version__"]
