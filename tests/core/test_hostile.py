"""Hostile input costs linear time, and is refused like any other."""

import time

import pytest

from tests.bench.endpoint import HOSTILE
from tests.bench.measure import seconds
from waypost import RouteError, endpoint


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_input_is_cheap(name):
    """Ten times as much input would take a hundred times as long if the cost were not linear."""
    assert _work(name, 100_000) < 40 * max(_work(name, 10_000), 0.0005)


def _work(name: str, size: int) -> float:
    """Seconds of the processor, which other load does not affect."""
    times = []
    for _ in range(3):
        start = time.process_time()
        HOSTILE[name](size)
        times.append(time.process_time() - start)
    return min(times)


def test_many_names_and_many_placeholders_are_not_all_compared():
    def asked(count):
        route = "GET /" + "/".join(f"{{owner{number}}}" for number in range(count))
        given = {f"oner{number}": 1 for number in range(count)}
        return min(seconds(lambda: endpoint.problems(route, given)) for _ in range(2))

    # Ten times as many of both would take a hundred times as long.
    assert asked(1_000) < 40 * asked(100)


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
