"""deprecated-key, redundant-exclude: what could be left out."""

import re
from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import Any, Final

from waypost.config.check.finding import Draft, NodeFinding, removing, removing_item
from waypost.config.files.folder import flags_of, run_of
from waypost.config.files.left import left_of, names_of_type
from waypost.config.model.effective import Sourced, effective_engine, inherited_engine
from waypost.config.model.facts import facts
from waypost.config.model.schema import pattern_lists, root, word_tables
from waypost.config.model.subject import Subject
from waypost.config.model.tables import engines, is_whole, strings
from waypost.config.parse import Form, Placed, Scalar, Table
from waypost.config.typos.filetype import matches_name, type_of
from waypost.config.typos.regex import finds, regex_error
from waypost.config.typos.tokens import identifiers, words
from waypost.results import Tag
from waypost.workspace import path_of

_WILD: Final = frozenset("*?[{")
# Of globs that differ only in slashes, so many are compared.
_MOST_ALIKE: Final = 4
# `.*` is rather meant as in a regular expression.
_HIDDEN: Final = re.compile(r"\.[\w-]")


def check_tidiness(subject: Subject) -> Iterator[NodeFinding]:
    config = subject.config
    if config is None:
        return
    files = config.get("files")
    if isinstance(files, Table):
        yield from _excludes(files, subject)
        yield from _restated(files, "files", subject)
    for path, table in engines(config):
        yield from _deprecated(table)
        yield from _repeated(path, table, config)
        if path[0] == "type":
            yield from _built_in_globs(table, path[1], config)
            yield from _inherited(table, path[1], subject)
        else:
            yield from _restated(table, "default", subject)
        yield from _unread(path, table, subject)


def _deprecated(table: Table) -> Iterator[NodeFinding]:
    known = root().properties["default"].properties
    for name, entry in table.entries.items():
        if name in known and known[name].deprecated:
            message = f"`{name}` no longer has any effect"
            # A type that only dotted keys declare would no longer be declared.
            draft = removing(entry, "Remove this key", preferred=table.form is not Form.DOTTED)
            yield NodeFinding("deprecated-key", entry.key, message, (draft,), tags=(Tag.DEPRECATED,))


def _inherited(table: Table, name: str, subject: Subject) -> Iterator[NodeFinding]:
    """What a type says that holds for it anyway. To declare one that is not checked by default may turn it on."""
    for key, entry in table.entries.items():
        value = entry.value
        if not (isinstance(value, Scalar) and is_whole(value)):
            continue
        before = inherited_engine(subject.config, name, key).get(key)
        if not isinstance(before, Sourced):
            continue
        is_on_purpose = key == "check-file" and name in facts().unchecked and subject.entry("default", key)
        node = root().properties["default"].properties.get(key)
        if type(value.value) is type(before.value) and value.value == before.value and not is_on_purpose:
            message = f"`{_shown(value.value)}` holds for `{name}` anyway"
            if node and not node.deprecated:
                yield _redundant(entry, message, removing(entry, "Remove this key"))


def _repeated(path: Sequence[str], table: Table, config: Table) -> Iterator[NodeFinding]:
    """Patterns and globs that are in the list already, or in that of `default`, which a type adds to."""
    default = config.get("default") if path[0] == "type" else None
    for key in (*pattern_lists(), "extend-glob"):
        known = {item.value for item in strings(default if isinstance(default, Table) else None, key)}
        for item in strings(table, key):
            if item.value in known and item.value:
                yield _redundant(item, f"`{item.value}` is already there", removing_item(item))
            known.add(item.value)


def _unread(path: Sequence[str], table: Table, subject: Subject) -> Iterator[NodeFinding]:
    """What says how to check, where no content is checked, and no name of a file is concerned."""
    own = table.get("check-file")
    if not isinstance(own, Scalar) or own.value is not False:
        return
    if path[0] == "default" and subject.entry("type"):  # types inherit the rest, and may be checked
        return
    key = "check-filename"
    flag = effective_engine(subject.config, path[1] if path[0] == "type" else None, key).get(key)
    are_names_checked = not isinstance(flag, Sourced) or flag.value is not False
    for key, entry in table.entries.items():
        if key in ("check-file", "check-filename", "extend-glob"):
            continue
        if not are_names_checked or key == "binary" or not _concerns_names(key, table, path, subject):
            but = "" if not are_names_checked or key == "binary" else " beyond the names of the files"
            message = f"With `check-file = false`, these files are not checked, so this has no effect{but}"
            yield _redundant(entry.key, message, removing(entry))


