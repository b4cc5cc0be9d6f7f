"""Waypost: language server, command line and library for spell-checker configuration and REST routes."""

from waypost.core.version import VERSION as __version__

__all__ = ["__version__"]
