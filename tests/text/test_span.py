"""Spans, and things by where they are."""

from random import Random

from waypost.text import BySpan, Span


def test_what_is_around_a_place_is_found() -> None:
    draw = Random(7)
    for _ in range(300):
        spans = [_some(draw) for _ in range(draw.randint(0, 12))]
        of = _some(draw)
        found = list(BySpan((span, index) for index, span in enumerate(spans)).around(of))
        assert sorted(found) == [index for index, span in enumerate(spans) if span.holds(of)]


def _some(draw: Random) -> Span:
    start = draw.randint(0, 20)
    return Span(start, start + draw.randint(0, 8))
