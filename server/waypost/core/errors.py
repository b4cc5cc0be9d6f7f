"""The errors of the builder: a sentence that says what to do, and the place in the route, marked by carets."""

from typing import Final

from waypost.core.span import CharSpan

# How many characters of a route are shown around the fault.
WINDOW: Final = 100


class RouteError(ValueError):
    """A route or its options cannot become a request.

    `message` is the sentence alone, `rule` its name among the problems, `parameter` the name of the value at fault;
    `str(error)` adds the route with carets below the fault.
    """

    def __init__(
        self,
        message: str,
        route: str = "",
        span: CharSpan | None = None,
        *,
        rule: str = "invalid-option",
        parameter: str = "",
    ) -> None:
        super().__init__(message)
        self.message = message
        self.route = route
        self.span = CharSpan(0, len(route)) if span is None else span
        self.rule = rule
        self.parameter = parameter

    def locate(self, route: str, url: str, offset: int) -> None:
        """Refer to the whole route the user wrote, where only its URL, which starts at `offset`, was known."""
        if self.route == url:
            self.span = self.span.shift(offset)
        elif self.route:
            return
        else:
            self.span = CharSpan(0, len(route))
        self.route = route

    @property
    def rendering(self) -> str:
        """The route and, on a second line, carets below the fault."""
        return carets(self.route, self.span)

    def __str__(self) -> str:
        return f"{self.message}\n{self.rendering}" if self.route else self.message

    def __reduce__(self) -> tuple[object, ...]:
        state = {"rule": self.rule, "parameter": self.parameter}
        return (type(self), (self.message, self.route, self.span), state)


class UnsafePathError(RouteError):
    """A value would escape its place in the path; percent-encoding cannot make that safe."""


def carets(text: str, span: CharSpan, indent: str = "  ") -> str:
    """`text` on one line and carets under `span` on the next, both cut to a window around the span."""
    first = max(0, min(span.start, len(text)) - WINDOW // 2)
    last = min(len(text), first + WINDOW)
    before, after = ("…" if first else ""), ("…" if last < len(text) else "")
    start, end = max(span.start, first), min(span.end, last)
    shown = before + _printable(text[first:last]) + after
    padding = _width(before + _printable(text[first:start]))
    marks = max(1, _width(_printable(text[start:end])))
    return f"{indent}{shown}\n{indent}{' ' * padding}{'^' * marks}"


def _printable(text: str) -> str:
    if text.isprintable():
        return text
    return "".join(character if character.isprintable() else "·" for character in text)


def _width(text: str) -> int:
    """How many columns `text` takes in a terminal."""
    if text.isascii():
        return len(text)
    import unicodedata  # errors are rare, and importing the builder must stay cheap

    wide = sum(unicodedata.east_asian_width(character) in "WF" for character in text)
    return len(text) + wide - sum(unicodedata.combining(character) > 0 for character in text)
