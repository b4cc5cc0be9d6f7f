"""The parts of a known URL: `urlsplit`, `parts._replace(path=…)`, `parts.geturl()`, `urlunsplit(parts)`."""

from collections.abc import Callable, Iterator, Mapping
from itertools import accumulate, pairwise
from typing import Final
from urllib.parse import ParseResult, SplitResult, urlsplit

from waypost.routes.evaluate import strings
from waypost.routes.model.values import Arguments, Constant, KeyedValue, KeyedValues, Row, Text, TextPiece, Thing, Value

_SPLIT: Final = "urllib.parse.SplitResult"
_PARSED: Final = "urllib.parse.ParseResult"
_FIELDS: Final[Mapping[str, tuple[str, ...]]] = {_SPLIT: SplitResult._fields, _PARSED: ParseResult._fields}


def called(name: str, arguments: Arguments) -> Value | None:
    """The result of one of these functions of `urllib.parse`; None if it is unknown."""
    function = _FUNCTIONS.get(name)
    return function(arguments) if function is not None and not arguments.open else None


def method(parts: Thing, name: str, arguments: Arguments) -> Value | None:
    """The result of a method of the parts of a URL."""
    if parts.type not in _FIELDS or arguments.positional or arguments.keywords.open:
        return None
    if name == "geturl":
        return _united(_items(parts))
    if name != "_replace" or not set(arguments.keywords.by_key) <= set(_FIELDS[parts.type]):
        return None
    return Thing(parts.type, arguments.behind(parts.built))


def part(parts: Thing, name: str) -> Value | None:
    """`parts.netloc`."""
    found = parts.built.keywords.by_key.get(name) if parts.type in _FIELDS else None
    return found.value if found is not None else None


def _splitter(kind: str) -> Callable[[Arguments], Value | None]:
    def split(arguments: Arguments) -> Value | None:
        url = arguments.at(0, "url")
        if url is None or not isinstance(url.value, Text) or len(arguments.positional) > 1:
            return None
        parts = tuple(_parts(url.value, kind))
        return Thing(kind, Arguments(keywords=KeyedValues(parts))) if parts else None

    return split


def _parts(url: Text, kind: str) -> Iterator[KeyedValue]:
    """The parts of an absolute URL whose text is equal to its parts put together again."""
    try:
        made = urlsplit(url.known or "")
    except ValueError:
        return
    before = ("", "://", "", "?" if made.query else "", "#" if made.fragment else "")
    if not made.netloc or "".join(map("".join, zip(before, made, strict=True))) != url.known:
        return
    if kind == _PARSED and ";" in made.path:
        return
    ends = accumulate(len(sign) + len(text) for sign, text in zip(before, made, strict=True))
    places = zip(made._fields, before, pairwise((0, *ends)), strict=True)
    found = {name: url.slice(start + len(sign), end) for name, sign, (start, end) in places}
    for name in _FIELDS[kind]:
        yield KeyedValue(name, found.get(name, Text(())))


def _items(parts: Thing) -> dict[str, Value]:
    return {entry.key: entry.value for entry in parts.built.keywords.entries}


def _united(items: Mapping[str, Value]) -> Value | None:
    """The URL of parts, of which any may be unknown."""
    texts = {name: strings.as_text(value, strings.expression_of(value, name), None) for name, value in items.items()}
    given = {name for name, value in items.items() if not _is_none(value) and texts[name].marked}
    if not given.issuperset(("scheme", "netloc")) or "params" in given:
        return None
    united = [texts["scheme"], _sign("://"), texts["netloc"]]
    if isinstance(next(iter(texts["path"].parts), None), TextPiece) and not texts["path"].marked.startswith("/"):
        united.append(_sign("/"))
    for name, sign in (("path", ""), ("query", "?"), ("fragment", "#")):
        united += [_sign(sign), texts[name]] if name in given else []
    return strings.spread(strings.joined(united))


def _is_none(value: Value) -> bool:
    return isinstance(value, Constant) and value.value is None


def _sign(text: str) -> Text:
    return Text((TextPiece(text, None),))


def _unite(kind: str) -> Callable[[Arguments], Value | None]:
    def unite(arguments: Arguments) -> Value | None:
        entry = arguments.at(0, "components")
        value = entry.value if entry is not None else None
        if isinstance(value, Thing):
            return _united(_items(value)) if value.type == kind else None
        if not isinstance(value, Row) or value.open or len(value.items) != len(_FIELDS[kind]):
            return None
        return _united(dict(zip(_FIELDS[kind], value.items, strict=True)))

    return unite


_FUNCTIONS: Final[Mapping[str, Callable[[Arguments], Value | None]]] = {
    "urllib.parse.urlsplit": _splitter(_SPLIT),
    "urllib.parse.urlparse": _splitter(_PARSED),
    "urllib.parse.urlunsplit": _unite(_SPLIT),
    "urllib.parse.urlunparse": _unite(_PARSED),
}
