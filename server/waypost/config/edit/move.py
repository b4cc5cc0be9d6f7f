"""Moving things to where they belong, with their comments, and merging what is there twice."""

from collections.abc import Mapping, Sequence

from waypost.config.edit.comments import Carried, carried, comments_above, items_of, line_start, loose_comments, remove
from waypost.config.edit.insert import (
    append_members,
    deepest,
    hand_over,
    insert_entry,
    insert_lines,
    insert_table,
    line_after,
    lines_of,
    lines_with,
    write_comments,
)
from waypost.config.edit.text import headed, newline_of, pair_text, rename, string_text
from waypost.config.parse import Array, Entry, Form, Member, Placed, Statement, Syntax, Table, Tree, plain
from waypost.config.parse.toml_statements import Header, Section
from waypost.config.parse.toml_tree import TomlTree
from waypost.results import Edit
from waypost.text import Span
from waypost.text.encoding import decode

# An entry, or one that is there twice and is none.
Named = Entry | Member


def move_entry(tree: Tree, prefix: Sequence[str], entry: Entry, path: Sequence[str]) -> Sequence[Edit]:
    """The entry at another path of the configuration; nothing if a small edit cannot move it."""
    there = tree.root.find(*prefix, *path)
    value = entry.value
    if entry.statement.problems:  # half of it may not be what it seems
        return []
    if there is not None:
        return _join(tree, prefix, entry, there, path)
    parent, missing = deepest(tree.root, (*prefix, *path[:-1]))
    if missing and missing[0] in parent.entries:
        return []
    if isinstance(value, Table) and value.form is not Form.INLINE:
        return _rename_headers(tree, entry, len(prefix), path)
    own = carried(tree, entry)._replace(text=decode(tree.span(value).of(tree.source)))
    return _both(remove(tree, entry, comments=True), insert_entry(tree, prefix, path, own))


def turn_into_item(tree: Tree, prefix: Sequence[str], entry: Entry, path: Sequence[str], text: str) -> Sequence[Edit]:
    """An item of the list at `path` in place of an entry."""
    own = carried(tree, entry)._replace(text=text)
    return _both(remove(tree, entry, comments=True), _as_item(tree, prefix, own, path))


def move_item(tree: Tree, prefix: Sequence[str], item: Placed, path: Sequence[str]) -> Sequence[Edit]:
    """The item of a list, moved to the list at `path`."""
    return _both(remove(tree, item, comments=True), _as_item(tree, prefix, carried(tree, item), path))


def turn_into_words(tree: Tree, prefix: Sequence[str], entry: Entry, path: Sequence[str]) -> Sequence[Edit]:
    """A list of words as the table at `path`, next to it or in its place, where each of them is accepted."""
    value = entry.value
    assert isinstance(value, Array), "only lists are turned"
    there = tree.root.find(*prefix, *path)
    words = _words_of(tree, value)
    loose = loose_comments(tree, value)
    if there in (None, entry) and not loose and not any(each.has_comments for each in words.values()):
        inside = ", ".join(each.text for each in words.values())
        named = [each for key in entry.keys if key.name != path[-1] for each in rename(tree, key, path[-1])]
        return [*named, Edit(tree.span(value), f"{{ {inside} }}" if inside else "{}")]
    known = set(there.value.entries) if there is not None and isinstance(there.value, Table) else set()
    new = [each for text, each in words.items() if text not in known]
    lost = (comment for text in words if text in known for comment in words[text].comments)
    lead = (*carried(tree, entry).comments, *loose, *lost)
    removed = remove(tree, entry, comments=True)
    if there in (None, entry):
        return _both(removed, _new_table(tree, (*prefix, *path), new, lead))
    assert there is not None
    added = _with_words(tree, there, new)
    return [*removed, *added, *write_comments(tree, there, lead)] if removed and (added or not new) else []


def _words_of(tree: Tree, value: Array) -> Mapping[str, Carried]:
    """The words of a list, each as an entry that accepts it."""
    words: dict[str, Carried] = {}
    for item, own in zip(value.items, items_of(tree, value), strict=True):
        text = str(plain(item))
        before = words.get(text, Carried(""))
        words[text] = Carried(pair_text(tree, text, string_text(text)), (*before.comments, *own.above), own.behind)
    return words


def _new_table(tree: Tree, names: Sequence[str], members: Sequence[Carried], lead: Sequence[str]) -> Sequence[Edit]:
    parent = deepest(tree.root, names[:-1])[0]
    if tree.syntax is Syntax.JSON or parent.form in (Form.INLINE, Form.DOTTED):
        return []
    return insert_table(tree, names, members, lead)


