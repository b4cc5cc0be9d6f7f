import time

import pytest

from tests.support.budget import TIMES
from waypost.config.parse import Syntax, parse

# Each is repeated and never closed, so each could make the parser look ahead to the end of the document.
_REPEATED = [
    "x = {a = `",
    "x = {a = `\n",
    "x = [\n",
    "x = {a = [\n",
    "x = [ 'a\n",
    "x = [\n{a = 1\n",
    "a.b.c.d = 1\n",
    "x = {a.b = ",
    "[[a]]\n",
    '"""',
    "\r",
]


def _seconds(text: str, syntax: Syntax) -> float:
    begun = time.process_time()
    list(parse(text.encode(), syntax).errors)
    return time.process_time() - begun


@pytest.mark.parametrize("syntax", Syntax)
@pytest.mark.parametrize("text", _REPEATED)
def test_reading_takes_time_in_proportion_to_the_text(text: str, syntax: Syntax) -> None:
    # Ten times the text would take a hundred times as long if each line looked at all the lines after it.
    times = min(200 * TIMES, 1_000)
    small = min(_seconds(text * times, syntax) for _ in range(3))
    assert min(_seconds(text * times * 10, syntax) for _ in range(2)) < 60 * max(small, 0.001)
