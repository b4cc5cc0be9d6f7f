"""What the settings allow at a path, and what an editor shows of that: completion and hover.

Known only from the settings class and the registry of rules. Loaded with the first question.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from waypost.config.parse import CursorPlace, PlacePart, Scalar, Table, Tree
from waypost.config.parse.toml_statements import Header
from waypost.markup import code
from waypost.results import Completion, CompletionKind, Completions, Edit, Hover
from waypost.rules import RULES
from waypost.text import Span
from waypost.workspace.settings import LEVELS, SETTINGS, Settings, toml_name

_LEVEL = {"type": "string", "enum": list(LEVELS)}


@dataclass(frozen=True)
class KnownSetting:
    """A key of the settings, or one of their tables: its meaning and its values."""

    doc: str
    schema: Mapping[str, object]
    default: str = ""
    members: "Mapping[str, KnownSetting] | None" = None
    # The schema of any other key, if a table takes all keys.
    others: "KnownSetting | None" = None

    @property
    def values(self) -> Sequence[str]:
        """The possible values, as they are written."""
        if self.schema.get("type") == "boolean":
            return ("true", "false")
        enum = self.schema.get("enum")
        return [json.dumps(each) for each in enum] if isinstance(enum, list) else ()

    @property
    def is_table(self) -> bool:
        return self.members is not None or self.others is not None


def known_at(path: Sequence[str | int]) -> KnownSetting | None:
    """What the settings allow at a path below their table."""
    found: KnownSetting | None = _root()
    for key in path:
        if found is None:
            return None
        found = (found.members or {}).get(str(key)) or found.others
    return found


def _root() -> KnownSetting:
    members: dict[str, KnownSetting] = {}
    groups: dict[str, dict[str, KnownSetting]] = {}
    for name in SETTINGS:
        group, _, inner = toml_name(name).partition(".")
        if inner:
            inside = groups.setdefault(group, {})
            inside[inner] = _known(name)
            members[group] = KnownSetting("", {"type": "object"}, members=inside)
        else:
            members[group] = _known(name)
    return KnownSetting("The settings of Waypost.", {"type": "object"}, members=members)


def _known(name: str) -> KnownSetting:
    metadata = SETTINGS[name].metadata
    if name == "rules":
        return KnownSetting(metadata["doc"], {"type": "object"}, members=_rules())
    schema = metadata["kind"].schema
    default = getattr(Settings(), name)
    shown = json.dumps(list(default) if isinstance(default, tuple) else default)
    others = None
    if name == "per_file_rules":
        others = KnownSetting("The rules of the files that this glob matches.", {"type": "object"}, members=_rules())
    elif schema["type"] == "object":
        others = KnownSetting(metadata["doc"], schema["additionalProperties"])
    return KnownSetting(metadata["doc"], schema, shown, None, others)


def _rules() -> Mapping[str, KnownSetting]:
    return {rule.name: KnownSetting(rule.summary, _LEVEL, _level(rule.name)) for rule in RULES.values()}


def _level(rule: str) -> str:
    level = Settings().severity(rule)
    return json.dumps(level.value if level else "off")


_TABLES = ("rules", "per-file-rules", "apis", "calls", "inlay-hints")


def complete(tree: Tree, offset: int, prefix: tuple[str, ...]) -> Completions:
    """Completions at an offset of a file whose settings are below `prefix`."""
    place = tree.at(offset)
    if place.part is PlacePart.HEADER:
        return Completions(tuple(_headers(tree, place, offset, prefix)))
    if place.path[: len(prefix)] != prefix:
        return Completions()
    path = place.path[len(prefix) :]
    known = known_at(path)
    if known is None:
        return Completions()
    if place.part is PlacePart.VALUE:
        return Completions(tuple(_values(tree, place, offset, known)))
    return Completions(tuple(_keys(tree, place, offset, known)) if place.part is PlacePart.KEY else ())


def _keys(tree: Tree, place: CursorPlace, offset: int, known: KnownSetting) -> Iterator[Completion]:
    span = tree.span(place.key) if place.key else Span.at(offset)
    is_new = place.member is None or place.member.equals is None
    taken = _taken(tree, place)
    for rank, (name, each) in enumerate((known.members or {}).items()):
        if name in taken:
            continue
        text, snippet = _written(name, each) if is_new else (name, None)
        yield Completion(
            name,
            Edit(span, text),
            CompletionKind.TABLE if each.is_table else CompletionKind.KEY,
            detail=each.default,
            markdown=each.doc,
            snippet=snippet,
            sort=f"{rank:03}",
        )


def _written(name: str, known: KnownSetting) -> tuple[str, str | None]:
    """A key with the text after it."""
    if known.is_table:
        return f"{name}.", None
    if known.values:
        first = next((each for each in known.values if each != known.default), known.values[0])
        return f"{name} = {first}", f"{name} = ${{1|{','.join(known.values)}|}}"
    empty = {"array": "[]", "string": '""'}.get(str(known.schema.get("type")), "")
    inside = {"array": '["$1"]', "string": '"$1"'}.get(str(known.schema.get("type")), "$1")
    return f"{name} = {empty}", f"{name} = {inside}"


def _taken(tree: Tree, place: CursorPlace) -> set[str]:
    """The plain keys in the same table as the one at the cursor."""
    entry = tree.root.find(*map(str, place.path)) if place.path else None
    table = entry.value if entry else tree.root
    own = place.key.name if place.key else ""
    entries = table.entries if isinstance(table, Table) else {}
    return {name for name, each in entries.items() if name != own and not isinstance(each.value, Table)}


def _values(tree: Tree, place: CursorPlace, offset: int, known: KnownSetting) -> Iterator[Completion]:
    value = place.value
    span = tree.span(value) if isinstance(value, Scalar) and tree.span(value).touches(offset) else Span.at(offset)
    for rank, text in enumerate(known.values):
        detail = "default" if text == known.default else ""
        yield Completion(
            text.strip('"'), Edit(span, text), CompletionKind.ENUM, detail=detail, filter_text=text, sort=f"{rank:03}"
        )


def _headers(tree: Tree, place: CursorPlace, offset: int, prefix: tuple[str, ...]) -> Iterator[Completion]:
    """The settings' tables that do not exist yet, each as the whole header."""
    header = place.statement
    if not isinstance(header, Header) or header.double:
        return
    start = tree.start(header) + header.text.index(b"[") + 1
    end = header.text.find(b"]")
    span = Span(start, tree.start(header) + end if end >= 0 else max(offset, start))
    closing = "" if end >= 0 else "]"
    names = [prefix] if prefix else []
    for path in [*names, *((*prefix, name) for name in _TABLES)]:
        entry = tree.root.find(*path)
        if entry is not None and place.path + ((place.key.name,) if place.key else ()) != path:
            continue
        known = known_at(path[len(prefix) :])
        name = ".".join(path)
        if not name.startswith(span.of(tree.source).decode(errors="replace").strip()):  # another table's header
            continue
        yield Completion(name, Edit(span, name + closing), CompletionKind.TABLE, markdown=known.doc if known else "")


def hover(tree: Tree, offset: int, prefix: tuple[str, ...]) -> Hover | None:
    """The meaning of the setting, or rule, at an offset."""
    place = tree.at(offset)
    if place.key is None or place.part not in (PlacePart.KEY, PlacePart.HEADER):
        return None
    path = (*place.path, place.key.name)
    if len(path) < len(prefix) or path[: len(prefix)] != prefix:
        return None
    known = known_at(path[len(prefix) :])
    if known is None or not known.doc:
        return None
    values = f"\n\nValues: {', '.join(map(code, known.values))}" if known.values else ""
    default = f"\n\nDefault: {code(known.default)}" if known.default else ""
    return Hover(tree.span(place.key), f"{known.doc}{values}{default}")
