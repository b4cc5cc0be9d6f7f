"""Where a document is not UTF-8: typos cannot read such a file at all."""

from collections.abc import Iterator

from waypost.text import Span
from waypost.text.encoding import is_half

_LIMIT = 20


def malformed(source: bytes) -> Iterator[Span]:
    """The first malformed stretches; almost free if there are none."""
    position = 0
    for _ in range(_LIMIT):
        if source.isascii():
            return
        try:
            source[position:].decode()
        except UnicodeDecodeError as error:
            start, end = position + error.start, position + error.end
            if is_half(source[start : start + 3]):
                end = start + 3
            yield Span(start, end)
            position = end
        else:
            return
