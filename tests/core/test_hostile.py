"""Hostile input of 100,000 characters costs linear time: well under a tenth of a second each."""

import pytest

from tests.bench.endpoint import HOSTILE
from tests.bench.measure import seconds
from waypost import endpoint


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_input_is_cheap(name):
    assert min(seconds(HOSTILE[name]) for _ in range(3)) < 0.1


def test_many_names_and_many_placeholders_are_not_all_compared():
    def asked(count):
        route = "GET /" + "/".join(f"{{owner{number}}}" for number in range(count))
        given = {f"oner{number}": 1 for number in range(count)}
        return min(seconds(lambda: endpoint.problems(route, given)) for _ in range(2))

    # Ten times as many of both would take a hundred times as long.
    assert asked(1_000) < 40 * asked(100)
