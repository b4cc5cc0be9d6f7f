"""Hover over a value: what a glob reaches, a pattern matches, and a word entry does."""

from collections.abc import Iterator

from waypost import cancel
from waypost.config.files import count_matching
from waypost.config.globs import glob_error
from waypost.config.hover.of_key import key_text
from waypost.config.hover.verdict import verdict
from waypost.config.parse import Scalar, Value
from waypost.config.reach import reach
from waypost.config.regex import finds, regex_error
from waypost.config.schema import Format, matching
from waypost.config.spot import Spot
from waypost.markup import block, code

_WORD_TABLES = ("extend-words", "extend-identifiers")
_SAMPLES = 3
_MOST_LINES = 20_000
_SEARCHED = {
    "extend-ignore-re": "What it matches is passed over, anywhere in a file's text and in its name.",
    "extend-ignore-identifiers-re": "Identifiers in which it matches anywhere are passed over.",
    "extend-ignore-words-re": "Words in which it matches anywhere are passed over.",
}


def value_text(spot: Spot, value: Value) -> str:
    """What to say of a plain value; nothing where it is reported already."""
    if not isinstance(value, Scalar) or value.broken or not value.closed:
        return ""
    path = spot.value_path
    node = matching(path)
    if node is None:
        return ""
    if value.is_string and len(path) > 1 and path[-2] in _WORD_TABLES:
        return verdict(str(path[-1]), value.value, identifiers=path[-2] == "extend-identifiers")
    if isinstance(path[-1], int):
        return _item_text(spot, value, str(path[-2])) if value.is_string else ""
    if node.enum and value.value in node.enum:
        detail = node.enum_descriptions[node.enum.index(value.value)]
        return f"**{value.value}** · {detail}\n\n{key_text(spot, path, node)}"
    return key_text(spot, path, node)


def _item_text(spot: Spot, value: Scalar, key: str) -> str:
    listed = matching(spot.value_path[:-1])
    kind = listed.format if listed else Format.PLAIN
    if kind is Format.REGEX:
        return "" if regex_error(value.value) else _pattern_text(spot, value.value, key)
    if kind is Format.PLAIN or glob_error(value.value, kind):
        return ""
    return _glob_text(spot, value.value, kind)


def _glob_text(spot: Spot, glob: str, kind: Format) -> str:
    said = [code(glob)]
    if kind is Format.TYPE_GLOB:
        said.append("Looks at base names alone.")
    elif glob.startswith("!"):
        said.append("Takes back what an earlier glob excludes.")
    else:
        said.append("As in a `.gitignore` in the folder that the checker runs in.")
    place = reach(spot.subject)
    count = count_matching(*place, glob, kind) if place else None
    if count is not None:
        said.append(f"Matches **{count}** {'file' if count == 1 else 'files'} here.")
    return "\n\n".join(said)


def _pattern_text(spot: Spot, pattern: str, key: str) -> str:
    said = [code(pattern), _SEARCHED.get(key, "")]
    if key == "extend-ignore-re":
        lines = list(_matching_lines(spot, pattern))
        if lines:
            more = "or more " if len(lines) > _SAMPLES else ""
            said.append(f"In open files it matches in {min(len(lines), _SAMPLES)} {more}lines, such as:")
            said.append(block("\n".join(lines[:_SAMPLES])))
    return "\n\n".join(part for part in said if part)


def _matching_lines(spot: Spot, pattern: str) -> Iterator[str]:
    """The first lines of open files in which a pattern matches, and one more."""
    looked = found = 0
    for document in spot.subject.workspace.open.values():
        cancel.checkpoint()
        if document.uri == spot.subject.document.uri or not finds(pattern, document.text):
            continue
        for line in document.text.splitlines():
            looked += 1
            if found > _SAMPLES or looked > _MOST_LINES:
                return
            if line.strip() and finds(pattern, line):
                found += 1
                yield line.strip()
