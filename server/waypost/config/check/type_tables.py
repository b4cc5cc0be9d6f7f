"""unknown-type, lock-quirk: the types of `[type.NAME]`."""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final

from waypost.config import edit
from waypost.config.check.finding import Draft, NodeFinding, removing
from waypost.config.check.validate import nearest
from waypost.config.model.facts import facts
from waypost.config.model.subject import Subject
from waypost.config.model.tables import strings
from waypost.config.parse import Array, Entry, Scalar, Table, Tree
from waypost.config.typos.filetype import type_of
from waypost.results import Edit, Tag

# Common names for types that typos calls differently, if no file suffix matches.
_CALLED: Final = {
    "python": "py",
    "javascript": "js",
    "typescript": "ts",
    "golang": "go",
    "shell": "sh",
    "bash": "sh",
    "c++": "cpp",
    "cxx": "cpp",
    "c#": "csharp",
    "dockerfile": "docker",
    "makefile": "make",
    "latex": "tex",
    "perl6": "raku",
    "julia": "jl",
    "text": "txt",
    "locale": "po",
    "gettext": "po",
}
COMMON_TYPES: Final = {
    "py": "Python",
    "js": "JavaScript",
    "ts": "TypeScript",
    "go": "Go",
    "sh": "shell",
    "cpp": "C++",
    "csharp": "C#",
    "docker": "Docker",
    "make": "Make",
    "tex": "TeX",
    "raku": "Raku",
    "jl": "Julia",
    "txt": "text",
    "rust": "Rust",
    "md": "Markdown",
    "ruby": "Ruby",
    "java": "Java",
    "json": "JSON",
    "yaml": "YAML",
    "html": "HTML",
    "css": "CSS",
    "po": "gettext",
}
_SURE: Final = 0.8
# A name that may well be the suffix of its files, and is the same in any string and as a glob.
_SUFFIX: Final = re.compile(r"[\w.+#~-]+")


def check_types(subject: Subject) -> Iterator[NodeFinding]:
    entry = subject.entry("type")
    types = entry.value if entry else None
    for name, each in types.entries.items() if isinstance(types, Table) else ():
        if isinstance(each.value, Table):
            yield from _unknown(name, each, each.value, subject)
            yield from _turned_on(name, each, each.value, subject)
            yield from _without_settings(name, each, each.value)


def _unknown(name: str, entry: Entry, table: Table, subject: Subject) -> Iterator[NodeFinding]:
    if name in facts().globs or any(strings(table, "extend-glob")) or _is_being_fixed(table):
        return
    meant = meant_type(name)
    known = f"For {kind_of_files(meant)} files use `[type.{meant}]`; for" if meant else "For"
    message = f"`{name}` is not a built-in type. {known} a new type, add `extend-glob`"
    yield NodeFinding("unknown-type", entry.key, message, tuple(_drafts(entry, meant, subject)))


def _without_settings(name: str, entry: Entry, table: Table) -> Iterator[NodeFinding]:
    """Globs of a type that says nothing of its files: they are checked all the same."""
    globs = [item.value for item in strings(table, "extend-glob")]
    if not globs or len(table.entries) > 1 or name in facts().type or set(globs) & set(facts().globs.get(name, ())):
        return
    if not any(map(_has_settings, globs)):
        message = f"`{name}` has no settings here: these files are checked in any case"
        yield NodeFinding("redundant-exclude", entry.key, message, (removing(entry),), tags=(Tag.UNNECESSARY,))


def _has_settings(glob: str) -> bool:
    """Whether files of a glob would be of a type with settings of its own, which they are not then."""
    found = type_of(glob.replace("*", "x"), None)
    return found is not None and found.name in facts().type


def kind_of_files(type_name: str) -> str:
    """Common names for the files of a built-in type."""
    return COMMON_TYPES.get(type_name, f"`{type_name}`")


def _is_being_fixed(table: Table) -> bool:
    """Whether there are globs with another problem."""
    value = table.get("extend-glob")
    return value is not None and not (isinstance(value, Array) and not value.items)


def _drafts(entry: Entry, meant: str | None, subject: Subject) -> Iterator[Draft]:
    def rename(tree: Tree) -> Sequence[Edit]:
        assert meant
        return [each for key in entry.keys for each in edit.rename(tree, key, meant)]

    def add(tree: Tree) -> Sequence[Edit]:
        path = ("type", entry.name, "extend-glob")
        return edit.insert_entry(tree, subject.prefix, path, f'["*.{entry.name}"]')

    def merge(tree: Tree) -> Sequence[Edit]:
        return edit.move_entry(tree, subject.prefix, entry, ("type", str(meant)))

    if meant and not subject.entry("type", meant):
        yield Draft(f"Rename to `{meant}`", rename, preferred=True)
    elif meant:
        yield Draft(f"Merge into `[type.{meant}]`", merge)
    # A built-in type that was meant has files already: with globs of its own, this one would never have any.
    if not meant and _SUFFIX.fullmatch(entry.name) and not subject.entry("type", entry.name, "extend-glob"):
        yield Draft(f'Add `extend-glob = ["*.{entry.name}"]`', add)


def meant_type(name: str) -> str | None:
    """The built-in type that a name means: another name of it, one of its suffixes, or a similar name."""
    known = facts().globs
    plain = name.lower()
    if plain in known:
        return plain
    called = _CALLED.get(plain) or _by_suffix().get(plain.removeprefix("."))
    near = called if called in known else nearest(plain, (*known, *_CALLED), _SURE)
    return _CALLED.get(near, near) if near else None


@cache
def _by_suffix() -> dict[str, str]:
    return {glob[2:]: name for name, globs in facts().globs.items() for glob in globs if glob.startswith("*.")}


def _turned_on(name: str, entry: Entry, table: Table, subject: Subject) -> Iterator[NodeFinding]:
    """`default.check-file = true` overrides a type's built-in settings as soon as the type is declared."""
    default = subject.entry("default", "check-file")
    if name not in facts().unchecked or table.get("check-file") is not None or default is None:
        return
    if not isinstance(default.value, Scalar) or default.value.value is not True:
        return

    def edits(tree: Tree) -> Sequence[Edit]:
        return edit.insert_entry(tree, subject.prefix, ("type", name, "check-file"), "false")

    message = f"With `[type.{name}]`, `check-file = true` in `[default]` makes typos check files of this type as well"
    draft = Draft("Add `check-file = false`, so that they are not checked", edits)
    yield NodeFinding("lock-quirk", entry.key, message, (draft,), ((default, "This now applies to the type"),))
