"""Thirty mistakes in three kinds of code: every mistake that a request shows is found, and correct requests get no
finding."""

import pytest

from tests.exam import thirty
from tests.exam.thirty import SLIPS, found_by_tsc, found_by_waypost
from tests.support.npm import packages
from waypost.apis import cache


@pytest.fixture(autouse=True)
def cache_folder(tmp_path, monkeypatch):
    monkeypatch.setattr(cache, "user_cache_path", lambda *_, **__: tmp_path)


@pytest.mark.parametrize("style", ["httpx", "builder"])
def test_every_mistake_that_a_request_shows_is_found(style: str) -> None:
    found = found_by_waypost(style)
    assert [slip.name for slip, each in zip(SLIPS, found, strict=True) if slip.rule and not each] == []


@pytest.mark.network
def test_what_tsc_finds_is_found_too() -> None:
    packages()
    theirs, ours = found_by_tsc(), found_by_waypost("httpx")
    assert 10 < sum(theirs) < len(SLIPS)  # its types are valid, and its only errors are those of the calls
    only_theirs = [slip.name for slip, a, b in zip(SLIPS, theirs, ours, strict=True) if a and not b]
    assert only_theirs == ["a key that no answer has"]


def test_right_requests_have_no_findings(monkeypatch: pytest.MonkeyPatch) -> None:
    right = (thirty._orders(limit=5), thirty._create(), thirty._line(), thirty._notes({"text": "a"}))
    every = " ".join(slip.rule for slip in SLIPS)
    monkeypatch.setattr(thirty, "SLIPS", tuple(thirty.Slip("right", request, every) for request in right))
    assert found_by_waypost("httpx") == [False] * len(right)
