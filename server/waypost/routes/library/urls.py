"""URLs in texts of which any part may be unknown: `urllib.parse`, paths, and the URL objects of clients."""

import re
from base64 import b64encode
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from itertools import product
from math import prod
from typing import Final, TypeAlias
from urllib.parse import ParseResult, SplitResult, parse_qsl, quote, quote_plus, urljoin, urlsplit

from waypost.routes.domain.bounds import BOUNDS
from waypost.routes.domain.code import Parameter
from waypost.routes.domain.places import Place
from waypost.routes.domain.values import (
    CHANGED,
    DATA,
    FALSE,
    MISSING,
    NONE,
    TRUE,
    AbstractMachine,
    Choice,
    Constant,
    Entry,
    External,
    HeapObject,
    Hole,
    Iteration,
    Mapping,
    Part,
    Piece,
    Sequence,
    Text,
    Unknown,
    Value,
    choice,
    concatenated,
    cut,
    derived,
    for_each,
    remade,
    text_of,
    unknown,
)
from waypost.routes.library.registry import Answer, Call, models
from waypost.routes.library.texts import alternatives

# One character for each part of a text that is not known.
_MARK: Final = "\ue000"
_SLASH: Final = text_of("/")
# The origin of an address; an unknown one may include the start of the path. In `https://{zone}.example:{port}/x`, what
# is not known is part of a host, or a port; in `https://a.example{x}`, it may be a path.
_ORIGIN: Final = re.compile(
    rf"(?:https?|{_MARK})://[^/?#{_MARK}]*(?=[/?#]|\Z)"
    rf"|https?://(?:[^/?#{_MARK}]|(?<=[/.:@-]){_MARK}|{_MARK}(?=[.:@-]))+(?=[/?#]|\Z)"
    rf"|(?:https?://)?{_MARK}(?![.:@{_MARK}-])"
)
# What joining does more than append: segments and spaces that it removes, a query or a fragment that it keeps or drops.
_RESOLVED: Final = re.compile(r"(?:\A|/)\.{1,2}(?:/|\Z|[?#])|\A(?:\Z|[?#;\0- ])|[\t\r\n]")
_RESOLVED_IN_BASE: Final = re.compile(r"/\.{1,2}(?:/|\Z)|\A[\0- ]|[?#\t\r\n]")
_ABSOLUTE: Final = ("http://", "https://")


# Texts with marks -----------------------------------------------------------------------------------------------------


def _marked(text: Text) -> str:
    return "".join(part.text if isinstance(part, Piece) else _MARK for part in text.pieces)


def _sliced(text: Text, start: int, end: int | None = None) -> Text:
    """Some characters of a text, where an unknown part counts as one."""
    parts: list[Part] = []
    at = 0
    for part in text.pieces:
        size = len(part.text) if isinstance(part, Piece) else 1
        first, last = max(start - at, 0), size if end is None else min(end - at, size)
        if first < last:
            parts.append(cut(part, first, last) if isinstance(part, Piece) else part)
        at += size
    return Text(tuple(parts), text.flags)


def _as_text(value: Value) -> Text | None:
    """A value as it is in a text; nothing for what is none."""
    if isinstance(value, Text):
        return value
    if isinstance(value, Constant) and isinstance(value.value, bytes):
        with suppress(UnicodeDecodeError):
            return Text((Piece(value.value.decode(), value.place, verbatim=False, given=value.given),), value.flags)
    if isinstance(value, Constant | HeapObject | External):
        return None
    return Text((Hole(value),))


def _for_each(run: Callable[..., Value | None], *given: Value) -> Answer:
    """The answers for all alternatives of several texts, if those are not too many."""
    rows = list(product(*map(alternatives, given)))
    if len(rows) > BOUNDS.texts:
        return None
    found: list[Value] = []
    for row in rows:
        texts = [_as_text(each) for each in row]
        made = run(*texts) if None not in texts else None
        if made is None:
            return None
        found.append(made)
    return choice(found)


def _respelt(text: str, *of: Text) -> Text:
    """A known text that was made of others."""
    return remade(_united(*of), text)


def _united(*texts: Value) -> Text:
    made = concatenated(texts)
    assert isinstance(made, Text)
    return made


# Joining --------------------------------------------------------------------------------------------------------------


@models("urllib.parse.urljoin requests.compat.urljoin six.moves.urllib.parse.urljoin", "base, url, allow_fragments=")
def join_urls(call: Call, base: Value, url: Value, allow_fragments: Value | None) -> Answer:
    return _for_each(_joined, base, url) if allow_fragments is None else None


def _joined(base: Text, url: Text) -> Text | None:
    """The URL, as seen from the base; nothing if the unknown parts decide."""
    known, added = base.literal(), url.literal()
    if isinstance(known, str) and isinstance(added, str):
        try:
            made = urljoin(known, added)
        except ValueError:
            return None
        parts = _by_parts(base, url)
        return parts if parts is not None and parts.literal() == made else _respelt(made, base, url)
    return _by_parts(base, url)


def _by_parts(base: Text, url: Text) -> Text | None:
    marked, added = _marked(base), _marked(url)
    if added.startswith(_ABSOLUTE):
        return url
    if added == _MARK and _is_datum(url):
        # It is most likely a whole one, or has all of the path.
        return url
    origin = _ORIGIN.match(marked)
    if origin is None or added.startswith("//") or _RESOLVED.search(added) or _RESOLVED_IN_BASE.search(marked):
        return None
    if added.startswith("/"):
        return _united(_sliced(base, 0, origin.end()), url)
    folder = marked.rfind("/", origin.end())
    if _MARK in marked[max(folder, origin.end()) :]:
        # How much of the base stays, what is unknown at its end decides.
        end = marked.find(_MARK, origin.end())
        start = marked.rfind("/", origin.end(), end) + 1 or origin.end()
        made = _united(_sliced(base, 0, start), *([] if start > origin.end() else [_SLASH]), _some(base, end), url)
    elif folder < 0:
        made = _united(base, _SLASH, url)
    else:
        made = _united(_sliced(base, 0, folder + 1), url)
    # A URL that begins with something unknown may be absolute.
    return made.flagged(CHANGED) if added.startswith(_MARK) and base.beginning() else made  # type: ignore[return-value]


