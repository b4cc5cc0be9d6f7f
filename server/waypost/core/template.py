"""A strict RFC 6570 grammar with spans. By hand: `uritemplate` has no spans and accepts 33 of 36 malformed templates.

Parsing never fails. A broken template lists its faults, and its parts are still there for an editor.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from waypost.core.span import CharSpan

OPERATORS: Final = "+#./;?&"
# Operators that end the path.
QUERY_OPERATORS: Final = frozenset("?&#")
RESERVED_OPERATORS: Final = "=,!@|"
# More than anyone reads; this bounds the work on hostile text.
MAX_FAULTS: Final = 50
# Longer texts are not cached, so that the cache stays small.
MAX_CACHED_LENGTH: Final = 2_000


class TemplateFault(NamedTuple):
    """One violation of the grammar: where, and a sentence that says what to do."""

    message: str
    span: CharSpan


class Literal(NamedTuple):
    """Text that is copied."""

    text: str
    span: CharSpan


class Variable(NamedTuple):
    """One variable of an expression, with its modifier (`*` or `:3`)."""

    name: str
    span: CharSpan
    name_span: CharSpan
    explode: bool = False
    prefix: int | None = None


class Expression(NamedTuple):
    """The text in braces. `colon` is true if it was written as `:name`, which means `{name}`."""

    operator: str
    variables: tuple[Variable, ...]
    span: CharSpan
    colon: bool = False

    @property
    def in_query(self) -> bool:
        return self.operator in QUERY_OPERATORS


Part = Literal | Expression


class Template:
    """A template's parts in order, and what is wrong with it."""

    __slots__ = ("expressions", "faults", "names", "parts", "text", "variables")

    def __init__(self, text: str, parts: tuple[Part, ...], faults: tuple[TemplateFault, ...] = ()) -> None:
        self.text = text
        self.parts = parts
        self.faults = faults
        self.expressions = tuple(part for part in parts if isinstance(part, Expression))
        # Every occurrence of a variable in order, and each name once.
        self.variables = tuple(variable for expression in self.expressions for variable in expression.variables)
        self.names = tuple(dict.fromkeys(variable.name for variable in self.variables))

    def __repr__(self) -> str:
        faults = f" with {len(self.faults)} {'fault' if len(self.faults) == 1 else 'faults'}" if self.faults else ""
        return f"<Template {self.text!r}{faults}>"

    @classmethod
    def parse(cls, text: str, *, colons: bool = True) -> "Template":
        """Read `text`. `colons` makes `/:name` a placeholder, as in routes; plain RFC 6570 has none."""
        return _cached(text, colons) if len(text) <= MAX_CACHED_LENGTH else _parse(text, colons=colons)

    def part_at(self, offset: int) -> Part | None:
        """The part that contains the character at `offset`; at the end, the last one."""
        inside = (part for part in self.parts if part.span.start <= offset < part.span.end)
        last = self.parts[-1] if self.parts and offset == len(self.text) else None
        return next(inside, last)


@lru_cache(maxsize=4096)
def _cached(text: str, colons: bool) -> Template:  # noqa: FBT001 - the key of a cache
    return _parse(text, colons=colons)


def _parse(text: str, *, colons: bool) -> Template:
    reader = _TemplateReader(text, colons=colons)
    reader.read()
    return Template(text, tuple(reader.parts), tuple(reader.faults))


_TOKEN = re.compile(r"\{+|\}+|[^{}]+")
_CHARACTER = r"(?:[A-Za-z0-9_]|%[0-9A-Fa-f]{2})"
_NAME = re.compile(rf"{_CHARACTER}+(?:\.{_CHARACTER}+)*")
_PREFIX = re.compile(r":([1-9][0-9]{0,3})")
# What an unclosed expression may contain: the rest is read as a literal again.
_UNCLOSED = re.compile(r"[+#./;?&]?[A-Za-z0-9_.%,:*]*")
_BAD_LITERAL = re.compile(r"[\x00-\x20\"<>\\^`|\x7f-\x9f\ud800-\udfff]|%(?![0-9A-Fa-f]{2})")
_COLON_NAME = re.compile(r"(?:(?<=/)|^):([A-Za-z_][A-Za-z0-9_]*)")
_ADDRESS = re.compile(r"https?://")


