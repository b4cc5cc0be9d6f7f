"""Sort a word list and drop what is in it twice."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import accumulate

from waypost.config.model.subject import Subject
from waypost.config.parse import Statement
from waypost.config.parse.entries import PlainLine
from waypost.config.parse.sections import Section
from waypost.config.parse.toml_statements import Blank, Pair
from waypost.config.parse.toml_tree import TomlTree
from waypost.results import Action, ActionKind, Edit
from waypost.text import Span
from waypost.text.encoding import decode

_WORD_TABLES = ("extend-words", "extend-identifiers")


def sort_actions(subject: Subject, span: Span) -> Iterator[Action]:
    """For the word tables with a header that the selection is in."""
    tree = subject.tree
    if not isinstance(tree, TomlTree):
        return
    for section, path in zip(tree.sections, tree.paths, strict=True):
        if section.header is None or not path or path[-1] not in _WORD_TABLES:
            continue
        start = tree.start(section.statements[0])
        end = tree.start(section.statements[-1]) + len(section.statements[-1].text)
        if span.meets(Span(start, end)):
            edits = tuple(_edits(tree, section))
            if edits:
                yield Action("Sort and deduplicate this word list", ActionKind.REWRITE, edits)


def _edits(tree: TomlTree, section: Section) -> Iterator[Edit]:
    base = tree.start(section.statements[0])
    for start, end, text in _changes(section):
        yield Edit(Span(base + start, base + end), text)


@lru_cache(maxsize=32)
def _changes(section: Section) -> tuple[tuple[int, int, str], ...]:
    """What to write instead of which bytes of a section; kept, for an editor asks wherever the cursor goes.

    Each group of lines between blank ones is sorted on its own: people set groups apart for a reason.
    """
    starts = dict(
        zip(section.statements, accumulate((len(each.text) for each in section.statements), initial=0), strict=False)
    )
    return tuple(change for group in _groups(section.statements[1:]) for change in _change(group, starts[group[0]]))


def _change(group: Sequence[Statement], start: int) -> Iterator[tuple[int, int, str]]:
    entries = _entries(group)
    if entries is None:
        return
    wanted = sorted({_content(each): each for each in reversed(entries)}.values(), key=_order)
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
    """The group's entries, each with the comments above it; None where something in it is not to be moved."""
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


def _content(entry: _Entry) -> tuple[str, bytes]:
    return _name(entry), b"".join(each.text.strip() for each in entry)


def _ended(statement: Statement, newline: bytes) -> bytes:
    return statement.text if statement.text.endswith(b"\n") else statement.text + newline
