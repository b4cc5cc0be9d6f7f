"""Small changes to a configuration that leave comments, order and style as they are."""

import json
import re
from collections.abc import Iterator, Sequence

from waypost.config.parse import Array, Entry, Form, Key, Placed, Style, Syntax, Table, Tree
from waypost.config.parse.toml_statements import Header
from waypost.results import Edit
from waypost.text import Span

_BARE = re.compile(r"[A-Za-z0-9_-]+\Z")
_AFTER = re.compile(rb"[ \t]*(?:,[ \t]*)?")
_COMMA_AFTER = re.compile(rb"[ \t\r\n]*,")
_REST_OF_LINE = re.compile(rb"[ \t]*(?:#[^\r\n]*)?(?:\r\n|\n|\r|\Z)")
_LITERAL_UNSAFE = re.compile(r"['\x00-\x08\x0a-\x1f\x7f]")


def replace(tree: Tree, place: Placed, text: str) -> Sequence[Edit]:
    return [Edit(tree.span(place), text)]


def rename(tree: Tree, key: Key, name: str) -> Sequence[Edit]:
    """Another name for one part of a key, quoted as it was and where it must be."""
    return [Edit(tree.span(key), key_text(name, key.style))]


def key_text(name: str, style: Style = Style.BARE) -> str:
    """A key as it is written in the style of another one."""
    if style is Style.JSON or (style is Style.BASIC and not _LITERAL_UNSAFE.search(name)):
        return json.dumps(name, ensure_ascii=False)
    if style is Style.LITERAL and not _LITERAL_UNSAFE.search(name):
        return f"'{name}'"
    return name if _BARE.match(name) else json.dumps(name, ensure_ascii=False)


def string_text(value: str, style: Style = Style.BASIC) -> str:
    """A string as it is written in the style of another one, where that style can hold it."""
    if style in (Style.LITERAL, Style.MULTILINE_LITERAL) and not _LITERAL_UNSAFE.search(value):
        return f"'{value}'"
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def pattern_text(value: str, syntax: Syntax) -> str:
    """A regular expression as it is best written: where backslashes are just that."""
    if syntax is Syntax.TOML and "\\" in value:
        return string_text(value, Style.LITERAL)
    return string_text(value)


def remove_entry(tree: Tree, entry: Placed) -> Sequence[Edit]:
    """Without this entry: its whole line, or its part of a line with one comma."""
    span = tree.span(entry)
    start = tree.start(entry.statement)
    end = start + len(entry.statement.text)
    before = tree.source[start : span.start]
    if tree.syntax is Syntax.TOML and not before.strip():
        # With more behind it than a comment, the line is broken: what it should be is for the user to say.
        return [Edit(Span(start, end), "")] if _REST_OF_LINE.fullmatch(tree.source[span.end : end]) else []
    return _remove_member(tree.source, span)


def remove_item(tree: Tree, item: Placed) -> Sequence[Edit]:
    """Without this item of a list."""
    return _remove_member(tree.source, tree.span(item))


def _remove_member(source: bytes, span: Span) -> Sequence[Edit]:
    """A member goes with the comma after it; the last one, with the comma before it."""
    comma = _COMMA_AFTER.match(source, span.end)
    if comma is None:
        return _remove_last(source, span)
    line = _own_lines(source, Span(span.start, comma.end()))
    if line is not None:
        return [Edit(line, "")]
    after = _AFTER.match(source, comma.end())
    return [Edit(Span(span.start, after.end() if after else comma.end()), "")]


def _remove_last(source: bytes, span: Span) -> Sequence[Edit]:
    head = source[: span.start].rstrip(b" \t\r\n")
    line = _own_lines(source, span)
    if not head.endswith(b","):
        return [Edit(line or span, "")]
    comma = len(head) - 1
    if line is None:
        return [Edit(Span(comma, span.end), "")]
    return [Edit(Span(comma, comma + 1), ""), Edit(line, "")]


