"""What a single document cannot know: folders, settings, files on disk and open ones."""

from waypost.workspace.settings import Settings
from waypost.workspace.workspace import Workspace

__all__ = ["Settings", "Workspace"]
