from typing import NamedTuple

from waypost.workspace import Index
from waypost.workspace import index as module


class Thing(NamedTuple):
    key: str
    number: int = 0


def test_a_snapshot_never_changes() -> None:
    first = Index().with_files({"a": [Thing("x")]})
    second = first.with_files({"a": [Thing("y")], "b": [Thing("y")]})
    assert list(first) == [("a", Thing("x"))]
    assert list(second) == [("a", Thing("y")), ("b", Thing("y"))]
    assert (first.count, second.count) == (1, 2)


def test_entries_by_key() -> None:
    found = Index().with_files({"a": [Thing("x", 1), Thing("y", 2)], "b": [Thing("x", 3)]})
    assert found.by_key["x"] == [("a", Thing("x", 1)), ("b", Thing("x", 3))]


def test_a_file_without_entries_is_forgotten() -> None:
    found = Index().with_files({"a": [Thing("x")]}).with_files({"a": []})
    assert found.files == {}
    assert found.count == 0


def test_a_folder_is_forgotten() -> None:
    found = Index().with_files({"file:///w/a": [Thing("x")], "file:///v/b": [Thing("x")]}).without("file:///w/")
    assert list(found.files) == ["file:///v/b"]


def test_memory_is_bounded(monkeypatch) -> None:
    monkeypatch.setattr(module, "MOST_ENTRIES", 5)
    monkeypatch.setattr(module, "MOST_IN_A_FILE", 3)
    found = Index().with_files({"a": [Thing("x")] * 9, "b": [Thing("x")] * 9, "c": [Thing("x")]})
    assert {uri: len(entries) for uri, entries in found.files.items()} == {"a": 3, "b": 2}
    assert found.full
    assert not Index().with_files({"a": [Thing("x")]}).full


def test_completeness_is_told() -> None:
    assert not Index().with_files({"a": [Thing("x")]}).complete
    assert Index().with_files({}, complete=True).with_files({"a": [Thing("x")]}).complete
    assert Index().completed().complete


def test_files_are_found_by_what_they_depend_on() -> None:
    """They are also found by paths that do not exist, and without any entry."""
    first = Index().with_files({"a": [Thing("x")], "b": []}, {"a": frozenset(("/n.py",)), "b": frozenset(("/m.py",))})
    assert first.readers_of({"/n.py"}) == ["a"]
    assert first.readers_of({"/m.py", "/o.py"}) == ["b"]
    assert first.readers_of(set()) == []
    assert first.with_files({"a": [Thing("y")]}).readers_of({"/n.py"}) == []
    assert first.without("a").readers_of({"/n.py", "/m.py"}) == ["b"]
