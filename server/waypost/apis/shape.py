"""A template's shape: its path segments with every value made equal, so that names do not matter.

`/repos/{o}/:r/git/{+ref}` has the shape of `/repos/{owner}/{repo}/git/{ref}`. This reads any text, half-typed too:
the strict grammar of templates is the request builder's, and what is wrong in one is said there.
"""

import re
from functools import lru_cache

# A value that stays within its segment; one that is meant to hold slashes; and one that comes from code as it is,
# so that nobody encodes the slashes it may happen to hold: `f"/repos/{full_name}/issues"`.
HOLE = "\0"
REST = "\1"
WIDE = "\2"
VALUES = (HOLE, REST, WIDE)

Shape = tuple[str, ...]

_EXPRESSION = re.compile(r"\{(?P<body>[^{}]*)\}|\{(?P<open>[^{}/]*)|(?<=/):[A-Za-z_]\w*(?=[/?{]|$)")
# What stands for an unknown part of a text: see `waypost.routes.model.values`.
_UNKNOWN = re.compile("[\ue000-\uf8ff]")
_URL = re.compile(r"https?://[^/?#{]*", re.IGNORECASE)


@lru_cache(maxsize=4096)
def shape_of(path: str) -> Shape:
    """The shape of a path, without its query."""
    path = _UNKNOWN.sub(WIDE, path)
    return segments(_EXPRESSION.sub(_value, path if path.startswith(("/", "{/", WIDE)) else f"/{path}"))


def segments(path: str) -> Shape:
    """The segments of a path in which values are `HOLE` and `REST` already."""
    bare = path.partition("?")[0].partition("#")[0].strip("/")
    return tuple(bare.split("/")) if bare else ()


def split_url(url: str) -> tuple[str, str]:
    """An absolute url's origin, lowercased, and the rest; an empty origin for a path."""
    found = _URL.match(url)
    return (found[0].lower(), url[found.end() :]) if found else ("", url)


def has_values(segment: str) -> bool:
    return any(value in segment for value in VALUES)


def takes(segment: str, text: str) -> bool:
    """Whether filling the values of `segment` in can yield `text`. Takes time in proportion to `text`."""
    first, *others = segment.replace(REST, HOLE).replace(WIDE, HOLE).split(HOLE)
    if not others or not text.startswith(first):
        return text == first
    *middle, last = others
    at = len(first) + 1
    for part in middle:
        found = text.find(part, at)
        if found < 0:
            return False
        at = found + len(part) + 1
    return text.endswith(last) and at <= len(text) - len(last)


def _value(found: re.Match[str]) -> str:
    body = found["body"] or found["open"] or ""
    match body[:1]:
        case "+":
            return REST
        case "?" | "&" | "#" | ";":
            return "?" if body[0] == "?" else ""
        case "/" | "." as operator:
            return operator + _values(body[1:], operator)
    return _values(body, ",")


def _values(names: str, separator: str) -> str:
    return separator.join(REST if "*" in name else HOLE for name in names.split(","))