def _with_words(tree: Tree, there: Entry, new: Sequence[Carried]) -> Sequence[Edit]:
    table = there.value
    if isinstance(table, Table) and (table.form is Form.INLINE or tree.syntax is Syntax.JSON):
        return append_members(tree, table, new)
    if not isinstance(table, Table) or table.form is not Form.HEADER:
        return []
    return insert_lines(tree, line_after(tree.source, tree.span(table).end), lines_with(new))


def _as_item(tree: Tree, prefix: Sequence[str], item: Carried, path: Sequence[str]) -> Sequence[Edit]:
    there = tree.root.find(*prefix, *path)
    if there is None:
        return insert_entry(tree, prefix, path, item._replace(text=f"[{item.text}]"))
    return append_members(tree, there.value, [item]) if isinstance(there.value, Array) else []


def _both(removed: Sequence[Edit], added: Sequence[Edit]) -> Sequence[Edit]:
    """Two halves of a change, neither of which may be made alone; in a broken document, one may be inside the other."""
    cross = any(gone.span.start < new.span.start < gone.span.end for gone in removed for new in added)
    return [*removed, *added] if removed and added and not cross else []


def _join(tree: Tree, prefix: Sequence[str], entry: Entry, there: Entry, path: Sequence[str]) -> Sequence[Edit]:
    """The content of an entry, in another list or table, without what that has already."""
    value, target = entry.value, there.value
    if isinstance(value, Array) and isinstance(target, Array):
        return merge_lists(tree, entry, there)
    if not isinstance(value, Table) or not isinstance(target, Table) or value.statement.problems:
        return []
    if {value.form, target.form} <= {Form.HEADER, Form.IMPLICIT}:
        return _join_headers(tree, prefix, entry, there, path)
    if {value.form, target.form} == {Form.INLINE} and not value.entries.keys() & target.entries.keys():
        moved = append_members(tree, target, items_of(tree, value))
        return _both(remove(tree, entry, comments=True), [*moved, *_comments_of_list(tree, entry, there)])
    return []


def _join_headers(tree: Tree, prefix: Sequence[str], entry: Entry, there: Entry, path: Sequence[str]) -> Sequence[Edit]:
    """Tables below headers: the lines of one after those of the other, and the tables in it renamed."""
    one, two = _section_of(tree, there), _section_of(tree, entry)
    below = [each for each in _children(entry) if _has_own_header(each)]
    edits: list[Edit] = []
    for child in below:
        moved = move_entry(tree, prefix, child, (*path, child.name))
        if not moved:
            return []
        edits += moved
    if two is None:
        return edits
    if one is None:  # `[type.py.extend-words]` alone: its header may still come
        names = [key.name for key in two.header.keys] if two.header else []
        return [*edits, *rename_last(tree, two, path[-1])] if len(names) == len(prefix) + len(path) else []
    merged = merge_sections(tree, one, two)
    return [*edits, *merged] if merged is not None else []


def rename_last(tree: Tree, section: Section, name: str) -> Sequence[Edit]:
    return rename(tree, section.header.keys[-1], name) if section.header else []


def _children(entry: Entry) -> Sequence[Entry]:
    return list(entry.value.entries.values()) if isinstance(entry.value, Table) else []


def _has_own_header(entry: Entry) -> bool:
    value = entry.value
    return isinstance(value, Table) and value.form in (Form.HEADER, Form.IMPLICIT)


def _section_of(tree: Tree, entry: Entry) -> Section | None:
    """The section whose header names a table as its last part."""
    value = entry.value
    if not isinstance(tree, TomlTree) or not isinstance(value, Table) or value.form is not Form.HEADER:
        return None
    return next((each for each in tree.sections if each.header is value.statement), None)


def merge_sections(tree: Tree, one: Section, two: Section, kept: Section | None = None) -> Sequence[Edit] | None:
    """The lines of the second section after those of the first, with every comment.

    If both set a key to different values, the value in `kept` stays; None if neither is chosen or one is a table.
    """
    edits: list[Edit] = []
    dropped: set[Statement] = set()
    for name in one.entries.keys() & two.entries.keys():
        first, again = one.entries[name], two.entries[name]
        joined = _one_of(tree, first, again, is_second=kept is two, is_chosen=kept is not None)
        if joined is None:
            return None
        edits += joined
        dropped.add(again.statement)
    own = two.statements[: two.statements.index(two.last) + 1]
    lines = [line for each in _remaining(tree, own[1:], dropped) for line in lines_of(each.text)]
    start = tree.start(own[0])
    above = comments_above(tree, start)
    header = two.header
    behind = decode(header.text[header.end :].strip()) if header else ""
    edits += _above_header(
        tree, one, [*(decode(each.of(tree.source)) for each in above), *([behind] if behind else [])]
    )
    start = line_start(tree.source, above[0].start) if above else start
    end = tree.start(own[-1]) + len(own[-1].text)
    if end == len(tree.source):  # the blank lines before it would be left at the end
        start = line_after(tree.source, len(tree.source[:start].rstrip(b"\r\n")))
    at = line_after(tree.source, tree.start(one.last) + len(one.last.text.rstrip()))
    return [*edits, Edit(Span(start, end), ""), *insert_lines(tree, at, lines)]


