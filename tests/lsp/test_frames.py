"""Input is cut into messages, however the system has split it."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from waypost.lsp.transport import Frames

_HEADERS = st.sampled_from(
    [
        b"Content-Length: %d\r\n\r\n",
        b"content-length:%d\nX: y\n\n",
        b"\r\nContent-Type: x\r\nContent-Length: %d\r\n\r\n",
    ]
)
_FAULTY = st.sampled_from(
    [b"Content-Length: -5\r\n\r\n", b"Rubbish\r\n\r\n", b"Content-Length: 99999999999999\r\n\r\n"]
)
_MESSAGES = st.lists(st.one_of(st.tuples(_HEADERS, st.binary(max_size=40)), _FAULTY), max_size=6)


@given(_MESSAGES, st.lists(st.integers(0, 400)))
def test_messages_are_the_same_however_they_are_cut(messages, cuts) -> None:
    stream = b"".join(each if isinstance(each, bytes) else each[0] % len(each[1]) + each[1] for each in messages)
    faults: list[str] = []
    frames = Frames(faults.append)
    bounds = [0, *sorted(cut for cut in cuts if cut < len(stream)), len(stream)]
    pieces = (stream[start:end] for start, end in pairwise(bounds))
    bodies = [body for piece in pieces for body in frames.feed(piece)]
    assert bodies == [each[1] for each in messages if not isinstance(each, bytes)]
    assert len(faults) == sum(isinstance(each, bytes) for each in messages)


def test_a_line_without_an_end_is_not_collected_for_ever() -> None:
    faults: list[str] = []
    frames = Frames(faults.append)
    for _ in range(100):
        assert list(frames.feed(b"x" * 1_000)) == []
    assert list(frames.feed(b"\r\n\r\nContent-Length: 2\r\n\r\nok")) == [b"ok"]
    assert len(faults) == 1
    assert len(frames._data) == 0
