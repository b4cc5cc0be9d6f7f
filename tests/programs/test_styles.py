"""The same calls in many styles of source: generated, run, and compared with what is shown of them."""

import pytest

from tests.programs.collection import missing
from tests.programs.styles import verdicts
from tests.programs.verdicts import Judged, Verdict
from tests.support.budget import TIMES

_COUNT = 20 * TIMES
_SEED = 20261122
_SHARE_RIGHT = 0.8


@pytest.fixture(scope="module")
def found() -> list[Judged]:
    if missing():
        pytest.skip(f"not installed: {', '.join(missing())}; run `python -m tests.clients.releases`")
    return verdicts(_COUNT, _SEED)


@pytest.mark.slow
def test_each_sends_one_request(found: list[Judged]) -> None:
    assert [
        (each.ran.program.code, each.ran.error) for each in found if each.ran.error or len(each.ran.sent) != 1
    ] == []


@pytest.mark.slow
def test_nothing_wrong_is_shown_as_a_fact_in_any_style(found: list[Judged]) -> None:
    assert [(each.ran.program.code, each.why) for each in found if each.verdict is Verdict.WRONG] == []


def test_most_is_shown_entirely_right_in_any_style(found: list[Judged]) -> None:
    """Not a client that is the default of an argument: a caller may give another."""
    right = [each for each in found if each.verdict is Verdict.RIGHT]
    assert len(right) >= _SHARE_RIGHT * len(found)
