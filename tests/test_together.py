"""Fixes go together where they do not want the same bytes."""

import random

from waypost.results import Edit, Fix
from waypost.text import Span
from waypost.together import together


def fix(*edits: tuple[int, int, str]) -> Fix:
    return Fix("", tuple(Edit(Span(start, end), text) for start, end, text in edits), preferred=True)


def apart(one: Span, two: Span) -> bool:
    """What is promised, pair by pair."""
    if one == two:
        return not one.length
    return one.end <= two.start or two.end <= one.start


def test_the_first_of_two_that_clash_wins() -> None:
    assert together([fix((0, 4, "a")), fix((3, 6, "b")), fix((4, 5, "c"))]) == (
        Edit(Span(0, 4), "a"),
        Edit(Span(4, 5), "c"),
    )


def test_an_insertion_goes_at_the_edge_of_an_edit_and_not_into_it() -> None:
    edge, inside = fix((4, 4, "b")), fix((2, 2, "c"))
    assert len(together([fix((0, 4, "a")), edge])) == 2
    assert len(together([fix((0, 4, "a")), inside])) == 1
    assert len(together([inside, fix((0, 4, "a"))])) == 1


def test_other_documents_are_other_bytes() -> None:
    elsewhere = Fix("", (Edit(Span(0, 4), "b", "file:///other"),))
    assert len(together([fix((0, 4, "a")), elsewhere])) == 2


def test_what_goes_together_is_apart_and_what_is_left_out_clashes() -> None:
    chance = random.Random(0)
    for _ in range(200):
        fixes = [fix((start, start + chance.randrange(4), "x")) for start in chance.choices(range(30), k=12)]
        taken = together(fixes)
        spans = [edit.span for edit in taken]
        assert all(apart(one, two) for at, one in enumerate(spans) for two in spans[:at])
        for each in fixes:
            [edit] = each.edits
            assert edit in taken or not all(apart(edit.span, span) for span in spans)
