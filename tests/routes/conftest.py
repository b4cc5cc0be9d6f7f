from pathlib import Path

import pytest

from tests.support.routes import BY_EVENTS
from waypost.apis import cache
from waypost.routes import inventory
from waypost.routes.features import RouteFeatures
from waypost.routes.sites.file_sites import EventRoutes


@pytest.fixture(autouse=True)
def cache_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where documents are cached: never in the user's own folder."""
    monkeypatch.setattr(cache, "user_cache_path", lambda *_, **__: tmp_path / "cache")
    return tmp_path / "cache" / "apis"


@pytest.fixture(autouse=True)
def interpreter(monkeypatch: pytest.MonkeyPatch) -> None:
    if BY_EVENTS:
        monkeypatch.setattr(RouteFeatures, "made_as", EventRoutes)
        monkeypatch.setattr(inventory, "Routes", EventRoutes)
