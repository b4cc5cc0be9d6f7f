"""What a single document cannot know: folders, settings, files on disk and open files."""

from waypost.workspace.answer_cache import AnswerCache
from waypost.workspace.file_counts import LIMIT, FileCounts, FileWalk, WalkResult
from waypost.workspace.index import Index
from waypost.workspace.services import Services
from waypost.workspace.settings import Settings
from waypost.workspace.uris import key_of, path_of, uri_of
from waypost.workspace.workspace import Folder, Workspace

__all__ = [
    "LIMIT",
    "AnswerCache",
    "FileCounts",
    "FileWalk",
    "Folder",
    "Index",
    "Services",
    "Settings",
    "WalkResult",
    "Workspace",
    "key_of",
    "path_of",
    "uri_of",
]
