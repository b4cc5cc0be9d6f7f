"""The open files that typos would read: a configuration is tried on them while it is written."""

from collections.abc import Sequence
from typing import Final

from waypost.config.model.subject import Subject
from waypost.text import Document
from waypost.workspace.homes import HOMES

_MOST_DOCUMENTS: Final = 10
# How much of each is checked, in bytes.
MOST_TEXT: Final = 100_000


def open_documents(subject: Subject) -> Sequence[Document]:
    """Those that are not configurations, which are not checked; as many as can be checked while the user waits."""
    every = subject.workspace.open.values()
    own = subject.document.uri
    return [each for each in every if each.uri != own and each.uri.rpartition("/")[2] not in HOMES][:_MOST_DOCUMENTS]
