"""Functions that are given to something that calls them: `asyncio.to_thread(fetch, "/a")`, `pool.map(fetch, paths)`."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from waypost.routes.evaluate.interface import Call
from waypost.routes.evaluate.limits import MOST_ITEMS
from waypost.routes.model.values import Arguments, Function, KeyedValue, Method, Partial, Reference, Row

# The place of the function; the arguments after it are those that it is called with.
_PLACES: Final[Mapping[str, int]] = {
    **dict.fromkeys(("to_thread", "run_in_threadpool", "run_sync", "submit", "start_soon", "call_soon", "defer"), 0),
    **dict.fromkeys(("run_in_executor", "call_later"), 1),
}
_FOR_EACH: Final = ("map", "imap", "imap_unordered", "starmap")
_WITH_KEYWORDS: Final = ("Thread", "Process", "Timer")


def handed_over(call: Call) -> Iterator[Call]:
    """The calls that a call leads to, as far as its arguments show them."""
    name, given = call.callee_text.rpartition(".")[2], call.arguments.positional
    if (place := _PLACES.get(name)) is not None:
        rest = replace(call.arguments, positional=given[place + 1 :])
        yield from _called(call, given[place : place + 1], rest)
    elif name in _FOR_EACH:
        for turn in _turns(given[1:], together=name == "starmap"):
            yield from _called(call, given[:1], Arguments(turn, span=call.arguments.span))
    elif name in _WITH_KEYWORDS:
        target, rows = call.arguments.at(None, "target"), call.arguments.at(None, "args")
        items = rows.value.items if rows is not None and isinstance(rows.value, Row) else ()
        rest = Arguments(tuple(KeyedValue("", each) for each in items), span=call.arguments.span)
        yield from _called(call, (target,) if target is not None else (), rest)


def _called(call: Call, function: tuple[KeyedValue, ...], arguments: Arguments) -> Iterator[Call]:
    for each in function:
        if isinstance(each.value, Function | Method | Partial | Reference):
            yield replace(call, callee=each.value, arguments=arguments)


def _turns(rows: tuple[KeyedValue, ...], *, together: bool) -> Iterator[tuple[KeyedValue, ...]]:
    """What `map` gives in each turn: an item of each row; a row itself, where items come together."""
    known = [each.value.items for each in rows if isinstance(each.value, Row) and not each.value.open]
    if len(known) < len(rows) or len(known[:1]) == 0 or len(known[0]) > MOST_ITEMS:
        return
    for items in zip(*known, strict=False):
        first = items[0]
        given = first.items if together and isinstance(first, Row) else items
        yield tuple(KeyedValue("", each) for each in given)
