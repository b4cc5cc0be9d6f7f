from pathlib import Path

import pytest

from waypost.apis import cache


@pytest.fixture(autouse=True)
def cache_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where documents are cached: never in the user's own folder."""
    monkeypatch.setattr(cache, "user_cache_path", lambda *_, **__: tmp_path / "cache")
    return tmp_path / "cache" / "apis"
