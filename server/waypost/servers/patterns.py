"""How the path of a route is written: as a template, `/users/{user_id}`, with what is known of its parameters."""

import re
from collections.abc import Callable, Mapping
from typing import Final, NamedTuple


class PathParameter(NamedTuple):
    """A part of a path that is a value."""

    name: str
    # OpenAPI's name of its type, or empty.
    type: str = ""
    format: str = ""
    # Its values may contain slashes.
    many_segments: bool = False


class Pattern(NamedTuple):
    """A path as a template, with its parameters in order."""

    template: str
    parameters: tuple[PathParameter, ...] = ()
    # It matches more than a template can say.
    is_open: bool = False


# What the converters of frameworks take, by OpenAPI's types and formats.
_CONVERTERS: Final[Mapping[str, tuple[str, str]]] = {
    "int": ("integer", ""),
    "float": ("number", ""),
    "uuid": ("string", "uuid"),
    "str": ("string", ""),
    "string": ("string", ""),
    "slug": ("string", ""),
}
_BRACED: Final = re.compile(r"\{(?P<name>\w+)(?::(?P<kind>[^{}]*(?:\{[^{}]*\}[^{}]*)*))?\}")
_ANGLED: Final = re.compile(r"<(?:(?P<kind>[A-Za-z_]\w*)(?:\([^<>]*\))?:)?(?P<name>[A-Za-z_]\w*)>")


def braced(path: str) -> Pattern:
    """`/users/{user_id:int}`."""
    return _read(path, _BRACED, _converted)


def angled(path: str) -> Pattern:
    """`/users/<int:user_id>`."""
    return _read(path, _ANGLED, _converted)


def braced_regex(path: str) -> Pattern:
    r"""`/users/{user_id:\d+}`: a regular expression after the colon."""
    return _read(path, _BRACED, _matched)


def _read(path: str, parameter: re.Pattern[str], typed: Callable[[str, str], PathParameter]) -> Pattern:
    found = [typed(each["name"], each["kind"] or "") for each in parameter.finditer(path)]
    return Pattern(parameter.sub(lambda each: f"{{{each['name']}}}", path), tuple(found))


def _converted(name: str, kind: str) -> PathParameter:
    if kind == "path":
        return PathParameter(name, "string", many_segments=True)
    return PathParameter(name, *_CONVERTERS.get(kind, ("", "")))


def _matched(name: str, expression: str) -> PathParameter:
    is_number = expression in (r"\d+", "[0-9]+")
    if not expression or is_number:
        return PathParameter(name, "integer" if is_number else "")
    return PathParameter(name, "", "", _may_hold_slashes(expression))


def _may_hold_slashes(expression: str) -> bool:
    """Whether a regular expression may match a slash, as far as a look at it tells."""
    return bool(re.search(r"/|(?<!\\)\.|\\[DSW]|\[\^(?![^\]]*/)", expression))
