"""Values that fit: locales, flags, patterns, globs, corrections; and what is shown of one that is selected."""

from collections.abc import Iterator, Mapping, Sequence

from waypost.config.check.tidiness import is_lock_file
from waypost.config.complete import ready
from waypost.config.complete.ready import Ready
from waypost.config.complete.words import corrections
from waypost.config.complete.write import InsertedText, escaped, filters, quotes, separated, text_of, value_of
from waypost.config.hover.of_key import built_in_text
from waypost.config.model.cursor_context import CursorContext
from waypost.config.model.facts import facts
from waypost.config.model.schema import SCHEMA_ADDRESS, About, Format, SchemaNode, matching, pattern_lists
from waypost.config.parse import Array, Missing, Scalar, Table, Value
from waypost.config.pattern import meaning
from waypost.markup import code
from waypost.results import Completion, CompletionKind, Edit
from waypost.workspace import path_of
from waypost.workspace.files import is_folder

_DEFAULT = "the default"
# Nobody picks names from a larger folder.
_MOST_BESIDE = 200
_PATTERNS = {About.TEXT: ready.PATTERNS, About.IDENTIFIER: ready.IDENTIFIERS, About.WORD: ready.WORDS}


def complete_value(cursor: CursorContext) -> Iterator[Completion]:
    """The values that fit at the cursor."""
    node = cursor.node
    if cursor.is_json and tuple(cursor.path) == ("$schema",):
        text = text_of(cursor, SCHEMA_ADDRESS)
        yield _item(cursor, SCHEMA_ADDRESS, InsertedText(text, escaped(text)), CompletionKind.VALUE)
    if node is None or isinstance(cursor.place.value, Array | Table):
        return
    if node.is_flag:
        yield from _flags(cursor, node)
    elif node.enum:
        yield from _choices(cursor, node)
    elif node.is_list and node.items is not None:
        yield from _lists(cursor, node)
    elif node.is_table:
        yield _item(cursor, "{}", value_of(cursor, node), CompletionKind.VALUE, detail="table")
    elif isinstance(cursor.path[-1], int):
        yield from _items(cursor, matching(cursor.path[:-1]))
    else:
        yield from _corrections(cursor)
    if cursor.is_json and "null" in node.types:
        shown_for = filters(cursor, ("null", "true", "false") if node.is_flag else ("null", *node.enum))("null")
        null = InsertedText("null", "null")
        yield _item(cursor, "null", null, CompletionKind.VALUE, detail="unset", sort="9", shown_for=shown_for)


def _flags(cursor: CursorContext, node: SchemaNode) -> Iterator[Completion]:
    default = str(bool(node.effective)).lower()
    shown_for = filters(cursor, ("true", "false", *(["null"] if cursor.is_json else [])))
    for word in ("true", "false"):
        yield _item(
            cursor,
            word,
            InsertedText(word, word),
            CompletionKind.VALUE,
            detail=_DEFAULT if word == default else "",
            sort="8" if word == default else "1",
            shown_for=shown_for(word),
        )


def _choices(cursor: CursorContext, node: SchemaNode) -> Iterator[Completion]:
    """The default comes last."""
    shown_for = filters(cursor, (*node.enum, *(["null"] if cursor.is_json else [])))
    for rank, (name, said) in enumerate(zip(node.enum, node.enum_descriptions, strict=False)):
        text = text_of(cursor, name)
        is_default = name == node.effective
        yield _item(
            cursor,
            name,
            InsertedText(text, escaped(text)),
            CompletionKind.ENUM,
            detail=f"{said}; {_DEFAULT}" if is_default else said,
            sort="8" if is_default else str(rank),
            shown_for=shown_for(name),
        )


def _lists(cursor: CursorContext, node: SchemaNode) -> Iterator[Completion]:
    """A whole list: an empty one, and one with each possible item."""
    quote = cursor.quote or quotes(cursor)
    yield _item(cursor, "[]", InsertedText("[]", f"[{quote}$1{quote}]"), CompletionKind.VALUE, detail="list", sort="0")
    for rank, (each, text) in enumerate(_candidates(cursor, node, str(cursor.path[-1]))):
        written = InsertedText(f"[{text}]", f"[{escaped(text)}]")
        yield _ready(cursor, each, written, rank)


def _items(cursor: CursorContext, node: SchemaNode | None) -> Iterator[Completion]:
    """Items of a list that are not in it yet."""
    if node is None:
        return
    container = cursor.place.container
    items = container.items if isinstance(container, Array) else []
    there = {each.value for each in items if isinstance(each, Scalar) and each is not cursor.place.value}
    for rank, (each, text) in enumerate(_candidates(cursor, node, str(cursor.path[-2]))):
        if each.value not in there:
            yield _ready(cursor, each, InsertedText(text, escaped(text)), rank)


