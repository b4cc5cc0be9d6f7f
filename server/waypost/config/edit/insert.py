"""Insertions: into an existing table or list, otherwise with a new one."""

from collections.abc import Iterator, Sequence

from waypost.config.edit.comments import (
    Carried,
    Gap,
    carried,
    gap_in,
    inner_span,
    is_line,
    line_start,
    members_of,
    surroundings,
)
from waypost.config.edit.text import headed, key_text, newline_of, pair_text
from waypost.config.parse import Array, Form, Key, Member, Placed, Syntax, Table, Tree
from waypost.config.parse.toml_statements import Pair
from waypost.results import Edit
from waypost.text import Span


def insert_entry(tree: Tree, prefix: Sequence[str], path: Sequence[str], value: str | Carried) -> Sequence[Edit]:
    """`path = value` in a configuration at `prefix`: in its table if it exists, otherwise with a new one."""
    *names, key = (*prefix, *path)
    given = value if isinstance(value, Carried) else Carried(value)
    table, missing = deepest(tree.root, names)
    if missing and missing[0] in table.entries:  # its name is already taken
        return []
    if tree.syntax is Syntax.JSON or table.form is Form.INLINE:
        return append_members(tree, table, [given._replace(text=_nested(tree, [*missing, key], given.text))])
    entry = given._replace(text=f"{key_text(key)} = {given.text}")
    if missing or table.form in (Form.IMPLICIT, Form.ROOT):
        return insert_table(tree, names, [entry])
    if table.form is Form.DOTTED:
        return _insert_dotted(tree, table, key, given) or _insert_dotted_inline(tree, names, key, given)
    return insert_lines(tree, line_after(tree.source, tree.span(table).end), lines_with([entry]))


def _nested(tree: Tree, path: Sequence[str], value: str) -> str:
    """In braces for the missing tables on the path."""
    text = value
    for depth, name in enumerate(reversed(path)):
        text = pair_text(tree, name, f"{{ {text} }}" if depth else text)
    return text


def lines_with(members: Sequence[Carried], margin: str = "") -> list[str]:
    """The lines of entries, each with its comments."""
    return [f"{margin}{line}" for each in members for line in (*each.above, f"{each.text}{each.behind}")]


def insert_table(
    tree: Tree, names: Sequence[str], members: Sequence[Carried], above: Sequence[str] = ()
) -> Sequence[Edit]:
    """A new table with its own header at the end, and comments above that."""
    lead = newline_of(tree.source) if tree.source.strip() else ""
    first, *others = (*above, f"[{headed(names)}]")
    return insert_lines(tree, len(tree.source), [f"{lead}{first}", *others, *lines_with(members)])


def _insert_dotted(tree: Tree, table: Table, key: str, given: Carried) -> Sequence[Edit]:
    """After the last of the dotted keys that define the table, with the same names before it.

    Never after a line with more than a value: the next ones may belong to a list that it opens.
    """
    own = [(pair, depth) for pair, depth in _dotted_into(table, 1) if _ends_with_value(tree, pair)]
    if not own:
        return []
    pair, depth = max(own, key=lambda each: tree.start(each[0]))
    keys, start = pair.member.keys, tree.start(pair)
    margin = tree.source[start : tree.span(keys[0]).start].decode()
    at = line_after(tree.source, start + len(pair.text.rstrip()))
    text = f"{_dotted(keys[:-depth])}.{key_text(key)} = {given.text}"
    return insert_lines(tree, at, lines_with([given._replace(text=text)], margin))


def _ends_with_value(tree: Tree, pair: Pair) -> bool:
    """Whether only a comment may follow the value on its line."""
    end = tree.start(pair) + len(pair.text)
    rest = tree.source[tree.span(pair.member.value).end : end].strip()
    return not rest or rest.startswith(b"#")


def _insert_dotted_inline(tree: Tree, names: Sequence[str], key: str, given: Carried) -> Sequence[Edit]:
    """The same in braces: after the last member whose dotted key leads to the table."""
    found = ((names[depth:], deepest(tree.root, names[:depth])[0]) for depth in reversed(range(len(names))))
    inner, braces = next((each for each in found if each[1].form is Form.INLINE), ((), None))
    into = [
        each
        for each in (braces.members if braces else ())
        if isinstance(each, Member) and [part.name for part in each.keys[: len(inner)]] == inner
    ]
    if not into or given.has_comments:
        return []
    keys = into[-1].keys[: len(inner)]
    gap = gap_before(tree.source, tree.span(keys[0]).start)
    text = f",{gap}{_dotted(keys)}.{key_text(key)} = {given.text}"
    return [Edit(Span.at(tree.span(into[-1].value).end), text)]


def _dotted(keys: Sequence[Key]) -> str:
    """Keys as they are written, but for quotes that one lacks."""
    return ".".join(key_text(key.name, key.style) for key in keys)


def _dotted_into(table: Table, depth: int) -> Iterator[tuple[Pair, int]]:
    """The lines whose keys lead into a table, each with its depth below that table."""
    for name, entry in table.entries.items():
        pair, value = entry.statement, entry.value
        if isinstance(value, Table) and value.form is Form.DOTTED:
            yield from _dotted_into(value, depth + 1)
        elif isinstance(pair, Pair) and len(pair.member.keys) > depth and pair.member.keys[-1].name == name:
            yield pair, depth


def deepest(table: Table, names: Sequence[str]) -> tuple[Table, Sequence[str]]:
    """The last existing table on a path, and the missing names."""
    for depth, name in enumerate(names):
        inner = table.get(name)
        if not isinstance(inner, Table):
            return table, names[depth:]
        table = inner
    return table, ()


