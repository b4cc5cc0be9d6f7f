"""Tables by their headers, and starters for an empty file."""

from collections.abc import Iterable, Iterator, Sequence

from waypost.config.check.type_tables import COMMON_TYPES
from waypost.config.complete.keys import documentation, holds
from waypost.config.complete.ready import type_detail, type_names
from waypost.config.complete.write import InsertedText, escaped, may_begin_section
from waypost.config.edit import headed
from waypost.config.model.cursor_context import CursorContext
from waypost.config.model.facts import facts
from waypost.config.model.schema import SchemaNode, matching, root
from waypost.config.parse import Entry, Form, Table
from waypost.config.parse.toml_statements import Header
from waypost.results import Completion, CompletionKind, Edit
from waypost.text import Span

Path = tuple[str, ...]


def complete_header(cursor: CursorContext) -> Iterator[Completion]:
    """The tables that may follow an opening bracket, each as the whole header."""
    header = cursor.place.statement
    if not isinstance(header, Header) or header.double:
        return
    span = _inner(cursor, header)
    if not span.touches(cursor.offset) or (header.closed and _is_somebody_elses(cursor, span)):
        return
    if b"\r" in span.of(cursor.source):  # ends a line, but none of TOML's
        return
    closing = "" if header.closed else "]"
    section = cursor.section_entries()
    bound = _bound_type(cursor, header)
    typed = cursor.source[span.start : cursor.offset].decode(errors="replace").lower()
    heads = [headed((*prefix, "type")).lower() + "." for prefix in cursor.prefixes if _is_within(prefix, typed)]
    known = {
        name: files
        for name, files in type_names(cursor, typed.rpartition(".")[2]).items()
        if any(_may_be(typed, head + name.lower()) for head in heads)
    }
    yield from _any_type(cursor, header, span, closing)
    for rank, (path, node) in enumerate(_free(cursor, header, known)):
        if path[: len(cursor.place.path)] != cursor.place.path or not _takes(node, section):
            continue
        if bound and path[: len(bound)] != bound:
            continue
        text = headed(path)
        written = InsertedText(text + closing, escaped(text) + closing)
        yield _item(path, node, Edit(span, text + closing), written, rank, files=known.get(path[-1], 0))


def complete_tables(cursor: CursorContext) -> Iterator[Completion]:
    """Whole headers where a new section may begin: no key below would then change its table."""
    if not may_begin_section(cursor):
        return
    # Not the types: there are two hundred, which are offered after `[`.
    names = list(cursor.node.properties) if cursor.node else []
    yield from _any_type(cursor, None, cursor.replaced, "]")
    for rank, (path, node) in enumerate(_free(cursor, None, ())):
        text = f"[{headed(path)}]"
        item = _item(path, node, Edit(cursor.replaced, text), InsertedText(text, escaped(text)), 800 + rank, label=text)
        if (
            path[1:] and path[:-1] == cursor.place.path and path[-1] in names
        ):  # what is typed may be the name of a key here
            item = item._replace(filter_text=path[-1], sort=f"{names.index(path[-1]):03}")
        yield item


def _any_type(cursor: CursorContext, header: Header | None, span: Span, closing: str) -> Iterator[Completion]:
    """A table for some type: the name is chosen afterwards, for two hundred would hide the rest."""
    for prefix in cursor.prefixes:
        path = (*prefix, "type")
        typed = cursor.source[span.start : cursor.offset].decode(errors="replace").lower()
        there = cursor.tree.root.find(*path)
        node = matching(("type", ""))
        if header is not None and node is not None and not _takes(node, cursor.section_entries()):
            continue
        if typed.startswith(f"{headed(path)}.") or (there and not isinstance(there.value, Table)):
            continue
        if header is not None and header.closed and len(header.keys) > len(path):  # its own name would be lost
            continue
        named = [name for name, files in type_names(cursor).items() if files] + list(COMMON_TYPES)
        names = [each for each in dict.fromkeys(named) if not _is_defined(cursor, (*path, each), header)] or ["own"]
        opened = "" if header else "["
        text = f"{opened}{headed((*path, names[0]))}{closing}"
        choice = ",".join(map(escaped, names))
        snippet = f"{escaped(opened + headed(path))}.${{1|{choice}|}}{escaped(closing)}"
        yield Completion(
            f"{opened}{headed(path)}{']' if opened else ''}",
            Edit(span, text),
            CompletionKind.TABLE,
            detail="different settings for a type of files",
            snippet=snippet,
            filter_text=headed(path),
            sort="8035" if opened else "0035",
        )


