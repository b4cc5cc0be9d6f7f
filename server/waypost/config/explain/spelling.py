"""The checker's dictionary as it holds at a place of a configuration."""

from waypost.config.model.cursor_context import CursorContext
from waypost.config.model.effective import Sourced, effective_engine
from waypost.config.typos.program import Dictionary, dictionary


def dictionary_at(spot: CursorContext) -> Dictionary | None:
    """In the dialect that holds there; None where the program is not at hand."""
    subject = spot.subject
    of_type = str(spot.path[1]) if spot.path[0] == "type" else None
    locale = effective_engine(subject.config, of_type, "locale").get("locale")
    name = str(locale.value) if isinstance(locale, Sourced) else "en"
    return dictionary(subject.workspace.settings_of(subject.document.uri).typos_path, name)
