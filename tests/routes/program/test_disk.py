"""Answers of earlier runs are taken over where nothing has changed that they were found by, and never otherwise."""

import json
import random

import pytest

from tests.routes.program.test_edits import FILES, Edited
from waypost.routes.program.disk import Entries, digest_of
from waypost.routes.program.sources import SetOutside
from waypost.routes.program.table import Table
from waypost.routes.sites.from_events import PERSISTED, FormsOf, RequestsOf


class Stamped(Edited):
    """Files in memory, with digests."""

    def stamp(self, file: str) -> str:
        return digest_of(self.texts.get(file, b""))


def run(world: Stamped, data: bytes | None = None, release: str = "1") -> tuple[list, Table, Entries]:
    """The requests of all files, with what an earlier run has kept."""
    entries = Entries(PERSISTED, release)
    if data is not None:
        entries.load(data)
    table = Table(world, entries)
    return [table.ask(RequestsOf(file)) for file in sorted(world.files())], table, entries


def test_nothing_is_run_again_where_nothing_has_changed() -> None:
    world = Stamped()
    first, table, entries = run(world)
    again, table_again, entries_again = run(world, entries.saved(table))
    assert again == first
    assert any(first)
    assert entries_again.restored >= len(FILES)
    assert not any(type(each).__name__ in ("EventsOf", "BlocksOf", "BodyOf") for each in table_again.memos)


def test_only_what_an_edit_reaches_is_run_again() -> None:
    world = Stamped()
    written = b'pkg.client.BASE = "https://y.example"\n'
    world.texts["main.py"] = world.texts["main.py"].replace(written, b"")
    _, table, entries = run(world)
    world.texts["main.py"] += b"\nclient.get('/more').json()\n"
    found, table_again, _ = run(world, entries.saved(table))
    assert found == run(world)[0]
    assert {each.file for each in table_again.memos if type(each).__name__ == "EventsOf"} == {"main.py"}
    # What it writes into, it reaches.
    data = entries.saved(table)
    world.texts["main.py"] += written
    found, table_again, _ = run(world, data)
    assert found == run(world)[0]
    assert "pkg/client.py" in {each.file for each in table_again.memos if type(each).__name__ == "EventsOf"}


def test_another_file_changes_nothing_unless_it_is_imported() -> None:
    world = Stamped()
    _, table, entries = run(world)
    world.texts["another.py"] = b"import requests\nrequests.get('https://x.example/another')\n"
    found, table_again, _ = run(world, entries.saved(table))
    assert found == run(world)[0]
    assert {each.file for each in table_again.memos if type(each).__name__ == "EventsOf"} == {"another.py"}


@pytest.mark.parametrize("seed", range(3))
def test_after_any_edits_a_later_run_finds_what_a_first_one_finds(seed: int) -> None:
    draw = random.Random(seed)
    world, data = Stamped(), None
    for _ in range(6):
        found, table, entries = run(world, data)
        assert found == run(world)[0]
        data = entries.saved(table)
        for _ in range(draw.randint(1, 2)):
            world.edit(draw)


BROKEN = {
    "no JSON": b"\x80\x04.",
    "nothing": b"",
    "a list": b"[]",
    "of another release": b'{"release": "0", "entries": {}}',
    "entries that are none": b'{"release": "1", "entries": {"x": 1}}',
    "very deep": b"[" * 100_000,
}


@pytest.mark.parametrize("case", BROKEN)
def test_what_is_malformed_is_no_entry(case: str) -> None:
    world = Stamped()
    assert run(world, BROKEN[case])[0] == run(world)[0]


@pytest.mark.parametrize(
    "answer",
    [None, 1, "x", [[1]], [["GET", "/", "", True, "a", {}]], {"a": []}, [[[], "GET"]], [[["a"], "", "", 1, 2]]],
)
def test_an_answer_that_is_none_of_its_kind_is_found_again(answer: object) -> None:
    world = Stamped()
    _, table, entries = run(world)
    data = json.loads(entries.saved(table))
    data["entries"] = {key: [grounds, answer] for key, (grounds, _) in data["entries"].items()}
    forged = json.dumps(data).encode()
    for question in (RequestsOf("main.py"), FormsOf("main.py"), SetOutside("main.py")):
        entries = Entries(PERSISTED, "1")
        entries.load(forged)
        found = Table(world, entries).ask(question)
        assert type(found) is type(Table(world).ask(question))


def test_a_ground_of_another_kind_is_no_ground() -> None:
    world = Stamped()
    first, table, entries = run(world)
    data = json.loads(entries.saved(table))
    data["entries"] = {key: [[[["__import__", "os"], "x"]], answer] for key, (_, answer) in data["entries"].items()}
    assert run(world, json.dumps(data).encode())[0] == first
