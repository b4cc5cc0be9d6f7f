"""Methods of dicts, lists, tuples and sets, and the built-in functions that make or go through them."""

from collections.abc import Iterable
from typing import Any

from waypost.routes.domain.bounds import BOUNDS
from waypost.routes.domain.values import (
    CHANGED,
    FALSE,
    MISSING,
    NONE,
    REST,
    SHARED,
    TRUE,
    Constant,
    Entry,
    Mapping,
    Object,
    Sequence,
    Substitution,
    Value,
    choice,
    derived,
    filtered_item,
    filtered_items,
    for_each,
    is_there,
    nameless,
    text_of,
    unknown,
    value_of,
    within_bounds,
)
from waypost.routes.library.registry import Answer, Call, models


def generated(known: Iterable[Value] = (), rest: Value | None = None) -> Sequence:
    """What gives its items once, one after the other."""
    return Sequence(tuple(known), rest, "generator")


def _mapping(call: Call) -> Mapping:
    assert isinstance(call.of, Mapping)
    return call.of


def _sequence(call: Call) -> Sequence:
    assert isinstance(call.of, Sequence)
    return call.of


@models("dict.merge", "params=")
def merged(call: Call, params: Value | None) -> Answer:
    """The query of a client with more in it: `client.params.merge({"page": 1})`."""
    found = _mapping(call).copied()
    if params is not None:
        found.update(call.machine, params)
    return found


@models("dict.set", "name, value=, domain=, path=")
def set_cookie(call: Call, name: Value, value: Value | None, **_: Value | None) -> Answer:
    """One of the cookies of a client: `session.cookies.set("a", "1")`; of a query, which gives it with that."""
    mapping = _mapping(call)
    mapping.set_item(call.machine, name, Entry(value if value is not None else NONE, place=call.place))
    return mapping


@models("dict.get dict.pop dict.setdefault", "key, default=")
def look_up(call: Call, key: Value, default: Value | None) -> Answer:
    mapping = _mapping(call)
    entry, lacking = mapping.lookup(key)
    other = default if default is not None else NONE
    if entry is None:
        found = choice((derived("item", _name(key), call.of, key), other)) if lacking and default is not None else None
        found = found or (unknown(_name(key)) if lacking else other)
    else:
        found = entry.value.settled(call.machine)
        found = choice((found, other)) if lacking and (default is not None or call.last == "get") else found
    if call.last == "pop":
        mapping.delete_item(call.machine, key)
    elif call.last == "setdefault" and (entry is None or lacking):
        mapping.set_item(call.machine, key, Entry(found))
    return found


def _name(key: Value) -> str:
    literal = key.literal()
    return literal if isinstance(literal, str) and literal else key.name


@models("dict.update")
def update(call: Call) -> Answer:
    mapping = _mapping(call)
    for entry in call.arguments.positional:
        mapping.update(call.machine, entry.value)
    for name, entry in call.arguments.keywords.items():
        mapping.set_item(call.machine, text_of(name), entry)
    for more in (call.arguments.rest, call.arguments.more):
        if more is not None:
            mapping.set_some(call.machine, more)
    return NONE


@models("builtins.dict.update")
def update_of(call: Call) -> Answer:
    """`dict.update(table, ...)`."""
    first, *_ = (*call.arguments.positional, Entry(NONE))
    if isinstance(first.value, Mapping):
        return update(call._replace(receiver=first.value, arguments=call.arguments.without(1)))
    return None


@models("dict.copy", "")
def copied(call: Call) -> Answer:
    return _mapping(call).copied()


@models("dict.__setitem__ list.__setitem__", "key, value")
def set_item(call: Call, key: Value, value: Value) -> Answer:
    call.of.set_item(call.machine, key, Entry(value))
    return NONE


@models("dict.__delitem__ list.__delitem__", "key")
def delete_item(call: Call, key: Value) -> Answer:
    call.of.delete_item(call.machine, key)
    return NONE


@models("dict.__getitem__ list.__getitem__ tuple.__getitem__", "key")
def get_item(call: Call, key: Value) -> Answer:
    return call.of.item(call.machine, key, call.place)


@models("dict.clear", "")
def cleared(call: Call) -> Answer:
    for key in list(_mapping(call).table):
        call.machine.heap.store(_mapping(call).table, key, None)
    return NONE


