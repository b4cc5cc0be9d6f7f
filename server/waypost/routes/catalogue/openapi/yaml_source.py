"""YAML with places.

PyYAML composes a tree of nodes that know where they stand, and shares what an alias repeats instead of copying it.
Scalars are read here, by YAML 1.2's rules: PyYAML's own rules make `no` false and `12:30` a number.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

import yaml

from waypost.routes.catalogue.openapi.cursor import Pointer
from waypost.routes.catalogue.openapi.source import Offsets, Unreadable
from waypost.text import Span

# The parser in C, where PyYAML was built with it.
_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

_DEEPEST = 100
_WORDS = {"": None, "~": None, "null": None, "Null": None, "NULL": None} | {
    spelling: value
    for word, value in (("true", True), ("false", False))
    for spelling in (word, word.title(), word.upper())
}
_INTEGER = re.compile(r"[-+]?[0-9]{1,18}")
_NUMBER = re.compile(r"[-+]?(\.[0-9]{1,30}|[0-9]{1,30}(\.[0-9]{0,30})?)([eE][-+]?[0-9]{1,3})?")


class YamlSource:
    """A composed YAML text."""

    def __init__(self, text: str) -> None:
        self._offsets = Offsets(text)
        self._values: dict[int, Any] = {}
        try:
            self._root = yaml.compose(text, Loader=_Loader)
        except yaml.YAMLError as error:
            raise self._unreadable(error) from None
        except RecursionError:
            raise Unreadable(Span(0, 1), "the document is nested too deeply to be read") from None
        self.value: Any = self._value(self._root, 0) if self._root is not None else None

    def spans(self, pointers: Sequence[Pointer]) -> Mapping[Pointer, Span]:
        return {pointer: self._span(pointer) for pointer in pointers}

    def _span(self, pointer: Pointer) -> Span:
        node, shown = self._root, self._root
        for key in pointer:
            found = _member(node, key)
            if found is None:
                break
            shown, node = found
        if shown is None or shown is self._root:
            return Span(0, 1)
        end = shown.end_mark.index if isinstance(shown, yaml.ScalarNode) else shown.start_mark.index + 1
        return self._offsets.span(shown.start_mark.index, end)

    def _value(self, node: yaml.Node, depth: int) -> Any:
        """The plain value of a node, one and the same for all aliases of it: ten lines cannot become a gigabyte."""
        if isinstance(node, yaml.ScalarNode):
            return _scalar(node)
        if id(node) in self._values:
            return self._values[id(node)]
        if depth > _DEEPEST:
            raise Unreadable(
                self._offsets.span(node.start_mark.index, node.start_mark.index + 1),
                "the document is nested too deeply to be read",
            )
        if isinstance(node, yaml.SequenceNode):
            items: list[Any] = []
            self._values[id(node)] = items
            items.extend(self._value(each, depth + 1) for each in node.value)
            return items
        members: dict[str, Any] = {}
        self._values[id(node)] = members
        self._fill(members, node, depth)
        return members

    def _fill(self, members: dict[str, Any], node: yaml.Node, depth: int) -> None:
        merged: dict[str, Any] = {}
        for key, each in node.value:
            value = self._value(each, depth + 1)
            if isinstance(key, yaml.ScalarNode) and key.value == "<<" and key.style is None:
                parts = value if isinstance(value, list) else [value]
                for part in parts:
                    merged = (part if isinstance(part, dict) else {}) | merged
            elif isinstance(key, yaml.ScalarNode):
                members[key.value] = value
        for name, value in merged.items():
            members.setdefault(name, value)

    def _unreadable(self, error: yaml.YAMLError) -> Unreadable:
        mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
        said = getattr(error, "problem", None) or str(error).partition("\n")[0]
        start = mark.index if mark else 0
        return Unreadable(self._offsets.span(start, start + 1), f"this is no valid YAML: {said}")


def _member(node: yaml.Node | None, key: str | int) -> tuple[yaml.Node, yaml.Node] | None:
    """What to show for a member, and its value."""
    if isinstance(node, yaml.SequenceNode) and isinstance(key, int) and key < len(node.value):
        return node.value[key], node.value[key]
    if isinstance(node, yaml.MappingNode):
        for name, value in node.value:
            if isinstance(name, yaml.ScalarNode) and name.value == key:
                return (value if isinstance(value, yaml.ScalarNode) and value.value else name), value
    return None


def _scalar(node: yaml.ScalarNode) -> Any:
    text: str = node.value
    if node.style:
        return text
    if text in _WORDS:
        return _WORDS[text]
    if _INTEGER.fullmatch(text):
        return int(text)
    return float(text) if _NUMBER.fullmatch(text) else text
