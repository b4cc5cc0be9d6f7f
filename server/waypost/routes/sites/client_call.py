"""A site as its client sees it: its arguments by role, with stand-ins for unknown values."""

import ast
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any, Final

from waypost.clients import Constructor, Fills
from waypost.clients.call import ClientCall, LibraryObject, MaybeGiven, MoreEntries, RefusedCall, SentRequest, StandIn
from waypost.clients.client import Send
from waypost.core.preview import Preview
from waypost.routes.model.site import Site
from waypost.routes.model.stand_ins import braced, expression_of, perhaps, text, unknown_value, words
from waypost.routes.model.templates import format_call, quoted
from waypost.routes.model.values import (
    LITERAL_BYTES,
    Arguments,
    Constant,
    Either,
    Hole,
    KeyedValue,
    KeyedValues,
    Row,
    Text,
    TextPiece,
    Unknown,
    Value,
    name_of,
)
from waypost.routes.sites.site_parts import is_perhaps_nothing
from waypost.shown.names import short_name

_ROLES: Final = ("query", "json", "data", "files", "content", "headers", "cookies", "auth")
# A table that may have more entries than are known.
_TABLES: Final = ("query", "headers")
# Roles whose sequences are tuples: credentials, files with their names.
_TUPLES: Final = ("files", "auth")
_OBJECT: Final = re.compile(r"[\w.]*\b(?:open|(?:HTTP)?BasicAuth|Auth\.(?:Token|Login))\(")
_DEEPEST: Final = 8
# What is shown of further entries.
_MORE: Final = "{…}"
_AFTER_SCHEME: Final = "://"
# Modules with a function `open`; on anything else it is a method of a path.
_BODIES: Final = ("content", "data", "json")
_OPENING: Final = ("io", "builtins", "gzip", "bz2", "lzma", "codecs", "aiofiles")


def client_call(site: Site, preview: Preview) -> ClientCall:
    """The call of a site; an unknown verb is left out."""
    given = dict(_given(site, preview))
    client = dict(_of_client(site, preview))
    receiver = f"{site.client.type}." if site.client is not None else ""
    callee = receiver + (site.sender or site.callee).rpartition(".")[2]
    return ClientCall(site.verb, _url(site, preview, has_base="base" in client), given, client, callee)


def _given(site: Site, preview: Preview) -> Iterator[tuple[str, Any]]:
    shape = site.shape
    assert shape is not None
    places = {**{role: getattr(shape, role) for role in _ROLES}, **shape.others}
    for role, place in places.items():
        found = site.arguments.at(*place) if place is not None else None
        if found is not None and shape.verb_with_body and role in _BODIES and is_perhaps_nothing(found.value):
            # Neither what a body is sent with nor the verb is certain then.
            found = replace(found, maybe=True)
        if found is not None:
            yield role, _argument_value(role, found, preview)
    if shape.variables is not None or shape.keywords:
        yield "variables", _variables(site, preview)


def _of_client(site: Site, preview: Preview) -> Iterator[tuple[str, Any]]:
    """What the object of the call contributes."""
    shape, client = site.shape, site.client
    assert shape is not None
    if len(shape.base_url) > len("https://"):
        yield "base", shape.base_url
    elif _may_have_base(site):
        yield "base", preview.unknown_address("{base_url}")
    places = site.record.constructor._replace(base=shape.base or site.record.constructor.base)
    for role, place in zip(Constructor._fields, places, strict=True):
        found = client.built.at(*place) if client is not None and place is not None else None
        if role == "base" and _may_be_whole(site):
            continue
        if found is not None:
            yield role, _address(found, preview) if role == "base" else _argument_value(role, found, preview)
        elif client is not None and place is not None and role in _TABLES and client.built.keywords.open:
            yield role, {MoreEntries(preview.perhaps(_MORE)): None}


def _may_have_base(site: Site) -> bool:
    """Whether the client may have a base address that is not known; an unknown beginning of the URL includes it."""
    shape, client = site.shape, site.client
    place = site.record.constructor.base or (shape.base if shape is not None else None)
    if client is None or place is None or (client.whole and not client.built.keywords.open):
        return False
    return not isinstance(next(iter(site.template.parts), None), Hole)


def _may_be_whole(site: Site) -> bool:
    """Whether the URL is nothing but a value that was sent here: the client's base has no part in a whole URL."""
    match site.template.parts:
        case [Hole(value=Unknown(datum=True))]:
            return True
    return False


def _argument_value(role: str, argument: KeyedValue, preview: Preview) -> Any:
    """Mark what is given only on some paths through the code."""
    value = argument.value
    if argument.maybe:
        return MaybeGiven(preview.perhaps(braced(perhaps(value, argument.key or role)), expression_of(value)))
    if isinstance(value, Either) and any(isinstance(each, Constant) and each.value is None for each in value.options):
        return MaybeGiven(preview.perhaps(braced(words(value, argument.key or role))))
    return _by_role(role, value, preview)