def _candidates(cursor: CursorContext, node: SchemaNode, key: str) -> Iterator[tuple[Ready, str]]:
    for each in _known(cursor, node, key):
        yield each, text_of(cursor, each.value, _kind(node))


def _kind(node: SchemaNode) -> Format:
    return node.items.format if node.items and node.items.format else node.format


def _known(cursor: CursorContext, node: SchemaNode, key: str) -> Sequence[Ready]:
    if _kind(node) is Format.REGEX:
        return _PATTERNS[pattern_lists()[key]]
    if _kind(node) is Format.EXCLUDE_GLOB:
        beside = list(_beside(cursor))
        names = {each.value for each in beside}
        return [*beside, *(each for each in ready.EXCLUDES if each.value not in names)]
    if _kind(node) is Format.TYPE_GLOB and len(cursor.path) > 1:
        name = str(cursor.path[1])
        if f"*.{name}" in facts().globs.get(name, ()):
            return ()
        return [Ready(f"*.{name}", f"*.{name}", "Files with this extension")]
    return ()


def _beside(cursor: CursorContext) -> Iterator[Ready]:
    """The files and folders next to the configuration."""
    path = path_of(cursor.subject.document.uri)
    try:
        entries = sorted(path.parent.iterdir()) if path else []
    except OSError:
        return
    for each in entries[:_MOST_BESIDE]:
        if not each.name.startswith(".") and each != path and not is_lock_file(each.name):
            name = f"{each.name}/" if is_folder(each) else each.name
            yield Ready(name, name, "Folder" if name.endswith("/") else "File")


def _corrections(cursor: CursorContext) -> Iterator[Completion]:
    """The possible values of a word table's entry."""
    word = str(cursor.path[-1])
    better = [(each, "the correction of typos") for each in corrections(cursor, word)]
    for rank, (value, detail) in enumerate(((word, "always right"), *better, ("", "always wrong"))):
        text = text_of(cursor, value)
        label = value or '""'
        yield _item(
            cursor,
            label,
            InsertedText(text, escaped(text)),
            CompletionKind.WORD,
            detail=detail,
            sort=str(rank),
            value=value,
        )


def _ready(cursor: CursorContext, each: Ready, written: InsertedText, rank: int) -> Completion:
    return _item(
        cursor,
        each.label,
        written,
        CompletionKind.VALUE,
        detail=each.purpose,
        sort=f"{rank:03}",
        value=each.value if each.value == each.label else f"{each.label} {each.value}",
        markdown="" if each.value == each.label else f"{each.purpose}: {code(each.value)}",
        data=None if each.value == each.label else {"pattern": each.value},
    )


def _item(
    cursor: CursorContext,
    label: str,
    written: InsertedText,
    kind: CompletionKind,
    *,
    detail: str = "",
    sort: str = "",
    value: str | None = None,
    shown_for: str | None = None,
    markdown: str = "",
    data: Mapping[str, object] | None = None,
) -> Completion:
    spaced, more = _spaced(cursor, written)
    return Completion(
        label,
        Edit(cursor.replaced, spaced.text),
        kind,
        detail=detail,
        markdown=markdown,
        snippet=spaced.snippet,
        filter_text=shown_for or cursor.quote + (label if value is None else value),
        sort=sort or None,
        more_edits=more,
        data=data,
    )


def _spaced(cursor: CursorContext, written: InsertedText) -> tuple[InsertedText, tuple[Edit, ...]]:
    """With a blank after the sign, and in brackets with commas."""
    value: Value | None = cursor.place.value
    if isinstance(cursor.place.container, Array):
        if value is not None:
            return written, ()
        return separated(cursor, written)
    if not cursor.replaced.length and cursor.before() in (b"=", b":") and not _is_tight(cursor):
        written = written.wrapped(" ", "")
    if (
        isinstance(value, Missing)
        and cursor.place.container is not None
        and cursor.behind not in (b"", b",", b"}", b"]")
    ):
        written = written.wrapped("", ",")
    return written, ()


def _is_tight(cursor: CursorContext) -> bool:
    """Whether the sign was typed without a blank before it, as in `key=`; before a colon there never is one."""
    return not cursor.is_json and not cursor.before(2)[:1].isspace()


def resolve(item: Completion) -> Completion:
    """The item with its documentation. Its data has been to the client and back."""
    data = item.data or {}
    name, pattern = data.get("type"), data.get("pattern")
    if isinstance(name, str):
        return item._replace(markdown=built_in_text(name))
    if isinstance(pattern, str):
        return item._replace(markdown=f"{code(pattern)}\n\n{meaning(pattern)}")
    return item