@models("dict.popitem", "")
def pop_item(call: Call) -> Answer:
    for key, entry in list(_mapping(call).entries()):
        _mapping(call).write(call.machine, key, entry.possibly_absent())
    return nameless("item")


@models("dict.keys", "")
def keys(call: Call) -> Answer:
    each = _mapping(call).iterate(call.machine)
    return Sequence(each.known or (), None if each.known is not None else each.any)


@models("dict.values", "")
def values(call: Call) -> Answer:
    mapping = _mapping(call)
    found = [entry.flagged(SHARED).value if mapping.shared else entry.value for _, entry in mapping.entries()]
    if REST in mapping.table or any(entry.is_open for _, entry in mapping.entries()):
        return Sequence((), choice((*found, nameless())))
    return Sequence(found)


@models("dict.items", "")
def items(call: Call) -> Answer:
    mapping = _mapping(call)
    pairs = [Sequence((value_of(key), mapping.read(key).value), kind="tuple") for key, _ in mapping.entries()]  # type: ignore[union-attr]
    if REST in mapping.table or any(entry.is_open for _, entry in mapping.entries()):
        return Sequence((), Sequence((nameless("key"), nameless()), kind="tuple"))
    return Sequence(pairs)


@models("dict.fromkeys builtins.dict.fromkeys", "keys, value=")
def from_keys(call: Call, keys: Value, value: Value | None) -> Answer:
    made = Mapping()
    known = keys.iterate(call.machine).known
    if known is None:
        made.set_some(call.machine, value or NONE)
    for key in known or ():
        made.set_item(call.machine, key, Entry(value or NONE))
    return made


@models(
    "builtins.dict collections.OrderedDict collections.defaultdict httpx.Cookies requests.cookies.RequestsCookieJar"
)
def make_mapping(call: Call) -> Answer:
    positional = call.arguments.positional
    made = Mapping()
    if call.dotted.endswith("defaultdict") and positional:
        made.factory, positional = positional[0].value, positional[1:]
    update(call._replace(receiver=made, arguments=call.arguments._replace(positional=positional)))
    return made


@models("dict.move_to_end", "key, last=")
def move_to_end(call: Call, key: Value, last: Value | None) -> Answer:
    mapping, literal = _mapping(call), key.literal()
    is_last = last.truth() if last is not None else True
    if is_last is None or mapping.read(literal) is None:
        mapping.escape(call.machine)
        return NONE
    for each, entry in list(mapping.entries()):
        if (each == literal) is is_last:
            mapping.delete_item(call.machine, value_of(each))
            mapping.write(call.machine, each, entry)
    return NONE


@models("collections.ChainMap")
def chain_maps(call: Call) -> Answer:
    """The first that has a key says what is there; a write goes to the first, which another one stands for here."""
    if call.arguments.open or call.arguments.keywords:
        return None
    made = Mapping()
    for each in reversed(call.arguments.positional):
        made.update(call.machine, each.value)
    return made


@models("list.append set.add list.appendleft", "item")
def append(call: Call, item: Value) -> Answer:
    sequence = _sequence(call)
    items = sequence.items
    if items.rest is None and len(items.known) < BOUNDS.parts:
        sequence.set_items(call.machine, (*items.known, item))
    else:
        sequence.set_items(call.machine, items.known, item if items.rest is None else items.rest.join(item))
    return NONE


@models("list.extend set.update", "items")
def extend(call: Call, items: Value) -> Answer:
    sequence = _sequence(call)
    mine, more = sequence.items, items.iterate(call.machine)
    if mine.rest is None and more.known is not None:
        sequence.set_items(call.machine, *within_bounds((*mine.known, *more.known), None))
    else:
        sequence.set_items(call.machine, mine.known, more.any if mine.rest is None else mine.rest.join(more.any))
    return NONE


@models("list.insert", "index, item")
def insert(call: Call, index: Value, item: Value) -> Answer:
    sequence = _sequence(call)
    at, items = index.literal(), sequence.items
    if isinstance(at, int) and items.rest is None:
        known = list(items.known)
        known.insert(at, item)
        sequence.set_items(call.machine, known)
    else:
        sequence.set_some(call.machine, item)
    return NONE


@models("list.pop set.pop", "index=")
def pop(call: Call, index: Value | None) -> Answer:
    sequence = _sequence(call)
    at = index if index is not None else Constant(-1)
    found = sequence.item(call.machine, at)
    sequence.delete_item(call.machine, at)
    return found