def _is_datum(text: Text) -> bool:
    """Whether a text is something that was sent here: `answer.headers["Location"]`, `answer.json().get("next")`."""
    (part,) = text.pieces
    value = part.value if isinstance(part, Hole) else None
    if not isinstance(value, Unknown):
        return False
    made = value.operands[0] if value.kind == "call" else None
    return value.kind in DATA or (isinstance(made, Unknown) and made.kind == "attribute" and made.name == "get")


def _some(text: Text, at: int) -> Text:
    """Whatever stays of what is unknown at a place, which none of its alternatives is."""
    (part,) = _sliced(text, at, at + 1).pieces
    assert isinstance(part, Hole)
    return Text((part._replace(value=unknown(part.shown), spec=""),))


@models("posixpath.join os.path.join")
def join_paths(call: Call) -> Answer:
    arguments = call.arguments
    given = [entry.value for entry in arguments.positional]
    if arguments.more is not None or arguments.keywords or not given:
        return None
    # What else there may be of it is joined to that, unless it begins with a slash.
    rest = () if arguments.rest is None else (unknown(arguments.rest.name),)
    return _for_each(_joined_paths, *given, *rest)


def _joined_paths(*texts: Text) -> Text:
    made: list[Value] = []
    flags = 0
    for text in texts:
        marked = _marked(text)
        if marked.startswith("/"):
            made = []
        elif made:
            last = _marked(made[-1]) if isinstance(made[-1], Text) else ""
            made += [_SLASH] if last and not last.endswith("/") else []
            # What begins with something unknown may begin with a slash.
            flags |= CHANGED if marked.startswith(_MARK) else 0
        made.append(text)
        made = made if marked or len(made) > 1 else []
    united = _united(*made)
    return Text(united.pieces, united.flags | flags)


# Quoting and queries --------------------------------------------------------------------------------------------------

_PAIR: Final = 2
_QUOTERS: Final = {"quote": (quote, "/"), "quote_plus": (quote_plus, "")}


@models(
    "urllib.parse.quote urllib.parse.quote_plus requests.utils.quote requests.compat.quote requests.compat.quote_plus "
    "six.moves.urllib.parse.quote six.moves.urllib.parse.quote_plus",
    "string, safe=",
)
def quoted(call: Call, string: Value, safe: Value | None) -> Answer:
    encode, kept = _QUOTERS[call.last]
    given = safe.literal() if safe is not None else kept
    if not isinstance(given, str):
        return None
    return _for_each(lambda text: _encoded(text, partial(encode, safe=given)), string)


def _encoded(text: Text, encode: Callable[[str], str]) -> Text | None:
    """A text whose known parts are written in another way."""
    parts: list[Part] = []
    for part in text.pieces:
        if isinstance(part, Hole):
            parts.append(part)
            continue
        try:
            made = encode(part.text)
        except UnicodeEncodeError:
            return None
        parts.append(part if made == part.text else part._replace(text=made, verbatim=False))
    return Text(tuple(parts), text.flags)


@models(
    "urllib.parse.urlencode requests.compat.urlencode six.moves.urllib.parse.urlencode",
    "query, doseq=, safe=, encoding=, errors=, quote_via=",
)
def encoded_query(call: Call, query: Value, doseq: Value | None, safe: Value | None, **more: Value | None) -> Answer:
    via = more["quote_via"]
    name = "quote_plus" if via is None else via.dotted.rpartition(".")[2] if isinstance(via, External) else ""
    kept = safe.literal() if safe is not None else ""
    in_items = doseq.literal() if doseq is not None else False
    pairs = _pairs(call.machine, query)
    pairs = pairs if pairs is not None else _first_pairs(call.machine, query)
    is_plain = isinstance(kept, str) and in_items is not MISSING and more["encoding"] is None and more["errors"] is None
    if pairs is None or name not in _QUOTERS or not is_plain:
        return None
    return _query(call.machine, pairs, partial(_QUOTERS[name][0], safe=kept), in_items=bool(in_items))


# A query that stays as it is written if it is read and written again.
_REWRITTEN: Final = re.compile(rf"(?:[\w.~{_MARK}-]+=[\w.~+{_MARK}-]*(?:&(?!\Z)|\Z))*", re.ASCII)


@models("tornado.httputil.url_concat", "url, args")
def with_arguments(call: Call, url: Value, args: Value) -> Answer:
    """A URL with more in its query, which is written anew."""
    if args.literal() is None:
        return url
    pairs = _pairs(call.machine, args)
    more = _query(call.machine, pairs, quote_plus, in_items=False) if pairs is not None else None
    if more is None and pairs is None and not args.textual:
        more = Text((Hole(args if isinstance(args, Unknown) else derived("model", "…", args)),))
    return _for_each(partial(_concatenated, more=more), url) if more is not None else None


def _concatenated(url: Text, *, more: Text) -> Text | None:
    before, sign, query = _marked(url).partition("?")
    if "#" in before + query or not _REWRITTEN.fullmatch(query):
        return None
    if not more.pieces:
        return url if query or not sign else _sliced(url, 0, len(before))
    return _united(url, text_of("&" if query else "" if sign else "?"), more)


def _pairs(m: AbstractMachine, query: Value) -> list[tuple[Value, Value]] | None:
    """The keys and values of a query, if all keys are known; a value that is perhaps there is one, or empty."""
    if isinstance(query, Mapping):
        if query.open:
            return None
        found = [(key, query.read(key)) for key, _ in query.entries()]
        return [(_literal(key), _if_there(key, entry)) for key, entry in found if entry is not None]
    items = query.known_items() if isinstance(query, Sequence) else None
    rows = [each.iterate(m).known for each in items or ()]
    if items is None or any(row is None or len(row) != _PAIR for row in rows):
        return None
    return [(row[0], row[1]) for row in rows if row is not None]