def _is_somebody_elses(cursor: CursorContext, span: Span) -> bool:
    """Whether a finished header of a shared file names another table: its section would be lost."""
    named = span.of(cursor.source).decode(errors="replace").lower()
    ours = [headed(prefix).lower() for prefix in cursor.prefixes]
    return not any(each.startswith(named) or named.startswith(each) for each in ours)


def _is_within(prefix: Path, typed: str) -> bool:
    """Whether to offer types: in a shared file, two hundred of them would hide everything else."""
    return not prefix or typed.startswith(f"{headed(prefix).lower()}.")


def _may_be(typed: str, name: str) -> bool:
    """Whether an editor would show a type for the typed text: of two hundred, few are worth sending."""
    at = 0
    for letter in typed:
        at = name.find(letter, at) + 1
        if not at and not letter.isspace():
            return False
    return True


def _bound_type(cursor: CursorContext, header: Header) -> Path:
    """The type in a header, if other headers name it too: their sections may depend on each other."""
    names = tuple(key.name for key in header.names)
    prefix = next((each for each in cursor.prefixes if names[: len(each)] == each), ())
    path = names[: len(prefix) + 2]
    if len(path) < len(prefix) + 2 or path[len(prefix)] != "type":
        return ()
    entry = cursor.tree.root.find(*path)
    return path if entry is not None and len(entry.keys) > 1 else ()


def _takes(node: SchemaNode, entries: Iterable[Entry]) -> bool:
    """Whether the content below a header is valid in a table."""
    children = ((node.child(entry.name), entry.value) for entry in entries)
    return all(child is not None and holds(child, value) for child, value in children)


def _inner(cursor: CursorContext, header: Header) -> Span:
    """The text between the brackets."""
    start = cursor.tree.start(header)
    return Span(start + header.start + 1, start + header.end - (1 if header.closed else 0))


def _free(cursor: CursorContext, own: Header | None, known: Iterable[str]) -> Iterator[tuple[Path, SchemaNode]]:
    """The tables that no header, dotted key or braces have defined yet."""
    for prefix in cursor.prefixes:
        for path, node in _tables(cursor, known, own):
            whole = (*prefix, *path)
            if whole and not _is_defined(cursor, whole, own):
                yield whole, node


def _tables(cursor: CursorContext, known: Iterable[str], own: Header | None) -> Iterator[tuple[Path, SchemaNode]]:
    """Every table of the schema, with the known type names and those in use."""
    yield (), root()
    for name in ("default", "files"):
        node = root().properties[name]
        yield (name,), node
        yield from _below((name,), node)
    typed = root().properties["type"].additional
    assert typed is not None, "types are tables"
    used = [name for prefix in cursor.prefixes for name in _used_types(cursor, prefix, own)]
    for name in dict.fromkeys([*known, *used]):
        yield ("type", name), typed
    for name in used:
        yield from _below(("type", name), typed)


def _below(path: Path, node: SchemaNode) -> Iterator[tuple[Path, SchemaNode]]:
    for name, child in node.properties.items():
        if child.is_table:
            yield (*path, name), child


def _used_types(cursor: CursorContext, prefix: Path, own: Header | None) -> Sequence[str]:
    """The types of the document, without one that is just being typed."""
    table = cursor.table((*prefix, "type"))
    entries = table.entries.values() if table else ()
    return [each.name for each in entries if each.name and any(key.statement is not own for key in each.keys)]


def _is_defined(cursor: CursorContext, path: Path, own: Header | None) -> bool:
    entry = cursor.tree.root.find(*path)
    if entry is None:
        return _goes_through_value(cursor, path)
    if isinstance(entry.value, Table) and entry.value.form is Form.IMPLICIT:
        return False
    return not (own is not None and entry.value.statement is own)


def _goes_through_value(cursor: CursorContext, path: Path) -> bool:
    """Whether a part of the path cannot be extended by a header."""
    table: Table = cursor.tree.root
    for name in path[:-1]:
        value = table.get(name)
        if value is None:
            return False
        if not isinstance(value, Table) or value.form is Form.INLINE:
            return True
        table = value
    return False


def _item(
    path: Path, node: SchemaNode, edit: Edit, written: InsertedText, rank: int, *, label: str = "", files: int = 0
) -> Completion:
    is_type = len(path) > 1 and path[-2] == "type"
    is_built_in = is_type and path[-1] in facts().globs
    return Completion(
        label or headed(path),
        edit,
        CompletionKind.TYPE if is_type else CompletionKind.TABLE,
        detail=type_detail(path[-1], files) if is_built_in else "table",
        markdown="" if is_type else documentation(node),
        snippet=written.snippet,
        filter_text=headed(path),
        sort=f"{rank:03}",
        data={"type": path[-1]} if is_built_in else None,
    )
