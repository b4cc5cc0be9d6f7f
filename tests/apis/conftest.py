"""The cache of documents is never in the user's own folder, as in the tests of routes."""

from tests.routes.conftest import cache_folder

__all__ = ["cache_folder"]