def _first_pairs(m: AbstractMachine, query: Value) -> list[tuple[Value, Value]] | None:
    """The same of a list that begins with known pairs; others that may follow are perhaps there, once or more often."""
    if not isinstance(query, Sequence) or query.items.rest is None:
        return None
    more = query.items.rest.options()
    rows = [each.iterate(m).known or () for each in (*query.items.known, *more)]
    keys = [row[0].literal() if len(row) == _PAIR else None for row in rows]
    if not all(isinstance(key, str) for key in keys):
        return None
    first = len(query.items.known)
    found = [(row[0], row[1]) for row in rows[:first]]
    return [*found, *((row[0], _if_there(row[0].literal(), Entry(row[1], maybe=True))) for row in rows[first:])]


def _if_there(key: object, entry: Entry) -> Value:
    """A value that may be left out together with its key, as `key={key?}`."""
    if not entry.maybe:
        return entry.value
    is_any = isinstance(entry.value, Unknown)
    return Text((Hole(choice((entry.value if is_any else unknown(str(key)), text_of("")))),))


def _literal(key: object) -> Value:
    return text_of(key) if isinstance(key, str) else Constant(key)


def _query(
    m: AbstractMachine, pairs: Iterable[tuple[Value, Value]], encode: Callable[[str], str], *, in_items: bool
) -> Text | None:
    made: list[Value] = []
    for key, value in pairs:
        name = _written(key, encode)
        for each in _values(m, value, in_items=in_items):
            text = _written(each, encode)
            if name is None or text is None or not name.literal():
                return None
            made += [*([text_of("&")] if made else []), name, text_of("="), text]
    return _united(*made) if made else text_of("")


def _values(m: AbstractMachine, value: Value, *, in_items: bool) -> Iterable[Value]:
    if in_items and isinstance(value, Sequence):
        known = value.known_items()
        return known if known is not None else (derived("each", value.name, value),)
    # Of something that may be a list, each item would be given.
    return (derived("model", value.name, value),) if isinstance(value, HeapObject) else (value,)


def _is_perhaps(value: Value) -> bool:
    """Whether it is what stands for a value that may be left out together with its key."""
    hole = value.pieces[0] if isinstance(value, Text) and len(value.pieces) == 1 else None
    options = hole.value.options() if isinstance(hole, Hole) and isinstance(hole.value, Choice) else ()
    return any(each.literal() == "" for each in options)


def _written(value: Value, encode: Callable[[str], str]) -> Text | None:
    if isinstance(value, Text) and _is_perhaps(value):
        return value
    if isinstance(value, Choice):
        found = [_written(each, encode) for each in value.alternatives]
        made = dict(zip(map(id, value.alternatives), found, strict=True))
        return None if None in found else Text((Hole(for_each(value, lambda each: made[id(each)] or each)),))
    if isinstance(value, Constant) and not isinstance(value.value, bytes):
        return Text((Piece(encode(str(value.value)), None, verbatim=False, given=value.given),), value.flags)
    options = alternatives(value)
    if len(options) > 1:
        return _written(choice(options), encode)
    text = _as_text(value)
    return _encoded(text, encode) if text is not None else None


# The parts of a URL ---------------------------------------------------------------------------------------------------

_FIELDS: Final = {"SplitResult": SplitResult._fields, "ParseResult": ParseResult._fields}


class UrlParts(Value):
    """What `urlsplit` and `urlparse` give: the parts of a URL; those that are not known are parts of it."""

    __slots__ = ("given", "kind", "of")
    name = "parts()"

    def __init__(self, kind: str, of: Value, given: dict[str, Value]) -> None:
        self.kind = kind
        self.of = of
        # The parts that are known.
        self.given = given

    def truth(self) -> bool | None:
        return True

    def part(self, name: str) -> Value:
        return self.given.get(name) or derived("attribute", name, self.of)

    def attribute(self, m: AbstractMachine, name: str, place: Place | None = None) -> Value:
        if name in _FIELDS[self.kind]:
            return self.part(name)
        if name in ("geturl", "_replace"):
            return External(f"urllib.parse.{self.kind}.{name}", self)
        return derived("attribute", name, self.of)

    def _row(self) -> Sequence:
        return Sequence([self.part(name) for name in _FIELDS[self.kind]], kind="tuple")

    def item(self, m: AbstractMachine, key: Value, place: Place | None = None) -> Value:
        return self._row().item(m, key, place)

    def iterate(self, m: AbstractMachine) -> Iteration:
        return self._row().iterate(m)


@models("urllib.parse.urlsplit urllib.parse.urlparse requests.compat.urlparse requests.compat.urlsplit", "url")
def split_url(call: Call, url: Value) -> Answer:
    kind = "SplitResult" if call.last == "urlsplit" else "ParseResult"
    return choice([UrlParts(kind, each, _parts_of(each, kind)) for each in alternatives(url)])


def _parts_of(url: Value, kind: str) -> dict[str, Value]:
    literal = url.literal()
    if isinstance(literal, str) and isinstance(url, Text):
        try:
            made = urlsplit(literal)._asdict()
        except ValueError:
            return {}
        if kind == "ParseResult":
            path, sign, parameters = made["path"].rpartition(";")
            if sign and "/" not in parameters:
                made |= {"path": path, "params": parameters}
            made.setdefault("params", "")
        return {name: _part(url, text) for name, text in made.items()}
    return _known_parts(url) if isinstance(url, Text) else {}


# A URL of which parts are not known. What stands for one is no sign between the parts.
_SPLIT: Final = re.compile(r"(?P<scheme>https?)://(?P<netloc>[^/?#]+)(?P<path>/[^?#;]*)?(?P<query>\?[^#]*)?(?:#|\Z)")


