"""Methods of texts, where parts of them may be unknown."""

import re
from collections.abc import Callable, Iterable
from typing import Any, Final

from waypost.routes.domain.bounds import BOUNDS
from waypost.routes.domain.values import (
    ANY,
    CHANGED,
    MISSING,
    Alternative,
    Arms,
    Choice,
    Constant,
    Hole,
    Part,
    Piece,
    Sequence,
    Text,
    Unknown,
    Value,
    agreed,
    choice,
    concatenated,
    cut,
    derived,
    for_each,
    nameless,
    remade,
    text_of,
    unknown,
)
from waypost.routes.library.formatting import format_mapped, formatted, percent
from waypost.routes.library.registry import Answer, Call, models


def on_texts(run: Callable[..., Answer]) -> Callable[..., Answer]:
    """A model of a method: it is asked of each alternative of a text whose beginning is one of several."""

    def method(call: Call, **given: Value | None) -> Answer:
        of = call.of
        if len(alternatives(of)) == 1:
            return run(call, of, **given) if isinstance(of, Text) else _kept(call, of)

        def of_each(each: Value) -> Value:
            made = run(call, each, **given) if isinstance(each, Text) else _kept(call, each)
            return made if made is not None else derived("model", of.name, of)

        return for_alternatives(of, of_each)

    return method


def _kept(call: Call, of: Value) -> Answer:
    """What is unknown keeps its name when only its notation changes."""
    return of if of.literal() is MISSING and call.last in _SAME else None


_SAME = frozenset(
    [
        "strip",
        "lstrip",
        "rstrip",
        "lower",
        "upper",
        "title",
        "removeprefix",
        "removesuffix",
        "encode",
        "decode",
        "replace",
    ]
)


def alternatives(value: Value) -> tuple[Value, ...]:
    """The texts that a text may be, if holes in it are choices."""
    return tuple(each for each, _ in _cases(value))


def for_alternatives(value: Value, do: Callable[[Value], Value]) -> Value:
    """What is made of each of the texts that a text may be."""
    return choice([do(each).under(arms) for each, arms in _cases(value)])


def _cases(value: Value) -> tuple[Alternative, ...]:
    if not isinstance(value, Text):
        return tuple(value.cases())
    rows: list[tuple[list[Any], Arms]] = [([], ANY)]
    for part in value.pieces:
        chosen = _chosen_in(part) if isinstance(part, Hole) and not part.spec else []
        together = [
            ([*row, *parts], both)
            for row, known in rows
            for parts, arms in chosen
            if (both := agreed(known, arms)) is not None
        ]
        rows = together if 0 < len(together) <= BOUNDS.texts else [([*row, part], arms) for row, arms in rows]
    return tuple((Text(tuple(row), value.flags), arms) for row, arms in rows) if len(rows) > 1 else ((value, ANY),)


def _chosen_in(hole: Hole) -> list[tuple[tuple[Any, ...], Arms]]:
    """The parts that one of several texts puts in the place of a hole."""
    cases = [(each, arms) for each, arms in hole.value.cases() if each.literal() is not None]
    if len(cases) <= 1 or not any(each.textual for each, _ in cases):
        return []
    return [(each.parts() if each.textual else (hole._replace(value=each),), arms) for each, arms in cases]


def _strings(*given: Value | None) -> list[Any] | None:
    """The plain values of arguments, without those that are not given; nothing if one is not known."""
    found = [each.literal() for each in given if each is not None]
    return None if MISSING in found else found


_WIDENING: Final = frozenset(("zfill", "ljust", "rjust", "center", "expandtabs"))


def _makes_long(name: str, literal: str, arguments: list[Any]) -> bool:
    """Whether a method may make a text of more characters than are put together."""
    if name == "replace" and len(arguments) > 1:
        old, new = arguments[:2]
        added = literal.count(old) * (len(new) - len(old)) if isinstance(old, str) and isinstance(new, str) else 0
        return added > BOUNDS.characters
    return name in _WIDENING and any(isinstance(each, int) and each > BOUNDS.characters for each in arguments)


def _plainly(call: Call, text: Text, *given: Value | None) -> Answer:
    """What Python itself says, if everything is known."""
    literal, arguments = text.literal(), _strings(*given)
    if not isinstance(literal, str) or arguments is None or _makes_long(call.last, literal, arguments):
        return None
    try:
        result = getattr(literal, call.last)(*arguments)
    except (TypeError, ValueError, LookupError, OverflowError):
        return None
    if isinstance(result, str):
        return remade(text, result)
    if isinstance(result, (list, tuple)):
        return Sequence([remade(text, each) for each in result], kind=type(result).__name__)
    return Constant(result, text.flags)


# What they do to a character depends on the one before.
_BY_WORDS = ("title", "capitalize")


