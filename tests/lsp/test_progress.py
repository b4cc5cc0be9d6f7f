"""A progress bar reports each full percent once, and nothing to a client without bars."""

from typing import Any
from unittest.mock import Mock

import pytest

from waypost.lsp.connection import Progress


def _reports(total: int, steps: list[int], *, has_bars: bool = True, cancel: Any = None) -> list[dict[str, Any]]:
    connection = Mock(cancels={})
    connection.session.support.progress = has_bars
    with Progress(connection, "Reading", total, cancel) as progress:
        assert list(connection.cancels.values()) == ([cancel] if cancel else [])
        for step in steps:
            progress.advance(step)
    assert connection.cancels == {}
    assert connection.request.call_count == has_bars
    told = [call.args[1] for call in connection.notify.call_args_list]
    assert len({each["token"] for each in told}) == has_bars
    return [each["value"] for each in told]


def test_each_full_percent_is_reported_once() -> None:
    begin, *reports, end = _reports(200, [1] * 200)
    assert begin == {"kind": "begin", "title": "Reading", "percentage": 0, "cancellable": False}
    assert [each["percentage"] for each in reports] == list(range(1, 101))
    assert (reports[0]["message"], reports[-1]["message"]) == ("2 of 200 files", "200 of 200 files")
    assert end == {"kind": "end"}


@pytest.mark.parametrize(
    ("total", "steps", "percentages"), [(0, [1], [100]), (1, [1], [100]), (3, [2, 2], [66, 100]), (1_000, [9, 1], [1])]
)
def test_a_bar_never_passes_its_end(total: int, steps: list[int], percentages: list[int]) -> None:
    assert [each["percentage"] for each in _reports(total, steps)[1:-1]] == percentages


def test_work_that_can_be_cancelled_says_so() -> None:
    assert _reports(1, [], cancel=lambda: None)[0]["cancellable"] is True


def test_a_client_without_bars_is_sent_nothing() -> None:
    assert _reports(1, [1], has_bars=False) == []
