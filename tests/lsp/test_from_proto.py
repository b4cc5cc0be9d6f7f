"""What a client sends in plain JSON, as arguments of commands: taken only in its right shape."""

from typing import Any

import pytest

from waypost.lsp.errors import AnswerError
from waypost.lsp.from_proto import plain_range
from waypost.text import Position

START = {"line": 1, "character": 2}


def test_a_range() -> None:
    found = plain_range({"start": START, "end": {"line": 3, "character": 0}, "more": 1})
    assert found == (Position(1, 2), Position(3, 0))


@pytest.mark.parametrize(
    "sent",
    [
        None,
        5,
        "start end",
        ["start", "end"],
        {},
        {"start": START},
        {"end": START},
        {"start": START, "end": {"line": 3}},
        {"start": START, "end": {"line": 3, "character": -1}},
        {"start": START, "end": {"line": True, "character": 1}},
        {"start": START, "end": {"line": "3", "character": 1}},
        {"start": START, "end": [3, 1]},
        {"start": 5, "end": START},
    ],
)
def test_what_is_not_a_range_is_refused(sent: Any) -> None:
    with pytest.raises(AnswerError, match=r"not a (range|position)"):
        plain_range(sent)
