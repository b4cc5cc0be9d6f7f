"""Twenty projects have the same findings however they are checked; `python -m tests.monorepo` does it with 50,000
files."""

import pytest

from tests.monorepo import make, ways

pytestmark = pytest.mark.slow


def test_every_way_finds_the_same(tmp_path, monkeypatch) -> None:
    monkeypatch.setenv("WAYPOST_CACHE_DIR", str(tmp_path / "cache"))
    root = tmp_path / "repository"
    root.mkdir()
    make(root, 400)
    assert len(ways(root)) == 4
