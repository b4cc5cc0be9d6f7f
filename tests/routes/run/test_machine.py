"""What the machine promises: states of branches, summaries that change nothing, work in proportion to the text."""

from decimal import Decimal

import pytest

from tests.compare.interpreters import stated
from tests.fuzz import programs
from tests.routes.run.test_programs import HEAD, listed
from tests.support.whole import Sources, Whole
from waypost.routes.domain.heap import NOW, Cells, Heap, moment
from waypost.routes.domain.values import Constant, Entry, Mapping, Value, text_of
from waypost.routes.run.machine import Machine


def _entry(text: str) -> Entry:
    return Entry(text_of(text))


def test_a_cell_that_goes_while_others_are_read_is_no_item(monkeypatch: pytest.MonkeyPatch) -> None:
    class Removes:
        def keys(self, _: Cells) -> None: ...

        def cell(self, table: Cells, _: str, cell: Entry | None) -> Entry | None:
            dict.pop(table, "b", None)
            return cell

    monkeypatch.setattr(NOW, "recording", Removes())
    assert [key for key, _ in Cells({"a": _entry("1"), "b": _entry("2")}).items()] == ["a"]
    assert len(Cells({"a": _entry("1"), "b": _entry("2")}).values()) == 1


def test_arms_meet_in_what_they_changed() -> None:
    heap, table = Heap(), {"a": _entry("1"), "b": _entry("2"), "c": _entry("3")}
    arms = []
    for text in ("x", "y"):
        mark = heap.mark()
        heap.store(table, "a", _entry(text))
        if text == "x":
            heap.store(table, "b", None)
        arms.append(heap.take(mark))
        assert list(table) == ["a", "b", "c"]
    heap.merge(arms, moment())
    assert [option.literal() for option in table["a"].value.options()] == ["x", "y"]
    assert table["b"].maybe
    assert table["c"].value.literal() == "3"


def test_what_an_arm_has_made_is_in_no_other() -> None:
    heap, before, arms = Heap(), Mapping(), []
    since = moment()
    for text in ("x", "y"):
        mark, made = heap.mark(), Mapping()
        heap.store(made.table, "a", _entry(text))
        if text == "x":
            heap.store(before.table, "a", _entry(text))
        arms.append(heap.take(mark))
    heap.merge(arms, since)
    found = [(table["a"].value.literal(), table["a"].maybe) for arm in arms for table, _, _ in arm.values()]
    assert found == [("x", False), ("x", True), ("y", False)]


def test_a_removed_key_comes_back_where_it_was() -> None:
    heap, table = Heap(), {"a": _entry("1"), "b": _entry("2")}
    mark = heap.mark()
    heap.store(table, "a", None)
    heap.store(table, "a", _entry("3"))
    assert list(table) == ["b", "a"]
    heap.undo(mark)
    assert [(key, entry.value.literal()) for key, entry in table.items()] == [("a", "1"), ("b", "2")]


def test_any_moment_of_a_body_that_fails_is_known() -> None:
    heap, table = Heap(), dict[str, Value]({"a": Constant(1)})
    for number in (2, 3):
        heap.store(table, "a", Constant(number))
    [(_, _, cell)] = heap.between(0).values()
    assert isinstance(cell, Value)
    assert [option.literal() for option in cell.options()] == [1, 2, 3]


def test_a_number_that_signals_that_it_is_none_has_a_key() -> None:
    assert Constant(Decimal("sNaN")).key() == Constant(Decimal("sNaN")).key() != Constant(Decimal(1)).key()


