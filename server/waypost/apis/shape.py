"""A template's shape: its path segments with all values alike, so that names do not matter.

`/repos/{o}/:r/git/{+ref}` has the shape of `/repos/{owner}/{repo}/git/{ref}`. This reads any text, even half-typed:
the strict grammar of templates, and its errors, belong to the request builder.
"""

import re
from functools import lru_cache

# A value that stays within its segment; one that is meant to contain slashes; and one that is inserted as it is, so
# that slashes in it are not encoded: `f"/repos/{full_name}/issues"`.
HOLE = "\0"
REST = "\1"
WIDE = "\2"
VALUES = (HOLE, REST, WIDE)

Shape = tuple[str, ...]

_EXPRESSION = re.compile(r"\{(?P<body>[^{}]*)\}|\{(?P<open>[^{}/]*)|(?<=/):[A-Za-z_]\w*(?=[/?{]|$)")
# The stand-in for an unknown part of a text: see `waypost.routes.model.values`.
_UNKNOWN = re.compile("[\ue000-\uf8ff]")
_URL = re.compile(r"https?://[^/?#{]*", re.IGNORECASE)


@lru_cache(maxsize=4096)
def shape_of(path: str) -> Shape:
    """The shape of a path, without its query."""
    path = _UNKNOWN.sub(WIDE, path)
    return segments(_EXPRESSION.sub(_value, path if path.startswith(("/", "{/", WIDE)) else f"/{path}"))


def segments(path: str) -> Shape:
    """The segments of a path whose values are already `HOLE` and `REST`."""
    bare = path.partition("?")[0].partition("#")[0].strip("/")
    return tuple(bare.split("/")) if bare else ()


def split_url(url: str) -> tuple[str, str]:
    """An absolute URL's origin, in lower case, and the rest; an empty origin for a path."""
    found = _URL.match(url)
    return (found[0].lower(), url[found.end() :]) if found else ("", url)


def has_values(segment: str) -> bool:
    return any(value in segment for value in VALUES)


def takes(segment: str, text: str) -> bool:
    """Whether filling in the values of `segment` can yield `text`. Takes linear time in `text`."""
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
