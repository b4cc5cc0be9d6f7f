"""The same source with other line ends, after a wide character, before half-typed code: all of them on one in ten."""

from collections.abc import Iterator
from typing import NamedTuple

from tests.support.budget import is_among_some

# A comment with a character outside the BMP, which only changes offsets when it starts a source.
WIDE_PREFIX = "# \U0001f6a9 é\n"
HALF_TYPED = "\n\ndef later(:\n    requests.get(\n"


class Variant(NamedTuple):
    """A source, and how many lines come before what was written."""

    text: str
    lines_before: int = 0


def variants(text: str, *, comments: bool = True, half_typed: bool = False) -> Iterator[Variant]:
    """The source as it is; if its turn comes, which only depends on its text, with what must change no answer."""
    yield Variant(text)
    if not is_among_some(text):
        return
    yield Variant(text.replace("\n", "\r\n"))
    if comments:
        yield Variant(WIDE_PREFIX + text, 1)
    if half_typed:
        yield Variant(text + HALF_TYPED)
