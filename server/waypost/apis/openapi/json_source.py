"""JSON with places. The standard parser reads it; places are looked up later, and only for faults."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from waypost.apis.openapi.text import Offsets, Pointer, UnreadableDocument
from waypost.text import Span

_SPACE = re.compile(r"[ \t\r\n\ufeff]*")
_LONG_NUMBER = re.compile(r"-?[0-9]{4301,}")
_Wanted = dict[str | int, "_Wanted"]


class JsonSource:
    """A parsed JSON text."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._offsets = Offsets(text)
        self._decoder = json.JSONDecoder(strict=False)
        try:
            self.value: Any = self._decoder.decode(text.removeprefix("\ufeff"))
        except json.JSONDecodeError as error:
            at = error.pos + text.startswith("\ufeff")
            raise UnreadableDocument(self._offsets.span(at, at + 1), f"not valid JSON: {error.msg}") from None
        except ValueError:  # more digits than Python reads
            number = _LONG_NUMBER.search(text)
            at = number.start() if number is not None else 0
            raise UnreadableDocument(self._offsets.span(at, at + 1), "a number has too many digits") from None
        except RecursionError:
            raise UnreadableDocument(self._offsets.span(0, 1), "the document is nested too deeply to be read") from None

    def line(self, offset: int) -> int:
        return self._offsets.line(offset)

    def spans(self, pointers: Sequence[Pointer]) -> Mapping[Pointer, Span]:
        """Find all places in one pass over the text."""
        wanted: _Wanted = {}
        for pointer in pointers:
            level = wanted
            for key in pointer:
                level = level.setdefault(key, {})
        places = dict(self._walk(self._skip(0), wanted, ()))
        return {pointer: self._offsets.span(*_nearest(places, pointer)) for pointer in pointers}

    def _walk(self, start: int, wanted: _Wanted, pointer: Pointer) -> Iterator[tuple[Pointer, tuple[int, int]]]:
        missing = set(wanted)
        for key, shown, at in self._members(start):
            if key not in missing:
                continue
            missing.discard(key)
            plain = self._text[at] not in "{["
            yield (*pointer, key), (at, self._end(at)) if plain else shown
            yield from self._walk(at, wanted[key], (*pointer, key))
            if not missing:
                return

    def _members(self, start: int) -> Iterator[tuple[str | int, tuple[int, int], int]]:
        """The key, its place, and the start of the value, for each member of the value at `start`."""
        text, opening, at, number = self._text, self._text[start], start + 1, 0
        while opening in "{[":
            at = self._skip(at)
            if text[at] in "}]":
                return
            key: str | int = number
            shown = (at, at + 1)
            if opening == "{":
                key, end = self._decoder.raw_decode(text, at)
                shown, at = (at, end), self._skip(self._skip(end) + 1)
            yield key, shown, at
            at = self._skip(self._end(at))
            number += 1
            if text[at] != ",":
                return
            at += 1

    def _end(self, at: int) -> int:
        return self._decoder.raw_decode(self._text, at)[1]

    def _skip(self, at: int) -> int:
        found = _SPACE.match(self._text, at)
        return found.end() if found else at


def _nearest(places: Mapping[Pointer, tuple[int, int]], pointer: Pointer) -> tuple[int, int]:
    """The place of a value, or of the innermost existing one around it."""
    while pointer:
        if pointer in places:
            return places[pointer]
        pointer = pointer[:-1]
    return 0, 1
