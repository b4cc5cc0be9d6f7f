"""Two lists of requests: which have come, which have gone, and what is different about those that are in both."""

import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from waypost.markup import escape, printable
from waypost.routes.listed import SentName
from waypost.routes.lists import Listed, data_of

_SIGNS: Final = {"added": "+", "removed": "-", "changed": "~"}
# One request, wherever it is made.
_Form = tuple[str, str]


class ChangedRequest(NamedTuple):
    """A request that was `added`, `removed` or `changed`, a call of it, and what is different."""

    change: str
    listed: Listed
    what: tuple[str, ...] = ()


def compared(before: Sequence[Listed], now: Sequence[Listed]) -> list[ChangedRequest]:
    """In the order of the calls, those that have gone last. A call that moves, or is repeated, changes nothing."""
    old, new = _by_form(before), _by_form(now)
    gone = {form: calls for form, calls in old.items() if form not in new}
    come = {form: calls for form, calls in new.items() if form not in old}
    renamed = dict(_renamed(gone, come))
    found: list[ChangedRequest] = []
    for form, calls in new.items():
        first = old.get(renamed.get(form, form))
        if first is None:
            found.append(ChangedRequest("added", calls[0]))
        elif what := tuple(_differences(first, calls, is_renamed=form in renamed)):
            found.append(ChangedRequest("changed", calls[0], what))
    left = gone.keys() - set(renamed.values())
    return [*found, *(ChangedRequest("removed", calls[0]) for form, calls in gone.items() if form in left)]


def _by_form(listed: Iterable[Listed]) -> Mapping[_Form, list[Listed]]:
    found: dict[_Form, list[Listed]] = defaultdict(list)
    for each in listed:
        found[each.call.form].append(each)
    return dict(found)


def _renamed(
    gone: Mapping[_Form, Sequence[Listed]], come: Mapping[_Form, Sequence[Listed]]
) -> Iterator[tuple[_Form, _Form]]:
    """The only request that a function has lost became the only one that it has gained."""
    lost, gained = _by_function(gone), _by_function(come)
    for function, forms in gained.items():
        others = lost.get(function, set())
        if len(forms) == len(others) == 1:
            yield next(iter(forms)), next(iter(others))


def _by_function(forms: Mapping[_Form, Sequence[Listed]]) -> Mapping[tuple[str, str], set[_Form]]:
    found: dict[tuple[str, str], set[_Form]] = defaultdict(set)
    for form, calls in forms.items():
        if len(calls) == 1 and calls[0].call.within:
            found[calls[0].file, calls[0].call.within].add(form)
    return found


def _differences(before: Sequence[Listed], now: Sequence[Listed], *, is_renamed: bool) -> Iterator[str]:
    if is_renamed:
        yield f"was `{before[0].call.route}`"
    old, new = _facts(before), _facts(now)
    sent, unsent = new["sent"] - old["sent"], old["sent"] - new["sent"]
    yield from (f"sends {each}" for each in sorted(sent))
    yield from (f"no longer sends {each}" for each in sorted(unsent))
    yield from (f"has {each}" for each in sorted(new["rules"] - old["rules"]))
    yield from (f"no longer has {each}" for each in sorted(old["rules"] - new["rules"]))
    if old["address"] != new["address"]:
        yield f"goes to {_addresses(new)}, not to {_addresses(old)}"


def _facts(calls: Iterable[Listed]) -> Mapping[str, set[str]]:
    found: dict[str, set[str]] = {"sent": set(), "rules": set(), "address": set()}
    for each in calls:
        sent = map(SentName.read, each.call.sends)
        found["sent"] |= {f"{one.place} `{one.name}`" if one.name else one.place for one in sent if one.place != "path"}
        found["rules"] |= {f"`{one.rule}`" for one in each.call.problems}
        found["address"] |= {address for address in (each.call.default or each.call.api,) if address}
    return found


def _addresses(facts: Mapping[str, set[str]]) -> str:
    return " or ".join(sorted(facts["address"])) or "an address that is not known"


# Written -------------------------------------------------------------------------------------------------------------


def _text(changes: Sequence[ChangedRequest], since: str) -> str:
    rows = [
        (_SIGNS[each.change], each.listed.call.verb or "?", each.listed.call.template, each.listed.place, each.what)
        for each in changes
    ]
    widths = [min(max((len(str(row[at])) for row in rows), default=0), 90) for at in range(4)]
    lines = []
    for *cells, what in rows:
        line = "  ".join(str(cell).ljust(width) for cell, width in zip(cells, widths, strict=True))
        lines.append(printable(f"{line}  {'; '.join(what)}".rstrip()))
    return "\n".join([*lines, summary(changes, since)]) + "\n"


def summary(changes: Sequence[ChangedRequest], since: str) -> str:
    counts = ", ".join(f"{sum(each.change == kind for each in changes)} {kind}" for kind in _SIGNS)
    return f"requests: {counts} since {since}"


def _markdown(changes: Sequence[ChangedRequest], _: str) -> str:
    rows: list[tuple[str, ...]] = [("change", "verb", "template", "place", "what"), ("---",) * 5]
    for each in changes:
        call = each.listed.call
        cells = (each.change, call.verb, call.template, each.listed.place, "; ".join(each.what))
        rows.append(tuple(map(escape, cells)))
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


def _json(changes: Sequence[ChangedRequest], _: str) -> str:
    return (
        json.dumps(
            [{"change": each.change, "what": list(each.what), **data_of(each.listed)} for each in changes], indent=2
        )
        + "\n"
    )


COMPARED: Final[Mapping[str, Callable[[Sequence[ChangedRequest], str], str]]] = {
    "text": _text,
    "json": _json,
    "markdown": _markdown,
}
