"""Whether a condition is true, as far as the text shows it."""

import re
from collections.abc import Callable, Mapping
from typing import Final

from tree_sitter import Node

from waypost.routes.evaluate.interface import Evaluation
from waypost.routes.model.values import (
    Arguments,
    Class,
    Constant,
    Either,
    Function,
    Instance,
    KeyedValues,
    Method,
    Reference,
    Row,
    Text,
    TextPiece,
    Thing,
    Unknown,
    Value,
    either,
    options_of,
)
from waypost.routes.syntax.tree import field, text

# Annotations of values that are not None; what is declared with a class is more often None all the same.
_NEVER_NONE: Final = frozenset(("int", "str", "float", "bool", "bytes", "UUID", "uuid.UUID"))
# Those of values that count as false only if they are zero, which nobody gives as an id.
_NUMBERS: Final = frozenset(("int", "UUID", "uuid.UUID"))

_IS_NONE: Final = re.compile(r"(?P<name>\w+)\s+is\s+(?P<not>not\s+)?None")

# The types that values which are written out may have, by their names. A flag is also an integer: not asked here.
_TYPES: Final[Mapping[str, str]] = {
    **{name: name for name in ("str", "dict", "list", "tuple")},
    **dict.fromkeys(("six.string_types", "six.text_type", "builtins.str"), "str"),
}


def truth(flow: Evaluation, node: Node | None) -> bool | None:
    """Whether a condition is true; None if that is known only at run time."""
    while node is not None and node.type == "parenthesized_expression" and node.named_children:
        node = node.named_children[0]
    if node is None:
        return None
    if node.type == "not_operator":
        return _denied(flow, node)
    if node.type == "comparison_operator":
        return _compared(flow, node)
    if node.type == "boolean_operator":
        return _both_or_either(flow, node)
    value = flow.evaluate(node)
    is_number = isinstance(value, Unknown) and value.annotation in _NUMBERS
    return True if is_number and _is_of_caller(flow, node, value) else truth_of(value)


def _is_of_caller(flow: Evaluation, node: Node, value: Value) -> bool:
    """`if user_id:` asks whether a caller gives one, and this caller passes on the one that it must be given."""
    if flow.outer is None or node.type != "identifier" or not isinstance(value, Unknown):
        return False
    return value.parameter and value.required


def is_never_none(value: Value) -> bool:
    """Whether an unknown value is declared as something that None is not."""
    return isinstance(value, Unknown) and value.annotation in _NEVER_NONE


def _is_given(flow: Evaluation, node: Node, value: Value) -> bool:
    """`if user_id is None:` of what this caller must be given, and does not declare as anything else."""
    return _is_of_caller(flow, node, value) and isinstance(value, Unknown) and not value.annotation


def _denied(flow: Evaluation, node: Node) -> bool | None:
    """`not` in a loop, however many there are."""
    times, inner = 0, node
    while inner.type == "not_operator" and (argument := field(inner, "argument")) is not None:
        times, inner = times + 1, argument
    answer = truth(flow, inner) if inner.type != "not_operator" else None
    return None if answer is None else answer is (times % 2 == 0)


def _both_or_either(flow: Evaluation, node: Node) -> bool | None:
    """Down the left side in a loop: there may be thousands of conditions."""
    decides = _is_or(node)
    sides: list[Node | None] = [node]
    while (left := sides[-1]) is not None and left.type == "boolean_operator" and _is_or(left) is decides:
        sides[-1:] = [field(left, "right"), field(left, "left")]
    answers = {truth(flow, each) for each in reversed(sides)}
    return decides if decides in answers else None if None in answers else not decides


def _is_or(node: Node) -> bool:
    return any(child.type == "or" for child in node.children)


def truth_of(value: Value) -> bool | None:  # noqa: PLR0911 - one answer for each kind of value
    """Whether a value is true."""
    match value:
        case Text():
            return bool(value.known) if value.known is not None else True if value.marked.strip() else None
        case Constant():
            return bool(value.value)
        case Either():
            answers = {truth_of(option) for option in value.options}
            return answers.pop() if len(answers) == 1 else None
        case Function() | Class():
            return True
        case KeyedValues():
            sure = any(not entry.maybe for entry in value.entries)
            return True if sure else None if value.open or value.entries else False
        case Row():
            return True if value.items else None if value.open else False
    return None


