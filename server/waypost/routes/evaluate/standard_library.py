"""What the standard library and the URL types of clients do to texts."""

import json
import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any, Final
from urllib.parse import quote, quote_plus

from waypost.core.endpoint import endpoint
from waypost.core.preview import Preview
from waypost.routes.evaluate import strings, url_parts
from waypost.routes.model.stand_ins import is_known, plain
from waypost.routes.model.values import (
    Arguments,
    Constant,
    Hole,
    KeyedValue,
    KeyedValues,
    Part,
    Reference,
    Row,
    Text,
    TextPiece,
    Unknown,
    Value,
    address_in,
)

_SLASH: Final = Text((TextPiece("/", None),))
# The origin of an address in its marked form; an unknown one may include the start of the path.
_ORIGIN: Final = re.compile(r"https?://[^/?#]*|[\ue000-\uf8ff]+")
_QUOTERS: Final = tuple(map(Reference, ("urllib.parse.quote", "urllib.parse.quote_plus")))
_VERB_NAME: Final = re.compile(r"(?:http\.HTTPMethod\.|aiohttp\.hdrs\.METH_)([A-Z]+)\Z")


def called(name: str, arguments: Arguments) -> Value | None:
    """The result of a standard library function; None if it does not build URLs."""
    function = _FUNCTIONS.get(name)
    return function(arguments) if function is not None else url_parts.called(name, arguments)


def constant(name: str) -> Value | None:
    """The value of a dotted name: the verbs of `http` and `aiohttp`."""
    found = _VERB_NAME.match(name)
    return Text((TextPiece(found[1], None),)) if found is not None else None


def divided(left: Value, right: Value, words: str) -> Value | None:
    """`url / "path"`: a text on the left of `/` is a URL object."""
    if not isinstance(left, Text) or not left.marked.startswith(("http://", "https://")):
        return None
    return strings.joined([_stripped(left, "r"), _SLASH, strings.as_text(right, words, None)])


def _quoted(encode: Callable[[str], str]) -> Callable[[Arguments], Value | None]:
    def quoted(arguments: Arguments) -> Value | None:
        entry = arguments.at(0, "string")
        if entry is None:
            return None
        if not isinstance(entry.value, Text):
            return entry.value if isinstance(entry.value, Unknown) else None
        return Text(tuple(_encoded(part, encode) for part in entry.value.parts), entry.value.span)

    return quoted


def _encoded(part: Part, encode: Callable[[str], str]) -> Part:
    return replace(part, text=encode(part.text)) if isinstance(part, TextPiece) else part


def _joined_url(arguments: Arguments) -> Value | None:
    """`urljoin(base, url)`."""
    base, url = _text(arguments.at(0, "base")), _text(arguments.at(1, "url"))
    if base is None or url is None:
        return None
    if url.marked.startswith(("http://", "https://")):
        return url
    origin = _ORIGIN.match(base.marked)
    if origin is None or url.marked.startswith("//"):
        return None
    if url.marked.startswith("/"):
        return strings.joined([base.slice(0, origin.end()), url])
    folder = base.marked.rfind("/", origin.end())
    if folder < 0:
        return strings.joined([base, _SLASH, url])
    return strings.joined([base.slice(0, folder + 1), url])


def _joined_path(arguments: Arguments) -> Value | None:
    """`posixpath.join`."""
    if arguments.open or not arguments.positional:
        return None
    made: list[Text] = []
    for entry in arguments.positional:
        text = _text(entry)
        if text is None:
            return None
        if text.marked.startswith("/"):
            made = []
        made += [_SLASH, text] if made and not made[-1].marked.endswith("/") else [text]
    return strings.joined(made)


def _query(arguments: Arguments) -> Value | None:
    """`urlencode` of a mapping whose keys are known."""
    entry, lists = arguments.at(0, "query"), arguments.at(1, "doseq")
    return _encoded_query(entry, in_items=lists is not None and bool(getattr(lists.value, "value", False)))


def _encoded_query(entry: KeyedValue | None, *, in_items: bool) -> Text | None:
    """A mapping as the query of a URL; with `in_items`, a list gives its key once for each item."""
    table = entry.value if entry is not None else None
    if not isinstance(table, KeyedValues) or table.open or any(each.maybe for each in table.entries):
        return None
    parts: list[Part] = []
    for each in table.entries:
        row = each.value
        for value in row.items if in_items and isinstance(row, Row) and not row.open else (row,):
            start = ("&" if parts else "") + quote_plus(each.key) + "="
            known = _plain(value)
            parts.append(TextPiece(start if known is None else start + quote_plus(known), None))
            if known is None:
                words = strings.expression_of(value, each.key)
                parts.append(Hole(value, words, each.value_span, "expand"))
    return Text(tuple(parts))


def _plain(value: Value) -> str | None:
    if isinstance(value, Text):
        return value.known
    return str(value.value) if isinstance(value, Constant) else None


def _same(arguments: Arguments) -> Value | None:
    """A URL type: the text that it is built from, if it is the only argument."""
    entry = arguments.at(0, "url")
    if len(arguments.positional) + len(arguments.keywords.entries) > 1 or arguments.open or arguments.keywords.open:
        return None
    return entry.value if entry is not None and isinstance(entry.value, Text | Unknown) else None


def _httpx_url(arguments: Arguments) -> Value | None:
    """`httpx.URL(url, params=…)`: the parameters replace the query."""
    given = arguments.keywords.by_key.get("params")
    if given is None:
        return _same(arguments)
    url = _text(arguments.at(0, "url"))
    others = len(arguments.positional) + len(arguments.keywords.entries) - 1
    query = _encoded_query(replace(given, value=_as_httpx_writes(given.value)), in_items=True)
    if url is None or query is None or others != 1 or arguments.keywords.open or "#" in url.marked:
        return None
    bare = url.slice(0, len(url.marked.partition("?")[0]))
    return strings.joined([bare, Text((TextPiece("?", None),)), query]) if query.parts else bare


