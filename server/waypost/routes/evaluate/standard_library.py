"""What the standard library and the URL types of clients do to texts."""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any, Final
from urllib.parse import quote, quote_plus

from waypost.core.endpoint import endpoint
from waypost.core.preview import Preview
from waypost.routes.evaluate import made_values, strings, url_joining, url_objects, url_parts
from waypost.routes.evaluate.conditions import is_of_type
from waypost.routes.model.stand_ins import is_known, plain
from waypost.routes.model.values import (
    MARK,
    Arguments,
    Constant,
    Function,
    Hole,
    KeyedValue,
    KeyedValues,
    Part,
    Partial,
    Reference,
    Row,
    Text,
    TextPiece,
    Unknown,
    Value,
    address_in,
)

_SLASH: Final = Text((TextPiece("/", None),))
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


def _quoted(encode: Callable[..., str], safe: str) -> Callable[[Arguments], Value | None]:
    """What `quote` or `quote_plus` makes of a text; `safe` is what it leaves as it is by default."""

    def quoted(arguments: Arguments) -> Value | None:
        entry, given = arguments.at(0, "string"), arguments.at(1, "safe")
        kept = safe if given is None else given.value.known if isinstance(given.value, Text) else None
        if entry is None or isinstance(entry.value, Unknown):
            return entry.value if entry is not None else None
        if kept is None or not isinstance(entry.value, Text):
            return None
        return strings.encoded(entry.value, partial(encode, safe=kept))

    return quoted


def _joined_url(arguments: Arguments) -> Value | None:
    """`urljoin(base, url)`."""
    base, url = _text(arguments.at(0, "base")), _text(arguments.at(1, "url"))
    if base is None or url is None:
        return None
    return url_joining.joined(base, url)


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
    in_items = lists is not None and bool(getattr(lists.value, "value", False))
    return url_objects.encoded_query(entry.value if entry is not None else None, in_items=in_items)


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


def _first(arguments: Arguments) -> Value | None:
    """What a context manager gives that only closes it: `closing(connection)`."""
    entry = arguments.at(0, None)
    return entry.value if entry is not None else None


def _table(arguments: Arguments) -> Value | None:
    """A mapping type of a client: what it is made of, or nothing."""
    entry = arguments.at(0, None)
    if entry is None:
        return None if arguments.open else arguments.keywords
    return entry.value if isinstance(entry.value, KeyedValues) else None


def _listed(arguments: Arguments) -> Value | None:
    entry = arguments.at(0, None)
    return replace(entry.value, once=False) if entry is not None and isinstance(entry.value, Row) else None


def _sorted(arguments: Arguments) -> Value | None:
    """Known texts in their order; others in any."""
    row = _listed(Arguments(arguments.positional))
    if not isinstance(row, Row):
        return None
    known = {each.known: each for each in row.items if isinstance(each, Text) and each.known is not None}
    if row.open or len(known) < len(row.items) or arguments.keywords.entries or arguments.keywords.open:
        return Row(open=True)
    return replace(row, items=tuple(known[each] for each in sorted(known)))


def _enumerated(arguments: Arguments) -> Value | None:
    items, start = arguments.at(0, "iterable"), arguments.at(1, "start")
    first = start.value.value if start is not None and isinstance(start.value, Constant) else None if start else 0
    if items is None or not isinstance(items.value, Row) or not isinstance(first, int):
        return None
    pairs = (Row((Constant(number), item)) for number, item in enumerate(items.value.items, first))
    return Row(tuple(pairs), items.value.open)


def _zipped(arguments: Arguments) -> Value | None:
    rows = [entry.value for entry in arguments.positional]
    if arguments.open or any(not isinstance(row, Row) or row.open for row in rows):
        return None
    return Row(tuple(map(Row, zip(*(row.items for row in rows if isinstance(row, Row)), strict=False))))


