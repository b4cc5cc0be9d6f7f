"""The problems of a configuration: every rule's findings, and which of them the next version can reuse."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from waypost.cancel import checkpoint
from waypost.config.check.conflicts import check_corrections, check_duplicates
from waypost.config.check.finding import NodeFinding
from waypost.config.check.globs import check_globs
from waypost.config.check.homes import check_homes
from waypost.config.check.idle import check_needless, check_unused
from waypost.config.check.patterns import check_patterns, ignores
from waypost.config.check.structure import check_structure
from waypost.config.check.syntax import syntax_errors
from waypost.config.check.tidiness import check_tidiness
from waypost.config.check.type_tables import check_types
from waypost.config.check.word_tables import IDENTIFIERS, WORDS, WordTable
from waypost.config.model.schema import About, pattern_lists
from waypost.config.model.subject import Subject
from waypost.config.model.tables import engines, strings
from waypost.config.parse import Key, Table
from waypost.results import Diagnostic, Severity

__all__ = ["Checked", "Subject", "check"]

_CHECKERS = (check_structure, check_patterns, check_globs, check_types, check_tidiness, check_homes)
_Path = tuple[str, ...]


@dataclass(frozen=True)
class Checked:
    """The findings of one version, and the facts about its word tables."""

    diagnostics: Sequence[Diagnostic] = ()
    words: Mapping[_Path, WordTable] = field(default_factory=dict)


def check(subject: Subject, before: Checked | None = None) -> Checked:
    """All problems; `before` are the findings of an earlier version of the document."""
    tables = dict(_word_tables(subject, before.words if before else {}))
    findings = list(_findings(subject, tables))
    tree = subject.tree
    return Checked([*syntax_errors(tree, subject.home), *(each.diagnostic(tree) for each in findings)], tables)


def _findings(subject: Subject, tables: Mapping[_Path, WordTable]) -> Iterator[NodeFinding]:
    for checker in _CHECKERS:
        checkpoint()
        yield from checker(subject)
    scopes = dict(engines(subject.config)) if subject.config else {}
    for table in tables.values():
        checkpoint()
        yield from (_milder(each, table, scopes, tables) for each in table.findings())
    yield from check_duplicates(tables, subject.tree)
    for check_tables in (check_corrections, check_needless, check_unused):
        yield from check_tables(subject, tables)


def _milder(
    found: NodeFinding, table: WordTable, scopes: Mapping[_Path, Table], tables: Mapping[_Path, WordTable]
) -> NodeFinding:
    """An entry that does not cover its own spelling is worth less where something else does."""
    if found.rule != "split-word" or not isinstance(found.where, Key):
        return found
    text, wheres = found.where.name, {table.path[:-1], ("default",)}
    named = (tables.get((*table.prefix, *where, IDENTIFIERS)) for where in wheres)
    is_named = any(entry.name == text for other in named if other for entry in other.by_word.get(text.lower(), ()))
    is_covered = is_named or any(
        ignores(item.value, text, key)
        for where in wheres
        for key, about in pattern_lists().items()
        if about is not About.WORD
        for item in (strings(scopes[where], key) if where in scopes else ())
    )
    return found._replace(severity=Severity.INFORMATION) if is_covered else found


def _word_tables(subject: Subject, before: Mapping[_Path, WordTable]) -> Iterator[tuple[_Path, WordTable]]:
    for path, engine in engines(subject.config) if subject.config else ():
        for name in (WORDS, IDENTIFIERS):
            table = engine.get(name)
            if isinstance(table, Table):
                where = (*subject.prefix, *path, name)
                known = before.get(where) or WordTable(subject.prefix, (*path, name), subject.is_json)
                yield where, known.updated(table)
