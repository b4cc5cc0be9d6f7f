"""Objects of clients that are URLs, `httpx.URL` and `yarl.URL`: each is a text here, and a method makes another."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Final, TypeGuard
from urllib.parse import quote_plus

from waypost.routes.evaluate import strings, url_joining
from waypost.routes.model.values import (
    Arguments,
    Constant,
    Hole,
    KeyedValue,
    KeyedValues,
    Part,
    Row,
    Text,
    TextPiece,
    Unknown,
    Value,
)

_ADDRESS: Final = ("http://", "https://")
# The annotation of a parameter whose objects are URLs to which `/` adds.
_DECLARED: Final = re.compile(r"\b(?:URL|furl)\b")


def same(arguments: Arguments) -> Value | None:
    """A URL type: the text that it is built from, if it is the only argument."""
    entry = arguments.at(0, "url")
    if len(arguments.positional) + len(arguments.keywords.entries) > 1 or arguments.open or arguments.keywords.open:
        return None
    return entry.value if entry is not None and isinstance(entry.value, Text | Unknown) else None


def address(arguments: Arguments) -> Value | None:
    """A URL type whose objects have methods: a text, also if nothing of it is known."""
    url = same(arguments)
    return url if url is None else _as_url(url)


def _as_url(value: Value) -> Text:
    return strings.as_text(value, strings.expression_of(value, "url"), None)


def httpx_url(arguments: Arguments) -> Value | None:
    """`httpx.URL(url, params=…)`: the parameters replace the query."""
    given, url = arguments.keywords.by_key.get("params"), arguments.at(0, "url")
    if given is None:
        return address(arguments)
    others = len(arguments.positional) + len(arguments.keywords.entries) - 1
    if url is None or others != 1 or arguments.keywords.open or isinstance(url.value, Constant | Row | KeyedValues):
        return None
    text = strings.as_text(url.value, strings.expression_of(url.value, "url"), url.value_span)
    return None if "#" in text.marked else _with_query(_without_query(text), as_httpx_writes(given.value))


# The parts of a URL that are looked at, and the ports that are not written.
_PARTS: Final = frozenset(("scheme", "host", "port", "path", "query"))
_USUAL_PORTS: Final = {"http": 80, "https": 443}
_ESCAPED: Final = re.compile(r"[%?#]")


def built(arguments: Arguments) -> Value | None:
    """`yarl.URL.build(scheme="http", host=host, port=8123, path="/api")`."""
    given = {each.key: each.value for each in arguments.keywords.entries if not each.maybe}
    is_whole = not (arguments.positional or arguments.open or arguments.keywords.open)
    if not is_whole or len(given) < len(arguments.keywords.entries) or not _PARTS.issuperset(given):
        return None
    path = strings.as_text(given["path"], "path", None) if "path" in given else _piece("")
    if _ESCAPED.search(path.marked) or (path.marked and path.marked[0].isascii() and path.marked[0] != "/"):
        return None
    if ("scheme" in given) != ("host" in given) or ("port" in given and "host" not in given):
        return None
    parts = [path]
    if "host" in given:
        scheme, host = (strings.as_text(given[name], name, None) for name in ("scheme", "host"))
        port = _port(given.get("port"), scheme)
        if port is None or not scheme.marked or not host.marked or ":" in host.marked:
            return None
        parts = [scheme, _piece("://"), host, port, path]
    url = strings.joined(parts)
    made = _with_query(url, given["query"]) if "query" in given else url
    return strings.spread(made) if made is not None else None


def _port(value: Value | None, scheme: Text) -> Text | None:
    """A port with its colon, where it is written; None if that is unknown."""
    match value:
        case None | Constant(value=None):
            return _piece("")
        case Constant(value=int() as number):
            is_usual = _USUAL_PORTS.get(scheme.known or "") == number
            may_be_usual = scheme.known is None and number in _USUAL_PORTS.values()
            return None if may_be_usual else _piece("" if is_usual else f":{number}")
        case Unknown():
            return strings.joined([_piece(":"), strings.as_text(value, strings.expression_of(value, "port"), None)])
    return None


def httpx_parameters(arguments: Arguments) -> Value | None:
    """`httpx.QueryParams` of a mapping or of keywords."""
    first = arguments.at(0, None)
    if first is None:
        return None if arguments.open else arguments.keywords
    return first.value if isinstance(first.value, KeyedValues) else None


def divided(left: Value, right: Value, words: str) -> Value | None:
    """`url / "path"`: a text on the left of `/` is a URL object, and so is a parameter that is declared as one."""
    if isinstance(left, Unknown) and _DECLARED.search(left.annotation):
        left = _as_url(left)
    if not _is_url(left):
        return None
    return strings.joined([_without_slash(_without_query(left)), _piece("/"), strings.as_text(right, words, None)])


def extended(left: Value, right: Value) -> Value | None:
    """`url % {"name": value}`: the query with more in it, if nothing in the text is there to be formatted."""
    if not _is_url(left) or not isinstance(right, KeyedValues) or "%" in left.marked:
        return None
    return _merged(left, right) if _is_address(left) else Unknown("url")  # which may hold what is to be formatted


def method(url: Text, name: str, arguments: Arguments) -> Value | None:
    """The result of a method of a URL object; None if it is unknown."""
    made = _METHODS.get(name)
    if made is None or not _is_url(url) or "#" in url.marked or arguments.open or arguments.keywords.open:
        return None
    return made(url, arguments)


def _is_address(value: Value) -> TypeGuard[Text]:
    return isinstance(value, Text) and value.marked.startswith(_ADDRESS)


def _is_url(value: Value) -> TypeGuard[Text]:
    """Whether a text is an address, or begins with something unknown that may be one."""
    return _is_address(value) or (isinstance(value, Text) and bool(value.parts) and isinstance(value.parts[0], Hole))


def _table(arguments: Arguments) -> Value:
    """The names and values that a method is given: a mapping, or keywords."""
    entry = arguments.at(0, "params")
    return arguments.keywords if entry is None else entry.value


def _merged(url: Text, given: Value) -> Text | None:
    """The URL with more names in its query, if none of them may be there already."""
    _, sign, own = url.marked.partition("?")
    if not sign:
        return _with_query(url, given)
    taken = {pair.partition("=")[0] for pair in own.split("&")}
    names = given.by_key if isinstance(given, KeyedValues) else {}
    query = encoded_query(given, in_items=True)
    if query is None or not query.parts or not own or not own.isascii():
        return None
    return None if any(quote_plus(name) in taken for name in names) else strings.joined([url, _piece("&"), query])


def _with_query(url: Text, given: Value) -> Text | None:
    query = encoded_query(given, in_items=True)
    if query is None:
        return None
    return strings.joined([url, _piece("?"), query]) if query.parts else url


def _with_path(url: Text, arguments: Arguments, *, keeps_query: bool) -> Text | None:
    """The URL with another path, if that is all that is given."""
    path = arguments.at(0, "path") if not keeps_query else arguments.keywords.by_key.get("path")
    if (
        path is None
        or not _is_address(url)
        or not isinstance(path.value, Text)
        or len(arguments.keywords.entries) + len(arguments.positional) > 1
    ):
        return None
    start = url.marked.find("/", len("https://"))
    end = len(_without_query(url).marked)
    rest = [url.slice(end, len(url.marked))] if keeps_query else []
    if not path.value.marked.startswith("/") or "?" in path.value.marked or "%" in path.value.marked:
        return None
    return strings.joined([url.slice(0, start if 0 <= start < end else end), path.value, *rest])


def _joined_path(url: Text, arguments: Arguments) -> Value | None:
    made: Value | None = url
    for entry in arguments.positional:
        made = divided(made, entry.value, strings.expression_of(entry.value, "path")) if made is not None else None
    return made


def _joined(url: Text, arguments: Arguments) -> Value | None:
    """`url.join(other)`: the other one, as seen from this one."""
    other = arguments.at(0, "url")
    return url_joining.joined(url, other.value) if other is not None and isinstance(other.value, Text) else None


def _without_query(url: Text) -> Text:
    return url.slice(0, len(url.marked.partition("?")[0]))


def _without_slash(url: Text) -> Text:
    return url.slice(0, len(url.marked.rstrip("/")))


def _piece(text: str) -> Text:
    return Text((TextPiece(text, None),))


_METHODS: Final[Mapping[str, Callable[[Text, Arguments], Value | None]]] = {
    # httpx
    "copy_merge_params": lambda url, given: _merged(url, as_httpx_writes(_table(given))),
    "copy_with": lambda url, given: _with_path(url, given, keeps_query=True),
    # yarl
    "join": _joined,
    "with_query": lambda url, given: _with_query(_without_query(url), _table(given)),
    "update_query": lambda url, given: _merged(url, _table(given)),
    "with_path": lambda url, given: _with_path(url, given, keeps_query=False),
    "joinpath": _joined_path,
}

# Queries -------------------------------------------------------------------------------------------------------------


def encoded_query(table: Value | None, *, in_items: bool) -> Text | None:
    """A mapping as the query of a URL; with `in_items`, a list gives its key once for each item."""
    if not isinstance(table, KeyedValues) or table.open or any(each.maybe for each in table.entries):
        return None
    try:
        return Text(tuple(_encoded(_pairs(table, in_items=in_items))))
    except UnicodeEncodeError:  # as Python would fail
        return None


def _encoded(pairs: Iterable[tuple[KeyedValue, Value]]) -> Iterator[Part]:
    sign = ""
    for entry, value in pairs:
        start, known = f"{sign}{quote_plus(entry.key)}=", _plain(value)
        yield TextPiece(start if known is None else start + quote_plus(known), None)
        if known is None:
            yield Hole(value, strings.expression_of(value, entry.key), entry.value_span, "expand")
        sign = "&"


def _pairs(table: KeyedValues, *, in_items: bool) -> Iterator[tuple[KeyedValue, Value]]:
    for entry in table.entries:
        row = entry.value
        for value in row.items if in_items and isinstance(row, Row) and not row.open else (row,):
            yield entry, value


def _plain(value: Value) -> str | None:
    if isinstance(value, Text):
        return value.known
    return str(value.value) if isinstance(value, Constant) else None


def as_httpx_writes(value: Value) -> Value:
    """Parameters with their flags as text: httpx writes `true` and `false`, and nothing for None."""
    match value:
        case KeyedValues():
            return replace(
                value, entries=tuple(replace(each, value=as_httpx_writes(each.value)) for each in value.entries)
            )
        case Row():
            return replace(value, items=tuple(map(as_httpx_writes, value.items)))
        case Constant(value=bool() | None as flag):
            return Text((TextPiece("" if flag is None else str(flag).lower(), value.span),))
    return value
