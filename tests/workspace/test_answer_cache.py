"""One policy for everything that is kept between answers."""

import pickle
from dataclasses import replace

import pytest

from waypost.workspace import FileCounts, Services, Workspace, answer_cache
from waypost.workspace.answer_cache import AnswerCache


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    now = [100.0]
    monkeypatch.setattr(answer_cache, "monotonic", lambda: now[0])
    return now


def test_an_answer_is_known_for_as_long_as_it_holds(clock: list[float]) -> None:
    answers: AnswerCache[str, int] = AnswerCache(2)
    answers.put("a", 1, 5)
    clock[0] += 4.9
    assert answers.get("a") == 1
    clock[0] += 0.2
    assert answers.get("a") is None
    assert answers.get("a", even_old=True) == 1


def test_what_was_kept_first_makes_room() -> None:
    answers: AnswerCache[str, int] = AnswerCache(2)
    for number, name in enumerate("abac"):
        answers.put(name, number)
    assert (answers.get("a"), answers.get("b"), answers.get("c")) == (2, None, 3)


def test_what_was_forgotten_meanwhile_is_not_kept() -> None:
    answers: AnswerCache[str, int] = AnswerCache(2)
    age = answers.age
    answers.forget()
    answers.put("a", 1, age=age)
    assert answers.get("a") is None
    answers.put("a", 1, age=answers.age)
    assert answers.get("a") == 1


def test_a_state_of_the_workspace_is_what_it_says_whoever_owns_its_services() -> None:
    """Invariant 8: an immutable state has no callbacks or caches."""
    one = Workspace(services=Services())
    assert one == replace(one, services=Services())
    one.services.later = print
    one.services.of(FileCounts).follows = True
    travelled = pickle.loads(pickle.dumps(one))
    assert travelled.services.later is None
    assert not travelled.services.of(FileCounts).follows
