"""invalid-glob, dead-glob, dead-include, nothing-checked, glob-conflict: globs of excludes and of types."""

import re
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from itertools import islice
from pathlib import PurePosixPath
from typing import Final

from waypost.config import edit
from waypost.config.check.finding import Draft, NodeFinding, removing_item, replacing, rewriting
from waypost.config.files.folder import run_of
from waypost.config.files.left import Left, left_of
from waypost.config.files.meant import Meant
from waypost.config.model.facts import facts
from waypost.config.model.schema import Format
from waypost.config.model.subject import Subject
from waypost.config.model.tables import engines, strings
from waypost.config.parse import Scalar, Table, Tree
from waypost.config.typos.globs import glob_error, unclosed_bracket
from waypost.results import Edit, Tag
from waypost.workspace import path_of

_ABSOLUTE: Final = re.compile(r"/(?:home|Users)/[^/]+/|[A-Za-z]:[\\/]")
_DOTTED: Final = re.compile(r"(?:\./)+(?!\.{0,2}(?:/|\Z))(.+)")
_ESCAPED_LETTER: Final = re.compile(r"\\[A-Za-z0-9_]")
_FROM_FOLDER: Final = "paths start at the folder typos runs in"
# What looks like a comment behind a pattern.
_REMARK: Final = re.compile(r"(?<=\S)\s+#")
_ANY_FOLDER: Final = re.compile(r"(?:\*\*/)+")


def check_globs(subject: Subject) -> Iterator[NodeFinding]:
    config = subject.config
    if config is None:
        return
    excludes = list(_excludes(config))
    found = [each for item in excludes for each in _exclude(item, subject)]
    yield from found
    if excludes and not any(each.rule == "invalid-glob" for each in found):
        yield from _on_the_files(subject, excludes)
    owners: dict[str, tuple[Scalar, str]] = {}
    for path, table in engines(config):
        for item in strings(table, "extend-glob") if path[0] == "type" else ():
            found = list(_type_glob(item, table, path, subject))
            yield from found or _without_type(item, table, path[1], subject)
            yield from _conflict(item, path[1], owners)


def _without_type(item: Scalar, table: Table, name: str, subject: Subject) -> Iterator[NodeFinding]:
    """A glob by which no file is of its type."""
    left = left_of(subject)
    meant = left.types.get((name, item.value)) if left else None
    if meant is not None:
        is_needed = name not in facts().globs and len(list(strings(table, "extend-glob"))) == 1
        yield _meant_otherwise(item, meant, () if is_needed else (removing_item(item),))


def _excludes(config: Table) -> Iterator[Scalar]:
    files = config.get("files")
    yield from strings(files if isinstance(files, Table) else None, "extend-exclude")


def _invalid(item: Scalar, kind: Format) -> NodeFinding | None:
    error = glob_error(item.value, kind)
    if error is None:
        return None
    where = item.part(error.start, error.end) if error.end > error.start else item
    return NodeFinding("invalid-glob", where, f"Not a valid glob: {error.message}")


def _exclude(item: Scalar, subject: Subject) -> Iterator[NodeFinding]:
    invalid = _invalid(item, Format.EXCLUDE_GLOB)
    if invalid:
        yield invalid
        return
    yield from _dead_for_sure(item, subject)


def _dead_for_sure(item: Scalar, subject: Subject) -> Iterator[NodeFinding]:
    """Whatever files there are."""
    negated, glob = _split(item.value)
    for why, better in islice(_reasons(item.value, glob, subject), 1):
        drafts = [removing_item(item)]
        if better:
            title = f'Change to "{negated}{better}", which matches'
            drafts.insert(0, rewriting(item, f"{negated}{better}", title))
        yield NodeFinding("dead-glob", item, why, tuple(drafts))


