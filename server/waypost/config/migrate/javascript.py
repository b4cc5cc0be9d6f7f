"""The object that a JavaScript settings file exports, if it is data: no code is run.

What JavaScript allows in an object beside JSON is written as that: comments, other quotes, patterns, keys without
quotes, a comma at the end. If anything else is in it, the file counts as a program.
"""

import json
import re
import sys
from collections.abc import Mapping
from typing import Any, Final

_EXPORT: Final = re.compile(
    r"^[ \t]*(?:module\.exports\s*+=|export\s++default\b)\s*+(?:(?:define\w*+\s*+)?\(\s*+)?(?=\{)", re.MULTILINE
)
_COMMENT: Final = r"//[^\n]*|/\*.*?(?:\*/|\Z)"
_TEXT: Final = r""""(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\$]|\\.|\$(?!\{))*`"""
_PATTERN: Final = r"/(?:[^/\\\[\n]|\\.|\[(?:[^\]\\\n]|\\.){0,500}+\]){1,2000}+/[a-z]*"
# A sign behind a backslash begins nothing: of a text without an end, each quote in it would be tried to the end.
_LITERAL: Final = re.compile(
    rf"(?P<comment>{_COMMENT})|(?P<text>{_TEXT})|(?P<pattern>{_PATTERN})|(?P<escaped>\\.)", re.DOTALL
)
_ESCAPE: Final = re.compile(r"\\(?:u\{([0-9a-fA-F]+)\}|u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|(\r\n|.))", re.DOTALL)
_ESCAPED: Final = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "v": "\v", "0": "\0", "\n": "", "\r\n": ""}
# Behind the texts, which are JSON by then: keys, names of values, and commas before a bracket.
_BARE: Final = re.compile(
    r'"(?:[^"\\]|\\.)*"|(?<![\w$])(?:(?P<key>[\w$]++)(?=\s*:)|(?P<name>[A-Za-z_$][\w$.]*))|(?P<comma>,(?=\s*[\]}]))'
)


class _Computed:
    """A value that only running the program would give."""


COMPUTED: Final = _Computed()
_WORDS: Final = {"true": "true", "false": "false", "null": "null", "undefined": "null"}
_ANY_NAME: Final = "NaN"  # the constant that the decoder asks about
_DECODER: Final = json.JSONDecoder(parse_constant=lambda _: COMPUTED)


def exported(source: str) -> Mapping[str, Any] | None:
    """What a file exports, with `COMPUTED` for a name in place of a value. None if that is no object, or not data."""
    plain = _LITERAL.sub(_as_text, source)
    export = _EXPORT.search(plain)
    if export is None:
        return None
    try:
        value, _ = _DECODER.raw_decode(_BARE.sub(_as_json, plain[export.end() :]))
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, Mapping) else None


def _as_text(found: re.Match[str]) -> str:
    if found["comment"]:
        return " "
    if found["escaped"]:
        return found[0]
    return json.dumps(found["pattern"] or _unescaped(found["text"][1:-1]))


def _as_json(found: re.Match[str]) -> str:
    if found["key"]:
        return f'"{found["key"]}"'
    if found["name"]:
        return _WORDS.get(found["name"], _ANY_NAME)
    return "" if found["comma"] else found[0]


def _unescaped(text: str) -> str:
    def character(found: re.Match[str]) -> str:
        code = found[1] or found[2] or found[3]
        if not code:
            return _ESCAPED.get(found[4], found[4])
        number = int(code, 16)  # however many digits: these are a power of two
        return chr(number) if number <= sys.maxunicode else found[0]

    return _ESCAPE.sub(character, text)