class _TemplateReader:
    """One pass over the braces and the text between them."""

    def __init__(self, text: str, *, colons: bool) -> None:
        self.text = text
        self.colons = colons
        self.parts: list[Part] = []
        self.faults: list[TemplateFault] = []
        address = _ADDRESS.match(text)
        # Here, a `:` would introduce a port.
        self._authority = address.end() if address else -1
        self._in_path = True

    def read(self) -> None:
        position = 0
        while position < len(self.text):
            if len(self.faults) >= MAX_FAULTS:
                self._copy(position, len(self.text))
                return
            position = self._step(position)

    def _step(self, position: int) -> int:
        token = _TOKEN.match(self.text, position)
        assert token is not None
        if token[0][0] == "{":
            return self._open(token.start(), token.end())
        if token[0][0] == "}":
            count = token.end() - token.start()
            self._fault("This brace closes nothing; remove it, or write %7D for a literal brace.", *token.span())
            self._copy(token.start(), token.start() + count)
        else:
            self._literal(*token.span())
        return token.end()

    def _open(self, start: int, end: int) -> int:
        """Read an expression whose opening brace is at `start`."""
        inner = _TOKEN.match(self.text, end)
        closing = _TOKEN.match(self.text, inner.end()) if inner and inner[0][0] not in "{}" else inner
        if closing is None or closing[0][0] != "}":
            return self._unclosed(start, end)
        if end - start > 1:
            return self._doubled(start, end, closing)
        self._expression(start, closing.start() + 1)
        return closing.start() + 1

    def _unclosed(self, start: int, end: int) -> int:
        inner = _UNCLOSED.match(self.text, end)
        stop = inner.end() if inner else end
        self._fault("This expression is never closed; add `}`.", start, stop)
        if end - start > 1:
            self._copy(start, end - 1)
        self._variables(end - 1, stop, stop, quiet=True)
        return stop

    def _doubled(self, start: int, end: int, closing: re.Match[str]) -> int:
        stop = min(closing.end(), closing.start() + end - start)
        self._fault("Braces do not nest and are not doubled in a URL template; write one pair.", start, stop)
        self._copy(start, end - 1)
        self._variables(end - 1, closing.start() + 1, closing.start(), quiet=False)
        self._copy(closing.start() + 1, stop)
        return stop

    def _expression(self, start: int, end: int) -> None:
        self._variables(start, end, end - 1, quiet=False)

    def _variables(self, start: int, end: int, stop: int, *, quiet: bool) -> None:
        """Read the text between the brace at `start` and `stop`; the fault of a `quiet` expression is already noted."""
        faults = len(self.faults)
        position = start + 1
        operator = self.text[position] if position < stop and self.text[position] in OPERATORS else ""
        position += len(operator)
        variables = tuple(self._operands(start, position, stop))
        if quiet:
            del self.faults[faults:]
        self._in_path = self._in_path and operator not in QUERY_OPERATORS
        self.parts.append(Expression(operator, variables, CharSpan(start, end)))

    def _operands(self, start: int, position: int, stop: int) -> Iterator[Variable]:
        if position >= stop:
            self._fault("An expression needs a name; write `{name}`.", start, stop + 1)
            return
        if self.text[position] in RESERVED_OPERATORS and position == start + 1:
            character = self.text[position]
            self._fault(
                f"`{character}` is reserved for future use; remove it, or use one of `+ # . / ; ? &`.", position
            )
            position += 1
        for piece in self.text[position:stop].split(","):
            variable = self._variable(position, position + len(piece))
            if variable is not None:
                yield variable
            position += len(piece) + 1

    def _variable(self, start: int, end: int) -> Variable | None:
        name = _NAME.match(self.text, start, end)
        if name is None:
            self._bad_name(start, end)
            return None
        explode = end == name.end() + 1 and self.text[name.end()] == "*"
        prefix = _PREFIX.fullmatch(self.text, name.end(), end)
        if not explode and prefix is None and name.end() != end:
            self._bad_rest(name.end(), end)
        limit = int(prefix[1]) if prefix else None
        return Variable(name[0], CharSpan(start, end), CharSpan(*name.span()), explode, limit)

    def _bad_name(self, start: int, end: int) -> None:
        if start == end:
            self._fault("A name is missing here; remove the comma or add the name.", max(start - 1, 0), start + 1)
        else:
            self._bad_character(start)

    def _bad_rest(self, start: int, end: int) -> None:
        if self.text[start] == ":":
            self._fault("A prefix must be a number from 1 to 9999 with nothing after it, as in `{name:3}`.", start, end)
        elif self.text[start] == "*":
            self._fault("`*` must end its variable; remove what follows it.", start + 1, end)
        else:
            self._bad_character(start)

    def _bad_character(self, at: int) -> None:
        if self.text[at] == "-":
            self._fault("A name cannot contain `-`; write `_`: a placeholder's name is never sent.", at)
            return
        character = _shown(self.text[at])
        self._fault(f"A name cannot contain {character}; use letters, digits and `_`, with `.` only between them.", at)

    def _literal(self, start: int, end: int) -> None:
        for bad in _BAD_LITERAL.finditer(self.text, start, end):
            if len(self.faults) >= MAX_FAULTS:
                break
            self._fault(_literal_message(bad[0]), bad.start())
        position = start
        for name in self._colon_names(start, end):
            self._copy(position, name.start())
            variable = Variable(name[1], CharSpan(*name.span(1)), CharSpan(*name.span(1)))
            self.parts.append(Expression("", (variable,), CharSpan(*name.span()), colon=True))
            position = name.end()
        self._copy(position, end)

    def _colon_names(self, start: int, end: int) -> Iterator[re.Match[str]]:
        """The placeholders written as `:name`, only at the start of a path segment."""
        path_end = self._end_of_path(start, end)
        if self.colons:
            found = _COLON_NAME.finditer(self.text, start, path_end)
            yield from (name for name in found if name.start() != self._authority)

    def _end_of_path(self, start: int, end: int) -> int:
        if not self._in_path:
            return start
        marks = [at for at in (self.text.find("?", start, end), self.text.find("#", start, end)) if at >= 0]
        self._in_path = not marks
        return min(marks, default=end)

    def _copy(self, start: int, end: int) -> None:
        if start < end:
            self.parts.append(Literal(self.text[start:end], CharSpan(start, end)))

    def _fault(self, message: str, start: int, end: int | None = None) -> None:
        stop = min(start + 1 if end is None else end, len(self.text))
        self.faults.append(TemplateFault(message, CharSpan(start, stop)))


def _literal_message(character: str) -> str:
    if character == "%":
        return "`%` must be followed by two hexadecimal digits; write %25 for a literal `%`."
    encoded = "".join(f"%{byte:02X}" for byte in character.encode("utf-8", "surrogatepass"))
    if character.isprintable():
        named = _shown(character)
        return f"{named[0].upper()}{named[1:]} is not allowed in a URL; write {encoded}."
    return f"The control character U+{ord(character):04X} is not allowed in a URL; remove it."


def _shown(character: str) -> str:
    if character == " ":
        return "a space"
    return f"`{character}`" if character.isprintable() else f"U+{ord(character):04X}"
