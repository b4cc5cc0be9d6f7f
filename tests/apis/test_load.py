import json
import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from waypost.apis.compact import FORMAT
from waypost.apis.load import ApiLibrary, Loaded, read_cached
from waypost.workspace import Folder, Workspace

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
    assert json.loads(file.read_text().partition("\n")[2])["format"] == FORMAT


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
    library = ApiLibrary()
    first = library.load(path, tmp_path)
    assert library.load(path, tmp_path) is first
    path.write_text(DOCUMENT.replace("one", "changed"))
    os.utime(path, ns=(1, 1))
    assert library.load(path, tmp_path).api.operations[0].id == "changed"
    path.unlink()
    assert library.load(path, tmp_path) is None


def test_a_file_that_has_not_changed_is_not_even_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "api.yaml"
    path.write_text(DOCUMENT)
    fresh(path)
    monkeypatch.setattr(Path, "read_bytes", _only_cache(Path.read_bytes, path))
    assert fresh(path).api.operations[0].id == "one"


def _only_cache(read, path: Path):
    def read_bytes(self: Path) -> bytes:
        assert self != path
        return read(self)

    return read_bytes


@pytest.mark.parametrize("spoilt", ["", "5", "[]", '{"of": ["elsewhere"], "stamps": {}, "key": "k"}', "\0"])
def test_a_spoilt_note_of_a_file_is_not_believed(cache_folder: Path, tmp_path: Path, spoilt: str) -> None:
    path = tmp_path / "api.yaml"
    path.write_text(DOCUMENT)
    fresh(path)
    (note,) = cache_folder.glob("*.file.json")
    note.write_text(spoilt)
    assert fresh(path).api.operations[0].id == "one"


def fresh(path: Path) -> Loaded:
    """Load it as another process would."""
    loaded = ApiLibrary().load(path, path.parent)
    assert loaded is not None
    return loaded


def test_a_connection_has_one_library(tmp_path: Path) -> None:
    path = tmp_path / "api.yaml"
    path.write_text(DOCUMENT)
    workspace = Workspace([Folder(tmp_path)])
    later = replace(workspace, folders=[Folder(tmp_path), Folder(tmp_path / "other")])
    assert workspace.services.of(ApiLibrary) is later.services.of(ApiLibrary)
    assert Workspace().services.of(ApiLibrary) is not workspace.services.of(ApiLibrary)


def test_many_threads_load_a_document_once(tmp_path: Path) -> None:
    path = tmp_path / "api.yaml"
    path.write_text(DOCUMENT)
    library = ApiLibrary()
    with ThreadPoolExecutor(8) as pool:
        loaded = list(pool.map(lambda _: library.load(path, tmp_path), range(64)))
    assert len({id(each) for each in loaded}) == 1


def test_a_file_beside_the_document_is_read_again_when_it_changes(tmp_path: Path) -> None:
    path = tmp_path / "api.yaml"
    path.write_text("openapi: 3.0.0\npaths: {/a: {$ref: 'a.yaml'}}\n")
    (tmp_path / "a.yaml").write_text("get: {operationId: one}\n")
    library = ApiLibrary()
    assert [each.id for each in library.load(path, tmp_path).api.operations] == ["one"]
    (tmp_path / "a.yaml").write_text("get: {operationId: another}\n")
    assert [each.id for each in library.load(path, tmp_path).api.operations] == ["another"]
    assert [each.id for each in fresh(path).api.operations] == ["another"]
    (tmp_path / "a.yaml").unlink()
    assert list(fresh(path).api.operations) == []
    assert len(fresh(path).faults) == 1
