"""Hours of editing are measured by a command; here, that it can begin, and what is seen in its numbers."""

import sys

import pytest

from tests.soak import Point, is_flat, soak, svg


@pytest.mark.skipif(sys.platform != "linux", reason="what a process needs is read where Linux tells it")
@pytest.mark.slow
def test_every_moment_is_measured() -> None:
    points = soak(24, 3)
    assert len(points) == 3
    assert all(min(point) > 0 for point in points)
    assert svg(points).count("<polyline") == 3


@pytest.mark.parametrize(("growing", "flat"), [(0.0, True), (1.0, False)])
def test_what_grows_for_hours_is_not_flat(growing: float, *, flat: bool) -> None:
    assert is_flat([Point(100 + growing * moment, 20, 50) for moment in range(96)]) is flat
