"""Whether a text has the format, or matches the pattern, of a schema. Uncertain cases count as valid."""

import re
from collections.abc import Callable, Mapping
from datetime import date, time
from ipaddress import IPv4Address, IPv6Address
from typing import Final, NamedTuple

from waypost.text import rust_regex

_LONGEST: Final = 10_000


class TextFormat(NamedTuple):
    """The name of a format, an example, and a test that raises `ValueError` or returns false."""

    name: str
    example: str
    fits: Callable[[str], object]


def format_fault(text: str, format_: str) -> TextFormat | None:
    """The format that a text does not have; None if it has it, or if the format is not known."""
    known = FORMATS.get(format_)
    if known is None:
        return None
    try:
        return None if known.fits(text) else known
    except ValueError:
        return known


def matches_pattern(text: str, pattern: str) -> bool:
    """Whether a text matches a pattern; true if the engine does not support the pattern.

    Patterns in documents are JavaScript's. The engine takes linear time in the text, whatever the pattern.
    """
    if len(text) > _LONGEST:
        return True
    matches = rust_regex.matcher(pattern.replace(r"\/", "/"))
    return isinstance(matches, ValueError) or matches(text)


def _date(text: str) -> bool:
    year_zero = re.sub(r"\A0000", "2000", text)  # which Python does not know
    return re.fullmatch(r"\d{4}-\d\d-\d\d", text) is not None and bool(date.fromisoformat(year_zero))


def _date_time(text: str) -> bool:
    """A date, with or without a time and an offset: servers are seldom as strict as RFC 3339."""
    day, _, rest = text.replace("t", "T").replace(" ", "T").partition("T")
    found = re.fullmatch(r"(\d\d):(\d\d)(?::(\d\d)(?:[.,]\d+)?)?([zZ]|[+-]\d\d:?\d\d)?", rest)
    if not _date(day) or (rest and found is None):
        return False
    if found is not None:
        time(int(found[1]), int(found[2]), min(int(found[3] or 0), 59))
    return True


def _uuid(text: str) -> bool:
    return re.fullmatch(r"[0-9a-fA-F]{8}(-?[0-9a-fA-F]{4}){3}-?[0-9a-fA-F]{12}", text) is not None


def _email(text: str) -> bool:
    return re.fullmatch(r"[^@\s]+@[^@\s]+", text) is not None


def _uri(text: str) -> bool:
    return re.match(r"[A-Za-z][A-Za-z0-9+.-]*:", text) is not None and " " not in text


def _hostname(text: str) -> bool:
    return re.fullmatch(r"[A-Za-z0-9_*]([A-Za-z0-9_.-]*[A-Za-z0-9_])?\.?", text) is not None


FORMATS: Final[Mapping[str, TextFormat]] = {
    "date": TextFormat("a date", "2026-01-31", _date),
    "date-time": TextFormat("a date with a time", "2026-01-31T12:00:00Z", _date_time),
    "uuid": TextFormat("a UUID", "123e4567-e89b-12d3-a456-426614174000", _uuid),
    "email": TextFormat("an e-mail address", "ada@example.com", _email),
    "uri": TextFormat("a URL", "https://example.com", _uri),
    "ipv4": TextFormat("an IPv4 address", "192.0.2.1", lambda text: IPv4Address(text) and True),
    "ipv6": TextFormat("an IPv6 address", "2001:db8::1", lambda text: IPv6Address(text) and True),
    "hostname": TextFormat("a host name", "example.com", _hostname),
}
