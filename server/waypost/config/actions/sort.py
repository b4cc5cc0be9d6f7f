"""Sort a word list and remove duplicate entries."""

from collections.abc import Iterator, Sequence
from itertools import accumulate

from waypost.config.model.subject import Subject
from waypost.config.parse import Statement, plain
from waypost.config.parse.entries import PlainLine
from waypost.config.parse.sections import Section
from waypost.config.parse.toml_statements import Blank, Pair
from waypost.config.parse.toml_tree import TomlTree
from waypost.results import Action, ActionKind, Diagnostic, Edit
from waypost.text import Span
from waypost.text.encoding import decode

_WORD_TABLES = ("extend-words", "extend-identifiers")


def sort_actions(subject: Subject, span: Span, found: Sequence[Diagnostic]) -> Iterator[Action]:
    """For the word tables with a header in the selection; `found` says which entries others cover."""
    tree = subject.tree
    if not isinstance(tree, TomlTree):
        return
    for section, path in zip(tree.sections, tree.paths, strict=True):
        if section.header is None or not path or path[-1] not in _WORD_TABLES:
            continue
        start = tree.start(section.statements[0])
        end = tree.start(section.statements[-1]) + len(section.statements[-1].text)
        if span.meets(Span(start, end)):
            edits = tuple(_edits(tree, section, _covered(tree, Span(start, end), found)))
            if edits:
                yield Action("Sort and deduplicate this word list", ActionKind.REWRITE, edits)


def _covered(tree: TomlTree, section: Span, found: Sequence[Diagnostic]) -> frozenset[str]:
    """The names of entries that can be removed because another entry of the section covers them."""
    safe = (each for each in found if each.rule == "duplicate-word" and any(fix.preferred for fix in each.fixes))
    return frozenset(decode(each.span.of(tree.source)).strip("\"'") for each in safe if section.meets(each.span))


def _edits(tree: TomlTree, section: Section, covered: frozenset[str]) -> Iterator[Edit]:
    base = tree.start(section.statements[0])
    for start, end, text in _changes(section, covered):
        yield Edit(Span(base + start, base + end), text)


def _changes(section: Section, covered: frozenset[str]) -> tuple[tuple[int, int, str], ...]:
    """The byte ranges of a section to replace, and their new text.

    Each group of lines between blank ones is sorted separately: people set groups apart for a reason.
    """
    starts = dict(
        zip(section.statements, accumulate((len(each.text) for each in section.statements), initial=0), strict=False)
    )
    changes: list[tuple[int, int, str]] = []
    there: set[tuple[str, str]] = set()
    for group in _groups(section.statements[1:]):
        entries = _entries(group)
        if entries is not None:
            kept = [each for each in _unlike(entries, there) if _name(each) not in covered or _has_comment(each)]
            changes += _change(group, starts[group[0]], entries, sorted(kept, key=_order))
    return tuple(changes)


def _unlike(entries: Sequence["_Entry"], there: set[tuple[str, str]]) -> list["_Entry"]:
    """Without duplicates of another entry, whose comments stay."""
    best: dict[tuple[str, str], _Entry] = {}
    for each in entries:
        content = _name(each), _value(each)
        first = best.get(content)
        if first is not None:
            longest = max(first[-1], each[-1], key=lambda line: len(line.text.strip()))
            best[content] = (*first[:-1], *each[:-1], longest)
        elif content not in there or _has_comment(each):
            best[content] = each
    there.update(best)
    return list(best.values())


def _has_comment(entry: "_Entry") -> bool:
    return len(entry) > 1 or b"#" in entry[-1].text


def _change(
    group: Sequence[Statement], start: int, entries: Sequence["_Entry"], wanted: Sequence["_Entry"]
) -> Iterator[tuple[int, int, str]]:
    if wanted == entries:
        return
    before = b"".join(each.text for each in group)
    newline = b"\r\n" if b"\r\n" in before else b"\n"
    after = b"".join(_ended(each, newline) for entry in wanted for each in entry)
    if not before.endswith(b"\n"):
        after = after.removesuffix(newline)
    yield start, start + len(before), decode(after)


_Entry = tuple[Statement, ...]


def _groups(statements: Sequence[Statement]) -> Iterator[list[Statement]]:
    group: list[Statement] = []
    for each in statements:
        if each.text.strip():
            group.append(each)
        elif group:
            yield group
            group = []
    if group:
        yield group


def _entries(group: Sequence[Statement]) -> list[_Entry] | None:
    """The group's entries, each with the comments above it; None if something in it must not be moved."""
    entries: list[_Entry] = []
    comments: list[Statement] = []
    for each in group:
        if isinstance(each, Blank):
            comments.append(each)
        elif isinstance(each, PlainLine) or (isinstance(each, Pair) and not each.problems):
            entries.append((*comments, each))
            comments = []
        else:
            return None
    return None if comments else entries


def _order(entry: _Entry) -> tuple[str, str]:
    name = _name(entry)
    return name.lower(), name


def _name(entry: _Entry) -> str:
    last = entry[-1]
    if isinstance(last, PlainLine):
        return last.name
    assert isinstance(last, Pair), "an entry is a line or a pair"
    return ".".join(key.name for key in last.member.keys)


def _value(entry: _Entry) -> str:
    last = entry[-1]
    if isinstance(last, PlainLine):
        return repr(plain(last.member.value))
    assert isinstance(last, Pair), "an entry is a line or a pair"
    return repr(plain(last.member.value))


def _ended(statement: Statement, newline: bytes) -> bytes:
    return statement.text if statement.text.endswith(b"\n") else statement.text + newline
