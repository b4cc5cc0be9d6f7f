"""The same program written in another way: with more comments and docstrings, or with other names for its variables.

Both leave every answer as it is, but for the lines and the names that are shown.
"""

import ast
import re
import symtable
from collections.abc import Iterator, Sequence
from itertools import chain
from random import Random
from typing import Final, NamedTuple

from tree_sitter import Node

from waypost.routes.syntax.tree import parse

_LONG: Final = "It is sent as it is, whatever is written about it in the many words of this comment. " * 6
_WORDS: Final = (
    "A word.",
    _LONG,
    "requests.put('https://comment.example/' + path)",
    "global BASE; BASE = None",
    "self.path = None; del self.path",
    'SETTINGS["base"] = value; TABLE.clear()',
)
# Names that mean something to readers, and one that does not.
_NAMES: Final = ("url", "method", "data", "client", "path", "thing")
# With these, a name of a variable can be seen.
_SEES_NAMES: Final = frozenset(("locals", "vars", "eval", "exec", "dir", "globals"))


class Commented(NamedTuple):
    """A source with more comments, and for each of its lines the one that it was; lines count from one."""

    text: str
    lines: Sequence[int]


def commented(text: str, random: Random, share: float = 0.3) -> Commented:
    """With comments and docstrings that contain words, and code of its own."""
    own = [line.strip() for line in text.splitlines() if re.fullmatch(r"\s*[\w.\[\]'\" ]+ = [^#\\]+", line)]
    before: dict[int, list[str]] = {}
    for line, column, is_docstring in _gaps(ast.parse(text), text.splitlines()):
        if random.random() < share:
            words = random.choice((*_WORDS, *own[:20]))
            made = _docstring(words) if is_docstring else f"# {words}"
            before.setdefault(line, []).append(" " * column + made)
    made, lines = list[str](), [0]
    for number, line in enumerate(text.splitlines(keepends=True), 1):
        for each in before.get(number, ()):
            made.append(each + "\n")
            lines.append(number)
        made.append(line)
        lines.append(number)
    return Commented("".join(made), lines)


def _docstring(words: str) -> str:
    return "r'''" + words.replace("'''", "") + ".'''"


def _gaps(tree: ast.Module, lines: Sequence[str]) -> Iterator[tuple[int, int, bool]]:
    """Where a comment may stand, and where a docstring: before the statement that starts a line, and its column."""
    for node in ast.walk(tree):
        for name in ("body", "orelse", "finalbody"):
            body = getattr(node, name, None)
            for index, statement in enumerate(body if isinstance(body, list) else ()):
                first = min([statement.lineno, *(each.lineno for each in getattr(statement, "decorator_list", ()))])
                start = lines[first - 1]
                if start[: statement.col_offset].strip() or start.strip().startswith("@") != (first < statement.lineno):
                    continue
                if index == 0 and name == "body" and _may_have_docstring(node) and not _is_docstring(statement):
                    yield first, statement.col_offset, True
                yield first, statement.col_offset, False


def _may_have_docstring(node: ast.AST) -> bool:
    return isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)


def _is_docstring(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant | ast.JoinedStr)


def renamed(texts: Sequence[str], random: Random, share: float = 0.5) -> list[str]:
    """Sources of one program with other names for variables and parameters of functions, as far as nobody sees them."""
    trees = [parse(text.encode()) for text in texts]
    named = set(chain.from_iterable(map(_seen, trees)))
    taken = {word for text in texts for word in re.findall(r"\w+", text)}
    made = []
    for text, tree in zip(texts, trees, strict=True):
        source = text.encode()
        places: dict[int, tuple[int, str]] = {}
        for table, name in _variables(symtable.symtable(text, "x.py", "exec")):
            if name in named or named & _SEES_NAMES or random.random() >= share:
                continue
            new = random.choice([f"{name}_too", *(each for each in _NAMES if each not in taken)])
            taken.add(new)
            for node in _identifiers(_function_at(tree, table.get_lineno()), name):
                places[node.start_byte] = (node.end_byte, new)
        for start in sorted(places, reverse=True):
            end, new = places[start]
            source = source[:start] + new.encode() + source[end:]
        made.append(source.decode())
    return made


def _seen(tree: Node) -> Iterator[str]:
    """Names that a program uses as more than a variable's: as a keyword, in a string; and functions that see names."""
    for node in _nodes(tree):
        if node.type == "keyword_argument":
            yield _text(node.child_by_field_name("name"))
        elif node.type == "string_content":
            yield from re.findall(r"\w+", _text(node))
        elif node.type == "call":
            yield _text(node.child_by_field_name("function"))


def _variables(top: symtable.SymbolTable) -> Iterator[tuple[symtable.SymbolTable, str]]:
    """The variables of each function that no function within it has, too."""
    waiting = [top]
    while waiting:
        table = waiting.pop()
        waiting += table.get_children()
        if not isinstance(table, symtable.Function) or table.get_name() in {
            "lambda",
            "genexpr",
            "listcomp",
            "dictcomp",
        }:
            continue
        for symbol in table.get_symbols():
            name = symbol.get_name()
            is_own = symbol.is_local() and not (
                symbol.is_imported() or symbol.is_namespace() or symbol.is_declared_global()
            )
            is_plain = name not in {"self", "cls"} and not name.startswith(("_", "."))
            if is_own and is_plain and not any(_binds(each, name) for each in table.get_children()):
                yield table, name


def _binds(table: symtable.SymbolTable, name: str) -> bool:
    if isinstance(table, symtable.Class):
        return True  # its names are those of its objects
    found = name in table.get_identifiers() and table.lookup(name).is_local()
    return found or any(_binds(each, name) for each in table.get_children())


def _function_at(tree: Node, line: int) -> Node | None:
    """The function whose `def` or first decorator is in a line."""
    for node in _nodes(tree):
        if node.type == "function_definition":
            parent = node.parent
            starts = {node.start_point[0] + 1}
            if parent is not None and parent.type == "decorated_definition":
                starts.add(parent.start_point[0] + 1)
            if line in starts:
                return node
    return None


def _identifiers(function: Node | None, name: str) -> Iterator[Node]:
    """The places of a variable in its function; not in its defaults, decorators and annotations, which are outside."""
    if function is None:
        return
    for node in _nodes(function):
        parent = node.parent
        if node.type != "identifier" or _text(node) != name or parent is None:
            continue
        field = next((parent.field_name_for_child(i) for i, each in enumerate(parent.children) if each == node), None)
        if parent.type in {"attribute", "keyword_argument", "function_definition"} and field in {"attribute", "name"}:
            continue
        if not (parent.type in {"default_parameter", "typed_default_parameter"} and field == "value"):
            yield node


def _nodes(root: Node) -> Iterator[Node]:
    waiting = [root]
    while waiting:
        node = waiting.pop()
        yield node
        waiting += reversed(node.children)


def _text(node: Node | None) -> str:
    return (node.text or b"").decode() if node is not None else ""
