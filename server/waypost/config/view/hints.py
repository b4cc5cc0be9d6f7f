"""Inlay hints: how many files a glob matches, and what a type inherits from `default`."""

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import partial

from waypost import cancel
from waypost.config.explain.dump import value_text
from waypost.config.files.folder import Reach, count_matching, is_counted, reach
from waypost.config.model.schema import Format, root
from waypost.config.model.subject import Subject
from waypost.config.model.tables import engines, strings
from waypost.config.parse import Form, Scalar, Table
from waypost.config.typos.globs import glob_error
from waypost.markup import noun
from waypost.results import InlayHint
from waypost.text import Span
from waypost.workspace import FileCounts

# Each needs a walk through the folder.
_MOST_COUNTED = 100
_MATCHES = "matches "


def hints(subject: Subject, span: Span) -> Iterator[InlayHint]:
    """The hints in a part of the document that the settings enable."""
    wanted = subject.settings.inlay_hints_config
    found = [] if wanted == "off" else [*_counts(subject, span)]
    if wanted == "all":
        found += _inherited(subject, span)
    ends = Counter(subject.document.line_end(hint.offset) for hint in found)
    for hint in found:
        end = subject.document.line_end(hint.offset)
        # One of several stays next to its target, in few letters: editors cut a line's hints after about forty.
        yield hint._replace(offset=end) if ends[end] == 1 else hint._replace(label=hint.label.removeprefix(_MATCHES))


def _counts(subject: Subject, span: Span) -> Iterator[InlayHint]:
    """Counts that are not known yet are left out, computed in the background, and shown then."""
    place = reach(subject)
    if place is None:
        return
    counts = subject.workspace.services.of(FileCounts)
    shown = [(item, kind) for item, kind in _globs(subject) if span.meets(subject.tree.span(item))]
    good = [(item, kind) for item, kind in shown if glob_error(item.value, kind) is None][:_MOST_COUNTED]
    new = [(item.value, kind) for item, kind in good if not is_counted(counts, place, item.value, kind)]
    if new:
        subject.workspace.services.defer_hints(partial(_count, counts, place, new))
    for item, kind in good:
        if is_counted(counts, place, item.value, kind):
            count = count_matching(counts, place, item.value, kind)
            if count is not None:
                yield _hint(subject.tree.span(item).end, count)


def _hint(offset: int, count: int) -> InlayHint:
    return InlayHint(offset, f"{_MATCHES}{count} {noun(count, 'file')}", "Counted as typos walks this folder")


def _count(counts: FileCounts, place: Reach, globs: Iterable[tuple[str, Format]]) -> None:
    for glob, kind in globs:
        cancel.checkpoint()
        count_matching(counts, place, glob, kind)


def _globs(subject: Subject) -> Iterator[tuple[Scalar, Format]]:
    config = subject.config
    files = config.get("files") if config else None
    for item in strings(files if isinstance(files, Table) else None, "extend-exclude"):
        yield item, Format.EXCLUDE_GLOB
    for path, table in engines(config) if config else ():
        for item in strings(table, "extend-glob") if path[0] == "type" else ():
            yield item, Format.TYPE_GLOB


def _inherited(subject: Subject, span: Span) -> Iterator[InlayHint]:
    """After a type's header, what `default` sets and the type does not."""
    config = subject.config
    default = config.get("default") if config else None
    if config is None or not isinstance(default, Table):
        return
    plain = {
        key: entry.value.value
        for key, entry in default.entries.items()
        if isinstance(entry.value, Scalar) and key in root().properties["default"].properties
    }
    for path, table in engines(config):
        start = subject.tree.start(table.statement)
        where = Span(start + table.start, start + table.end)
        left = {key: value for key, value in plain.items() if key not in table.entries}
        if path[0] == "type" and table.form is Form.HEADER and left and span.meets(where):
            label = ", ".join(f"{key} = {value_text(value)}" for key, value in left.items())
            yield InlayHint(where.end, label, "Set in `default`")