def _known_parts(url: Text) -> dict[str, Value]:
    """The parts of a URL that are there as it is written: what is not known may have more of them in it."""
    marked = _marked(url)
    found = _SPLIT.match(marked)
    if found is None:
        return {}
    spans = {name: found.span(name) for name in ("netloc", "path", "query") if found[name] is not None}
    flags = 0
    if found["path"] is None and found["netloc"].endswith(_MARK):
        # What is not known may go on with the host, but hardly does behind a known one.
        start, end = spans["netloc"]
        if "." not in found["netloc"]:
            return {}
        spans |= {"netloc": (start, end - 1), "path": (end - 1, end)}
        flags = CHANGED
    query, _ = spans.get("query", (0, 0))
    parts = {name: _sliced(url, start + (start == query), end).flagged(flags) for name, (start, end) in spans.items()}
    return {"scheme": text_of(found["scheme"]), **parts}


def _part(url: Text, text: str) -> Text:
    start = str(url.literal()).find(text)
    return _sliced(url, start, start + len(text)) if text and start >= 0 else _respelt(text, url)


@models("urllib.parse.SplitResult._replace urllib.parse.ParseResult._replace")
def replace_parts(call: Call) -> Answer:
    parts, changed = call.receiver, call.arguments.keywords
    if not isinstance(parts, UrlParts) or call.arguments.open or call.arguments.positional:
        return None
    if not set(changed) <= set(_FIELDS[parts.kind]):
        return None
    return UrlParts(parts.kind, parts.of, parts.given | {name: entry.value for name, entry in changed.items()})


@models("urllib.parse.SplitResult.geturl urllib.parse.ParseResult.geturl", "")
def unite_parts(call: Call) -> Answer:
    return _url_of(call.receiver) if isinstance(call.receiver, UrlParts) else None


@models("urllib.parse.splituser", "host")
def split_user(call: Call, host: Value) -> Answer:
    """What is before `@` in the host of a URL, and what is behind it."""
    text = _as_text(host)
    if text is None or (len(text.pieces) == 1 and text.literal() is MISSING):
        return None
    at = _marked(text).rfind("@")
    none = NONE if text.literal() is not MISSING else derived("model", "user", host)
    return Sequence([_sliced(text, 0, at) if at >= 0 else none, _sliced(text, at + 1)], kind="tuple")


_OF_MADE_HEADERS: Final = "keep_alive=, accept_encoding=, user_agent=, basic_auth=, proxy_basic_auth=, disable_cache="


@models("urllib3.make_headers urllib3.util.make_headers urllib3.util.request.make_headers", _OF_MADE_HEADERS)
def made_headers(call: Call, user_agent: Value | None, basic_auth: Value | None, **more: Value | None) -> Answer:
    """Headers by what they are for."""
    user = basic_auth.literal() if basic_auth is not None else ""
    if any(each is not None for each in more.values()) or not isinstance(user, str):
        return None
    made = Mapping()
    if user_agent is not None:
        made.write(call.machine, "user-agent", Entry(user_agent))
    if basic_auth is not None:
        encoded = b64encode(user.encode("latin-1", "replace")).decode()
        made.write(call.machine, "authorization", Entry(text_of(f"Basic {encoded}")))
    return made


@models("urllib.parse.urlunsplit urllib.parse.urlunparse requests.compat.urlunparse", "components")
def unite(call: Call, components: Value) -> Answer:
    if isinstance(components, UrlParts):
        return _url_of(components)
    kind = "SplitResult" if call.last == "urlunsplit" else "ParseResult"
    items = components.known_items() if isinstance(components, Sequence) else None
    if items is None or len(items) != len(_FIELDS[kind]):
        return None
    given = dict(zip(_FIELDS[kind], items, strict=True))
    whole = _whole(given)
    if whole is None:
        return _url_of(UrlParts(kind, derived("model", "url", components), given))
    # What is before the path is that of another URL, and the path may begin with that one's.
    del given["scheme"], given["netloc"]
    path = _as_text(given["path"])
    first = path.pieces[0] if path is not None and path.pieces else None
    if path is not None and isinstance(first, Hole) and _is_part(first.value, "path", whole):
        given["path"] = Text(path.pieces[1:], path.flags)
        return _url_of(UrlParts(kind, whole, given), begins_with_path=True)
    return _url_of(UrlParts(kind, whole, given))


# The parts before the path, as attributes and as items of the parts of a URL.
_BEFORE_PATH: Final = ("scheme", "netloc", "path")


def _whole(given: dict[str, Value]) -> Value | None:
    """The URL that is not known, whose scheme and host are given."""
    scheme = given["scheme"]
    of = scheme.operands[0] if isinstance(scheme, Unknown) and scheme.operands else None
    is_one = of is not None and all(_is_part(given[name], name, of) for name in ("scheme", "netloc"))
    return of if is_one else None


def _is_part(value: Value, name: str, of: Value) -> bool:
    """Whether a value is a part of a URL that is not known: `parts.netloc`, `parts[1]`."""
    if not isinstance(value, Unknown) or not value.operands or value.operands[0].key() != of.key():
        return False
    if value.kind == "attribute":
        return value.name == name
    return value.kind == "item" and value.operands[1].literal() == _BEFORE_PATH.index(name)


def _url_of(parts: UrlParts, *, begins_with_path: bool = False) -> Answer:
    """The URL of parts, of which any may be unknown, or one of several: those of an unknown URL are that URL."""
    columns = [*map(alternatives, parts.given.values())]
    # Of what many parts may be together, there is more than can be gone through.
    count = prod(map(len, columns))
    if count == 1:
        return _url_of_each(parts, begins_with_path=begins_with_path)
    if count > BOUNDS.texts:
        return None
    each = (UrlParts(parts.kind, parts.of, dict(zip(parts.given, row, strict=True))) for row in product(*columns))
    made = [_url_of_each(one, begins_with_path=begins_with_path) for one in each]
    return choice([one for one in made if one is not None]) if None not in made else None