@models("str.lower str.upper str.title str.capitalize str.casefold str.swapcase", "")
@on_texts
def cased(call: Call, text: Text) -> Answer:
    if text.literal() is not MISSING and call.last in _BY_WORDS:
        return _plainly(call, text)
    inside = [part.value for part in text.pieces if isinstance(part, Hole)]
    if call.last in _BY_WORDS or any(each.textual for each in inside):
        # What is unknown may end a word, or is known in part: the beginning alone is sure.
        first = text.pieces[0]
        start = [_cased(first, call.last)] if isinstance(first, Piece) and call.last not in _BY_WORDS else []
        return Text((*start, Hole(derived("model", f"{call.last}()", text))), text.flags)
    return Text(tuple(_cased(part, call.last) for part in text.pieces), text.flags)


def _cased(part: Part, method: str) -> Part:
    return part._replace(text=getattr(part.text, method)(), verbatim=False) if isinstance(part, Piece) else part


@models("str.strip str.lstrip str.rstrip", "chars=")
@on_texts
def stripped(call: Call, text: Text, chars: Value | None) -> Answer:
    literal = chars.literal() if chars is not None else None
    if literal is MISSING or not (literal is None or isinstance(literal, str)):
        return None
    found = text
    beginning, ending = text.beginning(), text.ending()
    if call.last in ("strip", "lstrip"):
        found = _with_open_start(found.cut_start(len(beginning) - len(beginning.lstrip(literal))), literal)
        ending = found.ending()
    if call.last in ("strip", "rstrip"):
        found = _with_open_end(found.cut_end(len(ending) - len(ending.rstrip(literal))), literal)
    return found


def _with_open_start(text: Text, chars: str | None) -> Text:
    """Without what may be stripped if the unknown part that is first is empty. Slashes stay: nobody writes such."""
    first, second = (*text.pieces[:2], None, None)[:2]
    if not isinstance(first, Hole) or not isinstance(second, Piece):
        return text
    count = len(second.text) - len(second.text.lstrip(chars.replace("/", "") if chars is not None else None))
    return Text((first, *Text(text.pieces[1:]).cut_start(count).pieces), text.flags)


def _with_open_end(text: Text, chars: str | None) -> Text:
    """The same at the other end."""
    before, last = (None, None, *text.pieces[-2:])[-2:]
    if not isinstance(last, Hole) or not isinstance(before, Piece):
        return text
    count = len(before.text) - len(before.text.rstrip(chars.replace("/", "") if chars is not None else None))
    return Text((*Text(text.pieces[:-1]).cut_end(count).pieces, last), text.flags)


@models("str.removeprefix str.removesuffix", "affix")
@on_texts
def removed(call: Call, text: Text, affix: Value) -> Answer:
    literal = affix.literal()
    if not isinstance(literal, str):
        return None
    if call.last == "removeprefix":
        return text.cut_start(len(literal)) if literal and text.beginning().startswith(literal) else text
    return text.cut_end(len(literal)) if literal and text.ending().endswith(literal) else text


@models("str.startswith str.endswith", "affix, start=, end=")
@on_texts
def begins(call: Call, text: Text, affix: Value, start: Value | None, end: Value | None) -> Answer:
    if start is not None or end is not None:
        return _plainly(call, text, affix, start, end)
    wanted = (
        [each.literal() for each in (affix.known_items() or (affix,))]
        if isinstance(affix, Sequence)
        else [affix.literal()]
    )
    found = [_begins(call.last, text, each) for each in wanted]
    if True in found:
        return Constant(value=True, flags=text.flags)
    return None if None in found else Constant(value=False, flags=text.flags)


def _edge(text: Text, *, first: bool) -> str:
    """The first, or last, piece of a text where that says enough, without a look at what follows."""
    piece = text.pieces[0 if first else -1] if text.pieces else None
    if isinstance(piece, Piece) and len(piece.text) > 8:  # noqa: PLR2004 - longer than `https://`
        return piece.text
    return text.beginning() if first else text.ending()


def _begins(name: str, text: Text, wanted: Any) -> bool | None:
    if not isinstance(wanted, str):
        return None
    known = _edge(text, first=name == "startswith")
    if len(known) >= len(wanted) or text.literal() is not MISSING:
        return bool(getattr(known, name)(wanted))
    fits = wanted.startswith(known) if name == "startswith" else wanted.endswith(known)
    return None if fits else False


@models("str.replace", "old, new, count=")
@on_texts
def replaced(call: Call, text: Text, old: Value, new: Value, count: Value | None) -> Answer:
    before, after = old.literal(), new.literal()
    if text.literal() is not MISSING and isinstance(after, str):
        return _plainly(call, text, old, new, count)
    if isinstance(old, Text) and old.beginning() == "{" and old.ending() == "}":
        return with_fields(text)
    if not isinstance(before, str) or not before or count is not None:
        return None
    pieces: list[Value] = []
    for part in text.pieces:
        if isinstance(part, Hole):
            pieces.append(Text((part,)))
            continue
        for index, each in enumerate(part.text.split(before)):
            pieces += [new] if index else []
            pieces.append(Text((part._replace(text=each, verbatim=False),)) if each else Text(()))
    return concatenated(pieces).flagged(text.flags)


_FIELD = re.compile(r"\{(\w+)\}")


