"""What is half typed, or long, costs nothing of what is written beside it."""

from collections.abc import Callable

import pytest

from tests.routes.run.test_programs import listed
from tests.support.budget import is_in_proportion
from waypost.routes.ir.literals import label
from waypost.routes.syntax.blocks import Blocks
from waypost.routes.syntax.scope import scope_of
from waypost.routes.syntax.tree import nodes_of, parse

BROKEN = (
    "a = b, * ~ c, * ~ d",
    "a = x[:'3]",
    "a[b c:",
    "a += b: c",
    "a = b += c",
    "a = b = c += d",
    "f(* ~)",
    "f(**~, a)",
    "a = {**~}",
    "a = [*]",
    "a = [*  # b\n  c]",
    "@  # a\n@b\ndef f(*  # c\n, d): pass",
    "[a for a in b if ~ ]",
    "with a as b.: pass",
    "try:\n    a\nexcept B as:\nfinally:",
)


@pytest.mark.parametrize("broken", BROKEN)
def test_what_comes_after_half_typed_code_is_listed(broken: str) -> None:
    source = f'import requests\n{broken}\n\n\ndef after():\n    requests.get("https://x.example/a")\n'
    line = source.count("\n")
    assert f"{line} GET https://x.example/a" in listed(source)


def _facts(source: str) -> None:
    for block in Blocks.of(source.encode()):
        scope_of(block)


def _labels(source: str) -> None:
    for node in nodes_of(parse(source.encode())):
        if node.type == "call":
            label(node)


# Read piece by piece, where what is inside is not to be gone through for each again.
LONG: dict[str, tuple[Callable[[str], object], str, str, str]] = {
    "names of one value": (_facts, "", "a = ", "'b'\n"),
    "calls of calls": (_labels, "a", ".strip()", "\n"),
}


@pytest.mark.parametrize("name", LONG)
def test_the_work_grows_with_the_text(name: str) -> None:
    do, start, unit, end = LONG[name]

    def prepared(count: int) -> Callable[[], None]:
        source = start + unit * count + end
        return lambda: do(source)

    assert is_in_proportion(prepared, 300, 3_000)