def _url_of_each(parts: UrlParts, *, begins_with_path: bool) -> Answer:
    texts = {name: _part_text(name, value) for name, value in parts.given.items()}
    given = {name: text for name, text in texts.items() if text is not None}
    if len(given) < len(parts.given):
        return None
    if not given:
        return parts.of
    if len(given) == len(_FIELDS[parts.kind]) and all(each.literal() is not MISSING for each in given.values()):
        return _as_python_unites(parts, given)
    origin, path = _origin(parts, given), given.get("path")
    if origin is None or given.get("params", text_of("")).literal() != "":
        return None
    made: list[Value] = [*origin]
    if path is not None:
        is_apart = not begins_with_path and not _marked(path).startswith(("/", _MARK))
        made += [_SLASH] if path.pieces and is_apart else []
        made.append(path)
    elif "netloc" in given:
        made += [_SLASH, Text((Hole(derived("attribute", "path", parts.of)),))]
    for name, sign in (("query", "?"), ("fragment", "#")):
        if name in given and given[name].pieces:
            made += [text_of(sign), given[name]]
    if ("path" in given or "netloc" in given) and "query" not in given:
        # A query of the URL that is not known stays where it is.
        made += [text_of("?"), Text((Hole(derived("attribute", "query", parts.of)),))]
    return _united(*made)


def _part_text(name: str, value: Value) -> Text | None:
    """A part as a text: without a query, or what follows it, None is as good as nothing."""
    return Text(()) if value.literal() is None and name in ("params", "query", "fragment") else _as_text(value)


def _as_python_unites(parts: UrlParts, texts: dict[str, Text]) -> Value:
    known = {name: str(text.literal()) for name, text in texts.items()}
    made = (ParseResult if parts.kind == "ParseResult" else SplitResult)(**known).geturl()
    return parts.of if made == parts.of.literal() else _respelt(made, *texts.values())


def _origin(parts: UrlParts, texts: dict[str, Text]) -> list[Text] | None:
    """What is before the path; if neither scheme nor host is known, that is the URL itself.

    A URL without a scheme is sent by nobody: one that is not known is there.
    """
    scheme, host = texts.get("scheme"), texts.get("netloc")
    if scheme is None and host is None:
        whole = parts.of if isinstance(parts.of, Unknown) else derived("attribute", "url", parts.of)
        return [Text((Hole(whole),))]
    if scheme is None or not scheme.pieces:
        return None
    host = host if host is not None else Text((Hole(derived("attribute", "netloc", parts.of)),))
    return [scheme, text_of("://"), host] if host.pieces else None


# URL objects ----------------------------------------------------------------------------------------------------------


_YARL: Final = "yarl.URL"
_HTTPX: Final = "httpx.URL"


class Address(Text):
    """A URL object of a client, which never changes: a text with methods of its own."""

    __slots__ = ("of",)
    plain = False

    def __init__(self, of: str, text: Text) -> None:
        super().__init__(text.pieces, text.flags)
        self.of = of

    def facts(self) -> None:
        return None

    def attribute(self, m: AbstractMachine, name: str, place: Place | None = None) -> Value:
        if m.knows(f"{self.of}.{name}"):
            return External(f"{self.of}.{name}", self)
        found = _PARTS[name](self) if name in _PARTS and self.of == _HTTPX else None
        return found if found is not None else derived("attribute", name, self)

    def flagged(self, flags: int) -> Value:
        return self if self.flags | flags == self.flags else Address(self.of, Text(self.pieces, self.flags | flags))

    def as_secret(self) -> Value:
        return Address(self.of, Text(super().as_secret().parts()))

    def item(self, m: AbstractMachine, key: Value, place: Place | None = None) -> Value:
        return derived("item", "url", self, key)

    def binary(self, m: AbstractMachine, operator: str, other: Value, place: Place | None = None) -> Value:
        made: Value | None = None
        if operator == "/" and self.of == _YARL:
            made = _for_each(_divided, self, other)
        elif operator == "%" and self.of == _YARL:
            made = _with_more(m, self, other)
        if made is None:
            return derived("binary", "url", self, other, detail=operator)
        return choice([_address(self.of, each) for each in made.options()])


def _raw_path(url: Text) -> Text | None:
    """The path and the query, as bytes."""
    marked = _marked(url)
    origin = _ORIGIN.match(marked)
    if "#" in marked:
        return None
    if origin is not None and origin[0].endswith(_MARK):
        return _united(Text((Hole(_unknown_path(origin[0], url)),)), _sliced(url, origin.end()))
    return _sliced(url, origin.end() if origin is not None else 0)


def _unknown_path(origin: str, url: Text) -> Value:
    """The beginning of a path that is in what is not known of a URL."""
    return derived("attribute", "raw_path", Text(_sliced(url, 0, len(origin)).pieces))


def _is_relative(url: Text) -> Value | None:
    marked = _marked(url)
    if url.flags or marked.startswith(_MARK):
        # Another one may be given: no branch is decided.
        return None
    return TRUE if re.match(r"[a-z][a-z0-9+.-]*:", marked) is None else FALSE


# What an `httpx.URL` says of itself.
_PARTS: Final[dict[str, Callable[[Text], Value | None]]] = {"raw_path": _raw_path, "is_relative_url": _is_relative}


def _address(of: str, value: Value) -> Value:
    return Address(of, value) if isinstance(value, Text) else value


# Annotations of what is divided by a path: other URL objects have no such operator.
_DECLARED: Final = frozenset(("URL", "furl"))


def declared_address(value: Value) -> Value:
    """A parameter that is declared as a URL object, as one."""
    if not isinstance(value, Unknown) or not isinstance(value.detail, Parameter):
        return value
    names = {each.rpartition(".")[2] for each in value.detail.annotation}
    return Address(_YARL, Text((Hole(value),))) if names & _DECLARED else value


