"""Parsing a configuration: TOML or JSON into one tree with positions, however incomplete the text is."""

from waypost.config.parse.json_reader import JsonTree
from waypost.config.parse.nodes import (
    Array,
    Bad,
    CursorPlace,
    Entry,
    Form,
    Key,
    Member,
    Missing,
    Placed,
    PlacePart,
    Scalar,
    ScalarKind,
    SourcePiece,
    Statement,
    Style,
    Table,
    Value,
    plain,
)
from waypost.config.parse.toml_tree import TomlTree
from waypost.config.parse.tree import SyntaxFault, Tree
from waypost.workspace.homes import Syntax

__all__ = [
    "Array",
    "Bad",
    "CursorPlace",
    "Entry",
    "Form",
    "Key",
    "Member",
    "Missing",
    "PlacePart",
    "Placed",
    "Scalar",
    "ScalarKind",
    "SourcePiece",
    "Statement",
    "Style",
    "Syntax",
    "SyntaxFault",
    "Table",
    "Tree",
    "Value",
    "parse",
    "plain",
]


def parse(source: bytes, syntax: Syntax) -> Tree:
    """The tree of a document. Never fails: syntax errors are in `errors`."""
    return TomlTree.of(source) if syntax is Syntax.TOML else JsonTree.of(source)
