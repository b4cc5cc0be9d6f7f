"""The dictionary of the installed program, in the dialect that applies at a place of a configuration."""

from waypost.config.model.cursor_context import CursorContext
from waypost.config.model.effective import Sourced, effective_engine
from waypost.config.model.schema import matching
from waypost.config.model.subject import Subject
from waypost.config.typos.program import Dictionary, spell_checker_of


def dictionary_at(cursor: CursorContext) -> Dictionary | None:
    return dictionary_of(cursor.subject, str(cursor.path[1]) if cursor.path[0] == "type" else None)


def dictionary_of(subject: Subject, type_name: str | None) -> Dictionary | None:
    """The dictionary for `default`, or for a type; None without the program, or if the dialect is invalid."""
    checker = spell_checker_of(subject.workspace, subject.document.uri)
    locale = effective_engine(subject.config, type_name, "locale").get("locale")
    name = locale.value if isinstance(locale, Sourced) else "en"
    node = matching(("default", "locale"))
    return checker.dictionary(name) if checker and node and name in node.enum else None