def _divided(url: Text, path: Text) -> Text | None:
    """`url / "path"`: the query goes, and one slash is between."""
    marked, added = _marked(url), _marked(path)
    if (
        added.startswith("/")
        or re.search(r"[?#%:]|(?:\A|/)\.{1,2}(?:/|\Z)", added)
        or not marked.startswith((*_ABSOLUTE, _MARK))
    ):
        return None
    before = _sliced(url, 0, len(re.split(r"[?#]", marked, maxsplit=1)[0].rstrip("/")))
    encoded = _encoded(path, partial(quote, safe="/@:!$&'()*+,;=~"))
    return _united(before, _SLASH, encoded) if encoded is not None else None


# What a URL object leaves as it is: it is not resolved, encoded or lowered.
_PLAIN: Final = re.compile(
    rf"(?:https?://[a-z0-9.{_MARK}-]+(?::[0-9{_MARK}]+)?|{_MARK})(?:/[\w/.~{_MARK}-]*)?(?:\?[\w=&.~{_MARK}-]*)?",
    re.ASCII,
)
# One that another one is joined with.
_RELATIVE: Final = re.compile(r"/?[\w.~-]+(?:/[\w.~-]+)*/?(?:\?[\w=&.~-]*)?", re.ASCII)
_WITH_HOLES: Final = re.compile(rf"/?[\w.~-][\w/.~{_MARK}-]*(?:\?[\w=&.~-]*)?|/{_MARK}[\w/.~{_MARK}-]*", re.ASCII)
_PORTS: Final = re.compile(r"http:[^:]*:80(?![0-9])|https:[^:]*:443(?![0-9])|/\.{1,2}(?:/|\Z)")


@models("yarl.URL", "url=")
def make_address(call: Call, url: Value | None) -> Answer:
    if url is None:
        return None
    made = [_plain_address(call.dotted, each) for each in alternatives(url)]
    return choice([each for each in made if each is not None]) if None not in made else None


@models("httpx.URL", "url=, params=")
def make_httpx_address(call: Call, url: Value | None, params: Value | None) -> Answer:
    """A URL whose query the parameters replace."""
    if url is None:
        return None
    made = [_plain_address(call.dotted, each) for each in alternatives(url)]
    if None in made:
        return None
    found = choice([each for each in made if each is not None])
    given = _parameters(call.machine, params) if params is not None and params.literal() is not None else None
    if params is None or params.literal() is None:
        return found
    return _for_each(lambda text: _with_parameters(text, given), found) if given is not None else None


def _plain_address(of: str, value: Value) -> Value | None:
    text = _as_text(value)
    if text is None or _PORTS.search(_marked(text)):
        return None
    if not _PLAIN.fullmatch(_marked(text)):
        relative = {_YARL: _RELATIVE, _HTTPX: _WITH_HOLES}.get(of)
        return Address(of, text) if relative is not None and relative.fullmatch(_marked(text)) else None
    if of == _YARL and "/" not in _marked(text)[8:] and text.literal() is not MISSING:
        text = _united(text, _SLASH) if text.literal() else text
    return Address(of, text)


@models("yarl.URL.joinpath")
def join_path(call: Call) -> Answer:
    made: Value = call.of
    if call.arguments.open or call.arguments.keywords:
        return None
    for entry in call.arguments.positional:
        made = made.binary(call.machine, "/", entry.value)
    return made


@models("yarl.URL.with_query yarl.URL.update_query yarl.URL.extend_query")
def with_query(call: Call) -> Answer:
    given = call.arguments
    if given.open or len(given.positional) > 1 or bool(given.positional) is bool(given.keywords):
        return None
    query = given.positional[0].value if given.positional else Mapping(dict(given.keywords))
    assert isinstance(call.of, Text)
    if call.last == "with_query":
        return _with_query(call.of, _yarl_pairs(call.machine, query))
    return _with_more(call.machine, call.of, query) if call.last == "update_query" else None


# What a query has as it stands; a blank becomes a plus.
_IN_QUERY: Final = re.compile(r"[\w .~-]*", re.ASCII)


def _yarl_pairs(m: AbstractMachine, query: Value) -> list[tuple[str, Text]] | None:
    """The keys of a query with their texts, if all are plain."""
    found: list[tuple[str, Text]] = []
    pairs = _pairs(m, query) if query.literal() is not None else []
    if pairs is None:
        return None
    for key, value in pairs:
        for each in _values(m, value, in_items=True):
            literal, text = each.literal(), _written(each, quote_plus)
            is_plain = literal is MISSING or (isinstance(literal, str | int | float) and not isinstance(literal, bool))
            known = [key.literal(), *([str(literal)] if literal is not MISSING else _pieces(each))]
            if (
                text is None
                or not is_plain
                or not all(isinstance(one, str) and _IN_QUERY.fullmatch(one) for one in known)
            ):
                return None
            found.append((quote_plus(str(key.literal())), text))
    return found


def _pieces(value: Value) -> list[str]:
    return [part.text for part in value.parts() if isinstance(part, Piece)]


def _with_query(url: Text, pairs: list[tuple[str, Text]] | None) -> Text | None:
    if pairs is None:
        return None
    made: list[Value] = [_sliced(url, 0, len(_marked(url).partition("?")[0]))]
    for index, (key, text) in enumerate(pairs):
        made += [text_of(f"{'&' if index else '?'}{key}="), text]
    return Address(_YARL, _united(*made))


def _with_more(m: AbstractMachine, url: Text, query: Value) -> Text | None:
    """A URL with more in its query, in which each key is once."""
    own = _marked(url).partition("?")[2]
    more = _yarl_pairs(m, query)
    if more is None or _MARK in own or not _marked(url).startswith(_ABSOLUTE):
        return None
    rows = [each.partition("=") for each in own.split("&") if each]
    if any(_is_perhaps(text) and key in {each[0] for each in rows} for key, text in more):
        return None
    keys = [*(key for key, _, _ in rows), *(key for key, _ in more if key not in {each[0] for each in rows})]
    if len(set(keys)) < len(keys) or any(not sign for _, sign, _ in rows):
        return None
    return _with_query(url, list({**{key: text_of(text) for key, _, text in rows}, **dict(more)}.items()))


