"""Combines several fixes, as long as they do not conflict."""

from bisect import bisect_left, insort
from collections.abc import Iterable, Mapping, Sequence

from waypost.results import Edit, Fix
from waypost.text import Span

_Place = tuple[str | None, int]


def compatible_edits(fixes: Iterable[Fix]) -> tuple[Edit, ...]:
    """The edits of all fixes that can be applied together, in text order; of two that conflict, the first one wins.

    Several fixes may insert at one position. What they insert there before the last piece must be the same, such as the
    header of a table that both need: it is inserted once, and the last pieces follow each other.
    """
    taken: list[Edit] = []
    # Their positions in each document, in order.
    places: dict[str | None, list[Span]] = {}
    made: dict[str, Fix] = {}
    begun: dict[_Place, Sequence[str]] = {}
    for fix in fixes:
        inserted = _insertions(fix)
        if any(begun.get(place, texts[:-1]) != texts[:-1] for place, texts in inserted.items()):
            continue
        if any(_is_taken(edit, places.get(edit.uri, ())) for edit in fix.edits):
            continue
        if any(name in made and not set(fix.edits) & set(made[name].edits) for name in fix.makes):
            continue
        made |= dict.fromkeys(fix.makes, fix)
        for edit in fix.edits:
            if not _is_there(edit, begun):
                taken.append(edit)
                insort(places.setdefault(edit.uri, []), edit.span)
        begun |= {place: texts[:-1] for place, texts in inserted.items()}
    return tuple(sorted(taken, key=lambda edit: edit.span))


def _insertions(fix: Fix) -> Mapping[_Place, list[str]]:
    found: dict[_Place, list[str]] = {}
    for edit in fix.edits:
        if not edit.span.length:
            found.setdefault((edit.uri, edit.span.start), []).append(edit.text)
    return found


def _is_there(edit: Edit, begun: Mapping[_Place, Sequence[str]]) -> bool:
    return not edit.span.length and edit.text in begun.get((edit.uri, edit.span.start), ())


def _is_taken(edit: Edit, places: Sequence[Span]) -> bool:
    """Whether an edit changes bytes that others change; insertions at one position, or at the edge of an edit, do not.

    The positions are in order and do not overlap, so only the last one that begins before the end of the edit can reach
    it.
    """
    before = bisect_left(places, (edit.span.end,))
    return before > 0 and places[before - 1].end > edit.span.start
