"""The parts of a URL: `urlsplit`, `parts._replace(path=…)`, `parts.geturl()`, `urlunsplit(parts)`.

The parts of an unknown URL are unknown, and put together they are that URL again.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from itertools import accumulate, pairwise
from typing import Final
from urllib.parse import ParseResult, SplitResult, urlsplit

from waypost.routes.evaluate import strings
from waypost.routes.model.values import (
    NONE,
    Arguments,
    Constant,
    Hole,
    KeyedValue,
    KeyedValues,
    Row,
    Text,
    TextPiece,
    Thing,
    Unknown,
    Value,
    name_of,
)

_SPLIT: Final = "urllib.parse.SplitResult"
_PARSED: Final = "urllib.parse.ParseResult"
_FIELDS: Final[Mapping[str, tuple[str, ...]]] = {_SPLIT: SplitResult._fields, _PARSED: ParseResult._fields}

# Attributes of the parts of a URL that are made from its parts.
_MORE: Final = ("hostname", "port", "username", "password")
# An unknown part of an unknown URL, as it is shown.
_PART: Final = re.compile(r"urlsplit\((?P<url>.*)\)\.(?P<name>\w+)")


def called(name: str, arguments: Arguments) -> Value | None:
    """The result of one of these functions of `urllib.parse`; None if it is unknown."""
    function = _FUNCTIONS.get(name)
    return function(arguments) if function is not None and not arguments.open else None


def method(parts: Thing, name: str, arguments: Arguments) -> Value | None:
    """The result of a method of the parts of a URL."""
    if parts.type not in _FIELDS or arguments.positional or arguments.keywords.open:
        return None
    if name == "geturl":
        return _united_again(parts)
    if name != "_replace" or not set(arguments.keywords.by_key) <= set(_FIELDS[parts.type]):
        return None
    return Thing(parts.type, arguments.behind(parts.built), parent=parts.parent)


def part(parts: Thing, name: str) -> Value | None:
    """`parts.netloc`."""
    if parts.type not in _FIELDS:
        return None
    found = parts.built.keywords.by_key.get(name)
    if found is not None:
        return Unknown(name) if found.maybe else found.value
    is_one = parts.parent is not None and name in (*_FIELDS[parts.type], *_MORE)
    return _part_of(parts.parent, name) if is_one else None


def as_row(value: Value) -> Value:
    """The parts of a URL in their order: `scheme, host, *rest = urlsplit(url)`, `urlsplit(url)[1]`."""
    if not isinstance(value, Thing) or value.type not in _FIELDS:
        return value
    return Row(tuple(part(value, name) or Unknown(name) for name in _FIELDS[value.type]))


def _splitter(kind: str) -> Callable[[Arguments], Value | None]:
    def split(arguments: Arguments) -> Value | None:
        url = arguments.at(0, "url")
        if url is not None and isinstance(url.value, Unknown):
            return Thing(kind, parent=url.value)
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


def _united_again(parts: Thing) -> Value | None:
    """The URL of the parts of one, unless some were replaced only on some paths through the code."""
    if any(entry.maybe for entry in parts.built.keywords.entries):
        return None
    return _united({name: part(parts, name) or NONE for name in _FIELDS[parts.type]}, parts.parent)


def _part_of(url: Value | None, name: str) -> Unknown:
    return Unknown(f"urlsplit({strings.expression_of(url or NONE, 'url')}).{name}")


def _source_of(text: Text) -> tuple[str, str]:
    """The unknown URL that a text starts with a part of, and which part that is."""
    first = next(iter(text.parts), None)
    written = strings.expression_of(first.value, first.expression) if isinstance(first, Hole) else ""
    found = _PART.fullmatch(written)
    return (found["url"], found["name"]) if found is not None else ("", "")


def _united(items: Mapping[str, Value], url: Value | None = None) -> Value | None:
    """The URL of parts, of which any may be unknown."""
    texts = {name: strings.as_text(value, strings.expression_of(value, name), None) for name, value in items.items()}
    given = {name for name, value in items.items() if not _is_none(value) and texts[name].marked}
    origin = _origin(texts["scheme"], texts["netloc"], url) if given.issuperset(("scheme", "netloc")) else None
    # An unknown URL may have these or not.
    given -= {name for name in ("params", "query", "fragment") if name in given and _source_of(texts[name])[0]}
    if origin is None or "params" in given:
        return None
    path = texts["path"]
    if len(origin) == 1 and _source_of(path) == (_source_of(texts["netloc"])[0], "path"):
        path = Text(path.parts[1:])
    elif isinstance(next(iter(path.parts), None), TextPiece) and not path.marked.startswith("/"):
        origin.append(_sign("/"))
    united = [*origin, path] if "path" in given else origin
    for name, sign in (("query", "?"), ("fragment", "#")):
        united += [_sign(sign), texts[name]] if name in given else []
    return strings.spread(strings.joined(united))


def _origin(scheme: Text, host: Text, url: Value | None) -> list[Text] | None:
    """What is before the path; the scheme and the host of one unknown URL are that URL.

    None if the scheme alone is unknown: whether there is one decides what follows it.
    """
    source, name = _source_of(scheme)
    if name == "scheme" and _source_of(host) == (source, "netloc"):
        value = url if url is not None else Unknown(source)
        return [Text((Hole(value, source, None, "+"),))]
    if name or (scheme.holes and host.holes and name_of(scheme.holes[0]) == name_of(host.holes[0])):
        return None
    return [scheme, _sign("://"), host]


def _is_none(value: Value) -> bool:
    return isinstance(value, Constant) and value.value is None


def _sign(text: str) -> Text:
    return Text((TextPiece(text, None),))


def _unite(kind: str) -> Callable[[Arguments], Value | None]:
    def unite(arguments: Arguments) -> Value | None:
        entry = arguments.at(0, "components")
        value = entry.value if entry is not None else None
        if isinstance(value, Thing):
            return _united_again(value) if value.type == kind else None
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
