"""wrong-type: a value that its key does not accept, and how to write what was meant."""

from collections.abc import Sequence
from typing import Final

from waypost.config import edit
from waypost.config.check.finding import Draft, NodeFinding
from waypost.config.model.engines import is_whole
from waypost.config.model.schema import SchemaNode
from waypost.config.model.wording import expected, kind_of
from waypost.config.parse import Array, Placed, Scalar, ScalarKind, Tree, Value
from waypost.results import Edit

_FLAGS: Final = {
    "true": "true",
    "yes": "true",
    "on": "true",
    "1": "true",
    "false": "false",
    "no": "false",
    "off": "false",
    "0": "false",
}


def wrong_type(value: Value, node: SchemaNode, where: Placed, name: str, *, is_item: bool = False) -> NodeFinding:
    """The finding for a value that does not fit `node`."""
    wanted = "a list of strings; this item is" if is_item else f"{expected(node)}, not"
    message = f"`{name}` must be {wanted} {kind_of(value)}"
    return NodeFinding(
        "wrong-type", where, message, tuple(_of_scalar(value, node) if isinstance(value, Scalar) else ())
    )


def is_list_of_words(value: Value, node: SchemaNode) -> bool:
    """Whether there is a list of texts where a table of words is expected: each of them is meant to be accepted."""
    is_words = node.additional is not None and node.additional.is_text
    return (
        is_words
        and isinstance(value, Array)
        and not value.of_tables
        and value.closed
        and all(map(_is_text, value.items))
    )


def _is_text(value: Value) -> bool:
    return isinstance(value, Scalar) and value.is_string and is_whole(value)


def _of_scalar(value: Scalar, node: SchemaNode) -> Sequence[Draft]:
    if node.is_flag:
        flag = _FLAGS.get(str(value.value).strip().lower())
        return [_replacing(value, flag, f"Change to `{flag}`", preferred=True)] if flag else ()
    if node.is_list and value.is_string:
        return [_around(value, "[", "]", "Change to a list")]
    if node.is_text and not node.enum and value.kind is not ScalarKind.NULL:
        return [_around(value, '"', '"', "Change to a string")]
    return ()


def _replacing(value: Placed, text: str, title: str, *, preferred: bool) -> Draft:
    def edits(tree: Tree) -> Sequence[Edit]:
        return edit.replace(tree, value, text)

    return Draft(title, edits, preferred)


def _around(value: Scalar, before: str, after: str, title: str) -> Draft:
    def edits(tree: Tree) -> Sequence[Edit]:
        span = tree.span(value)
        return [Edit(span, f"{before}{span.of(tree.source).decode()}{after}")]

    return Draft(title, edits, preferred=True)