def _concerns_names(key: str, table: Table, path: Sequence[str], subject: Subject) -> bool:
    """Whether any file has a name that patterns or words are about."""
    if key not in (*pattern_lists(), *word_tables()):
        return False
    names = names_of_type(subject, path[1]) if path[0] == "type" else None
    if names is None:
        return True
    if key in pattern_lists():
        return any(
            regex_error(item.value) or any(finds(item.value, name) for name in names) for item in strings(table, key)
        )
    value = table.get(key)
    known = {each.lower() for each in value.entries} if isinstance(value, Table) else set()
    parts = {
        part for name in names for each in identifiers(name) for part in (each, *(word.text for word in words(each)))
    }
    return any(part.lower() in known for part in parts)


def _restated(table: Table, where: str, subject: Subject) -> Iterator[NodeFinding]:
    for name, entry in table.entries.items():
        value = entry.value
        if isinstance(value, Scalar) and is_whole(value) and restates_default(subject, (where, name), value.value):
            known = root().properties[where].properties[name]
            other = next((each for each in known.falls_back_to if each in table.entries), None)
            how = f"holds anyway, by `{other}`" if other else f"is the default of `{name}`"
            message = f"`{_shown(value.value)}` {how}"
            yield _redundant(entry, message, removing(entry, "Remove this key"))


def restates_default(subject: Subject, path: Sequence[str | int], value: Any) -> bool:
    """Whether a value of `files` or `default` only repeats the default."""
    where, name = (*map(str, path), "", "")[:2]
    node = root().properties.get(where)
    child = node.properties.get(name) if node else None
    if child is None or child.deprecated or (name == "check-file" and _is_quirky(subject)):
        return False
    entry = subject.entry(where)
    there = entry.value.entries if entry and isinstance(entry.value, Table) else {}
    default = (facts().files if where == "files" else facts().default)[name]
    others = (there[each].value for each in child.falls_back_to if each in there)
    default = next((each.value for each in others if isinstance(each, Scalar)), default)
    return type(value) is type(default) and value == default


def _is_quirky(subject: Subject) -> bool:
    """Whether `check-file` has an effect: types that are unchecked by default are checked once they are declared."""
    return any(subject.entry("type", name) for name in facts().unchecked)