@models("list.remove set.remove set.discard list.reverse list.clear set.clear")
def changed(call: Call) -> Answer:
    sequence = _sequence(call)
    items = sequence.items
    if call.last == "clear":
        sequence.set_items(call.machine, ())
    elif call.last == "reverse" and items.rest is None:
        sequence.set_items(call.machine, items.known[::-1])
    elif call.last in ("remove", "discard") and items.rest is None and len(call.arguments.positional) == 1:
        equal = [each.equals(call.arguments.positional[0].value) for each in items.known]
        if None not in equal:
            first = equal.index(True) if True in equal else len(equal)
            sequence.set_items(call.machine, (*items.known[:first], *items.known[first + 1 :]))
        else:
            sequence.set_items(call.machine, (), choice(items.known))
    return NONE


@models("list.sort builtins.sorted")
def sort(call: Call) -> Answer:
    in_place = call.receiver is not None
    given = call.of if in_place else call.arguments.at(0, None)
    of = given.value if isinstance(given, Entry) else given
    if of is None:
        return None
    known = of.iterate(call.machine).known
    literals = [each.literal() for each in known or ()]
    reverse = call.arguments.at(None, "reverse")
    down = reverse.value.truth() if reverse is not None else False
    made: Sequence | None = None
    if known is not None and down is not None and not call.arguments.at(None, "key"):
        pairs = [each.iterate(call.machine).known for each in known]
        firsts = [pair[0].literal() if pair else MISSING for pair in pairs]
        for ranks in (literals, firsts):
            if all(isinstance(each, str) for each in ranks) or all(isinstance(each, (int, float)) for each in ranks):
                order = sorted(range(len(known)), key=[*ranks].__getitem__, reverse=down)
                made = Sequence([known[index] for index in order])
                break
    made = made or Sequence((), of.iterate(call.machine).any)
    if not in_place:
        return made
    _sequence(call).set_items(call.machine, made.items.known, made.items.rest)
    return NONE


@models("list.copy set.copy", "")
def copied_list(call: Call) -> Answer:
    items = _sequence(call).items
    return Sequence(items.known, items.rest, _sequence(call).kind)


@models("builtins.list builtins.tuple builtins.set builtins.frozenset builtins.iter builtins.reversed", "items=")
def make_sequence(call: Call, items: Value | None) -> Answer:
    kind = {"list": "list", "tuple": "tuple", "set": "set", "frozenset": "set"}.get(call.last, "generator")
    if items is None:
        return Sequence((), kind=kind)
    each = items.iterate(call.machine)
    if each.known is not None:
        return Sequence(each.known[::-1] if call.last == "reversed" else each.known, kind=kind)
    return Sequence((), each.any, kind)


@models("builtins.len", "items")
def length(call: Call, items: Value) -> Answer:
    literal = items.literal()
    if isinstance(literal, (str, bytes)):
        return Constant(len(literal), items.flags)
    known = items.iterate(call.machine).known if isinstance(items, Sequence | Mapping) else None
    return Constant(len(known), SHARED if items.shared else 0) if known is not None else None  # type: ignore[attr-defined]


@models("builtins.zip")
def zipped(call: Call) -> Answer:
    given = [entry.value.iterate(call.machine) for entry in call.arguments.positional]
    if call.arguments.open or not given:
        return None
    if all(each.known is not None for each in given):
        return generated(
            [Sequence(row, kind="tuple") for row in zip(*(each.known or () for each in given), strict=False)]
        )
    return generated((), Sequence([each.any for each in given], kind="tuple"))


@models("builtins.enumerate", "items, start=")
def enumerated(call: Call, items: Value, start: Value | None) -> Answer:
    each = items.iterate(call.machine)
    first = start.literal() if start is not None else 0
    if each.known is None or not isinstance(first, int):
        return generated((), Sequence((nameless("index"), each.any), kind="tuple"))
    return generated([Sequence((Constant(first + i), item), kind="tuple") for i, item in enumerate(each.known)])


@models("builtins.range", "first, stop=, step=")
def ranged(call: Call, first: Value, stop: Value | None, step: Value | None) -> Answer:
    bounds = [each.literal() for each in (first, stop, step) if each is not None]
    if all(isinstance(each, int) for each in bounds):
        try:
            numbers = range(*bounds)
        except ValueError:
            return None
        if len(numbers) <= BOUNDS.parts:
            return Sequence([Constant(each) for each in numbers])
    return Sequence((), nameless("number"))


