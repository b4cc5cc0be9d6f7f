"""Texts, lines and positions, in every unit in which a client may count."""

from unittest.mock import patch

from hypothesis import given
from hypothesis import strategies as st

from tests.support.budget import examples
from waypost.text import Document, Encoding, LineIndex, Position, TextChange, line_index
from waypost.text import document as text_document
from waypost.text.encoding import decode, encode

# What breaks naive code: line ends that the protocol does not know, wide characters, halves of characters.
PIECES = [
    "a",
    "b",
    "\n",
    "\r",
    "\r\n",
    "\x0b",
    "\x0c",
    "\x85",
    "\u2028",
    "\u2029",
    "é",
    "漢",
    "𐐀",
    "\ud83d",
    "\ude00",
    "\ufffd",
]
texts = st.lists(st.sampled_from(PIECES), max_size=14).map("".join)
encodings = st.sampled_from(list(Encoding))


def joined(text: str) -> str:
    """The text in which adjacent halves of a character have become that character."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "surrogatepass")


def document(text: str) -> Document:
    return Document("untitled:x", encode(joined(text)))


def units(text: str, encoding: Encoding) -> int:
    """The length of a text in an encoding's unit, according to the standard library's encoder."""
    codec = {"utf-8": "utf-8", "utf-16": "utf-16-le", "utf-32": "utf-32-le"}[encoding.value]
    width = {"utf-8": 1, "utf-16": 2, "utf-32": 4}[encoding.value]
    return len(text.encode(codec, "surrogatepass")) // width


def protocol_lines(text: str) -> list[str]:
    """Lines as the protocol splits them, character by character."""
    lines, line, index = [], "", 0
    while index < len(text):
        if text[index] in "\r\n":
            index += 2 if text[index : index + 2] == "\r\n" else 1
            lines.append(line)
            line = ""
        else:
            line += text[index]
            index += 1
    return [*lines, line]


def test_lines_end_where_the_protocol_ends_them_and_nowhere_else() -> None:
    text = "a\x0cb\u2028c\x85d\x0be\rf\r\ng\nh"
    made = document(text)
    assert [made.lines.line_bytes(made.source, n).decode() for n in range(len(made.lines))] == protocol_lines(text)


@examples(20)
@given(texts)
def test_any_text_has_the_lines_of_the_protocol(text: str) -> None:
    made = document(text)
    shown = [decode(made.lines.line_bytes(made.source, n)) for n in range(len(made.lines))]
    assert shown == protocol_lines(made.text)


@examples(20)
@given(texts, encodings)
def test_positions_count_in_the_clients_unit_and_come_back(text: str, encoding: Encoding) -> None:
    made = document(text)
    for number, line in enumerate(protocol_lines(made.text)):
        for count in range(len(line) + 1):
            position = Position(number, units(line[:count], encoding))
            offset = made.offset(position, encoding)
            assert made.source[made.lines.start(number) : offset] == encode(line[:count])
            assert made.position(offset, encoding) == position


@examples(20)
@given(texts, encodings, st.integers(-3, 20), st.integers(-3, 40))
def test_any_position_is_drawn_into_the_document(text: str, encoding: Encoding, line: int, character: int) -> None:
    made = document(text)
    offset = made.offset(Position(line, character), encoding)
    assert 0 <= offset <= len(made.source)
    if 0 <= line < len(made.lines):
        assert made.lines.line_at(offset) == line


@examples(20)
@given(texts, st.integers(-3, 80), encodings)
def test_any_offset_has_a_position_at_or_before_it(text: str, offset: int, encoding: Encoding) -> None:
    made = document(text)
    drawn = min(max(offset, 0), len(made.source))
    assert made.offset(made.position(offset, encoding), encoding) <= drawn


edits = st.tuples(st.integers(0, 5), st.integers(0, 8), st.integers(0, 5), st.integers(0, 8), texts)


def _replaced(text: str, change: TextChange, encoding: Encoding) -> str:
    """The edit as the protocol defines it, on lists of characters."""
    if change.start is None or change.end is None:
        return joined(change.text)

    def index(position: Position) -> int:
        start = 0
        for line in protocol_lines(text)[: position.line]:
            start += len(line)
            start += 2 if text[start : start + 2] == "\r\n" else 1
        lines = protocol_lines(text)
        if position.line >= len(lines):
            return len(text)
        line = lines[position.line]
        fits = [count for count in range(len(line) + 1) if units(line[:count], encoding) <= position.character]
        return start + fits[-1]

    begin = index(change.start)
    end = max(begin, index(change.end))
    return joined(text[:begin] + change.text + text[end:])


@examples(20)
@given(texts, encodings, st.lists(edits, max_size=8))
def test_edits_yield_exactly_what_a_fresh_document_holds(text: str, encoding: Encoding, moves: list[tuple]) -> None:
    """Invariant: an incremental edit yields exactly what opening the new text afresh yields."""
    made, expected = document(text), joined(text)
    for from_line, from_character, to_line, to_character, new in moves:
        start, end = sorted([Position(from_line, from_character), Position(to_line, to_character)])
        change = TextChange(joined(new), start, end)
        before = made
        made, [edit] = made.edited([change], encoding, 2)
        expected = _replaced(expected, change, encoding)
        assert made.text == expected
        assert made.source == encode(expected)
        fresh = LineIndex.of(made.source)
        assert [made.lines.start(n) for n in range(len(made.lines))] == [fresh.start(n) for n in range(len(fresh))]
        assert [made.lines.line_at(n) for n in range(len(made.source) + 1)] == [
            fresh.line_at(n) for n in range(len(made.source) + 1)
        ]
        kept = before.source[: edit.start], before.source[edit.old_end :]
        assert made.source == kept[0] + made.source[edit.start : edit.new_end] + kept[1]


def test_changes_of_one_notification_count_positions_one_after_the_other() -> None:
    made = document("one\ntwo\n")
    changes = [TextChange("", Position(0, 0), Position(1, 0)), TextChange("!", Position(0, 3), Position(0, 3))]
    assert made.edited(changes, Encoding.UTF16)[0].text == "two!\n"


def test_a_change_without_a_range_is_the_whole_text() -> None:
    assert document("one\n").edited([TextChange("two")], Encoding.UTF8)[0].text == "two"


def test_editing_leaves_the_document_before_as_it_was() -> None:
    before = document("a\nb\n")
    before.edited([TextChange("x\ny\n", Position(0, 0), Position(1, 0))], Encoding.UTF16)
    assert (before.text, len(before.lines)) == ("a\nb\n", 3)


def test_malformed_utf8_survives_and_counts_as_one_character_a_fault() -> None:
    made = Document("untitled:x", b"a\xffb\xc3\n\xe2\x82c")
    assert made.text == "a\ufffdb\ufffd\n\ufffdc"
    assert made.position(3, Encoding.UTF16) == Position(0, 3)
    assert made.offset(Position(1, 1), Encoding.UTF16) == 7
    edited, _ = made.edited([TextChange("!", Position(1, 1), Position(1, 2))], Encoding.UTF16)
    assert edited.source == b"a\xffb\xc3\n\xe2\x82!"


@examples(20)
@given(st.binary(max_size=12), encodings)
def test_any_bytes_have_positions_that_come_back(source: bytes, encoding: Encoding) -> None:
    made = Document("untitled:x", source)
    for offset in range(len(source) + 1):
        position = made.position(offset, encoding)
        assert made.position(made.offset(position, encoding), encoding) == position


@examples(20)
@given(st.one_of(st.binary(max_size=40), texts.map(encode)), encodings)
def test_a_long_line_has_the_positions_that_counting_from_its_start_gives(source: bytes, encoding: Encoding) -> None:
    for length in (4, 5, 7):
        with patch.object(text_document, "LONG_LINE", length), patch.object(line_index, "LONG_LINE", length):
            made = Document("untitled:x", source)
            for offset in range(len(source) + 3):
                assert made.position(offset, encoding) == made.lines.position(source, offset, encoding)


def test_the_halves_of_a_character_join_when_an_edit_brings_them_together() -> None:
    made = document("x\ud83d|\ude00")
    edited, _ = made.edited([TextChange("", Position(0, 2), Position(0, 3))], Encoding.UTF32)
    assert edited.text == "x\U0001f600"


def test_a_position_inside_a_wide_character_is_its_start() -> None:
    assert document("\U0001f600x").offset(Position(0, 1), Encoding.UTF16) == 0
    assert document("éx").offset(Position(0, 1), Encoding.UTF8) == 0
