"""A template's shape: its path segments with every value made equal, so that names do not matter.

`/repos/{o}/:r/git/{+ref}` has the shape of `/repos/{owner}/{repo}/git/{ref}`. This reads any text, half-typed too:
the strict grammar of templates is the request builder's, and what is wrong in one is said there.
"""

import re

# A value that stays within its segment, and one that may hold slashes.
HOLE = "\0"
REST = "\1"

Shape = tuple[str, ...]

_EXPRESSION = re.compile(r"\{(?P<body>[^{}]*)\}|\{[^{}/]*|(?<=/):[A-Za-z_]\w*(?=[/?{]|$)")
_URL = re.compile(r"https?://[^/?#{]*", re.IGNORECASE)


def shape_of(path: str) -> Shape:
    """The shape of a path, without its query."""
    return segments(_EXPRESSION.sub(_value, path if path.startswith(("/", "{/")) else f"/{path}"))


def segments(path: str) -> Shape:
    """The segments of a path in which values are `HOLE` and `REST` already."""
    bare = re.split(r"[?#]", path, maxsplit=1)[0].strip("/")
    return tuple(bare.split("/")) if bare else ()


def split_url(url: str) -> tuple[str, str]:
    """An absolute url's origin, lowercased, and the rest; an empty origin for a path."""
    found = _URL.match(url)
    return (found[0].lower(), url[found.end() :]) if found else ("", url)


def has_values(segment: str) -> bool:
    return HOLE in segment or REST in segment


def takes(segment: str, text: str) -> bool:
    """Whether filling the values of `segment` in can yield `text`. Takes time in proportion to `text`."""
    first, *others = segment.replace(REST, HOLE).split(HOLE)
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
    body = found["body"] or ""
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