@models("yarl.URL.with_path", "path")
def with_path(call: Call, path: Value) -> Answer:
    """A URL with another path, and without a query."""
    assert isinstance(call.of, Text)
    if not _marked(call.of).startswith((*_ABSOLUTE, _MARK)):
        return None
    before = _sliced(call.of, 0, len(_marked(call.of).partition("?")[0]))
    made = _for_each(lambda url, path: _with_path(url, _rooted(path)), before, path)
    return choice([_address(_YARL, each) for each in made.options()]) if made is not None else None


def _rooted(path: Text) -> Text:
    """A path that is known to begin without a slash, with one."""
    return path if not path.pieces or _marked(path).startswith(("/", _MARK)) else _united(_SLASH, path)


@models("yarl.URL.with_scheme", "scheme")
def with_scheme(call: Call, scheme: Value) -> Answer:
    """A URL with another scheme; one of which nothing is known at its beginning has that."""
    assert isinstance(call.of, Text)
    marked, literal = _marked(call.of), scheme.literal()
    if not isinstance(literal, str) or not marked.startswith((*_ABSOLUTE, _MARK)) or _PORTS.search(marked):
        return None
    start = marked.find("://")
    return Address(_YARL, _united(text_of(literal), _sliced(call.of, start))) if start >= 0 else call.of


_USUAL_PORTS: Final = {"http": 80, "https": 443}
_SCHEME: Final = re.compile(rf"[a-z]+|{_MARK}")
_HOST: Final = re.compile(rf"[a-z0-9.{_MARK}-]+")


@models("yarl.URL.build", "scheme=, host=, port=, path=, query=")
def build_address(call: Call, query: Value | None, port: Value | None, **given: Value | None) -> Answer:
    """`yarl.URL.build(scheme="http", host=host, port=8123, path="/api")`."""
    scheme, host, path = given["scheme"], given["host"], given["path"]
    if call.arguments.positional or scheme is None or host is None:
        return None
    whole = partial(_built, port=port, pairs=_yarl_pairs(call.machine, query) if query is not None else [])
    made = _for_each(whole, scheme, host, path if path is not None else text_of(""))
    return choice([_address(_YARL, each) for each in made.options()]) if made is not None else None


def _built(
    scheme: Text, host: Text, path: Text, *, port: Value | None, pairs: list[tuple[str, Text]] | None
) -> Text | None:
    behind = _port(port, scheme.literal())
    marked = _marked(path)
    is_plain = _SCHEME.fullmatch(_marked(scheme)) and _HOST.fullmatch(_marked(host)) and not re.search("[%?#]", marked)
    if behind is None or not is_plain or _PORTS.search(marked) or (marked and not marked.startswith(("/", _MARK))):
        return None
    encoded = _encoded(path, partial(quote, safe="/@:!$&'()*+,;=~"))
    return _with_query(_united(scheme, text_of("://"), host, behind, encoded), pairs) if encoded is not None else None


def _port(port: Value | None, scheme: object) -> Text | None:
    """A port with its colon, where it is written; nothing if that depends on what is not known."""
    number = port.literal() if port is not None else None
    if number is None:
        return text_of("")
    if isinstance(number, int):
        may_be_usual = scheme is MISSING and number in _USUAL_PORTS.values()
        is_usual = isinstance(scheme, str) and _USUAL_PORTS.get(scheme) == number
        return None if may_be_usual else text_of("" if is_usual else f":{number}")
    is_one = isinstance(port, Unknown) and number is MISSING
    return Text((Piece(":", None), Hole(port))) if is_one else None  # type: ignore[arg-type]  # it is given


@models("httpx.URL.join yarl.URL.join", "url")
def join_address(call: Call, url: Value) -> Answer:
    made = _for_each(_joined, call.of, url)
    of = call.dotted.removesuffix(".join")
    return choice([_address(of, each) for each in made.options()]) if made is not None else None


# Parameters of httpx --------------------------------------------------------------------------------------------------

# Each key with its texts, as `httpx.QueryParams` keeps them.
_Parameters: TypeAlias = dict[str, list[Value]]


class QueryParams(Mapping):
    """`httpx.QueryParams`: it never changes; its methods make others."""

    __slots__ = ()

    def attribute(self, m: AbstractMachine, name: str, place: Place | None = None) -> Value:
        dotted = f"httpx.QueryParams.{name}"
        return External(dotted, self) if m.knows(dotted) else super().attribute(m, name, place)


def _parameters(m: AbstractMachine, given: Value | None) -> _Parameters | None:
    """The keys and texts of parameters in any form that is known."""
    if given is None or given.literal() is None:
        return {}
    if isinstance(given.literal(), str):
        rows = parse_qsl(str(given.literal()), keep_blank_values=True)
        pairs: list[tuple[Value, Value]] | None = [(text_of(key), text_of(value)) for key, value in rows]
    else:
        pairs = _pairs(m, given)
    if pairs is None:
        return None
    found: _Parameters = {}
    for key, value in pairs:
        name = key.literal()
        texts = [_primitive(each) for each in _values(m, value, in_items=True)]
        if not isinstance(name, str) or None in texts:
            return None
        found.setdefault(name, []).extend(each for each in texts if each is not None)
    return found


def _primitive(value: Value) -> Value | None:
    """A value as httpx writes it."""
    literal = value.literal()
    if literal is None:
        return text_of("")
    if isinstance(literal, bool):
        return text_of(str(literal).lower())
    if isinstance(literal, str | int | float):
        return text_of(str(literal)) if not isinstance(value, Text) else value
    return value if literal is MISSING and not isinstance(value, HeapObject | Choice) else None


def _as_params(found: _Parameters) -> QueryParams:
    return QueryParams({key: Entry(texts[0] if len(texts) == 1 else Sequence(texts)) for key, texts in found.items()})


