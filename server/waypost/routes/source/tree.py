"""The syntax tree of a piece of Python, and small questions to its nodes."""

from functools import cache

from tree_sitter import Language, Node, Parser


@cache
def _parser() -> Parser:
    import tree_sitter_python  # noqa: PLC0415 - the grammar is loaded with the first source that needs it

    return Parser(Language(tree_sitter_python.language()))


def parse(source: bytes) -> Node:
    return _parser().parse(source).root_node


def field(node: Node, name: str) -> Node | None:
    return node.child_by_field_name(name)


def text(node: Node) -> str:
    return (node.text or b"").decode("utf-8", "replace")
