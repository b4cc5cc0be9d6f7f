"""Changes to headers."""

from collections.abc import Iterator, Sequence

from waypost.config.edit.text import headed
from waypost.config.parse import Syntax, Tree, parse
from waypost.config.parse.toml_statements import Header
from waypost.results import Edit
from waypost.text import Span


def drop_prefix(tree: Tree, prefix: Sequence[str]) -> Sequence[Edit]:
    """Every header without a leading `prefix`; nothing if something prevents that.

    A header that is only the prefix is removed, because its content is then at the top: it must come first.
    """
    edits: list[Edit] = []
    seen = False
    for statement in tree.statements:
        if not isinstance(statement, Header):
            continue
        keys = statement.keys
        if tuple(key.name for key in keys[: len(prefix)]) != tuple(prefix) or statement.problems:
            return []
        first = tree.span(keys[0]).start
        if len(keys) > len(prefix):
            edits.append(Edit(Span(first, tree.span(keys[len(prefix)]).start), ""))
        elif seen:
            return []
        else:
            start = tree.start(statement)
            edits.append(Edit(Span(start, start + len(statement.text)), ""))
        seen = True
    return edits


def headers_made(tree: Tree, edits: Sequence[Edit]) -> Iterator[str]:
    """The tables that edits write headers for: new and renamed ones."""
    for edit in edits:
        if edit.text.strip().startswith("["):
            yield _table_of(edit.text.strip())
        elif edit.text and tree.syntax is Syntax.TOML:
            statement = tree.statement_at(edit.span.start)
            if isinstance(statement, Header):
                start = tree.start(statement)
                text = statement.text.decode(errors="replace")
                yield _table_of(text[: edit.span.start - start] + edit.text + text[edit.span.end - start :])


def _table_of(header: str) -> str:
    """The table of a header, however it is written: with other quotes or spaces, a comment, or not closed."""
    (statement, *_) = parse(header.encode(), Syntax.TOML).statements
    return headed(key.name for key in statement.keys) if isinstance(statement, Header) else header
