"""Reading a configuration: TOML or JSON to one tree with places, whatever state the text is in."""

from waypost.config.homes import Syntax
from waypost.config.parse.nodes import (
    Array,
    Bad,
    Entry,
    Form,
    Key,
    Member,
    Missing,
    SourcePiece,
    Placed,
    Scalar,
    ScalarKind,
    Statement,
    Style,
    Table,
    Value,
    plain,
)
from waypost.config.parse.place import PlacePart, CursorPlace
from waypost.config.parse.tree import SyntaxFault, JsonTree, TomlTree, Tree

__all__ = [
    "Array",
    "Bad",
    "Entry",
    "SyntaxFault",
    "Form",
    "Key",
    "Member",
    "Missing",
    "PlacePart",
    "SourcePiece",
    "CursorPlace",
    "Placed",
    "Scalar",
    "ScalarKind",
    "Statement",
    "Style",
    "Syntax",
    "Table",
    "Tree",
    "Value",
    "parse",
    "plain",
]


def parse(source: bytes, syntax: Syntax) -> Tree:
    """The tree of a document. Never fails: what is wrong with the text is in `errors`."""
    return TomlTree.of(source) if syntax is Syntax.TOML else JsonTree.of(source)
