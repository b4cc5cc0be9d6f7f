"""The blanks of a copied request: values that are not known, and masked secrets.

A blank is an ASCII name in braces, which survives every kind of quoting and becomes a variable in the copied format.
"""

import re
from collections.abc import Callable
from dataclasses import replace
from itertools import count, islice
from keyword import iskeyword
from typing import Any, Final

from waypost.core.preview import Preview
from waypost.core.types import Endpoint
from waypost.routes.sites.request import Request
from waypost.shown.secrets import MASK

_BLANK: Final = re.compile(r"\{_w_(\w+?)_w_\}")
_STRING: Final = re.compile(r"(?<![bB])(?:'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\")")
_MASKED_PAIR: Final = re.compile(rf"(?<![\w.-])([\w.-]+)=(?={re.escape(MASK)})")


class NamingPreview(Preview):
    """Shows each unknown value as a blank with a name of its own."""

    def __init__(self, builder: Endpoint) -> None:
        super().__init__(builder)
        self._names: dict[str, str] = {}

    def unknown(self, text: str, _expression: str = "") -> str:
        return super().unknown(self._named(text, _expression))

    def unknown_address(self, text: str, _expression: str = "", *, end: str = "") -> str:
        return super().unknown_address(self._named(text, _expression), end=end)

    def _named(self, text: str, expression: str) -> str:
        """`user.id` and `team.id` are two values."""
        short = text.strip("{}?")
        expression = expression or short
        if expression not in self._names:
            name, taken = blank(short), self._names.values()
            others = (blank(f"{short}_{number}") for number in count(2))
            self._names[expression] = next(each for each in (name, *islice(others, len(taken))) if each not in taken)
        return self._names[expression]


def blank(name: str) -> str:
    words = re.sub(r"[^A-Za-z0-9]+", "_", name).strip("_") or "value"
    name = words if words[0].isalpha() else f"value_{words}"
    return f"{{_w_{f'{name}_value' if iskeyword(name) else name}_w_}}"


def with_blanks(request: Request) -> Request:
    """The request with a blank for each masked secret."""
    shown = request.masked()
    return replace(
        shown,
        url=_in_text(shown.url, "SECRET"),
        headers={
            _in_text(name, "SECRET"): value.replace(MASK, blank(_secret(name))) for name, value in shown.headers.items()
        },
        body=_in_data(shown.body, "SECRET"),
    )


def _secret(name: str) -> str:
    return {"authorization": "TOKEN", "cookie": "COOKIE"}.get(name.lower(), name.upper())


def _in_text(text: str, name: str) -> str:
    named = _MASKED_PAIR.sub(lambda found: found[0] + "\0" + found[1], text)
    named = re.sub(rf"\0([\w.-]+){re.escape(MASK)}", lambda found: blank(found[1].upper()), named)
    return named.replace(MASK, blank(name))


def _in_data(value: Any, name: str) -> Any:
    if isinstance(value, dict):
        return {_in_data(key, name): _in_data(item, str(key).upper()) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_in_data(item, name) for item in value]
    return _in_text(value, name) if isinstance(value, str) else value


# How formats write them ----------------------------------------------------------------------------------------------


def for_shell(text: str) -> str:
    """`"$name"` between the single quotes of its word, and a line that says which names to set."""
    names = list(dict.fromkeys(_BLANK.findall(text)))
    return _noted("#", names) + _BLANK.sub(lambda found: f"'\"${found[1]}\"'", text)


def for_http(text: str) -> str:
    """Variables at the top, as REST Client, httpYac and JetBrains' HTTP client read them."""
    names = list(dict.fromkeys(_BLANK.findall(text)))
    if not names:
        return text
    variables = "".join(f"@{name} = \n" for name in names)
    return f"{variables}\n### \n" + _BLANK.sub(lambda found: f"{{{{{found[1]}}}}}", text)


def for_python(text: str) -> str:
    """f-strings."""
    names = list(dict.fromkeys(_BLANK.findall(text)))
    return _noted("#", names) + _STRING.sub(_f_string, text)


def _f_string(found: re.Match[str]) -> str:
    if not _BLANK.search(found[0]):
        return found[0]
    doubled = found[0].replace("{", "{{").replace("}", "}}")
    return "f" + re.sub(r"\{\{_w_(\w+?)_w_\}\}", r"{\1}", doubled)


def _noted(sign: str, names: list[str]) -> str:
    return f"{sign} Set first: {', '.join(names)}\n" if names else ""


Writer = Callable[[str], str]
