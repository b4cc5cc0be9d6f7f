"""What is written out: strings with the place of every character, numbers, and the short names of expressions."""

import ast
import re
from collections.abc import Iterator
from typing import Any, Final

from tree_sitter import Node

from waypost.routes.domain.places import Place
from waypost.routes.domain.values import Piece
from waypost.shown.names import OF_UUID, name_of_key
from waypost.text.encoding import decode, encode

# What has a place of its own: all of a text, or, if not all of it can be read as it is written, its line ends and
# what is ASCII and what is not.
_RUNS: Final = re.compile(rb".+", re.DOTALL)
_PARTED: Final = re.compile(rb"\r\n?|[^\r\x80-\xff]+|[\x80-\xff]+")


def written(node: Node) -> str:
    return decode(node.text or b"")


def prefix_of(string: Node) -> str:
    """The prefix of a literal, in lower case."""
    start = string.children[0].text or b"" if string.children else b""
    return start.rstrip(b"\"'").decode("ascii", "replace").lower()


def content_pieces(content: Node, at: Place) -> Iterator[Piece]:
    """The pieces of one `string_content`, whose place is given; escapes become pieces of their own."""
    source = content.text or b""
    done = 0
    for child in content.children:
        start = child.start_byte - content.start_byte
        yield from _plain(source[done:start], at, done)
        done = child.end_byte - content.start_byte
        place = at._replace(start=at.start + start, end=at.start + done)
        yield Piece(_unescaped(child), place, verbatim=False)
    yield from _plain(source[done:], at, done)


def _plain(source: bytes, at: Place, offset: int) -> Iterator[Piece]:
    """Text that needs no decoding, except for line ends, which are read as Python reads them."""
    whole = not source or encode(decode(source)) == source
    for run in (_RUNS if b"\r" not in source and whole else _PARTED).finditer(source):
        text = decode(run[0])
        place = at._replace(start=at.start + offset + run.start(), end=at.start + offset + run.end())
        is_end = run[0][:1] == b"\r"
        yield Piece("\n" if is_end else text, place, not is_end and encode(text) == run[0])


def _unescaped(node: Node) -> str:
    text = written(node)
    if node.type == "escape_interpolation":
        return text[0]
    if text[1:2] in ("\n", "\r"):
        return ""
    try:
        return text.encode("latin-1", "backslashreplace").decode("unicode_escape")
    except (UnicodeDecodeError, DeprecationWarning):  # no escape; an error where warnings are
        return text


def number(node: Node) -> Any:
    """A number as Python reads it; nothing if it cannot be read, or is longer than anyone writes."""
    text = written(node)
    try:
        return ast.literal_eval(text) if len(text) < 100 else None  # noqa: PLR2004 - no number in a URL is as long
    except (ValueError, SyntaxError):
        return None


# Methods after which a text keeps its name: `zone.strip("/")` is the zone.
_SAME: Final = frozenset(
    [
        "strip",
        "lstrip",
        "rstrip",
        "lower",
        "upper",
        "title",
        "encode",
        "decode",
        "isoformat",
        "as_posix",
        "removeprefix",
        "removesuffix",
        "format",
        "replace",
    ]
)
# Into how many calls a name is looked for.
_DEEPEST: Final = 20
_WRAPPERS: Final = re.compile(r"(?:\w*_)?(?:quote|encode|escape|str|int)\w*\Z")


def label(at: Node | None) -> str:
    """A short name: `self.owner` → `owner`, `str(user.id)` → `id`, `row["number"]` → `number`.

    What a function makes has none: `self.build(path, True)` → `build()`, `self.build(path)` → `build(path)`.
    """
    node: Node | str | None = at
    # What is nested deeper has no short name: each call of a long chain would look through all calls before it.
    for _ in range(_DEEPEST):
        if not isinstance(node, Node):
            break
        node = _label_or_inner(node)
    return node if isinstance(node, str) else ""


def _label_or_inner(node: Node) -> Node | str | None:
    """The name of an expression, or the one inside it that is called the same."""
    match node.type:
        case "identifier" | "attribute":
            of, name = node.child_by_field_name("object"), label_of_plain(node)
            made = of.child_by_field_name("function") if of is not None and name in OF_UUID else None
            return f"{label_of_plain(made)}()" if made is not None else name
        case "await" | "parenthesized_expression":
            return node.named_children[0] if node.named_children else None
        case "subscript":
            key = node.child_by_field_name("subscript")
            if key is not None and key.type == "string" and written(key)[1:-1].isidentifier():
                return written(key)[1:-1]
            return node.child_by_field_name("value")
        case "call":
            return _label_of_call(node)
        case _:
            return ""


def _label_of_call(node: Node) -> Node | str | None:
    function, given = node.child_by_field_name("function"), node.child_by_field_name("arguments")
    arguments = given.named_children if given is not None and given.type == "argument_list" else []
    name = label_of_plain(function) if function is not None else ""
    key = arguments[0] if arguments and name in ("get", "getenv") else None
    if key is not None and key.type in _KEYS:
        return key
    if key is not None and key.type == "string" and (found := name_of_key(written(key)[1:-1])):
        return found
    if function is not None and function.type == "attribute" and name in _SAME:
        return function.child_by_field_name("object")
    if arguments and (name == "join" or not name or _WRAPPERS.match(name)):
        return arguments[0]
    if len(arguments) == 1 and arguments[0].type in _NAMES:
        return f"{name}({label_of_plain(arguments[0])})"
    # What goes into another call is not called by what was done to it: its value knows better.
    is_given = node.parent is not None and node.parent.type in ("argument_list", "attribute")
    return f"{name}()" if name and not is_given else ""


_NAMES: Final = frozenset(("identifier", "attribute"))
# What a value may be looked up by that says what it is.
_KEYS: Final = _NAMES | {"subscript"}


def label_of_plain(node: Node) -> str:
    """The name in a name or an attribute."""
    name = node.child_by_field_name("attribute") if node.type == "attribute" else node
    return written(name) if name is not None and name.type in _NAMES else ""