@models("builtins.map itertools.starmap")
def mapped(call: Call) -> Answer:
    if call.arguments.open or len(call.arguments.positional) < 2:  # noqa: PLR2004 - a function and what it is called with
        return None
    function, *given = (entry.value for entry in call.arguments.positional)
    each = [items.iterate(call.machine) for items in given]
    if call.last == "starmap":
        known = None if each[0].known is None else [item.iterate(call.machine).known for item in each[0].known]
        rows = None if known is None or None in known else [row or () for row in known]
    else:
        known_items = [items.known for items in each if items.known is not None]
        rows = list(zip(*known_items, strict=False)) if len(known_items) == len(each) else None
    if rows is not None and len(rows) <= BOUNDS.unrolled:
        return generated([_called(call, function, *row) for row in rows])
    return generated((), _called(call, function, *(items.any for items in each)))


@models("builtins.filter", "function, items")
def filtered(call: Call, function: Value, items: Value) -> Answer:
    each = items.iterate(call.machine)
    if each.known is None or len(each.known) > BOUNDS.unrolled * 2:
        return generated((), each.any)

    def asked(item: Value) -> Value:
        return is_there(item if function.is_none() else _called(call, function, item), item)

    found = (filtered_item(item, asked) for item in each.known)
    return filtered_items(((item, asked) for item, asked in found if asked.truth() is not False), "generator")


def _called(call: Call, function: Value, *given: Value) -> Value:
    return function.call(
        call.machine, call.arguments._replace(positional=tuple(map(Entry, given)), keywords={}), call.place
    )


@models("builtins.next", "items, default=")
def following(call: Call, items: Value, default: Value | None) -> Answer:
    each = items.iterate(call.machine)
    if each.known is None:
        return choice((each.any, default)) if default is not None else each.any
    if not each.known:
        return default
    if isinstance(items, Sequence) and items.kind == "generator":
        items.set_items(call.machine, each.known[1:])
    return each.known[0]


@models("builtins.any builtins.all", "items")
def any_or_all(call: Call, items: Value) -> Answer:
    known = items.iterate(call.machine).known
    if known is None:
        return None
    truths = [each.truth() for each in known]
    if call.last == "any":
        return TRUE if True in truths else None if None in truths else FALSE
    return FALSE if False in truths else None if None in truths else TRUE


@models("copy.copy copy.deepcopy", "x")
def copy_of(call: Call, x: Value) -> Answer:
    return for_each(x, _Copies(deep=call.last == "deepcopy").value)


class _Copies(Substitution):
    """What a copy has in the place of what was copied: if it is a deep one, also in the places of what that holds."""

    def __init__(self, *, deep: bool) -> None:
        self.deep = deep
        self.made: dict[int, Value] = {}

    def value(self, of: Value) -> Value:
        if id(of) not in self.made:
            is_copied = isinstance(of, Mapping | Sequence | Object)
            self.made[id(of)] = self._copy(of) if is_copied else of.substituted(self)  # type: ignore[arg-type]  # of these
        return self.made[id(of)]

    def _copy(self, of: Mapping | Sequence | Object) -> Value:
        copy = of.emptied()
        copy.shared = False
        self.made[id(of)] = copy
        cells = {key: cell.flagged(SHARED) if of.shared else cell for key, cell in of.table.items()}
        copy.table.update({key: self.cell(cell) for key, cell in cells.items()} if self.deep else cells)
        return copy

    def detail(self, of: Any) -> Any:
        return of

    def call_stack(self, of: tuple[Any, ...]) -> tuple[Any, ...]:
        return of


@models("itertools.chain", None)
def chained(call: Call) -> Answer:
    known: list[Value] = []
    for entry in call.arguments.positional:
        each = entry.value.iterate(call.machine).known
        if each is None:
            return generated((), entry.value.iterate(call.machine).any.flagged(CHANGED))
        known += each
    return generated(known)


@models("dict.__contains__ list.__contains__", "key")
def contains(call: Call, key: Value) -> Answer:
    return None


@models("list.index list.count tuple.index tuple.count", "item, start=, stop=")
def index(call: Call, item: Value, start: Value | None, stop: Value | None) -> Answer:
    known = _sequence(call).known_items()
    equal = [each.equals(item) for each in known or ()]
    if known is None or None in equal or start is not None:
        return None
    return (
        Constant(equal.count(True)) if call.last == "count" else Constant(equal.index(True)) if True in equal else None
    )
