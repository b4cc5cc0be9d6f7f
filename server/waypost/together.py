"""Several fixes at once: those that do not stand in each other's way."""

from collections.abc import Iterable, Mapping, Sequence

from waypost.results import Edit, Fix

_Place = tuple[str | None, int]


def together(fixes: Iterable[Fix]) -> tuple[Edit, ...]:
    """The edits of all fixes that go together, in the order of the text; where two clash, the first one wins.

    Fixes may insert at one place. What they insert there before the last piece must be the same, as the header of a
    table that both need: it is inserted once, and the last pieces follow each other.
    """
    taken: list[Edit] = []
    made: dict[str, Fix] = {}
    begun: dict[_Place, Sequence[str]] = {}
    for fix in fixes:
        inserted = _insertions(fix)
        if any(begun.get(place, texts[:-1]) != texts[:-1] for place, texts in inserted.items()):
            continue
        if any(_overlap(edit, other) for edit in fix.edits for other in taken):
            continue
        if any(name in made and not set(fix.edits) & set(made[name].edits) for name in fix.makes):
            continue
        made |= dict.fromkeys(fix.makes, fix)
        taken += [edit for edit in fix.edits if not _is_there(edit, begun)]
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


def _overlap(edit: Edit, other: Edit) -> bool:
    """Whether two edits want the same bytes; insertions at one place, or at the edge of an edit, do not."""
    one, two = edit.span, other.span
    if edit.uri != other.uri:
        return False
    return bool(one.length) if one == two else one.start < two.end and two.start < one.end
