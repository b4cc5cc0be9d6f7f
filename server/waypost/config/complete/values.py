"""Values that fit: locales, flags, patterns, globs, corrections."""

from collections.abc import Iterator, Mapping, Sequence

from waypost.config.complete import ready
from waypost.config.complete.ready import Ready
from waypost.config.complete.words import corrections
from waypost.config.complete.write import InsertedText, escaped, quotes, separated, text_of, value_of
from waypost.config.model.cursor_context import CursorContext
from waypost.config.model.schema import Format, SchemaNode, matching
from waypost.config.parse import Array, Missing, Scalar, Table, Value
from waypost.markup import code
from waypost.results import Completion, CompletionKind, Edit
from waypost.workspace import path_of

# A folder with more in it is not one that anybody picks names from.
_MOST_BESIDE = 200
_PATTERNS = {
    "extend-ignore-re": ready.PATTERNS,
    "extend-ignore-identifiers-re": ready.IDENTIFIERS,
    "extend-ignore-words-re": ready.WORDS,
}


def complete_value(spot: CursorContext) -> Iterator[Completion]:
    """The values that fit where the cursor is."""
    node = spot.node
    if node is None or isinstance(spot.place.value, Array | Table):
        return
    if node.is_flag:
        yield from _flags(spot, node)
    elif node.enum:
        yield from _choices(spot, node)
    elif node.is_list and node.items is not None:
        yield from _lists(spot, node)
    elif node.is_table:
        yield _item(spot, "{}", value_of(spot, node), CompletionKind.VALUE, detail="table")
    elif isinstance(spot.path[-1], int):
        yield from _items(spot, matching(spot.path[:-1]))
    else:
        yield from _corrections(spot)
    if spot.is_json and "null" in node.types:
        yield _item(spot, "null", InsertedText("null", "null"), CompletionKind.VALUE, detail="unset", sort="9")


def _flags(spot: CursorContext, node: SchemaNode) -> Iterator[Completion]:
    for word in ("true", "false"):
        default = str(bool(node.effective)).lower()
        detail = "as without the key" if word == default else ""
        yield _item(
            spot,
            word,
            InsertedText(word, word),
            CompletionKind.VALUE,
            detail=detail,
            sort="2" if word == default else "1",
        )


def _choices(spot: CursorContext, node: SchemaNode) -> Iterator[Completion]:
    """The one that holds without the key comes last."""
    for rank, (name, detail) in enumerate(zip(node.enum, node.enum_descriptions, strict=False)):
        text = text_of(spot, name)
        sort = "8" if name == node.effective else str(rank)
        yield _item(
            spot, name, InsertedText(text, escaped(text)), CompletionKind.ENUM, detail=detail, sort=sort, value=name
        )


def _lists(spot: CursorContext, node: SchemaNode) -> Iterator[Completion]:
    """A list as a whole: an empty one, and one with each thing that may be in it."""
    quote = spot.quote or quotes(spot)
    yield _item(spot, "[]", InsertedText("[]", f"[{quote}$1{quote}]"), CompletionKind.VALUE, detail="list", sort="0")
    for rank, (each, text) in enumerate(_candidates(spot, node, str(spot.path[-1]))):
        written = InsertedText(f"[{text}]", f"[{escaped(text)}]")
        yield _ready(spot, each, written, rank)


def _items(spot: CursorContext, node: SchemaNode | None) -> Iterator[Completion]:
    """Items of a list that are not in it yet."""
    if node is None:
        return
    container = spot.place.container
    items = container.items if isinstance(container, Array) else []
    there = {each.value for each in items if isinstance(each, Scalar) and each is not spot.place.value}
    for rank, (each, text) in enumerate(_candidates(spot, node, str(spot.path[-2]))):
        if each.value not in there:
            yield _ready(spot, each, InsertedText(text, escaped(text)), rank)


def _candidates(spot: CursorContext, node: SchemaNode, key: str) -> Iterator[tuple[Ready, str]]:
    for each in _known(spot, node, key):
        yield each, text_of(spot, each.value, _kind(node))


def _kind(node: SchemaNode) -> Format:
    return node.items.format if node.items and node.items.format else node.format


def _known(spot: CursorContext, node: SchemaNode, key: str) -> Sequence[Ready]:
    if _kind(node) is Format.REGEX:
        return _PATTERNS.get(key, ())
    if _kind(node) is Format.EXCLUDE_GLOB:
        beside = list(_beside(spot))
        names = {each.value for each in beside}
        return [*beside, *(each for each in ready.EXCLUDES if each.value not in names)]
    if _kind(node) is Format.TYPE_GLOB and len(spot.path) > 1:
        name = str(spot.path[1])
        return [Ready(f"*.{name}", f"*.{name}", "Files with this extension")]
    return ()


def _beside(spot: CursorContext) -> Iterator[Ready]:
    """The files and folders next to the configuration."""
    path = path_of(spot.subject.document.uri)
    try:
        entries = sorted(path.parent.iterdir()) if path else []
    except OSError:
        return
    for each in entries[:_MOST_BESIDE]:
        if not each.name.startswith(".") and each != path:
            name = f"{each.name}/" if each.is_dir() else each.name
            yield Ready(name, name, "Folder" if name.endswith("/") else "File")


def _corrections(spot: CursorContext) -> Iterator[Completion]:
    """What an entry of a word table may say of its word."""
    word = str(spot.path[-1])
    better = [(each, "the checker's correction") for each in corrections(spot, word)]
    for rank, (value, detail) in enumerate(((word, "always right"), *better, ("", "always wrong"))):
        text = text_of(spot, value)
        label = value or '""'
        yield _item(
            spot,
            label,
            InsertedText(text, escaped(text)),
            CompletionKind.WORD,
            detail=detail,
            sort=str(rank),
            value=value,
        )


def _ready(spot: CursorContext, each: Ready, written: InsertedText, rank: int) -> Completion:
    return _item(
        spot,
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
    spot: CursorContext,
    label: str,
    written: InsertedText,
    kind: CompletionKind,
    *,
    detail: str = "",
    sort: str = "",
    value: str | None = None,
    markdown: str = "",
    data: Mapping[str, object] | None = None,
) -> Completion:
    spaced, more = _spaced(spot, written)
    return Completion(
        label,
        Edit(spot.replaced, spaced.text),
        kind,
        detail=detail,
        markdown=markdown,
        snippet=spaced.snippet,
        filter_text=spot.quote + (label if value is None else value),
        sort=sort or None,
        more_edits=more,
        data=data,
    )


def _spaced(spot: CursorContext, written: InsertedText) -> tuple[InsertedText, tuple[Edit, ...]]:
    """With a blank behind the sign, and in brackets with commas."""
    value: Value | None = spot.place.value
    if isinstance(spot.place.container, Array):
        if value is not None:
            return written, ()
        return separated(spot, written)
    if not spot.replaced.length and spot.before() in (b"=", b":") and not _is_tight(spot):
        written = written.wrapped(" ", "")
    if isinstance(value, Missing) and spot.place.container is not None and spot.behind not in (b"", b",", b"}", b"]"):
        written = written.wrapped("", ",")
    return written, ()


def _is_tight(spot: CursorContext) -> bool:
    """Whether the sign was typed without a blank before it, as in `key=`; before a colon there never is one."""
    return not spot.is_json and not spot.before(2)[:1].isspace()
