"""Everything in the project that people read, sentence by sentence, with its place."""

import ast
import io
import json
import re
import subprocess
import tokenize
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[2]
# Data, examples with mistakes, and files written by tools.
_LEFT_OUT = re.compile(r"(^|/)(examples|data|node_modules|images|CHANGELOG\.md$|package-lock\.json$|LICENSE$)(/|$)?")
_CODE = re.compile(r"```.*?```|~~~.*?~~~|`[^`\n]*`|\]\([^)]*\)|https?://[^\s)]+|<!--.*?-->", re.DOTALL)
_TS = re.compile(r"//[^\n]*|/\*.*?\*/|\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`", re.DOTALL)


class Prose(NamedTuple):
    """A piece of text for people: where it starts, and its text without code."""

    path: str
    line: int
    text: str


def prose() -> Iterator[Prose]:
    for name in tracked():
        path = ROOT / name
        if not path.is_file() or _LEFT_OUT.search(name):
            continue
        if name.endswith(".py"):
            source = path.read_text("utf-8")
            # The strings of tests are test data, such as sources.
            yield from (
                comments_and_docstrings(name, source) if name.startswith("tests/") else python_prose(name, source)
            )
        elif name.endswith(".md"):
            yield Prose(name, 1, without_code(path.read_text("utf-8")))
        elif name.endswith((".sh", ".yml")) or name == ".ci/run":
            yield from _lines_with_prose(name, path.read_text("utf-8"))
        elif name.endswith((".ts", ".mjs")):
            yield from _typescript_prose(name, path.read_text("utf-8"))
        elif name in ("client-vscode/package.json", "server/waypost/config/model/schema.json"):
            yield from _json_prose(name, json.loads(path.read_text("utf-8")))


def python_prose(name: str, source: str) -> Iterator[Prose]:
    """Comments, docstrings, and strings that are sentences."""
    yield from _comments(name, source)
    inside = _parts_of_sentences(tree := ast.parse(source))
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and (" " in node.value.strip() or id(node) in inside)
        ):
            yield Prose(name, node.lineno, without_code(node.value))


def comments_and_docstrings(name: str, source: str) -> Iterator[Prose]:
    yield from _comments(name, source)
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            text = ast.get_docstring(node, clean=False)
            if text is not None:
                yield Prose(name, node.body[0].lineno, without_code(text))


def without_code(text: str) -> str:
    """The text with code, addresses and targets of links replaced, line for line."""
    return _CODE.sub(lambda found: re.sub(r"[^\n]", "\N{MIDDLE DOT}", found[0]), text)


def tracked() -> list[str]:
    done = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return sorted(set(done.stdout.splitlines()))


def _comments(name: str, source: str) -> Iterator[Prose]:
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT and "noqa" not in token.string and "type: ignore" not in token.string:
            yield Prose(name, token.start[0], without_code(token.string))


def _parts_of_sentences(tree: ast.AST) -> set[int]:
    return {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}


def _typescript_prose(name: str, source: str) -> Iterator[Prose]:
    for found in _TS.finditer(source):
        text = found[0]
        if text.startswith("/") or " " in text.strip("\"'` "):
            yield Prose(name, source.count("\n", 0, found.start()) + 1, without_code(re.sub(r"^`|`$", "", text)))


def _lines_with_prose(name: str, source: str) -> Iterator[Prose]:
    """Comments, and the titles of steps."""
    for number, line in enumerate(source.splitlines(), 1):
        found = re.search(r"(?:^|\s)#\s(.+)|^\s*(?:begin |-? ?name: |description: )(.+)", line)
        if found:
            yield Prose(name, number, without_code(found[1] or found[2]))


def _json_prose(name: str, value: Any) -> Iterator[Prose]:
    if isinstance(value, str) and " " in value:
        yield Prose(name, 1, without_code(value))
    elif isinstance(value, dict):
        for each in value.values():
            yield from _json_prose(name, each)
    elif isinstance(value, list):
        for each in value:
            yield from _json_prose(name, each)