def with_fields(text: Text) -> Text:
    """A template, any of whose fields is filled: `path.replace("{" + name + "}", value)`."""
    pieces: list[Part] = []
    for part in text.pieces:
        if isinstance(part, Hole):
            pieces.append(part)
            continue
        end = 0
        for field in _FIELD.finditer(part.text):
            pieces += [cut(part, end, field.start()), Hole(unknown(field[1]), None, "format")]
            end = field.end()
        pieces.append(cut(part, end, len(part.text)))
    return Text(tuple(each for each in pieces if isinstance(each, Hole) or each.text), text.flags)


@models("str.join", "items")
def joined(call: Call, items: Value) -> Answer:
    found: list[Value] = []
    for option in items.options():
        each = option.iterate(call.machine)
        known = each.known
        if known is None:
            known = option.items.known if isinstance(option, Sequence) else ()
            if not known:
                return None
            # There may be no more, or any number.
            rest = option.items.rest if isinstance(option, Sequence) else None
            more = rest if isinstance(rest, Unknown) else unknown(_name_of_more(rest))
            found.append(_end_to_end(call.of, (*known, more)))
        # What others have put into a list may be there always.
        is_doubted = each.known is None and isinstance(option, Sequence) and option.shared
        found.append(_end_to_end(call.of, known).flagged(CHANGED if is_doubted else 0))
    return choice(found)


def _name_of_more(rest: Value | None) -> str:
    """What further items of a list are called: as one of them that has a name."""
    options = rest.options() if rest is not None else ()
    return next((each.name for each in options if isinstance(each, Unknown) and each.name), "more")


def _end_to_end(separator: Value, items: Iterable[Value]) -> Value:
    pieces: list[Value] = []
    for item in items:
        pieces += [separator, item] if pieces else [item]
    return concatenated(pieces) if pieces else text_of("")


@models("str.split str.rsplit str.partition str.rpartition", "sep=, maxsplit=")
@on_texts
def split(call: Call, text: Text, sep: Value | None, maxsplit: Value | None) -> Answer:
    plain = _plainly(call, text, sep, maxsplit)
    if plain is not None or sep is None:
        return plain
    separator = sep.literal()
    if not isinstance(separator, str) or not separator or maxsplit is not None or call.last != "split":
        return None
    found: list[list[Any]] = [[]]
    for part in text.pieces:
        if isinstance(part, Hole):
            found[-1].append(part)
            continue
        for index, each in enumerate(part.text.split(separator)):
            if index:
                found.append([])
            if each:
                found[-1].append(part._replace(text=each, verbatim=False))
    # What is not known may hold the separator: only what stands before it has its place.
    first = next(
        (index for index, parts in enumerate(found) if any(isinstance(part, Hole) for part in parts)), len(found)
    )
    return Sequence([Text(tuple(parts)) for parts in found[:first]], nameless("part"))


@models("str.format")
def format_text(call: Call) -> Answer:
    of = call.of
    options = [each for each in alternatives(of) if isinstance(each, Text)]
    return choice([formatted(call.machine, each, call.arguments) for each in options]) if options else None


@models("str.__mod__", "given")
def percent_text(call: Call, given: Value) -> Answer:
    options = [each for each in alternatives(call.of) if isinstance(each, Text)]
    return choice([percent(call.machine, each, given) for each in options]) if options else None


@models("str.format_map", "mapping")
def format_from(call: Call, mapping: Value) -> Answer:
    return format_mapped(call.machine, call.of, mapping) if isinstance(call.of, Text) else None


@models(
    "str.isdigit str.isalpha str.isalnum str.isnumeric str.isupper str.islower str.isidentifier str.isspace str.zfill "
    "str.find str.rfind str.index str.rindex str.count str.splitlines str.ljust str.rjust str.center str.expandtabs",
    "a=, b=, c=",
)
@on_texts
def plain(call: Call, text: Text, a: Value | None, b: Value | None, c: Value | None) -> Answer:
    return _plainly(call, text, a, b, c)


@models("builtins.str six.text_type", "object=, encoding=, errors=")
def as_text(call: Call, object: Value | None, encoding: Value | None, errors: Value | None) -> Answer:  # noqa: A002 - its name
    if object is None:
        return text_of("")
    if isinstance(object, Constant):
        return Text((Piece(str(object.value), None, verbatim=False, given=object.given),), object.flags)
    if isinstance(object, Choice):
        return for_each(object, lambda each: as_text(call, each, None, None) or each)
    return call.machine.shown(object)


@models("builtins.int builtins.float", "x=, base=")
def as_number(call: Call, x: Value | None, base: Value | None) -> Answer:
    literal = x.literal() if x is not None else 0
    try:
        convert = int if call.last == "int" else float
        return Constant(convert(literal), x.flags if x is not None else 0)
    except (TypeError, ValueError, OverflowError):
        return x


@models("builtins.repr", "object")
def represented(call: Call, object: Value) -> Answer:  # noqa: A002 - its name
    literal = object.literal()
    return remade(object, repr(literal)) if literal is not MISSING else None