def _own_lines(source: bytes, span: Span) -> Span | None:
    """The whole lines of a member that shares them with nothing but a comment."""
    start = max(source.rfind(b"\n", 0, span.start), source.rfind(b"\r", 0, span.start)) + 1
    rest = _REST_OF_LINE.match(source, span.end)
    if rest is None or source[start : span.start].strip():
        return None
    return Span(start, rest.end())


def insert_entry(tree: Tree, prefix: Sequence[str], path: Sequence[str], value: str) -> Sequence[Edit]:
    """`path = value` in a configuration at `prefix`: into its table where there is one, else with a new one."""
    *names, key = (*prefix, *path)
    table, missing = _deepest(tree.root, names)
    if missing and missing[0] in table.entries:  # something else has its name
        return []
    if tree.syntax is Syntax.JSON or table.form is Form.INLINE:
        return _insert_inline(tree, table, [*missing, key], value)
    if missing or table.form in (Form.IMPLICIT, Form.ROOT):
        return _insert_anew(tree, names, key, value)
    if table.form is Form.DOTTED:
        return []
    return _insert_lines(tree, _line_after(tree.source, tree.span(table).end), [f"{key_text(key)} = {value}"])


def _deepest(table: Table, names: Sequence[str]) -> tuple[Table, Sequence[str]]:
    """The last table on a way that is there, and the names that are not."""
    for depth, name in enumerate(names):
        inner = table.get(name)
        if not isinstance(inner, Table):
            return table, names[depth:]
        table = inner
    return table, ()


def _insert_anew(tree: Tree, names: Sequence[str], key: str, value: str) -> Sequence[Edit]:
    """With a header of its own at the end."""
    lead = _newline(tree.source) if tree.source.strip() else ""
    header = f"{lead}[{'.'.join(key_text(name) for name in names)}]"
    return _insert_lines(tree, len(tree.source), [header, f"{key_text(key)} = {value}"])


def _line_after(source: bytes, offset: int) -> int:
    """Where the line after this one starts."""
    end = source.find(b"\n", offset)
    return len(source) if end < 0 else end + 1


def _insert_lines(tree: Tree, at: int, lines: Sequence[str]) -> Sequence[Edit]:
    """Each line as an edit of its own: fixes that begin alike go together then."""
    newline = _newline(tree.source)
    ended = at == 0 or tree.source[at - 1 : at] == b"\n"
    return [*([] if ended else [Edit(Span.at(at), newline)]), *(Edit(Span.at(at), line + newline) for line in lines)]


def _insert_inline(tree: Tree, table: Table, path: Sequence[str], value: str) -> Sequence[Edit]:
    """Into braces, with the braces of the tables that are missing on the way."""
    sign, style = (": ", Style.JSON) if tree.syntax is Syntax.JSON else (" = ", Style.BARE)
    text = value
    for depth, name in enumerate(reversed(path)):
        text = f"{key_text(name, style)}{sign}{f'{{ {text} }}' if depth else text}"
    if not table.entries:
        return [Edit(tree.span(table), f"{{ {text} }}")]
    last = tree.span(list(table.entries.values())[-1])
    return [Edit(Span.at(last.end), f",{_gap_before(tree.source, last.start)}{text}")]


def _gap_before(source: bytes, start: int) -> str:
    """The blanks between a member and what is before it: how members are set apart here."""
    head = source[:start].rstrip(b" \t\r\n")
    return source[len(head) : start].decode() or " "


def _newline(source: bytes) -> str:
    first = source.find(b"\n")
    return "\r\n" if first > 0 and source[first - 1 : first] == b"\r" else "\n"


def append_items(tree: Tree, array: Array, texts: Sequence[str]) -> Sequence[Edit]:
    """Further items at the end of a list, set apart as those before them are."""
    span = tree.span(array)
    if not array.items:
        return [Edit(Span(span.start, span.end), f"[{', '.join(texts)}]")]
    last = tree.span(array.items[-1])
    gap = (
        _gap_before(tree.source, last.start)
        if len(array.items) > 1 or b"\n" in tree.source[span.start : last.start]
        else " "
    )
    return [Edit(Span.at(last.end), "".join(f",{gap}{text}" for text in texts))]


