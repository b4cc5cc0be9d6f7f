"""The secrets in the strings of a source: those with the name of one, and those inside of other texts."""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Final

from tree_sitter import Node

from waypost.routes.syntax.blocks import Block
from waypost.routes.syntax.tree import field, nodes_of, text
from waypost.shown.secrets import holds_secrets, is_secret, secret_of, secrets_in
from waypost.text import Span

# Around a string, these have the same name as it: `token = ("…" if test else other)`.
_SAME: Final = (
    *("parenthesized_expression", "concatenated_string", "conditional_expression", "boolean_operator", "list", "tuple"),
    *("set", "dictionary", "expression_list", "binary_operator", "await", "string", "call"),
)
# Called with the name of a value and what it is without one.
_WITH_DEFAULT: Final = (
    *("get", "getenv", "pop", "setdefault", "getattr", "add", "set", "setattr", "append", "add_header", "config"),
)
# Called with something to keep: a field of a class, a secret of a library.
_KEEPING: Final = ("field", "Field", "SecretStr", "Secret", "str", "bytes", "cast", "Header", "Cookie", "Query")
# Called with a user and a password, in this order.
_CREDENTIALS: Final = ("HTTPBasicAuth", "HTTPDigestAuth", "HTTPProxyAuth", "BasicAuth", "DigestAuth", "login")
# What names an item, and the result of a call.
_INNER: Final = {"subscript": "subscript", "call": "arguments"}
# Before a value in a URL.
_PARAMETER: Final = re.compile(r"([\w.-]+)=\Z")


def secrets_of(root: Node) -> Iterator[Span]:
    """Where the strings below a node hold secrets, in bytes of its own text."""
    for node in nodes_of(root):
        if node.type == "string":
            contents = [child for child in node.children if child.type == "string_content"]
            if secret_of("".join(map(text, contents))) and has_secret_name(node):
                yield from (Span(child.start_byte, child.end_byte) for child in contents)
            else:
                yield from (span for child in contents for span in _inside(child))


def secrets_in_block(block: Block) -> tuple[Span, ...]:
    """The same of a block, from its start."""
    return block.derived(_in_block)


def _in_block(block: Block) -> tuple[Span, ...]:
    return tuple(each.shift(-block.prefix) for each in secrets_of(block.root))


def _inside(content: Node) -> Iterator[Span]:
    """The secrets in a text: the password of a URL, a field of a form."""
    written = text(content)
    for start, end in secrets_in(written):
        before = content.start_byte + len(written[:start].encode())
        yield Span(before, before + len(written[start:end].encode()))


def has_secret_name(string: Node) -> bool:
    """Whether a string is given to something with the name of a secret."""
    node, parent = string, string.parent
    while parent is not None:
        asked = _PLACES.get(parent.type)
        answer = asked(node, parent) if asked is not None else None
        if answer is not None:
            return answer
        if asked is None and parent.type not in _SAME:
            return False
        node, parent = parent, parent.parent
    return False


# For each kind of node around a value: whether it is a secret, or None if what is around that node has to say it.


def _of_target(node: Node, parent: Node) -> bool:
    left = field(parent, "left")
    return left is not None and left != node and _is_given(node, _named(left))


def _of_name(_: Node, parent: Node) -> bool:
    name = field(parent, "name")
    return name is not None and holds_secrets(text(name))


def _of_comparison(node: Node, parent: Node) -> bool:
    return any(holds_secrets(_named(each)) for each in parent.named_children if each != node)


def _of_keyword(node: Node, parent: Node) -> bool | None:
    name = text(field(parent, "name") or parent)
    return True if _is_given(node, name) else None if name == "default" else False


def _of_pair(node: Node, parent: Node) -> bool | None:
    key = field(parent, "key")
    if key is None or key == node:
        return False
    return True if holds_secrets(_named(key)) else None


def _of_row(node: Node, parent: Node) -> bool | None:
    """`("password", "…")`."""
    items = parent.named_children
    is_pair = len(items) == 2 and items[1] == node and items[0].type == "string"  # noqa: PLR2004 - a name and a value
    return True if is_pair and is_secret(_named(items[0])) else None


def _of_interpolation(_: Node, parent: Node) -> bool | None:
    """`f"?token={tok or '…'}"`."""
    before = parent.prev_sibling
    found = _PARAMETER.search(text(before)) if before is not None and before.type == "string_content" else None
    return True if found is not None and holds_secrets(found[1]) else None


def _of_choice(node: Node, parent: Node) -> bool | None:
    """What there is without a secret: `token or "…"`, `"…" if test else token`."""
    operator = field(parent, "operator")
    ways = parent.named_children[::2] if parent.type == "conditional_expression" else parent.named_children
    if node not in ways or (operator is not None and operator.type != "or"):
        return None
    return True if any(holds_secrets(_named(each)) for each in ways if each != node) else None


def _of_attribute(node: Node, parent: Node) -> bool | None:
    """`"…".encode()`."""
    return None if field(parent, "object") == node else False


def _of_argument(node: Node, parent: Node) -> bool | None:
    function = field(parent.parent, "function") if parent.parent is not None else None
    called = _named(function)
    given = [each for each in parent.named_children if each.type != "comment"]
    at = given.index(node) if node in given else 0
    if called in _CREDENTIALS:
        return at > 0 and at == len(given) - 1
    if called in _WITH_DEFAULT and at > 0:
        name = next((each for each in given[:at] if each.type == "string"), None)
        return True if name is not None and holds_secrets(_named(name)) else None
    return None if called in _KEEPING or node.type == "keyword_argument" else False


_PLACES: Final[Mapping[str, Callable[[Node, Node], bool | None]]] = {
    **dict.fromkeys(("assignment", "augmented_assignment", "for_statement", "for_in_clause"), _of_target),
    **dict.fromkeys(("named_expression", "default_parameter", "typed_default_parameter"), _of_name),
    **dict.fromkeys(("conditional_expression", "boolean_operator"), _of_choice),
    **dict.fromkeys(("tuple", "list"), _of_row),
    "comparison_operator": _of_comparison,
    "keyword_argument": _of_keyword,
    "pair": _of_pair,
    "interpolation": _of_interpolation,
    "attribute": _of_attribute,
    "argument_list": _of_argument,
}


def _is_given(value: Node, name: str) -> bool:
    """Whether what has a name is secret: of credentials as they are given to a client, all but a bare name."""
    return holds_secrets(name) or (name == "auth" and value.type in ("tuple", "list"))


def _named(node: Node | None) -> str:
    """The last name in a target, a callee or a key; of a call, the text that it is given."""
    while node is not None and node.type in ("subscript", "argument_list", "call"):
        parts = node.named_children
        node = field(node, _INNER[node.type]) if node.type in _INNER else parts[0] if parts else None
    if node is None:
        return ""
    if node.type == "string":
        return "".join(text(child) for child in node.children if child.type == "string_content")
    return text(field(node, "attribute") or node if node.type == "attribute" else node)
