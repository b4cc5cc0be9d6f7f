import json
import os
from pathlib import Path

import pytest

from waypost.apis import load
from waypost.apis.load import load_document, read_cached

DOCUMENT = "openapi: 3.0.0\ninfo: {title: T}\npaths: {/a: {get: {operationId: one}}, /b: 5}\n"


def test_the_second_reading_comes_from_the_cache(cache_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = read_cached(DOCUMENT.encode())
    assert len(list(cache_folder.iterdir())) == 1
    monkeypatch.setattr("waypost.apis.openapi.read_document", None)
    second = read_cached(DOCUMENT.encode())
    assert second.faults == first.faults != ()
    assert list(second.api.operations) == list(first.api.operations)


def test_other_content_is_read_anew(cache_folder: Path) -> None:
    read_cached(DOCUMENT.encode())
    assert read_cached(DOCUMENT.replace("one", "two").encode()).api.operations[0].id == "two"
    assert len(list(cache_folder.iterdir())) == 2


@pytest.mark.parametrize(
    "spoilt", ["", "[]", "{}", '{"format": 1}', '{"format": 0}', '{"format": 1, "faults": 5}', "\0", "[" * 100_000]
)
def test_a_spoilt_cache_is_read_over(cache_folder: Path, spoilt: str) -> None:
    read_cached(DOCUMENT.encode())
    (file,) = cache_folder.iterdir()
    file.write_text(spoilt)
    assert read_cached(DOCUMENT.encode()).api.operations[0].id == "one"
    assert json.loads(file.read_text())["format"] == 1


def test_where_nothing_can_be_written_documents_are_still_read(tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("a file where the folder should be")
    assert read_cached(DOCUMENT.encode()).api.operations[0].id == "one"


def test_the_cache_does_not_grow_for_ever(cache_folder: Path) -> None:
    for number in range(135):
        read_cached(DOCUMENT.replace("one", f"op{number}").encode())
    assert len(list(cache_folder.iterdir())) == 128


def test_a_file_is_read_again_when_it_changes(tmp_path: Path) -> None:
    path = tmp_path / "api.yaml"
    path.write_text(DOCUMENT)
    first = load_document(path)
    assert load_document(path) is first
    path.write_text(DOCUMENT.replace("one", "changed"))
    os.utime(path, ns=(1, 1))
    assert load_document(path).api.operations[0].id == "changed"
    path.unlink()
    assert load_document(path) is None


def test_a_file_that_has_not_changed_is_not_even_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "api.yaml"
    path.write_text(DOCUMENT)
    load_document(path)
    load._KNOWN.clear()  # another process
    monkeypatch.setattr(Path, "read_bytes", _only_cache(Path.read_bytes, path))
    assert load_document(path).api.operations[0].id == "one"


def _only_cache(read, path: Path):
    def read_bytes(self: Path) -> bytes:
        assert self != path
        return read(self)

    return read_bytes


@pytest.mark.parametrize("spoilt", ["", "5", "[]", '["elsewhere", "0", 1, 2, 3, "key"]', "\0"])
def test_a_spoilt_note_of_a_file_is_not_believed(cache_folder: Path, tmp_path: Path, spoilt: str) -> None:
    path = tmp_path / "api.yaml"
    path.write_text(DOCUMENT)
    load_document(path)
    load._KNOWN.clear()
    (note,) = cache_folder.glob("*.file.json")
    note.write_text(spoilt)
    assert load_document(path).api.operations[0].id == "one"


def test_the_shipped_catalogue_is_loaded_once() -> None:
    assert load.github() is load.github()