@pytest.mark.parametrize("seed", [11, 12, 13, 14, 15, 16])
def test_summaries_change_nothing(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    program = programs.program(seed, programs.ALL if seed % 2 else programs.NONE)
    with_summaries = stated(program.files).listed
    monkeypatch.setattr(Machine, "_summarised", lambda *_: None)
    without = stated(program.files).listed
    assert {each._replace(likely=False) for each in with_summaries} == {each._replace(likely=False) for each in without}
    # What is made again of parts may be doubted for one that takes no part in it; never is it surer.
    assert {each for each in with_summaries if not each.likely} <= {each for each in without if not each.likely}
    assert without


def test_a_call_is_run_once_for_all_that_it_may_be_given() -> None:
    calls = "".join(f'    get("/{number}")\n' for number in range(40))
    source = f"{HEAD}def get(path):\n    return requests.get(ROOT + path)\ndef f():\n{calls}"
    whole = Whole(Sources({"x.py": source.encode()}))
    assert whole.machine.done < 40 * 6 + 60
    assert len(listed(source)) == 41


COUNTING = """
class Client:
    calls = 0
    def __init__(self, token):
        self.token = token
    def send(self, path):
        self.calls = self.calls + 1
        return requests.get(ROOT + path, headers={"Authorization": self.token})
class Users(Client):
    pass
class Teams(Client):
    pass
"""


def test_a_counter_and_a_class_below_make_no_other_summary() -> None:
    """What a run has read decides, cell by cell; not all that was written in between, nor whose method it is."""
    rows = "".join(f'def f{i}(token):\n    {("Users", "Teams")[i % 2]}(token).send("/{i}")\n' for i in range(60))
    machine = Whole(Sources({"x.py": f"{HEAD}{COUNTING}{rows}".encode()})).machine
    missed, found = next(tally for block, tally in machine.tallies.items() if block.name == "Client.send")
    assert missed < 6
    assert found > 54


def test_nothing_is_kept_of_a_run_that_no_other_call_can_use() -> None:
    """The meter of its root has ended in it."""
    work = "    count = SIZE\n" * 600
    chain = "SIZE = 1\ndef version():\n    return SIZE\ndef last(path):\n    return path\n"
    chain += f"def send(path):\n{work}    return last(path)\n"
    rows = "".join(f'def f{i}():\n    requests.get(ROOT + send(f"/{{version()}}/{i}"))\n' for i in range(8))
    machine = Whole(Sources({"x.py": f"{HEAD}{chain}{rows}".encode()})).machine
    called = [block.name for readers in machine.heap.readers.values() for each in readers for block in each.called]
    assert "version" in called
    assert "send" not in called


def test_a_closure_is_no_reason_to_run_again() -> None:
    head = "def wait(base):\n    def each(count):\n        return base * count\n    return each\n"
    body = "".join(f"    total = wait({i})({i})\n" for i in range(40))
    whole = Whole(Sources({"x.py": f"{head}def f():\n{body}".encode()}))
    assert whole.machine.done < 40 * 10 + 60


def test_what_a_function_makes_each_time_that_it_runs_is_one() -> None:
    """Else there is always one more that others can reach, and all functions run until their rounds are over."""
    head = "class Link:\n    def __init__(self, tries):\n        self.tries = tries\n"
    rows = "".join(f"def f{i}():\n    global link{i}\n    link{i} = Link([{i}])\n" for i in range(30))
    whole = Whole(Sources({"x.py": f"{head}{rows}".encode()}))
    assert whole.machine.done < 30 * 30


CHANGED = """
import requests
import settings
from settings import KINDS, Level, Registry, STATE
def work(name): {}
"""
SETTINGS = """
import enum
PATH = "/"
STATE = {"path": "/a"}
KINDS = ("x", "y")
class Level(enum.Enum):
    LOW = 1
class Plain:
    @classmethod
    def made(cls): return cls()
class Registry:
    known = {}
    @classmethod
    def keep(cls, name): cls.known[name] = 1
"""


@pytest.mark.parametrize(
    ("does", "may_change"),
    [
        ("STATE['path'] = name", True),
        ("settings.STATE['path'] = name", True),
        ("settings.STATE.update(path=name)", True),
        ("settings.PATH = name", True),
        ("fill(settings.STATE)", True),
        ("same = settings.STATE", True),
        ("Registry.keep(name)", True),
        ("Registry.known.update(a=name)", True),
        ("globals()['STATE'] = name", True),
        ("return settings.STATE['path']", False),
        ("return settings.Plain()", False),
        ("return settings.Plain.made()", False),
        ("return requests.get(name, settings.KINDS)", False),
        ("return fill(Level.LOW, KINDS)", False),
        ("return isinstance(name, Registry) or len(settings.STATE)", False),
        ("settings.", False),
    ],
)
def test_only_what_may_change_what_others_reach_is_run_for_that(does: str, may_change: bool) -> None:  # noqa: FBT001 - a row
    files = {"settings.py": SETTINGS.encode(), "work.py": CHANGED.format(does).encode()}
    machine = Whole(Sources(files)).machine
    found = machine.effects.of_module(machine.modules["work.py"])
    assert {each.function.code.name for each in found if machine.effects.may_change(each)} == (
        {"work"} if may_change else set()
    )


def test_what_grows_is_seen_by_who_has_read_it() -> None:
    """Who has not is not run again; who has is, whichever comes first."""
    reads = "def f():\n    global copy\n    copy = root\n"
    writes = 'def g():\n    global root\n    root = "/later"\n'
    sends = "def h():\n    requests.get(ROOT + copy)\n"
    for body in (reads + writes, writes + reads):
        urls = {line.rpartition(" ")[2] for line in listed(f'{HEAD}root = "/first"\ncopy = "/none"\n{body}{sends}')}
        assert {"https://x.example/none", "https://x.example/first"} <= urls
        assert not urls.isdisjoint({"https://x.example/later", "https://x.example{copy}"})


GET = 'requests.get(ROOT + "/a")'
DEEP = {
    "cases": "def f(x):\n    match x:\n" + "".join(f"        case {i}:\n            y = {i}\n" for i in range(2_000)),
    "comprehensions": "def f(x):\n    y = " + "[" * 40 + "x" + " for x in x]" * 40 + "\n",
    "alternatives": "def f(x):\n    y = " + "".join(f"{i} if x == {i} else " for i in range(2_000)) + "0\n",
    "elif": "def f(x):\n    if x:\n        y = 0\n"
    + "".join(f"    elif x == {i}:\n        y = {i}\n" for i in range(2_000)),
    "operands": "def f(x):\n    y = " + " + ".join(["x"] * 2_000) + "\n",
    "brackets": "def f(x):\n    y = " + "(" * 150 + "x" + ")" * 150 + "\n",
    "loops": "def f(x):\n" + "".join(f"{'    ' * (i + 1)}for a{i} in x:\n" for i in range(40)) + "    " * 41 + "pass\n",
    "calls": "".join(f"def f{i}(x):\n    f{i + 1}(x)\n    f{i + 1}(x)\n" for i in range(40))
    + "def f40(x):\n    pass\n",
    "a circle of calls": "def f(x):\n    return g(x)\ndef g(x):\n    return f(x) + g(x)\n",
    "a circle of classes": "class A(B):\n    pass\nclass B(A):\n    x = A()\n",
}


@pytest.mark.parametrize("name", DEEP)
def test_work_is_in_proportion_to_the_text(name: str) -> None:
    """And what does not end is cut, while the rest of the file is listed."""
    source = f"{HEAD}{DEEP[name]}\n{GET}\n"
    assert [line.rpartition(" ")[2] for line in listed(source)] == ["https://x.example/a"]
    whole = Whole(Sources({"x.py": source.encode()}))
    assert whole.machine.done < 40 * len(source) + 40_000
