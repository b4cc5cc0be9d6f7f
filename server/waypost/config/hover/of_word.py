"""Hover over an entry of a word table: what typos does with it, and would do without it."""

from waypost.config.hover.verdict import verdict
from waypost.config.model.cursor_context import CursorContext
from waypost.config.typos.spelling import dictionary_at
from waypost.config.typos.tokens import casings, is_identifier
from waypost.markup import code


def entry_text(cursor: CursorContext, name: str, value: str, *, identifiers: bool) -> str:
    can_match = is_identifier(name) if identifiers else bool(casings(name))
    said = [verdict(name, value, identifiers=identifiers), _without_it(cursor, name) if can_match else ""]
    return "\n\n".join(part for part in said if part)


def _without_it(cursor: CursorContext, name: str) -> str:
    """What the dictionary says about the word, if that is known yet: nobody waits for the program."""
    known = dictionary_at(cursor)
    reports = known.reports([name], cursor.subject.workspace.services.soon).get(name) if known else None
    if reports is None:
        return ""
    better = [each for found in reports.values() for each in found]
    if better:
        return f"Without the entry, it would be corrected to {' or '.join(map(code, better))}."
    return "Without the entry, it would be an error." if reports else "Without the entry, it would be fine as well."