def _address(argument: KeyedValue, preview: Preview) -> Any:
    """An address; an unknown one also stands for scheme and host."""
    value = argument.value
    if argument.maybe:
        return preview.unknown_address(braced(perhaps(value, "base_url")))
    match value:
        case Text(parts=[Hole() as hole, *rest]):
            end = _AFTER_SCHEME if _starts_with_scheme(value) else ""
            address = preview.unknown_address(braced(name_of(hole)), hole.expression, end=end)
            return address + text(Text(tuple(rest)), preview).removeprefix(end)
        case Text():
            return text(value, preview)
        case Constant(value=None):
            return None
        case Either():
            return preview.unknown_address("{base_url}")
    return preview.unknown_address(braced(words(value, "base_url")))


# The URL -------------------------------------------------------------------------------------------------------------


def _url(site: Site, preview: Preview, *, has_base: bool) -> str:
    """The URL with its placeholders filled, unless the client does that itself."""
    if site.fills is Fills.FORMAT and site.shape is not None and site.shape.variables is None:
        return text(format_call(site.template, _quoted(site, site.shape.kept)), preview)
    starts_unknown = isinstance(next(iter(site.template.parts), None), Hole)
    if _starts_with_scheme(site.template) or (
        starts_unknown and not has_base and not (site.shape and site.shape.base_url)
    ):
        return str(_address(KeyedValue("", site.template), preview))
    return text(site.template, preview)


def _starts_with_scheme(url: Text) -> bool:
    """Whether an unknown value is the scheme of a URL: what follows it is an address, whatever base the client has."""
    match url.parts:
        case [Hole(), TextPiece(text=after), *_]:
            return after.startswith(_AFTER_SCHEME)
    return False


def _variables(site: Site, preview: Preview) -> dict[str, Any]:
    """The values of a template; a value that may be in an unknown table is shown by its own name."""
    values = {entry.key: _entry(entry, preview) for entry in site.values.entries}
    if site.values.open:
        for name in site.parsed.names:
            values.setdefault(name, StandIn(preview.unknown(f"{{{name}}}")))
        if not site.parsed.names:
            values[MoreEntries(preview.perhaps(_MORE))] = ""
    return {name: value for name, value in values.items() if value is not None}


def _quoted(site: Site, kept: str) -> Arguments:
    """Values for `str.format`, percent-encoded."""
    entries = tuple(KeyedValue(entry.key, quoted(entry.value, kept)) for entry in site.values.entries)
    numbered = tuple(KeyedValue("", quoted(item, kept)) for item in site.numbered.items)
    return Arguments(numbered, KeyedValues(entries))


# Values --------------------------------------------------------------------------------------------------------------


def _by_role(role: str, value: Value, preview: Preview) -> Any:
    if role == "query" and isinstance(value, Row) and value.open and (pairs := _pairs(value, preview)) is not None:
        return pairs
    # That headers come from headers says nothing.
    found = client_value(value, preview, key="" if role == "headers" else role)
    if role == "auth" and isinstance(found, list):
        return tuple(found)
    if role in _TUPLES and isinstance(found, Mapping):
        return {name: tuple(item) if isinstance(item, list) else item for name, item in found.items()}
    return found


def _pairs(value: Row, preview: Preview) -> list[Any] | None:
    """The pairs of a list that begins with those that are known; None if it is not one of pairs."""
    if value.once or value.rest is None or not all(map(_is_pair, value.items)):
        return None
    more = value.rest.options if isinstance(value.rest, Either) else (value.rest,)
    pairs = [each for each in more if isinstance(each, Row) and _is_pair(each)]
    if not value.items and not pairs:
        return None
    named = [_perhaps_given(each, preview) for each in pairs]
    rest = [[MoreEntries(preview.perhaps(_MORE)), None]] if len(pairs) < len(more) else []
    return [*(client_value(item, preview) for item in value.items), *named, *rest]


def _is_pair(value: Value) -> bool:
    """Whether it is a name that is known, and a value."""
    if not isinstance(value, Row) or value.open or len(value.items) != 2:  # noqa: PLR2004 - a pair
        return False
    return isinstance(value.items[0], Text) and value.items[0].known is not None


def _perhaps_given(pair: Row, preview: Preview) -> list[Any]:
    key, value = client_value(pair.items[0], preview), pair.items[1]
    return [key, MaybeGiven(preview.perhaps(braced(perhaps(value, key)), expression_of(value)))]


