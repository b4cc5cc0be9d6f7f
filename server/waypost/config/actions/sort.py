"""Sort a word list: each entry with its comments, and each group between blank lines by itself."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from waypost.config.model.subject import Subject
from waypost.config.parse import Statement, Tree
from waypost.config.parse.entries import PlainLine
from waypost.config.parse.toml_statements import Blank, Pair
from waypost.config.parse.toml_tree import TomlTree
from waypost.results import Action, ActionKind, Edit
from waypost.text import Span
from waypost.text.encoding import decode

_WORD_TABLES = ("extend-words", "extend-identifiers")
_Entry = tuple[Statement, ...]


def sort_actions(subject: Subject, span: Span) -> Iterator[Action]:
    """For the word tables with a header in the selection."""
    tree = subject.tree
    if not isinstance(tree, TomlTree):
        return
    for section, path in zip(tree.sections, tree.paths, strict=True):
        if section.header is None or not path or path[-1] not in _WORD_TABLES:
            continue
        last = section.statements[-1]
        if span.meets(Span(tree.start(section.statements[0]), tree.start(last) + len(last.text))):
            edits = tuple(edit for group in _groups(section.statements[1:]) for edit in _sorted(tree, group))
            if edits:
                yield Action("Sort this word list", ActionKind.REWRITE, edits)


def _groups(statements: Sequence[Statement]) -> Iterator[list[Statement]]:
    """The lines between blank ones: people set groups apart for a reason."""
    return (list(group) for is_blank, group in groupby(statements, lambda each: not each.text.strip()) if not is_blank)


def _sorted(tree: Tree, group: Sequence[Statement]) -> Iterator[Edit]:
    entries = _entries(group)
    wanted = sorted(entries, key=_order)
    if wanted == entries:
        return
    before = b"".join(each.text for each in group)
    newline = b"\r\n" if b"\r\n" in before else b"\n"
    after = b"".join(each.text.removesuffix(b"\n").removesuffix(b"\r") + newline for one in wanted for each in one)
    start = tree.start(group[0])
    yield Edit(
        Span(start, start + len(before)), decode(after if before.endswith(b"\n") else after.removesuffix(newline))
    )


def _entries(group: Sequence[Statement]) -> list[_Entry]:
    """The group's entries, each with the comments above it; none if something in it must not be moved."""
    entries: list[_Entry] = []
    comments: list[Statement] = []
    for each in group:
        if isinstance(each, Blank):
            comments.append(each)
        elif isinstance(each, PlainLine) or (isinstance(each, Pair) and not each.problems):
            entries.append((*comments, each))
            comments = []
        else:
            return []
    return [] if comments else entries


def _order(entry: _Entry) -> tuple[str, str]:
    last = entry[-1]
    assert isinstance(last, PlainLine | Pair), "an entry is a line or a pair"
    name = last.name if isinstance(last, PlainLine) else ".".join(key.name for key in last.member.keys)
    return name.lower(), name
