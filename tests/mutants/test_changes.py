"""The changes are small, and all of them change something."""

import ast

import pytest

from tests.mutants.changes import mutants_of


@pytest.mark.parametrize(
    ("source", "changed"),
    [
        ("a < b", ["a <= b"]),
        ("a == b", ["a != b"]),
        ("a in b", ["a not in b"]),
        ("a and b", ["a or b"]),
        ("a + b", ["a - b"]),
        ("x = 1", ["x = 2"]),
        ("x = True", ["x = False"]),
        ("if a:\n    pass", ["if not a:\n    pass"]),
        ("def f():\n    return a", ["def f():\n    return None"]),
        ("x = 'text'", []),
    ],
)
def test_a_change(source: str, changed: list[str]) -> None:
    assert [mutant.source for mutant in mutants_of(source)] == changed


def test_every_mutant_is_a_source_and_another_one() -> None:
    source = "def f(a):\n    return a + 1 if not a or a > 2 else [a == 1]\n"
    found = mutants_of(source)
    assert (
        len({ast.dump(ast.parse(mutant.source)) for mutant in found} | {ast.dump(ast.parse(source))}) == len(found) + 1
    )
    assert len(found) > 6