def _reasons(written: str, glob: str, subject: Subject) -> Iterator[tuple[str, str | None]]:
    """Why an exclude matches nothing, and what was meant; the first reason counts."""
    yield from _not_as_meant(written, glob)
    if relative := _DOTTED.match(glob):
        yield f"A pattern that starts with `./` never matches: {_FROM_FOLDER}", relative[1]
    if inside := _below_folder(glob, subject):
        yield f"An absolute path never matches: {_FROM_FOLDER}", inside
    if _ABSOLUTE.match(glob):
        yield f"An absolute path never matches: {_FROM_FOLDER}", None
    if glob.startswith("~/") or {".", ".."} & set(glob.rstrip("/").split("/")):
        yield f"This never matches: {_FROM_FOLDER}, and have no `.`, `..` or `~` in them", None
    if "//" in glob and "[" not in glob:
        yield "This never matches: no path has `//` in it", re.sub("/{2,}", "/", glob)
    if escape := _ESCAPED_LETTER.search(glob):
        means = f"`{escape[0]}` means only `{escape[0][1]}` in a pattern: `/` separates folders"
        yield means, glob.replace("\\", "/")


def _not_as_meant(written: str, glob: str) -> Iterator[tuple[str, str | None]]:
    """What a sign means that was not meant as one, or is not one."""
    if written.startswith("#"):
        yield "A pattern that starts with `#` is a comment: it excludes nothing", None
    if not written.strip():  # `!` alone brings everything back
        yield "An empty pattern excludes nothing", None
    if remark := _REMARK.search(glob):
        yield "`#` starts no comment in a pattern: it is part of the name", glob[: remark.start()]
    if glob[:1].isspace():
        yield "The blank at the start is part of the pattern: no name begins with one", glob.strip()
    if unclosed_bracket(glob) is not None:
        yield "`[` is not closed, so it stands for itself: no name has it", None


def _on_the_files(subject: Subject, excludes: Sequence[Scalar]) -> Iterator[NodeFinding]:
    """What the excludes leave of the files that there are."""
    left = left_of(subject)
    for number, dead in left.dead.items() if left else ():
        culprit = excludes[dead.culprit]
        message = f"`{culprit.value}` excludes the folder `{dead.folder}`, so this brings back nothing in it"
        related = ((culprit, "The folder is excluded here"),)
        drafts = (_opening(culprit, dead.better),) if dead.better else ()
        yield NodeFinding("dead-include", excludes[number], message, drafts, related)
    yield from _undone(left, excludes) if left else ()
    yield from _taking_back_nothing(excludes, left.unneeded if left else frozenset())
    yield from _without_files(left, subject, excludes) if left else ()
    entry = subject.entry("files", "extend-exclude")
    if left and left.none_of and entry is not None:
        many = f"all {left.none_of} files" if left.none_of > 1 else "the only file"
        message = f"typos checks nothing: these patterns exclude {many} there are"
        yield NodeFinding("nothing-checked", entry.key, message)


def _undone(left: Left, excludes: Sequence[Scalar]) -> Iterator[NodeFinding]:
    for number, by in left.undone.items():
        if any(not item.value.startswith("!") for item in excludes[:number]):  # otherwise that is the reason
            message = f"`{excludes[by].value}`, which comes later, excludes this again. Write this behind it"
            related = ((excludes[by], "It is excluded here"),)
            yield NodeFinding("dead-include", excludes[number], message, related=related)


def _without_files(left: Left, subject: Subject, excludes: Sequence[Scalar]) -> Iterator[NodeFinding]:
    """Excludes that match none of the files, where it is known why."""
    for number, meant in left.meant.items():
        if next(_dead_for_sure(excludes[number], subject), None) is None:
            yield _meant_otherwise(excludes[number], meant, (removing_item(excludes[number]),))
    run = run_of(subject)
    for item in (excludes[number] for number in left.skipped):
        if run is None or not run.hook:  # a hook names files, which are checked even if they are ignored
            message = f"typos skips `{item.value}` anyway: an ignore file such as `.gitignore` has it"
            draft = removing_item(item)
            yield NodeFinding("redundant-exclude", item, message, (draft,), tags=(Tag.UNNECESSARY,))