def _as_httpx_writes(value: Value) -> Value:
    """Parameters with their flags as text: httpx writes `true` and `false`, and nothing for None."""
    match value:
        case KeyedValues():
            return replace(
                value, entries=tuple(replace(each, value=_as_httpx_writes(each.value)) for each in value.entries)
            )
        case Row():
            return replace(value, items=tuple(map(_as_httpx_writes, value.items)))
        case Constant(value=bool() | None as flag):
            return Text((TextPiece("" if flag is None else str(flag).lower(), value.span),))
    return value


def _httpx_parameters(arguments: Arguments) -> Value | None:
    """`httpx.QueryParams` of a mapping or of keywords."""
    first = arguments.at(0, None)
    if first is None:
        return None if arguments.open else arguments.keywords
    return first.value if isinstance(first.value, KeyedValues) else None


def _environment(arguments: Arguments) -> Value | None:
    """An environment variable, shown by its name; an address that is its default is likely."""
    entry, default = arguments.at(0, "key"), arguments.at(1, "default")
    name = entry.value.known if entry is not None and isinstance(entry.value, Text) else None
    if not name or not name.isidentifier():
        return None
    return Unknown(name, default=address_in(default.value if default is not None else None))


def _field(arguments: Arguments) -> Value | None:
    """The default of a field of a dataclass or a model."""
    default = arguments.at(0, "default")
    if default is not None:
        return default.value
    factory = arguments.at(None, "default_factory")
    made = factory.value.name if factory is not None and isinstance(factory.value, Reference) else ""
    return KeyedValues() if made == "dict" else Row() if made == "list" else None


def _listed(arguments: Arguments) -> Value | None:
    entry = arguments.at(0, None)
    return replace(entry.value, once=False) if entry is not None and isinstance(entry.value, Row) else None


def _mapped(arguments: Arguments) -> Value | None:
    """`map(str, items)`: the items, which become text when they are inserted into one."""
    function, items = arguments.at(0, None), arguments.at(1, None)
    if function is None or items is None or function.value not in {Reference("str"), *_QUOTERS}:
        return None
    return replace(items.value, once=True) if isinstance(items.value, Row) else None


def _text(entry: KeyedValue | None) -> Text | None:
    if entry is None:
        return None
    if isinstance(entry.value, Text):
        return entry.value
    if isinstance(entry.value, Constant | Row | KeyedValues):
        return None
    words = strings.expression_of(entry.value, "url")
    return Text((Hole(entry.value, words, entry.value_span, "+"),))


def _stripped(text: Text, side: str) -> Text:
    made = strings.call_method(text, f"{side}strip", Arguments((KeyedValue("", _SLASH),)))
    return made if isinstance(made, Text) else text


def _dumped(arguments: Arguments) -> Value | None:
    """`json.dumps` of a fully known value."""
    entry, options = arguments.at(0, "obj"), arguments.keywords
    flags: dict[str, Any] = {each.key: each.value.value for each in options.entries if isinstance(each.value, Constant)}
    if entry is None or not is_known(entry.value) or options.open or len(flags) < len(options.entries):
        return None
    try:
        return Text((TextPiece(json.dumps(plain(entry.value, Preview(endpoint)), **flags), None),))
    except (TypeError, ValueError):
        return None


# Patterns that take long on short texts, and those that Python warns of.
_SLOW: Final = re.compile(r"\)[*+{]|(?:[*+{].*){3}|\[\[|--|&&|~~|\|\|", re.DOTALL)
_LONGEST_SUBJECT: Final = 80


def _substituted(arguments: Arguments) -> Value | None:
    """`re.sub` on a short known text, as in names of classes that are made into paths."""
    given = [arguments.at(0, "pattern"), arguments.at(1, "repl"), arguments.at(2, "string")]
    match [entry.value for entry in given if entry is not None]:
        case [Text(known=str(pattern)), Text(known=str(replacement)), Text(known=str(subject)) as text]:
            count = len(arguments.positional) + len(arguments.keywords.entries)
            if count > len(given) or len(subject) > _LONGEST_SUBJECT or _SLOW.search(pattern):
                return None
            with suppress(re.error, IndexError, OverflowError):
                return strings.respelt(text, re.sub(pattern, replacement, subject))
    return None


_FUNCTIONS: Final[Mapping[str, Callable[[Arguments], Value | None]]] = {
    **dict.fromkeys(("urllib.parse.quote", "requests.utils.quote", "requests.compat.quote"), _quoted(quote)),
    "urllib.parse.quote_plus": _quoted(quote_plus),
    **dict.fromkeys(("urllib.parse.urljoin", "requests.compat.urljoin"), _joined_url),
    "urllib.parse.urlencode": _query,
    "json.dumps": _dumped,
    "re.sub": _substituted,
    **dict.fromkeys(("posixpath.join", "os.path.join"), _joined_path),
    **dict.fromkeys(("yarl.URL", "furl.furl", "pydantic.HttpUrl"), _same),
    "httpx.URL": _httpx_url,
    "httpx.QueryParams": _httpx_parameters,
    **dict.fromkeys(("os.getenv", "os.environ.get"), _environment),
    **dict.fromkeys(("dataclasses.field", "pydantic.Field", "attr.ib", "attrs.field", "attr.field"), _field),
    "map": _mapped,
    **dict.fromkeys(("list", "tuple", "sorted"), _listed),
}
