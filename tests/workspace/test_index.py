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


def test_what_is_known_below_a_folder() -> None:
    """The files with entries, and those that others depend on, even if they have none themselves."""
    there = {"file:///w/a.py": [Thing("x")], "file:///w/a/b.py": [Thing("x")], "file:///wa/c.py": [Thing("x")]}
    found = Index().with_files(there, {"file:///v/d.py": frozenset(("/w/a/e.py", "/wa/f.py"))})
    assert found.below(["file:///w/a"]) == ["file:///w/a/b.py", "file:///w/a/e.py"]
    assert found.below(["file:///w"]) == ["file:///w/a.py", "file:///w/a/b.py", "file:///w/a/e.py"]
    assert found.below([]) == found.below(["file:///w/a/b"]) == []


def test_files_are_in_the_order_of_their_names_whatever_happened() -> None:
    names = [f"file:///w/{letter}.py" for letter in "badc"]
    index = Index()
    for name in names:
        index = index.with_files({name: [Thing("x")]})
    assert list(index.files) == sorted(names)
    index = index.with_files({names[1]: [Thing("y")]}).with_files({names[3]: []}).with_files({names[3]: [Thing("z")]})
    assert [(uri, entry.key) for uri, entry in index] == [
        (name, {"a": "y", "c": "z"}.get(name[-4], "x")) for name in sorted(names)
    ]


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
