"""The fields of `%` and of `str.format`, filled with values."""

import re
from collections.abc import Callable
from typing import Any, Final

from waypost.routes.domain.bounds import is_wide
from waypost.routes.domain.places import Place
from waypost.routes.domain.values import (
    MISSING,
    AbstractMachine,
    Arguments,
    Choice,
    Hole,
    Mapping,
    Part,
    Piece,
    Sequence,
    Text,
    Value,
    concatenated,
    cut,
    derived,
    for_each,
    nameless,
    remade,
    unknown,
)

_PERCENT: Final = re.compile(r"%(?:%|(?:\((\w+)\))?[-#0 +]*[\d.]*([sdrifxXua]))")
_BRACES: Final = re.compile(r"\{\{|\}\}|\{([^{}!:]*)([^{}]*)\}")
_STEP: Final = re.compile(r"\.(\w+)|\[([^\]]*)\]")


def percent(m: AbstractMachine, template: Text, given: Value) -> Value:
    """`template % given`."""
    items = given.known_items() if isinstance(given, Sequence) and given.kind == "tuple" else None
    count = 0

    def value_of_field(found: re.Match[str]) -> Value:
        nonlocal count
        if found[1]:
            return shown(found[0].replace(f"({found[1]})", ""), given.item(m, Text((Piece(found[1]),))))
        count += 1
        if items is not None:
            return shown(found[0], items[count - 1]) if count <= len(items) else nameless()
        is_one = count == 1 and not (isinstance(given, Sequence) and given.kind == "tuple")
        return shown(found[0], given) if is_one else nameless()

    def shown(field: str, value: Value) -> Value:
        return _for_each(value, lambda each: m.shown(each) if field == "%s" else _converted(field, each))

    return _filled(template, _PERCENT, value_of_field, "%")


def _converted(field: str, value: Value) -> Value:
    """A value as a field with a width, or another type than a text, shows it."""
    if field in ("%s", "%d"):
        return value
    literal = MISSING if is_wide(field) else value.literal()
    if literal is MISSING:
        return unknown(value.name) if _tells(value) else value
    try:
        return remade(value, field % literal)
    except (TypeError, ValueError, OverflowError):
        return unknown(value.name)


def formatted(m: AbstractMachine, template: Text, given: Arguments) -> Value:
    """`template.format(...)`."""
    count = 0

    def value_of_field(found: re.Match[str]) -> Value:
        nonlocal count
        name, *_ = re.split(r"[.\[]", found[1], maxsplit=1)
        if not name or name.isdecimal():
            index = int(name) if name else count
            count += not name
            entry = given.at(index, None)
            value = entry.value if entry is not None else _not_given(str(index), given.rest)
        elif (entry := given.keywords.get(name)) is not None:
            value = entry.value
        else:
            value = given.more.item(m, Text((Piece(name),))) if given.more is not None else derived("missing", name)
        for step in _STEP.finditer(found[1][len(name) :]):
            value = value.attribute(m, step[1]) if step[1] else value.item(m, Text((Piece(step[2]),)))
        if not found[2]:
            return m.shown(value, formatted=True)
        return _for_each(value, lambda each: formatted_by(each, found[2]))

    return _filled(template, _BRACES, value_of_field, "format")


def _not_given(name: str, rest: Value | None) -> Value:
    """A field for which there is no value, unless one of those that are not known is for it."""
    return derived("missing", name) if rest is None else unknown(name)


def format_mapped(m: AbstractMachine, template: Text, mapping: Value) -> Value:
    """`template.format_map(mapping)`."""
    if isinstance(mapping, Mapping):
        named = {key: entry for key, entry in mapping.entries() if isinstance(key, str)}
        return formatted(m, template, Arguments((), named, None, nameless() if mapping.open else None))
    return formatted(m, template, Arguments((), {}, None, mapping))


def _filled(template: Text, fields: re.Pattern[str], value: Callable[[re.Match[str]], Value], form: str) -> Value:
    """A text with a value for each of its fields; holes that it already has stay."""
    pieces: list[Value] = []
    for part in template.pieces:
        if isinstance(part, Hole):
            part.value.literal()  # of a symbol, it is asked
            pieces.append(Text((part,)))
            continue
        at = 0
        for found in fields.finditer(part.text):
            pieces.append(Text((cut(part, at, found.start()),)))
            at = found.end()
            if found[0] in ("{{", "}}", "%%"):
                pieces.append(Text((Piece(found[0][0], None, verbatim=False),)))
            else:
                pieces.append(_inserted(value(found), cut(part, found.start(), found.end()), form))
        pieces.append(Text((cut(part, at, len(part.text)),)))
    kept = [each for each in pieces if not isinstance(each, Text) or any(_says(part) for part in each.pieces)]
    made = concatenated(kept)
    return made.flagged(template.flags)


def _says(part: Part) -> bool:
    return isinstance(part, Hole) or bool(part.text)


def _inserted(value: Value, field: Piece, form: str) -> Value:
    """A value in place of a field."""
    if (
        isinstance(value.parts()[0] if value.parts() else None, Hole)
        and len(value.parts()) == 1
        and not isinstance(value, Text)
    ):
        return Text((Hole(value, field.place, form),))
    return value


def formatted_by(value: Value, spec: str) -> Value:
    """A value with a conversion or a format specification; what is not known keeps its name, and shows nothing else."""
    found = with_spec(value, value.name, None, spec)
    if found.literal() is not MISSING:
        return found.flagged(value.flags)
    return value if spec == "!s" or not _tells(value) else unknown(value.name)


def with_spec(value: Value, label: str, place: Place | None, spec: str) -> Value:
    """A value with a conversion or a format specification, where it is inserted."""
    literal = value.literal()
    conversion, _, form = spec.partition(":")
    if literal is not MISSING and "{" not in form and not is_wide(form):
        conversions: dict[str, Callable[[Any], str]] = {"!r": repr, "!s": str, "!a": ascii}
        convert = conversions.get(conversion)
        try:
            return remade(value, format(convert(literal) if convert is not None else literal, form))
        except (ValueError, TypeError, OverflowError):
            return unknown(label or value.name)
    return Text((Hole(value, place, "f", spec, label),), value.flags_inside)


def _tells(value: Value) -> bool:
    """Whether something of the text of a value is known."""
    return any(isinstance(part, Piece) and part.text for part in value.parts())


def _for_each(value: Value, made: Callable[[Value], Value]) -> Value:
    """What is made of each of the values that a value may be, and of what is not known but its name."""
    part = value.pieces[0] if isinstance(value, Text) and len(value.pieces) == 1 else None
    of = part.value if isinstance(part, Hole) and not part.spec else value
    if isinstance(of, Choice):
        return for_each(of, lambda each: _for_each(each, made))
    return made(value)
