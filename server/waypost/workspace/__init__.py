"""What a single document cannot know: folders, settings, files on disk and open ones."""

from waypost.workspace.index import Index
from waypost.workspace.settings import Settings
from waypost.workspace.uris import key_of, path_of, uri_of
from waypost.workspace.workspace import Folder, Workspace

__all__ = ["Folder", "Index", "Settings", "Workspace", "key_of", "path_of", "uri_of"]
