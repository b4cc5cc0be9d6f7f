"""The headers that edits write: two fixes may not both make a table."""

from collections.abc import Iterator, Sequence

from waypost.config.edit.text import headed
from waypost.config.parse import Syntax, Tree, parse
from waypost.config.parse.toml_statements import Header
from waypost.results import Edit


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
