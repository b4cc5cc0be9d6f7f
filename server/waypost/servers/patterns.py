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
    "alpha": ("string", ""),
    "any": ("string", ""),
    "dt": ("string", ""),
    "ymd": ("string", ""),
    "date": ("string", ""),
    "datetime": ("string", ""),
    "decimal": ("number", ""),
}
_BRACED: Final = re.compile(r"\{(?P<name>\w+)(?::(?P<kind>[^{}]*(?:\{[^{}]*\}[^{}]*)*))?\}")
# A group without groups in it; a character that stands for itself; one that does not.
_GROUP: Final = re.compile(r"(?<!\\)\((?:\?P<(?P<name>\w+)>|\?:)?(?P<inside>(?:[^()\\]|\\.)*)\)(?![?*+{])")
_ESCAPED: Final = re.compile(r"\\([./_-])")
_PLAIN: Final = re.compile(r"\{\w+\}|\\[./_-]")
_SPECIAL: Final = re.compile(r"[][^$.*+?{}()|\\]")
# A name first, and then what it is: `<name:int>`, `<name:re:[a-z]+>`.
_ANGLED_AFTER: Final = re.compile(r"<(?P<name>[A-Za-z_]\w*)(?::(?P<kind>[^<>]*))?>")
# The rest of a path, with its name; a parameter as it was written once.
_REST: Final = re.compile(r"\*(\w+)$")
_COLON: Final = re.compile(r"(?:^|/):\w|[<>]")
_ANGLED: Final = re.compile(r"<(?:(?P<kind>[A-Za-z_]\w*)(?:\([^<>]*\))?:)?(?P<name>[A-Za-z_]\w*)>")


def braced(path: str) -> Pattern:
    """`/users/{user_id:int}`."""
    return _read(path, _BRACED, _converted)


def angled(path: str) -> Pattern:
    """`/users/<int:user_id>`."""
    return _read(path, _ANGLED, _converted)


def angled_after(path: str) -> Pattern:
    """`/users/<user_id:int>`."""
    found = _read(path, _ANGLED_AFTER, _converted)
    return found._replace(is_open=True) if _COLON.search(_ANGLED_AFTER.sub("", path)) else found


def braced_regex_with_rest(path: str) -> Pattern:
    r"""`/users/{user_id:\d+}/*rest`."""
    rest = _REST.search(path)
    found = braced_regex(_REST.sub(r"{\1}", path))
    if rest is None:
        return found
    return found._replace(parameters=(*found.parameters[:-1], PathParameter(rest[1], many_segments=True)))


def whole_regex(path: str) -> Pattern:
    r"""`/users/(\d+)`: a regular expression that matches all of a path."""
    return regex(path)._replace(ends=True)


def braced_regex(path: str) -> Pattern:
    r"""`/users/{user_id:\d+}`: a regular expression after the colon."""
    return _read(path, _BRACED, _matched)


def regex(path: str) -> Pattern:
    r"""`^users/(?P<user_id>\d+)/$`: a regular expression, as far as it is text with groups."""
    ends = path.endswith(("$", r"\Z"))
    # A slash at the end that may be missing is a slash at the end: one that is missing is no fault.
    body = path.removeprefix("^").removesuffix("$").removesuffix(r"\Z").removesuffix("?" if "/?" in path[-4:] else "")
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
    known = kind.partition("(")[0]
    if known == "path":
        return PathParameter(name, "string", many_segments=True)
    if known in _CONVERTERS or not kind:
        return PathParameter(name, *_CONVERTERS.get(known, ("", "")))
    if known.isalnum():
        # One of the program's own: it may take more than a segment.
        return PathParameter(name, many_segments=True)
    return _matched(name, kind.removeprefix("re:"))


def _matched(name: str, expression: str) -> PathParameter:
    is_number = expression in (r"\d+", "[0-9]+")
    if not expression or is_number:
        return PathParameter(name, "integer" if is_number else "")
    return PathParameter(name, "", "", _may_hold_slashes(expression))


def _may_hold_slashes(expression: str) -> bool:
    """Whether a regular expression may match a slash, as far as a look at it tells."""
    return bool(re.search(r"/|(?<!\\)\.|\\[DSW]|\[\^(?![^\]]*/)", expression))