def line_after(source: bytes, offset: int) -> int:
    """Where the next line starts."""
    end = source.find(b"\n", offset)
    return len(source) if end < 0 else end + 1


def lines_of(source: bytes) -> list[str]:
    """The lines of whole statements, which no other separator ends than that of TOML."""
    text = source.decode().replace("\r\n", "\n").removesuffix("\n")
    return text.split("\n") if text else []


def insert_lines(tree: Tree, at: int, lines: Sequence[str]) -> Sequence[Edit]:
    """Each line as a separate edit: fixes with the same first lines can then be applied together."""
    newline = newline_of(tree.source)
    ended = at == 0 or tree.source[at - 1 : at] == b"\n"
    return [*([] if ended else [Edit(Span.at(at), newline)]), *(Edit(Span.at(at), line + newline) for line in lines)]


def append_members(tree: Tree, container: Array | Table, added: Sequence[Carried]) -> Sequence[Edit]:
    """More members at the end of brackets, separated like those before them. A comment ends its line."""
    members = members_of(container)
    if not added:
        return []
    if not members:
        return _first_members(tree, container, added)
    source, inner = tree.source, inner_span(tree, container)
    last = tree.span(members[-1])
    gap = gap_in(source, last.end, inner.end)
    parting = gap_before(source, last.start) if len(members) > 1 or b"\n" in source[inner.start : last.start] else " "
    if "\n" not in parting and (gap.behind or any(each.has_comments for each in added)):
        parting = newline_of(source) + indent_at(source, inner.start) + "  "
    at = max(gap.behind.end if gap.behind else 0, last.end if gap.comma is None else gap.comma + 1)
    text = _joined(added, parting, is_comma_last=gap.comma is not None)
    if added[-1].behind and b"\n" not in source[at : inner.end]:
        text += newline_of(source) + indent_at(source, inner.start)
    return _after(source, last.end, at, gap, text)


def _after(source: bytes, end: int, at: int, gap: Gap, text: str) -> Sequence[Edit]:
    if gap.comma is not None:
        return [Edit(Span.at(at), text)]
    if gap.behind is None:
        return [Edit(Span.at(at), f",{text}")]
    # Not an insertion: of two fixes that need this comma, only one may write it.
    before = Span(end, gap.behind.start + 1)
    return [Edit(before, f",{before.of(source).decode()}"), Edit(Span.at(at), text)]


def _joined(added: Sequence[Carried], parting: str, *, is_comma_last: bool) -> str:
    pieces = []
    for number, each in enumerate(added):
        comma = "," if is_comma_last or number + 1 < len(added) else ""
        pieces += [*(f"{parting}{line}" for line in each.above), f"{parting}{each.text}{comma}{each.behind}"]
    return "".join(pieces)


def _first_members(tree: Tree, container: Array | Table, added: Sequence[Carried]) -> Sequence[Edit]:
    """The first members of brackets, which may hold comments already."""
    source, span, inner = tree.source, tree.span(container), inner_span(tree, container)
    gap = gap_in(source, inner.start, inner.end)
    if not gap.every and not any(each.has_comments for each in added):
        opening, closing = ("[", "]") if isinstance(container, Array) else ("{ ", " }")
        return [Edit(span, f"{opening}{', '.join(each.text for each in added)}{closing}")]
    base = newline_of(source) + indent_at(source, inner.start)
    at = gap.every[-1].end if gap.every else inner.start
    text = _joined(added, f"{base}  ", is_comma_last=isinstance(container, Array) and tree.syntax is Syntax.TOML)
    return [Edit(Span.at(at), text if b"\n" in source[at : inner.end] else f"{text}{base}")]


def write_comments(tree: Tree, placed: Placed, comments: Sequence[str]) -> Sequence[Edit]:
    """Lines of comments directly above an entry or an item."""
    if not comments:
        return []
    span, newline = tree.span(placed), newline_of(tree.source)
    start = line_start(tree.source, span.start)
    indent = indent_at(tree.source, span.start)
    if not tree.source[start : span.start].strip():
        return [Edit(Span.at(start), "".join(f"{indent}{each}{newline}" for each in comments))]
    if is_line(tree, placed):
        return []
    lead = f"{newline}{indent}  "
    return [Edit(Span.at(span.start), f"{''.join(f'{lead}{each}' for each in comments)}{lead}")]


def hand_over(tree: Tree, gone: Carried, kept: Placed) -> Sequence[Edit]:
    """The comments of something that goes, beside what is kept: behind it, if there is nothing yet, or above it."""
    if not gone.behind or carried(tree, kept).behind or not _ends_line(tree, kept):
        return write_comments(tree, kept, gone.comments)
    span = tree.span(kept)
    around = None if is_line(tree, kept) else surroundings(tree, span)
    at = span.end if around is None or around.after.comma is None else around.after.comma + 1
    return [*write_comments(tree, kept, gone.above), Edit(Span.at(at), gone.behind)]


def _ends_line(tree: Tree, placed: Placed) -> bool:
    rest = tree.source[tree.span(placed).end :].partition(b"\n")[0].strip()
    return rest in (b"", b",")


def indent_at(source: bytes, offset: int) -> str:
    """The blanks at the start of a line."""
    line = source[line_start(source, offset) : offset]
    return line[: len(line) - len(line.lstrip(b" \t"))].decode()


def gap_before(source: bytes, start: int) -> str:
    """The blanks between a member and what is before it: how members are separated here."""
    head = source[:start].rstrip(b" \t\r\n")
    return source[len(head) : start].decode() or " "
