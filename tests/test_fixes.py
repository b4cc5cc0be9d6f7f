"""Which fixes can be applied together."""

import random

from waypost.cli.fix import applied
from waypost.fixes import compatible_edits
from waypost.results import Edit, Fix
from waypost.text import Span

SOURCE = b"one two three"


def fix(*edits, makes=()):
    return Fix("", tuple(Edit(Span(start, end), text) for start, end, text in edits), makes=frozenset(makes))


def result(*fixes):
    return applied(SOURCE, list(compatible_edits(fixes))).decode()


def test_fixes_of_different_places_go_together():
    assert result(fix((0, 3, "1")), fix((8, 13, "3")), fix((4, 7, "2"))) == "1 2 3"


def test_of_two_that_overlap_the_first_wins():
    assert result(fix((0, 5, "x")), fix((4, 7, "y"))) == "xwo three"
    assert result(fix((0, 3, "x")), fix((0, 3, "y"))) == "x two three"


def test_a_fix_is_taken_whole_or_not_at_all():
    assert result(fix((0, 3, "x")), fix((0, 3, "y"), (4, 7, "z"))) == "x two three"


def test_neighbours_do_not_overlap():
    assert result(fix((0, 4, "")), fix((4, 4, "x")), fix((4, 8, ""))) == "xthree"


def test_what_is_inserted_at_one_place_keeps_its_order():
    assert result(fix((13, 13, " a")), fix((13, 13, " b"))) == "one two three a b"


def test_what_two_insert_alike_is_inserted_once():
    assert result(fix((13, 13, "\n[h]"), (13, 13, "\na")), fix((13, 13, "\n[h]"), (13, 13, "\nb"))).endswith(
        "\n[h]\na\nb"
    )


def test_insertions_that_begin_differently_wait_for_each_other():
    assert result(fix((13, 13, "\na")), fix((13, 13, "\n[h]"), (13, 13, "\nb"))).endswith("three\na")


def test_what_may_be_there_once_is_made_once():
    assert result(fix((0, 3, "x"), makes=["h"]), fix((4, 7, "y"), makes=["h"])) == "x two three"
    shared = (13, 13, "\n[h]")
    assert result(fix(shared, (13, 13, "\na"), makes=["h"]), fix(shared, (13, 13, "\nb"), makes=["h"])).endswith("a\nb")


def test_other_documents_do_not_clash():
    other = Fix("", (Edit(Span(0, 3), "y", "file:///other"),))
    assert len(compatible_edits([fix((0, 3, "x")), other])) == 2


def apart(one, two):
    return not one.length if one == two else one.end <= two.start or two.end <= one.start


def test_what_goes_together_is_apart_and_what_is_left_out_is_not():
    chance = random.Random(0)
    for _ in range(200):
        fixes = [fix((start, start + chance.randrange(4), "x")) for start in chance.choices(range(30), k=12)]
        spans = [edit.span for edit in compatible_edits(fixes)]
        assert all(apart(one, two) for at, one in enumerate(spans) for two in spans[:at])
        wanted = [each.edits[0].span for each in fixes]
        assert all(span in spans or not all(apart(span, other) for other in spans) for span in wanted)
