"""The text of an OpenAPI document as plain values, and the places of values in it."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from waypost.apis.openapi.cursor import Pointer
from waypost.text import Span


class UnreadableDocument(Exception):  # noqa: N818 - what a document is, not a failure of ours
    """Text that is neither JSON nor YAML."""

    def __init__(self, span: Span, message: str) -> None:
        super().__init__(message)
        self.span = span
        self.message = message


# Bytes that are not UTF-8, as they are decoded; three that are half of a surrogate pair are one character in an editor.
_MALFORMED = re.compile("[\udc80-\udcff]")
_HALF = re.compile("\udced[\udca0-\udcbf][\udc80-\udcbf]")


class DocumentSource(Protocol):
    """A document's value and where its parts stand."""

    @property
    def value(self) -> Any: ...

    def spans(self, pointers: Sequence[Pointer]) -> Mapping[Pointer, Span]:
        """The bytes of each value, of a mapping's or list's key, of what should hold what is not there."""
        ...


class Offsets:
    """Byte offsets of characters."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._plain = text.isascii()

    def span(self, start: int, end: int) -> Span:
        return Span(self._byte(start), self._byte(end))

    def _byte(self, at: int) -> int:
        return min(at, len(self._text)) if self._plain else len(self._text[:at].encode("utf-8", "surrogatepass"))


def read_source(source: bytes) -> DocumentSource:
    """JSON where the text looks like it, else YAML, each loaded when it is met; raises `Unreadable`."""
    text = source.decode("utf-8", "surrogateescape")
    text = _MALFORMED.sub("?", _HALF.sub("\ufffd", text))  # byte for byte, so that places stay right
    if text.lstrip("\ufeff \t\r\n").startswith(("{", "[")):
        from waypost.apis.openapi.json_source import JsonSource

        return JsonSource(text)
    from waypost.apis.openapi.yaml_source import YamlSource

    return YamlSource(text)
