"""Lossless UTF-8: lone surrogates survive, malformed bytes count as one replacement character each."""

import codecs

_SURROGATE_BYTES = 3


def _keep_going(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeDecodeError):
        raise error
    data = error.object[error.start : error.start + _SURROGATE_BYTES]
    if is_half(data):
        return chr(0xD000 | (data[1] & 0x3F) << 6 | data[2] & 0x3F), error.start + _SURROGATE_BYTES
    return "\ufffd", error.end


def is_half(data: bytes) -> bool:
    """Whether these bytes are half of a surrogate pair, which is one character here and none in UTF-8."""
    return len(data) == _SURROGATE_BYTES and data[0] == 0xED and 0xA0 <= data[1] <= 0xBF and 0x80 <= data[2] <= 0xBF


codecs.register_error("waypost", _keep_going)


def decode(data: bytes) -> str:
    return data.decode("utf-8", "waypost")


def encode(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def utf16_length(text: str) -> int:
    return len(text) + sum(character > "\uffff" for character in text)