def _compared(flow: Evaluation, node: Node) -> bool | None:
    """`x is None`, `method == "GET"`, `"?" in path` and their opposites."""
    sign = " ".join(text(child) for child in node.children if not child.is_named)
    operands = [flow.evaluate(child) for child in node.named_children]
    if len(operands) != 2 or (found := _COMPARED.get(sign)) is None:  # noqa: PLR2004 - left and right
        return None
    compare, expected = found
    if compare is _is and _is_nothing(operands[1]) and _is_given(flow, node.named_children[0], operands[0]):
        return not expected
    answers = {compare(left, right) for left in options_of(operands[0]) for right in options_of(operands[1])}
    answer = answers.pop() if len(answers) == 1 else None
    return None if answer is None else answer is expected


def _is_nothing(value: Value) -> bool:
    return isinstance(value, Constant) and value.value is None


def _is(left: Value, right: Value) -> bool | None:
    nothing = _is_nothing(right)
    if nothing and is_never_none(left):
        return False
    if isinstance(left, Unknown | Either | Reference | Method | Instance) or not nothing:
        return None  # an object's type may come only from an annotation, which says little about None
    if (isinstance(left, Thing) and not left.whole) or (isinstance(left, Row) and left.rest is not None):
        return None
    return _is_nothing(left)


def given_where(flow: Evaluation, condition: Node | None, *, holds: bool) -> dict[str, Value]:
    """The names that may be None before a condition, but not where it holds, or does not: `if path is None: return`."""
    found: dict[str, Value] = {}
    waiting = [(condition, holds)] if condition is not None else []
    while waiting:
        part, is_true = waiting.pop()
        name = ""
        match part.type:
            case "parenthesized_expression":
                waiting += [(child, is_true) for child in part.named_children]
            case "not_operator" if (argument := field(part, "argument")) is not None:
                waiting.append((argument, not is_true))
            case "boolean_operator" if _is_or(part) is not is_true:
                waiting += [(child, is_true) for child in part.named_children]
            case "identifier" if is_true:
                name = text(part)
            case "named_expression" if is_true and (bound := field(part, "name")) is not None:
                name = text(bound)
            case "comparison_operator" if (asked := _IS_NONE.fullmatch(text(part))) is not None:
                name = asked["name"] if bool(asked["not"]) is is_true else ""
        options = options_of(flow.env[name]) if name in flow.env else ()
        if len(options) > 1 and any(map(_is_nothing, options)):
            found[name] = either(*(each for each in options if not _is_nothing(each)))
    return found


def is_of_type(arguments: Arguments) -> Constant | None:
    """`isinstance(value, type)`, for values that are written out and the types that these have."""
    value, given = (arguments.at(index, None) for index in range(2))
    if value is None or given is None or (own := _type_of(value.value)) is None:
        return None
    asked = given.value.items if isinstance(given.value, Row) and not given.value.open else (given.value,)
    names = {_TYPES.get(each.name) if isinstance(each, Reference) else None for each in asked}
    return Constant(own in names) if own in names or None not in names else None


def _type_of(value: Value) -> str | None:
    match value:
        case Text():
            return "str"
        case KeyedValues():
            return "dict"
        case Constant(value=None | bool() | int() | float()):
            return type(value.value).__name__
    return None


def same(left: Value, right: Value) -> bool | None:
    """Whether two values are equal."""
    first, second = _plain(left), _plain(right)
    return None if first is _UNKNOWN or second is _UNKNOWN else first == second


def _holds(left: Value, right: Value) -> bool | None:
    """Whether `left in right`."""
    one = _plain(left)
    if isinstance(right, Text) and isinstance(one, str):
        return (
            True if any(one in part.text for part in right.parts if isinstance(part, TextPiece)) else _lacks(right, one)
        )
    if isinstance(right, Row) and not right.open and one is not _UNKNOWN:
        items = [_plain(item) for item in right.items]
        return True if one in items else None if _UNKNOWN in items else False
    if isinstance(right, KeyedValues) and isinstance(one, str):
        entry = right.by_key.get(one)
        return None if (entry is None and right.open) or (entry is not None and entry.maybe) else entry is not None
    return None


def _lacks(holder: Text, one: str) -> bool | None:
    """A text without unknown parts lacks what its pieces lack; a value in a path contains no question mark."""
    return False if holder.known is not None or one == "?" else None


_UNKNOWN: Final = object()


def _plain(value: Value) -> object:
    if isinstance(value, Text) and value.known is not None:
        return value.known
    return value.value if isinstance(value, Constant) else _UNKNOWN


_COMPARED: Final[Mapping[str, tuple[Callable[[Value, Value], bool | None], bool]]] = {
    "is": (_is, True),
    "is not": (_is, False),
    "==": (same, True),
    "!=": (same, False),
    "in": (_holds, True),
    "not in": (_holds, False),
}
