"""The changes are small, and all of them change something; probes and swapped code leave everything else as it is."""

import ast
import signal
from pathlib import Path
from unittest.mock import Mock

import pytest

from tests.mutants.__main__ import PACKAGE
from tests.mutants.changes import mutants_of
from tests.mutants.probes import probed, runs_at_import
from tests.mutants.survivors import Survivors, key_of
from tests.mutants.swap import functions_of, swap
from tests.mutants.touched import Touched
from tests.mutants.trial import Trial, Trials, _changed
from tests.mutants.verdicts import Verdict, Verdicts

_SOURCE = '''"""What it does."""

from functools import cache

TWICE = 11 + 12


@cache
def more(number: int = 3) -> int:
    """One more."""
    if not number:
        return 0
    elif number > 5:
        return number + 2
    return [number + 1 for _ in range(1)][0]
'''


@pytest.mark.parametrize(
    ("source", "changed"),
    [
        ("a < b", ["a <= b"]),
        ("a == b", ["a != b"]),
        ("a in b", ["a not in b"]),
        ("a and b", ["a or b"]),
        ("a + b", ["a - b"]),
        ("x = 1", ["x = 2"]),
        ("x = True", ["x = False"]),
        ("if a:\n    pass", ["if not a:\n    pass"]),
        ("def f():\n    return a", ["def f():\n    return None"]),
        ("x = 'text'", []),
    ],
)
def test_a_change(source: str, changed: list[str]) -> None:
    assert [mutant.of(source) for mutant in mutants_of(source)] == changed


def test_every_mutant_is_a_source_and_another_one() -> None:
    source = "def f(a):\n    return a + 1 if not a or a > 2 else [a == 1]\n"
    found = mutants_of(source)
    changed = {ast.dump(ast.parse(mutant.of(source))) for mutant in found}
    assert len(changed | {ast.dump(ast.parse(source))}) == len(found) + 1
    assert len(found) > 6


def test_probes_change_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    places = {number: mutant.number for number, mutant in enumerate(mutants_of(_SOURCE))}
    touched: set[int] = set()
    monkeypatch.setattr("tests.mutants.probes.touch", touched.add)
    module: dict[str, object] = {}
    exec(probed(_SOURCE, places), module)
    assert module["__doc__"] == "What it does."
    more = module["more"]
    assert callable(more)
    assert (more.__doc__, more(), more(7), more(0)) == ("One more.", 4, 9, 0)
    assert touched == set(places)


def test_what_runs_at_import() -> None:
    found = {mutant.before: runs_at_import(_SOURCE, mutant.number) for mutant in mutants_of(_SOURCE)}
    assert {before for before, early in found.items() if early} == {"11 + 12", "11", "12", "3"}
    assert not found["if not number:"]


def test_a_loaded_function_is_changed() -> None:
    module: dict[str, object] = {}
    exec(compile(_SOURCE, "there.py", "exec"), module)
    more = module["more"]
    assert callable(more)
    assert more(3) == 4  # which `cache` keeps
    found = {mutant.before: mutant for mutant in mutants_of(_SOURCE)}
    functions = functions_of(["there.py"])["there.py"]
    assert swap(functions, "there.py", _SOURCE, found["number + 1"].of(_SOURCE))
    assert more(3) == 2
    assert not swap(functions, "there.py", _SOURCE, _SOURCE + "\n\ndef other(): ...\n")


def test_each_survivor_with_a_reason_can_still_be_made() -> None:
    reasons = Survivors.read().reasons
    assert all(reasons.values())
    made = {
        key_of(file, mutant)
        for file in {file for file, *_ in reasons}
        for mutant in mutants_of((PACKAGE / file).read_text("utf-8"))
    }
    assert reasons.keys() <= made


def test_what_runs_at_import_concerns_those_who_name_the_file() -> None:
    here = f"tests/mutants/{Path(__file__).name}::test_here"
    other = "tests/mutants/plugin.py::test_there"
    touched = Touched({1: {other}, 2: {"", other}}, {here: 1.0, other: 1.0})
    path = PACKAGE / "waypoint_of_these_tests.py"
    assert [touched.at_import(number) for number in range(3)] == [True, False, True]
    assert set(touched.tests_of(1, path, at_import=False)) == {other}
    assert [set(touched.tests_of(number, path, at_import=True)) for number in range(2)] == [{here}, {here, other}]


def test_a_round_runs_the_tests_that_the_one_before_had_no_time_for() -> None:
    tests = {"at once": 0.0, "quick": 3.5, "slow": 4.0, "last": 0.0, "slower": 60.0}
    trial = Trial(Path("a.py"), _SOURCE, mutants_of(_SOURCE)[0], tests, at_import=False)
    assert list(trial.between(-1, 5)) == ["at once", "quick"]
    assert list(trial.between(5, 60)) == ["slow", "last"]


@pytest.mark.parametrize("test", [None, "too slow for the first round"])
def test_a_change_survives_a_round_without_tests(test: str | None, tmp_path: Path) -> None:
    path = tmp_path / "a.py"
    path.write_text(_SOURCE, "utf-8")
    tests = {} if test is None else {test: 10.0}
    trial = Trial(path, _SOURCE, mutants_of(_SOURCE)[0], tests, at_import=False)
    trials = Trials([trial], tests, Verdicts(tmp_path / "verdicts", Survivors({})))
    trials._functions = functions_of([str(path)])
    verdict = trials._verdict(trial, dict.fromkeys(tests, Mock()), -1, 5)
    assert (verdict, verdict.survived) == (Verdict(seconds=5), True)
    assert path.read_text("utf-8") == _SOURCE


def test_a_change_is_taken_back_when_the_run_is_ended(tmp_path: Path) -> None:
    path = tmp_path / "a.py"
    path.write_text(_SOURCE, "utf-8")
    trial = Trial(path, _SOURCE, mutants_of(_SOURCE)[0], {}, at_import=False)
    before = signal.getsignal(signal.SIGTERM)
    with pytest.raises(KeyboardInterrupt), _changed(trial):
        signal.raise_signal(signal.SIGTERM)
    assert path.read_text("utf-8") == _SOURCE
    assert signal.getsignal(signal.SIGTERM) == before
