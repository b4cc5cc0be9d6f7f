"""wrong-type: a value that its key does not accept, and how to write what was meant."""

from collections.abc import Sequence
from typing import Final

from waypost.config import edit
from waypost.config.check.finding import Draft, NodeFinding
from waypost.config.model.schema import SchemaNode
from waypost.config.model.wording import expected, kind_of
from waypost.config.parse import Array, Placed, Scalar, ScalarKind, Style, Tree, Value
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
    return NodeFinding("wrong-type", where, message, tuple(_drafts(value, node)))


def _drafts(value: Value, node: SchemaNode) -> Sequence[Draft]:
    if isinstance(value, Scalar):
        return _of_scalar(value, node)
    if isinstance(value, Array) and not value.of_tables:
        return _of_list(value, node)
    return ()


def _of_scalar(value: Scalar, node: SchemaNode) -> Sequence[Draft]:
    if node.is_flag:
        flag = _FLAGS.get(str(value.value).strip().lower())
        return [_replacing(value, flag, f"Change to `{flag}`", preferred=True)] if flag else ()
    if node.is_list and value.is_string:
        return [_around(value, "[", "]", "Change to a list")]
    if node.is_text and not node.enum and value.kind is not ScalarKind.NULL:
        return [_around(value, '"', '"', "Change to a string")]
    return ()


def _of_list(value: Array, node: SchemaNode) -> Sequence[Draft]:
    """A list of words where a table is expected: each word is meant to be accepted."""
    texts = [item.value for item in value.items if isinstance(item, Scalar) and item.is_string]
    if not (node.additional and node.additional.is_text) or len(texts) < len(value.items):
        return ()
    quote = (
        Style.JSON if any(isinstance(item, Scalar) and item.style is Style.JSON for item in value.items) else Style.BARE
    )
    sign = ": " if quote is Style.JSON else " = "
    pairs = ", ".join(f"{edit.key_text(text, quote)}{sign}{edit.string_text(text)}" for text in dict.fromkeys(texts))
    return [_replacing(value, f"{{ {pairs} }}" if pairs else "{}", "Change to a table", preferred=False)]


def _replacing(value: Placed, text: str, title: str, *, preferred: bool) -> Draft:
    def edits(tree: Tree) -> Sequence[Edit]:
        return edit.replace(tree, value, text)

    return Draft(title, edits, preferred)


def _around(value: Scalar, before: str, after: str, title: str) -> Draft:
    def edits(tree: Tree) -> Sequence[Edit]:
        span = tree.span(value)
        return [Edit(span, f"{before}{span.of(tree.source).decode()}{after}")]

    return Draft(title, edits, preferred=True)
