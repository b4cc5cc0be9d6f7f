"""The text of a document: the byte offsets of its characters, and why it could not be read."""

from waypost.text import Span

# The path to a value from the root of its file.
Pointer = tuple[str | int, ...]


class UnreadableDocument(Exception):  # noqa: N818 - what a document is, not a failure of ours
    """A text that is not JSON or YAML."""

    def __init__(self, span: Span, message: str) -> None:
        super().__init__(message)
        self.span = span
        self.message = message


class Offsets:
    """Byte offsets of characters."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._plain = text.isascii()

    def span(self, start: int, end: int) -> Span:
        return Span(self._byte(start), self._byte(end))

    def line(self, offset: int) -> int:
        """The line of a byte, counted from 1."""
        return self._text.encode("utf-8", "surrogatepass").count(b"\n", 0, offset) + 1

    def _byte(self, at: int) -> int:
        return min(at, len(self._text)) if self._plain else len(self._text[:at].encode("utf-8", "surrogatepass"))
