"""The object that a JavaScript settings file exports, as far as it is data: no code is run.

Written by hand: a full JavaScript parser would be a large dependency for the few forms that data is written in.
"""

import re
import sys
from collections.abc import Iterator, Mapping
from typing import Any, Final

_SPACE: Final = re.compile(r"(?:\s+|//[^\n]*|/\*.*?(?:\*/|\Z))*", re.DOTALL)
_EXPORT: Final = re.compile(r"(?:^|\n)[ \t]*(?:module\.exports\s*=|export\s+default\b)")
_CONSTANT: Final = re.compile(r"(?:^|\n)[ \t]*(?:export\s+)?(?:const|let|var)\s+([\w$]+)\s*(?::[^=\n]+)?=(?!=)")
_CALL: Final = re.compile(r"[\w$.]*\s*\(")
_NAME: Final = re.compile(r"[\w$]+(?:\.[\w$]+)*")
_NUMBER: Final = re.compile(r"[0-9]{1,18}")
_STRING: Final = re.compile(r""""((?:[^"\\\n]|\\.)*)"|'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\$]|\\.|\$(?!\{))*)`""", re.DOTALL)
# A string as far as it is closed, and the text of a template from its start, or from what is put in, to the next such.
_QUOTED: Final = re.compile(r""""(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?""", re.DOTALL)
_TEMPLATE_TEXT: Final = re.compile(r"[`}](?:[^`\\$]|\\.|\$(?!\{))*(?:`|(\$\{))?", re.DOTALL)
_PATTERN: Final = re.compile(r"/(?:[^/\\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/[a-z]*")
_ESCAPE: Final = re.compile(r"\\(?:u\{([0-9a-fA-F]+)\}|u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|(\r\n|.))", re.DOTALL)
_ESCAPED: Final = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "v": "\v", "0": "\0", "\n": "", "\r\n": ""}
_WORDS: Final = {"true": True, "false": False, "null": None, "undefined": None}
_CLOSING: Final = {"[": "]", "{": "}", "(": ")", "${": "}`"}  # after what is put in, the text of a template goes on
# Settings are not nested as deep as this, and lists are not spread to as many items.
_DEEPEST: Final = 50
_MOST_SPREAD: Final = 100_000


class _Computed:
    """A value that only running the program would give."""


COMPUTED: Final = _Computed()


def exported(source: str) -> Mapping[str, Any] | None:
    """What a file exports, with `COMPUTED` for values that are not data. None if there is no object."""
    export = _EXPORT.search(source)
    if export is None:
        return None
    constants = {found[1]: found.end() for found in _CONSTANT.finditer(source)}
    value = _JavaScriptReader(source, constants).read_at(export.end())
    return value if isinstance(value, Mapping) else None


