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
    # Nothing may follow it in a path.
    ends: bool = True


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
# A group without groups in it; a character that stands for itself; one that does not.
_GROUP: Final = re.compile(r"(?<!\\)\((?:\?P<(?P<name>\w+)>|\?:)?(?P<inside>(?:[^()\\]|\\.)*)\)(?![?*+{])")
_ESCAPED: Final = re.compile(r"\\([./_-])")
_PLAIN: Final = re.compile(r"\{\w+\}|\\[./_-]")
_SPECIAL: Final = re.compile(r"[][^$.*+?{}()|\\]")
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


def regex(path: str) -> Pattern:
    r"""`^users/(?P<user_id>\d+)/$`: a regular expression, as far as it is text with groups."""
    ends = path.endswith(("$", r"\Z"))
    body = path.removeprefix("^").removesuffix("$").removesuffix(r"\Z")
    found: list[PathParameter] = []

    def group(each: re.Match[str]) -> str:
        found.append(_matched(each["name"] or str(len(found)), each["inside"]))
        return f"{{{found[-1].name}}}"

    grouped = _GROUP.sub(group, body)
    special = _SPECIAL.search(_PLAIN.sub(lambda each: "_" * len(each[0]), grouped))
    if special is None:
        return Pattern(_ESCAPED.sub(r"\1", grouped), tuple(found), ends=ends)
    known = _ESCAPED.sub(r"\1", grouped[: special.start()])
    kept = tuple(each for each in found if f"{{{each.name}}}" in known)
    return Pattern(f"{known}{{+rest}}", kept, is_open=True)


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
