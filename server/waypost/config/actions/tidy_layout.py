"""Reformat the configuration, on request: blanks, blank lines and indents; every key, value and comment stays."""

from collections.abc import Iterator

from waypost.config.model.subject import Subject
from waypost.config.parse import Member, Tree
from waypost.config.parse.entries import PlainLine
from waypost.config.parse.sections import Section
from waypost.config.parse.toml_statements import Blank, Header, Pair
from waypost.config.parse.toml_tree import TomlTree
from waypost.results import Action, ActionKind, Edit
from waypost.text import Span
from waypost.text.encoding import decode


def layout_actions(subject: Subject, span: Span) -> Iterator[Action]:
    """For the tables of the configuration, if the selection is in one; nothing if there is a syntax error."""
    tree = subject.tree
    if not isinstance(tree, TomlTree) or not subject.held or tree.errors:
        return
    own = [section for section in tree.sections if section.statements and _is_ours(subject, section)]
    if any(span.meets(_span(tree, section)) for section in own):
        edits = tuple(edit for section in own for edit in _edits(tree, section))
        if edits:
            yield Action("Lay out this configuration", ActionKind.REWRITE, edits)


def _is_ours(subject: Subject, section: Section) -> bool:
    names = tuple(key.name for key in section.header.keys) if section.header else ()
    return any(names[: len(path)] == path for path, _ in subject.held)


def _span(tree: TomlTree, section: Section) -> Span:
    last = section.statements[-1]
    return Span(tree.start(section.statements[0]), tree.start(last) + len(last.text))


def _edits(tree: TomlTree, section: Section) -> Iterator[Edit]:
    """An edit for each line whose layout differs."""
    before_is_blank = True
    for each in section.statements:
        start = tree.start(each)
        written = decode(each.text)
        is_blank = not written.strip()
        if is_blank and before_is_blank:
            wanted = ""
        elif isinstance(each, Header):
            wanted = _gap(tree, start, written) + _header(tree, each, written)
        elif isinstance(each, Pair | PlainLine):
            wanted = _pair(tree, each.member, start, written)
        else:
            wanted = _ended(written.strip(), written) if isinstance(each, Blank) else written
        if wanted != written:
            yield Edit(Span(start, start + len(each.text)), wanted)
        before_is_blank = is_blank


def _gap(tree: Tree, start: int, written: str) -> str:
    """A blank line before a header that has neither one nor its own comment before it."""
    head = tree.source[:start].splitlines()
    is_apart = not head or not head[-1].strip() or head[-1].lstrip().startswith(b"#")
    return "" if is_apart else _ended("", written)


def _header(tree: Tree, header: Header, written: str) -> str:
    brackets = ("[[", "]]") if header.double else ("[", "]")
    names = ".".join(decode(tree.span(key).of(tree.source)) for key in header.keys)
    rest = decode(header.text[header.end :])
    return _ended(f"{brackets[0]}{names}{brackets[1]}{_comment(rest)}", written)


def _pair(tree: Tree, member: Member, start: int, written: str) -> str:
    """`key = value # comment`, with the value as it is written."""
    keys = Span(tree.span(member.keys[0]).start, tree.span(member.keys[-1]).end).of(tree.source)
    value = tree.span(member.value)
    rest = decode(tree.source[value.end : start + len(written.encode())])
    return _ended(f"{decode(keys)} = {decode(value.of(tree.source))}{_comment(rest)}", written)


def _comment(rest: str) -> str:
    """The comment at the end of a line, at its old distance."""
    comment = rest.strip()
    gap = rest[: len(rest) - len(rest.lstrip())]
    return f"{gap or ' '}{comment}" if comment else ""


def _ended(line: str, like: str) -> str:
    return line + ("\r\n" if like.endswith("\r\n") else "\n" if like.endswith("\n") else "")
