"""Hover over a key: what it does, its possible values, and its effective value."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from waypost.config.explain.dump import value_text
from waypost.config.files.folder import is_read, present_types, reach
from waypost.config.model.cursor_context import CursorContext
from waypost.config.model.effective import (
    Layer,
    Setting,
    Settings,
    Sourced,
    effective_engine,
    effective_files,
    fallback,
)
from waypost.config.model.facts import facts
from waypost.config.model.schema import Key, SchemaNode, matching, root, word_tables
from waypost.config.model.tables import shape, table_name
from waypost.config.parse import Syntax, Table
from waypost.markup import block, code, escape, noun
from waypost.text import Encoding
from waypost.workspace import FileCounts

_UNITS = {
    "extend-words": "word",
    "extend-identifiers": "identifier",
    "extend-exclude": "glob",
    "extend-glob": "glob",
}


def key_text(cursor: CursorContext, path: Sequence[Key], node: SchemaNode) -> str:
    """Everything about a key."""
    parts = [f"**{escape(str(path[-1]))}** · {shape(node)}", node.description]
    if node.deprecated:
        parts.append("**Deprecated**: typos accepts it, but it has no effect.")
    parts += [_default(node), _effective(cursor, path, node), _examples(cursor, str(path[-1]), node)]
    parts.append(f"[Reference]({node.docs})")
    return "\n\n".join(part for part in parts if part)


def _default(node: SchemaNode) -> str:
    if node.effective is None or node.falls_back_to:
        others = " or ".join(code(key) for key in node.falls_back_to)
        return f"Unset, it follows {others}." if others else ""
    return f"Unset, it is {code(value_text(node.effective))}."


def _effective(cursor: CursorContext, path: Sequence[Key], node: SchemaNode) -> str:
    """The effective value, and where it comes from; nothing if typos does not read it, or refuses it."""
    if not is_read(cursor.subject):
        return ""
    if node.is_table:
        holds_words = node.additional is not None and node.additional.is_text
        return _entry_counts(cursor, path) if holds_words else _set_values(cursor, path, node)
    found = setting_at(cursor, path)
    if found is None or _is_refused(cursor, found):
        return ""
    if isinstance(found, Sourced):
        return f"{_lead(cursor)}: {code(value_text(found.value))} ({source(cursor, found, path)})"
    items = found if isinstance(found, tuple) else ()
    if not items:
        return f"{_lead(cursor)}: nothing"
    return _counted(
        cursor, Counter(_origin(cursor, item.layer, path) for item in items), _UNITS.get(str(path[-1]), "pattern")
    )


def _is_refused(cursor: CursorContext, found: Setting) -> bool:
    """Whether typos refuses a value, or a part of it."""
    parts = [found] if isinstance(found, Sourced) else found.values() if isinstance(found, Mapping) else found
    spans = [cursor.tree.span(each.node) for each in parts if each.node is not None]
    return any(span.meets(refused) for span in spans for refused in cursor.refused)


def _lead(cursor: CursorContext) -> str:
    """Typos refuses a configuration as a whole."""
    return "In effect once typos accepts the file" if cursor.refused else "In effect"


def _set_values(cursor: CursorContext, path: Sequence[Key], node: SchemaNode) -> str:
    """The effective flags and texts of a table that differ from the defaults."""
    lines = []
    for key, child in node.properties.items():
        found = None if child.is_list or child.is_table else setting_at(cursor, (*path, key))
        if isinstance(found, Sourced) and found.layer is not Layer.BUILT_IN and not _is_refused(cursor, found):
            lines.append(f"- {code(f'{key} = {value_text(found.value)}')} ({source(cursor, found, path)})")
    return "\n".join([f"{_lead(cursor)}:", "", *lines]) if lines else ""


def _entry_counts(cursor: CursorContext, path: Sequence[Key]) -> str:
    """How many entries a word table has in effect: there may be thousands, so none is inspected."""
    name = str(path[-1])
    counts: Counter[str] = Counter()
    if path[0] == "type":
        counts["built in for the type"] = len(facts().type.get(str(path[1]), {}).get(name, {}))
    for layer, where in ((Layer.DEFAULT, ("default",)), (Layer.TYPE, path[:-1])):
        entry = cursor.subject.entry(*map(str, where), name) if layer is Layer.DEFAULT or path[0] == "type" else None
        counts[_origin(cursor, layer, path)] = (
            len(entry.value.entries) if entry and isinstance(entry.value, Table) else 0
        )
    return _counted(cursor, +counts, _UNITS[name])


def _counted(cursor: CursorContext, counts: Counter[str], unit: str) -> str:
    """As in "3 globs from `[files]`", with each origin separately if there are several."""
    shown = [f"{count} {noun(count, unit)} {origin}" for origin, count in counts.items()]
    return f"{_lead(cursor)}: {', '.join(shown) or 'nothing'}"


def _origin(cursor: CursorContext, layer: Layer, path: Sequence[Key]) -> str:
    """Where a value comes from, as the user writes it."""
    if layer in (Layer.BUILT_IN, Layer.BUILT_IN_TYPE):
        return str(layer.value)
    return f"from {_table_of(cursor, layer, path)}"


def _table_of(cursor: CursorContext, layer: Layer, path: Sequence[Key]) -> str:
    own = {Layer.FILES: ("files",), Layer.DEFAULT: ("default",)}.get(layer, path[:2])
    return table_name((*(cursor.prefix or ()), *own), is_json=cursor.is_json)


def section_text(cursor: CursorContext) -> str:
    """The configuration as a whole: its kind, and which of its tables are set."""
    path, config = cursor.subject.held[0]
    tables = ", ".join(table_name((*path, name), is_json=cursor.is_json) for name in config.entries)
    name = f"**{escape('.'.join(path))}** · " if path else ""
    parts = [f"{name}the configuration of typos", root().description, f"Set here: {tables}" if tables else ""]
    return "\n\n".join(part for part in [*parts, f"[Reference]({root().docs})"] if part)


def setting_at(cursor: CursorContext, path: Sequence[Key]) -> Setting | None:
    """The effective value of a key of `files`, `default` or a type."""
    config = cursor.subject.config
    key = str(path[-1])
    if path[0] == "files":
        files = effective_files(config)
        if key in files:
            return files[key]
        found = fallback(files, key)
        return found[1] if found else None
    settings: Settings = effective_engine(config, str(path[1]) if path[0] == "type" else None, key)
    return settings.get(key)


def source(cursor: CursorContext, found: Sourced, path: Sequence[Key]) -> str:
    """The origin of a value, in a few words."""
    if found.node is None:
        return str(found.layer.value)
    line = cursor.subject.document.position(cursor.tree.span(found.node).start, Encoding.UTF8).line + 1
    return f"{_table_of(cursor, found.layer, path)}, line {line}"


def _examples(cursor: CursorContext, key: str, node: SchemaNode) -> str:
    if not node.examples:
        return ""
    if cursor.is_json:
        lines = [f'"{key}": {json.dumps(each, ensure_ascii=False)}' for each in node.examples]
        return block("\n".join(lines), Syntax.JSON)
    return block("\n".join(f"{key} = {_inline(each)}" for each in node.examples), Syntax.TOML)


def _inline(value: object) -> str:
    if isinstance(value, Mapping):
        inside = ", ".join(f"{key} = {_inline(each)}" for key, each in value.items())
        return f"{{ {inside} }}"
    return value_text(value)


def type_text(cursor: CursorContext, name: str) -> str:
    """Hover over a type's name: its globs, its built-in settings, whether it is checked."""
    globs = facts().globs.get(name)
    own = setting_at(cursor, ("type", name, "extend-glob"))
    if globs is None and not own:
        return f"**{escape(name)}** · a type of your own, which needs `extend-glob`"
    parts = [f"**{escape(name)}** · {'a built-in type' if globs else 'a type of your own'}"]
    if globs:
        parts.append("Files: " + " ".join(map(code, globs)))
    if isinstance(own, tuple) and own:
        parts.append("And by `extend-glob`: " + " ".join(code(each.value) for each in own))
    parts += [_counted_files(cursor, name), *_built_in_words(name)]
    node = matching(("type", name))
    if node is not None:
        parts += [_set_values(cursor, ("type", name), node), f"[Reference]({node.docs})"]
    return "\n\n".join(part for part in parts if part)


def _counted_files(cursor: CursorContext, name: str) -> str:
    """How many files a type has, if they have been counted."""
    place = reach(cursor.subject)
    known = present_types(cursor.subject.workspace.services.of(FileCounts), place) if place else None
    count = known.get(name) if known else None
    return f"**{count}** {noun(count, 'file here has', 'files here have')} this type." if count else ""


def built_in_text(name: str) -> str:
    """The built-in settings of a type; nothing for an unknown one."""
    globs = facts().globs.get(name)
    if globs is None:
        return ""
    return "\n\n".join([f"Files: {' '.join(map(code, globs))}", *_built_in_words(name)])


def _built_in_words(name: str) -> Iterator[str]:
    built_in = facts().type.get(name, {})
    words = [code(word) for key in word_tables() for word in built_in.get(key, {})]
    if words:
        yield f"Always correct in these files: {' '.join(words)}"
    if name in facts().unchecked:
        yield "Files of this type are not checked, unless the configuration declares it."
