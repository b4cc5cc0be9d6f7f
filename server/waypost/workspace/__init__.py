"""What a single document cannot know: folders, settings, files on disk and open ones."""

from waypost.workspace.index import Index
from waypost.workspace.services import Services
from waypost.workspace.settings import Settings
from waypost.workspace.tally import LIMIT, Found, Tally, Walk
from waypost.workspace.uris import key_of, path_of, uri_of
from waypost.workspace.workspace import Folder, Workspace

__all__ = [
    "LIMIT",
    "Folder",
    "Found",
    "Index",
    "Services",
    "Settings",
    "Tally",
    "Walk",
    "Workspace",
    "key_of",
    "path_of",
    "uri_of",
]
