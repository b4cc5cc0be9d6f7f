"""No secret is shown in any place, whatever shape it has in the program; and nothing else is taken for one."""

from collections import Counter

import pytest

from tests.shown.places import clear, sights
from tests.shown.shapes import NEAR_MISSES, OPEN, SECRET, SHAPES, START


def leaks(source: str, step: int = 1) -> Counter[str]:
    found = sights(source, start=START, step=step)
    return Counter(sight.place for sight in found if clear(sight.text, SECRET))


@pytest.mark.parametrize("name", SHAPES)
def test_no_secret_is_shown(name: str) -> None:
    assert leaks(SHAPES[name], step=9) == {}


@pytest.mark.slow
@pytest.mark.parametrize("name", SHAPES)
def test_no_secret_is_shown_anywhere(name: str) -> None:
    assert leaks(SHAPES[name]) == {}


@pytest.mark.parametrize("name", NEAR_MISSES)
def test_what_is_no_secret_stays(name: str) -> None:
    places = {sight.place for sight in sights(NEAR_MISSES[name], start=START, step=3) if OPEN in sight.text}
    assert {"hover", "report as full"} <= places


def main() -> None:
    """The shapes and the places that show them."""
    found = {name: leaks(source) for name, source in SHAPES.items()}
    for name, places in found.items():
        print(f"{name}: {', '.join(sorted(places)) or '-'}")
    print(sum(map(bool, found.values())), "of", len(found), "shapes,", sum(map(len, found.values())), "shapes x places")


if __name__ == "__main__":
    main()