def _shown(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _built_in_globs(table: Table, name: str, config: Table) -> Iterator[NodeFinding]:
    for item in strings(table, "extend-glob"):
        glob = item.value.removeprefix("**/")
        sample = f"x{glob[1:]}" if glob.startswith("*.") else glob
        match = None if _WILD & set(sample) else type_of(sample, None)
        is_of_type = match is not None and match.name == name and not _is_claimed(sample, name, config)
        if glob in facts().globs.get(name, ()) or is_of_type:
            yield _redundant(
                item, f"`{item.value}` is already a glob of the built-in type `{name}`", removing_item(item)
            )


def _is_claimed(sample: str, name: str, config: Table) -> bool:
    """Whether another type of the configuration has a file, so that a glob may take it back."""
    others = (table for path, table in engines(config) if path[0] == "type" and path[1] != name)
    return any(matches_name(item.value, sample) for table in others for item in strings(table, "extend-glob"))


def _excludes(files: Table, subject: Subject) -> Iterator[NodeFinding]:
    own = path_of(subject.document.uri)
    items = list(strings(files, "extend-exclude"))
    yield from _covered(items)
    yield from _hidden(items, subject)
    for item in items:
        glob = item.value.rstrip()
        name = glob.rpartition("/")[2]
        if glob.startswith(("!", "#")) or glob.endswith("/"):
            continue
        if own is not None and plain(glob).removeprefix("/") == own.name:
            yield _redundant(item, "typos never checks its own configuration", removing_item(item))
        elif is_lock_file(name) and not subject.entry("type", "lock"):
            yield _redundant(item, f"typos does not check lock files such as `{name}`", removing_item(item))


def _covered(items: Sequence[Scalar]) -> Iterator[NodeFinding]:
    """Excludes of what another one excludes. Nothing is said where something is brought back: the order counts then."""
    if any(item.value.startswith("!") for item in items):
        return
    globs = [plain(item.value) for item in items]
    by_start: dict[str, list[int]] = {}
    for number, glob in enumerate(globs):
        if glob and not glob.startswith("#") and len(known := by_start.setdefault(_start(glob), [])) < _MOST_ALIKE:
            known.append(number)
    for number, glob in enumerate(globs):
        parts = glob.strip("/").split("/")
        endings = (f"*{parts[-1][at:]}" for at, sign in enumerate(parts[-1]) if sign == ".")
        starts = {*parts, *accumulate(parts, "{}/{}".format), *endings}
        wider = (at for each in starts for at in by_start.get(each, ()) if at != number and covers(globs[at], glob))
        found = min((at for at in wider if at < number or not covers(glob, globs[at])), default=None)
        if found is not None:
            message = f"`{items[found].value}` already excludes this"
            draft = removing_item(items[number], preferred=True)
            related = ((items[found], "It is excluded here"),)
            yield NodeFinding("redundant-exclude", items[number], message, (draft,), related, (Tag.UNNECESSARY,))


def _start(glob: str) -> str:
    """What is the name, or the start of the path, of all that a glob covers."""
    return glob.strip("/").removesuffix("/**")


def plain(glob: str) -> str:
    """Without what changes nothing."""
    glob = glob.rstrip()
    shorter = glob.removeprefix("**/")
    return glob if "/" in shorter.rstrip("/") else shorter


def covers(wide: str, narrow: str) -> bool:
    """Whether one exclude leaves out everything that another one does, whatever files there are."""
    body, parts = wide.strip("/"), narrow.strip("/").split("/")
    if not body or not parts[0]:
        return False
    fits_last = not wide.endswith("/") or narrow.endswith("/")
    if not _is_anchored(wide):
        is_named = parts[-1] == body or (
            body.startswith("*.") and _is_ending(body[1:]) and parts[-1].endswith(body[1:])
        )
        return body in parts[:-1] or (is_named and fits_last)
    wanted = body.removesuffix("/**").split("/")
    if not _is_anchored(narrow) or parts[: len(wanted)] != wanted:
        return False
    return len(parts) > len(wanted) or (fits_last and not body.endswith("/**"))


def _is_ending(text: str) -> bool:
    """Whether a part of a glob stands for itself alone."""
    return not _WILD & set(text)


def _is_anchored(glob: str) -> bool:
    """Whether a glob names a path from the folder of the run, not a name anywhere."""
    return "/" in glob.rstrip("/")


def _hidden(items: Sequence[Scalar], subject: Subject) -> Iterator[NodeFinding]:
    """Excludes of hidden files, which only a run comes to that is given their names, as a hook is."""
    run = run_of(subject)
    if not flags_of(subject.config).get("ignore-hidden", True) or (run and run.hook):
        return
    left = left_of(subject)
    for number, item in enumerate(items):
        names = [each for each in item.value.rstrip("/").split("/") if _HIDDEN.match(each)]
        if names and not item.value.startswith("!") and not (left and number in left.meant):
            message = f"typos skips hidden files and folders such as `{names[0]}` anyway"
            yield _redundant(item, message, removing_item(item))


def is_lock_file(name: str) -> bool:
    """Whether a name is that of lock files. typos still checks names and folders, so `*.lock` has an effect."""
    if _WILD & set(name):
        return False
    match = type_of(name, None)
    return match is not None and match.name == "lock"


def _redundant(where: Placed, message: str, draft: Draft) -> NodeFinding:
    return NodeFinding("redundant-exclude", where, message, (draft,), tags=(Tag.UNNECESSARY,))
