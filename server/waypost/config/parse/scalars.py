"""Plain values without quotes: which texts are numbers, booleans and dates in TOML and in JSON."""

import math
import re
from typing import Any

from waypost.config.parse.nodes import ScalarKind

_DIGITS = r"[0-9](?:_?[0-9])*"
_WHOLE = r"(?:0|[1-9](?:_?[0-9])*)"
_INTEGER = re.compile(
    rf"[+-]?{_WHOLE}|0x[0-9A-Fa-f](?:_?[0-9A-Fa-f])*|0o[0-7](?:_?[0-7])*|0b[01](?:_?[01])*",
)
_FLOAT = re.compile(rf"[+-]?(?:{_WHOLE}(?:\.{_DIGITS}(?:[eE][+-]?{_DIGITS})?|[eE][+-]?{_DIGITS})|inf|nan)")
_DATE = r"(?P<year>[0-9]{4})-(?P<month>[0-9]{2})-(?P<day>[0-9]{2})"
_TIME = r"(?P<hour>[0-9]{2}):(?P<minute>[0-9]{2})(?::(?P<second>[0-9]{2})(?:\.[0-9]+)?)?"
_OFFSET = r"(?:[Zz]|[+-](?P<away>[0-9]{2}):(?P<off>[0-9]{2}))"
_DATETIME = re.compile(rf"{_DATE}(?:[Tt ]{_TIME}{_OFFSET}?)?|{_TIME.replace('?P<', '?P<only_')}")
_JSON_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?P<part>\.[0-9]+)?(?P<power>[eE][+-]?[0-9]+)?")
# Python refuses to read decimal numbers with more digits than this; TOML's parser fails long before.
_LONGEST = 4_000
_WORDS = {"true": True, "false": False}


def toml_scalar(text: str) -> tuple[ScalarKind, Any] | None:
    """Kind and value of a bare TOML value, or None if it is not one. Null, which TOML lacks, is a separate kind."""
    if text in _WORDS:
        return ScalarKind.BOOLEAN, _WORDS[text]
    if text == "null":
        return ScalarKind.NULL, None
    if _INTEGER.fullmatch(text):
        return _integer(text)
    if _FLOAT.fullmatch(text):
        return _float(text)
    match = _DATETIME.fullmatch(text)
    if match and _is_date(match) and _is_time(match):
        return ScalarKind.DATETIME, text
    return None


def _integer(text: str) -> tuple[ScalarKind, int] | None:
    """Typos' parser accepts what fits into 128 bits, signed or unsigned."""
    if len(text) > _LONGEST and not text.startswith("0"):
        return None
    number = int(text.replace("_", ""), 0)
    return (ScalarKind.INTEGER, number) if -(2**127) <= number < 2**128 else None


def _float(text: str) -> tuple[ScalarKind, float] | None:
    value = float(text.replace("_", ""))
    overflowed = math.isinf(value) and text[-1].isdigit()
    return None if overflowed else (ScalarKind.FLOAT, value)


def json_scalar(text: str) -> tuple[ScalarKind, Any] | None:
    """Kind and value of a bare JSON value, or None if it is not one."""
    if text in _WORDS:
        return ScalarKind.BOOLEAN, _WORDS[text]
    if text == "null":
        return ScalarKind.NULL, None
    match = _JSON_NUMBER.fullmatch(text)
    if not match:
        return None
    if match["part"] or match["power"] or len(text) > _LONGEST:
        return ScalarKind.FLOAT, float(text)
    return ScalarKind.INTEGER, int(text)


def _is_date(match: re.Match[str]) -> bool:
    if match["year"] is None:
        return True
    year, month, day = int(match["year"]), int(match["month"]), int(match["day"])
    return 1 <= month <= 12 and 1 <= day <= _days(year, month)  # noqa: PLR2004 - months of a year


def _days(year: int, month: int) -> int:
    from calendar import isleap  # dates are rare, and it brings the names of days and months along

    return 29 if month == 2 and isleap(year) else (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)[month - 1]  # noqa: PLR2004 - February


def _is_time(match: re.Match[str]) -> bool:
    hour = match["hour"] or match["only_hour"]
    minute = match["minute"] or match["only_minute"]
    second = match["second"] or match["only_second"]
    inside = _below(hour, 24) and _below(minute, 60) and _below(second, 61)  # a leap second is second 60
    return inside and _below(match["away"], 24) and _below(match["off"], 60)


def _below(digits: str | None, limit: int) -> bool:
    return digits is None or int(digits) < limit