class _JavaScriptReader:
    def __init__(self, source: str, constants: Mapping[str, int]) -> None:
        self._source = source
        self._constants = dict(constants)
        self._values: dict[str, Any] = {}
        self._at = 0
        self._depth = 0
        self._left_to_spread = _MOST_SPREAD

    def read_at(self, start: int) -> Any:
        """The value at an offset."""
        self._at = start
        return self._value()

    def _skip(self) -> str:
        """Skip blanks and comments; returns the next character."""
        found = _SPACE.match(self._source, self._at)
        self._at = found.end() if found else self._at
        return self._source[self._at : self._at + 1]

    def _value(self) -> Any:
        if self._depth == _DEEPEST:
            return self._lost()
        self._depth += 1
        try:
            return self._value_here()
        finally:
            self._depth -= 1

    def _value_here(self) -> Any:
        first = self._skip()
        if first in ("{", "["):
            value: Any = self._object() if first == "{" else list(self._items())
        elif first == "(":  # as in `/** @type … */ ({ … })`
            value = self._in_call(self._at + 1)
        elif found := _STRING.match(self._source, self._at):
            self._at = found.end()
            value = _unescaped(next(each for each in found.groups() if each is not None))
        elif first == "/" and (found := _PATTERN.match(self._source, self._at)):
            self._at = found.end()
            value = found[0]
        elif found := _CALL.match(self._source, self._at):
            # `defineConfig({ … })` is its argument; the results of other calls are unknown.
            self._at = found.end() - 1
            value = self._in_call(found.end()) if found[0].startswith("define") else COMPUTED
        else:
            value = self._named()
        return value if self._is_over() else self._lost()

    def _named(self) -> Any:
        found = _NAME.match(self._source, self._at)
        if found is None:
            return COMPUTED
        self._at = found.end()
        if found[0] in _WORDS:
            return _WORDS[found[0]]
        if _NUMBER.fullmatch(found[0]):
            return int(found[0])
        start = self._constants.pop(found[0], None)  # a name that refers to itself has no value
        if start is not None:
            after = self._at
            self._values[found[0]] = self.read_at(start)
            self._at = after
        return self._values.get(found[0], COMPUTED)

    def _in_call(self, start: int) -> Any:
        value = self.read_at(start)
        if self._skip() == ")":
            self._at += 1
        return value

    def _is_over(self) -> bool:
        """Whether the value stands alone: no operator, call or member access follows it."""
        return self._skip() in ("", ",", "]", "}", ")", ";") or self._source.startswith(
            ("as ", "satisfies ", "export", "module", "const", "let", "var", "function", "import"), self._at
        )

    def _lost(self) -> Any:
        """Skip an expression that is not data."""
        depth: list[str] = []
        while (here := self._skip()) and (depth or here not in ",]});"):
            closed = depth.pop() if depth and here == depth[-1][0] else ""
            in_template = here == "`" or closed == _CLOSING["${"]
            found = (_TEMPLATE_TEXT if in_template else _QUOTED).match(self._source, self._at)
            opened = found[1] if found and in_template else here
            if opened in _CLOSING:
                depth.append(_CLOSING[opened])
            self._at = found.end() if found else self._at + 1
        return COMPUTED

    def _items(self) -> Iterator[Any]:
        self._at += 1
        while (here := self._skip()) and here not in "]});":
            if self._source.startswith("...", self._at):
                spread = self._spread()
                yield from spread if isinstance(spread, list) else [COMPUTED]
            else:
                yield self._value()
            if self._skip() == ",":
                self._at += 1
        self._at += 1

    def _object(self) -> dict[str, Any]:
        self._at += 1
        found: dict[str, Any] = {}
        while self._skip() not in ("}", ""):
            if self._source.startswith("...", self._at):
                spread = self._spread()
                found |= spread if isinstance(spread, dict) else {"...": COMPUTED}
            else:
                key, value = self._member()
                found[key] = value
            if self._skip() == ",":
                self._at += 1
        self._at += 1
        return found

    def _spread(self) -> Any:
        """What is put in after `...`: lists that hold one another twice would soon fill the memory."""
        self._at += 3
        value = self._value()
        self._left_to_spread -= len(value) if isinstance(value, list | dict) else 0
        return value if self._left_to_spread >= 0 else COMPUTED

    def _member(self) -> tuple[str, Any]:
        key = _STRING.match(self._source, self._at) or _NAME.match(self._source, self._at)
        if key is None:
            self._at += 1
            return "...", self._lost()
        start, self._at = self._at, key.end()
        name = _unescaped(key[0].strip("\"'`"))
        if self._skip() != ":":  # `{ words }`, or a method
            self._at = start
            return name, self._value()
        self._at += 1
        return name, self._value()


def _unescaped(text: str) -> str:
    def character(found: re.Match[str]) -> str:
        code = found[1] or found[2] or found[3]
        if not code:
            return _ESCAPED.get(found[4], found[4])
        number = int(code, 16)  # however many digits: these are a power of two
        return chr(number) if number <= sys.maxunicode else found[0]

    return _ESCAPE.sub(character, text)
