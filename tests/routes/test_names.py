"""What the bytes of a block show: the names that it binds, sets on `self` and calls."""

import pytest

from waypost.routes.syntax import Blocks, called_in
from waypost.routes.syntax.names import bound_names, self_names


def member(body: str) -> Blocks:
    return Blocks.of(f"class A:\n    def f(self):\n{body}\n".encode())


@pytest.mark.parametrize(
    ("body", "names"),
    [
        ("        self.a = 1", {"a"}),
        ("        self.a: int = 1", {"a"}),
        ("        self.a['x'] = 1", {"a"}),
        ("        x = self.a = 1", {"a"}),
        ("        if x: self.a = 1", {"a"}),
        ("        with y as self.a: pass", {"a"}),
        ("        self.a, x, self.b = y", {"a", "b"}),
        ("        (x, self.a) = y", {"a"}),
        ("        (\n            self.a,\n            self.b,\n        ) = y", {"a", "b"}),
        ("        g(self.a, x=1)", set()),
        ("        g(\n            self.a,\n            self.b,\n        )", set()),
        ("        return self.a == 1", set()),
        ("        x = self.a, self.b", set()),
    ],
)
def test_only_what_is_set_on_self_is_an_attribute(body: str, names: set[str]) -> None:
    assert self_names(member(body)[1]) == names


@pytest.mark.parametrize(
    ("rest", "names"),
    [
        ("", {"f"}),
        ("\n    x = 1", {"f", "x"}),
        ("\n\n    # note\n    f = property(f)", {"f"}),
        ('        """\n    x = 1\n    """', {"f"}),
    ],
)
def test_a_member_binds_its_name_and_what_follows_it(rest: str, names: set[str]) -> None:
    assert bound_names(member(f"        pass\n{rest}")[1]) == names


def test_a_decorated_member_binds_its_name() -> None:
    blocks = Blocks.of(
        b"class A:\n    @first\n    @second(\n        1\n    )\n    async def f(\n        self,\n    ): x = 1\n"
    )
    assert bound_names(blocks[1]) == {"f"}


def test_the_last_names_of_calls_are_known() -> None:
    assert called_in("a.b.get('x'); put (1)\nif (é(2)): f(g(3)) # h(".encode()) == {
        *(b"get", b"put", b"if", "é".encode(), b"f", b"g", b"h")
    }
