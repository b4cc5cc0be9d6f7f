"""Immutable values behave as frozen dataclasses do, except that nothing stops who changes one."""

from dataclasses import replace

from waypost.immutable import immutable


@immutable(slots=True)
class _Place:
    line: int
    column: int = 0


@immutable(eq=False)
class _Same:
    line: int


def test_equal_values_are_one_key() -> None:
    assert {_Place(1): "a", _Place(1, 0): "b", _Place(1, 2): "c"} == {_Place(1): "b", _Place(1, 2): "c"}
    assert replace(_Place(1), column=2) == _Place(1, 2)


def test_each_object_is_a_key_of_its_own_where_they_are_not_compared() -> None:
    one, other = _Same(1), _Same(1)
    assert {one: "a", other: "b"}[one] == "a"


def test_there_is_room_for_the_fields_alone() -> None:
    assert not hasattr(_Place(1), "__dict__")
