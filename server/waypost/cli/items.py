"""Request items as HTTPie users type them: `name=text`, `name:=json`, `Header:value`.

By hand: HTTPie is not a library, and its parser wants its own options.
"""

import re
from collections.abc import Iterable
from typing import IO, Any, Final

import click

from waypost.cli.arguments import json_in
from waypost.cli.color import echo

# As in HTTPie: the earliest separator wins, and of several at one place the longest.
SEPARATORS: Final = (":=@", "=@", ":=", "==", "=", ":")
_TOKEN = re.compile(r"\\[:=@;\\]|:=@|=@|:=|==|=|:|[^\\:=]+|\\", re.DOTALL)
_FROM_FILES: Final = (":=@", "=@")


class BadInputError(click.ClickException):
    """The user's input cannot be used: one message, and exit code 2."""

    exit_code = 2

    def show(self, file: IO[Any] | None = None) -> None:  # noqa: ARG002 - click's own signature
        echo(f"{click.style('error', fg='red', bold=True)}: {self.message}", err=True)


class Items:
    """The items of a command line, by kind."""

    def __init__(self, items: Iterable[str]) -> None:
        self.parameters: dict[str, Any] = {}
        self.headers: dict[str, str | None] = {}
        for item in items:
            self._add(item)

    def options(self) -> dict[str, Any]:
        """The items as options of the builder."""
        return {**self.parameters, "headers": self.headers} if self.headers else dict(self.parameters)

    def _add(self, item: str) -> None:
        name, separator, value = split(item)
        if separator in _FROM_FILES or item.startswith("@"):
            raise BadInputError(f"'{item}': no file is read; write its text, as in name=text.")
        if separator == ":":
            self.headers[name] = value or None
        elif not separator and name.endswith(";"):
            self.headers[name[:-1]] = ""
        elif not separator or not name:
            raise BadInputError(f"'{item}' is not an item; write name=text, name:=json or Header:value.")
        elif separator == "==":
            raise BadInputError(
                f"'{item}': write {name}={value}. GET sends it as query; for other verbs, add {{?{name}}} to the URL."
            )
        elif name == "headers":
            raise BadInputError("'headers' is an option; write each header as Name:value.")
        else:
            self.parameters[name] = _json(item, value) if separator == ":=" else value


def split(item: str) -> tuple[str, str, str]:
    """Name, separator and value. A backslash before one of `: = @ ;` makes it part of the text."""
    name = ""
    for token in _TOKEN.finditer(item):
        if token[0] in SEPARATORS:
            return name, token[0], _unescaped(item[token.end() :])
        name += token[0] if len(token[0]) != 2 or token[0][0] != "\\" else token[0][1]  # noqa: PLR2004 - an escape
    return name, "", ""


def _unescaped(value: str) -> str:
    """Only the first character of a value may need a backslash, so that it is not part of the separator."""
    return value[1:] if value[:1] == "\\" and value[1:2] in {"=", "@"} else value


def _json(item: str, text: str) -> Any:
    try:
        return json_in(text)
    except ValueError as error:
        raise BadInputError(f"'{item}' is not JSON: {error}.") from None
