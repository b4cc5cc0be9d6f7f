"""The secrets in the strings of a source: those with the name of one, and those inside of other texts."""

import re
from collections.abc import Callable, Iterator, Mapping
from itertools import takewhile
from typing import Final, NamedTuple, TypeAlias

from tree_sitter import Node

from waypost.routes.syntax.blocks import Block
from waypost.routes.syntax.tree import field, text
from waypost.shown.secrets import gives_secrets, hides, is_secret, secret_of, secrets_in, takes_secrets
from waypost.text import Span

# Around a string, these have the same name as it: `token = ("…" if test else other)`.
_SAME: Final = frozenset(
    (
        *(
            "parenthesized_expression",
            "concatenated_string",
            "conditional_expression",
            "boolean_operator",
            "list",
            "tuple",
        ),
        *("set", "dictionary", "expression_list", "binary_operator", "await", "string", "call"),
    )
)
# Called with the name of a value and what it is without one.
_WITH_DEFAULT: Final = (
    *("get", "getenv", "pop", "setdefault", "getattr", "add", "set", "setattr", "append", "add_header", "config"),
    *("add_argument", "option", "Option", "Argument", "add_option"),
)
_DEFAULTS: Final = ("default", "fallback")
# Called with something to write otherwise, which has the same name, as has what is kept: a field of a class.
_ENCODING: Final = ("b64encode", "urlsafe_b64encode", "standard_b64encode", "encodebytes", "hexlify")
_KEEPING: Final = (
    "field",
    "Field",
    "str",
    "bytes",
    "cast",
    "Header",
    "Cookie",
    "Query",
    "quote",
    "quote_plus",
    *_ENCODING,
)
# What is written out and encoded at once: a key, or a user and a password, and no sentence.
_KEY_LIKE: Final = re.compile(r"(?=.*[A-Za-z])(?=.*[\d:])\S+")
# Called with what nobody else should know: the type of a secret, a hash of one.
_HIDING: Final = (
    *("SecretStr", "SecretBytes", "Secret", "hmac", "md5", "sha1", "sha224", "sha256", "sha384", "sha512", "blake2b"),
    *("hmac.new", "hmac.digest"),
)
# Several strings with such a name are a user and a password; so is one with a colon.
_AUTH: Final = re.compile(r"(?:\w+_)?auth")
# Called with a user and a password, in this order.
_CREDENTIALS: Final = ("HTTPBasicAuth", "HTTPDigestAuth", "HTTPProxyAuth", "BasicAuth", "DigestAuth", "login")
# What names an item, and the result of a call.
_INNER: Final = {"subscript": "subscript", "call": "arguments"}
# Before a value in a URL.
_PARAMETER: Final = re.compile(r"([\w.-]+)=\Z")


class _Around(NamedTuple):
    """What asks whether a value is a secret: the nearest node around it that has a say, and what has one after that."""

    asked: "_Place"
    node: Node
    parent: Node
    further: "_Around | None"


def secrets_of(root: Node) -> Iterator[Span]:
    """Where the strings below a node hold secrets, in bytes of its own text.

    From the top, with what is around: the way up from each string would be as long as a sum of thousands is deep.
    """
    waiting = [(root, _around(root))]
    while waiting:
        node, around = waiting.pop()
        if node.type == "string":
            yield from _in_string(node, around)
        asked = _PLACES.get(node.type)
        same = around if node.type in _SAME else None
        waiting.extend(
            (child, _Around(asked, child, node, around) if asked is not None else same)
            for child in reversed(node.named_children)
        )


def _around(root: Node) -> _Around | None:
    way = [root]
    while (parent := way[-1].parent) is not None and (parent.type in _PLACES or parent.type in _SAME):
        way.append(parent)
    around: _Around | None = None
    for node, parent in zip(way[-2::-1], way[:0:-1], strict=True):
        asked = _PLACES.get(parent.type)
        around = _Around(asked, node, parent, around) if asked is not None else around
    return around


def _in_string(string: Node, around: _Around | None) -> Iterator[Span]:
    contents = [child for child in string.children if child.type == "string_content"]
    if secret_of(whole := "".join(map(text, contents))) and _has_secret_name(around, whole):
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


def _has_secret_name(around: _Around | None, value: str) -> bool:
    """Whether a string is given to something with the name of a secret, or with one that such a value makes one."""
    while around is not None:
        answer = around.asked(around.node, around.parent, value)
        if answer is not None:
            return answer
        around = around.further
    return False


# For each kind of node around a value: whether it is a secret, or None if what is around that node has to say it.


