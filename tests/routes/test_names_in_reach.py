"""Which names an expression at a place may use."""

import pytest

from waypost.routes.syntax.names_in_reach import is_in_reach, is_value_in_reach

SOURCE = """\
import os, re as regex
from a import (
    b,
    c as d,
)

x: int = 1
y = z = 2
p, q = 1, 2


class K:
    def f(self, one, *, two: dict[str, int] = {}):
        three = 3
        for four in one:
            $

    def g(self, five):
        six = 6


for seven in y:
    pass
# eight = 8
nine == 9
"""


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        *(
            (name, True)
            for name in ["os", "regex", "b", "d", "x", "y", "z", "p", "q", "K", "one", "two", "three", "four", "seven"]
        ),
        *((name, False) for name in ["five", "six", "eight", "nine", "f", "ten", "thre"]),
    ],
)
def test_a_name_is_bound_by_the_module_or_the_function(name: str, *, expected: bool) -> None:
    before, _, after = SOURCE.partition("$")
    for source in (before + after, before):
        if name != "seven" or after in source:
            assert is_in_reach(name, source.encode(), len(before.encode())) is expected


@pytest.mark.parametrize(
    ("name", "expected"), [("x", True), ("one", True), ("os", True), ("K", False), ("repo", False)]
)
def test_a_function_or_a_class_is_no_value(name: str, *, expected: bool) -> None:
    before, _, after = f"def repo():\n    pass\n\n\n{SOURCE}".partition("$")
    assert is_in_reach(name, (before + after).encode(), len(before.encode()))
    assert is_value_in_reach(name, (before + after).encode(), len(before.encode())) is expected
