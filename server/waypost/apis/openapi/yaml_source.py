"""YAML with places.

PyYAML (with libyaml, if it was built with it) provides the events; values are built here, for three reasons. Its own
composer recurses in C and crashes the process on deep nesting. The value of an alias must be shared, not copied. And
scalars follow YAML 1.2: PyYAML's rules make `no` false and `12:30` a number.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import yaml

from waypost.apis.openapi.text import Offsets, Pointer, UnreadableDocument
from waypost.cancel import let_others_pass
from waypost.text import Span

_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

_DEEPEST = 100
# Mappings may merge each other, so that a short text could have any number of members.
_MOST_MERGED = 2_000_000
_EVENTS_BETWEEN_CHECKPOINTS = 1_000
_ENDS = frozenset((yaml.SequenceEndEvent, yaml.MappingEndEvent))
_STARTS = frozenset((yaml.SequenceStartEvent, yaml.MappingStartEvent))
_NODES = _STARTS | {yaml.ScalarEvent, yaml.AliasEvent}
_WORDS = {"": None, "~": None, "null": None, "Null": None, "NULL": None} | {
    spelling: value
    for word, value in (("true", True), ("false", False))
    for spelling in (word, word.title(), word.upper())
}
_INTEGER = re.compile(r"[-+]?[0-9]{1,18}")
_NUMBER = re.compile(r"[-+]?(\.[0-9]{1,30}|[0-9]{1,30}(\.[0-9]{0,30})?)([eE][-+]?[0-9]{1,3})?")

_Range = tuple[int, int]
# The place to show for each member of a container: that of a scalar itself, otherwise that of its key.
_Places = dict[str | int, _Range]


@dataclass(slots=True)
class _Frame:
    """A container that is being filled."""

    container: Any
    places: _Places
    # The key whose value comes next, and its place; None for a key that is not text.
    key: str | None = None
    key_range: _Range = (0, 0)
    has_key: bool = False
    merges: bool = False
    merged: list[Any] = field(default_factory=list)

    def add(self, value: Any, place: _Range, scalar: Any) -> None:
        """Add what comes next; `scalar` is its event if it is a scalar."""
        if type(self.container) is list:
            self.places[len(self.container)] = place
            self.container.append(value)
        elif not self.has_key:
            self.has_key, self.key_range = True, place
            self.key = scalar.value if scalar is not None else None
            self.merges = self.key == "<<" and not scalar.style
        else:
            self.has_key = False
            self._set(value, place if scalar is not None and scalar.value else self.key_range)

    def close(self) -> int:
        """Fill in the members from merge keys that the mapping does not have itself; the work that this was."""
        work = 0
        for source in self.merged:
            parts = source if isinstance(source, list) else [source]
            work += len(parts)
            # A mapping is merged once, however often it is named.
            for part in {id(part): part for part in parts if isinstance(part, dict)}.values():
                work += len(part)
                for name, value in part.items() if part is not self.container else ():
                    self.container.setdefault(name, value)
        return work

    def _set(self, value: Any, place: _Range) -> None:
        if self.merges:
            self.merged.append(value)
        elif self.key is not None:
            self.container[self.key] = value
            self.places[self.key] = place


class YamlSource:
    """A parsed YAML text: its first document."""

    def __init__(self, text: str) -> None:
        self._offsets = Offsets(text)
        self._places: dict[int, _Places] = {}
        self._anchors: dict[str, Any] = {}
        self._merged = 0
        self.value: Any = None
        try:
            self._read(yaml.parse(text, Loader=_Loader))
        except yaml.YAMLError as error:
            raise self._unreadable(error) from None

    def line(self, offset: int) -> int:
        return self._offsets.line(offset)

    def spans(self, pointers: Sequence[Pointer]) -> Mapping[Pointer, Span]:
        return {pointer: self._offsets.span(*self._range(pointer)) for pointer in pointers}

    def _range(self, pointer: Pointer) -> _Range:
        """The place of a value, or of the innermost existing one around it."""
        value, found = self.value, (0, 1)
        for key in pointer:
            place = self._places.get(id(value), {}).get(key)
            if place is None:
                break
            found, value = place, value[key]
        return found

    def _read(self, events: Iterator[Any]) -> None:
        stack: list[_Frame] = []
        for number, event in enumerate(events):
            if not number % _EVENTS_BETWEEN_CHECKPOINTS:
                let_others_pass()
            kind = type(event)  # half of the time went into asking for base classes
            if kind in _NODES:
                value, start = self._value(event, kind), event.start_mark.index
                if not stack:
                    self.value = value
                elif kind is yaml.ScalarEvent:
                    stack[-1].add(value, (start, event.end_mark.index), event)
                else:
                    stack[-1].add(value, (start, start + 1), None)
                if kind in _STARTS:
                    stack.append(_Frame(value, self._places.setdefault(id(value), {})))
            elif kind in _ENDS:
                self._close(stack.pop(), event)
            elif kind is yaml.DocumentEndEvent:
                return
            if len(stack) > _DEEPEST:
                raise UnreadableDocument(self._place(event), "the document is nested too deeply to be read")

    def _close(self, frame: _Frame, event: Any) -> None:
        self._merged += frame.close()
        if self._merged > _MOST_MERGED:
            raise UnreadableDocument(self._place(event), "the document merges too much to be read")

    def _value(self, event: Any, kind: type) -> Any:
        if kind is yaml.AliasEvent:
            if event.anchor not in self._anchors:
                raise UnreadableDocument(self._place(event), f"there is no anchor `{event.anchor}` before this")
            return self._anchors[event.anchor]
        value: Any = {} if kind is yaml.MappingStartEvent else []
        if kind is yaml.ScalarEvent:
            value = _scalar(event)
        if event.anchor is not None:
            self._anchors[event.anchor] = value
        return value

    def _place(self, event: Any) -> Span:
        return self._offsets.span(event.start_mark.index, event.start_mark.index + 1)

    def _unreadable(self, error: yaml.YAMLError) -> UnreadableDocument:
        mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
        said = getattr(error, "problem", None) or str(error).partition("\n")[0]
        start = mark.index if mark else 0
        return UnreadableDocument(self._offsets.span(start, start + 1), f"not valid YAML: {said}")


def _scalar(event: yaml.ScalarEvent) -> Any:
    text: str = event.value
    if event.style:
        return text
    if text in _WORDS:
        return _WORDS[text]
    if text[0] not in "+-.0123456789":
        return text
    if _INTEGER.fullmatch(text):
        return int(text)
    return float(text) if _NUMBER.fullmatch(text) else text
