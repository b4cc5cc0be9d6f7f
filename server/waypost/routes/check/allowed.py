"""Whether a value is one that a parameter allows."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from waypost.apis import Parameter, ParameterPlace
from waypost.apis.operation_text import show
from waypost.routes.model.values import Constant, KeyedValues, Row, Text, Value, options_of
from waypost.text import Span

_MOST_SHOWN = 8
_WORDS = {"true", "false"}


class ValueFault(NamedTuple):
    """What is wrong with a value, and what to write instead of what is written."""

    message: str
    span: Span | None
    written: str = ""
    near: str = ""
    # What to write instead of the whole value; `{}` stands for the value as it is written.
    instead: str = ""


def faults_of(value: Value, parameter: Parameter) -> Iterator[ValueFault]:
    """What is wrong with a value, as far as it is known; with one that may be several, each wrong one once."""
    for option in options_of(value):
        if isinstance(option, Row) and parameter.type.endswith("[]"):
            for item in option.items:
                yield from _scalar_faults(item, parameter, parameter.type.removesuffix("[]"))
        else:
            yield from _scalar_faults(option, parameter, parameter.type)


def _scalar_faults(value: Value, parameter: Parameter, type_: str) -> Iterator[ValueFault]:
    if isinstance(value, Text) and value.known is None:
        return
    found = _not_listed(value, parameter, type_) or _of_another_type(value, parameter, type_)
    if found is not None:
        yield found


def _not_listed(value: Value, parameter: Parameter, type_: str) -> ValueFault | None:
    """A value beside those listed. Comma-separated ones are left alone, and so are patterns of two types."""
    if not parameter.enum or " | " in type_ or type_.endswith("[]"):
        return None
    allowed = [show(each) for each in parameter.enum]
    text = _text(value)
    if text is None or text in allowed or ("," in text and parameter.place is not ParameterPlace.BODY):
        return None
    quoted = [f"`{each}`" for each in allowed]
    choices = listed(quoted, "or") if len(quoted) <= _MOST_SHOWN else ", ".join(quoted[:_MOST_SHOWN]) + ", …"
    message = f"`{parameter.name}` must be {choices}, not `{text}`"
    return ValueFault(message, getattr(value, "span", None), text, _nearest(text, allowed))


def listed(words: Sequence[str], joiner: str) -> str:
    """`a, b or c`."""
    *others, last = words
    return f"{', '.join(others)} {joiner} {last}" if others else last


def _nearest(text: str, allowed: list[str]) -> str:
    from rapidfuzz import process

    found = process.extractOne(text.lower(), allowed, score_cutoff=50)
    return str(found[0]) if found else ""


def _of_another_type(value: Value, parameter: Parameter, type_: str) -> ValueFault | None:
    if not type_ or " | " in type_:
        return None
    given = _type_of(value)
    if given is None or given == type_ or _passes(value, given, type_, parameter):
        return None
    message = f"`{parameter.name}` must be {_article(type_)}, not {_article(given)}"
    return ValueFault(message, getattr(value, "span", None), instead=_converted(value, given, type_))


def _converted(value: Value, given: str, type_: str) -> str:
    """The value as one of the other type, where it plainly is one."""
    text = _text(value) or ""
    if type_.endswith("[]"):
        return "[{}]" if given == type_[:-2] else ""
    match type_:
        case "integer" if text.isdecimal():
            return text
        case "boolean" if text.lower() in _WORDS:
            return text.capitalize()
        case "string" if given in ("integer", "number"):
            return '"{}"'
    return ""


def _passes(value: Value, given: str, type_: str, parameter: Parameter) -> bool:
    """Whether a value of one type does for another: in a url everything is text."""
    if type_ == "number" and given == "integer":
        return True
    if parameter.place is ParameterPlace.BODY:
        # A list of one type is not looked into, and neither is an object.
        return type_.endswith("[]") and given == "array"
    match type_:
        case "string":
            return given in ("integer", "number", "boolean")
        case "boolean":
            return _text(value) in _WORDS
        case "integer" | "number":
            text = (_text(value) or "").lstrip("-")
            return (text.replace(".", "", 1) if type_ == "number" else text).isdigit()
    return type_ in ("array", "object") or type_.endswith("[]")


_TYPES = {str: "string", bool: "boolean", int: "integer", float: "number"}


def _type_of(value: Value) -> str | None:
    """The JSON type of a known value; None is left alone."""
    match value:
        case Text():
            return "string"
        case Constant(value=constant):
            return _TYPES.get(type(constant))
        case Row():
            return "array"
        case KeyedValues():
            return "object"
    return None


def _text(value: Value) -> str | None:
    if isinstance(value, Text):
        return value.known
    if isinstance(value, Constant) and value.value is not None:
        return show(value.value)
    return None


def _article(type_: str) -> str:
    if type_.endswith("[]"):
        return f"a list of {type_[:-2]}s"
    return f"{'an' if type_[0] in 'aeiou' else 'a'} {'list' if type_ == 'array' else type_}".replace(
        "an list", "a list"
    )