def move_entry(tree: Tree, prefix: Sequence[str], entry: Entry, path: Sequence[str]) -> Sequence[Edit]:
    """The entry at another path of the configuration; nothing where it cannot be moved by a small edit."""
    there = tree.root.find(*prefix, *path)
    value = entry.value
    if there is not None:
        return _join(tree, entry, there)
    parent, missing = _deepest(tree.root, (*prefix, *path[:-1]))
    if missing and missing[0] in parent.entries:
        return []
    if isinstance(value, Table) and value.form is not Form.INLINE:
        return _rename_headers(tree, entry, len(prefix), path)
    added = insert_entry(tree, prefix, path, tree.span(value).of(tree.source).decode())
    return _both(remove_entry(tree, entry), added)


def _join(tree: Tree, entry: Entry, there: Entry) -> Sequence[Edit]:
    """What an entry holds, at the end of another list, or of a table without such names."""
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
    end = _line_after(tree.source, tree.span(value).end)
    lines = tree.source[start + len(value.statement.text) : end].decode().splitlines()
    at = _line_after(tree.source, tree.span(target).end)
    return [Edit(Span(start, end), ""), *_insert_lines(tree, at, lines)]


def _rename_headers(tree: Tree, entry: Entry, depth: int, path: Sequence[str]) -> Sequence[Edit]:
    """The path in every header that leads to a table."""
    edits = []
    for key in entry.keys:
        header = key.statement
        if not isinstance(header, Header) or header.problems:
            return []
        at = next(index for index, each in enumerate(header.keys) if each is key)
        first = tree.span(header.keys[min(depth, at)]).start
        edits.append(Edit(Span(first, tree.span(key).end), ".".join(key_text(name) for name in path)))
    return edits


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
    """The item of a list, in the list at `path`."""
    text = tree.span(item).of(tree.source).decode()
    there = tree.root.find(*prefix, *path)
    if there is None:
        added = insert_entry(tree, prefix, path, f"[{text}]")
    else:
        added = append_items(tree, there.value, [text]) if isinstance(there.value, Array) else []
    return _both(remove_item(tree, item), added)


def _both(removed: Sequence[Edit], added: Sequence[Edit]) -> Sequence[Edit]:
    """Two halves of a change, of which neither may be made alone."""
    return [*removed, *added] if removed and added else []


def drop_prefix(tree: Tree, prefix: Sequence[str]) -> Sequence[Edit]:
    """Every header without `prefix` in front; nothing where something else stands in the way.

    A header that is nothing but the prefix goes, for what is below it is at the top then: it must be the first.
    """
    edits: list[Edit] = []
    seen = False
    for statement in tree.statements:
        if not isinstance(statement, Header):
            continue
        keys = statement.keys
        if tuple(key.name for key in keys[: len(prefix)]) != tuple(prefix) or statement.problems:
            return []
        first = tree.span(keys[0]).start
        if len(keys) > len(prefix):
            edits.append(Edit(Span(first, tree.span(keys[len(prefix)]).start), ""))
        elif seen:
            return []
        else:
            start = tree.start(statement)
            edits.append(Edit(Span(start, start + len(statement.text)), ""))
        seen = True
    return edits


def headers_made(tree: Tree, edits: Sequence[Edit]) -> Iterator[str]:
    """The tables that edits write headers for: new ones, and those that get another name."""
    for edit in edits:
        if edit.text.strip().startswith("["):
            yield edit.text.strip()
        elif edit.text and tree.syntax is Syntax.TOML:
            statement = tree.statement_at(edit.span.start)
            if isinstance(statement, Header):
                start = tree.start(statement)
                text = statement.text.decode(errors="replace")
                made = text[: edit.span.start - start] + edit.text + text[edit.span.end - start :]
                yield made.partition("]")[0].strip() + "]"
