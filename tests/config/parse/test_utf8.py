"""Where a document is not valid UTF-8."""

import pytest

from waypost.config.parse.tree import malformed


@pytest.mark.parametrize(
    ("source", "pieces"),
    [
        (b"a\xffb", [b"\xff"]),
        ("é\U0001f6a9".encode(), []),
        (b"\xc3\xa9\xed\xa0\xbdx", [b"\xed\xa0\xbd"]),
        (b"\xed\xa0\xbd\xed\xa0", [b"\xed\xa0\xbd", b"\xed", b"\xa0"]),
        (b"a\xf0\x9f\x9a", [b"\xf0\x9f\x9a"]),
    ],
)
def test_half_of_a_surrogate_pair_is_one_piece(source: bytes, pieces: list[bytes]) -> None:
    """Its three bytes are one character to an editor, so no position is between them."""
    assert [span.of(source) for span in malformed(source)] == pieces