def _meant_otherwise(item: Scalar, meant: Meant, removing: tuple[Draft, ...]) -> NodeFinding:
    """Never safe to fix: what typos checks changes."""
    message = f"This has no file: {meant.why}"
    listed = ", ".join(f"`{each}`" for each in meant.better)
    text = ", ".join(edit.string_text(each, item.style) for each in meant.better)
    changing = (replacing(item, text, f"Change to {listed}"),) if meant.better else ()
    return NodeFinding("dead-glob", item, message, (*changing, *removing))


def _opening(culprit: Scalar, better: Sequence[str]) -> Draft:
    """Never safe: it changes what typos checks, as was meant."""
    title = f"Exclude {' '.join(f'`{each}`' for each in better)}, so that the file is checked"
    added = [edit.string_text(each, culprit.style) for each in better]

    def edits(tree: Tree) -> Sequence[Edit]:
        return edit.replace(tree, culprit, ", ".join(added))

    return Draft(title, edits)


def _taking_back_nothing(items: Sequence[Scalar], unneeded: AbstractSet[int]) -> Iterator[NodeFinding]:
    """`!x` without anything before it that excludes what it matches, whatever files there are, or of these."""
    first = next((number for number, item in enumerate(items) if not item.value.startswith("!")), len(items))
    for item in (items[number] for number in sorted({*range(first), *unneeded})):
        message = f"`{item.value}` has no effect: nothing before it excludes what it would include again"
        yield NodeFinding("dead-glob", item, message, (removing_item(item),))


def _split(glob: str) -> tuple[str, str]:
    return ("!", glob[1:]) if glob.startswith("!") else ("", glob)


def _below_folder(glob: str, subject: Subject) -> str | None:
    """An absolute path relative to the configuration's folder."""
    path = path_of(subject.document.uri)
    if path is None or not glob.startswith("/"):
        return None
    folder = path.parent.as_posix().rstrip("/")
    return glob.removeprefix(folder) if folder and glob.startswith(f"{folder}/") else None


def _type_glob(item: Scalar, table: Table, path: tuple[str, ...], subject: Subject) -> Iterator[NodeFinding]:
    invalid = _invalid(item, Format.TYPE_GLOB)
    if invalid:
        yield invalid
        return
    if item.value.strip() != item.value:
        message = "The blank is part of the glob: no name begins or ends with one"
        better = item.value.strip()
        drafts = (rewriting(item, better, f'Change to "{better}"'),) if better else (removing_item(item),)
        yield NodeFinding("dead-glob", item, message, drafts)
        return
    glob = _ANY_FOLDER.sub("", item.value, count=1) if item.value.startswith("**/") else item.value
    if "/" not in glob or any(sign in glob for sign in "{["):
        return
    message = "Type globs match file names only, not paths: one with `/` never matches"
    yield NodeFinding("dead-glob", item, message, tuple(_without_folders(item, glob, table, path, subject)))


def _without_folders(item: Scalar, glob: str, table: Table, path: tuple[str, ...], subject: Subject) -> Iterator[Draft]:
    base = PurePosixPath(glob).name

    def move(tree: Tree) -> Sequence[Edit]:
        return edit.move_item(tree, subject.prefix, item, ("files", "extend-exclude"))

    if base.strip("*") and not glob.endswith("/"):
        yield rewriting(item, base, f'Change to "{base}", which matches in every folder')
    flag = table.get("check-file")
    others = path[1] in facts().globs or len(list(strings(table, "extend-glob"))) > 1
    if isinstance(flag, Scalar) and flag.value is False and others:
        yield Draft("Move to `files.extend-exclude`, which excludes it", move)


def _conflict(item: Scalar, name: str, owners: dict[str, tuple[Scalar, str]]) -> Iterator[NodeFinding]:
    first, owner = owners.setdefault(item.value, (item, name))
    if owner != name:
        message = (
            f"Types `{owner}` and `{name}` both claim `{item.value}`; typos uses one of them. Remove it from the other"
        )
        yield NodeFinding("glob-conflict", item, message, related=((first, f"Claimed by `{owner}` here"),))
