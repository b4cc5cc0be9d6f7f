"""unknown-key: a setting in a word table, where the header above it made it an entry."""

from collections.abc import Sequence

from waypost.config import edit
from waypost.config.check.finding import Draft, NodeFinding
from waypost.config.check.names import takes
from waypost.config.check.validate import violation
from waypost.config.model.schema import matching, tables_with
from waypost.config.model.wording import table_name
from waypost.config.parse import Array, Entry, Scalar, Table, Tree
from waypost.results import Edit


def misplaced_in_words(
    entry: Entry, prefix: tuple[str, ...], path: tuple[str, ...], *, is_json: bool
) -> NodeFinding | None:
    """The finding for `extend-exclude = […]` or `check-file = false` below `[default.extend-words]`."""
    value = entry.value
    if not isinstance(value, Array | Table) and not (isinstance(value, Scalar) and isinstance(value.value, bool)):
        return None
    home = _home(entry, path[:-1])
    if home is None:
        return None
    there, here = (table_name((*prefix, *each), is_json=is_json) for each in (home, path))

    def edits(tree: Tree) -> Sequence[Edit]:
        return edit.move_entry(tree, prefix, entry, (*home, entry.name))

    message = f"`{entry.name}` belongs in {there}, not in {here}: everything below that header is a word"
    return NodeFinding("unknown-key", entry.key, message, (Draft(f"Move to {there}", edits),))


def _home(entry: Entry, engine: tuple[str, ...]) -> tuple[str, ...] | None:
    """The table that knows the key and accepts the value: the one around the word table first."""
    for home in (engine, *tables_with(entry.name)):
        node = matching((*home, entry.name)) if "*" not in home and home else None
        if node is not None and takes(node, entry.value) and violation(entry.value, node) is None:
            return home
    return None
