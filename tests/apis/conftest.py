"""The cache of documents, as in the tests of routes: never in the user's own folder."""

from tests.routes.conftest import cache_folder

__all__ = ["cache_folder"]
