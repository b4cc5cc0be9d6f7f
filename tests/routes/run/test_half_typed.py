"""What is half typed, or large, costs nothing of what is written beside it."""

from collections.abc import Callable

import pytest

from tests.routes.run.test_programs import listed
from tests.support.budget import bounded, is_in_proportion
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
    "with a as b(): pass",
    "del b(), a",
    "def a(): pass\nb = a + '/c'",
    'def b():\n    requests.get("https://x.example/b")\n    break',
    'def b():\n    requests.get("https://x.example/b")\n    continue',
    'super().__init__(\nrequests.get("https://x.example/b")',
    "a = super().b",
    "assert\nassert # a",
    "match a:\n    case 1: pass\n    b = 2\n    # c",
    "def a((b, c), d): pass",
    "def a():\n    setattr(b)\n    delattr(c",
    "a = zip(*b), map(*c), sorted(*d)",
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


# Each would be larger than a process may grow.
LARGE = {
    "a text": ("'ab'", "a = f'{a}{a}'"),
    "what is compared with itself": ("d()", "a = f's{a < a}' if d() else a"),
    "a list": ("[1, 2]", "a = [*a, *a]"),
    "a sum": ("[1, 2]", "a = a + a"),
    "a list that is extended": ("[1, 2]", "a.extend(a)"),
    "what is replaced": ("'ab'", "a = a.replace('a', a)"),
    "what is dumped": ("'ab'", "import json; a = json.dumps(a)"),
    "a width": ("'ab'", "a = f'{a:99999999}'"),
    "a width of a method": ("'ab'", "a = a.zfill(99999999)"),
    "a width of a template": ("'ab'", "a = '{:99999999}'.format(a)"),
    "a width of an operator": ("'ab'", "a = '%99999999s' % a"),
}


@pytest.mark.parametrize("name", LARGE)
def test_what_would_grow_without_end_is_unknown(name: str) -> None:
    start, line = LARGE[name]
    lines = f"{line}\n" * 40
    with bounded(5, 90_000_000):
        found = listed(f"import requests\na = {start}\n{lines}b = a\nrequests.get(f'https://x.example/{{b}}/c')\n")
    for line in found:
        assert line.replace("~", "").startswith("44 GET https://x.example/")
        assert len(line) < 50_000
