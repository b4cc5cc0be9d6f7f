"""Cache entries that were tampered with are never trusted: the document is read again."""

import json
import os
from pathlib import Path

import pytest

from waypost.apis import cache
from waypost.apis.load import read_cached

DOCUMENT = json.dumps(
    {
        "openapi": "3.0.0",
        "info": {"title": "x", "version": "1"},
        "paths": {"/a": {"get": {"operationId": "a", "parameters": [{"name": "q", "in": "query"}]}}},
    }
).encode()


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(cache, "user_cache_path", lambda *_, **__: tmp_path)
    assert [each.id for each in read_cached(DOCUMENT).api.operations] == ["a"]
    (file,) = (tmp_path / "apis").glob("*.json")
    return file


def test_what_was_kept_is_used(kept: Path) -> None:
    assert cache.load(kept.stem) is not None


@pytest.mark.parametrize(
    "content", [b"", b"\n", b"{}", b"null", b"[]", b"\xff\n{}", b'x\n{"operations":[[{}]]}', b"[" * 90_000]
)
def test_a_foreign_file_is_not_believed(kept: Path, content: bytes) -> None:
    kept.write_bytes(content)
    assert cache.load(kept.stem) is None
    assert [each.id for each in read_cached(DOCUMENT).api.operations] == ["a"]


def test_no_changed_byte_is_believed(kept: Path) -> None:
    content = kept.read_bytes()
    for at in range(len(content)):
        kept.write_bytes(content[:at] + bytes([content[at] ^ 1]) + content[at + 1 :])
        assert cache.load(kept.stem) is None, at
        kept.write_bytes(content[:at])
        assert cache.load(kept.stem) is None, at


@pytest.mark.skipif(os.name == "nt", reason="pipes are POSIX'")
def test_a_pipe_in_the_cache_is_not_opened(kept: Path) -> None:
    kept.unlink()
    os.mkfifo(kept)
    assert [each.id for each in read_cached(DOCUMENT).api.operations] == ["a"]