def _of_target(node: Node, parent: Node, value: str) -> bool:
    left = field(parent, "left")
    return left is not None and left != node and _is_given(node, _named(left), value)


def _of_name(_: Node, parent: Node, value: str) -> bool:
    name = field(parent, "name")
    return name is not None and hides(text(name), value)


def _of_return(node: Node, parent: Node, value: str) -> bool:
    """`def get_token(): return "…"`; a table has names of its own."""
    around = parent.parent if node.type != "dictionary" else None
    while around is not None and around.type not in ("function_definition", "lambda", "class_definition"):
        around = around.parent
    name = field(around, "name") if around is not None and around.type == "function_definition" else None
    return name is not None and gives_secrets(text(name)) and hides(text(name), value)


def _of_comparison(node: Node, parent: Node, value: str) -> bool:
    return any(hides(_named(each), value) for each in parent.named_children if each != node and each.type != "string")


def _of_keyword(node: Node, parent: Node, value: str) -> bool | None:
    name = text(field(parent, "name") or parent)
    return True if _is_given(node, name, value) else None if name in _DEFAULTS else False


def _of_pair(node: Node, parent: Node, value: str) -> bool | None:
    key = field(parent, "key")
    if key is None or key == node:
        return False
    return True if hides(_named(key), value) else None


def _of_row(node: Node, parent: Node, value: str) -> bool | None:
    """`("password", "…")`."""
    if parent.named_child_count != 2:  # noqa: PLR2004 - a name and a value
        return None
    items = parent.named_children
    is_pair = items[1] == node and items[0].type == "string"
    return True if is_pair and is_secret(_named(items[0])) and hides(_named(items[0]), value) else None


def _of_interpolation(_: Node, parent: Node, value: str) -> bool | None:
    """`f"?token={tok or '…'}"`."""
    before = parent.prev_sibling
    found = _PARAMETER.search(text(before)) if before is not None and before.type == "string_content" else None
    return True if found is not None and hides(found[1], value) else None


def _of_choice(node: Node, parent: Node, value: str) -> bool | None:
    """What there is without a secret: `token or "…"`, `"…" if test else token`."""
    operator = field(parent, "operator")
    ways = parent.named_children[::2] if parent.type == "conditional_expression" else parent.named_children
    if node not in ways or (operator is not None and operator.type != "or"):
        return None
    others = (each for each in ways if each != node and each.type != "string")
    return True if any(hides(_named(each), value) for each in others) else None


def _of_attribute(node: Node, parent: Node, _: str) -> bool | None:
    """`"…".encode()`."""
    return None if field(parent, "object") == node else False


def _of_argument(node: Node, parent: Node, value: str) -> bool | None:
    function = field(parent.parent, "function") if parent.parent is not None else None
    called = _named(function)
    if called in _CREDENTIALS:
        given = _given(parent)
        return given[-1] == node and len(given) > 1
    whole = text(function) if function is not None else ""
    if called in _HIDING or whole in _HIDING or (takes_secrets(called) and len(_given(parent)) == 1):
        return True
    if called in _ENCODING and _KEY_LIKE.fullmatch(value):
        return True
    if called in _WITH_DEFAULT and (before := _given(parent, node)):
        names = (_named(each).lstrip("-") for each in before if each.type == "string")
        return True if any(hides(each, value) for each in names) else None
    return None if called in _KEEPING or node.type == "keyword_argument" else False


def _given(arguments: Node, before: Node | None = None) -> list[Node]:
    """The arguments of a call, or those before one of them."""
    given = takewhile(lambda each: each != before, arguments.named_children)
    return [each for each in given if each.type != "comment"]


_Place: TypeAlias = Callable[[Node, Node, str], bool | None]
_PLACES: Final[Mapping[str, _Place]] = {
    **dict.fromkeys(("assignment", "augmented_assignment", "for_statement", "for_in_clause"), _of_target),
    **dict.fromkeys(("named_expression", "default_parameter", "typed_default_parameter"), _of_name),
    **dict.fromkeys(("conditional_expression", "boolean_operator"), _of_choice),
    **dict.fromkeys(("tuple", "list"), _of_row),
    "return_statement": _of_return,
    "comparison_operator": _of_comparison,
    "keyword_argument": _of_keyword,
    "pair": _of_pair,
    "interpolation": _of_interpolation,
    "attribute": _of_attribute,
    "argument_list": _of_argument,
}


def _is_given(node: Node, name: str, value: str) -> bool:
    """Whether what has a name is secret: of credentials as they are given to a client, all but a bare name."""
    is_auth = _AUTH.fullmatch(name) is not None and (node.type in ("tuple", "list") or ":" in value)
    return hides(name, value) or is_auth


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