def _above_header(tree: Tree, section: Section, comments: Sequence[str]) -> Sequence[Edit]:
    start = tree.start(section.statements[0])
    return [Edit(Span.at(start), "".join(f"{each}{newline_of(tree.source)}" for each in comments))] if comments else []


def _remaining(tree: Tree, statements: Sequence[Statement], dropped: set[Statement]) -> Sequence[Statement]:
    """The statements without those that go, and without the comments above these, which have gone elsewhere."""
    handed = {span.start for each in dropped for span in comments_above(tree, tree.start(each))}
    gone = {tree.statement_at(each) for each in handed} | dropped
    return [each for each in statements if each not in gone]


def _one_of(tree: Tree, first: Entry, again: Entry, *, is_second: bool, is_chosen: bool) -> Sequence[Edit] | None:
    """Two entries of one name as the first one; None if it is not known which value is right."""
    gone = carried(tree, again)
    if plain(first.value) == plain(again.value):
        return hand_over(tree, gone, first)
    if isinstance(first.value, Array) and isinstance(again.value, Array):
        return _list_merged(tree, first, again)
    if not is_chosen or isinstance(first.value, Table) or isinstance(again.value, Table):
        return None
    written = tree.span(again.value).of(tree.source)
    chosen = [Edit(tree.span(first.value), decode(written))] if is_second else []
    return [*chosen, *hand_over(tree, gone, first)]


def merge_lists(tree: Tree, entry: Named, there: Named) -> Sequence[Edit]:
    """The items of a list that another one lacks, at its end; without the first list."""
    merged = _list_merged(tree, there, entry)
    removed = remove(tree, entry, comments=True)
    if merged is None or not removed:
        return []
    cross = any(gone.span.start < new.span.start < gone.span.end for gone in removed for new in merged)
    return [] if cross else [*removed, *merged]


def _list_merged(tree: Tree, one: Named, two: Named) -> Sequence[Edit] | None:
    """The first list with the items of the second that it lacks, and with all comments of that."""
    assert isinstance(one.value, Array), "only lists are merged"
    assert isinstance(two.value, Array), "only lists are merged"
    if not (one.value.closed and two.value.closed):
        return None
    there = {repr(plain(each)): each for each in one.value.items}
    added: list[Carried] = []
    edits: list[Edit] = []
    for item, own in zip(two.value.items, items_of(tree, two.value), strict=True):
        known = there.get(repr(plain(item)))
        if known is None:
            added.append(own)
        else:
            edits += hand_over(tree, own, known)
    return [*edits, *append_members(tree, one.value, added), *_comments_of_list(tree, two, one)]


def _comments_of_list(tree: Tree, gone: Named, kept: Named) -> Sequence[Edit]:
    """The comments of an entry in brackets that belong to none of its members, beside another entry."""
    assert isinstance(gone.value, Array | Table)
    own = carried(tree, gone)
    return hand_over(tree, own._replace(above=(*own.above, *loose_comments(tree, gone.value))), kept)


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


def drop_prefix(tree: Tree, prefix: Sequence[str]) -> Sequence[Edit]:
    """Every header without a leading `prefix`; nothing if something prevents that.

    A header that is only the prefix is removed, because its content is then at the top: it must come first.
    """
    edits: list[Edit] = []
    seen = False
    for statement in tree.statements:
        if not isinstance(statement, Header):
            continue
        keys = statement.keys
        if tuple(key.name for key in keys[: len(prefix)]) != tuple(prefix) or statement.problems:
            return []
        first, start = tree.span(keys[0]).start, tree.start(statement)
        if len(keys) > len(prefix):
            edits.append(Edit(Span(first, tree.span(keys[len(prefix)]).start), ""))
        elif seen:
            return []
        else:
            comment = statement.text.find(b"#", statement.end)
            edits.append(Edit(Span(start, start + (comment if comment >= 0 else len(statement.text))), ""))
        seen = True
    return edits