def client_value(value: Value, preview: Preview, depth: int = 0, key: str = "") -> Any:  # noqa: PLR0911 - one answer for each kind
    """A value as plain data for a client."""
    if depth > _DEEPEST:
        return StandIn(preview.unknown("…"))
    match value:
        case Text(encoded=encoded):
            shown = text(value, preview)
            return shown.encode() if encoded else shown
        case Constant():
            return value.value
        case KeyedValues():
            found: dict[Any, Any] = {entry.key: _entry(entry, preview, depth) for entry in value.entries}
            return {**found, MoreEntries(preview.perhaps(_MORE)): None} if value.open else found
        case Row() if not value.open and not value.once:
            return [client_value(item, preview, depth + 1, key) for item in value.items]
        case Either(options=[one]):
            return client_value(one, preview, depth, key)
        case Unknown():
            return _of_expression(value, preview, key)
    return StandIn(unknown_value(value, preview, key))


def _entry(entry: KeyedValue, preview: Preview, depth: int = 0) -> Any:
    """Mark a value that may be missing."""
    if entry.maybe:
        return MaybeGiven(preview.perhaps(braced(perhaps(entry.value, entry.key)), expression_of(entry.value)))
    return client_value(entry.value, preview, depth + 1, entry.key)


def _of_expression(value: Unknown, preview: Preview, key: str) -> Any:
    """Bytes literals, and the few library objects that clients look into."""
    expression = value.expression
    with suppress(SyntaxError, ValueError):
        if LITERAL_BYTES.match(expression):
            return ast.literal_eval(expression)
        if (found := _OBJECT.match(expression)) and expression != "open()":  # a file of which nothing is known
            call = ast.parse(expression, mode="eval").body
            # What is made of such an object is another one: `open(path).read()`.
            function = ast.unparse(call.func) if isinstance(call, ast.Call) else ""
            if isinstance(call, ast.Call) and f"{function}(" == found[0]:
                if function.endswith("open"):
                    return _opened(call, preview)
                given = [*call.args, *(each.value for each in call.keywords if each.arg != "encoding")]
                return LibraryObject(function, tuple(_argument(each, preview) for each in given))
    return StandIn(unknown_value(value, preview, key))


def _opened(call: ast.Call, preview: Preview) -> LibraryObject:
    """An open file: its path, or what stands for its name, and its contents, which are unknown."""
    of: ast.expr | None = call.func.value if isinstance(call.func, ast.Attribute) else None
    if of is None or ast.unparse(of) in _OPENING:
        of = next(iter((*call.args, *(each.value for each in call.keywords if each.arg == "file"))), None)
        if isinstance(of, ast.Constant) and isinstance(of.value, str):
            return LibraryObject("open", (of.value, _contents(of.value, preview)))
    if of is None or isinstance(of, ast.Constant):  # a file that was open before: it has no name
        return LibraryObject("open", (None, _contents("a file", preview)))
    name = short_name(ast.unparse(of))
    return LibraryObject("open", (preview.unknown(braced(f"name of {name}")), _contents(name, preview)))


def _contents(name: str, preview: Preview) -> StandIn:
    return StandIn(preview.unknown(braced(f"contents of {name}")))


def _argument(node: ast.expr, preview: Preview) -> Any:
    if isinstance(node, ast.Constant):
        return node.value
    expression = ast.unparse(node)
    return StandIn(preview.unknown(braced(short_name(expression)), expression))


# Values of the types that a client treats in different ways.
_TYPICAL: Final[Mapping[str, tuple[Any, ...]]] = {
    "data": ({"a": "b"}, b"a"),
    "content": (b"a",),
    "files": ({"a": b"b"},),
    "json": (),
}


def with_possible_headers(sent: SentRequest, call: ClientCall, send: Send) -> SentRequest:
    """A request with the headers that it has whatever its body is; others are marked as coming from the body."""
    certain = list(sent.headers)
    is_open = False
    for other in _others(call, send):
        is_open = is_open or set(other.headers) != set(sent.headers)
        certain = [header for header in certain if header in other.headers]
    if not is_open:
        return sent
    is_marked = any(isinstance(name, MoreEntries) for name, _ in certain)
    unknown = [value for role in _TYPICAL if isinstance(value := call.given.get(role), StandIn)]
    marks = () if is_marked else tuple((MoreEntries(value), "") for value in unknown)
    return replace(sent, headers=(*certain, *marks))


def _others(call: ClientCall, send: Send) -> Iterator[SentRequest]:
    """The request for each body that an unknown one may be."""
    for role, typical in _TYPICAL.items():
        value = call.given.get(role)
        if not isinstance(value, StandIn):
            continue
        without = {name: given for name, given in call.given.items() if name != role}
        others = [{**without, role: each} for each in typical]
        for given in [*others, without] if isinstance(value, MaybeGiven) else others:
            with suppress(RefusedCall):
                yield send(replace(call, given=given))
