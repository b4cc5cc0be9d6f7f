"""Insertions: into an existing table or list, otherwise with a new one."""

from collections.abc import Iterator, Sequence

from waypost.config.edit.text import headed, key_text, newline_of
from waypost.config.parse import Array, Form, Key, Member, Style, Syntax, Table, Tree
from waypost.config.parse.toml_statements import Pair
from waypost.results import Edit
from waypost.text import Span


def insert_entry(tree: Tree, prefix: Sequence[str], path: Sequence[str], value: str) -> Sequence[Edit]:
    """`path = value` in a configuration at `prefix`: in its table if it exists, otherwise with a new one."""
    *names, key = (*prefix, *path)
    table, missing = deepest(tree.root, names)
    if missing and missing[0] in table.entries:  # its name is already taken
        return []
    if tree.syntax is Syntax.JSON or table.form is Form.INLINE:
        return _insert_inline(tree, table, [*missing, key], value)
    if missing or table.form in (Form.IMPLICIT, Form.ROOT):
        return _insert_anew(tree, names, key, value)
    if table.form is Form.DOTTED:
        return _insert_dotted(tree, table, key, value) or _insert_dotted_inline(tree, names, key, value)
    return insert_lines(tree, line_after(tree.source, tree.span(table).end), [f"{key_text(key)} = {value}"])


def _insert_dotted(tree: Tree, table: Table, key: str, value: str) -> Sequence[Edit]:
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
    return insert_lines(tree, at, [f"{margin}{_dotted(keys[:-depth])}.{key_text(key)} = {value}"])


def _ends_with_value(tree: Tree, pair: Pair) -> bool:
    """Whether only a comment may follow the value on its line."""
    end = tree.start(pair) + len(pair.text)
    rest = tree.source[tree.span(pair.member.value).end : end].strip()
    return not rest or rest.startswith(b"#")


def _insert_dotted_inline(tree: Tree, names: Sequence[str], key: str, value: str) -> Sequence[Edit]:
    """The same in braces: after the last member whose dotted key leads to the table."""
    found = ((names[depth:], deepest(tree.root, names[:depth])[0]) for depth in reversed(range(len(names))))
    inner, braces = next((each for each in found if each[1].form is Form.INLINE), ((), None))
    into = [
        each
        for each in (braces.members if braces else ())
        if isinstance(each, Member) and [part.name for part in each.keys[: len(inner)]] == inner
    ]
    if not into:
        return []
    keys = into[-1].keys[: len(inner)]
    gap = _gap_before(tree.source, tree.span(keys[0]).start)
    return [Edit(Span.at(tree.span(into[-1].value).end), f",{gap}{_dotted(keys)}.{key_text(key)} = {value}")]


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


def append_items(tree: Tree, array: Array, texts: Sequence[str]) -> Sequence[Edit]:
    """More items at the end of a list, separated like those before them."""
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


def deepest(table: Table, names: Sequence[str]) -> tuple[Table, Sequence[str]]:
    """The last existing table on a path, and the missing names."""
    for depth, name in enumerate(names):
        inner = table.get(name)
        if not isinstance(inner, Table):
            return table, names[depth:]
        table = inner
    return table, ()


def _insert_anew(tree: Tree, names: Sequence[str], key: str, value: str) -> Sequence[Edit]:
    """With its own header at the end."""
    lead = newline_of(tree.source) if tree.source.strip() else ""
    header = f"{lead}[{headed(names)}]"
    return insert_lines(tree, len(tree.source), [header, f"{key_text(key)} = {value}"])


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


def _insert_inline(tree: Tree, table: Table, path: Sequence[str], value: str) -> Sequence[Edit]:
    """Into braces, with braces for the missing tables on the path."""
    sign, style = (": ", Style.JSON) if tree.syntax is Syntax.JSON else (" = ", Style.BARE)
    text = value
    for depth, name in enumerate(reversed(path)):
        text = f"{key_text(name, style)}{sign}{f'{{ {text} }}' if depth else text}"
    if not table.entries:
        return [Edit(tree.span(table), f"{{ {text} }}")]
    last = tree.span(list(table.entries.values())[-1])
    return [Edit(Span.at(last.end), f",{_gap_before(tree.source, last.start)}{text}")]


def _gap_before(source: bytes, start: int) -> str:
    """The blanks between a member and what is before it: how members are separated here."""
    head = source[:start].rstrip(b" \t\r\n")
    return source[len(head) : start].decode() or " "
