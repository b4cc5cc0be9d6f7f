import os
from pathlib import Path

import pytest

from waypost.apis import cache
from waypost.routes import inventory
from waypost.routes.features import RouteFeatures
from waypost.routes.sites.event_routes import EventRoutes

# With this set, the tests of routes ask the interpreter that is to take the other one's place.
_BY_EVENTS = "WAYPOST_BY_EVENTS"


@pytest.fixture(autouse=True)
def cache_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where documents are cached: never in the user's own folder."""
    monkeypatch.setattr(cache, "user_cache_path", lambda *_, **__: tmp_path / "cache")
    return tmp_path / "cache" / "apis"


@pytest.fixture(autouse=True)
def interpreter(monkeypatch: pytest.MonkeyPatch) -> None:
    if os.environ.get(_BY_EVENTS):
        monkeypatch.setattr(RouteFeatures, "made_as", EventRoutes)
        monkeypatch.setattr(inventory, "Routes", EventRoutes)