def _mapped(arguments: Arguments) -> Value | None:
    """`map(str, items)`: the items, which become text when they are inserted into one."""
    function, items = arguments.at(0, None), arguments.at(1, None)
    if function is None or items is None:
        return None
    # How a function quotes may have been given before: `partial(quote, safe="/:")`.
    applied = function.value.function if isinstance(function.value, Partial) else function.value
    if applied not in (Reference("str"), *_QUOTERS):
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
_LONGEST_SUBJECT: Final = 200


def _substituted(arguments: Arguments) -> Value | None:
    """`re.sub` on a short text, as in names of classes that are made into paths."""
    given = [arguments.at(0, "pattern"), arguments.at(1, "repl"), arguments.at(2, "string")]
    match [entry.value for entry in given if entry is not None]:
        case [Text(known=str(pattern)), replacement, Text(marked=subject) as text]:
            count = len(arguments.positional) + len(arguments.keywords.entries)
            if count > len(given) or len(subject) > _LONGEST_SUBJECT or _SLOW.search(pattern):
                return None
            with suppress(re.error, IndexError, OverflowError):
                if isinstance(replacement, Text) and replacement.known is not None and text.known is not None:
                    return strings.respelt(text, re.sub(pattern, replacement.known, subject))
                if isinstance(replacement, Function):
                    return _filled_in(text, list(re.finditer(pattern, subject)))
    return None


def _bound(arguments: Arguments) -> Value | None:
    """What a type variable stands for: `TypeVar("T", bound=Client)`."""
    bound = arguments.keywords.by_key.get("bound")
    return bound.value if bound is not None else None


def _filled_in(text: Text, places: Sequence[re.Match[str]]) -> Text | None:
    """A text in which a function replaces some places, `re.sub(":id", lambda found: …, path)`: unknown there.

    What it replaces in an unknown part is unknown with it, unless a place goes beyond that part.
    """
    if any(MARK.search(found[0]) for found in places):
        return None
    parts: list[Part] = []
    end = 0
    for found in places:
        name = next((group for group in found.groups() if group), found[0])
        parts += (*text.slice(end, found.start()).parts, Hole(Unknown(name), name, text.where(*found.span()), "+"))
        end = found.end()
    return Text((*parts, *text.slice(end, len(text.marked)).parts))


_FUNCTIONS: Final[Mapping[str, Callable[[Arguments], Value | None]]] = {
    **dict.fromkeys(("urllib.parse.quote", "requests.utils.quote", "requests.compat.quote"), _quoted(quote, "/")),
    "urllib.parse.quote_plus": _quoted(quote_plus, ""),
    **dict.fromkeys(("urllib.parse.urljoin", "requests.compat.urljoin"), _joined_url),
    "urllib.parse.urlencode": _query,
    "json.dumps": _dumped,
    "re.sub": _substituted,
    **dict.fromkeys(("posixpath.join", "os.path.join"), _joined_path),
    **dict.fromkeys(("yarl.URL", "furl.furl", "pydantic.HttpUrl"), url_objects.address),
    "yarl.URL.build": url_objects.built,
    "httpx.URL": url_objects.httpx_url,
    "httpx.QueryParams": url_objects.httpx_parameters,
    **dict.fromkeys(("os.getenv", "os.environ.get"), _environment),
    **dict.fromkeys(("dataclasses.field", "pydantic.Field", "attr.ib", "attrs.field", "attr.field"), _field),
    "string.Template": url_objects.same,
    **dict.fromkeys(("typing.TypeVar", "typing_extensions.TypeVar"), _bound),
    **dict.fromkeys(("contextlib.closing", "contextlib.aclosing", "contextlib.nullcontext"), _first),
    **dict.fromkeys(("httpx.Cookies", "requests.cookies.RequestsCookieJar", "httpx.Headers"), _table),
    "requests.structures.CaseInsensitiveDict": _table,
    **made_values.FUNCTIONS,
    "enumerate": _enumerated,
    "map": _mapped,
    "zip": _zipped,
    "isinstance": is_of_type,
    **dict.fromkeys(("list", "tuple"), _listed),
    "sorted": _sorted,
}
