"""A JSON document: one statement, except for plain lines, each of which is a separate one."""

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence

from waypost.config.parse.entries import JsonLine
from waypost.config.parse.json_reader import read_json
from waypost.config.parse.locate import locate_in_root
from waypost.config.parse.nodes import CursorPlace
from waypost.config.parse.tree import Tree, joined
from waypost.text import AppliedEdit
from waypost.workspace.homes import Syntax


class JsonTree(Tree):
    """A JSON document. Its nodes are in one statement, except for plain lines, each of which is a separate one."""

    syntax = Syntax.JSON

    def __init__(self, source: bytes, known: Mapping[int, JsonLine]) -> None:
        self.source = source
        self.root, whole, lines = read_json(source, known)
        self._lines = lines
        self.statements = [whole, *lines.values()]
        self.starts = [0, *lines]
        self._problems = whole.problems

    @classmethod
    def of(cls, source: bytes) -> "JsonTree":
        return cls(source, {})

    def at(self, offset: int) -> CursorPlace:
        return locate_in_root(self, offset, self.statements[0], self.root)

    def updated(self, source: bytes, edits: Sequence[AppliedEdit]) -> "JsonTree":
        if not edits:
            return self
        edit = joined(edits)
        shift = edit.new_end - edit.old_end
        lines = list(self._lines.items())
        before = bisect_right(lines, edit.start, key=_line_end)
        after = bisect_left(self.starts, edit.old_end, 1) - 1
        known: dict[int, JsonLine] = dict(lines[:before])
        known.update((start + shift, line) for start, line in lines[after:])
        return JsonTree(source, known)


def _line_end(line: tuple[int, JsonLine]) -> int:
    return line[0] + len(line[1].text)
