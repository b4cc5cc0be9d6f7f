"""The text of an OpenAPI document as plain values, and the places of values in it."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from waypost.apis.openapi.text import Pointer
from waypost.text import Span

# Bytes that are not UTF-8, as they are decoded; three that are half a surrogate pair are one character in an editor.
_MALFORMED = re.compile("[\udc80-\udcff]")
_HALF = re.compile("\udced[\udca0-\udcbf][\udc80-\udcbf]")


class DocumentSource(Protocol):
    """A document's value and the places of its parts."""

    @property
    def value(self) -> Any: ...

    def spans(self, pointers: Sequence[Pointer]) -> Mapping[Pointer, Span]:
        """The span of each value: for one in a container, of its key; for a missing one, of what should contain it."""
        ...

    def line(self, offset: int) -> int:
        """The line of a byte, counted from 1."""
        ...


def read_source(source: bytes) -> DocumentSource:
    """JSON if the text looks like it, otherwise YAML, each imported on first use; raises `UnreadableDocument`."""
    text = source.decode("utf-8", "surrogateescape")
    text = _MALFORMED.sub("?", _HALF.sub("\ufffd", text))  # byte for byte, so that places stay right
    if text.lstrip("\ufeff \t\r\n").startswith(("{", "[")):
        from waypost.apis.openapi.json_source import JsonSource

        return JsonSource(text)
    from waypost.apis.openapi.yaml_source import YamlSource

    return YamlSource(text)
