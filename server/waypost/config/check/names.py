"""Which known name a wrong one was meant to be."""

from collections.abc import Collection, Mapping
from typing import Final

from waypost.config.model.schema import SchemaNode
from waypost.config.parse import Array, Scalar, Table, Value

# Common mistakes that are not similar to the key: names that guides mention and that never existed.
_INVENTED: Final[Mapping[str, tuple[str, ...]]] = {
    "exclude": ("extend-exclude",),
    "excludes": ("extend-exclude",),
    "extend-ignore-files": ("extend-exclude",),
    "ignore-paths": ("extend-exclude",),
    "ignore-glob": ("extend-exclude",),
    "ignore": ("extend-exclude",),
    "extend-ignore-words": ("extend-words", "extend-ignore-words-re"),
    "ignore-words": ("extend-words", "extend-ignore-words-re"),
    "words": ("extend-words",),
    "extend-ignore-identifiers": ("extend-identifiers", "extend-ignore-identifiers-re"),
    "ignore-identifiers": ("extend-identifiers", "extend-ignore-identifiers-re"),
    "identifiers": ("extend-identifiers",),
    "ignore-re": ("extend-ignore-re",),
    "ignore-patterns": ("extend-ignore-re",),
    "glob": ("extend-glob",),
    "globs": ("extend-glob",),
    "language": ("locale",),
}
# Similar to a key, and its opposite.
_OPPOSITES: Final = frozenset({"extend-include", "include", "includes"})
_NEAR: Final = 75


def meant_key(name: str, value: Value, known: Mapping[str, SchemaNode]) -> str | None:
    """The key that `name` with this value was meant to be."""
    written = plain_name(name)
    if written in known:
        return written
    fitting = {key for key, node in known.items() if takes(node, value)}
    for key in _INVENTED.get(written, ()):
        if key in fitting:
            return key
    return None if written in _OPPOSITES else nearest(written, fitting)


def plain_name(name: str) -> str:
    """A name in the spelling of the configuration's keys."""
    return name.strip().lower().replace("_", "-").replace(" ", "-")


def takes(node: SchemaNode, value: Value) -> bool:
    """Whether a value has the shape that a key accepts; a missing value fits every key."""
    if isinstance(value, Table):
        return node.is_table
    if isinstance(value, Array):
        return node.is_list or (node.is_table and not node.properties)
    if isinstance(value, Scalar):
        return node.is_flag or node.is_text or (node.is_list and value.is_string)
    return True


def nearest(name: str, known: Collection[str], cutoff: int = _NEAR) -> str | None:
    """The known name most similar to `name`, if any is similar enough."""
    if not known:
        return None
    from rapidfuzz import fuzz, process

    found = process.extractOne(name, sorted(known), scorer=fuzz.ratio, score_cutoff=cutoff)
    return found[0] if found else None
