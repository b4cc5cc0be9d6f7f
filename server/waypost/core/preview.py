"""Requests with unknown values: a stand-in passes through the builder like any text, and is shown by its name.

Each is one private-use character, so it survives joining, cutting to a prefix and encoding. The code that runs is the
same as for known values, so nothing about the result is guessed.
"""

from collections.abc import Mapping
from typing import Any, Final

from waypost.core.types import Endpoint, EndpointOptions, Problem
from waypost.core.values import encode_value

# The last private-use plane; no real text contains its characters.
FIRST: Final = 0x100000
LAST: Final = 0x10FFFD
# A value without a name: what an object makes of its arguments.
LAST_CHARACTER: Final = chr(LAST)
NAMELESS: Final = "…"


class Preview:
    """A builder that also accepts values that are not known yet."""

    def __init__(self, builder: Endpoint) -> None:
        # May be replaced by a builder whose defaults contain stand-ins of this preview.
        self.builder = builder
        self._shown: dict[str, str] = {}

    def unknown(self, text: str, _expression: str = "") -> str:
        """A stand-in, shown as `text`. It can be used like any string: as a value, part of one, an item, the route.

        A preview that names each value differently goes by the expression, of which `text` may be the last name.
        """
        stand_in = chr(min(FIRST + len(self._shown), LAST))
        self._shown[stand_in] = text
        return stand_in

    def unknown_text(self, text: str, expression: str = "") -> str:
        """The same for a value that is certainly a text, whatever it is: in JSON it has quotes."""
        return self.unknown(text, expression)

    def perhaps(self, text: str, expression: str = "") -> str:
        """The same for a value that may be left out."""
        return self.unknown(text, expression)

    def unknown_address(self, text: str, _expression: str = "", *, end: str = "") -> str:
        """A stand-in for scheme and host, for `baseUrl` or the start of a URL; for a scheme alone if the end is `://`."""
        address = f"https://{self.unknown(text)}"
        self._shown[address] = text + end
        return address

    def request(self, route: str | None, options: Mapping[str, Any] | None = None) -> EndpointOptions:
        """The request, with every stand-in shown as its text."""
        return self.show(self._built(route, options))  # type: ignore[no-any-return]

    def problems(self, route: str | None, options: Mapping[str, Any] | None = None) -> list[Problem]:
        """The problems, with stand-ins shown by their text in the messages; spans are those of the given route."""
        found = self.builder.problems(options) if route is None else self.builder.problems(route, options)
        return [problem._replace(message=self.show(problem.message)) for problem in found]

    def show(self, value: Any) -> Any:
        """Any plain data with the stand-ins in its texts replaced, encoded or not."""
        if isinstance(value, str):
            return self._text(value)
        if isinstance(value, dict):
            return {self.show(name): self.show(item) for name, item in value.items()}
        if isinstance(value, list | tuple):
            return type(value)(map(self.show, value))
        return value

    def _built(self, route: str | None, options: Mapping[str, Any] | None) -> EndpointOptions:
        return self.builder(dict(options or {})) if route is None else self.builder(route, options)

    def _text(self, text: str) -> str:
        if text.isascii() and "%" not in text:
            return text
        # The longest first: an address contains a stand-in.
        for stand_in in sorted(self._shown, key=len, reverse=True):
            shown = self._shown[stand_in]
            encoded = stand_in[:-1] + encode_value(stand_in[-1])
            text = text.replace(encoded, shown).replace(stand_in, shown)
        return text.replace(LAST_CHARACTER, NAMELESS).replace(encode_value(LAST_CHARACTER), NAMELESS)