@models("httpx.QueryParams")
def make_params(call: Call) -> Answer:
    given = call.arguments.at(0, None)
    if call.arguments.open or len(call.arguments.positional) > 1:
        return None
    of = given.value if given is not None else Mapping(dict(call.arguments.keywords))
    found = _parameters(call.machine, of)
    return _as_params(found) if found is not None else None


@models("httpx.QueryParams.add httpx.QueryParams.set", "key, value=")
def change_params(call: Call, key: Value, value: Value | None) -> Answer:
    return _params(_changed(call, _parameters(call.machine, call.of), key, value))


@models("httpx.QueryParams.remove", "key")
def remove_params(call: Call, key: Value) -> Answer:
    return _params(_changed(call, _parameters(call.machine, call.of), key, None))


@models("httpx.QueryParams.merge", "params=")
def merge_params(call: Call, params: Value | None) -> Answer:
    return _params(_merged(_parameters(call.machine, call.of), _parameters(call.machine, params)))


def _params(found: _Parameters | None) -> Answer:
    return _as_params(found) if found is not None else None


def _changed(call: Call, found: _Parameters | None, key: Value, value: Value | None) -> _Parameters | None:
    """Parameters after `add`, `set` or `remove`, whatever is before these words."""
    name, text = key.literal(), _primitive(value) if value is not None else text_of("")
    if found is None or not isinstance(name, str) or text is None:
        return None
    made = dict(found)
    if "remove" in call.last:
        made.pop(name, None)
    else:
        made[name] = [*(made.get(name, ()) if "add" in call.last else ()), text]
    return made


def _merged(found: _Parameters | None, more: _Parameters | None) -> _Parameters | None:
    return {**found, **more} if found is not None and more is not None else None


def _with_parameters(url: Text, found: _Parameters | None) -> Text | None:
    """A URL with these parameters for its query."""
    if found is None:
        return None
    made = _query_of(found)
    before = _sliced(url, 0, len(_marked(url).partition("?")[0]))
    if made is None:
        return None
    return Address("httpx.URL", _united(before, text_of("?"), made) if found else before)


def _query_of(found: _Parameters) -> Text | None:
    rows = [(text_of(key), value) for key, values in found.items() for value in values]
    made: list[Value] = []
    for key, value in rows:
        name, text = _written(key, _encoded_pair), _written(value, _encoded_pair)
        if name is None or text is None:
            return None
        made += [*([text_of("&")] if made else []), name, text_of("="), text]
    return _united(*made)


def _encoded_pair(text: str) -> str:
    return quote_plus(text, safe="~")


def _of_query(call: Call, change: Callable[[_Parameters | None], _Parameters | None]) -> Answer:
    """A URL whose query is changed, if that is known."""

    def changed(url: Text) -> Text | None:
        query = _sliced(url, len(_marked(url).partition("?")[0]) + 1)
        return _with_parameters(url, change(_parameters(call.machine, query if query.pieces else None)))

    return _for_each(changed, call.of)


@models("httpx.URL.copy_add_param httpx.URL.copy_set_param", "key, value=")
def change_param(call: Call, key: Value, value: Value | None) -> Answer:
    return _of_query(call, lambda found: _changed(call, found, key, value))


@models("httpx.URL.copy_remove_param", "key")
def remove_param(call: Call, key: Value) -> Answer:
    return _of_query(call, lambda found: _changed(call, found, key, None))


@models("httpx.URL.copy_merge_params", "params")
def merge_param(call: Call, params: Value) -> Answer:
    more = _parameters(call.machine, params)
    return _of_query(call, lambda found: _merged(found, more))


@models("httpx.URL.copy_with")
def copy_with(call: Call) -> Answer:
    """With another path, or other parameters."""
    given = dict(call.arguments.keywords)
    path, params, raw = given.pop("path", None), given.pop("params", None), given.pop("raw_path", None)
    if given or call.arguments.open or call.arguments.positional or [path, params, raw].count(None) != 2:  # noqa: PLR2004
        return None
    if raw is not None:
        whole = [_with_raw_paths(each, raw.value) for each in alternatives(call.of)]
        return choice([each for each in whole if each is not None]) if None not in whole else None
    if params is not None:
        found = _parameters(call.machine, params.value)
        return _for_each(lambda url: _with_parameters(url, found), call.of)
    made = _for_each(_with_path, call.of, path.value) if path is not None else None
    return choice([_address("httpx.URL", each) for each in made.options()]) if made is not None else None


def _with_raw_paths(value: Value, paths: Value) -> Value | None:
    """A URL with each of some paths; if one is made of its own, not with those that are made of others'."""
    url = _as_text(value)
    own = _raw_path(url) if url is not None else None
    found = [path for each in alternatives(paths) if (path := _as_text(each)) is not None]
    if url is None or own is None or len(found) < len(alternatives(paths)):
        return None
    made = [_with_raw_path(url, each) for each in [each for each in found if _begins_with(each, own)] or found]
    return choice([Address(_HTTPX, each) for each in made if each is not None]) if None not in made else None


def _begins_with(path: Text, own: Text) -> bool:
    return _sliced(path, 0, len(_marked(own))).key() == own.key()


def _with_raw_path(url: Text, path: Text) -> Text | None:
    """A URL with another path and query."""
    origin = _ORIGIN.match(_marked(url))
    if origin is None:
        return None
    first = path.pieces[0] if path.pieces else None
    if isinstance(first, Hole) and first.value.key() == _unknown_path(origin[0], url).key():
        path = _sliced(path, 1)
    return _united(_sliced(url, 0, origin.end()), path)


def _with_path(url: Text, path: Text) -> Text | None:
    """A URL with another path, as plain text."""
    marked, added = _marked(url), _marked(path)
    origin = _ORIGIN.match(marked)
    if origin is None or not re.fullmatch(rf"/[\w/.~{_MARK}-]*", added, re.ASCII):
        return None
    query = marked.find("?")
    end = _sliced(url, query) if query >= 0 else Text(())
    return _united(_sliced(url, 0, origin.end()), path, end)


__all__ = ["Address", "QueryParams", "UrlParts", "declared_address"]
