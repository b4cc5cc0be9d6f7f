"""Everyday routes take the short cut every time, and everything else never does."""

from typing import Any

import pytest

from waypost import endpoint
from waypost.core import plan
from waypost.core.profile import GITHUB
from waypost.core.template import MAX_CACHED_LENGTH
from waypost.core.values import encode_query, encode_search, encode_value


def _plans(**defaults: Any) -> plan.Plans:
    builder = endpoint.defaults(defaults) if defaults else endpoint
    return plan.Plans(GITHUB, builder._defaults)


@pytest.mark.parametrize("route", ["GET /users/{name}", "/users/{name}{?page}", "POST https://h.example/users/{name}"])
def test_an_everyday_route_takes_the_short_cut_again(route: str) -> None:
    plans = _plans()
    first, second = (plans.request(route, None, {"name": "a"}) for _ in range(2))
    assert first == second == endpoint(route, name="a")


@pytest.mark.parametrize("more", [0, 1])
def test_a_route_is_only_kept_up_to_a_length(more: int) -> None:
    route = "GET /".ljust(MAX_CACHED_LENGTH + more, "a")
    assert (_plans().request(route, None, {}) is None) == bool(more)


def test_the_plans_that_are_kept_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plan, "MAX_PLANS", 3)
    plans = _plans()
    kept = []
    for number in range(5):
        assert plans.request(f"GET /{number}", None, {}) is not None
        kept.append(len(plans._plans))
    assert kept == [1, 2, 3, 1, 2]


@pytest.mark.parametrize("text", ["a b" * 20, "%25 %41/" * 9, "".join(map(chr, range(128))), "\xe9/" * 20, "x" * 99])
def test_a_long_text_is_encoded_as_its_characters_are(text):
    for encode in (encode_value, encode_query, encode_search):
        assert encode(text) == "".join(map(encode, text))
