"""Moving things to where they belong."""

from collections.abc import Sequence

from waypost.config.edit.insert import append_items, deepest, insert_entry, insert_lines, line_after, lines_of
from waypost.config.edit.remove import remove_entry, remove_item
from waypost.config.edit.text import headed
from waypost.config.parse import Array, Entry, Form, Placed, Table, Tree
from waypost.config.parse.toml_statements import Header
from waypost.results import Edit
from waypost.text import Span


def move_entry(tree: Tree, prefix: Sequence[str], entry: Entry, path: Sequence[str]) -> Sequence[Edit]:
    """The entry at another path of the configuration; nothing if a small edit cannot move it."""
    there = tree.root.find(*prefix, *path)
    value = entry.value
    if entry.statement.problems:  # half of it may not be what it seems
        return []
    if there is not None:
        return _join(tree, entry, there)
    parent, missing = deepest(tree.root, (*prefix, *path[:-1]))
    if missing and missing[0] in parent.entries:
        return []
    if isinstance(value, Table) and value.form is not Form.INLINE:
        return _rename_headers(tree, entry, len(prefix), path)
    added = insert_entry(tree, prefix, path, tree.span(value).of(tree.source).decode())
    return _both(remove_entry(tree, entry), added)


def turn_into_item(tree: Tree, prefix: Sequence[str], entry: Entry, path: Sequence[str], text: str) -> Sequence[Edit]:
    """An item of the list at `path` in place of an entry."""
    there = tree.root.find(*prefix, *path)
    if there is None:
        added = insert_entry(tree, prefix, path, f"[{text}]")
    elif isinstance(there.value, Array):
        added = append_items(tree, there.value, [text])
    else:
        added = []
    return _both(remove_entry(tree, entry), added)


def move_item(tree: Tree, prefix: Sequence[str], item: Placed, path: Sequence[str]) -> Sequence[Edit]:
    """The item of a list, moved to the list at `path`."""
    text = tree.span(item).of(tree.source).decode()
    there = tree.root.find(*prefix, *path)
    if there is None:
        added = insert_entry(tree, prefix, path, f"[{text}]")
    else:
        added = append_items(tree, there.value, [text]) if isinstance(there.value, Array) else []
    return _both(remove_item(tree, item), added)


def _both(removed: Sequence[Edit], added: Sequence[Edit]) -> Sequence[Edit]:
    """Two halves of a change, neither of which may be made alone; in a broken document, one may be inside the other."""
    cross = any(gone.span.start < new.span.start < gone.span.end for gone in removed for new in added)
    return [*removed, *added] if removed and added and not cross else []


def _join(tree: Tree, entry: Entry, there: Entry) -> Sequence[Edit]:
    """The content of an entry, at the end of another list, or of a table without the same names."""
    value, target = entry.value, there.value
    if isinstance(value, Array) and isinstance(target, Array):
        texts = [tree.span(item).of(tree.source).decode() for item in value.items]
        removed = remove_entry(tree, entry)
        return _both(removed, append_items(tree, target, texts)) if texts else removed
    if not isinstance(value, Table) or not isinstance(target, Table) or value.entries.keys() & target.entries.keys():
        return []
    if len(entry.keys) > 1 or value.statement.problems or {value.form, target.form} != {Form.HEADER}:
        return []
    start = tree.start(value.statement)
    end = line_after(tree.source, tree.span(value).end)
    lines = lines_of(tree.source[start + len(value.statement.text) : end])
    at = line_after(tree.source, tree.span(target).end)
    return [Edit(Span(start, end), ""), *insert_lines(tree, at, lines)]


def _rename_headers(tree: Tree, entry: Entry, depth: int, path: Sequence[str]) -> Sequence[Edit]:
    """The path in every header that leads to a table."""
    edits = []
    for key in entry.keys:
        header = key.statement
        if not isinstance(header, Header) or header.problems:
            return []
        at = next(index for index, each in enumerate(header.keys) if each is key)
        first = tree.span(header.keys[min(depth, at)]).start
        edits.append(Edit(Span(first, tree.span(key).end), headed(path)))
    return edits
