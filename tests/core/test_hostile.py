"""Hostile input costs linear time, and is refused like any other."""

import pytest

from tests.bench.endpoint import HOSTILE
from tests.support.budget import is_in_proportion
from waypost import RouteError, endpoint


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_input_is_cheap(name):
    assert is_in_proportion(lambda size: lambda: HOSTILE[name](size), 10_000, 100_000)


def test_many_names_and_many_placeholders_are_not_all_compared():
    def asking(count):
        route = "GET /" + "/".join(f"{{owner{number}}}" for number in range(count))
        given = {f"oner{number}": 1 for number in range(count)}
        return lambda: endpoint.problems(route, given)

    assert is_in_proportion(asking, 100, 1_000)


def test_a_default_that_contains_itself_is_refused():
    endless: dict[str, object] = {}
    endless["a"] = [endless]
    with pytest.raises(RouteError, match="contains itself"):
        endpoint.defaults(labels=endless)
    assert endpoint.defaults(labels={"a": [{}]}).DEFAULTS["labels"] == {"a": [{}]}


class Unspeakable:
    def __str__(self) -> str:
        raise KeyError

    __repr__ = __str__


@pytest.mark.parametrize("url", [10**5_000, Unspeakable()], ids=["a long number", "an object"])
def test_a_url_that_cannot_be_shown_is_refused_like_others(url: object):
    with pytest.raises(RouteError, match="url"):
        endpoint.merge(None, {"url": url})
